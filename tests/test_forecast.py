"""The forecast of coming streets against exact figures, closed forms, and itself."""

import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from math import comb, sqrt

import numpy as np
import pytest

from simulator import Forecast, Rules, Table, equity, forecast
from tests.commands import ROOT

# Of every street and under house rules; the equity now of most is counted exactly.
TABLES = {
    "third": (["8c8d/Kh", "5hAs/Jc"], {}, ""),
    "fourth": (["AsKd/Qh7c", "9c9d/Tc2d"], {}, ""),
    "mid-street": (["AsKd/Qh7c2s", "9c9d/Tc2d", "f:xx/Jc"], {}, "5s"),
    "fifth, one unknown": (["AsKd/Qh7c2s", "xx/Tc2dTh"], {}, ""),
    "sixth, three seats": (["AsKd/Qh7c2s3s", "9c9d/Tc2dThJs", "xx/4h4s8dKs"], {}, ""),
    "seventh": (["AsKd/Qh7c2s3s/Jd", "9c9d/Tc2dThJs"], {}, ""),
    "redeal": (["AsKd/8h7c2s", "9c9d/Tc2dTh"], {"no_trigger": "redeal", "last_queen": "keep"}, ""),
    "seventh up": (["AsKd/Qh7c2s", "9c9d/Tc2dTh"], {"seventh": "up", "followers": "accumulate"}, ""),
    "stud": (["AsKd/Qh7c2s", "xx/Tc2dTh"], {"game": "stud"}, ""),
    "unseen up card": (["AsKd/Qh7cx3d", "9c9d/Tc2dxJs"], {}, ""),
}


def table_of(name: str) -> Table:
    seats, house, dead = TABLES[name]
    return Table.parse(seats, dead=dead, rules=Rules(**house))


@pytest.mark.jit
@pytest.mark.parametrize("name", TABLES)
def test_mean_of_every_street_is_the_equity_now(name: str) -> None:
    table = table_of(name)
    now = equity(table, seed=1)
    found = forecast(table, boards=8192, deals_per_board=64, seed=3)
    assert found.streets
    for street in found.streets:
        assert street.boards + street.void_boards == 8192
        for seat, wanted in zip(street.seats, now.seats, strict=True):
            assert (seat is None) == wanted.folded
            if seat is not None:
                assert wanted.equity is not None
                assert wanted.standard_error is not None
                error = sqrt(seat.mean_error**2 + wanted.standard_error**2)
                assert abs(seat.mean - wanted.equity) <= 5 * error + 1e-12, street.street


@pytest.mark.jit
@pytest.mark.parametrize("name", TABLES)
def test_spread_never_falls_from_street_to_street(name: str) -> None:
    """Later boards tell more: equities are a martingale."""
    found = forecast(table_of(name), boards=8192, deals_per_board=64, seed=4)
    for earlier, later in zip(found.streets, found.streets[1:], strict=False):
        for one, two in zip(earlier.seats, later.seats, strict=True):
            if one is not None and two is not None:
                assert two.spread - one.spread > -5 * sqrt(one.spread_error**2 + two.spread_error**2)


@pytest.mark.jit
def test_spread_has_no_noise_of_the_deals_in_it() -> None:
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d"])
    few, many = (forecast(table, boards=8192, deals_per_board=deals, seed=5) for deals in (8, 1024))
    for one, two in zip(few.streets, many.streets, strict=True):
        for a, b in zip(one.seats, two.seats, strict=True):
            assert a is not None
            assert b is not None
            assert abs(a.spread - b.spread) < 5 * sqrt(a.spread_error**2 + b.spread_error**2)
            assert a.spread_error < 0.01
            # Eight deals from each board alone would add up to this variance: the noise is no small part of it.
            assert a.mean_error**2 * one.boards - a.spread**2 > 0.01


@pytest.mark.jit
def test_workers_and_executors_change_nothing() -> None:
    table = Table.parse(["AsKd/Qh7c2s", "xx/Tc2dTh", "f:xx/9c"], rules=Rules(no_trigger="redeal"))
    with ProcessPoolExecutor(2) as pool:
        runs = [
            forecast(table, precision=0.02, deals_per_board=32, seed=6, **who)
            for who in ({"workers": 1}, {"workers": 2}, {"workers": 5}, {"executor": pool, "workers": 2})
        ]
    for run in runs[1:]:
        assert figures(run) == figures(runs[0])
    other = forecast(table, precision=0.02, deals_per_board=32, seed=7)
    assert figures(other)["streets"] != figures(runs[0])["streets"]


def figures(found: Forecast) -> dict[str, object]:
    return {key: value for key, value in found.to_dict().items() if key != "elapsed_seconds"}


@pytest.mark.jit
def test_no_precision_stops_short_of_the_boards_and_a_stop_equals_a_run_of_so_many() -> None:
    table = Table.parse(["AsKd/Qh7c2s", "xx/Tc2dTh"])
    found = forecast(table, precision=0.01, deals_per_board=16, seed=8)
    assert not found.partial
    for street in found.streets:
        again = forecast(table, boards=street.boards, deals_per_board=16, seed=8)
        assert [s for s in again.streets if s.street == street.street] == [street]
        for seat in street.seats:
            assert seat is not None
            assert 1.96 * seat.mean_error <= 0.01
            assert 1.96 * seat.spread_error <= 0.025


@pytest.mark.jit
def test_chance_of_a_queen_in_closed_form() -> None:
    """Fourth street: three cards to come of 43 unseen, among them three Queens; later streets alike."""
    found = forecast(Table.parse(["AsKd/Qh", "xx/Tc", "f:xx/5h", "xx/9d"], dead="2c2d"), boards=40_960, seed=9,
                     deals_per_board=2)  # fmt: skip
    none = comb(44 - 3, 3) / comb(44, 3)
    assert [street.street for street in found.streets] == ["fourth", "fifth", "sixth", "seventh"]
    for street in found.streets[:3]:
        assert abs(street.queen - (1 - none)) < 5 * street.queen_error
    assert found.streets[3].queen == found.streets[3].queen_error == 0


@pytest.mark.jit
def test_follower_change_in_closed_form() -> None:
    """One card to come on fourth street: after the Queen it is a follower unless it is a Queen too."""
    found = forecast(Table.parse(["AsKd/7cQh", "xx/Tc"]), boards=40_960, seed=10, deals_per_board=2)
    fourth = found.streets[0]
    assert abs(fourth.follower_change - (1 - 3 / 47)) < 5 * fourth.follower_change_error
    assert abs(fourth.queen - 3 / 47) < 5 * fourth.queen_error


@pytest.mark.jit
def test_nothing_new_is_seen_on_seventh_street_of_a_hidden_seat() -> None:
    """The other's seventh card stays unseen: all boards are the table itself."""
    found = forecast(Table.parse(["AsKd/Qh7c2s3s/Jd", "xx/Tc2dThJs"]), boards=4096, seed=11)
    (seventh,) = found.streets
    for seat in seventh.seats:
        assert seat is not None
        assert seat.spread**2 < 5 * 0.25 / 256 * sqrt(2 / 4096)


@pytest.mark.jit
def test_showdowns_are_exact() -> None:
    """All cards are seen on seventh street: each board is won, lost or split."""
    table = Table.parse(["AsKd/Qh7c2s3s", "9c9d/Tc2dThJs"])
    wanted = equity(table, method="exact")
    (seventh,) = forecast(table, boards=20_480, seed=12).streets
    for seat, now in zip(seventh.seats, wanted.seats, strict=True):
        assert seat is not None
        assert now.win is not None
        assert now.tie is not None
        assert now.equity is not None
        spread = sqrt(now.win + now.tie / 4 - now.equity**2)
        assert abs(seat.spread - spread) < 5 * seat.spread_error
        assert {seat.low, seat.median, seat.high} <= {0.0, 0.5, 1.0}
        assert abs(seat.lead - now.win - now.tie) < 5 * seat.lead_error
    assert seventh.leader_wins == 1


@pytest.mark.jit
def test_the_kernels_are_what_they_say_in_python() -> None:
    """The same counts with the JIT off, where a board needs several rounds until two of its deals are valid."""
    code = (
        "import json; from simulator import Rules, Table, forecast; "
        "table = Table.parse(['AsKd/7c2s', 'xx/Tc'], rules=Rules(no_trigger='redeal')); "
        "print(json.dumps(forecast(table, boards=20, deals_per_board=3, seed=14).to_dict()))"
    )
    found = []
    for off in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": off}
        run = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True
        )
        answer = json.loads(run.stdout)
        del answer["elapsed_seconds"]
        found.append(answer)
    assert found[0] == found[1]
    assert 2 <= found[0]["streets"][0]["boards"] < 20


def test_one_seat_left_has_nothing_to_fear() -> None:
    (seventh,) = forecast(Table.parse(["f:xx/Qh7c2s3s", "9c9d/Tc2dThJs"]), boards=8, seed=13).streets
    seat = seventh.seats[1]
    assert seat is not None
    assert (seat.mean, seat.spread, seat.low, seat.high, seat.lead) == (1, 0, 1, 1, 1)
    assert (seventh.lead_change, seventh.leader_wins) == (0, 1)


@pytest.mark.jit
def test_errors_are_those_of_many_runs() -> None:
    """The standard errors are those by which runs with other seeds differ."""
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d"])
    runs = [forecast(table, boards=1024, deals_per_board=16, seed=seed) for seed in range(100)]
    for street in range(3):
        for name in ("mean", "spread", "low", "median", "high", "lead"):
            seats = [run.streets[street].seats[0] for run in runs]
            scatter = np.std([getattr(seat, name) for seat in seats], ddof=1)
            error = np.mean([getattr(seat, f"{name}_error") for seat in seats])
            # The scatter of a hundred has an error of 7%; errors of points are rough themselves.
            assert 0.65 * error <= scatter <= 1.5 * error, (street, name)
        for name in ("queen", "follower_change", "leader_wins", "lead_change"):
            streets = [run.streets[street] for run in runs]
            scatter = np.std([getattr(found, name) for found in streets], ddof=1)
            error = np.mean([getattr(found, f"{name}_error") for found in streets])
            assert 0.65 * error <= scatter <= 1.5 * error, (street, name)
