"""Studies of what the up cards of random deals do to the wild ranks, and the wild ranks to the hands, compiled.

A block of deals is walked through card by card in deal order (`simulator.flip_kernels`). What happens on a street is
counted deal by deal in rows of small integers, whose sums, squares and products with the flips of the deal are added up
at the end of the street. A deal without a trigger face up has no flip, so that a void deal (rule W13) is in none of
these sums.
"""

import numpy as np

from evaluator.kernel_cache import njit, stage
from evaluator.kernels import BLOCK, HAND, STRIDE, column_strengths
from simulator.deal_kernels import deal, start
from simulator.flip_kernels import (
    CHANGES,
    COUNTERS,
    HANDS_DOWN,
    HANDS_UP,
    MOST_STEPS,
    STEPS_DOWN,
    STEPS_UP,
    begin,
    fill_masks,
    find_leaders,
    look_at_flips,
    turn_up,
)
from simulator.random_kernels import block_key
from simulator.wild_kernels import find_wild

STREETS = 5
WHOLE = 5  # the whole deal, after the streets
SUMS = 4  # of a counter: deals in which it is not 0, sum, sum of squares, sum of products with the flips
STUD = 1  # second of three showdowns: without wild ranks; the third is without the last flip

_CATEGORY_BITS = np.uint16(12)


@stage
def _add_changes(counters, steps, size):
    """Count the hands that change by so many categories among those that change."""
    up = start(CHANGES + MOST_STEPS + steps)
    down = start(CHANGES + MOST_STEPS - steps)
    hands_up, hands_down = np.uint64(HANDS_UP * STRIDE), np.uint64(HANDS_DOWN * STRIDE)
    steps_up, steps_down = np.uint64(STEPS_UP * STRIDE), np.uint64(STEPS_DOWN * STRIDE)
    times = np.int16(steps)
    for k in range(size):
        i = np.uint64(k)
        higher = counters[up + i]
        lower = counters[down + i]
        counters[hands_up + i] = np.int16(counters[hands_up + i] + higher)
        counters[hands_down + i] = np.int16(counters[hands_down + i] + lower)
        counters[steps_up + i] = np.int16(counters[steps_up + i] + np.int16(higher * times))
        counters[steps_down + i] = np.int16(counters[steps_down + i] + np.int16(lower * times))


@stage
def _fold(counters, row, sums, size):
    """Add up a row of counters; no sum over a block comes near the limit of 32 bits, as no deal has ten flips."""
    first = start(row)
    deals = total = squares = products = np.int32(0)
    for i in range(size):
        count = np.int32(counters[first + np.uint64(i)])
        flips = np.int32(counters[i])
        deals = np.int32(deals + np.int32(count > np.int32(0)))
        total = np.int32(total + count)
        squares = np.int32(squares + np.int32(count * count))
        products = np.int32(products + np.int32(count * flips))
    sums[row, 0] += deals
    sums[row, 1] += total
    sums[row, 2] += squares
    sums[row, 3] += products


@stage
def _move_on(street, whole, size):
    """Add the counters of a street to those of the whole deal, and set them to 0."""
    for row in range(COUNTERS):
        first = start(row)
        for i in range(size):
            at = first + np.uint64(i)
            whole[at] = np.int16(whole[at] + street[at])
            street[at] = np.int16(0)


@stage
def _count_values(values, void, bins, size):
    """Count the valid deals by a value."""
    for i in range(size):
        bins[values[i]] += np.int64(1) - np.int64(void[i])


@stage
def _count_wild(low, high, wild, size):
    """Count the wild ranks of each deal."""
    for i in range(size):
        bits = np.uint16(low[i]) | np.uint16(np.uint16(high[i]) << np.uint16(8))
        count = np.uint8(0)
        for rank in range(13):
            count = np.uint8(count + np.uint8(np.uint16(bits >> np.uint16(rank)) & np.uint16(1)))
        wild[i] = count


@stage
def _count_states(study, void, tally, street, size):
    """Count the deals by triggers face up, number of wild ranks and follower."""
    _count_values(study.triggers, void, tally.triggers[street], size)
    _count_values(study.followers, void, tally.followers[street], size)
    _count_wild(study.low, study.high, study.wild, size)
    _count_values(study.wild, void, tally.wild[street], size)


@stage
def _end_street(study, void, tally, street, size):
    counters = study.street
    for steps in range(1, MOST_STEPS + 1):
        _add_changes(counters, steps, size)
    for row in range(COUNTERS):
        _fold(counters, row, tally.counters[street], size)
    _move_on(counters, study.whole, size)
    _count_states(study, void, tally, street, size)


@stage
def _show_down(layout, tables, cards, low, high, study, space, leaders, size):
    """Winners and the best strength under some wild ranks."""
    for seat in range(layout.seats):
        column_strengths(
            cards, HAND * seat * STRIDE, low, high, np.int64(HAND), tables, layout.double_ace_flush, space,
            study.strengths, seat * STRIDE, size,
        )  # fmt: skip
    find_leaders(layout.seats, study.strengths, np.int64(0), study.best, leaders, size)


@stage
def _count_categories(best, void, bins, size):
    for i in range(size):
        bins[best[i] >> _CATEGORY_BITS] += np.int64(1) - np.int64(void[i])


@stage
def _count_different(leaders, others, void, size):
    different = np.int64(0)
    for i in range(size):
        different += np.int64((leaders[i] != others[i]) & (void[i] == 0))
    return different


@stage
def _fill_without_flip(flips, low, high, last_low, last_high, size):
    """Let the wild ranks before the last flip be those in the end where there is no flip."""
    for i in range(size):
        some = flips[i] != np.int16(0)
        last_low[i] = last_low[i] if some else low[i]
        last_high[i] = last_high[i] if some else high[i]


@stage
def _end_deal(layout, tables, cards, study, space, void, tally, size):
    """Settle the showdown as it is, as in stud, and as without the last flip."""
    for row in range(COUNTERS):
        _fold(study.whole, row, tally.counters[WHOLE], size)
    _count_states(study, void, tally, np.int64(WHOLE), size)
    _fill_without_flip(study.whole, study.low, study.high, study.last_low, study.last_high, size)
    fill_masks(study.before_low, study.before_high, np.uint8(0), np.uint8(0), size)
    for which in range(3):
        low, high, leaders = study.low, study.high, study.leaders_1
        if which == STUD:
            low, high, leaders = study.before_low, study.before_high, study.leaders_2
        elif which:
            low, high, leaders = study.last_low, study.last_high, study.leaders_2
        _show_down(layout, tables, cards, low, high, study, space, leaders, size)
        if which <= STUD:
            _count_values(leaders, void, tally.winners[which], size)
            _count_categories(study.best, void, tally.categories[which], size)
        if which:
            tally.different[which - 1] += _count_different(study.leaders_1, leaders, void, size)


@njit(cache=True, nogil=True)
def study_blocks(
    layout, order, tables, work, study, space, places, seed, stream, first_block, last_block, deals, tally
):
    """Deal a range of blocks and tally what the up cards do.

    Parameters
    ----------
    layout : Layout
        The table; something can be wild.
    order : UpOrder
        Its up cards in deal order.
    tables : Tables
        Look-up tables of the evaluator.
    work, study, space : Workspace, StudySpace, Space
        Memory of the table, of the study and of the evaluator.
    places : array of uint8, shape (last_block - first_block, positions, BLOCK)
        As `place_holes` draws them; no positions without filters.
    seed, stream : uint64
        Which random numbers.
    first_block, last_block : int
        The blocks, the last one excluded.
    deals : int
        Deals of the whole run: the last block of it may be short.
    tally : Tally
        Added to; a void deal counts in none of it.

    Returns
    -------
    int
        Number of void deals (rule W13) among those dealt.
    """
    cards, void = work.cards, work.void
    up_cards = layout.up_rows.size
    void_deals = np.int64(0)
    for block in range(first_block, last_block):
        left = deals - block * BLOCK
        size = left if left < BLOCK else BLOCK
        deal(layout, places, block - first_block, block_key(seed, stream, block), work.numbers, cards, size)
        if layout.redeals:
            find_wild(layout, cards, study.low, study.high, void, size)
            for i in range(size):
                void_deals += np.int64(void[i])
        else:
            for i in range(size):
                void[i] = np.uint8(0)
        begin(layout, study, size)
        for k in range(up_cards):
            turn_up(layout, order, cards, k, study, study.scratch, size)
            if k >= order.first:
                look_at_flips(layout, order, tables, cards, k, study, space, size)
                if k + 1 == up_cards or order.streets[k + 1] != order.streets[k]:
                    _end_street(study, void, tally, order.streets[k], size)
        _end_deal(layout, tables, cards, study, space, void, tally, size)
    return void_deals
