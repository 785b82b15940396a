"""The cards of a record, checked as they are dealt and shown."""

from evaluator.cards import card_text
from simulator.hand_record import Action, ActionKind
from simulator.rules import DOWN_CARDS, UP_CARDS

ALL_CARDS = DOWN_CARDS + UP_CARDS + 1


class DealtCards:
    """Who has been dealt what so far."""

    def __init__(self) -> None:
        """Start with nothing dealt."""
        self._hands: dict[int | None, list[int | None]] = {}  # None is the centre
        self._owners: dict[int, int | None] = {}

    def add(self, action: Action) -> None:
        """Take in an action.

        Raises
        ------
        ValueError
            It deals a card that was dealt before or more cards than a seat gets, or shows a hand that was not dealt.
        """
        if action.kind in (ActionKind.DEAL, ActionKind.COMMON):
            self._deal(action)
        elif action.kind is ActionKind.SHOW and action.cards:
            self._show(action)

    def _deal(self, action: Action) -> None:
        hand = self._hands.setdefault(action.seat, [])
        for card in action.cards:
            hand.append(card)
            if card is None:
                continue
            if card in self._owners:
                raise ValueError(f"{card_text(card)} was dealt before, to {_place(self._owners[card])}")
            self._owners[card] = action.seat
        if action.kind is ActionKind.COMMON:
            if len(hand) > 1:
                raise ValueError("there is one common card, no more")
        elif len(hand) > (ALL_CARDS if len(action.cards) == 1 else DOWN_CARDS + 1):
            raise ValueError("a seat is dealt three cards, then one a street, seven in all")

    def _show(self, action: Action) -> None:
        hand = self._hands.get(action.seat, [])
        shown = [card for card in action.cards if card is not None]
        for at, card in enumerate(shown):
            if card in shown[:at]:
                raise ValueError(f"{card_text(card)} stands twice")
            if self._owners.get(card, action.seat) != action.seat:
                raise ValueError(f"{card_text(card)} was dealt to {_place(self._owners[card])}")
        if len(action.cards) != len(hand):
            raise ValueError(f"{len(action.cards)} cards are shown, but {len(hand)} were dealt")
        strange = [card for card in shown if card not in hand]
        if len(strange) > hand.count(None):
            raise ValueError(f"{card_text(strange[0])} was not dealt to {_place(action.seat)}")
        self._owners.update((card, action.seat) for card in strange)


def _place(seat: int | None) -> str:
    return "the centre" if seat is None else f"seat {seat}"
