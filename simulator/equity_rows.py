"""The answer to an equity query as rows of a spreadsheet."""

from collections.abc import Mapping
from typing import Any

from evaluator.category import LABELS
from simulator.pot_odds import COLUMNS as POT_ODDS_COLUMNS
from simulator.pot_odds import pot_odds_columns

_SEAT_COLUMNS = ("seat", "cards", "folded", "wins", "ties", "win", "tie", "tie_share", "equity", "standard_error")
EQUITY_COLUMNS = (*_SEAT_COLUMNS, "ci_low", "ci_high", *LABELS, "game", "street", "method", "deals", "seed")
STREET_COLUMNS = (
    "street", "complete", "seat", "cards", "equity", "standard_error", "wild_ranks", "method", "deals",
)  # fmt: skip


def equity_columns(*, by_street: bool, pot_odds: bool = False) -> tuple[str, ...]:
    """Return the names of the columns that `equity_rows` fills."""
    if by_street:
        return STREET_COLUMNS
    return (*EQUITY_COLUMNS, *POT_ODDS_COLUMNS) if pot_odds else EQUITY_COLUMNS


def equity_rows(result: Mapping[str, Any], *, by_street: bool) -> list[dict[str, Any]]:
    """Return one row per seat, or one per street and seat with `by_street`; a row may hold more than its columns.

    Parameters
    ----------
    result : mapping
        As `Result.to_dict` makes it, with the key ``pot_odds`` if those are wanted.
    by_street : bool
        Whether the streets are wanted instead of the seats.
    """
    if by_street:
        return [
            {**entry, **seat, "equity": equity, "standard_error": error}
            for entry in result["streets"]
            for seat, equity, error in zip(result["seats"], entry["equity"], entry["standard_error"], strict=True)
        ]
    shared = {name: result[name] for name in ("game", "street", "method", "deals", "seed")}
    none = dict.fromkeys(LABELS)
    rows = [{**seat, **(seat["categories"] or none), **shared} for seat in result["seats"]]
    if "pot_odds" in result:
        rows = [{**row, **pot_odds_columns(result["pot_odds"], row["seat"])} for row in rows]
    return rows
