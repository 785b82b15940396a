"""The next card of a seat as the slow dealer sees it: what every completion after each card comes to."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from tests import dealer, oracle
from tests.dealer import Outcome
from tests.oracle import ids
from tests.small_tables import Question


def waiting(question: Question) -> list[int]:
    """Seats, from 0, to which a card is still to come."""
    seats = [dealer.parse_seat(text) for text in question.seats]
    if question.common is not None:
        return []
    return [at for at, text in enumerate(question.seats) if not seats[at].folded and text.count("/") < 2]


def after(question: Question, at: int, card: int) -> Outcome:
    """What the dealer counts if the next card to a seat, from 0, is this one."""
    seats = [dealer.parse_seat(text) for text in question.seats]
    dead, common = ids(question.dead), None
    seat = seats[at]
    if len(seat.up) < 4:
        seats[at] = replace(seat, up=(*seat.up, card))
    elif dealer.common_card_due(seats, dead):
        common = card
    else:
        seats[at] = replace(seat, last=card)
    filters = {k: pair for k, (_, pair) in question.filters.items()}
    return dealer.settle(dealer.every_completion(seats, dead, question.house, common, filters), question.house)


def unseen(question: Question) -> list[int]:
    seats = [dealer.parse_seat(text) for text in question.seats]
    return dealer.unseen_cards(seats, ids(question.dead), question.known_common)


def equities(outcome: Outcome) -> dict[int, Fraction]:
    """Share of the pot by live seat, from 0."""
    return {at: count.pots / outcome.deals for at, count in outcome.counts.items()}


def wild_after(question: Question, at: int, card: int) -> set[int]:
    """Wild ranks once the next card to a seat is dealt, for every way in which unknown up cards before it can fall."""
    seats = [dealer.parse_seat(text) for text in question.seats]
    slots = dealer.deal_order(seats, ids(question.dead), question.house, question.known_common)
    up = [slot for slot in slots if slot.face_up and slot.counts]
    turn = len(seats[at].up)
    mine = [nth for nth, slot in enumerate(up) if slot.seat in (at, dealer.CENTRE)]
    shown = [slot.card for slot in up]
    # A card dealt down, or a common card that is no up card, comes when all others are out.
    shown = [*shown[: mine[turn]], card] if turn < len(mine) else shown
    open_places = [nth for nth, known in enumerate(shown) if known is None]
    left = [other for other in unseen(question) if other != card]
    found = set()
    for coming in permutations(left, len(open_places)):
        cards = list(shown)
        for place, dealt in zip(open_places, coming, strict=True):
            cards[place] = dealt
        found.add(oracle.wild_ranks([known for known in cards if known is not None], question.house))
    return found
