"""Monte Carlo at one table: random blocks of deals in rounds, tallied in integers, until they suffice.

A tally is a function of (table, deals, precision, seed, stream) alone. Blocks have their own random numbers, only whole
rounds are looked at, and the sizes of blocks and rounds are constants, so neither workers nor time change a count: a
run that a precision has ended at n deals equals the run of n deals.
"""

from collections.abc import Iterator
from functools import cache
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import evaluator.tables
from evaluator.kernels import BLOCK, new_space
from evaluator.tables import Tables
from simulator.completions import Layout, layout
from simulator.failures import NoValidDeal
from simulator.hole_draws import HoleDraws, draw_holes, hole_draws
from simulator.kernels import tally_blocks
from simulator.limits import MAX_DEALS
from simulator.results import Figures, SeatResult, seat_results
from simulator.run import Run, Task
from simulator.table import Table
from simulator.tally_kernels import MOST_WINNERS, TALLY
from simulator.workspace import workspace

ROUND_BLOCKS = 64  # the first rounds have so many blocks, later ones an eighth of what is done
TASK_BLOCKS = 16, 512  # of a short round, and the most of a long one
TASKS = 64  # of a long round
_Z95_SQUARED = 3.8414588206941227


class Sampling(NamedTuple):
    """How to sample.

    Attributes
    ----------
    seed : int
        Start of the random numbers.
    deals : int or None
        How many deals to make, fewer only if the precision is reached before.
    precision : float or None
        Largest half-width of a live seat's 95% interval at which to stop.
    """

    seed: int
    deals: int | None
    precision: float | None

    @property
    def most_deals(self) -> int:
        """Limit of the number of deals."""
        return MAX_DEALS if self.deals is None else self.deals

    @property
    def likely_deals(self) -> int:
        """Deals that suffice at an equity of 50%, where most are needed."""
        if self.precision is None:
            return self.most_deals
        return self.round_up(ceil(_Z95_SQUARED / 4 / self.precision**2))

    def round_up(self, deals: int) -> int:
        """Deals at the end of the first round that has so many."""
        ends = (last * BLOCK for _, last in rounds(self) if last * BLOCK >= deals)
        return min(next(ends, self.most_deals), self.most_deals)


def sample(run: Run, table: Table, stream: int, sampling: Sampling) -> Figures | None:
    """Sample deals of a table as a part of a run.

    Parameters
    ----------
    run : Run
        Who does the work.
    table : Table
        What is known.
    stream : int
        Which random numbers of the seed, and the number of this part of the run.
    sampling : Sampling
        Seed, and when it is enough.

    Returns
    -------
    Figures or None
        Figures of every seat. If the run is stopped early, those of the first deals, which a run of so many deals would
        give, too; None if there are none.

    Raises
    ------
    NoValidDeal
        All deals were void (rule W13).
    """
    where, holes = layout(table), hole_draws(table)
    tally = np.zeros((where.seats, TALLY), np.int64)
    done = void = 0
    seats: tuple[SeatResult, ...] = ()
    complete = False
    for first, last in rounds(sampling):
        for part, deals, void_deals in run.results(_tasks(where, holes, stream, sampling, first, last)):
            tally += part
            done += deals
            void += void_deals
        if not done:
            return None
        seats = seat_results(table, tally.tolist(), done - void) if void < done else ()
        whole = done == min(last * BLOCK, sampling.most_deals)
        reached = half_width(seats) / sampling.precision if seats and sampling.precision is not None else np.inf
        complete = whole and (reached <= 1 or done == sampling.most_deals)
        run.expect(stream, done if complete else deals_in_all(done, reached, sampling))
        if complete or run.stopped:
            break
    run.tell()
    if not seats:
        raise NoValidDeal.among(done, table.rules.trigger)
    return Figures("montecarlo", done - void, seats, complete, void)


def rounds(sampling: Sampling) -> Iterator[tuple[int, int]]:
    """First block and end of each round; the only one holds all blocks if there is no precision to look at."""
    blocks = -(-sampling.most_deals // BLOCK)
    first = 0
    while first < blocks:
        size = blocks if sampling.precision is None else max(ROUND_BLOCKS, first // 8)
        last = min(first + size, blocks)
        yield first, last
        first = last


def _tasks(where: Layout, holes: HoleDraws, stream: int, sampling: Sampling, first: int, last: int) -> Iterator[Task]:
    least, most = TASK_BLOCKS
    size = max(least, min(most, (last - first) // TASKS))
    deals = sampling.most_deals
    for start in range(first, last, size):
        end = min(start + size, last)
        work = min(deals, end * BLOCK) - start * BLOCK
        yield Task(tally_task, (where, holes, sampling.seed, stream, start, end, deals), work)


def deals_in_all(done: int, reached: float, sampling: Sampling) -> int:
    """Deals in all by what is known so far: the width shrinks with the root of their number."""
    if reached == np.inf:
        return max(done, sampling.likely_deals)
    return sampling.round_up(ceil(done * max(1.0, reached) ** 2))


def half_width(seats: tuple[SeatResult, ...]) -> float:
    """Half of the widest 95% interval of a live seat."""
    return max((s.ci_high - s.ci_low) / 2 for s in seats if s.ci_high is not None and s.ci_low is not None)


def tally_task(
    where: Layout, holes: HoleDraws, seed: int, stream: int, first_block: int, last_block: int, deals: int
) -> tuple[NDArray[np.int64], int, int]:
    """Tally a range of blocks of a run: one task, which any worker can do.

    Returns
    -------
    tuple
        Tally, int64 of shape (live seats, 18), which `simulator.kernels.tally_blocks` fills; the deals made; and how
        many of them are void (rule W13) and so not in the tally.
    """
    tally = np.zeros((where.seats, TALLY), np.int64)
    places = draw_holes(holes, seed, stream, first_block, last_block)
    memory = workspace(where), new_space()
    numbers = np.uint64(seed), np.uint64(stream)
    void = tally_blocks(where, _tables(), *memory, places, *numbers, first_block, last_block, deals, tally.reshape(-1))
    return tally, min(deals, last_block * BLOCK) - first_block * BLOCK, int(void)


def quick_equities(table: Table, deals: int, seed: int) -> list[float]:
    """Equities of the live seats from a number of sampled deals and nothing else: for decisions by the thousand.

    They are those of `sample` with the same seed and stream 0.
    """
    blocks = -(-deals // BLOCK)
    tally, made, void = tally_task(layout(table), hole_draws(table), seed, 0, 0, blocks, deals)
    shares = tally[:, :MOST_WINNERS] / np.arange(1, MOST_WINNERS + 1)
    equities: list[float] = (shares.sum(axis=1) / (made - void)).tolist()
    return equities


def load_kernels(table: Table) -> None:
    """Compile the kernels, or load them from their cache: tally no deals."""
    tally_task(layout(table), hole_draws(table), 0, 0, 0, 0, 1)


@cache
def _tables() -> Tables:
    return evaluator.tables.load()
