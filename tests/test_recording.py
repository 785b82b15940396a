"""Hands written down: what is on file plays again to the same hand."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simulator.betting import play_events, start
from simulator.events import DealDown, DealUp, WrongOpen
from simulator.hand_state import HandState
from simulator.phh import hand_text, read_hand
from simulator.recorded_hand import recorded_start, recorded_steps
from simulator.recording import record_hand
from simulator.rules import Rules
from simulator.stakes import Stakes
from tests.betting_scripts import Script, play, scripts
from tests.test_betting_random import games, play_random, seeds, stacks


def again(state: HandState) -> HandState:
    """The hand once it has been a file."""
    record = read_hand(hand_text(record_hand(state)))
    played = recorded_start(record)
    for step in recorded_steps(record, played):
        assert step.before == played
        played = step.after
    return played


def same_hand(state: HandState, other: HandState) -> None:
    """All but the order of the events: a file has the cards of a seat together."""
    # A file does not say that the game is a tournament: it makes a difference to a misdeal alone (rule B18).
    assert (other.rules, other.stakes) == (state.rules, replace(state.stakes, tournament=state.misdeal))
    assert other.players == state.players
    assert other.up_cards == state.up_cards
    assert (other.street, other.round, other.won, other.misdeal) == (
        state.street,
        state.round,
        state.won,
        state.misdeal,
    )


@given(games, stacks, seeds, st.booleans())
@settings(max_examples=100)
def test_a_file_of_a_hand_plays_again(game: str, chips: list[int], seed: int, tournament: bool) -> None:
    stakes = Stakes.at(10, 20, game=game, ante=seed % 4, tournament=tournament)
    state = play_random(start(stakes, chips, Rules(game=game)), seed, irregular=True)
    assume(sum(isinstance(event, WrongOpen) for event in state.events) < 2)  # which one was taken back is not on file
    same_hand(state, again(state))


@given(games, seeds)
@settings(max_examples=50)
def test_a_hand_may_end_anywhere(game: str, seed: int) -> None:
    """A file of the first events plays to where they led; cards of third street that lie together are dealt in turn."""
    first = start(Stakes.at(10, game=game), [200, 30, 100, 200], Rules(game=game))
    whole = play_random(first, seed)
    state = play_events(first, whole.events[: 12 + seed % (len(whole.events) - 12)])
    assume(not state.showdown)  # hands that are known show by themselves at the end of a file
    same_hand(state, again(state))


@pytest.mark.parametrize("script", scripts("betting.txt"), ids=lambda script: script.name)
def test_a_golden_hand_plays_again_from_its_file(script: Script) -> None:
    for game in script.games:
        state = play(script, game)
        if len([event for event in state.events if isinstance(event, DealDown | DealUp)]) >= 3 * len(state.players):
            same_hand(state, again(state))


def test_names_and_chips() -> None:
    state = start(Stakes.at(20), [500, 600])
    text = hand_text(record_hand(state, players=["Ann", "Bob"], chip=Decimal("0.1")))
    assert "antes = [0.2, 0.2]" in text
    assert "small_bet = 2" in text
    assert "starting_stacks = [50, 60]" in text
    assert "players = ['Ann', 'Bob']" in text
