"""A record on its way through the betting game: every entry an event, checked against the rules."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from simulator.betting import play_event
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
from simulator.illegal import IllegalEvent
from simulator.phh_notation import action_text, event_text
from simulator.rules import DOWN_CARDS, UP_CARDS, CardDue
from simulator.seats import quoted

__all__ = ["Playback", "Step"]

_AMOUNT = re.compile(r"(\b(?:bet|call|complete to|raise to|for|of seat \d+ to) |(?<=\d) or )(\d+)")  # as errors name it
_OPENINGS = (ActionKind.BRING_IN, ActionKind.RAISE)


class Step(NamedTuple):
    """One event of a record, played.

    Attributes
    ----------
    number : int
        Of the action in the record from which it comes, from 1; of an irregularity, the action before which it stands;
        one more than there are actions for what nobody wrote down.
    event : Event
        What happened.
    before, after : HandState
        The hand before and after it. They are the same for a hand that is shown or discarded when all is over.
    comment : str
        What the record says about it.
    """

    number: int
    event: Event
    before: HandState
    after: HandState
    comment: str = ""


class _Waiting(NamedTuple):
    """A card whose turn in the deal has not come: its seat (0 = the centre), itself, and the action that deals it."""

    seat: int
    card: int | None
    number: int
    action: Action


class Playback:
    """A record on its way through the game."""

    def __init__(self, record: HandRecord, start: HandState) -> None:
        """Begin with a record and the state with its antes paid."""
        self._record = record
        self._state = start
        self._entries = _entries(record)
        self._waiting: list[_Waiting] = []
        self._shown_early: dict[int, tuple[int, Action]] = {}
        self._played: set[int] = set()  # actions that an irregularity has played already

    def steps(self) -> Iterator[Step]:
        """Play every entry, and what nobody wrote down."""
        for at, (number, entry) in enumerate(self._entries):
            if isinstance(entry, Action):
                if number not in self._played:
                    yield from self._action(number, entry)
            else:
                yield from self._irregularity(at, number, entry)
            yield from self._early_shows()
        yield from self._last_shows()

    def _action(self, number: int, action: Action) -> Iterator[Step]:
        seat = action.seat or 0
        match action.kind:
            case ActionKind.DEAL | ActionKind.COMMON:
                yield from self._deal(number, action)
            case ActionKind.SHOW | ActionKind.MUCK if self._state.finished and seat in self._state.live:
                if not self._state.player(seat).shown:  # it has won already
                    event = Muck(seat) if action.kind is ActionKind.MUCK else self._show(seat, action)
                    yield Step(number, event, self._state, self._state, action.comment)
            case ActionKind.SHOW if self._runs_out():
                self._shown_early[seat] = number, action
            case ActionKind.SHOW:
                yield self._play(number, action, self._show(seat, action))
            case ActionKind.MUCK:
                yield self._play(number, action, Muck(seat))
            case ActionKind.BRING_IN:
                yield self._play(number, action, BringIn(seat))
            case ActionKind.FOLD:
                yield self._play(number, action, Fold(seat))
            case ActionKind.RAISE:
                yield self._play(number, action, self._raise(seat, action.amount or 0))
            case ActionKind.CALL:
                yield self._play(number, action, Call(seat) if self._owes(seat) else Check(seat))

    def _irregularity(self, at: int, number: int, entry: Irregularity) -> Iterator[Step]:
        seat = entry.seat or 0
        match entry.kind:
            case EventKind.ABSENT:
                yield self._play(number, entry, Absent(seat))
            case EventKind.WRONG_OPENER:
                yield from self._wrong_open(at, number, entry, seat)
            case EventKind.PICKED_UP:
                yield from self._pick_up(at, number, entry, seat)
            case EventKind.MISDEAL:
                yield from self._misdeal(number, entry)

    def _deal(self, number: int, action: Action) -> Iterator[Step]:
        """Take the cards of an action, and deal those whose turn has come."""
        if self._state.misdeal:
            return  # B18: dealt before anybody noticed
        seat = action.seat or 0
        if not self._state.due:
            self._play(number, action, self._out_of_turn(seat, action.cards[0]))
        elif self._state.due[0].seat != seat:
            next_one = self._state.due[0].seat
            where = f"seat {next_one}" if next_one else "the centre"
            raise self._refused(number, action, ValueError(f"the next card goes to {where}"))
        self._waiting += [_Waiting(seat, card, number, action) for card in action.cards]
        yield from self._deal_waiting()
        if self._waiting and not self._state.due and not self._state.misdeal:
            left = self._waiting[0]
            self._play(left.number, left.action, self._out_of_turn(left.seat, left.card))

    def _deal_waiting(self) -> Iterator[Step]:
        """Deal as long as the next card waits."""
        while self._state.due:
            seat = self._state.due[0].seat
            at = next((at for at, card in enumerate(self._waiting) if card.seat == seat), None)
            if at is None:
                return
            waiting = self._waiting.pop(at)
            event = self._dealt(self._state.due[0], waiting)
            step = self._play(waiting.number, waiting.action, event)
            if isinstance(event, Expose):
                remarks = (entry.comment for entry in self._record.events if event.card in entry.cards)
                step = step._replace(comment=next(remarks, ""))
            yield step

    def _dealt(self, due: CardDue, waiting: _Waiting) -> Event:
        seat, card, number, action = waiting
        if due.up:
            if card is None:
                raise self._refused(number, action, ValueError("an up card is not known; a replay needs them all"))
            return DealUp(seat, card)
        if card is not None and len(self._state.player(seat).cards) in self._record.exposed(seat):
            return Expose(seat, card)
        return DealDown(seat, card)

    def _out_of_turn(self, seat: int, card: int | None) -> Event:
        """Return the event of a card that cannot be dealt now, for the message of the game."""
        dealt = len(self._state.player(seat).cards) if seat else DOWN_CARDS
        if card is None or not DOWN_CARDS <= dealt < DOWN_CARDS + UP_CARDS:
            return DealDown(seat, card)
        return DealUp(seat, card)

    def _wrong_open(self, at: int, number: int, entry: Irregularity, seat: int) -> Iterator[Step]:
        """Let a wrong seat open: its own action if that comes next, else a bring-in that is taken back (rule B11)."""
        bring_in = self._bring_in(seat)
        following = self._following(at, EventKind.WRONG_OPENER)
        if following is None or following[1].seat != seat or following[1].kind not in _OPENINGS:
            yield self._play(number, entry, WrongOpen(seat, bring_in))
            yield self._play(number, entry, TakeBack(seat))._replace(comment="")
            return
        number, action = following
        self._played.add(number)
        amount = action.amount if action.kind is ActionKind.RAISE else bring_in
        yield self._play(number, action, WrongOpen(seat, amount or 0), entry.comment)

    def _pick_up(self, at: int, number: int, entry: Irregularity, seat: int) -> Iterator[Step]:
        """Let a seat pick up its up cards: facing a bet it folds, and a fold written next is the same (B16)."""
        following = self._following(at, EventKind.PICKED_UP)
        folds = following is not None and following[1].seat == seat and following[1].kind is ActionKind.FOLD
        if folds and not self._owes(seat):
            return  # no bet to call: the fold is what counts
        fold = ""
        if folds and following is not None:
            self._played.add(following[0])
            fold = following[1].comment
        yield self._play(number, entry, PickUp(seat), fold)

    def _misdeal(self, number: int, entry: Irregularity) -> Iterator[Step]:
        """Deal on with unknown cards to the exposed one, which makes the deal void (rule B18)."""
        if all(event.kind is not EventKind.EXPOSED for event in self._record.events):
            raise self._refused(number, entry, ValueError("only an exposed down card makes a misdeal (rule B18)"))
        while not self._state.misdeal:
            yield self._play(number, entry, DealDown(self._state.due[0].seat, None))
            yield from self._deal_waiting()

    def _early_shows(self) -> Iterator[Step]:
        """Show the hands that were shown while cards were still to come."""
        if self._state.showdown:
            for seat, (number, action) in self._shown_early.items():
                show = self._show(seat, action)
                if show.down or None not in self._state.player(seat).down:  # else its last card is still not known
                    yield self._play(number, action, show)
            self._shown_early.clear()

    def _last_shows(self) -> Iterator[Step]:
        """Show the hands that are known, if all of them are."""
        if not self._state.showdown:
            return
        waiting = [seat for seat in self._state.live if not self._state.player(seat).shown]
        if all(None not in self._state.player(seat).down for seat in waiting):
            for seat in waiting:
                before = self._state
                self._state = play_event(before, Show(seat))
                yield Step(len(self._record.actions) + 1, Show(seat), before, self._state)

    def _show(self, seat: int, action: Action) -> Show:
        """Show a hand: its down cards are what is not face up of the cards shown."""
        player = self._state.player(seat)
        shown = [card for card in action.cards if card is not None and card not in (*player.up, *player.down)]
        unknown = iter(shown)
        down = tuple(next(unknown, None) if card is None else card for card in player.down)
        known = tuple(card for card in down if card is not None)
        return Show(seat, known if action.cards and len(known) == len(down) else ())

    def _raise(self, seat: int, to: int) -> Event:
        """Bet; an opening for the amount of the bring-in is the bring-in."""
        bring_in = self._state.round is not None and self._state.round.opening and to == self._bring_in(seat)
        return BringIn(seat) if bring_in else Bet(seat, to)

    def _bring_in(self, seat: int) -> int:
        return min(self._state.stakes.bring_in, self._state.player(seat).stack)

    def _runs_out(self) -> bool:
        """Whether cards are to come and nobody can bet any more."""
        return bool(self._state.due) and len(self._state.able) < 2

    def _owes(self, seat: int) -> bool:
        return self._state.round is not None and self._state.round.owed(seat) > 0

    def _following(self, at: int, kind: EventKind) -> tuple[int, Action] | None:
        """Return the first action behind an irregularity; None if another one of its kind comes first."""
        for number, entry in islice(self._entries, at + 1, None):
            if isinstance(entry, Action):
                return number, entry
            if entry.kind is kind:
                return None
        return None

    def _play(self, number: int, entry: Action | Irregularity, event: Event, comment: str = "") -> Step:
        """Play the event of an entry; a comment is one besides its own."""
        before = self._state
        try:
            self._state = play_event(before, event)
        except IllegalEvent as error:
            raise self._refused(number, entry, error) from None
        return Step(number, event, before, self._state, "; ".join(filter(None, (comment, entry.comment))))

    def _refused(self, number: int, entry: Action | Irregularity, error: ValueError) -> ValueError:
        """Make the error of an entry: where it stands, what it says, and why it cannot be."""
        if isinstance(entry, Action):
            place = f"action {number}, {quoted(action_text(replace(entry, comment=''), self._record.amount_text))}"
        else:
            place = f"_events, entry {self._record.events.index(entry) + 1}, {quoted(event_text(entry))}"
        # The game counts in chips, whoever wrote the record in its unit.
        message = _AMOUNT.sub(lambda found: found[1] + self._record.amount_text(int(found[2])), str(error))
        return ValueError(f"{place}: {message}")


def _entries(record: HandRecord) -> list[tuple[int, Action | Irregularity]]:
    """List actions and irregularities in their order; exposed cards belong to their place in the deal."""
    entries: list[tuple[int, Action | Irregularity]] = [
        (event.before, event) for event in record.events if event.kind is not EventKind.EXPOSED
    ]
    entries += [pair for pair in enumerate(record.actions, 1) if pair[1].kind is not ActionKind.REMARK]
    return sorted(entries, key=lambda pair: (pair[0], isinstance(pair[1], Action)))
