"""Standard errors and 95% intervals made of counts, against textbook figures and a direct computation."""

from fractions import Fraction
from math import ceil, comb, floor, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.interval import interval
from simulator.results import SeatResult, seat_result
from simulator.seats import parse_seat
from tests import oracle

Z = 1.959963984540054
FEW = 16  # shares above 0 or below 1: from so many on the interval is Wilson's


def of_wins(won: int, deals: int) -> tuple[float, float]:
    """Interval of a seat that shares no pot."""
    return interval([won, *[0] * 7], deals)


def seat_of(wins: int, tie_counts: list[int], deals: int) -> SeatResult:
    hands = [deals, *[0] * 9]
    return seat_result(parse_seat("AsKd/Qh7c", 1), [wins, *tie_counts, *hands], deals)


@st.composite
def rows(draw: st.DrawFn) -> tuple[int, list[int], int]:
    """Wins, deals shared by 2 .. 8 winners, and deals, which may all be lost, won or shared."""
    counts = draw(st.lists(st.one_of(st.just(0), st.integers(0, 20), st.integers(0, 10**6)), min_size=9, max_size=9))
    wins, lost, *ties = counts
    return wins, ties, max(1, wins + lost + sum(ties)) if sum(counts) else 1


@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    [
        # Clopper and Pearson
        (8, 10, 0.44390, 0.97479),
        (0, 10, 0.0, 0.30850),  # 1 - 0.025**(1/10)
        (10, 10, 0.69150, 1.0),
        (1, 1, 0.025, 1.0),
        (15, 10**15, 8.3954e-15, 24.7402e-15),  # that of a Poisson count of 15
        # Wilson
        (50, 100, 0.40383, 0.59617),
        (5 * 10**14, 10**15, 0.5 - 3.09897e-8, 0.5 + 3.09897e-8),
    ],
)
def test_intervals_of_textbooks(won: int, deals: int, low: float, high: float) -> None:
    assert of_wins(won, deals) == pytest.approx((low, high), rel=1e-4 if deals < 10**15 else 1e-5)


@pytest.mark.parametrize("deals", [1, 2, 15, 16, 31, 32, 200, 5000])
def test_limits_of_few_wins_have_tails_of_a_fortieth(deals: int) -> None:
    def at_least(won: int, p: float) -> float:
        return sum(comb(deals, k) * p**k * (1 - p) ** (deals - k) for k in range(won, min(deals, won + 60) + 1))

    for won in range(min(FEW, deals + 1)):
        low, high = of_wins(won, deals)
        assert low == 0 if won == 0 else at_least(won, low) == pytest.approx(0.025, rel=1e-6)
        assert high == 1 if won == deals else 1 - at_least(won + 1, high) == pytest.approx(0.025, rel=1e-6)
        assert of_wins(deals - won, deals) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(st.integers(FEW, 10**6), st.integers(FEW, 10**6))
def test_interval_without_ties_solves_wilsons_equation(won: int, lost: int) -> None:
    """At both ends p the mean is z standard errors of p away."""
    deals = won + lost
    for p in of_wins(won, deals):
        assert isclose((won / deals - p) ** 2, Z**2 * p * (1 - p) / deals, rel_tol=1e-6, abs_tol=1e-12)


@given(st.integers(1, 10**6), st.integers(0, 10**6))
def test_more_wins_of_as_many_deals_raise_both_limits(won: int, lost: int) -> None:
    """Across the border between the two intervals, too."""
    before, after = (of_wins(count, won + lost) for count in (won - 1, won))
    assert before[0] < after[0]
    assert before[1] < after[1]


@given(rows())
def test_few_shares_are_counted_as_wins_rounded_outwards(row: tuple[int, list[int], int]) -> None:
    wins, ties, deals = row
    shares = wins + sum(ties)
    if shares < FEW:
        total = wins + sum(Fraction(count, winners) for winners, count in enumerate(ties, 2))
        low, high = interval([wins, *ties], deals)
        assert low == of_wins(floor(total), deals)[0]
        assert high == of_wins(ceil(total), deals)[1]


@given(rows())
def test_interval_holds_the_mean_and_has_a_width(row: tuple[int, list[int], int]) -> None:
    seat = seat_of(*row)
    assert seat.ci_low is not None
    assert seat.ci_high is not None
    assert seat.equity is not None
    assert 0 <= seat.ci_low < seat.ci_high <= 1
    assert seat.ci_low - 1e-12 <= seat.equity <= seat.ci_high + 1e-12


@given(rows())
def test_two_seats_that_share_all_pots_have_mirrored_intervals(row: tuple[int, list[int], int]) -> None:
    wins, (ties, *_), deals = row
    lost = deals - wins - ties
    if lost >= 0:
        low, high = interval([wins, ties, *[0] * 6], deals)
        assert interval([lost, ties, *[0] * 6], deals) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(st.integers(100, 10**6), st.integers(100, 10**6), st.integers(1, 10**6), st.integers(2, 8))
def test_ties_narrow_the_interval(wins: int, lost: int, tied: int, winners: int) -> None:
    """Against a seat of the same equity that shares no pot: its variance is the largest there is."""
    ties = [0] * 7
    ties[winners - 2] = tied * winners
    low, high = interval([wins, *ties], wins + lost + tied * winners)
    alone = of_wins(wins + tied, wins + lost + tied * winners)
    assert high - low < alone[1] - alone[0]


def test_exact_figures_have_no_error() -> None:
    hands = [100, *[0] * 9]
    for wins, tied in ((0, 0), (1, 0), (30, 7), (100, 0)):
        row = [wins, tied, *[0] * 6, *hands]
        seat = seat_result(parse_seat("AsKd/Qh7c", 1), row, 100, exact=True)
        assert seat.equity == wins / 100 + tied / 200
        assert (seat.ci_low, seat.ci_high, seat.standard_error) == (seat.equity, seat.equity, 0)


@given(rows())
def test_figures_are_those_of_the_shares(row: tuple[int, list[int], int]) -> None:
    wins, ties, deals = row
    seat = seat_of(*row)
    shares = [(1.0, wins), *((1 / winners, count) for winners, count in enumerate(ties, 2))]
    shares.append((0.0, deals - wins - sum(ties)))
    mean = sum(share * count for share, count in shares) / deals
    moment = sum((share - mean) ** 2 * count for share, count in shares) / deals
    assert seat.win == wins / deals
    assert seat.tie == sum(ties) / deals
    assert seat.equity == pytest.approx(mean, abs=1e-12)
    assert seat.tie_share == pytest.approx(mean - wins / deals, abs=1e-12)
    assert seat.standard_error == pytest.approx(sqrt(moment / deals), rel=1e-6, abs=1e-12)


@given(st.integers(1, 10**9), st.integers(1, 8))
def test_a_seat_that_always_gets_the_same_share(deals: int, winners: int) -> None:
    """No spread was seen, but the interval says what could have been missed: at least as far as for a natural limit."""
    counts = [0] * 8
    counts[winners - 1] = deals
    seat = seat_of(counts[0], counts[1:], deals)
    assert seat.equity == pytest.approx(1 / winners)
    assert seat.standard_error == pytest.approx(0, abs=1e-12)
    assert seat.ci_low is not None
    assert seat.ci_high is not None
    assert seat.ci_high - seat.ci_low >= 1.5 / (deals + Z**2)


@given(st.integers(1, 10**6), st.integers(1, 3))
def test_four_times_the_deals_halve_the_error(wins: int, lost: int) -> None:
    one, four = (seat_of(k * wins, [0] * 7, k * (wins + lost)) for k in (1, 4))
    assert one.standard_error is not None
    assert four.standard_error == pytest.approx(one.standard_error / 2, rel=1e-6)


def test_categories_are_shares_of_hands() -> None:
    counts = list(range(1, 11))
    seat = seat_result(parse_seat("xx/x", 3), [55, *[0] * 7, *counts], 55)
    assert seat.categories == {label: count / 55 for label, count in zip(oracle.CATEGORIES, counts, strict=True)}
    assert (seat.seat, seat.cards, seat.folded) == (3, "xx/x", False)


def test_folded_seat_has_no_figures() -> None:
    seat = seat_result(parse_seat("f:xx/Qc", 2), None, 10)
    assert (seat.seat, seat.cards, seat.folded) == (2, "f:xx/Qc", True)
    assert {seat.wins, seat.equity, seat.standard_error, seat.ci_low, seat.ci_high, seat.tie_counts} == {None}
