"""Many questions in one go: each line is answered by a thread of its own, whatever goes wrong stays in its row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

from simulator.crew import Crew, Stopped
from simulator.equity_rows import equity_columns, equity_rows
from simulator.estimate import equity
from simulator.failures import NoAnswer
from simulator.limits import MAX_DEALS, checked_precision, checked_seconds, checked_seed, whole
from simulator.methods import checked_method
from simulator.question_files import ColumnsForm, Form, Line, ObjectForm
from simulator.questions import Question, batch_state, line_seed, read_question, read_rules
from simulator.rules import Rules
from simulator.run import Progress, checked_workers

if TYPE_CHECKING:
    import pandas as pd

# The arguments of `equity` that a line may give: all but those that say where and by whom it is worked out.
KEYS = tuple(name for name in signature(equity).parameters if name not in ("table", "workers", "executor", "progress"))
_CHECKS: dict[str, Callable[[Any], object]] = {
    "method": checked_method,
    "deals": lambda deals: whole("deals", deals, 1, MAX_DEALS),
    "precision": checked_precision,
    "time_limit": checked_seconds,
}
_COUNTS = ("seat", "wins", "ties", "deals", "seed")


class Batch:
    """How the lines of a batch are answered.

    Parameters
    ----------
    form : Form
        How the content of a line becomes named values.
    state : int
        What the seeds of the lines derive from, as `simulator.questions.batch_state` makes it.
    rules : mapping of str to str
        House rules by name, ``game`` included, for lines that do not name them.
    arguments : mapping
        Arguments of `simulator.equity` for lines that do not give them.
    by_street : bool or None
        Whether every line is answered by street, whatever it says; None leaves it to the lines and `arguments`.

    Raises
    ------
    ValueError
        An argument that a line may not give.
    """

    def __init__(
        self,
        form: Form,
        state: int,
        rules: Mapping[str, str] | None = None,
        arguments: Mapping[str, Any] | None = None,
        *,
        by_street: bool | None = None,
    ) -> None:
        """Check the names of the arguments."""
        self.form = form
        self.state = state
        self.rules = dict(rules or {})
        self.arguments = dict(arguments or {})
        self.forced = {} if by_street is None else {"by_street": by_street}
        for name in self.arguments:
            if name not in KEYS:
                raise ValueError(f"unknown argument {name!r}; there are {', '.join(KEYS)}")

    def question(self, line: Line) -> Question:
        """Read the question of a line; ValueError if there is none."""
        return read_question(self.form.fields(line.content), self.rules, KEYS)

    def row(self, line: Line, progress: Progress | None = None) -> dict[str, Any]:
        """Answer a line.

        Returns
        -------
        dict
            ``line`` and what `Result.to_dict` has but for ``elapsed_seconds``, so that a row is a function of line and
            seed alone; or ``line`` and ``error``, one line of text.
        """
        try:
            table, given = self.question(line)
            arguments = {"seed": line_seed(self.state, line.number), **self.arguments, **given, **self.forced}
            answer = equity(table, workers=1, progress=progress, **arguments).to_dict()
        except Stopped:
            raise
        except (ValueError, NoAnswer) as error:
            return _failed(line, str(error))
        except MemoryError:
            return _failed(line, "out of memory")
        except Exception as error:  # the lines after this one are to be answered whatever it is
            return _failed(line, f"unexpected {type(error).__name__}: {error}; please report it")
        del answer["elapsed_seconds"]
        return {"line": line.number, **answer}


def _failed(line: Line, error: str) -> dict[str, Any]:
    return {"line": line.number, "error": " ".join(error.split())}


def row_columns(*, by_street: bool) -> tuple[str, ...]:
    """Return the names of the columns of a batch in CSV."""
    return ("line", *equity_columns(by_street=by_street), "error")


def spreadsheet_rows(row: Mapping[str, Any], *, by_street: bool) -> list[dict[str, Any]]:
    """Return the rows of a line: one per seat or per street and seat, a single one for an error."""
    if "error" in row:
        return [{**dict.fromkeys(row_columns(by_street=by_street)), **row}]
    return [{"line": row["line"], **each, "error": None} for each in equity_rows(row, by_street=by_street)]


def equity_batch(
    questions: "pd.DataFrame | Iterable[Mapping[str, Any]]",
    *,
    rules: Rules | Mapping[str, str] | None = None,
    seed: int | None = None,
    workers: int | None = None,
    by_street: bool = False,
    **arguments: Any,
) -> "pd.DataFrame":
    """Answer many questions: the twin of ``ftq batch`` in Python.

    Parameters
    ----------
    questions : pandas.DataFrame or iterable of mapping
        A frame with the columns of a CSV file of questions (seat1 to seat8, dead, common, rules), or mappings with the
        keys of JSONL: ``seats``, ``dead``, ``common``, ``rules``, and arguments of `equity`.
    rules : Rules or mapping of str to str or None
        House rules for the questions that do not name them; in a mapping, ``game`` may be among them.
    seed : int or None
        0 .. 2**64 - 1, from which the seed of each question derives; None draws one.
    workers : int or None
        Threads, one question each; None for the CPUs that the process may use. No figure depends on it.
    by_street : bool
        Whether to give equities by street in place of the figures by seat, whatever a question says.
    **arguments
        ``method``, ``deals``, ``precision``, ``time_limit``: arguments of `equity` for the questions that do not give
        them.

    Returns
    -------
    pandas.DataFrame
        One row per question and seat (or question, street and seat), as ``ftq batch --format csv`` writes them.
        ``line`` is the number that the question has in a file: 1 for the first mapping, and 2 for the first row of a
        frame, whose header is line 1. A question that has no answer is one row with the reason under ``error``, and so
        is one that Ctrl-C came before.

    Raises
    ------
    ValueError
        An unknown column or argument, or an argument out of range.

    Examples
    --------
    >>> from simulator import equity_batch
    >>> questions = [{"seats": ["AsAd/7h4c9s2d/Jh", "KsKd/8h5cTs3d/Jd"]}, {"seats": ["AsAs/Kd", "xx/7c"]}]
    >>> frame = equity_batch(questions, deals=100)
    >>> frame[["line", "seat", "equity"]].to_dict("records")[:2]
    [{'line': 1, 'seat': 1, 'equity': 1.0}, {'line': 1, 'seat': 2, 'equity': 0.0}]
    >>> frame["error"].iloc[2]
    'As stands twice in the down cards of seat 1: change one of them'
    """
    import pandas as pd

    form: Form
    if isinstance(questions, pd.DataFrame):
        form = ColumnsForm([str(name) for name in questions.columns])
        lines = [Line(at, cells) for at, cells in enumerate(questions.itertuples(index=False, name=None), 2)]
    else:
        form = ObjectForm()
        lines = [Line(at, content) for at, content in enumerate(questions, 1)]
    if isinstance(rules, Rules):
        rules = {"game": rules.game, **rules.to_dict()}
    read_rules(rules or {})
    state = batch_state(checked_seed(seed))
    workers = checked_workers(workers)
    defaults = {name: value for name, value in arguments.items() if value is not None}
    for name in defaults.keys() & _CHECKS.keys():
        _CHECKS[name](defaults[name])
    batch = Batch(form, state, rules, defaults, by_street=by_street)
    crew: Crew[Line, dict[str, Any]] = Crew(lambda line: batch.row(line, crew.check), workers)
    with crew:
        found = list(crew.products(lines))
    found += [{"line": line.number, "error": "interrupted before it was answered"} for line in lines[len(found) :]]
    rows = [each for row in found for each in spreadsheet_rows(row, by_street=by_street)]
    return _frame(rows, row_columns(by_street=by_street))


def _frame(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> "pd.DataFrame":
    import pandas as pd

    columns: dict[str, Any] = {name: [row[name] for row in rows] for name in names}
    for name in set(names) & set(_COUNTS):
        try:
            columns[name] = pd.array(columns[name], dtype="UInt64")  # whole numbers, with room for what is missing
        except OverflowError:  # a count beyond 64 bits
            columns[name] = pd.Series(columns[name], dtype=object)
    if "wild_ranks" in names:
        columns["wild_ranks"] = [None if ranks is None else ",".join(ranks) for ranks in columns["wild_ranks"]]
    return pd.DataFrame(columns, columns=list(names))
