"""Dealt cards are uniform and independent: chi-square tests with fixed seeds, at the level of `tests.chi_square`.

A number becomes one of n values by its high 26 bits, which favours none by more than 2**-26: far too little to be seen.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from simulator.completions import layout
from simulator.kernels import BLOCK
from tests.blocks import Cards, deal, table_of, unseen
from tests.chi_square import Statistic, assert_chance, fit, tail, total

pytestmark = pytest.mark.jit  # plain Python needs seconds for a block

BLOCKS = 128  # 524,288 deals
SHAPES = [
    "two seats, nothing known",
    "folded seats and dead cards",
    "in the middle of a street",
    "seventh street",
    "eight seats with a common card",
    "common card known",
]
shapes = pytest.mark.parametrize("name", SHAPES)


def dealt(name: str, blocks: int = BLOCKS, seed: int = 11, stream: int = 0, first: int = 0) -> tuple[Cards, int]:
    """Unknown rows with each card as its number among the unseen ones, and how many of those there are."""
    table = table_of(name)
    cards = deal(table, blocks, seed=seed, stream=stream, first=first)[0][layout(table).unknown_rows]
    number = np.full(52, 255, np.uint8)
    number[unseen(name)] = np.arange(len(unseen(name)))
    return number[cards], len(unseen(name))


def independence(one: Cards, other: Cards, choices: int) -> Statistic:
    """Whether two rows are uniform over all pairs of cards, the same card twice allowed."""
    counts = np.bincount(one.astype(np.int64) * choices + other, minlength=choices**2)
    return fit(counts, one.size / choices**2)


def without_repeat(one: Cards, other: Cards, choices: int) -> Statistic:
    """Whether two positions of a deal are uniform over all pairs of different cards."""
    counts = np.bincount(one.astype(np.int64) * choices + other, minlength=choices**2).reshape(choices, choices)
    assert not counts.diagonal().any()
    return fit(counts[~np.eye(choices, dtype=bool)], one.size / (choices * (choices - 1)))


@pytest.mark.parametrize(
    ("point", "freedom", "p"),
    [(29.588, 10, 0.001), (86.661, 50, 0.001), (149.449, 100, 0.001), (18.307, 10, 0.05), (77.929, 100, 0.95)],
)
def test_tail_against_printed_tables(point: float, freedom: int, p: float) -> None:
    assert tail(point, freedom) == pytest.approx(p, rel=0.07)


def test_unfair_cards_are_found() -> None:
    """The tests of this file see a card that comes 3% too often, and rows that are too even."""
    rng = np.random.default_rng(1)
    weights = np.ones(52)
    weights[17] = 1.03
    unfair = rng.choice(52, size=BLOCKS * BLOCK, p=weights / weights.sum())
    with pytest.raises(AssertionError, match="for a worse one"):
        assert_chance({"unfair": fit(np.bincount(unfair, minlength=52), unfair.size / 52)})
    even = np.arange(BLOCKS * BLOCK) % 52
    with pytest.raises(AssertionError, match="for a better one"):
        assert_chance({"even": fit(np.bincount(even, minlength=52), even.size / 52)})


@shapes
def test_every_position_is_uniform(name: str) -> None:
    cards, choices = dealt(name)
    assert_chance({row: fit(np.bincount(cards[row], minlength=choices), cards[row].size / choices) for row in range(len(cards))})


@shapes
def test_every_pair_of_positions_is_uniform(name: str) -> None:
    """All pairs of positions over all pairs of cards."""
    cards, choices = dealt(name, blocks=64 if "common" in name else BLOCKS)
    assert_chance({pair: without_repeat(cards[pair[0]], cards[pair[1]], choices) for pair in combinations(range(len(cards)), 2)})


@shapes
def test_the_common_card_and_each_row_together(name: str) -> None:
    """The last unknown row, the common card where there is one, with three other rows: 13 x 13 x 4 kinds of deals."""
    cards, choices = dealt(name)
    if len(cards) < 4:
        cards = np.concatenate([cards, dealt(name, seed=12)[0]])
    ranks = (cards[[0, len(cards) // 2, -1]].astype(np.int64) * 3) // choices
    counts = np.bincount((ranks * [[9], [3], [1]]).sum(axis=0), minlength=27)
    assert counts.min() > 0
    assert counts.sum() == cards.shape[1]


def halves(row: Cards, lag: int) -> tuple[Cards, Cards]:
    """Deals i and i + lag, no deal in two pairs."""
    first = np.flatnonzero(np.arange(row.size) // lag % 2 == 0)
    first = first[first + lag < row.size]
    return row[first], row[first + lag]


@shapes
@pytest.mark.parametrize("lag", [1, 2, 8, 64, BLOCK // 2, BLOCK])
def test_deals_at_a_distance_are_independent(name: str, lag: int) -> None:
    """Deals next to each other, in the lanes of a vector unit, and in the same column of the next block."""
    cards, choices = dealt(name)
    assert_chance({row: independence(*halves(cards[row], lag), choices) for row in range(len(cards))})


@pytest.mark.parametrize(
    "other",
    [{"seed": 12}, {"seed": 11 + 2**32}, {"stream": 1}, {"stream": 3}, {"first": 1}, {"first": BLOCKS}],
    ids=str,
)
def test_seeds_streams_and_blocks_are_independent(other: dict[str, int]) -> None:
    """The same column under neighbouring seeds, streams and blocks, each row with itself and with the next row."""
    name = "two seats, nothing known"
    (one, choices), (two, _) = dealt(name), dealt(name, **other)
    family = {(row, row): independence(one[row], two[row], choices) for row in range(len(one))}
    family |= {(row, row + 1): independence(one[row], two[row + 1], choices) for row in range(len(one) - 1)}
    assert_chance(family)


def by_block(cards: Cards) -> Iterator[Cards]:
    yield from cards.reshape(len(cards), -1, BLOCK).transpose(1, 0, 2)


def rank_pairs(one: Cards, other: Cards) -> NDArray[np.int64]:
    return np.bincount((one >> 2).astype(np.int64) * 13 + (other >> 2), minlength=169)


def test_blocks_are_as_uneven_as_chance_makes_them() -> None:
    """Each block has one hash: chi-squares within blocks, summed over blocks, are neither too large nor too small.

    Too large and the counts of a run would spread more than the standard errors say, which assume independent deals.
    """
    cards, choices = dealt("two seats, nothing known", blocks=512)
    assert choices == 52
    single: dict[int, Statistic] = {}
    following: dict[int, Statistic] = {}
    pairs: dict[tuple[int, int], Statistic] = {}
    # Pairs of ranks of two positions of one deal: no card twice.
    expected = np.where(np.eye(13, dtype=bool), 4 * 3, 4 * 4).reshape(-1) * (BLOCK / (52 * 51))
    blocks = list(by_block(cards))
    for row in range(len(cards)):
        single[row] = total(fit(np.bincount(block[row], minlength=52), BLOCK / 52) for block in blocks)
        following[row] = total(
            fit(rank_pairs(block[row, 0::2], block[row, 1::2]), BLOCK / 2 / 169) for block in blocks
        )
    for one, other in combinations(range(0, len(cards), 3), 2):
        pairs[one, other] = total(fit(rank_pairs(block[one], block[other]), expected) for block in blocks)
    assert_chance(single)
    assert_chance(following)
    assert_chance(pairs)
