"""Hand classes: every hand that can be told apart at a showdown, in order, and the strength that stands for it.

A class is a category and the ranks that break ties within it, most important first (rule H2). A strength is
``category << 12 | ordinal``, where the ordinal counts the classes of the category from the weakest, so strengths
compare as hands do, in 16 bits.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement

from evaluator.category import HandCategory

ORDINAL_BITS = 12
ACE = 12
RankTuple = tuple[int, ...]


def _descending(size: int, without: RankTuple = ()) -> list[RankTuple]:
    """All sets of `size` ranks, each written from high to low, none of them in `without`."""
    return [*combinations([rank for rank in reversed(range(13)) if rank not in without], size)]


def _with_kickers(heads: list[RankTuple], most: int) -> list[RankTuple]:
    """Each head followed by 0 to `most` kickers: fewer when the hand has fewer than five cards (rule H5)."""
    return [head + kickers for head in heads for size in range(most + 1) for kickers in _descending(size, head)]


def _flushes() -> list[RankTuple]:
    """Five ranks from high to low; only the ace may repeat, under ``double_ace_flush=on`` (rule H3)."""
    return [
        ranks
        for ranks in combinations_with_replacement(reversed(range(13)), 5)
        if len({rank for rank in ranks if rank != ACE}) == sum(rank != ACE for rank in ranks)
    ]


@cache
def classes() -> dict[HandCategory, list[RankTuple]]:
    """Tie-break ranks of every class of every category, weakest first.

    A missing card ranks below a deuce (rule H5), as a shorter tuple does in Python's order. Straights and straight
    flushes are named by their top card; 5 high (A-2-3-4-5) is the lowest.
    """
    single = _descending(1)
    tops: list[RankTuple] = [(rank,) for rank in range(3, 13)]
    found: dict[HandCategory, list[RankTuple]] = {
        HandCategory.HIGH_CARD: [ranks for size in range(1, 6) for ranks in _descending(size)],
        HandCategory.PAIR: _with_kickers(single, 3),
        HandCategory.TWO_PAIR: _with_kickers(_descending(2), 1),
        HandCategory.THREE_OF_A_KIND: _with_kickers(single, 2),
        HandCategory.STRAIGHT: tops,
        HandCategory.FLUSH: _flushes(),
        HandCategory.FULL_HOUSE: [(trips, pair) for trips in range(13) for pair in range(13) if pair != trips],
        HandCategory.FOUR_OF_A_KIND: _with_kickers(single, 1),
        HandCategory.STRAIGHT_FLUSH: tops,
        HandCategory.FIVE_OF_A_KIND: single,
    }
    return {category: sorted(ranks) for category, ranks in found.items()}


@cache
def strengths() -> dict[tuple[HandCategory, RankTuple], int]:
    """Strength of every class, by category and tie-break ranks."""
    return {
        (category, ranks): category << ORDINAL_BITS | ordinal
        for category, members in classes().items()
        for ordinal, ranks in enumerate(members)
    }


def class_of(strength: int) -> tuple[HandCategory, RankTuple]:
    """Category and tie-break ranks of a strength."""
    category = HandCategory(strength >> ORDINAL_BITS)
    return category, classes()[category][strength & ((1 << ORDINAL_BITS) - 1)]
