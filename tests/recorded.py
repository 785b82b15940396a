"""Hands as records: short texts of hands, records made of events, and both played."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

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
from simulator.hand_record import Action, ActionKind, EventKind, HandRecord
from simulator.hand_record import Event as Irregularity
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
    start = recorded_start(record, **settings)  # type: ignore[arg-type]
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


class Recorder:
    """Writes events down as a person would."""

    def __init__(self, start: HandState, *, game: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.actions: list[Action] = []
        self.irregularities: list[Irregularity] = []
        self.start = start
        self.game = game

    def record(self, events: Sequence[Event], *, misdeal: bool) -> HandRecord:
        """The record of a hand from its first event on."""
        for at, event in enumerate(events):
            taken_back = any(isinstance(later, TakeBack) for later in _until_next_action(events[at + 1 :]))
            self._write(event, taken_back=taken_back)
        if misdeal:
            self._irregular(EventKind.MISDEAL, None)
        stakes = self.start.stakes
        return HandRecord(
            antes=(stakes.ante,) * len(self.start.players),
            bring_in=stakes.bring_in,
            small_bet=stakes.lower,
            big_bet=stakes.upper,
            starting_stacks=tuple(player.stack + player.paid for player in self.start.players),
            actions=tuple(self.actions),
            game=self.game,
            events=tuple(self.irregularities),
            other={"ante_trimming_status": stakes.ante_trimming},
        )

    def _write(self, event: Event, *, taken_back: bool) -> None:
        seat = event.seat
        match event:
            case DealDown(_, card):
                self.actions.append(Action(ActionKind.DEAL, seat, (card,)))
            case DealUp(0, card):
                self.actions.append(Action(ActionKind.COMMON, cards=(card,)))
            case DealUp(_, card):
                self.actions.append(Action(ActionKind.DEAL, seat, (card,)))
            case Expose(_, card):
                self.actions.append(Action(ActionKind.DEAL, seat, (card,)))
                self._irregular(EventKind.EXPOSED, seat, (card,))
            case BringIn():
                self.actions.append(Action(ActionKind.BRING_IN, seat))
            case Bet(_, to):
                self.actions.append(Action(ActionKind.RAISE, seat, amount=to))
            case Call() | Check():
                self.actions.append(Action(ActionKind.CALL, seat))
            case Fold():
                self.actions.append(Action(ActionKind.FOLD, seat))
            case WrongOpen(_, to):
                self._irregular(EventKind.WRONG_OPENER, seat)
                if not taken_back:
                    forced = to == min(self.start.stakes.bring_in, self.start.player(seat).stack)
                    raised = Action(ActionKind.RAISE, seat, amount=to)
                    self.actions.append(Action(ActionKind.BRING_IN, seat) if forced else raised)
            case TakeBack():
                pass
            case Absent():
                self._irregular(EventKind.ABSENT, seat)
            case PickUp():
                self._irregular(EventKind.PICKED_UP, seat)
                if self.rng.random() < 0.5:
                    self.actions.append(Action(ActionKind.FOLD, seat))
            case Show(_, down):
                self.actions.append(Action(ActionKind.SHOW, seat, down))
            case Muck():
                self.actions.append(Action(ActionKind.MUCK, seat))

    def _irregular(self, kind: EventKind, seat: int | None, cards: tuple[int, ...] = ()) -> None:
        self.irregularities.append(Irregularity(len(self.actions) + 1, kind, seat, cards))


def _until_next_action(events: Iterable[Event]) -> Iterable[Event]:
    for event in events:
        if not isinstance(event, TakeBack | Absent):
            return
        yield event


def third_street_by_seat(record: HandRecord) -> HandRecord:
    """The same hand with the third street of each seat in one action."""
    first = next((at for at, action in enumerate(record.actions) if action.kind is not ActionKind.DEAL), None)
    deals = record.actions[:first]
    cards: dict[int | None, tuple[int | None, ...]] = {}
    for action in deals:
        cards[action.seat] = cards.get(action.seat, ()) + action.cards
    joined = [Action(ActionKind.DEAL, seat, cards[seat]) for seat in sorted(cards, key=lambda seat: seat or 0)]
    less = len(deals) - len(joined)
    events = (replace(event, before=max(1, event.before - less)) for event in record.events)
    return replace(record, actions=(*joined, *record.actions[len(deals) :]), events=tuple(events))


def with_unknown_cards(record: HandRecord, state: HandState, rng: random.Random) -> HandRecord:
    """The same hand with down cards that are known only from the showdown, if at all."""
    actions: list[Action] = []
    hidden = {player.number for player in state.players if rng.random() < 0.7}
    count = dict.fromkeys(hidden, 0)
    for action in record.actions:
        if action.kind is ActionKind.DEAL and action.seat in hidden:
            dealt = count[action.seat]
            card = action.cards[0]
            down = card in state.player(action.seat).down
            count[action.seat] = dealt + 1
            if down:
                action = replace(action, cards=(None,))
        if action.kind is ActionKind.SHOW and action.seat in hidden:
            action = replace(action, cards=record.dealt(action.seat))
        actions.append(action)
    return replace(record, actions=tuple(actions))
