"""A fixed piece of work that other work is timed against, so that the speed of the host cancels.

It is made like the kernels: integer hashes along rows, which the CPU does in vectors, and look-ups one by one in a
table of the size of the evaluator's. It must never change, or stored ratios lose their meaning.
"""

from collections.abc import Callable

import numpy as np
from numba import njit

_HANDS = 4096
_ROWS = 8
_PASSES = 120


@njit(nogil=True)
def _hash_row(row, step):
    """Hash the words of a row in place, all alike."""
    for i in range(row.size):
        x = np.uint32(row[i] + step)
        x = np.uint32(np.uint32(x ^ np.uint32(x >> np.uint32(16))) * np.uint32(0x21F0AAAD))
        x = np.uint32(np.uint32(x ^ np.uint32(x >> np.uint32(15))) * np.uint32(0xD35A2D97))
        row[i] = np.uint32(x ^ np.uint32(x >> np.uint32(15)))


@njit(nogil=True)
def _look_up(row, table, listed):
    """List the words that lead to an odd entry of the table; returns how many they are."""
    found = np.uint64(0)
    for i in range(row.size):
        listed[found] = np.uint16(i)
        found += np.uint64(table[row[i] >> np.uint32(15)] & np.uint16(1))
    return np.int64(found)


@njit(nogil=True)
def _work(rows, table, listed, passes):
    total = np.int64(0)
    for step in range(passes):
        for j in range(rows.shape[0]):
            _hash_row(rows[j], np.uint32(step))
        total += _look_up(rows[0], table, listed) + _look_up(rows[1], table, listed)
    return total


def calibration() -> Callable[[], int]:
    """Work that takes some milliseconds each time; it returns how many entries it has listed."""
    rows = np.arange(_ROWS * _HANDS, dtype=np.uint32).reshape(_ROWS, _HANDS)
    table = np.arange(1 << 17, dtype=np.uint32).astype(np.uint16)
    listed = np.empty(_HANDS + 1, np.uint16)
    return lambda: int(_work(rows, table, listed, _PASSES))
