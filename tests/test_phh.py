"""Hands in the poker hand history format: read, written again, refused with one line."""

import dataclasses
import datetime
import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.cards import parse_cards
from simulator.hand_record import Action, ActionKind, Event, EventKind, HandRecord
from simulator.phh import MAX_BYTES, hand_text, read_hand
from tests import televised
from tests.televised import HANDS

FIELDS: dict[str, str] = {
    "variant": "'F7S'",
    "antes": "[1, 1, 1]",
    "bring_in": "2",
    "small_bet": "5",
    "big_bet": "10",
    "starting_stacks": "[100, 200, 300]",
    "actions": "['d dh p1 AsKdQh', 'd dh p2 ????7c', 'd dh p3 2c3c9d', 'p2 pb', 'p3 cbr 5', 'p1 f', 'p2 cc']",
}
DEAL = "'d dh p1 AsKdQh', 'd dh p2 ????7c', 'd dh p3 2c3c9d'"


def hand(**changes: str) -> str:
    """The hand above with other fields; an empty text leaves a field out."""
    return "".join(f"{name} = {value}\n" for name, value in (FIELDS | changes).items() if value)


def error(text: str) -> str:
    with pytest.raises(ValueError, match=r"\A[^\n\r]+\Z") as caught:
        read_hand(text)
    return str(caught.value)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_televised_hand_is_written_as_it_was(path: Path) -> None:
    text = path.read_text()
    record = read_hand(text)
    assert hand_text(record) == text.rstrip("\n") + "\n"
    assert read_hand(hand_text(record)) == record


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_televised_hand_is_read_as_by_a_reader_of_the_deal_alone(path: Path) -> None:
    record, other = read_hand(path.read_text()), televised.read(path)
    assert record.game == "stud"
    assert record.chip == 1
    for at, player in enumerate(other.players):
        assert list(record.dealt(at + 1)) == parse_cards(player.cards())
    folded = {action.seat for action in record.actions if action.kind is ActionKind.FOLD}
    assert folded == {at + 1 for at, player in enumerate(other.players) if player.folded}
    shown = {action.seat: action.cards for action in record.actions if action.kind is ActionKind.SHOW}
    assert shown == {at + 1: tuple(parse_cards(cards)) for at, cards in other.shown.items()}


def test_hand_05_by_eye() -> None:
    record = read_hand(HANDS[0].read_text())
    assert record.antes == (50_000,) * 5
    assert (record.bring_in, record.small_bet, record.big_bet) == (50_000, 200_000, 400_000)
    assert record.starting_stacks == (4_050_000, 7_750_000, 4_825_000, 8_525_000, 4_550_000)
    assert record.actions[5] == Action(ActionKind.BRING_IN, 5)
    assert record.actions[9] == Action(ActionKind.RAISE, 4, amount=200_000)
    assert record.actions[11] == Action(ActionKind.DEAL, 4, (4 * 4 + 1,))  # the six of diamonds
    assert record.actions[-1] == Action(ActionKind.FOLD, 4)
    assert not record.ante_trimming
    assert record.players == ()


def test_every_kind_of_action() -> None:
    texts = [
        "d dh p1 AsKdQh # three good ones",
        "  d  dh p2 ????7c",
        "d dh p3 2c3c10d",
        "",
        "# somebody coughs",
        "p2 pb",
        "p3 cbr 1,000",
        "p1 cc#slowly",
        "p2 f",
        "d db 9h",
        "p1 sm -",
        "p3 sm",
    ]
    record = read_hand(hand(actions=str(texts), starting_stacks="[5000, 5000, 5000]"))
    assert record.actions == (
        Action(ActionKind.DEAL, 1, (51, 45, 42), comment="three good ones"),
        Action(ActionKind.DEAL, 2, (None, None, 20)),
        Action(ActionKind.DEAL, 3, (0, 4, 33)),
        Action(ActionKind.REMARK),
        Action(ActionKind.REMARK, comment="somebody coughs"),
        Action(ActionKind.BRING_IN, 2),
        Action(ActionKind.RAISE, 3, amount=1000),
        Action(ActionKind.CALL, 1, comment="slowly"),
        Action(ActionKind.FOLD, 2),
        Action(ActionKind.COMMON, cards=(30,)),
        Action(ActionKind.SHOW, 1),
        Action(ActionKind.MUCK, 3),
    )
    assert tomllib.loads(hand_text(record))["actions"] == [
        "d dh p1 AsKdQh # three good ones",
        "d dh p2 ????7c",
        "d dh p3 2c3cTd",
        "",
        "# somebody coughs",
        "p2 pb",
        "p3 cbr 1000",
        "p1 cc # slowly",
        "p2 f",
        "d db 9h",
        "p1 sm -",
        "p3 sm",
    ]


def test_game_and_irregularities() -> None:
    events = "['1 p1 absent', '2 p2 exposed 7c', '4 p3 opened # too early', '8 p2 picked-up']"
    record = read_hand(
        hand(
            _game="'follow-the-queen'",
            _events=events,
            actions="['d dh p1 AsKdQh', 'd dh p2 7c6d5h', 'd dh p3 2c3c9d', 'p2 pb', 'p3 cbr 5', 'p1 f', 'p2 cc']",
        )
    )
    assert record.game == "ftq"
    assert record.events == (
        Event(1, EventKind.ABSENT, 1),
        Event(2, EventKind.EXPOSED, 2, (20,)),
        Event(4, EventKind.WRONG_OPENER, 3, comment="too early"),
        Event(8, EventKind.PICKED_UP, 2),
    )
    assert [record.exposed(seat) for seat in (1, 2, 3)] == [(), (0,), ()]
    written = tomllib.loads(hand_text(record))
    assert written["_game"] == "follow-the-queen"
    assert written["_events"] == tomllib.loads(f"e = {events}")["e"]


def test_house_rules() -> None:
    text = hand(_game="'follow-the-queen'", _rules="[' extra_wild = 2,9', 'open_pair=off']")
    record = read_hand(text)
    assert record.rules == ("extra_wild=9,2", "open_pair=off")
    assert tomllib.loads(hand_text(record))["_rules"] == ["extra_wild=9,2", "open_pair=off"]
    assert read_hand(hand_text(record)) == record
    assert read_hand(hand(_rules="['open_pair=OFF', 'seventh=up']")).rules == ("open_pair=off", "seventh=up")


def test_both_down_cards_exposed_and_a_misdeal() -> None:
    record = read_hand(hand(actions="['d dh p1 AsKd']", _events="['2 p1 exposed KdAs', '2 d misdeal']"))
    assert record.exposed(1) == (0, 1)
    assert record.events[1] == Event(2, EventKind.MISDEAL)


@pytest.mark.parametrize(
    ("changes", "chip", "bring_in", "small_bet"),
    [
        ({}, "1", 2, 5),
        ({"small_bet": "5.0"}, "1", 2, 5),
        ({"antes": "[0.20, 0.20, 0.20]"}, "0.1", 20, 50),
        ({"antes": "[0.25, 0.2, 0]"}, "0.01", 200, 500),
        ({"actions": f"[{DEAL}, 'p2 cbr 5.50']"}, "0.1", 20, 50),
        ({"_chip": "0.5"}, "0.5", 4, 10),
        ({"_chip": "0.01"}, "0.01", 200, 500),
        ({"_chip": "1.0"}, "1", 2, 5),
    ],
)
def test_amounts_are_whole_numbers_of_the_smallest_chip(
    changes: dict[str, str], chip: str, bring_in: int, small_bet: int
) -> None:
    record = read_hand(hand(**changes))
    assert record.chip == Decimal(chip)
    assert (record.bring_in, record.small_bet) == (bring_in, small_bet)
    assert record.value(record.bring_in) == 2
    assert read_hand(hand_text(record)) == record


def test_tournament_chips() -> None:
    changes = {"antes": "[25, 25, 25]", "bring_in": "50", "small_bet": "100", "big_bet": "200", "_chip": "25"}
    record = read_hand(hand(**changes, starting_stacks="[2000, 2025, 50]", actions=f"[{DEAL}, 'p2 pb', 'p3 cbr 100']"))
    assert record.chip == 25
    assert (record.antes, record.small_bet) == ((1, 1, 1), 4)
    assert record.starting_stacks == (80, 81, 2)
    assert tomllib.loads(hand_text(record))["_chip"] == 25
    assert read_hand(hand_text(record)) == record


def test_antes_are_reversed_heads_up() -> None:
    record = read_hand(hand(antes="[0, 3]", starting_stacks="[100, 200]", actions="[]"))
    assert (record.antes, record.starting_stacks) == ((3, 0), (100, 200))
    assert tomllib.loads(hand_text(record))["antes"] == [0, 3]


def test_unknown_stacks_and_results() -> None:
    text = hand(starting_stacks="[inf, 200, inf]", finishing_stacks="[90.5, 210, 0]", winnings="[0, 20, 0]")
    record = read_hand(text)
    assert record.starting_stacks == (None, 2000, None)
    assert record.finishing_stacks == (905, 2100, 0)
    assert record.winnings == (0, 200, 0)
    assert tomllib.loads(hand_text(record)) == tomllib.loads(text)


def test_all_other_fields_are_kept() -> None:
    text = hand(
        ante_trimming_status="true",
        author='"D\'Artagnan \\"d\'A\\" \\u0007"',
        time="12:34:56",
        day="7",
        time_limit="inf",
        time_banks="[30.5, 1e3, nan]",
        hand="'12a'",
        players="['Ann', '', \"O'Hara\"]",
        _mood="{wind = 'calm', 'a b' = [1, [2, 3]], sober = false, on = 2024-02-29, at = 2024-02-29T01:02:03Z}",
        future="['x']",
    )
    record = read_hand(text)
    assert record.ante_trimming
    assert record.players == ("Ann", "", "O'Hara")
    again = read_hand(hand_text(record))
    assert str(again.other) == str(record.other)  # nan is no equal of itself
    assert str(tomllib.loads(hand_text(record))["_mood"]) == str(tomllib.loads(text)["_mood"])
    assert again.other["time"] == datetime.time(12, 34, 56)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *(("game", "_game"), ("_Game", "_game"), ("_games", "_game"), ("__game", "_game"), ("rules", "_rules")),
        *(("_rule", "_rules"), ("Rule", "_rules"), ("events", "_events"), ("_event", "_events"), ("chip", "_chip")),
        *(("_chips", "_chip"), ("ante_triming_status", "ante_trimming_status"), ("Antes", "antes"), ("ante", "antes")),
        *(
            ("bringin", "bring_in"),
            ("starting_stack", "starting_stacks"),
            ("action", "actions"),
            ("Variant", "variant"),
        ),
        ("_ante_trimming_status", "ante_trimming_status"),
    ],
)
def test_misspelt_field(name: str, meant: str) -> None:
    said = f"the field '{name}' is not known: write {meant}"
    assert error(hand(**{name: "'follow-the-queen'"})) == said
    if meant in FIELDS:
        assert error(hand(**{meant: "", name: FIELDS[meant]})) == said


def test_fields_of_the_standard_and_of_ones_own_are_no_misspelt_ones() -> None:
    standard = {field.name for field in dataclasses.fields(pokerkit.HandHistory)} - {
        *("user_defined_fields", "automations", "divmod", "rake", "parse_value", "ante_trimming_status"),
        *("min_bet", "blinds_or_straddles", "players", "winnings", "finishing_stacks", *FIELDS),
    }
    assert "event" in standard
    own = (
        "_antes",
        "_action",
        "_game_number",
        "_event_id",
        "_chip_colour",
        "_name",
        "_date",
        "_hands",
        "future",
        "Event",
    )
    names = {*standard, *own, "time_zone_abbreviation"}
    assert set(read_hand(hand(**dict.fromkeys(names, "'x'"))).other) == names


@pytest.mark.parametrize("name", FIELDS)
def test_missing_field(name: str) -> None:
    assert error(hand(**{name: ""})).startswith(f"the field {name} is missing")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"variant": "'NT'"}, "the variant is 'NT'; only F7S"),
        ({"variant": "7"}, "the variant is 7; only F7S"),
        ({"min_bet": "3"}, "the field min_bet does not belong to F7S"),
        ({"blinds_or_straddles": "[1, 2, 0]"}, "the field blinds_or_straddles does not belong"),
        ({"_game": "'omaha'"}, "_game must be 'follow-the-queen', or left out for stud; not 'omaha'"),
        ({"_rules": "'open_pair=off'"}, "_rules must be an array, not"),
        ({"_rules": "[1]"}, "_rules must be an array of strings"),
        ({"_rules": "['open_pair']"}, "_rules: open_pair has no value: write open_pair=VALUE"),
        ({"_rules": "['open_pair=maybe']"}, "_rules: open_pair is on or off, not 'maybe'"),
        ({"_rules": "['open_pair=on', 'open_pair=off']"}, "_rules: open_pair is given twice: on and off"),
        ({"_rules": "['queens=wild']"}, "_rules: no house rule 'queens'; there are last_queen,"),
        ({"_rules": "['ante=5']"}, "_rules: ante is an amount, which stands in the record"),
        ({"_rules": "['last_queen=keep']"}, "_rules: last_queen=keep has no meaning in stud"),
        ({"antes": "1"}, "antes must be an array, not 1"),
        ({"antes": "0.20"}, "antes must be an array, not 0.20"),
        ({"antes": "2024-02-29"}, "antes must be an array, not 2024-02-29"),
        ({"antes": "[[0.20, 'a'], 1, 1]"}, "ante of seat 1 must be a number, not [0.20, 'a']"),
        ({"antes": "{ even = [0.20, inf] }"}, "antes must be an array, not {even = [0.20, inf]}"),
        ({"antes": "'\u2028" + "a" * 50 + "'"}, "antes must be an array, not '\\u2028aaa"),
        ({"antes": "['\u2028']", "starting_stacks": "[9]"}, "starting_stacks has 1 seats"),
        ({"antes": "[['\u2028'], 1, 1]"}, "ante of seat 1 must be a number, not ['\\u2028']"),
        ({"antes": "[1, 1]"}, "antes and starting_stacks must have one entry per seat, not 2 and 3"),
        ({"antes": "[1, -1, 1]"}, "ante of seat 2 is negative: -1"),
        ({"antes": "[1, nan, 1]"}, "ante of seat 2 must be a number of chips, not nan"),
        ({"antes": "[1, '1', 1]"}, "ante of seat 2 must be a number, not '1'"),
        ({"antes": "[1, true, 1]"}, "ante of seat 2 must be a number, not true"),
        ({"antes": "[0.123456789, 1, 1]"}, "ante of seat 1 has more than 8 decimals"),
        ({"antes": "[1.00000000000000000000000000000000001, 1, 1]"}, "ante of seat 1 has more than 8 decimals"),
        ({"antes": "[1e-999999999, 1, 1]"}, "ante of seat 1 has more than 8 decimals"),
        (
            {"antes": "[0.5, 1, 1]", "_chip": "1"},
            "ante of seat 1 is a fraction of the smallest chip: 0.5 in chips of 1",
        ),
        ({"_chip": "0"}, "_chip must be more than 0, not 0"),
        ({"_chip": "'red'"}, "_chip must be a number, not"),
        ({"bring_in": "0"}, "bring_in must be more than 0, not 0"),
        ({"bring_in": "5"}, "bring_in must be less than small_bet"),
        ({"big_bet": "4"}, "big_bet no less than small_bet"),
        ({"big_bet": "inf"}, "big_bet must be a number of chips, not inf"),
        ({"big_bet": "1e999999999"}, "big_bet is too much: 1e+999999999"),
        ({"big_bet": "10000000000000001"}, "big_bet is too much: 1.00e+16"),
        ({"big_bet": "1000000000001"}, "big_bet is too much: 1.00e+12"),
        ({"starting_stacks": "[100, 10000000000.01, 7]"}, "stack of seat 2 is too much in chips of 0.01: 1.00e+10"),
        ({"big_bet": "1e99999999999999999999"}, "not TOML: a number is too long"),
        ({"big_bet": "1" * 5000}, "not TOML: a number is too long"),
        ({"starting_stacks": "[100]"}, "starting_stacks has 1 seats; a hand has 2 to 8"),
        ({"starting_stacks": f"{[9] * 9}"}, "starting_stacks has 9 seats; a hand has 2 to 8"),
        ({"starting_stacks": "[100, 0, 100]"}, "stack of seat 2 must be more than 0, not 0"),
        ({"starting_stacks": "[100, -inf, 100]"}, "stack of seat 2 must be a number of chips, not -inf"),
        ({"winnings": "[1]"}, "winnings must have one entry per seat, not 1 for 3 seats"),
        ({"players": "['Ann']"}, "players and starting_stacks must have one entry per seat, not 1 and 3"),
        ({"players": "[1, 2, 3]"}, "players must be an array of strings"),
        ({"ante_trimming_status": "1"}, "ante_trimming_status must be true or false"),
        ({"actions": "'p1 f'"}, "actions must be an array, not"),
        ({"actions": "[1]"}, "actions must be an array of strings"),
        ({"actions": str(["#"] * 2001)}, "actions has more than 2,000 entries"),
        ({"_events": str(["1 p1 absent"] * 101)}, "_events has more than 100 entries"),
    ],
)
def test_bad_field(changes: dict[str, str], said: str) -> None:
    assert said in error(hand(**changes))


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("p4 f", "there is no p4: the hand has 3 seats, p1 to p3"),
        ("p0 cc", "there is no p0"),
        ("p99999 f", "'p99999' is no player"),
        ("x1 f", "'x1' is no player"),
        ("d dh p9 2s", "there is no p9"),
        ("p1", "this is no action of stud; write one of"),
        ("p1 raise 5", "this is no action of stud"),
        ("p1 sd AsKd", "this is no action of stud"),
        ("p1 cbr", "this is no action of stud"),
        ("p1 cbr lots", "'lots' is no amount"),
        ("p1 cbr -5", "the bet is negative: -5"),
        ("p1 cbr 0", "a bet must be more than 0"),
        (f"p1 cbr {'1' * 32}", "the bet is too much: 1.11e+31"),
        (f"p1 cbr -{'1' * 5000}", "the bet is too much: -1.11e+4999"),
        (f"p1 cbr 1.{'1' * 5000}", "the bet has more than 8 decimals"),
        ("p1 cbr 1.234567891", "the bet has more than 8 decimals"),
        ("p1 cbr 9999999999999999999", "the bet is too much"),
        ("d dh p1 1s", "'1s' is not a card"),
        ("d dh p1 A", "'A' is not a card"),
        ("d dh p1 As", "As was dealt before, to seat 1"),
        ("d dh p2 2s2s", "2s was dealt before, to seat 2"),
        ("d dh p2 2s4s", "a seat is dealt three cards, then one a street, seven in all"),
        ("d db 9d", "9d was dealt before, to seat 3"),
        ("d db 9h9s", "there is one common card"),
        ("p1 sm AsKd", "2 cards are shown, but 3 were dealt"),
        ("p1 sm AsKdJh", "Jh was not dealt to seat 1"),
        ("p2 sm 2c8d7c", "2c was dealt to seat 3"),
        ("p2 sm 8d8d7c", "8d stands twice"),
        ("p2 sm 8d9h9s", "8d was not dealt to seat 2"),
        ("\\n\\u0007", "this is no action of stud"),
    ],
)
def test_bad_action(action: str, said: str) -> None:
    message = error(hand(actions=f'[{DEAL}, "{action}"]'))
    assert message.startswith("action 4, ")
    assert said in message


def test_eighth_card_of_a_seat() -> None:
    more = ", ".join(f"'d dh p1 {card}'" for card in ("4s", "5s", "6s", "7s", "8s"))
    assert error(hand(actions=f"[{DEAL}, {more}]")).startswith("action 8, 'd dh p1 8s': a seat is dealt three cards")


def test_card_shown_of_an_unknown_hand_cannot_be_dealt_again() -> None:
    assert "8d was dealt before, to seat 2" in error(hand(actions=f"[{DEAL}, 'p2 sm 8d9h7c', 'd dh p1 8d']"))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("p1 absent", "the number of the action that came next is missing"),
        ("0 p1 absent", "its number must be that of the action that came next, 1 to 8"),
        ("9 p1 absent", "its number must be that of the action that came next, 1 to 8"),
        ("1 p4 absent", "there is no p4"),
        ("1 p1 dances", "this is no irregularity"),
        ("1 d absent", "'d' is no player"),
        ("1 p1 exposed", "this is no irregularity"),
        ("1 p1 exposed ??", "name the exposed card"),
        ("1 p1 exposed AsKdQh", "name the exposed card"),
        ("1 p1 exposed Qh", "the first two cards dealt to a seat can be exposed"),
        ("1 p1 exposed AsAs", "the first two cards dealt to a seat can be exposed"),
        ("5 p1 exposed As", "down cards are exposed in the deal, before anyone acts: 4 or less"),
        ("4 d misdeal", "a misdeal ends the hand"),
    ],
)
def test_bad_irregularity(event: str, said: str) -> None:
    message = error(hand(_events=f"['{event}']"))
    assert message.startswith("_events, entry 1, ")
    assert said in message


def test_irregularities_out_of_order() -> None:
    assert "_events, entry 2" in error(hand(_events="['4 p1 absent', '3 p2 absent']"))
    assert "a misdeal ends the hand" in error(hand(_events="['8 d misdeal', '8 p2 absent']"))


@pytest.mark.parametrize("text", ["", "\n# nothing\n"])
def test_empty(text: str) -> None:
    assert error(text).startswith("the field variant is missing")


@pytest.mark.parametrize(
    "text", ["\0", "hello", "a = ", "a = [[[", "a = " + "[" * 3000, "[a]\n[a]", "a = 'x\ny'", "\r"]
)
def test_not_toml(text: str) -> None:
    assert error(text).startswith("not TOML")


@pytest.mark.parametrize("depth", range(50, 1000, 25))
def test_brackets_within_each_other(depth: int) -> None:
    value = "[" * depth + "]" * depth
    assert re.search("must be|not TOML", error(hand(bring_in=value)))
    assert re.search("must be|not TOML", error(hand(antes=f"{{ x = {value} }}")))


def test_too_long() -> None:
    assert error("#" * (MAX_BYTES + 1)) == "too long for a hand: at most 262,144 bytes"


@given(st.text())
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    error(text)


@given(st.sampled_from(sorted(FIELDS)), st.text(st.characters(codec="ascii"), min_size=1, max_size=20))
def test_any_value_is_read_or_refused_in_one_line(name: str, value: str) -> None:
    try:
        record = read_hand(hand(**{name: value}))
    except ValueError as caught:
        assert len(str(caught).splitlines()) == 1  # noqa: PT017
    else:
        assert read_hand(hand_text(record)) == record


comments = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(str.strip)
other_values: st.SearchStrategy[Any] = st.recursive(
    st.booleans()
    | st.integers()
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.dates()
    | st.times(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@st.composite
def records(draw: st.DrawFn) -> HandRecord:
    """A record in which every card is dealt once; the actions need not be allowed."""
    seats = draw(st.integers(2, 8))
    chips = st.integers(0, 10**6)
    per_seat = st.tuples(*[chips] * seats)
    deck = draw(st.permutations(range(52)))
    seat = st.integers(1, seats)
    actions = []
    for number in range(1, seats + 1):
        cards = tuple(draw(st.sampled_from([deck.pop(), None])) for _ in range(3))
        actions.append(Action(ActionKind.DEAL, number, cards, comment=draw(comments)))
    simple = st.builds(
        Action,
        st.sampled_from([ActionKind.BRING_IN, ActionKind.CALL, ActionKind.FOLD, ActionKind.SHOW, ActionKind.MUCK]),
        seat,
        comment=comments,
    )
    raises = st.builds(Action, st.just(ActionKind.RAISE), seat, amount=st.integers(1, 10**6), comment=comments)
    remarks = st.builds(Action, st.just(ActionKind.REMARK), comment=comments)
    actions += draw(st.lists(simple | raises | remarks, max_size=12))
    actions.append(Action(ActionKind.COMMON, cards=(deck.pop(),)))
    kinds = st.sampled_from([EventKind.WRONG_OPENER, EventKind.ABSENT, EventKind.PICKED_UP])
    events = draw(
        st.lists(st.builds(Event, st.integers(1, len(actions) + 1), kinds, seat, comment=comments), max_size=4)
    )
    bring_in = draw(st.integers(1, 1000))
    small_bet = draw(st.integers(bring_in + 1, 2000))
    names = st.text("abcxyz-_ '\"é", min_size=1).map("_x".__add__)
    return HandRecord(
        antes=draw(per_seat),
        bring_in=bring_in,
        small_bet=small_bet,
        big_bet=draw(st.integers(small_bet, 5000)),
        starting_stacks=draw(st.tuples(*[st.integers(1, 10**6) | st.none()] * seats)),
        actions=tuple(actions),
        game=draw(st.sampled_from(["stud", "ftq"])),
        rules=draw(st.sampled_from([(), ("open_pair=off",), ("seventh=up", "odd_chip=first_seat", "showing=natural")])),
        events=tuple(sorted(events, key=lambda event: event.before)),
        chip=Decimal(draw(st.sampled_from(["1", "0.1", "0.01", "0.05", "0.00000001", "2.5", "25", "5000"]))),
        finishing_stacks=draw(st.none() | per_seat),
        winnings=draw(st.none() | per_seat),
        other=draw(st.dictionaries(names, other_values, max_size=3)),
    )


@given(records())
def test_any_record_is_read_as_it_was_written(record: HandRecord) -> None:
    text = hand_text(record)
    again = read_hand(text)
    assert again == record
    assert hand_text(again) == text


def test_hand_shown_in_the_documentation() -> None:
    page = (Path(__file__).parent.parent / "docs" / "phh.md").read_text(encoding="utf-8")
    text = page.split("```toml\n")[1].split("```")[0]
    record = read_hand(text)
    assert (record.game, record.players) == ("ftq", ("Ann", "Bob", "Cleo"))
    assert record.chip == Decimal("0.1")
    assert record.antes == (2, 2, 2)
    assert record.starting_stacks == (500, 600, 452)
    assert record.actions[5] == Action(ActionKind.CALL, 2, comment="after a while")
    events = [line.split("'")[1] for line in page.splitlines() if line.startswith("| `'")]
    assert len(events) == len(EventKind)
    deal = "actions = ['d dh p1 AsAdAc', 'd dh p2 Kd3h']"
    for event in events:
        parts = event.split(" ", 1)
        assert read_hand(hand(_events=f"['3 {parts[1]}']", actions=deal.removeprefix("actions = "))).events
