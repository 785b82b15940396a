"""Policies: simple ways to play a seat, to set against each other or against one's own.

A policy is a callable ``(view, rng)``; `simulator.seat_view.SeatView` says what it is told. It returns one of
``view.legal``. A function with other settings is made by `functools.partial`: ``partial(pot_odds_caller, deals=500)``.
"""

from random import Random

from simulator.events import Event, Fold
from simulator.rules import Street
from simulator.seat_view import SeatView

__all__ = ["always_call", "always_raise", "pot_odds_caller", "sampled_equity", "tight_on_third"]

DEALS = 2048  # a block of the kernels


def always_call(view: SeatView, rng: Random) -> Event:
    """Check or call, whatever the cards; bring in where there is to be opened. Never fold or bet."""
    return view.stay


def always_raise(view: SeatView, rng: Random) -> Event:
    """Bet or raise as much as may be, whatever the cards; call where no raise is allowed."""
    return view.legal[-1]


def tight_on_third(view: SeatView, rng: Random, *, share: float = 1.0, deals: int = DEALS) -> Event:
    """Fold bad hands on third street, and call to the end with all others.

    Parameters
    ----------
    view, rng
        As for every policy.
    share : float
        Facing a bet on third street, it folds if its sampled equity, by all cards that it sees, is less than this many
        times an equal share of the live hands: with 1 below 1/6 against five others.
    deals : int
        Deals of each sample.
    """
    facing = view.to_call and view.state.street is Street.THIRD
    if facing and sampled_equity(view, deals, rng) * len(view.state.live) < share:
        return Fold(view.seat)
    return view.stay


def pot_odds_caller(view: SeatView, rng: Random, *, deals: int = DEALS) -> Event:
    """Call if the sampled equity is at least what the pot odds ask for, else fold. Never bet.

    Parameters
    ----------
    view, rng
        As for every policy.
    deals : int
        Deals of each sample.
    """
    if view.to_call and sampled_equity(view, deals, rng) < view.equity_needed:
        return Fold(view.seat)
    return view.stay


def sampled_equity(view: SeatView, deals: int, rng: Random) -> float:
    """Return the equity of a seat by the cards that it sees, if all live hands stay to the showdown.

    Parameters
    ----------
    view : SeatView
        What the seat knows.
    deals : int
        How many deals to sample. The standard error is at most ``0.5 / sqrt(deals)``.
    rng : random.Random
        Where the seed of the sample comes from.
    """
    from simulator.sampling import quick_equities  # needs numpy and numba

    table = view.table()
    at = [seat.number for seat in table.live].index(view.seat)
    return quick_equities(table, deals, int(rng.random() * 2**53))[at]
