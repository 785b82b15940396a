"""`ftq equity`: JSON, CSV and the table against the contract."""

import io
import json
import re
import shlex

import pytest

from evaluator.category import LABELS
from simulator import __version__
from simulator.report import Asked, equity_text
from simulator.table_arguments import read_table
from tests.commands import EIGHT, FEW, TABLE, answer, equity_json, ftq, rows, without_time

RESULT_KEYS = ["schema", "version", "game", "rules", "dead", "common", "up_cards", "street", "street_complete", "wild",
               "method", "deals", "void_deals", "seed", "partial", "elapsed_seconds", "seats", "streets"]  # fmt: skip
SEAT_KEYS = ["seat", "cards", "folded", "wins", "ties", "tie_counts", "win", "tie", "tie_share", "equity",
             "standard_error", "ci_low", "ci_high", "categories"]  # fmt: skip
STREET_KEYS = ["street", "complete", "method", "deals", "wild_ranks", "equity", "standard_error"]
RULES = {
    "last_queen": "clear",
    "queens_wild": "always",
    "trigger": "Q",
    "followers": "replace",
    "no_trigger": "play",
    "extra_wild": "none",
    "seventh": "down",
    "common_card": "counts",
    "double_ace_flush": "off",
}


def test_json_has_the_keys_of_the_contract() -> None:
    got = equity_json(*TABLE, *FEW, "--dead", "5s", "--dead", "2c")
    assert set(got) == set(RESULT_KEYS)
    assert (got["schema"], got["version"], got["game"], got["rules"]) == (1, __version__, "ftq", RULES)
    assert (sorted(got["dead"]), got["common"]) == (["2c", "5s"], None)
    assert got["up_cards"] == ["Qh", "Tc", "9c", "4s", "7c", "2d", "4h"]
    assert (got["street"], got["street_complete"]) == ("fourth", True)
    assert got["wild"] == {"ranks": ["Q", "T"], "follower": "T", "pending": False}
    assert (got["method"], got["deals"], got["void_deals"], got["seed"], got["partial"]) == (
        "montecarlo",
        200,
        0,
        7,
        False,
    )
    assert got["elapsed_seconds"] > 0
    assert all(set(seat) == set(SEAT_KEYS) for seat in got["seats"])
    assert [seat["cards"] for seat in got["seats"]] == TABLE
    live = [seat for seat in got["seats"] if not seat["folded"]]
    assert all(list(seat["categories"]) == list(LABELS) for seat in live)
    assert all(len(seat["tie_counts"]) == 7 for seat in live)
    assert sum(seat["equity"] for seat in live) == pytest.approx(1)
    folded = got["seats"][2]
    assert {folded[key] for key in SEAT_KEYS[3:]} == {None}
    assert [entry["street"] for entry in got["streets"]] == ["third", "fourth"]
    assert all(set(entry) == set(STREET_KEYS) for entry in got["streets"])
    assert got["streets"][1]["equity"][2] is None


def test_streets_only_if_wanted_in_json() -> None:
    assert equity_json(*TABLE, *FEW, "--no-by-street")["streets"] == []


def test_drawn_seed_is_told_and_repeats_the_run() -> None:
    first = equity_json(*TABLE, "--deals", "100", "--no-by-street")
    again = equity_json(*TABLE, "--deals", "100", "--no-by-street", "--seed", str(first["seed"]))
    for result in (first, again):
        del result["elapsed_seconds"]
    assert again == first


def test_csv_has_a_row_per_seat() -> None:
    text = answer("equity", *TABLE, *FEW, "--format", "csv")
    header = "seat,cards,folded,wins,ties,win,tie,tie_share,equity,standard_error,ci_low,ci_high"
    assert text.splitlines()[0] == ",".join([header, *LABELS, "game,street,method,deals,seed"])
    assert "\r" not in text
    seats = rows(text)
    assert [row["cards"] for row in seats] == TABLE
    assert [row["folded"] for row in seats] == ["false", "false", "true", "false"]
    assert (seats[2]["equity"], seats[2]["full house"]) == ("", "")
    assert {row["seed"] for row in seats} == {"7"}
    same = equity_json(*TABLE, *FEW)
    assert [float(row["equity"] or 0) for row in seats] == [seat["equity"] or 0 for seat in same["seats"]]


def test_csv_is_the_frame_of_the_result() -> None:
    import pandas as pd

    from simulator import Table
    from simulator import equity as python_equity

    frame = python_equity(Table.parse(TABLE), deals=200, seed=7).to_frame()
    read = pd.read_csv(io.StringIO(answer("equity", *TABLE, *FEW, "--format", "csv")))
    pd.testing.assert_frame_equal(read, frame, check_dtype=False)


@pytest.mark.parametrize("seed", [None, 7])
def test_table_of_an_exact_answer(seed: int | None) -> None:
    table = read_table(TABLE, game="ftq", options=[], dead=[], common=None, count=None, at=None)
    result = equity_json(*TABLE, *FEW)
    text = equity_text({**result, "method": "exact", "deals": 5_082_517_440, "seed": seed}, table, Asked(deals=200))
    assert "\nexact: 5,082,517,440 equally likely deals" in text
    # Earlier streets were sampled if there is a seed.
    assert ("--deals 200 --seed 7" in text) == ("earlier streets by Monte Carlo, seed 7" in text) == (seed == 7)


def test_csv_by_street_has_a_row_per_street_and_seat() -> None:
    text = answer("equity", *TABLE, *FEW, "--format", "csv", "--by-street")
    assert text.splitlines()[0] == "street,complete,seat,cards,equity,standard_error,wild_ranks,method,deals"
    found = rows(text)
    assert [(row["street"], row["seat"]) for row in found] == [(s, n) for s in ("third", "fourth") for n in "1234"]
    assert [row["equity"] == "" for row in found] == [False] * 6 + [True, False]
    assert {row["wild_ranks"] for row in found} == {"Q,T"}


def test_table_echoes_how_the_input_was_read() -> None:
    text = answer("equity", *TABLE, *FEW, "--dead", "5s", "--rule", "double_ace_flush=on")
    assert text.startswith(
        "Follow the Queen, 4 seats, fourth street\n"
        "house rules: double_ace_flush=on\n"
        "dead cards: 5s\n"
        "wild now: Q,T\n"
        "\n"
        "up cards (wild)  seat 1  seat 2    seat 3  seat 4\n"
        "third            Qh      Tc (Q,T)  9c      4s\n"
        "fourth           7c      2d        -       4h\n"
        "\n"
        "seat  cards "
    )
    assert re.search(r"^   3  f:xx/9c +folded$", text, re.MULTILINE)
    assert re.search(r"^third +Q,T( +\d+\.\d\d){4} +\d+\.\d{3}$", text, re.MULTILINE)
    assert re.search(r"^fourth +Q,T +\d+\.\d\d +\d+\.\d\d +- +\d+\.\d\d +\d+\.\d{3}$", text, re.MULTILINE)
    assert re.search(r"^pair( +\d+\.\d\d){2} +- +\d+\.\d\d$", text, re.MULTILINE)
    assert re.search(r"^200 deals by Monte Carlo to \+-\d\.\d\d%, seed 7, ", text, re.MULTILINE)
    assert all(line == line.rstrip() and len(line) <= 80 for line in text.splitlines()[:-1])


@pytest.mark.parametrize(
    "args",
    [
        TABLE,
        ["AsKd/Qh7c", "xx/Tc2d", "--game", "stud", "--dead", "5s6s"],
        ["QsQh/Kd", "--seats", "3", "--at", "2", "--rule", "double_ace_flush=on"],
        [*EIGHT, "--common", "Ac"],
    ],
)  # fmt: skip
def test_table_names_the_command_that_repeats_it(args: list[str]) -> None:
    text = answer("equity", *args, *FEW)
    command = text.splitlines()[-1].removeprefix("the same figures again: ")
    name, *again = shlex.split(command)
    assert name == "ftq"
    assert without_time(answer(*again)) == without_time(text)


def test_table_of_stud_has_no_wild_cards() -> None:
    text = answer("equity", "AsKd/Qh7c", "xx/Tc2d", *FEW, "--game", "stud")
    assert text.startswith("Seven-card stud, 2 seats, fourth street\n\nup cards")
    assert "wild" not in text


def test_table_with_unknown_up_cards() -> None:
    text = answer("equity", "xx/x", "xx/x", *FEW)
    assert "wild now: not known, since an up card is unknown\n" in text
    assert "third     x       x\n" in text


def test_table_in_the_middle_of_a_street_with_a_waiting_queen() -> None:
    text = answer("equity", "xx/5cQd", "xx/7c", *FEW)
    assert "fourth street (not complete)\nwild now: Q, and the next card face up will be\n" in text


def test_table_without_up_cards() -> None:
    assert "Follow the Queen, 2 seats, third street (not complete)\nwild now: Q\n\nseat" in answer(
        "equity", "AsKd/", "xx/", *FEW
    )


def test_common_card_stands_in_the_table() -> None:
    text = answer("equity", *EIGHT, "--common", "Ac", *FEW)
    assert re.search(r"^common +Ac \(A,Q\)$", text, re.MULTILINE)


def test_earlier_street_left_out_is_noted_on_stderr() -> None:
    # With all eight seats still in, the deck is too small to finish the deal.
    seats = ["xx/2c3c4c5c", "xx/2d3d4d5d", *(f"f:xx/{card}" for card in ("2h", "3h", "4h", "5h", "6h", "7h"))]
    dead = "8h9hThJhKhAh8c9cTcJcKc"
    result = ftq("equity", *seats, *FEW, "--dead", dead, "--format", "json")
    assert result.exit_code == 0
    assert [entry["street"] for entry in json.loads(result.stdout)["streets"]] == ["fourth", "fifth", "sixth"]
    assert "ftq: note: " in result.stderr
    assert "third street" in result.stderr
    quiet = ftq("equity", *seats, *FEW, "--dead", dead, "--format", "json", "--quiet")
    assert quiet.stderr == ""
