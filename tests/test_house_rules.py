"""`ftq rules`: every option, as docs/rules.md states it."""

import json
import re
from dataclasses import fields

import pytest

from simulator import Rules
from simulator.stakes import Stakes
from tests.commands import ROOT, answer, ftq, rows

BETTING = [field.name for field in fields(Stakes) if field.type is str or field.type == "str"]
NAMES = [field.name for field in fields(Rules) if field.name != "game"]
STATEMENTS = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def test_json_lists_every_option_with_its_default() -> None:
    listed = json.loads(answer("rules", "--format", "json"))
    options = listed["card_options"]
    assert [option["name"] for option in options] == NAMES
    assert {option["name"]: option["default"] for option in options} == Rules().to_dict()
    assert all(option["values"][0] == option["default"] for option in options)
    betting = listed["betting_options"]
    assert [option["name"] for option in betting] == BETTING
    stakes = Stakes.at(2)
    assert {option["name"]: option["default"] for option in betting} == {
        name: getattr(stakes, name) for name in BETTING
    }
    assert all(option["values"][0] == option["default"] for option in betting)


def test_each_option_stands_under_its_rule_number() -> None:
    """The statement of that number in docs/rules.md speaks of the option."""
    listed = json.loads(answer("rules", "--format", "json"))
    for option in listed["card_options"] + listed["betting_options"]:
        statement = re.search(rf"^- {option['rule']} .*?(?=^- |^#|\Z)", STATEMENTS, re.MULTILINE | re.DOTALL)
        assert statement is not None
        assert f"`{option['name']}`" in statement[0]
        assert re.fullmatch(r"[A-Z][^.]*\.", option["summary"])


def test_csv_has_a_row_per_option() -> None:
    listed = rows(answer("rules", "--format", "csv"))
    assert [row["name"] for row in listed] == [*NAMES, *BETTING]
    assert [row["game"] for row in listed] == ["cards"] * len(NAMES) + ["betting"] * len(BETTING)
    assert listed[0]["values"] == "clear | keep | none"


def test_table_names_every_option_and_the_betting_game() -> None:
    text = answer("rules")
    assert all(re.search(rf"^{name} +[WDH]\d+ ", text, re.MULTILINE) for name in NAMES)
    betting = text[text.index("betting game") :]
    assert all(re.search(rf"^{name} +B\d+ ", betting, re.MULTILINE) for name in BETTING)


@pytest.mark.parametrize("name", ["ante", "bring_in", *BETTING])
def test_betting_option_is_refused_where_equities_are_asked(name: str) -> None:
    result = ftq("equity", "AsKd/Qh", "xx/7c", "--rule", f"{name}=on")
    assert result.exit_code == 2
    assert "betting game (ftq replay)" in result.stderr
