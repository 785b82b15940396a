"""Speeds relative to the calibration loop, measured so that neither a drifting host nor a busy one matters much."""

from collections.abc import Callable, Mapping
from statistics import median

from benchmarks.throughputs import Throughput
from benchmarks.timing import CPU_TIME

ROUNDS = 40


def per_loop(
    throughputs: Mapping[str, Throughput], loop: Callable[[], object], rounds: int = ROUNDS
) -> dict[str, float]:
    """How much each run gets done in the time of one calibration loop: the median over rounds.

    Every run of a round, some milliseconds long, stands between two loops, and its time is divided by their mean. It is
    time of this process: while others have the CPU, it stands still.
    """
    seconds_of(loop)
    for throughput in throughputs.values():
        throughput.run()
    ratios: dict[str, list[float]] = {what: [] for what in throughputs}
    for _ in range(rounds):
        before = seconds_of(loop)
        for what, throughput in throughputs.items():
            own, after = seconds_of(throughput.run), seconds_of(loop)
            ratios[what].append(own / ((before + after) / 2))
            before = after
    return {what: throughput.amount / median(ratios[what]) for what, throughput in throughputs.items()}


def seconds_of(run: Callable[[], object]) -> float:
    """CPU time of a run."""
    start = CPU_TIME()
    run()
    return CPU_TIME() - start
