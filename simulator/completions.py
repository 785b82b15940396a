"""Where the cards of a table go in a block of deals.

A block has a row of bytes for each card position and a column for each deal. Each live seat has seven rows, two down
cards, four up cards and the seventh; cards face up of folded seats follow, as they count for the wild rule (W8).
"""

from functools import cache, reduce
from operator import and_, or_
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from simulator.hole_draws import filtered_seats
from simulator.rules import Rules, wild_ranks
from simulator.table import Seat, Table


class Layout(NamedTuple):
    """A table as the kernels see it.

    Attributes
    ----------
    seats : int
        Number of live seats; seat k of them, in deal order, has the rows 7k to 7k + 6.
    rows : int
        Number of rows, those of folded seats included.
    known_rows, known_cards : ndarray of int64, shape (known,)
        Rows that hold the same card in every deal, and the card.
    unknown_rows : ndarray of int64, shape (unknown,)
        Rows that are dealt to, first those of the down cards of seats with filters, in the order of `filtered_seats`.
    seen : ndarray of uint8, shape (4 * n,)
        Cards that cannot be dealt, ascending: known and dead ones; then 255 until their number is a multiple of four.
    unseen : int
        Number of cards that can be dealt.
    up_rows : ndarray of int64, shape (up,)
        Rows of the cards face up in deal order (rules W3, W15), a common card that counts included; empty if nothing
        can be wild.
    common : bool
        Whether the seventh card of the first live seat is that of all (rule D3).
    trigger : int
        Rank of the trigger (rule W11).
    wild : ndarray of uint8, shape (12,)
        Wild ranks by the followers, in bytes of ranks 2 to 9 and 10 to A: those if there is no follower, those that are
        wild with any follower, those that are wild only as followers; then the same while a trigger waits.
    accumulates : bool
        Whether every follower so far stays one (rule W12).
    redeals : bool
        Whether a deal with no trigger face up is void (rule W13).
    double_ace_flush : int
        1 if ``double_ace_flush=on`` (rule H3), else 0.
    """

    seats: int
    rows: int
    known_rows: NDArray[np.int64]
    known_cards: NDArray[np.int64]
    unknown_rows: NDArray[np.int64]
    seen: NDArray[np.uint8]
    unseen: int
    up_rows: NDArray[np.int64]
    common: bool
    trigger: int
    wild: NDArray[np.uint8]
    accumulates: bool
    redeals: bool
    double_ace_flush: int


def layout(table: Table) -> Layout:
    """Lay out a table.

    Parameters
    ----------
    table : Table
        What is known.

    Returns
    -------
    Layout
        Its rows; the unseen cards are dealt to the unknown ones (rule D4).
    """
    rules = table.rules
    cards: dict[int, int | None] = {}
    common = table.common_due
    for k, seat in enumerate(table.live):
        first = 7 * k
        cards |= dict(enumerate(seat.down, first))
        for turn in range(4):
            cards[first + 2 + turn] = seat.up[turn] if turn < len(seat.up) else None
        if not common:
            cards[first + 6] = seat.last[0] if seat.last else None
    if common:
        cards[6] = table.common[0] if table.common else None
    rows = 7 * len(table.live)
    for seat in table.seats:
        if seat.folded:
            up = _up_of_folded(seat, table)
            cards |= dict(enumerate(up, rows))
            rows += len(up)
    masks = [*_wild_masks(rules, waits=False), *_wild_masks(rules, waits=True)]
    seen = sorted(table.known_cards)
    known = [(row, card) for row, card in cards.items() if card is not None]
    first_of = {seat.number: 7 * k for k, seat in enumerate(table.live)}
    drawn = [first_of[number] + nth for number in filtered_seats(table) for nth in range(2)]
    dealt = [row for row, card in cards.items() if card is None and row not in drawn]
    return Layout(
        seats=len(table.live),
        rows=rows,
        known_rows=np.array([row for row, _ in known], np.int64),
        known_cards=np.array([card for _, card in known], np.int64),
        unknown_rows=np.array([*drawn, *dealt], np.int64),
        seen=np.array([*seen, *[255] * (-len(seen) % 4)], np.uint8),
        unseen=DECK - len(seen),
        up_rows=np.array(up_rows(table) if any(masks) else [], np.int64),
        common=common,
        trigger=rules.trigger_rank,
        wild=np.array(masks, np.uint16).view(np.uint8),
        accumulates=rules.followers == "accumulate",
        redeals=rules.no_trigger == "redeal",
        double_ace_flush=int(rules.double_ace_flush == "on"),
    )


def up_rows(table: Table) -> list[int]:
    """Rows of the cards face up of the finished deal, in deal order, whether or not anything can be wild."""
    first = {seat.number: 7 * k + 2 for k, seat in enumerate(table.live)}
    rows = 7 * len(table.live)
    for seat in table.seats:
        if seat.folded:
            first[seat.number] = rows
            rows += len(_up_of_folded(seat, table))
    first[0] = 6  # the common card
    return [first[number] + turn for number, turn in table.completed_up_order()]


def _up_of_folded(seat: Seat, table: Table) -> tuple[int | None, ...]:
    """Cards face up of a seat that has folded."""
    own_seventh = table.rules.seventh == "up" and not table.common_due
    return (*seat.up, *seat.last) if own_seventh else seat.up


@cache
def _wild_masks(rules: Rules, *, waits: bool) -> tuple[int, int, int]:
    """Wild ranks without a follower, with any, and only as followers, from the plain rules on cards that lead there."""
    trigger, again = 4 * rules.trigger_rank, 4 * rules.trigger_rank + 1
    none = wild_ranks((trigger,) if waits else (), rules)
    followers = [rank for rank in range(13) if rank != rules.trigger_rank]
    by_follower = {rank: wild_ranks((trigger, 4 * rank, *((again,) if waits else ())), rules) for rank in followers}
    always = reduce(and_, by_follower.values())
    only = reduce(or_, by_follower.values()) & ~always
    assert all(mask == always | only & 1 << rank for rank, mask in by_follower.items())
    return none, always, only
