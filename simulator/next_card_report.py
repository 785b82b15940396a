"""The answer about the next card as text for a person or a spreadsheet, made from its JSON form."""

import shlex
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from simulator.interval import Z95
from simulator.layout import columns, csv_text, paragraphs, percent, ranks_text
from simulator.limits import OUTS_PRECISION
from simulator.out_lists import out_columns, out_rows
from simulator.report import Asked
from simulator.table import Table
from simulator.table_report import sampling_words, shown_digits, table_lines, table_words, up_card_lines

_CARDS_WIDTH = 35  # of the cards of a group on one line


def outs_csv(outs: Mapping[str, Any]) -> str:
    """One row per group of cards and list."""
    return csv_text(out_columns(len(outs["seats"])), out_rows(outs))


def outs_text(outs: Mapping[str, Any], table: Table, asked: Asked, who: Sequence[str]) -> str:
    """How the table was read, every next card with the chances after it, best first, and how to repeat it.

    Parameters
    ----------
    outs : mapping
        As `Outs.to_dict` makes it.
    table : Table
        The table.
    asked : Asked
        What was asked for.
    who : sequence of str
        The options that said whose card it is, ``["--next", "2"]``.
    """
    parts: list[Sequence[str]] = [table_lines(outs, table), up_card_lines(table)]
    for given in outs["lists"]:
        parts += [[*_title(given), *_lines(given, outs, table)], _sums(given, sampled=outs["method"] != "exact")]
    return paragraphs([*parts, _closing(outs, table, asked, who)])


def _title(given: Mapping[str, Any]) -> list[str]:
    seat, street = given["seat"], given["street"]
    if given["face"] == "common":
        return [f"equity % after the common card on {street} street, changes of seat {seat}"]
    return [f"equity % after the next card to seat {seat}, face {given['face']} on {street} street"]


def _lines(given: Mapping[str, Any], outs: Mapping[str, Any], table: Table) -> list[str]:
    sampled = outs["method"] != "exact"
    live = [seat.number for seat in table.live]
    wild = table.rules.game != "stud"
    errors = [error for group in given["groups"] for error in (*group["standard_error"], group["change_error"])]
    digits = shown_digits(errors) if sampled else 2
    heads = ["next card", "cards", "chance %", *(f"seat {seat}" for seat in live), "change"]
    rows = [[*heads, *(["std error"] if sampled else []), *(["wild"] if wild else [])]]
    now = given["now"]
    wild_now = "?" if outs["wild"] is None else ranks_text(outs["wild"]["ranks"])
    line = ["--- now ---", "", "", *(percent(now["equity"][seat - 1], digits) for seat in live), ""]
    line += [""] * sampled + ([wild_now] if wild else [])
    waiting = True
    for group in given["groups"]:
        if waiting and group["change"] <= 0:
            rows.append(line)
            waiting = False
        first, *more = wrap(" ".join(group["cards"]), _CARDS_WIDTH)
        row = [first, str(len(group["cards"])), percent(group["chance"])]
        row += [percent(group["equity"][seat - 1], digits) for seat in live]
        row += [f"{100 * group['change']:+.{digits}f}"]
        row += [percent(group["change_error"], digits + 1)] if sampled else []
        row += ["?" if group["wild_ranks"] is None else ranks_text(group["wild_ranks"])] if wild else []
        rows += [row, *([cards, *[""] * (len(row) - 1)] for cards in more)]
    return columns(rows if not waiting else [*rows, line], "<>>" + ">" * len(live) + ">" + ">" * sampled + "<" * wild)


def _sign(change: float, reach: float) -> int:
    return (change > reach) - (change < -reach)


def _sums(given: Mapping[str, Any], *, sampled: bool) -> list[str]:
    """Say how many cards help and how many hurt; a sampled change that its error may have made is neither."""
    everything = sum(len(group["cards"]) for group in given["groups"])
    words = []
    unclear = "too close to tell" if sampled else "changes nothing"
    for name, sign in (("helps", 1), ("hurts", -1), (unclear, 0)):
        groups = [group for group in given["groups"] if _sign(group["change"], Z95 * group["change_error"]) == sign]
        if groups or sign:
            cards, chance = sum(len(group["cards"]) for group in groups), sum(group["chance"] for group in groups)
            words.append(f"{name}: {cards} of {everything} cards, {percent(chance)}%")
    return ["; ".join(words)]


def _closing(outs: Mapping[str, Any], table: Table, asked: Asked, who: Sequence[str]) -> list[str]:
    time = f"{outs['elapsed_seconds']:.2f} s"
    if outs["method"] == "exact":
        return [f"exact: every deal after each card, {time}"]
    groups = [group for given in outs["lists"] for group in given["groups"]]
    error = max(error for group in groups for error in group["standard_error"] if error is not None)
    least, most = min(group["deals"] for group in groups), max(group["deals"] for group in groups)
    deals = f"{most:,}" if least == most else f"{least:,} to {most:,} valid"
    line = f"{deals} deals after each card by Monte Carlo, std errors of equities to {percent(error, 3)}, "
    line += f"seed {outs['seed']}, {time}"
    words = ["ftq", "outs", *table_words(table), *who]
    if asked.stopped is not None:
        line = f"{asked.stopped.upper()}: {line}"
        if least != most:  # by void deals, so that it is not told how many were made
            return [line]
        words += ["--method", "montecarlo", *sampling_words(most, None, outs["seed"])]
        return [line, "a rerun can get further or less far; these figures again: " + shlex.join(words)]
    if asked.method != "auto":
        words += ["--method", asked.method]
    precision = OUTS_PRECISION if asked.deals is None and asked.precision is None else asked.precision
    words += sampling_words(asked.deals, precision, outs["seed"])
    if asked.method == "auto" and asked.time_limit is not None:
        words += ["--time", f"{asked.time_limit!r}s"]  # on it depends whether they are counted exactly
    return [line, "the same figures again: " + shlex.join(words)]
