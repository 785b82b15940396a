"""Compiles every kernel once: for images, for classrooms, and to have it done."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.event import Listener, install_listener

from evaluator import evaluate
from evaluator.kernel_cache import KERNELS
from simulator.audit import sample_deals
from simulator.estimate import equity
from simulator.table import Table


def warm_up(tell: Callable[[str], None]) -> bool:
    """Use every kernel, so that numba compiles those that are not in its cache.

    Parameters
    ----------
    tell : callable
        Gets a line for each kernel that is compiled.

    Returns
    -------
    bool
        Whether all that was compiled is kept on disk.
    """
    sampled = Table.parse(["AsKd/Qh7c4s2d", "pair/Tc2c5h6h"])
    two = Table.parse(["AsKd/Qh7c4s2d", "8c8d/Tc2c5h6h"])
    three = Table.parse(["AsKd/Qh7c4s2d", "8c8d/Tc2c5h6h", "9c9d/Th3c5c6c"])
    kernels = _Kernels(tell)
    with _ctrl_c_at_once(), install_listener("numba:compile", kernels):
        evaluate("As")
        equity(sampled, "montecarlo", deals=1, workers=1)
        sample_deals(sampled)
        for table in (two, three):
            equity(table, "exact", workers=1)
    return kernels.kept


@contextmanager
def _ctrl_c_at_once() -> Iterator[None]:
    """Let Ctrl-C end a compilation: a query looks at it between pieces of work, and nothing is lost here."""
    before = signal.getsignal(signal.SIGINT)
    ours = threading.current_thread() is threading.main_thread() and before is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, lambda number, frame: signal.default_int_handler(number, frame))
    try:
        yield
    finally:
        if ours:
            signal.signal(signal.SIGINT, before)


class _Kernels(Listener):
    """Tells of each kernel, and how long it took; functions within it are a part of it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._start = 0.0
        self.kept = True

    def on_start(self, event: Any) -> None:
        if event.data["dispatcher"] in KERNELS:
            self._start = time.perf_counter()

    def on_end(self, event: Any) -> None:
        kernel = event.data["dispatcher"]
        if kernel in KERNELS and kernel.overloads:  # not if Ctrl-C has ended it
            self.kept &= kernel.stats.cache_path is not None
            self._tell(f"compiled {kernel.__name__} in {time.perf_counter() - self._start:.1f} s")
