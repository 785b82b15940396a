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
equals a_i. That is a fixed sequence of compares and selects along rows. Unseen cards are then numbered past the seen
ones. Down cards of seats with filters are the first positions; there a_j is where the chosen card lies by then, and the
other positions are as random as ever among the cards that are left.

Loops over rows are small functions of one-dimensional arrays, the form that LLVM vectorises; results are cast to their
small type at once, because numba widens to 64 bits.
"""

from hashlib import sha256
from pathlib import Path

import numpy as np

import evaluator.kernels
from evaluator.kernel_cache import njit
from evaluator.kernels import BLOCK, STRIDE, WORDS, column_strengths, fill_words

# numba's cache watches this file only, but code of evaluator/kernels.py is compiled into these kernels: when that file
# changes, so must this line.
_EVALUATOR_KERNELS = "42e1b30e7bf612bfd68d4adc7106f708e23c6c258a02a8c3df04aba92ce96abf"
_found = sha256(Path(evaluator.kernels.__file__).read_text(encoding="utf-8").encode()).hexdigest()
if _found != _EVALUATOR_KERNELS:
    raise ImportError(f"evaluator/kernels.py has changed: set _EVALUATOR_KERNELS in simulator/kernels.py to {_found}")

MOST_WINNERS = 8
CATEGORIES = 10
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
# Rows of words: one for each last follower, 13 for none, and from 14 on the same while a trigger waits. Deals with
# several followers that accumulate have rows by the set of them, as they come up; four triggers make at most 1,091.
_NO_TRIGGER_ROW = np.uint16(_NO_FOLLOWER)
_WAITING = 14
_FIRST_ROWS = 28
_SET_ROWS = 1091
_WAITING_BIT = 1 << 13


@njit(nogil=True)
def _mix(word):
    """Finalize a word as SplitMix64 does."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@njit(nogil=True)
def _block_key(seed, stream, block):
    """Key of a block: distinct for distinct blocks of a stream, because `_mix` is one to one."""
    return _mix(_mix(_mix(np.uint64(seed)) + np.uint64(stream)) + np.uint64(block))


@njit(nogil=True)
def _row(cards, row):
    return cards[row * STRIDE : row * STRIDE + BLOCK]


@njit(nogil=True)
def _draw(key_1, key_2, number, least, choices, size):
    """Draw the numbers of one position: ``least`` plus one of ``choices`` values, at most 64.

    A Weyl sequence from one half of the key goes through a hash found by Wellons (*Prospecting for hash functions*,
    2018) with the other half added in its middle. All of it is one to one in the first half, so each number by itself
    is exactly uniform over keys. Without the Weyl step the hash leaves too much order among the deals of a block:
    counts then vary up to 5% more than those of independent deals.
    """
    x = np.uint32(key_1)
    for i in range(size):
        y = np.uint32(np.uint32(x ^ np.uint32(x >> np.uint32(16))) * np.uint32(0x21F0AAAD))
        y = np.uint32(np.uint32(y ^ np.uint32(y >> np.uint32(15))) + key_2)
        y = np.uint32(y * np.uint32(0xD35A2D97))
        y = np.uint32(np.uint32(y >> np.uint32(6)) ^ np.uint32(y >> np.uint32(21)))
        number[i] = np.uint8(least + np.uint32(np.uint32(y * choices) >> np.uint32(26)))
        x = np.uint32(x + np.uint32(0x9E3779B1))


@njit(nogil=True)
def _trace_back(number, row_1, row_2, row_3, row_4, last, size):
    """Trace numbers through the swaps of four earlier positions: `last` (numbers row_1), last - 1, ..."""
    for i in range(size):
        x = number[i]
        x = np.uint8(last) if x == row_1[i] else x
        x = np.uint8(last - 1) if x == row_2[i] else x
        x = np.uint8(last - 2) if x == row_3[i] else x
        x = np.uint8(last - 3) if x == row_4[i] else x
        number[i] = x


@njit(nogil=True)
def _skip_seen(number, s1, s2, s3, s4, size):
    """Turn numbers among the unseen cards into card ids, four seen cards at a time, ascending."""
    for i in range(size):
        x = number[i]
        x = np.uint8(x + np.uint8(x >= s1))
        x = np.uint8(x + np.uint8(x >= s2))
        x = np.uint8(x + np.uint8(x >= s3))
        x = np.uint8(x + np.uint8(x >= s4))
        number[i] = x


@njit(nogil=True)
def _follow(before, card, trigger, follower, size):
    """Go on by one card face up (rules W2, W5): after a trigger it is the follower, unless it is a trigger too."""
    for i in range(size):
        rank = np.uint8(card[i] >> _SUIT_BITS)
        rank_before = np.uint8(before[i] >> _SUIT_BITS)
        now = follower[i]
        now = rank if rank_before == trigger else now
        follower[i] = follower[i] if rank == trigger else now


@njit(nogil=True)
def _count_followers(before, card, trigger, counts, size):
    """Count the followers of each deal, where they accumulate (rule W12)."""
    for i in range(size):
        rank = np.uint8(card[i] >> _SUIT_BITS)
        rank_before = np.uint8(before[i] >> _SUIT_BITS)
        counts[i] = np.uint16(counts[i] + np.uint16((rank_before == trigger) & (rank != trigger)))


@njit(nogil=True)
def _rows_of_followers(last, trigger, least, follower, rows, size):
    """Row of words of each deal by its last follower, and by whether the last card face up is a trigger (rule W9)."""
    for i in range(size):
        now = np.uint16(follower[i])
        waiting = np.uint16(np.uint16(_WAITING) + max(now, least))
        rows[i] = waiting if np.uint8(last[i] >> _SUIT_BITS) == trigger else now


@njit(nogil=True)
def _list_above_one(counts, listed, size):
    """List the deals with a count above one, without a branch; returns how many they are."""
    found = np.uint64(0)
    for i in range(size):
        listed[found] = np.uint16(i)
        found += np.uint64(counts[i] > 1)
    return np.int64(found)


@njit(nogil=True)
def _rows_of_sets(cards, up_rows, trigger, listed, found, wild_masks, row_of, row_masks, known, rows):
    """Row of words of each listed deal by its set of followers, new when first met; returns how many rows there are.

    Few deals have more than one follower, so that these can be gone through card by card.
    """
    for k in range(found):
        i = np.int64(listed[k])
        followers = np.int64(0)
        waits = False
        for row in up_rows:
            up = np.int64(cards[row * STRIDE + i]) >> 2
            if waits and up != trigger:
                followers |= np.int64(1) << up
            waits = up == trigger
        state = followers | (_WAITING_BIT if waits else 0)
        if row_of[state] < 0:
            mask = np.uint16(0)
            for rank in range(13):
                if (followers >> rank) & 1:
                    mask |= wild_masks[rank + (_WAITING if waits else 0)]
            row_of[state] = known
            row_masks[known] = mask
            known += 1
        rows[i] = np.uint16(row_of[state])
    return known


@njit(nogil=True)
def _below(choices, state):
    """One of so many values, at most 2**32 of them, from the next outputs of SplitMix64, whose state goes on."""
    choices = np.uint64(choices)
    while True:
        state[0] += _GOLDEN
        product = (_mix(state[0]) >> np.uint64(32)) * choices
        rest = product & _LOW_HALF
        if rest >= choices or rest >= ((_LOW_HALF + np.uint64(1)) - choices) % choices:
            return np.int64(product >> np.uint64(32))


@njit(nogil=True)
def _bits(mask):
    """Count the bits of a mask."""
    mask = mask - ((mask >> np.uint64(1)) & np.uint64(0x5555555555555555))
    mask = (mask & np.uint64(0x3333333333333333)) + ((mask >> np.uint64(2)) & np.uint64(0x3333333333333333))
    mask = (mask + (mask >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((mask * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(nogil=True)
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


@njit(nogil=True)
def _copy(source, row, size):
    for i in range(size):
        row[i] = source[i]


@njit(nogil=True)
def _deal(cards, never, unknown_rows, places, seen, key, size):
    """Deal unseen cards to the unknown rows of a block; the first of them are given their places."""
    unknown = unknown_rows.size
    unseen = 52 - seen.size
    for j in range(places.shape[0]):
        _copy(places[j], _row(cards, unknown_rows[j]), size)
    for j in range(places.shape[0], unknown):
        word = _mix(key + np.uint64(j + 1) * _GOLDEN)
        halves = np.uint32(word >> np.uint64(32)), np.uint32(word)
        _draw(halves[0], halves[1], _row(cards, unknown_rows[j]), np.uint32(j), np.uint32(unseen - j), size)
    for j in range(unknown - 1, 0, -1):
        number = _row(cards, unknown_rows[j])
        for last in range(j - 1, -1, -4):
            row_1 = _row(cards, unknown_rows[last])
            row_2 = _row(cards, unknown_rows[last - 1]) if last >= 1 else never
            row_3 = _row(cards, unknown_rows[last - 2]) if last >= 2 else never
            row_4 = _row(cards, unknown_rows[last - 3]) if last >= 3 else never
            _trace_back(number, row_1, row_2, row_3, row_4, last, size)
    for row in unknown_rows:
        number = _row(cards, row)
        for k in range(0, seen.size, 4):
            _skip_seen(
                number,
                seen[k],
                seen[k + 1] if k + 1 < seen.size else _NEVER,
                seen[k + 2] if k + 2 < seen.size else _NEVER,
                seen[k + 3] if k + 3 < seen.size else _NEVER,
                size,
            )


@njit(nogil=True)
def _never():
    """Row that equals no card and no number of one."""
    row = np.empty(BLOCK, np.uint8)
    for i in range(BLOCK):
        row[i] = _NEVER
    return row


@njit(nogil=True)
def _find_rows(cards, never, layout, row_of, row_masks, known, follower, counts, listed, rows, size):
    """Row of words at the showdown of each deal (rules W2 to W16); returns how many rows there are."""
    trigger = np.uint8(layout.trigger)
    for i in range(size):
        follower[i] = _NO_FOLLOWER
        counts[i] = 0
    before = never
    for row in layout.up_rows:
        card = _row(cards, row)
        _follow(before, card, trigger, follower, size)
        if layout.accumulates:
            _count_followers(before, card, trigger, counts, size)
        before = card
    least = np.uint16(0) if layout.keeps else np.uint16(_NO_FOLLOWER)
    _rows_of_followers(before, trigger, least, follower, rows, size)
    if layout.accumulates:
        found = _list_above_one(counts, listed, size)
        known = _rows_of_sets(
            cards, layout.up_rows, layout.trigger, listed, found, layout.wild_masks, row_of, row_masks, known, rows
        )
    return known


@njit(nogil=True)
def _clear_void(rows, strengths, size):
    """Set the hands of deals without a trigger face up below all others (rule W13); returns how many they are."""
    count = np.uint16(0)
    for i in range(size):
        strength = strengths[i]
        void = rows[i] == _NO_TRIGGER_ROW
        strengths[i] = np.uint16(0) if void else strength
        count = np.uint16(count + np.uint16(void))
    return np.int64(count)


@njit(nogil=True)
def _raise_best(strengths, best, size):
    for i in range(size):
        best[i] = max(best[i], strengths[i])


@njit(nogil=True)
def _count_best(strengths, best, winners, size):
    """Mark the deals in which a seat has the best hand; returns how many they are."""
    count = np.uint16(0)
    for i in range(size):
        has = np.uint16(strengths[i] == best[i])
        winners[i] = np.uint16(winners[i] + has)
        count = np.uint16(count + has)
    return np.int64(count)


@njit(nogil=True)
def _count_categories(strengths, tally, size):
    """Add up the hands of each category: those of at least each category, less those above it."""
    n1 = n2 = n3 = n4 = n5 = n6 = n7 = n8 = n9 = np.uint16(0)
    for i in range(size):
        category = np.uint16(strengths[i] >> 12)
        n1 = np.uint16(n1 + np.uint16(category >= 1))
        n2 = np.uint16(n2 + np.uint16(category >= 2))
        n3 = np.uint16(n3 + np.uint16(category >= 3))
        n4 = np.uint16(n4 + np.uint16(category >= 4))
        n5 = np.uint16(n5 + np.uint16(category >= 5))
        n6 = np.uint16(n6 + np.uint16(category >= 6))
        n7 = np.uint16(n7 + np.uint16(category >= 7))
        n8 = np.uint16(n8 + np.uint16(category >= 8))
        n9 = np.uint16(n9 + np.uint16(category >= 9))
    tally[MOST_WINNERS] += size
    for k, at_least in enumerate((n1, n2, n3, n4, n5, n6, n7, n8, n9)):
        tally[MOST_WINNERS + k] -= np.int64(at_least)
        tally[MOST_WINNERS + k + 1] += np.int64(at_least)


@njit(nogil=True)
def _tally_block(strengths, best, winners, ties, tally, size):
    """Fold the strengths of a block into the tally."""
    seats = strengths.shape[0]
    for i in range(size):
        best[i] = 1  # above the hands of a void deal, which nobody wins
        winners[i] = 0
    for seat in range(seats):
        _raise_best(strengths[seat], best, size)
        _count_categories(strengths[seat], tally[seat], size)
    for seat in range(seats):
        tally[seat, 0] += _count_best(strengths[seat], best, winners, size)
    for k in range(_list_above_one(winners, ties, size)):
        i = ties[k]
        for seat in range(seats):
            if strengths[seat, i] == best[i]:
                tally[seat, 0] -= 1
                tally[seat, winners[i] - 1] += 1


@njit(nogil=True)
def _fill_known(cards, known_rows, known_cards):
    for k in range(known_rows.size):
        row = _row(cards, known_rows[k])
        card = np.uint8(known_cards[k])
        for i in range(BLOCK):
            row[i] = card


@njit(nogil=True)
def _share_common(cards, seats):
    """Give the seventh card of the first seat to all (rule D3)."""
    common = _row(cards, 6)
    for seat in range(1, seats):
        row = _row(cards, 7 * seat + 6)
        for i in range(BLOCK):
            row[i] = common[i]


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
    never = _never()
    row_of = np.full(2 * _WAITING_BIT, -1, np.int16)
    row_masks = np.empty(_FIRST_ROWS + _SET_ROWS, np.uint16)
    follower = np.empty(BLOCK, np.uint8)
    counts = np.empty(BLOCK, np.uint16)
    listed = np.empty(BLOCK + 1, np.uint16)
    rows = np.empty(BLOCK, np.uint16)
    for row in range(_FIRST_ROWS):
        row_masks[row] = layout.wild_masks[row]
    _fill_known(cards, layout.known_rows, layout.known_cards)
    _deal(cards, never, layout.unknown_rows, places[0], layout.seen, _block_key(seed, stream, block), BLOCK)
    if layout.common:
        _share_common(cards, layout.seats)
    _find_rows(cards, never, layout, row_of, row_masks, np.int64(_FIRST_ROWS), follower, counts, listed, rows, BLOCK)
    for i in range(BLOCK):
        wild[i] = row_masks[rows[i]]


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
    tally : array of int64, shape (layout.seats, 18)
        By live seat: deals won alone, deals shared by 2 .. 8 winners, and hands of each category; added to. A void deal
        counts in none of them.

    Returns
    -------
    int
        Number of void deals (rule W13) among those dealt.
    """
    cards = np.empty(layout.rows * STRIDE, np.uint8)
    never = _never()
    row_of = np.full(2 * _WAITING_BIT, -1, np.int16)
    most_rows = _FIRST_ROWS + (_SET_ROWS if layout.accumulates else 0)
    row_masks = np.empty(most_rows, np.uint16)
    words = np.empty(most_rows * WORDS, np.uint64)
    flush_words = np.empty(most_rows * WORDS, np.uint64)
    follower = np.empty(BLOCK, np.uint8)
    rows = np.empty(BLOCK, np.uint16)
    sums = np.empty(BLOCK, np.uint64)
    candidates = np.empty(BLOCK + 1, np.uint16)
    strengths = np.empty((layout.seats, STRIDE), np.uint16)
    best = np.empty(BLOCK, np.uint16)
    winners = np.empty(BLOCK, np.uint16)
    ties = np.empty(BLOCK + 1, np.uint16)

    void_deals = 0
    filled = 0
    known = np.int64(_FIRST_ROWS)
    for row in range(_FIRST_ROWS):
        row_masks[row] = layout.wild_masks[row]
    _fill_known(cards, layout.known_rows, layout.known_cards)
    for block in range(first_block, last_block):
        size = min(BLOCK, deals - block * BLOCK)
        key = _block_key(seed, stream, block)
        _deal(cards, never, layout.unknown_rows, places[block - first_block], layout.seen, key, size)
        if layout.common:
            _share_common(cards, layout.seats)
        known = _find_rows(cards, never, layout, row_of, row_masks, known, follower, winners, ties, rows, size)
        for row in range(filled, known):
            here = row * WORDS
            mask = np.int64(row_masks[row])
            fill_words(mask, tables.rank_keys, words[here : here + WORDS], flush_words[here : here + WORDS])
        filled = known
        for seat in range(layout.seats):
            column_strengths(
                cards, 7 * seat * STRIDE, rows, words, flush_words, tables, layout.double_ace_flush,
                sums, candidates, strengths[seat], size,
            )  # fmt: skip
        if layout.redeals:
            void = 0
            for seat in range(layout.seats):
                void = _clear_void(rows, strengths[seat], size)
                tally[seat, MOST_WINNERS] -= void  # they are tallied below as the lowest hands
            void_deals += void
        _tally_block(strengths, best, winners, ties, tally, size)
    return void_deals
