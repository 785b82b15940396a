"""Queens studies as text for a person or a spreadsheet: a table per question, a column per number of seats."""

import shlex
from collections.abc import Iterable, Sequence
from math import isnan
from typing import NamedTuple

from evaluator.category import LABELS
from simulator.answer import table_facts
from simulator.layout import columns, csv_text, paragraphs, percent
from simulator.queens import QueensStudy
from simulator.queens_measures import ALL, Row
from simulator.table import Table
from simulator.table_report import (
    GAME_NAMES,
    changed_options,
    sampling_words,
    table_lines,
    table_words,
    up_card_lines,
)

_PER_FLIP = {
    "lead_changes": "other leaders",
    "hands_up": "hands that gain",
    "hands_down": "hands that lose",
    "steps_up": "categories gained",
    "steps_down": "categories lost",
    "weak_to_strong": "weak to strong",
    "strong_to_weak": "strong to weak",
}
_IN_DEALS = {
    "flips": "a flip",
    "lead_changes": "other leaders at a flip",
    "hands_up": "a hand that gains",
    "hands_down": "a hand that loses",
    "weak_to_strong": "weak to strong",
    "strong_to_weak": "strong to weak",
}
_SHOWDOWN = {
    "winners_not_stud": "than in stud",
    "winners_not_last_flip": "than without the last flip",
    "winners_not_last_flip_if_any": "the same, of deals with a flip",
}
_FLIPS = (
    "a flip is an up card that changes the wild ranks: before and after are those without it and with it,",
    "and all hands so far, the card itself included, are valued under both",
)


class _Line(NamedTuple):
    """A line of a table: a measure in every column."""

    label: str
    measure: str
    outcome: str = ""
    street: str = ALL


class _Figures:
    """Figures of a study by number of seats, street, measure and outcome."""

    def __init__(self, study: QueensStudy) -> None:
        self.counts = [studied.seats for studied in study.studies]
        self.names = ["this table"] if study.table else [f"{count} seats" for count in self.counts]
        self.streets = list(dict.fromkeys(row.street for row in study.rows))
        self._rows = {(row.seats, row.street, row.measure, row.outcome): row for row in study.rows}

    def lines(self, title: str, lines: Iterable[_Line], *, shares: bool = True) -> list[str]:
        """Table of some figures with their largest error; those that nothing was seen of are ``-``."""
        cells = [[title, *self.names, "std error"]]
        for line in lines:
            found = [self._rows.get((count, line.street, line.measure, line.outcome)) for count in self.counts]
            errors = [row.standard_error for row in found if row is not None and not isnan(row.standard_error)]
            values = [None if row is None or isnan(row.value) else row.value for row in found]
            error = _number(max(errors, default=None), shares=shares, digits=1)
            cells.append([line.label, *(_number(value, shares=shares) for value in values), error])
        return columns(cells, "<" + ">" * (len(self.names) + 1)) if len(cells) > 1 else []

    def outcomes(self, measure: str) -> list[str]:
        """Outcomes of a measure in the whole deal, in their order, of any number of seats."""
        found = {row.outcome for row in self._rows.values() if row.measure == measure and row.street == ALL}
        return sorted(found, key=int)


def _number(value: float | None, *, shares: bool, digits: int = 0) -> str:
    if value is None:
        return "-"
    return percent(value, 2 + digits) if shares else f"{value:.{4 + digits}f}"


def queens_csv(study: QueensStudy) -> str:
    """One row per measure, street and outcome."""
    return csv_text(Row._fields, study.to_dict()["rows"])


def queens_text(study: QueensStudy, table: Table | None) -> str:
    """Say what was studied, a table per question, and how to repeat it.

    Parameters
    ----------
    study : QueensStudy
        The figures.
    table : Table or None
        The table that was given.
    """
    figures = _Figures(study)
    trigger = study.rules["trigger"]
    flips = len(figures.streets) > 1  # up cards are still to come
    showdown = list(_SHOWDOWN.items()) if flips else list(_SHOWDOWN.items())[:1]
    parts: list[Sequence[str]] = [
        *_headlines(study, table),
        _FLIPS if flips else (),
        figures.lines(
            f"{'Queens' if trigger == 'Q' else trigger} face up at the showdown, % of deals",
            [_Line(number, "queens_up", number) for number in figures.outcomes("queens_up")],
        ),
        figures.lines(
            "wild ranks at the showdown, % of deals",
            [_Line(number, "wild_count", number) for number in figures.outcomes("wild_count")],
        ),
        *(_flip_lines(figures) if flips else []),
        figures.lines("other winners ..., %", [_Line(label, name) for name, label in showdown]),
        figures.lines("winning hand, %", [_Line(label, "winning_category", label) for label in reversed(LABELS)]),
        figures.lines(
            "winning hand in stud, %", [_Line(label, "stud_winning_category", label) for label in reversed(LABELS)]
        ),
        *_seat_lines(figures, study),
        _closing(study, table),
    ]
    return paragraphs(parts)


def _flip_lines(figures: _Figures) -> list[list[str]]:
    """Flips by street, what one does, and how many deals have such."""
    streets = [("whole deal" if street == ALL else street, street) for street in figures.streets]
    return [
        figures.lines(title, [_Line(label, measure, street=street) for label, street in streets], shares=False)
        for title, measure in (("flips a deal", "flips"), ("flips with other leaders, a deal", "lead_changes"))
    ] + [
        figures.lines(
            "a flip, on average", [_Line(label, f"{name}_per_flip") for name, label in _PER_FLIP.items()], shares=False
        ),
        figures.lines("deals with ..., %", [_Line(label, f"{name}_chance") for name, label in _IN_DEALS.items()]),
    ]


def _headlines(study: QueensStudy, table: Table | None) -> list[list[str]]:
    if table is not None:
        seats = " ".join(seat.text for seat in table.seats)
        return [[*table_lines(table_facts(table), table), f"complete deals from {seats}"], up_card_lines(table)]
    lines = [f"{GAME_NAMES[study.game]}, complete deals with everyone in, nothing known"]
    if changed := changed_options(study.rules):
        lines.append("house rules: " + " ".join(changed))
    return [lines]


def _seat_lines(figures: _Figures, study: QueensStudy) -> list[list[str]]:
    """Shares of the pot by seat."""
    if study.table is None:
        seats = [_Line(f"seat {seat}", "advantage", seat) for seat in figures.outcomes("advantage")]
        return [figures.lines("more than an equal share of the pot, %", seats)]
    return [
        figures.lines(title, [_Line(f"seat {seat}", measure, seat) for seat in figures.outcomes(measure)])
        for title, measure in (("equity, %", "equity"), ("equity in stud, %", "stud_equity"))
    ]


def _closing(study: QueensStudy, table: Table | None) -> list[str]:
    made = {studied.deals + studied.void_deals for studied in study.studies}
    each = f"{min(made):,}" if len(made) == 1 else f"{min(made):,} to {max(made):,}"
    line = f"{each} deals{' for each number of seats' if len(study.studies) > 1 else ''}, seed {study.seed}"
    line += f", {study.elapsed_seconds:.2f} s"
    void = []
    if study.rules["no_trigger"] == "redeal":
        counts = ", ".join(f"{studied.void_deals:,}" for studied in study.studies)
        void = [f"of these were void, with no {study.rules['trigger']} face up: {counts}"]
    if study.partial:
        return [f"INTERRUPTED, a part of the deals asked for: {line}", *void]
    return [line, *void, "the same figures again: " + again(study, table)]


def again(study: QueensStudy, table: Table | None) -> str:
    """Return a command that gives the same figures again, quoted for a shell."""
    words = ["ftq", "queens"]
    if table is None:
        words += ["--seats", _counts_text([studied.seats for studied in study.studies])]
        for option in changed_options(study.rules):
            words += ["--rule", option]
    else:
        words += table_words(table)
    return shlex.join([*words, *sampling_words(study.deals, None, study.seed)])


def _counts_text(counts: Sequence[int]) -> str:
    """Numbers of seats as the command line reads them."""
    if len(counts) > 1 and list(counts) == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}-{counts[-1]}"
    return ",".join(map(str, counts))
