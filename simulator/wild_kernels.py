"""Wild ranks of a block of deals, compiled: `simulator.rules` on whole rows of cards.

The followers of a deal, the last one or all that there were (rule W12), are a mask of 13 bits like the wild ranks that
they lead to, in two rows of bytes: `low` has the ranks 2 to 9, `high` those from 10 on.
"""

import numpy as np

from evaluator.kernel_cache import stage
from evaluator.kernels import IN_HIGH, rank_bit
from simulator.deal_kernels import start

_SUIT_BITS = np.uint8(2)  # of eight bits, because numba compares and shifts mixed types in 64
_NONE = np.uint8(0)


@stage
def follow(cards, before, row, trigger, kept, low, high, size):
    """Go on by one card face up (rules W2, W5): after a trigger it is a follower, unless it is a trigger too.

    Earlier followers go, or stay if `kept` is 255.
    """
    first = start(row)
    first_before = start(before)
    for i in range(size):
        card = cards[first + np.uint64(i)]
        follows = np.uint8(cards[first_before + np.uint64(i)] >> _SUIT_BITS) == trigger
        follows &= np.uint8(card >> _SUIT_BITS) != trigger
        bit = rank_bit(card)
        in_high = np.uint8(card & IN_HIGH)
        so_far_low = low[i]
        so_far_high = high[i]
        now_low = np.uint8((so_far_low & kept) | (_NONE if in_high else bit))
        now_high = np.uint8((so_far_high & kept) | (bit if in_high else _NONE))
        low[i] = now_low if follows else so_far_low
        high[i] = now_high if follows else so_far_high


@stage
def end_wild(cards, last, trigger, wild, low, high, void, size):
    """Turn followers into wild ranks, by whether the last card face up is a trigger that waits (rule W9)."""
    first = start(last)
    none_low, none_high = wild[0], wild[1]
    always_low, always_high = wild[2], wild[3]
    only_low, only_high = wild[4], wild[5]
    none_low_waiting, none_high_waiting = wild[6], wild[7]
    always_low_waiting, always_high_waiting = wild[8], wild[9]
    only_low_waiting, only_high_waiting = wild[10], wild[11]
    for i in range(size):
        waits = np.uint8(cards[first + np.uint64(i)] >> _SUIT_BITS) == trigger
        followers_low = low[i]
        followers_high = high[i]
        none = np.uint8(followers_low | followers_high) == _NONE
        now_low = none_low if none else np.uint8(always_low | (followers_low & only_low))
        now_high = none_high if none else np.uint8(always_high | (followers_high & only_high))
        then_low = none_low_waiting if none else np.uint8(always_low_waiting | (followers_low & only_low_waiting))
        then_high = none_high_waiting if none else np.uint8(always_high_waiting | (followers_high & only_high_waiting))
        low[i] = then_low if waits else now_low
        high[i] = then_high if waits else now_high
        void[i] = np.uint8(none & (not waits))


@stage
def find_wild(layout, cards, low, high, void, size):
    """Wild ranks at the showdown of each deal (rules W2 to W16), and whether it has no trigger face up."""
    trigger = np.uint8(layout.trigger)
    kept = np.uint8(255) if layout.accumulates else _NONE
    up_rows = layout.up_rows
    for i in range(size):
        low[i] = _NONE
        high[i] = _NONE
    for k in range(1, up_rows.size):
        follow(cards, up_rows[k - 1], up_rows[k], trigger, kept, low, high, size)
    if up_rows.size:
        end_wild(cards, up_rows[up_rows.size - 1], trigger, layout.wild, low, high, void, size)
