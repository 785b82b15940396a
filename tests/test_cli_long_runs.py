"""Long runs: Ctrl-C gives the partial result, and a progress bar shows on a terminal."""

import io
import json
import signal
import subprocess
import sys
import time
from functools import partial
from typing import Any

import pytest

import simulator.cli
import simulator.progress
from tests.commands import FEW, ROOT, TABLE, ftq, needs_posix


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_interrupted_run_prints_a_part(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    import simulator.estimate

    whole = simulator.estimate.equity

    class Part:
        """A result that says it is partial."""

        notes = ()
        method = "montecarlo"
        partial = True
        stopped = "interrupted"

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
        assert "the figures of the seats again: ftq equity" in result.stdout
    elif form == "json":
        assert json.loads(result.stdout)["partial"] is True


@needs_posix
@pytest.mark.jit
def test_ctrl_c_prints_a_part() -> None:
    command = [sys.executable, "-m", "simulator", "equity", *TABLE, "--deals", "1e12", "--no-by-street"]
    ftq("equity", *TABLE, *FEW)  # compiled by now
    for seconds in (2, 5, 20):  # however long a slow machine takes to start
        with subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A suite that runs in the background ignores the signal, and so would its children.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        ) as run:
            time.sleep(seconds)
            run.send_signal(signal.SIGINT)
            try:
                out, err = run.communicate(timeout=60)
            finally:
                run.kill()
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


def test_progress_bar_without_a_total(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(simulator.progress, "PATIENCE", 0.0)
    with simulator.progress.ProgressBar() as bar:
        bar(1, None, "7 lines")
    assert "7 lines" in terminal.getvalue()


def test_no_progress_bar_without_a_terminal_or_with_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, io.StringIO(), 0.0) == ""
    assert shown(monkeypatch, Terminal(), 0.0, wanted=False) == ""
