"""``equity`` against its own deals counted again in plain Python: every count exactly, and the figures made of them."""

from functools import cache
from math import sqrt

import pytest

from simulator import equity
from simulator.results import SeatResult
from tests.figures import JIT
from tests.oracle import CATEGORIES
from tests.recount import TABLES, Recount, recount, table_of

SEED = 2**64 - 59
SHORT = ("three seats, a folded one", "seventh street", "double ace")
QUICK = [name for name in TABLES if JIT or name in SHORT]
tables = pytest.mark.parametrize("name", QUICK)


def deals_of(name: str) -> int:
    """As many as a second of plain Python allows."""
    seats = len(TABLES[name][0])
    return (200 if seats == 8 else 600) if JIT else 100


@cache
def recounted(name: str) -> Recount:
    return recount(table_of(name), deals_of(name), SEED)


@cache
def live_seats(name: str) -> dict[int, SeatResult]:
    result = equity(table_of(name), method="montecarlo", deals=deals_of(name), seed=SEED, workers=1)
    void = recounted(name).void_deals
    assert (result.deals, result.seed, result.partial, result.void_deals) == (deals_of(name) - void, SEED, False, void)
    return {at: seat for at, seat in enumerate(result.seats) if not seat.folded}


@tables
def test_every_count_is_that_of_the_deals(name: str) -> None:
    counts = recounted(name).counts
    assert counts.keys() == live_seats(name).keys()
    for at, seat in live_seats(name).items():
        assert seat.wins == counts[at].wins
        assert seat.tie_counts == tuple(counts[at].tie_counts[winners] for winners in range(2, 9))
        assert seat.ties == counts[at].ties
        assert seat.categories == {
            label: counts[at].categories[number] / len(recounted(name).shares[at])
            for number, label in enumerate(CATEGORIES)
        }


@tables
def test_equity_and_standard_error_are_those_of_the_shares(name: str) -> None:
    """Mean and root of the second central moment over n, from the share of every single deal in exact fractions."""
    for at, seat in live_seats(name).items():
        shares = recounted(name).shares[at]
        assert len(shares) == deals_of(name) - recounted(name).void_deals
        mean = sum(shares) / len(shares)
        moment = sum((share - mean) ** 2 for share in shares) / len(shares)
        assert seat.equity == pytest.approx(float(mean), abs=1e-14)
        assert seat.standard_error == pytest.approx(sqrt(moment / len(shares)), rel=1e-9, abs=1e-12)


@pytest.mark.jit
def test_tables_have_void_deals() -> None:
    """About half of the deals of two seats have no trigger face up, few of eight seats (rule W13)."""
    void = {name: recounted(name).void_deals for name in QUICK}
    assert {name for name, count in void.items() if count} == {
        name for name in QUICK if TABLES[name][3].no_trigger == "redeal"
    }


@pytest.mark.jit
def test_tables_have_ties_and_hands_of_every_kind() -> None:
    """What the tests above would pass over if it never came up."""
    counts = [count for name in QUICK for count in recounted(name).counts.values()]
    assert {number for count in counts for number in count.categories} == set(range(10))
    assert {winners for count in counts for winners in count.tie_counts} >= {2, 3}


@pytest.mark.jit
def test_recount_of_a_second_block() -> None:
    """Deals past the first block, the last block short."""
    name, deals = "seventh street", 4_096 + 700
    result = equity(table_of(name), method="montecarlo", deals=deals, seed=3, workers=2)
    counts = recount(table_of(name), deals, 3).counts
    for at, seat in enumerate(result.seats):
        if not seat.folded:
            assert seat.wins == counts[at].wins
            assert seat.ties == counts[at].ties


@pytest.mark.jit
def test_double_ace_flush_changes_counts() -> None:
    """The option reaches the kernels: the same deals, other winners."""
    table = table_of("double ace")
    off = table.with_rules(table_of("two seats").rules)
    on_result, off_result = (equity(one, deals=50_000, seed=1, workers=1) for one in (table, off))
    assert [seat.categories for seat in on_result.seats] == [seat.categories for seat in off_result.seats]
    assert [seat.wins for seat in on_result.seats] != [seat.wins for seat in off_result.seats]
