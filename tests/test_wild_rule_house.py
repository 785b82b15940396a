"""The wild rule under house rules (W9-W14): hand-worked up cards; every combination of options against the oracle."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import Rules
from simulator.rules import wild_ranks, wild_start, wild_steps
from tests import oracle
from tests.oracle import House, ids, mask
from tests.strategies import houses

# Up cards, house rules, wild ranks.
WORKED: list[tuple[str, House, str]] = [
    # W9: what is wild while a Queen waits.
    ("Qs5hQd", {"last_queen": "clear"}, "Q"),
    ("Qs5hQd", {"last_queen": "keep"}, "Q5"),
    ("Qs5hQdQc", {"last_queen": "keep"}, "Q5"),  # the example of W9
    ("Qs5hQd9cQc", {"last_queen": "keep"}, "Q9"),
    ("Qs5hQd9c", {"last_queen": "keep"}, "Q9"),
    ("KsQs", {"last_queen": "keep"}, "Q"),  # no follower to keep
    ("QsQd", {"last_queen": "keep"}, "Q"),
    ("Qs5hQd", {"last_queen": "none"}, ""),
    ("Qs", {"last_queen": "none"}, ""),
    ("Qs5hQd9c", {"last_queen": "none"}, "Q9"),
    ("Qs5h", {"last_queen": "none"}, "Q5"),
    ("5h", {"last_queen": "none"}, "Q"),
    ("", {"last_queen": "none"}, "Q"),
    # W10: whether Queens themselves are wild.
    ("", {"queens_wild": "if_up"}, ""),
    ("5hKs", {"queens_wild": "if_up"}, ""),
    ("5hQs", {"queens_wild": "if_up"}, "Q"),
    ("5hQs9c2c", {"queens_wild": "if_up"}, "Q9"),
    ("5hQs9c2cQd", {"queens_wild": "if_up"}, "Q"),
    ("5hQs", {"queens_wild": "if_up", "last_queen": "none"}, ""),
    ("", {"queens_wild": "never"}, ""),
    ("5hQs", {"queens_wild": "never"}, ""),
    ("5hQs9c", {"queens_wild": "never"}, "9"),
    ("5hQs9cQd", {"queens_wild": "never"}, ""),
    ("5hQs9cQd", {"queens_wild": "never", "last_queen": "keep"}, "9"),
    ("5hQs9cQdQh", {"queens_wild": "never", "last_queen": "keep"}, "9"),
    # W11: another trigger; Queens are ordinary.
    ("", {"trigger": "K"}, "K"),
    ("Qs5h", {"trigger": "K"}, "K"),
    ("Ks5h", {"trigger": "K"}, "K5"),
    ("KsQs9h", {"trigger": "K"}, "KQ"),
    ("Ks5hKd", {"trigger": "K", "last_queen": "keep"}, "K5"),
    ("Qs5h", {"trigger": "K", "queens_wild": "if_up"}, ""),
    ("Ks5h", {"trigger": "K", "queens_wild": "never"}, "5"),
    ("2s2hAc", {"trigger": "2"}, "2A"),
    # W12: every follower stays.
    ("Qs5hQd9c", {"followers": "accumulate"}, "Q59"),
    ("Qs5hQd", {"followers": "accumulate"}, "Q5"),
    ("Qs5hQd", {"followers": "accumulate", "last_queen": "keep"}, "Q5"),
    ("Qs5hQd", {"followers": "accumulate", "last_queen": "none"}, ""),
    ("Qs5hQd9c", {"followers": "accumulate", "last_queen": "none"}, "Q59"),
    ("Qs5hQd9cQcQh", {"followers": "accumulate", "queens_wild": "never"}, "59"),
    ("Qs5hQd5cKs", {"followers": "accumulate"}, "Q5"),
    # W14: more wild ranks.
    ("", {"extra_wild": "2"}, "Q2"),
    ("Qs5h", {"extra_wild": "9,2"}, "Q952"),
    ("Qs5hQd", {"extra_wild": "9,2", "last_queen": "none"}, "92"),
    ("Qs", {"extra_wild": "Q", "last_queen": "none"}, "Q"),
    ("5h", {"extra_wild": "Q", "queens_wild": "never"}, "Q"),
    ("Qs2h", {"extra_wild": "2"}, "Q2"),
    ("Ks2h", {"extra_wild": "Q", "trigger": "K"}, "KQ2"),
    # W13 and what is no rule of the up cards changes nothing.
    ("Qs5h", {"no_trigger": "redeal", "seventh": "up", "common_card": "ignored", "double_ace_flush": "on"}, "Q5"),
    # W16
    ("Qs5h", {"game": "stud"}, ""),
]


@pytest.mark.parametrize(("cards", "house", "wild"), WORKED)
def test_hand_worked_wild_ranks(cards: str, house: House, wild: str) -> None:
    assert oracle.wild_ranks(ids(cards), house) == mask(wild)
    assert wild_ranks(cards, Rules(**house)) == mask(wild)


@pytest.mark.parametrize(
    ("cards", "house", "follower"),
    [
        ("Qs5h9c", {}, "5"),
        ("Qs5hQd", {}, None),
        ("Qs5hQdQc", {"last_queen": "keep"}, "5"),
        ("Qs5hQdQc", {"last_queen": "none"}, None),
        ("Qs5hQd9cQc", {"followers": "accumulate"}, "9"),
        ("Qs5hQd9cQc", {"followers": "accumulate", "last_queen": "none"}, None),
        ("Ks5h", {"trigger": "K", "queens_wild": "never"}, "5"),
        ("Qs5h", {"trigger": "K"}, None),
        ("Qs5h", {"game": "stud"}, None),
        ("", {}, None),
    ],
)
def test_hand_worked_followers(cards: str, house: House, follower: str | None) -> None:
    rank = None if follower is None else oracle.RANKS.index(follower)
    assert oracle.follower(ids(cards), house) == rank
    assert [wild_start(Rules(**house)), *wild_steps(cards, Rules(**house))][-1].follower == rank


def test_hand_worked_void_deals() -> None:
    redeal = {"no_trigger": "redeal"}
    assert oracle.void(ids("5hKs"), redeal)
    assert oracle.void([], redeal)
    assert not oracle.void(ids("5hQsKs"), redeal)
    assert oracle.void(ids("5hQsKs"), {**redeal, "trigger": "9"})
    assert not oracle.void(ids("5hKs"), {})


COMBINATIONS = [
    dict(zip(("last_queen", "queens_wild", "followers", "extra_wild", "trigger", "no_trigger"), values, strict=True))
    for values in product(
        ("clear", "keep", "none"),
        ("always", "if_up", "never"),
        ("replace", "accumulate"),
        ("none", "2", "Q,9", "A,K,5"),
        ("Q", "K", "2"),
        ("play", "redeal"),
    )
]


def check(cards: list[int], house: House) -> None:
    """What is wild after each card, the follower and whether one is waited for."""
    steps = wild_steps(cards, Rules(**house))
    assert len(steps) == len(cards)
    trigger = oracle.RANKS.index(house.get("trigger", "Q"))
    for dealt, state in enumerate([wild_start(Rules(**house)), *steps]):
        so_far = cards[:dealt]
        waits = house.get("game") != "stud" and dealt > 0 and so_far[-1] // 4 == trigger
        wanted = (oracle.wild_ranks(so_far, house), oracle.follower(so_far, house), waits)
        assert (state.wild_ranks, state.follower, state.pending) == wanted, (oracle.text(so_far), house)
    assert wild_ranks(cards, Rules(**house)) == oracle.wild_ranks(cards, house)


def test_every_combination_of_options() -> None:
    """Three sequences each, every second card a trigger in one of them."""
    rng = random.Random(7)
    for house in COMBINATIONS:
        trigger = oracle.RANKS.index(house["trigger"])
        deck = list(range(52))
        check(rng.sample(deck, rng.randrange(34)), house)
        few = rng.sample([card for card in deck if card // 4 != trigger], 5) + [4 * trigger + suit for suit in range(4)]
        check(rng.sample(few, 9), house)
        check(rng.sample(few, 6), house)


@given(houses(), st.lists(st.integers(0, 51), max_size=40, unique=True))
def test_any_house_rules_and_up_cards(house: House, cards: list[int]) -> None:
    check(cards, house)


@given(houses(), st.data())
def test_any_house_rules_with_triggers_about(house: House, data: st.DataObject) -> None:
    trigger = oracle.RANKS.index(house.get("trigger", "Q"))
    near = [4 * trigger + suit for suit in range(4)] + ids("2c3d9hKs")
    check(data.draw(st.lists(st.sampled_from(near), max_size=8, unique=True)), house)
