"""Whether kernels have been compiled before, so that nobody is left waiting without a word."""

from collections.abc import Callable
from pathlib import Path
from typing import Any


def in_cache(*kernels: Callable[..., Any]) -> bool:
    """Tell whether numba's cache holds each kernel, compiled from its source as it is now (True with the JIT off)."""
    return all(map(_in_cache, kernels))


def _in_cache(kernel: Any) -> bool:
    if not hasattr(kernel, "py_func"):
        return True  # plain Python: nothing to compile
    source = Path(kernel.py_func.__code__.co_filename)
    newest = source.stat().st_mtime
    found = Path(kernel.stats.cache_path).glob(f"{source.stem}.{kernel.py_func.__name__}-*.nbi")
    return any(index.stat().st_mtime >= newest for index in found)
