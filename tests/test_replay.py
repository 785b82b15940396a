"""Replays: amounts and pot odds worked by hand, equities against the query of the same seats and against every deal."""

import json
import os
import random
import signal
import subprocess
import sys
from decimal import Decimal
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator import Replay, Rules, Table, equity, read_hand, replay_hand
from simulator.betting import start
from simulator.phh import hand_text
from simulator.recorded_hand import recorded_start, recorded_steps
from simulator.recording import record_hand
from simulator.replay_results import ReplayAction
from simulator.rules import Street
from simulator.stakes import Stakes
from tests import dealer, televised
from tests.dealt_hands import completions, played
from tests.oracle import House
from tests.recorded import hand_of
from tests.televised import HANDS
from tests.test_betting_random import play_random
from tests.test_betting_televised import STACKS, WINNERS

ROOT = Path(__file__).parent.parent
QUICK: dict[str, Any] = {"deals": 64, "seed": 3, "workers": 1}  # also without compiled kernels

# Follow the Queen at 15/30, antes of 1, a bring-in of 5, stacks of 100. With the up cards Qh, Tc, 4d Queens and tens
# are wild, and seat 3 has the low card. On fourth street the second Queen ends the tens; pairs of tens and of fives
# show, so that 30 may be bet (B8). The six that follows on fifth street is wild.
FOLLOWED = [
    *("d dh p1 AsAdQh", "d dh p2 9c9dTc", "d dh p3 2s3s4d", "p3 pb", "p1 cbr 15", "p2 cbr 30", "p3 f", "p1 cc"),
    *("d dh p1 5c", "d dh p2 Qd", "p2 cbr 30", "p1 cc"),
    *("d dh p1 6h", "d dh p2 8c", "p1 cbr 30", "p2 cbr 39 # all he has", "p1 cc"),
    *("d dh p1 2h", "d dh p2 3h", "d dh p1 7d", "d dh p2 9h"),
]
# The first card of seat 2 is exposed: Qh, 5d, 9c is the order, fives are wild. On fourth street seat 1 folds with no
# bet to call, and it is dealt the four that follows the Queen of seat 3 (B15).
EXPOSED = [
    *("d dh p1 AsKd5d", "d dh p2 Qh8s8h", "d dh p3 2c2d9c", "p1 pb", "p2 cbr 15", "p3 cc", "p1 cc"),
    *("d dh p1 Jc", "d dh p2 7d", "d dh p3 Qs", "p3 cc", "p1 f", "p2 cc"),
    *("d dh p1 4h", "d dh p2 4d", "d dh p3 Jd", "p2 cbr 30", "p3 cc"),
    *("d dh p2 2h", "d dh p3 3c", "p2 cbr 30", "p3 cc"),
    *("d dh p2 6c", "d dh p3 6d", "p2 cc", "p3 cc", "p2 sm", "p3 sm 2c2d9cQsJd3c6d"),
]
FOLLOWED_TEXT = hand_of(FOLLOWED, game="ftq")
EXPOSED_TEXT = hand_of(EXPOSED[:-2], game="ftq", _events="['2 p2 exposed Qh']")
# Stud; seat 2 has 21 chips. It is all-in on third street, and seat 3 folds on fourth.
SIDE_POT = hand_of(
    [
        *("d dh p1 AcQsKd", "d dh p2 2s2d2c", "d dh p3 ????9h", "p2 pb", "p3 cbr 15", "p1 cbr 30", "p2 cc", "p3 cc"),
        *("d dh p1 Kh", "d dh p2 7d", "d dh p3 8h", "p1 cbr 15", "p3 f"),
        *("d dh p1 4s", "d dh p2 5s", "d dh p1 4c", "d dh p2 6h", "d dh p1 8c", "d dh p2 Jc"),
    ],
    stacks=(100, 21, 100),
)


def actions(replay: Replay) -> list[ReplayAction]:
    return list(chain.from_iterable(street.actions for street in replay.streets))


def prices(replay: Replay) -> list[tuple[int, int, int]]:
    """Of each decision its action in the record, what a call costs, and what the pot then holds for the seat."""
    found = []
    for action in actions(replay):
        if action.to_call is None:
            assert (action.pot_odds, action.equity, action.standard_error) == (None, None, None)
        else:
            assert action.pot_odds is not None
            found.append((action.number, action.to_call, round(action.to_call / action.pot_odds)))
            assert action.pot_odds == pytest.approx(action.to_call / found[-1][2], rel=1e-12)
    return found


def pots(replay: Replay) -> list[tuple[int, int]]:
    return [(street.pot, street.pot_after) for street in replay.streets]


# --- amounts by hand


def test_hand_05_by_hand() -> None:
    """Five antes of 50000; seat 5 brings 50000 in, seat 4 completes to 200000; seat 5 bets 400000 on fifth street."""
    replay = replay_hand(path_of("05").read_text(), **QUICK)
    assert replay.game == "stud"
    assert pots(replay) == [(250_000, 650_000), (650_000, 650_000), (650_000, 1_050_000)]
    assert prices(replay) == [
        *((number, 50_000, 350_000) for number in (7, 8, 9, 10)),  # into 300000
        (11, 150_000, 650_000),  # into 500000
        (20, 400_000, 1_450_000),  # into 1050000
    ]
    assert [(done.seat, done.action, done.amount, done.to) for done in replay.streets[0].actions] == [
        (5, "bring in", 50_000, 50_000),
        *((seat, "fold", 0, 0) for seat in (1, 2, 3)),
        (4, "complete", 200_000, 200_000),
        (5, "call", 150_000, 200_000),
    ]
    assert [seat.bets for seat in replay.streets[0].seats] == [0, 0, 0, 200_000, 200_000]
    assert [seat.stack for seat in replay.streets[0].seats] == [4_000_000, 7_700_000, 4_775_000, 8_475_000, 4_500_000]
    assert [seat.stack for seat in replay.streets[2].seats] == [4_000_000, 7_700_000, 4_775_000, 8_275_000, 4_300_000]
    result = replay.result
    assert result is not None
    assert result.stacks == (4_000_000, 7_700_000, 4_775_000, 8_275_000, 4_950_000)
    assert result.net == (-50_000, -50_000, -50_000, -250_000, 400_000)
    assert result.winners == (5,)
    assert not result.showdown
    assert result.hands == (None,) * 5


def test_followers_and_all_in_by_hand() -> None:
    replay = replay_hand(FOLLOWED_TEXT, **QUICK)
    assert [street.wild_ranks for street in replay.streets] == [("Q", "T"), ("Q",), *[("Q", "6")] * 3]
    assert [street.follower for street in replay.streets] == ["T", None, "6", "6", "6"]
    assert [street.up_cards for street in replay.streets] == [
        ((1, "Qh"), (2, "Tc"), (3, "4d")),
        ((1, "5c"), (2, "Qd")),
        ((1, "6h"), (2, "8c")),
        ((1, "2h"), (2, "3h")),
        (),
    ]
    assert pots(replay) == [(3, 68), (68, 128), (128, 206), (206, 206), (206, 206)]
    assert prices(replay) == [
        (5, 5, 13),  # 3 antes and 5, seat 1
        (6, 15, 38),  # 8 and 15, seat 2
        (7, 25, 78),  # 23 and 30, seat 3, which has put 5 in
        (8, 15, 68),
        (12, 30, 128),  # 68 and the bet of 30
        (16, 30, 188),  # 128 and 30
        (17, 9, 206),  # 158 and 39
    ]
    third, fourth, fifth = replay.streets[:3]
    assert [done.action for done in third.actions] == ["bring in", "complete", "raise", "fold", "call"]
    assert [done.action for done in fourth.actions] == ["bet", "call"]
    assert [(done.action, done.amount, done.to, done.all_in) for done in fifth.actions] == [
        ("bet", 30, 30, False),
        ("raise", 39, 39, True),
        ("call", 9, 39, True),
    ]
    assert fifth.actions[1].comment == "all he has"
    assert [(done.action, done.number) for done in replay.streets[4].actions] == [("shows", 22), ("shows", 22)]
    assert replay.result is not None
    assert replay.result.net == (206 - 100, -100, -6)
    assert replay.result.stacks == (206, 0, 94)
    assert replay.result.winners == (1,)
    assert replay.result.showdown
    assert [hand and (hand.category, hand.description) for hand in replay.result.hands] == [
        ("four of a kind", "four of a kind, aces with seven"),
        ("four of a kind", "four of a kind, nines with ten"),
        None,
    ]


def test_exposed_card_and_a_hand_dealt_to_by_hand() -> None:
    replay = replay_hand(EXPOSED_TEXT, **QUICK)
    assert [street.wild_ranks for street in replay.streets] == [("Q", "5"), ("Q",), *[("Q", "4")] * 3]
    assert [street.up_cards for street in replay.streets] == [
        ((2, "Qh"), (1, "5d"), (3, "9c")),
        ((1, "Jc"), (2, "7d"), (3, "Qs")),
        ((1, "4h"), (2, "4d"), (3, "Jd")),
        ((2, "2h"), (3, "3c")),
        (),
    ]
    assert pots(replay) == [(3, 48), (48, 48), (48, 108), (108, 168), (168, 168)]
    assert prices(replay) == [(5, 5, 13), (6, 15, 38), (7, 10, 48), (18, 30, 108), (22, 30, 168)]
    first = replay.streets[0].actions[0]
    assert (first.number, first.seat, first.action, first.amount) == (2, 2, "exposed", 0)
    assert [seat.live for seat in replay.streets[2].seats] == [False, True, True]
    assert [seat.cards for seat in replay.streets[2].seats] == ["f:AsKd/5dJc4h", "8s8h/Qh7d4d", "2c2d/9cQsJd"]
    assert replay.result is not None
    assert replay.result.net == (-16, 168 - 76, -76)
    assert [hand and hand.category for hand in replay.result.hands] == [None, "four of a kind", "three of a kind"]
    assert any("exposed" in note for note in replay.notes)


def test_side_pot_by_hand() -> None:
    """A seat wins from another no more than it pays itself."""
    replay = replay_hand(SIDE_POT, **QUICK)
    assert prices(replay) == [
        (5, 5, 13),
        (6, 15, 38),
        (7, 15, 16 + 21 + 21),  # the 15 chips left; 21 of the 31 of seat 1, and the 16 of seat 3
        (8, 15, 31 + 21 + 31),
        (13, 15, 83 + 15 + 15),
    ]
    call = replay.streets[0].actions[3]
    assert (call.action, call.amount, call.to, call.all_in) == ("call", 15, 20, True)
    assert pots(replay)[:2] == [(3, 83), (83, 98)]
    assert replay.result is not None
    # Seat 2 has three deuces against kings and fours: 21 of each. Seat 1 takes the side pot of 20, and 15 back.
    assert replay.result.won == (35, 63, 0)
    assert replay.result.net == (-11, 42, -31)
    assert replay.result.winners == (1, 2)


def test_antes_that_are_not_trimmed_are_won_by_a_short_one() -> None:
    """The ante of seat 1 is 3 of 5: all three antes, 13 chips, and no bet are its pot if antes are not trimmed."""
    deal = ["d dh p1 AcQsKd", "d dh p2 2s2d2c", "d dh p3 ????9h", "p2 pb", "p3 cbr 15", "p2 cc"]
    text = hand_of(deal, stacks=(3, 100, 100), antes="[5, 5, 5]", ante_trimming_status="false")
    trimmed = text.replace("false", "true")
    assert prices(replay_hand(text, **QUICK)) == prices(replay_hand(trimmed, **QUICK)) == [(5, 5, 23), (6, 10, 43)]
    assert [seat.stack for seat in replay_hand(text, **QUICK).streets[0].seats] == [0, 95, 95]


# --- equities


def path_of(name: str) -> Path:
    return next(path for path in HANDS if path.stem.endswith(f"-{name}"))


@pytest.mark.jit
@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_televised_hands(path: Path) -> None:
    """Streets have the equities of the query of their seats, and at the showdown the winner has all."""
    settings: dict[str, Any] = {"precision": 0.02, "seed": 12}
    replay = replay_hand(path.read_text(), **settings)
    for told, street in zip(replay.streets, televised.read(path).streets, strict=True):
        assert told.street == street.name
        assert [seat.cards for seat in told.seats] == street.seats
        asked = equity(Table.parse(street.seats, rules=Rules(game="stud")), **settings)
        assert [seat.equity for seat in told.seats] == [seat.equity for seat in asked.seats]
        assert [seat.standard_error for seat in told.seats] == [seat.standard_error for seat in asked.seats]
    assert replay.result is not None
    winner, pot = WINNERS[path.stem]
    assert replay.result.winners == (winner,)
    assert replay.result.won[winner - 1] == replay.streets[-1].pot_after == pot
    assert sum(replay.result.net) == 0
    assert replay.result.stacks == STACKS.get(path.stem, replay.result.stacks)
    if replay.result.showdown:
        last = replay.streets[-1]
        assert last.street == "seventh"
        live = [seat for seat in last.seats if seat.live]
        assert len(live) > 1
        assert [seat.equity for seat in live] == [float(seat.seat == winner) for seat in live]
    assert not replay.notes


def equities_of(counted: dealer.Outcome, seats: int) -> list[float | None]:
    counts = counted.counts
    return [float(counts[at].pots / counted.deals) if at in counts else None for at in range(seats)]


def check_late_equities(text: str, house: House) -> int:
    """Compare the equities of sixth and seventh street, and of the decisions there, with a count of every deal."""
    replay = replay_hand(text, precision=0.05, seed=1)
    record = read_hand(text)
    states = list(recorded_steps(record, recorded_start(record)))
    late = [street for street in replay.streets if street.street in ("sixth", "seventh")]
    for street in late:
        of_street = [step for step in states if step.before.street.label == street.street]
        cards = [step for step in of_street if type(step.event).__name__ in ("DealDown", "DealUp")]
        counted = dealer.settle(completions(cards[-1].after), house)
        found = [seat.equity for seat in street.seats]
        assert not any(seat.standard_error for seat in street.seats)
        assert found == pytest.approx(equities_of(counted, len(found)), abs=1e-12)
        others = [step for step in of_street if step not in cards]
        for step, action in zip(others, street.actions, strict=True):
            if action.to_call is not None:
                expected = equities_of(dealer.settle(completions(step.before), house), len(found))[action.seat - 1]
                assert action.equity == pytest.approx(expected, abs=1e-12)
    return sum(action.to_call is not None for street in late for action in street.actions)


@pytest.mark.jit
@pytest.mark.parametrize("text", [FOLLOWED_TEXT, EXPOSED_TEXT])
def test_late_streets_of_the_hands_above_against_every_deal(text: str) -> None:
    check_late_equities(text, {})


@pytest.mark.jit
@pytest.mark.parametrize("house", [{}, {"last_queen": "keep", "seventh": "up"}, {"game": "stud"}], ids=str)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_late_streets_of_random_hands_against_every_deal(seed: int, house: dict[str, str]) -> None:
    """Eight seats, two cards exposed (B12), hands folded with no bet and dealt to (B15), or killed by the next bet."""
    third, fourth, fifth, sixth, seventh = Street
    folds = {1: fourth, 2: fifth, 4: third, 6: fifth, 7: fourth, 8: sixth}
    bets = {3: sixth, 5: seventh}
    state = played(seventh, 8, seed, Rules(**house), {6: 1, 4: 1}, folds, bets)
    assert check_late_equities(hand_text(record_hand(state)), house) > 0


@pytest.mark.jit
@pytest.mark.parametrize("common_card", ["counts", "ignored"])
def test_common_card_against_every_deal(common_card: str) -> None:
    """D3: eight seats stay in to sixth street, and one folds without a bet, which is dealt to (B15)."""
    house = {"common_card": common_card}
    state = played(Street.SEVENTH, 8, 4, Rules(**house), {5: 1}, {2: Street.SIXTH}, {3: Street.SEVENTH})
    text = hand_text(record_hand(state))
    assert check_late_equities(text, house) == 6
    seventh = replay_hand(text, **QUICK).streets[-1]
    assert seventh.up_cards[0][0] == 0
    assert seventh.seats[1].cards.startswith("f:")
    assert seventh.seats[1].cards.endswith("/x")


@pytest.mark.jit
def test_sampled_equities_of_decisions_are_those_of_the_seats_left() -> None:
    replay = replay_hand(path_of("09").read_text(), precision=0.01, seed=5)
    seats = televised.read(path_of("09")).streets[0].seats
    folded = [f"f:{seats[0]}", seats[1], f"f:{seats[2]}", *seats[3:]]
    asked = equity(Table.parse(folded, rules=Rules(game="stud")), precision=0.01, seed=5)
    raised = replay.streets[0].actions[4]  # seats 1 and 3 have folded
    assert (raised.seat, raised.action) == (4, "raise")
    assert (raised.equity, raised.standard_error) == (asked.seats[3].equity, asked.seats[3].standard_error)
    assert replay.seed == 5


def test_cards_shown_at_the_end_are_known_on_every_street() -> None:
    hidden = [action.replace("2c2d9c", "????9c") for action in EXPOSED[:-1]] + EXPOSED[-1:]
    text = hand_of(hidden, game="ftq", _events="['2 p2 exposed Qh']")
    replay, shown = replay_hand(text, **QUICK), replay_hand(EXPOSED_TEXT, **QUICK)
    assert [street.seats for street in replay.streets] == [street.seats for street in shown.streets]
    nobody_knows = hand_of(hidden[:-1], game="ftq", _events="['2 p2 exposed Qh']")
    assert replay_hand(nobody_knows, **QUICK).streets[0].seats[2].cards == "xx/9c"


def test_one_seed_for_all_and_any_number_of_workers() -> None:
    first = replay_hand(FOLLOWED_TEXT, **QUICK)
    assert replay_hand(read_hand(FOLLOWED_TEXT), **QUICK | {"workers": 2}) == first
    assert replay_hand(FOLLOWED_TEXT, **QUICK | {"seed": 4}).streets[0] != first.streets[0]
    drawn = replay_hand(FOLLOWED_TEXT, deals=64)
    assert drawn.seed is not None
    assert replay_hand(FOLLOWED_TEXT, deals=64, seed=drawn.seed) == drawn


def test_no_seed_where_nothing_is_sampled() -> None:
    """The last card is dealt, and all that happens is the call."""
    cards = ["d dh p1 AcQsKd", "d dh p2 2s2d2c", "p2 pb"]
    assert replay_hand(hand_of(cards, stacks=(100, 100)), **QUICK).seed == 3
    assert replay_hand(hand_of(cards[:1], stacks=(100, 100)), **QUICK).seed is None


def test_what_cannot_be_counted_is_sampled_with_a_note() -> None:
    text = hand_of(["d dh p1 ????Kd", "d dh p2 ????2c", "d dh p3 ????9h", "p2 pb"])
    replay = replay_hand(text, method="exact", **QUICK)
    assert replay.streets[0].seats[0].standard_error
    assert replay.notes == ("too many deals to count exactly on these streets, so sampled: third",)


# --- as another game


def test_as_another_game() -> None:
    """The Queen of hand 05 is followed by the three of spades; the actions are those of the record."""
    replay = replay_hand(path_of("05").read_text(), game="ftq", **QUICK)
    assert replay.game == "ftq"
    assert [street.wild_ranks for street in replay.streets] == [("Q", "3")] * 3
    assert prices(replay) == prices(replay_hand(path_of("05").read_text(), **QUICK))
    asked = equity(Table.parse([seat.cards for seat in replay.streets[1].seats]), **QUICK)
    assert [seat.equity for seat in replay.streets[1].seats] == [seat.equity for seat in asked.seats]


def test_as_another_game_another_seat_may_win() -> None:
    """Hand 09 as the README tells it: the three that follows the Queen is wild, and seat 4 makes a straight flush."""
    replay = replay_hand(path_of("09").read_text(), game="ftq", **QUICK)
    assert replay.result is not None
    assert replay.result.winners == (4,)
    assert replay.result.won[3] == 3_100_000
    assert [hand and hand.category for hand in replay.result.hands] == [
        None,
        "full house",
        None,
        "straight flush",
        None,
    ]
    assert [seat.equity for seat in replay.streets[-1].seats] == [None, 0.0, None, 1.0, None]


def test_house_rules_of_the_cards_and_of_the_betting() -> None:
    replay = replay_hand(FOLLOWED_TEXT, options=["last_queen=keep", "odd_chip=first_seat"], **QUICK)
    assert replay.rules["last_queen"] == "keep"
    assert replay.stakes["odd_chip"] == "first_seat"
    assert replay.streets[1].wild_ranks == ("Q", "T")
    assert replay.streets[1].follower == "T"


# --- hands that do not end, or end early


def test_a_record_that_ends_in_the_middle_of_a_street() -> None:
    replay = replay_hand(hand_of([*FOLLOWED[:12], "d dh p1 6h"], game="ftq"), **QUICK)
    assert replay.result is None
    last = replay.streets[-1]
    assert (last.street, last.up_cards, last.wild_ranks, last.actions) == ("fifth", ((1, "6h"),), ("Q", "6"), ())
    assert [seat.cards for seat in last.seats] == ["AsAd/Qh5c6h", "9c9d/TcQd", "f:2s3s/4d"]
    assert all(seat.equity is None for seat in last.seats)
    assert replay.to_frame()["net_1"].tolist() == [None] * 3


@pytest.mark.parametrize("count", [0, 1])
def test_a_record_that_hardly_begins(count: int) -> None:
    replay = replay_hand(hand_of(FOLLOWED[:count], game="ftq"), **QUICK)
    assert [street.street for street in replay.streets] == ["third"][:count]
    assert [seat.cards for street in replay.streets for seat in street.seats] == ["Asx/", "xx/", "xx/"][: 3 * count]
    assert replay.result is None
    replay.to_frame()


def test_streets_after_an_all_in_have_their_equities() -> None:
    replay = replay_hand(FOLLOWED_TEXT, **QUICK)
    for street in replay.streets[3:]:
        assert sum(seat.equity or 0 for seat in street.seats) == pytest.approx(1)
        assert all(done.action == "shows" for done in street.actions)
    assert [seat.equity for seat in replay.streets[-1].seats] == [1.0, 0.0, None]


def test_a_misdeal_gives_everything_back() -> None:
    deal = ["d dh p1 ????Kd", "d dh p2 2s??2c", "d dh p3 ????9h"]
    replay = replay_hand(hand_of(deal, _events="['2 p2 exposed 2s', '4 d misdeal']"), **QUICK)
    assert replay.result is not None
    assert replay.result.net == (0, 0, 0)
    assert replay.result.stacks == (100, 100, 100)
    assert replay.result.winners == ()
    assert [seat.bets for seat in replay.streets[0].seats] == [0, 0, 0]
    assert any("misdeal" in note for note in replay.notes)


def test_both_cards_exposed_return_the_ante() -> None:
    deal = ["d dh p1 ????Kd", "d dh p2 2s2c", "d dh p3 ????9h", "p3 pb", "p1 f"]
    replay = replay_hand(hand_of(deal, _events="['2 p2 exposed 2s2c']"), **QUICK)
    third = replay.streets[0]
    assert [done.action for done in third.actions] == ["exposed", "exposed", "bring in", "fold"]
    assert [seat.cards for seat in third.seats] == ["xx/Kd", "f:/2s2c", "xx/9h"]
    assert [seat.live for seat in third.seats] == [True, False, True]
    assert [seat.bets for seat in third.seats] == [0, 0, 5]
    assert (third.pot, third.pot_after) == (3, 7)
    assert replay.result is not None
    assert replay.result.net == (-1, 0, 1)


def test_an_opening_out_of_turn_that_is_taken_back() -> None:
    deal = ["d dh p1 ????Kd", "d dh p2 ????2c", "d dh p3 ????9h"]
    replay = replay_hand(hand_of([*deal, "p2 pb", "p3 f", "p1 f"], _events="['4 p3 opened']"), **QUICK)
    told = [(done.number, done.seat, done.action, done.amount, done.to, done.pot) for done in replay.streets[0].actions]
    assert told == [
        (4, 3, "opens out of turn", 5, 5, 3),
        (4, 3, "takes back", 0, 0, 8),
        (4, 2, "bring in", 5, 5, 3),
        (5, 3, "fold", 0, 0, 8),
        (6, 1, "fold", 0, 0, 8),
    ]
    assert [seat.bets for seat in replay.streets[0].seats] == [0, 5, 0]


def test_an_absent_seat_and_one_that_picks_up_its_cards() -> None:
    deal = ["d dh p1 ????Kd", "d dh p2 ????2c", "d dh p3 ????9h"]
    events = "['1 p1 absent', '5 p3 picked-up']"
    replay = replay_hand(hand_of([*deal, "p2 pb", "p3 f", "p1 f"], _events=events), **QUICK)
    told = [(done.seat, done.action, done.to_call) for done in replay.streets[0].actions]
    assert told == [(1, "absent", None), (2, "bring in", None), (3, "picks up", 5), (1, "fold", 5)]


def test_a_hand_that_is_over_with_the_last_card_of_a_street() -> None:
    """B14: seat 1 is all-in for its ante and absent, so that nobody acts and its hand is dead."""
    deal = ["d dh p1 AcAdAh", "d dh p2 ????2c"]
    replay = replay_hand(hand_of(deal, stacks=(1, 100), _events="['1 p1 absent']"), **QUICK)
    assert [(seat.live, seat.equity) for seat in replay.streets[0].seats] == [(False, None), (True, 1.0)]
    assert replay.result is not None
    assert replay.result.net == (-1, 1)


def test_an_unknown_stack_stays_unknown() -> None:
    text = hand_of(FOLLOWED[:8], game="ftq").replace("[100, 100, 100]", "[100, inf, 100]")
    replay = replay_hand(text, **QUICK)
    assert [seat.stack for seat in replay.streets[0].seats] == [99, None, 99]
    assert any("not known" in note and note.endswith("seat 2") for note in replay.notes)


@pytest.mark.parametrize(
    ("field", "right", "wrong"),
    [
        ("finishing_stacks", "[206, 0, 94]", "[206, 94, 0]"),
        ("winnings", "[206, 0, 0]", "[200, 0, 0]"),  # a rake, perhaps
    ],
)
def test_results_of_the_record_that_are_not_those_of_the_rules(field: str, right: str, wrong: str) -> None:
    assert not replay_hand(FOLLOWED_TEXT + f"{field} = {right}\n", **QUICK).notes
    (note,) = replay_hand(FOLLOWED_TEXT + f"{field} = {wrong}\n", **QUICK).notes
    assert note == f"{field} of the record are {wrong[1:-1]}; by the rules {right[1:-1]}"


def test_winnings_may_leave_out_a_bet_that_nobody_called() -> None:
    for winnings in ("[35, 63, 0]", "[20, 63, 0]"):
        assert not replay_hand(SIDE_POT + f"winnings = {winnings}\n", **QUICK).notes


# --- any hand at all


@given(st.integers(0, 2**32), st.integers(2, 8), st.sampled_from(["ftq", "stud"]))
@settings(max_examples=15)
def test_random_hands_with_irregularities(seed: int, seats: int, game: str) -> None:
    """Whatever happens, pots and stacks add up, and live seats share one pot."""
    rng = random.Random(seed)
    stacks = [rng.choice([rng.randint(1, 60), rng.randint(100, 400)]) for _ in range(seats)]
    rules = Rules(game=game, seventh=rng.choice(["down", "up"]), common_card=rng.choice(["counts", "ignored"]))
    stakes = Stakes.at(20, ante=rng.choice([0, 2, 5]), tournament=rng.random() < 0.1)
    state = play_random(start(stakes, stacks, rules), seed, irregular=True)
    replay = replay_hand(hand_text(record_hand(state)), deals=2, seed=1, workers=1)
    assert replay.result is not None
    assert replay.result.stacks == state.stacks
    assert sum(replay.result.net) == 0
    assert not any("of the record" in note for note in replay.notes)
    for street in replay.streets:
        shares = [seat.equity for seat in street.seats if seat.live and seat.equity is not None]
        assert not shares or sum(shares) == pytest.approx(1)
        if all(done.action != "exposed" for done in street.actions):  # an ante may have gone back (B12)
            assert street.pot_after - street.pot == sum(seat.bets for seat in street.seats)
        for done in street.actions:
            if done.to_call is not None:
                stack = next(seat.stack for seat in street.seats if seat.seat == done.seat)
                assert stack is not None
                assert 0 < done.to_call <= stack
                assert done.pot_odds is not None
                assert done.to_call / (done.pot + done.to_call) <= done.pot_odds < 1
    assert all(one.pot_after == other.pot for one, other in pairwise(replay.streets))


# --- forms


def test_json_in_the_unit_of_the_file() -> None:
    text = f"""
    variant = "F7S"
    _game = "follow-the-queen"
    antes = [0.20, 0.20, 0.20]
    bring_in = 1
    small_bet = 2
    big_bet = 4
    starting_stacks = [50, 60.1, inf]
    players = ["Ann", "Bob", "Cy"]
    actions = {["d dh p1 AsKdQh", "d dh p2 ????7c", "d dh p3 ????9h", "p2 pb", "p3 cbr 2", "p1 cc", "p2 f"]}
    """
    replay = replay_hand(text, **QUICK)
    assert replay.streets[0].pot == 6
    found = json.loads(json.dumps(replay.to_dict()))
    assert {
        "schema",
        "version",
        "game",
        "rules",
        "stakes",
        "chip",
        "players",
        "method",
        "deals",
        "precision",
        "seed",
    } < set(found)
    assert found["chip"] == "0.1"
    assert found["players"] == ["Ann", "Bob", "Cy"]
    assert found["stakes"] == {
        **{"small_bet": 2, "big_bet": 4, "bring_in": 1, "antes": [0.2, 0.2, 0.2]},
        **{"wild_is_high": "off", "heads_up_cap": "on", "open_pair": "on", "showing": "wild", "odd_chip": "high_card"},
    }
    (third,) = found["streets"]
    assert third["street"] == "third"
    assert third["up_cards"] == [[1, "Qh"], [2, "7c"], [3, "9h"]]
    assert third["wild_ranks"] == ["Q", "7"]
    assert (third["pot"], third["pot_after"]) == (0.6, 5.6)
    assert [(seat["stack"], seat["bets"]) for seat in third["seats"]] == [(49.8, 2), (59.9, 1), (None, 2)]
    assert third["actions"][3] | {"equity": 0, "standard_error": 0} == {
        **{"number": 7, "seat": 2, "action": "fold", "amount": 0, "to": 1, "all_in": False, "pot": 5.6, "to_call": 1},
        **{"pot_odds": 1 / 6.6, "equity": 0, "standard_error": 0, "comment": ""},
    }
    assert isinstance(third["actions"][0]["amount"], int)
    assert found["result"] is None
    assert found["seed"] == 3
    assert found["notes"] == list(replay.notes)


def test_amounts_are_exact_in_json() -> None:
    """Chips of a hundred-millionth, and a stack of as many as there may be."""
    text = hand_of(FOLLOWED[:8], game="ftq").replace("[100, 100, 100]", "[9999.12345678, 100, 100]")
    found = replay_hand(text, **QUICK).to_dict()
    assert Decimal(json.dumps(found["streets"][0]["seats"][0]["stack"])) == Decimal("9998.12345678")


def test_frame_with_a_row_for_each_street() -> None:
    replay = replay_hand(FOLLOWED_TEXT, **QUICK)
    frame = replay.to_frame()
    assert list(frame.columns) == [
        *("street", "up_cards", "wild_ranks", "pot", "pot_after", "live", "actions"),
        *("equity_1", "equity_2", "equity_3", "net_1", "net_2", "net_3"),
    ]
    assert frame["street"].tolist() == ["third", "fourth", "fifth", "sixth", "seventh"]
    assert frame["live"].tolist() == [3, 2, 2, 2, 2]
    assert frame["up_cards"][0] == "1:Qh 2:Tc 3:4d"
    assert frame["wild_ranks"].tolist() == ["Q,T", "Q", "Q,6", "Q,6", "Q,6"]
    assert frame["actions"][0] == "3 brings in 5, 1 completes to 15, 2 raises to 30, 3 folds, 1 calls 15"
    assert frame["actions"][2] == "1 bets 30, 2 raises to 39, all-in, 1 calls 9, all-in"
    assert frame["net_1"].tolist() == [106] * 5
    assert frame["equity_1"].tolist() == [street.seats[0].equity for street in replay.streets]


# --- what can go wrong


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "holdem"}, "game is"),
        ({"options": ["trigger=K", "seven=up"]}, "no house rule 'seven'"),
        ({"game": "stud", "options": ["trigger=K"]}, "no wild cards"),
        ({"method": "guess"}, "method is"),
        ({"deals": 0}, "deals is 1"),
        ({"precision": 2}, "precision is"),
        ({"seed": -1}, "seed is"),
        ({"workers": 0}, "workers is"),
    ],
)
def test_arguments_out_of_range(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replay_hand(FOLLOWED_TEXT, **settings)


def test_errors_come_before_anything_heavy_is_loaded() -> None:
    text = hand_of([*FOLLOWED[:3], "p2 pb"], game="ftq")
    code = (
        f"import sys\nfrom simulator import replay_hand\n"
        f"try: replay_hand({text!r})\nexcept ValueError as error: print(error)\n"
        "print([name for name in ('numpy', 'numba', 'pandas') if name in sys.modules])"
    )
    said = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True)
    assert said.startswith("action 4, 'p2 pb': bring-in of seat 2 is not legal: seat 3 acts")
    assert said.splitlines()[-1] == "[]"


def test_progress_grows_to_its_total() -> None:
    told: list[tuple[int, int]] = []
    replay_hand(FOLLOWED_TEXT, **QUICK, progress=lambda done, total: told.append((done, total)))
    done = [done for done, _ in told]
    assert done == sorted(done)
    tables = 5 + 1  # streets, and third street once seat 3 has folded
    assert told[-1] == (100 * tables, 100 * tables)


def test_ctrl_c_ends_a_replay() -> None:
    def press(done: int, total: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        replay_hand(FOLLOWED_TEXT, **QUICK, progress=press)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.jit
def test_ctrl_c_ends_a_query_that_would_take_years() -> None:
    pressed: list[int] = []

    def press(done: int, total: int) -> None:
        if not pressed:
            os.kill(os.getpid(), signal.SIGINT)
        pressed.append(done)

    with pytest.raises(KeyboardInterrupt):
        replay_hand(FOLLOWED_TEXT, deals=10**15, seed=1, progress=press)
    assert pressed == [0]


def test_what_progress_raises_ends_a_replay() -> None:
    class Stop(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        replay_hand(FOLLOWED_TEXT, **QUICK, progress=stop)
