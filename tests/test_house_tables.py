"""Tables under house rules of the deal: seventh cards face up (W15), a common card ignored (D3), redeal (W13)."""

from typing import Any

import pytest

from evaluator.cards import parse_ranks
from simulator.rules import Rules, up_card_order
from simulator.streets import street_tables
from simulator.table import Table
from tests import oracle
from tests.refusals import refusal

UP = Rules(seventh="up")
REDEAL = Rules(no_trigger="redeal")
IGNORED = Rules(common_card="ignored")
SIXTH = ["xx/2c3c4c5c", "xx/6c7c8c9c", "xx/TcJcKcAc"]
# Eight seats, no Queen but the last card face up.
EIGHT = [*SIXTH, "xx/2d3d4d5d", "xx/6d7d8d9d", "xx/TdJdKdAd", "xx/2h3h4h5h", "xx/6h7h8hQh"]
LAST = 4  # index of a seventh card face up


def up_cards(table: Table) -> str:
    return " ".join(f"{up.seat}:{'x' if up.card is None else oracle.text([up.card])}" for up in table.up_cards)


# --- the seventh card face up (W15)


def test_seventh_cards_come_after_all_others_in_the_order_of_the_seats() -> None:
    assert up_card_order([5, 2, 5])[-3:] == [(2, 3), (0, 4), (2, 4)]
    table = Table.parse([f"{SIXTH[0]}/Qs", f"f:{SIXTH[1]}/5h", f"{SIXTH[2]}/x"], rules=UP)
    assert up_cards(table).endswith(" 3:Ac 1:Qs 2:5h 3:x")
    assert table.completed_up_order()[-3:] == [(1, LAST), (2, LAST), (3, LAST)]
    assert (table.street.label, table.street_complete) == ("seventh", True)
    assert table.wild is None


def test_a_seat_that_folded_before_has_no_seventh_card() -> None:
    table = Table.parse([f"{SIXTH[0]}/Qs", f"f:{SIXTH[1]}", SIXTH[2]], rules=UP)
    assert up_cards(table).endswith(" 3:Ac 1:Qs")
    assert table.completed_up_order()[-2:] == [(1, LAST), (3, LAST)]
    assert not table.street_complete
    assert table.wild is not None
    assert table.wild.pending


def test_seventh_cards_face_down_are_no_up_cards() -> None:
    table = Table.parse([f"{SIXTH[0]}/Qs", SIXTH[1], f"{SIXTH[2]}/x"])
    assert up_cards(table).endswith(" 3:Ac")
    assert table.completed_up_order()[-1] == (3, 3)


def test_a_common_card_takes_the_place_of_seventh_cards_face_up() -> None:
    table = Table.parse([*EIGHT[:7], f"f:{EIGHT[7]}/x"], common="5s", rules=UP)
    assert up_cards(table).endswith(" 8:Qh 0:5s")
    assert table.completed_up_order()[-1] == (0, 0)
    assert table.wild is not None
    assert table.wild.wild_ranks == parse_ranks("Q5")


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        (
            [SIXTH[0], f"{SIXTH[1]}/Qs", SIXTH[2]],
            "seat 2: the seventh card Qs is given, but seat 1, dealt to before, has none; write x for one not known",
        ),
        (
            [f"{SIXTH[0]}/x", SIXTH[1], f"f:{SIXTH[2]}/x"],
            "seat 3: the seventh card x is given, but seat 2, dealt to before, has none; write x for one not known",
        ),
        (
            [SIXTH[0], f"{SIXTH[1]}/x", f"{SIXTH[2]}/9h"],
            "seat 3: the seventh card 9h is given, but seat 1, dealt to before, has none; write x for one not known",
        ),
    ],
)
def test_seats_with_a_seventh_card_face_up_come_first(seats: list[str], says: str) -> None:
    assert refusal(seats, rules=UP) == says
    assert Table.parse(seats).street.label == "seventh"  # face down it may be given for any seats


def test_a_seat_folded_before_may_stand_among_those_with_a_seventh_card() -> None:
    seats = [f"f:{SIXTH[0]}", f"f:{SIXTH[1]}/x", f"{SIXTH[2]}/9h"]
    assert up_cards(Table.parse(seats, rules=UP)).endswith(" 3:Ac 2:x 3:9h")


@pytest.mark.parametrize("at", [1, 2, 3])
def test_one_seat_with_a_seventh_card_face_up_leaves_the_others_dealt_and_unseen(at: int) -> None:
    table = Table.from_one_seat("AsKd/Qh7c4s2d/9h", seats=3, at=at, rules=UP)
    assert [seat.text for seat in table.seats] == [
        "AsKd/Qh7c4s2d/9h" if seat == at else "xx/xxxx/x" for seat in (1, 2, 3)
    ]
    assert table.street_complete
    assert Table.from_one_seat("AsKd/Qh7c4s2d", seats=3, at=at, rules=UP).seats[at % 3].text == "xx/xxxx"


def test_one_seat_with_a_seventh_card_where_a_common_one_is_due() -> None:
    with pytest.raises(ValueError, match=r"^seat 3: the seventh card 9h is given, but the deck is short"):
        Table.from_one_seat("AsKd/Qh7c4s2d/9h", seats=8, at=3, rules=UP)


def test_streets_of_seventh_cards_face_up() -> None:
    entries = street_tables(Table.parse([f"{SIXTH[0]}/Qs", f"f:{SIXTH[1]}/5h", f"{SIXTH[2]}/x"], rules=UP)).entries
    assert [seat.text for seat in entries[-1].table.seats] == [f"{SIXTH[0]}/Qs", f"{SIXTH[1]}/5h", f"{SIXTH[2]}/x"]
    assert entries[-1].complete
    assert up_cards(entries[-2].table).endswith(" 3:Ac")
    assert all(entry.table.rules == UP for entry in entries)


# --- a common card that is no up card (D3)


def test_an_ignored_common_card() -> None:
    table = Table.parse(EIGHT, common="5s", rules=IGNORED)
    assert up_cards(table).endswith(" 8:Qh")
    assert table.completed_up_order()[-1] == (8, 3)
    assert (table.street.label, table.street_complete) == ("seventh", True)
    assert table.wild is not None
    assert table.wild.pending
    assert table.wild.wild_ranks == parse_ranks("Q")
    unseen = Table.parse(EIGHT, common="x", rules=IGNORED)
    assert unseen.wild == table.wild
    counted = Table.parse(EIGHT, common="5s").wild
    assert counted is not None
    assert counted.wild_ranks == parse_ranks("Q5")


# --- a deal with no trigger is void (W13)

NO_QUEEN = "no Q can come face up any more, and a deal without one is void (rule W13); play it with no_trigger=play"
SEVEN = [*EIGHT[:7], "xx/6h7h8h9h"]


@pytest.mark.parametrize(
    ("seats", "options", "trigger"),
    [
        (["QsQh/7c", "QdQc/5d"], {}, "Q"),  # all four in the hole
        (["QsQh/7c", "xx/5d"], {"dead": "QdQc"}, "Q"),
        (["xx/2c3c4c5c", "xx/6c7c8c9c"], {}, "Q"),  # no up card to come
        (["xx/2c3c4c5c/Qs", "xx/6c7c8c9c"], {}, "Q"),  # dealt face down
        (["xx/2c3c4c5c/Qs", "QhQd/6c7c8c9c/Qc"], {"seventh": "up"}, ""),
        (["QsQh/2c3c4c5c", "Qdx/6c7c8c9c"], {"seventh": "up", "dead": "Qc"}, "Q"),
        (["xx/2c3c4c5c", "xx/6c7c8c9c"], {"seventh": "up"}, ""),
        (["xx/2c3c4c5c", "xx/6c7c8c9c/Kh"], {}, "Q"),
        (["xx/2c3c4cQs", "xx/6c7c8c9c"], {"trigger": "K"}, "K"),
        (["f:xx/Qs", "xx/2c3c4c5c", "xx/6c7c8c9c"], {}, ""),  # on a folded seat
        (["f:xx/x", "xx/2c3c4c5c", "xx/6c7c8c9c"], {}, ""),  # its up card may be one
        (["f:xx/x", "QsQh/2c3c4c5c", "Qdx/6c7c8c9c"], {"dead": "Qc"}, "Q"),
        (["xx/2c3c4cx", "xx/6c7c8c9c"], {}, ""),
        (SEVEN, {}, ""),  # the common card may be one
        (SEVEN, {"common": "x"}, ""),
        (SEVEN, {"common": "Qs"}, ""),
        (SEVEN, {"common": "5s"}, "Q"),
        (SEVEN, {"common_card": "ignored"}, "Q"),
        (SEVEN, {"common": "Qs", "common_card": "ignored"}, "Q"),
    ],
)
def test_a_table_on_which_no_trigger_can_come_is_an_error(
    seats: list[str], options: dict[str, Any], trigger: str
) -> None:
    place = {name: options[name] for name in ("dead", "common") if name in options}
    house = {name: value for name, value in options.items() if name not in place}
    Table.parse(seats, **place, rules=Rules(**house))
    rules = Rules(no_trigger="redeal", **house)
    if trigger:
        assert refusal(seats, **place, rules=rules) == NO_QUEEN.replace(" Q ", f" {trigger} ")
    else:
        assert Table.parse(seats, **place, rules=rules).rules == rules


def test_an_earlier_street_on_which_no_trigger_could_have_come_is_left_out() -> None:
    """With eight seats in there would have been a common card, which is ignored; now seat 1's last card is a Queen."""
    rules = Rules(no_trigger="redeal", common_card="ignored", seventh="up")
    folded = [f"f:{seat}" for seat in [*EIGHT[3:7], "xx/6h7h8h9h"]]
    seats = ["QhQd/2c3c4c5c/Qs", *EIGHT[1:3], *folded]
    tables = street_tables(Table.parse(seats, dead="Qc", rules=rules))
    assert [entry.street.label for entry in tables.entries] == ["third", "fourth", "fifth", "seventh"]
    assert tables.notes == (f"sixth street is left out: {NO_QUEEN}",)
