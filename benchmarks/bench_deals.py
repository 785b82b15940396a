"""How many deals a second does `equity` make, with categories, on one core?"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from benchmarks.machine import pin, unpin, vector_target
from benchmarks.timing import CPU_TIME, RUNS, Figure, at_least, medians
from simulator import Rules, Table, equity


class Question(NamedTuple):
    """A table, and the millions of deals a second to reach on a machine with AVX-512."""

    table: Table
    target: float


UNKNOWN = ["xx/x", "xx/x"]
TABLES = {
    "Follow the Queen, 2 seats, nothing known": Question(Table.parse(UNKNOWN), 110),
    "Follow the Queen, 4 seats, nothing known": Question(Table.parse(["xx/x"] * 4), 50),
    "Follow the Queen, 7 seats, nothing known": Question(Table.parse(["xx/x"] * 7), 25),
    "Follow the Queen, third street, 2 seats known": Question(Table.parse(["AsKd/Qh", "8c8d/Tc"]), 115),
    "Follow the Queen, fifth street, 2 seats known": Question(Table.parse(["AsKd/Qh7c2d", "8c8d/Tc2c4c"]), 190),
    "seven-card stud, 2 seats, nothing known": Question(Table.parse(UNKNOWN, rules=Rules(game="stud")), 150),
}
# Void deals of `redeal` are deals generated, too. The last ones are what costs most, together.
HOUSE_RULES = {
    "last_queen=keep": Rules(last_queen="keep"),
    "last_queen=none": Rules(last_queen="none"),
    "queens_wild=if_up": Rules(queens_wild="if_up"),
    "queens_wild=never": Rules(queens_wild="never"),
    "trigger=K": Rules(trigger="K"),
    "followers=accumulate": Rules(followers="accumulate"),
    "no_trigger=redeal": Rules(no_trigger="redeal"),
    "extra_wild=9,2": Rules(extra_wild="9,2"),
    "seventh=up": Rules(seventh="up"),
    "double_ace_flush=on": Rules(double_ace_flush="on"),
    "accumulate, deuces wild": Rules(followers="accumulate", extra_wild="2"),
    "accumulate, deuces wild, seventh up": Rules(followers="accumulate", extra_wild="2", seventh="up"),
}
HOUSE_TABLES = {name: Question(Table.parse(UNKNOWN, rules=rules), 85) for name, rules in HOUSE_RULES.items()}


def sampling(table: Table, deals: int, workers: int = 1) -> Callable[[], object]:
    """Sample so many deals with the public call."""
    return partial(equity, table, method="montecarlo", deals=deals, seed=1, workers=workers, by_street=False)


def figures(*, smoke: bool) -> list[Figure]:
    """Millions of deals a second, and house rules against the default."""
    deals = 50_000 if smoke else 20_000_000
    pin()
    times = medians([sampling(table, deals) for table, _ in TABLES.values()], RUNS, CPU_TIME)
    found = [
        Figure(what, deals / seconds / 1e6, "M deals/s", vector_target(target))
        for (what, (_, target)), seconds in zip(TABLES.items(), times, strict=True)
    ]
    default = sampling(Table.parse(UNKNOWN), deals)
    for name, (table, target) in HOUSE_TABLES.items():
        own, other = medians([sampling(table, deals), default], RUNS, CPU_TIME)
        found.append(Figure(f"{name}, 2 seats, nothing known", deals / own / 1e6, "M deals/s", vector_target(target)))
        found.append(Figure(f"{name} v default", other / own, "times", at_least(0.5)))
    unpin()
    return found
