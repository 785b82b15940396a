"""How long does a Queens study take: by number of seats on one core, and ten million deals for each of 2 to 7 seats?"""

import time
from functools import partial

from benchmarks.machine import pin, unpin
from benchmarks.timing import CPU_TIME, RUNS, Figure, at_most, medians
from simulator import queens_study

SEATS = (2, 3, 4, 5, 6, 7)
WORKERS = 2


def figures(*, smoke: bool) -> list[Figure]:
    """Microseconds a deal in CPU time, and seconds of the whole study by the clock, once."""
    deals, whole = (2_000, 2_000) if smoke else (1_000_000, 10_000_000)
    pin()
    studies = [partial(queens_study, seats, deals=deals, seed=1, workers=1) for seats in SEATS]
    times = medians(studies, 1 if smoke else RUNS, CPU_TIME)
    unpin()
    found = [
        Figure(f"Queens study, {seats} seats", seconds / deals * 1e6, "us/deal")
        for seats, seconds in zip(SEATS, times, strict=True)
    ]
    start = time.perf_counter()
    queens_study(SEATS, deals=whole, seed=1, workers=WORKERS)
    seconds = time.perf_counter() - start
    return [*found, Figure(f"Queens study, {whole:,} deals for each of 2 to 7 seats", seconds, "s", at_most(120))]
