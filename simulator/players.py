"""A seat in a hand with betting: its chips, its cards, and whether it is still in."""

from enum import Enum
from typing import NamedTuple

__all__ = ["Player", "Standing"]


class Standing(Enum):
    """Whether a hand is live."""

    LIVE = "live"
    FOLDED_DEALT = "folded with no bet to call: dealt to until the next bet"  # B15
    OUT = "out"


class Player(NamedTuple):
    """One seat.

    Attributes
    ----------
    number : int
        Number of the seat, from 1.
    stack, paid : int
        Chips in front of it, and chips it has put into the pot in this hand.
    ante : int
        How many of these were its ante.
    ante_short : bool
        Whether it could not pay all of its ante, and so plays for as much of the other antes only (rule B17).
    down : tuple of int or None
        Down cards in the order dealt, a seventh card dealt down included; None for one that is not known.
    up : tuple of int
        Up cards in the order dealt (rule B19), a down card exposed by the dealer (rule B12) and a seventh card dealt up
        included.
    standing : Standing
        Whether its hand is live.
    exposed : int
        How many of its first two cards the dealer exposed (rule B12).
    absent, shown : bool
        Whether it is not at the table (rule B14), and whether it has shown its hand at the showdown.
    """

    number: int
    stack: int
    paid: int = 0
    ante: int = 0
    ante_short: bool = False
    down: tuple[int | None, ...] = ()
    up: tuple[int, ...] = ()
    standing: Standing = Standing.LIVE
    exposed: int = 0
    absent: bool = False
    shown: bool = False

    @property
    def live(self) -> bool:
        """Whether its hand can still win."""
        return self.standing is Standing.LIVE

    @property
    def able(self) -> bool:
        """Whether it can act: live and not all-in."""
        return self.live and self.stack > 0

    @property
    def cards(self) -> tuple[int | None, ...]:
        """All its cards."""
        return (*self.down, *self.up)

    def paying(self, chips: int) -> "Player":
        """Return the seat once it has put chips into the pot; with a negative number it gets them back."""
        return self._replace(stack=self.stack - chips, paid=self.paid + chips)
