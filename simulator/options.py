"""The house rules: names, values and what each is about.

`OPTIONS` drives the checks of `simulator.rules.Rules`, `BETTING_OPTIONS` those of `simulator.stakes.Stakes`, and both
every list of the house rules.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from evaluator.cards import parse_ranks, ranks_list


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: a card option, which changes who wins, or a betting option.

    Attributes
    ----------
    name : str
        Name of the option, which is also the name of the field of `Rules` or `Stakes`.
    rule : str
        Number of the rule that states it, such as ``"W9"``.
    summary : str
        One sentence.
    values : tuple of str
        Allowed values, the default first.
    ranks : int
        How many ranks a value may name; 0 if the values are words.
    wild : bool
        Whether it is about wild cards and so has no meaning in stud (rule W16).
    """

    name: str
    rule: str
    summary: str
    values: tuple[str, ...]
    ranks: int = 0
    wild: bool = False

    @property
    def default(self) -> str:
        """The value that holds unless another one is chosen."""
        return self.values[0]

    def spell(self, value: str) -> str:
        """Return a value as `Rules` holds it: words in lower case, ranks with commas from ace to deuce.

        Raises
        ------
        ValueError
            The value is not allowed; the message names those that are.
        """
        allowed = f"{self.name} is {' or '.join(self.values)}, not {value!r}"
        if not isinstance(value, str):
            raise ValueError(allowed)
        if not self.ranks:
            if value.strip().lower() not in self.values:
                raise ValueError(allowed)
            return value.strip().lower()
        try:
            ranks = ranks_list(parse_ranks(value))
        except ValueError:
            raise ValueError(allowed) from None
        if len(ranks) > self.ranks or not (ranks or "none" in self.values):
            raise ValueError(allowed)
        return ",".join(ranks) or "none"


OPTIONS = (
    Option(
        "last_queen", "W9", "What is wild while a Queen waits for its follower.", ("clear", "keep", "none"), wild=True
    ),
    Option("queens_wild", "W10", "Whether Queens themselves are wild.", ("always", "if_up", "never"), wild=True),
    Option("trigger", "W11", "The rank that takes the Queen's part.", ("Q", "any one rank"), ranks=1, wild=True),
    Option("followers", "W12", "Whether a new follower ends the one before it.", ("replace", "accumulate"), wild=True),
    Option("no_trigger", "W13", "What becomes of a deal without a face-up Queen.", ("play", "redeal"), wild=True),
    Option(
        "extra_wild", "W14", "Ranks wild from the start, in addition.", ("none", "ranks (9,2)"), ranks=13, wild=True
    ),
    Option("seventh", "W15", "How the seventh card is dealt.", ("down", "up")),
    Option("common_card", "D3", "Whether the common card of a short deck is an up card.", ("counts", "ignored")),
    Option("double_ace_flush", "H3", "Whether a flush may hold a card twice.", ("off", "on")),
)
BETTING_OPTIONS = (
    Option("wild_is_high", "B3", "Whether a wild card is high when the lowest up card opens.", ("off", "on")),
    Option("heads_up_cap", "B6", "Whether raises are limited once two seats are left.", ("on", "off")),
    Option("open_pair", "B8", "Whether an open pair on fourth street allows the upper limit.", ("on", "off")),
    Option("showing", "B9", "How the best hand showing is found.", ("wild", "natural")),
    Option("odd_chip", "B17", "Who gets the odd chip of a split pot.", ("high_card", "first_seat")),
)
BETTING_AMOUNTS = ("ante", "bring_in")  # B1, B2


def check_option_name(name: str) -> None:
    """Raise ValueError unless `name` is a card option; the message says which names there are."""
    if name in BETTING_AMOUNTS or any(name == option.name for option in BETTING_OPTIONS):
        raise ValueError(f"{name} is an option of the betting game (ftq replay): it has no bearing on who wins a deal")
    _check_known(name, OPTIONS)


def option_values(texts: Iterable[str], check: Callable[[str], None] = check_option_name) -> dict[str, str]:
    """Read house rules as they are written on a command line.

    Parameters
    ----------
    texts : iterable of str
        Each ``NAME=VALUE``, such as ``"double_ace_flush=on"``; a name at most once.
    check : callable
        Raises ValueError for a name that is not wanted.

    Returns
    -------
    dict of str to str
        The values by name, as they were written: `Rules` and `Stakes` check them.

    Raises
    ------
    ValueError
        As `check`, and for a missing ``=`` or a name given twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        check(name)
        if not equals:
            raise ValueError(f"{name} has no value: write {name}=VALUE, as in double_ace_flush=on")
        if name in values:
            raise ValueError(f"{name} is given twice: {values[name]} and {value}")
        values[name] = value
    return values


def split_options(texts: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Read house rules of a game that is played with betting.

    Parameters
    ----------
    texts : iterable of str
        As for `option_values`.

    Returns
    -------
    cards, betting : dict of str to str
        The card options, for `Rules`, and the betting options, for `Stakes`.

    Raises
    ------
    ValueError
        As for `option_values`, and for a name that is no house rule, or an amount (rules B1, B2).
    """
    values = option_values(texts, _check_any)
    betting = {option.name for option in BETTING_OPTIONS}
    return (
        {name: value for name, value in values.items() if name not in betting},
        {name: value for name, value in values.items() if name in betting},
    )


def _check_any(name: str) -> None:
    if name in BETTING_AMOUNTS:
        raise ValueError(f"{name} is an amount, which stands in the record of a hand")
    _check_known(name, OPTIONS + BETTING_OPTIONS)


def _check_known(name: str, options: tuple[Option, ...]) -> None:
    if name == "game":
        raise ValueError("game is no house rule: choose ftq or stud with the game setting")
    if all(name != option.name for option in options):
        raise ValueError(f"no house rule {name!r}; there are {', '.join(option.name for option in options)}")
