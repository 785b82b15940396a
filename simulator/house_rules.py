"""The list of the house rules that ``ftq rules`` prints."""

from collections.abc import Mapping
from typing import Any

from simulator.layout import columns, csv_text, paragraphs
from simulator.options import BETTING_OPTIONS, OPTIONS, Option

COLUMNS = ("name", "rule", "default", "values", "summary", "game")


def house_rules() -> dict[str, Any]:
    """Return every house rule.

    Returns
    -------
    dict
        ``card_options`` and ``betting_options``: lists of dicts with ``name``, ``rule`` (its number in
        ``docs/rules.md``), ``default``, ``values`` (the default first) and ``summary``.
    """
    return {
        "card_options": [_facts(option) for option in OPTIONS],
        "betting_options": list(map(_facts, BETTING_OPTIONS)),
    }


def _facts(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "rule": option.rule,
        "default": option.default,
        "values": list(option.values),
        "summary": option.summary,
    }


def house_rules_text(rules: Mapping[str, Any]) -> str:
    """One line per option: those of the cards, then those of the betting game."""
    rows = [["option", "rule", "values, default first", "meaning"]]
    rows += [
        [option["name"], option["rule"], " | ".join(option["values"]), option["summary"]]
        for option in rules["card_options"] + rules["betting_options"]
    ]
    head, *lines = columns(rows, "<<<<")
    cards = len(rules["card_options"])
    return paragraphs(
        [
            [head, *lines[:cards]],
            ["of the betting game (ftq replay), which have no bearing on who wins a deal:", *lines[cards:]],
            ["choose one with --rule NAME=VALUE, as in --rule double_ace_flush=on"],
        ]
    )


def house_rules_csv(rules: Mapping[str, Any]) -> str:
    """One row per option; the column ``game`` says whether it is one of the cards or of the betting."""
    rows = [
        {**option, "values": " | ".join(option["values"]), "game": game}
        for game, kind in (("cards", "card_options"), ("betting", "betting_options"))
        for option in rules[kind]
    ]
    return csv_text(COLUMNS, rows)
