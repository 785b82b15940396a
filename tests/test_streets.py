"""The table street by street: who was in, with which cards."""

from typing import Any

import pytest

from simulator.streets import street_tables
from simulator.table import Table

Row = tuple[str, bool, bool, list[str]]


def rows(*seats: str, **options: Any) -> list[Row]:
    """Street, complete, is_headline and the seats of each entry."""
    return [
        (entry.street.label, entry.complete, entry.is_headline, [seat.text for seat in entry.table.seats])
        for entry in street_tables(Table.parse(seats, **options)).entries
    ]


def test_nobody_folded() -> None:
    assert rows("AsKd/Qh7c", "xx/Tc2d") == [
        ("third", True, False, ["AsKd/Qh", "xx/Tc"]),
        ("fourth", True, True, ["AsKd/Qh7c", "xx/Tc2d"]),
    ]


def test_before_any_up_card() -> None:
    assert rows("AsKd/", "xx/") == [("third", False, True, ["AsKd/", "xx/"])]


def test_one_up_card() -> None:
    assert rows("AsKd/Qh", "xx/x") == [("third", True, True, ["AsKd/Qh", "xx/x"])]


def test_a_folded_seat_is_in_on_its_streets_with_its_down_cards() -> None:
    assert rows("AsKd/Qh7c3c", "f:JsJd/Tc2d", "f:xx/9c", "xx/4s4h5h") == [
        ("third", True, False, ["AsKd/Qh", "JsJd/Tc", "xx/9c", "xx/4s"]),
        ("fourth", True, False, ["AsKd/Qh7c", "JsJd/Tc2d", "f:xx/9c", "xx/4s4h"]),
        ("fifth", True, True, ["AsKd/Qh7c3c", "f:JsJd/Tc2d", "f:xx/9c", "xx/4s4h5h"]),
    ]


def test_the_last_entry_has_those_in_that_folded_on_its_street() -> None:
    assert rows("AsKd/Qh7c", "f:xx/Tc2d", "xx/4s4h")[-1] == (
        "fourth",
        True,
        False,
        ["AsKd/Qh7c", "xx/Tc2d", "xx/4s4h"],
    )


def test_incomplete_street_is_the_last_entry() -> None:
    assert rows("AsKd/Qh7c3c", "f:xx/Tc2d", "xx/4s4h") == [
        ("third", True, False, ["AsKd/Qh", "xx/Tc", "xx/4s"]),
        ("fourth", True, False, ["AsKd/Qh7c", "xx/Tc2d", "xx/4s4h"]),
        ("fifth", False, True, ["AsKd/Qh7c3c", "f:xx/Tc2d", "xx/4s4h"]),
    ]


def test_a_seat_that_folded_in_mid_street() -> None:
    assert rows("AsKd/Qh7c", "f:xx/Tc2d", "xx/4s")[-1] == (
        "fourth",
        False,
        False,
        ["AsKd/Qh7c", "xx/Tc2d", "xx/4s"],
    )


def test_seventh_street() -> None:
    assert rows("AsKd/Qh7c4s2d/9h", "f:xx/3c3d5h5d/x", "f:JsJd/8h8c8d6c", "xx/TcTdTh6d/x")[-2:] == [
        ("sixth", True, False, ["AsKd/Qh7c4s2d", "xx/3c3d5h5d", "JsJd/8h8c8d6c", "xx/TcTdTh6d"]),
        ("seventh", True, False, ["AsKd/Qh7c4s2d/9h", "xx/3c3d5h5d/x", "f:JsJd/8h8c8d6c", "xx/TcTdTh6d/x"]),
    ]


def test_seventh_street_with_a_seventh_card_missing_is_incomplete() -> None:
    assert rows("AsKd/Qh7c4s2d/9h", "xx/3c3d5h5d")[-1] == (
        "seventh",
        False,
        True,
        ["AsKd/Qh7c4s2d/9h", "xx/3c3d5h5d"],
    )


def test_the_common_card_is_on_seventh_street_only() -> None:
    seats = ["xx/xxxx"] * 7
    table = Table.parse([*seats, "f:xx/xxxx/x"], common="Qs")
    entries = street_tables(table).entries
    assert [entry.table.common for entry in entries] == [(), (), (), (), (43,)]
    assert [seat.text for seat in entries[-1].table.seats] == [*seats, "xx/xxxx"]
    assert [entry.complete for entry in entries] == [True] * 5
    assert not entries[-1].is_headline


def test_folded_on_seventh_street_under_a_common_card_that_is_not_given() -> None:
    tables = street_tables(Table.parse(["xx/xxxx"] * 7 + ["f:xx/xxxx/x"]))
    assert [(entry.street.label, entry.complete) for entry in tables.entries][-1] == ("seventh", False)
    assert [seat.text for seat in tables.entries[-1].table.seats] == ["xx/xxxx"] * 8
    assert tables.notes == ()


def test_dead_cards_and_rules_hold_on_every_street() -> None:
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d"], dead="5s")
    assert all(e.table.dead == (15,) and e.table.rules == table.rules for e in street_tables(table).entries)


def test_a_street_that_the_deck_cannot_have_dealt_is_left_out_with_a_note() -> None:
    tables = street_tables(Table.parse(["xx/xxxx"] * 4 + ["f:xx/xx"] * 4, dead="2c3c4c5c"))
    assert [entry.street.label for entry in tables.entries] == ["fifth", "sixth"]
    assert [note.split(":")[0] for note in tables.notes] == ["third street is left out", "fourth street is left out"]
    assert all("not enough cards" in note and "\n" not in note for note in tables.notes)


@pytest.mark.parametrize("cut", range(1, 5))
def test_wild_ranks_are_those_of_the_street(cut: int) -> None:
    table = Table.parse(["8c8d/KhQh3d9s", "5hAs/Jc5c2cQs"])
    wild = street_tables(table).entries[cut - 1].table.wild
    assert wild is not None
    assert wild.wild_ranks == [1 << 10, 1 << 10 | 1 << 3, 1 << 10 | 1 << 3, 1 << 10][cut - 1]
