"""Outs: what the next card does to the chances of each seat, for every card that it can be."""

import time
from collections.abc import Sequence
from concurrent.futures import Executor

import simulator
from simulator import exact
from simulator.answer import SCHEMA, table_facts
from simulator.coming_card import coming_cards, tables_after
from simulator.exact_plan import Plan
from simulator.failures import NoValidDeal, OutOfTime
from simulator.limits import (
    MAX_DEALS,
    OUTS_PRECISION,
    checked_end,
    checked_seed,
    whole,
)
from simulator.methods import HEADLINE, list_plans
from simulator.out_figures import Counts, out_list
from simulator.out_lists import Outs
from simulator.paired_sampling import sample_paired
from simulator.run import Progress, Run, checked_workers
from simulator.sampling import Sampling, load_kernels
from simulator.table import Table, check_table

__all__ = ["Outs", "outs"]


def outs(
    table: Table,
    next: int | None = None,
    *,
    anyone: bool = False,
    method: str = "auto",
    deals: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    time_limit: float | None = None,
) -> Outs:
    """Tell what each card that can come next does to the equity of each seat, if everyone stays to the showdown.

    Cards that others get before it stay unknown. Cards of equal effect stand together: those that only suits tell
    apart, where suits do not matter, and in an exact answer all that leave the same counts and wild ranks.

    Parameters
    ----------
    table : Table
        What is known.
    next : int or None
        Number of the seat whose next card it is; None for the seat that is dealt to next.
    anyone : bool
        Whether to answer for every live seat that still gets a card, in place of one.
    method : str
        ``"exact"`` counts every completion, ``"montecarlo"`` samples, ``"auto"`` counts where that is quick for all
        cards together.
    deals : int or None
        Number of sampled deals after each card, void ones (rule W13) included; fewer only if `precision` or
        `time_limit` ends the run before.
    precision : float or None
        Sample until the 95% interval of every live seat after every card is at most so far to each side, as a fraction
        of the pot. If neither `deals` nor `time_limit` is given, None stands for 0.002.
    seed : int or None
        0 .. 2**64 - 1: the same seed gives the same figures on any number of workers. None draws one.
    workers : int or None
        Threads; None for the CPUs that the process may use.
    executor : concurrent.futures.Executor or None
        Where to run instead of in threads; its workers must be able to import this package.
    progress : callable or None
        Called in this thread as ``progress(done, total)`` with numbers of deals, a few times a second.
    time_limit : float or None
        Seconds after which to stop; figures are then those of the deals done by then, marked `partial`.

    Returns
    -------
    Outs
        After every card the deals have the same random numbers, so that the cards differ by less than their errors say:
        the error of a change is measured by how the difference scatters. The chances now are the mean of those after
        each card, weighted by its chance.

    Raises
    ------
    ValueError
        An argument out of range, or no card that could come; the message is one line.
    NoValidDeal
        Every deal was void (rule W13).
    FiltersTooTight
        Filters of many seats want the same cards: it would take too long to sample them.
    OutOfTime
        An exact count was asked for and not done within the time limit.
    KeyboardInterrupt
        If it comes before any deal is done, or before an exact count is.

    Examples
    --------
    >>> from simulator import Table, outs
    >>> answer = outs(Table.parse(["AsKd/Qh7c2s3d/5s", "8c8d/Tc2d5c9h"]))
    >>> best = answer.lists[0].groups[0]
    >>> answer.lists[0].seat, best.cards, best.equity
    (2, ('Ts', 'Th', 'Td', '9s', '9d', '9c', '8s', '8h'), (0.0, 1.0))
    """
    check_table(table)
    if deals is not None:
        deals = whole("deals", deals, 1, MAX_DEALS)
    precision, time_limit = checked_end(precision, deals, time_limit, OUTS_PRECISION)
    sampling = Sampling(checked_seed(seed), deals, precision)
    workers = checked_workers(workers)
    coming = coming_cards(table, next, anyone=anyone)
    tables = tables_after(coming)
    place = {after: at for at, after in enumerate(tables)}
    plans = list_plans(tables, method, deals=deals, time_limit=time_limit)

    if time_limit is not None:
        if plans is None:
            load_kernels(tables[0])
        else:
            exact.load_kernels(plans[0])
    started = time.perf_counter()
    with Run(workers, executor, progress, time_limit) as run:
        found = None if plans is None else _counted(run, tables, plans)
        if found is None and not run.interrupted:
            if plans is not None and method == "exact":
                raise OutOfTime("the exact count was not done within the time limit: raise it, or sample")
            run.expect(HEADLINE, sampling.likely_deals * len(tables))
            found = _sampled(run, tables, sampling)
    if found is None:
        raise KeyboardInterrupt
    if not any(found.deals):
        raise NoValidDeal(
            f"no valid deal: no {table.rules.trigger} came face up, and a deal without one is void (rule W13)"
        )
    stopped = None if found.complete else "interrupted" if run.interrupted else "out of time"
    return Outs(
        schema=SCHEMA,
        version=simulator.__version__,
        **table_facts(table),
        seats=tuple(seat.text for seat in table.seats),
        method="exact" if found.batches is None else "montecarlo",
        seed=None if found.batches is None else sampling.seed,
        partial=not found.complete,
        elapsed_seconds=time.perf_counter() - started,
        lists=tuple(
            out_list(card, found.at([place[way.table] for way in card.ways]), sampling.seed) for card in coming
        ),
        stopped=stopped,
    )


def _counted(run: Run, tables: Sequence[Table], plans: Sequence[Plan]) -> Counts | None:
    """Count every completion of every table; None if the run was stopped before the end."""
    run.expect(HEADLINE, sum(exact.work(plan) for plan in plans))
    found = exact.count_all(run, plans, len(tables[0].live))
    if found is None:
        return None
    return Counts([count.tally.tolist() for count in found], [count.deals for count in found])


def _sampled(run: Run, tables: Sequence[Table], sampling: Sampling) -> Counts | None:
    """Sample every table; None if the run was stopped before there was anything."""
    found = sample_paired(run, tables, sampling)
    if found is None:
        return None
    valid = found.batches.valid.sum(axis=0).tolist()
    return Counts(found.tally.tolist(), valid, found.batches, found.complete)
