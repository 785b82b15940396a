"""Exact counts in rows of integers that can be compared and added."""

from fractions import Fraction
from typing import Any

from simulator import Rules, Table, equity
from simulator.results import Result
from tests.dealer import Outcome
from tests.oracle import CATEGORIES, House


def count(
    seats: list[str], dead: str = "", common: str | None = None, house: House | None = None, **options: Any
) -> Result:
    table = Table.parse(seats, dead=dead, common=common, rules=Rules(**(house or {})))
    return equity(table, method="exact", **options)


def tally(result: Result) -> list[int]:
    """Everything that is counted, in a row: deals, void deals, and by live seat 1 to 8 winners and ten categories."""
    assert result.method == "exact"
    row = [result.deals, result.void_deals]
    for seat in result.seats:
        if seat.folded:
            continue
        assert seat.tie_counts is not None
        assert seat.categories is not None
        assert seat.ties == sum(seat.tie_counts)
        assert list(seat.categories) == list(CATEGORIES)
        hands = [round(share * result.deals) for share in seat.categories.values()]
        assert list(seat.categories.values()) == [hand / result.deals for hand in hands]
        assert sum(hands) == result.deals
        row += [seat.wins or 0, *seat.tie_counts, *hands]
    return row


def judged(outcome: Outcome) -> list[int]:
    """The same row from the dealer."""
    row = [outcome.deals, outcome.void_deals]
    for _, seat in sorted(outcome.counts.items()):
        row += [seat.wins, *(seat.tie_counts[ways] for ways in range(2, 9)), *(seat.categories[c] for c in range(10))]
    return row


def pots(result: Result) -> Fraction:
    """What all seats win together."""
    return sum(
        (
            (seat.wins or 0)
            + sum((Fraction(times, ways) for ways, times in enumerate(seat.tie_counts, 2)), Fraction(0))
            for seat in result.seats
            if seat.tie_counts is not None
        ),
        Fraction(0),
    )
