"""Down cards of seats with filters, drawn before the other cards: a kernel of its own, for tables that have some."""

import numpy as np

from evaluator.kernel_cache import njit, stage
from evaluator.kernels import BLOCK
from simulator.bit_kernels import popcount
from simulator.random_kernels import GOLDEN, below, block_key, mix

TRIES = 1024 * BLOCK  # to draw them in a block


@stage
def _try_holes(holes, state, chosen):
    """Choose disjoint pairs for all seats with filters, or give up; all choices are equally likely."""
    at = below(holes.joint.shape[0], state)
    filled = holes.joint.shape[1]
    used = np.uint64(0)
    for k in range(filled):
        chosen[k] = holes.joint[at, k]
        used |= np.uint64(1) << np.uint64(chosen[k])
    for seat in range(holes.most.size):
        first, choices = holes.starts[seat], holes.starts[seat + 1] - holes.starts[seat]
        left = choices
        twice = np.int64(0)  # pairs of two cards that are gone: spoilt by both
        for k in range(filled):
            left -= holes.degrees[seat, chosen[k]]
            twice += popcount(holes.beside[seat, chosen[k]] & used)
        left += twice // 2
        if below(holes.most[seat], state) >= left:
            return False
        while True:
            at = first + below(choices, state)
            pair = (np.uint64(1) << np.uint64(holes.pairs[at, 0])) | (np.uint64(1) << np.uint64(holes.pairs[at, 1]))
            if used & pair == 0:
                break
        used |= pair
        chosen[filled] = holes.pairs[at, 0]
        chosen[filled + 1] = holes.pairs[at, 1]
        filled += 2
    return True


@njit(cache=True, nogil=True)
def place_holes(holes, seed, stream, first_block, last_block, places):
    """Draw the down cards of seats with filters in a range of blocks: a kernel of its own, for tables that have some.

    Parameters
    ----------
    holes : HoleDraws
        The pairs that they can have.
    seed, stream : uint64
        Which random numbers.
    first_block, last_block : int
        The blocks, the last one excluded.
    places : array of uint8, shape (last_block - first_block, positions, BLOCK)
        For the first positions of every deal, on return: where the card that comes there lies by then (a_j).

    Returns
    -------
    bool
        False if it has taken too many tries, because nearly all choices have a card twice.
    """
    chosen = np.empty(places.shape[1], np.uint8)
    state = np.empty(1, np.uint64)
    for block in range(first_block, last_block):
        key = mix(block_key(seed, stream, block) + np.uint64(64) * GOLDEN)
        drawn = places[block - first_block]
        tries = 0
        for i in range(BLOCK):
            state[0] = mix(key + np.uint64(i))
            while not _try_holes(holes, state, chosen):
                tries += 1
                if tries > TRIES:
                    return False
            for j in range(places.shape[1]):
                place = chosen[j]
                for k in range(j):
                    if place == k:
                        place = drawn[k, i]
                drawn[j, i] = place
    return True
