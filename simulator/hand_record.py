"""One hand as it was played: who had which chips, every card and every action in order, and what went wrong.

A record says what happened and not whether the rules allow it. Amounts are whole numbers of the smallest chip.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import Any

from simulator.rules import DOWN_CARDS


class ActionKind(Enum):
    """What the dealer or a seat did; the values are the words of the notation."""

    DEAL = "dh"
    COMMON = "db"
    BRING_IN = "pb"
    CALL = "cc"
    RAISE = "cbr"
    FOLD = "f"
    SHOW = "sm"
    MUCK = "muck"
    REMARK = "#"


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the record.

    Attributes
    ----------
    kind : ActionKind
        CALL is a check where nothing is to be called; RAISE is a bet, a completion or a raise.
    seat : int or None
        Number of the seat, from 1; of the seat dealt to for DEAL. None for COMMON and REMARK.
    cards : tuple of int or None
        Card ids of DEAL, COMMON and SHOW, None where unknown. A SHOW without cards shows the cards as they were dealt.
    amount : int or None
        Chips that a RAISE brings the bet of the seat to, on this street. None for all others.
    comment : str
        What was said about it.
    """

    kind: ActionKind
    seat: int | None = None
    cards: tuple[int | None, ...] = ()
    amount: int | None = None
    comment: str = ""


class EventKind(Enum):
    """An irregularity; the values are the words of the notation."""

    WRONG_OPENER = "opened"
    EXPOSED = "exposed"
    ABSENT = "absent"
    PICKED_UP = "picked-up"
    MISDEAL = "misdeal"


@dataclass(frozen=True, slots=True)
class Event:
    """An irregularity and its place among the actions.

    Attributes
    ----------
    before : int
        Number of the action, from 1, before which it happened; one more than there are for after the last.
    kind : EventKind
        WRONG_OPENER is rule B11, EXPOSED B12, ABSENT B14, PICKED_UP B16, MISDEAL B18.
    seat : int or None
        Number of the seat, from 1; None for MISDEAL.
    cards : tuple of int
        Card ids that were EXPOSED, one or two; empty for all others.
    comment : str
        What was said about it.
    """

    before: int
    kind: EventKind
    seat: int | None = None
    cards: tuple[int, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand of fixed-limit stud.

    All amounts are whole numbers of `chip`. Seats stand in deal order (rule D1).

    Attributes
    ----------
    antes : tuple of int
        Of each seat.
    bring_in, small_bet, big_bet : int
        The forced bet of third street, the lower and the upper limit.
    starting_stacks : tuple of int or None
        Before the antes; None where nobody knows it.
    actions : tuple of Action
        In the order in which they happened.
    game : str
        ``"stud"`` or ``"ftq"``.
    rules : tuple of str
        House rules of the cards and of the betting that are not the usual ones, each ``NAME=VALUE``.
    events : tuple of Event
        In the order in which they happened.
    chip : Decimal
        What the smallest chip is worth, in the unit of the file.
    finishing_stacks, winnings : tuple of int or None
        As the record states them, of each seat; None if it does not.
    other : mapping of str to object
        All other fields by name, as they were read.
    """

    antes: tuple[int, ...]
    bring_in: int
    small_bet: int
    big_bet: int
    starting_stacks: tuple[int | None, ...]
    actions: tuple[Action, ...]
    game: str = "stud"
    rules: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    chip: Decimal = Decimal(1)
    finishing_stacks: tuple[int, ...] | None = None
    winnings: tuple[int, ...] | None = None
    other: Mapping[str, Any] = field(default_factory=dict)

    @property
    def seat_count(self) -> int:
        """Number of seats."""
        return len(self.starting_stacks)

    @property
    def ante_trimming(self) -> bool:
        """Whether a seat that cannot pay its whole ante plays for as much of the others' antes only."""
        return bool(self.other.get("ante_trimming_status", False))

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players by seat; empty if they are not given."""
        return tuple(self.other.get("players", ()))

    def value(self, chips: int) -> Decimal:
        """Return what some chips are worth, in the unit of the file."""
        return chips * self.chip

    def amount_text(self, chips: int) -> str:
        """Text of an amount, as a file has it: ``"200000"`` or ``"7.5"``."""
        return format(self.value(chips).normalize(), "f")

    def dealt(self, seat: int) -> tuple[int | None, ...]:
        """Return the cards dealt to a seat, by its number from 1, in their order; without a common card."""
        deals = (action for action in self.actions if action.kind is ActionKind.DEAL and action.seat == seat)
        return tuple(card for action in deals for card in action.cards)

    def exposed(self, seat: int) -> tuple[int, ...]:
        """Return which of the first two cards of a seat the dealer exposed, as 0 and 1 (rule B12)."""
        shown = {card for event in self.events if event.seat == seat for card in event.cards}
        return tuple(at for at, card in enumerate(self.dealt(seat)[:DOWN_CARDS]) if card in shown)
