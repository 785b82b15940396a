"""Look-up tables of the evaluator: built here in plain Python, shipped as ``tables.npy``, loaded in milliseconds.

*Without suits* a hand is a multiset of ranks, and a wild card is a card of a fourteenth rank. Each rank has two hashes
such that their sums over a hand, of each the high 13 bits, differ between any two multisets: there are 76,155 of up to
seven natural cards, at most four of a rank, the rest being wild. The hashes are arithmetic, so that the kernels need no
table for them; the multiplier is the best found in a search over half of all. The sums are packed by row displacement
(Tarjan and Yao, *Storing a sparse table*, 1979): the first sum chooses a row, and the row's offset and the second sum
a slot of `rank_strengths`, shared by no other multiset.

*With suits* a flush or straight flush depends on the ranks held in the suit and the number of wild cards:
`flush_strengths`.

``python -m evaluator.tables`` writes the file again; a test holds that it equals what this module builds.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.category import HandCategory
from evaluator.classes import ACE, RankTuple, strengths
from evaluator.kernels import BLANK, HASH_BITS, MULTIPLIER, SUM_BITS, WILD

ROWS = 1 << SUM_BITS
COLUMNS = 1 << SUM_BITS
WILD_RANK = WILD >> 2
BLANK_RANK = BLANK >> 2

HAND_SIZES = range(1, 8)
FLUSH_SHAPE = (2, 1 << 16)
FILE = Path(__file__).with_name("tables.npy")


class Tables(NamedTuple):
    """The arrays that the kernels read.

    Attributes
    ----------
    sum_starts : ndarray of uint16, shape (7, 2)
        Where the two sums start, by number of cards less one: wild and missing cards then add nothing.
    row_offsets : ndarray of uint16, shape (8192,)
        Half of the first slot of each row.
    rank_strengths : ndarray of uint16, shape (7, slots)
        Best strength without suits, by number of cards less one and slot.
    flush_strengths : ndarray of uint16, shape (2, 65536)
        Best flush or straight flush, 0 where there is none, by ``double_ace_flush`` (0 off, 1 on) and by mask of the
        natural ranks held in the suit plus 8192 times the number of wild cards.
    """

    sum_starts: NDArray[np.uint16]
    row_offsets: NDArray[np.uint16]
    rank_strengths: NDArray[np.uint16]
    flush_strengths: NDArray[np.uint16]


def best_without_suits(counts: list[int], wilds: int) -> tuple[HandCategory, RankTuple]:
    """Best class that ignores suits (rules H1, H2, H5), wild cards put where they do most.

    Parameters
    ----------
    counts : list of int
        Natural cards of each rank, 13 numbers.
    wilds : int
        Number of wild cards, in a hand of 1 to 7 cards together.

    Returns
    -------
    tuple
        Category and tie-break ranks.
    """
    size = sum(counts) + wilds
    down = range(ACE, -1, -1)
    need = {want: [max(0, want - held) for held in counts] for want in (2, 3, 4, 5)}

    def kickers(most: int, *used: int) -> RankTuple:
        return tuple(rank for rank in down if counts[rank] and rank not in used)[:most]

    def of_a_kind(want: int) -> int | None:
        return next((rank for rank in down if need[want][rank] <= wilds), None) if size >= want else None

    if (rank := of_a_kind(5)) is not None:
        return HandCategory.FIVE_OF_A_KIND, (rank,)
    if (rank := of_a_kind(4)) is not None:
        return HandCategory.FOUR_OF_A_KIND, (rank, *kickers(1, rank))
    if size >= 5:
        for trips in down:
            for pair in down:
                if pair != trips and need[3][trips] + need[2][pair] <= wilds:
                    return HandCategory.FULL_HOUSE, (trips, pair)
        for top in range(ACE, 2, -1):
            if sum(not counts[rank % 13] for rank in straight_ranks(top)) <= wilds:
                return HandCategory.STRAIGHT, (top,)
    if (rank := of_a_kind(3)) is not None:
        return HandCategory.THREE_OF_A_KIND, (rank, *kickers(2, rank))
    pairs = [rank for rank in down if counts[rank] == 2]  # a wild card makes three of a kind of a pair
    if len(pairs) >= 2:
        return HandCategory.TWO_PAIR, (*pairs[:2], *kickers(1, *pairs[:2]))
    if (rank := of_a_kind(2)) is not None:
        return HandCategory.PAIR, (rank, *kickers(3, rank))
    return HandCategory.HIGH_CARD, kickers(5) or (ACE,)


def straight_ranks(top: int) -> list[int]:
    """Ranks of the straight with this top card, high to low; the ace below a deuce is rank 12 (rule H2)."""
    return [rank % 13 for rank in range(top, top - 5, -1)]


def best_flush(mask: int, wilds: int, *, double_ace: bool) -> int:
    """Strength of the best flush or straight flush in one suit, 0 if there is none (rules H2, H3).

    Parameters
    ----------
    mask : int
        13-bit mask of the natural ranks held in the suit.
    wilds : int
        Number of wild cards.
    double_ace : bool
        Whether each wild card in a flush is an ace, even a second one.
    """
    held = [rank for rank in range(ACE, -1, -1) if mask >> rank & 1]
    if len(held) + wilds < 5:
        return 0
    for top in range(ACE, 2, -1):
        if sum(not mask >> rank & 1 for rank in straight_ranks(top)) <= wilds:
            return strengths()[HandCategory.STRAIGHT_FLUSH, (top,)]
    missing = [rank for rank in range(ACE, -1, -1) if rank not in held]
    stand_ins = [ACE] * wilds if double_ace else missing[:wilds]
    return strengths()[HandCategory.FLUSH, tuple(sorted(held + stand_ins, reverse=True)[:5])]


def rank_hashes(rank: int) -> tuple[int, int]:
    """Two hashes of 16 bits of a rank, 13 for wild cards and 14 for missing ones, as the kernels compute them."""
    x = 4 * rank * MULTIPLIER % (1 << HASH_BITS)
    y = x * x >> HASH_BITS
    return y, x * y % (1 << HASH_BITS)


def sums(ranks: Sequence[int], start: Sequence[int]) -> tuple[int, int]:
    """Row and column of a hand: sums of the hashes of its ranks, as far as they are used."""
    totals = (first + sum(hashes) for first, *hashes in zip(start, *map(rank_hashes, ranks), strict=True))
    row, column = (total % (1 << HASH_BITS) >> (HASH_BITS - SUM_BITS) for total in totals)
    return row, column


def _sum_starts() -> NDArray[np.uint16]:
    wild, blank = np.array(rank_hashes(WILD_RANK)), np.array(rank_hashes(BLANK_RANK))
    return np.array([-(size * wild + (7 - size) * blank) % (1 << HASH_BITS) for size in HAND_SIZES], np.uint16)


def _place(places: list[tuple[int, int]]) -> tuple[NDArray[np.uint16], int]:
    """First slot of each row, halved, and the number of slots: large rows first, each at the first even slot."""
    rows: list[list[int]] = [[] for _ in range(ROWS)]
    for row, column in places:
        rows[row].append(column)
    offsets = np.zeros(ROWS, np.uint16)
    taken = 0  # one bit a slot
    for row in sorted(range(ROWS), key=lambda row: (-len(rows[row]), row)):
        if not rows[row]:
            continue
        clash = 0
        for column in rows[row]:
            clash |= taken >> column
        free = ~clash & ((1 << (clash.bit_length() + 2)) - 1) & _EVEN
        first = (free & -free).bit_length() - 1
        offsets[row] = first // 2
        for column in rows[row]:
            taken |= 1 << (first + column)
    return offsets, int(offsets.max()) * 2 + COLUMNS


_EVEN = int("01" * (1 << 17), 2)


def build() -> Tables:
    """Build all tables in plain Python; takes a few seconds."""
    multisets = [
        ranks
        for size in range(8)
        for ranks in combinations_with_replacement(range(13), size)
        if all(ranks.count(rank) <= 4 for rank in set(ranks))
    ]
    sum_starts = _sum_starts()
    start = sum_starts[-1].tolist()
    places = [sums(ranks + (WILD_RANK,) * (7 - len(ranks)), start) for ranks in multisets]
    offsets, slots = _place(places)

    rank_strengths = np.zeros((len(HAND_SIZES), slots), np.uint16)
    for ranks, (row, column) in zip(multisets, places, strict=True):
        slot = 2 * int(offsets[row]) + column
        counts = [ranks.count(rank) for rank in range(13)]
        for size in HAND_SIZES:
            if size >= len(ranks):
                best = best_without_suits(counts, size - len(ranks))
                rank_strengths[size - 1, slot] = strengths()[best]

    flush_strengths = np.zeros(FLUSH_SHAPE, np.uint16)
    for wilds in range(8):
        for mask in range(1 << 13):
            if mask.bit_count() + wilds <= 7:
                for on in (0, 1):
                    flush_strengths[on, wilds << 13 | mask] = best_flush(mask, wilds, double_ace=bool(on))
    return Tables(sum_starts, offsets, rank_strengths, flush_strengths)


def load() -> Tables:
    """Load the shipped tables."""
    flat = np.load(FILE)
    flush = int(np.prod(FLUSH_SHAPE))
    return Tables(
        _sum_starts(),
        flat[:ROWS],
        flat[ROWS:-flush].reshape(len(HAND_SIZES), -1),
        flat[-flush:].reshape(FLUSH_SHAPE),
    )


def save(tables: Tables) -> None:
    """Write the shipped file."""
    np.save(FILE, np.concatenate([array.ravel() for array in tables[1:]]))


if __name__ == "__main__":
    save(build())
