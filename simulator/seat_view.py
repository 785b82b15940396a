"""What the seat that acts knows, which is all that a policy is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from simulator.actions import actor_options
from simulator.events import BringIn, Call, Check, Event
from simulator.hand_state import HandState
from simulator.hand_table import hand_table
from simulator.players import Player
from simulator.table import Table

__all__ = ["Policy", "SeatView", "policy_name", "policy_per_seat"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A hand as the seat sees it that acts now.

    Attributes
    ----------
    state : HandState
        The hand as everyone at the table sees it: every down card, those of this seat too, is None.
    seat : int
        Number of the seat.
    down : tuple of int
        Its down cards in the order dealt.
    """

    state: HandState
    seat: int
    down: tuple[int, ...]

    @property
    def player(self) -> Player:
        """The seat: its stack, what it has paid in the hand, its up cards."""
        return self.state.player(self.seat)

    @property
    def legal(self) -> tuple[Event, ...]:
        """What it may do, one of which its policy returns: a fold first, bets and raises last, ascending."""
        return actor_options(self.state)

    @property
    def to_call(self) -> int:
        """Chips that it takes to stay in, all that the seat has if that is less; 0 if there is nothing to call."""
        return self.state.call_price(self.seat)

    @property
    def pot(self) -> int:
        """Chips in the pot, bets of the round included."""
        return self.state.pot

    @property
    def equity_needed(self) -> float:
        """Equity with which a call is worth nothing if no more is bet: its price, as a part of what it plays for.

        Chips that the seat cannot win, because it goes all-in for less than others have paid (rule B17), do not count.
        """
        price = self.to_call
        return price / (self.state.call_prize(self.seat) + price) if price else 0.0

    @property
    def stay(self) -> Event:
        """The cheapest action that keeps the hand in: check, call, or the bring-in where the seat is to open."""
        betting = self.state.round
        if betting is not None and betting.opening:
            return BringIn(self.seat)
        return Call(self.seat) if self.to_call else Check(self.seat)

    def table(self) -> Table:
        """Return the cards that the seat knows as a table, which `simulator.equity` and its like take."""
        return hand_table(self.state, {self.seat: self.down})


Policy = Callable[[SeatView, Random], Event]


def policy_name(policy: Policy) -> str:
    """Name a policy: a function by its name, a ``partial`` with its arguments, anything else by its ``repr``."""
    if isinstance(policy, partial):
        arguments = [*map(repr, policy.args), *(f"{name}={value!r}" for name, value in policy.keywords.items())]
        return f"{policy_name(policy.func)}({', '.join(arguments)})"
    return getattr(policy, "__name__", None) or repr(policy)


def policy_per_seat(policies: Policy | Sequence[Policy], seats: int) -> tuple[Policy, ...]:
    """Return a policy for each seat; ValueError if they are none, or not as many."""
    if callable(policies):
        return (policies,) * seats
    listed = tuple(policies)
    if len(listed) != seats:
        raise ValueError(f"policies are one for all seats or one per seat, not {len(listed)} for {seats} seats")
    for number, policy in enumerate(listed, 1):
        if not callable(policy):
            raise ValueError(f"the policy of seat {number} is a callable (view, rng), not {policy!r}")
    return listed
