"""What the boards of a street say: means, spreads, quantiles and chances with their standard errors."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from simulator.outlook_boards import EVENTS, BoardTally

POINTS = {"low": 0.1, "median": 0.5, "high": 0.9}
_ROUNDING = 1e-13  # a variance that small is one of equal numbers


def chance(count: int, boards: int) -> tuple[float, float]:
    """Share of the boards, and its standard error."""
    share = int(count) / boards
    return share, sqrt(share * (1 - share) / boards)


def event_figures(tally: BoardTally) -> dict[str, float]:
    """Chances of what concerns the whole table, by the names of `StreetForecast`."""
    return _named({name: chance(count, tally.boards) for name, count in zip(EVENTS, tally.events, strict=True)})


def seat_figures(tally: BoardTally, at: int, *, exact: bool) -> dict[str, float]:
    """Figures of the live seat `at`, by the names of `SeatForecast`; of two boards or more."""
    return _named(
        {
            **_moments(tally.powers[at] / tally.boards, tally.boards),
            **_points(tally.histogram[at], tally.boards, exact=exact),
            "lead": chance(tally.leads[at], tally.boards),
        }
    )


def _named(figures: dict[str, tuple[float, float]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, (value, error) in figures.items():
        found |= {name: value, f"{name}_error": error}
    return found


def _moments(means: NDArray[np.float64], boards: int) -> dict[str, tuple[float, float]]:
    """Mean and spread of the equity over boards.

    One-way analysis of variance: an estimate x varies by what the equity does and by the noise of its deals, of which
    v is an unbiased estimate, so that the mean of ``(x - mean)**2 - v`` is the variance of the equity.
    """
    x, x2, x3, x4, v, v2, xv, x2v = means.tolist()
    correction = boards / (boards - 1)
    variance = correction * max(0.0, x2 - x**2)
    variance = variance if variance > _ROUNDING else 0.0
    between = variance - v
    # Mean square of (x - mean)**2 - v, multiplied out.
    fourth = x4 - 4 * x * x3 + 6 * x**2 * x2 - 3 * x**4
    square = fourth - 2 * (x2v - 2 * x * xv + x**2 * v) + v2
    error = sqrt(max(0.0, square - between**2) / boards)
    error = error if error > _ROUNDING else 0.0
    spread = sqrt(max(0.0, between))
    # The slope of a root has no end at 0: it is taken no nearer to it than the error.
    least = max(between, error)
    return {"mean": (x, sqrt(variance / boards)), "spread": (spread, error / (2 * sqrt(least)) if least else 0.0)}


def _points(histogram: NDArray[np.int64], boards: int, *, exact: bool) -> dict[str, tuple[float, float]]:
    """10%, 50% and 90% points; errors from the points a standard error of their rank to each side."""
    sums = np.cumsum(histogram)
    unit = histogram.size - 1

    def at(p: float) -> float:
        wanted = min(max(p * boards, 0.5), boards)
        found = int(np.searchsorted(sums, wanted))
        if exact or found in (0, unit):
            return found / unit
        below = sums[found] - histogram[found]
        return float((found - 0.5 + (wanted - below) / histogram[found]) / unit)  # estimates are spread evenly

    points = {}
    for name, p in POINTS.items():
        step = sqrt(p * (1 - p) / boards)
        points[name] = at(p), (at(p + step) - at(p - step)) / 2
    return points
