"""The look-up tables of the evaluator: rank keys, slots, strengths and flushes, and the classes behind them."""

import random
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import comb

import numpy as np
import pytest
from numba import njit

from evaluator.category import HandCategory
from evaluator.classes import class_of, classes, strengths
from evaluator.kernels import BLOCK, STRIDE, WILD, _sum_hashes
from evaluator.tables import (
    BLANK_RANK,
    COLUMNS,
    HAND_SIZES,
    ROWS,
    WILD_RANK,
    Tables,
    best_flush,
    best_without_suits,
    build,
    load,
    sums,
)
from tests import oracle
from tests.oracle import Key

MULTISETS = 76_155
SAMPLE = 3_000


@cache
def multisets() -> list[tuple[int, ...]]:
    """All multisets of up to seven ranks, at most four of each."""
    return [
        ranks
        for size in range(8)
        for ranks in combinations_with_replacement(range(13), size)
        if all(ranks[at] != ranks[at + 4] for at in range(size - 4))
    ]


@cache
def slots() -> list[int]:
    """Slot of each multiset in the shipped table, found as the kernels find it."""
    tables = load()
    start = tables.sum_starts[-1].tolist()
    found = []
    for ranks in multisets():
        row, column = sums(ranks + (WILD_RANK,) * (7 - len(ranks)), start)
        found.append(2 * int(tables.row_offsets[row]) + column)
    return found


def counts_of(ranks: tuple[int, ...]) -> list[int]:
    return [ranks.count(rank) for rank in range(13)]


def plain(value: tuple[HandCategory, tuple[int, ...]]) -> Key:
    return int(value[0]), value[1]


def judged(value: Key) -> Key:
    """Key of the oracle without its mark for missing cards."""
    return value[0], tuple(rank for rank in value[1] if rank != oracle.MISSING)


@pytest.mark.slow
def test_shipped_tables_are_those_that_are_built() -> None:
    shipped, built = load(), build()
    for name in Tables._fields:
        one, other = getattr(shipped, name), getattr(built, name)
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name


def test_shapes_and_types() -> None:
    """Types and layouts that the kernels are compiled for: another one would compile everything again."""
    tables = load()
    assert [array.dtype.name for array in tables] == ["uint16"] * 4
    assert [array.shape for array in tables] == [(7, 2), (ROWS,), (7, tables.rank_strengths.shape[1]), (2, 8 << 13)]
    assert all(array.flags.c_contiguous for array in tables)
    # Any row's last column has a slot, so that no look-up leaves the table, whatever the cards.
    assert int(tables.row_offsets.max()) * 2 + COLUMNS <= tables.rank_strengths.shape[1]


def test_sums_are_all_different() -> None:
    start = load().sum_starts[-1].tolist()
    found = {sums(ranks + (WILD_RANK,) * (7 - len(ranks)), start) for ranks in multisets()}
    # C(20, 7) multisets of up to seven of thirteen ranks, less those with five or more of one rank.
    assert len(found) == len(multisets()) == MULTISETS == comb(20, 7) - 13 * comb(15, 2)


@njit
def sum_hashes(codes, starts, sums_1, sums_2, size):  # type: ignore[no-untyped-def]  # a way into the kernel's function
    _sum_hashes(codes, starts, sums_1, sums_2, size)


@pytest.mark.parametrize("size", HAND_SIZES)
def test_kernel_sums_the_same_hashes(size: int) -> None:
    """Hands of any codes, wild ones included, filled up with blanks: the sums do not depend on suits and blanks."""
    rng, hands = np.random.default_rng(size), 100
    codes = np.zeros((7, STRIDE), np.uint8)
    codes[:, :hands] = rng.integers(0, WILD + 1, (7, hands))
    codes[size:] = 4 * BLANK_RANK
    sums_1, sums_2 = np.zeros(BLOCK, np.uint16), np.zeros(BLOCK, np.uint16)
    start = load().sum_starts[size - 1]
    sum_hashes(codes.reshape(-1), start, sums_1, sums_2, hands)
    for hand in range(hands):
        ranks = (codes[:, hand] >> 2).tolist()
        assert (sums_1[hand], sums_2[hand]) == sums(ranks, start.tolist())
        natural = [rank for rank in ranks if rank < WILD_RANK]
        filled = [*natural, *[WILD_RANK] * (7 - len(natural))]
        assert sums(ranks, start.tolist()) == sums(filled, load().sum_starts[-1].tolist())


def test_every_multiset_has_a_slot_of_its_own() -> None:
    assert len(set(slots())) == MULTISETS


def test_shipped_strengths_of_a_sample() -> None:
    """Every number of cards, the rest of which are wild."""
    shipped = load().rank_strengths
    for at in random.Random(1).sample(range(MULTISETS), SAMPLE):
        ranks = multisets()[at]
        for size in HAND_SIZES:
            if size >= len(ranks):
                best = best_without_suits(counts_of(ranks), size - len(ranks))
                assert class_of(int(shipped[size - 1, slots()[at]])) == best, (ranks, size)


def test_best_without_suits_against_the_oracle() -> None:
    """Ranks and wild cards of hands of one to seven cards, suits left out of account."""
    rng = random.Random(2)
    seen = set()
    for ranks in [*rng.sample(multisets(), 600), *multisets()[:200]]:
        for size in range(max(1, len(ranks)), 8):
            wilds = size - len(ranks)
            got = plain(best_without_suits(counts_of(ranks), wilds))
            wanted = judged(oracle._best_of_ranks(tuple(counts_of(ranks)), wilds, min(5, size)))
            assert got == wanted, (ranks, wilds)
            seen.add((got[0], wilds))
    assert {category for category, _ in seen} == set(HandCategory) - {HandCategory.FLUSH, HandCategory.STRAIGHT_FLUSH}
    assert {wilds for _, wilds in seen} == set(range(8))


@pytest.mark.parametrize("double_ace", [False, True])
def test_flushes_against_the_oracle(double_ace: bool) -> None:
    """All sets of ranks of one suit in hands of up to seven cards, a sample of them for many wild cards."""
    rng, shipped = random.Random(3), load().flush_strengths[int(double_ace)]
    seen = set()
    for wilds in range(8):
        masks = [mask for mask in range(1 << 13) if mask.bit_count() + wilds <= 7]
        for mask in rng.sample(masks, min(len(masks), 700)):
            got = best_flush(mask, wilds, double_ace=double_ace)
            assert got == shipped[wilds << 13 | mask]
            held = frozenset(rank for rank in range(13) if mask >> rank & 1)
            category, ranks = oracle._best_of_suit(held, wilds, double_ace)
            assert (plain(class_of(got)) if got else (oracle.HIGH_CARD, ())) == (category, ranks), (held, wilds)
            seen.add(category)
    assert seen == {oracle.HIGH_CARD, oracle.FLUSH, oracle.STRAIGHT_FLUSH}


def test_flushes_take_five_cards_of_a_suit() -> None:
    held = np.array([mask.bit_count() for mask in range(1 << 13)])
    for wilds in range(8):
        inside = held + wilds <= 7
        for table in load().flush_strengths.reshape(2, 8, -1)[:, wilds]:
            assert ((table > 0) == (inside & (held + wilds >= 5))).all()
            assert set((table[table > 0] >> 12).tolist()) <= {HandCategory.FLUSH, HandCategory.STRAIGHT_FLUSH}


def test_flushes_grow_with_wild_cards_ranks_and_the_double_ace() -> None:
    off, on = (table.astype(np.int64).reshape(8, -1) for table in load().flush_strengths)
    masks = np.arange(1 << 13)
    held = np.array([mask.bit_count() for mask in range(1 << 13)])
    assert (on >= off).all()
    assert (on > off).any()
    for table in (off, on):
        for wilds in range(7):
            inside = held + wilds + 1 <= 7
            assert (table[wilds + 1] >= table[wilds])[inside].all()
            for rank in range(13):
                more = masks | 1 << rank
                assert (table[wilds, more] >= table[wilds])[inside].all()
                # A wild card in place of a natural one is as good or better.
                natural = inside & (more != masks)
                assert (table[wilds + 1] >= table[wilds, more])[natural].all()


def test_numbers_of_classes() -> None:
    """Closed forms, hands of one to five cards together (H5)."""
    kickers = {most: sum(comb(12, size) for size in range(most + 1)) for most in (1, 2, 3)}
    assert {category: len(members) for category, members in classes().items()} == {
        HandCategory.HIGH_CARD: sum(comb(13, size) for size in range(1, 6)),
        HandCategory.PAIR: 13 * kickers[3],
        HandCategory.TWO_PAIR: comb(13, 2) * (1 + 11),
        HandCategory.THREE_OF_A_KIND: 13 * kickers[2],
        HandCategory.STRAIGHT: 10,
        # One ace at most, or two to five of them and other ranks (double_ace_flush=on, H3).
        HandCategory.FLUSH: comb(13, 5) + sum(comb(12, 5 - aces) for aces in range(2, 6)),
        HandCategory.FULL_HOUSE: 13 * 12,
        HandCategory.FOUR_OF_A_KIND: 13 * kickers[1],
        HandCategory.STRAIGHT_FLUSH: 10,
        HandCategory.FIVE_OF_A_KIND: 13,
    }


def test_strengths_are_in_order_and_lead_back_to_their_class() -> None:
    ordered = [(category, ranks) for category in HandCategory for ranks in classes()[category]]
    values = [strengths()[one] for one in ordered]
    assert all(weaker < stronger for weaker, stronger in pairwise(values))
    assert all(weaker < stronger for weaker, stronger in pairwise(ordered))  # a missing card is below a deuce (H5)
    assert [class_of(value) for value in values] == ordered
    assert len(strengths()) == len(ordered)
    assert [value >> 12 for value in values] == [category for category, _ in ordered]
    assert max(values) < 1 << 16
