"""Measure a rate or a time, and hold it against what it should reach."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

RUNS = 5


@dataclass(frozen=True)
class Figure:
    """One line of the table: what was measured, what came out, what it should reach."""

    what: str
    value: float
    unit: str
    target: float | None = None
    at_most: bool = False

    def cells(self) -> list[str]:
        """The line as text."""
        line = [self.what, f"{self.value:.4g}", self.unit]
        if self.target is None:
            return [*line, "", ""]
        reached = self.value <= self.target if self.at_most else self.value >= self.target
        return [*line, f"{'<=' if self.at_most else '>='} {self.target:g}", "reached" if reached else "missed"]


def median_seconds(run: Callable[[], object], runs: int = RUNS) -> float:
    """Median time of some runs, after one that warms up."""
    run()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return median(times)


def table(figures: list[Figure]) -> str:
    """Align the lines."""
    rows = [["what", "measured", "unit", "target", ""], *(figure.cells() for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
