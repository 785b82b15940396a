"""Pots: the main pot and the side pots, and who gets how much of each (rule B17)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["Pot", "divide", "make_pots", "payouts"]


class Pot(NamedTuple):
    """A pot: its chips, and the seats that contest it."""

    chips: int
    seats: tuple[int, ...]


def make_pots(paid: Mapping[int, int], live: Sequence[int]) -> tuple[Pot, ...]:
    """Return the main pot and the side pots (rule B17).

    Parameters
    ----------
    paid : mapping of int to int
        Chips that each seat has paid in the whole hand, by seat number, folded seats too.
    live : sequence of int
        Seats whose hands are live, at least one.

    Returns
    -------
    tuple of Pot
        The main pot first. A bet that nobody called is a pot that its seat alone contests. What folded seats paid above
        every live one belongs to the last pot.
    """
    pots = []
    below = 0
    levels = sorted({paid[seat] for seat in live})
    for level in levels:
        top = max(paid.values()) if level == levels[-1] else level
        chips = sum(min(amount, top) - min(amount, below) for amount in paid.values())
        if chips:
            pots.append(Pot(chips, tuple(sorted(seat for seat in live if paid[seat] >= level))))
        below = level
    return tuple(pots)


def divide(chips: int, winners: Sequence[int]) -> dict[int, int]:
    """Divide a pot evenly (rule H4); chips left over go one each to the first of `winners` (rule B17)."""
    share, odd = divmod(chips, len(winners))
    return {seat: share + (at < odd) for at, seat in enumerate(winners)}


def payouts(
    pots: Sequence[Pot], strengths: Mapping[int, int], cards: Mapping[int, Sequence[int]], odd_chip: str
) -> dict[int, int]:
    """Return the chips that each seat gets at the showdown (rules H4, B17).

    Parameters
    ----------
    pots : sequence of Pot
        The pots.
    strengths : mapping of int to int
        Strength of the hand of each live seat, larger wins.
    cards : mapping of int to sequence of int
        All cards of each live seat: with ``high_card`` an odd chip goes to the winner with the highest of them, rank
        then suit; if they share it, as a common card, to the one with the next highest.
    odd_chip : str
        ``"high_card"`` or ``"first_seat"``.
    """
    won = dict.fromkeys(strengths, 0)
    for pot in pots:
        best = max(strengths[seat] for seat in pot.seats)
        winners = sorted(seat for seat in pot.seats if strengths[seat] == best)
        if odd_chip == "high_card":
            winners.sort(key=lambda seat: sorted(cards[seat], reverse=True), reverse=True)
        for seat, chips in divide(pot.chips, winners).items():
            won[seat] += chips
    return won
