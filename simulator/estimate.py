"""Equity: what each seat of a table can expect, now and on each street so far."""

import time
from collections.abc import Sequence
from concurrent.futures import Executor

import simulator
from evaluator.cards import ranks_list
from simulator import exact
from simulator.answer import SCHEMA, table_facts
from simulator.failures import NoValidDeal, OutOfTime
from simulator.limits import (
    DEFAULT_PRECISION,
    MAX_DEALS,
    checked_end,
    checked_seed,
    whole,
)
from simulator.methods import Part, query
from simulator.results import Figures, Result, StreetResult
from simulator.run import Progress, Run, checked_workers
from simulator.sampling import Sampling, load_kernels, sample
from simulator.streets import StreetTable
from simulator.table import Table, check_table

_HEADLINE_SHARE = 0.5  # of a time limit, if streets come after it


def equity(
    table: Table,
    method: str = "auto",
    *,
    deals: int | None = None,
    precision: float | None = None,
    time_limit: float | None = None,
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
        Number of sampled deals, void ones (rule W13) included; fewer only if `precision` or `time_limit` ends the run
        before.
    precision : float or None
        Sample until the 95% interval of every live seat is at most so far to each side, as a fraction of the pot
        (0.001 is 0.1%); looked at after whole rounds of some 100,000 deals and more. If neither `deals` nor
        `time_limit` is given, None stands for 0.001.
    time_limit : float or None
        Seconds after which to stop. If streets are wanted, half of the time is kept for them as long as the table
        itself needs more. The figures are then those of the deals done by then, marked `partial`: another run may
        get further. At least some deals are made; compiling the kernels is not counted.
    seed : int or None
        0 .. 2**64 - 1: the same seed gives the same counts on any number of workers. None draws one.
    workers : int or None
        Threads; None for the CPUs that the process may use.
    executor : concurrent.futures.Executor or None
        Where to run instead of in threads; its workers must be able to import this package.
    by_street : bool
        Whether to give equities for each street so far, each sampled with the same settings.
    progress : callable or None
        Called in this thread as ``progress(done, total)`` with numbers of deals, a few times a second; under a
        precision or a time limit the total is an estimate, which changes.

    Returns
    -------
    Result
        Figures by seat. After Ctrl-C or at the time limit those of the deals done by then, marked `partial`.

    Raises
    ------
    ValueError
        An argument out of range; the message names it.
    NoValidDeal
        Every deal made was void (rule W13); the message says so.
    FiltersTooTight
        Filters of many seats want the same cards: it would take too long to sample them.
    OutOfTime
        An exact count was asked for and not done within the time limit.
    KeyboardInterrupt
        If it comes before any deal is done, or before an exact count is.

    Examples
    --------
    >>> from simulator import Table, equity
    >>> result = equity(Table.parse(["AsKd/Qh7c", "xx/Tc2d"]), precision=0.005, seed=1)
    >>> 0.42 < result.seats[0].equity < 0.46
    True
    """
    check_table(table)
    if deals is not None:
        deals = whole("deals", deals, 1, MAX_DEALS)
    precision, time_limit = checked_end(precision, deals, time_limit, DEFAULT_PRECISION)
    sampling = Sampling(checked_seed(seed), deals, precision)
    workers = checked_workers(workers)
    parts, streets = query(table, method, deals=deals, time_limit=time_limit, by_street=by_street)

    if time_limit is not None:
        _load_kernels(parts)
    started = time.perf_counter()
    found: dict[StreetTable | None, Figures | None] = {}
    void: tuple[str, ...] = ()
    with Run(workers, executor, progress, time_limit) as run:
        for part in parts:
            run.expect(part.stream, sampling.likely_deals if part.plan is None else exact.work(part.plan))
        for left, part in zip(range(len(parts), 0, -1), parts, strict=True):
            run.allot(1 / left if part.entry or left == 1 else _HEADLINE_SHARE)
            try:
                found[part.entry] = None if run.stopped and part.entry else _figures(run, part, sampling)
            except NoValidDeal as error:
                if part.entry is None:
                    raise
                void += (f"{part.entry.street.label} street is left out: {error}",)
    headline = found[None]
    if headline is None:
        raise KeyboardInterrupt
    figures = [(e, headline if e.is_headline else found[e]) for e in streets.entries if e.is_headline or e in found]
    stopped = "interrupted" if run.interrupted else "out of time"
    missing = tuple(
        f"{entry.street.label} street is left out: {stopped} before it was done" for entry, part in figures if not part
    )
    made = [part for part in found.values() if part is not None]
    partial = len(made) < len(found) or not all(part.complete for part in made)
    return Result(
        schema=SCHEMA,
        version=simulator.__version__,
        **table_facts(table),
        method=headline.method,
        deals=headline.deals,
        void_deals=headline.void_deals,
        seed=sampling.seed if any(part.method == "montecarlo" for part in made) else None,
        partial=partial,
        elapsed_seconds=time.perf_counter() - started,
        seats=headline.seats,
        streets=tuple(_street_result(entry, part) for entry, part in figures if part is not None),
        notes=streets.notes + void + missing,
        stopped=stopped if partial else None,
    )


def _figures(run: Run, part: Part, sampling: Sampling) -> Figures | None:
    """Figures of one part of a query; None if it was stopped before there were any."""
    if part.plan is not None:
        found = exact.count(run, part.table, part.plan)
        if found is not None or run.interrupted:
            return found
        if part.must:
            raise OutOfTime("the exact count was not done within the time limit: raise it, or sample")
    return sample(run, part.table, part.stream, sampling)


def _load_kernels(parts: Sequence[Part]) -> None:
    """Compile the kernels that a query needs, or load them from their cache."""
    for part in parts:
        if part.plan is None:
            load_kernels(part.table)
        else:
            exact.load_kernels(part.plan)


def _street_result(entry: StreetTable, figures: Figures) -> StreetResult:
    wild = entry.table.wild
    return StreetResult(
        street=entry.street.label,
        complete=entry.complete,
        method=figures.method,
        deals=figures.deals,
        wild_ranks=None if wild is None else tuple(ranks_list(wild.wild_ranks)),
        equity=tuple(seat.equity for seat in figures.seats),
        standard_error=tuple(seat.standard_error for seat in figures.seats),
    )
