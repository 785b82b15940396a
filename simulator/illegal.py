"""The error for an event that the rules do not allow now."""

from simulator.events import Event

__all__ = ["IllegalEvent"]


class IllegalEvent(ValueError):
    """An event that is not legal; one line says what is wrong, who acts and what is legal now."""

    def __init__(self, event: Event, now: str) -> None:
        super().__init__(f"{event} is not legal: {now}")
