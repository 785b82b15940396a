"""Pot odds: the equity that a call needs, and what a call is worth if everyone stays to the showdown."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import floor, log10
from typing import TYPE_CHECKING, Any

from simulator.layout import columns, percent

if TYPE_CHECKING:
    from simulator.results import Result

ASSUMES = "everyone stays to the showdown"
MAX_CHIPS = 1e15  # fractions of such a pot are still told apart
COLUMNS = (
    "pot", "to_call", "equity_needed", "call_value", "call_standard_error", "call_ci_low", "call_ci_high",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CallValue:
    """What a call is worth to one seat, in chips; None throughout for a folded seat.

    Attributes
    ----------
    seat : int
        Number in deal order.
    value, standard_error : float or None
        ``equity * (pot + to_call) - to_call``, and its standard error.
    ci_low, ci_high : float or None
        95% interval of `value`, from that of the equity.
    """

    seat: int
    value: float | None = None
    standard_error: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None


@dataclass(frozen=True, slots=True)
class PotOdds:
    """A bet to call, and what the call is worth to each seat if everyone stays to the showdown.

    Attributes
    ----------
    pot, to_call : float
        Chips in the pot before the call, and chips that the call costs.
    equity_needed : float
        ``to_call / (pot + to_call)``: with this equity a call is worth nothing.
    seats : tuple of CallValue
        By seat.
    """

    pot: float
    to_call: float
    equity_needed: float
    seats: tuple[CallValue, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain types: the key ``pot_odds`` of the JSON of an equity query."""
        return {
            "pot": self.pot,
            "to_call": self.to_call,
            "equity_needed": self.equity_needed,
            "assumes": ASSUMES,
            "seats": [asdict(seat) for seat in self.seats],
        }


def checked_chips(chips: float, name: str = "a number of chips") -> float:
    """Return a number of chips as a float; ValueError if it is none or out of range."""
    number = isinstance(chips, int | float) and not isinstance(chips, bool)
    if not (number and 0 <= chips <= MAX_CHIPS):
        raise ValueError(f"{name} is from 0 to {MAX_CHIPS:.0e}, not {chips!r:.40}")
    return float(chips)


def checked_pot(pot: float, to_call: float) -> tuple[float, float]:
    """Return a pot and the price of a call as floats; ValueError if they cannot be that."""
    pot, to_call = checked_chips(pot, "pot"), checked_chips(to_call, "to_call")
    if pot + to_call == 0:
        raise ValueError("pot and to_call are both 0: there is nothing to win")
    return pot, to_call


def call_values(result: "Result", pot: float, to_call: float) -> PotOdds:
    """Pot odds of a bet, and the value of calling it to each live seat, if everyone stays to the showdown.

    Parameters
    ----------
    result : Result
        The equities, as `simulator.equity` returns them.
    pot : float
        Chips in the pot before the call, the bet to be called included.
    to_call : float
        Chips that the call costs.

    Returns
    -------
    PotOdds
        Values in chips. Exact equities give exact values, with standard error 0.

    Raises
    ------
    ValueError
        A number that is negative, infinite or no number, or a pot and a call of 0.

    Examples
    --------
    A finished table: seat 1 wins with its aces. Four chips buy a pot of sixteen.

    >>> from simulator import Table, call_values, equity
    >>> table = Table.parse(["AsAd/7h4c9s2d/Jh", "KsKd/8h5cTs3d/Jd"])
    >>> odds = call_values(equity(table, deals=1000), pot=12, to_call=4)
    >>> odds.equity_needed, odds.seats[0].value, odds.seats[1].value
    (0.25, 12.0, -4.0)
    """
    pot, to_call = checked_pot(pot, to_call)
    total = pot + to_call
    seats = []
    for seat in result.seats:
        if seat.equity is None or seat.standard_error is None or seat.ci_low is None or seat.ci_high is None:
            seats.append(CallValue(seat.seat))
            continue
        low, value, high = (share * total - to_call for share in (seat.ci_low, seat.equity, seat.ci_high))
        seats.append(CallValue(seat.seat, value, seat.standard_error * total, low, high))
    return PotOdds(pot, to_call, to_call / total, tuple(seats))


def pot_odds_lines(odds: Mapping[str, Any], equities: Mapping[int, float | None]) -> list[str]:
    """Lines of the table that a person reads, from `PotOdds.to_dict` and the equity of each seat by number."""
    total = odds["pot"] + odds["to_call"]
    digits = min(12, max(0, 3 - floor(log10(total))))  # as fine as a hundredth of a percent of the pot
    rows = [["seat", "equity %", "needed %", "value of a call", "std error", "95% interval"]]
    for seat in odds["seats"]:
        if seat["value"] is None:
            rows.append([str(seat["seat"]), "folded", "", "", "", ""])
            continue
        interval = f"{seat['ci_low']:.{digits}f} to {seat['ci_high']:.{digits}f}"
        figures = [f"{seat['value']:.{digits}f}", f"{seat['standard_error']:.{digits + 1}f}", interval]
        rows.append([str(seat["seat"]), percent(equities[seat["seat"]]), percent(odds["equity_needed"]), *figures])
    title = f"calling {odds['to_call']:.15g} into a pot of {odds['pot']:.15g}; {ASSUMES}"
    return [title, *columns(rows, ">>>>>>")]


def pot_odds_columns(odds: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """Fields of the `COLUMNS` of CSV for one seat, by its number."""
    call = odds["seats"][seat - 1]
    return {
        **{name: odds[name] for name in ("pot", "to_call", "equity_needed")},
        "call_value": call["value"],
        **{f"call_{name}": call[name] for name in ("standard_error", "ci_low", "ci_high")},
    }
