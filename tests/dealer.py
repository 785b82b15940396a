"""A slow, obvious dealer: fills the unknown cards of a table, at random or in every way, and settles the showdown.

Like the oracle it is written from the rules alone and imports nothing from the packages under test.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import permutations

from tests import oracle
from tests.oracle import Key

CENTRE = -1  # the seat of the common card


@dataclass(frozen=True)
class Seat:
    """What is known of a seat; None is a card that was dealt but not seen, or is still to come."""

    down: tuple[int | None, int | None] = (None, None)
    up: tuple[int | None, ...] = ()
    last: int | None = None
    folded: bool = False
    reached_seventh: bool = False  # of a folded seat: it was dealt a seventh card


@dataclass(frozen=True)
class Slot:
    """One card position in deal order (D1)."""

    seat: int
    face_up: bool
    card: int | None


@dataclass(frozen=True)
class Deal:
    """A complete deal: up cards in deal order, the seven cards of each live seat."""

    up_cards: tuple[int, ...]
    hands: dict[int, tuple[int, ...]]


def parse_seat(text: str) -> Seat:
    """Seat in the notation ``[f:]DOWN/UP[/LAST]``, ``x`` for an unknown card; the text must be well-formed."""
    folded = text.startswith("f:")
    down, up, *last = text.removeprefix("f:").split("/")
    first, second = _cards(down or "xx")
    return Seat((first, second), tuple(_cards(up)), _cards(last[0])[0] if last else None, folded, bool(last))


def _cards(text: str) -> list[int | None]:
    cards: list[int | None] = []
    while text:
        width = 1 if text[0] == "x" else 2
        cards.append(None if width == 1 else oracle.ids(text[:width])[0])
        text = text[width:]
    return cards


def common_card_due(seats: Sequence[Seat], dead: Sequence[int] = ()) -> bool:
    """Whether the stub after sixth street is too short for a seventh card each (D3)."""
    dealt = sum(2 + (len(seat.up) if seat.folded else 4) for seat in seats)
    takers = sum(not seat.folded or seat.reached_seventh for seat in seats)
    return 52 - dealt - len(dead) < takers


def deal_order(seats: Sequence[Seat], dead: Sequence[int] = ()) -> list[Slot]:
    """All card positions in deal order (D1); a folded seat is dealt nothing more, its down cards are left out."""
    live = [(at, seat) for at, seat in enumerate(seats) if not seat.folded]
    slots = [Slot(at, False, seat.down[nth]) for nth in range(2) for at, seat in live]
    for street in range(4):
        for at, seat in enumerate(seats):
            if street < len(seat.up):
                slots.append(Slot(at, True, seat.up[street]))
            elif not seat.folded:
                slots.append(Slot(at, True, None))
    if common_card_due(seats, dead):
        return [*slots, Slot(CENTRE, True, None)]
    return slots + [Slot(at, False, seat.last) for at, seat in live]


def unseen_cards(seats: Sequence[Seat], dead: Sequence[int] = ()) -> list[int]:
    """Cards whose place is not known: these are equally likely to be anywhere (D4)."""
    seen = set(dead)
    for seat in seats:
        seen.update(card for card in (*seat.down, *seat.up, seat.last) if card is not None)
    return [card for card in range(52) if card not in seen]


def complete(slots: Sequence[Slot], coming: Iterable[int], live: Sequence[int]) -> Deal:
    """Deal with the cards to come put into the open positions, in deal order."""
    stub = iter(coming)
    placed = [(slot, next(stub) if slot.card is None else slot.card) for slot in slots]
    up_cards = tuple(card for slot, card in placed if slot.face_up)
    return Deal(up_cards, {at: tuple(card for slot, card in placed if slot.seat in (at, CENTRE)) for at in live})


def random_deals(seats: Sequence[Seat], deals: int, seed: int, dead: Sequence[int] = ()) -> Iterator[Deal]:
    """So many deals from shuffled stubs."""
    rng = random.Random(seed)
    slots = deal_order(seats, dead)
    live = [at for at, seat in enumerate(seats) if not seat.folded]
    stub = unseen_cards(seats, dead)
    for _ in range(deals):
        rng.shuffle(stub)
        yield complete(slots, stub, live)


def every_deal(seats: Sequence[Seat], dead: Sequence[int] = ()) -> Iterator[Deal]:
    """Every completion once, the open positions taken one by one."""
    slots = deal_order(seats, dead)
    live = [at for at, seat in enumerate(seats) if not seat.folded]
    unknown = sum(slot.card is None for slot in slots)
    for coming in permutations(unseen_cards(seats, dead), unknown):
        yield complete(slots, coming, live)


@dataclass
class Count:
    """What happened to one seat over many deals."""

    wins: int = 0
    tie_counts: Counter[int] = field(default_factory=Counter)
    categories: Counter[int] = field(default_factory=Counter)

    @property
    def ties(self) -> int:
        return self.tie_counts.total()

    @property
    def pots(self) -> Fraction:
        """Pots won, a split pot as its share (H4)."""
        return self.wins + sum((Fraction(times, ways) for ways, times in self.tie_counts.items()), Fraction(0))


def settle(
    deals: Iterable[Deal], *, stud: bool = False, double_ace_flush: bool = False
) -> tuple[int, dict[int, Count]]:
    """Number of deals, and the count of each live seat."""
    total = 0
    counts: dict[int, Count] = {}
    for deal in deals:
        total += 1
        wild = 0 if stud else oracle.wild_ranks(deal.up_cards)
        values = {at: _value(tuple(sorted(hand)), wild, double_ace_flush) for at, hand in deal.hands.items()}
        best = max(values.values())
        winners = [at for at, value in values.items() if value == best]
        for at, value in values.items():
            count = counts.setdefault(at, Count())
            count.categories[value[0]] += 1
            if at in winners and len(winners) == 1:
                count.wins += 1
            elif at in winners:
                count.tie_counts[len(winners)] += 1
    return total, counts


@cache
def _value(hand: tuple[int, ...], wild: int, double_ace_flush: bool) -> Key:
    return oracle.best_by_reach(hand, wild, double_ace_flush)
