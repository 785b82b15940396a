"""Which card comes next to whom, the table after it, and what is wild then: by hand."""

from typing import Any

import pytest

from simulator import Rules, Table
from simulator.coming_card import certain_wild_ranks, coming_cards
from simulator.suit_symmetry import alike
from tests.commands import EIGHT
from tests.oracle import ids, mask, text

FOUR = ["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c", "xx/4s4h"]
MIDDLE = ["AsKd/Qh7c5s", "xx/Tc2d", "f:xx/9c", "xx/4s4h"]
SIX = ["AsKd/Qh7c5s6s", "xx/Tc2d3d8d", "f:xx/9c", "xx/4s4hJhKh"]


@pytest.mark.parametrize(
    ("seats", "seat", "comes"),
    [
        (["xx/", "xx/"], None, (1, "up", "third", ["xx/", "xx/"])),
        (["xx/", "xx/"], 2, (2, "up", "third", ["xx/x", "xx/"])),
        (FOUR, None, (1, "up", "fifth", FOUR)),
        (FOUR, 4, (4, "up", "fifth", ["AsKd/Qh7cx", "xx/Tc2dx", "f:xx/9c", "xx/4s4h"])),
        (MIDDLE, None, (2, "up", "fifth", MIDDLE)),
        (MIDDLE, 4, (4, "up", "fifth", ["AsKd/Qh7c5s", "xx/Tc2dx", "f:xx/9c", "xx/4s4h"])),
        (MIDDLE, 1, (1, "up", "sixth", ["AsKd/Qh7c5s", "xx/Tc2dx", "f:xx/9c", "xx/4s4hx"])),
        (SIX, None, (1, "down", "seventh", SIX)),
        (SIX, 4, (4, "down", "seventh", SIX)),
        ([SIX[0] + "/9s", *SIX[1:]], None, (2, "down", "seventh", [SIX[0] + "/9s", *SIX[1:]])),
        ([SIX[0] + "/x", *SIX[1:]], None, (2, "down", "seventh", [SIX[0] + "/x", *SIX[1:]])),
        (["xx/xxxx", "xx/xxx"], 1, (1, "down", "seventh", ["xx/xxxx", "xx/xxxx"])),
        (EIGHT, None, (1, "common", "seventh", EIGHT)),
        (EIGHT, 5, (5, "common", "seventh", EIGHT)),
    ],
)
def test_who_gets_what(seats: list[str], seat: int | None, comes: tuple[int, str, str, list[str]]) -> None:
    (card,) = coming_cards(Table.parse(seats), seat)
    assert (card.seat, card.face, card.street.label, [s.text for s in card.before.seats]) == comes


def test_seventh_cards_dealt_up_come_in_turn() -> None:
    table = Table.parse(SIX, rules=Rules(seventh="up"))
    (card,) = coming_cards(table, 4)
    assert (card.face, card.street.label) == ("up", "seventh")
    assert [seat.text for seat in card.before.seats] == [SIX[0] + "/x", SIX[1] + "/x", *SIX[2:]]
    assert card.ways[0].table.seats[3].last == card.ways[0].cards[:1]


def test_the_card_lies_where_it_is_dealt_and_can_be_any_unseen_one() -> None:
    for seats in (FOUR, MIDDLE, SIX, EIGHT):
        for card in coming_cards(Table.parse(seats), anyone=True):
            cards = sorted(one for way in card.ways for one in way.cards)
            assert cards == [one for one in range(52) if one not in card.before.known_cards]
            for way in card.ways:
                seat = way.table.seats[card.seat - 1]
                dealt = way.table.common if card.face == "common" else (*seat.up, *seat.last)
                assert dealt[-1] == way.cards[0]
                assert set(way.table.known_cards) - set(card.before.known_cards) == {way.cards[0]}


def test_anyone_is_each_seat_that_still_gets_a_card() -> None:
    assert [card.seat for card in coming_cards(Table.parse(FOUR), anyone=True)] == [1, 2, 4]
    seats = [SIX[0] + "/9s", *SIX[1:]]
    assert [card.seat for card in coming_cards(Table.parse(seats), anyone=True)] == [2, 4]


DONE = ["AsKd/Qh7c5s6s/9s", "xx/Tc2d3d8d/x"]


@pytest.mark.parametrize(
    ("seats", "options", "asked", "says"),
    [
        (DONE, {}, {}, "no card is to come: every live seat has its seven cards"),
        (DONE, {}, {"anyone": True}, "no card is to come: every live seat has its seven cards"),
        (DONE, {}, {"seat": 1}, "no card is to come: every live seat has its seven cards"),
        (EIGHT, {"common": "x"}, {"seat": 2}, "no card is to come: every live seat has its seven cards"),
        ([DONE[0], *SIX[1:]], {}, {"seat": 1}, "seat 1 has its seventh card: no card comes to it; next is 2 or 4"),
        (FOUR, {}, {"seat": 3}, "seat 3 has folded: no card comes to it; next is 1 or 2 or 4"),
        (FOUR, {}, {"seat": 5}, "next is 1 to 4, not 5"),
        (FOUR, {}, {"seat": 0}, "next is 1 to 4, not 0"),
        (FOUR, {}, {"seat": "two"}, "next is a whole number, not 'two'"),
        (
            FOUR,
            {},
            {"seat": 1, "anyone": True},
            "next and anyone are two ways to say who gets the card: leave out one of them",
        ),
    ],
)
def test_where_no_card_comes(seats: list[str], options: dict[str, Any], asked: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as caught:
        coming_cards(Table.parse(seats, **options), **asked)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("seats", "rules", "wild"),
    [
        (["xx/Qh", "xx/Tc"], {}, "QT"),
        (["xx/Qhx", "xx/Tc"], {}, None),  # a Queen would end the ten
        (["xx/xQh", "xx/x"], {}, "Q"),  # an old follower ends whatever it was
        (["xx/xQh", "xx/x2d"], {}, "Q2"),
        (["xx/xQh", "xx/x"], {"last_queen": "keep"}, None),
        (["xx/xQh", "xx/x2d"], {"followers": "accumulate"}, None),
        (["xx/x", "xx/x"], {}, None),
        (["xx/x", "xx/x"], {"game": "stud"}, ""),
        (["xx/x", "xx/Qc"], {"queens_wild": "if_up"}, "Q"),
        (["xx/x", "xx/5c"], {"queens_wild": "if_up"}, None),
        (["QsQh/x", "QcQd/5c"], {}, "Q"),  # no Queen can come face up
    ],
)
def test_wild_ranks_that_unknown_up_cards_leave(seats: list[str], rules: dict[str, str], wild: str | None) -> None:
    table = Table.parse(seats, rules=Rules(**rules))
    assert certain_wild_ranks(table) == (None if wild is None else mask(wild))


def test_what_an_unknown_card_before_it_cannot_change() -> None:
    (card,) = coming_cards(Table.parse(["AsKd/Qh", "xx/Tc"]), 2)
    wild = {one: certain_wild_ranks(way.table) for way in card.ways for one in way.cards}
    # A ten is wild after whatever comes before it: a Queen makes it the follower once more.
    assert {one: ranks for one, ranks in wild.items() if ranks is not None} == {
        **dict.fromkeys(ids("QcQdQs"), mask("Q")),
        **dict.fromkeys(ids("TdThTs"), mask("QT")),
    }


@pytest.mark.parametrize(
    ("seats", "options", "rules", "classes"),
    [
        # Nothing is known: suits are all that tells four cards apart.
        (["xx/x", "xx/x"], {}, {}, {rank: ["cdhs"] for rank in "23456789TJQKA"}),
        # One suit is marked; Queens, always wild, have none.
        (["xx/As", "xx/x"], {}, {}, {"A": ["cdh"], "K": ["cdh", "s"], "Q": ["cdhs"]}),
        (["xx/As", "xx/x"], {}, {"game": "stud"}, {"A": ["cdh"], "Q": ["cdh", "s"]}),
        # A Queen marks none, unless she need not be wild.
        (["xx/Qs", "xx/x"], {}, {}, {"A": ["cdhs"], "Q": ["cdh"]}),
        (["xx/Qs", "xx/x"], {}, {"queens_wild": "if_up"}, {"A": ["cdh", "s"], "Q": ["cdh"]}),
        (["xx/Qs", "xx/x"], {}, {"last_queen": "none"}, {"A": ["cdh", "s"], "Q": ["cdh"]}),
        (["xx/Qs", "xx/x"], {}, {"trigger": "K"}, {"A": ["cdh", "s"], "K": ["cdhs"], "Q": ["cdh"]}),
        (["xx/2s", "xx/x"], {}, {"extra_wild": "2"}, {"A": ["cdhs"], "2": ["cdh"]}),
        # Two seats mark two suits, dead cards a third; what is left are single cards.
        (["xx/As", "xx/Kh"], {}, {}, {"J": ["cd", "h", "s"]}),
        (["xx/As", "xx/Kh"], {"dead": "2c"}, {}, {"J": ["c", "d", "h", "s"]}),
        # In a seat a down card and an up card can change places.
        (["AsKd/AhKc", "xx/2s", "xx/2h"], {}, {}, {"J": ["cd", "h", "s"]}),
        (["AsKd/AhKc", "xx/2d", "f:xx/2c"], {}, {}, {"J": ["c", "d", "hs"]}),
        (["AsAh/KdKc", "xx/2s2h"], {}, {}, {"J": ["cd", "hs"], "2": ["cd"]}),
        # A folded seat and a dead card are one: out of the deck.
        (["xx/Js", "f:xx/2d"], {"dead": "2h"}, {}, {"5": ["c", "dh", "s"]}),
        # Filters of ranks mark no suit, filters of cards do.
        (["AA/x", "xx/x"], {}, {}, {"A": ["cdhs"], "K": ["cdhs"]}),
        (["Asx-pair/x", "xx/x"], {}, {}, {"A": ["cdh", "s"], "K": ["cdh", "s"], "Q": ["cdh", "s"]}),
    ],
)
def test_cards_that_can_change_places(
    seats: list[str], options: dict[str, str], rules: dict[str, str], classes: dict[str, list[str]]
) -> None:
    table = Table.parse(seats, rules=Rules(**rules), **options)
    unseen = set(range(52)).difference(table.known_cards)
    found = [text(cards) for cards in alike(table, unseen)]
    assert sorted("".join(found)) == sorted(text(unseen))
    for rank, suits in classes.items():
        assert sorted(cards[1::2] for cards in found if cards[0] == rank) == sorted(suits), rank
