"""Dealt cards are uniform and independent: chi-square tests with fixed seeds, at the level of `tests.chi_square`.

A number becomes one of n values by its high 26 bits, which favours none by more than 2**-26: far too little to be seen.
"""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluator.kernels import BLOCK
from simulator.completions import layout
from tests.blocks import Cards, deal, table_of, unseen
from tests.chi_square import Statistic, assert_chance, fit, tail, total

pytestmark = pytest.mark.jit  # plain Python needs seconds for a block

BLOCKS = 256  # 524,288 deals
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
    """The tests of this file see a card that comes 10% too often, and rows that are too even."""
    rng = np.random.default_rng(1)
    weights = np.ones(52)
    weights[17] = 1.1
    unfair = rng.choice(52, size=BLOCKS * BLOCK, p=weights / weights.sum())
    with pytest.raises(AssertionError, match="for a worse one"):
        assert_chance({"unfair": fit(np.bincount(unfair, minlength=52), unfair.size / 52)})
    even = np.arange(BLOCKS * BLOCK) % 52
    with pytest.raises(AssertionError, match="for a better one"):
        assert_chance({"even": fit(np.bincount(even, minlength=52), even.size / 52)})


@shapes
def test_every_position_is_uniform(name: str) -> None:
    cards, choices = dealt(name)
    assert_chance(
        {row: fit(np.bincount(cards[row], minlength=choices), cards[row].size / choices) for row in range(len(cards))}
    )


@shapes
def test_every_pair_of_positions_is_uniform(name: str) -> None:
    """All pairs of positions over all pairs of cards."""
    cards, choices = dealt(name, blocks=64 if "common" in name else BLOCKS)
    assert_chance(
        {pair: without_repeat(cards[pair[0]], cards[pair[1]], choices) for pair in combinations(range(len(cards)), 2)}
    )


@shapes
def test_three_positions_together_are_uniform(name: str) -> None:
    """Thirds of the unseen cards in the last row and any two others, no card twice."""
    cards, choices = dealt(name)
    third = (np.arange(choices) * 3 // choices).astype(np.uint8)
    sizes = np.bincount(third)
    expected = np.array(
        [sizes[a] * (sizes[b] - (a == b)) * (sizes[c] - (a == c) - (b == c)) for a, b, c in product(range(3), repeat=3)]
    )
    expected = expected * (cards.shape[1] / expected.sum())
    thirds = third[cards].astype(np.int64)
    last = len(cards) - 1
    assert_chance(
        {
            (a, b): fit(np.bincount(9 * thirds[a] + 3 * thirds[b] + thirds[last], minlength=27), expected)
            for a, b in combinations(range(0, last, 1 + last // 16), 2)
        }
    )


def apart(row: Cards, lag: int) -> tuple[Cards, Cards]:
    """Deals i and i + lag of each block, no deal in two pairs."""
    first = np.flatnonzero(np.arange(BLOCK - lag) // lag % 2 == 0)
    blocks = row.reshape(-1, BLOCK)
    return blocks[:, first].reshape(-1), blocks[:, first + lag].reshape(-1)


# A hash of consecutive numbers, if it is weak, shows at distances of one or two bits.
LAGS = sorted({*range(1, 9), *(2**bit for bit in range(11)), *(3 * 2**bit for bit in range(10))})


@pytest.mark.parametrize("lag", LAGS)
def test_deals_of_a_block_are_independent(lag: int) -> None:
    name = "two seats, nothing known"
    cards, choices = dealt(name)
    assert_chance({row: independence(*apart(cards[row], lag), choices) for row in range(len(cards))})


@shapes
@pytest.mark.parametrize("lag", [1, 64, 1024, 1536])
def test_deals_of_a_block_are_independent_at_every_table(name: str, lag: int) -> None:
    cards, choices = dealt(name)
    assert_chance({row: independence(*apart(cards[row], lag), choices) for row in range(len(cards))})


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


@cache
def within_blocks() -> list[Cards]:
    """Blocks of a table of which nothing is known."""
    name = "two seats, nothing known"
    return [dealt(name, 1, first=block)[0] for block in range(1_000)]


def rank_pairs(one: Cards, other: Cards) -> NDArray[np.int64]:
    return np.bincount((one >> 2).astype(np.int64) * 13 + (other >> 2), minlength=169)


def test_counts_of_a_block_spread_as_those_of_independent_deals() -> None:
    """Chi-squares within blocks, added up over blocks, are neither too large nor too small.

    Deals of a block share a key. If they were alike in any way, counts would spread more than standard errors say.
    """
    cells = BLOCK / 52
    assert_chance(
        {
            row: total(fit(np.bincount(block[row], minlength=52), cells) for block in within_blocks())
            for row in range(14)
        }
    )


def test_low_cards_of_a_block_spread_as_those_of_independent_deals() -> None:
    """One yes-or-no outcome of each position, which has more power than all 52 cards at once."""
    family = {}
    for row in range(14):
        low = np.array([(block[row] < 26).sum() for block in within_blocks()])
        family[row] = total(fit(np.array([count, BLOCK - count]), BLOCK / 2) for count in low)
    assert_chance(family)


def test_neighbours_of_a_block_spread_as_independent_deals() -> None:
    """Ranks of deals 0 and 1, 2 and 3, ... at one position."""
    cells = BLOCK / 2 / 169
    assert_chance(
        {
            row: total(fit(rank_pairs(block[row, 0::2], block[row, 1::2]), cells) for block in within_blocks())
            for row in range(14)
        }
    )


def test_pairs_of_positions_of_a_block_spread_as_those_of_independent_deals() -> None:
    """Ranks of two positions of a deal: no card twice."""
    expected = np.where(np.eye(13, dtype=bool), 4 * 3, 4 * 4).reshape(-1) * (BLOCK / (52 * 51))
    assert_chance(
        {
            (a, b): total(fit(rank_pairs(block[a], block[b]), expected) for block in within_blocks())
            for a, b in combinations(range(0, 14, 3), 2)
        }
    )


@pytest.mark.parametrize("lag", [384, 512, 1024, 1536])
def test_tests_of_this_file_find_a_weak_hash(lag: int) -> None:
    """Two multiplications of consecutive numbers are too few; the kernel spreads the numbers out first."""
    keys = np.random.default_rng(5).integers(0, 2**32, (2, BLOCKS, 1), np.uint32)
    x = keys[0] + np.arange(BLOCK, dtype=np.uint32)
    x = (x ^ x >> np.uint32(16)) * np.uint32(0x21F0AAAD)
    x = ((x ^ x >> np.uint32(15)) + keys[1]) * np.uint32(0xD35A2D97)
    weak = ((((x ^ x >> np.uint32(15)) >> np.uint32(6)) * np.uint32(52)) >> np.uint32(26)).astype(np.uint8)
    with pytest.raises(AssertionError, match="for a worse one"):
        assert_chance({"weak": independence(*apart(weak.reshape(-1), lag), 52)})
