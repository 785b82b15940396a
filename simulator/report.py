"""Equities as text for a person or a spreadsheet, made from the JSON form of the answer."""

import shlex
from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import floor, log10
from typing import Any, NamedTuple

from evaluator.cards import ranks_list
from evaluator.category import LABELS
from simulator.card_report import unless_trigger, wild_at_start
from simulator.equity_rows import equity_columns, equity_rows
from simulator.layout import columns, csv_text, paragraphs, percent, ranks_text, up_card_grid
from simulator.limits import DEFAULT_PRECISION
from simulator.pot_odds import pot_odds_lines
from simulator.rules import DEFAULT_RULES, wild_after, wild_start
from simulator.seats import card_or_x
from simulator.table import Table

GAME_NAMES = {"ftq": "Follow the Queen", "stud": "Seven-card stud"}


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
            _headline(result, table),
            up_card_grid(_up_cards_with_wilds(table), len(table.seats), wild_at_start(table.rules)),
            _seat_lines(result),
            _pot_odds_lines(result),
            _street_lines(result["streets"], len(table.seats), wild=result["game"] != "stud"),
            _category_lines(result["seats"]),
            _closing(result, table, asked),
        ]
    )


def _headline(result: Mapping[str, Any], table: Table) -> list[str]:
    state = "" if result["street_complete"] else " (not complete)"
    lines = [f"{GAME_NAMES[result['game']]}, {len(table.seats)} seats, {result['street']} street{state}"]
    if changed := _changed_rules(table):
        lines.append("house rules: " + " ".join(changed))
    if result["dead"]:
        lines.append("dead cards: " + " ".join(result["dead"]))
    if table.common and table.rules.common_card == "ignored":
        lines.append(f"common card: {result['common']}, which is no up card")
    if result["game"] != "stud":
        lines.append("wild now: " + _wild_words(result["wild"], table))
    return lines


def _changed_rules(table: Table) -> list[str]:
    default = DEFAULT_RULES.to_dict()
    return [f"{name}={value}" for name, value in table.rules.to_dict().items() if value != default[name]]


def _wild_words(wild: Mapping[str, Any] | None, table: Table) -> str:
    if wild is None:
        return "not known, since an up card is unknown"
    words = ranks_text(wild["ranks"])
    if not wild["pending"] or len(table.up_cards) == len(table.completed_up_order()):
        return words
    return f"{words}, and the next card face up will be{unless_trigger(wild['ranks'], table.rules)}"


def _up_cards_with_wilds(table: Table) -> list[tuple[int, str, list[str] | None]]:
    steps: list[tuple[int, str, list[str] | None]] = []
    state = wild_start(table.rules)
    known = table.rules.game != "stud"
    for seat, card in table.up_cards:
        if card is None or not known:
            known = False
            steps.append((seat, card_or_x(card), None))
            continue
        state = wild_after(state, card, table.rules)
        steps.append((seat, card_or_x(card), ranks_list(state.wild_ranks)))
    return steps


def _digits(errors: Sequence[float | None]) -> int:
    """Decimals of a percentage that its standard error (a fraction) bears: 2, or more for a small error; 4 if exact."""
    largest = max((error for error in errors if error is not None), default=0.0)
    return 2 + (largest < 1e-4) + (largest < 1e-5)


def _error_words(errors: Sequence[float | None], digits: int) -> str:
    """Write the largest standard error, ``exact`` if there is none."""
    largest = max(error for error in errors if error is not None)
    return percent(largest, digits + 1) if largest else "exact"


def _seat_lines(result: Mapping[str, Any]) -> list[str]:
    seats = result["seats"]
    digits = _digits([seat["standard_error"] for seat in seats])
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
        digits = _digits(entry["standard_error"])
        name = entry["street"] + ("" if entry["complete"] else " (not complete)")
        ranks = "?" if entry["wild_ranks"] is None else ranks_text(entry["wild_ranks"])
        shares = [percent(share, digits) for share in entry["equity"]]
        rows.append([name, ranks, *shares, _error_words(entry["standard_error"], digits)])
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
        line = f"{result['deals']:,} deals by Monte Carlo to +-{_small_percent(width)}%, seed {seed}, {time}"
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


def _small_percent(fraction: float) -> str:
    """Write a small fraction in percent, with two digits that count."""
    return f"{100 * fraction:.{max(2, 1 - floor(log10(100 * fraction)))}f}"


def again(result: Mapping[str, Any], table: Table, asked: Asked) -> str:
    """Return a command that gives the same figures again, quoted for a shell: of a stopped query those of the seats."""
    words = ["ftq", "equity", *(seat.text for seat in table.seats)]
    if result["game"] != DEFAULT_RULES.game:
        words += ["--game", result["game"]]
    for rule in _changed_rules(table):
        words += ["--rule", rule]
    if result["dead"]:
        words += ["--dead", "".join(result["dead"])]
    if result["common"] is not None:
        words += ["--common", result["common"]]
    if "pot_odds" in result:
        words += ["--pot", f"{result['pot_odds']['pot']:.15g}", "--to-call", f"{result['pot_odds']['to_call']:.15g}"]
    if asked.method != "auto":
        words += ["--method", asked.method]
    if asked.stopped is not None:
        words += ["--no-by-street"]
        made = result["deals"] + result["void_deals"]
        return shlex.join(words + ([] if result["method"] == "exact" else _sampling(made, None, result)))
    precision = DEFAULT_PRECISION if asked.deals is None and asked.precision is None else asked.precision
    words += _sampling(asked.deals, precision, result)
    if asked.method == "auto" and asked.time_limit is not None:
        words += ["--time", f"{asked.time_limit!r}s"]  # on it depends which figures are counted exactly
    return shlex.join(words)


def _sampling(deals: int | None, precision: float | None, result: Mapping[str, Any]) -> list[str]:
    words = [] if deals is None else ["--deals", str(deals)]
    if precision is not None:
        words += ["--precision", _precision_text(precision)]
    return [*words, "--seed", str(result["seed"])]


def _precision_text(precision: float) -> str:
    """Write a precision in percent if that is read as the same number, else as a fraction."""
    percents = f"{100 * precision:.10g}"
    return f"{percents}%" if float(Decimal(percents).scaleb(-2)) == precision else repr(precision)
