"""Blocks of random deals: cards, wild ranks, strengths and their tally, compiled.

**Random numbers.** Block b of a stream has the key ``mix(mix(mix(seed) + stream) + b)``, where ``mix`` is the finalizer
of SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014); position j of the block
has the two 32-bit halves of ``mix(key + (j + 1) * 0x9E3779B97F4A7C15)``, the outputs of SplitMix64. The number of deal
i at a position is a hash of i under these two halves, see `_draw`: 32-bit multiplications, of which vector units do
eight or sixteen at once where 64-bit ones cost several instructions each. Any part of a run can be made alone. A number
becomes one of n values by its high 26 bits: no value is favoured by more than 2**-26.

The down cards of seats with filters have numbers of their own: deal i draws the SplitMix64 outputs that follow the
state ``mix(mix(key + 64 * 0x9E3779B97F4A7C15) + i)``, as many as it needs; no deal has 64 positions. The high half of
each become one of n values without any bias, a few being thrown away (Lemire, *Fast random integer generation in an
interval*, 2019).

**Deals.** Position j of a deal draws a number a_j from j .. n - 1, where n cards are unseen: the Fisher-Yates shuffle.
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

from hashlib import sha256
from pathlib import Path

import numpy as np

import evaluator.kernels
from evaluator.kernel_cache import njit
from evaluator.kernels import BLOCK, HAND, STRIDE, column_strengths, scratch_space, split_masks

# numba's cache watches this file only, but code of evaluator/kernels.py is compiled into these kernels: when that file
# changes, so must this line.
_EVALUATOR_KERNELS = "be6ed3c63f21d1b6cab15a18a686c670ae7433961e7b694d33e4373251f17edf"
_found = sha256(Path(evaluator.kernels.__file__).read_text(encoding="utf-8").encode()).hexdigest()
if _found != _EVALUATOR_KERNELS:
    raise ImportError(f"evaluator/kernels.py has changed: set _EVALUATOR_KERNELS in simulator/kernels.py to {_found}")

MOST_WINNERS = 8
CATEGORIES = 10
PASS = 8  # earlier positions that a pass of `_trace_back` looks at
TRIES = 1024 * BLOCK  # to draw the down cards of seats with filters, in a block
TALLY = MOST_WINNERS + CATEGORIES  # columns of a tally: deals with 1 .. 8 winners, then hands of each category

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
# Constants of eight bits, because numba compares and shifts mixed types in 64.
_NEVER = np.uint8(255)  # no card and no number of one
_NO_FOLLOWER = np.uint8(13)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_SUIT_BITS = np.uint8(2)
# States of the wild rule: the last follower, 13 for none, and from 14 on the same while a trigger waits.
_NO_TRIGGER = np.uint8(_NO_FOLLOWER)
_WAITING = np.uint8(14)


# Functions of kernels are not called from Python or C, and to compile the ways in takes longer than the functions.
_stage = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)


@_stage
def _mix(word):
    """Finalize a word as SplitMix64 does."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@_stage
def _block_key(seed, stream, block):
    """Key of a block: distinct for distinct blocks of a stream, because `_mix` is one to one."""
    return _mix(_mix(_mix(np.uint64(seed)) + np.uint64(stream)) + np.uint64(block))


@_stage
def _start(row):
    """Where a row starts."""
    return np.uint64(row) * np.uint64(STRIDE)


@_stage
def _fill(value, row, values):
    """Set a whole row to one value."""
    first = _start(row)
    for i in range(BLOCK):
        values[first + np.uint64(i)] = value


@_stage
def _draw(key_1, key_2, least, choices, row, numbers, size):
    """Draw the numbers of one position: ``least`` plus one of ``choices`` values, at most 64.

    A Weyl sequence from one half of the key goes through a hash found by Wellons (*Prospecting for hash functions*,
    2018) with the other half added in its middle; its last step, which would only change bits that do not count here,
    is left out. All of it is one to one in the first half, so each number by itself is exactly uniform over keys.
    Without the Weyl step the hash leaves too much order among the deals of a block: counts then vary up to 5% more than
    those of independent deals.
    """
    first = _start(row)
    x = np.uint32(key_1)
    for i in range(size):
        y = np.uint32(np.uint32(x ^ np.uint32(x >> np.uint32(16))) * np.uint32(0x21F0AAAD))
        y = np.uint32(np.uint32(y ^ np.uint32(y >> np.uint32(15))) + key_2)
        y = np.uint32(np.uint32(y * np.uint32(0xD35A2D97)) >> np.uint32(6))
        numbers[first + np.uint64(i)] = np.uint8(least + np.uint32(np.uint32(y * choices) >> np.uint32(26)))
        x = np.uint32(x + np.uint32(0x9E3779B1))


@_stage
def _take(places, block, position, row, numbers, size):
    """Take the numbers of one position as they have been drawn before."""
    first = _start(row)
    for i in range(size):
        numbers[first + np.uint64(i)] = places[block, position, i]


@_stage
def _trace_back(numbers, row, last, size):
    """Trace numbers through the swaps of the eight positions up to `last`."""
    own = _start(row)
    earlier = _start(last + 1)  # of the eighth row back, as PASS rows stand before all
    for i in range(size):
        x = numbers[own + np.uint64(i)]
        for back in range(PASS):
            other = numbers[earlier + np.uint64((PASS - 1 - back) * STRIDE) + np.uint64(i)]
            x = np.uint8(last - back) if x == other else x
        numbers[own + np.uint64(i)] = x


@_stage
def _skip_seen(numbers, row, seen_1, seen_2, seen_3, seen_4, size):
    """Turn numbers among the unseen cards into card ids, four seen cards at a time, ascending."""
    first = _start(row)
    for i in range(size):
        x = numbers[first + np.uint64(i)]
        x = np.uint8(x + np.uint8(x >= seen_1))
        x = np.uint8(x + np.uint8(x >= seen_2))
        x = np.uint8(x + np.uint8(x >= seen_3))
        x = np.uint8(x + np.uint8(x >= seen_4))
        numbers[first + np.uint64(i)] = x


@_stage
def _copy(source, row, target, to, size):
    first = _start(row)
    copied = _start(to)
    for i in range(size):
        target[copied + np.uint64(i)] = source[first + np.uint64(i)]


@_stage
def _deal(layout, places, at, key, numbers, cards, size):
    """Deal unseen cards to the unknown rows of a block; the first positions have their places, in row `at`."""
    positions = layout.unknown_rows.size
    for j in range(places.shape[1]):
        _take(places, at, j, PASS + j, numbers, size)
    for j in range(places.shape[1], positions):
        word = _mix(key + np.uint64(j + 1) * _GOLDEN)
        choices = np.uint32(layout.unseen - j)
        _draw(np.uint32(word >> np.uint64(32)), np.uint32(word), np.uint32(j), choices, PASS + j, numbers, size)
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


@_stage
def _prepare(layout, numbers, cards):
    """Fill the rows that are the same in every block."""
    for row in range(PASS):
        _fill(_NEVER, row, numbers)
    for k in range(layout.known_rows.size):
        _fill(np.uint8(layout.known_cards[k]), layout.known_rows[k], cards)


@_stage
def _follow(cards, before, row, trigger, states, size):
    """Go on by one card face up (rules W2, W5): after a trigger it is the follower, unless it is a trigger too."""
    first = _start(row)
    first_before = _start(before)
    for i in range(size):
        rank = np.uint8(cards[first + np.uint64(i)] >> _SUIT_BITS)
        rank_before = np.uint8(cards[first_before + np.uint64(i)] >> _SUIT_BITS)
        follower = states[i]
        now = rank if rank_before == trigger else follower
        states[i] = follower if rank == trigger else now


@_stage
def _count_followers(cards, before, row, trigger, counts, size):
    """Count the followers of each deal, where they accumulate (rule W12)."""
    first = _start(row)
    first_before = _start(before)
    for i in range(size):
        rank = np.uint8(cards[first + np.uint64(i)] >> _SUIT_BITS)
        rank_before = np.uint8(cards[first_before + np.uint64(i)] >> _SUIT_BITS)
        counts[i] = np.uint16(counts[i] + np.uint16((rank_before == trigger) & (rank != trigger)))


@_stage
def _end_follow(cards, last, trigger, least, states, size):
    """Make the state of the wild rule of the last follower: whether the last card face up waits (rule W9)."""
    first = _start(last)
    for i in range(size):
        follower = states[i]
        waiting = np.uint8(_WAITING + (follower if follower > least else least))
        states[i] = waiting if np.uint8(cards[first + np.uint64(i)] >> _SUIT_BITS) == trigger else follower


@_stage
def _list_above_one(counts, listed, size):
    """List the deals with a count above one, without a branch; returns how many they are."""
    found = np.uint64(0)
    for i in range(size):
        listed[found] = np.uint16(i)
        found += np.uint64(counts[i] > 1)
    return np.int64(found)


@_stage
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


@_stage
def _look_up_masks(states, wild_masks, masks, size):
    for i in range(size):
        masks[i] = wild_masks[states[i]]


@_stage
def _find_masks(layout, cards, states, counts, listed, masks, size):
    """State of the wild rule and mask of the wild ranks at the showdown of each deal (rules W2 to W16)."""
    trigger = np.uint8(layout.trigger)
    up_rows = layout.up_rows
    for i in range(size):
        states[i] = _NO_FOLLOWER
        counts[i] = 0
    for k in range(1, up_rows.size):
        _follow(cards, up_rows[k - 1], up_rows[k], trigger, states, size)
        if layout.accumulates:
            _count_followers(cards, up_rows[k - 1], up_rows[k], trigger, counts, size)
    if up_rows.size:
        least = np.uint8(0) if layout.keeps else _NO_FOLLOWER
        _end_follow(cards, up_rows[up_rows.size - 1], trigger, least, states, size)
    _look_up_masks(states, layout.wild_masks, masks, size)
    if layout.accumulates:
        found = _list_above_one(counts, listed, size)
        _unite_masks(cards, up_rows, layout.trigger, layout.wild_masks, listed, found, masks)


@_stage
def _clear_void(states, strengths, row, size):
    """Set the hands of deals without a trigger face up below all others (rule W13); returns how many they are."""
    first = _start(row)
    count = np.uint16(0)
    for i in range(size):
        strength = strengths[first + np.uint64(i)]
        void = states[i] == _NO_TRIGGER
        strengths[first + np.uint64(i)] = np.uint16(0) if void else strength
        count = np.uint16(count + np.uint16(void))
    return np.int64(count)


@_stage
def _raise_best(strengths, row, best, size):
    first = _start(row)
    for i in range(size):
        strength = strengths[first + np.uint64(i)]
        so_far = best[i]
        best[i] = strength if strength > so_far else so_far


@_stage
def _count_best(strengths, row, best, winners, size):
    """Mark the deals in which a seat has the best hand; returns how many they are."""
    first = _start(row)
    count = np.uint16(0)
    for i in range(size):
        has = np.uint16(strengths[first + np.uint64(i)] == best[i])
        winners[i] = np.uint16(winners[i] + has)
        count = np.uint16(count + has)
    return np.int64(count)


@_stage
def _count_at_least(strengths, row, least, size):
    """Count the hands of at least some strength."""
    first = _start(row)
    count = np.uint16(0)
    for i in range(size):
        count = np.uint16(count + np.uint16(strengths[first + np.uint64(i)] >= least))
    return np.int64(count)


@_stage
def _settle_ties(seats, strengths, best, winners, ties, found, tally):
    """Move the deals with several winners, which have been counted as won alone."""
    for k in range(found):
        i = np.int64(ties[k])
        shared = np.int64(winners[i]) - 1
        for seat in range(seats):
            if strengths[seat * STRIDE + i] == best[i]:
                tally[seat * TALLY] -= 1
                tally[seat * TALLY + shared] += 1


@_stage
def _tally_block(seats, strengths, best, winners, ties, tally, size):
    """Fold the strengths of a block into the tally."""
    for i in range(size):
        best[i] = 1  # above the hands of a void deal, which nobody wins
        winners[i] = 0
    for seat in range(seats):
        _raise_best(strengths, seat, best, size)
        here = seat * TALLY + MOST_WINNERS
        tally[here] += size
        for category in range(1, CATEGORIES):
            found = _count_at_least(strengths, seat, np.uint16(category << 12), size)
            tally[here + category - 1] -= found
            tally[here + category] += found
    for seat in range(seats):
        tally[seat * TALLY] += _count_best(strengths, seat, best, winners, size)
    _settle_ties(seats, strengths, best, winners, ties, _list_above_one(winners, ties, size), tally)


@_stage
def _below(choices, state):
    """One of so many values, at most 2**32 of them, from the next outputs of SplitMix64, whose state goes on."""
    choices = np.uint64(choices)
    while True:
        state[0] += _GOLDEN
        product = (_mix(state[0]) >> np.uint64(32)) * choices
        rest = product & _LOW_HALF
        if rest >= choices or rest >= ((_LOW_HALF + np.uint64(1)) - choices) % choices:
            return np.int64(product >> np.uint64(32))


@_stage
def _bits(mask):
    """Count the bits of a mask."""
    mask = mask - ((mask >> np.uint64(1)) & np.uint64(0x5555555555555555))
    mask = (mask & np.uint64(0x3333333333333333)) + ((mask >> np.uint64(2)) & np.uint64(0x3333333333333333))
    mask = (mask + (mask >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((mask * np.uint64(0x0101010101010101)) >> np.uint64(56))


@_stage
def _try_holes(holes, state, chosen):
    """Choose disjoint pairs for all seats with filters, or give up; all choices are equally likely."""
    at = _below(holes.joint.shape[0], state)
    filled = holes.joint.shape[1]
    used = np.uint64(0)
    for k in range(filled):
        chosen[k] = holes.joint[at, k]
        used |= np.uint64(1) << np.uint64(chosen[k])
    for seat in range(holes.most.size):
        first, choices = holes.starts[seat], holes.starts[seat + 1] - holes.starts[seat]
        left = choices
        twice = np.int64(0)  # pairs of two cards that are gone: spoilt by both
        for k in range(filled):
            left -= holes.degrees[seat, chosen[k]]
            twice += _bits(holes.beside[seat, chosen[k]] & used)
        left += twice // 2
        if _below(holes.most[seat], state) >= left:
            return False
        while True:
            at = first + _below(choices, state)
            pair = (np.uint64(1) << np.uint64(holes.pairs[at, 0])) | (np.uint64(1) << np.uint64(holes.pairs[at, 1]))
            if used & pair == 0:
                break
        used |= pair
        chosen[filled] = holes.pairs[at, 0]
        chosen[filled + 1] = holes.pairs[at, 1]
        filled += 2
    return True


@njit(cache=True, nogil=True)
def place_holes(holes, seed, stream, first_block, last_block, places):
    """Draw the down cards of seats with filters in a range of blocks: a kernel of its own, for tables that have some.

    Parameters
    ----------
    holes : HoleDraws
        The pairs that they can have.
    seed, stream : uint64
        Which random numbers.
    first_block, last_block : int
        The blocks, the last one excluded.
    places : array of uint8, shape (last_block - first_block, positions, BLOCK)
        For the first positions of every deal, on return: where the card that comes there lies by then (a_j).

    Returns
    -------
    bool
        False if it has taken too many tries, because nearly all choices have a card twice.
    """
    chosen = np.empty(places.shape[1], np.uint8)
    state = np.empty(1, np.uint64)
    for block in range(first_block, last_block):
        key = _mix(_block_key(seed, stream, block) + np.uint64(64) * _GOLDEN)
        drawn = places[block - first_block]
        tries = 0
        for i in range(BLOCK):
            state[0] = _mix(key + np.uint64(i))
            while not _try_holes(holes, state, chosen):
                tries += 1
                if tries > TRIES:
                    return False
            for j in range(places.shape[1]):
                place = chosen[j]
                for k in range(j):
                    if place == k:
                        place = drawn[k, i]
                drawn[j, i] = place
    return True


@njit(cache=True, nogil=True)
def deal_block(layout, places, seed, stream, block, cards, wild):
    """Make the deals of one block, to look at them.

    Parameters
    ----------
    layout : Layout
        The table.
    places : array of uint8, shape (1, positions, BLOCK)
        As `place_holes` draws them; no positions without filters.
    seed, stream, block : uint64
        Which block.
    cards : array of uint8, shape (layout.rows * STRIDE,)
        Card ids, row by row, on return.
    wild : array of uint16, shape (BLOCK,)
        Mask of the wild ranks at the showdown of each deal, on return.
    """
    numbers = np.empty((PASS + layout.unknown_rows.size) * STRIDE, np.uint8)
    states = np.empty(BLOCK, np.uint8)
    counts = np.empty(BLOCK, np.uint16)
    listed = np.empty(BLOCK + 1, np.uint16)
    _prepare(layout, numbers, cards)
    _deal(layout, places, np.int64(0), _block_key(seed, stream, block), numbers, cards, np.int64(BLOCK))
    _find_masks(layout, cards, states, counts, listed, wild, np.int64(BLOCK))


@njit(cache=True, nogil=True)
def tally_blocks(layout, tables, places, seed, stream, first_block, last_block, deals, tally):
    """Deal a range of blocks and tally the showdowns.

    Parameters
    ----------
    layout : Layout
        The table.
    tables : Tables
        Look-up tables of the evaluator.
    places : array of uint8, shape (last_block - first_block, positions, BLOCK)
        As `place_holes` draws them; no positions without filters.
    seed, stream : uint64
        Which random numbers.
    first_block, last_block : int
        The blocks, the last one excluded.
    deals : int
        Deals of the whole run: the last block of it may be short.
    tally : array of int64, shape (layout.seats * 18,)
        By live seat, one after the other: deals won alone, deals shared by 2 .. 8 winners, and hands of each category;
        added to. A void deal counts in none of them.

    Returns
    -------
    int
        Number of void deals (rule W13) among those dealt.
    """
    numbers = np.empty((PASS + layout.unknown_rows.size) * STRIDE, np.uint8)
    cards = np.empty(layout.rows * STRIDE, np.uint8)
    states = np.empty(BLOCK, np.uint8)
    masks = np.empty(BLOCK, np.uint16)
    low = np.empty(BLOCK, np.uint8)
    high = np.empty(BLOCK, np.uint8)
    space = scratch_space()
    strengths = np.empty(layout.seats * STRIDE, np.uint16)
    best = np.empty(BLOCK, np.uint16)
    winners = np.empty(BLOCK, np.uint16)
    ties = np.empty(BLOCK + 1, np.uint16)

    void_deals = 0
    _prepare(layout, numbers, cards)
    for block in range(first_block, last_block):
        left = deals - block * BLOCK
        size = left if left < BLOCK else BLOCK
        _deal(layout, places, block - first_block, _block_key(seed, stream, block), numbers, cards, size)
        _find_masks(layout, cards, states, winners, ties, masks, size)
        split_masks(masks, np.int64(0), low, high, size)
        for seat in range(layout.seats):
            first = seat * STRIDE
            column_strengths(
                cards, HAND * first, low, high, np.int64(HAND), tables, layout.double_ace_flush, space,
                strengths, first, size,
            )  # fmt: skip
        if layout.redeals:
            for seat in range(layout.seats):
                void = _clear_void(states, strengths, seat, size)
                tally[seat * TALLY + MOST_WINNERS] -= void  # they are tallied below as the lowest hands
                void_deals += void if seat == 0 else 0
        _tally_block(layout.seats, strengths, best, winners, ties, tally, size)
    return void_deals
