"""Antes of each seat, and what a seat contests that could not pay its own (rules B1, B17)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.betting import legal_actions, play_events, start
from simulator.events import BringIn, Call, DealDown, DealUp, Event, Expose, Fold
from simulator.hand_state import HandState
from simulator.pots import Pot, make_pots
from simulator.rules import Rules
from simulator.stakes import Stakes
from tests.oracle import ids
from tests.test_betting_random import games, play_random, seeds, stacks


def dealt(state: HandState, *doors: str) -> HandState:
    """Third street with unknown down cards."""
    seats = range(1, len(doors) + 1)
    down = [DealDown(seat, None) for _ in range(2) for seat in seats]
    return play_events(state, [*down, *(DealUp(seat, ids(card)[0]) for seat, card in zip(seats, doors, strict=True))])


def test_short_ante_contests_as_much_of_the_others() -> None:
    state = start(Stakes(100, 200, ante=20, bring_in=30), [10, 500, 500])
    assert (state.stacks, state.pot) == ((0, 480, 480), 50)
    assert state.pots == (Pot(30, (1, 2, 3)), Pot(20, (2, 3)))


def test_short_ante_contests_all_antes_where_they_are_not_trimmed() -> None:
    stakes = Stakes(100, 200, ante=20, bring_in=30, ante_trimming=False)
    state = dealt(start(stakes, [10, 500, 500]), "Kd", "2c", "9h")
    assert state.pots == (Pot(50, (1, 2, 3)),)
    # The bets are a side pot all the same.
    state = play_events(state, [BringIn(2), Call(3)])
    assert state.pots == (Pot(50, (1, 2, 3)), Pot(60, (2, 3)))


def test_all_in_for_exactly_the_ante_is_not_short() -> None:
    state = start(Stakes(100, 200, ante=20, bring_in=30), [20, 500, 500])
    assert state.pots == (Pot(60, (1, 2, 3)),)


def test_antes_of_each_seat() -> None:
    """One seat posts the antes of all; every seat contests them."""
    state = start(Stakes(100, 200, ante=60, bring_in=30), [500, 500, 500], antes=[0, 60, 0])
    assert state.stacks == (500, 440, 500)
    state = dealt(state, "Kd", "2c", "9h")
    state = play_events(state, [BringIn(2), Call(3), Call(1)])
    assert state.pots == (Pot(150, (1, 2, 3)),)


def test_all_in_for_a_bet_with_antes_of_each_seat() -> None:
    """Side pots follow the bets, not the sum of bet and ante."""
    state = start(Stakes(100, 200, ante=60, bring_in=30), [20, 500, 500], antes=[0, 60, 0])
    state = dealt(state, "Kd", "2c", "9h")
    state = play_events(state, [BringIn(2), Call(3), Call(1)])
    # 20 of each and the ante, which seat 1 contests though it paid none; then 10 of seats 2 and 3.
    assert state.pots == (Pot(120, (1, 2, 3)), Pot(20, (2, 3)))


def test_two_short_antes_and_the_other_seats_out() -> None:
    state = dealt(start(Stakes(100, 200, ante=20, bring_in=30), [5, 12, 500, 500]), "Kd", "Qc", "2h", "9h")
    assert state.pots == (Pot(20, (1, 2, 3, 4)), Pot(21, (2, 3, 4)), Pot(16, (3, 4)))
    state = play_events(state, [BringIn(3), Fold(4)])
    assert state.pots == (Pot(20, (1, 2, 3)), Pot(21, (2, 3)), Pot(46, (3,)))
    assert legal_actions(state) == ()


def test_what_folded_seats_paid_above_short_antes_belongs_to_the_last_pot() -> None:
    paid, antes = {1: 5, 2: 12, 3: 50, 4: 20}, {1: 5, 2: 12, 3: 20, 4: 20}
    assert make_pots(paid, (1, 2), antes=antes, short=(1, 2)) == (Pot(20, (1, 2)), Pot(67, (2,)))


def test_what_a_dead_hand_paid_alone_is_contested_by_all() -> None:
    """An absent seat has posted the bring-in and is dead; there are no antes (rule B14)."""
    assert make_pots({1: 5, 2: 0, 3: 0}, (2, 3)) == (Pot(5, (2, 3)),)


@pytest.mark.parametrize(
    ("antes", "said"),
    [
        ([1, 1], "antes are one per seat, not 2 for 3 seats"),
        ([1, 1, -1], "the ante of seat 3 is a number of chips, 0 or more, not -1"),
        ([1, 0.5, 1], "the ante of seat 2 is a whole number of chips, not 0.5"),
    ],
)
def test_bad_antes(antes: list[int], said: str) -> None:
    with pytest.raises(ValueError, match=f"^{said}[^\n]*$"):
        start(Stakes.at(20), [100, 100, 100], antes=antes)


def test_ante_comes_back_to_a_dead_hand() -> None:
    state = start(Stakes.at(20), [100, 100, 100], antes=[1, 7, 2])
    events: list[Event] = [DealDown(1, None), Expose(2, 30), DealDown(3, None), DealDown(1, None), Expose(2, 31)]
    state = play_events(state, events)
    assert (state.stacks, state.pot) == ((99, 100, 98), 3)
    assert sum(pot.chips for pot in state.pots) == 3


@settings(max_examples=300)
@given(st.data(), st.integers(2, 8), st.integers(0, 12))
def test_with_equal_antes_pots_are_those_of_the_chips_paid(data: st.DataObject, seats: int, ante: int) -> None:
    """Chip by chip: the n-th chip of a seat is contested by the live seats that have paid n chips, if there are any."""
    stacks = data.draw(st.lists(st.integers(1, 40), min_size=seats, max_size=seats))
    paid = {seat: min(stack, ante) for seat, stack in enumerate(stacks, 1)}
    antes = dict(paid)
    most = data.draw(st.integers(0, 30))
    for seat, stack in enumerate(stacks, 1):
        paid[seat] += min(most, data.draw(st.integers(0, stack - paid[seat])))
    live = data.draw(st.lists(st.sampled_from(sorted(paid)), min_size=1, unique=True))
    short = [seat for seat, stack in enumerate(stacks, 1) if stack < ante]
    contested: dict[tuple[int, ...], int] = {}
    top = max(paid[seat] for seat in live)
    for amount in paid.values():
        for chip in range(1, amount + 1):
            seats_in = tuple(sorted(seat for seat in live if paid[seat] >= min(chip, top)))
            contested[seats_in] = contested.get(seats_in, 0) + 1
    pots = make_pots(paid, live, antes=antes, short=short)
    assert {pot.seats: pot.chips for pot in pots} == contested
    assert len(pots) == len(contested)
    assert make_pots(paid, live) == pots


@settings(max_examples=300)
@given(st.data(), st.integers(2, 8))
def test_pots_chip_by_chip(data: st.DataObject, seats: int) -> None:
    """The n-th chip of an ante is contested by all that are not short of n; of a bet, by those who have bet as much."""
    numbers = range(1, seats + 1)
    antes = {seat: data.draw(st.integers(0, 9)) for seat in numbers}
    short = [seat for seat in numbers if antes[seat] and data.draw(st.booleans())]
    bets = {seat: 0 if seat in short else data.draw(st.integers(0, 20)) for seat in numbers}
    live = sorted(data.draw(st.lists(st.sampled_from(numbers), min_size=1, unique=True)))
    whole = [seat for seat in live if seat not in short]
    last = max(live, key=lambda seat: antes[seat])  # who plays for the most, if all that are left are short
    contested: dict[tuple[int, ...], int] = {}

    def contest(who: list[int]) -> None:
        key = tuple(who) or tuple(seat for seat in live if antes[seat] == antes[last])
        contested[key] = contested.get(key, 0) + 1

    for seat in numbers:
        for chip in range(1, antes[seat] + 1):
            contest([other for other in live if other not in short or antes[other] >= chip])
        for chip in range(1, bets[seat] + 1):
            most = min(chip, max((bets[other] for other in whole), default=0))
            contest([other for other in whole if bets[other] >= most])
    paid = {seat: antes[seat] + bets[seat] for seat in numbers}
    pots = make_pots(paid, live, antes=antes, short=short)
    assert {pot.seats: pot.chips for pot in pots} == contested
    assert len(pots) == len(contested)


@settings(max_examples=60)
@given(st.data(), games, seeds, st.booleans())
def test_chips_are_conserved_with_antes_of_each_seat(
    data: st.DataObject, game: str, seed: int, ante_trimming: bool
) -> None:
    chips = data.draw(stacks)
    antes = data.draw(st.lists(st.integers(0, 12), min_size=len(chips), max_size=len(chips)))
    stakes = Stakes.at(10, 20, game=game, ante=max(antes), ante_trimming=ante_trimming)
    play_random(start(stakes, chips, Rules(game=game), antes=antes), seed, irregular=True)
