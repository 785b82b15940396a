"""Hands with betting from antes to payouts (B1-B19): golden transcripts in both games."""

import re

import pytest

from simulator.events import DealUp, Expose
from tests.betting_scripts import Script, play, scripts
from tests.transcripts import GOLDEN

FILES = {name: scripts(name) for name in ("betting.txt", "betting_by_rule.txt")}
CASES = [(script, game) for found in FILES.values() for script in found for game in script.games]


@pytest.mark.parametrize("name", FILES)
def test_every_statement_has_hands_in_both_games(name: str) -> None:
    assert len(FILES[name]) == (GOLDEN / name).read_text().count("\nhand ")
    for game in ("ftq", "stud"):
        cited = {number for script in FILES[name] if game in script.games for number in _cited(script)}
        assert cited == {f"B{number}" for number in range(1, 20)}


@pytest.mark.parametrize(("script", "game"), CASES, ids=[f"{script.name}, {game}" for script, game in CASES])
def test_hand(script: Script, game: str) -> None:
    state = play(script, game)
    # B19: the record has every up card in the order dealt
    dealt = [(event.seat, event.card) for event in state.events if isinstance(event, DealUp | Expose)]
    assert [tuple(up) for up in state.up_cards] == dealt
    for player in state.players:
        assert list(player.up) == [card for seat, card in dealt if seat == player.number]


def _cited(script: Script) -> list[str]:
    """Statements that a hand is about."""
    return re.findall(r"B\d+", script.name)
