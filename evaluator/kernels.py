"""Strengths of many hands at once: compiled, without branches per hand, trusting their input.

Every card has a *word* of 64 bits; the words of a hand's seven cards add up to all that its strength without suits and
the search for flushes need. Which words the cards have depends on the wild ranks, so there is a row of words for each
set of wild ranks that occurs, and a hand names its row. Sets are few in play, and the rows stay in the first level of
cache; a card costs two loads and an addition.

No function is called per hand with an array among its arguments: numba would count references inside the loop.
"""

import numpy as np

from evaluator.kernel_cache import njit

BLOCK = 4096  # hands a block: its columns stay in the first two levels of cache
STRIDE = BLOCK + 64  # from card to card of a hand in columns; a power of two would put all cards in one cache set
HAND = 7  # cards a hand; a smaller one is filled up with blanks
BLANK = 52  # a card that is not there
WORDS = 64  # words a row: 52 cards, then blanks

# Word of a card, from the top: 25 bits of rank key, which wrap around at the top; four suit counters of four bits at
# the bottom. The counters start at 3, so that the top bit of one is set from five cards on. A wild card counts in every
# suit.
_KEY_SHIFT = np.uint64(39)
_ROW_SHIFT = np.uint64(51)
_COLUMNS = np.uint64(4095)
_SUITS_START = np.uint64(0x3333)
_SUITS_WILD = np.uint64(0x1111)
_SUITS_FIVE = np.uint64(0x8888)
# Flush word: 13 bits a suit for the natural ranks held, then the number of wild cards.
_RANKS = np.uint64(0x1FFF)
_RANK_BITS = np.uint64(13)
_WILD_SHIFT = np.uint64(52)
_WILD_ONE = np.uint64(1 << 52)


@njit(nogil=True)
def fill_words(mask, rank_keys, words, flush_words):
    """Words of every card under one mask of wild ranks.

    Parameters
    ----------
    mask : int
        13-bit mask of wild ranks.
    rank_keys : array of uint64, shape (13,)
        `Tables.rank_keys`.
    words, flush_words : arrays of uint64, shape (64,)
        A row each, on return.
    """
    for card in range(WORDS):
        rank = card >> 2
        suit = card & 3
        if card >= BLANK:
            words[card] = 0
            flush_words[card] = 0
        elif (mask >> rank) & 1:
            words[card] = _SUITS_WILD
            flush_words[card] = _WILD_ONE
        else:
            words[card] = (rank_keys[rank] << _KEY_SHIFT) | np.uint64(1 << (4 * suit))
            flush_words[card] = np.uint64(1) << np.uint64(13 * suit + rank)


def _stages(hand_step, card_step):
    """Make the two stages that read cards, for card j of hand i at ``start + i * hand_step + j * card_step``.

    The steps are compiled in, which leaves one pointer to a hand instead of seven.
    """

    @njit(nogil=True)
    def add_words(cards, start, rows, words, sums, size):
        """Sum of the words of each hand."""
        for i in range(size):
            row = np.uint64(rows[i]) * np.uint64(WORDS)
            at = np.uint64(start + i * hand_step)
            word = _SUITS_START
            for j in range(HAND):
                word += words[row + np.uint64(cards[at + np.uint64(j * card_step)])]
            sums[i] = word

    @njit(nogil=True)
    def raise_flushes(cards, start, rows, flush_words, flush_strengths, out, candidates, found):
        """Raise the strength of the listed hands to their best flush or straight flush."""
        for k in range(found):
            i = np.uint64(candidates[k])
            row = np.uint64(rows[i]) * np.uint64(WORDS)
            at = np.uint64(start) + i * np.uint64(hand_step)
            word = np.uint64(0)
            for j in range(HAND):
                word += flush_words[row + np.uint64(cards[at + np.uint64(j * card_step)])]
            wilds = word >> _WILD_SHIFT
            best = out[i]
            for _suit in range(4):
                best = max(best, flush_strengths[wilds, word & _RANKS])
                word >>= _RANK_BITS
            out[i] = best

    return add_words, raise_flushes


_add_words_rows, _raise_flushes_rows = _stages(HAND, 1)
_add_words_columns, _raise_flushes_columns = _stages(1, STRIDE)


@njit(nogil=True)
def _look_up(sums, row_offsets, strengths, out, size):
    """Strengths without suits."""
    for i in range(size):
        word = sums[i]
        slot = np.uint64(row_offsets[word >> _ROW_SHIFT]) * np.uint64(2) + ((word >> _KEY_SHIFT) & _COLUMNS)
        out[i] = strengths[slot]


@njit(nogil=True)
def _list_flushes(sums, candidates, size):
    """List the hands that may hold a flush, without a branch; returns how many they are."""
    found = np.uint64(0)
    for i in range(size):
        candidates[found] = np.uint16(i)
        found += np.uint64((sums[i] & _SUITS_FIVE) != 0)
    return found


@njit(nogil=True)
def column_strengths(cards, start, rows, words, flush_words, tables, double_ace, sums, candidates, out, size):
    """Strengths of a block of hands of seven that lie in columns: card j of hand i is at ``start + i + j * STRIDE``.

    Parameters
    ----------
    cards : array of uint8, 1-d
        Card ids.
    start : int
        Where the first card of the first hand is.
    rows : array of uint16, shape (BLOCK,)
        Row of words of each hand.
    words, flush_words : arrays of uint64, 1-d
        Rows of 64 words made by `fill_words`, one after the other.
    tables : Tables
        Look-up tables.
    double_ace : int
        1 if each wild card in a flush is an ace, else 0.
    sums, candidates : arrays of uint64 (BLOCK,) and uint16 (BLOCK + 1,)
        Scratch space.
    out : array of uint16, shape (BLOCK,)
        The strengths, on return.
    size : int
        Number of hands.
    """
    _add_words_columns(cards, start, rows, words, sums, size)
    _look_up(sums, tables.row_offsets, tables.rank_strengths[HAND - 1], out, size)
    found = _list_flushes(sums, candidates, size)
    _raise_flushes_columns(cards, start, rows, flush_words, tables.flush_strengths[double_ace], out, candidates, found)


@njit(nogil=True)
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
        if (total ^ union) | (union >> np.uint64(BLANK)) | (high >> np.uint64(6)):
            return i
    return size


@njit(nogil=True)
def _assign_rows(masks, first, tables, words, flush_words, row_of, known, rows, size):
    """Row of words of each hand by its mask, made when a mask is met first; returns the number of rows there are."""
    for i in range(size):
        mask = np.uint64(masks[first + i])
        if row_of[mask] < 0:
            row_of[mask] = known
            here = known * WORDS
            fill_words(mask, tables.rank_keys, words[here : here + WORDS], flush_words[here : here + WORDS])
            known += 1
        rows[i] = row_of[mask]
    return known


@njit(cache=True, nogil=True)
def evaluate_hands(cards, count, masks, double_ace, check, tables, words, flush_words, out):
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
    words, flush_words : arrays of uint64, 1-d
        Space for a row of 64 words for each different mask.
    out : array of int32, shape (hands,)
        The strengths, on return.

    Returns
    -------
    int
        The first wrong hand if `check`, else the number of hands.
    """
    row_of = np.full(1 << 13, -1, np.int16)
    known = _assign_rows(masks, 0, tables, words, flush_words, row_of, 0, np.zeros(1, np.uint16), 1)
    rows = np.zeros(BLOCK, np.uint16)
    sums = np.empty(BLOCK, np.uint64)
    strengths = np.empty(BLOCK, np.uint16)
    candidates = np.empty(BLOCK + 1, np.uint16)
    flush_strengths = tables.flush_strengths[double_ace]
    for first in range(0, out.size, BLOCK):
        size = min(BLOCK, out.size - first)
        start = first * HAND
        if check:
            wrong = _first_wrong(cards, start, count, size)
            if wrong < size:
                return first + wrong
        if masks.size > 1:
            known = _assign_rows(masks, first, tables, words, flush_words, row_of, known, rows, size)
        _add_words_rows(cards, start, rows, words, sums, size)
        _look_up(sums, tables.row_offsets, tables.rank_strengths[count - 1], strengths, size)
        found = _list_flushes(sums, candidates, size)
        _raise_flushes_rows(cards, start, rows, flush_words, flush_strengths, strengths, candidates, found)
        for i in range(size):
            out[first + i] = strengths[i]
    return out.size
