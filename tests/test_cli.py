"""The command line as a whole: help, start-up, ways out, and text that every terminal can show."""

import gc
import os
import re
import shlex
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from simulator import __version__
from simulator.cli import cli, main
from tests.commands import (
    COMMANDS,
    FEW,
    HEAVY,
    ROOT,
    TABLE,
    answer,
    process,
)


def test_alone_it_prints_help() -> None:
    assert answer() == answer("--help") == answer("-h")
    assert all(f"\n  {name} " in answer() for name in COMMANDS)


def test_version() -> None:
    assert answer("--version") == f"ftq {__version__}\n"


def test_every_command_is_listed_here() -> None:
    assert list(cli.commands) == COMMANDS


def example(command: str) -> tuple[list[str], str]:
    """Arguments of the example in the help, and what it gives to stdin."""
    match = re.search(r"Example: (?:printf '(.+)' \| )?ftq (.+)", answer(command, "--help"))
    assert match is not None
    return shlex.split(match[2]), (match[1] or "").replace("\\n", "\n")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_one_line_and_an_example(command: str) -> None:
    text = answer(command, "--help")
    assert text.startswith(f"Usage: ftq {command} ")
    assert example(command)[0][0] == command
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
    args, given = example(command)
    result = CliRunner().invoke(cli, args, input=given)
    assert result.exit_code == 0, result.stderr
    assert result.stdout


@pytest.mark.parametrize(
    "args",
    [
        [], ["--help"], ["--version"], ["equity", "--help"], ["nonsense"], ["equity"], ["equity", "AsAs/Kd", "xx/7c"],
        ["equity", *TABLE, "--deals", "-5"], ["equity", *TABLE, "--rule", "nonsense=1"], ["deal", "As/Kd", "xx/7c"],
        ["hand", "AsAs"], ["wild", "Qh", "5d"], ["outs", "AsKd/Qh", "xx/7c", "--next", "3"],
        ["outs", "xx/x", "xx/x", "--method", "exact"], ["queens", "--seats", "9"],
        ["queens", "xx/x", "xx/x", "--at", "2"],
    ],
)  # fmt: skip
def test_help_and_errors_load_nothing_heavy(args: list[str]) -> None:
    code = (
        f"import sys\nfrom simulator.cli import cli\ncli.run({args!r})\nprint([m for m in {HEAVY} if m in sys.modules])"
    )
    text = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL, text=True)
    assert text.splitlines()[-1] == "[]"


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


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "args", [["--help"], ["equity", *TABLE, *FEW], ["deal", "A♠Kd/Qh", "xx/7c"], ["hand", "A♠Qh"], ["wild", "Q♥"]]
)
def test_output_is_ascii(encoding: str, args: list[str]) -> None:
    done = process(*args, stdout=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode("ascii")
    done.stderr.decode("ascii")
