"""Plan of an exact count: the completions of a table, cut into jobs that can be counted apart.

The ways in which the coming up cards can fall are cut into scenarios (`simulator.scenarios`), in each of which the wild
ranks at the showdown are the same. Within one, the hand of a seat depends on nothing but its own cards, and the seats
are tied together by the deck alone: no card twice. What is dealt to no single seat, the common card and up cards of
folded seats, is dealt here, one way after the other, so that a job is about the live seats only.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import comb, perm, prod
from typing import NamedTuple

from evaluator.cards import DECK, rank_of
from simulator.scenarios import scenarios
from simulator.table import Seat, Table

MOST_POSITIONS = 8  # unknown up cards; more leave far too many completions ..
MOST_ORDERS = 10_000_000  # .. unless few cards are left
MOST_OPTIONS = 4_000_000  # sets of cards of one seat, which must be in memory together
MOST_JOBS = 50_000
MOST_STEPS = 10**14  # about a day
LISTED = 3  # seats whose last cards are counted by level of strength, not one by one
_PART = 2_000_000  # boards of a part of a job
Place = tuple[int, int]  # number of a seat and index of one of its up cards; (0, 0) is the common card


class SeatCards(NamedTuple):
    """What a live seat can be dealt in a job.

    Attributes
    ----------
    known : tuple of int
        Its known cards, a common card included.
    ranks : tuple of int
        13-bit mask of the ranks that each of its unknown up cards may have.
    down : int
        Number of unknown down cards, besides a hole pair that a filter names.
    pairs : tuple of (int, int) or None
        The hole pairs that its filter allows; None without a filter.
    """

    known: tuple[int, ...]
    ranks: tuple[int, ...]
    down: int
    pairs: tuple[tuple[int, int], ...] | None

    @property
    def unknown(self) -> int:
        """Number of unknown cards."""
        return len(self.ranks) + self.down + (0 if self.pairs is None else 2)


class Job(NamedTuple):
    """A piece of an exact count.

    Attributes
    ----------
    factor : int
        How often its deals count; negative where another job has counted too many.
    void : bool
        Whether its deals are void (rule W13).
    wild_ranks, double_ace_flush : int, bool
        How hands are valued.
    unseen : tuple of int
        Cards that can be dealt, ascending.
    seats : tuple of SeatCards
        The live seats.
    parts : int
        Number of parts that can be counted apart.
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

    def sets_of(self, seat: SeatCards) -> int:
        """Estimate how many sets of up cards a seat can have; never too few."""
        return prod(
            comb(sum(mask >> rank_of(card) & 1 for card in self.unseen), seat.ranks.count(mask))
            for mask in set(seat.ranks)
        )

    def options_of(self, seat: SeatCards) -> int:
        """Estimate how many sets of cards, up and down, a seat can be dealt; never too few."""
        left = len(self.unseen) - len(seat.ranks)
        downs = comb(left, seat.down) if seat.pairs is None else len(seat.pairs) * comb(max(0, left - 2), seat.down)
        return min(comb(len(self.unseen), seat.unknown), self.sets_of(seat) * downs)

    def split(self) -> tuple[list[int], list[int]]:
        """Return the seats whose cards are chosen one option after the other, and those whose last card is not.

        These are up to three with one unknown down card each: it is counted by level of strength.
        """
        single = [k for k, seat in enumerate(self.seats) if seat.down == 1 and seat.pairs is None]
        listed = sorted(single, key=lambda k: self.options_of(self.seats[k]))[-LISTED:]
        chosen = [k for k in range(len(self.seats)) if k not in listed]
        return sorted(chosen, key=lambda k: self.options_of(self.seats[k])), listed


class Plan(NamedTuple):
    """An exact count.

    Attributes
    ----------
    jobs : tuple of Job
        They can be done in any order.
    steps : int
        Estimate of the work, in steps of about a nanosecond.
    """

    jobs: tuple[Job, ...]
    steps: int

    @property
    def finished(self) -> bool:
        """Whether all cards are known: one deal."""
        return len(self.jobs) == 1 and self.jobs[0].factor == 1 and not any(seat.unknown for seat in self.jobs[0].seats)


class _Outer(NamedTuple):
    """One way to deal what belongs to no single seat."""

    factor: int
    common: int | None
    dealt: tuple[int, ...]
    free: int


@lru_cache(maxsize=8)  # the command line looks before it asks
def plan(table: Table) -> Plan | None:
    """Plan an exact count.

    Parameters
    ----------
    table : Table
        What is known.

    Returns
    -------
    Plan or None
        None if so many cards are unknown that counting is out of the question.
    """
    order = table.completed_up_order()
    cards = {place: _card_at(table, place) for place in order}
    if table.common_due:
        cards[0, 0] = table.common[0] if table.common else None  # also where it is no up card (rule D3)
    unknown = [place for place, card in cards.items() if card is None]
    known_cards = table.known_cards
    unseen = tuple(card for card in range(DECK) if card not in known_cards)
    unseen_ranks = 0
    for card in unseen:
        unseen_ranks |= 1 << rank_of(card)
    anything = dict.fromkeys(unknown, unseen_ranks)
    double_ace = table.rules.double_ace_flush == "on"
    pairs = table.hole_pairs
    whole = Job(1, False, 0, double_ace, unseen, _seats(table, cards, anything, pairs, None))
    many = len(unknown) > MOST_POSITIONS and perm(len(unseen), len(unknown)) > MOST_ORDERS
    if many or not _feasible(_sized(whole)):
        return None
    jobs = []
    for scenario in scenarios([cards[place] for place in order], table.rules, unseen_ranks):
        ranks = anything | dict(zip([place for place in order if cards[place] is None], scenario.ranks, strict=True))
        for outer in _outer_ways(table, ranks, unseen):
            left = tuple(card for card in unseen if card not in outer.dealt)
            seats = _seats(table, cards, ranks, pairs, outer.common)
            spare = len(left) - sum(seat.unknown for seat in seats)
            if spare < outer.free:
                continue
            factor = outer.factor * perm(spare, outer.free)
            jobs.append(_sized(Job(factor, scenario.void, scenario.wild_ranks, double_ace, left, seats)))
            if len(jobs) > MOST_JOBS or not _feasible(jobs[-1]):
                return None
    steps = sum(job.steps for job in jobs)
    return Plan(tuple(jobs), steps) if steps <= MOST_STEPS else None


def _card_at(table: Table, place: Place) -> int | None:
    number, turn = place
    if number == 0:
        return table.common[0] if table.common else None
    seat = table.seats[number - 1]
    if turn < len(seat.up):
        return seat.up[turn]
    return seat.last[0] if turn == 4 and seat.last else None


def _seats(
    table: Table,
    cards: dict[Place, int | None],
    ranks: dict[Place, int],
    pairs: dict[int, tuple[tuple[int, int], ...]],
    common: int | None,
) -> tuple[SeatCards, ...]:
    """Return the live seats; `ranks` says what the unknown up cards may be, `common` what the common card is."""
    return tuple(
        _seat(seat, [*seat.down, *_own_seventh(table, seat)], cards, ranks, pairs.get(seat.number), common)
        for seat in table.live
    )


def _own_seventh(table: Table, seat: Seat) -> tuple[int | None, ...]:
    """Return the seventh card of a seat if it is dealt down."""
    if table.common_due or table.rules.seventh == "up":
        return ()
    return seat.last or (None,)


def _seat(
    seat: Seat,
    down: Sequence[int | None],
    cards: dict[Place, int | None],
    ranks: dict[Place, int],
    pairs: tuple[tuple[int, int], ...] | None,
    common: int | None,
) -> SeatCards:
    own = [place for place in cards if place[0] == seat.number]
    common = cards.get((0, 0)) if common is None else common
    known = [card for card in (*down, *(cards[place] for place in own), common) if card is not None]
    return SeatCards(
        tuple(known),
        tuple(ranks[place] for place in own if cards[place] is None),
        sum(card is None for card in down) - (0 if pairs is None else 2),
        pairs,
    )


def _outer_ways(table: Table, ranks: dict[Place, int], unseen: Sequence[int]) -> Iterator[_Outer]:
    """Ways to deal the unknown cards that belong to no single seat.

    An up card of a folded seat matters to the wild rule only. If more cards are allowed to it than not, it is dealt
    anything, as many as there are, and what is not allowed is taken away again.
    """
    folded = {seat.number for seat in table.seats if seat.folded}
    places = [place for place in ranks if place[0] in folded or place == (0, 0)]
    choices: list[list[tuple[int, int | None]]] = []
    for place in places:
        allowed = [card for card in unseen if ranks[place] >> rank_of(card) & 1]
        barred = [card for card in unseen if not ranks[place] >> rank_of(card) & 1]
        if place == (0, 0) or len(allowed) <= len(barred):
            choices.append([(1, card) for card in allowed])
        else:
            choices.append([(1, None), *((-1, card) for card in barred)])
    for ways in product(*choices):
        dealt = tuple(card for _, card in ways if card is not None)
        if len(set(dealt)) == len(dealt):
            common = dict(zip(places, ways, strict=True)).get((0, 0), (1, None))[1]
            yield _Outer(prod(sign for sign, _ in ways), common, dealt, len(ways) - len(dealt))


def _sized(job: Job) -> Job:
    """Estimate the work of a job and cut it into parts of bearable length."""
    counts = [job.options_of(seat) for seat in job.seats]
    steps = sum(counts) * 50
    if len(job.seats) == 2:
        return job._replace(steps=steps + sum(counts) * 4 * 2 ** min(seat.unknown for seat in job.seats))
    chosen, listed = job.split()
    boards = prod(counts[k] for k in chosen) * prod(job.sets_of(job.seats[k]) for k in listed)
    first = counts[chosen[0]] if chosen else job.sets_of(job.seats[listed[0]])
    return job._replace(steps=steps + boards * (20 + 50 * len(listed)), parts=max(1, min(first, boards // _PART)))


def _feasible(job: Job) -> bool:
    """Whether there is room and time for a job."""
    return job.steps <= MOST_STEPS and all(job.options_of(seat) <= MOST_OPTIONS for seat in job.seats)
