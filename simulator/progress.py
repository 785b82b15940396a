"""A progress bar on stderr for runs that take a while, only on a terminal."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 0.5  # seconds before the bar shows


class ProgressBar:
    """A callable ``(done, total)`` that shows a bar once a run has taken `PATIENCE` seconds."""

    def __init__(self, *, wanted: bool = True) -> None:
        """Show nothing unless it is `wanted` and stderr is a terminal."""
        self._wanted = wanted and sys.stderr is not None and sys.stderr.isatty()
        self._start = time.perf_counter()
        self._bar: Progress | None = None

    def __enter__(self) -> "ProgressBar":
        """Start the clock."""
        self._start = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __call__(self, done: int, total: int | None, words: str = "dealing") -> None:
        """Show that `done` of `total` are done, which are deals unless the `words` say otherwise; None: not known."""
        if not self._wanted or (self._bar is None and time.perf_counter() - self._start < PATIENCE):
            return
        if self._bar is None:
            # Imported late: rich takes longer to load than a usual query to run.
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

            self._bar = Progress(
                "{task.description}",
                BarColumn(),
                TaskProgressColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.add_task(words, total=total)
            self._bar.start()
        self._bar.update(self._bar.task_ids[0], completed=done, total=total, description=words)
