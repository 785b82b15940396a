"""How fast are kernels compiled for other CPUs, and do they count the same?"""

import platform
import tempfile

from benchmarks.seeded import CPUS, counts, under
from benchmarks.timing import Figure


def figures(*, smoke: bool) -> list[Figure]:
    """Millions of deals a second on this CPU, as compiled for it and for lesser ones."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return []
    deals, few = (50_000, 500) if smoke else (20_000_000, 50_000)
    found = []
    expected = counts(few)
    for cpu in ("native",) if smoke else CPUS:
        with tempfile.TemporaryDirectory() as empty:
            cache = None if cpu == "native" else empty
            if under(cpu, "counts", few, cache) != expected:
                raise RuntimeError(f"kernels compiled for {cpu} count otherwise")
            speed = under(cpu, "rate", deals, cache)
        found.append(Figure(f"2 seats, nothing known, compiled for {cpu}", speed / 1e6, "M deals/s"))
    return found
