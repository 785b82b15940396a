"""The rules of the deal and of the wild cards, in plain Python.

This module is the specification: a poker player can read it next to ``docs/rules.md``, whose rule numbers it cites, and
the compiled kernels are tested against it. What a hand is worth is the business of the package ``evaluator``.
"""

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from evaluator.cards import DECK, RANKS, check_distinct, parse_cards, parse_ranks, rank_of
from simulator.options import BETTING_OPTIONS, OPTIONS, Option, option_values, split_options

__all__ = [
    "DEFAULT_RULES",
    "DOWN_CARDS",
    "GAMES",
    "MAX_SEATS",
    "MIN_SEATS",
    "OPTIONS",
    "UP_CARDS",
    "CardDue",
    "Option",
    "Rules",
    "Street",
    "WildState",
    "common_card_due",
    "is_void",
    "street_deal",
    "stub_after_sixth",
    "up_card_order",
    "wild_after",
    "wild_ranks",
    "wild_start",
    "wild_state",
    "wild_steps",
    "without_exposed",
]

GAMES = ("ftq", "stud")
MIN_SEATS, MAX_SEATS = 2, 8
DOWN_CARDS, UP_CARDS = 2, 4  # through sixth street; the seventh card comes on top


class Street(IntEnum):
    """The streets, each with the number of cards a seat holds on it (rule D1)."""

    THIRD = 3
    FOURTH = 4
    FIFTH = 5
    SIXTH = 6
    SEVENTH = 7

    @property
    def label(self) -> str:
        """Name in lower case: ``"third"``."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Rules:
    """A game and its house rules.

    Attributes
    ----------
    game : str
        ``"ftq"``, or ``"stud"``: the same deal with no wild cards (rule W16).
    last_queen, queens_wild, trigger, followers, no_trigger, extra_wild, seventh, common_card, double_ace_flush : str
        The card options (rules W9-W15, D3, H3); `OPTIONS` lists their values.

    Raises
    ------
    ValueError
        A value that is not allowed, or a wild-card option with ``"stud"`` (rule W16). The message is one line and names
        the option.
    """

    game: str = "ftq"
    last_queen: str = "clear"
    queens_wild: str = "always"
    trigger: str = "Q"
    followers: str = "replace"
    no_trigger: str = "play"
    extra_wild: str = "none"
    seventh: str = "down"
    common_card: str = "counts"
    double_ace_flush: str = "off"

    def __post_init__(self) -> None:
        """Bring every value into its one spelling and check it."""
        if self.game not in GAMES:
            raise ValueError(f"game is {' or '.join(GAMES)}, not {self.game!r}")
        for option in OPTIONS:
            value = option.spell(getattr(self, option.name))
            object.__setattr__(self, option.name, value)
            if self.game == "stud" and option.wild and value != option.default:
                raise ValueError(f"{option.name}={value} has no meaning in stud, which has no wild cards (rule W16)")

    @classmethod
    def from_options(cls, options: Iterable[str], game: str = "ftq") -> "Rules":
        """Read house rules as they are written on a command line.

        Parameters
        ----------
        options : iterable of str
            Each ``NAME=VALUE``, such as ``"double_ace_flush=on"``; a name at most once.
        game : str
            ``"ftq"`` or ``"stud"``.

        Raises
        ------
        ValueError
            As for `Rules`, and for an unknown name, a betting option, a name given twice or a missing ``=``.
        """
        return cls(game=game, **option_values(options))

    def to_dict(self) -> dict[str, str]:
        """Return every card option with its value, in the order of the rules."""
        return {option.name: getattr(self, option.name) for option in OPTIONS}

    @property
    def trigger_rank(self) -> int:
        """The rank of the trigger (rule W11): 10 for the Queen."""
        return RANKS.index(self.trigger)

    @property
    def keeps_follower(self) -> bool:
        """Whether the follower stays wild while the next trigger waits (rules W4, W9, W12)."""
        return self.last_queen != "none" and (self.last_queen == "keep" or self.followers == "accumulate")

    @property
    def extra_mask(self) -> int:
        """Mask of the ranks that are wild from the start (rule W14)."""
        return parse_ranks(self.extra_wild)


DEFAULT_RULES = Rules()


def spelled_options(texts: Sequence[str], game: str) -> tuple[str, ...]:
    """Check house rules of a game that is played with betting, and bring each into its one spelling.

    Parameters
    ----------
    texts : sequence of str
        As for `simulator.options.split_options`.
    game : str
        ``"ftq"`` or ``"stud"``.

    Raises
    ------
    ValueError
        As for `split_options` and `Rules`, and for a value that a betting option does not have.
    """
    cards, betting = split_options(texts)
    rules = Rules(game=game, **cards)
    spelled = {option.name: option.spell(betting[option.name]) for option in BETTING_OPTIONS if option.name in betting}
    spelled |= {name: getattr(rules, name) for name in cards}
    return tuple(f"{name}={spelled[name]}" for name in (text.partition("=")[0].strip() for text in texts))


class WildState(NamedTuple):
    """What is wild at one moment of the deal. A *trigger* is a Queen, or a card of the rank that rule W11 names.

    Attributes
    ----------
    wild_ranks : int
        13-bit mask of the wild ranks, bit r for rank r.
    follower : int or None
        The rank that followed a trigger and is wild now: the latest one; None if there is none.
    pending : bool
        Whether a face-up trigger waits for its follower.
    followers : int
        Mask of the followers that count: the latest one, or all so far under ``followers=accumulate``, also those that
        ``last_queen=none`` keeps from being wild while a trigger waits.
    """

    wild_ranks: int
    follower: int | None
    pending: bool
    followers: int

    @property
    def triggered(self) -> bool:
        """Whether a trigger has come face up: from then on one waits, or a follower counts."""
        return self.pending or self.followers != 0


def wild_start(rules: Rules = DEFAULT_RULES) -> WildState:
    """Return what is wild before any card is face up: by default Queens (rule W6), in stud nothing (rule W16)."""
    return WildState(0 if rules.game == "stud" else _wild_mask(0, False, rules), None, False, 0)


def wild_after(state: WildState, card: int, rules: Rules = DEFAULT_RULES) -> WildState:
    """Return what is wild once `card` has been dealt face up: the whole of the wild rule, card by card."""
    if rules.game == "stud":
        return state  # W16
    rank = rank_of(card)
    accumulate = rules.followers == "accumulate"
    if rank == rules.trigger_rank:  # W2, W11: wait; W5: go on waiting
        stays = accumulate or rules.last_queen == "keep"  # W12, W9; otherwise the old follower ends (W4)
        followers = state.followers if stays else 0
        follower = state.follower if rules.keeps_follower else None
        return WildState(_wild_mask(followers, True, rules), follower, True, followers)
    if state.pending:  # W2: this card is the follower
        followers = 1 << rank | (state.followers if accumulate else 0)  # W4, W12
        return WildState(_wild_mask(followers, False, rules), rank, False, followers)
    return state


def _wild_mask(followers: int, pending: bool, rules: Rules) -> int:
    """Mask of the wild ranks, given the followers that count and whether a trigger waits for the next."""
    if pending and rules.last_queen == "none":
        return rules.extra_mask  # W9, whatever W10 says
    triggered = pending or followers != 0
    triggers_wild = rules.queens_wild == "always" or (rules.queens_wild == "if_up" and triggered)  # W1, W10
    return followers | rules.extra_mask | (triggers_wild << rules.trigger_rank)  # W14


def is_void(state: WildState, rules: Rules = DEFAULT_RULES) -> bool:
    """Whether a deal that ends in this state is void and dealt again: no trigger came face up (rule W13)."""
    return rules.no_trigger == "redeal" and not state.triggered


def wild_steps(up_cards: str | Iterable[int], rules: Rules = DEFAULT_RULES) -> list[WildState]:
    """Return what is wild after each card dealt face up (rules W1-W16).

    Parameters
    ----------
    up_cards : str or iterable of int
        The cards dealt face up to anyone, in deal order (rule W3): text such as ``"Qh 5d"``, or card ids.
    rules : Rules
        The game.

    Returns
    -------
    list of WildState
        One state per card; `wild_start` is the state before the first.

    Raises
    ------
    ValueError
        Text that is no card, an id outside 0..51, or a card that stands twice.
    """
    cards = parse_cards(up_cards) if isinstance(up_cards, str) else [operator.index(card) for card in up_cards]
    check_distinct(cards)
    states = []
    state = wild_start(rules)
    for card in cards:
        state = wild_after(state, card, rules)
        states.append(state)
    return states


def wild_state(up_cards: str | Iterable[int], rules: Rules = DEFAULT_RULES) -> WildState:
    """Return what is wild if no further card comes face up; parameters as for `wild_steps`."""
    steps = wild_steps(up_cards, rules)
    return steps[-1] if steps else wild_start(rules)


def wild_ranks(up_cards: str | Iterable[int], rules: Rules = DEFAULT_RULES) -> int:
    """Return the wild ranks as a 13-bit mask, 0 in stud (rule W16); parameters as for `wild_steps`."""
    return wild_state(up_cards, rules).wild_ranks


def up_card_order(up_counts: Sequence[int]) -> list[tuple[int, int]]:
    """Order in which up cards are dealt (rules D1 and W3).

    Parameters
    ----------
    up_counts : sequence of int
        How many up cards each seat is dealt, in seat order: at most four, or five where the seventh card is dealt face
        up (rule W15).

    Returns
    -------
    list of (int, int)
        (seat index, round index), both from 0: street by street, and on each street the seats that are still dealt to.
    """
    return [(seat, turn) for turn in range(UP_CARDS + 1) for seat, count in enumerate(up_counts) if count > turn]


def stub_after_sixth(up_counts: Sequence[int], dead: int = 0) -> int:
    """Count the cards left in the stub after sixth street (rule D3); negative if the deck is too small.

    Parameters
    ----------
    up_counts : sequence of int
        Up cards each seat has been dealt by then: 4, or fewer for a seat that folded.
    dead : int
        Number of dead cards. Burned cards do not count: they are used again when the stub runs short (rule D2).
    """
    return DECK - sum(DOWN_CARDS + count for count in up_counts) - dead


def common_card_due(stub: int, dealt_to: int) -> bool:
    """Whether one common card is dealt in place of a seventh card for each seat (rule D3).

    Parameters
    ----------
    stub : int
        Cards in the stub after sixth street.
    dealt_to : int
        Seats still dealt to on seventh street.

    Raises
    ------
    ValueError
        Not enough cards: sixth street cannot be finished, or no card is left for the centre.
    """
    if stub < 0:
        raise ValueError(f"not enough cards: sixth street needs {-stub} more; use fewer seats or dead cards")
    if stub == 0:
        raise ValueError("not enough cards: none is left for seventh street; use fewer seats or dead cards")
    return stub < dealt_to


class CardDue(NamedTuple):
    """A card still to be dealt: the number of its seat (0 = the common card) and whether it is dealt face up."""

    seat: int
    up: bool


def street_deal(
    street: Street, seats: Sequence[int], rules: Rules = DEFAULT_RULES, *, common: bool = False
) -> tuple[CardDue, ...]:
    """Cards of a street in the order in which they are dealt (rule D1).

    Parameters
    ----------
    street : Street
        The street.
    seats : sequence of int
        Numbers of the seats that are dealt to, in order.
    rules : Rules
        The game: how the seventh card is dealt (rule W15).
    common : bool
        Whether one common card is dealt in place of seventh cards (rule D3).
    """
    if common:
        return (CardDue(0, True),)
    third = DOWN_CARDS * (False,) + (True,)
    faces = third if street is Street.THIRD else (street is not Street.SEVENTH or rules.seventh == "up",)
    return tuple(CardDue(seat, up) for up in faces for seat in seats)


def without_exposed(due: Sequence[CardDue], seat: int, exposed: int) -> tuple[CardDue, ...]:
    """Cards of third street still due once the dealer has exposed down cards of a seat (rule B12).

    Parameters
    ----------
    due : sequence of CardDue
        The cards due before.
    seat, exposed : int
        The seat, and how many of its first two cards are face up: with one its third card is dealt down, with both it
        gets none.
    """
    if exposed == DOWN_CARDS:
        return tuple(card for card in due if card.seat != seat)
    return tuple(CardDue(seat, False) if card == CardDue(seat, True) else card for card in due)
