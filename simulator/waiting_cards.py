"""Cards of a record that wait for their turn in the deal: a record may have all cards of a seat together."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from simulator.hand_record import Action
from simulator.rules import CardDue

__all__ = ["WaitingCard", "WaitingCards"]


class WaitingCard(NamedTuple):
    """A card whose turn has not come: its seat (0 = the centre), itself, and the action that deals it."""

    seat: int
    card: int | None
    number: int
    action: Action


class WaitingCards:
    """The cards that wait, by seat."""

    def __init__(self, seats: int) -> None:
        """Start with none, for so many seats."""
        self._queues: list[deque[WaitingCard]] = [deque() for _ in range(seats + 1)]

    def take(self, number: int, action: Action) -> None:
        """Let the cards of an action wait."""
        seat = action.seat or 0
        self._queues[seat].extend(WaitingCard(seat, card, number, action) for card in action.cards)

    def pop(self, due: Sequence[CardDue]) -> WaitingCard | None:
        """Take away the card that is dealt next; None if it does not wait."""
        queue = self._queues[due[0].seat] if due else None
        return queue.popleft() if queue else None

    def next_named(self, due: Sequence[CardDue]) -> CardDue | None:
        """Return the card that the record has to name next: the first one due that does not wait; None if all do."""
        waiting = [len(queue) for queue in self._queues]
        for card in due:
            if not waiting[card.seat]:
                return card
            waiting[card.seat] -= 1
        return None

    def left(self) -> WaitingCard | None:
        """Return a card that waits, if there is one."""
        return next((queue[0] for queue in self._queues if queue), None)
