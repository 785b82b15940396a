"""Plain text tables, CSV and JSON text."""

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence


def ranks_text(ranks: Sequence[str]) -> str:
    """Write a list of ranks with commas, ``none`` if it is empty."""
    return ",".join(ranks) or "none"


def percent(fraction: float | None, digits: int = 2) -> str:
    """Write a fraction in percent, ``-`` for None."""
    return "-" if fraction is None else f"{100 * fraction:.{digits}f}"


def ascii_line(text: str) -> str:
    """Write any text on one line that every terminal can show: what is not plain ASCII as an escape."""
    return one_line(text, "ascii")


def one_line(text: str, encoding: str = "utf-8") -> str:
    """Write any text on one line: what does not print, or is not in an encoding, as an escape."""
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in " ".join(text.split()))
    return line.encode(encoding, "backslashreplace").decode(encoding)


def cells(text: str) -> int:
    """Count the cells of a terminal that a printable text takes: two for wide letters, none for combining marks."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.category(letter) in ("Mn", "Me") for letter in text)


def padded(text: str, width: int, side: str = "<") -> str:
    """Fill a text with spaces up to a width in cells; `side` is ``<`` or ``>`` as in `columns`."""
    space = " " * (width - cells(text))
    return space + text if side == ">" else text + space


def shortened(text: str, width: int) -> str:
    """Cut the end of a text that takes more cells than there are."""
    if cells(text) <= width:
        return text
    while cells(text) > width - 3:
        text = text[:-1]
    return text + "..."


def columns(rows: Sequence[Sequence[str]], align: str) -> list[str]:
    """Align rows of cells.

    Parameters
    ----------
    rows : sequence of sequence of str
        The cells, in as many columns as `align` has letters.
    align : str
        One letter per column: ``<`` left, ``>`` right.

    Returns
    -------
    list of str
        One line per row, without trailing spaces.
    """
    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(padded(cell, width, side) for cell, side, width in zip(row, align, widths, strict=True)).rstrip()
        for row in rows
    ]


def paragraphs(parts: Iterable[Sequence[str]]) -> str:
    """Join blocks of lines with an empty line between them; empty blocks are left out."""
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def json_text(value: object) -> str:
    """Write a value as indented JSON."""
    return json.dumps(value, indent=2) + "\n"


def csv_text(names: Sequence[str], rows: Iterable[Mapping[str, object]], *, header: bool = True) -> str:
    """Write rows as CSV: None is an empty field, ranks have commas, truth is ``true`` or ``false``."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    if header:
        writer.writerow(names)
    writer.writerows([_field(row[name]) for name in names] for row in rows)
    return stream.getvalue()


def _field(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return value


def up_card_grid(
    up_cards: Sequence[tuple[int, str, Sequence[str] | None]], seats: int, wild_at_start: Sequence[str]
) -> list[str]:
    """Show the up cards, a street per line and a seat per column, with the wild ranks wherever they change.

    Parameters
    ----------
    up_cards : sequence of (int, str, sequence of str or None)
        In deal order: number of the seat (0 = the common card), the card, and the wild ranks once it is out,
        None where they are not known.
    seats : int
        Number of seats.
    wild_at_start : sequence of str
        Wild ranks before the first up card.
    """
    grid: list[list[str]] = []
    turns = [0] * (seats + 1)
    before: Sequence[str] | None = wild_at_start
    changes = False
    for seat, card, wild in up_cards:
        changed = wild is not None and wild != before
        changes |= changed
        cell = f"{card} ({ranks_text(wild)})" if wild is not None and changed else card
        before = wild
        if seat == 0:
            grid.append(["common", cell] + [""] * (seats - 1))
            continue
        if turns[seat] == len(grid):
            grid.append([_STREETS[turns[seat]]] + ["-"] * seats)
        grid[turns[seat]][seat] = cell
        turns[seat] += 1
    if not grid:
        return []
    title = "up cards (wild)" if changes else "up cards"
    return columns([[title, *(f"seat {seat}" for seat in range(1, seats + 1))], *grid], "<" * (seats + 1))


_STREETS = ("third", "fourth", "fifth", "sixth", "seventh")
