"""Options of a seat: the sets of cards that it can be dealt in a job of an exact count, listed and evaluated."""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.hands import evaluate
from simulator.exact_kernels import HAND, ROWS, list_options
from simulator.exact_plan import Job, SeatCards


class Options(NamedTuple):
    """What a seat can be dealt.

    Attributes
    ----------
    masks : ndarray of uint64, shape (options,)
        Sets of cards as masks of unseen cards.
    orders : ndarray of int64, shape (options,)
        Ways to deal each.
    hands : ndarray of uint8, shape (options, 7)
        The hands that they make: known cards, then the others ascending.
    """

    masks: NDArray[np.uint64]
    orders: NDArray[np.int64]
    hands: NDArray[np.uint8]


def options(job: Job, seat: SeatCards, *, last: bool = True) -> Options:
    """List the options of a seat; without `last` they lack its last card, which is down."""
    count = seat.unknown - (not last)
    hand = np.zeros(HAND, np.uint8)
    hand[: len(seat.known)] = seat.known
    if count == 0:
        return Options(np.zeros(1, np.uint64), np.ones(1, np.int64), hand.reshape(1, HAND))
    cards = np.array(job.unseen, np.uint8)
    partners = np.zeros(cards.size, np.uint64)
    at = {card: i for i, card in enumerate(job.unseen)}
    for low, high in seat.pairs or ():
        if low in at and high in at:
            partners[at[low]] |= np.uint64(1 << at[high])
            partners[at[high]] |= np.uint64(1 << at[low])
    ways = np.zeros((count + 1) * ROWS << len(seat.ranks), np.int64)
    ways[0] = 1
    room = comb(cards.size, count)
    masks, orders = np.empty(room, np.uint64), np.empty(room, np.int64)
    hands = np.empty(room * HAND, np.uint8)
    found = list_options(
        cards, len(seat.known), np.array(seat.ranks, np.int64), count, partners, int(seat.pairs is not None),
        hand, ways, np.zeros(count, np.int64), np.zeros(count, np.uint64), masks, orders, hands,
    )  # fmt: skip
    return Options(masks[:found], orders[:found], hands[: found * HAND].reshape(-1, HAND))


def strengths(job: Job, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """Evaluate hands of seven by the wild ranks of a job."""
    found = evaluate(hands, job.wild_ranks, double_ace_flush=job.double_ace_flush, check=False)
    return found.astype(np.uint16)
