"""The house rules of the cards: names, values and what each is about.

One table, `OPTIONS`, drives the checks of `simulator.rules.Rules` and every list of the house rules.
"""

from dataclasses import dataclass

from evaluator.cards import parse_ranks, ranks_list


@dataclass(frozen=True, slots=True)
class Option:
    """A card option: a house rule that changes who wins.

    Attributes
    ----------
    name : str
        Name of the option, which is also the name of the field of `Rules`.
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
BETTING_OPTIONS = ("ante", "bring_in", "wild_is_high", "heads_up_cap", "open_pair", "showing", "odd_chip")


def check_option_name(name: str) -> None:
    """Raise ValueError unless `name` is a card option; the message says which names there are."""
    if name == "game":
        raise ValueError("game is no house rule: choose ftq or stud with the game setting")
    if name in BETTING_OPTIONS:
        raise ValueError(f"{name} is an option of the betting game: it has no bearing on who wins a deal")
    if all(name != option.name for option in OPTIONS):
        raise ValueError(f"no house rule {name!r}; there are {', '.join(option.name for option in OPTIONS)}")
