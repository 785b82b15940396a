"""Hands from files: one hand each (``.phh``), collections of numbered hands (``.phhs``), and folders of either.

What cannot be read is an entry with an error of one line; the others go on.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple

from simulator.hand_record import HandRecord
from simulator.phh import MAX_BYTES, hand_text, read_hand
from simulator.seats import quoted

ENDINGS = (".phh", ".phhs")

_SECTION = re.compile(rb"\s*\[\s*(['\"]?)(\d{1,30})\1\s*\]\s*(?:#.*)?")
_HEADER = re.compile(rb"\s*(\[.*?\])\s*(?:#.*)?")
_TOKEN = re.compile(rb"\"{3}|'{3}|\"(?:[^\"\\]|\\.)*+\"?|'[^']*'?|#.*|[\[\]]")
_KEY = re.compile(rb"\s*[A-Za-z0-9_-]+\s*=")
_BLANK = re.compile(rb"\s*(?:#.*)?")
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class HandEntry:
    """A hand of a file, or why it cannot be read.

    Attributes
    ----------
    file : str
        The name as it was given, or found in a folder; ``stdin`` for ``-``.
    number : int or None
        Of the hand in a collection; None in a file of one hand.
    record : HandRecord or None
        None if it cannot be read.
    error : str
        Why, on one line, which names file, line and hand.
    line : int
        Of its ``[N]`` in a collection, or of what stands there instead, from 1.
    """

    file: str
    number: int | None
    record: HandRecord | None
    error: str = ""
    line: int = 1

    @property
    def name(self) -> str:
        """File and number of the hand."""
        return self.file if self.number is None else f"{self.file}, hand {self.number}"

    def refused(self, message: str) -> "HandEntry":
        """Return the entry with an error in place of the hand; the message says what is wrong with it."""
        place = repr(self.file)
        if self.number is not None:
            place += f", line {self.line}, hand {self.number}"
        return replace(self, record=None, error=f"{place}: {message}")


class HandFiles:
    """The hands of some files, read one after the other.

    Parameters
    ----------
    names : sequence of str
        Files, folders (searched through for ``.phh`` and ``.phhs``), or ``-`` for stdin.

    Attributes
    ----------
    size, done : int or None, int
        Bytes in all files, None if that cannot be known; bytes read.
    """

    def __init__(self, names: Sequence[str]) -> None:
        """Look for the files; none is opened yet."""
        self._files = [file for name in names for file in (_in_folder(name) or [name])]
        self.done = 0
        sizes = (os.path.getsize(file) for file in self._files if os.path.isfile(file))
        self.size = None if "-" in self._files else sum(sizes)

    def __iter__(self) -> Iterator[HandEntry]:
        """Yield every hand, and an entry with an error for what is none."""
        for file in self._files:
            if file != "-" and os.path.isdir(file):
                yield HandEntry(file, None, None).refused(f"no {' or '.join(ENDINGS)} file in this folder")
            else:
                yield from self._hands(file)

    def _hands(self, file: str) -> Iterator[HandEntry]:
        shown = "stdin" if file == "-" else file
        empty = True
        seen: set[int] = set()
        try:
            with _opened(file) as stream:
                for section in _sections(self._lines(stream)):
                    empty = False
                    yield _entry(shown, section, seen)
        except (OSError, ValueError) as error:  # ValueError is a name with a NUL, or a closed stdin
            yield HandEntry(shown, None, None).refused(f"cannot read it: {getattr(error, 'strerror', None) or error}")
            return
        if empty:
            yield HandEntry(shown, None, None).refused("no hand in it")

    def _lines(self, stream: BinaryIO) -> Iterator[bytes]:
        while line := stream.readline(MAX_BYTES + 1):
            self.done += len(line)
            yield line


class _Section(NamedTuple):
    """Number of a hand in a collection, its first line in the file, its text; None for one that is too long.

    `header` is the line above if it is one of a table, but has no number.
    """

    number: int | None
    line: int
    content: bytes | None
    header: str = ""


class _Nesting:
    """Tells whether a line of TOML starts within an array or a string that was opened on a line before."""

    def __init__(self) -> None:
        self._depth = 0
        self._quotes = b""

    @property
    def inside(self) -> bool:
        return bool(self._depth or self._quotes)

    def read(self, line: bytes) -> None:
        """Go on by a line; the name of a field ends an array that was never closed."""
        if not self._quotes and _KEY.match(line):
            self._depth = 0
        at = 0
        while True:
            if self._quotes:
                if (end := line.find(self._quotes, at)) < 0:
                    return
                at, self._quotes = end + 3, b""
            if not (token := _TOKEN.search(line, at)):
                return
            at = token.end()
            if token[0] in (b'"""', b"'''"):
                self._quotes = token[0]
            elif token[0] in b"[]":
                self._depth = max(0, self._depth + (1 if token[0] == b"[" else -1))


def collection_text(records: Iterable[HandRecord]) -> str:
    """Text of a ``.phhs`` collection: the hands in sections numbered from 1."""
    return "\n".join(f"[{number}]\n{hand_text(record)}" for number, record in enumerate(records, 1))


def _sections(lines: Iterator[bytes]) -> Iterator[_Section]:
    """Cut a file at its ``[N]``; a file without is one hand, and is given up as soon as it is too long for one.

    After the first ``[N]`` the headers of other tables cut it, too.
    """
    number: int | None = None
    header = ""
    first, at = 1, 0
    parts: list[bytes] = []
    size = 0
    whole = True  # whether the next part starts a line
    collection = False
    nesting = _Nesting()

    def section() -> _Section:
        return _Section(number, first, b"".join(parts) if size <= MAX_BYTES else None, header)

    for line in lines:
        at += whole
        if at == 1 and whole:
            line = line.removeprefix(_MARK)
        text = line.rstrip(b"\r\n")
        head = _SECTION.fullmatch(text) if whole else None
        other = _HEADER.fullmatch(text) if whole and not head and collection and not nesting.inside else None
        whole = line.endswith(b"\n")
        if head or other:
            if collection or not all(map(_is_blank, parts)):
                yield section()
            number = int(head[2]) if head else None
            header = other[1].decode("utf-8", "replace") if other else ""
            first, parts, size = at + 1, [], 0
            collection, nesting = True, _Nesting()
            continue
        size += len(line)
        if collection:
            nesting.read(text)
        if size <= MAX_BYTES:
            parts.append(line)
        elif not collection:
            break
    if collection or size > MAX_BYTES or not all(map(_is_blank, parts)):
        yield section()


def _is_blank(line: bytes) -> bool:
    return _BLANK.fullmatch(line.rstrip(b"\r\n")) is not None


def _entry(file: str, section: _Section, seen: set[int]) -> HandEntry:
    number, first, content, header = section
    if header:
        place = f"{file!r}, line {first - 1}"
        message = f"{quoted(header)} is no number of a hand: write [N], a whole number of up to 30 digits"
        return HandEntry(file, None, None, f"{place}: {message}", first - 1)
    entry = HandEntry(file, number, None, line=first - 1 if number is not None else 1)
    try:
        if number is not None:
            if number in seen:
                raise ValueError("this number stands twice")
            seen.add(number)
        if content is None:
            raise ValueError(f"too long for a hand: at most {MAX_BYTES:,} bytes")
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError("no UTF-8 text") from None
        return replace(entry, record=read_hand(text))
    except ValueError as error:
        return entry.refused(_in_file(str(error), first))


def _in_file(message: str, first: int) -> str:
    """Turn a line of a hand into a line of its file, in what is said of bad TOML."""
    return re.sub(r"\(at line (\d+),", lambda found: f"(at line {int(found[1]) + first - 1},", message, count=1)


def _opened(file: str) -> AbstractContextManager[BinaryIO]:
    if file != "-":
        return open(file, "rb")
    if sys.stdin is None:
        raise ValueError("it is closed")
    return nullcontext(sys.stdin.buffer)


def _in_folder(name: str) -> list[str]:
    """Return the files of hands in a folder and below, numbers in their names in the order of numbers."""
    if "\0" in name:
        return []
    found = [os.path.join(folder, file) for folder, _, files in os.walk(name) for file in files]
    return sorted((file for file in found if file.lower().endswith(ENDINGS) and not _is_special(file)), key=_natural)


def _is_special(path: str) -> bool:
    """Whether a path is that of a pipe, a socket or a device; a link to nothing is none, and an error when opened."""
    return os.path.exists(path) and not os.path.isfile(path)


def _natural(path: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path)]
