"""95% intervals of a mean share of the pot, from counts of deals by share.

**Where shares above 0, or shares below 1, are few**, the shares are added up and the sum is taken for a number of wins,
rounded outwards: Clopper and Pearson, *The use of confidence or fiducial limits illustrated in the case of the
binomial* (Biometrika 26, 1934). Shares between 0 and 1 spread no wider than wins and losses of the same mean.

**Elsewhere** it is the score interval of Wilson, *Probable inference, the law of succession, and statistical inference*
(Journal of the American Statistical Association 22, 1927), which solves ``(mean - p)**2 = z**2 * variance(p) / deals``
for p. With wins and losses alone ``variance(p) = p * (1 - p)``: a parabola through the measured variance, whose slope
at the mean is ``1 - 2 * mean``. With ties the variance is smaller, and its slope is the third central moment over the
second, as in any family of distributions that weighs the measured one exponentially; for wins and losses that is the
same ``1 - 2 * mean``. Where wins or losses are too few for that slope to be known, each limit takes one that allows for
more of them.

Exact sums over all outcomes (tests/test_coverage.py) put the coverage at 93.3% to 97% where 10 wins and 10 losses or
more are expected, in 50 deals or more, and above 93% elsewhere.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log1p, sqrt

Z95 = 1.959963984540054  # 97.5% point of the normal distribution
_TAIL = 0.025
_FEW = 16  # fewer shares above 0 or below 1 than this are counted as wins or losses
_FEW_WINS = 6  # fewer wins or losses than this, among more ties, do not tell the slope of the variance
SHARE_UNIT = 840  # makes every share 1 .. 1/8 whole
_STEPS = 60


def moments(winners: Sequence[int], deals: int) -> tuple[float, float, float]:
    """Mean share of the pot, and its second and third central moments.

    Parameters
    ----------
    winners : sequence of int
        Deals with 1, 2, .. winners of which the seat is one.
    deals : int
        Number of deals; those that are not among the winners are lost.
    """
    mean = sum(SHARE_UNIT // k * count for k, count in enumerate(winners, 1)) / (SHARE_UNIT * deals)
    shares = [(1 / k - mean, count / deals) for k, count in enumerate(winners, 1) if count]
    shares.append((-mean, (deals - sum(winners)) / deals))
    return mean, sum(part * gap**2 for gap, part in shares), sum(part * gap**3 for gap, part in shares)


def interval(winners: Sequence[int], deals: int) -> tuple[float, float]:
    """95% interval of the mean share of the pot; its width is never 0.

    Parameters
    ----------
    winners, deals
        As in `moments`.

    Returns
    -------
    tuple of float
        The limits, in 0..1.
    """
    wins, losses = winners[0], deals - sum(winners)
    if deals - losses < _FEW or deals - wins < _FEW:
        total = sum(SHARE_UNIT // k * count for k, count in enumerate(winners, 1))
        return _lower(total // SHARE_UNIT, deals), _upper(-(-total // SHARE_UNIT), deals)
    mean, variance, third = moments(winners, deals)
    slope = third / variance if variance else 0.0
    slope_up = slope_down = slope
    if wins < _FEW_WINS:
        slope_up, slope_down = max(slope_up, 1 - mean), min(slope_down, 0.0)
    if losses < _FEW_WINS:
        slope_up, slope_down = max(slope_up, 0.0), min(slope_down, -mean)
    spread = Z95**2 / deals
    low = mean - _reach(variance, -slope_down, spread)
    high = mean + _reach(variance, slope_up, spread)
    return max(0.0, low), min(1.0, high)


def _reach(variance: float, slope: float, spread: float) -> float:
    """Largest d with ``d**2 = spread * (variance + slope * d - d**2)``."""
    shift = spread * slope
    return (shift + sqrt(shift**2 + 4 * (1 + spread) * spread * variance)) / (2 * (1 + spread))


def _upper(wins: int, deals: int) -> float:
    """Upper limit of Clopper and Pearson: that many wins or fewer have a chance of 2.5%."""
    return 1 - _lower_of_few(deals - wins, deals) if wins > deals // 2 else _upper_of_few(wins, deals)


def _lower(wins: int, deals: int) -> float:
    """Lower limit of Clopper and Pearson: that many wins or more have a chance of 2.5%."""
    return 1 - _upper_of_few(deals - wins, deals) if wins > deals // 2 else _lower_of_few(wins, deals)


@lru_cache(4096)
def _upper_of_few(wins: int, deals: int) -> float:
    return _solve(wins, deals, _TAIL) if wins < deals else 1.0


@lru_cache(4096)
def _lower_of_few(wins: int, deals: int) -> float:
    return _solve(wins - 1, deals, 1 - _TAIL) if wins else 0.0


def _solve(wins: int, deals: int, chance: float) -> float:
    """Return the p of a win at which so few wins or fewer have the given chance, by bisection."""
    low, high = 0.0, min(1.0, 4 * (wins + 4) / deals)
    for _ in range(_STEPS):
        p = (low + high) / 2
        if _at_most(wins, deals, p) > chance:
            low = p
        else:
            high = p
    return (low + high) / 2


def _at_most(wins: int, deals: int, p: float) -> float:
    """Chance of so many wins or fewer."""
    term = total = exp(deals * log1p(-p))
    for k in range(wins):
        term *= (deals - k) / (k + 1) * p / (1 - p)
        total += term
    return total
