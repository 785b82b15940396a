"""Pairs of down cards that filters leave to seats, and whether all seats can have one at once."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from evaluator.cards import DECK, card_text
from simulator.filters import Pair
from simulator.seats import Seat

_SHOWN = 6  # cards that a message lists


def pairs_left(seats: Iterable[Seat], known: Collection[int], wild_ranks: int | None) -> dict[int, tuple[Pair, ...]]:
    """Pairs that each filter allows once the known cards are gone.

    Parameters
    ----------
    seats : iterable of Seat
        Those without a filter are passed over.
    known : collection of int
        Cards that no unknown card can be.
    wild_ranks : int or None
        13-bit mask: what the filter ``wild`` means; None if no filter asks.

    Returns
    -------
    dict of int to tuple of (int, int)
        By seat number: low and high card id, ascending.
    """
    gone = frozenset(known)
    return {
        seat.number: tuple(pair for pair in seat.filter.pairs(wild_ranks or 0) if gone.isdisjoint(pair))
        for seat in seats
        if seat.filter is not None
    }


def check_filters(seats: Sequence[Seat], known: Collection[int], wild_ranks: int | None) -> None:
    """Raise ValueError, one line that names the seats, unless every filter can be satisfied, all at once."""
    left = pairs_left(seats, known, wild_ranks)
    for seat in seats:
        if seat.filter is not None and not left[seat.number]:
            raise ValueError(
                f"seat {seat.number}: no two cards satisfy {seat.filter.text}: {_reason(seat, known, wild_ranks)}"
            )
    clash = _clash(left)
    if clash:
        *most, last = map(str, clash)
        raise ValueError(
            f"seats {', '.join(most)} and {last}: their filters want the same cards, and there are too few of them; "
            "change one of them"
        )


def can_lie_elsewhere(card: int, left: Mapping[int, Sequence[Pair]]) -> bool:
    """Whether all filters can be satisfied without a card; `left` as from `pairs_left`."""
    lists = [[pair for pair in pairs if card not in pair] for pairs in left.values()]
    return all(lists) and _can_share(lists)


def _reason(seat: Seat, known: Collection[int], wild_ranks: int | None) -> str:
    assert seat.filter is not None
    wanted = {card for pair in seat.filter.pairs(wild_ranks or 0) for card in pair}
    if wanted:
        names = [card_text(card) for card in sorted(wanted.intersection(known), reverse=True)]
        return f"{' '.join(names[:_SHOWN])}{' ...' if len(names) > _SHOWN else ''} cannot be there, being known"
    if seat.filter.needs_wild and not wild_ranks:
        return "nothing is wild"
    return "it contradicts itself"


def _clash(left: Mapping[int, Sequence[Pair]]) -> list[int]:
    """Seats that cannot all have their pairs at once, each of them needed for that; empty if all can."""
    if _can_share(list(left.values())):
        return []
    clash = dict(left)
    for number in left:
        without = [pairs for seat, pairs in clash.items() if seat != number]
        if not _can_share(without):
            del clash[number]
    return sorted(clash)


def _can_share(lists: Sequence[Sequence[Pair]]) -> bool:
    """Whether one pair of each list can be chosen, no card twice: by search, after what is sure to fit is left out."""
    left = sorted(lists, key=len)
    while True:
        others = 2 * (len(left) - 1)  # cards that the other seats hold
        tight = [pairs for pairs in left if not _always_fits(pairs, others)]
        if len(tight) == len(left):
            break
        left = tight
    choices = [_choices(pairs, others) for pairs in left]
    needed = [0]  # by the seats from here on, at least, and the cards that they can take
    wanted = [0]
    for ways in reversed(choices):
        needed.insert(0, needed[0] + min(cards.bit_count() for cards in ways))
        wanted.insert(0, reduce(or_, ways, wanted[0]))
    dead_ends: set[tuple[int, int]] = set()

    def fits(at: int, used: int) -> bool:
        if at == len(choices):
            return True
        if (at, used) in dead_ends or (wanted[at] & ~used).bit_count() < needed[at]:
            return False
        if any(not used & cards and fits(at + 1, used | cards) for cards in choices[at]):
            return True
        dead_ends.add((at, used))
        return False

    return fits(0, 0)


def _always_fits(pairs: Iterable[Pair], others: int) -> bool:
    """Whether the pairs include more disjoint ones than there are cards to spoil them."""
    used: set[int] = set()
    for pair in pairs:
        if used.isdisjoint(pair):
            used.update(pair)
    return len(used) > 2 * others


def _choices(pairs: Sequence[Pair], others: int) -> list[int]:
    """Ways to place a seat, as masks of the cards that matter.

    A card that goes with more cards than the other seats hold is a choice by itself: whatever they hold, one is left
    to go with it. Without this, thousands of equally good second cards would be tried.
    """
    partners = [0] * DECK
    for low, high in pairs:
        partners[low] += 1
        partners[high] += 1
    hubs = [card for card in range(DECK) if partners[card] > others]
    return [1 << card for card in hubs] + [
        1 << low | 1 << high for low, high in pairs if partners[low] <= others and partners[high] <= others
    ]
