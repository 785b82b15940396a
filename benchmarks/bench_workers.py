"""How much faster are two workers than one, and if not twice, why?"""

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context

from benchmarks.bench_deals import UNKNOWN, sampling
from benchmarks.machine import dependent_steps
from benchmarks.timing import Figure, at_least, medians
from simulator import Table, equity


def figures(*, smoke: bool) -> list[Figure]:
    """Ratios of times, measured in turn.

    Two processes share no interpreter, and a loop in registers shares neither cache nor memory: where these fall short
    of two as well, it is the machine that gives no second core.
    """
    if (os.cpu_count() or 1) < 2:
        return []
    deals, steps = (50_000, 50_000) if smoke else (100_000_000, 400_000_000)
    table = Table.parse(UNKNOWN)
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, get_context("spawn")) as processes:
        one, two, apart, bare_one, bare_two = medians(
            [
                sampling(table, deals),
                sampling(table, deals, workers=2),
                partial(equity, table, method="montecarlo", deals=deals, seed=1, workers=2, executor=processes),
                partial(dependent_steps, 2 * steps),
                lambda: list(threads.map(dependent_steps, [steps, steps])),
            ]
        )
    return [
        Figure("two workers v one, 2 seats", one / two, "times", at_least(1.9)),
        Figure("two processes v one worker", one / apart, "times"),
        Figure("a loop in registers, two threads v one", bare_one / bare_two, "times"),
    ]
