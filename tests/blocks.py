"""Blocks of deals from the kernel, as one array, for tables of every kind."""

import numpy as np
from numpy.typing import NDArray

from evaluator.kernels import BLOCK, STRIDE
from simulator import Rules, Table
from simulator.completions import Layout, layout
from simulator.hole_draws import draw_holes, hole_draws
from simulator.kernels import deal_block
from simulator.workspace import workspace
from tests import dealer
from tests.oracle import ids

Cards = NDArray[np.uint8]
Masks = NDArray[np.uint16]

# Seats, dead cards, common card, game: from no seen card to nearly all of them.
TABLES: dict[str, tuple[list[str], str, str | None, str]] = {
    "two seats, nothing known": (["xx/x"] * 2, "", None, "ftq"),
    "up cards only": (["xx/Qc5s", "xx/Td9h", "xx/2s3s"], "", None, "ftq"),
    "folded seats and dead cards": (["AsKd/Qh7c", "f:xx/Qc5s", "xx/Tc2d", "f:xx/x9d"], "2c3c", None, "ftq"),
    "in the middle of a street": (["f:JsJd/Qd", "2s3d/QhxTc", "xx/9d8h8s", "xx/KhKc"], "4d", None, "ftq"),
    "folded with a Queen": (["f:xx/xQsx", "xx/xxx", "f:xx/xx", "Qcx/2hxQd"], "", None, "ftq"),
    "seventh street": (["AsKd/QhQs4s2d/9h", "xx/Tc2cTh6d/x", "f:JsJd/8hQc8d6c"], "7s", None, "ftq"),
    "stud": (["AsKs/Qs", "xx/5c", "7h7d/7c"], "TsJs", None, "stud"),
    "eight seats with a common card": (["xx/x"] * 8, "", None, "ftq"),
    "common card, folded seat": (["2c3c/Qd4c", "xx/xQh", *["xx/xx"] * 5, "f:xx/5hQc"], "6s", None, "ftq"),
    "common card known": (["xx/xxxQs", "xx/x5hxx", *["xx/xxxx"] * 5, "xx/KsKhxQc"], "", "9s", "ftq"),
    "all but the common card known": (
        [
            *("2c2d/2h2s3c3d", "3h3s/4c4d4h4s", "5c5d/5h5s6c6d", "6h6s/7c7d7h7s"),
            *("8c8d/8h8s9c9d", "9h9s/TcTdThTs", "JcJd/JhJsKcKd", "KhKs/QcQdAhQs"),
        ],
        "",
        None,
        "ftq",
    ),
}


def table_of(name: str) -> Table:
    """The table of this name."""
    seats, dead, common, game = TABLES[name]
    return Table.parse(seats, dead=dead, common=common, rules=Rules(game=game))


def deal(table: Table, blocks: int = 1, *, seed: int = 1, stream: int = 0, first: int = 0) -> tuple[Cards, Masks]:
    """Cards, shape (rows, deals), and masks of the wild ranks, shape (deals,), of so many blocks."""
    where, holes = layout(table), hole_draws(table)
    cards = np.empty((blocks, where.rows, BLOCK), np.uint8)
    wild = np.empty((blocks, BLOCK), np.uint16)
    work = workspace(where)
    for at in range(blocks):
        places = draw_holes(holes, seed, stream, first + at, first + at + 1)
        deal_block(where, work, places, np.uint64(seed), np.uint64(stream), np.uint64(first + at), wild[at])
        cards[at] = work.cards.reshape(where.rows, STRIDE)[:, :BLOCK]
    return cards.transpose(1, 0, 2).reshape(where.rows, -1), wild.reshape(-1)


def no_places(blocks: int) -> NDArray[np.uint8]:
    """Places of down cards where no seat has a filter."""
    return np.empty((blocks, 0, BLOCK), np.uint8)


def unseen(name: str) -> list[int]:
    """Cards that an unknown position can hold, ascending, read from the texts alone."""
    seats, dead, common, _ = TABLES[name]
    known = [*ids(dead), *(ids(common) if common else [])]
    return dealer.unseen_cards([dealer.parse_seat(seat) for seat in seats], known)


def places(name: str) -> dict[tuple[int, str, int], int | None]:
    """Each card position as (seat index, "down" | "up" | "last", index), or (-1, "up", 0) for the common card.

    They stand in the order of the rows (see `simulator.completions`): seven for each live seat, then the up cards of
    folded ones. The value is the card if it is known.
    """
    texts, dead, common, _ = TABLES[name]
    seats = [dealer.parse_seat(text) for text in texts]
    due = dealer.common_card_due(seats, ids(dead))
    found: dict[tuple[int, str, int], int | None] = {}
    for at, seat in enumerate(seats):
        if not seat.folded:
            found |= {(at, "down", nth): card for nth, card in enumerate(seat.down)}
            found |= {(at, "up", nth): card for nth, card in enumerate((*seat.up, None, None, None, None)[:4])}
            found[at, "last", 0] = ids(common)[0] if due and common else None if due else seat.last
    for at, seat in enumerate(seats):
        if seat.folded:
            found |= {(at, "up", nth): card for nth, card in enumerate(seat.up)}
    return found


def up_rows(name: str) -> list[int]:
    """Rows of the up cards in deal order (D1, W3): street by street, seat by seat; the common card last (D3)."""
    rows = {place: row for row, place in enumerate(places(name))}
    order = sorted((turn, seat, row) for (seat, kind, turn), row in rows.items() if kind == "up")
    texts, dead, _, _ = TABLES[name]
    due = dealer.common_card_due([dealer.parse_seat(text) for text in texts], ids(dead))
    return [row for _, _, row in order] + ([6] if due else [])


def own_rows(where: Layout) -> list[int]:
    """Rows that hold a card of their own: all but the copies of the common card."""
    return [row for row in range(where.rows) if not (where.common and 7 <= row < 7 * where.seats and row % 7 == 6)]
