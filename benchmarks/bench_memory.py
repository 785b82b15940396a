"""How much memory do the commands of the README need, and does it stay flat in a long run?"""

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks import readme
from benchmarks.bench_startup import FTQ, QUERY
from benchmarks.timing import Figure, at_most

_RUN = """
from pathlib import Path
from simulator import Table, equity
table = Table.parse(["xx/x"] * 2)
for deals in (1_000_000, {deals}):
    equity(table, deals=deals, seed=1)
    status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    print(int(status["VmHWM"].split()[0]) / 1024)
"""
# A process inherits the peak of the one that starts it: this small one stands between.
_START = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet), 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024)
"""
_LIMIT = 250


def peak_megabytes(command: list[str], environment: Mapping[str, str] | None = None) -> float:
    """Largest resident memory of a process that runs a command, as Linux counts it."""
    started = [sys.executable, "-I", "-S", "-c", _START, *command]
    env = {**os.environ, **(environment or {})}
    output = subprocess.run(started, env=env, check=True, capture_output=True, text=True).stdout
    code, peak = output.split()
    if code != "0":
        raise RuntimeError(f"exit code {code} of {shlex.join(command)}")
    return float(peak)


def first_query_megabytes() -> float:
    """Peak memory of a query whose kernels are compiled first."""
    with tempfile.TemporaryDirectory() as empty:
        return peak_megabytes(QUERY, {"NUMBA_CACHE_DIR": empty})


def figures(*, smoke: bool) -> list[Figure]:
    """Peak memory in MB: of each command, the kernels compiled; of a first query; of a short run and a long one."""
    if not Path("/proc/self/status").exists():
        return []
    asked = readme.commands(readme.FILE.read_text(encoding="utf-8"))
    found = []
    for arguments in asked[:1] if smoke else asked:
        command = [*FTQ, *arguments]
        subprocess.run(command, check=True, capture_output=True)  # compiles what it needs
        found.append(Figure(f"memory, ftq {shlex.join(arguments)}", peak_megabytes(command), "MB", at_most(_LIMIT)))
    if not smoke:
        found.append(Figure("memory, the first ftq equity, empty cache", first_query_megabytes(), "MB"))
    deals = 2_000_000 if smoke else 1_000_000_000
    script = _RUN.format(deals=deals)
    output = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    short, long = map(float, output.split())
    return [
        *found,
        Figure("memory after 1 M deals", short, "MB"),
        Figure(f"memory after {deals // 1_000_000:,} M deals", long, "MB", at_most(_LIMIT)),
    ]
