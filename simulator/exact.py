"""Exact counting: every completion of a table, counted without dealing it.

The ways in which the coming up cards can fall are cut into scenarios (`simulator.scenarios`) in each of which the wild
ranks at the showdown are the same. Within one, a seat's hand depends on nothing but its own cards, and the seats are
tied together by the deck alone: no card twice. So the hands that each seat can end with, its *options*, are listed and
evaluated once per scenario, not once per deal, and then compared:

- two seats by one pass through both lists in order of strength (`compare_two`): the options of the other seat that are
  weaker and share no card are counted by inclusion and exclusion over the sets of cards that could be shared;
- any other number of seats board by board (`compare_boards`), with the last cards of up to three seats counted by level
  of strength instead of one by one.

The unit is a completion: unknown up cards count position by position, a seat's unknown down cards as one set (with a
down-card filter, hole pair and seventh card separately), unknown down cards of folded seats not at all.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import comb, perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import DECK
from evaluator.hands import evaluate
from simulator.completions import Layout, layout
from simulator.exact_kernels import (
    CATEGORIES,
    HAND,
    SIZES,
    compare_boards,
    compare_two,
    last_hands,
    list_levels,
    list_members,
    options,
)
from simulator.kernels import MOST_WINNERS, TALLY
from simulator.scenarios import scenarios
from simulator.table import Table

__all__ = ["Job", "Plan", "count_job", "plan"]

MOST_POSITIONS = 8  # unknown up cards; more leave far too many completions
_LISTED = 3  # seats whose last cards are counted by level
_PART = 1_000_000  # boards of a part of a job


class SeatCards(NamedTuple):
    """What a seat can be dealt in a job.

    Attributes
    ----------
    known : tuple of int
        Its known cards, a common card included.
    ranks : tuple of int
        13-bit mask of the ranks that each of its unknown up cards may have.
    down : int
        Number of unknown down cards besides `pairs`.
    pairs : tuple of (int, int) or None
        The hole pairs that a filter allows; None without a filter.
    """

    known: tuple[int, ...]
    ranks: tuple[int, ...]
    down: int
    pairs: tuple[tuple[int, int], ...] | None

    @property
    def count(self) -> int:
        """Number of unknown cards."""
        return len(self.ranks) + self.down + (0 if self.pairs is None else 2)


class Job(NamedTuple):
    """A part of an exact count that any worker can do.

    Attributes
    ----------
    factor : int
        How often the deals of the job count; negative where another job has counted too many.
    void : bool
        Whether its deals are void (rule W13).
    wild_ranks, double_ace_flush : int, bool
        How hands are valued.
    unseen : tuple of int
        Cards that can be dealt, ascending.
    seats : tuple of SeatCards
        The live seats.
    parts : int
        Number of parts, which can be done apart.
    steps : int
        Estimate of the work.
    """

    factor: int
    void: bool
    wild_ranks: int
    double_ace_flush: bool
    unseen: tuple[int, ...]
    seats: tuple[SeatCards, ...]
    parts: int = 1
    steps: int = 0


class Plan(NamedTuple):
    """An exact count, cut into jobs.

    Attributes
    ----------
    jobs : tuple of Job
        They can be done in any order.
    steps : int
        Estimate of the work, in steps of about a nanosecond.
    """

    jobs: tuple[Job, ...]
    steps: int


class JobCount(NamedTuple):
    """Completions counted by a job, to be added up.

    Attributes
    ----------
    tally : ndarray of int64, shape (live seats, 18)
        As of sampled deals: deals with 1 .. 8 winners of which the seat is one, then its hands by category.
    deals, void_deals : int
        Completions that are valid, and those that are void.
    """

    tally: NDArray[np.int64]
    deals: int
    void_deals: int


class _Outer(NamedTuple):
    """Cards that belong to no single seat, the common card and up cards of folded seats, dealt in one way."""

    factor: int
    common: int | None
    dealt: tuple[int, ...]
    free: int


def plan(table: Table) -> Plan | None:
    """Plan an exact count.

    Parameters
    ----------
    table : Table
        What is known.

    Returns
    -------
    Plan or None
        None if so many cards are unknown that the count is out of the question.
    """
    where = layout(table)
    cards: dict[int, int | None] = dict.fromkeys(where.unknown_rows.tolist())
    cards |= dict(zip(where.known_rows.tolist(), where.known_cards.tolist(), strict=True))
    unseen = tuple(card for card in range(DECK) if card not in where.seen)
    seventh_up = table.rules.seventh == "up" and not where.common
    face_up = [row for row in cards if row >= 7 * where.seats or 2 <= row % 7 < 6 + seventh_up]
    face_up += [6] if where.common else []
    positions = [row for row in face_up if cards[row] is None]
    if len(positions) > MOST_POSITIONS:
        return None
    order = where.up_rows.tolist()
    unseen_ranks = _mask_of(unseen)
    jobs = []
    for scenario in scenarios([cards[row] for row in order], table.rules, unseen_ranks):
        ranks = dict.fromkeys(positions, unseen_ranks)
        ranks |= dict(zip([row for row in order if cards[row] is None], scenario.ranks, strict=True))
        for outer in _outer_ways(where, ranks, unseen):
            left = tuple(card for card in unseen if card not in outer.dealt)
            seats = tuple(_seat_cards(table, where, k, cards, ranks, outer) for k in range(where.seats))
            used = sum(seat.count for seat in seats)
            if len(left) < used + outer.free:
                continue
            factor = outer.factor * perm(len(left) - used, outer.free)
            double_ace = table.rules.double_ace_flush == "on"
            jobs.append(_sized(Job(factor, scenario.void, scenario.wild_ranks, double_ace, left, seats)))
    return Plan(tuple(jobs), sum(job.steps for job in jobs))


def _mask_of(cards: Sequence[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card // 4
    return mask


def _outer_ways(where: Layout, ranks: dict[int, int], unseen: Sequence[int]) -> Iterator[_Outer]:
    """Ways to deal the unknown cards that belong to no single seat.

    An up card of a folded seat matters only for the wild rule. If most ranks are allowed to it, it is dealt anything,
    and what is not allowed is taken away again.
    """
    choices: list[list[tuple[int, int | None]]] = []
    for row, mask in ranks.items():
        allowed = [card for card in unseen if mask >> card // 4 & 1]
        if where.common and row == 6:
            choices.append([(1, card) for card in allowed])
        elif row >= 7 * where.seats:
            others = [card for card in unseen if not mask >> card // 4 & 1]
            if len(allowed) <= len(others):
                choices.append([(1, card) for card in allowed])
            else:
                choices.append([(1, None), *((-1, card) for card in others)])
    has_common = where.common and 6 in ranks
    common_at = [row for row in ranks if row >= 7 * where.seats or (where.common and row == 6)].index(6) if has_common else 0
    for ways in product(*choices):
        dealt = tuple(card for _, card in ways if card is not None)
        if len(set(dealt)) == len(dealt):
            common = ways[common_at][1] if has_common else None
            yield _Outer(prod(sign for sign, _ in ways), common, dealt, len(ways) - len(dealt))


def _seat_cards(
    table: Table, where: Layout, k: int, cards: dict[int, int | None], ranks: dict[int, int], outer: _Outer
) -> SeatCards:
    own = range(7 * k, 7 * k + 7)
    known = [card for row in own if (card := cards.get(row)) is not None]
    if where.common and (common := outer.common if cards[6] is None else cards[6]) is not None:
        known = [card for card in known if card != common] + [common]
    pairs = table.hole_pairs.get(table.live[k].number)
    shared = {6} if where.common else set()
    down = sum(cards.get(row, 0) is None and row not in ranks for row in own)
    return SeatCards(
        tuple(known),
        tuple(ranks[row] for row in own if row in ranks and row not in shared),
        down - (2 if pairs is not None else 0),
        pairs,
    )


class _Options(NamedTuple):
    masks: NDArray[np.uint64]
    orders: NDArray[np.int64]
    hands: NDArray[np.uint8]


def _sets(unseen: Sequence[int], ranks: Sequence[int]) -> int:
    """Estimate how many sets of up cards fit: exact where the ranks of two positions are equal or disjoint."""
    counts = []
    for mask in set(ranks):
        held = sum(mask >> card // 4 & 1 for card in unseen)
        counts.append(comb(held, ranks.count(mask)))
    return prod(counts)


def _option_count(job: Job, seat: SeatCards) -> int:
    """Estimate of the number of options of a seat, at most its sets of cards."""
    unseen = len(job.unseen)
    downs = comb(unseen - len(seat.ranks), seat.down)
    if seat.pairs is not None:
        downs = len(seat.pairs) * comb(unseen - len(seat.ranks) - 2, seat.down)
    return min(comb(unseen, seat.count), _sets(job.unseen, seat.ranks) * downs)


def _sized(job: Job) -> Job:
    """Estimate the work of a job and cut it into parts of bearable length."""
    counts = [_option_count(job, seat) for seat in job.seats]
    listing = sum(comb(len(job.unseen), seat.count) for seat in job.seats) * 40
    if len(job.seats) == 2:
        shared = 1 << min(seat.count for seat in job.seats)
        return job._replace(steps=listing + sum(counts) * (50 + 8 * shared))
    chosen, listed = _split(job)
    boards = prod(counts[k] for k in chosen) * prod(_sets(job.unseen, job.seats[k].ranks) for k in listed)
    steps = listing + boards * (20 + 100 * len(listed))
    first = counts[chosen[0]] if chosen else _sets(job.unseen, job.seats[listed[0]].ranks)
    return job._replace(steps=steps, parts=max(1, min(first, boards // _PART)))


def _split(job: Job) -> tuple[list[int], list[int]]:
    """Seats whose options are chosen one by one, and up to three whose last cards are listed by level."""
    single = [k for k, seat in enumerate(job.seats) if seat.down == 1 and seat.pairs is None]
    single.sort(key=lambda k: _option_count(job, job.seats[k]))
    listed = single[-_LISTED:]
    chosen = [k for k in range(len(job.seats)) if k not in listed]
    return sorted(chosen, key=lambda k: _option_count(job, job.seats[k])), listed


def count_job(job: Job, part: int = 0) -> JobCount:
    """Count the completions of one part of a job."""
    rows = np.zeros((len(job.seats), TALLY), np.int64)
    deals = _count_two(job, rows) if len(job.seats) == 2 else _count_boards(job, part, rows)
    rows *= job.factor
    deals *= job.factor
    if job.void:
        return JobCount(np.zeros_like(rows), 0, deals)
    return JobCount(rows, deals, 0)


def _count_two(job: Job, rows: NDArray[np.int64]) -> int:
    unseen = len(job.unseen)
    arguments: list[NDArray[np.generic]] = []
    for seat in job.seats:
        found = _options(job, seat)
        strengths = _strengths(job, found.hands)
        order = np.argsort(strengths, kind="stable")
        members = np.empty((order.size, seat.count), np.uint8)
        list_members(found.masks, order, members)
        arguments += [members, strengths[order], found.orders[order]]
    most = min(seat.count for seat in job.seats)
    per_size = [comb(unseen, size) for size in range(most + 1)]
    starts = np.array([sum(per_size[:size]) for size in range(SIZES)], np.int64)
    tally = np.zeros((2, 3 + CATEGORIES), np.int64)
    compare_two(*arguments, _binomials(), _bit_counts(), starts, most, np.zeros(sum(per_size), np.int64), tally)
    rows[:, :2] = tally[:, :2]
    rows[:, MOST_WINNERS:] = tally[:, 3:]
    return int(tally[0, 2])


@cache
def _binomials() -> NDArray[np.int64]:
    return np.array([comb(n, k) for n in range(64) for k in range(SIZES)], np.int64)


@cache
def _bit_counts() -> NDArray[np.int64]:
    return np.array([number.bit_count() for number in range(128)], np.int64)


def _count_boards(job: Job, part: int, rows: NDArray[np.int64]) -> int:
    chosen, listed = _split(job)
    unseen = len(job.unseen)
    found = [_options(job, job.seats[k], last=k in listed) for k in chosen + listed]
    starts = np.cumsum([0, *(own.masks.size for own in found)])
    strengths = np.zeros(starts[-1], np.int64)
    level_starts = np.zeros(starts[-1] + 1, np.int64)
    level_strengths, level_masks = [], []
    levels = 0
    for k, own, first, last in zip(chosen + listed, found, starts[:-1], starts[1:], strict=True):
        if k in chosen:
            strengths[first:last] = _strengths(job, own.hands)
            continue
        up_cards = len(job.seats[k].ranks)
        hands = np.empty(own.masks.size * (unseen - up_cards) * HAND, np.uint8)
        last_hands(np.array(job.unseen, np.uint8), own.masks, own.hands, HAND - 1, hands)
        own_strengths, own_masks = np.empty(hands.size // HAND, np.uint16), np.empty(hands.size // HAND, np.uint64)
        own_starts = np.empty(own.masks.size + 1, np.int64)
        list_levels(own.masks, unseen, _strengths(job, hands), own_starts, own_strengths, own_masks)
        level_starts[first : last + 1] = own_starts + levels
        level_strengths.append(own_strengths[: own_starts[-1]])
        level_masks.append(own_masks[: own_starts[-1]])
        levels += int(own_starts[-1])
    winners = np.zeros(1 << MOST_WINNERS, np.int64)
    categories = np.zeros((MOST_WINNERS, CATEGORIES), np.int64)
    ends = [int(starts[1]) * number // job.parts for number in (part, part + 1)]
    compare_boards(
        np.uint64((1 << unseen) - 1), np.array(chosen + listed), starts, np.concatenate([own.masks for own in found]),
        np.concatenate([own.orders for own in found]), strengths, len(listed), level_starts,
        np.concatenate([*level_strengths, np.zeros(0, np.uint16)]), np.concatenate([*level_masks, np.zeros(0, np.uint64)]),
        *ends, winners, categories,
    )  # fmt: skip
    for bits in range(1, winners.size):
        for k in range(len(job.seats)):
            if bits >> k & 1:
                rows[k, bits.bit_count() - 1] += winners[bits]
    rows[:, MOST_WINNERS:] = categories[: len(job.seats)]
    return int(winners.sum())


def _options(job: Job, seat: SeatCards, last: bool = False) -> _Options:
    """List the options of a seat; with `last` without its last card, which is down."""
    cards = np.array(job.unseen, np.uint8)
    partners = np.zeros(cards.size, np.uint64)
    at = {card: i for i, card in enumerate(job.unseen)}
    for low, high in seat.pairs or ():
        if low in at and high in at:
            partners[at[low]] |= np.uint64(1 << at[high])
            partners[at[high]] |= np.uint64(1 << at[low])
    known, ranks = np.array(seat.known, np.uint8), np.array(seat.ranks, np.int64)
    room = comb(cards.size, seat.count - last)
    masks, orders = np.empty(room, np.uint64), np.empty(room, np.int64)
    hands = np.empty(room * HAND, np.uint8)
    found = options(cards, known, ranks, seat.count - last, partners, seat.pairs is not None, masks, orders, hands)
    return _Options(masks[:found], orders[:found], hands[: found * HAND])


def _strengths(job: Job, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    found = evaluate(hands.reshape(-1, HAND), job.wild_ranks, double_ace_flush=job.double_ace_flush, check=False)
    return found.astype(np.uint16)
