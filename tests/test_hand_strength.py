"""Strengths and categories of hands (rules H1-H5) against enumerations, the oracle and hand-worked cases."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from evaluator import HandCategory, categories, evaluate
from tests import oracle
from tests.figures import lines
from tests.oracle import Key, ids, mask
from tests.strategies import ranks_masks, wild_hands

SETTINGS = [(False, "no_double_flush"), (True, "duplicates_allowed")]


def strength(cards: list[int], wild: int = 0, double_ace_flush: bool = False) -> int:
    """Strength of one hand of card ids."""
    return int(evaluate(np.array(cards, np.uint8), wild, double_ace_flush=double_ace_flush))


def category(value: ArrayLike) -> int:
    return int(categories(np.array(value, np.int32)))


def assert_same_order(strengths: list[int], keys: list[Key]) -> None:
    """Demand that strengths order hands exactly as keys do, ties included, and carry the same categories."""
    by_key: dict[Key, int] = {}
    for got, value in zip(strengths, keys, strict=True):
        assert by_key.setdefault(value, got) == got, f"two strengths for {value}"
    ordered = [by_key[value] for value in sorted(by_key)]
    assert all(weaker < stronger for weaker, stronger in pairwise(ordered))
    assert categories(np.array(strengths, np.int32)).tolist() == [value[0] for value in keys]


@pytest.mark.parametrize(("double_ace_flush", "column"), SETTINGS)
def test_enumerated_hands_are_in_order(double_ace_flush: bool, column: str) -> None:
    rows = lines("hand_values.jsonl")
    cards = np.array([ids(row["cards"]) for row in rows], np.uint8)
    wild = np.array([mask(row["wild_ranks"]) for row in rows])
    keys = [oracle.key(row[column]["category"], row[column]["ranks"]) for row in rows]
    assert_same_order(evaluate(cards, wild, double_ace_flush=double_ace_flush).tolist(), keys)


@given(wild_hands(), wild_hands(), st.booleans())
def test_any_two_hands_compare_as_the_oracle_says(
    one: tuple[list[int], int], other: tuple[list[int], int], double_ace_flush: bool
) -> None:
    """Hands of 1-7 cards under any wild ranks, also of different sizes (H5)."""
    strengths = [strength(*hand, double_ace_flush) for hand in (one, other)]
    keys = [oracle.best_by_reach(*hand, double_ace_flush) for hand in (one, other)]
    assert_same_order(strengths, keys)


@pytest.mark.parametrize("double_ace_flush", [False, True])
def test_many_hands_of_all_sizes_are_in_one_order(double_ace_flush: bool) -> None:
    """With four cards of each wild rank about, hands of 0-7 wild cards, all in one order (H5)."""
    rng = random.Random(7)
    strengths, keys = [], []
    for _ in range(3_000):
        size = rng.choice([1, 2, 3, 4, 5, 5, 6, 7, 7, 7])
        hand = rng.sample(range(52), size)
        wild = sum(1 << rank for rank in rng.sample(range(13), rng.choice([0, 1, 1, 2, 2, 2, 3, 5, 8, 13])))
        strengths.append(strength(hand, wild, double_ace_flush))
        keys.append(oracle.best_by_reach(hand, wild, double_ace_flush))
    assert_same_order(strengths, keys)


@pytest.mark.parametrize(
    ("better", "worse", "wild"),
    [
        ("QsQhQdQc2c", "AsAhAdAcKs", "Q"),  # five deuces v. four aces
        ("QsQhQdQc3c", "QsQhQdQc2c", "Q"),
        ("QsQhQdQc5c", "QsQhQdQcKc", "Q5"),  # five wild cards are aces; four and a king are kings
        ("QsQhQd5c5d5h", "QsQhQdQcKc3c", "Q5"),
        ("QsQhQdQc5c5d5h", "KsKhKdKcQs3c2c", "Q5"),
        ("9s9hQd4s4h", "QsQh9d4s2h", "Q"),  # full house v. three nines
        ("AsKs9s4sQd", "AsJs9s4sQd", "Q"),  # the wild card is the queen: A-K-Q-9-4 v. A-K-J-9-4
        ("QsQhKdQc9d", "AsAhAdAcKc", "Q"),  # straight flush, K-Q-J-T-9, v. four aces
        ("AsKd", "AsQd", ""),
        ("2s2h", "AsKdQh", ""),  # a pair of two cards beats high cards (H5)
        ("AsKd2h", "AsKd", ""),  # a missing card ranks below a deuce (H5)
        ("Qs", "Kd", "Q"),  # a lone wild card is an ace (H5)
        ("QsQh", "AsKd", "Q"),
        ("AsAdKh", "QsQh", "Q"),  # two wild cards are a pair of aces, with no kicker (H5)
        ("7s7h7d", "AsAdKcKh", ""),
        ("QsQhQdQc", "AsAdAcKs", "Q"),
        ("8s7s6s5s4s", "AsAhAdAc", ""),
    ],
)
def test_hand_worked_comparisons(better: str, worse: str, wild: str) -> None:
    assert int(evaluate(better, wild)) > int(evaluate(worse, wild))


@pytest.mark.parametrize(
    ("one", "other", "wild"),
    [
        ("AsKs9s4s2s", "AhQd9h4h2h", "Q"),  # a natural and a wild flush, the wild card a king: H3, H4
        ("QsQhQdQcAs", "5s5h5d5cQh", "Q5"),  # five aces, with and without a natural one
        ("QsQhQdQc2c", "QsQhQdQc2d", "Q"),
        ("AsKdQh", "AcKhQd", ""),
        ("Qs", "Ad", "Q"),
        ("QsQh", "AsAd", "Q"),
        ("QsQhQd", "AsAdAh", "Q"),
        ("QsQhQdQc", "AsAdAhAc", "Q"),
        ("7s7dQh", "7h7c7s", "Q"),
        ("AsKdQhJcTs2d3c", "AhKsQcJdTc9s9d", ""),  # best five of seven: H1
    ],
)
def test_hand_worked_ties(one: str, other: str, wild: str) -> None:
    assert int(evaluate(one, wild)) == int(evaluate(other, wild))


@pytest.mark.parametrize(
    ("cards", "wild", "wanted"),
    [
        ("QsQhQdQc7d4c2h", "Q", HandCategory.FIVE_OF_A_KIND),
        ("QsQhQdQc5s5h5d", "Q5", HandCategory.FIVE_OF_A_KIND),
        ("QsQhQdQc5s5h9d", "Q5", HandCategory.FIVE_OF_A_KIND),
        ("QsQhQdQc5s8h9d", "Q5", HandCategory.FIVE_OF_A_KIND),
        ("QsQhQdKc9c4d2h", "Q", HandCategory.STRAIGHT_FLUSH),
        ("QsQhQdKc8d4h2s", "Q", HandCategory.FOUR_OF_A_KIND),
        ("QsQhQdQc", "Q", HandCategory.FOUR_OF_A_KIND),
        ("AsKsQsJs", "", HandCategory.HIGH_CARD),  # H5: below five cards no straight and no flush
        ("QsKsJsTs", "Q", HandCategory.PAIR),
        ("QsKs", "Q", HandCategory.PAIR),
        ("Qs", "Q", HandCategory.HIGH_CARD),
        ("5s4h3d2cAs", "", HandCategory.STRAIGHT),
        ("Qs4h3d2cAs", "Q", HandCategory.STRAIGHT),
        ("AsKsQsJsTs", "", HandCategory.STRAIGHT_FLUSH),
        ("KsQsJs2s3sTh9h", "", HandCategory.FLUSH),
    ],
)
def test_hand_worked_categories(cards: str, wild: str, wanted: HandCategory) -> None:
    assert category(evaluate(cards, wild)) == wanted
    assert category(evaluate(cards, wild, double_ace_flush=True)) == wanted


def test_double_ace_flush_makes_every_wild_card_in_a_flush_an_ace() -> None:
    """The example of H3, against natural flushes either way."""
    wild_flush, king_next, two_aces = "AhJh9hQsQd", "AsKsTs9s8s", "AhKh9h4h2hQd7c"
    assert int(evaluate(wild_flush, "Q")) > int(evaluate(king_next, ""))  # A-K-Q-J-9 v. A-K-T-9-8
    on = [int(evaluate(cards, "Q", double_ace_flush=True)) for cards in (wild_flush, two_aces, king_next)]
    assert on == sorted(on, reverse=True)  # A-A-A-J-9, A-A-K-9-4, A-K-T-9-8
    assert len(set(on)) == 3


@given(wild_hands(), st.integers(0, 12), st.booleans())
def test_one_more_wild_rank_never_weakens(drawn: tuple[list[int], int], rank: int, double_ace_flush: bool) -> None:
    cards, wild = drawn
    assert strength(cards, wild | 1 << rank, double_ace_flush) >= strength(cards, wild, double_ace_flush)


@given(wild_hands(most=6), st.integers(0, 51), st.booleans())
def test_one_more_card_never_weakens(drawn: tuple[list[int], int], card: int, double_ace_flush: bool) -> None:
    cards, wild = drawn
    if card not in cards:
        assert strength([*cards, card], wild, double_ace_flush) >= strength(cards, wild, double_ace_flush)


@given(wild_hands(), st.permutations(range(4)), st.randoms(use_true_random=False), st.booleans())
def test_suits_and_order_of_cards_do_not_matter(
    drawn: tuple[list[int], int], suits: list[int], rng: random.Random, double_ace_flush: bool
) -> None:
    cards, wild = drawn
    other = [card // 4 * 4 + suits[card % 4] for card in cards]
    rng.shuffle(other)
    assert strength(other, wild, double_ace_flush) == strength(cards, wild, double_ace_flush)


@given(wild_hands(), ranks_masks())
def test_ranks_not_held_do_not_matter(drawn: tuple[list[int], int], more: int) -> None:
    cards, wild = drawn
    held = sum({1 << card // 4 for card in cards})
    assert strength(cards, wild | more & ~held) == strength(cards, wild)
