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

ENDINGS = (".phh", ".phhs")

_SECTION = re.compile(rb"\s*\[\s*(['\"]?)(\d{1,9})\1\s*\]\s*(?:#.*)?")
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
        Of its ``[N]`` in a collection, from 1.
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
    """Number of a hand in a collection, its first line in the file, its text; None for one that is too long."""

    number: int | None
    line: int
    content: bytes | None


def collection_text(records: Iterable[HandRecord]) -> str:
    """Text of a ``.phhs`` collection: the hands in sections numbered from 1."""
    return "\n".join(f"[{number}]\n{hand_text(record)}" for number, record in enumerate(records, 1))


def _sections(lines: Iterator[bytes]) -> Iterator[_Section]:
    """Cut a file at its ``[N]``; a file without is one hand, and is given up as soon as it is too long for one."""
    number: int | None = None
    first, at = 1, 0
    parts: list[bytes] = []
    size = 0
    whole = True  # whether the next part starts a line
    for line in lines:
        at += whole
        if at == 1 and whole:
            line = line.removeprefix(_MARK)
        head = _SECTION.fullmatch(line.rstrip(b"\r\n")) if whole else None
        whole = line.endswith(b"\n")
        if head:
            if number is not None or not all(map(_is_blank, parts)):
                yield _Section(number, first, b"".join(parts) if size <= MAX_BYTES else None)
            number, first, parts, size = int(head[2]), at + 1, [], 0
            continue
        size += len(line)
        if size <= MAX_BYTES:
            parts.append(line)
        elif number is None:
            break
    if number is not None or size > MAX_BYTES or not all(map(_is_blank, parts)):
        yield _Section(number, first, b"".join(parts) if size <= MAX_BYTES else None)


def _is_blank(line: bytes) -> bool:
    return _BLANK.fullmatch(line.rstrip(b"\r\n")) is not None


def _entry(file: str, section: _Section, seen: set[int]) -> HandEntry:
    number, first, content = section
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
    return sorted((file for file in found if file.lower().endswith(ENDINGS)), key=_natural)


def _natural(path: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path)]
