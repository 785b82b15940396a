"""Hands with betting written as words, and the positions of all their cards, from the rules alone."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from simulator.betting import legal_actions, play_event, start
from simulator.events import Bet, BringIn, Call, Check, DealDown, DealUp, Event, Expose, Fold
from simulator.hand_state import HandState
from simulator.rules import Rules, Street
from simulator.stakes import Stakes
from tests.dealer import CENTRE, Deal, Slot, completions_of
from tests.oracle import ids

STAKES = Stakes.at(20, 40, bring_in=10, ante=2, open_pair="off")
ACTIONS = {"f": Fold, "c": Call | Check, "b": Bet, "o": BringIn}
NOBODY: Mapping[int, Any] = MappingProxyType({})


def hand(words: str, seats: int, rules: Rules | None = None) -> HandState:
    """Play a hand.

    ``1-As`` is a card face down to seat 1, ``1-x`` one that is not known, ``1+As`` a card face up, ``0+As`` the common
    card, ``1!As`` a card exposed by the dealer; ``1c`` is a call or check of seat 1, ``1b`` its smallest bet or raise,
    ``1o`` its bring-in, ``1f`` its fold.
    """
    state = start(STAKES, [1000] * seats, rules or Rules())
    for word in words.split():
        state = play_event(state, _event(state, word))
    return state


def _event(state: HandState, word: str) -> Event:
    seat, what, card = int(word[0]), word[1], word[2:]
    match what:
        case "-":
            return DealDown(seat, None if card == "x" else ids(card)[0])
        case "+":
            return DealUp(seat, ids(card)[0])
        case "!":
            return Expose(seat, ids(card)[0])
    return next(event for event in legal_actions(state) if event.seat == seat and isinstance(event, ACTIONS[what]))


def slots_of(state: HandState) -> list[Slot]:
    """Every card position of the hand in deal order: as it was dealt, then what comes to the live seats (D1, D3)."""
    slots = []
    for event in state.events:
        if isinstance(event, DealDown | DealUp | Expose):
            counts = event.seat > 0 or state.rules.common_card == "counts"
            at = event.seat - 1 if event.seat else CENTRE
            slots.append(Slot(at, not isinstance(event, DealDown), event.card, counts=counts))
    live = [seat - 1 for seat in state.live]
    slots = [slot for slot in slots if slot.card is not None or slot.seat in live]
    dealt = len([event for event in state.events if isinstance(event, DealDown | DealUp | Expose)])
    most = max(len(_cards_of(slots, at)) for at in live)
    for count in range(most, 6):
        slots += [Slot(at, True, None) for at in live if len(_cards_of(slots, at)) == count]
    taken = dealt + sum(1 for slot in slots if slot.card is None and slot.face_up)
    centre = any(slot.seat == CENTRE for slot in slots)
    if not centre and any(len(_cards_of(slots, at)) == 6 for at in live):
        if 52 - taken < len(live):
            return [*slots, Slot(CENTRE, True, None, counts=state.rules.common_card == "counts")]
        slots += [Slot(at, state.rules.seventh == "up", None) for at in live]
    return slots


def _cards_of(slots: list[Slot], at: int) -> list[Slot]:
    return [slot for slot in slots if slot.seat == at]


def completions(state: HandState) -> list[Deal]:
    """Every way to deal a hand to the end, with the live hands of now."""
    slots = slots_of(state)
    seen = {slot.card for slot in slots}
    unseen = [card for card in range(52) if card not in seen]
    return list(completions_of(slots, unseen, [seat - 1 for seat in state.live]))


def played(
    street: Street,
    seats: int,
    seed: int,
    rules: Rules | None = None,
    exposed: Mapping[int, int] = NOBODY,
    folds: Mapping[int, Street] = NOBODY,
    bets: Mapping[int, Street] = NOBODY,
) -> HandState:
    """Play a hand from a shuffled deck until everybody has acted on a street, all cards known.

    So many of the first two cards of a seat are `exposed`; a seat folds on its street of `folds` when it acts for the
    first time, bet or no bet, and bets on its street of `bets`; otherwise all call and check.
    """
    deck = random.Random(seed).sample(range(52), 52)
    state = start(STAKES, [1000] * seats, rules or Rules())
    while not (state.finished or state.showdown) and (state.street <= street):
        if state.due:
            state = play_event(state, _next_card(state, deck.pop(), exposed))
            continue
        options = legal_actions(state)
        seat = options[0].seat
        wanted: Any = Call | Check | BringIn
        if folds.get(seat) == state.street:
            wanted = Fold | BringIn
        elif bets.get(seat) == state.street and state.round and not state.round.level:
            wanted = Bet
        state = play_event(state, next(option for option in options if isinstance(option, wanted)))
    return state


def _next_card(state: HandState, card: int, exposed: Mapping[int, int]) -> Event:
    due = state.due[0]
    dealt = len(state.player(due.seat).cards) if due.seat else 7
    if dealt < min(2, exposed.get(due.seat, 0)):
        return Expose(due.seat, card)
    return DealUp(due.seat, card) if due.up else DealDown(due.seat, card)
