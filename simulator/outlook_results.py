"""What a forecast answers: figures of each coming street and seat with their standard errors."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simulator.answer import Answer

if TYPE_CHECKING:
    import pandas as pd

SEAT_MEASURES = ("mean", "spread", "low", "median", "high", "lead")
TABLE_MEASURES = ("queen", "follower_change", "leader_wins", "lead_change")


@dataclass(frozen=True, slots=True)
class SeatForecast:
    """What a coming street does to one live seat; fractions 0..1, each with its standard error.

    Attributes
    ----------
    seat : int
        Number in deal order.
    mean, mean_error : float
        Mean of the equity over the boards of the street: the equity now, but for the error.
    spread, spread_error : float
        Standard deviation of the equity over the boards, without the noise of the deals from each.
    low, low_error, median, median_error, high, high_error : float
        10%, 50% and 90% points of the equities found, noise included.
    lead, lead_error : float
        Chance to be among the leaders, the seats with the best hand, when the street is complete.
    """

    seat: int
    mean: float
    mean_error: float
    spread: float
    spread_error: float
    low: float
    low_error: float
    median: float
    median_error: float
    high: float
    high_error: float
    lead: float
    lead_error: float


@dataclass(frozen=True, slots=True)
class StreetForecast:
    """What a coming street does; chances 0..1, each with its standard error.

    Attributes
    ----------
    street : str
        The street.
    boards, void_boards : int
        Boards that the figures are of, and those besides that were void (rule W13).
    queen, queen_error : float
        Chance that a trigger falls face up on the street, among the cards still to come.
    follower_change, follower_change_error : float
        Chance that another follower is wild when the street is complete than when it begins, or than now; that there
        is none counts as another.
    leader_wins, leader_wins_error : float
        Chance that one of the leaders of the street is among the winners at the showdown.
    lead_change, lead_change_error : float
        Chance that the leaders are other seats when the street is complete than when it begins, or than now.
    seats : tuple of SeatForecast or None
        By seat, None for one that has folded.
    """

    street: str
    boards: int
    void_boards: int
    queen: float
    queen_error: float
    follower_change: float
    follower_change_error: float
    leader_wins: float
    leader_wins_error: float
    lead_change: float
    lead_change_error: float
    seats: tuple[SeatForecast | None, ...]


@dataclass(frozen=True, slots=True)
class Forecast(Answer):
    """Answer of `forecast`: an `Answer`, and the figures.

    Attributes
    ----------
    seats : tuple of str
        The seats in the notation.
    seed : int
        Start of the random numbers.
    partial : bool
        Whether the run was stopped before it was complete, by Ctrl-C or a time limit.
    elapsed_seconds : float
        Computing time.
    deals_per_board : int
        Deals from each board.
    now : dict
        ``method``, ``equity`` and ``standard_error`` of the table itself, as `simulator.equity` gives them; the latter
        two are lists by seat, None for one that has folded.
    streets : tuple of StreetForecast
        The streets to come.
    stopped : str or None
        What stopped a partial run, ``"interrupted"`` or ``"out of time"``; not part of `to_dict`.
    """

    seats: tuple[str, ...]
    seed: int
    partial: bool
    elapsed_seconds: float
    deals_per_board: int
    now: dict[str, Any]
    streets: tuple[StreetForecast, ...]
    stopped: str | None = field(default=None, repr=False)

    def rows(self) -> list[dict[str, Any]]:
        """One row per figure: ``street``, ``seat`` (0 for the whole table), ``measure``, ``value``, ``standard_error``.

        The equity now stands first, as the measure ``equity`` of the street ``now``.
        """
        rows = [
            _row("now", number, "equity", value, error)
            for number, (value, error) in enumerate(zip(self.now["equity"], self.now["standard_error"], strict=True), 1)
            if value is not None
        ]
        for street in self.streets:
            for seat in street.seats:
                if seat is not None:
                    rows += [_measure(street, seat.seat, seat, name) for name in SEAT_MEASURES]
            rows += [_measure(street, 0, street, name) for name in TABLE_MEASURES]
        return rows

    def to_frame(self) -> "pd.DataFrame":
        """Tidy frame of `rows`."""
        import pandas as pd

        return pd.DataFrame(self.rows())


def _row(street: str, seat: int, measure: str, value: float, error: float) -> dict[str, Any]:
    return {"street": street, "seat": seat, "measure": measure, "value": value, "standard_error": error}


def _measure(street: StreetForecast, seat: int, figures: SeatForecast | StreetForecast, name: str) -> dict[str, Any]:
    return _row(street.street, seat, name, getattr(figures, name), getattr(figures, f"{name}_error"))
