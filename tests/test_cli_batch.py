"""`ftq batch` as a process: rows as they are done, Ctrl-C, closed pipes, full disks, and memory that stays flat."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from simulator.progress import ProgressBar
from tests.batches import ACES, CSV, LINES, SHORT, batch, written
from tests.commands import HEAVY, ROOT, check_error, needs_posix, process, rows

GOOD = json.dumps({"seats": ACES, "deals": 10}) + "\n"
ENDLESS = json.dumps({"seats": ["AsKd/Qh7c", "xx/Tc2d"], "deals": 10**15}) + "\n"
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@contextmanager
def running(*args: str) -> Iterator[subprocess.Popen[bytes]]:
    """The command in the background, with pipes."""
    command = [sys.executable, "-m", "simulator", "batch", *args]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A suite that runs in the background ignores the signal, and so would its children.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL) if os.name == "posix" else None,
    ) as run:
        try:
            yield run
        finally:
            run.kill()


def wait_for_lines(path: Path, count: int) -> None:
    for _ in range(6000):
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"{path} does not get {count} lines")


# --- where rows go


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_file_gets_what_stdout_would_get(tmp_path: Path, form: str) -> None:
    """Error messages that are not ASCII, too; and they can be read back."""
    out = tmp_path / "rows"
    text = CSV + "♥♥,ä/\x1b\r,,,,\n"
    result = batch(written(tmp_path, text), *SHORT, "--format", form, "--out", str(out))
    assert (result.exit_code, result.stdout) == (1, "")
    expected = batch("-", *SHORT, "--format", form, given=text).stdout
    assert out.read_bytes().decode("ascii") == expected
    assert batch("-", *SHORT, "--format", form, "--resume", str(out), given=text).exit_code == 1
    assert out.read_bytes().decode("ascii") == expected


def test_rows_of_another_run_are_not_written_over(tmp_path: Path) -> None:
    out = written(tmp_path, "precious\n", "rows")
    assert "is there already: go on with its run by --resume" in check_error(batch("-", "--out", out))
    assert Path(out).read_text() == "precious\n"
    empty = written(tmp_path, "", "empty")
    assert batch("-", *SHORT, "--out", empty).exit_code == 1
    assert Path(empty).read_text().count("\n") == len(LINES)


def test_file_that_cannot_be_written(tmp_path: Path) -> None:
    for out in (str(tmp_path), str(tmp_path / "nowhere" / "rows")):
        assert f"cannot write {out!r}: " in check_error(batch("-", *SHORT, "--out", out, "--quiet"), 1)


@needs_posix
@needs_full
@pytest.mark.parametrize("out", [[], ["--out", "/dev/full"]])
def test_full_disk_is_one_line(tmp_path: Path, out: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = process("batch", written(tmp_path, "seat1\nno seat\n"), *SHORT, "--quiet", *out, stdout=full)
    assert done.returncode == 1
    assert done.stderr.startswith(b"ftq: error: cannot write ")
    assert done.stderr.count(b"\n") == 1


@needs_posix
def test_reader_that_goes_is_a_clean_end(tmp_path: Path) -> None:
    """As with `| head -1`: far more rows than a pipe holds."""
    path = written(tmp_path, GOOD * 3000, "questions.jsonl")
    with running(path, "--seed", "5") as run:
        assert run.stdout is not None
        assert json.loads(run.stdout.readline())["line"] == 1
        run.stdout.close()
        assert run.wait(timeout=120) == 0
        assert run.stderr is not None
        assert b"error" not in run.stderr.read()


def test_errors_of_the_file_load_nothing_heavy(tmp_path: Path) -> None:
    bad = written(tmp_path, "seat1,colour\n")
    there = written(tmp_path, "row\n", "there")
    good = written(tmp_path, CSV, "good.csv")
    for args in (
        ["nowhere"],
        [bad],
        [good, "--out", there],
        [good, "--rule", "x=1"],
        [good, "--deals", "0"],
        ["--help"],
    ):
        code = (
            f"import sys\nfrom simulator.cli import cli\ncli.run({['batch', *args]!r})\n"
            f"print([m for m in {HEAVY} if m in sys.modules])"
        )
        text = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.DEVNULL, text=True)
        assert text.splitlines()[-1] == "[]", args


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "Missing argument"),
        (["-", "--out", "a", "--resume", "b"], "leave out --out"),
        (["-", "--format", "table"], "--format"),
        (["-", "--deals", "0"], "--deals"),
        (["-", "--precision", "0"], "--precision"),
        (["-", "--time", "-5s"], "--time"),
        (["-", "--seed", "1e30"], "--seed"),
        (["-", "--workers", "0"], "--workers"),
        (["-", "--rule", "nonsense=1"], "no house rule"),
        (["-", "--game", "stud", "--rule", "trigger=K"], "no wild cards"),
        (["-", "--resume", "nowhere/rows"], "cannot go on with 'nowhere/rows': No such file"),
        (["-", "--resume", "."], "cannot go on with '.': "),
    ],
)
def test_wrong_options_are_one_line(args: list[str], message: str) -> None:
    assert message in check_error(batch(*args))


# --- as rows are done


@pytest.mark.parametrize("source", ["file", "stdin"])
def test_progress_tells_the_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    told: list[tuple[int, int | None, str]] = []
    monkeypatch.setattr(ProgressBar, "__call__", lambda self, *args: told.append(args))
    batch(written(tmp_path, CSV) if source == "file" else "-", *SHORT)
    assert [words for _, _, words in told] == [f"{number} lines" for number in range(1, len(LINES) + 1)]
    size = len(CSV.encode())
    assert {total for _, total, _ in told} == {size if source == "file" else None}
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert told[-1][0] == size


@needs_posix
@pytest.mark.jit
def test_rows_come_while_stdin_is_still_open() -> None:
    with running("-", "--seed", "5", "--quiet") as run:
        assert run.stdin is not None
        assert run.stdout is not None
        for line in (1, 2):
            run.stdin.write(GOOD.encode())
            run.stdin.flush()
            assert json.loads(run.stdout.readline())["line"] == line
        run.send_signal(signal.SIGINT)  # while it waits for a line
        assert run.wait(timeout=60) == 130
        assert run.stderr is not None
        assert run.stderr.read() == b"ftq: note: interrupted: 2 lines are done\n"


@needs_posix
@pytest.mark.jit
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_ctrl_c_keeps_the_rows_that_are_done(tmp_path: Path, form: str) -> None:
    """Lines 1 to 3 are done, line 4 never ends; --resume goes on once it is shorter."""
    questions = tmp_path / "questions.jsonl"
    out = tmp_path / "rows"
    questions.write_text(GOOD * 3 + ENDLESS + GOOD)
    heading = form == "csv"
    with running(str(questions), "--seed", "5", "--format", form, "--out", str(out), "--workers", "2") as run:
        wait_for_lines(out, 6 + heading if form == "csv" else 3)
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=60) == 130
        assert run.stderr is not None
        told = run.stderr.read().decode()
    assert told == f"ftq: note: interrupted: 3 lines are done; go on with --resume {out}\n"
    found = (
        [int(row["line"]) for row in rows(out.read_text())]
        if heading
        else [json.loads(row)["line"] for row in out.read_text().splitlines()]
    )
    assert sorted(set(found)) == [1, 2, 3]
    questions.write_text(GOOD * 5)
    whole = batch(str(questions), "--seed", "5", "--format", form).stdout
    assert batch(str(questions), "--resume", str(out), "--format", form).exit_code == 0
    assert out.read_text() == whole


@needs_posix
@pytest.mark.jit
@pytest.mark.slow
def test_memory_is_flat(tmp_path: Path) -> None:
    """200,000 lines, one in a hundred a table, take no more memory than 2,000; nor does it to pass over them again."""
    peaks = []
    for count in (2_000, 200_000):
        path = tmp_path / f"{count}.csv"
        with path.open("w") as file:
            file.write("seat1,seat2,dead\n")
            for number in range(count):
                file.write(",".join(ACES) + ",\n" if number % 100 == 0 else f"AsKd/Qh7c,xx/Tc2d,As{number}\n")
        out = tmp_path / f"{count}.jsonl"
        code = (
            "import re, sys\nfrom simulator.cli import cli\n"
            f"code = cli.run({['batch', str(path), '--deals', '10', '--seed', '5', '--quiet']!r} + sys.argv[1:])\n"
            "print(code, re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1])"
        )
        for args in (["--out", str(out)], ["--resume", str(out)]):
            text = subprocess.check_output(
                [sys.executable, "-c", code, *args], cwd=ROOT, stderr=subprocess.DEVNULL, text=True
            )
            exit_code, peak = text.split()
            assert exit_code == "1"
            peaks.append(int(peak))
        with out.open() as file:
            assert sum(1 for _ in file) == count
    assert max(peaks[2:]) < max(peaks[:2]) + 20_000
