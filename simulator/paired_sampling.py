"""Monte Carlo at several tables with the same random numbers, whose differences are steadier than of separate runs.

The tables are dealt in step, a batch of blocks of one after the same batch of the other. A batch gives each of them a
figure, and figures of the same batch belong together: errors of differences and means come from how they scatter over
batches, whatever the tables have in common.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.kernels import BLOCK
from simulator.completions import Layout, layout
from simulator.hole_draws import HoleDraws, hole_draws
from simulator.interval import SHARE_UNIT
from simulator.methods import HEADLINE
from simulator.results import seat_results
from simulator.rules import MAX_SEATS
from simulator.run import Run, Task
from simulator.sampling import Sampling, deals_in_all, half_width, rounds, tally_task
from simulator.table import Table
from simulator.tally_kernels import TALLY

BATCH_BLOCKS = 4  # of a batch and of a task
MOST_BATCHES = 512  # kept apart; more are joined two by two

_SHARES = np.array([SHARE_UNIT // winners for winners in range(1, MAX_SEATS + 1)])
Setup = tuple[Layout, HoleDraws]


class Batches(NamedTuple):
    """What the tables came to in each batch.

    Attributes
    ----------
    deals : ndarray of int64, shape (batches,)
        Deals of each table, void ones included.
    valid : ndarray of int64, shape (batches, tables)
        Those that are not void (rule W13).
    shares : ndarray of int64, shape (batches, tables, live seats)
        Pots won in them, in units of 1/840.
    """

    deals: NDArray[np.int64]
    valid: NDArray[np.int64]
    shares: NDArray[np.int64]


class _Ledger:
    """Adds up batches. Which blocks make a batch depends on nothing but how many there are."""

    def __init__(self, tables: int, seats: int) -> None:
        self._blocks = BATCH_BLOCKS  # of a batch
        shapes = (MOST_BATCHES,), (MOST_BATCHES, tables), (MOST_BATCHES, tables, seats)
        self._sums = Batches(*(np.zeros(shape, np.int64) for shape in shapes))

    def add(self, first_block: int, deals: int, valid: NDArray[np.int64], shares: NDArray[np.int64]) -> None:
        """Add what blocks of one batch came to."""
        while first_block // self._blocks >= MOST_BATCHES:
            self._blocks *= 2
            for part in self._sums:
                part[: MOST_BATCHES // 2] = part[::2] + part[1::2]
                part[MOST_BATCHES // 2 :] = 0
        for part, news in zip(self._sums, (deals, valid, shares), strict=True):
            part[first_block // self._blocks] += news

    @property
    def batches(self) -> Batches:
        """Those that there are."""
        made = self._sums.deals > 0
        return Batches(*(part[made] for part in self._sums))


class Paired(NamedTuple):
    """Figures of several tables with the same random numbers.

    Attributes
    ----------
    tally : ndarray of int64, shape (tables, live seats, 18)
        As `simulator.kernels.tally_blocks` fills it.
    batches : Batches
        The same by batches, without the categories.
    complete : bool
        False if the run was stopped before they were what was asked for.
    """

    tally: NDArray[np.int64]
    batches: Batches
    complete: bool


def sample_paired(run: Run, tables: Sequence[Table], sampling: Sampling) -> Paired | None:
    """Sample deals of several tables as a run, as many of each.

    Parameters
    ----------
    run : Run
        Who does the work.
    tables : sequence of Table
        What is known; as many live seats at each.
    sampling : Sampling
        Seed, and when it is enough: with a precision, when all live seats of all tables have it.

    Returns
    -------
    Paired or None
        If the run is stopped early, figures of the first deals, which a run of so many deals would give, too; None if
        there are none.
    """
    setups = [(layout(table), hole_draws(table)) for table in tables]
    seats = setups[0][0].seats
    tally = np.zeros((len(tables), seats, TALLY), np.int64)
    ledger = _Ledger(len(tables), seats)
    done = 0
    complete = False
    for first, last in rounds(sampling):
        for first_block, tallies, deals, void in run.results(_tasks(setups, sampling, first, last)):
            tally += tallies
            done += deals
            ledger.add(first_block, deals, deals - void, tallies[:, :, :MAX_SEATS] @ _SHARES)
        if not done:
            return None
        whole = done == min(last * BLOCK, sampling.most_deals)
        reached = np.inf
        valid = ledger.batches.valid.sum(axis=0).tolist()
        if sampling.precision is not None and any(valid):
            reached = _half_width(tables, tally, valid) / sampling.precision
        complete = whole and (reached <= 1 or done == sampling.most_deals)
        run.expect(HEADLINE, len(tables) * (done if complete else deals_in_all(done, reached, sampling)))
        if complete or run.stopped:
            break
    run.tell()
    return Paired(tally, ledger.batches, complete)


def _tasks(setups: list[Setup], sampling: Sampling, first: int, last: int) -> Iterator[Task]:
    later = range((first // BATCH_BLOCKS + 1) * BATCH_BLOCKS, last, BATCH_BLOCKS)
    for start, end in pairwise(chain([first], later, [last])):
        work = min(sampling.most_deals, end * BLOCK) - start * BLOCK
        yield Task(_batch_task, (setups, sampling.seed, start, end, sampling.most_deals), work * len(setups))


def _batch_task(
    setups: list[Setup], seed: int, first_block: int, last_block: int, deals: int
) -> tuple[int, NDArray[np.int64], int, NDArray[np.int64]]:
    """Tally a range of blocks at each table; the first block, the deals made at each, and how many of them are void."""
    found = [tally_task(*setup, seed, HEADLINE, first_block, last_block, deals) for setup in setups]
    void = np.array([void for _, _, void in found])
    return first_block, np.stack([tally for tally, _, _ in found]), found[0][1], void


def _half_width(tables: Sequence[Table], tally: NDArray[np.int64], valid: Sequence[int]) -> float:
    """Half of the widest 95% interval of a live seat; a table without a valid deal has none."""
    return max(
        half_width(seat_results(table, rows, deals))
        for table, rows, deals in zip(tables, tally.tolist(), valid, strict=True)
        if deals
    )
