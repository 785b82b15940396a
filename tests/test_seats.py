"""The notation of one seat, any text as one, and the seats of the data files."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.rules import Rules
from simulator.seats import Seat, parse_seat
from simulator.table import Table
from tests import oracle
from tests.figures import lines
from tests.refusals import refusal

UNKNOWN_FOUR = ["xx/xxxx"]


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
            "xx/1h",
            "'1h' is not a card: write rank (2-9, T or 10, J, Q, K, A) and suit (c, d, h, s), as in 'As', "
            "or x for an unknown card",
        ),
        ("xx/Q", "'Q' is not a card: 'Q' needs a suit (c, d, h or s), as in 'Qs'"),
        ("AsKd/Qh,7c", "'Qh,7c': only down cards can be a filter; write cards with their suits, as in AsKd/Qh7c"),
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


SEAT_LIKE = st.text(alphabet="f:/()[]x?* AKQT190cdhs♥\ufe0f,+-\n2", max_size=16)


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
