"""Wild ranks of a block of deals, compiled: `simulator.rules` on whole rows of cards."""

import numpy as np

from evaluator.kernel_cache import stage
from evaluator.kernels import STRIDE
from simulator.deal_kernels import start

# Constants of eight bits, because numba compares and shifts mixed types in 64.
NO_FOLLOWER = np.uint8(13)
SUIT_BITS = np.uint8(2)
# States of the wild rule: the last follower, 13 for none, and from 14 on the same while a trigger waits.
NO_TRIGGER = np.uint8(NO_FOLLOWER)
_WAITING = np.uint8(14)


@stage
def _follow(cards, before, row, trigger, states, size):
    """Go on by one card face up (rules W2, W5): after a trigger it is the follower, unless it is a trigger too."""
    first = start(row)
    first_before = start(before)
    for i in range(size):
        rank = np.uint8(cards[first + np.uint64(i)] >> SUIT_BITS)
        rank_before = np.uint8(cards[first_before + np.uint64(i)] >> SUIT_BITS)
        follower = states[i]
        now = rank if rank_before == trigger else follower
        states[i] = follower if rank == trigger else now


@stage
def _count_followers(cards, before, row, trigger, counts, size):
    """Count the followers of each deal, where they accumulate (rule W12)."""
    first = start(row)
    first_before = start(before)
    for i in range(size):
        rank = np.uint8(cards[first + np.uint64(i)] >> SUIT_BITS)
        rank_before = np.uint8(cards[first_before + np.uint64(i)] >> SUIT_BITS)
        counts[i] = np.uint16(counts[i] + np.uint16((rank_before == trigger) & (rank != trigger)))


@stage
def _end_follow(cards, last, trigger, least, states, size):
    """Make the state of the wild rule of the last follower: whether the last card face up waits (rule W9)."""
    first = start(last)
    for i in range(size):
        follower = states[i]
        waiting = np.uint8(_WAITING + (follower if follower > least else least))
        states[i] = waiting if np.uint8(cards[first + np.uint64(i)] >> SUIT_BITS) == trigger else follower


@stage
def list_above_one(counts, listed, size):
    """List the deals with a count above one, without a branch; returns how many they are."""
    found = np.uint64(0)
    for i in range(size):
        listed[found] = np.uint16(i)
        found += np.uint64(counts[i] > 1)
    return np.int64(found)


@stage
def _unite_masks(cards, up_rows, trigger, wild_masks, listed, found, masks):
    """Mask of each listed deal by all its followers.

    Few deals have more than one follower, so that these can be gone through card by card.
    """
    for k in range(found):
        i = np.int64(listed[k])
        followers = np.int64(0)
        waits = False
        for row in up_rows:
            rank = np.int64(cards[row * STRIDE + i]) >> 2
            if waits and rank != trigger:
                followers |= np.int64(1) << rank
            waits = rank == trigger
        first = np.int64(_WAITING) if waits else np.int64(0)
        mask = np.uint16(0)
        for follower in range(13):
            if (followers >> follower) & 1:
                mask |= wild_masks[first + follower]
        masks[i] = mask


@stage
def _look_up_masks(states, wild_masks, masks, size):
    for i in range(size):
        masks[i] = wild_masks[states[i]]


@stage
def find_masks(layout, cards, states, counts, listed, masks, size):
    """State of the wild rule and mask of the wild ranks at the showdown of each deal (rules W2 to W16)."""
    trigger = np.uint8(layout.trigger)
    up_rows = layout.up_rows
    for i in range(size):
        states[i] = NO_FOLLOWER
        counts[i] = 0
    for k in range(1, up_rows.size):
        _follow(cards, up_rows[k - 1], up_rows[k], trigger, states, size)
        if layout.accumulates:
            _count_followers(cards, up_rows[k - 1], up_rows[k], trigger, counts, size)
    if up_rows.size:
        least = np.uint8(0) if layout.keeps else NO_FOLLOWER
        _end_follow(cards, up_rows[up_rows.size - 1], trigger, least, states, size)
    _look_up_masks(states, layout.wild_masks, masks, size)
    if layout.accumulates:
        found = list_above_one(counts, listed, size)
        _unite_masks(cards, up_rows, layout.trigger, layout.wild_masks, listed, found, masks)
