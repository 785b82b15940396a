"""Blocks of random deals: cards, wild ranks, strengths and their tally, compiled.

**Random numbers.** Block b of a stream has the key ``mix(mix(mix(seed) + stream) + b)``; its words are
``mix(key + (w + 1) * 0x9E3779B97F4A7C15)`` for w = 0, 1, ..., all modulo 2**64: SplitMix64 (Steele, Lea and Flood, *Fast
splittable pseudorandom number generators*, 2014) with its counter made explicit, so that any part of a run can be made
alone and the loop over deals is vectorised. Each word gives two numbers of 32 bits; a bounded one is the high half of
its product with the bound, which favours no value by more than 2**-26.

**Deals.** Position j of a deal draws a number a_j from j .. n - 1, where n cards are unseen: the Fisher-Yates shuffle. Its
swaps are traced back instead of made: the card at j starts as a_j and, for i = j - 1 .. 0, becomes i where it equals a_i.
That is a fixed sequence of compares and selects along rows. Unseen cards are then numbered past the seen ones.

Loops over rows are small functions of one-dimensional arrays, the form that LLVM vectorises; results are cast to their
small type at once, because numba widens to 64 bits.
"""

from hashlib import sha256
from pathlib import Path

import numpy as np
from numba import njit

import evaluator.kernels
from evaluator.kernels import BLOCK, STRIDE, WORDS, column_strengths, fill_words

# numba's cache watches this file only, but code of evaluator/kernels.py is compiled into these kernels: when that file
# changes, so must this line.
_EVALUATOR_KERNELS = "b71cc56141b5361429d5bcc62adc09e03bf9d2e934154b2b3c5bdce8f3757fe5"
_found = sha256(Path(evaluator.kernels.__file__).read_bytes()).hexdigest()
if _found != _EVALUATOR_KERNELS:
    raise ImportError(f"evaluator/kernels.py has changed: set _EVALUATOR_KERNELS in simulator/kernels.py to {_found}")

MOST_WINNERS = 8
CATEGORIES = 10
TALLY = MOST_WINNERS + CATEGORIES  # columns of a tally: deals with 1 .. 8 winners, then hands of each category

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_NEVER = 255  # no card and no index of one
_QUEEN = 10
_NO_FOLLOWER = 13


@njit(nogil=True)
def _mix(word):
    """Finalizer of SplitMix64."""
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
def _draw_two(counter, first, first_least, first_choices, second, second_least, second_choices, size):
    """Draw the numbers of two positions, each ``least`` plus one of ``choices`` values."""
    for i in range(size):
        word = _mix(counter + np.uint64(i) * _GOLDEN)
        first[i] = np.uint8(first_least + (((word & _LOW_HALF) * first_choices) >> np.uint64(32)))
        second[i] = np.uint8(second_least + (((word >> np.uint64(32)) * second_choices) >> np.uint64(32)))


@njit(nogil=True)
def _trace_back(number, r1, r2, r3, r4, r5, r6, r7, r8, last, size):
    """Trace numbers through the swaps of eight earlier positions: `last`, last - 1, ... (rows r1, r2, ...)."""
    for i in range(size):
        x = number[i]
        x = np.uint8(last) if x == r1[i] else x
        x = np.uint8(last - 1) if x == r2[i] else x
        x = np.uint8(last - 2) if x == r3[i] else x
        x = np.uint8(last - 3) if x == r4[i] else x
        x = np.uint8(last - 4) if x == r5[i] else x
        x = np.uint8(last - 5) if x == r6[i] else x
        x = np.uint8(last - 6) if x == r7[i] else x
        x = np.uint8(last - 7) if x == r8[i] else x
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
def _follow(before, card, follower, size):
    """Wild rule for one card face up after another (W2, W4, W5): a Queen ends the follower, the card after it is one."""
    for i in range(size):
        rank = np.uint8(card[i] >> 2)
        kept = rank if np.uint8(before[i] >> 2) == _QUEEN else follower[i]
        follower[i] = np.uint8(_NO_FOLLOWER) if rank == _QUEEN else kept


@njit(nogil=True)
def _deal(cards, never, unknown_rows, seen, key, size):
    """Deal unseen cards to the unknown rows of a block."""
    unknown = unknown_rows.size
    unseen = 52 - seen.size
    spare = _row(cards, cards.size // STRIDE - 1)
    for j in range(0, unknown, 2):
        first = _row(cards, unknown_rows[j])
        second = _row(cards, unknown_rows[j + 1]) if j + 1 < unknown else spare
        counter = key + np.uint64(j // 2 * BLOCK + 1) * _GOLDEN
        second_choices = np.uint64(max(unseen - j - 1, 1))
        _draw_two(counter, first, np.uint64(j), np.uint64(unseen - j), second, np.uint64(j + 1), second_choices, size)
    for j in range(unknown - 1, 0, -1):
        number = _row(cards, unknown_rows[j])
        for last in range(j - 1, -1, -8):
            _trace_back(
                number,
                _row(cards, unknown_rows[last]),
                _row(cards, unknown_rows[last - 1]) if last >= 1 else never,
                _row(cards, unknown_rows[last - 2]) if last >= 2 else never,
                _row(cards, unknown_rows[last - 3]) if last >= 3 else never,
                _row(cards, unknown_rows[last - 4]) if last >= 4 else never,
                _row(cards, unknown_rows[last - 5]) if last >= 5 else never,
                _row(cards, unknown_rows[last - 6]) if last >= 6 else never,
                _row(cards, unknown_rows[last - 7]) if last >= 7 else never,
                last,
                size,
            )
    for row in unknown_rows:
        number = _row(cards, row)
        for k in range(0, seen.size, 4):
            _skip_seen(
                number,
                seen[k],
                seen[k + 1] if k + 1 < seen.size else np.uint8(_NEVER),
                seen[k + 2] if k + 2 < seen.size else np.uint8(_NEVER),
                seen[k + 3] if k + 3 < seen.size else np.uint8(_NEVER),
                size,
            )


@njit(nogil=True)
def _find_followers(cards, never, up_rows, followers, size):
    """Rank of the follower at the showdown of each deal (rules W2 to W6)."""
    followers[:] = np.uint8(_NO_FOLLOWER)
    before = never
    for row in up_rows:
        card = _row(cards, row)
        _follow(before, card, followers, size)
        before = card


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
def _list_ties(winners, ties, size):
    found = np.uint64(0)
    for i in range(size):
        ties[found] = np.uint16(i)
        found += np.uint64(winners[i] > 1)
    return np.int64(found)


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
    best[:] = 0
    winners[:] = 0
    for seat in range(seats):
        _raise_best(strengths[seat], best, size)
        _count_categories(strengths[seat], tally[seat], size)
    for seat in range(seats):
        tally[seat, 0] += _count_best(strengths[seat], best, winners, size)
    for k in range(_list_ties(winners, ties, size)):
        i = ties[k]
        for seat in range(seats):
            if strengths[seat, i] == best[i]:
                tally[seat, 0] -= 1
                tally[seat, winners[i] - 1] += 1


@njit(nogil=True)
def _fill_known(cards, known_rows, known_cards):
    for k in range(known_rows.size):
        _row(cards, known_rows[k])[:] = np.uint8(known_cards[k])


@njit(nogil=True)
def _share_common(cards, seats):
    """Give the seventh card of the first seat to all (rule D3)."""
    for seat in range(1, seats):
        _row(cards, 7 * seat + 6)[:] = _row(cards, 6)


@njit(cache=True, nogil=True)
def deal_block(layout, seed, stream, block, cards, followers):
    """Make the deals of one block, to look at them.

    Parameters
    ----------
    layout : Layout
        The table.
    seed, stream, block : uint64
        Which block.
    cards : array of uint8, shape ((layout.rows + 1) * STRIDE,)
        Card ids, row by row, on return; the last row is scratch space.
    followers : array of uint8, shape (BLOCK,)
        Rank of the follower at the showdown, 13 for none, on return.
    """
    never = np.full(BLOCK, _NEVER, np.uint8)
    _fill_known(cards, layout.known_rows, layout.known_cards)
    _deal(cards, never, layout.unknown_rows, layout.seen, _block_key(seed, stream, block), BLOCK)
    if layout.common:
        _share_common(cards, layout.seats)
    _find_followers(cards, never, layout.up_rows, followers, BLOCK)


@njit(cache=True, nogil=True)
def tally_blocks(layout, tables, seed, stream, first_block, last_block, deals, tally):
    """Deal a range of blocks and tally the showdowns.

    Parameters
    ----------
    layout : Layout
        The table.
    tables : Tables
        Look-up tables of the evaluator.
    seed, stream : uint64
        Which random numbers.
    first_block, last_block : int
        The blocks, the last one excluded.
    deals : int
        Deals of the whole run: the last block of it may be short.
    tally : array of int64, shape (layout.seats, 18)
        By live seat: deals won alone, deals shared by 2 .. 8 winners, and hands of each category; added to.
    """
    cards = np.empty((layout.rows + 1) * STRIDE, np.uint8)
    never = np.full(BLOCK, _NEVER, np.uint8)
    followers = np.empty(BLOCK, np.uint8)
    words = np.empty(layout.wild_masks.size * WORDS, np.uint64)
    flush_words = np.empty(layout.wild_masks.size * WORDS, np.uint64)
    sums = np.empty(BLOCK, np.uint64)
    candidates = np.empty(BLOCK + 1, np.uint16)
    strengths = np.empty((layout.seats, STRIDE), np.uint16)
    best = np.empty(BLOCK, np.uint16)
    winners = np.empty(BLOCK, np.uint16)
    ties = np.empty(BLOCK + 1, np.uint16)

    for k in range(layout.wild_masks.size):
        here = k * WORDS
        mask = np.int64(layout.wild_masks[k])
        fill_words(mask, tables.rank_keys, words[here : here + WORDS], flush_words[here : here + WORDS])
    _fill_known(cards, layout.known_rows, layout.known_cards)
    for block in range(first_block, last_block):
        size = min(BLOCK, deals - block * BLOCK)
        _deal(cards, never, layout.unknown_rows, layout.seen, _block_key(seed, stream, block), size)
        if layout.common:
            _share_common(cards, layout.seats)
        _find_followers(cards, never, layout.up_rows, followers, size)
        for seat in range(layout.seats):
            column_strengths(
                cards, 7 * seat * STRIDE, followers, words, flush_words, tables, layout.double_ace_flush,
                sums, candidates, strengths[seat], size,
            )  # fmt: skip
        _tally_block(strengths, best, winners, ties, tally, size)
