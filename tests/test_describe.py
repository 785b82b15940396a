"""One hand in words: its category, the best five, and what each wild card stands for (rules H1-H5)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator import HandCategory, describe, evaluate
from tests import oracle
from tests.oracle import CATEGORIES, ids, mask
from tests.strategies import wild_hands

# Cards, wild ranks, description.
TEXTS = [
    ("9s9dQh4c4d2s3h", "Q", "full house, nines full of fours"),
    ("KsKdKh4c4d2s3h", "", "full house, kings full of fours"),
    ("KcQc2h9cTcJc3s", "", "straight flush, king high"),
    ("AsKsQsJsTs2d3c", "", "straight flush, ace high"),  # a royal flush is one of them (H2)
    ("AsKsQhJsTs2d3c", "Q", "straight flush, ace high"),
    ("5h4h3h2hQs9c8c", "Q", "straight flush, six high"),
    ("5h4h3h2hAh9c8c", "Q", "straight flush, five high"),
    ("AsAdAhQcQd4s7c", "Q", "five of a kind, aces"),
    ("QsQdQhQc5s5d7c", "Q5", "five of a kind, aces"),
    ("6sQdQhQc6d4s7c", "Q", "five of a kind, sixes"),
    ("TsThTd9cQs5d3c", "Q", "four of a kind, tens"),
]


def shown(hand: Any) -> list[int]:
    """The best five as what they stand for."""
    return [ids(played.as_ or played.card)[0] for played in hand.best_five]


@pytest.mark.parametrize(("cards", "wild", "description"), TEXTS)
def test_descriptions(cards: str, wild: str, description: str) -> None:
    hand = describe(cards, wild)
    assert hand.description.split(" with ")[0] == description  # how kickers are told is a matter of taste
    assert hand.category.label == description.split(",")[0]


def test_wild_cards_say_what_they_stand_for() -> None:
    hand = describe("AhJh9hQsQd3c2c", "Q")
    played = {card.card: card.as_ for card in hand.best_five}
    assert played.keys() == {"Ah", "Jh", "9h", "Qs", "Qd"}
    assert {played["Ah"], played["Jh"], played["9h"]} == {None}
    assert {played["Qs"], played["Qd"]} == {"Kh", "Qh"}  # the example of H3

    hand = describe("AhJh9hQsQd3c2c", "Q", double_ace_flush=True)
    played = {card.card: card.as_ for card in hand.best_five}
    assert (played["Qs"], played["Qd"]) == ("Ah", "Ah")


def test_lone_wild_card_is_an_ace_and_two_are_a_pair_of_aces() -> None:
    (one,) = describe("Qs", "Q").best_five
    assert one.card == "Qs"
    assert one.as_ is not None
    assert one.as_[0] == "A"
    two = describe("QsQh", "Q")
    assert two.category == HandCategory.PAIR
    assert [card.as_[0] for card in two.best_five if card.as_] == ["A", "A"]


def test_natural_hand_has_no_wild_cards() -> None:
    hand = describe("AsKdQh7c4s2d9h")
    assert [card.card for card in hand.best_five] == ["As", "Kd", "Qh", "9h", "7c"]
    assert {card.as_ for card in hand.best_five} == {None}


@given(wild_hands(), st.booleans())
def test_best_five_make_the_hand_that_the_oracle_finds(drawn: tuple[list[int], int], double_ace_flush: bool) -> None:
    cards, wild = drawn
    hand = describe(oracle.text(cards), "".join(oracle.rank_list(wild)), double_ace_flush=double_ace_flush)
    best = oracle.best_by_reach(cards, wild, double_ace_flush)

    held = [ids(played.card)[0] for played in hand.best_five]
    assert len(held) == len(set(held)) == min(5, len(cards))
    assert set(held) <= set(cards)
    for card, played in zip(held, hand.best_five, strict=True):
        if not wild & (1 << card // 4):
            assert played.as_ is None, "a natural card stands for itself"

    assert hand.category == best[0]
    assert hand.category.label == CATEGORIES[best[0]]
    assert hand.description.startswith(hand.category.label)
    assert hand.strength == int(evaluate(cards, wild, double_ace_flush=double_ace_flush))
    assert oracle.rank_cards(shown(hand), double_ace_flush) == best
    if hand.category in (HandCategory.FLUSH, HandCategory.STRAIGHT_FLUSH) and not double_ace_flush:
        assert len(set(shown(hand))) == 5, "no card twice in a flush (H3)"


@given(wild_hands())
def test_suits_and_order_do_not_change_the_words(drawn: tuple[list[int], int]) -> None:
    cards, wild = drawn
    hand = describe(oracle.text(cards), "".join(oracle.rank_list(wild)))
    other = [card // 4 * 4 + (card + 1) % 4 for card in reversed(cards)]
    assert describe(oracle.text(other), "".join(oracle.rank_list(wild))).description == hand.description


def test_ids_and_masks_are_taken_too() -> None:
    assert describe(ids("9s9dQh4c4d"), mask("Q")) == describe("9s9dQh4c4d", "Q")


@pytest.mark.parametrize(
    ("cards", "wild", "named"),
    [
        ("", "Q", "0 cards"),
        ("AsKsQsJsTs9s8s7s", "Q", "8 cards"),
        ("AsKdAs", "Q", "As"),
        ("AsKx", "Q", "Kx"),
        ("AsKd", "Z", "Z"),
        ([51, 52], 0, "52"),
        ([51, -1], 0, "-1"),
        ([51, 44], 1 << 13, "8192"),
    ],
)
def test_bad_input_is_refused_and_named(cards: Any, wild: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        describe(cards, wild)
