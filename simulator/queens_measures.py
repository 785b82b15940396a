"""The measures of a Queens study, from its counts: one row for each measure, street and outcome."""

from collections.abc import Iterator, Sequence
from math import nan, sqrt
from typing import NamedTuple

from evaluator.cards import RANKS
from evaluator.category import LABELS
from simulator import closed_forms
from simulator.flip_kernels import (
    CHANGES,
    FLIPS,
    FOLLOWER_CHANGES,
    HANDS_DOWN,
    HANDS_UP,
    LEAD_CHANGES,
    MOST_STEPS,
    NO_FOLLOWER,
    STEPS_DOWN,
    STEPS_UP,
    STRONG_TO_WEAK,
    WEAK_TO_STRONG,
)
from simulator.interval import moments
from simulator.queens_kernels import STUD, WHOLE
from simulator.queens_tally import Counts
from simulator.rules import DEFAULT_RULES, MAX_SEATS, Street
from simulator.streets import up_card_street
from simulator.table import Table

COUNTER_NAMES = {
    "flips": FLIPS,
    "follower_changes": FOLLOWER_CHANGES,
    "lead_changes": LEAD_CHANGES,
    "hands_up": HANDS_UP,
    "hands_down": HANDS_DOWN,
    "steps_up": STEPS_UP,
    "steps_down": STEPS_DOWN,
    "strong_to_weak": STRONG_TO_WEAK,
    "weak_to_strong": WEAK_TO_STRONG,
}
_NOT_PER_FLIP = ("flips", "follower_changes")
_DEFAULT_WILD = ("last_queen", "queens_wild", "followers", "no_trigger", "extra_wild")
ALL = "all"


class Row(NamedTuple):
    """One measure of a study.

    Attributes
    ----------
    seats : int
        Number of live seats.
    street : str
        ``"third"`` .. ``"seventh"``, or ``"all"`` for the whole deal.
    measure, outcome : str
        What is measured; the outcome whose share it is, empty if there are none.
    value, standard_error : float
        The figure, shares as fractions 0..1, and its error; NaN where nothing was seen that it could be measured on.
    closed_form : float
        What a formula gives; NaN where none is known.
    deals : int
        Valid deals.
    """

    seats: int
    street: str
    measure: str
    outcome: str
    value: float
    standard_error: float
    closed_form: float
    deals: int


class _Figure(NamedTuple):
    measure: str
    outcome: str
    value: float
    standard_error: float
    closed_form: float = nan


class _Scope(NamedTuple):
    """A street, or the whole deal.

    Attributes
    ----------
    name, row : str, int
        Its name, and its row in the tallies.
    first, last : int
        Which of the up cards in deal order are looked at, the last one excluded.
    """

    name: str
    row: int
    first: int
    last: int


def measure_rows(table: Table, counts: Counts, *, unknown: bool) -> list[Row]:
    """Measure what was counted at one table.

    Parameters
    ----------
    table : Table
        What was known.
    counts : Counts
        At least one valid deal.
    unknown : bool
        Whether nothing was known, so that closed forms hold.

    Returns
    -------
    list of Row
        Street by street, then for the whole deal.
    """
    seats, deals = len(table.live), counts.deals
    rows = []
    for scope in _scopes(table):
        figures = [*_counter_figures(table, counts, scope, unknown), *_state_figures(table, counts, scope, unknown)]
        if scope.row == WHOLE:
            figures += [*_showdown_figures(counts), *_seat_figures(table, counts, unknown)]
        rows += [Row(seats, scope.name, *figure, deals) for figure in figures]
    return rows


def _scopes(table: Table) -> Iterator[_Scope]:
    """Streets on which up cards are still to come, and the whole deal."""
    first = len(table.up_cards)
    streets = [up_card_street(place) for place in table.completed_up_order()]
    for row, street in enumerate(Street):
        own = [at for at in range(first, len(streets)) if streets[at] == street]
        if own:
            yield _Scope(street.label, row, own[0], own[-1] + 1)
    yield _Scope(ALL, WHOLE, first, len(streets))


def _share(measure: str, outcome: str, count: int, deals: int, closed_form: float = nan) -> _Figure:
    """Share of deals, with the error of a binomial one."""
    if not deals:
        return _Figure(measure, outcome, nan, nan, closed_form)
    share = count / deals
    return _Figure(measure, outcome, share, sqrt(share * (1 - share) / deals), closed_form)


def _mean(total: int, squares: int, deals: int) -> tuple[float, float]:
    """Mean per deal, and its error from the sample variance."""
    if deals < 2:
        return total / deals, nan
    return total / deals, sqrt((deals * squares - total * total) / (deals - 1)) / deals


def _ratio(sums: Sequence[int], flips: Sequence[int], deals: int, per: int = 1) -> tuple[float, float]:
    """Ratio of a counter to the flips, `per` to each, and its error by the delta method over deals."""
    _, total, squares, products = sums
    _, all_flips, flip_squares, _ = flips
    if not all_flips:
        return nan, nan
    ratio = total / all_flips
    residues = squares - 2 * ratio * products + ratio * ratio * flip_squares
    error = sqrt(max(0.0, residues) / (deals - 1) * deals) / all_flips if deals > 1 else nan
    return ratio / per, error / per


def _counter_figures(table: Table, counts: Counts, scope: _Scope, unknown: bool) -> Iterator[_Figure]:
    """Flips, what they do, and how the hands change."""
    deals = counts.deals
    sums = counts.tally.counters[scope.row].tolist()
    formula = unknown and _is_default(table)
    changes = closed_forms.follower_changes(scope.first, scope.last) if formula else nan
    for name, row in COUNTER_NAMES.items():
        some, total, squares, _ = sums[row]
        yield _Figure(name, "", *_mean(total, squares, deals), changes if name in _NOT_PER_FLIP else nan)
        yield _share(f"{name}_chance", "", some, deals)
        if name not in _NOT_PER_FLIP:
            yield _Figure(f"{name}_per_flip", "", *_ratio(sums[row], sums[FLIPS], deals))
    for steps in range(-MOST_STEPS, MOST_STEPS + 1):
        if steps:
            change = _ratio(sums[CHANGES + MOST_STEPS + steps], sums[FLIPS], deals, len(table.live))
            yield _Figure("category_change", f"{steps:+d}", *change)


def _is_default(table: Table) -> bool:
    """Whether the wild rule is the default one; it may be about another rank."""
    return all(getattr(table.rules, name) == getattr(DEFAULT_RULES, name) for name in _DEFAULT_WILD)


def _state_figures(table: Table, counts: Counts, scope: _Scope, unknown: bool) -> Iterator[_Figure]:
    """Queens face up, number of wild ranks and follower at the end of a street."""
    deals, tally, rules, up_cards = counts.deals, counts.tally, table.rules, scope.last
    for number, count in enumerate(tally.triggers[scope.row].tolist()):
        known = unknown and rules.no_trigger == "play"
        formula = closed_forms.triggers_face_up(up_cards, number) if known else nan
        yield _share("queens_up", str(number), count, deals, formula)
    known = unknown and _is_default(table)
    none = closed_forms.no_follower(up_cards) if known else nan
    for number, count in enumerate(tally.wild[scope.row].tolist()):
        if count:
            yield _share("wild_count", str(number), count, deals, {1: none, 2: 1 - none}.get(number, nan))
    counted = tally.followers[scope.row].tolist()
    yield _share("follower", "none", counted[NO_FOLLOWER], deals, none)
    each = (1 - none) / closed_forms.RANKS_THAT_FOLLOW
    for rank, count in zip(RANKS, counted, strict=False):
        if rank != rules.trigger:
            yield _share("follower", rank, count, deals, each)


def _showdown_figures(counts: Counts) -> Iterator[_Figure]:
    """Other winners in stud and without the last flip; winning hands."""
    deals, tally = counts.deals, counts.tally
    stud, last_flip = tally.different.tolist()
    yield _share("winners_not_stud", "", stud, deals)
    yield _share("winners_not_last_flip", "", last_flip, deals)
    yield _share("winners_not_last_flip_if_any", "", last_flip, int(tally.counters[WHOLE, FLIPS, 0]))
    for measure, counted in zip(("winning_category", "stud_winning_category"), tally.categories.tolist(), strict=True):
        for label, count in zip(LABELS, counted, strict=True):
            yield _share(measure, label, count, deals)


def _seat_figures(table: Table, counts: Counts, unknown: bool) -> Iterator[_Figure]:
    """Shares of the pot by seat, as it is and in stud, and what a seat has more than an equal share."""
    live = table.live
    equal = 1 / len(live)
    found = [_equities(sets, len(live), counts.deals) for sets in counts.tally.winners.tolist()]
    for which, measure in enumerate(("equity", "stud_equity")):
        for seat, (equity, error) in zip(live, found[which], strict=True):
            yield _Figure(measure, str(seat.number), equity, error, equal if unknown and which == STUD else nan)
    if unknown:
        for seat, (equity, error) in zip(live, found[0], strict=True):
            yield _Figure("advantage", str(seat.number), equity - equal, error)


def _equities(sets: Sequence[int], seats: int, deals: int) -> list[tuple[float, float]]:
    """Mean share of the pot of each seat with its error, from deals by the set of winners (rule H4)."""
    found = []
    for seat in range(seats):
        winners = [0] * MAX_SEATS
        for mask, count in enumerate(sets):
            if mask >> seat & 1:
                winners[mask.bit_count() - 1] += count
        equity, variance, _ = moments(winners, deals)
        found.append((equity, sqrt(variance / (deals - 1)) if deals > 1 else nan))
    return found
