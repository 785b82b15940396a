"""Going on with an interrupted batch: the same bytes as without the interruption."""

import json
from pathlib import Path

import pytest

from tests.batches import CSV, JSONL, LINES, SHORT, batch, written
from tests.commands import check_error

SETTINGS = ["--deals", "50"]
FORMS = [["--format", "jsonl"], ["--format", "csv"]]
BY_STREET = ["--format", "csv", "--by-street"]


def whole(*args: str, given: str = CSV) -> bytes:
    return batch("-", *SHORT, *args, given=given).stdout_bytes


@pytest.mark.parametrize("text", [CSV, JSONL], ids=["csv", "jsonl"])
@pytest.mark.parametrize(
    "form", [*FORMS, pytest.param(BY_STREET, marks=pytest.mark.jit)], ids=["jsonl", "csv", "streets"]
)
def test_run_broken_off_anywhere_ends_with_the_same_bytes(tmp_path: Path, form: list[str], text: str) -> None:
    """Cut after every row, before and after its line end, and within rows."""
    expected = whole(*form, given=text)
    ends = [at + 1 for at, byte in enumerate(expected) if byte == ord("\n")]
    for cut in sorted({0, 1, len(expected), *ends, *(end - 1 for end in ends), *(end + 9 for end in ends[:-1])}):
        out = written(tmp_path, expected[:cut], "rows")
        result = batch("-", *SHORT, *form, "--resume", out, given=text)
        assert (result.exit_code, result.stdout) == (1, ""), cut
        assert Path(out).read_bytes() == expected, cut


@pytest.mark.parametrize("form", FORMS, ids=["jsonl", "csv"])
def test_seed_is_taken_from_the_rows(tmp_path: Path, form: list[str]) -> None:
    """Once there is a row of sampled figures; what is done stays in any case."""
    expected = whole(*form)
    lines = expected.splitlines(keepends=True)
    sampled = next(at for at, line in enumerate(lines, 1) if b"AsKd/Qh7c" in line)
    for count in range(1, len(lines)):
        out = written(tmp_path, b"".join(lines[:count]), "rows")
        result = batch("-", *SETTINGS, *form, "--resume", out)
        assert result.exit_code == 1
        if count >= sampled:
            assert Path(out).read_bytes() == expected, count
            assert "--seed" not in result.stderr
        assert Path(out).read_bytes().startswith(lines[0])


def test_seed_is_not_taken_from_a_line_that_has_its_own(tmp_path: Path) -> None:
    text = json.dumps({"seats": ["AsKd/Qh7c", "xx/Tc2d"], "seed": 9}) + "\n" + json.dumps({"seats": ["xx/7c", "xx/8c"]})
    expected = whole(given=text)
    out = written(tmp_path, expected.splitlines(keepends=True)[0], "rows")
    result = batch("-", *SETTINGS, "--resume", out, given=text)
    assert "the same figures again with --seed" in result.stderr  # nothing tells the first seed yet
    assert Path(out).read_bytes().splitlines()[0] == expected.splitlines()[0]
    out = written(tmp_path, expected, "rows")
    assert batch("-", *SETTINGS, "--resume", out, given=text + "\n" + json.dumps({"seats": []})).exit_code == 1


def test_by_street_in_csv_needs_the_seed(tmp_path: Path) -> None:
    out = written(tmp_path, whole(*BY_STREET), "rows")
    assert "give the --seed of that run" in check_error(batch("-", *SETTINGS, *BY_STREET, "--resume", out))


def test_finished_run_stays_as_it_is(tmp_path: Path) -> None:
    text = CSV.replace("AsKd/Qh7c,AsTc/2d3d", "AsKd/Qh7c,JsTc/2d3d")
    expected = whole(given=text)
    out = written(tmp_path, expected, "rows")
    result = batch("-", *SHORT, "--resume", out, given=text)
    assert (result.exit_code, result.stderr) == (0, "")
    assert Path(out).read_bytes() == expected


def test_errors_before_the_interruption_count(tmp_path: Path) -> None:
    expected = whole()
    out = written(tmp_path, expected[: expected.rindex(b"\n", 0, -1) + 1], "rows")
    result = batch("-", *SHORT, "--resume", out)
    assert result.stderr == f"ftq: note: 1 of {len(LINES)} lines have an error in place of figures\n"


ROWS = whole().splitlines(keepends=True)
TABLE = whole("--format", "csv").splitlines(keepends=True)


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ([b"precious\n"], [], "its line 1 is no row of a batch in JSONL"),
        ([b'{"seats": ["AsKd/Qh", "xx/7c"]}\n'], [], "its line 1 is no row"),
        ([b"[1]\n"], [], "its line 1 is no row"),
        ([b"\x89PNG\r\n", b"\x00"], [], "its line 1 is no row"),
        ([b"x" * (1 << 20) + b"\n"], [], "its line 1 is no row"),
        (TABLE, [], "its line 1 is no row of a batch in JSONL"),
        (ROWS, ["--format", "csv"], "the header is not that of a batch in CSV"),
        (TABLE, BY_STREET, "the header is not that of a batch in CSV"),
        ([*TABLE[:2], b"2,x\n"], ["--format", "csv"], "its line 3 is not that of a batch in CSV"),
        (ROWS[1:], [], "it has a row of line 3 where that of line 2 is due"),
        ([ROWS[0], ROWS[0]], [], "it has a row of line 2 where that of line 3 is due"),
        ([ROWS[1], ROWS[0]], [], "it has a row of line 3 where that of line 2 is due"),
        ([*ROWS, ROWS[-1].replace(b'"line":8', b'"line":9')], [], "it has a row of line 9, but the input ends"),
        ([ROWS[0].replace(b'"game":"ftq"', b'"game":"stud"')], [], "its row of line 2 has game stud, but ftq is due"),
        ([ROWS[0].replace(b"AsAd/", b"AsAc/")], [], "its row of line 2 has cards"),
        ([ROWS[0].replace(b'"version":"', b'"version":"9')], [], "its row of line 2 has version"),
        (ROWS, ["--rule", "double_ace_flush=on"], "its row of line 2 has rules"),
        (ROWS, ["--seed", "6"], "its row of line 5 derives from another seed"),
        ([*ROWS[:3], ROWS[0].replace(b'"line":2', b'"line":6')], [], "its row of line 6 has figures, but"),
        ([TABLE[0], *(row.replace(b"AsAd", b"AsAc") for row in TABLE[1:])], ["--format", "csv"], "has cards"),
        (TABLE, ["--format", "csv", "--seed", "6"], "derives from another seed"),
        (TABLE, ["--format", "csv", "--game", "stud"], "its row of line 2 has game ftq, but stud is due"),
    ],
)  # fmt: skip
def test_rows_of_another_batch_are_one_line(
    tmp_path: Path, rows: list[bytes], options: list[str], message: str
) -> None:
    """And the file stays as it is."""
    content = b"".join(rows)
    out = written(tmp_path, content, "rows")
    assert message in check_error(batch("-", *SHORT, *options, "--resume", out))
    assert Path(out).read_bytes() == content


def test_other_seed_of_a_line_is_noticed(tmp_path: Path) -> None:
    text = json.dumps({"seats": ["AsKd/Qh7c", "xx/Tc2d"], "seed": 9})
    out = written(tmp_path, whole(given=text), "rows")
    assert "has seed 9, but 8 is due" in check_error(
        batch("-", *SHORT, "--resume", out, given=text.replace('"seed": 9', '"seed": 8'))
    )


def test_output_as_input_is_refused(tmp_path: Path) -> None:
    """Both names the same: the questions are no rows, and stay."""
    path = written(tmp_path, JSONL)
    assert "no row of a batch" in check_error(batch(path, *SHORT, "--resume", path))
    assert "is there already" in check_error(batch(path, *SHORT, "--out", path))
    assert Path(path).read_text() == JSONL
