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
    list_levels,
    list_members,
    options,
    up_sets,
)
from simulator.kernels import MOST_WINNERS, TALLY
from simulator.scenarios import ALL_RANKS, scenarios
from simulator.table import Table

__all__ = ["Job", "Plan", "count_job", "plan"]

MOST_POSITIONS = 8  # unknown up cards; more leave far too many completions
_LISTED = 3  # seats whose last cards are counted by level
_MOST_OPTIONS = 3_000_000  # of a seat, listed at a time
_PART = 20_000_000  # steps of a part of a job


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
    part, parts : int
        Which part, and of how many.
    steps : int
        Estimate of the work.
    """

    factor: int
    void: bool
    wild_ranks: int
    double_ace_flush: bool
    unseen: tuple[int, ...]
    seats: tuple[SeatCards, ...]
    part: int
    parts: int
    steps: int


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
            used = sum(len(seat.ranks) + seat.down + (2 if seat.pairs is not None else 0) for seat in seats)
            if len(left) < used + outer.free:
                continue
            factor = outer.factor * perm(len(left) - used, outer.free)
            jobs += _parts(
                Job(
                    factor, scenario.void, scenario.wild_ranks, table.rules.double_ace_flush == "on",
                    left, seats, 0, 1, 0,
                )  # fmt: skip
            )
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


def _sets(unseen: Sequence[int], ranks: Sequence[int]) -> int:
    """Estimate how many sets of up cards fit: exact where the ranks of two positions are equal or disjoint."""
    counts = []
    for mask in set(ranks):
        held = sum(mask >> card // 4 & 1 for card in unseen)
        counts.append(comb(held, ranks.count(mask)))
    return prod(counts)


def _downs(unseen: int, seat: SeatCards) -> int:
    """Number of ways to deal the unknown down cards of a seat that has no other unknown card."""
    if seat.pairs is None:
        return comb(unseen - len(seat.ranks), seat.down)
    return len(seat.pairs) * comb(unseen - len(seat.ranks) - 2, seat.down)


def _options_of(job: Job, seat: SeatCards) -> int:
    return _sets(job.unseen, seat.ranks) * _downs(len(job.unseen), seat)


def _parts(job: Job) -> list[Job]:
    """Cut a job into parts of bearable length."""
    counts = [_options_of(job, seat) for seat in job.seats]
    if not all(counts):
        return []
    if len(job.seats) == 2:
        widths = [len(seat.ranks) + seat.down + 2 * (seat.pairs is not None) for seat in job.seats]
        steps = sum(counts) * (30 + 8 * 2 ** min(widths))
        if max(counts) <= _MOST_OPTIONS:
            return [job._replace(steps=steps)]
        big = counts.index(max(counts))
        sets = _sets(job.unseen, job.seats[big].ranks)
        small = counts[1 - big]
        steps = sets * small * (10 + 6 * 2 ** min(widths[1 - big], widths[big] - len(job.seats[big].ranks))) + counts[big] * 100
        parts = min(sets, -(-steps // (10 * _PART)))
        return [job._replace(part=part, parts=parts, steps=steps // parts) for part in range(parts)]
    chosen, listed = _split(job)
    boards = prod(counts[k] for k in chosen) * prod(_sets(job.unseen, job.seats[k].ranks) for k in listed)
    steps = sum(counts) * 50 + boards * (20 + 150 * len(listed))
    first = counts[chosen[0]] if chosen else _sets(job.unseen, job.seats[listed[0]].ranks)
    parts = max(1, min(first, steps // (10 * _PART)))
    return [job._replace(part=part, parts=parts, steps=steps // parts) for part in range(parts)]


def _split(job: Job) -> tuple[list[int], list[int]]:
    """Seats whose options are chosen one by one, and up to three whose last cards are listed by level."""
    single = [k for k, seat in enumerate(job.seats) if seat.down == 1 and seat.pairs is None]
    single.sort(key=lambda k: _options_of(job, job.seats[k]))
    listed = single[-_LISTED:]
    chosen = [k for k in range(len(job.seats)) if k not in listed]
    return sorted(chosen, key=lambda k: _options_of(job, job.seats[k])), listed


class _Options(NamedTuple):
    masks: NDArray[np.uint64]
    orders: NDArray[np.int64]
    strengths: NDArray[np.uint16]

    @property
    def cards(self) -> int:
        return int(self.masks[0]).bit_count()


def count_job(job: Job) -> JobCount:
    """Count the completions of one job."""
    rows = np.zeros((len(job.seats), TALLY), np.int64)
    deals = _count_two(job, rows) if len(job.seats) == 2 else _count_boards(job, rows)
    rows *= job.factor
    deals *= job.factor
    if job.void:
        return JobCount(np.zeros_like(rows), 0, deals)
    return JobCount(rows, deals, 0)


def _count_two(job: Job, rows: NDArray[np.int64]) -> int:
    counts = [_options_of(job, seat) for seat in job.seats]
    tally = np.zeros((2, 3 + CATEGORIES), np.int64)
    if max(counts) <= _MOST_OPTIONS:
        _compare(*(_seat_options(job, seat) for seat in job.seats), len(job.unseen), tally)
    else:
        big = counts.index(max(counts))
        other = _seat_options(job, job.seats[1 - big])
        masks, orders = _up_sets(job, job.seats[big])
        for i in range(job.part, masks.size, job.parts):
            part = np.zeros_like(tally)
            clear = (other.masks & masks[i]) == 0
            ups = masks[i : i + 1], orders[i : i + 1]
            own = _seat_options(job, job.seats[big], ups)
            own = own._replace(masks=own.masks & ~masks[i])
            _compare(own, _Options(*(array[clear] for array in other)), len(job.unseen), part)
            tally += part if big == 0 else part[::-1]
    for seat in range(2):
        rows[seat, 0], rows[seat, 1] = tally[seat, 0], tally[seat, 1]
        rows[seat, MOST_WINNERS:] = tally[seat, 3:]
    return int(tally[0, 2])


def _compare(first: _Options, second: _Options, unseen: int, tally: NDArray[np.int64]) -> None:
    if not first.masks.size or not second.masks.size:
        return
    arguments: list[NDArray[np.generic]] = []
    for side in (first, second):
        order = np.argsort(side.strengths, kind="stable")
        members = np.empty((order.size, side.cards), np.uint8)
        list_members(side.masks, order, members)
        arguments += [members, side.strengths[order], side.orders[order]]
    most = min(first.cards, second.cards)
    starts = np.zeros(SIZES, np.int64)
    for size in range(1, SIZES):
        starts[size] = starts[size - 1] + comb(unseen, size - 1)
    counts = np.zeros(sum(comb(unseen, size) for size in range(most + 1)), np.int64)
    compare_two(*arguments, _binomials(), _bit_counts(), starts, most, counts, tally)


@cache
def _binomials() -> NDArray[np.int64]:
    return np.array([comb(n, k) for n in range(64) for k in range(SIZES)], np.int64)


@cache
def _bit_counts() -> NDArray[np.int64]:
    return np.array([number.bit_count() for number in range(128)], np.int64)


def _count_boards(job: Job, rows: NDArray[np.int64]) -> int:
    chosen, listed = _split(job)
    seats = chosen + listed
    masks, orders, strengths = [], [], []
    starts = [0]
    level_starts = [np.zeros(1, np.int64)]
    level_strengths, level_masks = [np.zeros(1, np.uint16)], [np.zeros(1, np.uint64)]
    levels = 1
    for k in seats:
        found = _seat_options(job, job.seats[k])
        if k in chosen:
            masks.append(found.masks)
            orders.append(found.orders)
            strengths.append(found.strengths.astype(np.int64))
            level_starts.append(np.full(found.masks.size, levels, np.int64))
        else:
            ups, ways = _up_sets(job, job.seats[k])
            group = len(job.unseen) - len(job.seats[k].ranks)
            own_starts = np.empty(ups.size + 1, np.int64)
            own_strengths = np.empty(found.masks.size, np.uint16)
            own_masks = np.empty(found.masks.size, np.uint64)
            last_cards = found.masks & ~np.repeat(ups, group)
            list_levels(last_cards, found.strengths, group, own_starts, own_strengths, own_masks)
            size = int(own_starts[-1])
            masks.append(ups)
            orders.append(ways)
            strengths.append(np.zeros(ups.size, np.int64))
            level_starts.append(own_starts[1:] + levels)
            level_strengths.append(own_strengths[:size])
            level_masks.append(own_masks[:size])
            levels += size
        starts.append(starts[-1] + masks[-1].size)
    winners = np.zeros(1 << MOST_WINNERS, np.int64)
    categories = np.zeros((MOST_WINNERS, CATEGORIES), np.int64)
    first = starts[1] * job.part // job.parts
    last = starts[1] * (job.part + 1) // job.parts
    compare_boards(
        np.uint64((1 << len(job.unseen)) - 1), np.array(seats), np.array(starts), np.concatenate(masks),
        np.concatenate(orders), np.concatenate(strengths), len(listed), np.concatenate(level_starts),
        np.concatenate(level_strengths), np.concatenate(level_masks), first, last, winners, categories,
    )  # fmt: skip
    for bits in range(1, winners.size):
        for k in range(len(job.seats)):
            if bits >> k & 1:
                rows[k, bits.bit_count() - 1] += winners[bits]
    rows[:, MOST_WINNERS:] = categories[: len(job.seats)]
    return int(winners.sum())


def _up_sets(job: Job, seat: SeatCards) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    ranks = np.array([card // 4 for card in job.unseen], np.int64)
    most = comb(len(job.unseen), len(seat.ranks))
    masks, orders = np.empty(most, np.uint64), np.empty(most, np.int64)
    found = up_sets(ranks, np.array(seat.ranks, np.int64), masks, orders)
    return masks[:found], orders[:found]


def _down_sets(job: Job, seat: SeatCards) -> NDArray[np.uint64]:
    """The sets of down cards that a seat can have, as masks of unseen cards."""
    anything = seat._replace(ranks=(ALL_RANKS,) * seat.down)
    rest, _ = _up_sets(job, anything)
    if seat.pairs is None:
        return rest
    at = {card: np.uint64(1 << i) for i, card in enumerate(job.unseen)}
    pairs = np.array([at[low] | at[high] for low, high in seat.pairs if low in at and high in at], np.uint64)
    both = pairs[:, None] | rest[None, :]
    return both[(pairs[:, None] & rest[None, :]) == 0]


def _seat_options(
    job: Job, seat: SeatCards, ups: tuple[NDArray[np.uint64], NDArray[np.int64]] | None = None
) -> _Options:
    """List the options of a seat with their strengths."""
    up_masks, up_orders = _up_sets(job, seat) if ups is None else ups
    down_masks = _down_sets(job, seat)
    most = up_masks.size * down_masks.size
    masks, orders = np.empty(most, np.uint64), np.empty(most, np.int64)
    hands = np.empty(most * HAND, np.uint8)
    unseen = np.array(job.unseen, np.uint8)
    known = np.array(seat.known, np.uint8)
    found = options(unseen, known, up_masks, up_orders, down_masks, masks, orders, hands)
    strengths = evaluate(
        hands.reshape(-1, HAND)[:found], job.wild_ranks, double_ace_flush=job.double_ace_flush, check=False
    )
    return _Options(masks[:found], orders[:found], strengths.astype(np.uint16))
