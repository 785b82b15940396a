"""How many deals a second does `equity` make, with categories, on one core and on two?"""

import os

from benchmarks.machine import has_avx512, pin, unpin
from benchmarks.timing import Figure, median_seconds
from simulator import Rules, Table, equity

# What is asked of a machine with AVX-512; about half without.
TABLES = {
    "Follow the Queen, 2 seats, nothing known": (["xx/x"] * 2, "ftq", 70.0),
    "Follow the Queen, 4 seats, nothing known": (["xx/x"] * 4, "ftq", None),
    "Follow the Queen, 7 seats, nothing known": (["xx/x"] * 7, "ftq", 15.0),
    "Follow the Queen, third street": (["AsKd/Qh", "xx/Tc"], "ftq", None),
    "Follow the Queen, fifth street": (["AsKd/Qh7c2d", "xx/Tc2c4c"], "ftq", None),
    "seven-card stud, 2 seats, nothing known": (["xx/x"] * 2, "stud", None),
}
# House rules make deals at no less than half the speed of the default.
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
    "accumulate, deuces wild, seventh up": Rules(followers="accumulate", extra_wild="2", seventh="up"),
}


def deals_per_second(seats: list[str], rules: Rules, deals: int, workers: int = 1) -> float:
    """Deals of a run divided by the time of the public call."""
    table = Table.parse(seats, rules=rules)
    return deals / median_seconds(
        lambda: equity(table, method="montecarlo", deals=deals, seed=1, workers=workers, by_street=False)
    )


def figures(*, smoke: bool) -> list[Figure]:
    """Millions of deals a second."""
    deals = 50_000 if smoke else 20_000_000
    share = 1 if has_avx512() else 0.5
    pin()
    found = [
        Figure(what, deals_per_second(seats, Rules(game=game), deals) / 1e6, "M deals/s", target and target * share)
        for what, (seats, game, target) in TABLES.items()
    ]
    for name, rules in HOUSE_RULES.items():
        # Host speed drifts: each one against the default in the same minute.
        default, own = (deals_per_second(["xx/x"] * 2, option, deals) for option in (Rules(), rules))
        found.append(Figure(f"{name} v default, 2 seats", own / default, "times", 0.5))
    unpin()
    if (os.cpu_count() or 1) > 1:
        seats = ["xx/x"] * 2
        one, two = (deals_per_second(seats, Rules(), 5 * deals, workers) for workers in (1, 2))
        found.append(Figure("two workers v one, 2 seats", two / one, "times", 1.8))
    return found
