"""The command ``ftq batch``: a file of questions in, a row for each line out."""

import contextlib
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from simulator.arguments import choose_effort, choose_game, choose_method, choose_quiet
from simulator.console import DONE, FAILED, INTERRUPTED, InputError, answering, checking, note, write_answer
from simulator.limits import checked_seed

if TYPE_CHECKING:
    from simulator.batch import Batch
    from simulator.batch_output import Resumed, RowFormat
    from simulator.question_files import Line, QuestionFile


@click.command(epilog="Example: printf 'seat1,seat2\\nAsKd/Qh7c,xx/Tc2d\\n' | ftq batch -")
@click.argument("file", metavar="FILE|-")
@click.option("--out", metavar="OUT", help="Write to a new file.  [default: stdout]")
@click.option("--resume", metavar="OUT", help="Go on with an interrupted run that wrote to OUT.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv"]),
    default="jsonl",
    show_default=True,
    help="Form of the rows.",
)
@choose_game
@choose_method
@choose_effort
@click.option("--by-street/--no-by-street", default=False, help="Equity by street so far.  [default: no]")
@choose_quiet
def batch(
    file: str,
    out: str | None,
    resume: str | None,
    form: str,
    game: str,
    rules: tuple[str, ...],
    method: str,
    deals: int | None,
    precision: float | None,
    time_limit: float | None,
    seed: int | None,
    workers: int | None,
    by_street: bool,
    quiet: bool,
) -> int:
    """Answer a file of questions, CSV or JSONL, line by line."""
    from simulator.question_files import QuestionFile
    from simulator.questions import rules_from_options

    with checking():
        if out is not None and resume is not None:
            raise ValueError("--out and --resume name one file: leave out --out to go on with a run")
        defaults = rules_from_options(rules, game)
        if out is not None:
            _check_new(out)
        questions = QuestionFile(file)

    given = {"method": method, "deals": deals, "precision": precision, "time_limit": time_limit, "by_street": by_street}
    arguments = {name: value for name, value in given.items() if value is not None}
    with contextlib.closing(questions):
        return _answer(questions, out, resume, form, defaults, arguments, seed, workers, quiet=quiet)


def _answer(
    questions: "QuestionFile",
    out: str | None,
    resume: str | None,
    form: str,
    rules: dict[str, str],
    arguments: dict[str, Any],
    seed: int | None,
    workers: int | None,
    *,
    quiet: bool,
) -> int:
    from simulator.batch import Batch
    from simulator.batch_output import CsvRows, JsonRows, Resumed
    from simulator.crew import Crew
    from simulator.progress import ProgressBar
    from simulator.questions import batch_state
    from simulator.run import usable_cpus

    by_street = arguments["by_street"]
    rows: RowFormat = CsvRows(by_street=by_street) if form == "csv" else JsonRows()
    drawn = checked_seed(seed)
    forced = by_street if form == "csv" else None
    asked = Batch(questions.form, batch_state(drawn), rules, arguments, by_street=forced)
    lines = iter(questions)
    before = Resumed(lines) if resume is None else _resumed(resume, rows, lines, asked, seeded=seed is not None)
    if seed is None and before.state is None and not quiet:
        note(f"seed {drawn}: the same figures again with --seed {drawn}")

    def answer(line: "Line") -> tuple[str, bool]:
        row = asked.row(line, crew.check)
        return rows.text(row), "error" in row

    done, errors = before.lines, before.errors
    name = resume if out is None else out
    crew = Crew(answer, workers or usable_cpus())
    among_rows = name is None and sys.stdout is not None and sys.stdout.isatty()
    with _writer(name, before.end) as write, ProgressBar(wanted=not (quiet or among_rows)) as progress:
        if not before.end:
            write(rows.header)
        with answering(quiet=quiet), crew, _reading():
            for text, failed in crew.products(before.rest):
                write(text)
                done += 1
                errors += failed
                progress(questions.done, questions.size, f"{done:,} lines")
    if crew.interrupted:
        note(f"interrupted: {done:,} lines are done" + (f"; go on with --resume {shlex.quote(name)}" if name else ""))
        return INTERRUPTED
    if errors:
        note(f"{errors:,} of {done:,} lines have an error in place of figures")
        return FAILED
    return DONE


@contextlib.contextmanager
def _reading() -> Iterator[None]:
    from simulator.question_files import Unreadable

    try:
        yield
    except Unreadable as error:
        raise InputError(str(error)) from None


def _check_new(out: str) -> None:
    """Raise ValueError rather than write over the rows of another run."""
    with contextlib.suppress(OSError):
        if os.path.isfile(out) and os.path.getsize(out):
            raise ValueError(f"{out!r} is there already: go on with its run by --resume, or choose another name")


def _resumed(path: str, rows: "RowFormat", lines: "Iterator[Line]", asked: "Batch", *, seeded: bool) -> "Resumed":
    """Pass over the lines that are done, and give the batch the state that their seeds derive from."""
    from simulator.batch_output import read_back

    try:
        with open(path, "rb") as file, _reading():
            before = read_back(rows.finished(file), lines, asked, seeded=seeded)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot go on with {path!r}: {getattr(error, 'strerror', None) or error}") from None
    if before.end and not seeded and not rows.tells_seeds:
        raise InputError(f"cannot go on with {path!r}: by street in CSV rows tell no seed; give the --seed of that run")
    if before.state is not None:
        asked.state = before.state
    return before


@contextlib.contextmanager
def _writer(name: str | None, keep: int) -> Iterator[Callable[[str], None]]:
    """Give a function that writes rows at once; failures are one line and exit code 1."""
    from simulator.batch_output import row_writer

    if name is None:
        yield write_answer
        return
    try:
        with row_writer(name, keep) as write:
            yield write
    except OSError as error:
        raise click.ClickException(f"cannot write {name!r}: {error.strerror}") from None
