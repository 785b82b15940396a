"""Bad input and failures: one line on stderr, an exit code, and never a traceback."""

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simulator.cli
import simulator.progress
from simulator.cli import cli
from tests.commands import check_error, ftq, needs_posix, process

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
    (["equity", "AA", "xx/7c"], "no slash"),
    (["equity", "AKQ/Qh", "xx/7c"], "a filter describes two"),
    (["equity", "[QK/Qh", "xx/7c"], "square brackets"),
    (["equity", "f:AA/Qh", "xx/7c"], "a folded seat has no filter"),
    (["equity", "AA/Qh", "AA/7c", "pair,Ax/5s", "--dead", "As"], "seats 1 and 2"),
    (["equity", "wild/x", "xx/x"], "an up card is unknown"),
    (["deal", "AA/Ad", "xx/7c", "--dead", "AsAc"], "no two cards satisfy AA"),
    (["equity", "AsKd/Qh", "xx/7c", "--plot", "equity.pdf"], "a picture is a .png or .svg file"),
    (["equity", "AsKd/Qh", "xx/7c", "--plot", ".png"], "a picture is a .png or .svg file"),
    (["forecast", "AsKd/Qh", "xx/7c", "--plot", "no/such/place.svg"], "there is no directory 'no/such'"),
    (["queens", "--plot", "queens"], "a picture is a .png or .svg file"),
    (["outs"], "no seat given"),
    (["outs", "AsKd/Qh", "xx/7c", "--next", "3"], "next is 1 to 2, not 3"),
    (["outs", "AsKd/Qh", "xx/7c", "--next", "9"], "from 1 to 8"),
    (["outs", "AsKd/Qh", "f:xx/7c", "--next", "2"], "seat 2 has folded: no card comes to it; next is 1"),
    (["outs", "AsKd/Qh", "xx/7c", "--next", "2", "--anyone"], "--next and --anyone"),
    (["outs", "AsKd/Qh2c3c4c/5c", "xx/7c8c9cTc/x"], "no card is to come"),
    (["outs", "AsKd/Qh2c3c4c/5c", "xx/7c8c9cTc", "--next", "1"], "has its seventh card"),
    (["outs", "AsKd/Qh", "xx/7c", "--method", "exact"], "too many completions"),
    (["outs", "AsKd/Qh7c", "8c8d/Tc2d", "--method", "exact", "--time", "10ms"], "more than the time limit"),
    (["outs", "AsKd/Qh", "xx/7c", "--rule", "open_pair=on"], "betting"),
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
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "0"], "out of range: from 1 to 1000000000000000"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "-5"], "'-5' is not a whole number"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "1e16"], "out of range"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals", "many"], "5M"),
    (["equity", "AsKd/Qh", "xx/7c", "--deals"], "requires an argument"),
    (["equity", "AsKd/Qh", "xx/7c", "--precision", "0"], "precision is more than 0"),
    (["equity", "AsKd/Qh", "xx/7c", "--precision", "-0.1%"], "'-0.1%' is not a precision"),
    (["equity", "AsKd/Qh", "xx/7c", "--precision", "1e-9"], "would take more than 1e+15 deals"),
    (["equity", "AsKd/Qh", "xx/7c", "--precision", "60%"], "at most 0.5"),
    (["equity", "AsKd/Qh", "xx/7c", "--precision", "nan"], "0.1%"),
    (["equity", "AsKd/Qh", "xx/7c", "--precision", "inf"], "0.1%"),
    (["equity", "AsKd/Qh", "xx/7c", "--time", "0"], "more than 0"),
    (["equity", "AsKd/Qh", "xx/7c", "--time", "-5s"], "'-5s' is not a time"),
    (["equity", "AsKd/Qh", "xx/7c", "--time", "1e30h"], "at most 31622400 seconds"),
    (["equity", "AsKd/Qh", "xx/7c", "--time", "soon"], "500ms"),
    (["equity", "AsKd/Qh", "xx/7c", "--seed", "18446744073709551616"], "18446744073709551615"),
    (["equity", "AsKd/Qh", "xx/7c", "--seed", "-1"], "not a whole number"),
    (["equity", "AsKd/Qh", "xx/7c", "--workers", "0"], "from 1 to 1024"),
    (["equity", "a\nb\x1b[1m/", "xx/7c"], "seat 1"),
    (["equity", "AsKd/Qh", "xx/7c", "--pot", "12"], "--to-call is missing"),
    (["equity", "AsKd/Qh", "xx/7c", "--to-call", "4"], "--pot is missing"),
    (["equity", "AsKd/Qh", "xx/7c", "--pot", "0", "--to-call", "0.0"], "both 0"),
    (["equity", "AsKd/Qh", "xx/7c", "--pot", "-12", "--to-call", "4"], "'-12' is not a number of chips"),
    (["equity", "AsKd/Qh", "xx/7c", "--pot", "12", "--to-call", "nan"], "'nan' is not a number of chips"),
    (["equity", "AsKd/Qh", "xx/7c", "--pot", "inf", "--to-call", "4"], "'inf' is not a number of chips"),
    (["equity", "AsKd/Qh", "xx/7c", "--pot", "1e99", "--to-call", "4"], "from 0 to 1e+15, not 1e+99"),
    (["equity", "AsKd/Qh", "xx/7c", "--pot", "2", "--to-call", "1", "--by-street", "--format", "csv"], "pot odds"),
    (["rules", "trigger"], "unexpected extra argument"),
    (["rules", "--format", "xml"], "--format"),
    (["equity", "@"], "@ without a name"),
    (["equity", "@nowhere/table.txt"], "cannot read 'nowhere/table.txt': No such file"),
    (["deal", "@."], "cannot read '.': "),
    (["@table.txt"], "a command comes first: ftq equity @table.txt"),
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
    "trigger=K", "--", "--pot", "--to-call", "@", "@-",
]  # fmt: skip


# Any text but numbers, lest it ask for millions of deals.
NO_NUMBERS = st.text(st.characters(exclude_categories=["Nd", "Cs"]), max_size=12)


@settings(max_examples=150)
@given(
    st.sampled_from(["equity", "deal", "hand", "wild", "rules", ""]),
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


def test_ctrl_c_that_a_library_turns_into_another_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Python does where it strikes in a ``__set_name__`` of a class that is being loaded."""

    def fail(*_: object) -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise RuntimeError("Error calling __set_name__") from error

    monkeypatch.setattr(simulator.cli, "wild_steps", fail)
    assert "interrupted" in check_error(ftq("wild", "Qh"), 130)


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
@pytest.mark.parametrize("args", [["wild", "Qh"], [], ["--help"], ["equity", "--help"], ["--version"]])
def test_closed_stdout_is_one_line(args: list[str]) -> None:
    done = process(*args, preexec_fn=lambda: os.close(1))
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
