"""Equities as text for a person or a spreadsheet, made from the JSON form of the answer."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from evaluator.category import LABELS
from simulator.equity_rows import equity_columns, equity_rows
from simulator.layout import columns, csv_text, paragraphs, percent, ranks_text
from simulator.limits import DEFAULT_PRECISION
from simulator.pot_odds import pot_odds_lines
from simulator.table import Table
from simulator.table_report import (
    error_words,
    sampling_words,
    shown_digits,
    small_percent,
    table_lines,
    table_words,
    up_card_lines,
)


class Asked(NamedTuple):
    """What an equity query asked for, and what stopped it before that was done (see `Result.stopped`)."""

    method: str = "auto"
    deals: int | None = None
    precision: float | None = None
    time_limit: float | None = None
    stopped: str | None = None


def equity_csv(result: Mapping[str, Any], *, by_street: bool) -> str:
    """One row per seat; one per street and seat with `by_street`."""
    names = equity_columns(by_street=by_street, pot_odds="pot_odds" in result)
    return csv_text(names, equity_rows(result, by_street=by_street))


def equity_text(result: Mapping[str, Any], table: Table, asked: Asked) -> str:
    """How the table was read, each seat's chances, by street if asked for, the final hands, how to repeat it."""
    return paragraphs(
        [
            table_lines(result, table),
            up_card_lines(table),
            _seat_lines(result),
            _pot_odds_lines(result),
            _street_lines(result["streets"], len(table.seats), wild=result["game"] != "stud"),
            _category_lines(result["seats"]),
            _closing(result, table, asked),
        ]
    )


def _seat_lines(result: Mapping[str, Any]) -> list[str]:
    seats = result["seats"]
    digits = shown_digits([seat["standard_error"] for seat in seats])
    sampled = result["method"] != "exact"
    rows = [["seat", "cards", "win %", "tie %", "equity %", *(["std error", "95% interval"] if sampled else [])]]
    for seat in seats:
        if seat["folded"]:
            rows.append([str(seat["seat"]), seat["cards"], "folded", "", "", *(["", ""] if sampled else [])])
            continue
        row = [str(seat["seat"]), seat["cards"], *(percent(seat[name], digits) for name in ("win", "tie", "equity"))]
        if sampled:
            low, high = percent(seat["ci_low"], digits), percent(seat["ci_high"], digits)
            row += [percent(seat["standard_error"], digits + 1), f"{low} to {high}"]
        rows.append(row)
    return columns(rows, "><>>>>>" if sampled else "><>>>")


def _pot_odds_lines(result: Mapping[str, Any]) -> list[str]:
    if "pot_odds" not in result:
        return []
    return pot_odds_lines(result["pot_odds"], {seat["seat"]: seat["equity"] for seat in result["seats"]})


def _street_lines(streets: Sequence[Mapping[str, Any]], seats: int, *, wild: bool) -> list[str]:
    if not streets:
        return []
    rows = [["equity % by street", "wild", *(f"seat {seat}" for seat in range(1, seats + 1)), "std error"]]
    for entry in streets:
        digits = shown_digits(entry["standard_error"])
        name = entry["street"] + ("" if entry["complete"] else " (not complete)")
        ranks = "?" if entry["wild_ranks"] is None else ranks_text(entry["wild_ranks"])
        shares = [percent(share, digits) for share in entry["equity"]]
        rows.append([name, ranks, *shares, error_words(entry["standard_error"], digits)])
    if not wild:
        rows = [[row[0], *row[2:]] for row in rows]
    return columns(rows, "<" * (1 + wild) + ">" * (seats + 1))


def _category_lines(seats: Sequence[Mapping[str, Any]]) -> list[str]:
    rows = [["final hand %", *(f"seat {seat['seat']}" for seat in seats)]]
    for label in reversed(LABELS):
        shares = [None if seat["folded"] else seat["categories"][label] for seat in seats]
        if any(shares):
            rows.append([label, *map(percent, shares)])
    return columns(rows, "<" + ">" * len(seats))


def _closing(result: Mapping[str, Any], table: Table, asked: Asked) -> list[str]:
    seed, time = result["seed"], f"{result['elapsed_seconds']:.2f} s"
    if result["method"] == "exact":
        sampled = "" if seed is None else f"; earlier streets by Monte Carlo, seed {seed}"
        many = "1 deal" if result["deals"] == 1 else f"{result['deals']:,} equally likely deals"
        line = f"exact: {many}{sampled}, {time}"
    else:
        width = max((seat["ci_high"] - seat["ci_low"]) / 2 for seat in result["seats"] if not seat["folded"])
        line = f"{result['deals']:,} deals by Monte Carlo to +-{small_percent(width)}%, seed {seed}, {time}"
    void = []
    if table.rules.no_trigger == "redeal":
        void = [f"besides, {result['void_deals']:,} deals were void, with no {table.rules.trigger} face up"]
    if asked.stopped is not None:
        # An exact count is whole or not there: what was stopped is a street.
        part = f"{line}; {asked.stopped} on earlier streets"
        if result["method"] != "exact":
            part = f"{asked.stopped.upper()}, a part of the deals asked for: {line}"
            if asked.deals is None and asked.precision is None:
                part = f"{asked.stopped.upper()}: {line}"
        return [
            part,
            *void,
            "a rerun can get further or less far; the figures of the seats again: " + again(result, table, asked),
        ]
    return [line, *void] + ([] if seed is None else ["the same figures again: " + again(result, table, asked)])


def again(result: Mapping[str, Any], table: Table, asked: Asked) -> str:
    """Return a command that gives the same figures again, quoted for a shell: of a stopped query those of the seats."""
    words = ["ftq", "equity", *table_words(table)]
    if "pot_odds" in result:
        words += ["--pot", f"{result['pot_odds']['pot']:.15g}", "--to-call", f"{result['pot_odds']['to_call']:.15g}"]
    if asked.method != "auto":
        words += ["--method", asked.method]
    if asked.stopped is not None:
        words += ["--no-by-street"]
        made = result["deals"] + result["void_deals"]
        return shlex.join(words + ([] if result["method"] == "exact" else sampling_words(made, None, result["seed"])))
    precision = DEFAULT_PRECISION if asked.deals is None and asked.precision is None else asked.precision
    words += sampling_words(asked.deals, precision, result["seed"])
    if asked.method == "auto" and asked.time_limit is not None:
        words += ["--time", f"{asked.time_limit!r}s"]  # on it depends which figures are counted exactly
    return shlex.join(words)
