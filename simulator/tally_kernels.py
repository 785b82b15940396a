"""Tally of a block of showdowns, compiled."""

import numpy as np

from evaluator.kernel_cache import stage
from evaluator.kernels import STRIDE
from simulator.deal_kernels import start

MOST_WINNERS = 8
CATEGORIES = 10
TALLY = MOST_WINNERS + CATEGORIES  # of a seat: deals with 1 .. 8 winners, then hands of each category


@stage
def clear_void(void, strengths, row, size):
    """Set the hands of deals without a trigger face up below all others (rule W13); returns how many they are."""
    first = start(row)
    count = np.uint16(0)
    for i in range(size):
        strength = strengths[first + np.uint64(i)]
        is_void = void[i]
        strengths[first + np.uint64(i)] = np.uint16(0) if is_void else strength
        count = np.uint16(count + np.uint16(is_void))
    return np.int64(count)


@stage
def raise_best(strengths, row, best, size):
    """Raise the best strength of each deal to that of a seat."""
    first = start(row)
    for i in range(size):
        strength = strengths[first + np.uint64(i)]
        so_far = best[i]
        best[i] = strength if strength > so_far else so_far


@stage
def count_best(strengths, row, best, winners, size):
    """Mark the deals in which a seat has the best hand; returns how many they are."""
    first = start(row)
    count = np.uint16(0)
    for i in range(size):
        has = np.uint16(strengths[first + np.uint64(i)] == best[i])
        winners[i] = np.uint16(winners[i] + has)
        count = np.uint16(count + has)
    return np.int64(count)


@stage
def _count_at_least(strengths, row, least, size):
    """Count the hands of at least some strength."""
    first = start(row)
    count = np.uint16(0)
    for i in range(size):
        count = np.uint16(count + np.uint16(strengths[first + np.uint64(i)] >= least))
    return np.int64(count)


@stage
def list_ties(winners, ties, size):
    """List the deals with more than one winner, without a branch; returns how many they are."""
    found = np.uint64(0)
    for i in range(size):
        ties[found] = np.uint16(i)
        found += np.uint64(winners[i] > 1)
    return np.int64(found)


@stage
def _settle_ties(seats, strengths, best, winners, ties, found, tally):
    """Move the deals with several winners, which have been counted as won alone."""
    for k in range(found):
        i = np.int64(ties[k])
        shared = np.int64(winners[i]) - 1
        for seat in range(seats):
            if strengths[seat * STRIDE + i] == best[i]:
                tally[seat * TALLY] -= 1
                tally[seat * TALLY + shared] += 1


@stage
def tally_block(seats, strengths, best, winners, ties, tally, size):
    """Fold the strengths of a block into the tally."""
    for i in range(size):
        best[i] = 1  # above the hands of a void deal, which nobody wins
        winners[i] = 0
    for seat in range(seats):
        raise_best(strengths, seat, best, size)
        here = seat * TALLY + MOST_WINNERS
        tally[here] += size
        for category in range(1, CATEGORIES):
            found = _count_at_least(strengths, seat, np.uint16(category << 12), size)
            tally[here + category - 1] -= found
            tally[here + category] += found
    for seat in range(seats):
        tally[seat * TALLY] += count_best(strengths, seat, best, winners, size)
    _settle_ties(seats, strengths, best, winners, ties, list_ties(winners, ties, size), tally)
