"""Progress and Ctrl-C: what a caller is told, what is left of a run, and what a run by street adds."""

import threading
from typing import Any

import pytest

from evaluator.kernels import BLOCK
from simulator import Table, equity, sampling
from simulator import run as driver
from simulator.results import Result
from simulator.streets import street_tables
from tests.recount import counts_of

SEATS = ["AsKd/QhQs4s2d/9h", "xx/Tc2cTh6d/x"]  # three unknown cards: quick in plain Python too
DEALS = 3 * BLOCK + 5
ENDS = [BLOCK, 2 * BLOCK, 3 * BLOCK, DEALS]


class Progress:
    """Remembers what it is told, and presses Ctrl-C at one of the calls."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.calls: list[tuple[int, int]] = []
        self.threads: set[int] = set()
        self.stop_at = stop_at

    def __call__(self, done: int, total: int) -> None:
        self.calls.append((done, total))
        self.threads.add(threading.get_ident())
        if len(self.calls) == self.stop_at:
            raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def _tell_after_every_block(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "TASK_BLOCKS", (1, 1))
    monkeypatch.setattr(driver, "_PROGRESS_SECONDS", 0.0)


def run(progress: Progress | None, *seats: str, deals: int = DEALS, **options: Any) -> Result:
    table = Table.parse(seats or SEATS)
    return equity(table, method="montecarlo", deals=deals, progress=progress, **{"seed": 8, "workers": 1} | options)


def test_progress_of_one_worker() -> None:
    progress = Progress()
    result = run(progress)
    assert progress.calls == [(end, DEALS) for end in ENDS]
    assert progress.threads == {threading.get_ident()}
    assert not result.partial


@pytest.mark.jit
@pytest.mark.parametrize("workers", [2, 4])
def test_progress_of_several_workers(workers: int) -> None:
    """Tasks end in any order, but numbers only grow, and the last one is the total."""
    progress = Progress()
    run(progress, deals=100 * BLOCK + 1, workers=workers)
    numbers = [done for done, _ in progress.calls]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 101
    assert progress.calls[-1] == (100 * BLOCK + 1, 100 * BLOCK + 1)
    assert progress.threads == {threading.get_ident()}


@pytest.mark.jit
def test_progress_is_not_told_more_often_than_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_PROGRESS_SECONDS", 1e9)
    progress = Progress()
    run(progress)
    assert progress.calls == [(DEALS, DEALS)]


@pytest.mark.jit
def test_progress_by_street_counts_all_streets() -> None:
    """Five streets, of which the last is the headline."""
    progress = Progress()
    result = run(progress, by_street=True)
    assert len(result.streets) == 5
    assert [done for done, _ in progress.calls] == [street * DEALS + end for street in range(5) for end in ENDS]
    assert {total for _, total in progress.calls} == {5 * DEALS}


@pytest.mark.parametrize("stop_at", [1, 3])
def test_interrupted_run_has_the_figures_of_the_deals_done(stop_at: int) -> None:
    progress = Progress(stop_at)
    result = run(progress)
    assert result.partial
    assert result.to_dict()["partial"] is True
    assert result.deals == ENDS[stop_at - 1]
    assert len(progress.calls) == stop_at
    assert counts_of(result) == counts_of(run(None, deals=result.deals))


@pytest.mark.jit
@pytest.mark.parametrize("workers", [2, 4])
def test_interrupted_run_of_several_workers_adds_up(workers: int) -> None:
    """Which tasks are done is chance, but tally and number of deals are of the same ones."""
    progress = Progress(10)
    result = run(progress, deals=10_000 * BLOCK, workers=workers)
    assert result.partial
    assert result.deals == 10 * BLOCK == progress.calls[-1][0]
    for seat in result.seats:
        assert seat.categories is not None
        assert sum(seat.categories.values()) == pytest.approx(1, abs=1e-12)
    assert sum(seat.equity or 0 for seat in result.seats) == pytest.approx(1, abs=1e-12)


@pytest.mark.jit
def test_interrupted_street_is_the_last_one() -> None:
    """Ctrl-C on the second other street: the headline and one street whole, one in part, the rest left out."""
    progress = Progress(4 + 4 + 2)
    result = run(progress, by_street=True)
    assert result.partial
    assert result.deals == DEALS
    assert [(street.street, street.deals) for street in result.streets] == [
        ("third", DEALS),
        ("fourth", 2 * BLOCK),
        ("seventh", DEALS),
    ]
    assert len(progress.calls) == 10
    whole = run(None, by_street=True)
    assert counts_of(result) == counts_of(whole)
    assert result.streets[0] == whole.streets[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_before_any_deal(monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    def stopped(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(sampling, "tally_task", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(None, workers=workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_other_errors_pass_through(workers: int) -> None:
    def broken(done: int, total: int) -> None:
        raise OSError(f"{done} of {total}")

    with pytest.raises(OSError, match=f"{DEALS}"):
        equity(Table.parse(SEATS), deals=DEALS, seed=1, workers=workers, progress=broken)


# --- by street


@pytest.mark.jit
def test_last_street_is_the_headline_if_nobody_folded_on_it() -> None:
    result = run(None, "AsKd/Qh7c", "f:xx/9c", "xx/Tc2d", by_street=True)
    assert [street.street for street in result.streets] == ["third", "fourth"]
    last = result.streets[-1]
    assert last.equity == tuple(seat.equity for seat in result.seats)
    assert last.standard_error == tuple(seat.standard_error for seat in result.seats)
    assert last.equity[1] is None
    assert None not in result.streets[0].equity


@pytest.mark.jit
def test_street_on_which_a_seat_folded_has_it_in() -> None:
    """The entry has the folder in, the headline not."""
    seats = ["AsKd/Qh7c", "f:JsJd/9c9d", "xx/Tc2d"]
    result = run(None, *seats, by_street=True)
    assert [seat.equity is None for seat in result.seats] == [False, True, False]
    last = result.streets[-1]
    assert last.street == "fourth"
    assert all(share is not None for share in last.equity)
    assert sum(share or 0 for share in last.equity) == pytest.approx(1, abs=1e-12)
    # Much the same figures as those of the seats asked about with the folder in, from other deals.
    asked = run(None, *(seat.removeprefix("f:") for seat in seats))
    for got, error, seat in zip(last.equity, last.standard_error, asked.seats, strict=True):
        assert got is not None
        assert error is not None
        assert seat.equity is not None
        assert 0 < abs(got - seat.equity) < 5 * 2**0.5 * error


@pytest.mark.jit
def test_streets_have_streams_of_their_own() -> None:
    """Third street of a table is a table that one can ask about, and gets other deals."""
    table = Table.parse(["AsKd/Qh7c4s", "xx/Tc2d5h"])
    result = equity(table, deals=200_000, seed=8, workers=1, by_street=True)
    for entry, street in zip(street_tables(table).entries[:-1], result.streets, strict=False):
        asked = equity(entry.table, deals=200_000, seed=8, workers=1).seats[0]
        got, error = street.equity[0], street.standard_error[0]
        assert got is not None
        assert error is not None
        assert asked.equity is not None
        assert 0 < abs(got - asked.equity) < 5 * 2**0.5 * error
    assert counts_of(result) == counts_of(equity(table, deals=200_000, seed=8, workers=1))


def test_a_street_that_no_deck_could_deal_is_noted() -> None:
    table = Table.parse(["xx/xxxx"] * 4 + ["f:xx/xx"] * 4, dead="2c3c4c5c")
    result = equity(table, deals=100, seed=1, workers=1, by_street=True)
    assert [street.street for street in result.streets] == ["fifth", "sixth"]
    assert len(result.notes) == 2
    assert "notes" not in result.to_dict()
    assert equity(table, deals=100, seed=1, workers=1).streets == ()


@pytest.mark.jit
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_exact_count_gives_no_figures(workers: int) -> None:
    """A part of a count estimates nothing."""
    table = Table.parse(["8c8d/Kh4h3d", "5hAs/Jc5cQs"])
    with pytest.raises(KeyboardInterrupt):
        equity(table, method="exact", workers=workers, progress=Progress(stop_at=3))


@pytest.mark.jit
def test_progress_of_an_exact_count_ends_at_its_total() -> None:
    progress = Progress()
    equity(Table.parse(["8c8d/Kh4h3d", "5hAs/Jc5cQs"]), method="exact", workers=1, progress=progress)
    numbers = [done for done, _ in progress.calls]
    assert numbers == sorted(set(numbers))
    assert progress.calls[-1][0] == progress.calls[-1][1]


@pytest.mark.jit
def test_an_exact_table_is_kept_when_a_street_is_interrupted() -> None:
    """Sixth street is counted; Ctrl-C comes while third street is sampled."""
    table = Table.parse(["8c8d/Kh4h3d9s", "xx/Jc5cQs2c"])
    progress = Progress(stop_at=4)
    result = equity(table, by_street=True, seed=1, workers=1, progress=progress, precision=0.01)
    assert (result.method, result.partial, result.stopped) == ("exact", True, "interrupted")
    assert result.seats[0].standard_error == 0
    assert len(result.streets) < 4
