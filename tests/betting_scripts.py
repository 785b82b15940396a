"""Hands with betting read from the files in ``tests/golden``, whose heads say how they are written."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from simulator.betting import IllegalEvent, legal_actions, play_event, start
from simulator.events import (
    Absent,
    Bet,
    BringIn,
    Call,
    Check,
    DealDown,
    DealUp,
    Event,
    Expose,
    Fold,
    Muck,
    PickUp,
    Show,
    TakeBack,
    WrongOpen,
)
from simulator.hand_state import HandState
from simulator.rules import Rules
from simulator.stakes import Stakes
from tests.oracle import ids, rank_list
from tests.transcripts import GOLDEN

PLAIN: dict[str, Callable[[int], Event]] = {
    "bring-in": BringIn,
    "call": Call,
    "check": Check,
    "fold": Fold,
    "take-back": TakeBack,
    "absent": Absent,
}
PLAIN |= {"pick-up": PickUp, "show": Show, "muck": Muck}
WORDS = {event: word for word, event in PLAIN.items()}
STAKES = ("lower", "upper", "ante", "bring_in", "wild_is_high", "heads_up_cap", "open_pair", "showing", "odd_chip")


@dataclass
class Script:
    """A hand as its file gives it, for one game."""

    name: str
    games: tuple[str, ...] = ("ftq", "stud")
    lines: list[str] = field(default_factory=list)


def scripts(name: str) -> list[Script]:
    """Hands of a file."""
    found: list[Script] = []
    for line in (GOLDEN / name).read_text().splitlines():
        text = line.partition("#")[0].strip()
        word, _, rest = text.partition(" ")
        if word == "hand":
            found.append(Script(rest))
        elif word == "games":
            found[-1].games = tuple(rest.split())
        elif word:
            found[-1].lines.append(text)
    return found


def play(script: Script, game: str) -> HandState:
    """Play a hand to the end of its script, and check what the script says on the way."""
    values: dict[str, str] = {}
    state: HandState | None = None
    for line in script.lines:
        word, _, rest = line.partition(" ")
        if word == "stakes":
            values = dict(item.split("=") for item in rest.split())
        elif word == "start":
            state = start(_stakes(values, game), [int(chips) for chips in rest.split()], _rules(values, game))
        else:
            assert state is not None, f"{script.name}: no start"
            try:
                state = _line(state, word, rest)
            except (AssertionError, IllegalEvent) as error:
                raise AssertionError(f"{script.name} ({game}), line {line!r}: {error}") from error
    assert state is not None
    return state


def _stakes(values: dict[str, str], game: str) -> Stakes:
    amounts = {name: int(values[name]) for name in STAKES[:4] if name in values}
    options = {name: values[name] for name in STAKES[4:] if name in values}
    return Stakes.at(game=game, tournament="tournament" in values, **amounts, **options)  # type: ignore[arg-type]  # names from a file


def _rules(values: dict[str, str], game: str) -> Rules:
    return Rules(game=game, **{name: value for name, value in values.items() if name not in (*STAKES, "tournament")})


def _line(state: HandState, word: str, rest: str) -> HandState:
    parts = rest.split()
    match word:
        case "third":
            for event in _third(parts):
                state = play_event(state, event)
        case "cards":
            for part in parts:
                state = play_event(state, _card(part))
        case "refused":
            with pytest.raises(IllegalEvent) as caught:
                play_event(state, _event(parts))
            message = str(caught.value)
            assert "\n" not in message
            if state.actor is not None and not state.due and parts[0] != str(state.actor):
                assert f"seat {state.actor} acts" in message, message
        case "legal":
            found = [_text(event) for event in legal_actions(state)]
            assert str(state.actor) == parts[0], state.actor
            assert found == parts[1:], found
        case "pot":
            assert state.pot == int(rest), state.pot
        case "pots":
            pots = [f"{pot.chips}:{','.join(map(str, pot.seats))}" for pot in state.pots]
            assert pots == parts, pots
        case "stacks":
            assert list(state.stacks) == [int(chips) for chips in parts], state.stacks
        case "won":
            assert state.finished
            assert list(state.won) == [int(chips) for chips in parts], state.won
        case "dealt":
            assert list(state.dealt_to) == [int(seat) for seat in parts], state.dealt_to
        case "street":
            assert state.street.label == rest, state.street
        case "wild":
            wild = ",".join(rank_list(state.wild.wild_ranks))
            assert wild == rest, wild
        case "next":
            due = state.due[0]
            assert f"{due.seat}{'+' if due.up else '-'}" == rest, due
        case "over":
            assert state.finished, legal_actions(state)
        case _:
            state = play_event(state, _event([word, *parts]))
    return state


def _third(seats: list[str]) -> Iterator[Event]:
    """Third street of seats written ``AsKd/Qh`` or ``/Qh``: two rounds of down cards, then the up cards (rule D1)."""
    pairs = [seat.split("/") for seat in seats]
    for turn in range(2):
        for number, (down, _) in enumerate(pairs, 1):
            yield DealDown(number, ids(down)[turn] if down else None)
    for number, (_, up) in enumerate(pairs, 1):
        yield DealUp(number, ids(up)[0])


def _card(text: str) -> Event:
    """A card written ``2-Ah`` (down), ``2-x`` (down, not known), ``2+Ah`` (up) or ``2!Ah`` (exposed)."""
    seat, kind, card = int(text[0]), text[1], text[2:]
    if kind == "-":
        return DealDown(seat, None if card == "x" else ids(card)[0])
    return DealUp(seat, ids(card)[0]) if kind == "+" else Expose(seat, ids(card)[0])


def _event(parts: list[str]) -> Event:
    if parts[0] == "card":
        return _card(parts[1])
    seat, word = int(parts[0]), parts[1]
    match word:
        case "bet":
            return Bet(seat, int(parts[2]))
        case "wrong":
            return WrongOpen(seat, int(parts[2]))
        case "show" if parts[2:]:
            return Show(seat, tuple(ids(parts[2])))
        case _:
            return PLAIN[word](seat)


def _text(event: Event) -> str:
    return str(event.to) if isinstance(event, Bet) else WORDS[type(event)]
