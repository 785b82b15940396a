"""Compiles every kernel once: for images, for classrooms, and to have it done."""

import time
from collections.abc import Callable
from typing import Any

from numba.core.event import Listener, install_listener

from evaluator import evaluate
from evaluator.kernel_cache import KERNELS
from simulator.audit import sample_deals
from simulator.estimate import equity
from simulator.interruptible import Interruptible
from simulator.outlook import forecast
from simulator.queens import queens_study
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

    Raises
    ------
    KeyboardInterrupt
        Ctrl-C was pressed: after the pass of numba's compiler that was at work.
    """
    sampled = Table.parse(["AsKd/Qh7c4s2d", "pair/Tc2c5h6h"])
    two = Table.parse(["AsKd/Qh7c4s2d", "8c8d/Tc2c5h6h"])
    hidden = Table.parse(["AsKd/Qh7c4s2d", "xx/Tc2c5h6h"])
    three = Table.parse(["AsKd/Qh7c4s2d", "8c8d/Tc2c5h6h", "9c9d/Th3c5c6c"])
    kernels = _Kernels(tell)
    with (
        Interruptible() as ctrl_c,
        install_listener("numba:run_pass", _Passes(ctrl_c)),
        install_listener("numba:compile", kernels),
    ):
        evaluate("As")
        equity(sampled, "montecarlo", deals=1, workers=1)
        sample_deals(sampled)
        for table in (two, three):
            equity(table, "exact", workers=1)
        forecast(hidden, boards=2, deals_per_board=2, workers=1)
        queens_study(2, deals=1, workers=1)
    return kernels.kept


class _Passes(Listener):
    """Ends a compilation between two passes: an exception that strikes where LLVM calls Python would be lost."""

    def __init__(self, ctrl_c: Interruptible) -> None:
        self._ctrl_c = ctrl_c

    def on_start(self, event: Any) -> None:
        if self._ctrl_c.interrupted:
            raise KeyboardInterrupt

    def on_end(self, event: Any) -> None:
        self.on_start(event)


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
