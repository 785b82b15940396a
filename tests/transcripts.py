"""Golden deals card by card, read from the files in ``tests/golden``, whose heads say how they are written."""

from dataclasses import dataclass, field
from pathlib import Path

from simulator import Rules

GOLDEN = Path(__file__).parent / "golden"


@dataclass
class Transcript:
    """A deal card by card: up cards in deal order, what is wild after each, the seats as they stand in the end.

    Followers and waits are given in some files only.
    """

    name: str
    rules: Rules = field(default_factory=Rules)
    start: str = "Q"
    cards: list[str] = field(default_factory=list)
    wild: list[str] = field(default_factory=list)
    followers: list[str] = field(default_factory=list)
    waits: list[bool] = field(default_factory=list)
    seats: dict[int, str] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    street: str = ""

    def seat_texts(self) -> list[str]:
        """The seats in the notation, nothing known of their down cards."""
        return [("f:" if seat in self.folded else "") + "xx/" + up for seat, up in sorted(self.seats.items())]


def transcripts(name: str) -> list[Transcript]:
    """Deals of a file."""
    deals: list[Transcript] = []
    for line in (GOLDEN / name).read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "deal":
            deals.append(Transcript(rest))
        elif word == "rules":
            deals[-1].rules = Rules.from_options(rest.split())
        elif word == "start":
            deals[-1].start = rest
        elif word == "fold":
            deals[-1].folded.add(int(rest))
        elif word and word != "#":
            deal = deals[-1]
            seat, card, wild, *state = rest.split()
            deal.cards.append(card)
            deal.wild.append(wild)
            deal.followers += state[:1]
            deal.waits.append("waits" in state)
            slash = "/" if word == "seventh" else ""
            deal.seats[int(seat)] = deal.seats.get(int(seat), "") + slash + card
            deal.street = word
    return deals
