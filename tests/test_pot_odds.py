"""Pot odds against numbers worked out by hand."""

import json
import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import Table, call_values, equity
from simulator.arguments import parse_chips
from simulator.pot_odds import ASSUMES, COLUMNS
from simulator.results import Result
from tests.commands import FEW, TABLE, answer, equity_json, rows

# On the river: aces against kings, and two seats that split the pot with the same two pair.
WON = ["AsAd/7h4c9s2d/Jh", "KsKd/8h5cTs3d/Jd"]
SPLIT = ["AsKd/7h7c9s9d/2h", "AcKh/7d7s9h9c/2c"]


def result_with(figures: tuple[float, float, float, float]) -> Result:
    """A result whose first seat has this equity, standard error and interval."""
    share, error, low, high = figures
    whole = equity(Table.parse(WON), deals=10, seed=1)
    seat = replace(whole.seats[0], equity=share, standard_error=error, ci_low=low, ci_high=high)
    return replace(whole, seats=(seat, *whole.seats[1:]))


def test_numbers_worked_by_hand() -> None:
    """4 to win 12: a fourth is needed. With 40 +- 1% of 16 chips a call is worth 6.4 - 4 = 2.4 +- 0.16."""
    odds = call_values(result_with((0.40, 0.01, 0.38, 0.42)), 12, 4)
    assert odds.equity_needed == 0.25
    call = odds.seats[0]
    found = [call.value, call.standard_error, call.ci_low, call.ci_high]
    assert found == pytest.approx([2.4, 0.16, 2.08, 2.72])


def test_decimals_worked_by_hand() -> None:
    """0.75 to win 1.50: a third is needed. With 20% of 2.25 a call is worth 0.45 - 0.75 = -0.30."""
    odds = call_values(result_with((0.20, 0.0, 0.20, 0.20)), 1.5, 0.75)
    assert odds.equity_needed == pytest.approx(1 / 3)
    call = odds.seats[0]
    assert call.value == pytest.approx(-0.30)
    assert call.standard_error == 0
    assert call.ci_low == call.ci_high == call.value


@pytest.mark.parametrize(
    ("pot", "to_call", "needed", "won", "lost"), [(12, 4, 0.25, 12, -4), (0, 5, 1, 0, -5), (7, 0, 0, 7, 0)]
)
def test_finished_tables(pot: float, to_call: float, needed: float, won: float, lost: float) -> None:
    """A sure winner gets the pot, a sure loser pays the call."""
    odds = call_values(equity(Table.parse(WON), deals=10, seed=1), pot, to_call)
    assert odds.equity_needed == needed
    assert [seat.value for seat in odds.seats] == [won, lost]
    assert [seat.standard_error for seat in odds.seats] == [0, 0]


def test_split_pot() -> None:
    """Half of 16 chips for 4: worth 4 to each of the two. The seat that folded has no call to make."""
    table = Table.parse(
        [*SPLIT, "f:xx/5d"],
    )
    odds = call_values(equity(table, deals=10, seed=1), 12, 4)
    assert [seat.value for seat in odds.seats] == [4, 4, None]
    assert odds.seats[2].ci_low is odds.seats[2].ci_high is odds.seats[2].standard_error is None


@pytest.mark.parametrize(
    ("pot", "to_call", "message"),
    [
        (-1, 4, "pot is from 0 to"), (1, -4, "to_call is from 0 to"), (0, 0, "both 0"),
        (math.nan, 1, "pot is from 0 to"),
        (1, math.inf, "to_call is from 0 to"), (1e16, 1, "from 0 to 1e"), (1, 10**400, "to_call is"),
        (True, 1, "pot is from 0 to"), ("12", 4, "pot is from 0 to"), (None, 4, "pot is from 0 to"),
    ],
)  # fmt: skip
def test_what_is_refused(pot: float, to_call: float, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        call_values(equity(Table.parse(WON), deals=10, seed=1), pot, to_call)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "chips"), [("12", 12), ("4.50", 4.5), (".5", 0.5), ("1k", 1000), ("1.5M", 1.5e6), ("1e15", 1e15), ("0", 0)]
)
def test_chips(text: str, chips: float) -> None:
    assert parse_chips(text) == chips


@given(st.text(max_size=50))
def test_any_text_is_chips_or_a_one_line_error(text: str) -> None:
    message = ""
    try:
        assert 0 <= parse_chips(text) <= 1e15
    except ValueError as error:
        message = str(error)
    assert len(message.splitlines()) <= 1


# --- on the command line

BET = ["--pot", "12", "--to-call", "4"]


def test_json_has_pot_odds_only_if_asked_for() -> None:
    plain, got = equity_json(*TABLE, *FEW), equity_json(*TABLE, *FEW, *BET)
    odds = got.pop("pot_odds")
    for result in (plain, got):
        del result["elapsed_seconds"]
    assert got == plain
    assert (odds["pot"], odds["to_call"], odds["equity_needed"], odds["assumes"]) == (12, 4, 0.25, ASSUMES)
    assert [seat["seat"] for seat in odds["seats"]] == [1, 2, 3, 4]
    for call, seat in zip(odds["seats"], got["seats"], strict=True):
        if seat["folded"]:
            assert {call[name] for name in ("value", "standard_error", "ci_low", "ci_high")} == {None}
            continue
        assert call["value"] == pytest.approx(16 * seat["equity"] - 4)
        assert call["standard_error"] == pytest.approx(16 * seat["standard_error"])
        assert call["ci_low"] == pytest.approx(16 * seat["ci_low"] - 4)
        assert call["ci_high"] == pytest.approx(16 * seat["ci_high"] - 4)


def test_csv_has_the_columns_only_if_asked_for() -> None:
    plain = answer("equity", *TABLE, *FEW, "--format", "csv")
    got = answer("equity", *TABLE, *FEW, *BET, "--format", "csv")
    assert got.splitlines()[0] == plain.splitlines()[0] + "," + ",".join(COLUMNS)
    for row, without in zip(rows(got), rows(plain), strict=True):
        assert {name: row[name] for name in without} == without
        assert (row["pot"], row["to_call"], row["equity_needed"]) == ("12.0", "4.0", "0.25")
        if row["folded"] == "true":
            assert row["call_value"] == row["call_ci_high"] == ""
        else:
            assert float(row["call_value"]) == pytest.approx(16 * float(row["equity"]) - 4)


def test_table_says_what_is_assumed() -> None:
    text = answer("equity", *WON, *FEW, *BET)
    assert "calling 4 into a pot of 12; everyone stays to the showdown\n" in text
    lines = text[text.index("calling") :].splitlines()
    assert re.split(r"\s{2,}", lines[2].strip())[:4] == ["1", "100.00", "25.00", "12.00"]
    assert re.split(r"\s{2,}", lines[3].strip())[:4] == ["2", "0.00", "25.00", "-4.00"]
    assert "calling" not in answer("equity", *WON, *FEW)


def test_command_that_gives_the_same_figures_gives_the_pot_odds_too() -> None:
    text = answer("equity", *TABLE, *FEW, "--pot", "0.75", "--to-call", "0.25")
    assert " --pot 0.75 --to-call 0.25 " in text
    assert "calling 0.25 into a pot of 0.75" in text
    assert json.dumps(equity_json(*TABLE, *FEW, "--pot", "1M", "--to-call", "0"))
