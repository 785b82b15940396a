"""How long does a command take from the shell, warm and on the first day?"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from benchmarks.timing import RUNS, Figure, at_most, medians

FTQ = [sys.executable, "-m", "simulator"]
QUERY = [*FTQ, "equity", "AsKd/Qh7c", "xx/Tc2d"]


def _process(command: list[str]) -> Callable[[], object]:
    return partial(subprocess.run, command, check=False, capture_output=True)


def first_query_seconds() -> float:
    """Time of a query whose kernels are compiled first."""
    with tempfile.TemporaryDirectory() as empty:
        start = time.perf_counter()
        subprocess.run(QUERY, env={**os.environ, "NUMBA_CACHE_DIR": empty}, check=True, capture_output=True)
        return time.perf_counter() - start


def figures(*, smoke: bool) -> list[Figure]:
    """Seconds, and a ratio to the import of numba."""
    python = [sys.executable, "-c"]
    commands = [[*FTQ, "--help"], [*FTQ, "equity", "AsKd/Qh", "xx/7c8c9c"], [*python, "import numba"], QUERY]
    help_, error, numba, query = medians([_process(command) for command in commands], 1 if smoke else 15)
    first = median(first_query_seconds() for _ in range(1 if smoke else RUNS))
    return [
        Figure("ftq --help", help_, "s", at_most(0.2)),
        Figure("an input error", error, "s", at_most(0.2)),
        Figure("import numba", numba, "s"),
        Figure("warm ftq equity AsKd/Qh7c xx/Tc2d", query, "s"),
        Figure("warm ftq equity v import numba", query / numba, "times", at_most(1.45)),
        Figure("first ftq equity, empty cache", first, "s", at_most(6)),
    ]
