"""Does memory stay flat in a long run?"""

import subprocess
import sys
from pathlib import Path

from benchmarks.timing import Figure

_RUN = """
from pathlib import Path
from simulator import Table, equity
table = Table.parse(["xx/x"] * 2)
for deals in (1_000_000, {deals}):
    equity(table, deals=deals, seed=1)
    status = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    print(int(status["VmHWM"].split()[0]) / 1024)
"""


def figures(*, smoke: bool) -> list[Figure]:
    """Peak memory of a process after a short run and after a long one, in MB, as Linux tells it.

    The kernel's VmHWM: the maximum that `getrusage` gives starts at that of the parent process.
    """
    if not Path("/proc/self/status").exists():
        return []
    deals = 2_000_000 if smoke else 1_000_000_000
    script = _RUN.format(deals=deals)
    output = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    short, long = map(float, output.split())
    return [
        Figure("peak memory after 1 M deals", short, "MB"),
        Figure(f"peak memory after {deals // 1_000_000:,} M deals", long, "MB", 300, at_most=True),
    ]
