"""Hands with betting from antes to payouts (B1-B19): golden transcripts in both games."""

import re

import pytest

from simulator.events import DealUp, Expose
from tests.betting_scripts import Script, play, scripts
from tests.transcripts import GOLDEN

SCRIPTS = scripts("betting.txt")
CASES = [(script, game) for script in SCRIPTS for game in script.games]


def test_every_statement_has_hands_in_both_games() -> None:
    assert len(SCRIPTS) == (GOLDEN / "betting.txt").read_text().count("\nhand ")
    for game in ("ftq", "stud"):
        cited = {number for script, played in CASES if played == game for number in re.findall(r"B\d+", script.name)}
        assert cited == {f"B{number}" for number in range(1, 20)}


@pytest.mark.parametrize(("script", "game"), CASES, ids=[f"{script.name}, {game}" for script, game in CASES])
def test_hand(script: Script, game: str) -> None:
    state = play(script, game)
    # B19: the record has every up card in the order dealt
    dealt = [(event.seat, event.card) for event in state.events if isinstance(event, DealUp | Expose)]
    assert [tuple(up) for up in state.up_cards] == dealt
    for player in state.players:
        assert list(player.up) == [card for seat, card in dealt if seat == player.number]
