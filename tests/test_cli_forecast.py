"""``ftq forecast``: what it prints, what it refuses, and runs that are stopped."""

import json
import signal
import subprocess
import sys
from typing import Any

import pytest

import simulator.progress
import simulator.results
import simulator.run
from simulator import Table, equity, forecast
from simulator.failures import NoValidDeal
from simulator.rules import Rules
from tests.commands import HEAVY, ROOT, answer, check_error, ftq, rows, without_time

TABLE = ["AsKd/Qh7c", "f:xx/9c", "xx/Tc2d"]
FEW = ["--boards", "20", "--deals-per-board", "2", "--seed", "7", "--workers", "1"]
FIGURES = ("mean", "spread", "low", "median", "high", "lead")
EVENTS = ("queen", "follower_change", "leader_wins", "lead_change")


def test_json_has_the_documented_keys() -> None:
    found = json.loads(answer("forecast", *TABLE, *FEW, "--dead", "5s", "--format", "json"))
    assert list(found) == [
        *("schema", "version", "game", "rules", "dead", "common", "up_cards", "street", "street_complete", "wild"),
        *("seats", "seed", "partial", "elapsed_seconds", "deals_per_board", "now", "streets"),
    ]
    assert found["seats"] == TABLE
    assert (found["seed"], found["deals_per_board"], found["dead"], found["partial"]) == (7, 2, ["5s"], False)
    assert list(found["now"]) == ["method", "equity", "standard_error"]
    assert found["now"]["equity"][1] is None
    assert sum(share for share in found["now"]["equity"] if share is not None) == pytest.approx(1)
    assert [street["street"] for street in found["streets"]] == ["fifth", "sixth", "seventh"]
    for street in found["streets"]:
        pairs = [key for name in EVENTS for key in (name, f"{name}_error")]
        assert list(street) == ["street", "boards", "void_boards", *pairs, "seats"]
        assert (street["boards"], street["void_boards"]) == (20, 0)
        assert street["seats"][1] is None
        for number in (1, 3):
            seat = street["seats"][number - 1]
            assert list(seat) == ["seat", *(key for name in FIGURES for key in (name, f"{name}_error"))]
            assert seat["seat"] == number
            assert 0 <= seat["low"] <= seat["median"] <= seat["high"] <= 1
        assert street["seats"][0]["mean"] + street["seats"][2]["mean"] == pytest.approx(1)


def test_csv_has_a_row_per_figure_and_so_has_the_frame() -> None:
    found = rows(answer("forecast", *TABLE, *FEW, "--format", "csv"))
    assert list(found[0]) == ["street", "seat", "measure", "value", "standard_error"]
    assert [row["seat"] for row in found if row["street"] == "now"] == ["1", "3"]
    assert len(found) == 2 + 3 * (2 * len(FIGURES) + len(EVENTS))
    assert {row["measure"] for row in found if row["seat"] == "0"} == set(EVENTS)
    frame = forecast(Table.parse(TABLE), boards=20, deals_per_board=2, seed=7).to_frame()
    assert list(frame.columns) == list(found[0])
    assert [str(value) for value in frame["value"]] == [row["value"] for row in found]


def test_text_says_what_was_asked_and_how_to_ask_again() -> None:
    shown = answer("forecast", *TABLE, *FEW, "--rule", "no_trigger=redeal")
    assert shown.startswith("Follow the Queen, 3 seats, fourth street\nhouse rules: no_trigger=redeal\n")
    assert "seat 1  AsKd/Qh7c  now " in shown
    assert "seat 2" not in shown.partition("equity %")[2]
    assert "20 boards by Monte Carlo, 2 deals from each, seed 7, " in shown
    assert "besides, 0 boards were void, with no Q face up\n" in shown
    line = shown.splitlines()[-1]
    assert line == (
        "the same figures again: ftq forecast AsKd/Qh7c f:xx/9c xx/Tc2d --rule no_trigger=redeal --boards 20 "
        "--deals-per-board 2 --seed 7"
    )
    again = answer(*line.removeprefix("the same figures again: ftq ").split())
    assert without_time(again) == without_time(shown)


@pytest.mark.jit  # the equity now is counted exactly
def test_stud_has_no_queens() -> None:
    shown = answer("forecast", *TABLE, *FEW, "--game", "stud")
    assert "face up" not in shown
    assert "follower" not in shown
    assert "lead changes" in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["AA/Qh7c", "xx/Tc2d"], "seat 1: AA/Qh7c describes its down cards"),
        (["AsKd/Qh7c2s3s/Jd", "xx/Tc2dThJs/x"], "seventh street is complete"),
        (["AsKd/Qh7c", "xx/Tc2d", "--boards", "1"], "--boards"),
        (["AsKd/Qh7c", "xx/Tc2d", "--deals-per-board", "1"], "--deals-per-board"),
        (["AsKd/Qh7c", "xx/Tc2d", "--deals-per-board", "4096"], "--deals-per-board"),
        (["AsKd/Qh7c", "xx/Tc2d", "--precision", "0"], "--precision"),
        (["AsKd/Qh7c", "xx/Qh2d"], "Qh stands"),
        ([], "no seat given"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], words: str) -> None:
    assert words in check_error(ftq("forecast", *arguments))


def test_bad_input_is_answered_before_anything_heavy_is_loaded() -> None:
    code = (
        "import sys; from simulator.cli import cli; "
        "assert cli.run(['forecast', 'AA/Qh7c', 'xx/Tc2d']) == 2; "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).strip() == "[]"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"boards": 1}, "boards is 2 to"),
        ({"deals_per_board": 1}, "deals_per_board is 2 to 2048"),
        ({"precision": 0}, "precision is more than 0"),
        ({"time_limit": 0}, "time_limit is more than 0"),
        ({"workers": 0}, "workers is 1 to"),
        ({"seed": -1}, "seed is 0 to"),
    ],
)
def test_arguments_out_of_range_are_named(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        forecast(Table.parse(TABLE), **arguments)


def test_a_table_is_wanted() -> None:
    with pytest.raises(ValueError, match="table is a Table"):
        forecast("AsKd/Qh7c")  # type: ignore[arg-type]  # which is what is refused


def test_boards_that_are_all_void_are_no_answer() -> None:
    table = Table.parse(["AsKd/7c2s5h", "9c9d/Tc3d4h"], rules=Rules(no_trigger="redeal"))
    with pytest.raises(NoValidDeal, match="too few valid deals: no Q came face up in 2 of 2"):
        forecast(table, boards=2, deals_per_board=2, seed=3)


@pytest.mark.jit
def test_time_ends_a_run_with_a_part() -> None:
    found = forecast(Table.parse(["AsKd/Qh7c", "xx/Tc2d"]), precision=0.0001, time_limit=0.3, seed=1)
    assert found.partial
    assert found.stopped == "out of time"
    assert found.elapsed_seconds < 60
    boards = {street.boards for street in found.streets}
    assert len(boards) == 1
    assert boards.pop() % 512 == 0
    result = ftq("forecast", "AsKd/Qh7c", "xx/Tc2d", "--time", "0.2s", "--precision", "0.01%")
    assert result.exit_code == 0
    assert "OUT OF TIME: " in result.stdout
    assert "the same figures again" not in result.stdout
    assert "ftq: note: out of time: these are figures of the boards so far" in result.stderr


@pytest.mark.jit
def test_ctrl_c_ends_a_run_with_the_first_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    class CtrlC(simulator.progress.ProgressBar):
        """Presses Ctrl-C at the first sign of progress."""

        pressed = False

        def __call__(self, done: int, total: int | None, words: str = "dealing") -> None:
            if not CtrlC.pressed:
                CtrlC.pressed = True
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("simulator.progress.ProgressBar", CtrlC)
    result = ftq("forecast", "AsKd/Qh7c", "xx/Tc2d", "--boards", "1e9", "--seed", "5", "--format", "json")
    assert result.exit_code == 130
    assert "ftq: note: interrupted: these are figures of the boards so far" in result.stderr
    part = json.loads(result.stdout)
    assert part["partial"] is True
    (boards,) = {street["boards"] for street in part["streets"]}
    whole = forecast(Table.parse(["AsKd/Qh7c", "xx/Tc2d"]), boards=boards, seed=5).to_dict()
    assert part["streets"] == whole["streets"]


def test_ctrl_c_before_the_first_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(self: simulator.run.Run, tasks: Any) -> Any:
        self.interrupted = True
        return iter(())

    monkeypatch.setattr("simulator.run.Run.results", pressed)
    assert check_error(ftq("forecast", *TABLE, *FEW), 130) == "ftq: error: interrupted\n"


def test_ctrl_c_while_the_equity_now_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes last: the boards are there, and it is what it is by then."""
    from dataclasses import replace

    def pressed(*args: Any, **options: Any) -> simulator.results.Result:
        return replace(equity(*args, **options), partial=True, stopped="interrupted")

    whole = answer("forecast", *TABLE, *FEW, "--format", "json")
    monkeypatch.setattr("simulator.outlook.equity", pressed)
    result = ftq("forecast", *TABLE, *FEW, "--format", "json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["partial"] is True
    assert json.loads(result.stdout)["streets"] == json.loads(whole)["streets"]


def test_time_that_is_over_while_the_equity_now_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def late(*args: Any, **options: Any) -> simulator.results.Result:
        return replace(equity(*args, **options), partial=True, stopped="out of time")

    monkeypatch.setattr("simulator.outlook.equity", late)
    found = forecast(Table.parse(TABLE), boards=20, deals_per_board=2, seed=7, workers=1, time_limit=60.0)
    assert (found.partial, found.stopped) == (True, "out of time")


def test_ctrl_c_that_leaves_no_equity_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in an exact count. The mean of the boards is the equity, too."""

    def pressed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    whole = json.loads(answer("forecast", *TABLE, *FEW, "--format", "json"))
    monkeypatch.setattr("simulator.outlook.equity", pressed)
    result = ftq("forecast", *TABLE, *FEW, "--format", "json")
    assert result.exit_code == 130
    part = json.loads(result.stdout)
    assert (part["partial"], part["streets"]) == (True, whole["streets"])
    last = [seat and (seat["mean"], seat["mean_error"]) for seat in whole["streets"][-1]["seats"]]
    equities = zip(part["now"]["equity"], part["now"]["standard_error"], strict=True)
    assert list(equities) == [pair or (None, None) for pair in last]


@pytest.mark.jit
@pytest.mark.parametrize("settings", [{"precision": 0.001}, {"precision": 0.001, "boards": 5000}, {"boards": 5000}])
def test_ctrl_c_at_the_first_boards(settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is known of how many it takes."""

    results = simulator.run.Run.results

    def pressed(self: simulator.run.Run, tasks: Any) -> Any:
        signal.raise_signal(signal.SIGINT)  # once, and in the thread that hears it
        return results(self, tasks)

    monkeypatch.setattr("simulator.run.Run.results", pressed)
    with pytest.raises(KeyboardInterrupt):
        forecast(Table.parse(["AsKd/Qh7c", "xx/Tc2d"]), **settings, deals_per_board=2, workers=2)


@pytest.mark.jit
@pytest.mark.parametrize("settings", [{"precision": 0.01}, {"boards": 9000}])
def test_progress_starts_with_what_is_asked_for(settings: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.run._PROGRESS_SECONDS", 0)
    told: list[tuple[int, int]] = []
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d"])
    forecast(table, **settings, deals_per_board=64, seed=1, progress=lambda done, total: told.append((done, total)))
    done, total = told[0]
    assert total >= 3 * 64 * settings.get("boards", 4096)
    assert done < total


@pytest.mark.jit
def test_progress_ends_with_all_done() -> None:
    told: list[tuple[int, int]] = []
    forecast(
        Table.parse(["AsKd/Qh7c", "xx/Tc2d"]),
        precision=0.005,
        seed=1,
        progress=lambda done, total: told.append((done, total)),
    )
    assert all(done <= total for done, total in told)
    assert told[-1][0] == told[-1][1]
