"""Blocks of random deals, compiled: dealt to be looked at, or settled and tallied.

The stages of a deal are in modules of their own: `simulator.random_kernels`, `simulator.deal_kernels`,
`simulator.wild_kernels`, `evaluator.kernels` and `simulator.tally_kernels`. Loops over rows are small functions of
one-dimensional arrays, the form that LLVM vectorises; results are cast to their small type at once, because numba
widens to 64 bits, and places in an array are unsigned, because numba looks whether signed ones count from the end.
"""

import numpy as np

from evaluator.kernel_cache import njit
from evaluator.kernels import BLOCK, HAND, STRIDE, column_strengths
from simulator.deal_kernels import deal
from simulator.random_kernels import block_key
from simulator.tally_kernels import MOST_WINNERS, TALLY, clear_void, tally_block
from simulator.wild_kernels import find_wild


@njit(cache=True, nogil=True)
def deal_block(layout, work, places, seed, stream, block, wild):
    """Make the deals of one block, to look at them.

    Parameters
    ----------
    layout : Layout
        The table.
    work : Workspace
        Its memory; has the cards, on return.
    places : array of uint8, shape (1, positions, BLOCK)
        As `place_holes` draws them; no positions without filters.
    seed, stream, block : uint64
        Which block.
    wild : array of uint16, shape (BLOCK,)
        Mask of the wild ranks at the showdown of each deal, on return.
    """
    cards, low, high = work.cards, work.low, work.high
    deal(layout, places, np.int64(0), block_key(seed, stream, block), work.numbers, cards, np.int64(BLOCK))
    find_wild(layout, cards, low, high, work.void, np.int64(BLOCK))
    for i in range(BLOCK):
        wild[i] = np.uint16(low[i]) | np.uint16(np.uint16(high[i]) << np.uint16(8))


@njit(cache=True, nogil=True)
def tally_blocks(layout, tables, work, space, places, seed, stream, first_block, last_block, deals, tally):
    """Deal a range of blocks and tally the showdowns.

    Parameters
    ----------
    layout : Layout
        The table.
    tables : Tables
        Look-up tables of the evaluator.
    work, space : Workspace, Space
        Memory of the table and of the evaluator.
    places : array of uint8, shape (last_block - first_block, positions, BLOCK)
        As `place_holes` draws them; no positions without filters.
    seed, stream : uint64
        Which random numbers.
    first_block, last_block : int
        The blocks, the last one excluded.
    deals : int
        Deals of the whole run: the last block of it may be short.
    tally : array of int64, shape (layout.seats * 18,)
        By live seat, one after the other: deals won alone, deals shared by 2 .. 8 winners, and hands of each category;
        added to. A void deal counts in none of them.

    Returns
    -------
    int
        Number of void deals (rule W13) among those dealt.
    """
    cards, low, high, strengths = work.cards, work.low, work.high, work.strengths
    void_deals = 0
    for block in range(first_block, last_block):
        left = deals - block * BLOCK
        size = left if left < BLOCK else BLOCK
        deal(layout, places, block - first_block, block_key(seed, stream, block), work.numbers, cards, size)
        find_wild(layout, cards, low, high, work.void, size)
        for seat in range(layout.seats):
            first = seat * STRIDE
            column_strengths(
                cards, HAND * first, low, high, np.int64(HAND), tables, layout.double_ace_flush, space,
                strengths, first, size,
            )  # fmt: skip
        if layout.redeals:
            for seat in range(layout.seats):
                cleared = clear_void(work.void, strengths, seat, size)
                tally[seat * TALLY + MOST_WINNERS] -= cleared  # they are tallied below as the lowest hands
                void_deals += cleared if seat == 0 else 0
        tally_block(layout.seats, strengths, work.best, work.winners, work.ties, tally, size)
    return void_deals
