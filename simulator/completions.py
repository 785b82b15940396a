"""Where the cards of a table go in a block of deals.

A block has a row of bytes for each card position and a column for each deal. Each live seat has seven rows, two down
cards, four up cards and the seventh; the up cards of folded seats follow, because they count for the wild rule (W8).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.rules import DEFAULT_RULES, wild_ranks
from simulator.table import Table

NO_FOLLOWER = 13
_QUEEN_UP = 43  # Qs: any card face up after it is its follower


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
        Rows that are dealt to.
    seen : ndarray of uint8, shape (seen,)
        Cards that cannot be dealt, ascending: known and dead ones.
    up_rows : ndarray of int64, shape (up,)
        Rows of the cards face up in deal order (rule W3), the common card included; empty if nothing can be wild.
    common : bool
        Whether the seventh card of the first live seat is that of all (rule D3).
    wild_masks : ndarray of uint16, shape (14,)
        Mask of the wild ranks by follower; the last is for no follower.
    double_ace_flush : int
        1 if ``double_ace_flush=on`` (rule H3), else 0.
    """

    seats: int
    rows: int
    known_rows: NDArray[np.int64]
    known_cards: NDArray[np.int64]
    unknown_rows: NDArray[np.int64]
    seen: NDArray[np.uint8]
    up_rows: NDArray[np.int64]
    common: bool
    wild_masks: NDArray[np.uint16]
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
    for name, value in table.rules.to_dict().items():
        if name != "double_ace_flush" and value != getattr(DEFAULT_RULES, name):
            raise ValueError(f"{name}={value} is not available yet for sampled deals")
    if table.hole_pairs:
        raise ValueError("filters of down cards cannot be sampled yet")
    cards: dict[int, int | None] = {}
    up_row: dict[tuple[int, int], int] = {}
    common = table.common_due
    for k, seat in enumerate(table.live):
        first = 7 * k
        cards |= dict(enumerate(seat.down, first))
        for turn in range(4):
            up_row[seat.number, turn] = first + 2 + turn
            cards[first + 2 + turn] = seat.up[turn] if turn < len(seat.up) else None
        if not common:
            cards[first + 6] = seat.last[0] if seat.last else None
    if common:
        up_row[0, 0] = 6
        cards[6] = table.common[0] if table.common else None
    rows = 7 * len(table.live)
    for seat in table.seats:
        if seat.folded:
            for turn, card in enumerate(seat.up):
                up_row[seat.number, turn] = rows
                cards[rows] = card
                rows += 1
    masks = [wild_ranks((_QUEEN_UP, 4 * follower), table.rules) for follower in range(NO_FOLLOWER)]
    masks.append(wild_ranks((), table.rules))
    known = [(row, card) for row, card in cards.items() if card is not None]
    return Layout(
        seats=len(table.live),
        rows=rows,
        known_rows=np.array([row for row, _ in known], np.int64),
        known_cards=np.array([card for _, card in known], np.int64),
        unknown_rows=np.array([row for row, card in cards.items() if card is None], np.int64),
        seen=np.array(sorted(table.known_cards), np.uint8),
        up_rows=np.array([up_row[place] for place in table.completed_up_order()] if any(masks) else [], np.int64),
        common=common,
        wild_masks=np.array(masks, np.uint16),
        double_ace_flush=int(table.rules.double_ace_flush == "on"),
    )
