"""How often Queens come up, change what is wild, and reshape the hands: a study over complete deals."""

import time
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import simulator
from simulator.answer import SCHEMA, table_facts
from simulator.failures import NoValidDeal
from simulator.limits import checked_seed
from simulator.queens_input import DEFAULT_DEALS, checked_deals, checked_seats, checked_table, checked_wild
from simulator.queens_measures import Row, measure_rows
from simulator.queens_tally import count_deals
from simulator.rules import DEFAULT_RULES, Rules
from simulator.run import Progress, Run, checked_workers
from simulator.table import Table

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_SEATS = (2, 3, 4, 5, 6, 7)
_GIVEN_TABLE = 0  # stream of a table that was given; others use their number of seats


class Studied(NamedTuple):
    """One number of seats of a study.

    Attributes
    ----------
    seats : int
        Number of live seats.
    deals, void_deals : int
        Valid deals, which all figures are of, and void ones (rule W13).
    """

    seats: int
    deals: int
    void_deals: int


@dataclass(frozen=True, slots=True)
class QueensStudy:
    """Answer to a Queens study; attributes are named as the keys of `to_dict`.

    Attributes
    ----------
    schema, version : int, str
        Version of this form, and of the package.
    game, rules : str, dict
        The game and its house rules.
    table : dict or None
        ``seats``, ``dead`` and ``common`` of the table that was given; None if nothing was known.
    seed, deals : int
        Start of the random numbers; deals asked for, for each number of seats.
    studies : tuple of Studied
        Deals made for each number of seats.
    partial : bool
        Whether Ctrl-C has ended the study before it was complete.
    elapsed_seconds : float
        Computing time.
    rows : tuple of Row
        The figures.
    """

    schema: int
    version: str
    game: str
    rules: dict[str, str]
    table: dict[str, Any] | None
    seed: int
    deals: int
    studies: tuple[Studied, ...]
    partial: bool
    elapsed_seconds: float
    rows: tuple[Row, ...] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain types under the documented keys, ready for JSON; NaN is None."""
        return {
            "schema": self.schema,
            "version": self.version,
            "game": self.game,
            "rules": dict(self.rules),
            "table": self.table,
            "seed": self.seed,
            "deals": self.deals,
            "studies": [studied._asdict() for studied in self.studies],
            "partial": self.partial,
            "elapsed_seconds": self.elapsed_seconds,
            "rows": [{name: _plain(value) for name, value in row._asdict().items()} for row in self.rows],
        }

    def to_frame(self) -> "pd.DataFrame":
        """One row per measure, street and outcome, with the columns of `simulator.queens_measures.Row`."""
        import pandas as pd

        return pd.DataFrame(list(self.rows), columns=list(Row._fields))


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and isnan(value) else value


def queens_study(
    seats: SupportsIndex | Iterable[SupportsIndex] | None = None,
    *,
    table: Table | None = None,
    rules: Rules | None = None,
    deals: int = DEFAULT_DEALS,
    seed: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> QueensStudy:
    """Study what the up cards do to the wild ranks, and the wild ranks to the hands.

    Parameters
    ----------
    seats : int or iterable of int or None
        Numbers of seats, 2 to 8: complete deals of which nothing is known, everyone in. None, without a table, is
        2, 3, 4, 5, 6 and 7.
    table : Table or None
        Complete deals from this table instead; figures are of its live seats and of the up cards still to come.
    rules : Rules or None
        The game and its house rules, None for the default ones; a table has its own.
    deals : int
        Deals for each number of seats, void ones (rule W13) included.
    seed : int or None
        0 .. 2**64 - 1: the same seed gives the same counts on any number of workers, and for a number of seats
        whichever others are studied with it. None draws one.
    workers : int or None
        Threads; None for the CPUs that the process may use.
    executor : concurrent.futures.Executor or None
        Where to run instead of in threads; its workers must be able to import this package.
    progress : callable or None
        Called in this thread as ``progress(done, total)`` with numbers of deals, a few times a second.

    Returns
    -------
    QueensStudy
        The figures; docs/queens.md says what they mean. After Ctrl-C those of the deals done by then, marked `partial`.

    Raises
    ------
    ValueError
        An argument out of range; seats or rules beside a table; stud, in which nothing is wild (rule W16); a table on
        which nothing is left to deal.
    NoValidDeal
        Every deal made was void (rule W13).
    FiltersTooTight
        Filters of many seats want the same cards: it would take too long to sample them.
    KeyboardInterrupt
        If it comes before any deal is done.

    Examples
    --------
    >>> from simulator import queens_study
    >>> study = queens_study(2, deals=20_000, seed=1)
    >>> frame = study.to_frame().set_index(["street", "measure", "outcome"])
    >>> round(frame.loc[("all", "queens_up", "0"), "closed_form"], 4)  # no Queen among eight up cards
    0.5014
    >>> abs(frame.loc[("all", "queens_up", "0"), "value"] - 0.5014) < 0.02
    True
    """
    if table is None:
        asked = DEFAULT_RULES if rules is None else checked_wild(rules)
        tables = {
            count: Table.parse(["xx/"] * count, rules=asked)
            for count in checked_seats(DEFAULT_SEATS if seats is None else seats)
        }
    else:
        if seats is not None or rules is not None:
            raise ValueError("seats and rules belong to the table: give a table alone, or seats and rules")
        asked = checked_table(table).rules
        tables = {_GIVEN_TABLE: table}
    deals = checked_deals(deals)
    seed = checked_seed(seed)
    workers = checked_workers(workers)

    started = time.perf_counter()
    studies: list[Studied] = []
    rows: list[Row] = []
    with Run(workers, executor, progress) as run:
        for stream in tables:
            run.expect(stream, deals)
        for stream, one in tables.items():
            counts = count_deals(run, one, stream, seed, deals)
            made = counts.deals + counts.void_deals
            if made:
                if not counts.deals:
                    raise NoValidDeal.among(made, asked.trigger)
                studies.append(Studied(len(one.live), counts.deals, counts.void_deals))
                rows += measure_rows(one, counts, unknown=table is None)
            if made < deals:
                break
    if not studies:
        raise KeyboardInterrupt
    return QueensStudy(
        schema=SCHEMA,
        version=simulator.__version__,
        game=asked.game,
        rules=asked.to_dict(),
        table=None if table is None else _description(table),
        seed=seed,
        deals=deals,
        studies=tuple(studies),
        partial=made < deals or len(studies) < len(tables),
        elapsed_seconds=time.perf_counter() - started,
        rows=tuple(rows),
    )


def _description(table: Table) -> dict[str, Any]:
    facts = table_facts(table)
    return {"seats": [seat.text for seat in table.seats], "dead": list(facts["dead"]), "common": facts["common"]}
