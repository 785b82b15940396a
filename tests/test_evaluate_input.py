"""What ``evaluate`` accepts and returns: shapes, dtypes, texts; and what it refuses."""

from typing import Any

import numpy as np
import pytest

from evaluator import HandCategory, categories, evaluate, parse_cards
from tests.oracle import ids, mask

HANDS = ["AsKdQh7c4s2d9h", "QsQhQdQc7d4c2h", "9s9dQh4c4d2s3h"]
DTYPES = [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.int64]


def arrays() -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.array([ids(hand) for hand in HANDS], np.uint8)


def test_strengths_are_int32_of_the_shape_of_the_hands() -> None:
    for shape in [(7,), (1, 7), (3, 7), (3, 1, 7), (1, 3, 7), (0, 7), (2, 0, 7)]:
        cards = np.resize(arrays(), shape)
        strengths = evaluate(cards, mask("Q"))
        assert np.shape(strengths) == shape[:-1]
        assert np.asarray(strengths).dtype == np.int32
        assert np.asarray(categories(strengths)).dtype == np.uint8
        assert np.shape(categories(strengths)) == shape[:-1]


def test_hands_and_masks_broadcast() -> None:
    masks = np.array([[0], [mask("Q")], [mask("Q4")], [mask("79")]])
    table = evaluate(arrays(), masks)
    assert table.shape == (4, 3)
    for row, wild in enumerate(masks[:, 0]):
        for column, hand in enumerate(HANDS):
            assert table[row, column] == evaluate(ids(hand), int(wild))
    one_hand = evaluate(arrays()[1], masks[:, 0])
    assert one_hand.tolist() == table[:, 1].tolist()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_integer_dtype_and_layout_gives_the_same(dtype: type[np.generic]) -> None:
    want = evaluate(arrays(), mask("Q")).tolist()
    assert evaluate(arrays().astype(dtype), mask("Q")).tolist() == want
    assert evaluate(np.asfortranarray(arrays().astype(dtype)), mask("Q")).tolist() == want
    assert evaluate(arrays().astype(dtype)[::-1], mask("Q")).tolist() == want[::-1]
    assert evaluate(arrays().tolist(), mask("Q")).tolist() == want
    assert evaluate(arrays(), np.array(mask("Q"), np.uint16)).tolist() == want
    assert evaluate(arrays(), np.full(3, mask("Q"), np.int64)).tolist() == want


def test_input_is_left_alone() -> None:
    cards = arrays()
    cards.setflags(write=False)
    wild = np.array([0, mask("Q"), mask("4")])
    wild.setflags(write=False)
    evaluate(cards, wild)
    assert cards.tolist() == arrays().tolist()
    assert wild.tolist() == [0, mask("Q"), mask("4")]


def test_texts_are_hands() -> None:
    want = evaluate(arrays(), mask("Q"))
    assert evaluate(HANDS, "Q").tolist() == want.tolist()
    assert [int(evaluate(hand, "Q")) for hand in HANDS] == want.tolist()
    assert int(evaluate("as kd,10h", "")) == int(evaluate(ids("AsKdTh")))
    assert int(evaluate("A♠K♦", "")) == int(evaluate(ids("AsKd")))
    assert np.shape(evaluate("AsKd")) == ()
    assert np.shape(evaluate(["AsKd"])) == (1,)
    assert [int(evaluate(HANDS[0], wild)) for wild in ("Q9", "Q,9", "9q", " Q 9 ")] == [
        int(evaluate(ids(HANDS[0]), mask("Q9")))
    ] * 4
    assert int(evaluate(HANDS[0], "none")) == int(evaluate(HANDS[0], 0))


def test_natural_is_the_default() -> None:
    assert categories(evaluate(HANDS)).tolist() == [
        HandCategory.HIGH_CARD,
        HandCategory.FOUR_OF_A_KIND,
        HandCategory.TWO_PAIR,
    ]


def test_unchecked_hands_get_the_same_strengths() -> None:
    wild = np.array([0, mask("Q"), mask("49")])
    assert evaluate(arrays(), wild, check=False).tolist() == evaluate(arrays(), wild).tolist()


@pytest.mark.parametrize(
    ("cards", "wild", "named"),
    [
        ([], 0, "0 cards"),
        (np.zeros((3, 0), np.uint8), 0, "0 cards"),
        ("", 0, "0 cards"),
        (list(range(8)), 0, "8 cards"),
        ("AsKsQsJsTs9s8s7s", 0, "8 cards"),
        (7, 0, None),  # a lone id is no hand
        ([51, 44, 51], 0, "As"),
        ([[50, 49], [44, 44]], 0, "Kc"),
        ("AsKdAs", 0, "As"),
        (["AsKd", "QcQc"], 0, "Qc"),
        ([51, 52], 0, "52"),
        ([[1, 2], [3, 200]], 0, "200"),
        ([51, -1], 0, "-1"),
        (np.array([5, 300]), 0, "300"),
        ("AsKx", 0, "Kx"),
        ("As1d", 0, "1d"),
        ("AsK", 0, "K"),
        ("Asx", 0, "x"),
        (["AsKd", "QcJ?"], 0, "J"),
        (["AsKd", "Qc"], 0, "Qc"),  # hands of different sizes
        ([51, 44], 1 << 13, "8192"),
        ([51, 44], -1, "-1"),
        ([[51, 44], [3, 4]], np.array([0, 9000]), "9000"),
        ([51, 44], "Z", "Z"),
        ([51, 44], "Q1", "1"),
        ([[51, 44], [3]], 0, None),
        ([51.0, 44.0], 0, "float"),
        (np.array([1.0, 2.0]), 0, "float"),
        ([51, 44], 2.0, "float"),
        ([51, 44], np.array([1.0]), "float"),
        ([[51, 44], [3, 4], [8, 9]], np.array([1, 2]), None),  # do not broadcast
    ],
)
def test_bad_input_is_refused_and_named(cards: Any, wild: Any, named: str | None) -> None:
    with pytest.raises(ValueError, match=named):
        evaluate(cards, wild)


def test_cards_are_ids() -> None:
    assert parse_cards("2c2d3cAs") == ids("2c2d3cAs") == [0, 1, 4, 51]
    with pytest.raises(ValueError, match="As"):
        parse_cards("AsKdAs")
