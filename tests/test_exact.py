"""Exact counting from the inside: two methods that share little agree, parts add up, totals are closed forms."""

from math import comb, perm
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simulator import Rules, Table, equity
from simulator.exact import count_job
from simulator.exact_boards import count_boards
from simulator.exact_plan import plan
from simulator.exact_two import count_two
from simulator.failures import OutOfTime
from simulator.methods import AUTO_STEPS, query
from simulator.tally_kernels import TALLY

TWO_SEATS = {
    "sixth, one unknown": (["AsKd/Qh7c4s2h", "xx/Tc2d9h8h"], Rules()),
    "sixth, both unknown": (["xx/Qh7c4s2h", "9hx/Tc2d9c8h"], Rules()),
    "fifth": (["8c8d/Kh4h3d", "5hAs/Jc5cQs"], Rules()),
    "fifth, accumulate": (["8c8d/Kh4hQd", "5hAs/Jc5cQs"], Rules(followers="accumulate", last_queen="none")),
    "fifth, folded": (["f:xx/xQd", "8c8d/Kh4h3d", "5hAs/Jc5cTs"], Rules()),
    "sixth, seventh up": (["8c8d/Kh4h3dQs", "5hAs/Jc5cQd2s"], Rules(seventh="up")),
    "fifth, stud": (["8c8d/Kh4h3d", "5hAs/Jc5cQs"], Rules(game="stud")),
    "finished": (["8c8d/Kh4h3d2s/2h", "5hAs/Jc5cQs9c/9d"], Rules()),
    "sixth, filters": (["AA/Kh4h3d9s", "pair,AK/Jc5c2cQs"], Rules()),
    "seventh, filter": (["8c8d/Kh4h3d9s/x", "Ax/Jc5c2cQs/5d"], Rules()),
}


@pytest.mark.jit
@pytest.mark.parametrize("name", TWO_SEATS)
def test_two_seats_by_strength_and_board_by_board(name: str) -> None:
    seats, rules = TWO_SEATS[name]
    found = plan(Table.parse(seats, rules=rules))
    assert found is not None
    for job in found.jobs:
        by_strength: NDArray[np.int64] = np.zeros((2, TALLY), np.int64)
        by_board = np.zeros((2, TALLY), np.int64)
        assert count_two(job, by_strength) == count_boards(job, 0, by_board)
        assert by_strength.tolist() == by_board.tolist()


@pytest.mark.parametrize("parts", [2, 7, 40])
def test_parts_of_a_job_add_up(parts: int) -> None:
    found = plan(Table.parse(["KcKd/Th4h8s2h", "AdQh/Jc9s3c7d", "6c6d/6hAs5sTd"]))
    assert found is not None
    (job,) = found.jobs
    whole = count_job(job)
    pieces = [count_job(job._replace(parts=parts), part) for part in range(parts)]
    assert sum(piece.deals for piece in pieces) == whole.deals == 34 * 33 * 32
    assert np.array_equal(np.sum([piece.tally for piece in pieces], axis=0), whole.tally)


@pytest.mark.jit
@pytest.mark.parametrize(
    ("seats", "dead", "rules", "deals"),
    [
        (["8c8d/Kh4h", "5hAs/Jc5c"], "", Rules(), perm(44, 4) * 40 * 39),
        (["8c8d/Kh4h", "5hAs/Jc5c"], "", Rules(seventh="up"), perm(44, 6)),
        (["AsKd/Qh7c4s", "xx/Tc2d9h"], "", Rules(), perm(44, 2) * 42 * comb(41, 3)),
        (["AsKd/Qh7c4s", "Asx/Tc2d9h".replace("As", "Ac")], "2s", Rules(), perm(42, 2) * 40 * comb(39, 2)),
        (["f:xx/xx", "AsKd/Qh7c4s", "xx/Tc2d9h"], "", Rules(), perm(44, 4) * 40 * comb(39, 3)),
        (["AsKd/Qh7c4s2c/9d", "f:JsJd/Tc2d9hx"], "", Rules(game="stud"), 52 - 12),
        (["AA/Kh4h3d9s", "xx/Jc5c2c8c"], "", Rules(), comb(4, 2) * 42 * comb(41, 3)),
    ],
)
def test_number_of_deals_is_in_the_unit_of_the_contract(seats: list[str], dead: str, rules: Rules, deals: int) -> None:
    result = equity(Table.parse(seats, dead=dead, rules=rules), method="exact")
    assert (result.method, result.deals, result.seed, result.partial) == ("exact", deals, None, False)
    for seat in result.seats:
        if not seat.folded:
            assert seat.standard_error == 0
            assert seat.ci_low == seat.equity == seat.ci_high


def test_a_redeal_count_knows_its_void_deals() -> None:
    rules = Rules(no_trigger="redeal")
    result = equity(Table.parse(["8c8d/Kh4h3d9s", "5hAs/Jc5c2d"], rules=rules), method="exact")
    # One up card to come, a Queen or not; then a seventh card each.
    assert (result.deals, result.void_deals) == (4 * 40 * 39, 37 * 40 * 39)


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_do_not_change_an_exact_count(workers: int) -> None:
    table = Table.parse(["8c8d/Kh4h3dQs", "5hAs/Jc5c2d"])
    result = equity(table, method="exact", workers=workers)
    assert [(seat.wins, seat.ties) for seat in result.seats] == [
        (seat.wins, seat.ties) for seat in equity(table, method="exact", workers=1).seats
    ]


def method(seats: list[str], asked: str = "auto", **options: Any) -> str:
    (part,), _ = query(Table.parse(seats), asked, **options)
    return "sampled" if part.plan is None else "exact"


def test_auto_counts_what_is_quick() -> None:
    quick, long, endless = ["8c8d/Kh4h", "5hAs/Jc5c"], ["8c8d/Kh", "5hAs/Jc"], ["xx/x", "xx/x"]
    finished = ["8c8d/Kh4h3d2s/2h", "5hAs/Jc5cQs9c/9d"]
    assert [method(seats) for seats in (quick, long, endless, finished)] == ["exact", "sampled", "sampled", "exact"]
    assert method(long, "exact") == "exact"
    assert [method(seats, "montecarlo") for seats in (quick, finished)] == ["sampled", "sampled"]
    # A number of deals means sampling, a finished table excepted.
    assert [method(seats, deals=1000) for seats in (quick, finished)] == ["sampled", "exact"]
    assert [method(quick, time_limit=seconds) for seconds in (1e-4, 10)] == ["sampled", "exact"]


def test_counts_out_of_the_question_are_refused() -> None:
    with pytest.raises(ValueError, match="too many completions"):
        method(["xx/x", "xx/x"], "exact")
    with pytest.raises(ValueError, match="more than the time limit"):
        method(["8c8d/Kh", "5hAs/Jc"], "exact", time_limit=0.001)
    with pytest.raises(ValueError, match="auto or exact or montecarlo"):
        method(["8c8d/Kh", "5hAs/Jc"], "guess")


@pytest.mark.jit
def test_an_exact_count_that_outlasts_its_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.methods.STEPS_PER_SECOND", 10**15)
    table = Table.parse(["8c8d/Kh4h3d", "5hAs/Jc5cQs"])
    with pytest.raises(OutOfTime, match="time limit"):
        equity(table, method="exact", time_limit=1e-6, workers=1)
    sampled = equity(table, time_limit=1e-6, workers=1, seed=1)
    assert (sampled.method, sampled.partial) == ("montecarlo", True)


def test_auto_stays_well_under_a_second() -> None:
    """Steps are about a nanosecond; all streets of a table together are a few times the largest of them."""
    assert AUTO_STEPS <= 300_000_000


@pytest.mark.jit
def test_last_street_is_exact_too_where_a_seat_folded_on_it() -> None:
    table = Table.parse(["f:2h3h/4d5cTs9c", "KcKd/Th4h8s2s", "6c6d/6hAs5sTd"])
    result = equity(table, method="exact", by_street=True, deals=1000, seed=3)
    assert [(entry.street, entry.method) for entry in result.streets] == [
        ("third", "montecarlo"), ("fourth", "montecarlo"), ("fifth", "montecarlo"), ("sixth", "exact"),
    ]  # fmt: skip
    assert result.streets[-1].deals == 34 * 33 * 32
    assert result.deals == 34 * 33
    assert result.seed == 3
