"""How to draw the down cards of seats with filters: every choice of disjoint pairs equally likely.

The seats with the shortest lists of pairs have one joint list of all disjoint choices, as long as it stays short. To
these the others are added one by one, a uniform pair out of the n that are left of a seat's list, kept with the chance
n / most, where n never exceeds ``most``; if it is not kept, all begins anew. What comes out is uniform: the n cancel.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from evaluator.kernels import BLOCK
from simulator.failures import FiltersTooTight
from simulator.hole_kernels import place_holes
from simulator.table import Table

JOINT = 20_000  # choices in the joint list at most
_TRIED = 2_000_000  # choices that may be looked at to make it longer

Pairs = NDArray[np.int64]


class HoleDraws(NamedTuple):
    """The pairs of down cards of seats with filters; cards are numbers among the unseen ones, ascending.

    Attributes
    ----------
    joint : ndarray of uint8, shape (choices, 2 * seats)
        Disjoint pairs of the first seats; no columns if no seat has a filter.
    pairs : ndarray of uint8, shape (pairs, 2)
        The pairs of the other seats, one seat after the other.
    starts : ndarray of int64, shape (others + 1,)
        Where the pairs of each of them begin, and where the last end.
    most : ndarray of int64, shape (others,)
        No fewer than can be left of its pairs once the seats before it have theirs.
    beside : ndarray of uint64, shape (others, 52)
        By card: mask of the cards that it has a pair with.
    degrees : ndarray of int64, shape (others, 52)
        By card: number of these.
    """

    joint: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    starts: NDArray[np.int64]
    most: NDArray[np.int64]
    beside: NDArray[np.uint64]
    degrees: NDArray[np.int64]


def filtered_seats(table: Table) -> list[int]:
    """Numbers of the seats with filters in the order in which they are drawn: those with the fewest pairs first."""
    left = table.hole_pairs
    return sorted(left, key=lambda number: (len(left[number]), number))


def hole_draws(table: Table) -> HoleDraws:
    """Prepare the draws of a table.

    Parameters
    ----------
    table : Table
        Its filters can be satisfied; it may have none.

    Returns
    -------
    HoleDraws
        The seats in the order of `filtered_seats`.
    """
    seen = np.zeros(DECK, np.bool_)
    seen[list(table.known_cards)] = True
    number = np.cumsum(~seen) - 1
    lists = [number[np.array(table.hole_pairs[seat], np.int64)] for seat in filtered_seats(table)]
    joint = _joint_list(lists)
    others = range(joint.shape[1] // 2, len(lists))
    graphs = [_graph(lists[at]) for at in others]
    empty = np.empty((0, 2), np.int64)
    return HoleDraws(
        joint=joint.astype(np.uint8),
        pairs=np.concatenate([empty, *(lists[at] for at in others)]).astype(np.uint8),
        starts=np.cumsum([0, *(len(lists[at]) for at in others)], dtype=np.int64),
        most=np.array([_most_left(graph, lists[:at]) for graph, at in zip(graphs, others, strict=True)], np.int64),
        beside=np.array([_masks(graph) for graph in graphs], np.uint64).reshape(-1, DECK),
        degrees=np.array([graph.sum(axis=1) for graph in graphs], np.int64).reshape(-1, DECK),
    )


def draw_holes(holes: HoleDraws, seed: int, stream: int, first_block: int, last_block: int) -> NDArray[np.uint8]:
    """Draw the down cards of a range of blocks.

    Returns
    -------
    ndarray of uint8, shape (blocks, positions, BLOCK)
        As `simulator.hole_kernels.place_holes` fills it; no positions if no seat has a filter.

    Raises
    ------
    FiltersTooTight
        Nearly all choices of pairs have a card twice: it would take too long.
    """
    positions = holes.joint.shape[1] + 2 * len(holes.most)
    places = np.empty((last_block - first_block, positions, BLOCK), np.uint8)
    if positions and not place_holes(holes, np.uint64(seed), np.uint64(stream), first_block, last_block, places):
        raise FiltersTooTight("the filters fit together in too few ways to sample them: give fewer seats a filter")
    return places


def _joint_list(lists: Sequence[Pairs]) -> Pairs:
    """All disjoint choices of pairs for the first seats, as many of them as keep it short; at least one."""
    if not lists:
        return np.empty((1, 0), np.int64)
    joint = lists[0]
    for pairs in lists[1:]:
        if len(joint) * len(pairs) > _TRIED:
            break
        taken = np.zeros((len(joint), DECK), np.bool_)
        np.put_along_axis(taken, joint, True, axis=1)
        before, added = np.nonzero(~(taken[:, pairs[:, 0]] | taken[:, pairs[:, 1]]))
        if len(before) > JOINT:
            break
        joint = np.hstack([joint[before], pairs[added]])
    return joint


def _graph(pairs: Pairs) -> NDArray[np.int64]:
    """Matrix of which card has a pair with which: 0 or 1."""
    graph = np.zeros((DECK, DECK), np.int64)
    graph[pairs[:, 0], pairs[:, 1]] = 1
    return graph + graph.T


def _masks(graph: NDArray[np.int64]) -> list[int]:
    return [sum(1 << int(other) for other in np.flatnonzero(row)) for row in graph]


def _most_left(graph: NDArray[np.int64], before: Sequence[Pairs]) -> int:
    """Bound on the pairs that are left of a graph once a pair of each earlier list is gone.

    A pair spoils all pairs that have a card in common with it. Two disjoint ones spoil at most four in common, so that
    k of them spoil no fewer than they do one by one, less 4 k (k - 1) / 2. And they take cards out of the graph: of the
    v that are left, each has no more pairs than it had, nor with more than the v - 1 others.
    """
    degrees = graph.sum(axis=1)
    total = int(degrees.sum()) // 2
    spoilt = [int((degrees[one] + degrees[other] - graph[one, other]).min()) for one, other in (p.T for p in before)]
    spoilt.sort(reverse=True)
    by_pairs = min(total - sum(spoilt[:k]) + 2 * k * (k - 1) for k in range(len(spoilt) + 1))
    cards = int((degrees > 0).sum()) - sum(int((degrees[pairs] > 0).sum(axis=1).min()) for pairs in before)
    return min(by_pairs, cards * min(int(degrees.max()), cards - 1) // 2)
