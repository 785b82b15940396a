"""Exact counting: every completion of a table, counted without dealing it.

The hands that each seat can end with, its *options*, are listed and evaluated once per job of a plan
(`simulator.exact_plan`), not once per deal, and then compared:

- two seats by one pass through both lists in order of strength (`simulator.exact_two`): the options of the other seat
  that are weaker and share no card are counted by inclusion and exclusion over the sets of cards that could be shared;
- any other number of seats board by board (`simulator.exact_boards`), with the last cards of up to three seats counted
  by level of strength instead of one by one.

The unit is a completion: unknown up cards count position by position, a seat's unknown down cards as one set (with a
down-card filter, hole pair and seventh card separately), unknown down cards of folded seats not at all.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from simulator.exact_boards import count_boards
from simulator.exact_plan import Job, Plan, SeatCards
from simulator.exact_two import count_two
from simulator.failures import NoValidDeal
from simulator.results import Figures, seat_results
from simulator.run import Run, Task
from simulator.table import Table
from simulator.tally_kernels import TALLY

STEPS_PER_DEAL = 32  # an exact count and sampled deals share a progress bar


class JobCount(NamedTuple):
    """Completions counted by a job, or by all jobs of a table.

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
    found = count_all(run, [plan], len(table.live))
    if found is None:
        return None
    tally, deals, void_deals = found[0]
    if deals == 0:
        raise NoValidDeal(f"no valid deal: no {table.rules.trigger} can come face up, and a deal without one is void")
    return Figures("exact", deals, seat_results(table, tally.tolist(), deals, exact=True), void_deals=void_deals)


def count_all(run: Run, plans: Sequence[Plan], seats: int) -> list[JobCount] | None:
    """Count all completions of several tables with so many live seats; their jobs share the workers.

    Returns
    -------
    list of JobCount or None
        What each plan comes to; None if the run was stopped before the end.
    """
    parts = [(at, job, part) for at, plan in enumerate(plans) for job in plan.jobs for part in range(job.parts)]
    found = [JobCount(np.zeros((seats, TALLY), np.int64), 0, 0) for _ in plans]
    done = 0
    for counted in run.results(Task(count_job, (job, part), _size(job)) for _, job, part in parts):
        before = found[parts[done][0]]
        found[parts[done][0]] = JobCount(*(one + other for one, other in zip(before, counted, strict=True)))
        done += 1
    return found if done == len(parts) else None


def count_job(job: Job, part: int = 0) -> JobCount:
    """Count the completions of one part of a job."""
    rows = np.zeros((len(job.seats), TALLY), np.int64)
    deals = count_two(job, rows) if len(job.seats) == 2 else count_boards(job, part, rows)
    rows *= job.factor
    deals *= job.factor
    if job.void:
        return JobCount(np.zeros_like(rows), 0, deals)
    return JobCount(rows, deals, 0)
