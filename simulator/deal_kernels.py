"""Cards of a block of deals, compiled.

Position j of a deal draws a number a_j from j .. n - 1, where n cards are unseen: the Fisher-Yates shuffle.
Its swaps are traced back instead of made: the card at j starts as a_j and, for i = j - 1 .. 0, becomes i where it
equals a_i. That is a fixed sequence of compares and selects along rows, eight to a pass: rows that equal nothing stand
before the first. Unseen cards are then numbered past the seen ones. Down cards of seats with filters are the first
positions; there a_j is where the chosen card lies by then, and the other positions are as random as ever among the
cards that are left.

A *row* has the values of one position in all deals of a block, `STRIDE` after those of the one before. Loops over rows
are small functions of one-dimensional arrays, the form that LLVM vectorises; results are cast to their small type at
once, because numba widens to 64 bits, and places in an array are unsigned, because numba looks whether signed ones
count from the end.
"""

import numpy as np

from evaluator.kernel_cache import stage
from evaluator.kernels import HAND, STRIDE
from simulator.random_kernels import GOLDEN, draw, mix

PASS = 8  # earlier positions that a pass of `_trace_back` looks at


@stage
def start(row):
    """Where a row starts."""
    return np.uint64(row) * np.uint64(STRIDE)


@stage
def _take(places, block, position, row, numbers, size):
    """Take the numbers of one position as they have been drawn before."""
    first = start(row)
    for i in range(size):
        numbers[first + np.uint64(i)] = places[block, position, i]


@stage
def _trace_back(numbers, row, last, size):
    """Trace numbers through the swaps of the eight positions up to `last`."""
    own = start(row)
    earlier = start(last + 1)  # of the eighth row back, as PASS rows stand before all
    for i in range(size):
        x = numbers[own + np.uint64(i)]
        for back in range(PASS):
            other = numbers[earlier + np.uint64((PASS - 1 - back) * STRIDE) + np.uint64(i)]
            x = np.uint8(last - back) if x == other else x
        numbers[own + np.uint64(i)] = x


@stage
def _skip_seen(numbers, row, seen_1, seen_2, seen_3, seen_4, size):
    """Turn numbers among the unseen cards into card ids, four seen cards at a time, ascending."""
    first = start(row)
    for i in range(size):
        x = numbers[first + np.uint64(i)]
        x = np.uint8(x + np.uint8(x >= seen_1))
        x = np.uint8(x + np.uint8(x >= seen_2))
        x = np.uint8(x + np.uint8(x >= seen_3))
        x = np.uint8(x + np.uint8(x >= seen_4))
        numbers[first + np.uint64(i)] = x


@stage
def _copy(source, row, target, to, size):
    first = start(row)
    copied = start(to)
    for i in range(size):
        target[copied + np.uint64(i)] = source[first + np.uint64(i)]


@stage
def deal(layout, places, at, key, numbers, cards, size):
    """Deal unseen cards to the unknown rows of a block; the first positions have their places, in row `at`."""
    positions = layout.unknown_rows.size
    for j in range(places.shape[1]):
        _take(places, at, j, PASS + j, numbers, size)
    for j in range(places.shape[1], positions):
        word = mix(key + np.uint64(j + 1) * GOLDEN)
        choices = np.uint32(layout.unseen - j)
        draw(np.uint32(word >> np.uint64(32)), np.uint32(word), np.uint32(j), choices, start(PASS + j), numbers, size)
    for j in range(positions - 1, 0, -1):
        for last in range(j - 1, -1, -PASS):
            _trace_back(numbers, PASS + j, last, size)
    seen = layout.seen
    for j in range(positions):
        for k in range(0, seen.size, 4):
            _skip_seen(numbers, PASS + j, seen[k], seen[k + 1], seen[k + 2], seen[k + 3], size)
        _copy(numbers, PASS + j, cards, layout.unknown_rows[j], size)
    if layout.common:
        for seat in range(1, layout.seats):
            _copy(cards, HAND - 1, cards, HAND * seat + HAND - 1, size)
