"""Counts of a few seeded runs, for one kind of CPU and another.

`NUMBA_CPU_NAME` and `NUMBA_CPU_FEATURES` choose for what CPU the kernels are compiled; each choice needs a cache of its
own, as a filled one answers for another CPU without a word.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.bench_deals import UNKNOWN, sampling
from benchmarks.machine import pin
from benchmarks.timing import CPU_TIME, RUNS, medians
from simulator import Rules, Table, equity

ROOT = Path(__file__).parent.parent
# Instruction sets by name; None for what the machine has.
CPUS: dict[str, Mapping[str, str]] = {
    "native": {},
    "x86-64-v3": {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""},
    "generic": {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""},
}
_ACCUMULATE = Rules(followers="accumulate", extra_wild="2", seventh="up", double_ace_flush="on")
# Every path through the kernel: known and folded cards, a common card, filters, house rules.
TABLES = {
    "nothing known": Table.parse(UNKNOWN),
    "seven seats": Table.parse(["xx/x"] * 7),
    "common card": Table.parse(["AsKd/Qh", *["xx/x"] * 7]),
    "known and folded": Table.parse(["AsKd/Qh7c", "xx/Tc2d", "f:xx/9cQs", "5sx/4s4h"], dead="2c"),
    "filters": Table.parse(["AsKd/Qh7c", "pair,Qx/Tc2d"]),
    "stud": Table.parse(["8c8d/Kh", "xx/Jc"], rules=Rules(game="stud")),
    "followers accumulate": Table.parse(["xx/x"] * 3, rules=_ACCUMULATE),
    "dealt again": Table.parse(UNKNOWN, rules=Rules(no_trigger="redeal", last_queen="keep")),
}


def counts(deals: int) -> dict[str, Any]:
    """Figures of every table, all of them made from integer counts: equal counts make equal figures."""
    found = {}
    for what, table in TABLES.items():
        result = equity(table, method="montecarlo", deals=deals, seed=1, workers=1).to_dict()
        found[what] = {"void_deals": result["void_deals"], "seats": result["seats"]}
    return found


def rate(deals: int) -> float:
    """Deals a second at the first table, on one core."""
    pin()
    return deals / medians([sampling(TABLES["nothing known"], deals)], RUNS, CPU_TIME)[0]


def under(cpu: str, function: str, deals: int, cache: str | None) -> Any:
    """Result of `counts` or `rate` in a process that compiles for a CPU, into a directory of its own unless native."""
    code = f"import json; from benchmarks.seeded import {function}; print(json.dumps({function}({deals})))"
    env = {**os.environ, **CPUS[cpu], **({} if cache is None else {"NUMBA_CACHE_DIR": cache})}
    output = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    return json.loads(output)
