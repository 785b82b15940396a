"""The oracle against hand-worked cases from the rules and independent enumerations."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.figures import assert_within, document, lines, share_error
from tests.oracle import Key, ids, key, mask
from tests.strategies import wild_hands

HAND_VALUES = lines("hand_values.jsonl")
SETTINGS = [(False, "no_double_flush"), (True, "duplicates_allowed")]

# Finished hands of five cards as they lie (H2), strongest first.
FIVE_CARDS = [
    ("AsAhAdAcAs", key("five of a kind", "A")),
    ("2s2h2d2c2s", key("five of a kind", "2")),
    ("AsKsQsJsTs", key("straight flush", "A")),
    ("5d4d3d2dAd", key("straight flush", "5")),
    ("AsAhAdAcKs", key("four of a kind", "AK")),
    ("2s2h2d2c3s", key("four of a kind", "23")),
    ("AsAhAdKcKs", key("full house", "AK")),
    ("9s9h9d4c4s", key("full house", "94")),
    ("AcJc9c5c2c", key("flush", "AJ952")),
    ("7c5c4c3c2c", key("flush", "75432")),
    ("AsKhQsJsTs", key("straight", "A")),
    ("AsKhQsJsTs"[2:] + "9c", key("straight", "K")),
    ("6s5h4s3s2s", key("straight", "6")),
    ("5s4h3s2sAs", key("straight", "5")),
    ("AsAhAdKc2s", key("three of a kind", "AK2")),
    ("AsAhKdKc2s", key("two pair", "AK2")),
    ("AsAhKdQc2s", key("pair", "AKQ2")),
    ("AsKhQdJc9s", key("high card", "AKQJ9")),
    ("KsAh2d3c4s", key("high card", "AK432")),
    ("As6h4d3c2s", key("high card", "A6432")),
    ("KsQh4d3c2s", key("high card", "KQ432")),
    ("7s5h4d3c2s", key("high card", "75432")),
]

# Cards, wild ranks, value with the option off, value with it on (None: the same).
WORKED: list[tuple[str, str, Key, Key | None]] = [
    ("AhJh9hQsQd", "Q", key("flush", "AKQJ9"), key("flush", "AAAJ9")),  # the example of H3
    ("AsKs9s4s2d7cQh", "Q", key("flush", "AKQ94"), key("flush", "AAK94")),
    ("QsQhQdAc9d", "Q", key("four of a kind", "A9"), None),
    ("QsQhQdKc9c", "Q", key("straight flush", "K"), None),
    ("QsQhQdKc8c", "Q", key("four of a kind", "K8"), None),
    ("QsQhQdAcAd", "Q", key("five of a kind", "A"), None),
    ("QsQhQdQc7d", "Q", key("five of a kind", "7"), None),
    ("QsQhQdQc2s9d4c", "Q", key("five of a kind", "9"), None),
    ("QsQhQdQc5s9d4c", "Q5", key("five of a kind", "A"), None),
    ("QsQhQdQc5s5d4c", "Q5", key("five of a kind", "A"), None),
    ("QsQhQdQc5s5d5c", "Q5", key("five of a kind", "A"), None),
    ("AsKdQh9c4d", "Q", key("pair", "AK94"), None),
    ("9s9dQh4c4d", "Q", key("full house", "94"), None),
    ("5d4d3dQhAd", "Q", key("straight flush", "5"), None),
    ("KsQh", "", (oracle.HIGH_CARD, (11, 10, -1, -1, -1)), None),
    ("Qs", "Q", (oracle.HIGH_CARD, (12, -1, -1, -1, -1)), None),
    ("QsQh", "Q", (oracle.PAIR, (12, -1, -1, -1)), None),
    ("QsQhQd", "Q", (oracle.TRIPS, (12, -1, -1)), None),
    ("QsQhQdQc", "Q", (oracle.QUADS, (12, -1)), None),
    ("QsQh5d5c", "Q", (oracle.QUADS, (3, -1)), None),
    ("Qs7h7d", "Q", (oracle.TRIPS, (5, -1, -1)), None),
    ("Qs7h4d", "Q", (oracle.PAIR, (5, 2, -1, -1)), None),
    ("7s7h4d4c", "Q", (oracle.TWO_PAIR, (5, 2, -1)), None),
    ("AsKsQsJs", "", (oracle.HIGH_CARD, (12, 11, 10, 9, -1)), None),  # H5: no flush, no straight below five cards
]


@pytest.mark.parametrize(("cards", "value"), FIVE_CARDS)
def test_finished_hand_has_its_category_and_tie_ranks(cards: str, value: Key) -> None:
    assert oracle.rank_cards(ids(cards)) == value


def test_finished_hands_rank_in_the_order_of_the_rules() -> None:
    values = [oracle.rank_cards(ids(cards)) for cards, _ in FIVE_CARDS]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_card_twice_makes_a_flush_only_with_the_option() -> None:
    cards = ids("AsAsKs9s4s")
    assert oracle.rank_cards(cards, double_ace_flush=False) == key("pair", "AK94")
    assert oracle.rank_cards(cards, double_ace_flush=True) == key("flush", "AAK94")


def test_natural_classes_are_the_well_known_7462() -> None:
    distinct = [value for value, need in oracle._rank_hands(5) if max(times for _, times in need) < 5]
    suited = [value for value, _ in oracle._suit_hands(double_ace_flush=False)]
    assert len(distinct) + len(suited) == len({*distinct, *suited}) == 7462


@pytest.mark.parametrize(("cards", "wild", "off", "on"), WORKED)
def test_hand_worked_values(cards: str, wild: str, off: Key, on: Key | None) -> None:
    assert oracle.best_by_reach(ids(cards), mask(wild), double_ace_flush=False) == off
    assert oracle.best_by_reach(ids(cards), mask(wild), double_ace_flush=True) == (on or off)
    if sum(card[0] in wild for card in cards[::2]) <= 3:
        assert oracle.best_by_substitution(ids(cards), mask(wild), double_ace_flush=False) == off
        assert oracle.best_by_substitution(ids(cards), mask(wild), double_ace_flush=True) == (on or off)


@pytest.mark.parametrize(("double_ace_flush", "column"), SETTINGS)
def test_both_evaluators_agree_with_every_enumerated_hand(double_ace_flush: bool, column: str) -> None:
    for row in HAND_VALUES:
        cards, wild = ids(row["cards"]), mask(row["wild_ranks"])
        value = key(row[column]["category"], row[column]["ranks"])
        assert oracle.best_by_reach(cards, wild, double_ace_flush) == value, row
        if row["n_wild"] < 3 or not double_ace_flush:
            assert oracle.best_by_substitution(cards, wild, double_ace_flush) == value, row


@given(wild_hands(1, 7).filter(lambda drawn: oracle.split(*drawn)[1] <= 2), st.booleans())
def test_evaluators_agree_up_to_two_wild_cards(drawn: tuple[list[int], int], double_ace_flush: bool) -> None:
    cards, wild = drawn
    reached = oracle.best_by_reach(cards, wild, double_ace_flush)
    assert reached == oracle.best_by_substitution(cards, wild, double_ace_flush)


@pytest.mark.parametrize("double_ace_flush", [False, True])
def test_evaluators_agree_with_three_wild_cards(double_ace_flush: bool) -> None:
    rng = random.Random(13)
    for size in (3, 4, 5, 6, 6, 7):
        queens = rng.sample(ids("QcQdQhQs"), 3)
        naturals = rng.sample([card for card in range(52) if card // 4 != oracle.QUEEN], size - 3)
        reached = oracle.best_by_reach(naturals + queens, mask("Q"), double_ace_flush)
        assert reached == oracle.best_by_substitution(naturals + queens, mask("Q"), double_ace_flush)


def test_too_many_wild_cards_are_refused_rather_than_tried() -> None:
    with pytest.raises(ValueError, match="4 wild cards"):
        oracle.best_by_substitution(ids("QsQhQdQc7d"), mask("Q"))


def test_categories_with_red_deuces_wild() -> None:
    """A wild set that is no set of ranks: sampled hands, within 5 standard errors of the exact counts."""
    table = next(table for table in document("category_counts.json")["tables"] if table.get("wild_cards") == "2d 2h")
    rng = random.Random(20)
    held = {wilds: [0] * 10 for wilds in range(3)}
    deals = 1_000
    for _ in range(deals):
        hand = rng.sample(range(52), 7)
        naturals = [card for card in hand if card not in ids("2d2h")]
        # Black deuces are natural, so the red ones become cards of a rank that is not among the naturals.
        spare = next(rank for rank in range(13) if all(card // 4 != rank for card in naturals))
        wilds = 7 - len(naturals)
        held[wilds][oracle.best_by_reach(naturals + [4 * spare + nth for nth in range(wilds)], 1 << spare)[0]] += 1
    for held_wilds, counts in table["by_wilds_held"].items():
        for category, count in enumerate(counts):
            p = count / table["total"]
            assert_within(
                held[int(held_wilds)][category] / deals, p, share_error(p, deals), oracle.CATEGORIES[category]
            )
