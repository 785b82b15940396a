"""`ftq rules`: every option, as docs/rules.md states it."""

import json
import re
from dataclasses import fields

import pytest

from simulator import Rules
from simulator.options import BETTING_OPTIONS
from tests.commands import ROOT, answer, ftq, rows

NAMES = [field.name for field in fields(Rules) if field.name != "game"]
STATEMENTS = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_json_lists_every_option_with_its_default() -> None:
    listed = json.loads(answer("rules", "--format", "json"))
    options = listed["card_options"]
    assert [option["name"] for option in options] == NAMES
    assert {option["name"]: option["default"] for option in options} == Rules().to_dict()
    assert all(option["values"][0] == option["default"] for option in options)
    assert listed["betting_options"] == list(BETTING_OPTIONS)


def test_each_option_stands_under_its_rule_number() -> None:
    """The statement of that number in docs/rules.md speaks of the option."""
    for option in json.loads(answer("rules", "--format", "json"))["card_options"]:
        statement = re.search(rf"^- {option['rule']} .*?(?=^- |^#|\Z)", STATEMENTS, re.MULTILINE | re.DOTALL)
        assert statement is not None
        assert f"`{option['name']}`" in statement[0]
        assert re.fullmatch(r"[A-Z][^.]*\.", option["summary"])


def test_csv_has_a_row_per_option() -> None:
    listed = rows(answer("rules", "--format", "csv"))
    assert [row["name"] for row in listed] == [*NAMES, *BETTING_OPTIONS]
    assert [row["game"] for row in listed] == ["cards"] * len(NAMES) + ["betting"] * len(BETTING_OPTIONS)
    assert listed[0]["values"] == "clear | keep | none"


def test_table_names_every_option_and_the_betting_game() -> None:
    text = answer("rules")
    assert all(re.search(rf"^{name} +[WDH]\d+ ", text, re.MULTILINE) for name in NAMES)
    betting = text[text.index("betting game") :]
    assert all(name in betting for name in BETTING_OPTIONS)


@pytest.mark.parametrize("name", BETTING_OPTIONS)
def test_betting_option_is_refused_where_equities_are_asked(name: str) -> None:
    result = ftq("equity", "AsKd/Qh", "xx/7c", "--rule", f"{name}=on")
    assert result.exit_code == 2
    assert "betting game" in result.stderr
