"""How long does an exact count take, on two cores, once the kernels are compiled?"""

from functools import partial

from benchmarks.timing import RUNS, Figure, at_most, medians
from simulator import Table, equity

SEVEN = [
    *("AsKd/5h7c4s2h", "9sJh/Tc2d9h8h", "5s5d/3c3d9cJs", "6h6d/Ac8s8c6s"),
    *("KcKh/QhAd2cJd", "QsQd/4c4d4hTd", "ThTs/Ah2s3h3s"),
]
WORKERS = 2
# Seats, and the seconds that it may take.
TABLES = {
    **{f"sixth street, {n} seats, hole cards known": (SEVEN[:n], 0.1) for n in range(2, 8)},
    "sixth street, 2 seats, one unknown": (["AsKd/Qh7c4s2h", "xx/Tc2d9h8h"], 0.1),
    "fifth street, 2 seats": (["8c8d/Kh4h3d", "5hAs/Jc5cQs"], 0.1),
    "fifth street, 2 seats, one unknown": (["AsKd/Qh7c4s", "xx/Tc2d9h"], 0.1),
    "fourth street, 2 seats": (["8c8d/Kh4h", "5hAs/Jc5c"], 1.0),
}
LONG_TABLES = {
    "third street, 2 seats": (["8c8d/Kh", "5hAs/Jc"], 120.0),
    "fourth street, 2 seats, one unknown": (["AsKd/Qh7c", "xx/Tc2d"], None),
    "fourth street, 3 seats": (["8c8d/Kh4h", "5hAs/Jc5c", "9d9s/8h7h"], 60.0),
}


def figures(*, smoke: bool) -> list[Figure]:
    """Seconds of the public call; the long ones are measured once."""
    found = []
    for what, (seats, target) in TABLES.items() if smoke else [*TABLES.items(), *LONG_TABLES.items()]:
        table = Table.parse(seats)
        runs = 1 if smoke or what in LONG_TABLES else RUNS
        seconds, *_ = medians([partial(equity, table, method="exact", workers=WORKERS)], runs)
        found.append(Figure(f"exact, {what}", seconds, "s", None if target is None else at_most(target)))
    return found
