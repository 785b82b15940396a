"""What a Queens study counts at one table: integers that merge, task by task, as in `simulator.sampling`."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import evaluator.tables
from evaluator.category import LABELS
from evaluator.kernels import BLOCK, HAND, STRIDE, new_space
from evaluator.tables import Tables
from simulator.completions import Layout, layout
from simulator.flip_kernels import COUNTERS, NO_FOLLOWER
from simulator.hole_draws import HoleDraws, draw_holes, hole_draws
from simulator.queens_kernels import STREETS, SUMS, study_blocks
from simulator.rules import MAX_SEATS, Street
from simulator.run import Run, Task
from simulator.streets import up_card_street
from simulator.table import Table
from simulator.workspace import workspace

TASK_BLOCKS = 128
_SPREAD = 16  # tasks at least, if there are as many blocks


class UpOrder(NamedTuple):
    """The up cards of a table in deal order, as the kernel sees them.

    Attributes
    ----------
    first : int
        Number of the first one that is still to come; all after it are.
    streets : ndarray of int64, shape (up,)
        Street of each, 0 for third street.
    held : ndarray of int64, shape (up, live seats)
        Cards that each live seat has once it is out: the first ones of its rows.
    ends : bool
        Whether a trigger ends the follower before it (rules W4, W9, W12).
    """

    first: int
    streets: NDArray[np.int64]
    held: NDArray[np.int64]
    ends: bool


class StudySpace(NamedTuple):
    """Memory of a study, by deal of a block; see `simulator.flip_kernels`.

    Attributes
    ----------
    followed_low, followed_high : ndarrays of uint8, shape (BLOCK,)
        Followers so far, in bytes of ranks 2 to 9 and 10 to A, as are all masks.
    low, high, before_low, before_high, last_low, last_high : ndarrays of uint8, shape (BLOCK,)
        Wild ranks after a card, before it, and before the last flip.
    followers, triggers, wild, scratch : ndarrays of uint8, shape (BLOCK,)
        Rank of the follower, 13 if there is none; triggers face up; number of wild ranks; anything.
    flips : ndarray of uint16, shape (BLOCK + 1,)
        List of the deals with a flip.
    columns : ndarray of uint8, shape (7 * STRIDE,)
        Hands of a seat in these deals.
    was_low, was_high, is_low, is_high : ndarrays of uint8, shape (BLOCK,)
        Wild ranks in these deals, before and after the flip.
    strengths : ndarray of uint16, shape (2 * seats * STRIDE,)
        A row for each live seat, twice.
    best, leaders_1, leaders_2 : ndarrays of uint16, uint8 and uint8, shape (BLOCK,)
        Best strength, and masks of the seats that have it.
    street, whole : ndarrays of int16, shape (COUNTERS * STRIDE,)
        Counters of a street and of the whole deal.
    """

    followed_low: NDArray[np.uint8]
    followed_high: NDArray[np.uint8]
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    before_low: NDArray[np.uint8]
    before_high: NDArray[np.uint8]
    last_low: NDArray[np.uint8]
    last_high: NDArray[np.uint8]
    followers: NDArray[np.uint8]
    triggers: NDArray[np.uint8]
    wild: NDArray[np.uint8]
    scratch: NDArray[np.uint8]
    flips: NDArray[np.uint16]
    columns: NDArray[np.uint8]
    was_low: NDArray[np.uint8]
    was_high: NDArray[np.uint8]
    is_low: NDArray[np.uint8]
    is_high: NDArray[np.uint8]
    strengths: NDArray[np.uint16]
    best: NDArray[np.uint16]
    leaders_1: NDArray[np.uint8]
    leaders_2: NDArray[np.uint8]
    street: NDArray[np.int16]
    whole: NDArray[np.int16]


class Tally(NamedTuple):
    """Counts of valid deals; rows are the five streets and the whole deal, where not said otherwise.

    Attributes
    ----------
    counters : ndarray of int64, shape (6, COUNTERS, 4)
        By counter: deals in which it is not 0, its sum, its sum of squares, its sum of products with the flips.
    triggers : ndarray of int64, shape (6, 5)
        Deals by the triggers face up at the end of the street.
    wild : ndarray of int64, shape (6, 14)
        Deals by the number of wild ranks at the end of the street.
    followers : ndarray of int64, shape (6, 14)
        Deals by the rank of the follower at the end of the street; the last column is for none.
    winners : ndarray of int64, shape (2, 256)
        Deals by the set of winners, bit s for live seat s: as they are, and in stud.
    categories : ndarray of int64, shape (2, 10)
        Deals by the category of the winning hand: as they are, and in stud.
    different : ndarray of int64, shape (2,)
        Deals with another set of winners in stud, and without the last flip.
    """

    counters: NDArray[np.int64]
    triggers: NDArray[np.int64]
    wild: NDArray[np.int64]
    followers: NDArray[np.int64]
    winners: NDArray[np.int64]
    categories: NDArray[np.int64]
    different: NDArray[np.int64]

    def plus(self, other: "Tally") -> "Tally":
        """Merge two tallies."""
        return Tally(*(mine + yours for mine, yours in zip(self, other, strict=True)))


class Counts(NamedTuple):
    """What was counted at one table.

    Attributes
    ----------
    deals, void_deals : int
        Valid deals, and void ones (rule W13).
    tally : Tally
        Counts of the valid deals.
    """

    deals: int
    void_deals: int
    tally: Tally


def up_order(table: Table) -> UpOrder:
    """Find out what is out after each up card of a table."""
    order = table.completed_up_order()
    live = {seat.number: k for k, seat in enumerate(table.live)}
    held = np.full((len(order), len(live)), 2, np.int64)
    for at, (number, _) in enumerate(order):
        if number == 0:
            held[at:] += 1  # the common card is everybody's
        elif number in live:
            held[at:, live[number]] += 1
    return UpOrder(
        first=len(table.up_cards),
        streets=np.array([up_card_street(place) - Street.THIRD for place in order], np.int64),
        held=held,
        ends=not table.rules.keeps_follower,
    )


def new_tally() -> Tally:
    """Make a tally of no deals."""
    shapes = (
        (STREETS + 1, COUNTERS, SUMS),
        (STREETS + 1, 5),
        (STREETS + 1, 14),
        (STREETS + 1, NO_FOLLOWER + 1),
        (2, 1 << MAX_SEATS),
        (2, len(LABELS)),
        (2,),
    )
    return Tally(*(np.zeros(shape, np.int64) for shape in shapes))


def _study_space(seats: int) -> StudySpace:
    low, high, before_low, before_high, last_low, last_high = np.zeros((6, BLOCK), np.uint8)
    was_low, was_high, is_low, is_high, leaders_1, leaders_2 = np.zeros((6, BLOCK), np.uint8)
    followed_low, followed_high, followers, triggers, wild, scratch = np.zeros((6, BLOCK), np.uint8)
    return StudySpace(
        followed_low=followed_low,
        followed_high=followed_high,
        low=low,
        high=high,
        before_low=before_low,
        before_high=before_high,
        last_low=last_low,
        last_high=last_high,
        followers=followers,
        triggers=triggers,
        wild=wild,
        scratch=scratch,
        flips=np.zeros(BLOCK + 1, np.uint16),
        columns=np.zeros(HAND * STRIDE, np.uint8),
        was_low=was_low,
        was_high=was_high,
        is_low=is_low,
        is_high=is_high,
        strengths=np.zeros(2 * seats * STRIDE, np.uint16),
        best=np.zeros(BLOCK, np.uint16),
        leaders_1=leaders_1,
        leaders_2=leaders_2,
        street=np.zeros(COUNTERS * STRIDE, np.int16),
        whole=np.zeros(COUNTERS * STRIDE, np.int16),
    )


def count_deals(run: Run, table: Table, stream: int, seed: int, deals: int) -> Counts:
    """Deal a table to the end many times, as a part of a run, and count.

    Parameters
    ----------
    run : Run
        Who does the work.
    table : Table
        What is known.
    stream : int
        Which random numbers of the seed.
    seed : int
        Start of the random numbers.
    deals : int
        Deals to make, void ones included.

    Returns
    -------
    Counts
        If the run is stopped early, those of the first deals, which may be none.
    """
    total, made, void = new_tally(), 0, 0
    for tally, part, void_part in run.results(_tasks(table, stream, seed, deals)):
        total, made, void = total.plus(tally), made + part, void + void_part
    run.tell()
    return Counts(made - void, void, total)


def _tasks(table: Table, stream: int, seed: int, deals: int) -> Iterator[Task]:
    where, order, holes = layout(table), up_order(table), hole_draws(table)
    blocks = -(-deals // BLOCK)
    size = max(1, min(TASK_BLOCKS, blocks // _SPREAD))
    for first in range(0, blocks, size):
        last = min(first + size, blocks)
        made = min(deals, last * BLOCK) - first * BLOCK
        yield Task(study_task, (where, order, holes, seed, stream, first, last, deals), made)


def study_task(
    where: Layout,
    order: UpOrder,
    holes: HoleDraws,
    seed: int,
    stream: int,
    first_block: int,
    last_block: int,
    deals: int,
) -> tuple[Tally, int, int]:
    """Tally a range of blocks of a study: one task, which any worker can do.

    Returns
    -------
    tuple
        Tally; the deals made; and how many of them are void (rule W13) and so not in the tally.
    """
    tally = new_tally()
    places = draw_holes(holes, seed, stream, first_block, last_block)
    memory = workspace(where), _study_space(where.seats), new_space()
    numbers = np.uint64(seed), np.uint64(stream)
    void = study_blocks(where, order, _tables(), *memory, places, *numbers, first_block, last_block, deals, tally)
    return tally, min(deals, last_block * BLOCK) - first_block * BLOCK, int(void)


@cache
def _tables() -> Tables:
    return evaluator.tables.load()
