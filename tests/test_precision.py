"""How long a run goes on: until a precision, a number of deals or a time, whichever comes first."""

from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from math import inf, nan
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.kernels import BLOCK
from simulator import Table, equity, sampling
from simulator.results import Result
from simulator.sampling import Sampling, rounds
from tests.recount import counts_of

SEATS = ["AsKd/QhQs4s2d/9h", "xx/Tc2cTh6d/x"]  # three unknown cards
jit = pytest.mark.jit


def run(*seats: str, **options: Any) -> Result:
    return equity(Table.parse(seats or SEATS), "montecarlo", **{"seed": 8, "workers": 1} | options)


def half_width(result: Result) -> float:
    return max((seat.ci_high - seat.ci_low) / 2 for seat in result.seats if seat.ci_low is not None and seat.ci_high)


@pytest.fixture
def _short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ROUND_BLOCKS", 2)
    monkeypatch.setattr(sampling, "TASK_BLOCKS", (1, 8))


# --- rounds


def test_rounds_are_of_64_blocks_and_later_of_an_eighth() -> None:
    found = list(islice(rounds(Sampling(1, None, 1e-6)), 12))
    assert [last for _, last in found] == [64, 128, 192, 256, 320, 384, 448, 512, 576, 648, 729, 820]
    assert [first for first, _ in found] == [0, *(last for _, last in found[:-1])]


@given(st.integers(1, 10**15), st.sampled_from([None, 0.001]))
def test_rounds_cover_the_deals_asked_for(deals: int, precision: float | None) -> None:
    found = list(rounds(Sampling(1, deals, precision)))
    assert (found[-1][1] - 1) * BLOCK < deals <= found[-1][1] * BLOCK
    assert len(found) == 1 if precision is None else len(found) < 300


# --- precision


@jit
@pytest.mark.usefixtures("_short_rounds")
@pytest.mark.parametrize("precision", [0.02, 0.004, 0.002])
def test_run_ends_at_the_first_round_that_is_precise_enough(precision: float) -> None:
    result = run("AsKd/Qh7c", "xx/Tc2d", precision=precision)
    assert half_width(result) <= precision
    assert not result.partial
    ends = [last * BLOCK for _, last in islice(rounds(Sampling(8, None, precision)), 60)]
    at = ends.index(result.deals)
    if at:
        assert half_width(run("AsKd/Qh7c", "xx/Tc2d", deals=ends[at - 1])) > precision
    else:
        assert precision == 0.02


@jit
@pytest.mark.usefixtures("_short_rounds")
def test_every_live_seat_is_looked_at() -> None:
    """The first seat hardly ever wins, and its interval is the first to be narrow."""
    result = run("2c3d/4h5s7c8d", "AsAh/AdKcKd2s", "QsJs/KsTs9s4d", precision=0.003)
    assert half_width(result) <= 0.003


@jit
@pytest.mark.parametrize("precision", [0.004, 0.0012])
def test_run_of_as_many_deals_is_the_same(precision: float) -> None:
    result = run(precision=precision, by_street=True)
    assert counts_of(run(deals=result.deals)) == counts_of(result)
    assert len({street.deals for street in result.streets}) > 1 or precision == 0.004
    for street in result.streets:
        again = run(deals=street.deals, by_street=True)
        assert street in again.streets


@jit
@pytest.mark.parametrize("workers", [2, 3, 5])
def test_workers_do_not_change_where_it_ends(workers: int) -> None:
    one, many = (run(precision=0.0015, by_street=True, workers=count) for count in (1, workers))
    assert counts_of(one) == counts_of(many)
    assert one.streets == many.streets


@jit
@pytest.mark.parametrize("pool", [lambda: ThreadPoolExecutor(3), lambda: ProcessPoolExecutor(2, get_context("spawn"))])
def test_executors_do_not_change_where_it_ends(pool: Any) -> None:
    executor: Executor
    with pool() as executor:
        spread = run(precision=0.002, executor=executor, workers=None)
    assert counts_of(spread) == counts_of(run(precision=0.002))


@jit
def test_the_default_is_a_tenth_of_a_percent() -> None:
    assert counts_of(run()) == counts_of(run(precision=0.001))


@pytest.mark.parametrize("deals", [1, 300])
def test_fewer_deals_than_the_precision_needs(deals: int) -> None:
    result = run(deals=deals, precision=0.0001)
    assert result.deals == deals
    assert not result.partial
    assert counts_of(result) == counts_of(run(deals=deals))


@jit
def test_whichever_comes_first() -> None:
    assert run(deals=10**15, precision=0.002).deals == run(precision=0.002).deals
    assert run(deals=200_001, precision=1e-5).deals == 200_001


@jit
def test_deals_alone_are_exactly_so_many() -> None:
    assert run(deals=10 * BLOCK + 7).deals == 10 * BLOCK + 7


@jit
def test_precision_of_a_seat_that_always_wins() -> None:
    """No deal differs, but the interval has a width, so that a tiny precision needs deals."""
    result = run("AsAd/AcAh2s3d/4h", "2c3c/5h7s8h9d/Td", precision=1e-5)
    assert result.seats[0].equity == 1
    assert 64 * BLOCK < result.deals < 200 * BLOCK


@pytest.mark.parametrize("value", [0, -0.1, 0.6, 1, nan, inf, -inf, 1e-9, 1e-300, "0.1", "0.1%", [0.1], 10**400])
def test_impossible_precisions_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^precision is ") as error:
        run(precision=value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("value", [0, -1, nan, inf, 1e12, "5", "5s", 10**400])
def test_impossible_time_limits_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^time_limit is ") as error:
        run(time_limit=value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


def test_numbers_of_any_type_are_taken() -> None:
    kind: Any
    for kind in (float, np.float32, np.float64):
        assert run(deals=20, precision=kind(0.25), time_limit=kind(1000)).deals == 20


# --- time


class Clock:
    """A clock that goes on by a second with every task."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def task(self, *args: Any) -> Any:
        self.now += 1
        return self.tally_task(*args)

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tally_task = sampling.tally_task
        monkeypatch.setattr("simulator.run.time", self)
        monkeypatch.setattr(sampling, "tally_task", self.task)
        monkeypatch.setattr(sampling, "TASK_BLOCKS", (1, 1))
        monkeypatch.setattr(sampling, "load_kernels", lambda _: None)
        monkeypatch.setattr("simulator.estimate.load_kernels", lambda _: None)


@pytest.fixture
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    Clock(monkeypatch)


def time_limited(seconds: float, **options: Any) -> Result:
    return run(time_limit=seconds, **options)


@jit
@pytest.mark.usefixtures("_clock")
@pytest.mark.parametrize(("seconds", "blocks"), [(0.001, 1), (1, 1), (1.5, 2), (7, 7)])
def test_time_is_looked_at_after_each_task(seconds: float, blocks: int) -> None:
    result = time_limited(seconds, deals=100 * BLOCK)
    assert result.deals == blocks * BLOCK
    assert result.partial
    assert result.stopped == "out of time"
    assert counts_of(result) == counts_of(run(deals=blocks * BLOCK))


@jit
@pytest.mark.usefixtures("_clock")
def test_without_deals_and_precision_the_time_is_used_up() -> None:
    assert time_limited(40).deals == 40 * BLOCK


@jit
@pytest.mark.usefixtures("_clock")
def test_time_that_suffices_does_not_matter() -> None:
    result = time_limited(100, deals=10 * BLOCK)
    assert (result.partial, result.stopped, result.deals) == (False, None, 10 * BLOCK)
    result = time_limited(1000, precision=0.0035)
    assert (result.partial, result.deals) == (False, 64 * BLOCK)


@jit
@pytest.mark.usefixtures("_clock")
def test_time_in_the_middle_of_a_round() -> None:
    """However precise the figures are, the run is not what was asked for: more deals were to come."""
    result = time_limited(5, precision=0.5)
    assert result.partial
    assert result.deals == 5 * BLOCK


@jit
@pytest.mark.usefixtures("_clock")
def test_streets_share_the_half_of_the_time() -> None:
    """Five streets, of which the last is the table itself: 10 seconds, then 2.5 for each other one, rounded up."""
    result = time_limited(20, deals=10**6 * BLOCK, by_street=True)
    assert result.deals == 10 * BLOCK
    assert [street.deals // BLOCK for street in result.streets] == [3, 3, 2, 2, 10]
    assert result.notes == ()


@jit
@pytest.mark.usefixtures("_clock")
def test_streets_get_the_time_that_the_table_leaves() -> None:
    result = time_limited(42, deals=10 * BLOCK, by_street=True)
    assert result.deals == 10 * BLOCK
    assert [street.deals // BLOCK for street in result.streets] == [8, 8, 8, 8, 10]
    assert result.partial


@jit
@pytest.mark.usefixtures("_clock")
def test_street_whose_turn_does_not_come_is_noted() -> None:
    result = time_limited(2, deals=10**6 * BLOCK, by_street=True)
    assert [street.street for street in result.streets] == ["third", "seventh"]
    assert len(result.notes) == 3
    assert all("out of time" in note for note in result.notes)


@jit
def test_time_of_a_real_clock() -> None:
    run(deals=10)  # compiled
    for workers in (1, 2):
        result = run(time_limit=0.2, workers=workers)
        assert result.partial
        assert 0.2 <= result.elapsed_seconds < 2
        assert counts_of(result) == counts_of(run(deals=result.deals))


# --- progress


@jit
@pytest.mark.parametrize("options", [{"precision": 0.0012}, {"precision": 0.0012, "by_street": True}])
def test_progress_under_a_precision(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr("simulator.run._PROGRESS_SECONDS", 0.0)
    result = run(progress=lambda done, total: calls.append((done, total)), **options)
    done = [call[0] for call in calls]
    assert done == sorted(done)
    assert all(0 < some <= total for some, total in calls)
    everything = sum(street.deals for street in result.streets) if result.streets else result.deals
    assert calls[-1] == (everything, everything)
    assert all(some < everything for some, total in calls[:-1] if some == total)
    # After the first round the estimate is near, and exact where the table itself is all.
    guess = next(total for some, total in calls if some > 65 * BLOCK)
    assert guess == pytest.approx(everything, rel=1.0 if result.streets else 0, abs=0)


@jit
@pytest.mark.usefixtures("_clock")
def test_progress_under_a_time_limit_goes_by_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr("simulator.run._PROGRESS_SECONDS", 0.0)
    run(time_limit=10, progress=lambda done, total: calls.append((done // BLOCK, total // BLOCK)))
    assert calls == [(done, 10) for done in range(1, 11)]


@jit
def test_ctrl_c_under_a_precision() -> None:
    def stop(done: int, total: int) -> None:
        if done >= 3 * BLOCK:
            raise KeyboardInterrupt

    result = run(precision=0.0001, progress=stop)
    assert result.partial
    assert result.stopped == "interrupted"
    assert counts_of(result) == counts_of(run(deals=result.deals))
