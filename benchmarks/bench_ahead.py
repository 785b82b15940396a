"""How long does a forecast take, and how long a list of outs, in a warm process on two cores?"""

from functools import partial

from benchmarks.timing import RUNS, Figure, at_most, medians
from simulator import Table, forecast, outs

WORKERS = 2
FORECASTS = {
    "fourth street, 2 seats": ["AsKd/Qh7c", "8c8d/Tc2d"],
    "fourth street, 2 seats, one unknown": ["AsKd/Qh7c", "xx/Tc2d"],
}
OUTS = {
    "fifth street, 2 seats": ["AsKd/Qh7c4s", "8c8d/Tc2c5h"],
    "fifth street, 2 seats, one unknown": ["AsKd/Qh7c4s", "xx/Tc2c5h"],
    "fifth street, 2 seats unknown": ["xx/Qh7c4s", "xx/Tc2c5h"],
}


def figures(*, smoke: bool) -> list[Figure]:
    """Seconds of the public calls, at the precision that they have if nothing is said."""
    boards = 100 if smoke else None
    ahead = [
        partial(forecast, Table.parse(seats), boards=boards, seed=1, workers=WORKERS) for seats in FORECASTS.values()
    ]
    cards = [partial(outs, Table.parse(seats), seed=1, workers=WORKERS) for seats in OUTS.values()]
    times = medians([*ahead, *cards], 1 if smoke else RUNS)
    names = [*(f"forecast, {what}" for what in FORECASTS), *(f"outs, {what}" for what in OUTS)]
    targets = [3.0] * len(FORECASTS) + [2.0] * len(OUTS)
    return [
        Figure(name, seconds, "s", at_most(target)) for name, seconds, target in zip(names, times, targets, strict=True)
    ]
