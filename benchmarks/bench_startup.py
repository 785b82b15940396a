"""How long does a command take from the shell, warm and on the first day?"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping

from benchmarks.timing import Figure, median_seconds

_FTQ = [sys.executable, "-m", "simulator"]
_QUERY = [*_FTQ, "equity", "AsKd/Qh7c", "xx/Tc2d", "--deals", "1M"]


def _seconds(command: list[str], runs: int, environment: Mapping[str, str] | None = None) -> float:
    env = {**os.environ, **(environment or {})}
    return median_seconds(lambda: subprocess.run(command, env=env, check=False, capture_output=True), runs)


def first_query_seconds() -> float:
    """Time of a query whose kernels are compiled first."""
    with tempfile.TemporaryDirectory() as empty:
        start = os.times().elapsed
        subprocess.run(_QUERY, env={**os.environ, "NUMBA_CACHE_DIR": empty}, check=True, capture_output=True)
        return os.times().elapsed - start


def figures(*, smoke: bool) -> list[Figure]:
    """Seconds, and a ratio to the import of numba."""
    runs = 1 if smoke else 15
    numba = _seconds([sys.executable, "-c", "import numba"], runs)
    query = _seconds(_QUERY, runs)
    return [
        Figure("ftq --help", _seconds([*_FTQ, "--help"], runs), "s", 0.2, at_most=True),
        Figure("an input error", _seconds([*_FTQ, "equity", "AsKd/Qh", "xx/7c8c9c"], runs), "s", 0.2, at_most=True),
        Figure("import numba", numba, "s"),
        Figure("warm ftq equity, 1M deals, by street", query, "s"),
        Figure("warm ftq equity v import numba", query / numba, "times", 1.6, at_most=True),
        Figure("first ftq equity, empty cache", first_query_seconds(), "s", 10, at_most=True),
    ]
