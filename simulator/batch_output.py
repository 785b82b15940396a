"""What a batch writes: rows as JSONL or CSV, and reading them back to go on with an interrupted run."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Protocol

from simulator import __version__
from simulator.answer import table_facts
from simulator.batch import Batch, row_columns, spreadsheet_rows
from simulator.layout import csv_text
from simulator.question_files import Line
from simulator.questions import line_seed, state_of

_LONGEST_ROW = 1 << 20  # bytes


class FinishedRow(NamedTuple):
    """What an output file tells of one line.

    Attributes
    ----------
    line : int
        Number of the line.
    end : int
        Where the row ends in the file, in bytes.
    facts : dict or None
        What it says about the table: ``cards`` by seat and, where the format has them, other facts; None for an error.
    seed : int or None
        The seed of the figures.
    whole : bool
        Whether all of it is there for certain.
    """

    line: int
    end: int
    facts: dict[str, Any] | None
    seed: int | None
    whole: bool = True


class RowFormat(Protocol):
    """How the rows of a batch are written.

    Attributes
    ----------
    header : str
        What stands before the first row.
    tells_seeds : bool
        Whether rows of sampled figures tell their seed.
    """

    header: str
    tells_seeds: bool

    def text(self, row: Mapping[str, Any]) -> str:
        """Return the text of a row of `simulator.batch.Batch`."""
        ...

    def finished(self, stream: BinaryIO) -> Iterator[FinishedRow]:
        """Yield the rows, without a torn one at the end; ValueError if something else stands in the file."""
        ...


class JsonRows:
    """One JSON object per line."""

    header = ""
    tells_seeds = True
    _FACTS = ("version", "game", "rules", "dead", "common")

    def text(self, row: Mapping[str, Any]) -> str:
        """Return the object."""
        return json.dumps(row, separators=(",", ":")) + "\n"

    def finished(self, stream: BinaryIO) -> Iterator[FinishedRow]:
        """Yield a row for each whole line."""
        for number, end, content in _whole_lines(stream):
            try:
                row = json.loads(content)
                facts = None
                if "error" not in row:
                    cards = [seat["cards"] for seat in row["seats"]]
                    facts = {"cards": cards, **{name: row[name] for name in self._FACTS}}
                yield FinishedRow(int(row["line"]), end, facts, row.get("seed"))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                raise ValueError(f"its line {number} is no row of a batch in JSONL") from None


class CsvRows:
    """Rows per seat, or per street and seat, under a header.

    Parameters
    ----------
    by_street : bool
        Which of the two.
    """

    def __init__(self, *, by_street: bool) -> None:
        """Set the columns."""
        self.by_street = by_street
        self.columns = row_columns(by_street=by_street)
        self.header = csv_text(self.columns, [])
        self.tells_seeds = not by_street

    def text(self, row: Mapping[str, Any]) -> str:
        """Return all rows of a line."""
        return csv_text(self.columns, spreadsheet_rows(row, by_street=self.by_street), header=False)

    def finished(self, stream: BinaryIO) -> Iterator[FinishedRow]:
        """Yield one row for all those of a line; of the last line some may be missing."""
        found: FinishedRow | None = None
        for number, end, content in _whole_lines(stream):
            try:
                if number == 1:
                    if content != self.header.encode():
                        raise ValueError
                    continue
                row = dict(zip(self.columns, next(csv.reader([content.decode("ascii")], strict=True)), strict=True))
                line, seat = int(row["line"]), int(row["seat"] or 0)
                seed = int(row.get("seed") or 0) if row.get("seed") else None
            except (ValueError, csv.Error):
                what = "the header" if number == 1 else f"its line {number}"
                raise ValueError(f"{what} is not that of a batch in CSV with these columns") from None
            if found is not None and found.line != line:
                yield found
                found = None
            if row["error"]:
                found = FinishedRow(line, end, None, None)
                continue
            cards = [] if found is None or found.facts is None else found.facts["cards"]
            if seat > len(cards):  # by street the seats come several times
                cards = [*cards, row["cards"]]
            facts = {"cards": cards, **({"game": row["game"]} if "game" in row else {})}
            found = FinishedRow(line, end, facts, seed)
        if found is not None:
            yield found._replace(whole=False)


class Resumed(NamedTuple):
    """How far an interrupted run got.

    Attributes
    ----------
    rest : iterator of Line
        The lines that are to be answered.
    end : int
        Where the last whole row ends in the file, in bytes; 0 if there is none.
    lines, errors : int
        Number of lines that are done, and how many of them have an error.
    state : int or None
        What the seeds of lines derive from, None if no row tells it.
    """

    rest: Iterator[Line]
    end: int = 0
    lines: int = 0
    errors: int = 0
    state: int | None = None


def read_back(rows: Iterator[FinishedRow], lines: Iterator[Line], batch: Batch, *, seeded: bool) -> Resumed:
    """Match the rows of an interrupted run with the lines of its input, which are taken from the iterator.

    Parameters
    ----------
    rows : iterator of FinishedRow
        From the output file.
    lines : iterator of Line
        From the input file.
    batch : Batch
        How lines are read, and with `seeded` the state that their seeds must derive from.
    seeded : bool
        Whether the state of `batch` is the one asked for; if not, it is taken from the rows.

    Raises
    ------
    ValueError
        The rows are not the answers to the first lines of the input.
    """
    done = Resumed(lines, state=batch.state if seeded else None)
    for row in rows:
        line = next(lines, None)
        if line is None:
            raise ValueError(f"it has a row of line {row.line}, but the input ends before that")
        if line.number != row.line:
            raise ValueError(f"it has a row of line {row.line} where that of line {line.number} is due")
        if row.facts is not None:
            done = done._replace(state=_matched(row, row.facts, line, batch, done.state))
        if not row.whole:
            return done._replace(rest=chain([line], lines))
        done = done._replace(end=row.end, lines=done.lines + 1, errors=done.errors + (row.facts is None))
    return done


def _matched(row: FinishedRow, facts: Mapping[str, Any], line: Line, batch: Batch, state: int | None) -> int | None:
    """Return the state that the seeds derive from, once a row is known to be that of a line."""
    try:
        table, arguments = batch.question(line)
    except ValueError:
        raise ValueError(f"its row of line {row.line} has figures, but that line is no question") from None
    due = {**table_facts(table), "version": __version__, "cards": [seat.text for seat in table.seats]}
    for name, found in facts.items():
        expected = list(due[name]) if isinstance(due[name], tuple) else due[name]
        if name == "cards" and not row.whole:
            expected = expected[: len(found)]
        if found != expected:
            raise ValueError(f"its row of line {row.line} has {name} {found}, but {expected} is due")
    given = {**batch.arguments, **arguments}.get("seed")
    if row.seed is None or given is not None:
        if row.seed is not None and row.seed != given:
            raise ValueError(f"its row of line {row.line} has seed {row.seed}, but {given} is due")
        return state
    if state is None:
        return state_of(row.seed, row.line)
    if row.seed != line_seed(state, row.line):
        raise ValueError(f"its row of line {row.line} derives from another seed")
    return state


def _whole_lines(stream: BinaryIO) -> Iterator[tuple[int, int, bytes]]:
    """Yield number, end and content of each line that has its line end; a torn last line is left out."""
    number = end = 0
    while content := stream.readline(_LONGEST_ROW):
        number += 1
        end += len(content)
        if not content.endswith(b"\n"):
            if len(content) == _LONGEST_ROW:
                raise ValueError(f"its line {number} is no row of a batch")
            return
        yield number, end, content


@contextmanager
def row_writer(path: str, keep: int) -> Iterator[Callable[[str], None]]:
    """Open a file to add rows to, each written at once.

    Parameters
    ----------
    path : str
        The file; created if it is not there.
    keep : int
        Bytes of it to keep; the rest is cut off.

    Yields
    ------
    callable
        Writes text, all of it; as on stdout, what is not ASCII becomes an escape sequence.
    """
    with Path(path).open("ab", buffering=0) as file:
        if file.seekable() and file.tell() > keep:
            file.truncate(keep)

        def write(text: str) -> None:
            rest = memoryview(text.encode("ascii", "backslashreplace"))
            while rest:
                rest = rest[file.write(rest) :]

        yield write
