"""Closed forms for the Queens face up, in the deals of the kernel: within 5 standard errors."""

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest

from evaluator import evaluate
from simulator import Rules, Table
from simulator.completions import layout
from tests import oracle
from tests.blocks import Cards, Masks, deal, own_rows
from tests.figures import assert_within, share_error

pytestmark = pytest.mark.jit  # plain Python needs seconds for a block

BLOCKS = 100
QUEENS = 1 << oracle.QUEEN
SEATS = range(2, 9)
seats_of = pytest.mark.parametrize("seats", SEATS)


@cache
def dealt(seats: int) -> tuple[Cards, Masks]:
    """Up cards in deal order, and masks of the wild ranks, of a table with nothing known (D1, D3)."""
    cards, wild = deal(Table.parse(["xx/x"] * seats), BLOCKS, seed=100 + seats)
    order = [7 * seat + 2 + turn for turn in range(4) for seat in range(seats)] + ([6] if seats == 8 else [])
    return cards[order], wild


def assert_share(hits: Cards, p: Fraction | float, what: str) -> None:
    assert_within(float(hits.mean()), float(p), share_error(float(p), hits.size), what)


def up(seats: int) -> int:
    """Number of cards face up at the showdown: eight seats have a common card besides."""
    return 4 * seats + (seats == 8)


@seats_of
def test_no_queen_face_up(seats: int) -> None:
    up_cards, _ = dealt(seats)
    assert len(up_cards) == up(seats)
    queens = (up_cards >> 2 == oracle.QUEEN).sum(axis=0)
    for count in range(5):
        p = Fraction(comb(4, count) * comb(48, up(seats) - count), comb(52, up(seats)))
        assert_share(queens == count, p, f"{count} Queens face up")


@seats_of
def test_last_up_card_is_a_queen(seats: int) -> None:
    up_cards, _ = dealt(seats)
    assert_share(up_cards[-1] >> 2 == oracle.QUEEN, Fraction(1, 13), "the last card is a Queen")


@seats_of
def test_some_follower_is_wild(seats: int) -> None:
    _, wild = dealt(seats)
    p = 1 - Fraction(comb(48, up(seats)), comb(52, up(seats))) - Fraction(1, 13)
    if seats < 8:
        assert p == 1 - Fraction(comb(52 - 4 * seats, 4), comb(52, 4)) - Fraction(1, 13)
    else:
        assert round(float(p), 6) == 0.908760
    assert_share(wild != QUEENS, p, "some follower is wild")


@seats_of
def test_every_rank_follows_as_often(seats: int) -> None:
    _, wild = dealt(seats)
    p = (1 - Fraction(comb(48, up(seats)), comb(52, up(seats))) - Fraction(1, 13)) / 12
    for rank in range(13):
        if rank != oracle.QUEEN:
            assert_share(wild == QUEENS | 1 << rank, p, f"follower {oracle.RANKS[rank]}")


@seats_of
def test_each_place_is_that_of_the_last_follower(seats: int) -> None:
    """The up card at a place is the follower in the end: no Queen, right after a Queen, and no Queen after it."""
    up_cards, _ = dealt(seats)
    queen = up_cards >> 2 == oracle.QUEEN
    total = up(seats)
    for place in range(1, total):
        later = total - place - 1
        p = Fraction(4, 52) * Fraction(48, 51) * Fraction(comb(47, later), comb(50, later))
        hits = queen[place - 1] & ~queen[place] & ~queen[place + 1 :].any(axis=0)
        assert_share(hits, p, f"the card at place {place} follows the last Queen")


@pytest.mark.parametrize("seats", [2, 7, 8])
def test_categories_of_stud_hands(seats: int) -> None:
    """Seven cards of a seat are any seven cards: 133,784,560 hands, counted by category long ago."""
    known = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]
    assert sum(known) == comb(52, 7)
    table = Table.parse(["xx/x"] * seats, rules=Rules(game="stud"))
    cards, _ = deal(table, BLOCKS, seed=seats)
    assert len(own_rows(layout(table))) == (7 * seats if seats < 8 else 49)
    for seat in (0, seats - 1):
        categories = evaluate(np.ascontiguousarray(cards[7 * seat : 7 * seat + 7].T)) >> 12
        for category, count in enumerate(known):
            assert_share(categories == category, Fraction(count, comb(52, 7)), oracle.CATEGORIES[category])
