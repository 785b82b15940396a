"""Answers of a batch: rows that can be checked by hand, order, seeds, and CSV, JSONL and Python alike."""

import io
import json
import re
import signal
import time
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simulator.batch
from simulator import Rules, Table, equity, equity_batch
from simulator.equity_rows import EQUITY_COLUMNS, STREET_COLUMNS
from simulator.questions import batch_state, line_seed, state_of
from tests.batches import ACES, BAD, CSV, JSONL, LINES, OPEN, SHORT, SPLIT, TELEVISED, batch, rows_of
from tests.commands import ROOT, rows


def test_rows_of_finished_tables() -> None:
    """Aces beat kings, the same two pair split: whatever the number of deals and the seed."""
    won, split = rows_of(
        batch("-", "--deals", "3", given="seat2,seat1\n" + f"{ACES[1]},{ACES[0]}\n{SPLIT[1]},{SPLIT[0]}")
    )
    assert [won["line"], split["line"]] == [2, 3]
    assert [seat["equity"] for seat in won["seats"]] == [1, 0]
    assert [seat["cards"] for seat in won["seats"]] == ACES
    assert [seat["categories"]["pair"] for seat in won["seats"]] == [1, 1]
    assert [seat["equity"] for seat in split["seats"]] == [0.5, 0.5]
    assert [seat["tie"] for seat in split["seats"]] == [1, 1]


def test_rules_of_a_line_change_who_wins() -> None:
    text = "seat1,seat2,seat3,seat4,seat5,rules\n" + "\n".join(
        f"{','.join(TELEVISED)},{rules}" for rules in ("game=stud", "game=ftq", "")
    )
    found = rows_of(batch("-", "--deals", "3", given=text))
    shares = [[seat["equity"] for seat in row["seats"]] for row in found]
    assert shares == [[None, 1, None, 0, None], *[[None, 0, None, 1, None]] * 2]


def test_rows_are_in_the_order_of_the_input_with_the_numbers_of_their_lines() -> None:
    found = rows_of(batch("-", *SHORT), 1)
    assert [row["line"] for row in found] == LINES
    assert [row["line"] for row in found if "error" in row] == [BAD]


def test_row_is_the_result_without_its_time() -> None:
    found = rows_of(batch("-", *SHORT), 1)
    row = found[LINES.index(5)]
    table = Table.parse([*OPEN, "f:xx/9c"], dead="5sQs")
    expected = equity(table, deals=50, seed=line_seed(batch_state(5), 5)).to_dict()
    del expected["elapsed_seconds"]
    assert row == {"line": 5, **expected}


def test_error_row_says_what_is_wrong_and_the_rest_goes_on() -> None:
    result = batch("-", *SHORT)
    row = rows_of(result, 1)[LINES.index(BAD)]
    assert set(row) == {"line", "error"}
    assert row["error"].startswith("As stands in")
    assert result.stderr == "ftq: note: 1 of 6 lines have an error in place of figures\n"


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_csv_and_jsonl_are_the_same_questions(form: str) -> None:
    from_csv, from_jsonl = (batch("-", *SHORT, "--format", form, given=text) for text in (CSV, JSONL))
    assert from_csv.stdout == from_jsonl.stdout
    assert from_csv.exit_code == from_jsonl.exit_code == 1


def test_csv_rows_are_those_of_the_json() -> None:
    table = rows(batch("-", *SHORT, "--format", "csv").stdout)
    assert list(table[0]) == ["line", *EQUITY_COLUMNS, "error"]
    found = rows_of(batch("-", *SHORT), 1)
    expected = [(row["line"], seat) for row in found if "seats" in row for seat in row["seats"]]
    whole = [row for row in table if not row["error"]]
    assert [(int(row["line"]), row["cards"], row["equity"]) for row in whole] == [
        (line, seat["cards"], "" if seat["folded"] else repr(seat["equity"])) for line, seat in expected
    ]
    (bad,) = [row for row in table if row["error"]]
    assert bad["line"] == str(BAD)
    assert {value for name, value in bad.items() if name not in ("line", "error")} == {""}


def test_by_street() -> None:
    found = rows_of(batch("-", *SHORT, "--by-street"), 1)
    assert [entry["street"] for entry in found[LINES.index(5)]["streets"]] == ["third", "fourth"]
    assert rows_of(batch("-", *SHORT), 1)[0]["streets"] == []
    table = rows(batch("-", *SHORT, "--by-street", "--format", "csv").stdout)
    assert list(table[0]) == ["line", *STREET_COLUMNS, "error"]
    assert [row["street"] for row in table if row["line"] == "7"] == ["third", "third", "fourth", "fourth"]
    assert [row["street"] for row in table if row["line"] == "2"][-1] == "seventh"


def test_csv_has_the_same_columns_whatever_a_line_asks() -> None:
    """The option decides in CSV; in JSONL a line may have its streets."""
    text = json.dumps({"seats": OPEN, "by_street": True}) + "\n" + json.dumps({"seats": OPEN, "by_street": False})
    assert [len(row["streets"]) for row in rows_of(batch("-", *SHORT, given=text))] == [2, 0]
    for options, columns in ([], EQUITY_COLUMNS), (["--by-street"], STREET_COLUMNS):
        table = rows(batch("-", *SHORT, "--format", "csv", *options, given=text).stdout)
        assert list(table[0]) == ["line", *columns, "error"]
        assert {row["line"] for row in table} == {"1", "2"}


@pytest.mark.jit
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_workers_change_nothing(form: str) -> None:
    text = CSV + "AsKd/Qh7c,xx/Tc2d,,,,\n" * 100
    one, two, many = (batch("-", *SHORT, "--format", form, "--workers", n, given=text).stdout for n in ("1", "2", "9"))
    assert one == two == many


# --- the documentation


DOCUMENT = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found
    return found


def test_files_of_the_documentation_are_answered() -> None:
    (table,) = blocks("csv")
    assert table == (ROOT / "docs" / "questions.csv").read_text(encoding="utf-8")
    assert table in (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(rows_of(batch(str(ROOT / "docs" / "questions.csv"), *SHORT))) == 4
    (objects,) = blocks("json")
    given = [{**json.loads(line), "method": "montecarlo", "deals": 10} for line in objects.splitlines()]
    assert len(rows_of(batch("-", *SHORT, given="\n".join(map(json.dumps, given))))) == len(given)


@pytest.mark.jit
def test_python_of_the_documentation_runs() -> None:
    for code in blocks("python"):
        exec(compile(code, "batch.md", "exec"), {})


def test_seeds_of_lines_are_as_documented() -> None:
    """The recipe of docs/batch.md, written down once more."""
    top = 2**53

    def stir(z: int) -> int:
        for f in (0x1476D1CE4E5B9B, 0x133111EB94D049):
            z = ((z ^ (z >> 27)) * f) % top
        return z ^ (z >> 27)

    for seed in (0, 1, 5, 2**53 + 1, 2**64 - 1):
        state = stir((seed ^ (seed >> 53)) % top)
        for n in (1, 2, 999_999):
            assert line_seed(batch_state(seed), n) == stir((state + n * 0x13C6EF372FE94F) % top)


# --- what holds for lines that do not say otherwise


def test_options_are_defaults_of_the_lines() -> None:
    lines: list[dict[str, Any]] = [
        {},
        {"deals": 30.0},
        {"rules": {"game": "ftq"}},
        {"rules": {"seventh": "down"}},
        {"seed": 8},
    ]
    text = "\n".join(json.dumps({"seats": OPEN, **line}) for line in lines)
    found = rows_of(batch("-", *SHORT, "--game", "stud", "--method", "montecarlo", given=text))
    assert [row["game"] for row in found] == ["stud", "stud", "ftq", "stud", "stud"]
    assert [row["deals"] for row in found] == [50, 30, 50, 50, 50]
    assert [row["seed"] == 8 for row in found] == [False] * 4 + [True]


def test_rules_of_a_line_go_before_those_of_the_batch_one_by_one() -> None:
    text = "seat1,seat2,rules\n" + "\n".join(
        f"AsKd/Qh7c,xx/Tc2d,{rules}" for rules in ("", "double_ace_flush=off", "game=stud", "game=stud;")
    )
    found = rows_of(batch("-", *SHORT, "--rule", "double_ace_flush=on", given=text))
    assert [row["rules"]["double_ace_flush"] for row in found] == ["on", "off", "on", "on"]
    assert [row["game"] for row in found] == ["ftq", "ftq", "stud", "stud"]


@pytest.mark.jit
def test_methods_precision_and_time() -> None:
    """One seventh card to come: 52 - 13 = 39 completions. Arguments of a line go before the options."""
    seats = ["AsAd/7h4c9s2d/Jh", "KsKd/8h5cTs3d"]
    lines: list[dict[str, Any]] = [
        {}, {"method": "exact"}, {"method": "montecarlo", "precision": 0.02}, {"seats": OPEN, "precision": 0.01},
        {"seats": OPEN, "time_limit": 0.05}, {"seats": OPEN, "deals": 77, "precision": 0.4},
    ]  # fmt: skip
    text = "\n".join(json.dumps({"seats": seats, **line}) for line in lines)
    found = rows_of(batch("-", "--seed", "5", "--precision", "3%", given=text))
    assert [row["method"] for row in found] == ["exact"] * 2 + ["montecarlo"] * 4
    assert [row["deals"] for row in found[:2]] == [39, 39]
    assert [row["seed"] for row in found[:2]] == [None, None]
    for row, precision in ((found[2], 0.02), (found[3], 0.01)):
        assert all(seat["ci_high"] - seat["ci_low"] <= 2 * precision for seat in row["seats"])
    assert found[5]["deals"] == 77
    (limited,) = rows_of(batch("-", "--time", "50ms", given=json.dumps({"seats": OPEN})))
    assert limited["partial"]


def test_exact_rows_of_any_seed_are_the_same() -> None:
    """Sixth street, one card to come: no seed in the row."""
    text = "seat1,seat2\nAsAd/7h4c9s2d/Jh,KsKd/8h5cTs3d\n"
    first, other = (batch("-", "--method", "exact", "--seed", seed, given=text).stdout for seed in ("1", "2"))
    assert first == other


@pytest.mark.jit
def test_filters_and_house_rules() -> None:
    """A king or better with the ace, or a wild pair: written in one cell."""
    text = (
        "seat1,seat2,rules\n"
        '"AK,pair/Qh7c",xx/Tc2d,\n'
        "xx/Qh7c,xx/Tc2d,last_queen=keep;followers=accumulate;extra_wild=2\n"
        '"pair-QQ/Qh7c",xx/Tc2d,seventh=up\n'
        "AA-AA/Qh7c,xx/Tc2d,\n"
    )
    found = rows_of(batch("-", *SHORT, given=text), 1)
    assert [row["line"] for row in found] == [2, 3, 4, 5]
    assert found[0]["seats"][0]["cards"] == Table.parse(["AK,pair/Qh7c", "xx/Tc2d"]).seats[0].text
    assert (found[1]["rules"]["followers"], found[1]["wild"]["ranks"]) == ("accumulate", ["Q", "T", "2"])
    assert found[2]["rules"]["seventh"] == "up"
    assert "seat 1" in found[3]["error"]


def test_line_without_a_valid_deal_is_an_error_row() -> None:
    """All four Queens are dead: under redeal every deal is void, and a table that can have none is refused."""
    text = "seat1,seat2,dead,rules\n" + "AsKd/9h7c,xx/Tc2d,QcQdQhQs,no_trigger=redeal\n" + f"{ACES[0]},{ACES[1]},,\n"
    bad, good = rows_of(batch("-", *SHORT, given=text), 1)
    assert "error" in bad
    assert good["seats"][0]["equity"] == 1


# --- seeds


def test_each_line_has_a_seed_of_its_own_and_the_batch_seed_repeats_them() -> None:
    text = "seat1,seat2\n" + "AsKd/Qh7c,xx/Tc2d\n" * 20
    first, again, other = (rows_of(batch("-", "--deals", "50", "--seed", seed, given=text)) for seed in ("1", "1", "2"))
    assert first == again
    seeds = [row["seed"] for row in (*first, *other)]
    assert len(set(seeds)) == 40
    assert len({tuple(seat["wins"] for seat in row["seats"]) for row in first}) > 5


def test_drawn_seed_is_told_and_repeats_the_batch() -> None:
    first = batch("-", "--deals", "50")
    seed = first.stderr.split("--seed ")[1].split()[0]
    assert batch("-", "--deals", "50", "--seed", seed).stdout == first.stdout
    assert (
        batch("-", "--deals", "50", "--quiet").stderr == "ftq: note: 1 of 6 lines have an error in place of figures\n"
    )


@given(st.integers(0, 2**64 - 1), st.integers(1, 10**9))
def test_state_can_be_had_back_from_the_seed_of_a_line(seed: int, line: int) -> None:
    state = batch_state(seed)
    assert 0 <= line_seed(state, line) < 2**53
    assert state_of(line_seed(state, line), line) == state


def test_seeds_of_lines_and_of_batches_are_all_different() -> None:
    """Lines of one batch for certain, since each step of the mix is one-to-one; batches next to each other as well."""
    states = [batch_state(seed) for seed in range(200)]
    assert len({line_seed(state, line) for state in states for line in range(1, 501)}) == 100_000


def test_seeds_of_neighbours_differ_in_half_of_their_bits() -> None:
    """53 bits: mean 26.5, standard deviation sqrt(53) / 2 = 3.64; the mean of 2000 has a standard error of 0.081."""
    state = batch_state(0)
    flips = [(line_seed(state, line) ^ line_seed(state, line + 1)).bit_count() for line in range(1, 2001)]
    assert abs(sum(flips) / 2000 - 26.5) < 5 * 0.081


# --- in Python


def python_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    records: list[dict[Any, Any]] = frame.to_dict("records")
    return [{name: None if pd.isna(value) else value for name, value in row.items()} for row in records]


@pytest.mark.parametrize("by_street", [False, True])
def test_frame_of_a_file_has_the_rows_of_its_csv(by_street: bool) -> None:
    options = [*SHORT, "--format", "csv", *(["--by-street"] if by_street else [])]
    expected = rows(batch("-", *options, given=CSV.replace("\n\n", "\n")).stdout)
    frame = equity_batch(pd.read_csv(io.StringIO(CSV)), deals=50, seed=5, by_street=by_street)
    assert list(frame.columns) == list(expected[0])
    assert [{name: spelled(value) for name, value in row.items()} for row in python_rows(frame)] == expected


def spelled(value: Any) -> str:
    """A value as CSV has it."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_mappings_are_numbered_as_the_lines_of_jsonl() -> None:
    questions: list[dict[str, Any]] = [
        {"seats": OPEN},
        {"seats": ACES, "rules": {"game": "stud"}},
        {"seats": OPEN, "rules": Rules("stud")},
    ]
    frame = equity_batch(iter(questions), deals=50, seed=5)
    assert frame["line"].tolist() == [1, 1, 2, 2, 3, 3]
    assert frame["game"].tolist() == ["ftq", "ftq", *["stud"] * 4]
    expected = rows_of(batch("-", *SHORT, given=json.dumps(questions[0])))
    assert frame["wins"].tolist()[:2] == [seat["wins"] for seat in expected[0]["seats"]]
    assert str(frame["wins"].dtype) == str(frame["seed"].dtype) == "UInt64"


def test_errors_stand_in_a_column() -> None:
    questions: Any = [{"seats": OPEN}, "AsKd/Qh7c", {"seats": OPEN, "deals": 0}]
    frame = equity_batch(questions, deals=50, rules={"game": "stud"})
    assert frame["error"].isna().tolist() == [True, True, False, False]
    assert frame["error"].tolist()[2:] == [
        "a question is a mapping with the key seats, not str",
        "deals is 1 to 1000000000000000, not 0",
    ]
    frame = equity_batch(pd.DataFrame({"seat1": ["AsKd/Qh", 5, None], "seat2": ["xx/7c", "xx/7c", "xx/8c"]}), deals=50)
    assert frame["line"].tolist() == [2, 2, 3, 4]
    assert frame["error"].tolist()[2:] == [
        "seat1 is text, not int",
        "seat1 is empty, but seat2 is given; write xx/x if unknown",
    ]


def test_counts_beyond_64_bits_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    class Huge:
        def __init__(self, *_: Any, **options: Any) -> None:
            self.result = equity(Table.parse(ACES), deals=10, seed=1)

        def to_dict(self) -> dict[str, Any]:
            return {**self.result.to_dict(), "deals": 10**30}

    monkeypatch.setattr(simulator.batch, "equity", Huge)
    assert equity_batch([{"seats": ACES}])["deals"].tolist() == [10**30] * 2


def test_large_counts_and_seeds_are_kept_to_the_last_digit() -> None:
    frame = equity_batch([{"seats": OPEN, "seed": 2**64 - 1}, {"seats": []}], deals=10)
    assert frame["seed"].tolist()[:2] == [2**64 - 1] * 2
    assert pd.isna(frame["seed"].iloc[2])


def test_interrupted_questions_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the third of five is under way: the first two keep their figures."""

    def interrupted(table: Table, progress: Any, **options: Any) -> Any:
        if table.rules.game == "stud":
            signal.raise_signal(signal.SIGINT)
            while True:
                progress(1, 2)
                time.sleep(0.001)
        return equity(table, progress=progress, **options)

    monkeypatch.setattr(simulator.batch, "equity", interrupted)
    questions: list[dict[str, Any]] = [
        {"seats": ACES},
        {"seats": ACES},
        {"seats": ACES, "rules": Rules("stud")},
        {"seats": ACES},
        {},
    ]
    frame = equity_batch(questions, workers=1, deals=10)
    assert frame["line"].tolist() == [1, 1, 2, 2, 3, 4, 5]
    assert frame["equity"].tolist()[:4] == [1, 0, 1, 0]
    assert frame["error"].tolist()[4:] == ["interrupted before it was answered"] * 3


def test_no_questions_give_no_rows() -> None:
    assert list(equity_batch([]).columns) == ["line", *EQUITY_COLUMNS, "error"]
    assert len(equity_batch(pd.DataFrame({"seat1": []}))) == 0


@pytest.mark.parametrize(
    ("questions", "options", "message"),
    [
        ([], {"seed": -1}, "seed is 0 to"),
        ([], {"workers": 0}, "workers is 1 to"),
        ([], {"dael": 5}, "unknown argument 'dael'"),
        ([], {"deals": 0}, "deals is 1 to"),
        ([], {"precision": -1}, "precision is"),
        ([], {"time_limit": 0}, "time_limit is"),
        ([], {"method": "magic"}, "method is"),
        ([], {"rules": {"colour": "red"}}, "no house rule 'colour'"),
        (pd.DataFrame({"seat1": [], "colour": []}), {}, "unknown column 'colour'"),
    ],
)
def test_what_python_refuses(questions: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        equity_batch(questions, **options)


def test_unexpected_failure_stays_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(table: Table, **options: Any) -> Any:
        if table.rules.game == "stud":
            raise MemoryError if table.dead else RuntimeError("first\nsecond")
        return equity(table, **options)

    monkeypatch.setattr(simulator.batch, "equity", fail)
    questions: list[dict[str, Any]] = [
        {"seats": OPEN}, {"seats": OPEN, "rules": {"game": "stud"}},
        {"seats": OPEN, "rules": {"game": "stud"}, "dead": "5s"}, {"seats": OPEN},
    ]  # fmt: skip
    frame = equity_batch(questions, deals=50)
    assert frame["line"].tolist() == [1, 1, 2, 3, 4, 4]
    assert frame["error"].tolist()[2:4] == ["unexpected RuntimeError: first second; please report it", "out of memory"]
