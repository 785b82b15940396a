"""Hands played out by policies: what a policy sees, what it may do, and what the hand comes to."""

import gc
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.betting import legal_actions, play, play_events, start
from simulator.decks import checked_deck, shuffled_deck
from simulator.events import Bet, Call, Check, DealDown, DealUp, Event, Fold, PickUp, Show
from simulator.hand_state import HandState
from simulator.policies import always_call, always_raise, pot_odds_caller
from simulator.rules import Rules, Street
from simulator.seat_view import Policy, SeatView, policy_name
from simulator.stakes import Stakes
from tests.oracle import ids

STAKES = Stakes.at(20)  # 20/40, ante 2, bring-in 10

games = st.sampled_from(("ftq", "stud"))
stacks = st.lists(st.integers(1, 60) | st.integers(100, 2000), min_size=2, max_size=8)
seeds = st.integers(0, 2**64 - 1)


def any_legal(view: SeatView, rng: random.Random) -> Event:
    """Do what may be done, a fold less often."""
    options = view.legal
    return rng.choices(options, [1 if isinstance(option, Fold) else 5 for option in options])[0]


class Watching:
    """Calls, and remembers what it has seen."""

    def __init__(self) -> None:
        self.views: list[SeatView] = []

    def __call__(self, view: SeatView, rng: random.Random) -> Event:
        self.views.append(view)
        return always_call(view, rng)


def played(deck: Sequence[int] | int, policies: Policy | Sequence[Policy], seats: int, **rules: str) -> HandState:
    return play(deck, policies, stakes=STAKES, stacks=[2000] * seats, rules=Rules(**rules))


@given(games, stacks, seeds)
@settings(max_examples=50)
def test_a_hand_depends_on_its_seed_alone_and_plays_again(game: str, chips: list[int], seed: int) -> None:
    stakes, rules = Stakes.at(20, game=game), Rules(game=game)
    state = play(seed, any_legal, stakes=stakes, stacks=chips, rules=rules)
    assert state == play(seed, any_legal, stakes=stakes, stacks=chips, rules=rules)
    assert state == play(shuffled_deck(seed), any_legal, stakes=stakes, stacks=chips, rules=rules)
    assert state.finished
    assert state == play_events(start(stakes, chips, rules), state.events)
    assert sum(state.stacks) == sum(chips)
    dealt = [event.card for event in state.events if isinstance(event, DealDown | DealUp)]
    assert tuple(dealt) == shuffled_deck(seed)[: len(dealt)]
    assert all(None not in player.down for player in state.players)
    assert {event.seat for event in state.events if isinstance(event, Show)} == (
        set(state.live) if len(state.live) > 1 else set()
    )


def test_other_seeds_other_hands() -> None:
    assert len({played(seed, always_call, 2).players for seed in range(100)}) == 100


def test_decks() -> None:
    """Random(1) begins with .134, .847, .764, .255 on every version of Python: such are the keys of cards 0 to 3."""
    deck = shuffled_deck(1)
    assert sorted(deck) == list(range(52))
    assert sorted(range(4), key=deck.index) == [0, 3, 2, 1]
    decks = [shuffled_deck(seed) for seed in range(5200)]
    for place in (0, 25, 51):
        counts = [sum(deck[place] == card for deck in decks) for card in range(52)]
        assert sum((count - 100) ** 2 / 100 for count in counts) < 51 + 5 * (2 * 51) ** 0.5  # chi-square, 51 degrees


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (range(51), "a deck has 52 cards, not 51"),
        ([*range(51), 0], "2c stands twice"),
        ([*range(51), 52], "card id 52 is out of range"),
        ("AsKd", "a deck is 52 card ids"),
        (-1, "seed is 0 to 18446744073709551615, not -1"),
        (1.5, "seed is a whole number, not 1.5"),
    ],
)
def test_what_is_no_deck(deck: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        played(deck, always_call, 2)
    assert "\n" not in str(caught.value)


def test_a_deck_may_be_any_iterable() -> None:
    assert checked_deck(iter(range(52))) == tuple(range(52))


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ([always_call], "policies are one for all seats or one per seat, not 1 for 3 seats"),
        ([always_call, "call", always_call], r"the policy of seat 2 is a callable \(view, rng\), not 'call'"),
    ],
)
def test_what_are_no_policies(policies: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        played(1, policies, 3)


@pytest.mark.parametrize("game", ["ftq", "stud"])
@pytest.mark.parametrize("seat", [1, 2, 4])
def test_a_policy_cannot_see_the_down_cards_of_others(game: str, seat: int) -> None:
    """Other down cards, and other cards still in the deck, change nothing in what a seat is told."""
    seats = 4
    rng = random.Random(seat)
    for seed in range(20):
        deck = shuffled_deck(seed)
        first = Watching()
        policies = [first if number == seat else always_call for number in range(1, seats + 1)]
        end = played(deck, policies, seats, game=game)
        dealt = [event for event in end.events if isinstance(event, DealDown | DealUp)]
        hidden = [at for at, event in enumerate(dealt) if isinstance(event, DealDown) and event.seat != seat]
        hidden += range(len(dealt), 52)
        moved = list(deck)
        for at, other in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
            moved[at] = deck[other]
        second = Watching()
        played(moved, [second if policy is first else always_call for policy in policies], seats, game=game)
        assert first.views == second.views
        assert len(first.views) >= 5
        assert {card for view in first.views for card in view.down} == set(end.player(seat).down)


def test_nothing_that_a_view_holds_leads_to_other_down_cards() -> None:
    watching = Watching()
    played(3, [watching, always_raise, always_call], 3)
    for view in watching.views:
        known = {*view.down, *(up.card for up in view.state.up_cards)}
        waiting: list[Any] = [view]
        seen: set[int] = set()
        while waiting:
            thing = waiting.pop()
            if id(thing) in seen or isinstance(thing, type):
                continue
            seen.add(id(thing))
            if isinstance(thing, DealDown):
                assert thing.card is None
            if isinstance(thing, DealUp):
                assert thing.card in known
            waiting += gc.get_referents(thing)
        assert all(set(player.down) <= {None} for player in view.state.players)


def test_what_a_view_tells() -> None:
    """Seat 3 shows the deuce and brings in for 10, seat 1 completes to 20; seat 2 is asked. Ante 2."""
    deck = [*ids("AsKs2h"), *ids("AdKd3h"), *ids("QhJh2c")]
    deck += [card for card in range(52) if card not in deck]
    asked = []

    def second(view: SeatView, rng: random.Random) -> Event:
        asked.append(view)
        return view.stay

    played(deck, [always_raise, second, always_call], 3)
    view = asked[0]
    assert view.seat == 2
    assert view.down == tuple(ids("KsKd"))
    assert view.player.up == tuple(ids("Jh"))
    assert view.legal == (Fold(2), Call(2), Bet(2, 40))
    assert (view.to_call, view.pot, view.stay) == (20, 36, Call(2))
    assert view.equity_needed == pytest.approx(20 / 56)
    assert [seat.text for seat in view.table().seats] == ["xx/Qh", "KsKd/Jh", "xx/2c"]
    assert view.table().wild is not None


def test_pot_odds_of_a_short_stack() -> None:
    """With 12 chips left it can win no more than 12 of what each of the others has put in this round (rule B17).

    Antes 2 each; seat 3 brings in for 10, seat 1 completes to 20 and has raised its stack into it. Seat 2 has 12: it
    plays for 3 antes, 12 of seat 1 and 10 of seat 3, for 12.
    """
    deck = [*ids("AsKs2h"), *ids("AdKd3h"), *ids("QhJh2c")]
    deck += [card for card in range(52) if card not in deck]
    asked = []

    def second(view: SeatView, rng: random.Random) -> Event:
        asked.append(view)
        return view.stay

    play(deck, [always_raise, second, always_call], stakes=STAKES, stacks=[2000, 14, 2000])
    assert (asked[0].to_call, asked[0].pot) == (12, 36)
    assert asked[0].equity_needed == pytest.approx(12 / (28 + 12))
    assert len(asked) == 1


@given(st.integers(2, 8), seeds)
@settings(max_examples=30)
def test_a_view_agrees_with_the_state(seats: int, seed: int) -> None:
    def check(view: SeatView, rng: random.Random) -> Event:
        assert view.seat == view.state.actor
        assert view.legal == legal_actions(view.state)
        assert view.stay in view.legal
        assert bool(view.to_call) == (Call(view.seat) in view.legal)
        assert bool(view.to_call) == (view.equity_needed > 0)
        known = {card for seat in view.table().seats for card in (*seat.down, *seat.up, *seat.last) if card is not None}
        assert known == {*view.down, *(up.card for up in view.state.up_cards if up.seat)}
        assert [seat.number for seat in view.table().live] == list(view.state.live)
        return any_legal(view, rng)

    play(seed, check, stakes=STAKES, stacks=[3 + seed % 5, *[400] * (seats - 1)])


def _pick_up(view: SeatView, rng: random.Random) -> Event:
    return PickUp(view.seat)


def _nothing(view: SeatView, rng: random.Random) -> Any:
    return None


def _for_another(view: SeatView, rng: random.Random) -> Event:
    return Check(view.seat % 2 + 1)


def _too_much(view: SeatView, rng: random.Random) -> Event:
    return Bet(view.seat, 25)


@pytest.mark.parametrize(
    ("policy", "did"),
    [
        (_pick_up, r"PickUp\(seat=1\) is none of view.legal"),
        (_nothing, "None is none of view.legal"),
        (_for_another, "check of seat 2 is not legal"),
        (_too_much, "bet of seat 1 to 25 is not legal"),
    ],
)
def test_an_illegal_action_names_policy_and_seat(policy: Policy, did: str) -> None:
    """Seat 2 shows the deuce and brings in, so seat 1 is asked first."""
    deck = [*ids("AsKs"), *ids("AdKd"), *ids("Qh2c")]
    deck += [card for card in range(52) if card not in deck]
    what = rf"^policy {policy_name(policy)} of seat 1: {did}"
    with pytest.raises(ValueError, match=what) as caught:
        played(deck, [policy, always_call], 2)
    assert "may fold, call 10 or complete to 20" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_names_of_policies() -> None:
    class Mine:
        def __call__(self, view: SeatView, rng: random.Random) -> Event:
            return view.stay

        def __repr__(self) -> str:
            return "Mine()"

    assert policy_name(always_call) == "always_call"
    assert policy_name(partial(pot_odds_caller, deals=9)) == "pot_odds_caller(deals=9)"
    assert policy_name(Mine()) == "Mine()"


def test_hands_that_are_never_bet_cost_the_bring_in() -> None:
    for seed in range(10):
        state = played(seed, always_call, 4)
        assert [player.paid for player in state.players] == [12] * 4
        assert state.street is Street.SEVENTH
        assert len(state.live) == 4


def test_raising_to_the_cap_heads_up() -> None:
    """Opened for 20 and raised to 80 on third street; to 80, with an open pair 160, on fourth; then to 160 each."""
    found = set()
    for seed in range(40):
        state = played(seed, always_raise, 2)
        bets = [event.to for event in state.events if isinstance(event, Bet)]
        fourth = [40, 80, 120, 160] if bets[4] == 40 else [20, 40, 60, 80]
        assert bets == [20, 40, 60, 80, *fourth, *[40, 80, 120, 160] * 3]
        assert {player.paid for player in state.players} == {2 + 80 + fourth[-1] + 3 * 160}
        found.add(bets[4])
    assert found == {20, 40}


def test_eight_seats_share_the_common_card() -> None:
    """Nobody folds: 48 cards on sixth street leave four for eight seats (rule D3)."""
    state = played(5, always_call, 8)
    assert state.common == shuffled_deck(5)[48]
    assert all(len(player.cards) == 6 for player in state.players)
    assert {len(state.hand(seat)) for seat in state.live} == {7}
    assert len([up for up in state.up_cards if up.seat]) == 32


def test_a_folded_hand_may_fold_for_nothing() -> None:
    """Rule B15: it is dealt to until the next bet, and a policy goes on seeing a table without it."""

    def folds(view: SeatView, rng: random.Random) -> Event:
        return Fold(view.seat) if Fold(view.seat) in view.legal else view.stay

    tables = []

    def looks(view: SeatView, rng: random.Random) -> Event:
        tables.append(view.table())
        return view.stay

    for seed in range(30):
        state = played(seed, [folds, looks, looks], 3)
        assert not state.player(1).live
        assert sum(state.stacks) == 6000
    folded = [table.seats[0] for table in tables if table.seats[0].folded]
    assert {len(seat.up) for seat in folded} == {1, 2, 3, 4}
    assert {len(seat.down) for seat in folded} == {2}


def test_stakes_without_an_ante() -> None:
    state = play(1, always_call, stakes=replace(STAKES, ante=0), stacks=[100, 100])
    assert [player.paid for player in state.players] == [10, 10]
