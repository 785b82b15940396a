"""How many nanoseconds a deal does each stage of the kernels take?

The pipeline is timed without any of its stages, with the first, with the first two and so on; the differences are what
the stages take.
"""

from functools import partial
from itertools import pairwise

from benchmarks.bench_deals import TABLES
from benchmarks.machine import pin, unpin
from benchmarks.timing import CPU_TIME, RUNS, Figure, medians
from benchmarks.truncated import tally_task
from simulator.completions import layout
from simulator.hole_draws import hole_draws
from simulator.kernels import BLOCK

# Functions of each stage, in the order of the pipeline.
STAGES = {
    "random numbers": ("draw", "_take"),
    "numbers traced back": ("_trace_back", "_skip_seen", "_copy"),
    "wild ranks": ("find_wild",),
    "wild cards marked": ("_mark_wild",),
    "hashes of ranks added": ("_sum_hashes",),
    "strengths looked up": ("_find_slots", "_look_up"),
    "flushes": ("_flag_flushes", "_list_flagged", "_raise_flushes"),
    "tally": ("tally_block",),
}


def figures(*, smoke: bool) -> list[Figure]:
    """Nanoseconds a deal and stage, on one core; the rest is calls, loops and what is filled once."""
    blocks, steps = (4, 0) if smoke else (250, len(STAGES))
    left_out = [[name for names in list(STAGES.values())[step:] for name in names] for step in range(steps + 1)]
    tasks = [tally_task(names) for names in left_out]
    pin()
    found = []
    for what in list(TABLES)[:1] if smoke else TABLES:
        table = TABLES[what].table
        arguments = layout(table), hole_draws(table), 1, 0, 0, blocks, blocks * BLOCK
        times = medians([partial(task, *arguments) for task in tasks], 3 * RUNS, CPU_TIME)
        each = [times[0], *(after - before for before, after in pairwise(times))]
        for stage, seconds in zip(("the rest", *STAGES), each, strict=False):
            found.append(Figure(f"{what}: {stage}", seconds / (blocks * BLOCK) * 1e9, "ns/deal"))
        if not smoke:
            found.append(Figure(f"{what}: together", times[-1] / (blocks * BLOCK) * 1e9, "ns/deal"))
    unpin()
    return found
