"""How seats, dead cards, a common card and seventh cards fit together: every refusal by its message."""

import pytest

from simulator.table import Table
from tests import oracle
from tests.refusals import refusal

UNKNOWN_FOUR = ["xx/xxxx"]


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
