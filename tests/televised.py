"""Televised hands in the poker hand history format, cut into streets and written as seats of a table."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HANDS = sorted((Path(__file__).parent / "hands").glob("*.phh"))
STREETS = ("third", "fourth", "fifth", "sixth", "seventh")


@dataclass
class Player:
    """Cards as they were dealt, and whether the player has folded."""

    down: str = ""
    up: str = ""
    last: str = ""
    folded: bool = False

    def seat(self) -> str:
        """The player in the notation ``[f:]DOWN/UP[/LAST]``; an unknown card, ``??`` in the file, is ``x``."""
        last = "/" + self.last if self.last else ""
        return ("f:" if self.folded else "") + f"{self.down}/{self.up}{last}".replace("??", "x")

    def cards(self) -> str:
        return self.down + self.up + self.last


@dataclass
class Street:
    """The table once a street is dealt, before anyone folds on it."""

    name: str
    seats: list[str]
    up_cards: str  # of everyone so far, in the order they were dealt


@dataclass
class Hand:
    """One hand: its streets, the seats in the end, and the cards shown down by player (from 0)."""

    name: str
    streets: list[Street] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)

    @property
    def live(self) -> list[int]:
        return [at for at, player in enumerate(self.players) if not player.folded]

    @property
    def final_seats(self) -> list[str]:
        return [player.seat() for player in self.players]


def read(path: Path) -> Hand:
    """Read a hand; the deal is taken from its ``d dh`` actions, in their order."""
    history = tomllib.loads(path.read_text())
    if history["variant"] != "F7S":
        raise ValueError(f"{path.name} is no seven-card stud")
    hand = Hand(path.stem, players=[Player() for _ in history["antes"]])
    up_cards = ""
    for action in history["actions"]:
        match action.split():
            case ["d", "dh", who, cards]:
                up_cards += _deal(hand.players[_at(who)], cards)
                dealt = [player for player in hand.players if not player.folded]
                if len({len(player.cards()) for player in dealt}) == 1:  # everyone has got the card of the street
                    name = STREETS[len(dealt[0].cards()) // 2 - 3]
                    hand.streets.append(Street(name, hand.final_seats, up_cards))
            case [who, "f"]:
                hand.players[_at(who)].folded = True
            case [who, "sm", cards]:
                hand.shown[_at(who)] = cards
            case [_, "sm"] | [_, "pb" | "cc"] | [_, "cbr", _]:
                pass  # a mucked hand was not shown; bets do not matter here
            case _:
                raise ValueError(f"{path.name}: {action!r} is not understood")
    return hand


def _at(who: str) -> int:
    return int(who.removeprefix("p")) - 1


def _deal(player: Player, cards: str) -> str:
    """Give the player the cards; returns those that are face up."""
    if not player.down:
        player.down, player.up = cards[:4], cards[4:]
        return player.up
    if len(player.up) < 8:
        player.up += cards
        return cards
    player.last = cards
    return ""
