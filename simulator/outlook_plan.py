"""What the coming streets of a table show, and what they leave hidden.

The *board* of a street is what a viewer of the table will have seen once the street is complete: the cards dealt face
up until then, and on seventh street the common card, or the seventh card of each live seat whose two down cards are
known. Everything else stays unknown, as it is at the table.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from evaluator.kernels import HAND
from simulator.completions import Layout, layout, up_rows
from simulator.outlook_input import check_outlook
from simulator.rules import DOWN_CARDS, UP_CARDS, Street, wild_start
from simulator.streets import up_card_street
from simulator.table import Table


class Moment(NamedTuple):
    """A moment of the deal.

    Attributes
    ----------
    layout : Layout
        The table, of whose up rows only those that have been dealt by then stand there.
    up : int
        Number of cards face up by then.
    hands : tuple of int
        By live seat, how many cards it has by then; they are the first of its rows.
    """

    layout: Layout
    up: int
    hands: tuple[int, ...]


class Coming(NamedTuple):
    """A street to come.

    Attributes
    ----------
    street : Street
        Which one.
    first_up, last_up : int
        Which of the up rows are dealt on it from now on, the last one excluded.
    end : Moment
        When it is complete.
    rows : ndarray of int64, shape (m,)
        Rows unknown at the table that are seen on its boards.
    layout : Layout
        The table with only those rows unknown that its boards leave hidden, and room for the cards seen.
    """

    street: Street
    first_up: int
    last_up: int
    end: Moment
    rows: NDArray[np.int64]
    layout: Layout

    @property
    def exact(self) -> bool:
        """Whether nothing is hidden, so that a board is a showdown."""
        return self.layout.unknown_rows.size == 0


class Outlook(NamedTuple):
    """A table and its streets to come.

    Attributes
    ----------
    layout : Layout
        The table.
    up_rows : ndarray of int64, shape (up,)
        Rows of the up cards of the finished deal in deal order, in stud too.
    now : Moment
        The cards as they lie now.
    streets : tuple of Coming
        The current street if it is not complete, and those after it.
    seen : ndarray of uint8, shape (seen,)
        Cards that cannot be dealt.
    wild_at_start : int
        Mask of the wild ranks before the first card face up.
    followers : bool
        Whether the card after a trigger becomes wild: not in stud.
    keeps : bool
        Whether a follower stays one while a trigger waits (rules W9, W12).
    """

    layout: Layout
    up_rows: NDArray[np.int64]
    now: Moment
    streets: tuple[Coming, ...]
    seen: NDArray[np.uint8]
    wild_at_start: int
    followers: bool
    keeps: bool


def outlook(table: Table) -> Outlook:
    """Look ahead from a table.

    Raises
    ------
    ValueError
        Nothing is to come, or down cards are described by a filter.
    """
    check_outlook(table)
    rules = table.rules
    where = layout(table)
    order = table.completed_up_order()
    rows = np.array(up_rows(table), np.int64)
    placed = len(table.up_cards)
    drawn = range(table.street + table.street_complete, Street.SEVENTH + 1)
    streets = []
    up = placed
    for street in map(Street, drawn):
        first, up = up, sum(1 for place in order if up_card_street(place) <= street)
        hands = tuple(int(street) for _ in table.live)
        seen = {*rows[:up].tolist(), *_sevenths(table, street)}
        streets.append(Coming(street, first, up, _moment(where, up, hands), *_board(where, seen)))
    shared = len(table.common)
    hands = tuple(DOWN_CARDS + len(seat.up) + len(seat.last) + shared for seat in table.live)
    return Outlook(
        layout=where,
        up_rows=rows,
        now=_moment(where, placed, hands),
        streets=tuple(streets),
        seen=np.array(sorted(table.known_cards), np.uint8),
        wild_at_start=wild_start(rules).wild_ranks,
        followers=rules.game != "stud",
        keeps=rules.keeps_follower,
    )


def _moment(where: Layout, up: int, hands: tuple[int, ...]) -> Moment:
    return Moment(where._replace(up_rows=where.up_rows[:up].copy()), up, hands)


def _sevenths(table: Table, street: Street) -> list[int]:
    """Rows of the seventh cards that are seen though they are no up cards."""
    if street is not Street.SEVENTH:
        return []
    last = DOWN_CARDS + UP_CARDS
    if table.common_due:
        return [last]
    return [HAND * k + last for k, seat in enumerate(table.live) if None not in seat.down]


def _board(where: Layout, seen: set[int]) -> tuple[NDArray[np.int64], Layout]:
    """Rows that a board fills, and the table with the others unknown."""
    unknown = where.unknown_rows
    filled = np.isin(unknown, list(seen))
    shown = int(filled.sum())
    room = -(-(DECK - where.unseen + shown) // 4) * 4
    inner = where._replace(
        unknown_rows=unknown[~filled], seen=np.full(room, 255, np.uint8), unseen=where.unseen - shown
    )
    return unknown[filled], inner
