"""Records played through the game: irregularities with amounts worked by hand, what is left open, what is refused."""

from functools import partial
from pathlib import Path

import pytest

from simulator.betting import legal_actions
from simulator.events import (
    Absent,
    Bet,
    BringIn,
    Call,
    Check,
    DealDown,
    DealUp,
    Expose,
    Fold,
    Muck,
    PickUp,
    Show,
    TakeBack,
    WrongOpen,
)
from simulator.hand_state import HandState
from simulator.phh import read_hand
from simulator.pots import Pot
from simulator.recorded_hand import recorded_start, recorded_steps
from simulator.rules import Rules, Street
from tests.oracle import ids, rank_list
from tests.recorded import end_of, hand_of, steps_of

# Everywhere 15/30, antes of 1 and a bring-in of 5, unless a test says otherwise: 99 chips are left after the ante.
DEAL = ("d dh p1 ????Kd", "d dh p2 ????2c", "d dh p3 ????9h")  # seat 2 has the low card (B3)
TO_FOURTH = (*DEAL, "p2 pb", "p3 cc", "p1 cc")
both_games = pytest.mark.parametrize("game", ["ftq", "stud"])


def card(text: str) -> int:
    return ids(text)[0]


def wild(state: HandState) -> str:
    return ",".join(rank_list(state.wild.wild_ranks))


def error(text: str, **settings: object) -> str:
    with pytest.raises(ValueError, match=r"\A[^\n\r]+\Z") as caught:
        steps_of(text, **settings)
    return str(caught.value)


# --- the deal


@both_games
def test_third_street_by_seat_and_card_by_card_are_the_same(game: str) -> None:
    by_seat = steps_of(hand_of(["d dh p1 AsKd7c", "d dh p2 ??4dQh", "d dh p3 ????2d", "p3 pb"], game=game))
    one_by_one = ["As", "??", "??", "Kd", "4d", "??", "7c", "Qh", "2d"]
    cards = [f"d dh p{at % 3 + 1} {text}" for at, text in enumerate(one_by_one)]
    single = steps_of(hand_of([*cards, "p3 pb"], game=game))
    assert [step.event for step in by_seat] == [
        DealDown(1, card("As")),
        DealDown(2, None),
        DealDown(3, None),
        DealDown(1, card("Kd")),
        DealDown(2, card("4d")),
        DealDown(3, None),
        DealUp(1, card("7c")),
        DealUp(2, card("Qh")),
        DealUp(3, card("2d")),
        BringIn(3),
    ]
    assert [step.number for step in by_seat] == [1, 2, 3, 1, 2, 3, 1, 2, 3, 4]
    assert [step.event for step in single] == [step.event for step in by_seat]
    assert [step.number for step in single] == list(range(1, 11))
    assert single[-1].after == by_seat[-1].after


def test_two_down_cards_together_then_the_up_cards() -> None:
    actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p1 Kd", "d dh p2 2c", "d dh p3 9h"]
    assert end_of(hand_of(actions)) == end_of(hand_of(DEAL))


def test_comments_and_remarks() -> None:
    steps = steps_of(hand_of([*DEAL, "# a phone rings", "p2 pb # at last", "p3 f"]))
    assert [(step.number, step.comment) for step in steps[-2:]] == [(5, "at last"), (6, "")]


def test_comments_of_irregularities() -> None:
    deal = ["d dh p1 ????9c # quick", "d dh p2 Kd??4c # slow", "d dh p3 ????5d"]
    events = "['1 p3 absent # late', '2 p2 exposed Kd # oh', '4 p1 opened # asleep', '5 p2 picked-up # angry']"
    steps = steps_of(hand_of([*deal, "p1 pb # wakes up", "p2 f # leaves"], _events=events))
    comments = [(str(step.event), step.comment) for step in steps if step.comment]
    assert comments == [
        ("absence of seat 3", "late"),
        ("card x face down to seat 1", "quick"),
        ("down card Kd of seat 2 exposed", "oh"),
        ("card x face down to seat 1", "quick"),
        ("card x face down to seat 2", "slow"),
        ("card 9c face up to seat 1", "quick"),
        ("card 4c face down to seat 2", "slow"),
        ("opening out of turn of seat 1 for 5", "asleep; wakes up"),
        ("seat 2 picking up its up cards", "leaves; angry"),
    ]


def test_hand_may_end_in_the_middle() -> None:
    assert steps_of(hand_of([])) == []
    assert end_of(hand_of(DEAL[:2])).due  # the rest of the cards is still to come
    state = end_of(hand_of([*TO_FOURTH, "d dh p1 3c"]))
    assert (state.street, state.due[0].seat) == (Street.FOURTH, 2)
    state = end_of(hand_of([*DEAL, "p2 pb"]))
    assert (state.actor, state.pot) == (3, 8)


def test_check_or_call_by_what_is_owed() -> None:
    fourth = ["d dh p1 3c", "d dh p2 4c", "d dh p3 5c", "p1 cc", "p2 cbr 15", "p3 f", "p1 cc"]
    events = [step.event for step in steps_of(hand_of([*TO_FOURTH, *fourth]))]
    assert events[-4:] == [Check(1), Bet(2, 15), Fold(3), Call(1)]


def test_opening_for_the_amount_of_the_bring_in_is_the_bring_in() -> None:
    assert end_of(hand_of([*DEAL, "p2 cbr 5"])) == end_of(hand_of([*DEAL, "p2 pb"]))
    # Also for all that is left of a stack.
    assert steps_of(hand_of([*DEAL, "p2 cbr 3"], stacks=(100, 4, 100)))[-1].event == BringIn(2)


@both_games
def test_common_card(game: str) -> None:
    """Eight seats to the end: 48 cards are dealt, the four left are too few (D3)."""
    doors = ["2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s"]
    streets = ["4c4d4h4s5c5d5h5s", "6c6d6h6s7c7d7h7s", "Tc8d8h8s9c9d9hJc"]
    actions = [f"d dh p{seat} ????{door}" for seat, door in enumerate(doors, 1)]
    actions += ["p1 pb", *(f"p{seat} cc" for seat in range(2, 9))]
    # On fourth street seat 5 shows 5 3 and leads, on fifth seat 5 with 7 5 3, on sixth seat 8 with the jack.
    for cards, leader in zip(streets, (5, 5, 8), strict=True):
        actions += [f"d dh p{seat} {cards[2 * seat - 2 : 2 * seat]}" for seat in range(1, 9)]
        actions += [f"p{(leader - 1 + turn) % 8 + 1} cc" for turn in range(8)]
    before = end_of(hand_of(actions, stacks=[100] * 8, game=game))
    assert before.due[0].seat == 0
    state = end_of(hand_of([*actions, "d db Td"], stacks=[100] * 8, game=game))
    assert state.common == card("Td")
    assert state.actor == 1  # a pair of tens shows (B10)
    assert "action 65, 'd dh p1 Td': the next card goes to the centre" in error(
        hand_of([*actions, "d dh p1 Td"], stacks=[100] * 8, game=game)
    )


def test_seventh_card_face_up() -> None:
    actions = list(TO_FOURTH)
    for cards in ("3c4c5c", "3d4d5d", "7s8c8d"):
        actions += [f"d dh p{seat} {cards[2 * seat - 2 : 2 * seat]}" for seat in (1, 2, 3)]
        # Fourth street: seat 1 leads with king high. Then it has a pair of threes, seat 3 one of fives.
        order = (1, 2, 3) if cards == "3c4c5c" else (3, 1, 2)
        actions += [f"p{seat} cc" for seat in order]
    actions += ["d dh p1 Kc", "d dh p2 As", "d dh p3 Ts"]
    state = end_of(hand_of(actions, _rules="['seventh=up']"))
    assert state.player(1).up == tuple(ids("Kd3c3d7sKc"))
    assert state.actor == 1  # kings and threes show (B10)
    state = end_of(hand_of(actions))
    assert state.player(1).down == (None, None, card("Kc"))
    assert state.actor == 3


@pytest.mark.parametrize("game", [None, "stud"])
def test_hand_of_the_documentation(game: str | None) -> None:
    page = (Path(__file__).parent.parent / "docs" / "phh.md").read_text(encoding="utf-8")
    state = end_of(page.split("```toml\n")[1].split("```")[0], game=game)
    # Fourth street: seat 1 shows 7c7s, seat 2 Qh4c. The deuce of seat 3 followed the Queen, who pairs the four.
    assert wild(state) == ("" if game == "stud" else "Q,2")
    assert state.actor == 1  # a pair of sevens is better than one of fours
    # In chips of 0.1: three antes of 2, the bring-in of 10, two completions to 20.
    assert state.pot == 6 + 10 + 20 + 20


# --- the showdown


def heads_up(*last: str, down: tuple[str, str] = ("AsAd", "KsKh"), **settings: object) -> str:
    """Two seats check from fourth street to the end; 12 chips are in the pot: antes, bring-in and call."""
    actions = [f"d dh p1 {down[0]}2c", f"d dh p2 {down[1]}9d", "p1 pb", "p2 cc"]
    for cards in ("3cTh", "5dJs", "8s4c"):
        actions += [f"d dh p1 {cards[:2]}", f"d dh p2 {cards[2:]}", "p2 cc", "p1 cc"]
    actions += ["d dh p1 7h", "d dh p2 6h", "p2 cc", "p1 cc", *last]
    return hand_of(actions, stacks=(100, 100), **settings)  # type: ignore[arg-type]  # texts


@both_games
@pytest.mark.parametrize("how", ["AsAd2c3c5d8s7h", "-"])
def test_hands_are_shown(game: str, how: str) -> None:
    steps = steps_of(heads_up("p2 sm KsKh9dThJs4c6h", f"p1 sm {how}", game=game))
    assert steps[-2].event == Show(2, tuple(ids("KsKh6h")))
    assert [step.number for step in steps[-2:]] == [21, 22]
    assert steps[-1].after.won == (12, 0)
    assert steps[-1].after.stacks == (106, 94)


def test_hands_that_are_known_show_at_the_end_of_the_record() -> None:
    steps = steps_of(heads_up())
    assert [(step.number, step.event) for step in steps[-2:]] == [(21, Show(1)), (21, Show(2))]
    assert steps[-1].after.won == (12, 0)
    steps = steps_of(heads_up("p2 sm"))
    assert steps[-1].event == Muck(2)
    assert steps[-1].after.won == (12, 0)
    steps = steps_of(heads_up("p2 sm KsKh9dThJs4c6h"))
    assert [step.number for step in steps[-2:]] == [21, 22]
    assert steps[-1].after.won == (12, 0)


def test_unknown_hands_leave_the_showdown_open() -> None:
    state = end_of(heads_up(down=("????", "KsKh")))
    assert (state.showdown, state.finished) == (True, False)
    state = end_of(heads_up("p2 sm KsKh9dThJs4c6h", down=("????", "KsKh")))
    assert (state.showdown, state.finished) == (True, False)


def test_hands_that_nobody_knew_are_known_once_shown() -> None:
    state = end_of(heads_up("p1 sm AsAd2c3c5d8s7h", "p2 sm 9dThJs4c6hKhKs", down=("??Ad", "????")))
    assert state.won == (12, 0)
    assert state.player(1).down == tuple(ids("AsAd7h"))
    assert state.player(2).down == tuple(ids("KhKs6h"))
    said = error(heads_up("p1 sm ??Ad2c3c5d8s7h", down=("??Ad", "KsKh")))
    assert said.startswith("action 21, 'p1 sm ??Ad2c3c5d8s7h': show of seat 1 is not legal: its 3 down cards are not")


def test_winner_may_show_or_discard_when_all_is_over() -> None:
    for last, event in (("p1 sm AsAd2c3c5d8s7h", Show(1, tuple(ids("AsAd7h")))), ("p1 sm", Muck(1))):
        steps = steps_of(heads_up("p2 sm", last))
        assert steps[-1].event == event
        assert steps[-1].number == 22
        assert steps[-1].before == steps[-1].after == steps[-2].after
        assert steps[-1].after.won == (12, 0)
    steps = steps_of(hand_of([*DEAL, "p2 pb", "p3 f", "p1 f", "p2 sm 7c7d2c"]))
    assert steps[-1].event == Show(2, tuple(ids("7c7d")))
    assert "action 22, 'p2 sm -': show of seat 2 is not legal: the hand is over" in error(heads_up("p2 sm", "p2 sm -"))


def test_hands_shown_when_all_are_in_before_the_last_cards() -> None:
    """Stacks of 6: the ante, then the bring-in of 5 puts both all-in, and they turn their hands over."""
    actions = ["d dh p1 ????2c", "d dh p2 ????9d", "p1 pb", "p2 cc", "p1 sm AsAd2c", "p2 sm KsKh9d"]
    for cards in ("3cTh", "5dJs", "8s4c", "7h6h"):
        actions += [f"d dh p1 {cards[:2]}", f"d dh p2 {cards[2:]}"]
    steps = steps_of(hand_of(actions, stacks=(6, 6)))
    # The seventh cards are known, so both hands are.
    assert [(step.number, step.event) for step in steps[-2:]] == [
        (5, Show(1, tuple(ids("AsAd7h")))),
        (6, Show(2, tuple(ids("KsKh6h")))),
    ]
    assert steps[-1].after.stacks == (12, 0)
    # Who turned its hand over early may do so again at the end.
    again = steps_of(hand_of([*actions, "p1 sm AsAd2c3c5d8s7h", "p2 sm -"], stacks=(6, 6)))
    assert [step.event for step in again] == [step.event for step in steps]
    # A seventh card that nobody saw leaves the hand open, until all seven are shown.
    unseen = [*actions[:-2], "d dh p1 ??", actions[-1]]
    steps = steps_of(hand_of(unseen, stacks=(6, 6)))
    assert (steps[-1].event, steps[-1].after.finished) == (Show(2, tuple(ids("KsKh6h"))), False)
    assert end_of(hand_of([*unseen, "p1 sm AsAd2c3c5d8s7h"], stacks=(6, 6))).won == (12, 0)


# --- irregularities, in both games


@both_games
def test_wrong_opener_and_the_next_seat_has_acted(game: str) -> None:
    """B11: the bet stands, the low card owes nothing."""
    steps = steps_of(hand_of([*DEAL, "p3 cbr 15", "p1 cc", "p2 f"], game=game, _events="['4 p3 opened # asleep']"))
    assert [(step.number, step.event) for step in steps[-3:]] == [(4, WrongOpen(3, 15)), (5, Call(1)), (6, Fold(2))]
    state = steps[-1].after
    assert state.stacks == (84, 99, 84)
    assert state.pot == 3 + 15 + 15
    assert state.street is Street.FOURTH


@both_games
def test_wrong_opener_brings_in(game: str) -> None:
    """B11: the low card completes over a bring-in that stands."""
    actions = [*DEAL, "p3 pb", "p1 cc", "p2 cbr 15", "p3 f", "p1 f"]
    state = end_of(hand_of(actions, game=game, _events="['4 p3 opened']"))
    assert state.won == (0, 3 + 5 + 5 + 15, 0)
    assert state.stacks == (94, 112, 94)


@both_games
def test_wrong_opener_takes_back(game: str) -> None:
    """B11: the next action is another seat's, so the bet went back before it."""
    steps = steps_of(hand_of([*DEAL, "p2 pb"], game=game, _events="['4 p3 opened']"))
    assert [(step.number, step.event) for step in steps[-3:]] == [
        (4, WrongOpen(3, 5)),
        (4, TakeBack(3)),
        (4, BringIn(2)),
    ]
    assert steps[-2].after.stacks == (99, 99, 99)
    assert steps[-1].after.stacks == (99, 94, 99)


@both_games
def test_wrong_openers_one_after_the_other(game: str) -> None:
    """B11: the first is taken back because the second comes next, although the action is by the same seat."""
    events = "['4 p3 opened', '4 p1 opened', '4 p3 opened']"
    steps = steps_of(hand_of([*DEAL, "p3 pb"], game=game, _events=events))
    assert [step.event for step in steps[-5:]] == [
        WrongOpen(3, 5),
        TakeBack(3),
        WrongOpen(1, 5),
        TakeBack(1),
        WrongOpen(3, 5),
    ]
    assert steps[-1].after.stacks == (99, 99, 94)


def test_wrong_opener_with_fewer_chips_than_the_bring_in() -> None:
    state = end_of(hand_of([*DEAL, "p3 pb"], stacks=(100, 100, 4), _events="['4 p3 opened']"))
    assert state.stacks == (99, 99, 0)


@both_games
def test_exposed_card_is_the_up_card(game: str) -> None:
    """B12: the third card is dealt down; seat 3 has the low card now."""
    deal = ["d dh p1 ????9c", "d dh p2 ??Ah4c", "d dh p3 ????5d"]
    steps = steps_of(hand_of([*deal, "p3 pb"], game=game, _events="['2 p2 exposed Ah']"))
    events = [step.event for step in steps]
    assert events[4] == Expose(2, card("Ah"))
    assert events[7] == DealDown(2, card("4c"))
    state = steps[-1].after
    assert state.player(2).down == (None, card("4c"))
    assert state.player(2).up == (card("Ah"),)
    assert [up.card for up in state.up_cards] == ids("Ah9c5d")
    assert state.stacks == (99, 99, 94)


def test_exposed_queen_was_face_up_at_its_moment() -> None:
    """B12, W2: the next card face up is the nine of seat 1."""
    deal = ["d dh p1 ????9c", "d dh p2 Qh??4c", "d dh p3 ????5d"]
    text = hand_of(deal, game="ftq", _events="['2 p2 exposed Qh']")
    assert wild(end_of(text)) == "Q,9"
    assert wild(end_of(text, game="stud")) == ""


@both_games
def test_exposed_card_is_low(game: str) -> None:
    """B12: action starts at the left of seat 2; seat 3 folds, seat 1 brings in, seat 2 folds."""
    deal = ["d dh p1 ????9c", "d dh p2 2c??Kc", "d dh p3 ????5d"]
    state = end_of(hand_of([*deal, "p3 f", "p1 pb", "p2 f"], game=game, _events="['2 p2 exposed 2c']"))
    assert state.won == (3 + 5, 0, 0)
    assert state.stacks == (102, 99, 99)


@both_games
def test_both_down_cards_exposed(game: str) -> None:
    """B12: the ante comes back, there is no third card; the others play for two antes."""
    deal = ["d dh p1 ????9c", "d dh p2 QhKd", "d dh p3 ????5d"]
    text = hand_of([*deal, "p3 pb", "p1 f"], game=game, _events="['2 p2 exposed QhKd # oh']")
    steps = steps_of(text)
    assert [step.event for step in steps if isinstance(step.event, Expose)] == [
        Expose(2, card("Qh")),
        Expose(2, card("Kd")),
    ]
    state = steps[-1].after
    assert state.won == (0, 0, 2 + 5)
    assert state.stacks == (99, 100, 101)
    assert wild(state) == ("K,Q" if game == "ftq" else "")
    said = error(hand_of([*deal[:1], "d dh p2 QhKd7c", deal[2]], game=game, _events="['2 p2 exposed QhKd']"))
    assert said == (
        "action 2, 'd dh p2 QhKd7c': card 7c face up to seat 2 is not legal: "
        "seat 3 acts and may bring in for 5 or bet 15"
    )


@both_games
def test_low_card_all_in_for_the_ante(game: str) -> None:
    """B13: seat 2 folds, seat 3 brings in; B15: that bet kills the hand of seat 2."""
    actions = ["d dh p1 AsAd2c", "d dh p2 ????Kd", "d dh p3 KcKs9h", "d dh p4 ????7s"]
    actions += ["p2 f", "p3 pb", "p4 cc"]
    state = end_of(hand_of(actions, game=game, stacks=(1, 100, 100, 100)))
    assert state.pots == (Pot(4, (1, 3, 4)), Pot(10, (3, 4)))
    assert state.dealt_to == (1, 3, 4)
    actions += ["d dh p1 3c", "d dh p3 Th", "d dh p4 8d", "p3 cbr 15", "p4 f"]
    for cards in ("5dJs", "8s4c", "7h6h"):
        actions += [f"d dh p1 {cards[:2]}", f"d dh p3 {cards[2:]}"]
    state = end_of(hand_of(actions, game=game, stacks=(1, 100, 100, 100)))
    # Aces win the antes; kings get the rest back with what seat 4 paid.
    assert state.won == (4, 0, 10 + 15, 0)
    assert state.stacks == (4, 99, 104, 94)


@both_games
def test_low_card_all_in_for_the_ante_and_one_seat_left(game: str) -> None:
    """B13: once seat 2 has folded nobody can bet against seat 3; seat 2 is dealt to as no bet comes (B15)."""
    actions = ["d dh p1 AsAd2c", "d dh p2 ????Kd", "d dh p3 KcKs9h", "p2 f"]
    for cards in ("3c4dTh", "5d6dJs", "8s7d4c", "7h8d6h"):
        actions += [f"d dh p{seat} {cards[2 * seat - 2 : 2 * seat]}" for seat in (1, 2, 3)]
    state = end_of(hand_of(actions, game=game, stacks=(1, 100, 100)))
    assert state.won == (3, 0, 0)
    assert state.stacks == (3, 99, 99)


@both_games
def test_absent_seat(game: str) -> None:
    """B14: it forfeits its ante, and its hand is dead when the action reaches it."""
    actions = ["d dh p1 ????2c", "d dh p2 ????Kd", "d dh p3 ????9h", "p1 pb", "p2 cc", "p3 f"]
    steps = steps_of(hand_of(actions, game=game, _events="['1 p3 absent']"))
    assert (steps[0].number, steps[0].event) == (1, Absent(3))
    state = steps[-1].after
    assert state.stacks == (94, 94, 99)
    assert state.dealt_to == (1, 2)
    said = error(hand_of([*actions[:-1], "p3 cc"], game=game, _events="['1 p3 absent']"))
    assert said == "action 6, 'p3 cc': call of seat 3 is not legal: seat 3 acts and may fold"


@both_games
def test_absent_seat_has_the_low_card(game: str) -> None:
    """B14: its bring-in is posted from its stack, then its hand is dead."""
    actions = ["d dh p1 ????2c", "d dh p2 ????Kd", "d dh p3 ????9h", "p1 pb", "p2 cc", "p3 cc"]
    state = end_of(hand_of(actions, game=game, _events="['4 p1 absent']"))
    assert state.stacks == (94, 94, 94)
    assert state.pot == 3 + 3 * 5
    assert state.dealt_to == (2, 3)


@both_games
def test_hand_folded_with_no_bet_to_call(game: str) -> None:
    """B15: seat 2 is dealt to on fifth street, until seat 3 bets."""
    actions = ["d dh p1 ????2c", "d dh p2 ????9d", "d dh p3 ????Kh", "p1 pb", "p2 cc", "p3 cc"]
    actions += ["d dh p1 3c", "d dh p2 9h", "d dh p3 4s", "p2 f", "p3 cc", "p1 cc"]
    actions += ["d dh p1 5d", "d dh p2 Qs", "d dh p3 7h"]
    fifth = end_of(hand_of(actions, game=game))
    assert fifth.dealt_to == (1, 2, 3)
    assert wild(fifth) == ("Q,7" if game == "ftq" else "")
    actions += ["p3 cbr 30", "p1 cc", "d dh p1 8s"]
    state = end_of(hand_of(actions, game=game))
    assert state.dealt_to == (1, 3)
    assert state.stacks == (64, 94, 64)
    said = error(hand_of([*actions[:-5], "d dh p3 7h"], game=game))
    assert said == "action 14, 'd dh p3 7h': the next card goes to seat 2"


@both_games
@pytest.mark.parametrize("fold", [["p3 f"], []])
def test_up_cards_picked_up_facing_a_bet(game: str, fold: list[str]) -> None:
    """B16: it is a fold, whether or not the record also says so."""
    text = hand_of([*DEAL, "p2 pb", *fold, "p1 cc"], game=game, _events="['5 p3 picked-up']")
    steps = steps_of(text)
    assert [step.event for step in steps[-2:]] == [PickUp(3), Call(1)]
    assert steps[-2].number == 5
    assert steps[-1].after.live == (1, 2)
    assert steps[-1].after.stacks == (94, 94, 99)


def test_up_cards_picked_up_with_nothing_to_call_is_the_fold_that_follows() -> None:
    fourth = (*TO_FOURTH, "d dh p1 3c", "d dh p2 4c", "d dh p3 5c")
    assert end_of(hand_of([*fourth, "p1 f"], _events="['10 p1 picked-up']")).events[-1] == Fold(1)
    said = error(hand_of([*fourth, "p1 cc"], _events="['10 p1 picked-up']"))
    assert said == (
        "_events, entry 1, '10 p1 picked-up': seat 1 picking up its up cards is not legal: "
        "seat 1 acts and may fold, check or bet 15"
    )


@both_games
def test_up_cards_picked_up_at_the_showdown(game: str) -> None:
    """B16: it means nothing, the hand is live until discarded."""
    steps = steps_of(heads_up("p2 sm -", game=game, _events="['21 p1 picked-up']"))
    assert [step.event for step in steps[-3:]] == [PickUp(1), Show(2), Show(1)]
    assert steps[-1].after.won == (12, 0)


@both_games
def test_misdeal(game: str) -> None:
    """B18: all antes go back; cards dealt before anybody noticed count for nothing."""
    deal = ["d dh p1 ????9c", "d dh p2 ??Ah4c", "d dh p3 ????5d"]
    text = hand_of(deal, game=game, _events="['2 p2 exposed Ah', '4 d misdeal']")
    steps = steps_of(text)
    assert steps[-1].event == Expose(2, card("Ah"))
    state = steps[-1].after
    assert (state.misdeal, state.finished) == (True, True)
    assert state.stacks == (100, 100, 100)
    # Exposed as the first card of seat 2, before seat 3 has any: what seat 3 gets then is no part of the hand.
    first = ["d dh p1 ????9c", "d dh p2 Ah??4c", "d dh p3 ????5d"]
    steps = steps_of(hand_of(first, game=game, _events="['3 p2 exposed Ah', '4 d misdeal']"))
    assert [step.event for step in steps] == [DealDown(1, None), Expose(2, card("Ah"))]
    said = error(hand_of([*deal, "p3 pb"], game=game, _events="['2 p2 exposed Ah', '5 d misdeal']"))
    assert said == "action 4, 'p3 pb': bring-in of seat 3 is not legal: the hand is over"


def test_misdeal_of_a_deal_that_nobody_wrote_down_in_full() -> None:
    steps = steps_of(hand_of(["d dh p1 AsKd"], _events="['2 p1 exposed Kd', '2 d misdeal']"))
    # The first cards of seats 2 and 3 came between the two of seat 1.
    assert [(step.number, step.event) for step in steps] == [
        (1, DealDown(1, card("As"))),
        (2, DealDown(2, None)),
        (2, DealDown(3, None)),
        (1, Expose(1, card("Kd"))),
    ]
    assert steps[-1].after.misdeal


def test_misdeal_needs_an_exposed_card() -> None:
    said = error(hand_of(DEAL, _events="['4 d misdeal']"))
    assert said == "_events, entry 1, '4 d misdeal': only an exposed down card makes a misdeal (rule B18)"


# --- stakes, stacks and house rules


def test_antes_of_each_seat() -> None:
    assert end_of(hand_of(DEAL, antes="[1, 3, 0]")).stacks == (99, 97, 100)
    start = recorded_start(read_hand(hand_of([], stacks=(100, 100), antes="[0, 3]")))
    assert start.stacks == (97, 100)  # the standard reverses them heads-up


@pytest.mark.parametrize(
    ("trimming", "pots"),
    [
        ({}, (Pot(50, (1, 2, 3)),)),
        ({"ante_trimming_status": "false"}, (Pot(50, (1, 2, 3)),)),
        ({"ante_trimming_status": "true"}, (Pot(30, (1, 2, 3)), Pot(20, (2, 3)))),
    ],
)
def test_short_ante(trimming: dict[str, str], pots: tuple[Pot, ...]) -> None:
    """Seat 1 has 10 of an ante of 20: it plays for all antes, or for 10 of each (B17)."""
    record = read_hand(hand_of([], stacks=(10, 100, 100), antes="[20, 20, 20]", **trimming))
    assert recorded_start(record).pots == pots


def test_unknown_stacks_are_never_all_in() -> None:
    """Four bets a round, then the cap; the seats that nobody knows could always have gone on."""
    rounds = ["p2 pb", "p3 cbr 15", "p1 cbr 30", "p2 cbr 45", "p3 cbr 60", "p1 cc", "p2 cc"]
    later = ["p1 cbr {0}", "p2 cbr {1}", "p3 cbr {2}", "p1 cbr {3}", "p2 cc", "p3 cc"]
    actions = [*DEAL, *rounds]
    for at, cards in enumerate(("3c4c5c", "3d4d5d", "Ks8c8d", "7s7c7d")):
        size = 15 if at == 0 else 30
        actions += [f"d dh p{seat} {cards[2 * seat - 2 : 2 * seat]}" for seat in (1, 2, 3)]
        # Seat 1 leads with king high; on fifth street the fives of seat 3 do, on sixth and seventh the two kings.
        order = (3, 1, 2) if at == 1 else (1, 2, 3)
        names = {f"p{was}": f"p{seat}" for was, seat in zip((1, 2, 3), order, strict=True)}
        for action in later:
            actions.append(names[action[:2]] + action[2:].format(size, 2 * size, 3 * size, 4 * size))
    record = read_hand(hand_of(actions, starting_stacks="[inf, inf, 1000]"))
    start = recorded_start(record)
    state = start
    for step in recorded_steps(record, start):
        state = step.after
        assert all(state.player(seat).stack > 30 for seat in (1, 2))
    assert state.showdown
    # One ante, 60 on third and fourth street, 120 on each of the others.
    assert [player.paid for player in state.players] == [1 + 2 * 60 + 3 * 120] * 3


def test_house_rules_of_the_record_and_of_the_asker() -> None:
    record = read_hand(hand_of([], game="ftq", _rules="['last_queen=keep', 'open_pair=off', 'seventh=up']"))
    start = recorded_start(record)
    assert (start.rules.last_queen, start.rules.seventh, start.stakes.open_pair) == ("keep", "up", "off")
    start = recorded_start(record, options=("last_queen=none", "open_pair=on", "odd_chip=first_seat"))
    assert (start.rules.last_queen, start.rules.seventh) == ("none", "up")
    assert (start.stakes.open_pair, start.stakes.odd_chip) == ("on", "first_seat")
    # As stud, the baseline, what is about wild cards is left out.
    start = recorded_start(record, game="stud")
    assert (start.rules.game, start.rules.last_queen, start.rules.seventh) == ("stud", "clear", "up")
    assert start.stakes.open_pair == "off"
    assert recorded_start(read_hand(hand_of([])), game="ftq").rules.game == "ftq"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"options": ["open_pair=maybe"]}, "open_pair is on or off, not 'maybe'"),
        ({"options": ["queens=high"]}, "no house rule 'queens'"),
        ({"options": ["ante=5"]}, "ante is an amount, which stands in the record of a hand"),
        ({"options": ["last_queen=keep"]}, "last_queen=keep has no meaning in stud"),
        ({"game": "holdem"}, "game is ftq or stud, not 'holdem'"),
        ({"game": "ftq", "options": ["no_trigger=redeal"]}, "no_trigger=redeal is not played with betting"),
    ],
)
def test_bad_settings(settings: dict[str, object], said: str) -> None:
    assert said in error(hand_of(DEAL), **settings)


def test_wild_cards_decide_who_wins() -> None:
    """One record as both games."""
    actions = ["d dh p1 AsAd2c", "d dh p2 7s7dQh", "p1 pb", "p2 cc"]
    for cards in ("7cTh", "5dJs", "8s4c"):
        actions += [f"d dh p1 {cards[:2]}", f"d dh p2 {cards[2:]}", "p2 cc", "p1 cc"]
    text = hand_of([*actions, "d dh p1 3h", "d dh p2 6h", "p2 cc", "p1 cc"], stacks=(100, 100))
    # Stud: a pair of aces beats a pair of sevens.
    assert end_of(text).won == (12, 0)
    # Follow the Queen: the 7c of seat 1 follows the Queen. Seat 1 has A 2 3 5 and a wild card, a straight; seat 2 has
    # 6h, Th and three wild cards, a straight flush.
    state = end_of(text, game="ftq")
    assert wild(state) == "Q,7"
    assert state.won == (0, 12)


# --- what is refused


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (["d dh p2 ????2c"], "action 1, 'd dh p2 ????2c': the next card goes to seat 1"),
        ([DEAL[0], DEAL[2]], "action 2, 'd dh p3 ????9h': the next card goes to seat 2"),
        (["d dh p1 ??", "d dh p1 ??"], "action 2, 'd dh p1 ??': the next card goes to seat 2"),
        (
            [DEAL[0], "d dh p2 ??????", DEAL[2]],
            "action 2, 'd dh p2 ??????': an up card is not known; a replay needs them all",
        ),
        (["d db 2c"], "action 1, 'd db 2c': the next card goes to seat 1"),
        (
            [*DEAL, "d dh p1 3c"],
            "action 4, 'd dh p1 3c': card 3c face up to seat 1 is not legal: "
            "seat 2 acts and may bring in for 5 or bet 15",
        ),
        (
            [*DEAL, "d dh p1 ??"],
            "action 4, 'd dh p1 ??': card x face down to seat 1 is not legal: "
            "seat 2 acts and may bring in for 5 or bet 15",
        ),
        (
            [*DEAL, "d db 3c"],
            "action 4, 'd db 3c': card 3c face up in the centre is not legal: "
            "seat 2 acts and may bring in for 5 or bet 15",
        ),
        (
            [*DEAL[:2], "p2 pb"],
            "action 3, 'p2 pb': bring-in of seat 2 is not legal: seat 3 is dealt a card face down now",
        ),
        ([*TO_FOURTH, "p1 cc"], "action 7, 'p1 cc': check of seat 1 is not legal: seat 1 is dealt a card face up now"),
        ([*TO_FOURTH, "d dh p2 3c"], "action 7, 'd dh p2 3c': the next card goes to seat 1"),
        ([*TO_FOURTH, "d dh p1 ??"], "action 7, 'd dh p1 ??': an up card is not known; a replay needs them all"),
        (
            [*DEAL, "p1 pb"],
            "action 4, 'p1 pb': bring-in of seat 1 is not legal: seat 2 acts and may bring in for 5 or bet 15",
        ),
        (
            [*DEAL, "p2 cc"],
            "action 4, 'p2 cc': check of seat 2 is not legal: seat 2 acts and may bring in for 5 or bet 15",
        ),
        (
            [*DEAL, "p2 f"],
            "action 4, 'p2 f': fold of seat 2 is not legal: seat 2 acts and may bring in for 5 or bet 15",
        ),
        (
            [*DEAL, "p2 pb", "p1 cc"],
            "action 5, 'p1 cc': call of seat 1 is not legal: seat 3 acts and may fold, call 5 or complete to 15",
        ),
        (
            [*DEAL, "p2 pb", "p3 cbr 20"],
            "action 5, 'p3 cbr 20': bet of seat 3 to 20 is not legal: "
            "seat 3 acts and may fold, call 5 or complete to 15",
        ),
        (
            [*DEAL, "p2 cbr 15", "p3 cbr 15"],
            "action 5, 'p3 cbr 15': bet of seat 3 to 15 is not legal: seat 3 acts and may fold, call 15 or raise to 30",
        ),
        (
            [*DEAL, "p2 pb # low", "p3 pb # me too"],
            "action 5, 'p3 pb': bring-in of seat 3 is not legal: seat 3 acts and may fold, call 5 or complete to 15",
        ),
        (
            [*DEAL, "p2 pb", "p3 sm"],
            "action 5, 'p3 sm': muck of seat 3 is not legal: seat 3 acts and may fold, call 5 or complete to 15",
        ),
        (
            [*DEAL, "p2 pb", "p3 sm -"],
            "action 5, 'p3 sm -': show of seat 3 is not legal: seat 3 acts and may fold, call 5 or complete to 15",
        ),
        (
            [*DEAL, "p2 pb", "p3 f", "p1 f", "p2 cc"],
            "action 7, 'p2 cc': check of seat 2 is not legal: the hand is over",
        ),
        (
            [*DEAL, "p2 pb", "p3 f", "p1 f", "p3 sm -"],
            "action 7, 'p3 sm -': show of seat 3 is not legal: the hand is over",
        ),
        (
            [*DEAL, "p2 pb", "p3 f", "p1 f", "d dh p2 3c"],
            "action 7, 'd dh p2 3c': card 3c face up to seat 2 is not legal: the hand is over",
        ),
    ],
)
def test_refused_action(actions: list[str], said: str) -> None:
    assert error(hand_of(actions)) == said


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            "['4 p2 opened']",
            "action 4, 'p2 pb': opening out of turn of seat 2 for 5 is not legal: "
            "seat 2 acts and may bring in for 5 or bet 15",
        ),
        (
            "['2 p3 opened']",
            "_events, entry 1, '2 p3 opened': opening out of turn of seat 3 for 5 is not legal: "
            "seat 2 is dealt a card face down now",
        ),
        (
            "['1 p1 absent', '5 p1 opened']",
            "_events, entry 2, '5 p1 opened': opening out of turn of seat 1 for 5 is not legal: "
            "seat 3 acts and may fold, call 5 or complete to 15",
        ),
        (
            "['5 p1 picked-up']",
            "_events, entry 1, '5 p1 picked-up': seat 1 picking up its up cards is not legal: "
            "seat 3 acts and may fold, call 5 or complete to 15",
        ),
    ],
)
def test_refused_irregularity(events: str, said: str) -> None:
    assert error(hand_of([*DEAL, "p2 pb", "p3 cc"], _events=events)) == said


def test_wrong_opening_of_an_amount_that_is_none() -> None:
    said = error(hand_of([*DEAL, "p3 cbr 20", "p1 f"], _events="['4 p3 opened']"))
    assert said == (
        "action 4, 'p3 cbr 20': opening out of turn of seat 3 for 20 is not legal: it may open for 5 or 15; "
        "seat 2 acts and may bring in for 5 or bet 15"
    )


def test_all_in_that_is_half_of_the_completion_counts_as_one() -> None:
    """B17: 10 is half way from the bring-in of 5 to 15, so the next raise is 15 on top of it."""
    text = hand_of([*DEAL, "p2 pb", "p3 cbr 10", "p1 cbr 15"], stacks=(100, 100, 11))
    assert error(text) == (
        "action 6, 'p1 cbr 15': bet of seat 1 to 15 is not legal: seat 1 acts and may fold, call 10 or raise to 25"
    )
    # With one chip less it is not half: the full bet is still due.
    state = end_of(hand_of([*DEAL, "p2 pb", "p3 cbr 9"], stacks=(100, 100, 10)))
    assert legal_actions(state) == (Fold(1), Call(1), Bet(1, 15))


def test_amounts_are_named_in_the_unit_of_the_file() -> None:
    text = hand_of([*DEAL, "p2 pb", "p3 cbr 3"], antes="[0.2, 0.2, 0.2]", bring_in="1", small_bet="2", big_bet="4")
    assert error(text) == (
        "action 5, 'p3 cbr 3': bet of seat 3 to 3 is not legal: seat 3 acts and may fold, call 1 or complete to 2"
    )
    in_dollars = partial(hand_of, antes="[0.2, 0.2, 0.2]", bring_in="1", small_bet="2", big_bet="4")
    wrong = in_dollars([*DEAL, "p3 cbr 1.5"], _events="['4 p3 opened']")
    assert "opening out of turn of seat 3 for 1.5 is not legal: it may open for 1 or 2; seat 2 acts" in error(wrong)


def test_only_amounts_are_in_that_unit() -> None:
    """Cards and seats are no chips."""
    in_dollars = partial(hand_of, antes="[0.2, 0.2, 0.2]", bring_in="1", small_bet="2", big_bet="4")
    opening = error(in_dollars([*DEAL, "p1 pb"]))
    assert opening.endswith(" seat 2 acts and may bring in for 1 or bet 2")
    early = error(in_dollars([DEAL[0], "p2 pb"]))
    assert early.endswith("bring-in of seat 2 is not legal: seat 2 is dealt a card face down now")
    assert "chips" not in error(in_dollars([DEAL[1]]))


@pytest.mark.parametrize(("game", "leader"), [("stud", 1), ("ftq", 2)])
@pytest.mark.parametrize("asked", ["stud", "ftq"])
def test_as_another_game_the_same_seats_act(game: str, leader: int, asked: str) -> None:
    """B9: a Queen and a five are a pair in Follow the Queen, and less than ace and king in stud; whatever is asked."""
    deal = ["d dh p1 ????Ac", "d dh p2 ????Qd", "d dh p3 ????2d", "p3 pb", "p1 cc", "p2 cc"]
    record = read_hand(hand_of([*deal, "d dh p1 Kc", "d dh p2 5c", "d dh p3 4h", f"p{leader} cc"], game=game))
    state = list(recorded_steps(record, recorded_start(record, game=asked)))[-1].after
    assert state.rules.game == asked
    assert rank_list(state.wild.wild_ranks) == (["Q", "2"] if asked == "ftq" else [])
    wrong = read_hand(hand_of([*deal, "d dh p1 Kc", "d dh p2 5c", "d dh p3 4h", f"p{3 - leader} cc"], game=game))
    with pytest.raises(ValueError, match=f"seat {leader} acts"):
        list(recorded_steps(wrong, recorded_start(wrong, game=asked)))


def test_rules_chosen_for_another_game_need_not_fit_that_of_the_record() -> None:
    record = read_hand(hand_of(["d dh p1 ????Ac", "d dh p2 ????Qd", "d dh p3 ????2d", "p3 pb"], game="stud"))
    start = recorded_start(record, game="ftq", options=["extra_wild=9", "seventh=up"])
    assert start.rules == Rules(extra_wild="9", seventh="up")
    assert start.betting_rules == Rules(game="stud", seventh="up")
    assert recorded_start(record, game="stud").betting_rules is None
