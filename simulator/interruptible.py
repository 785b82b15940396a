"""Ctrl-C as a flag: an exception could strike anywhere, also inside the locks of an executor or a queue."""

import signal
import threading
from types import TracebackType
from typing import Self


class Interruptible:
    """A context within which Ctrl-C sets `interrupted`; pressed again, it raises KeyboardInterrupt as elsewhere."""

    interrupted = False

    def __enter__(self) -> Self:
        """Take Ctrl-C over, unless someone else has."""
        self._ours = threading.current_thread() is threading.main_thread() and (
            signal.getsignal(signal.SIGINT) is signal.default_int_handler
        )
        if self._ours:
            signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Give Ctrl-C back."""
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _interrupt(self, *_: object) -> None:
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
