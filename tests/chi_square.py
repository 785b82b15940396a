"""Chi-square tests without scipy.

A family of tests passes if no p-value is smaller than `LEVEL` divided by their number (Bonferroni): a fair generator of
random cards fails a family for at most one seed in 10,000. The seeds are fixed, so a pass stays a pass.
"""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEVEL = 1e-4

Statistic = tuple[float, int]  # chi-square, degrees of freedom


def tail(statistic: float, freedom: int) -> float:
    """P(chi-square > statistic), by the normal approximation of Wilson and Hilferty (1931) to its cube root."""
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(z / math.sqrt(2)) / 2


def fit(counts: NDArray[Any], expected: NDArray[Any] | float, fixed: int = 1) -> Statistic:
    """How far counts are from what is expected of them; `fixed` sums of the counts are given."""
    return float(((counts - expected) ** 2 / expected).sum()), counts.size - fixed


def total(statistics: Iterable[Statistic]) -> Statistic:
    """Sum of independent statistics, itself a chi-square."""
    values, freedoms = zip(*statistics, strict=True)
    return float(np.sum(values)), int(np.sum(freedoms))


def assert_chance(family: dict[Any, Statistic], *, too_even: bool = True) -> None:
    """Demand that every statistic be neither too large nor, if `too_even`, too small for chance."""
    least = LEVEL / len(family) / (2 if too_even else 1)
    for name, statistic in family.items():
        p = tail(*statistic)
        assert p > least, f"{name}: chi-square {statistic}, p = {p} for a worse one, below {least}"
        if too_even:
            assert 1 - p > least, f"{name}: chi-square {statistic}, p = {1 - p} for a better one, below {least}"
