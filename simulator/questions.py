"""One question of a batch: named values in, a table and the arguments of `simulator.equity` out, checked."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from simulator.rules import Rules
from simulator.seats import quoted
from simulator.table import Table

TABLE_KEYS = ("seats", "dead", "common", "rules")
_MASK = (1 << 53) - 1  # seeds of lines fit the floating-point numbers of other programs
_STEP = 0x13C6EF372FE94F  # odd
_FACTORS = (0x1476D1CE4E5B9B, 0x133111EB94D049)  # odd


class Question(NamedTuple):
    """A table and the arguments of `simulator.equity` that were given with it."""

    table: Table
    arguments: dict[str, Any]


def batch_state(seed: int) -> int:
    """Return what the seeds of all lines of a batch derive from, 53 bits: those of its seed, stirred."""
    return _stirred((seed ^ seed >> 53) & _MASK)


def line_seed(state: int, line: int) -> int:
    """Return the seed of a line, 0 .. 2**53 - 1: another one for each line and each state.

    Parameters
    ----------
    state : int
        As `batch_state` returns it.
    line : int
        Number of the line, from 1.
    """
    return _stirred((state + line * _STEP) & _MASK)


def state_of(seed: int, line: int) -> int:
    """Return the state from which `line_seed` makes this seed of this line."""
    for factor in reversed(_FACTORS):
        seed = (seed ^ seed >> 27) * pow(factor, -1, 1 << 53) & _MASK
    return ((seed ^ seed >> 27) - line * _STEP) & _MASK


def _stirred(number: int) -> int:
    """Mix 53 bits as SplitMix64 does 64 (Steele, Lea and Flood 2014): one-to-one, and `state_of` undoes it."""
    for factor in _FACTORS:
        number = (number ^ number >> 27) * factor & _MASK
    return number ^ number >> 27


def rules_from_text(text: str) -> dict[str, str]:
    """Read house rules in one text, ``last_queen=keep;extra_wild=2,9``; ``game=stud`` may be among them.

    Raises
    ------
    ValueError
        A part without ``=``, or a name given twice.
    """
    values: dict[str, str] = {}
    for part in text.split(";"):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not part.strip():
            continue
        if not equals:
            raise ValueError(f"rules: {quoted(part.strip())} has no value: write NAME=VALUE;NAME=VALUE")
        if name in values:
            raise ValueError(f"rules: {quoted(name)} is given twice")
        values[name] = value
    return values


def rules_from_options(options: Iterable[str], game: str) -> dict[str, str]:
    """Return the game and the house rules of a command line as names and values; ValueError as `Rules` has it."""
    names = [option.partition("=")[0].strip() for option in options]
    rules = Rules.from_options(options, game=game)
    return {"game": game, **{name: getattr(rules, name) for name in names}}


def read_question(fields: Mapping[str, Any], rules: Mapping[str, str], keys: Sequence[str]) -> Question:
    """Check the values of one line.

    Parameters
    ----------
    fields : mapping
        Values by name; None is the same as not given.
    rules : mapping
        House rules by name, ``game`` included, for those that the line does not name.
    keys : sequence of str
        Names of the arguments of `simulator.equity` that may be given.

    Raises
    ------
    ValueError
        An unknown name, a value of the wrong kind, or no table; the message is one line.
    """
    given = {name: value for name, value in fields.items() if value is not None}
    for name in given:
        if name not in TABLE_KEYS and name not in keys:
            raise ValueError(f"unknown key {quoted(str(name))}; there are {', '.join((*TABLE_KEYS, *keys))}")
    seats = given.pop("seats", [])
    if isinstance(seats, str) or not isinstance(seats, Sequence) or not all(isinstance(seat, str) for seat in seats):
        raise ValueError("seats is a list of texts, one per seat, such as AsKd/Qh7c")
    if not seats:
        raise ValueError("no seat given: a table has 2 to 8")
    for name in ("dead", "common"):
        if not isinstance(given.get(name, ""), str):
            raise ValueError(f"{name} is text, not {type(given[name]).__name__}")
    own = given.pop("rules", {})
    own = {"game": own.game, **own.to_dict()} if isinstance(own, Rules) else own
    if not isinstance(own, Mapping) or not all(isinstance(text, str) for item in own.items() for text in item):
        raise ValueError("rules has a text for each name, such as last_queen: keep")
    table = Table.parse(
        seats,
        dead=given.pop("dead", ""),
        common=given.pop("common", None),
        rules=read_rules({**rules, **own}),
    )
    return Question(table, {name: _argument(name, value) for name, value in given.items()})


def read_rules(values: Mapping[str, str]) -> Rules:
    """Return the rules of these names and values, ``game`` included; ValueError as `Rules.from_options` has it."""
    return _rules(tuple(values.items()))


@lru_cache(256)
def _rules(values: tuple[tuple[str, str], ...]) -> Rules:
    game = dict(values).get("game", "ftq")
    return Rules.from_options((f"{name}={value}" for name, value in values if name != "game"), game=game)


def _argument(name: str, value: Any) -> Any:
    if isinstance(value, bool) != (name == "by_street"):
        raise ValueError(f"{name} is {'true or false' if name == 'by_street' else 'a value'}, not {value!r:.40}")
    # JSON does not tell 1000.0 from 1000, and some programs write all numbers with a point.
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value
