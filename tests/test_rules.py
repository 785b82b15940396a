"""The options, the wild rule (W1-W8, W16) and the deal (D1, D3) in plain Python."""

import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.cards import parse_ranks
from simulator.rules import (
    OPTIONS,
    Option,
    Rules,
    Street,
    WildState,
    common_card_due,
    stub_after_sixth,
    up_card_order,
    wild_ranks,
    wild_start,
    wild_state,
    wild_steps,
)

QUEEN, FIVE, SEVEN, EIGHT = 10, 3, 5, 6
DEFAULTS = {
    "last_queen": "clear",
    "queens_wild": "always",
    "trigger": "Q",
    "followers": "replace",
    "no_trigger": "play",
    "extra_wild": "none",
    "seventh": "down",
    "common_card": "counts",
    "double_ace_flush": "off",
}
NAMES = ", ".join(DEFAULTS)


def test_street_is_its_number_of_cards() -> None:
    assert [(street, street.label) for street in Street] == [
        (3, "third"),
        (4, "fourth"),
        (5, "fifth"),
        (6, "sixth"),
        (7, "seventh"),
    ]


# --- options


def test_defaults_in_the_order_of_the_rules() -> None:
    assert list(Rules().to_dict().items()) == list(DEFAULTS.items())
    assert Rules().game == "ftq"
    assert [(option.name, option.default) for option in OPTIONS] == list(DEFAULTS.items())
    assert [option.rule for option in OPTIONS] == ["W9", "W10", "W11", "W12", "W13", "W14", "W15", "D3", "H3"]


def test_every_option_has_one_sentence() -> None:
    for option in OPTIONS:
        assert option.summary.endswith(".")
        assert "\n" not in option.summary


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_every_option_stands_in_the_rules_under_its_number(option: Option) -> None:
    page = (Path(__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
    statement = page.split(f"\n- {option.rule} ")[1].split("\n- ")[0]
    _, found, values = " ".join(statement.split()).partition(f"`{option.name}`")
    assert found
    assert option.default in values


@pytest.mark.parametrize("name", DEFAULTS)
@pytest.mark.parametrize("game", ["ftq", "stud"])
def test_defaults_may_be_spelled_out(name: str, game: str) -> None:
    assert Rules.from_options([f"{name}={DEFAULTS[name]}"], game=game) == Rules(game=game)


HOUSE_RULES = [
    "last_queen=keep",
    "last_queen=none",
    "queens_wild=if_up",
    "queens_wild=never",
    "trigger=K",
    "trigger=T",
    "followers=accumulate",
    "no_trigger=redeal",
    "extra_wild=9,2",
    "seventh=up",
    "common_card=ignored",
    "double_ace_flush=on",
]


@pytest.mark.parametrize("text", HOUSE_RULES)
def test_every_house_rule_can_be_chosen(text: str) -> None:
    name, _, value = text.partition("=")
    rules = Rules.from_options([f" {name} = {value.upper()} "])
    assert rules == Rules(**{name: value})
    assert rules.to_dict() == {**DEFAULTS, name: value}


@pytest.mark.parametrize("text", ["seventh=up", "common_card=ignored", "double_ace_flush=on"])
def test_rules_of_the_deal_and_of_hands_hold_in_stud(text: str) -> None:
    name, _, value = text.partition("=")
    assert Rules.from_options([text], game="stud").to_dict() == {**DEFAULTS, name: value}  # W16


def test_rules_travel_and_serve_as_keys() -> None:
    rules = Rules(game="stud", double_ace_flush="on")
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert len({rules, Rules(game="stud", double_ace_flush="on"), Rules()}) == 2


@pytest.mark.parametrize(
    "option",
    [
        "last_queen=keep",
        "queens_wild=never",
        "trigger=K",
        "followers=accumulate",
        "no_trigger=redeal",
        "extra_wild=2",
    ],
)
def test_stud_has_no_wild_card_options(option: str) -> None:
    with pytest.raises(ValueError, match=rf"^{option} has no meaning in stud, which has no wild cards \(rule W16\)$"):
        Rules.from_options([option], game="stud")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("last_queen=always", "last_queen is clear or keep or none, not 'always'"),
        ("queens_wild=", "queens_wild is always or if_up or never, not ''"),
        ("trigger=KQ", "trigger is Q or any one rank, not 'KQ'"),
        ("trigger=none", "trigger is Q or any one rank, not 'none'"),
        ("trigger=1", "trigger is Q or any one rank, not '1'"),
        ("followers=keep", "followers is replace or accumulate, not 'keep'"),
        ("no_trigger=void", "no_trigger is play or redeal, not 'void'"),
        ("extra_wild=deuces", "extra_wild is none or ranks (9,2), not 'deuces'"),
        ("seventh=open", "seventh is down or up, not 'open'"),
        ("common_card=1", "common_card is counts or ignored, not '1'"),
        ("double_ace_flush=yes", "double_ace_flush is off or on, not 'yes'"),
        ("nonsense=1", f"no house rule 'nonsense'; there are {NAMES}"),
        ("", f"no house rule ''; there are {NAMES}"),
        ("=on", f"no house rule ''; there are {NAMES}"),
        ("double_ace_flush", "double_ace_flush has no value: write double_ace_flush=VALUE, as in double_ace_flush=on"),
        ("game=stud", "game is no house rule: choose ftq or stud with the game setting"),
    ],
)
def test_bad_options_say_what_is_allowed(option: str, message: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as caught:
        Rules.from_options([option])
    assert str(caught.value) == message


def test_ranks_have_one_spelling() -> None:
    extra_wild = next(option for option in OPTIONS if option.name == "extra_wild")
    trigger = next(option for option in OPTIONS if option.name == "trigger")
    assert [extra_wild.spell(text) for text in ("2,9", "9 2", "92", "10", "none", "None")] == [
        "9,2",
        "9,2",
        "9,2",
        "T",
        "none",
        "none",
    ]
    assert [trigger.spell(text) for text in ("q", "10", " K ")] == ["Q", "T", "K"]


@pytest.mark.parametrize(
    "name", ["ante", "bring_in", "wild_is_high", "heads_up_cap", "open_pair", "showing", "odd_chip"]
)
def test_betting_options_belong_elsewhere(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name} is an option of the betting game"):
        Rules.from_options([f"{name}=on"])


def test_an_option_stands_once() -> None:
    with pytest.raises(ValueError, match=r"^double_ace_flush is given twice: on and off$"):
        Rules.from_options(["double_ace_flush=on", "double_ace_flush=off"])


def test_unknown_game() -> None:
    with pytest.raises(ValueError, match=r"^game is ftq or stud, not 'holdem'$"):
        Rules(game="holdem")


def test_option_values_are_text() -> None:
    with pytest.raises(ValueError, match=r"^double_ace_flush is off or on, not True$"):
        Rules(double_ace_flush=True)  # type: ignore[arg-type]  # which is what is refused


@given(st.lists(st.text(max_size=30) | st.sampled_from([f"{name}={value}" for name, value in DEFAULTS.items()])))
def test_any_option_text_is_read_or_refused_in_one_line(options: list[str]) -> None:
    message = "read"
    try:
        Rules.from_options(options)
    except ValueError as error:
        message = str(error)
    assert len(message.splitlines()) == 1


# --- the wild rule


@pytest.mark.parametrize(
    ("up_cards", "ranks"),
    [
        ("", "Q"),  # W6
        ("5d 7c", "Q"),  # W6
        ("Qh 5d", "Q5"),  # W2
        ("Qh", "Q"),  # W6
        ("Qh 7d 2c 7s", "Q7"),  # W2
        ("Qh 5d Qc", "Q"),  # W4
        ("Qh 5d Qc 8s", "Q8"),  # W4
        ("Qh Qd 5c", "Q5"),  # W5
        ("5d Qh Qd Qc Qs Ad Kd", "QA"),  # W5
        ("Ad Kd Qs", "Q"),  # W6
    ],
)
def test_wild_ranks(up_cards: str, ranks: str) -> None:
    assert wild_ranks(up_cards) == parse_ranks(ranks)


def test_wild_steps_card_by_card() -> None:
    queens = 1 << QUEEN
    assert wild_steps("7c Qh Qd 5c 9s Qs 8d") == [
        WildState(queens, None, False, 0),
        WildState(queens, None, True, 0),
        WildState(queens, None, True, 0),
        WildState(queens | 1 << FIVE, FIVE, False, 1 << FIVE),
        WildState(queens | 1 << FIVE, FIVE, False, 1 << FIVE),
        WildState(queens, None, True, 0),
        WildState(queens | 1 << EIGHT, EIGHT, False, 1 << EIGHT),
    ]


def test_state_at_the_start() -> None:
    assert wild_steps("") == []
    assert wild_state("") == wild_start() == WildState(1 << QUEEN, None, False, 0)


def test_ids_and_text_agree() -> None:
    assert wild_state([42, 21]) == wild_state("Qh 7d") == WildState(1 << QUEEN | 1 << SEVEN, SEVEN, False, 1 << SEVEN)


def test_stud_has_no_wild_cards() -> None:
    stud = Rules(game="stud")
    assert wild_steps("Qh 5d Qc", stud) == [WildState(0, None, False, 0)] * 3
    assert wild_ranks("Qh 5d", stud) == wild_ranks("", stud) == 0


@pytest.mark.parametrize(
    ("up_cards", "message"),
    [
        ("Qh Qh", "Qh stands twice in 'Qh Qh'"),
        ([42, 42], "Qh stands twice: change one of them"),
        ([52], "card id 52 is out of range"),
        ([-1], "card id -1 is out of range"),
        ("Qh x", "'x' is an unknown card; here every card must be known"),
        ("Qh 5", "'5' is not a card: '5' needs a suit"),
    ],
)
def test_bad_up_cards(up_cards: str | list[int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        wild_steps(up_cards)


# --- the deal


def test_up_cards_are_dealt_street_by_street() -> None:
    assert up_card_order([2, 2, 2]) == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def test_a_folded_seat_is_passed_over() -> None:
    assert up_card_order([3, 1, 2]) == [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2)]
    assert up_card_order([0, 0]) == []


@pytest.mark.parametrize(
    ("up_counts", "dead", "stub"),
    [([4] * 8, 0, 4), ([4] * 7, 0, 10), ([4] * 7 + [1], 0, 7), ([4, 4], 3, 37), ([4] * 8, 4, 0), ([4] * 8, 6, -2)],
)
def test_stub_after_sixth_street(up_counts: list[int], dead: int, stub: int) -> None:
    assert stub_after_sixth(up_counts, dead) == stub


@pytest.mark.parametrize(
    ("stub", "dealt_to", "due"),
    [(4, 8, True), (10, 7, False), (7, 7, False), (6, 7, True), (1, 2, True), (1, 1, False)],
)
def test_common_card_when_the_stub_is_short(stub: int, dealt_to: int, due: bool) -> None:
    assert common_card_due(stub, dealt_to) is due


@pytest.mark.parametrize(("stub", "dealt_to"), [(0, 8), (0, 1), (-1, 8)])
def test_not_enough_cards(stub: int, dealt_to: int) -> None:
    with pytest.raises(ValueError, match=r"^not enough cards: "):
        common_card_due(stub, dealt_to)
