"""The command line: answers on stdout, at most one line on stderr, an exit code, and never a traceback."""

import csv
import gc
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

import simulator.cli
import simulator.progress
from evaluator.category import LABELS
from simulator import __version__
from simulator.arguments import read_table
from simulator.cli import cli, main
from simulator.report import equity_text

ROOT = Path(__file__).parent.parent
COMMANDS = ["equity", "deal", "hand", "wild"]
TABLE = ["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c", "xx/4s4h"]
EIGHT = [f"xx/{x}c{y}d{x}h{y}s" for x, y in ("23", "34", "45", "56", "67", "78", "89", "9Q")]
FEW = ["--deals", "200", "--seed", "7", "--workers", "1"]
HEAVY = ["numpy", "numba", "pandas", "rich"]
needs_posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def ftq(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def answer(*args: str) -> str:
    result = ftq(*args)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def process(*args: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "simulator", *args]
    return subprocess.run(command, cwd=ROOT, timeout=300, stderr=subprocess.PIPE, **options)


def check_error(result: Result, code: int = 2) -> str:
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.startswith("ftq: error: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    assert result.stderr.isascii()
    return result.stderr


# Help


def test_alone_it_prints_help() -> None:
    assert answer() == answer("--help") == answer("-h")
    assert all(f"\n  {name} " in answer() for name in COMMANDS)


def test_version() -> None:
    assert answer("--version") == f"ftq {__version__}\n"


def test_every_command_is_listed_here() -> None:
    assert list(cli.commands) == COMMANDS


def example(command: str) -> list[str]:
    match = re.search(r"Example: ftq (.+)", answer(command, "--help"))
    assert match is not None
    return shlex.split(match[1])


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_one_line_and_an_example(command: str) -> None:
    text = answer(command, "--help")
    assert text.startswith(f"Usage: ftq {command} ")
    assert example(command)[0] == command
    described = cli.commands[command]
    assert described.help is not None
    assert "\n" not in described.help.strip()
    assert described.get_short_help_str(60).rstrip(".") == described.help.rstrip("."), (
        "too long for the list of commands"
    )
    for parameter in described.params:
        if isinstance(parameter, click.Option) and parameter.name != "help":
            assert parameter.help, parameter.name


@pytest.mark.jit
@pytest.mark.parametrize("command", COMMANDS)
def test_example_of_the_help_runs(command: str) -> None:
    assert answer(*example(command))


# Start-up


@pytest.mark.parametrize(
    "args",
    [
        [], ["--help"], ["--version"], ["equity", "--help"], ["nonsense"], ["equity"], ["equity", "AsAs/Kd", "xx/7c"],
        ["equity", *TABLE, "--deals", "-5"], ["equity", *TABLE, "--rule", "nonsense=1"], ["deal", "As/Kd", "xx/7c"],
        ["hand", "AsAs"], ["wild", "Qh", "5d"],
    ],
)  # fmt: skip
def test_help_and_errors_load_nothing_heavy(args: list[str]) -> None:
    code = (
        f"import sys\nfrom simulator.cli import cli\ncli.run({args!r})\nprint([m for m in {HEAVY} if m in sys.modules])"
    )
    text = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL, text=True)
    assert text.splitlines()[-1] == "[]"


# Errors

ERRORS = [
    (["nonsense"], "No such command 'nonsense'"),
    (["AsKd/Qh", "xx/7c"], "a command comes first: ftq equity AsKd/Qh"),
    (["equity"], "no seat given"),
    (["equity", "--bogus"], "No such option"),
    (["equity", "AsKd/Qh"], "2 to 8 seats, not 1"),
    (["equity", "AsAs/Kd", "xx/7c"], "As"),
    (["equity", "AsKd/Qh", "AsKc/7c"], "As stands"),
    (["equity", "AsKd/Qh", "xx/7c", "--dead", "As"], "dead cards"),
    (["equity", "AsKd/Qh", "xx/7c", "--dead", "5c", "--dead", "5c"], "5c"),
    (["equity", "AsKd/Qh", "xx/7c", "--dead", "x"], "dead cards"),
    (["equity", "AsKd/Qh", "xx/7c", "--common", "5c"], "common card 5c"),
    (["equity", "AsKd/Qh", "xx/7c", "--at", "2"], "--at needs --seats"),
    (["equity", "AsKd/Qh", "xx/7c", "--seats", "4"], "leave out --seats"),
    (["equity", "AsKd/Qh", "--seats", "9"], "from 2 to 8"),
    (["equity", "AsKd/Qh", "--seats", "3", "--at", "4"], "no seat 4"),
    (["equity", "AsKd/Qh", "xx/7c", "--rule", "nonsense=1"], "no house rule 'nonsense'"),
    (["equity", "AsKd/Qh", "xx/7c", "--rule", "double_ace_flush"], "no value"),
    (["equity", "AsKd/Qh", "xx/7c", "--rule", "open_pair=on"], "betting"),
    (["equity", "AsKd/Qh", "xx/7c", "--game", "stud", "--rule", "trigger=K"], "no wild cards"),
    (["equity", "AsKd/Qh", "xx/7c", "--game", "holdem"], "'ftq', 'stud'"),
    (["equity", "AsKd/Qh", "xx/7c", "--method", "magic"], "--method"),
    (["equity", "AsKd/Qh", "xx/7c", "--format", "xml"], "--format"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "0"], "out of range: from 1 to 1000000000000"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "-5"], "'-5' is not a whole number"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "1e13"], "out of range"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "many"], "5M"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals"], "requires an argument"),
    (["equity", "AsKd/Qh", "xx/7c", "--seed", "18446744073709551616"], "18446744073709551615"),
    (["equity", "AsKd/Qh", "xx/7c", "--seed", "-1"], "not a whole number"),
    (["equity", "AsKd/Qh", "xx/7c", "--workers", "0"], "from 1 to 256"),
    (["equity", "a\nb\x1b[1m/", "xx/7c"], "seat 1"),
    (["deal", "AsKd/Qh", "xx/7c", "--count", "0"], "from 1 to 100000"),
    (["deal", "AsKdQh", "xx/7c"], "no slash"),
    (["hand"], "1 to 7 cards, not 0"),
    (["hand", "2c3c4c5c6c7c8c9c"], "1 to 7 cards, not 8"),
    (["hand", "AsAs"], "As stands twice"),
    (["hand", "As", "x"], "unknown card"),
    (["hand", "As", "--wild", "P"], "'P' is not a rank"),
    (["hand", "As", "--game", "stud", "--wild", "Q"], "stud has no wild cards"),
    (["wild", "Qz"], "Qz"),
    (["wild", "Qh", "Qh"], "Qh stands twice"),
]  # fmt: skip


@pytest.mark.parametrize(("args", "message"), ERRORS, ids=[shlex.join(args) for args, _ in ERRORS])
def test_input_error_is_one_line(args: list[str], message: str) -> None:
    assert message in check_error(ftq(*args))


def test_input_error_in_a_real_process() -> None:
    done = process("equity", "AsKd/Qh", "♥\udcff/7c", stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"ftq: error: seat 2")
    assert done.stderr.count(b"\n") == 1


WORDS = [
    "AsKd/Qh7c", "xx/Tc2d", "f:xx/9c", "xx/x", "/", "♥", "Qh", "--deals", "--seed", "--workers", "--dead", "--rule",
    "--game", "stud", "--format", "json", "csv", "--seats", "--at", "--common", "x", "5", "-5", "2e0", "--wild",
    "none", "--by-street", "--no-by-street", "--count", "--quiet", "--help", "--version", "double_ace_flush=on",
    "trigger=K", "--",
]  # fmt: skip


# Any text but numbers, lest it ask for millions of deals.
NO_NUMBERS = st.text(st.characters(exclude_categories=["Nd", "Cs"]), max_size=12)


@settings(max_examples=150)
@given(
    st.sampled_from(["equity", "deal", "hand", "wild", ""]),
    st.lists(st.sampled_from(WORDS) | NO_NUMBERS, max_size=7),
)
def test_any_arguments_give_an_answer_or_one_line(command: str, words: list[str]) -> None:
    # Few deals, so that arguments which happen to be right are answered soon.
    few = {"equity": ["--deals", "10", "--workers", "1"], "deal": ["--count", "1"]}.get(command, [])
    result = ftq(*([command] if command else []), *words[:1], *few, *words[1:])
    assert result.exit_code in (0, 2), result.stderr
    assert isinstance(result.exception, SystemExit | None)
    assert "Traceback" not in result.output
    if result.exit_code == 2:
        check_error(result)


def test_unexpected_exception_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("first line\nsecond line")

    monkeypatch.setattr(simulator.cli, "wild_steps", fail)
    assert "unexpected RuntimeError: first line second line" in check_error(ftq("wild", "Qh"), 1)


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (MemoryError(), 1, "out of memory"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_failures_are_one_line(monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, message: str) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(simulator.cli, "wild_steps", fail)
    assert message in check_error(ftq("wild", "Qh"), code)


def test_broken_pipe_is_a_clean_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(simulator.cli, "wild_steps", fail)
    result = ftq("wild", "Qh")
    assert (result.exit_code, result.output) == (0, "")


@needs_posix
@pytest.mark.parametrize("args", [["wild", "Qh"], ["--help"]])
def test_reader_that_has_gone_is_a_clean_end(args: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = process(*args, stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@needs_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("args", [["wild", "Qh"], ["--help"]])
def test_full_disk_is_one_line(args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = process(*args, stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith(b"ftq: error: ")
    assert done.stderr.count(b"\n") == 1


@needs_posix
def test_closed_stdout_is_one_line() -> None:
    done = process("wild", "Qh", preexec_fn=lambda: os.close(1))
    assert (done.returncode, done.stderr) == (1, b"ftq: error: cannot write the answer: stdout is closed\n")


class Unwritable(io.TextIOWrapper):
    """A stdout that fails when it is written to."""

    def __init__(self, error: OSError) -> None:
        super().__init__(io.BytesIO())
        self.error = error

    def flush(self) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (BrokenPipeError(), 0, ""),
        (OSError(28, "No space left on device"), 1, "ftq: error: cannot write the answer: No space left on device\n"),
    ],
)
def test_answer_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], error: OSError, code: int, message: str
) -> None:
    monkeypatch.setattr(sys, "stdout", Unwritable(error))
    assert cli.run(["wild", "Qh"]) == code
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.run(["wild", "Qh"]) == 1
    assert capfd.readouterr().err == message + "ftq: error: cannot write the answer: stdout is closed\n"


def leave(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    """Run the entry point in this process and return its exit code."""

    def exit_at_once(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(os, "_exit", exit_at_once)
    monkeypatch.setattr(sys, "argv", ["ftq", *args])
    thresholds = gc.get_threshold()
    with pytest.raises(SystemExit) as stop:
        main()
    gc.set_threshold(*thresholds)
    assert isinstance(stop.value.code, int)
    return stop.value.code


@pytest.mark.parametrize(("args", "code"), [(["wild", "Qh"], 0), ([], 0), (["--version"], 0), (["wild", "Qq"], 2)])
def test_entry_point(monkeypatch: pytest.MonkeyPatch, args: list[str], code: int) -> None:
    assert leave(monkeypatch, *args) == code


def test_shell_completion(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("_FTQ_COMPLETE", "zsh_complete")
    monkeypatch.setenv("COMP_WORDS", "ftq eq")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert leave(monkeypatch) == 0
    assert "equity" in capsys.readouterr().out


# ftq equity


def equity_json(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer("equity", *args, "--format", "json"))
    return found


RESULT_KEYS = ["schema", "version", "game", "rules", "dead", "common", "up_cards", "street", "street_complete", "wild",
               "method", "deals", "void_deals", "seed", "partial", "elapsed_seconds", "seats", "streets"]  # fmt: skip
SEAT_KEYS = ["seat", "cards", "folded", "wins", "ties", "tie_counts", "win", "tie", "tie_share", "equity",
             "standard_error", "ci_low", "ci_high", "categories"]  # fmt: skip
STREET_KEYS = ["street", "complete", "method", "deals", "wild_ranks", "equity", "standard_error"]
RULES = {
    "last_queen": "clear",
    "queens_wild": "always",
    "trigger": "Q",
    "followers": "replace",
    "no_trigger": "play",
    "extra_wild": "none",
    "seventh": "down",
    "common_card": "counts",
    "double_ace_flush": "off",
}


def test_json_has_the_keys_of_the_contract() -> None:
    got = equity_json(*TABLE, *FEW, "--dead", "5s", "--dead", "2c")
    assert set(got) == set(RESULT_KEYS)
    assert (got["schema"], got["version"], got["game"], got["rules"]) == (1, __version__, "ftq", RULES)
    assert (sorted(got["dead"]), got["common"]) == (["2c", "5s"], None)
    assert got["up_cards"] == ["Qh", "Tc", "9c", "4s", "7c", "2d", "4h"]
    assert (got["street"], got["street_complete"]) == ("fourth", True)
    assert got["wild"] == {"ranks": ["Q", "T"], "follower": "T", "pending": False}
    assert (got["method"], got["deals"], got["void_deals"], got["seed"], got["partial"]) == (
        "montecarlo",
        200,
        0,
        7,
        False,
    )
    assert got["elapsed_seconds"] > 0
    assert all(set(seat) == set(SEAT_KEYS) for seat in got["seats"])
    assert [seat["cards"] for seat in got["seats"]] == TABLE
    live = [seat for seat in got["seats"] if not seat["folded"]]
    assert all(list(seat["categories"]) == list(LABELS) for seat in live)
    assert all(len(seat["tie_counts"]) == 7 for seat in live)
    assert sum(seat["equity"] for seat in live) == pytest.approx(1)
    folded = got["seats"][2]
    assert {folded[key] for key in SEAT_KEYS[3:]} == {None}
    assert [entry["street"] for entry in got["streets"]] == ["third", "fourth"]
    assert all(set(entry) == set(STREET_KEYS) for entry in got["streets"])
    assert got["streets"][1]["equity"][2] is None


def test_streets_only_if_wanted_in_json() -> None:
    assert equity_json(*TABLE, *FEW, "--no-by-street")["streets"] == []


def test_drawn_seed_is_told_and_repeats_the_run() -> None:
    first = equity_json(*TABLE, "--deals", "100", "--no-by-street")
    again = equity_json(*TABLE, "--deals", "100", "--no-by-street", "--seed", str(first["seed"]))
    for result in (first, again):
        del result["elapsed_seconds"]
    assert again == first


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_has_a_row_per_seat() -> None:
    text = answer("equity", *TABLE, *FEW, "--format", "csv")
    header = "seat,cards,folded,wins,ties,win,tie,tie_share,equity,standard_error,ci_low,ci_high"
    assert text.splitlines()[0] == ",".join([header, *LABELS, "game,street,method,deals,seed"])
    assert "\r" not in text
    seats = rows(text)
    assert [row["cards"] for row in seats] == TABLE
    assert [row["folded"] for row in seats] == ["false", "false", "true", "false"]
    assert (seats[2]["equity"], seats[2]["full house"]) == ("", "")
    assert {row["seed"] for row in seats} == {"7"}
    same = equity_json(*TABLE, *FEW)
    assert [float(row["equity"] or 0) for row in seats] == [seat["equity"] or 0 for seat in same["seats"]]


def test_csv_is_the_frame_of_the_result() -> None:
    import pandas as pd

    from simulator import Table
    from simulator import equity as python_equity

    frame = python_equity(Table.parse(TABLE), deals=200, seed=7).to_frame()
    read = pd.read_csv(io.StringIO(answer("equity", *TABLE, *FEW, "--format", "csv")))
    pd.testing.assert_frame_equal(read, frame, check_dtype=False)


@pytest.mark.parametrize("seed", [None, 7])
def test_table_of_an_exact_answer(seed: int | None) -> None:
    table = read_table(TABLE, game="ftq", options=[], dead=[], common=None, count=None, at=None)
    result = equity_json(*TABLE, *FEW)
    text = equity_text({**result, "method": "exact", "deals": 5_082_517_440, "seed": seed}, table)
    assert "\nexact: 5,082,517,440 equally likely deals" in text
    # Earlier streets were sampled if there is a seed.
    assert ("--deals 200 --seed 7" in text) == ("earlier streets by Monte Carlo, seed 7" in text) == (seed == 7)


def test_csv_by_street_has_a_row_per_street_and_seat() -> None:
    text = answer("equity", *TABLE, *FEW, "--format", "csv", "--by-street")
    assert text.splitlines()[0] == "street,complete,seat,cards,equity,standard_error,wild_ranks,method,deals"
    found = rows(text)
    assert [(row["street"], row["seat"]) for row in found] == [(s, n) for s in ("third", "fourth") for n in "1234"]
    assert [row["equity"] == "" for row in found] == [False] * 6 + [True, False]
    assert {row["wild_ranks"] for row in found} == {"Q,T"}


def test_table_echoes_how_the_input_was_read() -> None:
    text = answer("equity", *TABLE, *FEW, "--dead", "5s", "--rule", "double_ace_flush=on")
    assert text.startswith(
        "Follow the Queen, 4 seats, fourth street\n"
        "house rules: double_ace_flush=on\n"
        "dead cards: 5s\n"
        "wild now: Q,T\n"
        "\n"
        "up cards (wild)  seat 1  seat 2    seat 3  seat 4\n"
        "third            Qh      Tc (Q,T)  9c      4s\n"
        "fourth           7c      2d        -       4h\n"
        "\n"
        "seat  cards "
    )
    assert re.search(r"^   3  f:xx/9c +folded$", text, re.MULTILINE)
    assert re.search(r"^third +Q,T( +\d+\.\d\d){4} +\d+\.\d{3}$", text, re.MULTILINE)
    assert re.search(r"^fourth +Q,T +\d+\.\d\d +\d+\.\d\d +- +\d+\.\d\d +\d+\.\d{3}$", text, re.MULTILINE)
    assert re.search(r"^pair( +\d+\.\d\d){2} +- +\d+\.\d\d$", text, re.MULTILINE)
    assert "200 deals by Monte Carlo, seed 7, " in text
    assert all(line == line.rstrip() and len(line) <= 80 for line in text.splitlines()[:-1])


def without_time(text: str) -> str:
    return re.sub(r"\d+\.\d\d s$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "args",
    [
        TABLE,
        ["AsKd/Qh7c", "xx/Tc2d", "--game", "stud", "--dead", "5s6s"],
        ["QsQh/Kd", "--seats", "3", "--at", "2", "--rule", "double_ace_flush=on"],
        [*EIGHT, "--common", "Ac"],
    ],
)  # fmt: skip
def test_table_names_the_command_that_repeats_it(args: list[str]) -> None:
    text = answer("equity", *args, *FEW)
    command = text.splitlines()[-1].removeprefix("the same figures again: ")
    name, *again = shlex.split(command)
    assert name == "ftq"
    assert without_time(answer(*again)) == without_time(text)


def test_table_of_stud_has_no_wild_cards() -> None:
    text = answer("equity", "AsKd/Qh7c", "xx/Tc2d", *FEW, "--game", "stud")
    assert text.startswith("Seven-card stud, 2 seats, fourth street\n\nup cards")
    assert "wild" not in text


def test_table_with_unknown_up_cards() -> None:
    text = answer("equity", "xx/x", "xx/x", *FEW)
    assert "wild now: not known, since an up card is unknown\n" in text
    assert "third     x       x\n" in text


def test_table_in_the_middle_of_a_street_with_a_waiting_queen() -> None:
    text = answer("equity", "xx/5cQd", "xx/7c", *FEW)
    assert "fourth street (not complete)\nwild now: Q, and the next card face up will be\n" in text


def test_table_without_up_cards() -> None:
    assert "Follow the Queen, 2 seats, third street (not complete)\nwild now: Q\n\nseat" in answer(
        "equity", "AsKd/", "xx/", *FEW
    )


def test_common_card_stands_in_the_table() -> None:
    text = answer("equity", *EIGHT, "--common", "Ac", *FEW)
    assert re.search(r"^common +Ac \(A,Q\)$", text, re.MULTILINE)


def test_earlier_street_left_out_is_noted_on_stderr() -> None:
    # With all eight seats still in, the deck is too small to finish the deal.
    seats = ["xx/2c3c4c5c", "xx/2d3d4d5d", *(f"f:xx/{card}" for card in ("2h", "3h", "4h", "5h", "6h", "7h"))]
    dead = "8h9hThJhKhAh8c9cTcJcKc"
    result = ftq("equity", *seats, *FEW, "--dead", dead, "--format", "json")
    assert result.exit_code == 0
    assert [entry["street"] for entry in json.loads(result.stdout)["streets"]] == ["fourth", "fifth", "sixth"]
    assert "ftq: note: " in result.stderr
    assert "third street" in result.stderr
    quiet = ftq("equity", *seats, *FEW, "--dead", dead, "--format", "json", "--quiet")
    assert quiet.stderr == ""


def test_first_compile_is_noted_unless_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.compiled.in_cache", lambda *_: False)
    for command in (["equity", *TABLE, *FEW], ["deal", *TABLE, "--seed", "1"], ["hand", "As"]):
        assert ftq(*command).stderr.startswith("ftq: note: compiling the kernels, once")
        assert ftq(*command, "--quiet").stderr == ""


@pytest.mark.jit
def test_compiled_kernels_are_found_in_the_cache(tmp_path: Path) -> None:
    command = ["hand", "As"]
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    assert b"compiling" in process(*command, stdout=subprocess.PIPE, env=env).stderr
    assert process(*command, stdout=subprocess.PIPE, env=env).stderr == b""


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_interrupted_run_prints_a_part(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    import simulator.estimate

    whole = simulator.estimate.equity

    class Part:
        """A result that says it is partial."""

        notes = ()
        partial = True

        def __init__(self, *args: Any, **options: Any) -> None:
            self.result = whole(*args, **options)

        def to_dict(self) -> dict[str, Any]:
            return {**self.result.to_dict(), "partial": True}

    monkeypatch.setattr("simulator.estimate.equity", Part)
    result = ftq("equity", *TABLE, *FEW, "--format", form)
    assert result.exit_code == 130
    assert "ftq: note: interrupted" in result.stderr
    if form == "table":
        assert "INTERRUPTED" in result.stdout
        assert "again" not in result.stdout
    elif form == "json":
        assert json.loads(result.stdout)["partial"] is True


@needs_posix
@pytest.mark.jit
def test_ctrl_c_prints_a_part() -> None:
    command = [sys.executable, "-m", "simulator", "equity", *TABLE, "--deals", "1e12", "--no-by-street"]
    ftq("equity", *TABLE, *FEW)  # compiled by now
    for seconds in (2, 5, 20):  # however long a slow machine takes to start
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            time.sleep(seconds)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=60)
        assert "Traceback" not in err
        if out:
            break
    assert run.returncode == 130
    assert "INTERRUPTED" in out
    assert "ftq: note: interrupted" in err


class Terminal(io.StringIO):
    """A stderr that is a terminal."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO, patience: float, *, wanted: bool = True) -> str:
    """What a bar writes that is called twice."""
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(simulator.progress, "PATIENCE", patience)
    with simulator.progress.ProgressBar(wanted=wanted) as bar:
        bar(1, 10)
        bar(5, 10)
    return stderr.getvalue()


def test_progress_bar_shows_on_a_terminal_once_a_run_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, Terminal(), 3600.0) == ""
    assert "dealing" in shown(monkeypatch, Terminal(), 0.0)


def test_no_progress_bar_without_a_terminal_or_with_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, io.StringIO(), 0.0) == ""
    assert shown(monkeypatch, Terminal(), 0.0, wanted=False) == ""


# ftq deal


def test_deal_forms_agree() -> None:
    command = ["deal", *TABLE, "--count", "3", "--seed", "7"]
    sample = json.loads(answer(*command, "--format", "json"))
    assert sample["seed"] == 7
    assert len(sample["deals"]) == 3
    found = rows(answer(*command, "--format", "csv"))
    assert [(row["deal"], row["seat"]) for row in found] == [(d, s) for d in "123" for s in "1234"]
    text = answer(*command)
    for deal in sample["deals"]:
        for seat in deal["seats"]:
            assert seat["cards"] in text
    for row in found:
        assert row["cards"] in text
        assert row["description"] in text
        assert (row["category"] == "") == (row["folded"] == "true")
    assert text.endswith("\nseed 7\n")
    assert text == answer(*command)


# ftq hand


def test_hand_json() -> None:
    got = json.loads(answer("hand", "AsQs", "5s,9s", "2d", "--format", "json"))
    assert list(got) == ["cards", "wild_ranks", "category", "description", "best_five", "strength"]
    assert (got["cards"], got["wild_ranks"]) == (["As", "Qs", "5s", "9s", "2d"], ["Q"])
    assert all(set(card) == {"card", "as"} for card in got["best_five"])
    assert got["category"] in LABELS


def test_hand_shows_wild_cards_as_both() -> None:
    text = answer("hand", "9c9d4h4sQs")
    assert "full house" in text
    assert "Qs as 9" in text
    found = rows(answer("hand", "9c9d4h4sQs", "--format", "csv"))
    assert [row["category"] for row in found] == ["full house"]
    assert found[0]["cards"] == "9c9d4h4sQs"


@pytest.mark.parametrize(
    ("options", "ranks"),
    [
        ([], ["Q"]), (["--wild", "none"], []), (["--wild", "5Q"], ["Q", "5"]), (["--wild", "2,10"], ["T", "2"]),
        (["--game", "stud"], []), (["--game", "stud", "--wild", "none"], []),
    ],
)  # fmt: skip
def test_wild_ranks_of_a_hand(options: list[str], ranks: list[str]) -> None:
    assert json.loads(answer("hand", "As", *options, "--format", "json"))["wild_ranks"] == ranks


def test_hand_with_the_double_ace_flush() -> None:
    cards = ["hand", "AhJh9h3hQc", "--format", "json"]
    off, on = json.loads(answer(*cards)), json.loads(answer(*cards, "--rule", "double_ace_flush=on"))
    assert off["category"] == on["category"] == "flush"
    assert on["strength"] > off["strength"]


# ftq wild


def test_wild_json() -> None:
    assert json.loads(answer("wild", "Qh", "5d", "Qc", "8s", "--format", "json")) == {
        "steps": [
            {"card": "Qh", "wild_ranks": ["Q"], "follower": None, "pending": True},
            {"card": "5d", "wild_ranks": ["Q", "5"], "follower": "5", "pending": False},
            {"card": "Qc", "wild_ranks": ["Q"], "follower": None, "pending": True},
            {"card": "8s", "wild_ranks": ["Q", "8"], "follower": "8", "pending": False},
        ],
        "wild_ranks": ["Q", "8"],
        "follower": "8",
        "pending": False,
    }
    assert json.loads(answer("wild", "--format", "json")) == {
        "steps": [], "wild_ranks": ["Q"], "follower": None, "pending": False
    }  # fmt: skip
    assert json.loads(answer("wild", "Qh5d", "--game", "stud", "--format", "json"))["wild_ranks"] == []


def test_wild_table_and_csv() -> None:
    assert answer("wild", "Qh5d9c") == (
        "up card  wild\n"
        "Qh       Q     the next one will be wild\n"
        "5d       Q,5   5 follows\n"
        "9c       Q,5\n"
    )  # fmt: skip
    assert answer("wild", "Qh5d", "--format", "csv") == (
        "card,wild_ranks,follower,pending\n"
        "Qh,Q,,true\n"
        '5d,"Q,5",5,false\n'
    )  # fmt: skip
    assert "before any up card" in answer("wild")


# Text that every terminal can show


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "args", [["--help"], ["equity", *TABLE, *FEW], ["deal", "A♠Kd/Qh", "xx/7c"], ["hand", "A♠Qh"], ["wild", "Q♥"]]
)
def test_output_is_ascii(encoding: str, args: list[str]) -> None:
    done = process(*args, stdout=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("ascii")
    done.stderr.decode("ascii")
