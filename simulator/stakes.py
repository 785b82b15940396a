"""The stakes of a betting game: limits, ante, bring-in and the house rules of betting, in chips.

Every amount is a whole number of the smallest chip, so that no amount is ever rounded but where a rule says so.
"""

import operator
from dataclasses import dataclass

from simulator.options import BETTING_OPTIONS
from simulator.rules import GAMES, Street

__all__ = ["MAX_RAISES", "Stakes"]

MAX_RAISES = 3  # a round, on top of the bet (B6)
_UPPER_FROM = Street.FIFTH  # B7


@dataclass(frozen=True, slots=True)
class Stakes:
    """Limits and house rules of a betting game. `Stakes.at` fills in the usual ante and bring-in.

    Attributes
    ----------
    lower, upper : int
        The two limits in chips (rule B7): a bet or raise on third and fourth street, and from fifth street on.
    ante : int
        Chips that every seat pays before the deal (rule B1); 0 for none.
    bring_in : int
        Chips that the low card posts if it does not open for a full bet (rules B2, B4).
    wild_is_high, heads_up_cap, open_pair, showing, odd_chip : str
        The house rules of betting (rules B3, B6, B8, B9, B17); `BETTING_OPTIONS` lists their values.
    tournament : bool
        Whether an exposed down card is a misdeal (rule B18).
    ante_trimming : bool
        Whether a seat that is all-in for less than its ante contests as much of the other antes only (rule B17), or all
        of them.

    Raises
    ------
    ValueError
        An amount that is no whole number of chips or does not fit the others, or a value that is not allowed. The
        message is one line and names it.
    """

    lower: int
    upper: int
    ante: int
    bring_in: int
    wild_is_high: str = "off"
    heads_up_cap: str = "on"
    open_pair: str = "on"
    showing: str = "wild"
    odd_chip: str = "high_card"
    tournament: bool = False
    ante_trimming: bool = True

    def __post_init__(self) -> None:
        """Check the amounts and the house rules."""
        for name in ("lower", "upper", "ante", "bring_in"):
            object.__setattr__(self, name, whole_chips(getattr(self, name), name))
        if self.lower < 2:
            raise ValueError(f"lower is at least 2 chips, not {self.lower}: count in smaller chips")
        if self.upper < self.lower:
            raise ValueError(f"upper is at least lower ({self.lower}), not {self.upper}")
        if not 1 <= self.bring_in < self.lower:
            raise ValueError(f"bring_in is 1 to {self.lower - 1} chips, less than a full bet, not {self.bring_in}")
        for name in ("tournament", "ante_trimming"):
            if not isinstance(value := getattr(self, name), bool):
                raise ValueError(f"{name} is True or False, not {value!r}")
        for option in BETTING_OPTIONS:
            object.__setattr__(self, option.name, option.spell(getattr(self, option.name)))

    @classmethod
    def at(
        cls,
        lower: int,
        upper: int | None = None,
        *,
        game: str = "ftq",
        ante: int | None = None,
        bring_in: int | None = None,
        wild_is_high: str = "off",
        heads_up_cap: str = "on",
        open_pair: str = "on",
        showing: str = "wild",
        odd_chip: str = "high_card",
        tournament: bool = False,
        ante_trimming: bool = True,
    ) -> "Stakes":
        """Return the stakes of a game at these limits.

        Parameters
        ----------
        lower, upper : int
            The limits in chips; without `upper` it is twice the lower limit.
        game : str
            ``"ftq"``, whose bring-in is half the lower limit, or ``"stud"``, where it is a third (rule B2).
        ante, bring_in : int or None
            Chips; None for 10% of the lower limit (rule B1), and for the bring-in of the game. Both are rounded down to
            a whole chip, and the bring-in is at least one.
        wild_is_high, heads_up_cap, open_pair, showing, odd_chip, tournament, ante_trimming
            As the attributes.

        Examples
        --------
        >>> Stakes.at(15, game="stud").bring_in, Stakes.at(20, 40).ante
        (5, 2)
        """
        if game not in GAMES:
            raise ValueError(f"game is {' or '.join(GAMES)}, not {game!r}")
        lower = whole_chips(lower, "lower")
        part = 3 if game == "stud" else 2
        return cls(
            lower=lower,
            upper=2 * lower if upper is None else upper,
            ante=lower // 10 if ante is None else ante,
            bring_in=max(1, lower // part) if bring_in is None else bring_in,
            wild_is_high=wild_is_high,
            heads_up_cap=heads_up_cap,
            open_pair=open_pair,
            showing=showing,
            odd_chip=odd_chip,
            tournament=tournament,
            ante_trimming=ante_trimming,
        )

    def sizes(self, street: Street, *, open_pair: bool = False) -> tuple[int, ...]:
        """Return by how much a bet or raise may go up at the start of a round (rules B7, B8).

        Parameters
        ----------
        street : Street
            The street.
        open_pair : bool
            Whether a seat shows a pair; it matters on fourth street only.

        Returns
        -------
        tuple of int
            One limit, or both, the lower one first.
        """
        if street >= _UPPER_FROM:
            return (self.upper,)
        both = street is Street.FOURTH and open_pair and self.open_pair == "on" and self.upper > self.lower
        return (self.lower, self.upper) if both else (self.lower,)


def whole_chips(amount: object, name: str) -> int:
    """Return an amount as an int; ValueError if it is no whole number of chips, 0 or more."""
    try:
        chips = operator.index(amount)  # type: ignore[arg-type]  # what has no index is caught
    except TypeError:
        raise ValueError(f"{name} is a whole number of chips, not {amount!r}: count in the smallest chip") from None
    if chips < 0:
        raise ValueError(f"{name} is a number of chips, 0 or more, not {chips}")
    return chips
