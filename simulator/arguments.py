"""Values of the command line: numbers written as ``5M``, and the table and rules that the options describe."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

import click

from simulator.limits import MAX_DEALS, MAX_SEED, MAX_WORKERS, checked_precision, checked_seconds
from simulator.methods import METHODS
from simulator.rules import GAMES

MAX_COUNT = 100_000

_NUMBER = re.compile(r"(\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e\+?(\d{1,2}))?([km]?)", re.IGNORECASE | re.ASCII)
Command = TypeVar("Command", bound=Callable[..., Any])

_SUFFIX = {"": 0, "k": 3, "m": 6}
_QUANTITY = re.compile(
    r"((?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,3})?)\s*([a-z%]*)", re.IGNORECASE | re.ASCII
)
_SECONDS = {"": 1.0, "s": 1.0, "ms": 0.001, "m": 60.0, "min": 60.0, "h": 3600.0}


def parse_whole(text: str) -> int:
    """Read a whole number: ``500``, ``200k``, ``5M``, ``1e6``, ``1_000_000``.

    Raises
    ------
    ValueError
        Text that is no number, or a number that is not whole.
    """
    match = _NUMBER.fullmatch(text.strip().replace("_", ""))
    if match is None:
        raise ValueError(f"{text[:40]!r} is not a whole number from 0 up: write it as 5000000, 5M, 200k or 1e6")
    digits, exponent, suffix = match.groups()
    whole, _, fraction = digits.partition(".")
    shift = int(exponent or 0) + _SUFFIX[suffix.lower()] - len(fraction)
    value = int(whole + fraction)
    if shift < 0 and value % 10**-shift:
        raise ValueError(f"{text[:40]!r} is not a whole number")
    return value * int(10**shift) if shift >= 0 else value // int(10**-shift)


def parse_precision(text: str) -> float:
    """Read a fraction of the pot, with or without a percent sign: ``0.1%`` is ``0.001``.

    Raises
    ------
    ValueError
        Text that is no such number, or a number out of range.
    """
    match = _QUANTITY.fullmatch(text.strip())
    if match is None or match[2] not in ("", "%"):
        raise ValueError(f"{text[:40]!r} is not a precision: write it as 0.1% or 0.001")
    return checked_precision(float(Decimal(match[1]).scaleb(-2 if match[2] else 0)))


def parse_seconds(text: str) -> float:
    """Read a time as seconds: ``5s``, ``500ms``, ``2m``, ``1h``, ``5``.

    Raises
    ------
    ValueError
        Text that is no time, or a time out of range.
    """
    match = _QUANTITY.fullmatch(text.strip())
    if match is None or match[2].lower() not in _SECONDS:
        raise ValueError(f"{text[:40]!r} is not a time: write it as 5s, 500ms, 2m or 1h")
    return checked_seconds(float(match[1]) * _SECONDS[match[2].lower()])


def parse_chips(text: str) -> float:
    """Read a number of chips: ``12``, ``4.50``, ``1k``.

    Raises
    ------
    ValueError
        Text that is no number, or one out of range.
    """
    match = _NUMBER.fullmatch(text.strip().replace("_", ""))
    if match is None:
        raise ValueError(f"{text[:40]!r} is not a number of chips: write it as 12 or 4.50")
    from simulator.pot_odds import checked_chips

    digits, exponent, suffix = match.groups()
    return checked_chips(float(f"{digits}e{int(exponent or 0) + _SUFFIX[suffix.lower()]}"))


if TYPE_CHECKING:
    _IntParam = click.ParamType[int]
    _FloatParam = click.ParamType[float]
else:
    _IntParam = _FloatParam = click.ParamType  # older releases of click: not generic


class Whole(_IntParam):
    """A whole number within limits, written as `parse_whole` reads it."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        """Set the smallest and the largest number allowed."""
        self.low = low
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or fail with one line."""
        try:
            number = value if isinstance(value, int) else parse_whole(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if not self.low <= number <= self.high:
            self.fail(f"{str(value)[:40]} is out of range: from {self.low} to {self.high}", param, ctx)
        return number


class Quantity(_FloatParam):
    """A number with a unit, as a parser of this module reads it."""

    name = "quantity"

    def __init__(self, parse: Callable[[str], float]) -> None:
        """Set the parser."""
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or fail with one line."""
        try:
            return self.parse(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


def read_pot(pot: float | None, to_call: float | None) -> tuple[float, float] | None:
    """Return the pot and the price of a call, None if neither is given; ValueError if one is missing or both are 0."""
    if pot is None and to_call is None:
        return None
    if pot is None or to_call is None:
        missing = "--pot" if pot is None else "--to-call"
        raise ValueError(f"{missing} is missing: pot odds need both, as in --pot 12 --to-call 4")
    from simulator.pot_odds import checked_pot

    return checked_pot(pot, to_call)


def choose_game(command: Command) -> Command:
    """Add the options --game and --rule."""
    for option in (
        click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule; may be repeated."),
        click.option("--game", type=click.Choice(GAMES), default="ftq", show_default=True, help="stud: no wild cards."),
    ):
        command = option(command)
    return command


def choose_format(command: Command) -> Command:
    """Add the option --format."""
    formats = click.Choice(["table", "json", "csv"])
    return click.option(
        "--format", "form", type=formats, default="table", show_default=True, help="Form of the answer."
    )(command)


def choose_pot(command: Command) -> Command:
    """Add the options --pot and --to-call."""
    chips = Quantity(parse_chips)
    for option in (
        click.option("--to-call", type=chips, metavar="CHIPS", help="With --pot: what a call costs."),
        click.option("--pot", type=chips, metavar="CHIPS", help="Chips in the pot before the call, for pot odds."),
    ):
        command = option(command)
    return command


choose_method = click.option(
    "--method",
    type=click.Choice(METHODS),
    default="auto",
    show_default=True,
    help="exact: every completion; montecarlo: sample; auto: exact where it is quick.",
)


choose_seed = click.option(
    "--seed", type=Whole(0, MAX_SEED), metavar="N", help="Start of the random numbers.  [default: drawn]"
)
choose_quiet = click.option("--quiet", is_flag=True, help="No notes and no progress bar on stderr.")


choose_workers = click.option(
    "--workers", type=Whole(1, MAX_WORKERS), metavar="N", help="Threads.  [default: the CPUs there are]"
)


def choose_run(command: Command) -> Command:
    """Add the options of any run: time, seed and workers."""
    time = click.option(
        "--time",
        "time_limit",
        type=Quantity(parse_seconds),
        metavar="T",
        help="Stop after 5s, 500ms, 2m or so, with what is done by then.",
    )
    return time(choose_seed(choose_workers(command)))


def sampling_options(precision: str, instead: str) -> Callable[[Command], Command]:
    """Return what adds the options that say how much to sample.

    Parameters
    ----------
    precision : str
        What the help calls the default of the precision.
    instead : str
        Which other options, if one is given, leave it without a default.
    """

    def choose(command: Command) -> Command:
        for option in (
            click.option(
                "--precision",
                type=Quantity(parse_precision),
                metavar="P",
                help="Sample until all 95% intervals reach at most so far to each side, of the pot: 0.1% or 0.001.  "
                f"[default: {precision}, unless {instead} is given]",
            ),
            click.option(
                "--deals", type=Whole(1, MAX_DEALS), metavar="N", help="Deals to sample at most, such as 5M or 200k."
            ),
        ):
            command = option(command)
        return command

    return choose


def effort_options(precision: str) -> Callable[[Command], Command]:
    """Return what adds the options that say how much work to do, and with how many workers; `precision` as above."""
    choose = sampling_options(precision, "--deals or --time")
    return lambda command: choose(choose_run(command))


choose_effort = effort_options("0.1%")
