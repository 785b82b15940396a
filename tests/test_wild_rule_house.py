"""The wild rule under house rules (W9-W14): hand-worked up cards."""

import pytest

from tests import oracle
from tests.oracle import House, ids, mask

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
    assert oracle.follower(ids(cards), house) == (None if follower is None else oracle.RANKS.index(follower))


def test_hand_worked_void_deals() -> None:
    redeal = {"no_trigger": "redeal"}
    assert oracle.void(ids("5hKs"), redeal)
    assert oracle.void([], redeal)
    assert not oracle.void(ids("5hQsKs"), redeal)
    assert oracle.void(ids("5hQsKs"), {**redeal, "trigger": "9"})
    assert not oracle.void(ids("5hKs"), {})
