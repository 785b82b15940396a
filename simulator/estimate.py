"""Equity: what each seat of a table can expect, now and on each street so far."""

import time
from concurrent.futures import Executor

import simulator
from evaluator.cards import ranks_list
from simulator.limits import (
    DEFAULT_PRECISION,
    MAX_DEALS,
    MAX_WORKERS,
    checked_precision,
    checked_seconds,
    checked_seed,
    whole,
)
from simulator.results import SCHEMA, Figures, NoValidDeal, Result, StreetResult, table_facts
from simulator.run import Progress, Run, usable_cpus
from simulator.sampling import Sampling, load_kernels, sample
from simulator.streets import StreetTable, StreetTables, street_tables
from simulator.table import Table

METHODS = ("auto", "montecarlo")
_HEADLINE = 0  # stream of the table asked about; a street has its number
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
    KeyboardInterrupt
        If it comes before any deal is done.

    Examples
    --------
    >>> from simulator import Table, equity
    >>> result = equity(Table.parse(["AsKd/Qh7c", "xx/Tc2d"]), precision=0.005, seed=1)
    >>> 0.42 < result.seats[0].equity < 0.46
    True
    """
    if not isinstance(table, Table):
        raise ValueError(f"table is a Table, as Table.parse makes it, not {type(table).__name__}")
    if method not in METHODS:
        raise ValueError(f"method is {' or '.join(METHODS)}, not {method!r}")
    if deals is not None:
        deals = whole("deals", deals, 1, MAX_DEALS)
    if time_limit is not None:
        time_limit = checked_seconds(time_limit)
    if precision is not None:
        precision = checked_precision(precision)
    elif deals is None and time_limit is None:
        precision = DEFAULT_PRECISION
    sampling = Sampling(checked_seed(seed), deals, precision)
    workers = whole("workers", usable_cpus() if workers is None else workers, 1, MAX_WORKERS)

    if time_limit is not None:
        load_kernels(table)
    started = time.perf_counter()
    streets = street_tables(table) if by_street else StreetTables((), ())
    others = [entry for entry in streets.entries if not entry.is_headline]
    found: dict[StreetTable, Figures | None] = {}
    void: tuple[str, ...] = ()
    with Run(workers, executor, progress, time_limit) as run:
        for stream in (_HEADLINE, *(int(entry.street) for entry in others)):
            run.expect(stream, sampling.likely_deals)
        run.allot(_HEADLINE_SHARE if others else 1)
        headline = sample(run, table, _HEADLINE, sampling)
        if headline is None:
            raise KeyboardInterrupt
        for left, entry in zip(range(len(others), 0, -1), others, strict=True):
            run.allot(1 / left)
            try:
                found[entry] = None if run.stopped else sample(run, entry.table, int(entry.street), sampling)
            except NoValidDeal as error:
                void += (f"{entry.street.label} street is left out: {error}",)
    figures = [(e, headline if e.is_headline else found[e]) for e in streets.entries if e.is_headline or e in found]
    stopped = "interrupted" if run.interrupted else "out of time"
    missing = tuple(
        f"{entry.street.label} street is left out: {stopped} before it was begun" for entry, part in figures if not part
    )
    partial = not all(part and part.complete for part in (headline, *found.values()))
    return Result(
        schema=SCHEMA,
        version=simulator.__version__,
        **table_facts(table),
        method=headline.method,
        deals=headline.deals,
        void_deals=headline.void_deals,
        seed=sampling.seed,
        partial=partial,
        elapsed_seconds=time.perf_counter() - started,
        seats=headline.seats,
        streets=tuple(_street_result(entry, part) for entry, part in figures if part is not None),
        notes=streets.notes + void + missing,
        stopped=stopped if partial else None,
    )


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
