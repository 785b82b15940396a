"""A slow, obvious dealer: fills the unknown cards of a table, at random or in every way, and settles the showdown.

Like the oracle it is written from the rules alone and imports nothing from the packages under test.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from tests import oracle
from tests.oracle import PLAIN, House, Key

CENTRE = -1  # the seat of the common card

Pair = Callable[[int, int], bool]  # whether two down cards satisfy the filter of their seat, in either order
Filters = Mapping[int, Pair]  # by seat; both down cards of such a seat are unknown
NO_FILTERS: Filters = {}


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
    hole: bool = False  # a down card of third street
    counts: bool = True  # of a card face up: it is an up card to the wild rule


@dataclass(frozen=True)
class Deal:
    """A complete deal: up cards in deal order as the wild rule counts them, the seven cards of each live seat."""

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


def deal_order(
    seats: Sequence[Seat], dead: Sequence[int] = (), rules: House = PLAIN, common: int | None = None
) -> list[Slot]:
    """All card positions in deal order (D1); a folded seat is dealt nothing more, its down cards are left out."""
    live = [(at, seat) for at, seat in enumerate(seats) if not seat.folded]
    slots = [Slot(at, False, seat.down[nth], hole=True) for nth in range(2) for at, seat in live]
    for street in range(4):
        for at, seat in enumerate(seats):
            if street < len(seat.up):
                slots.append(Slot(at, True, seat.up[street]))
            elif not seat.folded:
                slots.append(Slot(at, True, None))
    if common_card_due(seats, dead):
        return [*slots, Slot(CENTRE, True, common, counts=rules.get("common_card") != "ignored")]
    if rules.get("seventh") == "up":  # W15: in turn, a seat that folded after it was dealt its seventh card too
        last = [(at, seat) for at, seat in enumerate(seats) if not seat.folded or seat.reached_seventh]
        return slots + [Slot(at, True, seat.last) for at, seat in last]
    return slots + [Slot(at, False, seat.last) for at, seat in live]


def unseen_cards(seats: Sequence[Seat], dead: Sequence[int] = (), common: int | None = None) -> list[int]:
    """Cards whose place is not known: these are equally likely to be anywhere (D4)."""
    seen = {*dead, common}
    for seat in seats:
        seen.update(card for card in (*seat.down, *seat.up, seat.last) if card is not None)
    return [card for card in range(52) if card not in seen]


def complete(slots: Sequence[Slot], coming: Iterable[int], live: Sequence[int]) -> Deal:
    """Deal with the cards to come put into the open positions, in deal order."""
    stub = iter(coming)
    cards = [next(stub) if slot.card is None else slot.card for slot in slots]
    up, hands = _readings(slots, live)
    return _read(cards, up, hands)


Readings = tuple[list[int], dict[int, list[int]]]


def _readings(slots: Sequence[Slot], live: Sequence[int]) -> Readings:
    """Positions of the up cards, and of the hand of each live seat."""
    up = [nth for nth, slot in enumerate(slots) if slot.face_up and slot.counts]
    return up, {at: [nth for nth, slot in enumerate(slots) if slot.seat in (at, CENTRE)] for at in live}


def _read(cards: Sequence[int], up: Sequence[int], hands: Mapping[int, Sequence[int]]) -> Deal:
    return Deal(tuple([cards[nth] for nth in up]), {at: tuple([cards[nth] for nth in hands[at]]) for at in hands})


def random_deals(
    seats: Sequence[Seat],
    deals: int,
    seed: int,
    dead: Sequence[int] = (),
    rules: House = PLAIN,
    common: int | None = None,
) -> Iterator[Deal]:
    """So many deals from shuffled stubs."""
    rng = random.Random(seed)
    slots = deal_order(seats, dead, rules, common)
    live = [at for at, seat in enumerate(seats) if not seat.folded]
    stub = unseen_cards(seats, dead, common)
    for _ in range(deals):
        rng.shuffle(stub)
        yield complete(slots, stub, live)


def every_deal(
    seats: Sequence[Seat],
    dead: Sequence[int] = (),
    rules: House = PLAIN,
    common: int | None = None,
    filters: Filters = NO_FILTERS,
) -> Iterator[Deal]:
    """Every way to fill the open positions, taken one by one: a pair of down cards comes in both orders."""
    slots = deal_order(seats, dead, rules, common)
    live = [at for at, seat in enumerate(seats) if not seat.folded]
    opened = [slot for slot in slots if slot.card is None]
    holes = {at: [nth for nth, slot in enumerate(opened) if slot.hole and slot.seat == at] for at in filters}
    for coming in permutations(unseen_cards(seats, dead, common), len(opened)):
        if all(filters[at](coming[one], coming[other]) for at, (one, other) in holes.items()):
            yield complete(slots, coming, live)


def every_completion(
    seats: Sequence[Seat],
    dead: Sequence[int] = (),
    rules: House = PLAIN,
    common: int | None = None,
    filters: Filters = NO_FILTERS,
) -> Iterator[Deal]:
    """Every completion once, in the unit in which exact counts are given: `sets_of` the open positions."""
    slots = deal_order(seats, dead, rules, common)
    live = [at for at, seat in enumerate(seats) if not seat.folded]
    return completions_of(slots, unseen_cards(seats, dead, common), live, filters)


def completions_of(
    slots: Sequence[Slot], unseen: list[int], live: Sequence[int], filters: Filters = NO_FILTERS
) -> Iterator[Deal]:
    """Every completion of card positions in deal order, once."""
    up, hands = _readings(slots, live)
    sets = sets_of(slots, filters)
    wanted = [filters.get(slots[places[0]].seat) if slots[places[0]].hole else None for places in sets]
    cards = [slot.card or 0 for slot in slots]

    def fill(nth: int, stub: list[int]) -> Iterator[Deal]:
        if nth == len(sets):
            yield _read(cards, up, hands)
            return
        places, pair = sets[nth], wanted[nth]
        for chosen in combinations(stub, len(places)):
            if pair and not pair(*chosen):
                continue
            for place, card in zip(places, chosen, strict=True):
                cards[place] = card
            rest = [card for card in stub if card not in chosen] if nth + 1 < len(sets) else []
            yield from fill(nth + 1, rest)

    return fill(0, unseen)


def sets_of(slots: Sequence[Slot], filters: Filters = NO_FILTERS) -> list[list[int]]:
    """Indices of the open positions, those together that one set of cards fills in no order, up cards first.

    A position face up stands by itself; the down cards of a seat, its seventh card included, are one set; with a filter
    the pair in the hole is a set and the seventh card stands by itself.
    """
    sets: dict[object, list[int]] = {}
    for nth in sorted(range(len(slots)), key=lambda nth: not slots[nth].face_up):
        slot = slots[nth]
        if slot.card is None:
            alone = slot.face_up or (slot.seat in filters and not slot.hole)
            sets.setdefault(("position", nth) if alone else ("seat", slot.seat), []).append(nth)
    return list(sets.values())


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


class Outcome(NamedTuple):
    """What many deals came to."""

    deals: int
    void_deals: int  # dealt again, counted nowhere else (W13)
    counts: dict[int, Count]  # by live seat


def settle(deals: Iterable[Deal], rules: House = PLAIN) -> Outcome:
    """Play deals to the showdown."""
    double_ace_flush = rules.get("double_ace_flush") == "on"
    total = void_deals = 0
    counts: defaultdict[int, Count] = defaultdict(Count)
    shown: tuple[int, ...] | None = None
    for deal in deals:
        if deal.up_cards != shown:  # many deals in a row have the same ones
            shown = deal.up_cards
            wild, void = oracle.wild_ranks(shown, rules), oracle.void(shown, rules)
        if void:
            void_deals += 1
            continue
        total += 1
        values = {at: _value(tuple(sorted(hand)), wild, double_ace_flush) for at, hand in deal.hands.items()}
        best = max(values.values())
        winners = [at for at, value in values.items() if value == best]
        for at, value in values.items():
            count = counts[at]
            count.categories[value[0]] += 1
            if at in winners and len(winners) == 1:
                count.wins += 1
            elif at in winners:
                count.tie_counts[len(winners)] += 1
    return Outcome(total, void_deals, dict(counts))


@cache
def _value(hand: tuple[int, ...], wild: int, double_ace_flush: bool) -> Key:
    return oracle.best_by_reach(hand, wild, double_ace_flush)
