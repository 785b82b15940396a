"""Policies: what they do with hands of which it is known."""

import random
from functools import partial
from typing import Any

import pytest

from simulator import Rules, Table, equity
from simulator.betting import deal_street, play, play_events, start
from simulator.events import Bet, BringIn, Call, Check, Event, Fold
from simulator.hand_state import HandState
from simulator.policies import always_call, always_raise, pot_odds_caller, sampled_equity, tight_on_third
from simulator.rules import Street
from simulator.sampling import quick_equities
from simulator.seat_view import SeatView
from simulator.stakes import Stakes
from tests.oracle import ids

STAKES = Stakes.at(20)
RNG = random.Random(1)


def third_street(*seats: str, stacks: int = 2000, **rules: Any) -> tuple[HandState, dict[int, tuple[int, ...]]]:
    """A hand of which everyone has three cards, and the down cards by seat: ``AsKd/Qh``."""
    hands = [[ids(part) for part in seat.split("/")] for seat in seats]
    state = start(STAKES, [stacks] * len(seats), Rules(**rules))
    state = deal_street(state, [*[None] * 2 * len(seats), *(up[0] for _, up in hands)])
    return state, {number: tuple(down) for number, (down, _) in enumerate(hands, 1)}


def facing(events: list[Event], *seats: str, **options: Any) -> SeatView:
    """What the seat sees that acts after some events on third street."""
    state, down = third_street(*seats, **options)
    state = play_events(state, events)
    assert state.actor is not None
    return SeatView(state, state.actor, down[state.actor])


GOOD, BAD = "QsQd/Qh", "9c4d/3s"


def test_callers_and_raisers() -> None:
    opening = facing([], GOOD, "AdKd/2c")
    assert (always_call(opening, RNG), always_raise(opening, RNG)) == (BringIn(2), Bet(2, 20))
    asked = facing([BringIn(2)], GOOD, "AdKd/2c")
    assert (always_call(asked, RNG), always_raise(asked, RNG)) == (Call(1), Bet(1, 20))
    capped = facing([Bet(2, 20), Bet(1, 40), Bet(2, 60), Bet(1, 80)], GOOD, "AdKd/2c")
    assert (always_call(capped, RNG), always_raise(capped, RNG)) == (Call(2), Call(2))
    state = play_events(asked.state, [Call(1)])
    state = deal_street(state, ids("5c6d"))
    free = SeatView(state, 2, tuple(ids("AdKd")))  # a wild deuce and a six against a wild Queen and a five: B9, B8
    assert (always_call(free, RNG), always_raise(free, RNG)) == (Check(2), Bet(2, 40))


@pytest.mark.parametrize(("seat", "does"), [(GOOD, Call(1)), (BAD, Fold(1))])
def test_tight_on_third(seat: str, does: Event) -> None:
    """Three Queens are far above a quarter against three hands, 9c4d/3s far below."""
    view = facing([BringIn(4)], seat, "7d6d/Td", "8h5h/Jh", "AdKd/2c")
    assert tight_on_third(view, RNG, deals=200) == does
    assert tight_on_third(view, RNG, deals=200, share=0) == Call(1)
    assert tight_on_third(view, RNG, deals=200, share=4.1) == Fold(1)  # no equity is more than 1


@pytest.mark.jit
@pytest.mark.parametrize(
    ("first", "game", "does"), [("Qc", "ftq", Call(2)), ("Jc", "ftq", Fold(2)), ("Qc", "stud", Fold(2))]
)
def test_tight_sees_what_follows_a_queen(first: str, game: str, does: Event) -> None:
    """A pair of threes has .33 against two hands, and .47 if threes are wild; .40 in stud. The line is at .43."""
    view = facing([BringIn(3), Call(1)], f"AdKd/{first}", "3c9d/3s", "7d6d/2c", game=game)
    assert tight_on_third(view, random.Random(1), share=1.3, deals=20_000) == does


def test_tight_calls_after_third_street() -> None:
    """Seat 1 raises all the time; seat 2 folds on third street or stays to the end."""
    policy = partial(tight_on_third, deals=50)
    folded = 0
    for seed in range(30):
        state = play(seed, [always_raise, policy], stakes=STAKES, stacks=[2000, 2000])
        if state.player(2).live:
            assert state.street is Street.SEVENTH
        else:
            assert state.street is Street.THIRD
            folded += 1
    assert 3 <= folded <= 27


def test_neither_folds_for_nothing() -> None:
    state, down = third_street(BAD, "QcQd/Kd")
    opening = SeatView(state, 1, down[1])
    assert tight_on_third(opening, RNG, deals=1) == BringIn(1)
    assert pot_odds_caller(opening, RNG, deals=1) == BringIn(1)
    state = deal_street(play_events(state, [BringIn(1), Call(2)]), ids("2d7h"))
    state = play_events(state, [Check(2)])
    view = SeatView(state, 1, down[1])
    assert pot_odds_caller(view, RNG, deals=1) == Check(1)


def seventh_street(seat: str, other: str, game: str) -> SeatView:
    """Seat 1 faces 40 in a pot of 64 on seventh street: an equity of 40 / 104 is needed; all but a down card is up."""
    state, _ = third_street(seat[:7], other[:7], game=game)
    state = play_events(state, [BringIn(state.actor or 0), Call(3 - (state.actor or 0))])
    for turn in range(3):
        state = deal_street(state, [ids(hand[7 + 2 * turn : 9 + 2 * turn])[0] for hand in (seat, other)])
        first = state.actor or 0
        state = play_events(state, [Check(first), Check(3 - first)])
    state = deal_street(state, [None, None])
    first = state.actor or 0
    state = play_events(state, [Check(1), Bet(2, 40)] if first == 1 else [Bet(2, 40)])
    return SeatView(state, 1, (*ids(seat[:4]), *ids(seat[-2:])))


@pytest.mark.parametrize("game", ["ftq", "stud"])
def test_pot_odds_on_seventh_street(game: str) -> None:
    """Four aces against a board of no pair, no two suited and no straight cards; a hand that loses to its two pair."""
    best = seventh_street("AsAh/Ad8c3h2s/Ac", "KsKh/Kc9d5h2d/7h", game)
    assert (best.pot, best.to_call) == (64, 40)
    assert best.equity_needed == pytest.approx(40 / 104)
    assert pot_odds_caller(best, RNG, deals=20) == Call(1)
    worst = seventh_street("2s3h/4d6c8hTs/Jc", "KsKh/AcAd5h5d/7h", game)
    assert pot_odds_caller(worst, RNG, deals=20) == Fold(1)


def test_the_line_is_what_the_pot_odds_ask_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 faces the bring-in of 10 in a pot of 14: 10 of 24."""
    view = facing([BringIn(2)], GOOD, "AdKd/2c")
    for found, does in ((10 / 24, Call(1)), (10 / 24 - 1e-9, Fold(1))):
        monkeypatch.setattr("simulator.policies.sampled_equity", lambda *_, found=found: found)
        assert pot_odds_caller(view, RNG) == does


@pytest.mark.parametrize("seats", [["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c5d"], ["9c4d/3s", "xx/Qd"]])
def test_quick_equities_are_those_of_a_query(seats: list[str]) -> None:
    table = Table.parse(seats)
    result = equity(table, "montecarlo", deals=60, seed=9, workers=1)
    assert quick_equities(table, 60, 9) == pytest.approx([seat.equity for seat in result.seats if not seat.folded])


@pytest.mark.jit
def test_sampled_equity_asks_by_what_the_seat_sees() -> None:
    view = facing([BringIn(3), Call(1)], "AdKd/Qc", BAD, "7d6d/2c")
    exact = equity(Table.parse(["xx/Qc", BAD, "xx/2c"]), deals=1_000_000, seed=2).seats[1]
    found = sampled_equity(view, 20_000, random.Random(4))
    assert exact.equity is not None
    assert abs(found - exact.equity) < 5 * 0.5 / 20_000**0.5
    again = sampled_equity(view, 20_000, random.Random(4))
    assert found == again
    assert found != sampled_equity(view, 20_000, random.Random(5))
