"""What the answer about the next card is made of: lists of cards with the chances after each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simulator.answer import Answer

if TYPE_CHECKING:
    import pandas as pd

Shares = tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Now:
    """The chances before the next card, by seat; None for a folded one.

    Attributes
    ----------
    equity, standard_error : tuple of float or None
        The mean of the equities after each card, and its standard error.
    """

    equity: Shares
    standard_error: Shares


@dataclass(frozen=True, slots=True)
class OutGroup:
    """Next cards that have the same effect.

    Attributes
    ----------
    cards : tuple of str
        The cards, high ones first.
    chance : float
        That the next card is one of them.
    wild_ranks : tuple of str or None
        Wild ranks once one of them is dealt, ace to deuce; None if they depend on unknown up cards.
    equity, standard_error : tuple of float or None
        By seat, once one of them is dealt; None for a folded seat.
    change : float
        Equity of the seat that gets the card, minus its equity now.
    change_error : float
        Standard error of `change`: 0 if it is exact.
    deals : int
        Valid deals that were sampled or counted with one of these cards dealt.
    """

    cards: tuple[str, ...]
    chance: float
    wild_ranks: tuple[str, ...] | None
    equity: Shares
    standard_error: Shares
    change: float
    change_error: float
    deals: int


@dataclass(frozen=True, slots=True)
class OutList:
    """All that the next card to a seat can be.

    Attributes
    ----------
    seat : int
        Number of the seat; a common card goes to all, and this is the seat whose equity `change` and the order tell of.
    face : str
        ``"up"``, ``"down"`` or ``"common"``.
    street : str
        Street that the card belongs to.
    now : Now
        Chances before it.
    groups : tuple of OutGroup
        Best for the seat first.
    """

    seat: int
    face: str
    street: str
    now: Now
    groups: tuple[OutGroup, ...]


@dataclass(frozen=True, slots=True)
class Outs(Answer):
    """Answer of `outs`: an `Answer`, and the figures.

    Attributes
    ----------
    seats : tuple of str
        The seats in the notation.
    method, seed
        How the figures were made: ``"exact"`` or ``"montecarlo"``, and the start of the random numbers, None if exact.
    partial : bool
        Whether the run was stopped before it was complete, by Ctrl-C or a time limit.
    elapsed_seconds : float
        Computing time.
    lists : tuple of OutList
        One for each seat that was asked about.
    stopped : str or None
        What stopped a partial run, ``"interrupted"`` or ``"out of time"``; not part of `to_dict`.
    """

    seats: tuple[str, ...]
    method: str
    seed: int | None
    partial: bool
    elapsed_seconds: float
    lists: tuple[OutList, ...]
    stopped: str | None = field(default=None, repr=False)

    def to_frame(self) -> "pd.DataFrame":
        """One row per group of each list; ``equity_1``, ``standard_error_1`` .. are those of the seats."""
        import pandas as pd

        of_seats = [name for name in out_columns(len(self.seats)) if name[-1].isdigit()]
        return pd.DataFrame(out_rows(self.to_dict())).astype(dict.fromkeys(of_seats, float))


def out_columns(seats: int) -> list[str]:
    """Return the names of the columns of `out_rows`."""
    of_seats = [f"{name}_{seat}" for name in ("equity", "standard_error") for seat in range(1, seats + 1)]
    shared = ["seat", "face", "street", "cards", "count", "chance", "wild_ranks"]
    return [*shared, *of_seats, "change", "change_error", "deals", "method", "seed"]


def out_rows(outs: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One row per group of each list, from `Outs.to_dict`."""
    rows = []
    for given in outs["lists"]:
        for group in given["groups"]:
            row = {name: given[name] for name in ("seat", "face", "street")}
            row |= {"cards": "".join(group["cards"]), "count": len(group["cards"])}
            row |= {name: group[name] for name in ("chance", "wild_ranks")}
            for name in ("equity", "standard_error"):
                row |= {f"{name}_{seat}": share for seat, share in enumerate(group[name], 1)}
            row |= {name: group[name] for name in ("change", "change_error", "deals")}
            rows.append({**row, "method": outs["method"], "seed": outs["seed"]})
    return rows
