"""What a table knows, and tables of which one seat is known."""

import pickle
from typing import Any

import pytest

from simulator.rules import Rules, Street, WildState
from simulator.table import Table, UpCard
from tests import oracle

UNKNOWN_FOUR = ["xx/xxxx"]


def test_a_table_in_mid_hand() -> None:
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c", "xx/4s4h"])
    assert table.up_cards == tuple(
        UpCard(seat, oracle.ids(card)[0])
        for seat, card in [(1, "Qh"), (2, "Tc"), (3, "9c"), (4, "4s"), (1, "7c"), (2, "2d"), (4, "4h")]
    )
    assert table.wild == WildState(1 << 10 | 1 << 8, 8, False, 1 << 8)
    assert (table.street, table.street_complete) == (Street.FOURTH, True)
    assert [seat.number for seat in table.live] == [1, 2, 4]
    assert sorted(table.known_cards) == sorted(oracle.ids("AsKdQh7cTc2d9c4s4h"))
    assert not table.common_due
    assert table.completed_up_order() == [
        (1, 0),
        (2, 0),
        (3, 0),
        (4, 0),
        *[(seat, turn) for turn in (1, 2, 3) for seat in (1, 2, 4)],
    ]


@pytest.mark.parametrize(
    ("seats", "options", "street", "complete"),
    [
        (["xx/", "xx/"], {}, "third", False),
        (["xx/x", "xx/"], {}, "third", False),
        (["xx/x", "xx/x"], {}, "third", True),
        (["f:xx/x", "xx/xx", "xx/x"], {}, "fourth", False),
        (["xx/xxxx", "xx/xxx"], {}, "sixth", False),
        (["xx/xxxx", "xx/xxxx"], {}, "sixth", True),
        (["xx/xxxx/x", "xx/xxxx"], {}, "seventh", False),
        (["xx/xxxx/x", "xx/xxxx/9h"], {}, "seventh", True),
        (["f:xx/xxxx/x", "xx/xxxx", "xx/xxxx"], {}, "seventh", False),
        (UNKNOWN_FOUR * 8, {}, "sixth", True),
        (UNKNOWN_FOUR * 8, {"common": "x"}, "seventh", True),
        (["AsKd/Qh", "f:xx/7c"], {}, "third", True),
    ],
)
def test_street(seats: list[str], options: dict[str, Any], street: str, complete: bool) -> None:
    table = Table.parse(seats, **options)
    assert (table.street.label, table.street_complete) == (street, complete)


def test_wild_is_none_while_an_up_card_is_unknown() -> None:
    assert Table.parse(["AsKd/Qh", "xx/x"]).wild is None
    assert Table.parse(["AsKd/", "xx/"]).wild == WildState(1 << 10, None, False, 0)
    assert Table.parse(["AsKd/Qh", "xx/5c"], rules=Rules(game="stud")).wild == WildState(0, None, False, 0)


def test_a_common_card_is_the_last_up_card() -> None:
    seats = [
        "xx/2c3c4c5c",
        "xx/6c7c8c9c",
        "xx/TcJcKcAc",
        "xx/2d3d4d5d",
        "xx/6d7d8d9d",
        "xx/TdJdKdAd",
        "xx/2h3h4h5h",
        "xx/6h7h8hQh",
    ]
    table = Table.parse(seats, common="5s")
    assert table.up_cards[-2:] == (UpCard(8, 42), UpCard(0, 15))
    assert table.wild == WildState(1 << 10 | 1 << 3, 3, False, 1 << 3)
    assert table.completed_up_order()[-2:] == [(8, 3), (0, 0)]
    assert table.common_due
    waiting = Table.parse(seats)
    assert waiting.wild == WildState(1 << 10, None, True, 0)
    assert waiting.completed_up_order()[-1] == (0, 0)
    unseen = Table.parse(seats, common="x")
    assert unseen.common == (None,)
    assert unseen.wild is None


@pytest.mark.parametrize(
    ("seats", "dead", "due"),
    [
        (["xx/x"] * 7, "", False),
        (["xx/x"] * 8, "", True),
        (["xx/x"] * 7, "2c3c4c", False),
        (["xx/x"] * 7, "2c3c4c5c", True),
        (["xx/xxxx"] * 7 + ["f:xx/xxxx"], "", True),  # 4 cards for 7 seats
        (["xx/xx"] * 7 + ["f:xx/x"], "", False),  # 7 cards for 7 seats
        (["xx/xx"] * 7 + ["f:xx/xx"], "", True),  # 6 cards for 7 seats
        (["xx/xxxx"] * 5 + ["f:xx/xxxx"] * 3, "", True),  # 4 cards for 5 seats
        (["xx/xxxx"] * 4 + ["f:xx/xxxx"] * 4, "", False),  # 4 cards for 4 seats
        (["xx/xxxx"] * 4 + ["f:xx/xxxx"] * 3 + ["f:xx/xxxx/x"], "", True),  # the fifth seat folded on seventh street
    ],
)
def test_when_the_deal_ends_with_a_common_card(seats: list[str], dead: str, due: bool) -> None:
    assert Table.parse(seats, dead=dead).common_due is due


def test_one_live_seat_is_a_table() -> None:
    assert len(Table.parse(["AsKd/Qh", "f:xx/7c"]).live) == 1


def test_with_rules_keeps_the_cards() -> None:
    table = Table.parse(["AsKd/Qh", "xx/5c"], dead="2c")
    stud = table.with_rules(Rules(game="stud"))
    assert stud == Table.parse(["AsKd/Qh", "xx/5c"], dead="2c", rules=Rules(game="stud"))
    assert stud.with_rules(Rules()) == table


def test_a_table_travels_and_serves_as_key() -> None:
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c", "xx/4s4h"], dead="2c")
    assert pickle.loads(pickle.dumps(table)) == table
    assert hash(pickle.loads(pickle.dumps(table))) == hash(table)
    with pytest.raises(AttributeError):
        table.dead = ()  # type: ignore[misc]  # which is what is refused


@pytest.mark.parametrize(
    ("seat", "options", "seats"),
    [
        ("QsQh/Kd", {"seats": 3, "at": 3}, ["xx/x", "xx/x", "QsQh/Kd"]),
        ("QsQh/Kd", {"seats": 2}, ["QsQh/Kd", "xx/x"]),
        ("QsQh/", {"seats": 2}, ["QsQh/", "xx/"]),
        ("AsKd/Qh7c4s2d/9h", {"seats": 2, "at": 2}, ["xx/xxxx", "AsKd/Qh7c4s2d/9h"]),
    ],
)
def test_from_one_seat(seat: str, options: dict[str, Any], seats: list[str]) -> None:
    assert Table.from_one_seat(seat, **options, dead="2c") == Table.parse(seats, dead="2c")


@pytest.mark.parametrize(
    ("seats", "at", "says"),
    [
        (9, 1, "a table has 2 to 8 seats, not 9"),
        (1, 1, "a table has 2 to 8 seats, not 1"),
        (6, 7, "there is no seat 7 at a table of 6: the known seat is 1 to 6"),
        (6, 0, "there is no seat 0 at a table of 6: the known seat is 1 to 6"),
    ],
)
def test_from_one_seat_out_of_range(seats: int, at: int, says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        Table.from_one_seat("QsQh/Kd", seats=seats, at=at)


def test_three_ways_to_write_one_table() -> None:
    table = Table.from_one_seat("QsQh/Kd", seats=3, at=2)
    assert table == Table.parse(["xx/x", "QsQh/Kd", "xx/x"])
    assert table == Table.parse(["/x", "(QsQh)Kd", "?? ?? / *"])


def test_from_one_seat_names_the_seat_in_an_error() -> None:
    with pytest.raises(ValueError, match=r"^seat 3 \('Qs/Kd'\): only one down card"):
        Table.from_one_seat("Qs/Kd", seats=6, at=3)


def test_rules_that_are_none() -> None:
    with pytest.raises(ValueError, match="rules is a Rules"):
        Table.parse(["AsKd/Qh", "xx/7c"], rules="stud")  # type: ignore[arg-type]  # what a newcomer may try
