"""What ``ftq replay`` writes for each hand: its account, lines of a list, rows of CSV, or an object of JSON."""

import json
from collections.abc import Iterator
from typing import Any, Protocol

from simulator.hand_files import HandEntry
from simulator.layout import cells, csv_text, one_line, padded, percent, ranks_text
from simulator.replay_report import Chips, replay_text, result_words
from simulator.replay_results import Replay
from simulator.rules import MAX_SEATS

_SEATS = range(1, MAX_SEATS + 1)
ROW_COLUMNS = (
    "file", "hand", "game", "street", "up_cards", "wild_ranks", "pot", "pot_after", "live", "actions",
    *(f"{name}_{seat}" for name in ("equity", "standard_error", "net") for seat in _SEATS), "seed",
)  # fmt: skip
_NAME_WIDTH = 26


class ReplayFormat(Protocol):
    """How replays are written; `header` stands before the first."""

    header: str

    def text(self, replay: Replay, entry: HandEntry) -> str:
        """Return the text of one hand."""
        ...


class Account:
    """The whole account of a hand, for a terminal with an `encoding`."""

    header = ""

    def __init__(self, encoding: str) -> None:
        """Keep the encoding."""
        self._encoding = encoding

    def text(self, replay: Replay, entry: HandEntry) -> str:
        """Return the account."""
        return replay_text(replay.to_dict(), entry.name, self._encoding)


class HandList:
    """A line per street, with the columns of all hands under each other, and one for the result."""

    def __init__(self, encoding: str) -> None:
        """Set the heading, and the encoding of the terminal."""
        self._encoding = encoding
        self.header = self._line("hand", "street", "wild", "pot", "equity % of seats 1, 2, ...")

    def text(self, replay: Replay, entry: HandEntry) -> str:
        """Return the lines of a hand."""
        facts = replay.to_dict()
        chips = Chips(replay.chip)
        names = iter([short_name(one_line(entry.name, self._encoding), _NAME_WIDTH)])
        lines = [
            self._line(
                next(names, ""),
                street["street"],
                "" if replay.game == "stud" else ranks_text(street["wild_ranks"]),
                chips(street["pot"]),
                " ".join(f"{percent(seat['equity']):>6}" for seat in street["seats"]),
            )
            for street in facts["streets"]
        ]
        return "".join(lines) + self._line(next(names, ""), "result", "", "", result_words(facts, chips))

    def _line(self, name: str, street: str, wild: str, pot: str, rest: str) -> str:
        return f"{padded(name, _NAME_WIDTH)}  {street:7}  {wild:4}  {pot:>10}  {rest}".rstrip() + "\n"


class CsvRows:
    """A row per street; fields of seats that there are not are empty."""

    header = csv_text(ROW_COLUMNS, [])

    def text(self, replay: Replay, entry: HandEntry) -> str:
        """Return the rows of a hand."""
        return csv_text(ROW_COLUMNS, self._rows(replay, entry), header=False)

    def _rows(self, replay: Replay, entry: HandEntry) -> Iterator[dict[str, Any]]:
        for street, row in zip(replay.streets, replay.rows(), strict=True):
            errors = {f"standard_error_{seat.seat}": seat.standard_error for seat in street.seats}
            which = {"file": entry.file, "hand": entry.number, "game": replay.game, "seed": replay.seed}
            yield {**dict.fromkeys(ROW_COLUMNS), **which, **row, **errors}


class JsonLines:
    """An object per hand and line: the replay, with the name of its file and its number in it."""

    header = ""

    def text(self, replay: Replay, entry: HandEntry) -> str:
        """Return the object."""
        return json.dumps({"file": entry.file, "hand": entry.number, **replay.to_dict()}, separators=(",", ":")) + "\n"


def short_name(name: str, width: int) -> str:
    """Shorten the name of a file from its beginning, at a folder if that is enough."""
    if cells(name) <= width:
        return name
    end = name
    while cells(end) > width - 3:
        end = end[1:]
    return "..." + (end[end.index("/") :] if "/" in end else end)


def replay_format(form: str, encoding: str, *, alone: bool) -> ReplayFormat:
    """Return what writes replays as ``--format`` asks for, in an encoding; `alone` says whether there is but one."""
    match form:
        case "json":
            return JsonLines()
        case "csv":
            return CsvRows()
        case _:
            return Account(encoding) if alone else HandList(encoding)
