"""`ftq outs`: the table, JSON and CSV against the answer of the library."""

import io
import json
import re
import shlex
from typing import Any

import pytest

import simulator.next_card
from simulator import Table, __version__, outs
from tests.commands import EIGHT, TABLE, answer, equity_json, ftq, rows, without_time

SIXTH = ["AsKd/Qh7c2s3d", "8c8d/Tc2d5c9h"]
FEW = ["--deals", "20", "--seed", "7", "--workers", "1"]
KEYS = ["schema", "version", "game", "rules", "dead", "common", "up_cards", "street", "street_complete", "wild",
        "seats", "method", "seed", "partial", "elapsed_seconds", "lists"]  # fmt: skip
GROUP_KEYS = ["cards", "chance", "wild_ranks", "equity", "standard_error", "change", "change_error", "deals"]


def outs_json(*args: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer("outs", *args, "--format", "json"))
    return found


def test_json_is_the_dict_of_the_library() -> None:
    got = outs_json(*SIXTH, "--next", "2", "--dead", "5s")
    assert list(got) == KEYS
    want = outs(Table.parse(SIXTH, dead="5s"), 2).to_dict()
    for found in (got, want):
        assert found.pop("elapsed_seconds") > 0
    assert got == json.loads(json.dumps(want))
    assert (got["version"], got["seats"], got["method"], got["seed"]) == (__version__, SIXTH, "exact", None)
    assert got["wild"] == equity_json(*SIXTH, "--no-by-street")["wild"]
    (listed,) = got["lists"]
    assert list(listed) == ["seat", "face", "street", "now", "groups"]
    assert (listed["seat"], listed["face"], listed["street"]) == (2, "down", "seventh")
    assert list(listed["now"]) == ["equity", "standard_error"]
    assert all(list(group) == GROUP_KEYS for group in listed["groups"])
    assert sum(len(group["cards"]) for group in listed["groups"]) == 39


def test_json_of_a_sampled_answer() -> None:
    got = outs_json(*TABLE, *FEW, "--anyone")
    assert [(listed["seat"], listed["face"], listed["street"]) for listed in got["lists"]] == [
        (1, "up", "fifth"),
        (2, "up", "fifth"),
        (4, "up", "fifth"),
    ]
    assert (got["method"], got["seed"], got["partial"]) == ("montecarlo", 7, False)
    for listed in got["lists"]:
        assert listed["now"]["equity"][2] is None
        for group in listed["groups"]:
            assert group["deals"] == 20
            assert group["equity"][2] is None
            assert group["standard_error"][2] is None
    unknown = [group["wild_ranks"] for group in got["lists"][1]["groups"] if "Q" not in group["cards"][0]]
    assert None in unknown  # an unknown card comes to seat 1 before


def test_csv_has_a_row_per_group() -> None:
    got, found = outs_json(*SIXTH, "--anyone"), rows(answer("outs", *SIXTH, "--anyone", "--format", "csv"))
    groups = [(listed, group) for listed in got["lists"] for group in listed["groups"]]
    assert len(found) == len(groups)
    for row, (listed, group) in zip(found, groups, strict=True):
        assert (row["seat"], row["face"], row["street"]) == (str(listed["seat"]), listed["face"], listed["street"])
        assert (row["cards"], row["count"]) == ("".join(group["cards"]), str(len(group["cards"])))
        assert row["wild_ranks"] == ",".join(group["wild_ranks"])
        assert [float(row[f"equity_{seat}"]) for seat in (1, 2)] == group["equity"]
        assert [float(row[f"standard_error_{seat}"]) for seat in (1, 2)] == [0, 0]
        assert float(row["change"]) == group["change"]
        assert (float(row["change_error"]), row["deals"]) == (0, str(group["deals"]))
        assert (row["method"], row["seed"]) == ("exact", "")


def test_csv_is_the_frame_of_the_answer() -> None:
    import pandas as pd

    frame = outs(Table.parse(TABLE), deals=20, seed=7).to_frame()
    frame["wild_ranks"] = [",".join(ranks) for ranks in frame["wild_ranks"]]
    read = pd.read_csv(io.StringIO(answer("outs", *TABLE, *FEW, "--format", "csv")))
    pd.testing.assert_frame_equal(read, frame, check_dtype=False)


def test_table_has_the_chances_now_between_what_helps_and_what_hurts() -> None:
    text = answer("outs", *SIXTH)
    lines = text.splitlines()
    assert lines[:2] == ["Follow the Queen, 2 seats, sixth street", "wild now: Q,T"]
    assert "equity % after the next card to seat 1, face down on seventh street" in lines
    (now,) = [at for at, line in enumerate(lines) if line.startswith("--- now ---")]
    changes = {
        at: float(found[1]) for at, line in enumerate(lines) if (found := re.search(r" ([+-]\d+\.\d\d)  Q", line))
    }
    assert len(changes) == 3
    assert all((change > 0) == (at < now) for at, change in changes.items())
    assert list(changes.values()) == sorted(changes.values(), reverse=True)
    got = equity_json(*SIXTH, "--no-by-street")
    assert lines[now].split()[3:] == [f"{100 * seat['equity']:.2f}" for seat in got["seats"]] + ["Q,T"]
    assert "helps: 19 of 40 cards, 47.50%; hurts: 21 of 40 cards, 52.50%" in lines
    assert lines[-1].startswith("exact: every deal after each card, ")


def test_table_of_a_sampled_answer_says_how_to_repeat_it() -> None:
    text = answer("outs", *TABLE, "--deals", "20", "--next", "4", "--dead", "5s", "--rule", "double_ace_flush=on")
    line = text.splitlines()[-1]
    again = line.removeprefix("the same figures again: ")
    assert again != line
    assert again.startswith("ftq outs ")
    assert without_time(answer(*shlex.split(again)[1:])) == without_time(text)
    assert "seat 3" not in text.split("equity % after")[1]  # it has folded
    assert " ? " in f"{text} ".replace("\n", " ")


def test_table_of_stud_has_no_wild_ranks() -> None:
    text = answer("outs", *SIXTH, "--game", "stud")
    assert "wild" not in text


def test_table_of_a_card_that_changes_nothing() -> None:
    text = answer("outs", "AsAh/AdAcKsKd", "2c3d/4h5c7d8d")
    assert "helps: 0 of 40 cards, 0.00%; hurts: 0 of 40 cards, 0.00%; changes nothing: 40 of 40 cards, 100.00%" in text
    assert text.index("--- now ---") < text.index("+0.00")


@pytest.mark.jit
def test_changes_that_are_noise_neither_help_nor_hurt() -> None:
    """Where hardly anything is known, many cards matter less than a sample of 2,000 deals errs."""
    args = [*["xx/x"] * 3, "--deals", "2k", "--seed", "1", "--next", "3"]
    groups = outs_json(*args)["lists"][0]["groups"]
    words = re.search(
        r"helps: (\d+) of 52 cards, .*; hurts: (\d+) of 52 .*; too close to tell: (\d+) of", answer("outs", *args)
    )
    assert words
    clear = [group for group in groups if abs(group["change"]) > 1.96 * group["change_error"]]
    helps = sum(len(group["cards"]) for group in clear if group["change"] > 0)
    hurts = sum(len(group["cards"]) for group in clear if group["change"] < 0)
    assert [int(number) for number in words.groups()] == [helps, hurts, 52 - helps - hurts]
    assert helps + hurts < 52


def test_common_card() -> None:
    got = outs_json(*EIGHT, *FEW, "--next", "3")
    assert [(listed["seat"], listed["face"], listed["street"]) for listed in got["lists"]] == [(3, "common", "seventh")]
    text = answer("outs", *EIGHT, *FEW, "--next", "3")
    assert "equity % after the common card on seventh street, changes of seat 3" in text


@pytest.mark.jit
def test_a_part_of_what_was_asked_for_is_marked() -> None:
    found = ftq("outs", "xx/x", "xx/x", "xx/x", "--precision", "0.01%", "--time", "50ms", "--seed", "1")
    assert found.exit_code == 0
    assert found.stderr == "ftq: note: out of time: these are figures so far\n"
    assert "OUT OF TIME: " in found.stdout
    again = found.stdout.splitlines()[-1].partition("these figures again: ")[2]
    repeated = answer(*shlex.split(again)[1:])
    assert repeated.split("helps")[0] == found.stdout.split("helps")[0]


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    def stopped(*args: Any, **options: Any) -> simulator.next_card.Outs:
        return replace(outs(*args, **options), partial=True, stopped="interrupted")

    monkeypatch.setattr("simulator.next_card.outs", stopped)
    found = ftq("outs", *TABLE, *FEW, "--quiet")
    assert found.exit_code == 130
    assert found.stderr == "ftq: note: interrupted: these are figures so far\n"
    assert "INTERRUPTED: 20 deals after each card" in found.stdout
