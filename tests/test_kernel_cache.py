"""Machine code on disk: found again, made again where it is damaged, and in no one's way where it cannot be kept."""

import importlib.util
import os
import pickle
import random
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba.core import config

from evaluator import kernel_cache
from tests.commands import ROOT, needs_posix

pytestmark = pytest.mark.jit

SOURCE = """
import numpy as np

from {module} import njit


@njit(cache=True, nogil=True)
def double(x):
    twice = np.empty(2, np.int64)
    for i in range(2):
        twice[i] = x
    return twice[0] + twice[1]


@njit(cache=True, nogil=True)
def triple(x):
    return double(x) + x
"""


class Place:
    """A directory for the cache and a module with kernels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "cache"
        self.source = folder / "tiny.py"
        self.source.write_text(SOURCE.format(module="evaluator.kernel_cache"))

    def kernel(self) -> Any:
        """The kernel as a new process would define it."""
        spec = importlib.util.spec_from_file_location("tiny", self.source)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.double

    def compiled(self) -> int:
        """How often the kernel is compiled for a call; the call is right."""
        kernel = self.kernel()
        assert kernel(21) == 42
        misses: int = sum(kernel.stats.cache_misses.values())
        assert misses + sum(kernel.stats.cache_hits.values()) == 1
        return misses

    def file(self, ending: str, kernel: str = "double") -> Path:
        (found,) = self.folder.glob(f"*/tiny.{kernel}-*.{ending}")
        return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    found = Place(tmp_path)
    monkeypatch.setattr(kernel_cache, "KERNELS", [])
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(found.folder))
    monkeypatch.setattr(config, "CACHE_DIR", str(found.folder))  # numba reads the environment when it compiles
    return found


def test_a_kernel_is_compiled_once(place: Place) -> None:
    assert [place.compiled() for _ in range(3)] == [1, 0, 0]
    assert place.kernel().stats.cache_path == str(place.file("nbi").parent)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def random_bytes(file: Path) -> None:
    file.write_bytes(random.Random(1).randbytes(5000))


def other_pickle(file: Path) -> None:
    file.write_bytes(pickle.dumps("nonsense"))


def zeros_in_the_middle(file: Path) -> None:
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 64] = bytes(64)
    file.write_bytes(content)


def directory(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", [empty, cut_short, random_bytes, other_pickle, zeros_in_the_middle, directory])
def test_a_damaged_file_is_made_anew(place: Place, damage: Callable[[Path], None], ending: str) -> None:
    place.compiled()
    damage(place.file(ending))
    assert [place.compiled() for _ in range(2)] == [1, 0]


def test_a_missing_file_is_made_anew(place: Place) -> None:
    for ending in ("nbi", "nbc"):
        place.compiled()
        place.file(ending).unlink()
        assert [place.compiled() for _ in range(2)] == [1, 0]


def test_what_cannot_be_taken_away_is_left(place: Place) -> None:
    place.compiled()
    directory(place.file("nbi"))
    (place.file("nbi") / "something").touch()
    assert [place.compiled() for _ in range(2)] == [1, 1]


def test_files_of_numba_itself_are_no_hindrance(place: Place) -> None:
    """The names are the same; the checksum is missing."""
    ours = place.source.read_text()
    place.source.write_text(SOURCE.format(module="numba") + " " * (len(ours) - len(SOURCE.format(module="numba"))))
    theirs = place.kernel()
    assert theirs(1) == 2
    place.source.write_text(ours)
    assert [place.compiled() for _ in range(2)] == [1, 0]


def test_a_changed_source_is_compiled_and_one_that_is_the_same_is_not(place: Place) -> None:
    place.compiled()
    place.source.write_text(place.source.read_text() + "\nMORE = 1\n")
    assert [place.compiled() for _ in range(2)] == [1, 0]


def test_a_change_of_a_file_of_kernels_beside_it_makes_it_anew(place: Place) -> None:
    """A kernel contains functions of other files, which numba by itself does not watch."""
    other, text = place.source.with_name("more_kernels.py"), place.source.with_name("words.py")
    other.write_text("1")
    text.write_text("1")
    assert place.compiled() == 1
    text.write_text("22")
    assert place.compiled() == 0
    other.write_text("22")
    assert [place.compiled() for _ in range(2)] == [1, 0]


def test_a_full_disk_is_no_error(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kernel_cache._OwnCache, "save_overload", full)
    assert [place.compiled() for _ in range(2)] == [1, 1]


def test_without_a_directory_kernels_work(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache._OwnImpl, "_locator_classes", ())
    assert place.kernel().stats.cache_path is None
    assert [place.compiled() for _ in range(2)] == [1, 1]


@pytest.mark.parametrize("named", [True, False])
def test_what_another_user_has_compiled_is_used(place: Place, monkeypatch: pytest.MonkeyPatch, named: bool) -> None:
    """In a directory that cannot be written to: NUMBA_CACHE_DIR, or beside the source."""
    if not named:
        monkeypatch.setattr(config, "CACHE_DIR", "")
        monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert place.compiled() == 1
    monkeypatch.setattr(kernel_cache._OwnImpl, "_locator_classes", ())
    assert [place.compiled() for _ in range(2)] == [0, 0]


# --- directories


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary" / f"follow-the-queen-{os.getuid()}"


def chosen(place: Place, monkeypatch: pytest.MonkeyPatch, locator: Any) -> str | None:
    monkeypatch.setattr(kernel_cache._OwnImpl, "_locator_classes", (locator,))
    path: str | None = place.kernel().stats.cache_path
    return path


@needs_posix
def test_a_temporary_directory_is_the_users_alone(
    place: Place, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = chosen(place, monkeypatch, kernel_cache._TemporaryLocator)
    assert path is not None
    assert Path(path).parent == temporary
    assert stat.S_IMODE(temporary.stat().st_mode) == 0o700
    assert [place.compiled() for _ in range(2)] == [1, 0]


@needs_posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o755])
def test_a_temporary_directory_that_others_can_enter_is_not_trusted(
    place: Place, temporary: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    temporary.mkdir()
    temporary.chmod(mode)
    assert chosen(place, monkeypatch, kernel_cache._TemporaryLocator) is None


@needs_posix
def test_a_link_is_not_trusted(place: Place, temporary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    temporary.symlink_to(tmp_path / "elsewhere")
    assert chosen(place, monkeypatch, kernel_cache._TemporaryLocator) is None


@needs_posix
def test_a_directory_of_another_user_is_not_trusted(
    place: Place, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = os.getuid() + 1
    temporary.with_name(f"follow-the-queen-{other}").mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: other)
    assert chosen(place, monkeypatch, kernel_cache._TemporaryLocator) is None


@pytest.mark.skipif(sys.platform != "linux", reason="where the user's cache is depends on the system")
def test_without_a_home_nothing_is_kept_in_the_working_directory(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `os.path.expanduser` makes of ``~`` where there is no home."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("XDG_CACHE_HOME", "~/.cache")
    assert chosen(place, monkeypatch, kernel_cache._HomeLocator) is None
    assert not list((tmp_path / "work").iterdir())
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert str(chosen(place, monkeypatch, kernel_cache._HomeLocator)).startswith(str(tmp_path / "home"))


# --- in a process of its own


def test_loading_loads_nothing_that_only_compiling_needs(place: Place) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(place.source.parent)!r})\n"
        "import tiny; assert tiny.double(4) == 8; print(sum(tiny.double.stats.cache_hits.values()))\n"
        "print('numba.np.arrayobj' in sys.modules)\n"
        "assert tiny.triple(4) == 12; print(sum(tiny.triple.stats.cache_hits.values()))\n"
    )
    runs = [subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).split() for _ in range(2)]
    assert runs == [["0", "True", "0"], ["1", "False", "1"]]
    place.file("nbc", "triple").unlink()  # so that a kernel is compiled after another has been loaded
    text = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert text.split() == ["1", "False", "0"]
