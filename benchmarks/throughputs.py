"""Short runs of everything whose speed is compared from version to version."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from benchmarks import bench_deals, bench_exact, bench_hands
from simulator import Table, equity

_DEALS = 131_072
_HANDS = 400_000
_EXACT = ("sixth street, 7 seats, hole cards known", "fifth street, 2 seats")


class Throughput(NamedTuple):
    """A run of some milliseconds, and the deals, hands or answers that it makes."""

    run: Callable[[], object]
    amount: int
    unit: str


def throughputs() -> dict[str, Throughput]:
    """Return the runs, on one core."""
    found = {}
    for what, (table, _) in bench_deals.TABLES.items():
        found[what] = Throughput(bench_deals.sampling(table, _DEALS), _DEALS, "deals")
    for what, (table, _) in bench_deals.HOUSE_TABLES.items():
        found[f"{what}, 2 seats, nothing known"] = Throughput(bench_deals.sampling(table, _DEALS), _DEALS, "deals")
    for what, hands in bench_hands.questions(_HANDS).items():
        found[what] = Throughput(bench_hands.evaluation(hands), _HANDS, "hands")
    for what in _EXACT:
        table = Table.parse(bench_exact.TABLES[what][0])
        found[f"exact, {what}"] = Throughput(partial(equity, table, method="exact", workers=1), 1, "answers")
    return found
