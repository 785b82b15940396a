"""Equities on many boards, compiled: a board is dealt to the end again and again.

Board b of a stream has the random numbers of its block b (`simulator.random_kernels`), and if its deals were nearly all
void, those of the keys that `mix` makes of that block's.
"""

import numpy as np

from evaluator.kernel_cache import njit, stage
from evaluator.kernels import HAND, STRIDE, column_strengths
from simulator.deal_kernels import deal, start
from simulator.random_kernels import block_key, mix
from simulator.tally_kernels import clear_void, count_best, list_ties, raise_best
from simulator.wild_kernels import find_wild

POT = 840  # `simulator.interval.SHARE_UNIT`: the cache of kernels watches files of kernels alone
LEAST_VALID = 2  # deals of a board that are not void: their variance is wanted


@njit(cache=True, nogil=True)
def find_wild_ranks(layout, work, size, wild):
    """Wild ranks after the up rows of a layout, in the first `size` deals that lie in the memory of a table.

    Parameters
    ----------
    layout : Layout
        The table; it has an up row.
    work : Workspace
        Its memory, with the cards; tells whether each deal is void, on return.
    size : int
        Number of deals.
    wild : array of uint16, shape (size,)
        Mask of the wild ranks of each deal, on return.
    """
    low, high = work.low, work.high
    find_wild(layout, work.cards, low, high, work.void, size)
    for i in range(size):
        wild[i] = np.uint16(low[i]) | np.uint16(np.uint16(high[i]) << np.uint16(8))


@stage
def _place(card, cards, row, size):
    """Put a card in its row in all deals."""
    first = start(row)
    for i in range(size):
        cards[first + np.uint64(i)] = card


@stage
def _add_shares(seats, strengths, best, winners, ties, board, shares, squares, size):
    """Add up the shares of the pot, in units of ``1 / POT``, and their squares."""
    for i in range(size):
        best[i] = 1  # above the hands of a void deal, which nobody wins
        winners[i] = 0
    for seat in range(seats):
        raise_best(strengths, seat, best, size)
    for seat in range(seats):
        count = count_best(strengths, seat, best, winners, size)
        shares[board, seat] += count * POT
        squares[board, seat] += count * POT**2
    found = list_ties(winners, ties, size)
    for k in range(found):
        at = np.int64(ties[k])
        share = POT // np.int64(winners[at])
        for seat in range(seats):
            if strengths[seat * STRIDE + at] == best[at]:
                shares[board, seat] -= POT - share
                squares[board, seat] -= POT**2 - share**2


@njit(cache=True, nogil=True)
def play_boards(
    layout, tables, work, space, places, seed, stream, boards, rows, cards, seen, deals, shares, squares, valid
):
    """Deal each of some boards to the end many times, and add up what each seat gets of the pots.

    Parameters
    ----------
    layout : Layout
        The table, with only those rows unknown that the boards leave hidden; its `seen` is written to.
    tables : Tables
        Look-up tables of the evaluator.
    work, space : Workspace, Space
        Memory of the table and of the evaluator.
    places : array of uint8, shape (1, 0, BLOCK)
        No down cards have filters.
    seed, stream : uint64
        Which random numbers.
    boards : array of int64, shape (n,)
        Numbers of the boards, which choose the random numbers of each.
    rows : array of int64, shape (m,)
        Rows that the boards fill.
    cards : array of uint8, shape (n, m)
        Their cards.
    seen : array of uint8, shape (n, layout.seen.size)
        What `layout.seen` is on each board.
    deals : int
        Deals per board, at most BLOCK; again as many where fewer than two are valid (rule W13).
    shares, squares : arrays of int64, shape (n, layout.seats)
        By board and live seat, sums of the shares of the pot in units of ``1 / 840`` and of their squares; added to.
    valid : array of int64, shape (n,)
        Deals of each board that are not void; added to.
    """
    dealt, low, high, strengths = work.cards, work.low, work.high, work.strengths
    for board in range(boards.size):
        for k in range(rows.size):
            _place(cards[board, k], dealt, rows[k], deals)
        for k in range(layout.seen.size):
            layout.seen[k] = seen[board, k]
        key = block_key(seed, stream, boards[board])
        while valid[board] < LEAST_VALID:
            deal(layout, places, np.int64(0), key, work.numbers, dealt, deals)
            find_wild(layout, dealt, low, high, work.void, deals)
            for seat in range(layout.seats):
                first = seat * STRIDE
                column_strengths(
                    dealt, HAND * first, low, high, np.int64(HAND), tables, layout.double_ace_flush, space,
                    strengths, first, deals,
                )  # fmt: skip
            valid[board] += deals
            if layout.redeals:
                for seat in range(layout.seats):
                    cleared = clear_void(work.void, strengths, seat, deals)
                    valid[board] -= cleared if seat == 0 else 0
            _add_shares(layout.seats, strengths, work.best, work.winners, work.ties, board, shares, squares, deals)
            key = mix(key)
