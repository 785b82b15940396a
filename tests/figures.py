"""The figures in ``tests/data``, read; sample sizes and tolerances of the statistical tests."""

import json
import math
import os
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
SIGMAS = 5  # every statistical test allows so many standard errors


def lines(name: str) -> list[dict[str, Any]]:
    """Rows of a file with one JSON object a line."""
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


def document(name: str) -> dict[str, Any]:
    """A JSON file."""
    content: dict[str, Any] = json.loads((DATA / name).read_text())
    return content


def sample(deals: int) -> int:
    """Deals to sample: as many as asked for, but a few when kernels run as plain Python (tolerances follow)."""
    return deals if JIT else min(deals, 1_000)


def share_error(p: float, deals: int) -> float:
    """Standard error of a share of yes-or-no outcomes with true probability ``p``; 0 where p is 0 or 1."""
    return math.sqrt(p * (1 - p) / deals)


def assert_within(got: float, want: float, error: float, what: object) -> None:
    """Demand equality up to 5 standard errors; exactly (but for rounding) if the error is 0."""
    allowed = SIGMAS * error + 1e-12
    assert abs(got - want) <= allowed, f"{what}: {got} instead of {want}, off by more than {allowed}"
