"""What happens in a hand: the events of its record, in the order in which they happened.

Seats are numbered from 1. The order of the deal events is the order of the up cards, which never changes (rule B19).
"""

from dataclasses import dataclass
from typing import get_args

from evaluator.cards import DECK, card_text

__all__ = [
    "Absent",
    "Bet",
    "BringIn",
    "Call",
    "Check",
    "DealDown",
    "DealUp",
    "Event",
    "Expose",
    "Fold",
    "Muck",
    "PickUp",
    "Show",
    "TakeBack",
    "WrongOpen",
    "check_event",
]


@dataclass(frozen=True, slots=True)
class DealDown:
    """A card dealt face down, None if it is not known."""

    seat: int
    card: int | None

    def __str__(self) -> str:
        """Say it in words."""
        return f"card {_name(self.card)} face down to seat {self.seat}"


@dataclass(frozen=True, slots=True)
class DealUp:
    """A card dealt face up; to seat 0, the common card (rule D3)."""

    seat: int
    card: int

    def __str__(self) -> str:
        """Say it in words."""
        where = f"to seat {self.seat}" if self.seat else "in the centre"
        return f"card {_name(self.card)} face up {where}"


@dataclass(frozen=True, slots=True)
class Expose:
    """One of the first two cards, exposed by the dealer (rules B12, B18)."""

    seat: int
    card: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"down card {_name(self.card)} of seat {self.seat} exposed"


@dataclass(frozen=True, slots=True)
class BringIn:
    """The bring-in, posted (rule B4)."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"bring-in of seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet, completion or raise: `to` is all that the seat has paid in the round by then."""

    seat: int
    to: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"bet of seat {self.seat} to {self.to}"


@dataclass(frozen=True, slots=True)
class Call:
    """A call, with all its chips if the seat has fewer."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"call of seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Check:
    """A check."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"check of seat {self.seat}"


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold; with no bet to call rule B15 applies."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"fold of seat {self.seat}"


@dataclass(frozen=True, slots=True)
class WrongOpen:
    """A seat opens on third street that does not hold the low card (rule B11); `to` is what it put in."""

    seat: int
    to: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"opening out of turn of seat {self.seat} for {self.to}"


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The bet of the wrong opener goes back before the next seat has acted (rule B11)."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"bet of seat {self.seat} taken back"


@dataclass(frozen=True, slots=True)
class Absent:
    """A seat is not at the table (rule B14)."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"absence of seat {self.seat}"


@dataclass(frozen=True, slots=True)
class PickUp:
    """A seat picks up its up cards (rule B16)."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"seat {self.seat} picking up its up cards"


@dataclass(frozen=True, slots=True)
class Show:
    """A seat shows its hand at the showdown: `down` is its down cards in the order dealt, or empty if known."""

    seat: int
    down: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Say it in words."""
        return f"show of seat {self.seat}" + (f" ({''.join(map(_name, self.down))})" if self.down else "")


@dataclass(frozen=True, slots=True)
class Muck:
    """A seat discards its hand at the showdown (rule B16)."""

    seat: int

    def __str__(self) -> str:
        """Say it in words."""
        return f"muck of seat {self.seat}"


Event = (
    DealDown
    | DealUp
    | Expose
    | BringIn
    | Bet
    | Call
    | Check
    | Fold
    | WrongOpen
    | TakeBack
    | Absent
    | PickUp
    | Show
    | Muck
)


_KINDS = frozenset(get_args(Event))


def check_event(event: Event) -> None:
    """Raise ValueError unless this is an event, and made of whole numbers: a float would end up in the chips."""
    if type(event) not in _KINDS:
        raise ValueError(f"{event!r} is no event of a hand; simulator.events has them all")
    for name in event.__slots__:
        value = getattr(event, name)
        if name == "down":
            fits = type(value) is tuple and all(type(card) is int for card in value)
        else:
            fits = type(value) is int or (value is None and name == "card")
        if not fits:
            raise ValueError(f"{event!r}: {name} is made of whole numbers (int), not {value!r}")


def _name(card: int | None) -> str:
    """Name a card, also one that there is not."""
    if card is None:
        return "x"
    return card_text(card) if 0 <= card < DECK else f"number {card}"
