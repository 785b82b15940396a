"""How Queens reshape the hands of a deal: a slow, obvious reading of what the studies count.

Built on the dealer and the oracle alone. A deal is followed card by card. Whenever an up card that was still to come
changes the set of wild ranks (a *flip*), the hands so far, that card included, are valued under the wild ranks before
and after it. "Queen" means the trigger of the house (W11).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import nan, sqrt
from typing import NamedTuple

from tests import dealer, oracle
from tests.dealer import CENTRE, Seat
from tests.oracle import FULL_HOUSE, PLAIN, House, Key

STREETS = ("third", "fourth", "fifth", "sixth", "seventh")
ALL = "all"
PER_DEAL = ("flips", "follower_changes")  # counters that are no shares of flips
PER_FLIP = (
    "lead_changes",
    "hands_up",
    "hands_down",
    "steps_up",
    "steps_down",
    "strong_to_weak",
    "weak_to_strong",
)
COUNTERS = (*PER_DEAL, *PER_FLIP)


class Dealt(NamedTuple):
    """One card as it is dealt, to a seat (from 0) or to the centre."""

    seat: int
    card: int
    street: str
    shown: bool  # an up card to the wild rule
    coming: bool  # of an up card: still to come when the question was asked


@dataclass
class Reading:
    """What happened in one deal."""

    void: bool = False
    counts: dict[str, Counter[str]] = field(
        default_factory=dict
    )  # by street with up cards to come, and for all of them
    changes: dict[str, Counter[int]] = field(default_factory=dict)  # the same: categories gained by (flip, seat), 0 too
    queens: dict[str, int] = field(default_factory=dict)  # at the end of the street: Queens face up, all of them
    wild_count: dict[str, int] = field(default_factory=dict)
    follower: dict[str, int | None] = field(default_factory=dict)
    winners: list[int] = field(default_factory=list)  # at the showdown
    stud_winners: list[int] = field(default_factory=list)  # of the same cards with no wild ranks
    unflipped_winners: list[int] = field(default_factory=list)  # under the wild ranks before the last flip
    winning_category: int = -1
    stud_winning_category: int = -1


Shares = Mapping[int, Fraction]


def shares(winners: Sequence[int], live: Iterable[int]) -> Shares:
    """What each live seat wins of the pot (H4)."""
    return {seat: Fraction(seat in winners, len(winners)) for seat in live}


def finished(
    seats: Sequence[Seat], dead: Sequence[int] = (), house: House = PLAIN, common: int | None = None, placed: int = 0
) -> list[Dealt]:
    """A deal of which every card is known, in deal order (D1); the first up cards, so many, had been placed before."""
    shown = 0
    turns: Counter[int] = Counter()
    cards = []
    for slot in dealer.deal_order(seats, dead, house, common):
        assert slot.card is not None
        street = "third"
        if not slot.hole:
            street = STREETS[4 if slot.seat == CENTRE else turns[slot.seat]]
            turns[slot.seat] += 1
        counts = slot.face_up and slot.counts
        shown += counts
        cards.append(Dealt(slot.seat, slot.card, street, counts, counts and shown > placed))
    return cards


def up_cards_placed(
    seats: Sequence[Seat], dead: Sequence[int] = (), house: House = PLAIN, *, common: bool = False
) -> int:
    """Number of up cards on a table, those written ``x`` too; `common`: whether the common card is dealt."""
    placed = sum(len(seat.up) for seat in seats)
    if dealer.common_card_due(seats, dead):
        return placed + (common and house.get("common_card") != "ignored")
    return placed + (house.get("seventh") == "up") * sum(seat.reached_seventh for seat in seats)


def read(deal: Sequence[Dealt], live: Sequence[int], house: House = PLAIN) -> Reading:
    """Follow a complete deal card by card; `live` are the seats that have not folded."""
    reading = Reading()
    hands: dict[int, list[int]] = {seat: [] for seat in live}
    up: list[int] = []
    unflipped = None
    trigger = oracle.RANKS.index(house.get("trigger", "Q"))
    reading.counts[ALL], reading.changes[ALL] = Counter(), Counter()
    for dealt in deal:
        for seat in live if dealt.seat == CENTRE else {dealt.seat} & set(live):
            hands[seat].append(dealt.card)
        if not dealt.shown:
            continue
        wild_before, follower_before = oracle.wild_ranks(up, house), oracle.follower(up, house)
        up.append(dealt.card)
        wild_after, follower_after = oracle.wild_ranks(up, house), oracle.follower(up, house)
        if not dealt.coming:
            continue
        counts, changes = Counter[str](), Counter[int]()
        counts["follower_changes"] = int(follower_before != follower_after)
        if wild_before != wild_after:
            unflipped = wild_before
            counts["flips"] = 1
            before, after = (
                {seat: worth(hands[seat], wild, house) for seat in live} for wild in (wild_before, wild_after)
            )
            counts["lead_changes"] = int(best(before) != best(after))
            for seat in live:
                _compare(before[seat][0], after[seat][0], counts)
                changes[after[seat][0] - before[seat][0]] += 1
        for street in dealt.street, ALL:
            reading.counts.setdefault(street, Counter()).update(counts)
            reading.changes.setdefault(street, Counter()).update(changes)
    reading.void = oracle.void(up, house)
    for street in reading.counts:
        out = [dealt.card for dealt in deal if dealt.shown and (street == ALL or _by_end_of(street, dealt))]
        reading.queens[street] = sum(card // 4 == trigger for card in out)
        reading.wild_count[street] = oracle.wild_ranks(out, house).bit_count()
        reading.follower[street] = oracle.follower(out, house)
    final = oracle.wild_ranks(up, house)
    values = {seat: worth(hands[seat], final, house) for seat in live}
    stud = {seat: worth(hands[seat], 0, house) for seat in live}
    other = {seat: worth(hands[seat], final if unflipped is None else unflipped, house) for seat in live}
    reading.winners, reading.stud_winners, reading.unflipped_winners = best(values), best(stud), best(other)
    reading.winning_category, reading.stud_winning_category = max(values.values())[0], max(stud.values())[0]
    return reading


def _by_end_of(street: str, dealt: Dealt) -> bool:
    return STREETS.index(dealt.street) <= STREETS.index(street)


def _compare(before: int, after: int, counts: Counter[str]) -> None:
    """Count a hand whose category was `before` and is `after`."""
    if after > before:
        counts["hands_up"] += 1
        counts["steps_up"] += after - before
    if after < before:
        counts["hands_down"] += 1
        counts["steps_down"] += before - after
    if before >= FULL_HOUSE and after <= before - 2:
        counts["strong_to_weak"] += 1
    if after >= FULL_HOUSE and before <= after - 2:
        counts["weak_to_strong"] += 1


def best(values: Mapping[int, Key]) -> list[int]:
    """The seats with the best hand, several if equal."""
    return [seat for seat, value in values.items() if value == max(values.values())]


def worth(hand: Sequence[int], wild: int, house: House) -> Key:
    """Value of the cards of a hand so far (H5 for fewer than five)."""
    return _worth(tuple(sorted(hand)), wild, house.get("double_ace_flush") == "on")


@cache
def _worth(hand: tuple[int, ...], wild: int, double_ace_flush: bool) -> Key:
    return oracle.best_by_reach(hand, wild, double_ace_flush)


class Figure(NamedTuple):
    """A value and its standard error."""

    value: float
    error: float


Name = tuple[str, str, str]  # street, measure, outcome


def fold(readings: Iterable[Reading], live: Sequence[int], *, nothing_known: bool = False) -> dict[Name, Figure]:
    """All figures of many deals, void ones left out; outcomes that never came up are left out, too."""
    valid = [reading for reading in readings if not reading.void]
    figures: dict[Name, Figure] = {}
    for street in valid[0].counts:
        _fold_street(figures, street, valid)
    figures[ALL, "winners_not_stud", ""] = _share([one.winners != one.stud_winners for one in valid])
    unflipped = [one.winners != one.unflipped_winners for one in valid]
    figures[ALL, "winners_not_last_flip", ""] = _share(unflipped)
    flipped = [one for one, reading in zip(unflipped, valid, strict=True) if reading.counts[ALL]["flips"]]
    figures[ALL, "winners_not_last_flip_if_any", ""] = _share(flipped)
    for category, name in enumerate(oracle.CATEGORIES):
        figures[ALL, "winning_category", name] = _share([one.winning_category == category for one in valid])
        figures[ALL, "stud_winning_category", name] = _share([one.stud_winning_category == category for one in valid])
    for seat in live:
        won = _mean([shares(one.winners, live)[seat] for one in valid])
        figures[ALL, "equity", str(seat + 1)] = won
        figures[ALL, "stud_equity", str(seat + 1)] = _mean([shares(one.stud_winners, live)[seat] for one in valid])
        if nothing_known:
            figures[ALL, "advantage", str(seat + 1)] = Figure(won.value - 1 / len(live), won.error)
    return figures


def _fold_street(figures: dict[Name, Figure], street: str, valid: Sequence[Reading]) -> None:
    flips = [one.counts[street]["flips"] for one in valid]
    for counter in COUNTERS:
        counts = [one.counts[street][counter] for one in valid]
        figures[street, counter, ""] = _mean(counts)
        figures[street, f"{counter}_chance", ""] = _share([count > 0 for count in counts])
        if counter in PER_FLIP:
            figures[street, f"{counter}_per_flip", ""] = _ratio(counts, flips)
    pairs = [one.changes[street].total() for one in valid]
    for change in {change for one in valid for change in one.changes[street]} - {0}:
        counts = [one.changes[street][change] for one in valid]
        figures[street, "category_change", f"{change:+d}"] = _ratio(counts, pairs)
    outcomes: dict[str, list[str]] = {
        "queens_up": [str(one.queens[street]) for one in valid],
        "wild_count": [str(one.wild_count[street]) for one in valid],
        "follower": ["none" if (rank := one.follower[street]) is None else oracle.RANKS[rank] for one in valid],
    }
    for measure, seen in outcomes.items():
        for outcome in set(seen):
            figures[street, measure, outcome] = _share([one == outcome for one in seen])


def _share(hits: Sequence[bool]) -> Figure:
    """Share of the deals, and root of p (1 - p) / n."""
    if not hits:
        return Figure(nan, nan)
    share = Fraction(sum(hits), len(hits))
    return Figure(float(share), sqrt(share * (1 - share) / len(hits)))


def _mean(values: Sequence[int | Fraction]) -> Figure:
    """Mean, and the root of the sample variance over n."""
    mean = Fraction(sum(values)) / len(values)
    return Figure(float(mean), _error([value - mean for value in values]))


def _ratio(parts: Sequence[int], wholes: Sequence[int]) -> Figure:
    """Sum over sum; the error by the delta method over deals."""
    if not sum(wholes):
        return Figure(nan, nan)
    ratio = Fraction(sum(parts), sum(wholes))
    left = [part - ratio * whole for part, whole in zip(parts, wholes, strict=True)]
    return Figure(float(ratio), _error(left) * len(wholes) / sum(wholes))


def _error(left: Sequence[Fraction]) -> float:
    """Standard error of a mean from what each value differs by."""
    if len(left) < 2:
        return nan
    return sqrt(sum(Fraction(one) ** 2 for one in left) / (len(left) - 1) / len(left))
