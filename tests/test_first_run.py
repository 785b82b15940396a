"""The first run of a kernel: a note that tells the truth, and a place for the machine code or none."""

import ctypes
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import ROOT, ftq, process

pytestmark = pytest.mark.jit

HAND = ["hand", "As"]
ONCE = b"ftq: note: compiling the kernels, once: it takes some seconds\n"
EACH_TIME = b"ftq: note: compiling the kernels, each time anew, because no directory can be written to"


def test_compiling_is_noted_exactly_when_it_happens(tmp_path: Path) -> None:
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    notes = [process(*HAND, stdout=subprocess.PIPE, env=env).stderr for _ in range(2)]
    assert notes == [ONCE, b""]


def test_nothing_is_noted_of_what_this_process_has_compiled() -> None:
    ftq(*HAND)
    assert ftq(*HAND).stderr == ""


# --- an installation that cannot be written to


def obey_permissions() -> None:
    """Take from root the right to ignore them, which a program that it starts would have."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if libc.prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
                raise OSError("cannot give up capabilities")


def obeyed(folder: Path) -> bool:
    """Whether a program finds that it cannot write to a directory whose mode says so."""
    try:
        found = subprocess.run(["touch", str(folder / "file")], preexec_fn=obey_permissions, capture_output=True)
    except subprocess.SubprocessError:
        return False
    return found.returncode != 0


class Installation:
    """A copy of the packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.closed = folder / "closed"
        self.closed.mkdir()
        for package in ("evaluator", "simulator"):
            shutil.copytree(ROOT / package, folder / "site" / package, ignore=shutil.ignore_patterns("__pycache__"))

    def set_writable(self, writable: bool) -> None:
        for path in (self.closed, *(self.folder / "site").rglob("*"), self.folder / "site"):
            mode = stat.S_IMODE(path.stat().st_mode)
            path.chmod(mode | 0o200 if writable else mode & ~0o222)

    def run(self, *args: str, home: Path | None, temporary: Path | None = None) -> subprocess.CompletedProcess[bytes]:
        gone = {"HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "TMPDIR"}
        env = {name: value for name, value in os.environ.items() if name not in gone}
        env["PYTHONPATH"] = str(self.folder / "site")
        if home is not None:
            env["HOME"] = str(home)
        if temporary is not None:
            env["TMPDIR"] = str(temporary)
        command = [sys.executable, "-m", "simulator", *args]
        return subprocess.run(
            command, env=env, cwd=self.closed, preexec_fn=obey_permissions, capture_output=True, timeout=300
        )


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    made = Installation(tmp_path)
    made.set_writable(False)
    if not obeyed(made.closed):
        pytest.skip("this user may write everywhere")
    yield made
    made.set_writable(True)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="gives up capabilities as Linux has them")
class TestReadOnly:
    def test_machine_code_is_kept_in_the_home_directory(self, installation: Installation, tmp_path: Path) -> None:
        runs = [installation.run(*HAND, home=tmp_path / "home") for _ in range(2)]
        assert [(run.returncode, run.stderr) for run in runs] == [(0, ONCE), (0, b"")]
        (file,) = (tmp_path / "home").rglob("kernels.evaluate_hands.*.nbc")
        file.chmod(0)  # not readable: made anew
        run = installation.run(*HAND, home=tmp_path / "home")
        assert (run.returncode, run.stderr) == (0, ONCE)

    def test_without_a_home_it_is_kept_in_a_temporary_directory(
        self, installation: Installation, tmp_path: Path
    ) -> None:
        (tmp_path / "temporary").mkdir()
        nowhere = installation.closed / "nowhere"
        runs = [installation.run(*HAND, home=nowhere, temporary=tmp_path / "temporary") for _ in range(2)]
        assert [(run.returncode, run.stderr) for run in runs] == [(0, ONCE), (0, b"")]

    def test_where_nothing_can_be_kept_it_is_compiled_each_time(
        self, installation: Installation, tmp_path: Path
    ) -> None:
        not_ours = tmp_path / "temporary" / f"follow-the-queen-{os.getuid()}"
        not_ours.mkdir(parents=True)
        not_ours.chmod(0o777)
        nowhere = installation.closed / "nowhere"
        run = installation.run(*HAND, home=nowhere, temporary=tmp_path / "temporary")
        assert (run.returncode, run.stderr.startswith(EACH_TIME), run.stderr.count(b"\n")) == (0, True, 1)
        again = installation.run(*HAND, "--quiet", home=nowhere, temporary=tmp_path / "temporary")
        assert (again.returncode, again.stdout, again.stderr) == (0, run.stdout, b"")

    def test_what_was_compiled_before_it_was_closed_is_used(self, installation: Installation, tmp_path: Path) -> None:
        installation.set_writable(True)
        assert installation.run(*HAND, home=None).stderr == ONCE
        installation.set_writable(False)
        run = installation.run(*HAND, home=tmp_path / "home")
        assert (run.returncode, run.stderr) == (0, b"")
