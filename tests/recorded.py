"""Hands as records: texts of hands, their steps, and the same hand written in other ways."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from simulator.events import DealDown, DealUp, Expose
from simulator.hand_record import Action, ActionKind, HandRecord
from simulator.hand_state import HandState
from simulator.phh import read_hand
from simulator.recorded_hand import Step, recorded_start, recorded_steps

FTQ = "_game = 'follow-the-queen'\n"


def hand_of(
    actions: Iterable[str], *, game: str = "stud", stacks: Sequence[int] = (100, 100, 100), **fields: str
) -> str:
    """A hand at 15/30 with antes of 1 and a bring-in of 5; `fields` are TOML and replace others."""
    values = {
        "variant": "'F7S'",
        "antes": str([1] * len(stacks)),
        "bring_in": "5",
        "small_bet": "15",
        "big_bet": "30",
        "starting_stacks": str(list(stacks)),
        "actions": str(list(actions)),
    } | fields
    return "".join(f"{name} = {value}\n" for name, value in values.items()) + (FTQ if game == "ftq" else "")


def steps_of(text: str, **settings: object) -> list[Step]:
    """The steps of a hand; a state follows from the one before, and the events are the record."""
    record = read_hand(text)
    start = recorded_start(record, **settings)  # type: ignore[arg-type]  # of either kind
    steps = list(recorded_steps(record, start))
    state = start
    for step in steps:
        assert step.before == state
        assert 1 <= step.number <= len(record.actions) + 1
        state = step.after
    return steps


def end_of(text: str, **settings: object) -> HandState:
    """The state in which a hand ends."""
    return steps_of(text, **settings)[-1].after


def card_by_card(record: HandRecord, state: HandState) -> HandRecord:
    """The same hand with third street written in the order of the deal (rule D1), one card an action."""
    third: list[Action] = []
    for action in record.actions:
        if action.kind is not ActionKind.DEAL or action.seat in [earlier.seat for earlier in third]:
            break
        third.append(action)
    events = [event for event in state.events if isinstance(event, DealDown | DealUp | Expose)]
    dealt = events[: sum(len(action.cards) for action in third)]
    singles = [Action(ActionKind.DEAL, event.seat, (event.card,)) for event in dealt]
    more = len(singles) - len(third)
    moved = (replace(event, before=event.before + more if event.before > len(third) else 1) for event in record.events)
    return replace(record, actions=(*singles, *record.actions[len(third) :]), events=tuple(moved))


def with_unknown_cards(record: HandRecord, state: HandState, rng: random.Random) -> HandRecord:
    """The same hand with down cards that are known only from the showdown, if at all."""
    hidden = {card for player in state.players if rng.random() < 0.7 for card in player.down}
    return replace(
        record,
        actions=tuple(
            replace(action, cards=tuple(None if card in hidden else card for card in action.cards))
            if action.kind is ActionKind.DEAL
            else action
            for action in record.actions
        ),
    )
