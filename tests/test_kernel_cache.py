"""Machine code on disk: found again, made again where it is damaged, and in no one's way where it cannot be kept."""

import importlib.util
import multiprocessing
import os
import pickle
import random
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from numba.core import config
from numba.core.compiler import CompileResult

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

    def file(self, kernel: str = "double") -> Path:
        (found,) = self.folder.glob(f"*/tiny.{kernel}.*")
        return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    found = Place(tmp_path)
    monkeypatch.setattr(kernel_cache, "KERNELS", [])
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(found.folder))
    monkeypatch.setattr(config, "CACHE_DIR", str(found.folder))  # numba reads the environment when it compiles
    # Machine code that another process has made names the module, which is imported when it is loaded.
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "tiny", raising=False)
    return found


def test_a_kernel_is_compiled_once(place: Place) -> None:
    assert [place.compiled() for _ in range(3)] == [1, 0, 0]
    assert place.kernel().stats.cache_path == str(place.file().parent)


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


def one_bit(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)


def missing(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize(
    "damage", [empty, cut_short, random_bytes, other_pickle, zeros_in_the_middle, one_bit, missing]
)
def test_a_damaged_file_is_made_anew(place: Place, damage: Callable[[Path], None]) -> None:
    place.compiled()
    damage(place.file())
    assert [place.compiled() for _ in range(2)] == [1, 0]


def test_a_directory_in_its_place_is_no_error(place: Place) -> None:
    place.compiled()
    file = place.file()
    file.unlink()
    file.mkdir()
    assert [place.compiled() for _ in range(2)] == [1, 1]
    assert list(file.parent.iterdir()) == [file]


def test_a_changed_source_is_compiled_and_one_that_is_the_same_is_not(place: Place) -> None:
    place.compiled()
    for more in ("\nMORE = 1\n", "\n\n"):
        place.source.write_text(more + place.source.read_text())
        assert [place.compiled() for _ in range(2)] == [1, 0]
    place.source.touch()
    assert place.compiled() == 0
    assert list(place.file().parent.iterdir()) == [place.file()]  # written over


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

    monkeypatch.setattr(kernel_cache, "replace", full)
    assert [place.compiled() for _ in range(2)] == [1, 1]


def test_without_a_directory_kernels_work(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_cache, "directories", lambda source, make=False: [])
    assert place.kernel().stats.cache_path is None
    assert [place.compiled() for _ in range(2)] == [1, 1]


# --- directories


def unname(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take away NUMBA_CACHE_DIR."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(config, "CACHE_DIR", "")


def unwritable(*_: object, **__: object) -> None:
    raise PermissionError("no")


@pytest.mark.parametrize("named", [True, False])
def test_what_another_user_has_compiled_is_used(place: Place, monkeypatch: pytest.MonkeyPatch, named: bool) -> None:
    """In a directory that cannot be written to: NUMBA_CACHE_DIR, or beside the source."""
    if not named:
        unname(monkeypatch)
    assert place.compiled() == 1
    monkeypatch.setattr(Path, "mkdir", unwritable)
    assert place.kernel().stats.cache_path is None
    assert place.compiled() == 0


@pytest.fixture
def temporary(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    unname(monkeypatch)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary" / f"follow-the-queen-{os.getuid()}"


@needs_posix
def test_a_temporary_directory_is_the_users_alone(
    place: Place, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_temporary(source: Path, make: bool = False) -> list[Path]:
        return [path for path in every(source, make) if path.parent == temporary]

    every = kernel_cache.directories
    monkeypatch.setattr(kernel_cache, "directories", only_temporary)
    assert [place.compiled() for _ in range(2)] == [1, 0]
    assert stat.S_IMODE(temporary.stat().st_mode) == 0o700
    assert str(place.kernel().stats.cache_path).startswith(str(temporary))


@needs_posix
def test_reading_makes_no_temporary_directory(place: Place, temporary: Path) -> None:
    assert place.compiled() == 1
    assert not temporary.exists()


@needs_posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o755])
def test_a_temporary_directory_that_others_can_enter_is_not_trusted(temporary: Path, mode: int) -> None:
    temporary.mkdir()
    temporary.chmod(0o700)
    assert trusted(temporary)
    temporary.chmod(mode)
    assert not trusted(temporary)


@needs_posix
def test_a_link_is_not_trusted(temporary: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    temporary.symlink_to(tmp_path / "elsewhere")
    assert not trusted(temporary)


@needs_posix
def test_a_directory_of_another_user_is_not_trusted(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = os.getuid() + 1
    temporary.with_name(f"follow-the-queen-{other}").mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: other)
    assert not trusted(temporary.with_name(f"follow-the-queen-{other}"))


def trusted(temporary: Path) -> bool:
    """Whether it is among the directories, either to read from or to write to."""
    found = [
        temporary in path.parents for make in (False, True) for path in kernel_cache.directories(Path("a/b.py"), make)
    ]
    return any(found)


def test_a_named_directory_is_the_only_one(place: Place) -> None:
    (only,) = kernel_cache.directories(place.source)
    assert only.parent == place.folder


@pytest.mark.skipif(sys.platform != "linux", reason="where the user's cache is depends on the system")
def test_without_a_home_nothing_is_kept_in_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `os.path.expanduser` makes of ``~`` where there is no home."""
    unname(monkeypatch)
    monkeypatch.setenv("XDG_CACHE_HOME", "~/.cache")
    assert all(path.is_absolute() for path in kernel_cache.directories(Path("a/b.py")))
    assert not any("numba" in path.parts for path in kernel_cache.directories(Path("a/b.py")))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert any(path.is_relative_to(tmp_path / "home" / "numba") for path in kernel_cache.directories(Path("a/b.py")))


# --- another numba


def test_machine_code_that_needs_an_unknown_symbol_is_not_loaded(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """LLVM would end the process."""
    found = kernel_cache.undefined_symbols
    needed = []

    def one_more(module: Any) -> list[str]:
        needed.extend([*found(module), "no_such_symbol"])
        return needed

    with monkeypatch.context() as patch:
        patch.setattr(kernel_cache, "undefined_symbols", one_more)
        assert place.compiled() == 1
    assert "NRT_MemInfo_call_dtor" in needed  # of the array
    assert [place.compiled() for _ in range(2)] == [1, 0]


@pytest.mark.parametrize("name", ["_reduce", "_rebuild"])
def test_a_numba_without_a_name_that_is_used_compiles(place: Place, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    place.compiled()
    monkeypatch.delattr(CompileResult, name)
    assert place.compiled() == (name == "_rebuild")
    place.file().unlink()
    assert place.compiled() == 1


# --- in a process of its own

LOADING = """
import sys
sys.path.insert(0, {folder!r})
from evaluator import kernel_cache
{before}
import tiny
assert tiny.double(4) == 8
print(sum(tiny.double.stats.cache_hits.values()))
print("numba.np.arrayobj" in sys.modules)
assert tiny.triple(4) == 12
print(sum(tiny.triple.stats.cache_hits.values()))
"""


def loading(place: Place, before: str = "") -> list[str]:
    code = LOADING.format(folder=str(place.source.parent), before=before)
    return subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).split()


def test_what_another_process_has_compiled_is_loaded(place: Place) -> None:
    loading(place)
    assert place.compiled() == 0


@pytest.mark.skipif(not kernel_cache.QUICK, reason="not a numba that is known to load quickly")
def test_loading_loads_nothing_that_only_compiling_needs(place: Place) -> None:
    assert [loading(place) for _ in range(2)] == [["0", "True", "0"], ["1", "False", "1"]]
    place.file("triple").unlink()  # so that a kernel is compiled after another has been loaded
    assert loading(place) == ["1", "False", "0"]


def test_what_is_loaded_quickly_is_loaded_by_an_unknown_numba_too(place: Place) -> None:
    loading(place)
    assert loading(place, "kernel_cache.QUICK = False") == ["1", "True", "1"]


UNNAMED = """
from numba.core import runtime
class Empty:
    c_helpers = {}
runtime._nrt_python = Empty
"""


@pytest.mark.skipif(not kernel_cache.QUICK, reason="not a numba that is known to load quickly")
def test_without_the_names_of_the_runtime_all_is_loaded(place: Place) -> None:
    """As numba does itself; here it finds the names in its own way."""
    loading(place)
    assert loading(place, UNNAMED) == ["1", "True", "1"]


def test_processes_and_threads_at_once_all_answer(place: Place) -> None:
    code = LOADING.format(folder=str(place.source.parent), before="")
    command = [sys.executable, "-X", "faulthandler", "-c", code]
    processes = [
        subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(4)
    ]
    kernel = place.kernel()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(kernel, range(8))) == list(range(0, 16, 2))
    errors = [process.communicate()[1] for process in processes]
    assert [(process.returncode, error) for process, error in zip(processes, errors, strict=True)] == [(0, "")] * 4
    assert place.compiled() == 0
    assert sorted(place.file().parent.iterdir()) == [place.file("double"), place.file("triple")]


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_fork_uses_what_is_loaded(place: Place) -> None:
    place.compiled()
    kernel = place.kernel()
    assert kernel(1) == 2
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(kernel, range(4)) == [0, 2, 4, 6]


def test_a_kernel_can_be_pickled(place: Place) -> None:
    place.compiled()
    kernel = pickle.loads(pickle.dumps(place.kernel()))
    assert kernel(3) == 6
