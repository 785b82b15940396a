"""House rules on the command line: what is wild in words, void deals, and that answers can be had again."""

import json
import shlex
from typing import Any

import pytest

from simulator import Rules
from tests.commands import EIGHT, FEW, answer, check_error, equity_json, ftq, rows, without_time

SAMPLED = [*FEW, "--method", "montecarlo"]
REDEAL = ["--rule", "no_trigger=redeal"]
NO_QUEEN_YET = ["8c8d/Kh4h3d9s", "5hAs/Jc5c2d"]  # one up card to come


def house(*rules: str) -> list[str]:
    return [word for rule in rules for word in ("--rule", rule)]


def wild_now(*args: str) -> str:
    lines = answer("equity", *args, *SAMPLED, "--no-by-street").splitlines()
    return next(line.removeprefix("wild now: ") for line in lines if line.startswith("wild now: "))


@pytest.mark.parametrize(
    ("up_cards", "rules", "words"),
    [
        (["Qh", "5d"], [], "Q,5"),
        (["5d", "Qh"], [], "Q, and the next card face up will be"),
        (["Qh5s", "5dQd"], [], "Q, and the next card face up will be"),
        (["Qh5s", "5dQd"], ["last_queen=keep"], "Q,5, and the next card face up will be"),
        (["Qh5s", "5dQd"], ["last_queen=none"], "none, and the next card face up will be unless it is a Q"),
        (
            ["Qh5s", "5dQd"],
            ["last_queen=none", "extra_wild=9,2"],
            "9,2, and the next card face up will be unless it is a Q",
        ),
        (["Qh5s", "5dQd"], ["queens_wild=never"], "none, and the next card face up will be unless it is a Q"),
        (["Qh5s", "5dQd"], ["followers=accumulate"], "Q,5, and the next card face up will be"),
        (["9h", "5d"], ["queens_wild=if_up"], "none"),
        (["9h", "Qd"], ["queens_wild=if_up"], "Q, and the next card face up will be"),
        (["Qh", "5d"], ["trigger=K"], "K"),
        (["Kh", "Qd"], ["trigger=K"], "K,Q"),
        (["Qh", "Kd"], ["trigger=K", "queens_wild=never"], "none, and the next card face up will be unless it is a K"),
        # The last card face up: nothing follows it, unless seventh cards are dealt face up.
        (["2c3c4c5c", "2d3d4dQd"], [], "Q"),
        (["2c3c4c5c", "2d3d4dQd"], ["last_queen=none"], "none"),
        (["2c3c4c5c", "2d3d4dQd"], ["seventh=up"], "Q, and the next card face up will be"),
        (["2c3c4c5c/Qh", "2d3d4d5d/9d"], ["seventh=up"], "Q,9"),
        (["2c3c4c5c/Qh", "2d3d4d5d/Qd"], ["seventh=up"], "Q"),
        (["2c3c4c5c/Qh", "2d3d4d5d/x"], ["seventh=up"], "not known, since an up card is unknown"),
    ],
)
def test_what_is_wild_in_words(up_cards: list[str], rules: list[str], words: str) -> None:
    assert wild_now(*(f"xx/{cards}" for cards in up_cards), *house(*rules)) == words


def test_a_common_card_that_is_no_up_card_is_told() -> None:
    text = answer("equity", *EIGHT, "--common", "Kh", *house("common_card=ignored"), *SAMPLED, "--no-by-street")
    assert "common card: Kh, which is no up card\nwild now: Q\n" in text
    assert "common  " not in text
    assert equity_json(*EIGHT, "--common", "Kh", *house("common_card=ignored"), *SAMPLED)["up_cards"][-1] == "Qs"


def test_house_rules_stand_in_the_answer() -> None:
    rules = {"last_queen": "keep", "queens_wild": "if_up", "trigger": "K", "extra_wild": "9,2", "seventh": "up"}
    given = house(*(f"{name}={value}" for name, value in rules.items()))
    found = equity_json("xx/x", "xx/x", *given, *SAMPLED)
    assert found["rules"] == Rules(**rules).to_dict()
    text = answer("equity", "xx/x", "xx/x", *given, *SAMPLED)
    assert "house rules: last_queen=keep queens_wild=if_up trigger=K extra_wild=9,2 seventh=up\n" in text


@pytest.mark.parametrize(
    "rules",
    [
        ["no_trigger=redeal"],
        ["last_queen=keep", "seventh=up", "double_ace_flush=on"],
        ["followers=accumulate", "trigger=5", "extra_wild=9,2", "no_trigger=redeal", "queens_wild=if_up"],
    ],
)
def test_the_same_figures_again(rules: list[str]) -> None:
    first = answer("equity", "AsKd/2c", "xx/5d", *house(*rules), *SAMPLED)
    again = first.split("the same figures again: ")[1]
    assert without_time(answer(*shlex.split(again)[1:])) == without_time(first)


def test_void_deals_are_told_and_not_counted() -> None:
    found = equity_json(*NO_QUEEN_YET, *REDEAL, *SAMPLED)
    assert 0 < found["deals"] < 60
    assert found["deals"] + found["void_deals"] == 200
    assert sum(seat["wins"] for seat in found["seats"]) + found["seats"][0]["ties"] == found["deals"]
    for seat in found["seats"]:
        assert sum(seat["categories"].values()) == pytest.approx(1)
    text = answer("equity", *NO_QUEEN_YET, *REDEAL, *SAMPLED)
    assert f"\nbesides, {found['void_deals']} deals were void, with no Q face up\n" in text
    assert "void" not in answer("equity", *NO_QUEEN_YET, *SAMPLED)
    assert equity_json(*NO_QUEEN_YET, *SAMPLED)["void_deals"] == 0


def test_no_valid_deal_is_a_failure() -> None:
    few = ["--deals", "2", "--seed", "1", "--method", "montecarlo"]
    message = check_error(ftq("equity", *NO_QUEEN_YET, *REDEAL, *few, "--quiet"), 1)
    assert message.startswith("ftq: error: no valid deal: no Q came face up in 2 deals")


def test_a_street_without_a_valid_deal_is_left_out() -> None:
    """The Queen of the headline is known; on third street she is not out yet, and both deals there are void."""
    for seed in range(20):
        few = ["--deals", "1", "--seed", str(seed), "--method", "montecarlo", "--format", "json"]
        result = ftq("equity", "xx/5cQd", "xx/9h2d", *REDEAL, *few)
        assert result.exit_code == 0
        streets = [entry["street"] for entry in json.loads(result.stdout)["streets"]]
        if "third street is left out: no valid deal" in result.stderr:
            assert streets == ["fourth"]
            return
    pytest.fail("about half of the deals on third street have no Queen face up")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["QsQh/7c", "QdQc/5d", *REDEAL], "no Q can come face up any more"),
        (["xx/2c3c4c5c", "xx/6c7c8c9c", *REDEAL], "no Q can come face up any more"),
        (["xx/2c3c4c5c", "xx/6c7c8c9c/Qs", *house("seventh=up")], "seat 2: the seventh card Qs is given, but seat 1"),
        (["xx/2c", "xx/6c", *house("extra_wild=2"), "--game", "stud"], "extra_wild=2 has no meaning in stud"),
    ],
)
@pytest.mark.parametrize("command", ["equity", "deal"])
def test_impossible_tables_are_bad_input(command: str, args: list[str], says: str) -> None:
    assert says in check_error(ftq(command, *args))


# --- deals, hands and wild ranks


def deals(*args: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(answer("deal", *args, "--seed", "4", "--format", "json"))["deals"]
    return found


@pytest.mark.jit  # a block in plain Python takes seconds
def test_void_deals_are_shown_as_void() -> None:
    found = deals("xx/x", "xx/x", *REDEAL, "--count", "20")
    void = [deal["void"] for deal in found]
    assert 0 < sum(void) < 20
    for deal in found:
        assert deal["void"] == all(up["card"][0] != "Q" for up in deal["up_cards"])
        assert (deal["winners"] == []) == deal["void"]
    text = answer("deal", "xx/x", "xx/x", *REDEAL, "--count", "20", "--seed", "4")
    assert [": void, with no Q face up" in line for line in text.splitlines() if line.startswith("deal ")] == void
    table = rows(answer("deal", "xx/x", "xx/x", *REDEAL, "--count", "20", "--seed", "4", "--format", "csv"))
    assert [row["void"] == "true" for row in table[::2]] == void
    assert not any(row["winner"] == "true" for row in table if row["void"] == "true")


@pytest.mark.jit  # a block in plain Python takes seconds
def test_seventh_cards_face_up_are_dealt_in_turn() -> None:
    deal = deals("xx/x", "f:xx/x", "xx/x", *house("seventh=up"))[0]
    assert [up["seat"] for up in deal["up_cards"]] == [1, 2, 3, *[1, 3] * 4]
    assert [up["card"] for up in deal["up_cards"][-2:]] == [deal["seats"][at]["cards"][-2:] for at in (0, 2)]
    text = answer("deal", "xx/x", "f:xx/x", "xx/x", *house("seventh=up"), "--seed", "4")
    assert "\nseventh " in text


@pytest.mark.jit  # a block in plain Python takes seconds
def test_an_ignored_common_card_is_shown_apart() -> None:
    deal = deals("xx/x", "--seats", "8", *house("common_card=ignored"))[0]
    assert len(deal["up_cards"]) == 32
    assert deal["common"] not in [up["card"] for up in deal["up_cards"]]
    text = answer("deal", "xx/x", "--seats", "8", *house("common_card=ignored"), "--seed", "4")
    assert f", common card {deal['common']}\n" in text
    assert deals("xx/x", "--seats", "8")[0]["up_cards"][-1]["seat"] == 0


@pytest.mark.parametrize(
    ("rules", "wild_ranks"),
    [
        ([], ["Q"]),
        (["extra_wild=9,2"], ["Q", "9", "2"]),
        (["trigger=K"], ["K"]),
        (["queens_wild=if_up"], []),
        (["queens_wild=never", "extra_wild=2"], ["2"]),
        (["last_queen=none"], ["Q"]),
    ],
)
def test_ranks_that_are_wild_in_a_hand_unless_given(rules: list[str], wild_ranks: list[str]) -> None:
    found = json.loads(answer("hand", "AsKdQh2c9d", *house(*rules), "--format", "json"))
    assert found["wild_ranks"] == wild_ranks


def test_wild_command_under_house_rules() -> None:
    found = json.loads(
        answer("wild", "Qh 5d Qc 5s", *house("followers=accumulate", "queens_wild=never"), "--format", "json")
    )
    steps = [(step["wild_ranks"], step["follower"], step["pending"]) for step in found["steps"]]
    assert steps == [([], None, True), (["5"], "5", False), (["5"], "5", True), (["5"], "5", False)]
    lines = answer("wild", "Qh 5d Qc 5s", *house("followers=accumulate", "queens_wild=never")).splitlines()
    assert [line.split(maxsplit=2)[1:] for line in lines[1:]] == [
        ["none", "the next one will be wild unless it is a Q"],
        ["5", "5 follows"],
        ["5", "the next one will be wild unless it is a Q"],
        ["5", "5 follows"],
    ]
    kept = json.loads(answer("wild", "Ks 7d Kh", *house("trigger=K", "last_queen=keep"), "--format", "json"))
    assert (kept["wild_ranks"], kept["follower"], kept["pending"]) == (["K", "7"], "7", True)
