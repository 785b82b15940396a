"""How a table was read, as text, and the words of a command that reads it again: for all answers about a table."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import floor, log10
from typing import Any

from evaluator.cards import ranks_list
from simulator.card_report import unless_trigger, wild_at_start
from simulator.layout import percent, ranks_text, up_card_grid
from simulator.rules import DEFAULT_RULES, wild_after, wild_start
from simulator.seats import card_or_x, texts
from simulator.table import Table

GAME_NAMES = {"ftq": "Follow the Queen", "stud": "Seven-card stud"}


def table_lines(facts: Mapping[str, Any], table: Table) -> list[str]:
    """Say how a table was read; `facts` as `simulator.results.table_facts` gives them."""
    state = "" if facts["street_complete"] else " (not complete)"
    lines = [f"{GAME_NAMES[facts['game']]}, {len(table.seats)} seats, {facts['street']} street{state}"]
    if changed := changed_rules(table):
        lines.append("house rules: " + " ".join(changed))
    if facts["dead"]:
        lines.append("dead cards: " + " ".join(facts["dead"]))
    if table.common and table.rules.common_card == "ignored":
        lines.append(f"common card: {facts['common']}, which is no up card")
    if facts["game"] != "stud":
        lines.append("wild now: " + _wild_words(facts["wild"], table))
    return lines


def changed_rules(table: Table) -> list[str]:
    """House rules that are not the default, each ``NAME=VALUE``."""
    return changed_options(table.rules.to_dict())


def changed_options(options: Mapping[str, str]) -> list[str]:
    """Card options that are not the default, each ``NAME=VALUE``."""
    default = DEFAULT_RULES.to_dict()
    return [f"{name}={value}" for name, value in options.items() if value != default[name]]


def _wild_words(wild: Mapping[str, Any] | None, table: Table) -> str:
    if wild is None:
        return "not known, since an up card is unknown"
    words = ranks_text(wild["ranks"])
    if not wild["pending"] or len(table.up_cards) == len(table.completed_up_order()):
        return words
    return f"{words}, and the next card face up will be{unless_trigger(wild['ranks'], table.rules)}"


def up_card_lines(table: Table) -> list[str]:
    """Show the up cards, a street per line, with the wild ranks wherever they change."""
    return up_card_grid(_up_cards_with_wilds(table), len(table.seats), wild_at_start(table.rules))


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


def shown_digits(errors: Sequence[float | None]) -> int:
    """Decimals of a percentage that its standard error (a fraction) bears: 2, or more for a small error; 4 if exact."""
    largest = max((error for error in errors if error is not None), default=0.0)
    return 2 + (largest < 1e-4) + (largest < 1e-5)


def error_words(errors: Sequence[float | None], digits: int) -> str:
    """Write the largest standard error, ``exact`` if there is none."""
    largest = max(error for error in errors if error is not None)
    return percent(largest, digits + 1) if largest else "exact"


def small_percent(fraction: float) -> str:
    """Write a small fraction in percent, with two digits that count."""
    return f"{100 * fraction:.{max(2, 1 - floor(log10(100 * fraction)))}f}"


def table_words(table: Table) -> list[str]:
    """Return the arguments and options that describe a table, not quoted."""
    words = [seat.text for seat in table.seats]
    if table.rules.game != DEFAULT_RULES.game:
        words += ["--game", table.rules.game]
    for rule in changed_rules(table):
        words += ["--rule", rule]
    if table.dead:
        words += ["--dead", texts(table.dead)]
    if table.common:
        words += ["--common", texts(table.common)]
    return words


def sampling_words(deals: int | None, precision: float | None, seed: int) -> list[str]:
    """Return the options that sample so many deals, to such a precision, with this seed."""
    words = [] if deals is None else ["--deals", str(deals)]
    if precision is not None:
        words += ["--precision", _precision_text(precision)]
    return [*words, "--seed", str(seed)]


def _precision_text(precision: float) -> str:
    """Write a precision in percent if that is read as the same number, else as a fraction."""
    percents = f"{100 * precision:.10g}"
    return f"{percents}%" if float(Decimal(percents).scaleb(-2)) == precision else repr(precision)
