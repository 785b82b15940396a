"""Actions and irregularities as text, in the notation of the poker hand history format."""

import re
from collections.abc import Callable
from decimal import Decimal

from evaluator.cards import cards_text, scan_cards
from simulator.hand_record import Action, ActionKind, Event, EventKind
from simulator.rules import DOWN_CARDS
from simulator.seats import quoted

Chips = Callable[[Decimal, str], int]  # chips of a value as it is written; ValueError names it by the text

_AMOUNT = re.compile(r"-?\d+(,\d{3})*(\.\d+)?", re.ASCII)
_FORMS = "d dh pN CARDS, d db CARD, pN pb, pN cc, pN cbr AMOUNT, pN f, pN sm CARDS"
_EVENT_FORMS = "'1 pN absent', '1 pN exposed CARD', '9 pN opened', '9 pN picked-up', '9 d misdeal'"
_PLAIN = {kind.value: kind for kind in (ActionKind.BRING_IN, ActionKind.CALL, ActionKind.FOLD)}
_SEAT_EVENTS = {kind.value: kind for kind in (EventKind.WRONG_OPENER, EventKind.ABSENT, EventKind.PICKED_UP)}


def amount_in(text: str) -> Decimal:
    """Read the amount of a bet, ``"600"``, ``"1,200"`` or ``"7.50"``; ValueError if it is none."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError(f"{quoted(text)} is no amount: write a number, as in p1 cbr 400")
    return Decimal(text.replace(",", ""))


def amounts_of(text: str) -> list[Decimal]:
    """Return the amount that an action names, if it names one that can be read."""
    match text.partition("#")[0].split():
        case [_, "cbr", amount] if _AMOUNT.fullmatch(amount):
            return [amount_in(amount)]
    return []


def parse_action(text: str, seats: int, chips: Chips) -> Action:
    """Read one action.

    Parameters
    ----------
    text : str
        As in ``"d dh p1 Td3c4d"`` or ``"p4 cbr 200000 # completes"``; ``??`` or ``x`` is an unknown card.
    seats : int
        Number of seats.
    chips : callable
        Turns an amount into chips.

    Raises
    ------
    ValueError
        It is no action of stud, names a seat that does not exist, no cards or no amount.
    """
    words, _, comment = text.partition("#")
    comment = comment.strip()
    match words.split():
        case []:
            return Action(ActionKind.REMARK, comment=comment)
        case ["d", "dh", who, cards]:
            return Action(ActionKind.DEAL, _seat(who, seats), _cards(cards), comment=comment)
        case ["d", "db", cards]:
            return Action(ActionKind.COMMON, cards=_cards(cards), comment=comment)
        case [who, "cbr", amount]:
            bet = chips(amount_in(amount), "the bet")
            if not bet:
                raise ValueError("a bet must be more than 0; a check is pN cc")
            return Action(ActionKind.RAISE, _seat(who, seats), amount=bet, comment=comment)
        case [who, "sm"]:
            return Action(ActionKind.MUCK, _seat(who, seats), comment=comment)
        case [who, "sm", "-"]:
            return Action(ActionKind.SHOW, _seat(who, seats), comment=comment)
        case [who, "sm", cards]:
            return Action(ActionKind.SHOW, _seat(who, seats), _cards(cards), comment=comment)
        case [who, word] if word in _PLAIN:
            return Action(_PLAIN[word], _seat(who, seats), comment=comment)
    raise ValueError(f"this is no action of stud; write one of {_FORMS}")


def action_text(action: Action, value: Callable[[int], str]) -> str:
    """Text of an action; `value` writes an amount of chips."""
    match action.kind:
        case ActionKind.REMARK:
            words = ""
        case ActionKind.DEAL:
            words = f"d dh p{action.seat} {_text(action.cards)}"
        case ActionKind.COMMON:
            words = f"d db {_text(action.cards)}"
        case ActionKind.RAISE:
            words = f"p{action.seat} cbr {value(action.amount or 0)}"
        case ActionKind.SHOW:
            words = f"p{action.seat} sm {_text(action.cards) or '-'}"
        case ActionKind.MUCK:
            words = f"p{action.seat} sm"
        case _:
            words = f"p{action.seat} {action.kind.value}"
    return _commented(words, action.comment)


def parse_event(text: str, seats: int) -> Event:
    """Read one irregularity, such as ``"1 p3 absent"`` or ``"2 p2 exposed Kd"``.

    Raises
    ------
    ValueError
        It is none, or names a seat that does not exist or a card that is not known.
    """
    words, _, comment = text.partition("#")
    comment = comment.strip()
    number, _, rest = words.strip().partition(" ")
    if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
        raise ValueError(f"the number of the action that came next is missing; write one of {_EVENT_FORMS}")
    before = int(number)
    match rest.split():
        case ["d", EventKind.MISDEAL.value]:
            return Event(before, EventKind.MISDEAL, comment=comment)
        case [who, EventKind.EXPOSED.value, cards]:
            known = tuple(card for card in _cards(cards) if card is not None)
            if len(known) != len(_cards(cards)) or len(known) > DOWN_CARDS:
                raise ValueError("name the exposed card, or both of them, as in '2 p2 exposed Kd'")
            return Event(before, EventKind.EXPOSED, _seat(who, seats), known, comment)
        case [who, word] if word in _SEAT_EVENTS:
            return Event(before, _SEAT_EVENTS[word], _seat(who, seats), comment=comment)
    raise ValueError(f"this is no irregularity; write one of {_EVENT_FORMS}")


def event_text(event: Event) -> str:
    """Text of an irregularity."""
    who = "d" if event.seat is None else f"p{event.seat}"
    cards = f" {cards_text(event.cards)}" if event.cards else ""
    return _commented(f"{event.before} {who} {event.kind.value}{cards}", event.comment)


def _seat(who: str, seats: int) -> int:
    if not re.fullmatch(r"p\d{1,4}", who, re.ASCII):
        raise ValueError(f"{quoted(who)} is no player; they are p1 to p{seats}")
    if not 1 <= (seat := int(who[1:])) <= seats:
        raise ValueError(f"there is no {who}: the hand has {seats} seats, p1 to p{seats}")
    return seat


def _cards(text: str) -> tuple[int | None, ...]:
    cards = scan_cards(text, unknown=True)
    if not cards:
        raise ValueError(f"{quoted(text)} is no card")
    return tuple(cards)


def _text(cards: tuple[int | None, ...]) -> str:
    return "".join("??" if card is None else cards_text([card]) for card in cards)


def _commented(words: str, comment: str) -> str:
    return f"{words} # {comment}".strip() if comment else words
