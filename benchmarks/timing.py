"""Measure a rate or a time, and hold it against what it should reach."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

RUNS = 5
CPU_TIME = time.process_time


@dataclass(frozen=True)
class Target:
    """What a figure should reach: at least the value, or at most; and why it is what it is."""

    value: float
    at_most: bool = False
    note: str = ""

    def reached(self, value: float) -> bool:
        """Whether a measured value is on the right side."""
        return value <= self.value if self.at_most else value >= self.value


def at_least(value: float) -> Target:
    """Target of a rate."""
    return Target(value)


def at_most(value: float) -> Target:
    """Target of a time or a size."""
    return Target(value, at_most=True)


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was measured, what came out, what it should reach."""

    what: str
    value: float
    unit: str
    target: Target | None = None

    def cells(self) -> list[str]:
        """The line as text."""
        line = [self.what, f"{self.value:.4g}", self.unit]
        goal = self.target
        if goal is None:
            return [*line, "", "", ""]
        sign, passed = "<=" if goal.at_most else ">=", "reached" if goal.reached(self.value) else "missed"
        return [*line, f"{sign} {goal.value:g}", passed, goal.note]


def medians(
    runs: Sequence[Callable[[], object]], repeats: int = RUNS, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Median seconds of each of some runs, made in turn so that a drift of the host meets all alike, after one each.

    What runs on one core is timed with `CPU_TIME`, which stands still while others have the core.
    """
    times: list[list[float]] = [[] for _ in runs]
    for run in runs:
        run()
    for _ in range(repeats):
        for run, own in zip(runs, times, strict=True):
            start = clock()
            run()
            own.append(clock() - start)
    return [median(own) for own in times]


def table(figures: Sequence[Figure]) -> str:
    """Align the lines."""
    return aligned([["what", "measured", "unit", "target", "", ""], *(figure.cells() for figure in figures)])


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Lines of cells that stand under each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
