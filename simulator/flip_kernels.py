"""Up cards and what they do to the hands so far, compiled.

After each up card the wild ranks of all deals of a block are those before and those after it; where they differ, it is
a *flip*. The deals with a flip are listed, their hands so far gathered in columns, and valued under both.
"""

import numpy as np

from evaluator.kernel_cache import stage
from evaluator.kernels import BLANK, HAND, STRIDE, column_strengths
from simulator.deal_kernels import start
from simulator.tally_kernels import raise_best
from simulator.wild_kernels import end_wild, follow

# Rows of counters of a deal.
FLIPS = 0
FOLLOWER_CHANGES = 1
LEAD_CHANGES = 2
STRONG_TO_WEAK = 3
WEAK_TO_STRONG = 4
HANDS_UP = 5
HANDS_DOWN = 6
STEPS_UP = 7
STEPS_DOWN = 8
CHANGES = 9  # then hands by their change of category, from nine down to nine up
MOST_STEPS = 9
COUNTERS = CHANGES + 2 * MOST_STEPS + 1

NO_FOLLOWER = 13  # in place of a rank

_FULL_HOUSE = np.uint8(6)  # a category
_WEAKER = np.uint8(2)  # categories that a strong hand loses
_RANK_BITS = np.uint8(2)
_CATEGORY_BITS = np.uint16(12)


@stage
def _copy_masks(low, high, to_low, to_high, size):
    for i in range(size):
        to_low[i] = low[i]
        to_high[i] = high[i]


@stage
def fill_masks(low, high, mask_low, mask_high, size):
    """Set a mask in all deals; two rows of anything else, too."""
    for i in range(size):
        low[i] = mask_low
        high[i] = mask_high


@stage
def _clear(counters, rows, size):
    for row in range(rows):
        first = start(row)
        for i in range(size):
            counters[first + np.uint64(i)] = np.int16(0)


@stage
def _count_triggers(cards, row, trigger, triggers, size):
    first = start(row)
    for i in range(size):
        found = np.uint8(np.uint8(cards[first + np.uint64(i)] >> _RANK_BITS) == trigger)
        triggers[i] = np.uint8(triggers[i] + found)


@stage
def _name_follower(cards, before, row, trigger, ends, counted, followers, counters, size):
    """Go on by one card face up: a trigger is followed, and ends the follower if `ends`; count changes if `counted`."""
    first = start(row)
    first_before = start(before)
    changes = np.uint64(FOLLOWER_CHANGES * STRIDE)
    for i in range(size):
        rank = np.uint8(cards[first + np.uint64(i)] >> _RANK_BITS)
        triggers = rank == trigger
        follows = np.uint8(cards[first_before + np.uint64(i)] >> _RANK_BITS) == trigger
        follows &= rank != trigger
        was = followers[i]
        now = rank if follows else was
        now = np.uint8(NO_FOLLOWER) if triggers & ends else now
        followers[i] = now
        changed = np.int16((now != was) & counted)
        counters[changes + np.uint64(i)] = np.int16(counters[changes + np.uint64(i)] + changed)


@stage
def begin(layout, study, size):
    """No card is face up."""
    zero = np.uint8(0)
    fill_masks(study.low, study.high, layout.wild[0], layout.wild[1], size)
    fill_masks(study.followed_low, study.followed_high, zero, zero, size)
    fill_masks(study.followers, study.triggers, np.uint8(NO_FOLLOWER), zero, size)
    _clear(study.street, COUNTERS, size)
    _clear(study.whole, COUNTERS, size)


@stage
def turn_up(layout, order, cards, k, study, scratch, size):
    """Turn up a card: wild ranks before and after it, triggers and the follower after it."""
    trigger = np.uint8(layout.trigger)
    kept = np.uint8(255) if layout.accumulates else np.uint8(0)
    row = layout.up_rows[k]
    before = layout.up_rows[k - 1] if k else row  # no card follows itself
    _copy_masks(study.low, study.high, study.before_low, study.before_high, size)
    follow(cards, before, row, trigger, kept, study.followed_low, study.followed_high, size)
    _copy_masks(study.followed_low, study.followed_high, study.low, study.high, size)
    end_wild(cards, row, trigger, layout.wild, study.low, study.high, scratch, size)
    _count_triggers(cards, row, trigger, study.triggers, size)
    counted = k >= order.first
    _name_follower(cards, before, row, trigger, order.ends, counted, study.followers, study.street, size)


@stage
def _list_flips(before_low, before_high, low, high, flips, size):
    """List the deals with a flip, without a branch; returns how many they are."""
    found = np.uint64(0)
    for i in range(size):
        flips[found] = np.uint16(i)
        found += np.uint64((before_low[i] != low[i]) | (before_high[i] != high[i]))
    return np.int64(found)


@stage
def _gather(source, first, flips, to, target, found):
    """Put a row of the listed deals side by side."""
    for k in range(found):
        target[np.uint64(to) + np.uint64(k)] = source[np.uint64(first) + np.uint64(flips[k])]


@stage
def _fill_blanks(columns, row, found):
    first = start(row)
    for k in range(found):
        columns[first + np.uint64(k)] = np.uint8(BLANK)


@stage
def _mark_best(strengths, row, bit, best, leaders, size):
    first = start(row)
    for i in range(size):
        has = strengths[first + np.uint64(i)] == best[i]
        leaders[i] = np.uint8(leaders[i] | (bit if has else np.uint8(0)))


@stage
def find_leaders(seats, strengths, first_row, best, leaders, size):
    """Mask of the seats with the best hand, bit s for live seat s, and the strength of that hand."""
    for i in range(size):
        best[i] = np.uint16(0)
        leaders[i] = np.uint8(0)
    for seat in range(seats):
        raise_best(strengths, first_row + seat, best, size)
    for seat in range(seats):
        _mark_best(strengths, first_row + seat, np.uint8(1 << seat), best, leaders, size)


@stage
def _count_hands(strengths, before, after, flips, counters, found):
    """Count what a flip does to the hands of one seat."""
    to_weak = np.uint64(STRONG_TO_WEAK * STRIDE)
    to_strong = np.uint64(WEAK_TO_STRONG * STRIDE)
    for k in range(found):
        i = np.uint64(flips[k])
        was = np.uint8(strengths[np.uint64(before) + np.uint64(k)] >> _CATEGORY_BITS)
        now = np.uint8(strengths[np.uint64(after) + np.uint64(k)] >> _CATEGORY_BITS)
        change = start(np.int64(now) - np.int64(was) + (CHANGES + MOST_STEPS)) + i
        counters[change] = np.int16(counters[change] + np.int16(1))
        weaker = np.int16((was >= _FULL_HOUSE) & (np.uint8(now + _WEAKER) <= was))
        stronger = np.int16((now >= _FULL_HOUSE) & (np.uint8(was + _WEAKER) <= now))
        counters[to_weak + i] = np.int16(counters[to_weak + i] + weaker)
        counters[to_strong + i] = np.int16(counters[to_strong + i] + stronger)


@stage
def _count_leads(leaders_before, leaders_after, flips, counters, found):
    leads = np.uint64(LEAD_CHANGES * STRIDE)
    for k in range(found):
        i = np.uint64(flips[k])
        changed = np.int16(leaders_before[k] != leaders_after[k])
        counters[i] = np.int16(counters[i] + np.int16(1))
        counters[leads + i] = np.int16(counters[leads + i] + changed)


@stage
def _keep_masks(before_low, before_high, flips, last_low, last_high, found):
    for k in range(found):
        i = np.uint64(flips[k])
        last_low[i] = before_low[i]
        last_high[i] = before_high[i]


@stage
def look_at_flips(layout, order, tables, cards, k, study, space, size):
    """Value the hands so far under the wild ranks before and after a card, in the deals in which it is a flip."""
    flips, columns, strengths = study.flips, study.columns, study.strengths
    found = _list_flips(study.before_low, study.before_high, study.low, study.high, flips, size)
    if not found:
        return
    zero = np.int64(0)
    _keep_masks(study.before_low, study.before_high, flips, study.last_low, study.last_high, found)
    _gather(study.before_low, zero, flips, zero, study.was_low, found)
    _gather(study.before_high, zero, flips, zero, study.was_high, found)
    _gather(study.low, zero, flips, zero, study.is_low, found)
    _gather(study.high, zero, flips, zero, study.is_high, found)
    seats = layout.seats
    for seat in range(seats):
        held = order.held[k, seat]
        for j in range(held):
            _gather(cards, (HAND * seat + j) * STRIDE, flips, j * STRIDE, columns, found)
        for j in range(held, HAND):
            _fill_blanks(columns, j, found)
        for when in range(2):  # one place of the call: it is compiled into each
            low = study.is_low if when else study.was_low
            high = study.is_high if when else study.was_high
            column_strengths(
                columns, zero, low, high, held, tables, layout.double_ace_flush, space,
                strengths, (when * seats + seat) * STRIDE, found,
            )  # fmt: skip
        _count_hands(strengths, seat * STRIDE, (seats + seat) * STRIDE, flips, study.street, found)
    find_leaders(seats, strengths, zero, study.best, study.leaders_1, found)
    find_leaders(seats, strengths, seats, study.best, study.leaders_2, found)
    _count_leads(study.leaders_1, study.leaders_2, flips, study.street, found)
