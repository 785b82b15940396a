"""Files of questions: CSV with a header or JSONL, read line by line; and the same from Python objects."""

import contextlib
import csv
import json
import os
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple, Protocol

from simulator.questions import TABLE_KEYS, rules_from_text
from simulator.rules import MAX_SEATS
from simulator.seats import quoted

MAX_LINE = 65_536  # bytes; a longer line is no question
SEAT_COLUMNS = tuple(f"seat{number}" for number in range(1, MAX_SEATS + 1))
COLUMNS = (*SEAT_COLUMNS, *TABLE_KEYS[1:])


class Line(NamedTuple):
    """A question as it was given: the number of its line, from 1, and what stands there."""

    number: int
    content: Any


class Form(Protocol):
    """How the content of a line becomes named values."""

    def fields(self, content: Any) -> Mapping[str, Any]:
        """Return the values by name; ValueError of one line if the content cannot be read."""
        ...


class JsonForm:
    """A JSON object per line."""

    def fields(self, content: bytes) -> Mapping[str, Any]:
        """Return the keys and values of the object."""
        try:
            found = json.loads(_text(content), object_pairs_hook=_distinct, parse_constant=_refuse)
        except json.JSONDecodeError as error:
            raise ValueError(f"no JSON: {error.msg} at character {error.pos + 1}") from None
        except RecursionError:
            raise ValueError("no JSON of a question: too many brackets within each other") from None
        if not isinstance(found, dict):
            raise ValueError('not a JSON object: write {"seats": ["AsKd/Qh7c", "xx/Tc2d"]}')
        return found


class ColumnsForm:
    """Cells under named columns.

    Parameters
    ----------
    names : sequence of str
        Names of the columns, in any order: seat1 to seat8, dead, common, rules.

    Raises
    ------
    ValueError
        A name that is unknown or stands twice, or no seat among them.
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Check the names."""
        self.names = [name.strip().lower() for name in names]
        for given, name in zip(names, self.names, strict=True):
            if name not in COLUMNS:
                raise ValueError(f"unknown column {quoted(given)}; the columns are seat1 to seat8, dead, common, rules")
            if self.names.count(name) > 1:
                raise ValueError(f"the column {name} stands twice")
        if not set(self.names) & set(SEAT_COLUMNS):
            raise ValueError("no column of a seat; the columns are seat1 to seat8, dead, common, rules")

    def fields(self, content: Sequence[Any]) -> Mapping[str, Any]:
        """Return the seats and the other cells by name; empty cells are not given."""
        if len(content) != len(self.names):
            raise ValueError(f"{len(content)} cells, but the header has {len(self.names)}")
        cells = {name: _cell(name, cell) for name, cell in zip(self.names, content, strict=True)}
        seats = [cells.get(name, "") for name in SEAT_COLUMNS]
        while seats and not seats[-1]:
            seats.pop()
        if "" in seats:
            empty = SEAT_COLUMNS[seats.index("")]
            raise ValueError(f"{empty} is empty, but {SEAT_COLUMNS[len(seats) - 1]} is given; write xx/x if unknown")
        return {
            "seats": seats,
            "dead": cells.get("dead") or None,
            "common": cells.get("common") or None,
            "rules": rules_from_text(cells.get("rules", "")),
        }


class CsvForm:
    """Lines of CSV under a header: the first line, already read."""

    def __init__(self, header: bytes) -> None:
        """Check the header."""
        self.columns = ColumnsForm(_cells(header))

    def fields(self, content: bytes) -> Mapping[str, Any]:
        """Return the seats and the other cells by name."""
        return self.columns.fields(_cells(content))


class ObjectForm:
    """Mappings, as from JSON."""

    def fields(self, content: Any) -> Mapping[str, Any]:
        """Return the mapping itself."""
        if not isinstance(content, Mapping):
            raise ValueError(f"a question is a mapping with the key seats, not {type(content).__name__}")
        return content


class Unreadable(ValueError):
    """A file that cannot be read; the message names it."""


class QuestionFile:
    """A file of questions, read line by line.

    Parameters
    ----------
    name : str
        Path of the file; ``-`` for stdin.

    Attributes
    ----------
    shown : str
        The name for messages.
    form : Form
        JSONL if the first line that is not blank starts with ``{``, else CSV with that line as its header.
    size, done : int or None, int
        Bytes in the file, None if they cannot be known; bytes read.

    Raises
    ------
    Unreadable
        Also while it is read.
    ValueError
        The file is empty, is no UTF-8 text, or has a header with an unknown column.
    """

    def __init__(self, name: str) -> None:
        """Open the file and look at its first line."""
        self.shown = "stdin" if name == "-" else repr(name)
        self.done = 0
        try:
            self._stream, self.size = _opened(name)
        except (OSError, ValueError) as error:
            raise self._unreadable(error) from None
        self._lines = self._read()
        self._first: Line | None = None
        try:
            self.form = self._look_at_first_line()
        except ValueError:
            self.close()
            raise

    def _look_at_first_line(self) -> Form:
        first = next(self._lines, None)
        if first is None:
            raise ValueError(f"{self.shown} is empty: write one question a line, see ftq batch --help")
        try:
            if not _text(first.content).lstrip().startswith("{"):
                return CsvForm(first.content)
        except ValueError as error:
            raise ValueError(f"{self.shown}, line {first.number}: {error}") from None
        self._first = first
        return JsonForm()

    def close(self) -> None:
        """Close the file, unless a thread is reading it at this moment: then the end of the process does."""
        with contextlib.suppress(ValueError):
            self._lines.close()

    def __iter__(self) -> Iterator[Line]:
        """Yield every question; blank lines are skipped, but counted."""
        if self._first is not None:
            first, self._first = self._first, None
            yield first
        yield from self._lines

    def _unreadable(self, error: Exception) -> Unreadable:
        return Unreadable(f"cannot read {self.shown}: {getattr(error, 'strerror', None) or error}")

    def _part(self) -> bytes:
        try:
            part = self._stream.readline(MAX_LINE + 2)
        except (OSError, ValueError) as error:
            raise self._unreadable(error) from None
        self.done += len(part)
        return part

    def _read(self) -> Generator[Line, None, None]:
        number = 0
        try:
            while part := self._part():
                number += 1
                content = part.removeprefix(b"\xef\xbb\xbf") if number == 1 else part
                if content.strip():
                    yield Line(number, content.rstrip(b"\r\n"))
                while part and not part.endswith(b"\n"):
                    part = self._part()  # the rest of a line that is too long
        finally:
            if self.shown != "stdin":
                self._stream.close()


def _opened(name: str) -> tuple[BinaryIO, int | None]:
    if name != "-":
        return open(name, "rb"), os.path.getsize(name) if os.path.isfile(name) else None
    if sys.stdin is None:
        raise ValueError("it is closed")
    return sys.stdin.buffer, None


def _text(content: bytes) -> str:
    if len(content) > MAX_LINE:
        raise ValueError(f"the line is too long: at most {MAX_LINE:,} bytes")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("the line is no UTF-8 text") from None
    if "\0" in text:
        raise ValueError("the line is no text")
    return text


def _cells(content: bytes) -> list[str]:
    try:
        return next(csv.reader([_text(content)], strict=True))
    except csv.Error as error:
        raise ValueError(f"no CSV: {error}; a question is one line") from None


def _cell(name: str, cell: Any) -> str:
    if isinstance(cell, str):
        return cell.strip()
    if cell is None or cell != cell:  # pandas has NaN for an empty cell
        return ""
    raise ValueError(f"{name} is text, not {type(cell).__name__}")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {quoted(twice)} stands twice")
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number of JSON")
