"""Exact counting: every completion of a table, counted without dealing it.

The hands that each seat can end with, its *options*, are listed and evaluated once per job of a plan
(`simulator.exact_plan`), not once per deal, and then compared:

- two seats by one pass through both lists in order of strength (`compare_two`): the options of the other seat that are
  weaker and share no card are counted by inclusion and exclusion over the sets of cards that could be shared;
- any other number of seats board by board (`compare_boards`), with the last cards of up to three seats counted by level
  of strength instead of one by one.

The unit is a completion: unknown up cards count position by position, a seat's unknown down cards as one set (with a
down-card filter, hole pair and seventh card separately), unknown down cards of folded seats not at all.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from evaluator.hands import evaluate
from simulator.exact_kernels import (
    CATEGORIES,
    HAND,
    SIZES,
    compare_boards,
    compare_two,
    last_hands,
    list_levels,
    list_members,
    options,
)
from simulator.exact_plan import Job, Plan, SeatCards
from simulator.failures import NoValidDeal
from simulator.results import Figures, seat_results
from simulator.run import Run, Task
from simulator.table import Table
from simulator.tally_kernels import MOST_WINNERS, TALLY

STEPS_PER_DEAL = 32  # an exact count and sampled deals share a progress bar


class JobCount(NamedTuple):
    """Completions counted by a job, to be added up.

    Attributes
    ----------
    tally : ndarray of int64, shape (live seats, 18)
        As of sampled deals: deals with 1 .. 8 winners of which the seat is one, then its hands by category.
    deals, void_deals : int
        Completions that are valid, and those that are void (rule W13).
    """

    tally: NDArray[np.int64]
    deals: int
    void_deals: int


def load_kernels(plan: Plan) -> None:
    """Compile the kernels that a count needs, or load them from their cache: count a table with one card to come."""
    seats = [SeatCards(tuple(range(7 * k, 7 * k + 7)), (), 0, None) for k in range(min(3, len(plan.jobs[0].seats)))]
    seats[0] = seats[0]._replace(known=seats[0].known[1:], down=1)
    count_job(Job(1, False, 0, False, tuple(range(7 * len(seats), DECK)), tuple(seats)))


class _Options(NamedTuple):
    """What a seat can be dealt: sets of cards, ways to deal each, hands of seven one after the other."""

    masks: NDArray[np.uint64]
    orders: NDArray[np.int64]
    hands: NDArray[np.uint8]


class _SortedOptions(NamedTuple):
    """Options in ascending order of strength: indices of their cards, strengths, ways to deal each."""

    members: NDArray[np.uint8]
    strengths: NDArray[np.uint16]
    orders: NDArray[np.int64]


class _Levels(NamedTuple):
    """Last cards by the strength they give, ascending for each set of up cards; `starts` says where each set starts."""

    starts: NDArray[np.int64]
    strengths: NDArray[np.uint16]
    masks: NDArray[np.uint64]


def work(plan: Plan) -> int:
    """Return the work of an exact count in the unit of a progress bar."""
    return sum(_size(job) * job.parts for job in plan.jobs)


def _size(job: Job) -> int:
    return max(1, job.steps // (STEPS_PER_DEAL * job.parts))


def count(run: Run, table: Table, plan: Plan) -> Figures | None:
    """Count all completions of a table as a part of a run.

    Parameters
    ----------
    run : Run
        Who does the work.
    table : Table
        What is known.
    plan : Plan
        From `simulator.exact_plan.plan`.

    Returns
    -------
    Figures or None
        Figures of every seat; None if the run was stopped before the end, because a part of a count estimates nothing.

    Raises
    ------
    NoValidDeal
        All completions are void (rule W13).
    """
    tasks = [Task(count_job, (job, part), _size(job)) for job in plan.jobs for part in range(job.parts)]
    tally = np.zeros((len(table.live), TALLY), np.int64)
    deals = void_deals = done = 0
    for counted in run.results(tasks):
        tally += counted.tally
        deals += counted.deals
        void_deals += counted.void_deals
        done += 1
    if done < len(tasks):
        return None
    if deals == 0:
        raise NoValidDeal(f"no valid deal: no {table.rules.trigger} can come face up, and a deal without one is void")
    return Figures("exact", deals, seat_results(table, tally.tolist(), deals, exact=True), void_deals=void_deals)


def count_job(job: Job, part: int = 0) -> JobCount:
    """Count the completions of one part of a job."""
    rows = np.zeros((len(job.seats), TALLY), np.int64)
    deals = _count_two(job, rows) if len(job.seats) == 2 else _count_boards(job, part, rows)
    rows *= job.factor
    deals *= job.factor
    if job.void:
        return JobCount(np.zeros_like(rows), 0, deals)
    return JobCount(rows, deals, 0)


def _count_two(job: Job, rows: NDArray[np.int64]) -> int:
    """Fill in the tally of two seats; returns the number of deals."""
    one, two = (_sorted_options(job, seat) for seat in job.seats)
    most = min(seat.unknown for seat in job.seats)
    per_size = [comb(len(job.unseen), size) for size in range(most + 1)]
    starts = np.array([sum(per_size[:size]) for size in range(SIZES)], np.int64)
    counts = np.zeros(sum(per_size), np.int64)
    tally = np.zeros((2, 3 + CATEGORIES), np.int64)
    compare_two(
        one.members, one.strengths, one.orders, two.members, two.strengths, two.orders,
        _binomials(), _bit_counts(), starts, most, counts, tally,
    )  # fmt: skip
    rows[:, :2] = tally[:, :2]
    rows[:, MOST_WINNERS:] = tally[:, 3:]
    return int(tally[0, 2])


def _sorted_options(job: Job, seat: SeatCards) -> _SortedOptions:
    found = _options(job, seat)
    strengths = _strengths(job, found.hands)
    order = np.argsort(strengths, kind="stable")
    members = np.empty((order.size, seat.unknown), np.uint8)
    list_members(found.masks, order, members)
    return _SortedOptions(members, strengths[order], found.orders[order])


@cache
def _binomials() -> NDArray[np.int64]:
    return np.array([comb(n, k) for n in range(64) for k in range(SIZES)], np.int64)


@cache
def _bit_counts() -> NDArray[np.int64]:
    return np.array([number.bit_count() for number in range(128)], np.int64)


def _count_boards(job: Job, part: int, rows: NDArray[np.int64]) -> int:
    """Fill in the tally of any number of seats; returns the number of deals."""
    chosen, listed = job.split()
    found = [_options(job, job.seats[k], last=k in listed) for k in chosen + listed]
    starts = np.cumsum([0, *(own.masks.size for own in found)])
    strengths = [_strengths(job, own.hands).astype(np.int64) for own in found[: len(chosen)]]
    levels = [_levels(job, own) for own in found[len(chosen) :]]
    level_starts = [np.zeros(starts[len(chosen)] + 1, np.int64)]
    before = 0
    for level in levels:
        strengths.append(np.zeros(level.starts.size - 1, np.int64))
        level_starts.append(before + level.starts[1:])
        before += level.strengths.size
    winners = np.zeros(1 << MOST_WINNERS, np.int64)
    categories = np.zeros((MOST_WINNERS, CATEGORIES), np.int64)
    first, last = (int(starts[1]) * number // job.parts for number in (part, part + 1))
    compare_boards(
        np.uint64((1 << len(job.unseen)) - 1), np.array(chosen + listed), starts,
        np.concatenate([own.masks for own in found]), np.concatenate([own.orders for own in found]),
        np.concatenate(strengths), len(listed), np.concatenate(level_starts),
        np.concatenate([np.zeros(0, np.uint16), *(level.strengths for level in levels)]),
        np.concatenate([np.zeros(0, np.uint64), *(level.masks for level in levels)]),
        first, last, winners, categories,
    )  # fmt: skip
    for bits in range(1, winners.size):
        for k in range(len(job.seats)):
            if bits >> k & 1:
                rows[k, bits.bit_count() - 1] += winners[bits]
    rows[:, MOST_WINNERS:] = categories[: len(job.seats)]
    return int(winners.sum())


def _levels(job: Job, up_cards: _Options) -> _Levels:
    """Sort the last cards of a seat by the strength that they give, for each set of its up cards."""
    size = up_cards.masks.size
    unseen = len(job.unseen)
    left = unseen - int(up_cards.masks[0]).bit_count() if size else 0
    hands = np.empty(size * left * HAND, np.uint8)
    last_hands(np.array(job.unseen, np.uint8), up_cards.masks, up_cards.hands, HAND - 1, hands)
    starts = np.empty(size + 1, np.int64)
    strengths, masks = np.empty(size * left, np.uint16), np.empty(size * left, np.uint64)
    list_levels(up_cards.masks, unseen, _strengths(job, hands), starts, strengths, masks)
    return _Levels(starts, strengths[: starts[-1]], masks[: starts[-1]])


def _options(job: Job, seat: SeatCards, last: bool = False) -> _Options:
    """List the options of a seat; with `last` without its last card, which is down."""
    cards = np.array(job.unseen, np.uint8)
    partners = np.zeros(cards.size, np.uint64)
    at = {card: i for i, card in enumerate(job.unseen)}
    for low, high in seat.pairs or ():
        if low in at and high in at:
            partners[at[low]] |= np.uint64(1 << at[high])
            partners[at[high]] |= np.uint64(1 << at[low])
    known, ranks = np.array(seat.known, np.uint8), np.array(seat.ranks, np.int64)
    room = comb(cards.size, seat.unknown - last)
    masks, orders = np.empty(room, np.uint64), np.empty(room, np.int64)
    hands = np.empty(room * HAND, np.uint8)
    found = options(cards, known, ranks, seat.unknown - last, partners, seat.pairs is not None, masks, orders, hands)
    return _Options(masks[:found], orders[:found], hands[: found * HAND])


def _strengths(job: Job, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    found = evaluate(hands.reshape(-1, HAND), job.wild_ranks, double_ace_flush=job.double_ace_flush, check=False)
    return found.astype(np.uint16)
