"""What a figure depends on: the machine, the versions, one pinned core."""

import importlib.util
import os
import platform
import time
from pathlib import Path

import numba
import numpy as np
from numba import njit

from benchmarks.timing import Target


@njit(nogil=True)
def dependent_steps(count):
    """Make so many steps of six dependent one-cycle operations, all in registers."""
    x = np.uint64(88172645463325252)
    for _ in range(count):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
    return x


def pin() -> None:
    """Keep this process on its last CPU, where the system allows it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def unpin() -> None:
    """Give the process all its CPUs back."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))


def gigahertz() -> float:
    """Clock as a chain of dependent operations sees it; 0 without the JIT."""
    if not hasattr(dependent_steps, "py_func"):
        return 0.0
    steps = 20_000_000
    dependent_steps(10)
    start = time.perf_counter()
    dependent_steps(steps)
    return 6 * steps / (time.perf_counter() - start) / 1e9


def has_avx512() -> bool:
    """Whether the compiler has 512-bit vector instructions to use."""
    return "avx512bw" in _cpu_flags()


def vector_target(rate: float) -> Target:
    """Target of a rate that is asked of a machine with AVX-512: half of it without."""
    return Target(rate) if has_avx512() else Target(rate / 2, note=f"half of {rate:g}: no AVX-512")


def cpu_name() -> str:
    """Name of the CPU, with the numbers that tell models of one name apart."""
    name = _cpu_info("model name") or platform.processor() or platform.machine()
    family, model = _cpu_info("cpu family"), _cpu_info("model\t")
    return f"{name} (family {family}, model {model})" if family else name


def facts() -> list[str]:
    """Lines that describe the machine and the versions."""
    flags = _cpu_flags()
    vectors = next((name for name in ("avx512bw", "avx2", "sse4_2", "neon", "asimd") if name in flags), "unknown")
    load = f", load {os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else ""
    return [
        f"{cpu_name()}, {os.cpu_count()} CPUs, {vectors}, {gigahertz():.1f} GHz measured{load}",
        f"Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}, {platform.system()}, "
        + ("with scipy, which numba imports" if importlib.util.find_spec("scipy") else "no scipy"),
    ]


def _cpu_info(key: str) -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), "")


def _cpu_flags() -> set[str]:
    return set((_cpu_info("flags") or _cpu_info("Features")).split())
