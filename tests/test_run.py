"""The driver of tasks: results in order, few tasks at a time, and clean ends."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from simulator.run import Run, Task


def square(number: int) -> int:
    return number * number


def tasks(count: int) -> Iterator[Task]:
    return (Task(square, (number,), 1) for number in range(count))


class Shuffled(Executor):
    """Finishes tasks in another order than they came in, once a handful wait; counts those that wait."""

    def __init__(self, handful: int = 5) -> None:
        self.random = Random(1)
        self.handful = handful
        self.waiting: list[tuple[Future[Any], Any, Any]] = []
        self.most = 0

    def submit(self, function: Any, /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, function, args))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) >= self.handful:
            self.random.shuffle(self.waiting)
            for other, function, arguments in self.waiting:
                if other.set_running_or_notify_cancel():
                    other.set_result(function(*arguments))
            self.waiting.clear()
        return future


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(workers: int) -> None:
    with Run(workers) as run:
        assert list(run.results(tasks(100))) == [number**2 for number in range(100)]
        assert list(run.results(tasks(3))) == [0, 1, 4]
        assert list(run.results(tasks(0))) == []


def test_results_come_in_order_from_an_executor_that_shuffles() -> None:
    with Run(2, Shuffled()) as run:
        assert list(run.results(tasks(30))) == [number**2 for number in range(30)]


@pytest.mark.parametrize("workers", [1, 4])
def test_few_tasks_are_made_ahead(workers: int) -> None:
    made: list[int] = []

    def endless() -> Iterator[Task]:
        number = 0
        while True:
            made.append(number)
            yield Task(square, (number,), 1)
            number += 1

    with Run(workers) as run:
        for done, _ in enumerate(run.results(endless()), 1):
            assert len(made) <= done + 3 * workers
            if done == 50:
                break


def test_error_of_a_task_is_raised_and_the_rest_is_given_up() -> None:
    def fail(number: int) -> int:
        if number == 7:
            raise OSError("seven")
        return number

    for workers in (1, 3):
        found: list[int] = []
        with Run(workers) as run, pytest.raises(OSError, match="seven"):
            found.extend(run.results(Task(fail, (number,), 1) for number in range(10**9)))
        assert found == list(range(7))


def test_flag_ends_a_run_after_the_first_tasks() -> None:
    for workers in (1, 3):
        with Run(workers) as run:
            found = []
            for result in run.results(tasks(10**9)):
                found.append(result)
                if len(found) == 9:
                    run.interrupted = True
            assert found == [number**2 for number in range(9)]
            assert run.stopped
            assert list(run.results(tasks(5))) == []


def test_flag_does_not_wait_for_a_long_task() -> None:
    go_on = threading.Event()

    def long() -> None:
        go_on.wait(60)

    started = time.monotonic()
    with Run(2) as run:
        threading.Timer(0.1, lambda: setattr(run, "interrupted", True)).start()
        assert list(run.results([Task(long, (), 1)])) == []
    assert time.monotonic() - started < 30
    go_on.set()


def test_time_limit_does_not_wait_for_a_long_task_once_there_is_a_result() -> None:
    go_on = threading.Event()

    def long(number: int) -> int:
        if number:
            go_on.wait(60)
        return number

    started = time.monotonic()
    with Run(2, time_limit=0.2) as run:
        assert list(run.results(Task(long, (number,), 1) for number in range(5))) == [0]
        assert run.stopped
        assert not run.interrupted
    assert time.monotonic() - started < 30
    go_on.set()


def test_time_is_shared_out() -> None:
    with Run(1, time_limit=1000) as run:
        run.allot(0.5)
        assert not run.stopped
        run.allot(0)
        assert run.stopped
        run.allot(1)
        assert not run.stopped
    with Run(1) as run:
        run.allot(0)
        assert not run.stopped


def test_executor_that_is_given_is_left_running() -> None:
    with ThreadPoolExecutor(2) as pool:
        with Run(2, pool) as run:
            assert list(run.results(tasks(3))) == [0, 1, 4]
        assert pool.submit(square, 5).result() == 25


def test_progress_adds_up_the_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.run._PROGRESS_SECONDS", 0.0)
    calls: list[tuple[int, int]] = []
    with Run(1, progress=lambda done, total: calls.append((done, total))) as run:
        run.expect(0, 30)
        run.expect(1, 5)
        for _ in run.results(Task(square, (1,), 10) for _ in range(3)):
            pass
        run.expect(1, 4)
        for _ in run.results([Task(square, (1,), 4)]):
            pass
        run.tell()
    assert calls == [(10, 35), (20, 35), (30, 35), (34, 34)]
