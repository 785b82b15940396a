"""Seats from a file: an argument ``@FILE`` stands for the seats in it, one a line.

``#`` starts a comment, empty lines are skipped, ``@-`` reads stdin.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from simulator.rules import MAX_SEATS

MAX_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class GivenSeats:
    """The seats of a command line, those of files among them.

    Attributes
    ----------
    texts : tuple of str
        One text per seat in deal order.
    places : dict of int to str
        Where a seat that came from a file stands, by its number from 1: ``"line 3 of table.txt"``.
    """

    texts: tuple[str, ...]
    places: dict[int, str]

    def located(self, error: ValueError) -> ValueError:
        """Return an error about seats that also says in which line of which file they stand."""
        message = str(error)
        numbers = sorted({int(number) for number in re.findall(r"\bseat (\d)\b", message)} & set(self.places))
        if not numbers:
            return error
        return ValueError(f"{message} ({', '.join(f'seat {number}: {self.places[number]}' for number in numbers)})")


def expand_seats(arguments: Sequence[str]) -> GivenSeats:
    """Put the seats of a file in the place of each ``@FILE``.

    Parameters
    ----------
    arguments : sequence of str
        Seats and ``@FILE`` in any order; ``@-`` for stdin.

    Raises
    ------
    ValueError
        A file that cannot be read, is no text, or has no or too many seats; the message names it.
    """
    texts: list[str] = []
    places: dict[int, str] = {}
    for argument in arguments:
        if not argument.startswith("@"):
            texts.append(argument)
            continue
        name = argument[1:]
        shown = "stdin" if name == "-" else repr(name)
        found = _seats_in(_read(name, shown))
        if not found:
            raise ValueError(f"{shown} has no seat: write one a line, such as AsKd/Qh7c")
        if len(found) > MAX_SEATS:
            raise ValueError(f"{shown} has {len(found)} seats: a table has at most {MAX_SEATS}, one a line")
        for line, text in found:
            texts.append(text)
            places[len(texts)] = f"line {line} of {shown}"
    return GivenSeats(tuple(texts), places)


def _read(name: str, shown: str) -> str:
    if not name:
        raise ValueError("@ without a name: write @FILE for the seats in a file, @- for those on stdin")
    try:
        if name == "-":
            if sys.stdin is None:
                raise ValueError("@-: stdin is closed")
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(name, "rb") as file:
                content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ValueError(f"cannot read {shown}: {error.strerror}") from None
    except ValueError as error:  # a name with a NUL
        raise ValueError(f"cannot read {shown}: {error}") from None
    if len(content) > MAX_BYTES:
        raise ValueError(f"{shown} is too long for a file of seats: at most {MAX_BYTES:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{shown} is no UTF-8 text: write one seat a line") from None
    if "\0" in text:
        raise ValueError(f"{shown} is no text: write one seat a line")
    return text


def _seats_in(text: str) -> list[tuple[int, str]]:
    """Return the number of the line and the text of each seat."""
    lines = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1)
    stripped = ((number, line.partition("#")[0].strip()) for number, line in lines)
    return [(number, seat) for number, seat in stripped if seat]
