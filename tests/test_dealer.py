"""The dealer against independent enumerations, and its two ways to go through every deal against each other."""

from math import comb, perm
from typing import Any

import pytest

from tests import dealer, oracle
from tests.figures import lines
from tests.oracle import House, ids

EXACT = [*lines("exact_equities.jsonl"), *lines("exact_house_rules.jsonl")]
# Millions of deals take this dealer a minute.
rows = pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=pytest.mark.slow if row["deals"] > 100_000 else ()) for row in EXACT],
    ids=lambda row: row["note"],
)


def house_of(row: dict[str, Any]) -> House:
    return {"game": row["game"], **row["rules"]}


@rows
def test_every_completion_of_a_table(row: dict[str, Any]) -> None:
    """To the last deal, in the unit of the files."""
    seats, house = [dealer.parse_seat(text) for text in row["seats"]], house_of(row)
    outcome = dealer.settle(dealer.every_completion(seats, ids(row.get("dead", "")), house), house)
    assert (outcome.deals, outcome.void_deals) == (row["deals"], row.get("void_deals", 0))
    for seat, want in enumerate(row["results"]):
        if want is None:
            assert seat not in outcome.counts
            continue
        count = outcome.counts[seat]
        assert (count.wins, count.ties) == (want["wins"], want["ties"])
        assert [count.categories[c] for c in range(10)] == want["categories_low_to_high"]
        assert float(count.pots / outcome.deals) == pytest.approx(want["equity"], abs=1e-8)


def no_seven(one: int, other: int) -> bool:
    return 5 not in (one // 4, other // 4)


def suited(one: int, other: int) -> bool:
    return one % 4 == other % 4


# Seats, dead cards, house rules, filters, orders in which the sets of one completion can be dealt.
TABLES: list[tuple[list[str], str, House, dealer.Filters, int]] = [
    (["xx/KhQh3d9s/2c", "5hAs/Jc5c2dQs/3c"], "", {}, {}, 2),
    (["xx/KhQh3d9s/2c", "5hAs/Jc5c2dQs/3c"], "", {}, {0: suited}, 2),
    (["Asx/KhQh3d9s", "5h6s/Jc5c2dQs/3c"], "", {}, {}, 2),
    (["Asx/KhQh3d9s", "5h6s/Jc5c2dQs/3c"], "", {"seventh": "up"}, {}, 1),
    (["AsKs/Khx3d9s", "f:xx/x", "5h6s/Jc5c2dQs/3c"], "", {"no_trigger": "redeal", "trigger": "9"}, {}, 1),
    (["AsKs/Kh2s3d9s", "5h6s/Jc5c2d"], "", {"common_card": "ignored", "last_queen": "keep"}, {}, 1),
    (["xx/Qh2s3d9s/4c", "5h6s/Jc5c2dQc/4d"], "", {"extra_wild": "9,4", "followers": "accumulate"}, {0: no_seven}, 2),
]


@pytest.mark.parametrize(("texts", "dead", "house", "filters", "orders"), TABLES)
def test_position_by_position_is_a_multiple(
    texts: list[str], dead: str, house: House, filters: dealer.Filters, orders: int
) -> None:
    """Every completion comes as often as its sets can be ordered."""
    seats = [dealer.parse_seat(text) for text in texts]
    by_set = dealer.settle(dealer.every_completion(seats, ids(dead), house, None, filters), house)
    by_position = dealer.settle(dealer.every_deal(seats, ids(dead), house, None, filters), house)
    assert by_position.deals == orders * by_set.deals > 0
    assert by_position.void_deals == orders * by_set.void_deals
    for at, count in by_set.counts.items():
        other = by_position.counts[at]
        assert other.wins == orders * count.wins
        assert other.tie_counts == {ways: orders * times for ways, times in count.tie_counts.items()}
        assert other.categories == {number: orders * times for number, times in count.categories.items()}


@pytest.mark.parametrize(
    ("texts", "filters", "house", "deals"),
    [
        # 42 unseen cards: three for one seat, then one for the other.
        (["xx/KhQh3d9s", "5hAs/Jc5c2dQs"], {}, {}, comb(42, 3) * 39),
        (["xx/KhQh3d9s", "5hAs/Jc5c2dQs/3h"], {}, {"seventh": "up"}, comb(41, 2) * 39),
        # Of 41 unseen cards 11 are clubs (not J, 5), 11 diamonds (not 3, 2), 9 hearts (not K, Q, 5, 2), 10 spades.
        (["xx/KhQh3d9s", "5hAs/Jc5c2dQs/2h"], {0: suited}, {}, (comb(11, 2) * 2 + comb(9, 2) + comb(10, 2)) * 39),
        # Any two: the pair and the seventh card by themselves.
        (["xx/KhQh3d9s", "5hAs/Jc5c2dQs/2h"], {0: lambda *_: True}, {}, comb(41, 2) * 39),
        # An unknown up card of a folded seat counts, its down cards do not, its seventh card only if it is dealt up.
        (["f:xx/KhxQd9s/x", "5hAs/Jc5c2dQs/2h", "6h6d/3c3d3h4s/4h"], {}, {}, 35),
        (["f:xx/KhxQd9s/x", "5hAs/Jc5c2dQs/2h", "6h6d/3c3d3h4s/4h"], {}, {"seventh": "up"}, 35 * 34),
        (["f:Kcx/Kh", "5hAs/xx2dQs/4d", "6h6d/3c3d3h4s"], {}, {}, perm(39, 3)),
    ],
)  # fmt: skip
def test_closed_forms_of_the_number_of_completions(
    texts: list[str], filters: dealer.Filters, house: House, deals: int
) -> None:
    seats = [dealer.parse_seat(text) for text in texts]
    assert sum(1 for _ in dealer.every_completion(seats, (), house, None, filters)) == deals


def test_up_cards_in_the_order_of_the_deal() -> None:
    """Seventh cards face up come last, in turn, those of folded seats too (W15)."""
    texts = ["2c2d/Kh4h3d9s/8c", "f:xx/Qc5c7d7s/8d", "f:3c3h/Jd", "2s3s/Tc4c2hTs/Qh"]
    seats = [dealer.parse_seat(text) for text in texts]
    up_cards = "KhQcJdTc4h5c4c3d7d2h9s7sTs"
    for house, last in ({}, ""), ({"seventh": "up"}, "8c8dQh"):
        (deal,) = dealer.every_deal(seats, (), house)
        assert oracle.text(deal.up_cards) == up_cards + last
        assert oracle.text(deal.hands[0]) == "2c2dKh4h3d9s8c"
        assert set(deal.hands) == {0, 3}


def test_common_card_that_is_known_or_ignored() -> None:
    row = next(row for row in EXACT if row["note"] == "eight seats, common card, Queen waiting: counts")
    seats = [dealer.parse_seat(text) for text in row["seats"]]
    for house, shown in ({}, 33), ({"common_card": "ignored"}, 32), ({"seventh": "up"}, 33):
        (deal,) = dealer.every_completion(seats, (), house, ids("Ac")[0])
        assert len(deal.up_cards) == shown
        assert {oracle.text(hand[-1:]) for hand in deal.hands.values()} == {"Ac"}
        assert len(list(dealer.every_completion(seats, (), house))) == row["deals"]


def test_random_deals_keep_what_is_known() -> None:
    seats = [dealer.parse_seat(text) for text in ("AsKd/Qh7c", "f:x5d/Tc", "xx/x2d")]
    for deal in dealer.random_deals(seats, 50, seed=3, dead=ids("2c3c")):
        used = [card for hand in deal.hands.values() for card in hand]
        assert len(set(used)) == 14
        assert not set(used) & set(ids("5dTc2c3c"))
        assert set(ids("AsKdQh7c")) < set(deal.hands[0])
        assert oracle.text(deal.up_cards).startswith("QhTc")
        assert oracle.text(deal.up_cards)[6:10] == "7c2d"
        assert len(deal.up_cards) == 9
