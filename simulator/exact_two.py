"""Exact count of two seats: one pass through the options of both in order of strength, without making the pairs."""

from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from simulator.exact_kernels import HAND, SIZES, count_disjoint
from simulator.exact_options import options, strengths
from simulator.exact_plan import Job, SeatCards
from simulator.tally_kernels import MOST_WINNERS


class _Ascending(NamedTuple):
    """Options of a seat in ascending order of strength.

    `strengths` are all different; the options that have one stand between two of `starts`. The hands begin with `known`
    cards that belong to no option.
    """

    known: int
    orders: NDArray[np.int64]
    hands: NDArray[np.uint8]
    strengths: NDArray[np.uint16]
    starts: NDArray[np.int64]


def count_two(job: Job, rows: NDArray[np.int64]) -> int:
    """Fill in the tally of two seats; returns the number of deals."""
    seats = [_ascending(job, seat) for seat in job.seats]
    own, other = (0, 1) if seats[0].orders.size <= seats[1].orders.size else (1, 0)  # own options take three queries
    one, two = seats[own], seats[other]
    size_1, size_2 = one.orders.size, two.orders.size
    hands, orders = np.concatenate([one.hands, two.hands]).ravel(), np.concatenate([one.orders, two.orders])
    most = HAND - max(one.known, two.known)
    places, sets = _places(job.unseen, most)

    def pairs(
        other: int,
        known: tuple[int, int],
        starts: NDArray[np.int64],
        asked: NDArray[np.int64],
        until: NDArray[np.int64],
    ) -> NDArray[np.int64]:
        """Weighted pairs of the own options of each strength asked about and the first so many of the other seat."""
        found = np.zeros(asked.size, np.int64)
        count_disjoint(
            hands, orders, other, *known, starts[asked], starts[asked + 1], until, places, _bit_counts(), most,
            np.zeros(sets, np.int64), np.zeros(1 << SIZES - 1, np.int64), found,
        )  # fmt: skip
        return found

    weaker = two.starts[np.searchsorted(two.strengths, one.strengths)]
    not_stronger = two.starts[np.searchsorted(two.strengths, one.strengths, "right")]
    tied = np.flatnonzero(weaker < not_stronger)
    all_1, all_2 = np.arange(one.strengths.size), np.arange(two.strengths.size)
    until = np.concatenate([weaker, not_stronger[tied], np.full(all_1.size, size_2)])
    turn = np.argsort(until, kind="stable")
    found = np.empty(turn.size, np.int64)
    found[turn] = pairs(
        size_1, (one.known, two.known), one.starts, np.concatenate([all_1, tied, all_1])[turn], until[turn]
    )
    less, less_or_equal, met = found[: all_1.size], found[all_1.size : -all_1.size or None], found[-all_1.size :]
    met_by = pairs(0, (two.known, one.known), size_1 + two.starts, all_2, np.full(all_2.size, size_1))
    deals = int(met_by.sum())
    rows[own, 0] = less.sum()
    rows[:, 1] = less_or_equal.sum() - less[tied].sum()
    rows[other, 0] = deals - rows[own, 0] - rows[own, 1]
    np.add.at(rows[own, MOST_WINNERS:], one.strengths >> 12, met)
    np.add.at(rows[other, MOST_WINNERS:], two.strengths >> 12, met_by)
    return deals


def _ascending(job: Job, seat: SeatCards) -> _Ascending:
    found = options(job, seat)
    values = strengths(job, found.hands)
    order = np.argsort(values, kind="stable")
    values = values[order]
    new = np.ones(values.size + 1, np.bool_)
    new[1:-1] = values[1:] != values[:-1]
    starts = np.flatnonzero(new)
    hands = np.take(found.hands, order, axis=0)
    return _Ascending(HAND - seat.unknown, found.orders[order], hands, values[starts[:-1]], starts)


@lru_cache(maxsize=8)  # most jobs of a plan have the same unseen cards
def _places(unseen: tuple[int, ...], most: int) -> tuple[NDArray[np.int64], int]:
    """Return what each card adds to the place of a set as its k-th card, and the number of sets of up to `most` cards.

    The sets of k cards stand after all smaller ones, in the order of the combinatorial number system.
    """
    sizes = [comb(len(unseen), k) for k in range(most + 1)]
    places = np.zeros((DECK, SIZES), np.int64)
    for i, card in enumerate(unseen):
        for k in range(1, most + 1):
            places[card, k] = comb(i, k) + sizes[k - 1]
    return places.ravel(), sum(sizes)


@cache
def _bit_counts() -> NDArray[np.int64]:
    return np.array([number.bit_count() for number in range(1 << SIZES - 1)], np.int64)
