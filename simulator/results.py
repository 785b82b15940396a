"""What an equity query answers: figures of each seat with their errors, made from integer tallies.

Each deal gives a seat a share of the pot: 1 if it wins alone, 1/k if k seats tie (rule H4). A tally counts deals by
share, so the mean and the variance of the share are those of the deals made, and so is the standard error.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from evaluator.category import LABELS
from simulator.answer import Answer, plain
from simulator.interval import interval, moments
from simulator.rules import MAX_SEATS
from simulator.seats import Seat
from simulator.table import Table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class SeatResult:
    """Figures of one seat; fractions of the pot 0..1, None throughout for a folded seat.

    Attributes
    ----------
    seat, cards, folded : int, str, bool
        Number in deal order, cards in the notation, whether the seat has folded.
    wins, ties : int
        Deals won alone, deals shared.
    tie_counts : tuple of int
        Deals shared by 2, 3, .. 8 winners.
    win, tie, tie_share, equity : float
        Chance to win alone, chance to share, mean share of the pot from ties, ``win + tie_share``.
    standard_error : float
        Of `equity`, from the variance of the pot shares of all deals.
    ci_low, ci_high : float
        95% interval of `equity`, see `simulator.interval`.
    categories : dict of str to float
        Distribution of the final hand over the ten categories, high card to five of a kind.
    """

    seat: int
    cards: str
    folded: bool
    wins: int | None = None
    ties: int | None = None
    tie_counts: tuple[int, ...] | None = None
    win: float | None = None
    tie: float | None = None
    tie_share: float | None = None
    equity: float | None = None
    standard_error: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    categories: dict[str, float] | None = None


@dataclass(frozen=True, slots=True)
class StreetResult:
    """Equities on one street so far.

    Attributes
    ----------
    street, complete : str, bool
        The street, and whether every seat that was in had its card.
    method, deals : str, int
        As in `Result`.
    wild_ranks : tuple of str or None
        Wild ranks on that street, ace to deuce; None if an up card is unknown.
    equity, standard_error : tuple of float or None
        By seat; None for a seat that had folded on an earlier street.
    """

    street: str
    complete: bool
    method: str
    deals: int
    wild_ranks: tuple[str, ...] | None
    equity: tuple[float | None, ...]
    standard_error: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Result(Answer):
    """Answer to an equity query: an `Answer`, and the figures.

    Attributes
    ----------
    method, deals, void_deals, seed
        How the figures were made; void deals (rule W13) are not among the deals and count in no figure.
    partial : bool
        Whether the run was stopped before it was complete, by Ctrl-C or a time limit: a rerun can get further.
    elapsed_seconds : float
        Computing time.
    seats, streets : tuple of SeatResult, tuple of StreetResult
        The figures.
    notes : tuple of str
        What a reader should know besides, such as a street that is left out; not part of `to_dict`.
    stopped : str or None
        What stopped a partial run, ``"interrupted"`` or ``"out of time"``; not part of `to_dict`.
    """

    method: str
    deals: int
    void_deals: int
    seed: int | None
    partial: bool
    elapsed_seconds: float
    seats: tuple[SeatResult, ...]
    streets: tuple[StreetResult, ...]
    notes: tuple[str, ...] = field(default=(), repr=False)
    stopped: str | None = field(default=None, repr=False)

    def to_frame(self) -> "pd.DataFrame":
        """One row per seat: the figures, the ten categories, and how they were made."""
        import pandas as pd

        shared = {name: getattr(self, name) for name in ("game", "street", "method", "deals", "seed")}
        rows = []
        for seat in self.seats:
            row = plain(seat)
            del row["tie_counts"]
            categories = row.pop("categories") or dict.fromkeys(LABELS)
            rows.append({**row, **categories, **shared})
        return pd.DataFrame(rows)


class Figures(NamedTuple):
    """Figures of one table, however they were made.

    Attributes
    ----------
    method, deals : str, int
        As in `Result`.
    seats : tuple of SeatResult
        One per seat in deal order.
    complete : bool
        False if the run was stopped before they were what was asked for.
    void_deals : int
        As in `Result`.
    """

    method: str
    deals: int
    seats: tuple[SeatResult, ...]
    complete: bool = True
    void_deals: int = 0


def seat_results(
    table: Table, tally: Sequence[Sequence[int]], deals: int, *, exact: bool = False
) -> tuple[SeatResult, ...]:
    """Make the figures of every seat from a tally, which has a row for each live seat; see `seat_result`."""
    rows = iter(tally)
    return tuple(seat_result(seat, None if seat.folded else next(rows), deals, exact=exact) for seat in table.seats)


def seat_result(seat: Seat, row: Sequence[int] | None, deals: int, *, exact: bool = False) -> SeatResult:
    """Make the figures of one seat from its row of a tally.

    Parameters
    ----------
    seat : Seat
        The seat.
    row : sequence of int or None
        Deals with 1 .. 8 winners of which it is one, then its hands by category; None if it has folded.
    deals : int
        Number of deals.
    exact : bool
        Whether the tally holds every possible deal: then there is no error, and the interval is the equity itself.
    """
    if row is None:
        return SeatResult(seat.number, seat.text, True)
    wins, *tie_counts = row[:MAX_SEATS]
    win, tie = wins / deals, sum(tie_counts) / deals
    tie_share = sum(count / winners for winners, count in enumerate(tie_counts, 2)) / deals
    equity = win + tie_share
    _, variance, _ = moments(row[:MAX_SEATS], deals)
    ci_low, ci_high = (equity, equity) if exact else interval(row[:MAX_SEATS], deals)
    return SeatResult(
        seat=seat.number,
        cards=seat.text,
        folded=False,
        wins=wins,
        ties=sum(tie_counts),
        tie_counts=tuple(tie_counts),
        win=win,
        tie=tie,
        tie_share=tie_share,
        equity=equity,
        standard_error=0.0 if exact else sqrt(variance / deals),
        ci_low=ci_low,
        ci_high=ci_high,
        categories={label: count / deals for label, count in zip(LABELS, row[MAX_SEATS:], strict=True)},
    )
