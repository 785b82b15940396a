"""numba's `njit` with a cache of machine code that works everywhere and is quick to load.

numba's own cache refuses to define a kernel where no directory can be written to, ends in an error where one of its
files is damaged, and loads everything that numba can compile, a quarter of a second, before it loads a kernel.

Machine code is kept in the first of these directories that can be written to: ``NUMBA_CACHE_DIR`` if it is set,
``__pycache__`` beside the source, numba's directory in the user's cache, a temporary directory of the user. Where there
is none, kernels are compiled in every process. Code in the first two is used even where only another user can write,
such as who installed the program and ran ``ftq warmup``: a cache is trusted like the source beside it.
"""

import contextlib
import os
import pickle
import stat
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import config
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    InTreeCacheLocator,
    NullCache,
    UserProvidedCacheLocator,
    UserWideCacheLocator,
)
from numba.core.runtime import _nrt_python
from numba.core.serialize import dumps

KERNELS: list[Any] = []
"""Every kernel with a cache whose module has been loaded."""


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
            kernel._cache = KernelCache(function)
            KERNELS.append(kernel)
        return kernel

    return decorate


stage: Callable[[Callable[..., Any]], Any] = njit(nogil=True, no_cpython_wrapper=True)
"""Compile a function that only kernels call. The ways in from Python and C would take longer to compile than itself."""


class KernelCache(NullCache):
    """The cache of one kernel, as numba's dispatcher asks for it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Look for directories."""
        self._own = _cache_or_none(_OwnCache, function)
        shared = _cache_or_none(_SharedCache, function)
        self._shared = None if shared is None or shared.cache_path == self.cache_path else shared

    @property
    def cache_path(self) -> str | None:
        """Directory in which machine code is kept; None if there is none."""
        path: str | None = None if self._own is None else self._own.cache_path
        return path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load machine code; None if there is none or it is damaged."""
        # All that machine code needs of numba are the C functions of its runtime, and these must have names for LLVM.
        for name, address in _nrt_python.c_helpers.items():
            binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
        for cache in (self._own, self._shared):
            with contextlib.suppress(Exception):  # anything can come of the bytes of a damaged file
                if cache is not None and (found := cache._load_overload(sig, target_context)) is not None:
                    return found
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code, if that is possible."""
        if self._own is None:
            return
        try:
            self._own.save_overload(sig, data)
        except Exception:  # of a damaged index, or a directory in its place
            with contextlib.suppress(Exception):
                _clear(self._own)
                self._own.save_overload(sig, data)


def _cache_or_none(kind: Any, function: Callable[..., Any]) -> Any:
    try:
        return kind(function)
    except RuntimeError:  # no directory
        return None


def _clear(cache: Any) -> None:
    for path in Path(cache.cache_path).glob(f"{cache._impl.filename_base}.*"):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()


class _CheckedImpl(CompileResultCacheImpl):
    """What is kept: machine code with a checksum, as some damage would crash the process rather than fail to load."""

    def reduce(self, data: Any) -> tuple[bytes, bytes]:
        *parts, environments = super().reduce(data)
        # Each environment loads its module. Numba's own implementations of np.empty and the like take long to load, and
        # need no environment unless it has constants.
        needed = [env for env in environments if env.consts or not env.globals["__name__"].startswith("numba.")]
        payload = dumps((*parts, needed))
        return sha256(payload).digest(), payload

    def rebuild(self, target_context: Any, reduced_data: tuple[bytes, bytes]) -> Any:
        checksum, payload = reduced_data
        if sha256(payload).digest() != checksum:
            raise ValueError("damaged")
        return super().rebuild(target_context, pickle.loads(payload))


class _HomeLocator(UserWideCacheLocator):
    """The user's cache; not where it would lie in the working directory, as without a home it may."""

    def ensure_cache_path(self) -> None:
        if not os.path.isabs(self.get_cache_path()):
            raise FileNotFoundError("no home directory")
        super().ensure_cache_path()


class _TemporaryLocator(InTreeCacheLocator):
    """A directory among the temporary ones that nobody else can write to."""

    def ensure_cache_path(self) -> None:
        own = os.path.join(tempfile.gettempdir(), f"follow-the-queen-{os.getuid()}")
        with contextlib.suppress(FileExistsError):
            os.mkdir(own, 0o700)
        found = os.lstat(own)
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
            raise PermissionError(f"{own} is not this user's alone")
        self._cache_path = os.path.join(own, self.get_suitable_cache_subpath(self._py_file))
        super().ensure_cache_path()


class _AnyoneLocator(InTreeCacheLocator):
    """The directory beside the source or ``NUMBA_CACHE_DIR``, whoever can write to it."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        super().__init__(py_func, py_file)
        if config.CACHE_DIR:
            self._cache_path = UserProvidedCacheLocator(py_func, py_file).get_cache_path()

    def ensure_cache_path(self) -> None:
        pass


class _OwnImpl(_CheckedImpl):
    _locator_classes = (
        UserProvidedCacheLocator,
        InTreeCacheLocator,
        _HomeLocator,
        *([_TemporaryLocator] if hasattr(os, "getuid") else []),
    )


class _SharedImpl(_CheckedImpl):
    _locator_classes = (_AnyoneLocator,)


class _StampedCache(FunctionCache):
    """Kernels are compiled anew when any file of kernels changes: they contain functions of several."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        source = Path(function.__code__.co_filename)
        files = {source, *source.parent.glob("*kernels.py"), *Path(__file__).parent.glob("*kernels.py")}
        stamps = tuple((path.name, path.stat().st_mtime, path.stat().st_size) for path in sorted(files))
        self._cache_file = IndexDataCacheFile(self._cache_path, self._impl.filename_base, stamps)


class _OwnCache(_StampedCache):
    _impl_class = _OwnImpl


class _SharedCache(_StampedCache):
    _impl_class = _SharedImpl
