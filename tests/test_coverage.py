"""95% intervals hold: coverage as exact sums over all outcomes, and over many seeds of the real thing.

Bounds: 93% to 97% where at least 10 wins and 10 losses are expected, at least 93% below that. The figures themselves:
``python -m pytest tests/test_coverage.py -rP | grep covered``.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluator.kernels import BLOCK
from simulator import Rules, Table, equity, sampling
from simulator.completions import layout
from simulator.hole_draws import hole_draws
from simulator.interval import interval
from simulator.results import Result
from simulator.sampling import Sampling, rounds, tally_task
from tests.figures import lines

EXACT = lines("exact_equities.jsonl")
Floats = NDArray[np.float64]

SHARES = (2, 3, 8)  # winners of a tie


def log_factorials(most: int) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])


def chances(deals: int, *parts: tuple[float, NDArray[np.int64]]) -> Floats:
    """Multinomial chances of the counts, given the probability of each outcome and how often it comes."""
    logs = log_factorials(deals)
    total = np.full(parts[0][1].shape, logs[deals])
    for p, count in parts:
        total += count * np.log(p) - logs[count]
    found: Floats = np.exp(total)
    return found


def near(deals: int, p: float) -> range:
    """Numbers of an outcome that have any chance to speak of."""
    mean, spread = deals * p, (deals * p * (1 - p)) ** 0.5
    return range(max(0, int(mean - 7 * spread - 8)), min(deals, int(mean + 7 * spread + 12)) + 1)


@cache
def of_wins(won: int, deals: int) -> tuple[float, float]:
    return interval([won, *[0] * 7], deals)


@pytest.mark.parametrize("deals", [20, 30, 50, 100, 200, 500, 1000, 5000])
def test_wins_and_losses(deals: int) -> None:
    """At every point where the coverage jumps and so is smallest or largest: the limits of the intervals."""
    most = 40  # from there on it only gets better
    limits = np.array([of_wins(won, deals) for won in range(deals + 1)])
    points = limits[: most + 20].ravel()
    points = np.unique(np.concatenate([points * (1 - 1e-9), points * (1 + 1e-9)]))
    counts = np.arange(deals + 1)
    few: list[float] = []
    many: list[float] = []
    for p in points[(points > 0) & (points <= min(0.5, most / deals))]:
        held = (limits[:, 0] <= p) & (p <= limits[:, 1])
        covered = float(chances(deals, (p, counts), (1 - p, deals - counts))[held].sum())
        assert covered >= 0.93, f"{p * deals} wins expected"
        if p * deals >= 10 and deals >= 50:
            assert covered <= 0.97, f"{p * deals} wins expected"
        (few if p * deals < 10 else many).append(covered)
    print(f"covered: {min(few):.2%} to {max(few):.2%} where fewer than 10 wins are expected")
    if many:
        print(f"covered: {min(many):.2%} to {max(many):.2%} elsewhere")
    assert len(few) >= 20
    assert min(few) < 0.97, "not just wide"


def coverage_with_ties(deals: int, win: float, lose: float, winners: int) -> float:
    """Chance that the interval holds the equity, where every other deal is a tie of so many."""
    tie = 1 - win - lose
    rare = sorted([("win", win), ("lose", lose), ("tie", tie)], key=lambda part: part[1])[:2]
    pairs = np.array(list(product(*(near(deals, p) for _, p in rare))))
    counts = {name: pairs[:, at] for at, (name, _) in enumerate(rare)}
    for name in ("win", "lose", "tie"):
        counts.setdefault(name, deals - pairs.sum(axis=1))
    possible = np.all([count >= 0 for count in counts.values()], axis=0)
    counts = {name: count[possible] for name, count in counts.items()}
    weights = chances(deals, (win, counts["win"]), (lose, counts["lose"]), (tie, counts["tie"]))
    truth = win + tie / winners
    covered = 0.0
    for weight, wins, ties in zip(weights.tolist(), counts["win"].tolist(), counts["tie"].tolist(), strict=True):
        if weight > 1e-9:
            row = [wins, *[0] * 7]
            row[winners - 1] = ties
            low, high = interval(row, deals)
            covered += weight * (low - 1e-12 <= truth <= high + 1e-12)
    return covered


def check(covered: float, wins: float, losses: float) -> None:
    print(f"covered: {covered:.2%}")
    assert covered >= 0.93
    if min(wins, losses) >= 10:
        assert covered <= 0.97


@pytest.mark.parametrize("winners", SHARES)
@pytest.mark.parametrize(
    ("wins", "losses"), [(0.3, 0.3), (0.3, 20), (2, 2), (2, 16), (6, 6), (10, 10), (12, 16), (20, 10), (30, 30)]
)
def test_ties_with_few_wins_and_losses(wins: float, losses: float, winners: int) -> None:
    check(coverage_with_ties(400, wins / 400, losses / 400, winners), wins, losses)


@pytest.mark.parametrize("winners", SHARES)
@pytest.mark.parametrize(("wins", "ties"), [(0.3, 2), (0.3, 16), (1, 30), (4, 10), (10, 4), (12, 16), (30, 30)])
def test_losses_with_few_wins_and_ties(wins: float, ties: float, winners: int) -> None:
    check(coverage_with_ties(400, wins / 400, 1 - (wins + ties) / 400, winners), wins, 400 - wins - ties)
    check(coverage_with_ties(400, 1 - (wins + ties) / 400, wins / 400, winners), 400 - wins - ties, wins)


def coverage_of_stopped_runs(p: float, sizes: Iterator[int], precision: float) -> tuple[float, float]:
    """Chance that the interval holds p where runs of wins and losses stop at a precision, and wins expected then.

    Exact: the distribution of the wins goes from round to round, less the runs that have stopped.
    """
    going = np.array([1.0])
    done = 0
    covered = stopped = wins = 0.0
    while stopped < 1 - 1e-7:
        size = next(sizes) - done
        done += size
        counts = np.arange(near(size, p)[-1] + 1)
        going = np.convolve(going, chances(size, (p, counts), (1 - p, size - counts)))
        for won in np.nonzero(going > 1e-11)[0].tolist():
            low, high = of_wins(won, done)
            if (high - low) / 2 <= precision:
                stopped += going[won]
                wins += going[won] * won
                covered += going[won] * (low <= p <= high)
                going[won] = 0
        going[going <= 1e-11] = 0
    return covered / stopped, wins / stopped


@pytest.mark.parametrize("precision", [7e-6, 1e-5, 2e-5])
@pytest.mark.parametrize("p", [3e-7, 1e-6, 3e-6, 7e-6, 1.2e-5, 3e-5, 6e-5])
def test_runs_stopped_by_a_precision(precision: float, p: float) -> None:
    """With the real sizes of the rounds, where wins are few when it stops; where they are many, a stop tells little.

    The number of wins decides when it stops, in steps, so that few of them make the coverage uneven.
    """
    ends = (last * BLOCK for _, last in rounds(Sampling(1, None, precision)))
    covered, wins = coverage_of_stopped_runs(p, ends, precision)
    print(f"covered: {covered:.2%}, {wins:.1f} wins")
    assert covered >= (0.92 if 10 <= wins < 20 else 0.93)
    if wins >= 10:
        assert covered <= (0.985 if wins < 20 else 0.97)


# --- over many seeds of the real thing

SEEDS = 10_000


def exact(row: int) -> tuple[Table, list[float]]:
    """A table with the equity of each seat."""
    known = EXACT[row]
    table = Table.parse(known["seats"], dead=known.get("dead", ""), rules=Rules(game=known["game"], **known["rules"]))
    shares = [(seat["wins"] + seat["ties"] / 2) / known["deals"] for seat in known["results"]]
    return table, shares


def share_covered(row: int, run: Callable[[Table, int], Sequence[tuple[float, float]]], seeds: int) -> float:
    """Share of the seeds whose interval of the first seat holds its equity."""
    table, (truth, *_) = exact(row)
    held = 0
    for seed in range(seeds):
        low, high = run(table, seed)[0]
        held += low <= truth <= high
    print(f"covered: {held / seeds:.2%} of {seeds} seeds, equity {truth:.2%}")
    return held / seeds


@pytest.mark.jit
@pytest.mark.slow
@pytest.mark.parametrize(("row", "deals"), [(0, 200), (3, 200), (12, 40), (12, 200), (10, 1000), (15, 1000)])
def test_small_runs_of_many_seeds(row: int, deals: int) -> None:
    def run(table: Table, seed: int) -> list[tuple[float, float]]:
        where = wheres.setdefault(row, layout(table))
        tally, _, _ = tally_task(where, no_filters, seed, 0, 0, 1, deals)
        return [interval(tally[0, :8].tolist(), deals)]

    wheres: dict[int, Any] = {}
    no_filters = hole_draws(Table.parse(["xx/", "xx/"]))
    few = exact(row)[1][0] * deals < 10
    assert 0.93 <= share_covered(row, run, SEEDS) <= (1 if few else 0.97)


def intervals(result: Result) -> list[tuple[float, float]]:
    return [(seat.ci_low or 0.0, seat.ci_high or 0.0) for seat in result.seats]


@pytest.mark.jit
@pytest.mark.slow
def test_small_runs_of_equity_of_many_seeds() -> None:
    def run(table: Table, seed: int) -> list[tuple[float, float]]:
        return intervals(equity(table, "montecarlo", deals=500, seed=seed, workers=1))

    assert 0.93 <= share_covered(0, run, SEEDS) <= 0.97


@pytest.mark.jit
@pytest.mark.slow
@pytest.mark.parametrize("row", [0, 3])
def test_runs_of_many_seeds_stopped_by_a_precision(row: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of one block, so that there are many looks at the precision; it stops at different numbers of deals."""

    def run(table: Table, seed: int) -> list[tuple[float, float]]:
        result = equity(table, "montecarlo", precision=0.006, seed=seed, workers=1)
        lengths.add(result.deals)
        return intervals(result)

    monkeypatch.setattr(sampling, "ROUND_BLOCKS", 1)
    lengths: set[int] = set()
    assert 0.93 <= share_covered(row, run, SEEDS) <= 0.97
    assert min(lengths) > BLOCK


@pytest.mark.jit
@pytest.mark.slow
def test_runs_stopped_by_a_precision_with_the_real_rounds() -> None:
    def run(table: Table, seed: int) -> list[tuple[float, float]]:
        result = equity(table, "montecarlo", precision=0.0015, seed=seed, workers=1)
        assert result.deals > 64 * BLOCK
        return intervals(result)

    # 1,000 seeds: 5 standard errors of a true 95% are 3.4%.
    assert 0.916 <= share_covered(15, run, 1_000) <= 0.984
