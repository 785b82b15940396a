"""Random boards of the streets to come, each with its equities: one task of a forecast.

Board i of a forecast is deal i of the blocks of one stream, dealt to the end: a path through all streets. On each
street what it shows is dealt to the end anew, with random numbers of that street and board; where nothing is hidden the
showdown is the board's.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.hands import evaluate, tables
from evaluator.kernels import BLOCK, HAND, STRIDE, new_space
from simulator.kernels import deal_block
from simulator.outlook_kernels import POT, find_wild_ranks, play_boards
from simulator.outlook_plan import Coming, Moment, Outlook
from simulator.workspace import Workspace, workspace

STREAM = 8  # of the boards; that of the deals from a board is so far above the number of its street
EVENTS = ("queen", "follower_change", "leader_wins", "lead_change")


class BoardTally(NamedTuple):
    """What some boards of a street came to; tallies are added up part by part.

    Attributes
    ----------
    boards : int
        How many they are.
    powers : ndarray of float64, shape (live seats, 8)
        Sums over the boards, with x the equity found and v its variance: of x, x^2, x^3, x^4, v, v^2, xv and x^2 v.
    histogram : ndarray of int64, shape (live seats, n + 1)
        Boards by equity, to the nearest n-th: of the deals per board, or of 840 where the equity is exact.
    leads : ndarray of int64, shape (live seats,)
        Boards on which the seat is among the leaders.
    events : ndarray of int64, shape (4,)
        Boards on which each of `EVENTS` happens.
    """

    boards: int
    powers: NDArray[np.float64]
    histogram: NDArray[np.int64]
    leads: NDArray[np.int64]
    events: NDArray[np.int64]

    def plus(self, other: "BoardTally") -> "BoardTally":
        """Return the tally of the boards of both."""
        return BoardTally(
            self.boards + other.boards,
            self.powers + other.powers,
            self.histogram + other.histogram,
            self.leads + other.leads,
            self.events + other.events,
        )


class _Deals(NamedTuple):
    """Complete deals that are valid: row, deal of the block they come from, cards (rows, deals)."""

    at: NDArray[np.int64]
    cards: NDArray[np.uint8]
    leaders: list[NDArray[np.bool_]]
    followers: list[NDArray[np.int8]]


def empty_tally(seats: int, street: Coming, deals: int) -> BoardTally:
    """Tally of no boards."""
    bins = 1 + (POT if street.exact else deals)
    return BoardTally(
        0,
        np.zeros((seats, 8)),
        np.zeros((seats, bins), np.int64),
        np.zeros(seats, np.int64),
        np.zeros(len(EVENTS), np.int64),
    )


def board_task(
    ahead: Outlook, seed: int, first: int, last: int, deals: int, wanted: tuple[int, ...]
) -> tuple[list[BoardTally], int, int]:
    """Tally boards of a forecast: one task, which any worker can do.

    Parameters
    ----------
    ahead : Outlook
        The table and its streets to come.
    seed : int
        Start of the random numbers.
    first, last : int
        Which boards, the last one excluded; all of one block.
    deals : int
        Deals from each board.
    wanted : tuple of int
        Which of the streets, by index.

    Returns
    -------
    tuple
        A tally for each street wanted; the boards made; and how many of them are void (rule W13) and in no tally.
    """
    made = _deal(ahead, seed, first, last)
    tallies = [_tally(ahead, index, made, seed, deals) for index in wanted]
    return tallies, last - first, last - first - made.at.size


def _deal(ahead: Outlook, seed: int, first: int, last: int) -> _Deals:
    """Deal boards to the end, and look at who leads at each moment."""
    where = ahead.layout
    block, start = divmod(first, BLOCK)
    size = start + last - first
    work = workspace(where)
    wild = np.empty(BLOCK, np.uint16)
    deal_block(where, work, _no_places(), np.uint64(seed), np.uint64(STREAM), np.uint64(block), wild)
    kept = np.arange(start, size)
    if where.redeals:
        kept = kept[work.void[start:size] == 0]
    cards = work.cards.reshape(-1, STRIDE)[:, kept]
    moments = [ahead.now, *(street.end for street in ahead.streets)]
    return _Deals(
        kept + block * BLOCK,
        cards,
        [_leaders(ahead, moment, work, size, kept, cards) for moment in moments],
        _followers(ahead, cards, moments),
    )


def _no_places() -> NDArray[np.uint8]:
    """Places of down cards where no seat has a filter."""
    return np.empty((1, 0, BLOCK), np.uint8)


def _leaders(
    ahead: Outlook,
    moment: Moment,
    work: Workspace,
    size: int,
    kept: NDArray[np.int64],
    cards: NDArray[np.uint8],
) -> NDArray[np.bool_]:
    """Whether each live seat is among the leaders at a moment; shape (seats, deals)."""
    wild = np.full(size, ahead.wild_at_start, np.uint16)
    if moment.layout.up_rows.size:
        find_wild_ranks(moment.layout, work, size, wild)
    wild = wild[kept]
    strengths = np.array(
        [
            evaluate(
                cards[HAND * k : HAND * k + count].T,
                wild,
                double_ace_flush=bool(ahead.layout.double_ace_flush),
                check=False,
            )
            for k, count in enumerate(moment.hands)
        ]
    )
    leaders: NDArray[np.bool_] = strengths == strengths.max(axis=0)
    return leaders


def _followers(ahead: Outlook, cards: NDArray[np.uint8], moments: list[Moment]) -> list[NDArray[np.int8]]:
    """Rank of the follower that is wild at each moment, -1 if there is none (`simulator.rules.wild_after`)."""
    none = np.full(cards.shape[1], -1, np.int8)
    if not ahead.followers:
        return [none] * len(moments)
    states = [none]
    ranks = (cards[ahead.up_rows] >> 2).astype(np.int8)
    waits = np.zeros(cards.shape[1], bool)
    for rank in ranks:
        triggers = rank == ahead.layout.trigger
        before = states[-1]
        states.append(np.where(triggers, before if ahead.keeps else none, np.where(waits, rank, before)))
        waits = triggers
    return [states[moment.up] for moment in moments]


def _tally(ahead: Outlook, index: int, made: _Deals, seed: int, deals: int) -> BoardTally:
    """Tally the boards of one street."""
    street = ahead.streets[index]
    leaders, winners = made.leaders[index + 1], made.leaders[-1]
    events = (
        (made.cards[ahead.up_rows[street.first_up : street.last_up]] >> 2 == ahead.layout.trigger).any(axis=0),
        made.followers[index + 1] != made.followers[index],
        (leaders & winners).any(axis=0),
        (leaders != made.leaders[index]).any(axis=0),
    )
    tally = empty_tally(ahead.layout.seats, street, deals)
    x = winners / winners.sum(axis=0)
    v = np.zeros_like(x)
    if not street.exact:
        x, v = _play(ahead, street, made, seed, deals)
    powers = [x, x**2, x**3, x**4, v, v**2, x * v, x**2 * v]
    bins = tally.histogram.shape[1]
    near = np.floor(x * (bins - 1) + 0.5).astype(np.int64)
    return BoardTally(
        made.at.size,
        np.array([term.sum(axis=1) for term in powers]).T,
        np.array([np.bincount(row, minlength=bins) for row in near]),
        leaders.sum(axis=1),
        np.array([event.sum() for event in events]),
    )


def _play(
    ahead: Outlook, street: Coming, made: _Deals, seed: int, deals: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Equities of the boards of a street and the variances of these estimates; both of shape (seats, boards)."""
    inner, boards = street.layout, made.at.size
    shown = np.ascontiguousarray(made.cards[street.rows].T)
    seen = np.full((boards, inner.seen.size), 255, np.uint8)
    count = ahead.seen.size + street.rows.size
    seen[:, : ahead.seen.size] = ahead.seen
    seen[:, ahead.seen.size : count] = shown
    seen.sort(axis=1)
    shares, squares = np.zeros((2, boards, inner.seats), np.int64)
    valid = np.zeros(boards, np.int64)
    own = inner._replace(seen=inner.seen.copy())  # it is written to, and other threads have theirs
    play_boards(
        own, tables(), workspace(own), new_space(), _no_places(),
        np.uint64(seed), np.uint64(STREAM + street.street), made.at, street.rows, shown, seen, deals,
        shares, squares, valid,
    )  # fmt: skip
    n = valid[:, np.newaxis]
    mean = shares / (POT * n)
    variance = (squares / (POT**2 * n) - mean**2) / (n - 1)
    return mean.T, np.maximum(variance, 0.0).T
