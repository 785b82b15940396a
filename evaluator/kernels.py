"""Strengths of many hands at once: compiled, without branches per hand, trusting their input.

Hands lie in *columns*: a row of bytes for each of seven cards, a column for each hand, `BLOCK` hands at a time. Wild
cards are marked, which makes one *code* of all of them. Two hashes of the ranks are added up over the cards of each
hand, and suits are counted: both are arithmetic on whole rows, which LLVM turns into vector instructions. The two sums
lead to the strength without suits. The few hands that may hold a flush are listed, and looked at one by one.

Each loop over hands reads one table: the CPU then overlaps the waits for it. One loop that finds the slot, looks it up
and lists the hand takes nearly twice as long.

No function is called per hand with an array among its arguments: numba would count references inside the loop.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.kernel_cache import njit, stage

BLOCK = 2048  # hands a block: its rows stay in the first two levels of cache
STRIDE = BLOCK + 64  # from card to card of a hand; a power of two would put all cards in one cache set
HAND = 7  # cards a hand; a smaller one is filled up with blanks
WILD = 52  # code of a wild card; those of others are their ids
BLANK = 56  # code of a card that is not there
IN_HIGH = np.uint8(32)  # bit of the cards from ten on, whose ranks are in the high byte of a mask

# Two hashes of the rank of a code, made of one multiplier by `_sum_hashes` and of 16 bits each. Of their sums over a
# hand the high 13 bits are used; which is enough, see `evaluator.tables`.
MULTIPLIER = 19042
HASH_BITS = 16
SUM_BITS = 13
_RANK = np.uint16(0xFC)  # bits of a code that hold four times the rank
_UNUSED = np.uint16(HASH_BITS - SUM_BITS)
# Flush words: 16 bits a suit, 13 for the ranks held and then the number of wild cards, which belong to every suit.
_SUIT_BITS = np.uint64(16)
_SUIT = np.uint64(0xFFFF)
_FLUSH_WORDS = np.array(
    [1 << (16 * (code & 3) + (code >> 2)) for code in range(WILD)] + 4 * [0x2000200020002000] + 8 * [0], np.uint64
)


class Space(NamedTuple):
    """Scratch space for a block of hands. Arrays made inside a kernel take long to compile.

    Attributes
    ----------
    codes, flags : ndarrays of uint8, shapes (7 * STRIDE,) and (BLOCK,)
        Codes of the cards, and which hands may hold a flush.
    sums_1, sums_2, slots : ndarrays of uint16, uint16 and uint32, shape (BLOCK,)
        Sums of hashes, and the slots that they lead to.
    candidates : ndarray of uint16, shape (BLOCK + 1,)
        List of hands.
    """

    codes: NDArray[np.uint8]
    flags: NDArray[np.uint8]
    sums_1: NDArray[np.uint16]
    sums_2: NDArray[np.uint16]
    slots: NDArray[np.uint32]
    candidates: NDArray[np.uint16]


def new_space() -> Space:
    """Make scratch space, with anything in it."""
    return Space(
        codes=np.empty(HAND * STRIDE, np.uint8),
        flags=np.empty(BLOCK, np.uint8),
        sums_1=np.empty(BLOCK, np.uint16),
        sums_2=np.empty(BLOCK, np.uint16),
        slots=np.empty(BLOCK, np.uint32),
        candidates=np.empty(BLOCK + 1, np.uint16),
    )


@stage
def _split_masks(masks, first, low, high, size):
    """Split masks of wild ranks into bytes."""
    for i in range(size):
        mask = masks[np.uint64(first) + np.uint64(i)]
        low[i] = np.uint8(mask)
        high[i] = np.uint8(mask >> np.uint16(8))


@stage
def rank_bit(card):
    """Bit of the rank of a card in its byte of a mask; the byte is the high one if the card has the bit `IN_HIGH`.

    It is put together by selections: vectors of bytes cannot be shifted one by one.
    """
    bit = np.uint8(2) if np.uint8(card & np.uint8(4)) else np.uint8(1)
    bit = np.uint8(bit << np.uint8(2)) if np.uint8(card & np.uint8(8)) else bit
    return np.uint8(bit << np.uint8(4)) if np.uint8(card & np.uint8(16)) else bit


@stage
def _mark_wild(cards, start, low, high, codes, size):
    """Code of each card of each hand: `WILD` where the mask of the hand has its rank."""
    for i in range(size):
        mask_low = low[i]
        mask_high = high[i]
        for j in range(HAND):
            card = cards[np.uint64(start) + np.uint64(i) + np.uint64(j * STRIDE)]
            half = mask_high if np.uint8(card & IN_HIGH) else mask_low
            codes[np.uint64(i) + np.uint64(j * STRIDE)] = np.uint8(WILD) if np.uint8(half & rank_bit(card)) else card


@stage
def _sum_hashes(codes, starts, sums_1, sums_2, size):
    """Add up the two hashes of the ranks of each hand, and keep what is used of the sums."""
    start_1 = np.uint16(starts[0])
    start_2 = np.uint16(starts[1])
    for i in range(size):
        sum_1 = start_1
        sum_2 = start_2
        for j in range(HAND):
            code = np.uint16(codes[np.uint64(i) + np.uint64(j * STRIDE)])
            x = np.uint16(np.uint16(code & _RANK) * np.uint16(MULTIPLIER))
            y = np.uint16(np.uint32(np.uint32(x) * np.uint32(x)) >> np.uint32(16))
            sum_1 = np.uint16(sum_1 + y)
            sum_2 = np.uint16(sum_2 + np.uint16(x * y))
        sums_1[i] = np.uint16(sum_1 >> _UNUSED)
        sums_2[i] = np.uint16(sum_2 >> _UNUSED)


@stage
def _flag_flushes(codes, flags, size):
    """Flag the hands with five cards of a suit, wild ones included; of blanks some that have not."""
    for i in range(size):
        clubs = np.uint8(HAND)  # and wild cards, whose code has the suit bits of a club
        diamonds = hearts = spades = wilds = np.uint8(0)
        for j in range(HAND):
            code = codes[np.uint64(i) + np.uint64(j * STRIDE)]
            suit = np.uint8(code & np.uint8(3))
            diamonds = np.uint8(diamonds + np.uint8(suit == np.uint8(1)))
            hearts = np.uint8(hearts + np.uint8(suit == np.uint8(2)))
            spades = np.uint8(spades + np.uint8(suit == np.uint8(3)))
            wilds = np.uint8(wilds + np.uint8(code == np.uint8(WILD)))
        clubs = np.uint8(clubs - np.uint8(np.uint8(diamonds + hearts) + spades))
        most = diamonds if diamonds > hearts else hearts
        most = most if most > spades else spades
        most = np.uint8(most + wilds)
        flags[i] = np.uint8((most if most > clubs else clubs) >= np.uint8(5))


@stage
def _find_slots(sums_1, sums_2, row_offsets, slots, size):
    """Slot of each hand in the table of strengths without suits."""
    for i in range(size):
        slots[i] = np.uint32(np.uint32(row_offsets[sums_1[i]]) * np.uint32(2) + np.uint32(sums_2[i]))


@stage
def _look_up(slots, strengths, out, first, size):
    """Strengths without suits."""
    for i in range(size):
        out[np.uint64(first) + np.uint64(i)] = strengths[slots[i]]


@stage
def _list_flagged(flags, candidates, size):
    """List the flagged hands, without a branch; returns how many they are."""
    found = np.uint64(0)
    for i in range(size):
        candidates[found] = np.uint16(i)
        found += np.uint64(flags[i])
    return found


@stage
def _raise_flushes(codes, flush_strengths, out, first, candidates, found):
    """Raise the strength of the listed hands to their best flush or straight flush."""
    for k in range(found):
        i = np.uint64(candidates[k])
        word = np.uint64(0)
        for j in range(HAND):
            word += _FLUSH_WORDS[codes[i + np.uint64(j * STRIDE)]]
        best = out[np.uint64(first) + i]
        for _suit in range(4):
            flush = flush_strengths[word & _SUIT]
            best = flush if flush > best else best
            word >>= _SUIT_BITS
        out[np.uint64(first) + i] = best


@stage
def column_strengths(cards, start, low, high, count, tables, double_ace, space, out, first, size):
    """Strengths of a block of hands that lie in columns: card j of hand i is at ``start + i + j * STRIDE``.

    Parameters
    ----------
    cards : array of uint8, 1-d
        Card ids, blanks after them if `count` is less than 7.
    start : int
        Where the first card of the first hand is.
    low, high : arrays of uint8, shape (BLOCK,)
        Mask of the wild ranks of each hand, in two bytes.
    count : int
        Number of cards of a hand that are no blanks, 1..7.
    tables : Tables
        Look-up tables.
    double_ace : int
        1 if each wild card in a flush is an ace, else 0.
    space : Space
        Scratch space.
    out : array of uint16, 1-d
        The strengths, on return, from place `first` on.
    first : int
        Where in `out` the first one goes.
    size : int
        Number of hands.
    """
    codes, sums_1, sums_2, slots = space.codes, space.sums_1, space.sums_2, space.slots
    _mark_wild(cards, start, low, high, codes, size)
    _sum_hashes(codes, tables.sum_starts[count - 1], sums_1, sums_2, size)
    _find_slots(sums_1, sums_2, tables.row_offsets, slots, size)
    _look_up(slots, tables.rank_strengths[count - 1], out, first, size)
    _flag_flushes(codes, space.flags, size)
    found = _list_flagged(space.flags, space.candidates, size)
    _raise_flushes(codes, tables.flush_strengths[double_ace], out, first, space.candidates, found)


@stage
def _first_wrong(cards, start, count, size):
    """Find the first hand with an impossible or repeated card; `size` if there is none.

    A bit a card: their sum equals their union unless one is repeated.
    """
    for i in range(size):
        at = np.uint64(start + i * HAND)
        union = np.uint64(0)
        total = np.uint64(0)
        high = np.uint64(0)
        for j in range(count):
            card = np.uint64(cards[at + np.uint64(j)])
            bit = np.uint64(1) << (card & np.uint64(63))
            union |= bit
            total += bit
            high |= card
        if (total ^ union) | (union >> np.uint64(WILD)) | (high >> np.uint64(6)):
            return i
    return size


@stage
def _turn(hands, start, columns, size):
    """Put hands given one a row in columns."""
    for i in range(size):
        for j in range(HAND):
            columns[np.uint64(i) + np.uint64(j * STRIDE)] = hands[np.uint64(start) + np.uint64(i * HAND + j)]


@stage
def _fill(value, row):
    for i in range(BLOCK):
        row[i] = value


@njit(cache=True, nogil=True)
def evaluate_hands(cards, count, masks, double_ace, check, tables, space, columns, low, high, strengths, out):
    """Strengths of hands given one a row.

    Parameters
    ----------
    cards : array of uint8, shape (hands * 7,)
        Card ids, hand by hand, filled up with blanks.
    count : int
        Number of cards of a hand that are no blanks, 1..7.
    masks : array of uint16, shape (hands,) or (1,)
        Masks of wild ranks; a single one holds for every hand.
    double_ace : int
        1 if each wild card in a flush is an ace, else 0.
    check : bool
        Whether to stop at a hand with a repeated or impossible card.
    tables : Tables
        Look-up tables.
    space, columns, low, high, strengths : Space, arrays of uint8 (7 * STRIDE,), (BLOCK,), (BLOCK,), of uint16 (BLOCK,)
        Scratch space.
    out : array of int32, shape (hands,)
        The strengths, on return.

    Returns
    -------
    int
        The first wrong hand if `check`, else the number of hands.
    """
    zero = np.int64(0)
    _fill(np.uint8(masks[0]), low)
    _fill(np.uint8(masks[0] >> np.uint16(8)), high)
    for first in range(0, out.size, BLOCK):
        size = out.size - first if out.size - first < BLOCK else BLOCK
        if check:
            wrong = _first_wrong(cards, first * HAND, count, size)
            if wrong < size:
                return first + wrong
        if masks.size > 1:
            _split_masks(masks, first, low, high, size)
        _turn(cards, first * HAND, columns, size)
        column_strengths(columns, zero, low, high, count, tables, double_ace, space, strengths, zero, size)
        for i in range(size):
            out[first + i] = strengths[i]
    return out.size
