"""Seats from a file: `@FILE` among the arguments."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from simulator.cli import cli
from simulator.seat_files import MAX_BYTES, expand_seats
from tests.commands import FEW, TABLE, answer, check_error, equity_json, ftq


def written(folder: Path, text: str | bytes, name: str = "table.txt") -> str:
    """Write a file and return the argument that reads it."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return f"@{path}"


def test_one_seat_a_line(tmp_path: Path) -> None:
    file = written(tmp_path, "# fourth street\nAsKd/Qh7c   # a wild card\n\n  xx/Tc2d\n#xx/3c\n(A♥Kc) 5h")
    given = expand_seats(["xx/x", file, "xx/4s4h"])
    assert given.texts == ("xx/x", "AsKd/Qh7c", "xx/Tc2d", "(A♥Kc) 5h", "xx/4s4h")
    assert {number: place[:7] for number, place in given.places.items()} == {2: "line 2 ", 3: "line 4 ", 4: "line 6 "}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_mark(tmp_path: Path, newline: str, mark: bytes) -> None:
    file = written(tmp_path, mark + newline.join(["AsKd/Qh", "", "xx/7c"]).encode())
    given = expand_seats([file])
    assert given.texts == ("AsKd/Qh", "xx/7c")
    assert given.places[2].startswith("line 3 ")


def test_equity_of_a_file_is_that_of_its_seats(tmp_path: Path) -> None:
    file = written(tmp_path, "\n".join(TABLE[1:3]))
    got, expected = equity_json(TABLE[0], file, TABLE[3], *FEW), equity_json(*TABLE, *FEW)
    for result in (got, expected):
        del result["elapsed_seconds"]
    assert got == expected


def test_deal_and_one_seat_of_several(tmp_path: Path) -> None:
    file = written(tmp_path, "QsQh/Kd\n")
    assert answer("deal", file, "xx/7c", "--seed", "3") == answer("deal", "QsQh/Kd", "xx/7c", "--seed", "3")
    assert [seat["cards"] for seat in equity_json(file, *FEW, "--seats", "3", "--at", "2")["seats"]] == [
        "xx/x", "QsQh/Kd", "xx/x",
    ]  # fmt: skip


def test_seats_from_stdin() -> None:
    result = CliRunner().invoke(cli, ["equity", "@-", *FEW, "--format", "csv"], input="AsKd/Qh7c\nxx/Tc2d # unknown\n")
    assert result.exit_code == 0
    assert result.stdout == answer("equity", "AsKd/Qh7c", "xx/Tc2d", *FEW, "--format", "csv")


def test_stdin_without_seats() -> None:
    result = CliRunner().invoke(cli, ["equity", "@-", "xx/7c"], input="")
    assert "stdin has no seat" in check_error(result)


def test_closed_stdin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(ValueError, match="stdin is closed"):
        expand_seats(["@-"])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "has no seat"),
        (b"# nobody\n\n", "has no seat"),
        (b"xx/x\n" * 9, "has 9 seats"),
        (b"xx/x\n" * MAX_BYTES, "too long"),
        (b"\x89PNG\r\n\x1a\n", "no UTF-8 text"),
        ("xx/x\n".encode("utf-16"), "no UTF-8 text"),
        (b"\x7fELF\0\0\n", "no text"),
        (b"AsKd/Qh\nAsKc/7c\n", "(seat 1: line 1 of "),
        (b"AsKd/Qh\n\nxx7c\n", "(seat 2: line 3 of "),
        (b"AsKd/Qh xx/7c\n", "(seat 1: line 1 of "),
        (b"AsKd/Qh\nxx/7c8c9c\n", "(seat 1: line 1 of "),
        (b"@table.txt\n", "(seat 1: line 1 of "),
    ],
)
def test_errors_name_the_file_and_the_line(tmp_path: Path, content: bytes, message: str) -> None:
    error = check_error(ftq("equity", written(tmp_path, content)))
    assert message in error
    assert "table.txt" in error


def test_error_of_a_seat_that_is_not_from_the_file_names_no_line(tmp_path: Path) -> None:
    file = written(tmp_path, "AsKd/Qh")
    assert "line" not in check_error(ftq("equity", file, "xx7c"))


def test_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert "cannot read " in check_error(ftq("equity", written(tmp_path, "xx/x") if False else "@table.txt"))
    with pytest.raises(ValueError, match="cannot read"):
        expand_seats(["@a\0b"])
