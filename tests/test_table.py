"""The seat notation and the table: what is read, and what every error says."""

import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.rules import Rules, Street, WildState
from simulator.seats import Seat, parse_seat
from simulator.table import Table, UpCard
from tests import oracle
from tests.figures import lines

UNKNOWN_FOUR = ["xx/xxxx"]


def refusal(seats: list[str], **options: Any) -> str:
    """The message with which the table is refused: one line."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        Table.parse(seats, **options)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


# --- one seat


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("AsKd/Qh7c", "AsKd/Qh7c"),
        ("xx/Tc2d", "xx/Tc2d"),
        ("/Tc2d", "xx/Tc2d"),
        ("f:xx/Qc5s", "f:xx/Qc5s"),
        ("F:/Qc5s", "f:xx/Qc5s"),
        ("AsKd/Qh7c4s2d/9h", "AsKd/Qh7c4s2d/9h"),
        ("AsKd/Qh7c4s2d/x", "AsKd/Qh7c4s2d/x"),
        ("xx/x", "xx/x"),
        ("/", "xx/"),
        ("(AsKd)Qh7c", "AsKd/Qh7c"),
        ("(AsKd)Qh7c4s2d(9h)", "AsKd/Qh7c4s2d/9h"),
        ("()Qh", "xx/Qh"),
        ("f: (As Kd) Qh 7c 4s 2d (x)", "f:AsKd/Qh7c4s2d/x"),
        (" As Kd / Qh 7c ", "AsKd/Qh7c"),
        ("ASkD/qH", "AsKd/Qh"),
        ("10h10s/10d", "ThTs/Td"),
        ("T♥A♠/9♦8♣", "ThAs/9d8c"),
        ("T♥\ufe0fA♠\ufe0f/x", "ThAs/x"),
        ("**/*", "xx/x"),
        ("????/??", "xx/x"),
        ("XX/X", "xx/x"),
        ("Asx/xQh", "Asx/xQh"),
        ("xAs/Qhx", "xAs/Qhx"),
        ("x??/Qh*X", "xx/Qhxx"),
    ],
)
def test_forms_of_a_seat(text: str, normal: str) -> None:
    assert parse_seat(text, 1).text == normal


def test_parts_of_a_seat() -> None:
    assert parse_seat("f:Asx/QhxTc2d/x", 3) == Seat(3, True, (51, None), (42, None, 32, 1), (None,))
    assert parse_seat("AsKd/Qh", 1).last == ()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("AsKd/Qh7c4s2d9h", "5 up cards; at most four, the seventh card goes after a second slash: AsKd/Qh7c4s2d/9h"),
        ("AsKd/Qh7c4s2d9h/3c", "5 up cards; at most four, the seventh card goes after a second slash"),
        ("AsKd/Qh7c4s2d9h3c", "6 up cards; at most four, the seventh card goes after a second slash"),
        ("AsKd/Qh/9h", "the seventh card 9h is given, but only one up card: it comes after four up cards"),
        ("AsKd//9h", "the seventh card 9h is given, but no up card: it comes after four up cards"),
        ("AsKd/Qh7c4s/x", "the seventh card x is given, but only three up cards: it comes after four up cards"),
        (
            "AsKd/Qh7c4s2d/",
            "the place of the seventh card is empty: write x if it is dealt but unseen, else drop the slash",
        ),
        ("AsKd/Qh7c4s2d/9h3c", "2 cards (9h3c) where the seventh card goes: write one there"),
        ("AsKd/Qh/7c/9h", "3 slashes; at most two: DOWN/UP/LAST, as in AsKd/Qh7c4s2d/9h"),
        ("As/Qh", "only one down card, As: write Asx if the other one is unknown"),
        ("??/Qh", "?? is one unknown card, but there are two down cards: write xx"),
        ("x/Qh", "x is one unknown card, but there are two down cards: write xx"),
        ("*/Qh", "* is one unknown card, but there are two down cards: write xx"),
        ("AsKdQc/Qh", "3 down cards (AsKdQc); two go before the slash, up cards after it"),
        ("AsKdQh7c", "no slash between down and up cards: write AsKd/Qh7c"),
        ("AsKd", "no slash; write DOWN/UP, as in AsKd/Qh7c; xx/x is a live seat of which nothing is known"),
        ("", "no cards; write DOWN/UP, as in AsKd/Qh7c; xx/x is a live seat of which nothing is known"),
        ("f:", "no cards; write DOWN/UP, as in AsKd/Qh7c; xx/x is a live seat of which nothing is known"),
        (
            "1hKd/Qh",
            "'1h' is not a card: write rank (2-9, T or 10, J, Q, K, A) and suit (c, d, h, s), as in 'As', "
            "or x for an unknown card",
        ),
        ("AA/Kd", "'AA' is not a card: 'A' needs a suit (c, d, h or s), as in 'As'"),
        ("AKs/Kd", "'AK' is not a card: 'A' needs a suit (c, d, h or s), as in 'As'"),
        ("10/Kd", "'10' is not a card: '10' needs a suit (c, d, h or s), as in '10s'"),
        ("xx/Q", "'Q' is not a card: 'Q' needs a suit (c, d, h or s), as in 'Qs'"),
        ("AA,KK/Kd", "a comma: a seat is one set of cards written together with their suits, as in AsKd/Qh7c"),
        ("AsKd/Qh,7c", "a comma: a seat is one set of cards written together with their suits, as in AsKd/Qh7c"),
        ("(AsKd)/Qh", "misplaced brackets: write (AsKd)Qh7c or (AsKd)Qh7c4s2d(9h), or slashes only, AsKd/Qh7c"),
        ("(AsKd", "misplaced brackets: write (AsKd)Qh7c or (AsKd)Qh7c4s2d(9h), or slashes only, AsKd/Qh7c"),
        ("AsKd(Qh)", "misplaced brackets: write (AsKd)Qh7c or (AsKd)Qh7c4s2d(9h), or slashes only, AsKd/Qh7c"),
    ],
)
def test_a_bad_seat(text: str, says: str) -> None:
    assert refusal(["xx/x", text]) == f"seat 2 ({text!r}): {says}"


def test_long_and_broken_text_stays_one_short_line() -> None:
    message = refusal(["xx/x", "\n" * 5 + "Z" * 500 + "\n"])
    assert message.startswith("seat 2 (")
    assert len(message) < 250


# --- how seats fit together


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        ([], "a table has 2 to 8 seats, not 0; xx/x is a seat of which nothing is known"),
        (["AsKd/Qh"], "a table has 2 to 8 seats, not 1; xx/x is a seat of which nothing is known"),
        (["xx/x"] * 9, "a table has 2 to 8 seats, not 9; xx/x is a seat of which nothing is known"),
        (["f:xx/Qh", "f:xx/7c"], "every seat has folded: at least one must be live, so leave out an f:"),
        (["AsKd/Qh", "xx/7c8c9c"], "seat 1: 1 up card, but seat 2 has 3; write x for one not known"),
        (["xx/7c8c9c", "AsKd/Qh"], "seat 2: 1 up card, but seat 1 has 3; write x for one not known"),
        (["xx/7c8c", "AsKd/"], "seat 2: 0 up cards, but seat 1 has 2; write x for one not known"),
        (
            ["AsKd/Qh", "xx/7c8c"],
            "seat 1: 1 up card, but seat 2, dealt to later, has 2; write x for one not known",
        ),
        (
            ["xx/xx", "xx/x", "xx/xx", "xx/x"],
            "seat 2: 1 up card, but seat 3, dealt to later, has 2; write x for one not known",
        ),
        (["f:xx/", "xx/x"], "seat 1: folded without an up card; write x for one not known"),
        (["f:xx/", "xx/"], "seat 1: folded without an up card; write x for one not known"),
        (["xx/", "f:xx/Qh"], "seat 2: folded with 1 up card, but live seats have at most 0"),
        (["xx/x", "f:xx/xx"], "seat 2: folded with 2 up cards, but live seats have at most 1"),
        (
            ["xx/xx", "xx/x", "f:xx/xx"],
            "seat 3: folded with 2 up cards, but seat 2, dealt to before, has 1",
        ),
    ],
)
def test_up_cards_that_cannot_have_been_dealt(seats: list[str], says: str) -> None:
    assert refusal(seats) == says


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (["AsAs/Kd", "xx/7c"], {}, "As stands twice in the down cards of seat 1"),
        (["xx/7c7c", "xx/xx"], {}, "7c stands twice in the up cards of seat 1"),
        (["AsKd/Qh", "AsKc/7c"], {}, "As stands in the down cards of seat 1 and in the down cards of seat 2"),
        (["AsKd/Qh", "xx/Kd"], {}, "Kd stands in the down cards of seat 1 and in the up cards of seat 2"),
        (
            ["AsKd/Qh7c4s2d/9h", "f:xx/9h"],
            {},
            "9h stands in the seventh card of seat 1 and in the up cards of seat 2",
        ),
        (["AsKd/Qh", "xx/7c"], {"dead": "As"}, "As stands in the down cards of seat 1 and in the dead cards"),
        (
            ["AsKd/Qhxxx", *UNKNOWN_FOUR * 7],
            {"common": "Qh"},
            "Qh stands in the up cards of seat 1 and in the common card",
        ),
        (UNKNOWN_FOUR * 8, {"common": "Qh", "dead": "Qh"}, "Qh stands in the common card and in the dead cards"),
    ],
)
def test_a_card_twice(seats: list[str], options: dict[str, str], says: str) -> None:
    assert refusal(seats, **options) == f"{says}: change one of them"


@pytest.mark.parametrize(
    ("dead", "says"),
    [
        ("x", "dead cards: 'x' is an unknown card; here every card must be known"),
        ("5s5s", "dead cards: 5s stands twice in '5s5s'"),
        ("5", "dead cards: '5' is not a card: '5' needs a suit (c, d, h or s), as in '5s'"),
    ],
)
def test_bad_dead_cards(dead: str, says: str) -> None:
    assert refusal(["AsKd/Qh", "xx/7c"], dead=dead) == says


@pytest.mark.parametrize("dead", ["5sQs", "5s,Qs", "5s Qs", "5♠, q♠"])
def test_dead_cards(dead: str) -> None:
    table = Table.parse(["AsKd/Qh", "xx/7c"], dead=dead)
    assert table.dead == (15, 43)
    assert sorted(table.known_cards) == sorted(oracle.ids("AsKdQh7c5sQs"))


@pytest.mark.parametrize(
    ("seats", "common", "says"),
    [
        (UNKNOWN_FOUR * 8, "", "common card: '' is 0 cards; write one, or x if it is unseen"),
        (UNKNOWN_FOUR * 8, "5s6s", "common card: '5s6s' is 2 cards; write one, or x if it is unseen"),
        (UNKNOWN_FOUR * 8, "5", "common card: '5' is not a card: '5' needs a suit (c, d, h or s), as in '5s'"),
        (
            UNKNOWN_FOUR * 7,
            "5s",
            "common card 5s: the deck has a seventh card for each seat, so there is none (rule D3)",
        ),
        (["xx/xxx"] * 8, "x", "common card x: seat 1 has only 3 up cards of four"),
        ([*UNKNOWN_FOUR * 7, "xx/xxx"], "5s", "common card 5s: seat 8 has only 3 up cards of four"),
    ],
)
def test_a_bad_common_card(seats: list[str], common: str, says: str) -> None:
    assert refusal(seats, common=common) == says


@pytest.mark.parametrize(
    ("seats", "says"),
    [
        (
            ["xx/xxxx/9h", "xx/xxx"],
            "seat 1: the seventh card 9h is given, but seat 2 has only 3 up cards of four",
        ),
        (
            ["f:xx/xxxx/x", "xx/xxxx", "xx/xxx"],
            "seat 1: the seventh card x is given, but seat 3 has only 3 up cards of four",
        ),
        (
            ["xx/xxxx/9h", *UNKNOWN_FOUR * 7],
            "seat 1: the seventh card 9h is given, but the deck is short and one common card serves all (rule D3); "
            "give the common card instead",
        ),
        (
            ["xx/xxxx/x", *UNKNOWN_FOUR * 7],
            "seat 1: the seventh card x is given, but the deck is short and one common card serves all (rule D3); "
            "give the common card instead",
        ),
        (
            [*UNKNOWN_FOUR * 7, "f:xx/xxxx/9h"],
            "seat 8: the seventh card 9h is given, but the deck is short and one common card serves all (rule D3); "
            "write x",
        ),
    ],
)
def test_a_seventh_card_out_of_place(seats: list[str], says: str) -> None:
    assert refusal(seats) == says


def test_not_enough_cards() -> None:
    assert refusal(["xx/x"] * 8, dead="2c3c4c5c6c") == (
        "not enough cards: sixth street needs 1 more; use fewer seats or dead cards"
    )
    assert refusal(["xx/x"] * 8, dead="2c3c4c5c") == (
        "not enough cards: none is left for seventh street; use fewer seats or dead cards"
    )
    assert Table.parse(["xx/x"] * 8, dead="2c3c4c").common_due


def test_one_text_is_no_list_of_seats() -> None:
    with pytest.raises(ValueError, match=r"^the seats are a list of texts, one per seat, not the one text 'AsKd/Qh'$"):
        Table.parse("AsKd/Qh")


# --- what a table knows


def test_a_table_in_mid_hand() -> None:
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c", "xx/4s4h"])
    assert table.up_cards == tuple(
        UpCard(seat, oracle.ids(card)[0])
        for seat, card in [(1, "Qh"), (2, "Tc"), (3, "9c"), (4, "4s"), (1, "7c"), (2, "2d"), (4, "4h")]
    )
    assert table.wild == WildState(1 << 10 | 1 << 8, 8, False)
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
    assert Table.parse(["AsKd/", "xx/"]).wild == WildState(1 << 10, None, False)
    assert Table.parse(["AsKd/Qh", "xx/5c"], rules=Rules(game="stud")).wild == WildState(0, None, False)


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
    assert table.wild == WildState(1 << 10 | 1 << 3, 3, False)
    assert table.completed_up_order()[-2:] == [(8, 3), (0, 0)]
    assert table.common_due
    waiting = Table.parse(seats)
    assert waiting.wild == WildState(1 << 10, None, True)
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
        table.dead = ()  # type: ignore[misc]


# --- one seat known


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


# --- any text, any table


@pytest.mark.parametrize("row", lines("exact_equities.jsonl"), ids=lambda row: row["note"])
def test_tables_of_the_data_files_are_read(row: dict[str, Any]) -> None:
    table = Table.parse(row["seats"], dead=row.get("dead", ""), rules=Rules(game=row["game"], **row["rules"]))
    assert [seat.text for seat in table.seats] == row["seats"]
    assert [seat.folded for seat in table.seats] == [result is None for result in row["results"]]


def test_every_seat_in_the_documentation_is_read() -> None:
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = page.split("| seat | meaning |")[1].split("\n\n")[0].splitlines()[2:]
    seats = [seat for row in rows for seat in re.findall("`([^`]+)`", row.split("|")[1])]
    assert len(seats) >= 10
    for seat in seats:
        assert parse_seat(seat, 1).text == ("xx" + seat if seat.startswith("/") else seat)


SEAT_LIKE = st.text(alphabet="f:/()x?* AKQT190cdhs♥\ufe0f,\n2", max_size=16)


@given(
    st.lists(st.text(max_size=12) | SEAT_LIKE, max_size=9),
    st.just("") | SEAT_LIKE,
    st.none() | st.just("x") | SEAT_LIKE,
)
def test_any_text_is_read_or_refused_in_one_line(seats: list[str], dead: str, common: str | None) -> None:
    message = "read"
    try:
        table = Table.parse(seats, dead=dead, common=common)
        assert Table.parse([seat.text for seat in table.seats], dead=dead, common=common) == table
    except ValueError as error:
        message = str(error)
    assert len(message.splitlines()) == 1


@st.composite
def dealt_tables(draw: st.DrawFn) -> list[str]:
    """Seats as a dealer could have dealt them, any card known or not."""
    count = draw(st.integers(2, 7))
    most = draw(st.integers(1, 4))  # up cards of the seats that have their card of the street
    served = draw(st.just(count) | st.integers(1, count))
    seventh = most == 4 and served == count
    deck = draw(st.permutations(range(52)))
    seats = []
    for seat in range(count):
        cards = [oracle.text([card]) if draw(st.booleans()) else "x" for card in deck[7 * seat : 7 * seat + 7]]
        ups = most if seat < served else most - 1
        folded = seat > 0 and ups > 0 and draw(st.booleans())
        if folded:
            ups = draw(st.integers(1, ups))
        last = "/" + cards[6] if seventh and ups == 4 and draw(st.booleans()) else ""
        seats.append("f:" * folded + "".join(cards[:2]) + "/" + "".join(cards[2 : 2 + ups]) + last)
    return seats


def in_brackets(text: str) -> str:
    """``f:AsKd/Qh`` as ``F:(AsKd)Qh``."""
    folded = text.startswith("f:")
    down, up, *last = text.removeprefix("f:").split("/")
    return "F:" * folded + f"({down}){up}" + "".join(f"({card})" for card in last)


@given(dealt_tables())
def test_round_trip(seats: list[str]) -> None:
    table = Table.parse(seats)
    assert [seat.text for seat in table.seats] == seats
    assert Table.parse([f" {text.upper().replace('T', '10')} " for text in seats]) == table
    assert Table.parse([in_brackets(text) for text in seats]) == table
