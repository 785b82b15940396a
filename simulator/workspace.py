"""Memory that the kernels of deals work in. Arrays made inside a kernel take long to compile."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.kernels import BLOCK, STRIDE
from simulator.completions import Layout
from simulator.deal_kernels import PASS

_NEVER = 255  # no card and no number of one


class Workspace(NamedTuple):
    """Rows for the deals of one block, `STRIDE` from one to the next.

    Attributes
    ----------
    numbers : ndarray of uint8, 1-d
        Rows of numbers that equal none, then one for each unknown card.
    cards : ndarray of uint8, 1-d
        Rows of card ids as the layout has them; those that are known are there.
    low, high, void : ndarrays of uint8, shape (BLOCK,)
        Wild ranks, and whether no trigger is face up.
    strengths : ndarray of uint16, 1-d
        A row for each live seat.
    best, winners, ties : ndarrays of uint16, shapes (BLOCK,), (BLOCK,) and (BLOCK + 1,)
        Best strength, number of seats that have it, and list of the deals with several.
    """

    numbers: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    low: NDArray[np.uint8]
    high: NDArray[np.uint8]
    void: NDArray[np.uint8]
    strengths: NDArray[np.uint16]
    best: NDArray[np.uint16]
    winners: NDArray[np.uint16]
    ties: NDArray[np.uint16]


def workspace(layout: Layout) -> Workspace:
    """Make the memory for a table, with the known cards in their rows."""
    numbers = np.empty((PASS + layout.unknown_rows.size, STRIDE), np.uint8)
    numbers[:PASS] = _NEVER
    cards = np.empty((layout.rows, STRIDE), np.uint8)
    cards[layout.known_rows] = layout.known_cards[:, np.newaxis]
    low, high, void = np.empty((3, BLOCK), np.uint8)
    best, winners = np.empty((2, BLOCK), np.uint16)
    return Workspace(
        numbers=numbers.reshape(-1),
        cards=cards.reshape(-1),
        low=low,
        high=high,
        void=void,
        strengths=np.empty(layout.seats * STRIDE, np.uint16),
        best=best,
        winners=winners,
        ties=np.empty(BLOCK + 1, np.uint16),
    )
