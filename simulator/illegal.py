"""The error for an event that the rules do not allow now."""

from simulator.events import Event

__all__ = ["IllegalEvent"]


class IllegalEvent(ValueError):
    """An event that is not legal; one line says what is wrong, who acts and what is legal now."""

    def __init__(self, event: Event, now: str) -> None:
        super().__init__(event, now)  # what it is made from again in another process

    def __str__(self) -> str:
        """Return the line."""
        event, now = self.args
        return f"{event} is not legal: {now}"
