"""Equity by Monte Carlo: random blocks of deals, shared out to workers, tallied in integers.

A result is a function of (table, rules, deals, seed) alone. Blocks have their own random numbers, tallies are integers
that add up in any order, and the size of a task is a constant, so neither workers nor time change a count.
"""

import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from functools import cache
from itertools import islice
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

import evaluator.tables
import simulator
from evaluator.cards import ranks_list
from evaluator.tables import Tables
from simulator.completions import Layout, layout
from simulator.kernels import BLOCK, TALLY, tally_blocks
from simulator.results import SCHEMA, Result, SeatResult, StreetResult, seat_result, table_facts
from simulator.streets import StreetTable, street_tables
from simulator.table import Table

DEFAULT_DEALS = 1_000_000
METHODS = ("auto", "montecarlo")
TASK_BLOCKS = 32
MAX_SEED = 2**64 - 1
MAX_DEALS = 10**15  # years of computing
MAX_WORKERS = 1024
DRAWN_SEED_BITS = 32  # short enough to type again
_HEADLINE_STREAM = 0  # a street has its number as its stream
_PROGRESS_SECONDS = 0.1

Progress = Callable[[int, int], None]


def equity(
    table: Table,
    method: str = "auto",
    *,
    deals: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    by_street: bool = False,
    progress: Progress | None = None,
) -> Result:
    """Each seat's chances at a table, everyone in staying to the showdown.

    Parameters
    ----------
    table : Table
        What is known.
    method : str
        ``"montecarlo"``, or ``"auto"``, which is the same until exact counting comes.
    deals : int or None
        Number of sampled deals; None for 1,000,000.
    seed : int or None
        0 .. 2**64 - 1: the same seed gives the same counts on any number of workers. None draws one.
    workers : int or None
        Threads; None for the CPUs that the process may use.
    executor : concurrent.futures.Executor or None
        Where to run instead of in threads; its workers must be able to import this package.
    by_street : bool
        Whether to give equities for each street so far.
    progress : callable or None
        Called in this thread as ``progress(done, total)`` with numbers of deals, a few times a second.

    Returns
    -------
    Result
        Figures by seat. After Ctrl-C those of the deals done by then, marked `partial`.

    Raises
    ------
    ValueError
        An argument out of range; the message names it.
    KeyboardInterrupt
        If it comes before any deal is done.

    Examples
    --------
    >>> from simulator import Table, equity
    >>> result = equity(Table.parse(["AsKd/Qh7c", "xx/Tc2d"]), deals=100_000, seed=1)
    >>> 0.42 < result.seats[0].equity < 0.46
    True
    """
    if not isinstance(table, Table):
        raise ValueError(f"table is a Table, as Table.parse makes it, not {type(table).__name__}")
    deals = whole("deals", DEFAULT_DEALS if deals is None else deals, 1, MAX_DEALS)
    seed = checked_seed(seed)
    workers = whole("workers", _cpus() if workers is None else workers, 1, MAX_WORKERS)
    if method not in METHODS:
        raise ValueError(f"method is {' or '.join(METHODS)}, not {method!r}")

    started = time.perf_counter()
    streets = street_tables(table) if by_street else None
    entries = streets.entries if streets else ()
    others = [entry for entry in entries if not entry.is_headline]
    run = _Run(seed, deals, (1 + len(others)) * deals, workers, executor, progress)
    with run:
        headline = run.figures(table, _HEADLINE_STREAM)
        if headline is None:
            raise KeyboardInterrupt
        by_entry = {entry: run.figures(entry.table, int(entry.street)) for entry in others}
    figures = [(entry, headline if entry.is_headline else by_entry[entry]) for entry in entries]
    missing = tuple(
        f"{entry.street.label} street is left out: interrupted before it was done"
        for entry, found in figures
        if not found
    )
    return Result(
        schema=SCHEMA,
        version=simulator.__version__,
        **table_facts(table),
        method="montecarlo",
        deals=headline[1],
        void_deals=0,
        seed=seed,
        partial=run.partial,
        elapsed_seconds=time.perf_counter() - started,
        seats=headline[0],
        streets=tuple(_street_result(entry, *found) for entry, found in figures if found is not None),
        notes=(streets.notes if streets else ()) + missing,
    )


class _Run:
    """One query: a seed, workers, progress, and whether Ctrl-C has come."""

    def __init__(
        self,
        seed: int,
        deals: int,
        total: int,
        workers: int,
        executor: Executor | None,
        progress: Progress | None,
    ) -> None:
        self.interrupted = False
        self._seed = seed
        self._deals = deals
        self._total = total
        self._workers = workers
        self._progress = progress
        self._done = 0
        self._told = time.monotonic()
        self._own = ThreadPoolExecutor(workers) if executor is None and workers > 1 else None
        self._executor = executor or self._own

    def __enter__(self) -> "_Run":
        # An exception from Ctrl-C can strike anywhere, also inside the locks of an executor: a flag cannot.
        self._ours = threading.current_thread() is threading.main_thread() and (
            signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._ours:
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def _interrupt(self, *_: object) -> None:
        """Ask the run to end after its current task; the second time, end it at once."""
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def __exit__(self, *_: object) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._own is not None:
            self._own.shutdown(wait=not self.interrupted, cancel_futures=True)

    @property
    def partial(self) -> bool:
        """Whether Ctrl-C came before all deals were done."""
        return self.interrupted and self._done < self._total

    def figures(self, table: Table, stream: int) -> tuple[tuple[SeatResult, ...], int] | None:
        """Figures of every seat and the number of deals done; None if there were none before Ctrl-C."""
        where = layout(table)
        tally = np.zeros((where.seats, TALLY), np.int64)
        done = 0
        try:
            if not self.interrupted:
                for part, count in self._parts(where, stream):
                    tally += part
                    done += count
                    self._tell(count)
                    if self.interrupted:
                        break
        except KeyboardInterrupt:
            self.interrupted = True
        if not done:
            return None
        rows = iter(tally.tolist())
        return tuple(seat_result(seat, None if seat.folded else next(rows), done) for seat in table.seats), done

    def _parts(self, where: Layout, stream: int) -> Iterator[tuple[NDArray[np.int64], int]]:
        """Tally and number of deals of each task, in any order."""
        blocks = -(-self._deals // BLOCK)
        tasks = (
            (where, self._seed, stream, first, min(first + TASK_BLOCKS, blocks), self._deals)
            for first in range(0, blocks, TASK_BLOCKS)
        )
        if self._executor is None:
            yield from (tally_task(*task) for task in tasks)
            return
        # Few tasks wait at a time, so that memory stays flat in a long run.
        waiting: set[Future[tuple[NDArray[np.int64], int]]] = set()
        try:
            while True:
                room = 2 * self._workers - len(waiting)
                waiting |= {self._executor.submit(tally_task, *task) for task in islice(tasks, room)}
                if not waiting:
                    return
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            for future in waiting:
                future.cancel()

    def _tell(self, count: int) -> None:
        self._done += count
        now = time.monotonic()
        if self._progress is not None and (now - self._told >= _PROGRESS_SECONDS or self._done == self._total):
            self._told = now
            self._progress(self._done, self._total)


def tally_task(
    where: Layout, seed: int, stream: int, first_block: int, last_block: int, deals: int
) -> tuple[NDArray[np.int64], int]:
    """Tally a range of blocks of a run: one task, which any worker can do.

    Returns
    -------
    tuple
        Tally, int64 of shape (live seats, 18), as `simulator.kernels.tally_blocks` fills it; and the deals in it.
    """
    tally = np.zeros((where.seats, TALLY), np.int64)
    tally_blocks(where, _tables(), np.uint64(seed), np.uint64(stream), first_block, last_block, deals, tally)
    return tally, min(deals, last_block * BLOCK) - first_block * BLOCK


@cache
def _tables() -> Tables:
    return evaluator.tables.load()


def _street_result(entry: StreetTable, seats: tuple[SeatResult, ...], deals: int) -> StreetResult:
    wild = entry.table.wild
    return StreetResult(
        street=entry.street.label,
        complete=entry.complete,
        method="montecarlo",
        deals=deals,
        wild_ranks=None if wild is None else tuple(ranks_list(wild.wild_ranks)),
        equity=tuple(seat.equity for seat in seats),
        standard_error=tuple(seat.standard_error for seat in seats),
    )


def _cpus() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_seed(seed: int | None) -> int:
    """Return the seed, or a drawn one for None; ValueError if it is out of range."""
    return whole("seed", secrets.randbits(DRAWN_SEED_BITS) if seed is None else seed, 0, MAX_SEED)


def whole(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """Return a whole number in range as an int; ValueError names the argument."""
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name} is a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} is {low} to {high}, not {number}")
    return number
