"""What a batch is given: files that cannot be read at all, and lines that are no questions."""

import io
import json
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import Table, equity
from simulator.question_files import MAX_LINE, JsonForm, QuestionFile, Unreadable
from simulator.questions import rules_from_text
from tests.batches import ACES, CSV, JSONL, OPEN, SHORT, batch, rows_of, written
from tests.commands import check_error

GOOD = json.dumps({"seats": ACES})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("\n \n\r\n", "is empty"),
        ("\ufeff", "is empty"),
        ("seat1,seat2,colour\n", "line 1: unknown column 'colour'"),
        ("\n\nseat1,seat9\n", "line 3: unknown column 'seat9'"),
        ("seat1;seat2\n", "unknown column 'seat1;seat2'"),
        ("seat1,seat2,\n", "unknown column ''"),
        ("AsKd/Qh,xx/7c\n", "unknown column 'AsKd/Qh'"),
        ("seat1,dead,seat1\n", "the column seat1 stands twice"),
        ("dead,rules\n", "no column of a seat"),
        ('seat1,"seat2\n', "no CSV"),
        ("[1]\n", "unknown column '[1]'"),
        ("seat1," + "x" * MAX_LINE, "too long"),
        (b"\x89PNG\r\n\x1a\n", "no UTF-8 text"),
        ("seat1,seat2\n".encode("utf-16"), "no UTF-8 text"),
        (b"\x7fELF\0\0\0", "no text"),
        (b"seat1,seat\xe9\n", "no UTF-8 text"),
    ],
)
def test_file_without_questions_is_one_line(tmp_path: Path, content: str | bytes, message: str) -> None:
    error = check_error(batch(written(tmp_path, content)))
    assert message in error
    assert "questions.csv" in error
    assert message in check_error(batch("-", given=content))


def test_file_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No such file" in check_error(batch(str(tmp_path / "nowhere.csv")))
    assert "cannot read" in check_error(batch(str(tmp_path)))
    assert "cannot read" in check_error(batch("a\0b"))
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(ValueError, match="cannot read stdin: it is closed"):
        QuestionFile("-")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_first_line_that_never_ends() -> None:
    assert "too long" in check_error(batch("/dev/zero"))


def test_file_that_can_no_longer_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of the lines before are written."""
    path = written(tmp_path, CSV)
    whole = QuestionFile.__iter__

    def broken(self: QuestionFile) -> Any:
        for line in whole(self):
            if line.number == 5:
                raise Unreadable("cannot read it any more")
            yield line

    monkeypatch.setattr(QuestionFile, "__iter__", broken)
    result = batch(path, *SHORT)
    assert (result.exit_code, result.stderr) == (2, "ftq: error: cannot read it any more\n")
    assert [json.loads(line)["line"] for line in result.stdout.splitlines()] == [2, 3]


def test_read_error_in_the_middle(tmp_path: Path) -> None:
    questions = QuestionFile(written(tmp_path, CSV))

    questions._stream.close()

    class Broken(io.BytesIO):
        def readline(self, *_: Any) -> bytes:
            raise OSError(5, "Input/output error")

    questions._stream = Broken()
    with pytest.raises(Unreadable, match=r"cannot read '.*questions.csv': Input/output error"):
        list(questions)


def test_header_without_rows_is_done_at_once() -> None:
    assert rows_of(batch("-", *SHORT, given="seat1,seat2\n")) == []
    assert batch("-", *SHORT, "--format", "csv", given="seat1,seat2\n").stdout.count("\n") == 1


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("text", [CSV, JSONL], ids=["csv", "jsonl"])
def test_line_ends_byte_order_mark_and_last_line_change_nothing(text: str, newline: str) -> None:
    expected = batch("-", *SHORT, given=text).stdout
    assert batch("-", *SHORT, given="\ufeff" + text.rstrip("\n").replace("\n", newline)).stdout == expected


def test_names_of_columns_in_any_order_and_spelling() -> None:
    plain = batch("-", *SHORT, given="seat1,seat2,dead\nAsKd/Qh,xx/7c,5s\n").stdout
    assert batch("-", *SHORT, given='Dead, SEAT2 ,"seat1"\n5s, xx/7c ,"AsKd/Qh"\n').stdout == plain


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("AsKd/Qh", "1 cells, but the header has 5"),
        ("AsKd/Qh,xx/7c,,,,", "6 cells, but the header has 5"),
        (",,,,", "no seat given"),
        ("AsKd/Qh,,,,", "2 to 8 seats, not 1"),
        (",xx/7c,,,", "seat1 is empty, but seat2 is given"),
        ("AsKd/Qh,,xx/7c,,", "seat2 is empty, but seat3 is given"),
        ("AsKdQh,xx/7c,,,", "seat 1 ('AsKdQh'): no slash"),
        ("AsKd/Qh,xx/7c,,As,", "in the dead cards"),
        ('AsKd/Qh,"xx/7c,,,', "no CSV"),
        ("AsKd/Qh,xx/7c,,,trigger", "'trigger' has no value"),
        ("AsKd/Qh,xx/7c,,,a=1;a=2", "'a' is given twice"),
        ("AsKd/Qh,xx/7c,,,colour=red", "no house rule 'colour'"),
        ("AsKd/Qh,xx/7c,,,open_pair=on", "betting game"),
        ("AsKd/Qh,xx/7c,,,game=holdem", "game is ftq or stud"),
        ("AsKd/Qh,xx/7c,,,game=stud;extra_wild=2", "no wild cards"),
        ("AsKd/Qh,xx/7c,,,double_ace_flush=maybe", "double_ace_flush is"),
        ("AsKd/\0Qh,xx/7c,,,", "no text"),
        (b"AsKd/Q\xe9,xx/7c,,,", "no UTF-8 text"),
        ("x" * (MAX_LINE + 1), "too long"),
        ("x" * (3 * MAX_LINE), "too long"),
    ],
)
def test_bad_line_of_csv_is_a_row_and_the_rest_goes_on(line: str | bytes, message: str) -> None:
    good = ",".join(ACES) + ",,,"
    content = line if isinstance(line, bytes) else line.encode()
    text = b"seat1,seat2,seat3,dead,rules\n%s\n%s\n%s\n" % (good.encode(), content, good.encode())
    found = rows_of(batch("-", *SHORT, given=text), 1)
    assert [("error" in row, row["line"]) for row in found] == [(False, 2), (True, 3), (False, 4)]
    assert message in found[1]["error"]
    assert "\n" not in found[1]["error"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("AsKd/Qh,xx/7c", "no JSON: Expecting value at character 1"),
        ('{"seats": ["AsKd/Qh"', "no JSON: Expecting ',' delimiter at character 21"),
        ("[1]", "not a JSON object"),
        ("{}", "no seat given"),
        ('{"seats": null}', "no seat given"),
        ('{"seats": "AsKd/Qh xx/7c"}', "seats is a list of texts"),
        ('{"seats": ["AsKd/Qh", 7]}', "seats is a list of texts"),
        ('{"seats": {"1": "AsKd/Qh"}}', "seats is a list of texts"),
        ('{"seat1": "AsKd/Qh"}', "unknown key 'seat1'; there are seats, dead, common, rules, method, deals"),
        ({"workers": 2}, "unknown key 'workers'"),
        ({"executor": None, "progress": 5}, "unknown key 'progress'"),
        ('{"seats": ["xx/7c", "xx/8c"], "seats": []}', "the key 'seats' stands twice"),
        ({"dead": ["5s"]}, "dead is text, not list"),
        ({"common": 5}, "common is text, not int"),
        ({"rules": "game=stud"}, "rules has a text for each name"),
        ({"rules": {"double_ace_flush": True}}, "rules has a text for each name"),
        ({"rules": {"nonsense": "1"}}, "no house rule 'nonsense'"),
        ({"deals": 0}, "deals is 1 to"),
        ({"deals": -5}, "deals is 1 to"),
        ({"deals": 2.5}, "deals is a whole number, not 2.5"),
        ({"deals": "5M"}, "deals is a whole number, not '5M'"),
        ({"deals": 10**40}, "deals is 1 to"),
        ({"deals": 1e300}, "deals is"),
        ({"deals": True}, "deals is a value, not True"),
        ({"deals": []}, "deals is a whole number"),
        ({"seed": -1}, "seed is 0 to"),
        ({"seed": 2**64}, "seed is 0 to"),
        ({"precision": 0}, "precision is"),
        ({"precision": -0.1}, "precision is"),
        ({"precision": 1e-30}, "precision is"),
        ({"time_limit": 0}, "time_limit is"),
        ({"time_limit": 1e300}, "time_limit is"),
        ({"method": "magic"}, "method is"),
        ({"method": 5}, "method is"),
        ({"by_street": 1}, "by_street is true or false, not 1"),
        ('{"seats": ["AsKd/Qh", "xx/7c"], "precision": NaN}', "NaN is no number of JSON"),
        ('{"seats": ["AsKd/Qh", "xx/7c"], "precision": -Infinity}', "-Infinity is no number of JSON"),
        ('{"seats": ["AsKd/Qh", "xx/7c"], "seed": ' + "9" * 5000 + "}", "digits"),
        ('{"seats": ' + "[" * 30_000, "too many brackets"),
        ('{"seats": ["AsKd/\\u0000", "xx/\\ud800"]}', "seat 1"),
        ("{" + " " * MAX_LINE + "}", "too long"),
    ],
)
def test_bad_line_of_jsonl_is_a_row_and_the_rest_goes_on(line: str | dict[str, Any], message: str) -> None:
    text = line if isinstance(line, str) else json.dumps({"seats": OPEN, **line})
    found = rows_of(batch("-", *SHORT, given=f"{GOOD}\n{text}\n{GOOD}"), 1)
    assert [("error" in row, row["line"]) for row in found] == [(False, 1), (True, 2), (False, 3)]
    assert message in found[1]["error"]
    assert len(found[1]["error"]) < 500
    assert len(found[1]["error"].splitlines()) == 1


def test_values_that_are_not_given() -> None:
    nothing = {
        "dead": None,
        "common": None,
        "rules": None,
        "method": None,
        "deals": None,
        "seed": None,
        "workers": None,
    }
    found = rows_of(batch("-", *SHORT, given=GOOD + "\n" + json.dumps({"seats": ACES, **nothing})))
    assert {**found[0], "line": 2, "seed": found[1]["seed"]} == found[1]


def test_every_argument_of_equity_may_be_given_but_those_of_the_whole_run() -> None:
    ours = {"table", "workers", "executor", "progress"}
    names = [name for name in signature(equity).parameters if name not in ours]
    (row,) = rows_of(batch("-", given=json.dumps({"seats": OPEN, "nonsense": 1})), 1)
    assert row["error"].endswith("there are " + ", ".join(["seats", "dead", "common", "rules", *names]))
    assert {"seats", "dead", "common", "rules"} == set(signature(Table.parse).parameters)


@given(st.binary(max_size=60))
def test_any_bytes_are_rows_or_one_line(content: bytes) -> None:
    result = batch("-", *SHORT, given=b"seat1,seat2\n" + content)
    assert result.exit_code in (0, 1)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["line"] for row in lines] == sorted({row["line"] for row in lines})
    assert len(lines) == sum(bool(part.strip()) for part in content.split(b"\n"))
    assert batch("-", *SHORT, given=content).exit_code in (0, 1, 2)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=2)
            | st.dictionaries(
                st.sampled_from(["seats", "dead", "rules", "deals", "seed", "method", "by_street", "x"]),
                inner,
                max_size=3,
            )
        ),
        max_leaves=5,
    )
)
def test_any_json_is_fields_or_a_one_line_error(value: Any) -> None:
    message = ""
    try:
        assert isinstance(JsonForm().fields(json.dumps(value).encode()), dict)
    except ValueError as error:
        message = str(error)
    assert len(message.splitlines()) <= 1


@given(st.text(max_size=40))
def test_any_text_is_rules_or_a_one_line_error(text: str) -> None:
    message = ""
    try:
        assert all(name == name.strip() for name in rules_from_text(text))
    except ValueError as error:
        message = str(error)
    assert len(message.splitlines()) <= 1


def test_rules_in_one_text() -> None:
    assert rules_from_text(" last_queen = keep;extra_wild=2,9 ;; game=ftq;") == {
        "last_queen": "keep", "extra_wild": "2,9", "game": "ftq",
    }  # fmt: skip
    assert rules_from_text("  ") == {}
