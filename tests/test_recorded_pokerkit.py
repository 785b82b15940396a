"""Hands as PokerKit writes them: who is all-in shows before the last cards, and once more at the end."""

import pytest
from pokerkit import FixedLimitSevenCardStud, HandHistory, Mode

from simulator.events import Event, Muck, Show
from simulator.hand_state import HandState
from simulator.phh import read_hand
from simulator.recorded_hand import recorded_start, recorded_steps
from tests.test_betting_pokerkit import random_pair

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pokerkit")

OPTIONS = ("open_pair=off", "showing=natural", "odd_chip=first_seat")


def without_showdown(state: HandState) -> list[Event]:
    """The events; PokerKit discards a losing hand."""
    return [event for event in state.events if not isinstance(event, Show | Muck)]


def test_hands_written_by_pokerkit() -> None:
    shown_early = 0
    for seed in range(60):
        pair = random_pair(seed)
        if "another leader" in pair.seen:  # a common card shows (B10), not so in PokerKit
            continue
        stakes = pair.ours.stakes
        game = FixedLimitSevenCardStud(
            pair.theirs.automations,
            pair.theirs.ante_trimming_status,
            stakes.ante,
            stakes.bring_in,
            stakes.lower,
            stakes.upper,
            mode=Mode.CASH_GAME,
        )
        text = HandHistory.from_game_state(
            game, pair.theirs, ante_trimming_status=pair.theirs.ante_trimming_status
        ).dumps()
        record = read_hand(text)
        state = recorded_start(record, options=OPTIONS)
        for step in recorded_steps(record, state):
            state = step.after
        assert state.finished
        assert list(state.stacks) == pair.theirs.stacks
        assert without_showdown(state) == without_showdown(pair.ours)
        shown_early += " sm " in text.rpartition("d dh")[0]
    assert shown_early > 3
