"""The next card to a seat: which street it falls on, face up or down, and the table after each card that it can be."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from evaluator.cards import DECK, rank_of
from simulator.limits import whole
from simulator.rules import UP_CARDS, Street, wild_after, wild_start
from simulator.seats import Seat
from simulator.suit_symmetry import alike
from simulator.table import Table


class Way(NamedTuple):
    """Cards that are alike, and the table after the first of them.

    Attributes
    ----------
    cards : tuple of int
        Card ids, ascending; suits are all that tells them apart, and they do not matter here.
    table : Table
        The table once the first of them has been dealt.
    """

    cards: tuple[int, ...]
    table: Table


class ComingCard(NamedTuple):
    """The next card to a seat.

    Attributes
    ----------
    seat : int
        Number of the seat that gets it; a common card goes to every live seat.
    face : str
        ``"up"``, ``"down"`` or ``"common"``.
    street : Street
        The street that it belongs to.
    before : Table
        The table with the cards that others get first, all unknown.
    ways : tuple of Way
        Every card that it can be, once.
    """

    seat: int
    face: str
    street: Street
    before: Table
    ways: tuple[Way, ...]


@lru_cache(maxsize=2)  # the command line looks before it asks
def coming_cards(table: Table, seat: int | None = None, *, anyone: bool = False) -> tuple[ComingCard, ...]:
    """Return the next card of one seat, or of every live seat that still gets one.

    Parameters
    ----------
    table : Table
        What is known.
    seat : int or None
        Number of the seat; None for the seat that is dealt to next (the first live one, if that is the common card).
    anyone : bool
        Whether to look at every live seat that still gets a card, in place of one.

    Raises
    ------
    ValueError
        One line: no such seat, a seat that gets no more cards, or a finished deal.
    """
    if anyone and seat is not None:
        raise ValueError("next and anyone are two ways to say who gets the card: leave out one of them")
    waiting = [other.number for other in table.live if _stage(table, other) is not None]
    if not waiting:
        raise ValueError("no card is to come: every live seat has its seven cards")
    if anyone:
        return tuple(_coming_card(table, number) for number in waiting)
    if seat is None:
        return (_coming_card(table, min(waiting, key=lambda number: (_stage(table, table.seats[number - 1]), number))),)
    seat = whole("next", seat, 1, len(table.seats))
    if seat not in waiting:
        why = "has folded" if table.seats[seat - 1].folded else "has its seventh card"
        raise ValueError(f"seat {seat} {why}: no card comes to it; next is {' or '.join(map(str, waiting))}")
    return (_coming_card(table, seat),)


def tables_after(coming: Iterable[ComingCard]) -> tuple[Table, ...]:
    """Return the tables after every card that can come, each of them once."""
    return tuple(dict.fromkeys(way.table for card in coming for way in card.ways))


def _stage(table: Table, seat: Seat) -> int | None:
    """How many up cards a live seat has if it still gets a card, else None."""
    return None if seat.last or table.common else len(seat.up)


def _coming_card(table: Table, number: int) -> ComingCard:
    up = len(table.seats[number - 1].up)
    common = up == UP_CARDS and table.common_due
    face = "common" if common else "up" if up < UP_CARDS or table.rules.seventh == "up" else "down"
    before = _dealt_before(table, number)
    ways = []
    for cards in alike(before, set(range(DECK)).difference(before.known_cards)):
        try:
            ways.append(Way(cards, _dealt(before, number, cards[0], face)))
        except ValueError:  # a filter needs the card elsewhere, or no trigger could come any more (rule W13)
            continue
    return ComingCard(number, face, Street(up + 3), before, tuple(ways))


def _dealt_before(table: Table, number: int) -> Table:
    """Deal unknown cards face up to the seats that come before the next card of one (rule D1)."""
    turn = len(table.seats[number - 1].up)
    seats = []
    for seat in table.seats:
        if not seat.folded and not table.common:
            due = min(UP_CARDS, turn + (seat.number < number))
            seat = replace(seat, up=seat.up + (None,) * (due - len(seat.up)))
            if turn == UP_CARDS and seat.number < number and table.rules.seventh == "up" and not table.common_due:
                seat = replace(seat, last=seat.last or (None,))
        seats.append(seat)
    return _checked(table, tuple(seats))


def _dealt(table: Table, number: int, card: int, face: str) -> Table:
    if face == "common":
        return _checked(table, table.seats, (card,))
    seat = table.seats[number - 1]
    after = replace(seat, up=(*seat.up, card)) if len(seat.up) < UP_CARDS else replace(seat, last=(card,))
    return _checked(table, (*table.seats[: number - 1], after, *table.seats[number:]))


def _checked(table: Table, seats: tuple[Seat, ...], common: tuple[int, ...] = ()) -> Table:
    return Table.from_seats(
        seats,
        dead=table.dead,
        common=table.common or common,
        rules=table.rules,
        wild_in_filters=table.wild_in_filters,
        up_order=table.up_order,
    )


def certain_wild_ranks(table: Table) -> int | None:
    """Wild ranks of a table, whatever its unknown up cards are: 13-bit mask, None if they depend on them."""
    known = table.known_cards
    unseen = {rank_of(card): card for card in range(DECK) if card not in known}
    states = {wild_start(table.rules)}
    for _, card in table.up_cards:
        states = {
            wild_after(state, dealt, table.rules)
            for state in states
            for dealt in (unseen.values() if card is None else (card,))
        }
    masks = {state.wild_ranks for state in states}
    return masks.pop() if len(masks) == 1 else None
