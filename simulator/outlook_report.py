"""Forecasts as text for a person or a spreadsheet."""

import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.layout import columns, csv_text, paragraphs, percent
from simulator.limits import DEFAULT_BOARD_DEALS, FORECAST_PRECISION
from simulator.outlook_results import Forecast
from simulator.table import Table
from simulator.table_report import sampling_words, shown_digits, table_lines, table_words, up_card_lines

_COLUMNS = ("street", "seat", "measure", "value", "standard_error")


class Asked(NamedTuple):
    """What a forecast was asked for."""

    precision: float | None = None
    boards: int | None = None
    deals_per_board: int = DEFAULT_BOARD_DEALS


def forecast_csv(forecast: Forecast) -> str:
    """One row per figure, as in `Forecast.rows`."""
    return csv_text(_COLUMNS, forecast.rows())


def forecast_text(forecast: Forecast, table: Table, asked: Asked) -> str:
    """How the table was read, the equities to come, the chances by street, the errors, how to repeat it."""
    facts = forecast.to_dict()
    return paragraphs(
        [
            table_lines(facts, table),
            up_card_lines(table),
            _seat_lines(facts, table),
            _street_lines(facts, table),
            _error_lines(facts),
            _closing(facts, table, asked, forecast.stopped),
        ]
    )


def _seat_lines(facts: Mapping[str, Any], table: Table) -> list[str]:
    """Show what each street does to each seat, seat by seat."""
    now = facts["now"]
    rows = [["equity % to come", "street", "mean", "spread", "low 10%", "median", "high 90%", "leads"]]
    for at, seat in enumerate(table.seats):
        if seat.folded:
            continue
        digits = shown_digits(now["standard_error"])
        rows.append([f"seat {seat.number}  {seat.text}", "now", percent(now["equity"][at], digits), *[""] * 5])
        for street in facts["streets"]:
            figures = street["seats"][at]
            shown = (figures[name] for name in ("mean", "spread", "low", "median", "high", "lead"))
            rows.append(["", street["street"], *map(percent, shown)])
    return columns(rows, "<<>>>>>>")


def _street_lines(facts: Mapping[str, Any], table: Table) -> list[str]:
    names = {
        "queen": f"{table.rules.trigger} face up",
        "follower_change": "follower changes",
        "lead_change": "lead changes",
        "leader_wins": "leader wins",
    }
    if facts["game"] == "stud":
        del names["queen"], names["follower_change"]
    rows = [
        [street["street"], *(percent(street[name]) for name in names), f"{street['boards']:,}"]
        for street in facts["streets"]
    ]
    return columns([["chances % by street", *names.values(), "boards"], *rows], "<" + ">" * (len(names) + 1))


def _error_lines(facts: Mapping[str, Any]) -> list[str]:
    seats = [seat for street in facts["streets"] for seat in street["seats"] if seat is not None]
    events = ("queen", "follower_change", "leader_wins", "lead_change")
    chances = [street[f"{name}_error"] for street in facts["streets"] for name in events]
    largest = {
        "means": max(seat["mean_error"] for seat in seats),
        "spreads": max(seat["spread_error"] for seat in seats),
        "points": max(seat[f"{name}_error"] for seat in seats for name in ("low", "median", "high")),
        "chances": max(*chances, *(seat["lead_error"] for seat in seats)),
    }
    words = ", ".join(f"{name} {percent(error, 3)}" for name, error in largest.items())
    return [f"largest standard errors: {words}"]


def _closing(facts: Mapping[str, Any], table: Table, asked: Asked, stopped: str | None) -> list[str]:
    boards = max(street["boards"] for street in facts["streets"])
    line = (
        f"{boards:,} boards by Monte Carlo, {facts['deals_per_board']:,} deals from each, seed {facts['seed']}, "
        f"{facts['elapsed_seconds']:.2f} s"
    )
    void = []
    if table.rules.no_trigger == "redeal":
        count = max(street["void_boards"] for street in facts["streets"])
        void = [f"besides, {count:,} boards were void, with no {table.rules.trigger} face up"]
    if stopped is not None:
        return [f"{stopped.upper()}: {line}", *void]
    return [line, *void, "the same figures again: " + again(facts, table, asked)]


def again(facts: Mapping[str, Any], table: Table, asked: Asked) -> str:
    """Return a command that gives the same figures again, quoted for a shell."""
    words = ["ftq", "forecast", *table_words(table)]
    if asked.boards is not None:
        words += ["--boards", str(asked.boards)]
    if asked.deals_per_board != DEFAULT_BOARD_DEALS:
        words += ["--deals-per-board", str(asked.deals_per_board)]
    precision = FORECAST_PRECISION if asked.boards is None and asked.precision is None else asked.precision
    return shlex.join(words + sampling_words(None, precision, facts["seed"]))
