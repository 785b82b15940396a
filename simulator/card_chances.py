"""How likely each unseen card is to be the next one dealt, where filters keep some of them in the hole."""

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from evaluator.kernels import BLOCK
from simulator.hole_draws import HoleDraws, draw_holes, hole_draws
from simulator.methods import HEADLINE
from simulator.table import Table

DRAW_BLOCKS = 64  # of down cards, where their choices are too many to list: chances to some 0.2% of themselves


def card_chances(table: Table, seed: int) -> NDArray[np.float64]:
    """Chance of each card of the deck to be dealt to a place that no filter speaks of.

    All choices of disjoint pairs for the seats with filters are equally likely, and a card that is in none of them is
    as likely as any other such card.

    Parameters
    ----------
    table : Table
        What is known.
    seed : int
        Start of the random numbers; used only if the seats with filters have too many choices to list them.

    Returns
    -------
    ndarray of float64, shape (52,)
        They add up to 1; without filters those of all unseen cards are equal.

    Raises
    ------
    FiltersTooTight
        As for `simulator.hole_draws.draw_holes`.
    """
    unseen = np.setdiff1d(np.arange(DECK), table.known_cards)
    holes = hole_draws(table)
    choices = _drawn(holes, seed) if len(holes.most) else holes.joint
    free = len(choices) - np.bincount(choices.reshape(-1), minlength=unseen.size)
    chances = np.zeros(DECK)
    chances[unseen] = free / free.sum()
    return chances


def _drawn(holes: HoleDraws, seed: int) -> NDArray[np.uint8]:
    """Draw down cards, a row for each deal: numbers among the unseen cards."""
    blocks = draw_holes(holes, seed, HEADLINE, 0, DRAW_BLOCKS)
    places = blocks.transpose(0, 2, 1).reshape(DRAW_BLOCKS * BLOCK, -1)
    cards = places.copy()
    for position in range(places.shape[1]):  # the swaps of the shuffle traced back
        for before in range(position - 1, -1, -1):
            cards[cards[:, position] == places[:, before], position] = before
    return cards
