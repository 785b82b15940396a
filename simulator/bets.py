"""One betting round: what is to be matched, who still acts, and to what amount a bet or raise may go."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from simulator.stakes import MAX_RAISES

__all__ = ["BettingRound", "clockwise"]


class BettingRound(NamedTuple):
    """A betting round. Amounts are chips that a seat has paid in this round, seats are numbered from 1.

    Attributes
    ----------
    sizes : tuple of int
        By how much a bet or raise goes up: one limit, or both (rule B8), the lower one first.
    paid : tuple of int
        What each seat has paid, in seat order.
    to_act : tuple of int
        Seats that still act, in their order; the first one acts now.
    level : int
        What a seat must have paid to stay in.
    base : int
        From what the raise now due is measured: the last bet or raise that counted, or the bring-in.
    opened : bool
        Whether a full bet has been made, so that going up is a raise; the bring-in is none (rule B5).
    raises : int
        Raises so far, against the cap of rule B6.
    closed : frozenset of int
        Seats for which the betting was not reopened by a short all-in: they call or fold (rule B17).
    opening : bool
        Whether the bring-in or a full bet is due from the seat that acts (rule B4).
    may_pass : bool
        Whether a seat that should open may fold: it does not hold the low card (rules B12, B13).
    """

    sizes: tuple[int, ...]
    paid: tuple[int, ...]
    to_act: tuple[int, ...]
    level: int = 0
    base: int = 0
    opened: bool = False
    raises: int = 0
    closed: frozenset[int] = frozenset()
    opening: bool = False
    may_pass: bool = False

    def owed(self, seat: int) -> int:
        """Chips that the seat lacks to what must be matched."""
        return self.level - self.paid[seat - 1]

    @property
    def targets(self) -> tuple[int, ...]:
        """Amounts of a full bet, completion (rule B5) or raise: one for each size."""
        start = self.base if self.opened else 0
        return tuple(start + size for size in self.sizes)

    @property
    def verb(self) -> str:
        """What going up is called now: ``"bet"``, ``"complete"`` or ``"raise"``."""
        return "raise" if self.opened else "complete" if self.level else "bet"

    def amounts(self, seat: int, stack: int, *, capped: bool) -> tuple[int, ...]:
        """Return the amounts to which the seat may bet, complete or raise.

        Parameters
        ----------
        seat, stack : int
            The seat, and the chips in front of it.
        capped : bool
            Whether the number of raises is limited (rule B6).

        Returns
        -------
        tuple of int
            In ascending order; an amount that the seat cannot pay is replaced by all it has (rule B17).
        """
        if seat in self.closed or (capped and self.raises >= MAX_RAISES):
            return ()
        most = self.paid[seat - 1] + stack
        return tuple(sorted({min(target, most) for target in self.targets if most > self.level}))

    def bring_in(self, seat: int, amount: int) -> "BettingRound":
        """Return the round once the seat has posted the bring-in (rules B4, B5); it acts again only if raised."""
        others = self._others_to_act(seat)
        return self._paying(seat, amount, level=amount, base=amount, opening=False, to_act=others)

    def bet(self, seat: int, to: int, able: Sequence[int]) -> "BettingRound":
        """Return the round once the seat has bet, completed or raised.

        Parameters
        ----------
        seat, to : int
            The seat, and what it has paid by now: one of its `amounts`.
        able : sequence of int
            The seats that have not folded and have chips left.
        """
        others = tuple(other for other in clockwise(able, seat) if other != seat)
        after = self._paying(seat, to - self.paid[seat - 1], level=to, to_act=others, opening=False)
        if 2 * (to - self.base) < self.targets[0] - self.base:
            # B17: less than half of what was due; who has acted since the last bet that counted may call or fold
            return after._replace(closed=self.closed | (set(others) - set(self.to_act)))
        upper = self.sizes[-1:] if to >= self.targets[-1] else self.sizes  # B8: from then on the upper limit
        return after._replace(sizes=upper, base=to, opened=True, raises=self.raises + self.opened, closed=frozenset())

    def call(self, seat: int, stack: int) -> "BettingRound":
        """Return the round once the seat has called, with all it has if that is less."""
        return self._paying(seat, min(stack, self.owed(seat)), to_act=self._others_to_act(seat))

    def passed(self, seat: int) -> "BettingRound":
        """Return the round once the seat has checked, or its hand is gone."""
        return self._replace(to_act=self._others_to_act(seat))

    def _paying(self, seat: int, chips: int, **changes: Any) -> "BettingRound":
        paid = (*self.paid[: seat - 1], self.paid[seat - 1] + chips, *self.paid[seat:])
        return self._replace(paid=paid, **changes)

    def _others_to_act(self, seat: int) -> tuple[int, ...]:
        return tuple([other for other in self.to_act if other != seat])


def clockwise(seats: Sequence[int], first: int) -> tuple[int, ...]:
    """Seats in the order in which they act from seat `first` on, which need not be one of them."""
    return tuple(sorted(seats, key=lambda seat: (seat < first, seat)))
