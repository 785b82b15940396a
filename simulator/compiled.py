"""Tells when kernels are compiled, so that nobody is left waiting without a word."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.event import Listener, install_listener


@contextmanager
def compilation_told(tell: Callable[[str], None]) -> Iterator[None]:
    """Call `tell` with one line if, within this context, something is compiled; loaded machine code is nothing."""
    with install_listener("numba:compile", _Compilation(tell)):
        yield


class _Compilation(Listener):
    """Hears of the first compilation."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._told = False

    def on_start(self, event: Any) -> None:
        if not self._told:
            self._told = True
            kept = event.data["dispatcher"].stats.cache_path is not None
            self._tell(
                "compiling the kernels, once: it takes some seconds"
                if kept
                else "compiling the kernels, each time anew, because no directory can be written to that would keep "
                "them: set NUMBA_CACHE_DIR to one"
            )

    def on_end(self, event: Any) -> None:
        pass
