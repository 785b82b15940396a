"""`ftq deal`, `ftq hand` and `ftq wild`."""

import json

import pytest

from evaluator.category import LABELS
from tests.commands import TABLE, answer, rows


def test_deal_forms_agree() -> None:
    command = ["deal", *TABLE, "--count", "3", "--seed", "7"]
    sample = json.loads(answer(*command, "--format", "json"))
    assert sample["seed"] == 7
    assert len(sample["deals"]) == 3
    found = rows(answer(*command, "--format", "csv"))
    assert [(row["deal"], row["seat"]) for row in found] == [(d, s) for d in "123" for s in "1234"]
    text = answer(*command)
    for deal in sample["deals"]:
        for seat in deal["seats"]:
            assert seat["cards"] in text
    for row in found:
        assert row["cards"] in text
        assert row["description"] in text
        assert (row["category"] == "") == (row["folded"] == "true")
    assert text.endswith("\nseed 7\n")
    assert text == answer(*command)


def test_hand_json() -> None:
    got = json.loads(answer("hand", "AsQs", "5s,9s", "2d", "--format", "json"))
    assert list(got) == ["cards", "wild_ranks", "category", "description", "best_five", "strength"]
    assert (got["cards"], got["wild_ranks"]) == (["As", "Qs", "5s", "9s", "2d"], ["Q"])
    assert all(set(card) == {"card", "as"} for card in got["best_five"])
    assert got["category"] in LABELS


def test_hand_shows_wild_cards_as_both() -> None:
    text = answer("hand", "9c9d4h4sQs")
    assert "full house" in text
    assert "Qs as 9" in text
    found = rows(answer("hand", "9c9d4h4sQs", "--format", "csv"))
    assert [row["category"] for row in found] == ["full house"]
    assert found[0]["cards"] == "9c9d4h4sQs"


@pytest.mark.parametrize(
    ("options", "ranks"),
    [
        ([], ["Q"]), (["--wild", "none"], []), (["--wild", "5Q"], ["Q", "5"]), (["--wild", "2,10"], ["T", "2"]),
        (["--game", "stud"], []), (["--game", "stud", "--wild", "none"], []),
    ],
)  # fmt: skip
def test_wild_ranks_of_a_hand(options: list[str], ranks: list[str]) -> None:
    assert json.loads(answer("hand", "As", *options, "--format", "json"))["wild_ranks"] == ranks


def test_hand_with_the_double_ace_flush() -> None:
    cards = ["hand", "AhJh9h3hQc", "--format", "json"]
    off, on = json.loads(answer(*cards)), json.loads(answer(*cards, "--rule", "double_ace_flush=on"))
    assert off["category"] == on["category"] == "flush"
    assert on["strength"] > off["strength"]


def test_wild_json() -> None:
    assert json.loads(answer("wild", "Qh", "5d", "Qc", "8s", "--format", "json")) == {
        "steps": [
            {"card": "Qh", "wild_ranks": ["Q"], "follower": None, "pending": True},
            {"card": "5d", "wild_ranks": ["Q", "5"], "follower": "5", "pending": False},
            {"card": "Qc", "wild_ranks": ["Q"], "follower": None, "pending": True},
            {"card": "8s", "wild_ranks": ["Q", "8"], "follower": "8", "pending": False},
        ],
        "wild_ranks": ["Q", "8"],
        "follower": "8",
        "pending": False,
    }
    assert json.loads(answer("wild", "--format", "json")) == {
        "steps": [], "wild_ranks": ["Q"], "follower": None, "pending": False
    }  # fmt: skip
    assert json.loads(answer("wild", "Qh5d", "--game", "stud", "--format", "json"))["wild_ranks"] == []


def test_wild_table_and_csv() -> None:
    assert answer("wild", "Qh5d9c") == (
        "up card  wild\n"
        "Qh       Q     the next one will be wild\n"
        "5d       Q,5   5 follows\n"
        "9c       Q,5\n"
    )  # fmt: skip
    assert answer("wild", "Qh5d", "--format", "csv") == (
        "card,wild_ranks,follower,pending\n"
        "Qh,Q,,true\n"
        '5d,"Q,5",5,false\n'
    )  # fmt: skip
    assert "before any up card" in answer("wild")
