"""Standard errors and 95% intervals made of counts, against textbook figures and a direct computation."""

from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.results import SeatResult, interval, seat_result
from simulator.seats import parse_seat
from tests import oracle

Z = 1.959963984540054


def seat_of(wins: int, tie_counts: list[int], deals: int) -> SeatResult:
    hands = [deals, *[0] * 9]
    return seat_result(parse_seat("AsKd/Qh7c", 1), [wins, *tie_counts, *hands], deals)


@st.composite
def rows(draw: st.DrawFn) -> tuple[int, list[int], int]:
    """Wins, deals shared by 2 .. 8 winners, and deals, which may all be lost, won or shared."""
    counts = draw(st.lists(st.one_of(st.just(0), st.integers(0, 5), st.integers(0, 10**6)), min_size=9, max_size=9))
    wins, lost, *ties = counts
    return wins, ties, max(1, wins + lost + sum(ties)) if sum(counts) else 1


@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    [
        (8, 10, 0.49016, 0.94331),
        (0, 10, 0.0, 0.27753),  # z**2 / (n + z**2)
        (10, 10, 0.72247, 1.0),
        (1, 1, 0.20655, 1.0),  # 1 / (1 + z**2)
        (50, 100, 0.40383, 0.59617),
    ],
)
def test_wilson_intervals_of_textbooks(won: int, deals: int, low: float, high: float) -> None:
    """Shares of 0 and 1: the second moment is the mean."""
    found = interval(won / deals, won / deals, deals)
    assert found == pytest.approx((low, high), abs=1e-5)


@given(rows())
def test_interval_holds_the_mean_and_has_a_width(row: tuple[int, list[int], int]) -> None:
    seat = seat_of(*row)
    assert seat.ci_low is not None
    assert seat.ci_high is not None
    assert seat.equity is not None
    assert 0 <= seat.ci_low < seat.ci_high <= 1
    assert seat.ci_low - 1e-12 <= seat.equity <= seat.ci_high + 1e-12


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_interval_without_ties_solves_wilsons_equation(won: int, lost: int) -> None:
    """At both ends p the mean is z standard errors of p away, except where an end is cut off at 0 or 1."""
    deals = max(1, won + lost)
    mean = won / deals
    for p in interval(mean, mean, deals):
        if 0 < p < 1:
            assert isclose((mean - p) ** 2, Z**2 * p * (1 - p) / deals, rel_tol=1e-6, abs_tol=1e-12)
        else:
            assert mean == p


@given(rows())
def test_ties_narrow_the_interval(row: tuple[int, list[int], int]) -> None:
    """Against a seat of the same equity that shares no pot: its variance is the largest there is."""
    seat = seat_of(*row)
    assert seat.equity is not None
    assert seat.ci_low is not None
    assert seat.ci_high is not None
    low, high = interval(seat.equity, seat.equity, row[2])
    assert low - 1e-12 <= seat.ci_low
    assert seat.ci_high <= high + 1e-12


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
    # Where shares are all alike, rounding leaves a variance of about 1e-16.
    assert seat.standard_error == pytest.approx(sqrt(moment / deals), rel=1e-6, abs=2e-8 / sqrt(deals))


@given(st.integers(1, 10**9), st.integers(1, 8))
def test_a_seat_that_always_gets_the_same_share(deals: int, winners: int) -> None:
    """No spread was seen, but the interval says what could have been missed: at least as far as for a natural limit."""
    counts = [0] * 8
    counts[winners - 1] = deals
    seat = seat_of(counts[0], counts[1:], deals)
    assert seat.equity == pytest.approx(1 / winners)
    assert seat.standard_error == pytest.approx(0, abs=2e-8 / sqrt(deals))
    assert seat.ci_low is not None
    assert seat.ci_high is not None
    assert seat.ci_high - seat.ci_low >= 0.9 * Z**2 / 2 / (deals + Z**2)


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
