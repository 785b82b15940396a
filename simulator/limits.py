"""What the arguments of a query may be: limits, defaults and the checks that name an argument out of range.

Imports nothing heavy, so that the command line can check its input with it.
"""

import os
from operator import index
from typing import SupportsFloat, SupportsIndex

MAX_SEED = 2**64 - 1
MAX_DEALS = 10**15  # years of computing
MAX_WORKERS = 1024
MAX_SECONDS = 366 * 86_400
DEFAULT_PRECISION = 0.001
FORECAST_PRECISION = 0.002
MIN_BOARDS, MAX_BOARDS = 2, 10**11  # their variance is wanted
MIN_BOARD_DEALS, MAX_BOARD_DEALS = 2, 2048  # the same; a block of the kernels
DEFAULT_BOARD_DEALS = 256
OUTS_PRECISION = 0.002  # after each card that can come next
MIN_PRECISION = 3.1e-8  # what MAX_DEALS reach where the equity is 50%: 1.96 * 0.5 / sqrt(MAX_DEALS)
MAX_PRECISION = 0.5
DRAWN_SEED_BITS = 32  # short enough to type again


def whole(name: str, value: SupportsIndex, low: int, high: int) -> int:
    """Return a whole number in range as an int; ValueError names the argument."""
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name} is a whole number, not {value!r}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} is {low} to {high}, not {number}")
    return number


def _real(name: str, value: SupportsFloat) -> float:
    """Return a number as a float; ValueError names the argument."""
    try:
        if isinstance(value, str | bytes):
            raise TypeError
        return float(value)
    except (TypeError, OverflowError):
        raise ValueError(f"{name} is a number, not {str(value)[:40]!r}") from None


def checked_seed(seed: int | None) -> int:
    """Return the seed, or a drawn one for None; ValueError if it is out of range."""
    return whole(
        "seed", int.from_bytes(os.urandom(DRAWN_SEED_BITS // 8), "little") if seed is None else seed, 0, MAX_SEED
    )


def checked_precision(precision: float) -> float:
    """Return the precision; ValueError if it is out of range or needs more deals than there may be."""
    number = _real("precision", precision)
    if 0 < number < MIN_PRECISION:
        raise ValueError(f"precision is at least {MIN_PRECISION}: {number} would take more than {MAX_DEALS:.0e} deals")
    if not 0 < number <= MAX_PRECISION:
        raise ValueError(f"precision is more than 0 and at most {MAX_PRECISION} (of the pot), not {number}")
    return number


def checked_seconds(time_limit: float) -> float:
    """Return the time limit; ValueError if it is out of range."""
    number = _real("time_limit", time_limit)
    if not 0 < number <= MAX_SECONDS:
        raise ValueError(f"time_limit is more than 0 and at most {MAX_SECONDS} seconds, not {number}")
    return number


def checked_end(
    precision: float | None, amount: int | None, time_limit: float | None, default: float
) -> tuple[float | None, float | None]:
    """Return precision and time limit; the default precision where nothing else, no amount either, ends a run."""
    if time_limit is not None:
        time_limit = checked_seconds(time_limit)
    if precision is not None:
        return checked_precision(precision), time_limit
    return default if amount is None and time_limit is None else None, time_limit
