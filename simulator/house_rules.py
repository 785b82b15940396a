"""The list of the house rules that ``ftq rules`` prints."""

from collections.abc import Mapping
from typing import Any

from simulator.layout import columns, csv_text, paragraphs
from simulator.options import BETTING_OPTIONS, OPTIONS

COLUMNS = ("name", "rule", "default", "values", "summary", "game")


def house_rules() -> dict[str, Any]:
    """Return every card option, and the names of those that belong to the betting game.

    Returns
    -------
    dict
        ``card_options``: a list of dicts with ``name``, ``rule`` (its number in ``docs/rules.md``), ``default``,
        ``values`` (the default first) and ``summary``; ``betting_options``: a list of names.
    """
    options = [
        {
            "name": option.name,
            "rule": option.rule,
            "default": option.default,
            "values": list(option.values),
            "summary": option.summary,
        }
        for option in OPTIONS
    ]
    return {"card_options": options, "betting_options": list(BETTING_OPTIONS)}


def house_rules_text(rules: Mapping[str, Any]) -> str:
    """One line per card option, then what belongs to the betting game."""
    rows = [["option", "rule", "values, default first", "meaning"]]
    rows += [
        [option["name"], option["rule"], " | ".join(option["values"]), option["summary"]]
        for option in rules["card_options"]
    ]
    return paragraphs(
        [
            columns(rows, "<<<<"),
            [
                "options of the betting game, which have no bearing on who wins a deal:",
                ", ".join(rules["betting_options"]),
            ],
            ["choose one with --rule NAME=VALUE, as in --rule double_ace_flush=on"],
        ]
    )


def house_rules_csv(rules: Mapping[str, Any]) -> str:
    """One row per option; the column ``game`` says whether it is one of the cards or of the betting."""
    nothing = dict.fromkeys(COLUMNS)
    rows = [{**option, "values": " | ".join(option["values"]), "game": "cards"} for option in rules["card_options"]]
    rows += [{**nothing, "name": name, "game": "betting"} for name in rules["betting_options"]]
    return csv_text(COLUMNS, rows)
