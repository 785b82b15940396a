"""Threads that work on a stream of items; what they make comes back in the order of the items."""

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Generic, TypeVar

from simulator.interruptible import Interruptible

WAITING = 32  # items per worker that may be begun or done before an earlier one is
_POLL_SECONDS = 0.5  # some systems cannot break off a wait for Ctrl-C

Item = TypeVar("Item")
Product = TypeVar("Product")


class Stopped(Exception):
    """Raised within a thread of the crew that is to give up its item."""


class Crew(Interruptible, Generic[Item, Product]):
    """Workers, each a thread, with few items under way at a time, so that memory stays flat.

    Used as a context: within it Ctrl-C is a flag, `interrupted`, that ends the stream after what is done by then.

    Parameters
    ----------
    work : callable
        Makes a product from an item; called in the threads. It may call `check` now and then.
    workers : int
        Number of threads.
    """

    def __init__(self, work: Callable[[Item], Product], workers: int) -> None:
        self._work = work
        self._workers = workers
        self._stopped = False
        self._room = threading.Semaphore(WAITING * workers)
        self._todo: SimpleQueue[tuple[int, Item] | None] = SimpleQueue()
        self._done: SimpleQueue[tuple[int, Any]] = SimpleQueue()

    def _interrupt(self, *_: object) -> None:
        super()._interrupt()
        self._done.put((0, None))  # a simple queue may be used in a signal handler

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give Ctrl-C back and send the threads home."""
        super().__exit__(kind, error, trace)
        self._stopped = True
        self._room.release()
        for _worker in range(self._workers):
            self._todo.put(None)

    def check(self, *_: object) -> None:
        """Raise `Stopped` if the crew has been stopped; may stand for a progress callback."""
        if self._stopped or self.interrupted:
            raise Stopped

    def products(self, items: Iterable[Item]) -> Iterator[Product]:
        """Yield what `work` makes of each item, in their order, each as soon as it and all before it are done.

        Items are taken from the iterable in a thread of its own, so that one that waits for its input holds nobody up.
        An exception there or in `work` is raised here, after the products of the items before it.
        """
        threading.Thread(target=self._feed, args=(items,), daemon=True).start()
        for _ in range(self._workers):
            threading.Thread(target=self._labour, daemon=True).start()
        waiting: dict[int, Any] = {}
        number = 1
        while True:
            with contextlib.suppress(Empty):
                done, product = self._done.get(block=not self.interrupted, timeout=_POLL_SECONDS)
                waiting[done] = product
            more = not self.interrupted or not self._done.empty()
            while number in waiting:
                product = waiting.pop(number)
                if isinstance(product, BaseException):
                    raise product
                if product is _END:
                    return
                self._room.release()
                number += 1
                yield product
            if not more:
                return

    def _feed(self, items: Iterable[Item]) -> None:
        number = 0
        end: Any = None
        try:
            for number, item in enumerate(items, 1):
                self._room.acquire()
                if self._stopped:
                    return
                self._todo.put((number, item))
            end = _END
        except Exception as error:
            end = error
        self._done.put((number + 1, end))

    def _labour(self) -> None:
        while (task := self._todo.get()) is not None and not self._stopped:
            number, item = task
            try:
                self._done.put((number, self._work(item)))
            except Stopped:
                return
            except Exception as error:
                self._done.put((number, error))


class _End:
    """Stands after the last product."""


_END = _End()
