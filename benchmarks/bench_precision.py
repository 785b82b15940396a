"""How long does a warm process take to +-0.1% of the pot at a table of seven?"""

from functools import partial

from benchmarks.timing import RUNS, Figure, at_most, medians
from simulator import Table, equity

# An equity near 50% is the hardest: 960,400 deals and more.
TABLES = {
    "nothing known": ["xx/x"] * 7,
    "third street, one hand known": ["QsQd/Ah", *["xx/x"] * 6],
    "third street, all hands known, a favourite at 47%": [
        *("AsAd/Qh", "KdKs/Jd", "8c8d/7h", "6s6h/4d", "TdTs/9c", "5s5h/2c", "3s3h/Jc"),
    ],
    "fourth street, two hands known": ["AsKd/Qh7c", "8c8d/Tc2d", *["xx/xx"] * 5],
}
PRECISION = 0.001


def figures(*, smoke: bool) -> list[Figure]:
    """Seconds of the public call, on all CPUs."""
    precision = 0.01 if smoke else PRECISION
    times = medians(
        [partial(equity, Table.parse(seats), precision=precision, seed=1) for seats in TABLES.values()],
        1 if smoke else 3 * RUNS,
    )
    prefix = f"to +-{precision:.1%}, 7 seats, "
    found = [Figure(prefix + what, seconds, "s") for what, seconds in zip(TABLES, times, strict=True)]
    return [*found, Figure(prefix + "the worst of these", max(times), "s", at_most(0.1))]
