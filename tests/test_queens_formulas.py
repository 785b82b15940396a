"""Closed forms of the Queens study against every order of Queens and other cards, and against the wild rule."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from simulator import closed_forms
from tests import oracle
from tests.oracle import ids

UP = range(1, 10)
OTHERS = ids("2c3c4c5c6c7c8c9cTc")  # no two of a rank, as if each follower were another: none follows twice
QUEENS = ids("QcQdQhQs")


def up_cards(count: int) -> Iterator[tuple[Fraction, list[int]]]:
    """Every way in which Queens and others lie among so many up cards, with its chance."""
    for queens in range(5):
        for places in combinations(range(count), queens):
            others, triggers = iter(OTHERS), iter(QUEENS)
            cards = [next(triggers) if at in places else next(others) for at in range(count)]
            yield Fraction(comb(52 - count, 4 - queens), comb(52, 4)), cards


@pytest.mark.parametrize("count", UP)
def test_queens_face_up(count: int) -> None:
    chances = dict.fromkeys(range(5), Fraction(0))
    for chance, cards in up_cards(count):
        chances[sum(card in QUEENS for card in cards)] += chance
    for queens in range(5):
        assert closed_forms.triggers_face_up(count, queens) == pytest.approx(float(chances[queens]), rel=1e-12)


@pytest.mark.parametrize("count", UP)
def test_no_follower(count: int) -> None:
    chance = sum(chance for chance, cards in up_cards(count) if oracle.follower(cards) is None)
    assert closed_forms.no_follower(count) == pytest.approx(float(chance), rel=1e-12)


@pytest.mark.parametrize(("first", "last"), [(0, 1), (0, 2), (1, 2), (0, 9), (3, 8), (4, 4)])
def test_follower_changes_and_flips(first: int, last: int) -> None:
    """The mean number of either; under the default rules they are the same cards."""
    followers = flips = Fraction(0)
    for chance, cards in up_cards(last):
        for at in range(first, last):
            before, after = cards[:at], cards[: at + 1]
            followers += chance * (oracle.follower(before) != oracle.follower(after))
            flips += chance * (oracle.wild_ranks(before) != oracle.wild_ranks(after))
    assert followers == flips
    assert closed_forms.follower_changes(first, last) == pytest.approx(float(followers), rel=1e-12)
