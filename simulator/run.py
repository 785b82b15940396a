"""Drives the tasks of a query, on threads or any executor: results in order, progress, a time limit, Ctrl-C."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any, NamedTuple

from simulator.interruptible import Interruptible
from simulator.limits import MAX_WORKERS, whole

Progress = Callable[[int, int], None]

_PROGRESS_SECONDS = 0.1
_POLL_SECONDS = 0.1
_WAITING_TASKS = 3  # per worker; few, so that memory stays flat in a long run


class Task(NamedTuple):
    """A piece of work that any worker can do.

    Attributes
    ----------
    function, arguments : callable, tuple
        What to call; a function of a module, so that it can be sent to another process.
    size : int
        How much work it is: deals, or evaluations of an exact count.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    size: int


class Run(Interruptible):
    """One query at work: its workers, its progress, its time, and whether Ctrl-C has come.

    Used as a context, within which Ctrl-C is a flag.

    Parameters
    ----------
    workers : int
        Threads to start; with `executor`, for how many workers tasks are kept waiting.
    executor : concurrent.futures.Executor or None
        Where to run instead of in own threads.
    progress : callable or None
        Called in this thread as ``progress(done, total)``, a few times a second.
    time_limit : float or None
        Seconds from now.
    """

    def __init__(
        self,
        workers: int,
        executor: Executor | None = None,
        progress: Progress | None = None,
        time_limit: float | None = None,
    ) -> None:
        self._workers = workers
        self._own = ThreadPoolExecutor(workers) if executor is None and workers > 1 else None
        self._executor = executor or self._own
        self._progress = progress
        self._done = 0
        self._expected: dict[int, int] = {}
        self._told = (0, 0)
        self._start = self._told_at = time.monotonic()
        self._limit = time_limit
        self._until = None if time_limit is None else self._start + time_limit

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give Ctrl-C back and let the own threads end."""
        super().__exit__(kind, error, trace)
        if self._own is not None:
            self._own.shutdown(wait=not self.stopped, cancel_futures=True)

    @property
    def stopped(self) -> bool:
        """Whether Ctrl-C has come, or the time of this part of the query is over."""
        return self.interrupted or (self._until is not None and time.monotonic() >= self._until)

    def allot(self, share: float) -> None:
        """Give the next part of the query a share of the time that is left; no effect without a time limit."""
        if self._limit is not None:
            now = time.monotonic()
            self._until = now + share * max(0.0, self._start + self._limit - now)

    def expect(self, part: int, work: int) -> None:
        """Say how much work a part of the query will be in all, by what is known now."""
        self._expected[part] = work

    def results(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """Do tasks and yield what they return, in their order.

        When Ctrl-C comes or the time is over, no more results come: those that have come are of the first tasks. The
        time is looked at after the first result, so that there is one.
        """
        pending = iter(tasks)
        waiting: deque[tuple[Future[Any], int]] = deque()
        try:
            first = True
            while not self.interrupted:
                if self._executor is None:
                    task = next(pending, None)
                    if task is None:
                        return
                    yield task.function(*task.arguments)
                    self._add(task.size)
                else:
                    while len(waiting) < _WAITING_TASKS * self._workers and (task := next(pending, None)) is not None:
                        waiting.append((self._executor.submit(task.function, *task.arguments), task.size))
                    if not waiting or not self._wait(waiting[0][0], ignore_time=first):
                        return
                    future, size = waiting.popleft()
                    yield future.result()
                    self._add(size)
                if self.stopped:
                    return
                first = False
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            for future, _ in reversed(waiting):
                future.cancel()

    def _wait(self, future: "Future[Any]", *, ignore_time: bool) -> bool:
        """Wait for a task; False if the run is stopped before it is done."""
        while not future.done():
            if self.interrupted if ignore_time else self.stopped:
                return False
            wait([future], _POLL_SECONDS)
        return True

    def _add(self, size: int) -> None:
        self._done += size
        self.tell()

    def tell(self) -> None:
        """Call `progress` if it has not been called for a while, or if all is done."""
        total = sum(self._expected.values())
        now = time.monotonic()
        if self._limit is not None:
            total = min(total, int(self._done * self._limit / max(now - self._start, 1e-9)))
        total = max(total, self._done)
        due = now - self._told_at >= _PROGRESS_SECONDS or self._done == total
        if self._progress is not None and due and (self._done, total) != self._told:
            self._told = (self._done, total)
            self._told_at = now
            self._progress(self._done, total)


def usable_cpus() -> int:
    """Return the number of CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_workers(workers: int | None) -> int:
    """Return the number of workers, for None that of the CPUs; ValueError if it is out of range."""
    return whole("workers", usable_cpus() if workers is None else workers, 1, MAX_WORKERS)
