"""Equities of several tables of one hand, each asked once."""

from collections.abc import Iterable
from concurrent.futures import Executor
from typing import NamedTuple

from simulator.exact_plan import plan
from simulator.interruptible import Interruptible
from simulator.run import Progress
from simulator.table import Table

__all__ = ["TableEquities", "table_equities"]

_PARTS = 100  # of a query, for the progress


class TableEquities(NamedTuple):
    """Equities of some tables.

    Attributes
    ----------
    figures : dict of Table to tuple of (float or None, float or None)
        Equity and standard error of each seat of a table; None for one that has folded.
    sampled : bool
        Whether any of them is not exact.
    uncounted : tuple of Table
        Those that were to be counted exactly and are sampled because they have too many deals.
    """

    figures: dict[Table, tuple[tuple[float | None, float | None], ...]]
    sampled: bool
    uncounted: tuple[Table, ...]


def table_equities(
    tables: Iterable[Table],
    method: str,
    *,
    deals: int | None,
    precision: float | None,
    seed: int,
    workers: int | None,
    executor: Executor | None,
    progress: Progress | None,
) -> TableEquities:
    """Ask for the equities of tables; arguments, which are checked, as for `simulator.equity`.

    Parameters
    ----------
    progress : callable or None
        Called in this thread as ``progress(done, total)``, in hundredths of queries. What it raises ends the queries.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C.
    """
    from simulator.estimate import equity  # needs numpy and numba: only for a hand that has been played to its end

    wanted = tuple(dict.fromkeys(tables))
    uncounted = tuple(table for table in wanted if plan(table) is None) if method == "exact" else ()
    figures: dict[Table, tuple[tuple[float | None, float | None], ...]] = {}
    sampled = False
    with Interruptible() as ctrl_c:

        def tell(done: int, total: int) -> None:
            if ctrl_c.interrupted:
                raise KeyboardInterrupt
            if progress is not None:
                progress(_PARTS * len(figures) + _PARTS * done // max(1, total), _PARTS * len(wanted))

        for table in wanted:
            found = equity(
                table,
                "montecarlo" if table in uncounted else method,
                deals=deals,
                precision=precision,
                seed=seed,
                workers=workers,
                executor=executor,
                progress=tell,
            )
            if ctrl_c.interrupted or found.partial:
                raise KeyboardInterrupt
            sampled |= found.method == "montecarlo"
            figures[table] = tuple((seat.equity, seat.standard_error) for seat in found.seats)
            tell(0, 1)
    return TableEquities(figures, sampled, uncounted)
