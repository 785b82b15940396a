"""``ftq queens``: a table per question, JSON and CSV, errors, Ctrl-C."""

import json
import shlex
from collections.abc import Iterable
from typing import Any

import pytest

from evaluator.kernels import BLOCK
from simulator import Rules, Table, queens_study
from simulator import run as driver
from simulator.cli_queens import parse_seat_counts
from tests.commands import answer, check_error, ftq, rows, without_time

DEALS = 40
FEW = ["--deals", str(DEALS), "--seed", "7", "--workers", "1"]
TABLE = ["AsKd/Qh7c", "xx/Tc2d"]
GIVEN = [
    (["--seats", "2"], {"seats": 2}),
    (["--seats", "3,2", "--rule", "last_queen=keep"], {"seats": (3, 2), "rules": Rules(last_queen="keep")}),
    ([*TABLE, "--dead", "5s"], {"table": Table.parse(TABLE, dead="5s")}),
    (["QsQh/Kd", "--seats", "3", "--at", "2"], {"table": Table.parse(["xx/x", "QsQh/Kd", "xx/x"])}),
]


def printed(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer("queens", *args, "--format", "json"))
    return found


@pytest.mark.parametrize(("args", "asked"), GIVEN)
def test_json_is_the_study(args: list[str], asked: dict[str, Any]) -> None:
    study = queens_study(**asked, deals=DEALS, seed=7, workers=1).to_dict()
    assert {**printed(*args, *FEW), "elapsed_seconds": 0} == {**study, "elapsed_seconds": 0}


def test_csv_is_the_frame() -> None:
    found = rows(answer("queens", "--seats", "2", *FEW, "--format", "csv"))
    frame = queens_study(2, deals=DEALS, seed=7).to_frame()
    assert list(found[0]) == list(frame.columns)
    assert [(row["street"], row["measure"], row["outcome"]) for row in found] == list(
        zip(frame["street"], frame["measure"], frame["outcome"], strict=True)
    )
    values = [float(row["value"]) if row["value"] else None for row in found]
    assert values == [None if value != value else value for value in frame["value"]]


def cells(text: str, title: str) -> dict[str, list[str]]:
    """Lines of one table of the text: label, then cells."""
    (part,) = (part for part in text.split("\n\n") if part.startswith(title))
    lines = [line.rsplit(maxsplit=part.splitlines()[0].count("seats") + 1) for line in part.splitlines()[1:]]
    return {label.strip(): found for label, *found in lines}


def test_tables_for_the_eye() -> None:
    text = answer("queens", "--seats", "2,3", *FEW)
    value = {tuple(row.values())[:4]: row["value"] for row in printed("--seats", "2,3", *FEW)["rows"]}
    assert cells(text, "Queens face up at the showdown")["1"][:2] == [
        f"{100 * value[seats, 'all', 'queens_up', '1']:.2f}" for seats in (2, 3)
    ]
    assert cells(text, "flips a deal")["fourth"][:2] == [
        f"{value[seats, 'fourth', 'flips', '']:.4f}" for seats in (2, 3)
    ]
    assert cells(text, "winning hand in stud")["two pair"][:2] == [
        f"{100 * value[seats, 'all', 'stud_winning_category', 'two pair']:.2f}" for seats in (2, 3)
    ]
    assert cells(text, "more than an equal share")["seat 3"][0] == "-"
    assert "seed 7" in text.splitlines()[-2]


@pytest.mark.parametrize(
    "args",
    [
        ["--seats", "2-3"],
        ["--seats", "3,2", "--rule", "trigger=K", "--rule", "no_trigger=redeal"],
        [*TABLE, "--dead", "5sQs", "--rule", "followers=accumulate"],
    ],
)
def test_last_line_gives_the_same_figures_again(args: list[str]) -> None:
    text = answer("queens", *args, *FEW)
    command = shlex.split(text.splitlines()[-1].partition("again: ")[2])
    assert command[:2] == ["ftq", "queens"]
    assert without_time(answer(*command[1:])) == without_time(text)


def test_a_table_is_told_as_it_was_read() -> None:
    text = answer("queens", *TABLE, "f:xx/9c", *FEW)
    assert "complete deals from AsKd/Qh7c xx/Tc2d f:xx/9c" in text
    assert "Tc (Q,T)" in text
    assert set(cells(text.replace("this table", "seats"), "equity, %")) == {"seat 1", "seat 2"}


def test_no_up_card_to_come_is_no_talk_of_flips() -> None:
    text = answer("queens", "AsKd/Qh7c4s2d", "xx/Tc2c5h6h", *FEW)
    assert "flip" not in text
    assert list(cells(text.replace("this table", "seats"), "other winners")) == ["than in stud"]


@pytest.mark.parametrize(("text", "counts"), [("4", (4,)), ("2-7", (2, 3, 4, 5, 6, 7)), ("7, 2 - 3", (7, 2, 3))])
def test_numbers_of_seats(text: str, counts: tuple[int, ...]) -> None:
    assert parse_seat_counts(text) == counts


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--seats", "9"], "2 to 8 seats"),
        (["--seats", "1-3"], "2 to 8 seats"),
        (["--seats", "5-3"], "runs backwards: write 3-5"),
        (["--seats", "9-1"], "2 to 8 seats"),
        (["--seats", "2,3,2"], "2 seats stand twice"),
        (["--seats", "all"], "write it as 4, 2-7 or 2,4,7"),
        (["--seats", "2,"], "write it as 4, 2-7 or 2,4,7"),
        (["--dead", "5s"], "need seats"),
        (["--at", "2"], "need seats"),
        (["--game", "stud"], "rule W16"),
        ([*TABLE, "--game", "stud"], "rule W16"),
        (["QsQh/Kd", "--seats", "2-3"], "write one number of seats"),
        ([*TABLE, "--seats", "4"], "leave out --seats"),
        (["AsKd/Qh7c4s2d/9h", "JsJd/8h8c8d6c/2c"], "nothing is left to deal"),
        (["--rule", "last_queen=maybe"], "last_queen is clear or keep or none"),
        (["--deals", "0"], "out of range"),
        (["AsKd/Qh7c5s6s", "xx/Tc2d8c9s", "--plot", "q.png"], "none is to come"),
    ],
)
def test_errors_name_what_to_do(args: list[str], words: str) -> None:
    assert words in check_error(ftq("queens", *args))


def test_no_valid_deal_is_a_failure() -> None:
    """Of single deals about a half are void."""
    single = ["queens", "--seats", "2", "--rule", "no_trigger=redeal", "--deals", "1", "--workers", "1"]
    found = [ftq(*single, "--seed", str(seed)) for seed in range(12)]
    failed = [result for result in found if result.exit_code]
    assert 0 < len(failed) < 12
    assert all("no valid deal" in check_error(result, 1) for result in failed)


@pytest.fixture
def _stopped_in_the_second_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after the first task of the second number of seats, which has a block."""
    results = driver.Run.results
    calls = []

    def stopping(run: driver.Run, tasks: Iterable[driver.Task]) -> Any:
        calls.append(run)
        for result in results(run, tasks):
            yield result
            if len(calls) == 2:
                run.interrupted = True
                return

    monkeypatch.setattr(driver.Run, "results", stopping)


@pytest.mark.jit
@pytest.mark.usefixtures("_stopped_in_the_second_study")
@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_ctrl_c_gives_the_figures_so_far(form: str) -> None:
    deals = 3 * BLOCK
    found = ftq("queens", "--seats", "2-4", "--deals", str(deals), "--workers", "1", "--seed", "5", "--format", form)
    assert found.exit_code == 130
    assert "ftq: note: interrupted" in found.stderr
    if form == "table":
        assert "INTERRUPTED, a part of the deals asked for: 2,048 to 6,144 deals" in found.stdout
    elif form == "json":
        study = json.loads(found.stdout)
        assert study["partial"] is True
        assert study["studies"] == [
            {"seats": 2, "deals": deals, "void_deals": 0},
            {"seats": 3, "deals": BLOCK, "void_deals": 0},
        ]
        first = queens_study(3, deals=BLOCK, seed=5).to_dict()["rows"]
        assert [row for row in study["rows"] if row["seats"] == 3] == first
    else:
        assert {row["seats"] for row in rows(found.stdout)} == {"2", "3"}
