"""Counts of the hand categories over all hands, against independent enumerations (rules H1-H3)."""

from collections.abc import Iterator
from itertools import chain, combinations, pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluator import categories, evaluate
from tests.figures import document
from tests.oracle import mask, rank_cards

TABLES = [table for table in document("category_counts.json")["tables"] if "wild_ranks" in table]
ROYAL = "AsKsQsJsTs"
Cards = NDArray[np.uint8]

pytestmark = pytest.mark.jit  # millions of hands


def five_card_hands() -> Cards:
    """All hands of five cards in lexicographic order, shape (2598960, 5)."""
    flat = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(flat, np.uint8, 5 * 2_598_960).reshape(-1, 5)


def seven_card_hands() -> Iterator[Cards]:
    """All hands of seven cards, in 1,275 arrays of shape (hands, 7): those that start with the same two cards."""
    five = five_card_hands()
    starts = np.searchsorted(five[:, 0], np.arange(53))
    for first, second in combinations(range(52), 2):
        rest = five[starts[second + 1] :]
        if not len(rest):
            continue
        cards = np.empty((len(rest), 7), np.uint8)
        cards[:, 0], cards[:, 1], cards[:, 2:] = first, second, rest
        yield cards


class Counts:
    """Hands counted by wild cards held and category, royal flushes apart, and the strengths met."""

    def __init__(self, wild_ranks: str) -> None:
        self.wild = mask(wild_ranks)
        self.is_wild = np.array([self.wild >> card // 4 & 1 for card in range(52)], np.uint8)
        self.royal_strength = int(evaluate(ROYAL))
        self.table = np.zeros((8, 10), np.int64)
        self.royals = 0
        self.strengths: set[int] = set()

    def add(self, cards: Cards) -> None:
        strengths = evaluate(cards, self.wild, check=False)
        held = np.zeros(len(cards), np.uint8)
        for column in range(cards.shape[1]):
            held += self.is_wild[cards[:, column]]
        self.table += np.bincount(held * np.uint8(10) + categories(strengths), minlength=80).reshape(8, 10)
        self.royals += int(np.count_nonzero(strengths == self.royal_strength))
        self.strengths.update(np.unique(strengths).tolist())

    def check(self, table: dict[str, Any]) -> None:
        assert self.table.sum() == table["total"]
        assert self.table.sum(axis=0).tolist() == table["counts_low_to_high"]
        for held, counts in enumerate(self.table.tolist()):
            assert counts == table["by_wilds_held"].get(str(held), [0] * 10), f"{held} wild cards held"
        assert self.royals == table["royal_in_straight_flush"]


def tables(cards: int) -> list[dict[str, Any]]:
    chosen = [table for table in TABLES if table["cards"] == cards]
    assert len(chosen) >= 3
    return chosen


def test_every_hand_of_five_cards() -> None:
    hands = five_card_hands()
    for table in tables(5):
        counts = Counts(table["wild_ranks"])
        counts.add(hands)
        counts.check(table)
        if not table["wild_ranks"]:
            assert len(counts.strengths) == 7462  # the well-known number of different poker hands


def test_one_hand_of_each_of_the_7462_values_is_in_order() -> None:
    hands = five_card_hands()
    strengths, first = np.unique(evaluate(hands, check=False), return_index=True)
    keys = [rank_cards(cards) for cards in hands[first].tolist()]
    assert all(weaker < stronger for weaker, stronger in pairwise(keys))
    assert categories(strengths).tolist() == [value[0] for value in keys]


def test_hands_of_five_cards_with_every_card_wild_are_five_aces() -> None:
    hands = five_card_hands()[::997]
    assert np.unique(evaluate(hands, (1 << 13) - 1)).tolist() == [int(evaluate("AsAhAdAcQs", "Q"))]


@pytest.mark.slow
def test_every_hand_of_seven_cards() -> None:
    counts = [Counts(table["wild_ranks"]) for table in tables(7)]
    for cards in seven_card_hands():
        for count in counts:
            count.add(cards)
    for count, table in zip(counts, tables(7), strict=True):
        count.check(table)
    assert len(counts[0].strengths) == 4824  # the well-known number of different best hands of seven cards
