"""Forecast: what each coming street does to the equities, the lead and the wild ranks."""

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

import simulator
from evaluator.kernels import BLOCK
from simulator.answer import SCHEMA, table_facts
from simulator.estimate import equity
from simulator.failures import NoValidDeal
from simulator.interval import Z95
from simulator.limits import (
    DEFAULT_BOARD_DEALS,
    DEFAULT_PRECISION,
    FORECAST_PRECISION,
    MAX_BOARD_DEALS,
    MAX_BOARDS,
    MIN_BOARD_DEALS,
    MIN_BOARDS,
    checked_end,
    checked_seed,
    whole,
)
from simulator.methods import query
from simulator.outlook_boards import BoardTally, board_task, empty_tally
from simulator.outlook_figures import event_figures, seat_figures
from simulator.outlook_input import check_outlook
from simulator.outlook_plan import Coming, Outlook, outlook
from simulator.outlook_results import Forecast, SeatForecast, StreetForecast
from simulator.results import Result
from simulator.run import Progress, Run, Task, checked_workers
from simulator.table import Table, check_table

ROUND_BOARDS = 4096  # after each round the precision is looked at
TASK_BOARDS = 512
SPREAD_PRECISION = 2.5  # times that of the means
_NOW_SHARE = 0.2  # of a time limit, kept for the equity now
_LEAST_SECONDS = 0.01  # for it


def forecast(
    table: Table,
    *,
    precision: float | None = None,
    boards: int | None = None,
    deals_per_board: int = DEFAULT_BOARD_DEALS,
    seed: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    time_limit: float | None = None,
) -> Forecast:
    """Forecast what each coming street of a table does to the equities, the lead and the wild ranks.

    A board of a street is all that a viewer of the table will have seen once the street is complete. Boards are dealt
    at random, and each is dealt to the end many times for the equities on it (see ``docs/forecast.md``).

    Parameters
    ----------
    table : Table
        What is known; its seats have no filters of down cards.
    precision : float or None
        Add boards until the 95% interval of each mean is at most so far to each side, as a fraction of the pot, and
        that of each spread at most 2.5 times as far; looked at after rounds of 4,096 boards, street by street. If
        neither `boards` nor `time_limit` is given, None stands for 0.002.
    boards : int or None
        Number of boards per street, void ones (rule W13) included; fewer only if `precision` or `time_limit` ends the
        run before.
    deals_per_board : int
        Deals from each board, 2 .. 2048.
    seed : int or None
        0 .. 2**64 - 1: the same seed gives the same figures on any number of workers. None draws one.
    workers, executor
        As for `simulator.equity`.
    progress : callable or None
        Called in this thread as ``progress(done, total)`` with numbers of deals, a few times a second; the total is an
        estimate unless `boards` is given.
    time_limit : float or None
        Seconds after which to stop with the figures of the boards done by then, marked `partial`; compiling is not
        counted.

    Returns
    -------
    Forecast
        Figures by street and seat.

    Raises
    ------
    ValueError
        An argument out of range, a table of which nothing is to come, or a seat with a filter; the message names it.
    NoValidDeal
        All boards made, or all but one, were void (rule W13).
    KeyboardInterrupt
        If it comes before two boards are done.

    Examples
    --------
    >>> from simulator import Table, forecast
    >>> ahead = forecast(Table.parse(["AsKd/Qh7c", "xx/Tc2d"]), boards=1000, seed=1)
    >>> [street.street for street in ahead.streets]
    ['fifth', 'sixth', 'seventh']
    >>> ahead.streets[0].seats[0].spread < ahead.streets[2].seats[0].spread  # more is known on a later street
    True
    """
    check_table(table)
    check_outlook(table)
    if boards is not None:
        boards = whole("boards", boards, MIN_BOARDS, MAX_BOARDS)
    precision, time_limit = checked_end(precision, boards, time_limit, FORECAST_PRECISION)
    deals = whole("deals_per_board", deals_per_board, MIN_BOARD_DEALS, MAX_BOARD_DEALS)
    seed = checked_seed(seed)
    workers = checked_workers(workers)
    ahead = outlook(table)

    if time_limit is not None:
        board_task(ahead, 0, 0, 1, deals, tuple(range(len(ahead.streets))))  # compile before the clock runs
    started = time.perf_counter()
    with Run(workers, executor, progress, None if time_limit is None else (1 - _NOW_SHARE) * time_limit) as run:
        streets = [_StreetRun(ahead, street, precision, boards, deals) for street in ahead.streets]
        for first, last in _rounds(boards):
            run.expect(0, sum(street.work() for street in streets))
            wanted = tuple(index for index, street in enumerate(streets) if not street.complete)
            _play_round(run, ahead, streets, wanted, seed, first, last, deals)
            if run.stopped or all(street.complete for street in streets):
                break
        run.expect(0, sum(street.work() for street in streets))
        run.tell()
    if run.interrupted and any(street.tally.boards < MIN_BOARDS for street in streets):
        raise KeyboardInterrupt
    now: Result | None = None
    if not run.interrupted:
        with suppress(KeyboardInterrupt):  # the boards are worth keeping
            most = None if boards is None else boards * deals
            left = None if time_limit is None else max(_LEAST_SECONDS, started + time_limit - time.perf_counter())
            now = _now(table, precision, most, left, seed, workers, executor)
    figures = tuple(street.figures(table) for street in streets)
    interrupted = now is None or now.stopped == "interrupted"
    partial = now is None or now.partial or not all(street.complete for street in streets)
    return Forecast(
        schema=SCHEMA,
        version=simulator.__version__,
        **table_facts(table),
        seats=tuple(seat.text for seat in table.seats),
        seed=seed,
        partial=partial,
        elapsed_seconds=time.perf_counter() - started,
        deals_per_board=deals,
        now=_means(figures[-1]) if now is None else _equities(now),
        streets=figures,
        stopped=("interrupted" if interrupted else "out of time") if partial else None,
    )


def _now(
    table: Table,
    precision: float | None,
    deals: int | None,
    time_limit: float | None,
    seed: int,
    workers: int,
    executor: Executor | None,
) -> Result:
    """Equity of the table itself: exact where that is quick, else no less precise than the means and no longer made."""
    exact = query(table, "auto").parts[0].plan is not None
    return equity(
        table,
        deals=None if exact else deals,
        precision=min(DEFAULT_PRECISION, precision or DEFAULT_PRECISION),
        time_limit=time_limit,
        seed=seed,
        workers=workers,
        executor=executor,
    )


def _equities(now: Result) -> dict[str, Any]:
    return {
        "method": now.method,
        "equity": [seat.equity for seat in now.seats],
        "standard_error": [seat.standard_error for seat in now.seats],
    }


def _means(street: StreetForecast) -> dict[str, Any]:
    """Equity of the table as the boards of a street tell it, whose mean it is."""
    return {
        "method": "montecarlo",
        "equity": [None if seat is None else seat.mean for seat in street.seats],
        "standard_error": [None if seat is None else seat.mean_error for seat in street.seats],
    }


def _rounds(boards: int | None) -> Iterator[tuple[int, int]]:
    """First board and end of each round."""
    most = MAX_BOARDS if boards is None else boards
    for first in range(0, most, ROUND_BOARDS):
        yield first, min(first + ROUND_BOARDS, most)


def _play_round(
    run: Run,
    ahead: Outlook,
    streets: list["_StreetRun"],
    wanted: tuple[int, ...],
    seed: int,
    first: int,
    last: int,
    deals: int,
) -> None:
    """Make the boards of a round, for those streets that want more."""
    assert BLOCK % TASK_BOARDS == 0  # each task within a block
    each = sum(streets[index].deals for index in wanted)
    tasks = [
        Task(board_task, (ahead, seed, start, end, deals, wanted), (end - start) * each)
        for start in range(first, last, TASK_BOARDS)
        for end in [min(start + TASK_BOARDS, last)]
    ]
    for tallies, made, void in run.results(tasks):
        for index, tally in zip(wanted, tallies, strict=True):
            streets[index].add(tally, made, void)
    for index in wanted:
        streets[index].look(last)


class _StreetRun:
    """A street of a forecast at work: its boards so far, and whether they suffice."""

    def __init__(self, ahead: Outlook, street: Coming, precision: float | None, boards: int | None, deals: int) -> None:
        self._street = street
        self._precision = precision
        self._most = boards
        self.deals = 1 if street.exact else deals
        self.tally: BoardTally = empty_tally(ahead.layout.seats, street, deals)
        self._made = self._void = 0
        self._reached = float("inf")
        self.complete = False

    def add(self, tally: BoardTally, made: int, void: int) -> None:
        """Put boards to those so far."""
        self.tally = self.tally.plus(tally)
        self._made += made
        self._void += void

    def look(self, wanted: int) -> None:
        """See whether the boards suffice, once those wanted by now are made, if they are."""
        if self._made < wanted:
            return
        enough = self._most is not None and self._made >= self._most
        if self._precision is not None and self.tally.boards >= MIN_BOARDS:
            self._reached = self._half_width() / self._precision
            enough |= self._reached <= 1
        self.complete = enough

    def _half_width(self) -> float:
        """Half of the widest 95% interval of a mean, or of a spread as far as it is wanted."""
        found = [seat_figures(self.tally, at, exact=self._street.exact) for at in range(len(self.tally.leads))]
        widest = max(max(seat["mean_error"], seat["spread_error"] / SPREAD_PRECISION) for seat in found)
        return float(Z95 * widest)

    def work(self) -> int:
        """Deals in all by what is known so far: the width shrinks with the root of their number."""
        if self.complete:
            return self._made * self.deals
        needed: float = MAX_BOARDS if self._precision is None else max(ROUND_BOARDS, self._made)
        if self._reached < float("inf"):
            needed = self._made * max(1.0, self._reached) ** 2
        return int(min(needed, MAX_BOARDS if self._most is None else self._most)) * self.deals

    def figures(self, table: Table) -> StreetForecast:
        """Make the figures of the street; NoValidDeal if there are none."""
        if self.tally.boards < MIN_BOARDS:
            trigger = table.rules.trigger
            raise NoValidDeal(
                f"too few valid deals: no {trigger} came face up in {self._void:,} of {self._made:,}, and a deal "
                "without one is void (rule W13); make more boards"
            )
        found = (
            SeatForecast(number, **seat_figures(self.tally, at, exact=self._street.exact))
            for at, number in enumerate(seat.number for seat in table.live)
        )
        return StreetForecast(
            street=self._street.street.label,
            boards=self.tally.boards,
            void_boards=self._void,
            **event_figures(self.tally),
            seats=tuple(None if seat.folded else next(found) for seat in table.seats),
        )
