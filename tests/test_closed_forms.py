"""Closed forms for the wild rule over random up cards, by exact recursion and by seeded deals."""

import random
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from simulator.rules import wild_ranks
from tests import dealer, oracle
from tests.figures import assert_within, share_error

DEALS = 20_000
FACE_UP = [1, 2, 4, 8, 12, 16, 20, 24, 28, 33]


def no_queen_up(up: int) -> Fraction:
    """Chance that none of so many cards face up is a Queen."""
    return Fraction(comb(48, up), comb(52, up))


def last_is_queen() -> Fraction:
    """Chance that the last card face up is a Queen: the position does not matter."""
    return Fraction(1, 13)


def follower_wild(up: int) -> Fraction:
    """Chance that some follower is wild after so many cards face up: a Queen came, and not as the last (W2, W6)."""
    return 1 - no_queen_up(up) - last_is_queen()


@cache
def chances(up: int) -> dict[str, Fraction]:
    """Chances of "none", "waiting" and "follower" after so many up cards, card by card from the Queens left."""

    @cache
    def walk(dealt: int, queens: int, state: str) -> dict[str, Fraction]:
        if dealt == up:
            return {state: Fraction(1)}
        result: dict[str, Fraction] = {}
        left = 52 - dealt
        others = left - queens
        for times, queens_left, following in (
            (queens, queens - 1, "waiting"),
            (others, queens, "none" if state == "none" else "follower"),
        ):
            if times:
                for end, chance in walk(dealt + 1, queens_left, following).items():
                    result[end] = result.get(end, Fraction(0)) + Fraction(times, left) * chance
        return result

    return walk(0, 4, "none")


@pytest.mark.parametrize("up", FACE_UP)
def test_closed_forms_are_the_recursion_card_by_card(up: int) -> None:
    walked = chances(up)
    assert walked.get("none", 0) == no_queen_up(up)
    assert walked["waiting"] == last_is_queen()
    assert walked.get("follower", 0) == follower_wild(up)


def test_published_figures() -> None:
    assert float(follower_wild(33)) == pytest.approx(0.908760, abs=5e-7)  # eight seats with the common card
    for seats in range(2, 8):
        assert no_queen_up(4 * seats) == Fraction(comb(52 - 4 * seats, 4), comb(52, 4))


@pytest.mark.parametrize("up", FACE_UP)
def test_specification_follows_the_closed_forms(up: int) -> None:
    """The wild rule over shuffled decks, within 5 standard errors."""
    rng = random.Random(up)
    deck = list(range(52))
    single = waiting = 0
    for _ in range(DEALS):
        rng.shuffle(deck)
        single += wild_ranks(deck[:up]) == 1 << oracle.QUEEN
        waiting += deck[up - 1] // 4 == oracle.QUEEN
    p = float(follower_wild(up))
    assert_within(1 - single / DEALS, p, share_error(p, DEALS), "follower wild")
    assert_within(waiting / DEALS, 1 / 13, share_error(1 / 13, DEALS), "last up card a Queen")


@pytest.mark.parametrize("seats", range(2, 9))
def test_dealer_follows_the_closed_forms(seats: int) -> None:
    """Whole deals to 2-8 seats: four up cards each, and with eight seats the common card (D3)."""
    up = 4 * seats + (seats == 8)
    deals = 4_000
    follower = none = 0
    for deal in dealer.random_deals([dealer.Seat()] * seats, deals, seed=seats):
        assert len(deal.up_cards) == up
        assert {len(hand) for hand in deal.hands.values()} == {7}
        follower += oracle.wild_ranks(deal.up_cards) != 1 << oracle.QUEEN
        none += all(card // 4 != oracle.QUEEN for card in deal.up_cards)
    p = float(follower_wild(up))
    assert_within(follower / deals, p, share_error(p, deals), "follower wild")
    p = float(no_queen_up(up))
    assert_within(none / deals, p, share_error(p, deals), "no Queen face up")
