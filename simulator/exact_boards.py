"""Exact count of any number of seats, board by board; last cards of up to three seats are counted by level."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulator.exact_kernels import CATEGORIES, LISTED, NO_STRENGTH, compare_boards
from simulator.exact_options import Options, options, strengths
from simulator.exact_plan import Job
from simulator.tally_kernels import MOST_WINNERS


class _Levels(NamedTuple):
    """Last cards by the strength they give, ascending for each set of up cards; `starts` says where each set starts."""

    starts: NDArray[np.int64]
    strengths: NDArray[np.uint16]
    masks: NDArray[np.uint64]


def count_boards(job: Job, part: int, rows: NDArray[np.int64]) -> int:
    """Fill in the tally of any number of seats for a part of a job; returns the number of deals."""
    chosen, listed = job.split()
    order = chosen + listed
    found = [options(job, job.seats[k], last=k not in listed) for k in order]
    first, last = (found[0].masks.size * number // job.parts for number in (part, part + 1))
    masks, orders, hands = found[0]
    found[0] = Options(masks[first:last], orders[first:last], hands[first:last])
    starts = np.cumsum([0, *(own.masks.size for own in found)])
    values = [strengths(job, own.hands).astype(np.int64) for own in found[: len(chosen)]]
    levels = [_levels(job, own) for own in found[len(chosen) :]]
    level_starts = [np.zeros(starts[len(chosen)] + 1, np.int64)]
    before = 0
    for level in levels:
        level_starts.append(before + level.starts[1:])
        before += level.strengths.size
    at, ways = np.zeros(starts.size, np.int64), np.ones(starts.size, np.int64)
    left = np.full(starts.size, (1 << len(job.unseen)) - 1, np.uint64)
    best = np.full(starts.size, -1 << MOST_WINNERS)
    cards = np.zeros(2 * LISTED, np.uint64)
    cards[len(listed) : LISTED] = [1 << 61 + k for k in range(len(listed), LISTED)]
    winners, categories = np.zeros(1 << MOST_WINNERS, np.int64), np.zeros(len(order) * CATEGORIES, np.int64)
    compare_boards(
        starts, np.concatenate([own.masks for own in found]), np.concatenate([own.orders for own in found]),
        np.concatenate([np.zeros(0, np.int64), *values]), len(listed), np.concatenate(level_starts),
        np.concatenate([np.zeros(0, np.uint16), *(level.strengths for level in levels)]),
        np.concatenate([np.zeros(0, np.uint64), *(level.masks for level in levels)]),
        at, left, ways, best, np.zeros(LISTED, np.int64), cards, winners, categories,
    )  # fmt: skip
    for bits in range(1, winners.size):
        for k, seat in enumerate(order):
            if bits >> k & 1:
                rows[seat, bits.bit_count() - 1] += winners[bits]
    rows[order, MOST_WINNERS:] = categories.reshape(-1, CATEGORIES)
    return int(winners.sum())


def _levels(job: Job, up_cards: Options) -> _Levels:
    """Sort the last cards of a seat by the strength that they give, for each set of its up cards."""
    size, unseen = up_cards.masks.size, np.array(job.unseen, np.uint8)
    free = up_cards.masks[:, None] >> np.arange(unseen.size, dtype=np.uint64) & np.uint64(1) == 0
    card = np.nonzero(free)[1].astype(np.uint32)
    left = card.size // max(1, size)
    hands = np.repeat(up_cards.hands, left, axis=0)
    hands[:, -1] = unseen[card]
    keys = np.full((size, left + 1), NO_STRENGTH << 6, np.uint32)  # strength, and in six bits the card
    keys[:, :-1] = (strengths(job, hands).astype(np.uint32) << 6 | card).reshape(size, left)
    keys.sort(axis=1)
    flat = keys.ravel()
    values = flat >> 6
    new = np.ones(flat.size, np.bool_)
    new[1:] = values[1:] != values[:-1]
    places = np.flatnonzero(new)
    masks = np.bitwise_or.reduceat(np.uint64(1) << (flat & 63).astype(np.uint64), places)
    starts = np.searchsorted(places, np.arange(size + 1) * (left + 1))
    return _Levels(starts, values[places].astype(np.uint16), masks)
