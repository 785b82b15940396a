"""numba's `njit` with a cache of machine code that works everywhere and is quick to load.

numba's own cache refuses to define a kernel where no directory can be written to, ends in an error where one of its
files is damaged, misses changes of functions of other files, and loads everything that numba can compile, a quarter of
a second, before it loads a kernel.

Machine code is kept in ``NUMBA_CACHE_DIR`` if it is set, else in the first of these directories that can be written to:
``__pycache__`` beside the source, numba's directory in the user's cache, a temporary directory of the user. There is a
file for each kernel, signature and processor, with a checksum over all that it was made of; a change writes over it.

Loading can run code, so whoever can write to a directory must be trusted: it is where Python keeps bytecode, what the
user names, or the user's own. The first two are read even where only who installed the program can write.
"""

import contextlib
import os
import pickle
import stat
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import config
from numba.core.caching import NullCache

KERNELS: list[Any] = []
"""Every kernel with a cache whose module has been loaded."""

QUICK = (0, 60) <= numba.version_info.short <= (0, 68)
"""Whether this numba is known to load machine code without loading all that it can compile."""


def njit(*, cache: bool = False, **options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function when it is first called, as ``numba.njit`` does, but without a way in from C.

    Parameters
    ----------
    cache : bool
        Whether to keep the machine code on disk, for the entry points of a module.
    **options : Any
        Options of ``numba.njit``.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        kernel = numba.njit(**{"no_cfunc_wrapper": True, **options})(function)
        if cache and hasattr(kernel, "py_func"):  # with the JIT off it is the function
            if os.path.isfile(function.__code__.co_filename):  # it is not in a zip file
                kernel._cache = KernelCache(function)
            KERNELS.append(kernel)
        return kernel

    return decorate


stage: Callable[[Callable[..., Any]], Any] = njit(nogil=True, no_cpython_wrapper=True)
"""Compile a function that only kernels call. The ways in from Python and C would take longer to compile than itself."""


class KernelCache(NullCache):
    """The cache of one kernel, as numba's dispatcher asks for it.

    A failure, of the disk or because another numba lacks a name that is used here, costs a compilation, no more.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        """Note the state of the source, which is the one that will be compiled."""
        self._source = Path(function.__code__.co_filename)
        self._name = f"{self._source.stem}.{function.__name__}"
        self._stamp = source_stamp(self._source)

    @property
    def cache_path(self) -> str | None:
        """Directory in which machine code is kept; None if there is none."""
        for directory in directories(self._source, make=True):
            with contextlib.suppress(OSError):
                directory.mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=directory).close()
                return str(directory)
        return None

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load machine code; None if there is none, it is damaged, or it needs what is not there."""
        with contextlib.suppress(Exception):
            from numba.core.compiler import CompileResult

            key, name = self._key(sig, target_context.codegen())
            for directory in directories(self._source):
                with contextlib.suppress(OSError):
                    content = (directory / name).read_bytes()
                    # Some damage would crash the process rather than fail to load.
                    if sha256(key + content[32:]).digest() == content[:32]:
                        symbols, parts = pickle.loads(content[32:])
                        if callable_symbols(symbols, target_context):
                            return CompileResult._rebuild(target_context, *parts)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code, if that is possible."""
        with contextlib.suppress(Exception):
            from numba.core.serialize import dumps

            path = self.cache_path
            if path is None or data.library.has_dynamic_globals:  # addresses of this process
                return
            *parts, environments = data._reduce()
            # Each environment loads its module. Numba's own implementations of np.empty and the like take long to load,
            # and need no environment unless it has constants.
            needed = [env for env in environments if env.consts or not env.globals["__name__"].startswith("numba.")]
            payload = dumps((undefined_symbols(data.library._final_module), (*parts, needed)))
            key, name = self._key(sig, data.codegen)
            replace(Path(path) / name, sha256(key + payload).digest() + payload)

    def _key(self, sig: Any, codegen: Any) -> tuple[bytes, str]:
        """All that machine code depends on; the name of its file."""
        target = repr((sig, codegen.magic_tuple(), sys.implementation.cache_tag, getattr(sys, "abiflags", "")))
        name = f"{self._name}.{sha256(target.encode()).hexdigest()[:16]}.nbc"
        return repr((numba.__version__, self._stamp, target)).encode(), name


def undefined_symbols(module: Any) -> list[str]:
    """Names that the machine code of an LLVM module needs from outside it."""
    values = [*module.functions, *module.global_variables]
    return [value.name for value in values if value.is_declaration and not value.name.startswith("llvm.")]


def callable_symbols(symbols: list[str], target_context: Any) -> bool:
    """Whether LLVM can find all of the symbols; it would end the process if one were missing.

    Usually it does once the C functions of numba's runtime have names; else all is loaded, as numba does each time.
    """
    if QUICK:
        with contextlib.suppress(ImportError, AttributeError):
            from numba.core.runtime import _nrt_python

            for name, address in _nrt_python.c_helpers.items():
                binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
            if all(map(binding.address_of_symbol, symbols)):
                return True
    target_context.refresh()
    return all(map(binding.address_of_symbol, symbols))


def source_stamp(source: Path) -> tuple[tuple[str, str], ...]:
    """Stamp of every file of kernels: a kernel contains functions of several."""
    found = {source, *source.parent.glob("*kernels.py"), *Path(__file__).parent.glob("*kernels.py")}
    files = [(path, path.stat()) for path in sorted(found) if path.is_file()]  # an editor's lock is not
    return tuple((path.name, file_digest(path, state.st_mtime_ns, state.st_size)) for path, state in files)


@lru_cache
def file_digest(path: Path, mtime: int, size: int) -> str:
    """Digest of a file, which is read again when its time or size has changed."""
    return sha256(path.read_bytes()).hexdigest()


def directories(source: Path, make: bool = False) -> Iterator[Path]:
    """Directories for the machine code of a source file, the best first; whether to make a temporary one."""
    parent = source.absolute().parent
    folder = f"{parent.name}_{sha256(str(parent).encode()).hexdigest()[:16]}"
    if config.CACHE_DIR:
        yield Path(config.CACHE_DIR) / folder
        return
    yield parent / "__pycache__"
    with contextlib.suppress(ImportError):
        from numba.misc.appdirs import AppDirs

        home = Path(AppDirs("numba", appauthor=False).user_cache_dir)
        if home.is_absolute():  # without a home directory it would lie in the working directory
            yield home / folder
    with contextlib.suppress(OSError, AttributeError):  # some systems have no getuid
        yield temporary_directory(make) / folder


def temporary_directory(make: bool) -> Path:
    """Directory among the temporary ones that nobody else can write to; an OSError if there is none."""
    own = Path(tempfile.gettempdir()) / f"follow-the-queen-{os.getuid()}"
    if make:
        with contextlib.suppress(FileExistsError):
            own.mkdir(0o700)
    found = own.lstat()  # of a link itself
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise PermissionError(f"{own} is not this user's alone")
    return own


def replace(path: Path, content: bytes) -> None:
    """Write a file so that others find the old one or the new one, never a part."""
    new = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}")
    try:
        new.write_bytes(content)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
