"""Random hands, written down as records and played again; spoilt records are played or refused in one line."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.betting import start
from simulator.events import Absent, Event, Show, TakeBack
from simulator.hand_record import Action, ActionKind, HandRecord
from simulator.hand_state import HandState
from simulator.phh import hand_text, read_hand
from simulator.recorded_hand import recorded_start, recorded_steps
from simulator.recording import record_hand
from simulator.rules import Rules
from simulator.stakes import Stakes
from tests.recorded import card_by_card, with_unknown_cards
from tests.test_betting_random import games, play_random, seeds, stacks


def random_hand(
    game: str, chips: list[int], seed: int, *, tournament: bool, seventh: str
) -> tuple[HandState, HandRecord]:
    """A hand played at random, and its record."""
    stakes = Stakes.at(10, 20, game=game, ante=seed % 4, tournament=tournament, ante_trimming=seed % 8 < 4)
    first = start(stakes, chips, Rules(game=game, seventh=seventh))
    played = play_random(first, seed, irregular=True)
    return played, record_hand(played)


def last_state(record: HandRecord) -> HandState:
    state = recorded_start(record)
    for step in recorded_steps(record, state):
        state = step.after
    return state


def outcome(state: HandState) -> tuple[object, ...]:
    """Everything but down cards, which need not be known, and the order of some irregularities."""
    players = [player._replace(down=(), shown=False) for player in state.players]
    return players, state.up_cards, state.won, state.finished, state.misdeal, state.street


def without_shows(state: HandState) -> list[Event]:
    """The events; how a hand is shown need not be the same."""
    return [event for event in state.events if not isinstance(event, Show)]


kinds = st.booleans(), st.sampled_from(("down", "up"))


@given(games, stacks, seeds, *kinds)
@settings(max_examples=60)
def test_third_street_may_be_written_card_by_card(
    game: str, chips: list[int], seed: int, tournament: bool, seventh: str
) -> None:
    played, record = random_hand(game, chips, seed, tournament=tournament, seventh=seventh)
    by_card = read_hand(hand_text(card_by_card(record, played)))
    assert outcome(last_state(by_card)) == outcome(played)
    if not any(isinstance(event, Absent | TakeBack) for event in played.events):
        assert without_shows(last_state(by_card)) == without_shows(played)


@given(games, stacks, seeds, *kinds)
@settings(max_examples=60)
def test_down_cards_may_be_unknown_until_the_showdown(
    game: str, chips: list[int], seed: int, tournament: bool, seventh: str
) -> None:
    played, record = random_hand(game, chips, seed, tournament=tournament, seventh=seventh)
    hidden = with_unknown_cards(record, played, random.Random(seed))
    assert outcome(last_state(read_hand(hand_text(hidden)))) == outcome(played)


def spoilt(record: HandRecord, rng: random.Random) -> HandRecord:
    """The record with an action left out, moved, doubled or changed."""
    actions = list(record.actions)
    at = rng.randrange(len(actions))
    match rng.randrange(5):
        case 0:
            del actions[at]
        case 1:
            actions.insert(rng.randrange(len(actions) + 1), actions.pop(at))
        case 2:
            actions.insert(at, actions[at])
        case 3:
            kind = rng.choice([kind for kind in ActionKind if kind not in (ActionKind.DEAL, ActionKind.COMMON)])
            amount = rng.randrange(1, 50) if kind is ActionKind.RAISE else None
            seat = None if kind is ActionKind.REMARK else rng.randint(1, record.seat_count)
            actions.insert(at, Action(kind, seat, amount=amount))
        case 4:
            del actions[at:]
    return replace(record, actions=tuple(actions))


@given(games, stacks, seeds, *kinds)
@settings(max_examples=50)
def test_a_spoilt_record_is_played_or_refused_in_one_line(
    game: str, chips: list[int], seed: int, tournament: bool, seventh: str
) -> None:
    _, record = random_hand(game, chips, seed, tournament=tournament, seventh=seventh)
    rng = random.Random(seed)
    for _ in range(4):
        try:
            last_state(read_hand(hand_text(spoilt(record, rng))))
        except ValueError as error:
            assert len(str(error).splitlines()) == 1  # noqa: PT017
            assert str(error).startswith(("action ", "_events, entry "))  # noqa: PT017


def test_random_records_hold_all_there_is() -> None:
    """Over some seeds every kind of entry stands in a record."""
    actions, events = set(), set()
    for seed in range(40):
        _, record = random_hand("ftq", [100, 60, 300, 9], seed, tournament=seed % 2 == 0, seventh="down")
        actions |= {action.kind for action in record.actions}
        events |= {event.kind.value for event in record.events}
    assert actions >= set(ActionKind) - {ActionKind.REMARK, ActionKind.COMMON}
    assert events == {"opened", "exposed", "absent", "picked-up", "misdeal"}
