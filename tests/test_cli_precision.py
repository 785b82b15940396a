"""`ftq equity --precision`, `--time`: what is printed, and that it can be had again."""

import json
import re
import shlex

import pytest

from simulator import Table
from simulator.report import Asked, again
from tests.commands import answer, equity_json, ftq, rows, without_time

SEATS = ["AsKd/Qh7c", "xx/Tc2d"]
SAMPLED = [*SEATS, "--method", "montecarlo", "--workers", "1"]
AGAIN = "the same figures again: "
jit = pytest.mark.jit


def last_command(text: str) -> list[str]:
    name, *args = shlex.split(text.splitlines()[-1].partition("again: ")[2])
    assert name == "ftq"
    return args


@jit
@pytest.mark.parametrize("precision", ["0.3%", "0.003", "3e-3"])
def test_precision_in_percent_or_as_a_fraction(precision: str) -> None:
    got = equity_json(*SAMPLED, "--precision", precision, "--seed", "5")
    assert got["deals"] == 131_072
    assert got["partial"] is False
    assert max(seat["ci_high"] - seat["ci_low"] for seat in got["seats"]) <= 0.006


@jit
@pytest.mark.parametrize(
    "options",
    [
        ["--precision", "0.2%"],
        ["--precision", "0.0017"],
        ["--precision", "0.1%", "--deals", "200k"],
        ["--precision", "0.3%", "--time", "1h"],
        [],
    ],
)
@pytest.mark.parametrize("method", [["--method", "montecarlo"], []])
def test_closing_line_says_how_it_ended_and_how_to_have_it_again(options: list[str], method: list[str]) -> None:
    """The same figures of every street, each of which has stopped by itself."""
    text = answer("equity", "AsKd/Qh7c4s", "xx/Tc2d2h", *method, *options)
    if found := re.search(r"^([\d,]+) deals by Monte Carlo to \+-(\d\.\d\d+)%, seed \d+, ", text, re.MULTILINE):
        deals, width = int(found[1].replace(",", "")), float(found[2])
        assert deals >= 131_072
        assert 0.05 < width < 0.5
    assert found or not method
    assert without_time(answer(*last_command(text))).splitlines()[:-1] == without_time(text).splitlines()[:-1]


def test_default_precision_is_spelt_out() -> None:
    result = {**equity_json(*SAMPLED, "--deals", "10", "--seed", "5"), "seed": 7}
    table = Table.parse(SEATS)
    assert again(result, table, Asked()) == "ftq equity AsKd/Qh7c xx/Tc2d --precision 0.1% --seed 7"
    for precision, words in ((0.001, "0.1%"), (0.25, "25%"), (1 / 3e3, "0.0003333333333333333"), (1e-7, "1e-05%")):
        assert f" --precision {words} --seed 7" in again(result, table, Asked(precision=precision))
    timed = again(result, table, Asked(precision=0.01, time_limit=2.5))
    assert timed.endswith("--precision 1% --seed 7 --time 2.5s")


@jit
def test_time_limit_is_marked_and_no_failure() -> None:
    limited = ftq("equity", *SAMPLED, "--time", "300ms", "--seed", "5")
    assert limited.exit_code == 0
    assert "ftq: note: out of time: these are figures so far\n" in limited.stderr
    assert re.search(r"^OUT OF TIME: [\d,]+ deals by ", limited.stdout, re.MULTILINE)
    assert "a rerun can get further or less far" in limited.stdout
    assert AGAIN not in limited.stdout
    # The seats' figures can be had again all the same.
    args = last_command(limited.stdout)
    assert "--no-by-street" in args
    assert "--time" not in args
    lines = r"^ +[12] .*|^(?:pair|flush) .*"
    repeated = answer(*args)
    assert re.findall(lines, repeated, re.MULTILINE) == re.findall(lines, limited.stdout, re.MULTILINE)


@jit
@pytest.mark.parametrize("form", ["json", "csv"])
def test_time_limit_in_other_forms(form: str) -> None:
    limited = ftq("equity", *SAMPLED, "--time", "0.2", "--format", form, "--no-by-street")
    assert limited.exit_code == 0
    assert "out of time" in limited.stderr
    if form == "json":
        assert json.loads(limited.stdout)["partial"] is True
    else:
        assert int(rows(limited.stdout)[0]["deals"]) > 0
    quiet = ftq("equity", *SAMPLED, "--time", "0.2", "--format", form, "--no-by-street", "--quiet")
    assert (quiet.exit_code, quiet.stderr) == (0, "")


@jit
def test_time_that_suffices_is_not_mentioned() -> None:
    done = ftq("equity", *SAMPLED, "--time", "10m", "--precision", "1%", "--seed", "5")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "TIME" not in done.stdout


@jit
def test_an_exact_table_is_no_part_when_a_street_runs_out_of_time() -> None:
    limited = ftq("equity", "8c8d/Kh4h", "5hAs/Jc5c", "--time", "1s", "--precision", "0.0001%", "--seed", "5")
    assert limited.exit_code == 0
    assert "ftq: note: out of time: earlier streets are figures so far\n" in limited.stderr
    assert re.search(r"^exact: 5,082,517,440 .*; out of time on earlier streets$", limited.stdout, re.MULTILINE)
