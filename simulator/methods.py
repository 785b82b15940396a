"""Which figures of a query are counted exactly and which are sampled: decided by work, not by time or workers."""

from functools import lru_cache
from math import inf
from typing import NamedTuple

from simulator.exact_plan import Plan, plan
from simulator.streets import StreetTable, StreetTables, street_tables
from simulator.table import Table

METHODS = ("auto", "exact", "montecarlo")
AUTO_STEPS = 300_000_000  # of one exact count under auto: some tenths of a second
LIST_STEPS = 600_000_000  # of the exact counts of a list of tables, together
STEPS_PER_SECOND = 1_000_000_000  # of an exact count, about; one that takes longer is stopped by the clock
_TOO_MANY = "too many completions to count exactly: leave out the method exact, so that they are sampled"
HEADLINE = 0  # stream of the table asked about; a street has its number


class Part(NamedTuple):
    """One table of a query, and how its figures are made.

    Attributes
    ----------
    table : Table
        The table asked about, or as it stood on a street.
    stream : int
        Which random numbers of the seed it uses if it is sampled.
    entry : StreetTable or None
        The street, None for the table asked about.
    plan : Plan or None
        The exact count, None if it is sampled.
    must : bool
        Whether it may not be sampled instead.
    """

    table: Table
    stream: int
    entry: StreetTable | None
    plan: Plan | None
    must: bool


class Query(NamedTuple):
    """The parts of a query, the table asked about first, and the streets that they answer."""

    parts: tuple[Part, ...]
    streets: StreetTables


def query(
    table: Table, method: str, *, deals: int | None = None, time_limit: float | None = None, by_street: bool = False
) -> Query:
    """Decide how to answer a query.

    Parameters
    ----------
    table : Table
        What is known.
    method : str
        ``"exact"`` holds for the table asked about and for its own street, where that differs because a seat folded on
        it; earlier streets are counted or sampled as under ``"auto"``: counted where that takes little work and no
        number of deals is asked for. A finished table is always counted under ``"auto"``.
    deals : int or None
        Number of deals asked for.
    time_limit : float or None
        Seconds that there are.
    by_street : bool
        Whether to answer for each street so far, too.

    Raises
    ------
    ValueError
        An unknown method, or an exact count that is out of the question or would outlast the time limit.
    """
    checked_method(method)
    streets = street_tables(table) if by_street else StreetTables((), ())
    parts = [_part(table, HEADLINE, None, method, deals, time_limit)]
    for entry in streets.entries:
        if not entry.is_headline:
            last = entry is streets.entries[-1]
            asked = method if last or method == "montecarlo" else "auto"
            parts.append(_part(entry.table, int(entry.street), entry, asked, deals, time_limit))
    return Query(tuple(parts), streets)


def checked_method(method: str) -> str:
    """Return the method; ValueError if there is none of that name."""
    if method not in METHODS:
        raise ValueError(f"method is {' or '.join(METHODS)}, not {method!r}")
    return method


@lru_cache(maxsize=2)  # the command line looks before it asks
def list_plans(
    tables: tuple[Table, ...], method: str, *, deals: int | None = None, time_limit: float | None = None
) -> tuple[Plan, ...] | None:
    """Decide how to answer for a list of tables that are compared: all of them are counted, or all are sampled.

    Parameters
    ----------
    tables, method, deals, time_limit
        As in `query`. Under ``"auto"`` they are counted if that takes little work in all.

    Returns
    -------
    tuple of Plan or None
        The exact counts, None if the tables are sampled.

    Raises
    ------
    ValueError
        As `query` has it.
    """
    checked_method(method)
    if method == "montecarlo":
        return None
    limit = inf if time_limit is None else time_limit * STEPS_PER_SECOND
    most = limit if method == "exact" else min(LIST_STEPS, limit)
    plans: list[Plan] = []
    steps = 0
    for table in tables:
        found = plan(table)
        if found is None:
            if method == "exact":
                raise ValueError(_TOO_MANY)
            return None
        plans.append(found)
        steps += found.steps
        if method != "exact" and (steps > most or (deals is not None and not found.finished)):
            return None
    if steps > most:
        raise ValueError(_too_long(steps))
    return tuple(plans)


def _part(
    table: Table, stream: int, entry: StreetTable | None, method: str, deals: int | None, time_limit: float | None
) -> Part:
    found = None if method == "montecarlo" else plan(table)
    steps = None if time_limit is None else time_limit * STEPS_PER_SECOND
    if method == "exact":
        if found is None:
            raise ValueError(_TOO_MANY)
        if steps is not None and found.steps > steps:
            raise ValueError(_too_long(found.steps))
    elif found is not None:
        too_long = found.steps > (AUTO_STEPS if steps is None else min(AUTO_STEPS, steps))
        if too_long or (deals is not None and not found.finished):
            found = None
    return Part(table, stream, entry, found, method == "exact")


def _too_long(steps: int) -> str:
    seconds = steps / STEPS_PER_SECOND
    return f"an exact count takes up to {seconds:.1f} s, more than the time limit: raise it, or sample"
