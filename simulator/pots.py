"""Pots: the main pot and the side pots, and who gets how much of each (rule B17)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

__all__ = ["Pot", "divide", "make_pots", "payouts"]


class Pot(NamedTuple):
    """A pot: its chips, and the seats that contest it."""

    chips: int
    seats: tuple[int, ...]


def make_pots(
    paid: Mapping[int, int], live: Sequence[int], *, antes: Mapping[int, int] | None = None, short: Collection[int] = ()
) -> tuple[Pot, ...]:
    """Return the main pot and the side pots (rule B17).

    Parameters
    ----------
    paid : mapping of int to int
        Chips that each seat has paid in the whole hand, by seat number, folded seats too.
    live : sequence of int
        Seats whose hands are live, at least one.
    antes : mapping of int to int or None
        How much of that was the ante of each seat; None if there are no antes, or all of them the same.
    short : collection of int
        Seats that are all-in for less than their ante and contest as much of the other antes only. All others contest
        every ante, whatever their own.

    Returns
    -------
    tuple of Pot
        The main pot first. A bet that nobody called is a pot that its seat alone contests. What folded seats paid above
        every live one belongs to the last pot.
    """
    antes = dict.fromkeys(paid, 0) if antes is None else antes
    bets = {seat: amount - antes[seat] for seat, amount in paid.items()}
    shorts = [seat for seat in live if seat in short]
    whole = [seat for seat in live if seat not in short]
    pots = []
    below = 0
    for level in sorted({antes[seat] for seat in shorts}):
        contest = whole + [seat for seat in shorts if antes[seat] >= level]
        pots.append(Pot(_between(antes.values(), below, level), tuple(sorted(contest))))
        below = level
    left = sum(antes.values()) - _between(antes.values(), 0, below)
    if not whole:
        left += sum(bets.values())
        return (*pots[:-1], Pot(pots[-1].chips + left, pots[-1].seats))
    below = 0
    levels = sorted({bets[seat] for seat in whole})
    for level in levels:
        top = max(bets.values()) if level == levels[-1] else level
        if chips := left + _between(bets.values(), below, top):
            pots.append(Pot(chips, tuple(sorted(seat for seat in whole if bets[seat] >= level))))
        below, left = level, 0
    return tuple(pots)


def _between(amounts: Iterable[int], below: int, top: int) -> int:
    """Chips of some amounts that lie between two levels."""
    return sum(min(amount, top) - min(amount, below) for amount in amounts)


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
        Strength of the hand of each live seat, larger wins; a seat alone in its pots needs none.
    cards : mapping of int to sequence of int
        All cards of each live seat: with ``high_card`` an odd chip goes to the winner with the highest of them, rank
        then suit; if they share it, as a common card, to the one with the next highest.
    odd_chip : str
        ``"high_card"`` or ``"first_seat"``.
    """
    won = dict.fromkeys(strengths, 0)
    for pot in pots:
        winners = sorted(pot.seats)
        if len(winners) > 1:
            best = max(strengths[seat] for seat in winners)
            winners = [seat for seat in winners if strengths[seat] == best]
        if odd_chip == "high_card" and len(winners) > 1:
            winners.sort(key=lambda seat: sorted(cards[seat], reverse=True), reverse=True)
        for seat, chips in divide(pot.chips, winners).items():
            won[seat] = won.get(seat, 0) + chips
    return won
