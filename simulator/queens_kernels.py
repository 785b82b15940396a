"""Studies of what face-up cards do to the wild ranks, and the wild ranks to the hands, compiled.

A block of deals is walked through card by card in deal order. After each up card the wild ranks of all deals are those
before and those after it; where they differ, it is a *flip*. The deals with a flip are listed, their hands so far
gathered in columns, and valued under both. What happens on a street is counted deal by deal in rows of small
integers, whose sums, squares and products with the flips of the deal are added up at the end of the street. A deal
without a trigger face up has no flip, so that a void deal (rule W13) is in none of these sums.
"""

import numpy as np

from evaluator.kernel_cache import njit, stage
from evaluator.kernels import BLANK, BLOCK, HAND, STRIDE, column_strengths
from simulator.deal_kernels import deal, start
from simulator.random_kernels import block_key
from simulator.wild_kernels import end_wild, find_wild, follow

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

STREETS = 5
WHOLE = 5  # the whole deal, after the streets
NO_FOLLOWER = 13  # in place of a rank
SUMS = 4  # of a counter: deals in which it is not 0, sum, sum of squares, sum of products with the flips
STUD = 1  # second of three showdowns: without wild ranks; the third is without the last flip
FULL_HOUSE = np.uint8(6)  # a category
WEAKER = np.uint8(2)  # categories that a strong hand loses

_RANK_BITS = np.uint8(2)
_CATEGORY_BITS = np.uint16(12)


@stage
def _copy_masks(low, high, to_low, to_high, size):
    for i in range(size):
        to_low[i] = low[i]
        to_high[i] = high[i]


@stage
def _fill_masks(low, high, mask_low, mask_high, size):
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
def _begin(layout, study, size):
    """No card is face up."""
    zero = np.uint8(0)
    _fill_masks(study.low, study.high, layout.wild[0], layout.wild[1], size)
    _fill_masks(study.followed_low, study.followed_high, zero, zero, size)
    _fill_masks(study.followers, study.triggers, np.uint8(NO_FOLLOWER), zero, size)
    _clear(study.street, COUNTERS, size)
    _clear(study.whole, COUNTERS, size)


@stage
def _turn_up(layout, order, cards, k, study, scratch, size):
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
def _raise_best(strengths, first, best, size):
    for i in range(size):
        strength = strengths[np.uint64(first) + np.uint64(i)]
        so_far = best[i]
        best[i] = strength if strength > so_far else so_far


@stage
def _mark_best(strengths, first, bit, best, leaders, size):
    for i in range(size):
        has = strengths[np.uint64(first) + np.uint64(i)] == best[i]
        leaders[i] = np.uint8(leaders[i] | (bit if has else np.uint8(0)))


@stage
def _find_leaders(seats, strengths, first_row, best, leaders, size):
    """Mask of the seats with the best hand, bit s for live seat s, and the strength of that hand."""
    for i in range(size):
        best[i] = np.uint16(0)
        leaders[i] = np.uint8(0)
    for seat in range(seats):
        _raise_best(strengths, (first_row + seat) * STRIDE, best, size)
    for seat in range(seats):
        _mark_best(strengths, (first_row + seat) * STRIDE, np.uint8(1 << seat), best, leaders, size)


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
        weaker = np.int16((was >= FULL_HOUSE) & (np.uint8(now + WEAKER) <= was))
        stronger = np.int16((now >= FULL_HOUSE) & (np.uint8(was + WEAKER) <= now))
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
def _look_at_flips(layout, order, tables, cards, k, study, space, size):
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
    _find_leaders(seats, strengths, zero, study.best, study.leaders_1, found)
    _find_leaders(seats, strengths, seats, study.best, study.leaders_2, found)
    _count_leads(study.leaders_1, study.leaders_2, flips, study.street, found)


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
    _find_leaders(layout.seats, study.strengths, np.int64(0), study.best, leaders, size)


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
    _fill_masks(study.before_low, study.before_high, np.uint8(0), np.uint8(0), size)
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
        _begin(layout, study, size)
        for k in range(up_cards):
            _turn_up(layout, order, cards, k, study, study.scratch, size)
            if k >= order.first:
                _look_at_flips(layout, order, tables, cards, k, study, space, size)
                if k + 1 == up_cards or order.streets[k + 1] != order.streets[k]:
                    _end_street(study, void, tally, order.streets[k], size)
        _end_deal(layout, tables, cards, study, space, void, tally, size)
    return void_deals
