"""A played hand cut into its streets, with the tables whose equities are asked: of each street and each decision."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from evaluator.cards import card_text, ranks_list
from simulator.events import (
    Absent,
    Bet,
    BringIn,
    Call,
    Check,
    DealDown,
    DealUp,
    Event,
    Expose,
    Fold,
    Muck,
    PickUp,
    Show,
    TakeBack,
    WrongOpen,
)
from simulator.hand_state import HandState
from simulator.hand_table import hand_table, seat_text
from simulator.recorded_hand import Step
from simulator.replay_results import ReplayAction, ReplaySeat, ReplayStreet
from simulator.rules import Street
from simulator.table import Table

Equities = Mapping[Table, Sequence[tuple[float | None, float | None]]]  # equity and standard error by seat
Down = Mapping[int, Sequence[int | None]]  # down cards by seat, as far as the record tells them at any time

_NAMES: dict[type[Event], str] = {
    BringIn: "bring in",
    Call: "call",
    Check: "check",
    Fold: "fold",
    Absent: "absent",
    WrongOpen: "opens out of turn",
    TakeBack: "takes back",
    PickUp: "picks up",
    Expose: "exposed",
    Show: "shows",
    Muck: "mucks",
}
_NOTHING: tuple[float | None, float | None] = (None, None)


class Decision(NamedTuple):
    """A seat with something to call.

    Attributes
    ----------
    to_call : int
        Chips that the call costs.
    pot_odds : float
        The equity that it needs.
    table : Table
        The cards and the live seats.
    """

    to_call: int
    pot_odds: float
    table: Table


class StreetAccount:
    """One street of a hand.

    Parameters
    ----------
    street : Street
        The street.
    steps : sequence of Step
        What happened on it, at least one event.
    down : mapping of int to sequence of int or None
        Down cards by seat.

    Attributes
    ----------
    table : Table or None
        Once the cards of the street are out; None if they never are.
    decisions : tuple of Decision or None
        One for each step: whether the seat had something to call.
    """

    def __init__(self, street: Street, steps: Sequence[Step], down: Down) -> None:
        """Find the tables."""
        self._street = street
        self._steps = steps
        self._down = down
        cards = [step for step in steps if isinstance(step.event, DealDown | DealUp | Expose)]
        self._dealt = (cards or steps)[-1].after  # before anyone acts
        self.table = hand_table(self._dealt, down) if cards and _completes(cards[-1]) else None
        self.decisions = tuple(_decision(step, down) for step in steps)

    @property
    def tables(self) -> list[Table]:
        """The tables whose equities are asked, in their order."""
        return [*([] if self.table is None else [self.table]), *(asked.table for asked in self.decisions if asked)]

    def told(self, equities: Equities, unknown: Sequence[int]) -> ReplayStreet:
        """Tell the street.

        Parameters
        ----------
        equities : mapping of Table to sequence of (float or None, float or None)
            Equity and standard error by seat for each of `tables`.
        unknown : sequence of int
            Seats whose stacks nobody knows.
        """
        first, last = self._steps[0].before, self._steps[-1].after
        wild = self._dealt.wild
        return ReplayStreet(
            street=self._street.label,
            up_cards=tuple(
                (step.event.seat, card_text(step.event.card))
                for step in self._steps
                if isinstance(step.event, DealUp | Expose)
            ),
            wild_ranks=tuple(ranks_list(wild.wild_ranks)),
            follower=None if wild.follower is None else ranks_list(1 << wild.follower)[0],
            pot=_paid_in(first),
            seats=tuple(self._seats(first, last, equities, unknown)),
            actions=tuple(
                _told(step, decision, equities)
                for step, decision in zip(self._steps, self.decisions, strict=True)
                if not isinstance(step.event, DealDown | DealUp)
            ),
            pot_after=_paid_in(last),
        )

    def _seats(
        self, first: HandState, last: HandState, equities: Equities, unknown: Sequence[int]
    ) -> Iterator[ReplaySeat]:
        players = self._dealt.players
        found = [_NOTHING] * len(players) if self.table is None else equities[self.table]
        for player, (equity, error) in zip(players, found, strict=True):
            put_in = last.player(player.number).paid - first.player(player.number).paid
            yield ReplaySeat(
                seat=player.number,
                cards=seat_text(self._dealt, player.number, self._down),
                live=player.live,
                stack=None if player.number in unknown else player.stack,
                equity=equity,
                standard_error=error,
                bets=max(0, put_in),  # less if an ante went back (B12, B18)
            )


def street_accounts(steps: Iterable[Step], down: Down) -> list[StreetAccount]:
    """Cut a hand into its streets; parameters as for `StreetAccount`."""
    streets = groupby(steps, key=lambda step: step.before.street)
    return [StreetAccount(street, tuple(of_street), down) for street, of_street in streets]


def _completes(step: Step) -> bool:
    """Whether a step deals the last card of its street, though the hand may be over with it (rule B14)."""
    return isinstance(step.event, DealDown | DealUp) and len(step.before.due) == 1


def _decision(step: Step, down: Down) -> Decision | None:
    state = step.before
    seat = step.event.seat
    price = state.call_price(seat) if seat == state.actor else 0
    if not price or isinstance(step.event, Absent):
        return None
    return Decision(price, price / (state.call_prize(seat) + price), hand_table(state, down))


def _told(step: Step, decision: Decision | None, equities: Equities) -> ReplayAction:
    seat = step.event.seat
    before, after = step.before, step.after
    amount = after.player(seat).paid - before.player(seat).paid if not isinstance(step.event, Expose) else 0
    earlier = before.round.paid[seat - 1] if before.round else 0
    equity, error = equities[decision.table][seat - 1] if decision else _NOTHING
    return ReplayAction(
        number=step.number,
        seat=seat,
        action=_name(step),
        amount=max(0, amount),
        to=earlier + amount,
        all_in=amount > 0 and before.player(seat).stack == amount,
        pot=_paid_in(before),
        to_call=decision.to_call if decision else None,
        pot_odds=decision.pot_odds if decision else None,
        equity=equity,
        standard_error=error,
        comment=step.comment,
    )


def _name(step: Step) -> str:
    if isinstance(step.event, Bet):
        assert step.before.round is not None
        return step.before.round.verb
    return _NAMES[type(step.event)]


def _paid_in(state: HandState) -> int:
    """Chips that the seats have put in, also once they are paid out."""
    return sum(player.paid for player in state.players)
