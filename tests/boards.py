"""What coming streets show and do, deal by deal in plain Python: the judge of the forecast.

Like the dealer it is written from the rules alone and imports nothing from the packages under test.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import permutations

from tests import dealer, oracle
from tests.dealer import CENTRE, Seat, Slot
from tests.oracle import PLAIN, House, Key


@dataclass(frozen=True)
class Place:
    """A card position: its street, and whether its card has been dealt by now, seen or not."""

    slot: Slot
    street: int
    placed: bool


@dataclass(frozen=True)
class View:
    """A deal at the end of a coming street."""

    board: tuple[int | None, ...]  # by position, None where unseen
    leaders: frozenset[int]
    queen: bool  # a trigger fell face up on the street, from now on
    follower_change: bool
    lead_change: bool
    leader_wins: bool


@dataclass
class Street:
    """What a street comes to over many deals, all equally likely."""

    deals: int = 0
    shares: dict[tuple[int | None, ...], Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    boards: Counter[tuple[int | None, ...]] = field(default_factory=Counter)
    leads: Counter[int] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)

    def equities(self, seat: int) -> list[tuple[Fraction, Fraction]]:
        """Equity of a seat on each board, ascending, with the chance of the board."""
        return sorted(
            (Fraction(self.shares[board][seat], 840 * count), Fraction(count, self.deals))
            for board, count in self.boards.items()
        )


EVENTS = ("queen", "follower_change", "lead_change", "leader_wins")


@dataclass(frozen=True)
class Question:
    """A table as it is written."""

    texts: tuple[str, ...]
    dead: str = ""
    common: str | None = None
    house: House = field(default_factory=dict)

    @cached_property
    def seats(self) -> list[Seat]:
        return [dealer.parse_seat(text) for text in self.texts]

    @cached_property
    def known_common(self) -> int | None:
        return None if self.common in (None, "x") else oracle.ids(str(self.common))[0]

    @cached_property
    def live(self) -> list[int]:
        return [at for at, seat in enumerate(self.seats) if not seat.folded]

    @cached_property
    def places(self) -> list[Place]:
        """All card positions in deal order."""
        seats = self.seats
        turns: Counter[int] = Counter()
        found = []
        for slot in dealer.deal_order(seats, oracle.ids(self.dead), self.house, self.known_common):
            if slot.hole:
                found.append(Place(slot, 3, True))
                continue
            turn = turns[slot.seat]
            turns[slot.seat] += 1
            if slot.seat == CENTRE:
                found.append(Place(slot, 7, self.common is not None))
            else:
                seat = seats[slot.seat]
                placed = turn < len(seat.up) or (turn == 4 and (seat.last is not None or seat.reached_seventh))
                found.append(Place(slot, 3 + turn, placed))
        return found

    @cached_property
    def streets(self) -> list[int]:
        """The streets to come."""
        return list(range(next(place.street for place in self.places if not place.placed), 8))

    @cached_property
    def seen(self) -> dict[int, list[bool]]:
        """Whether the card of each position is seen once a street is complete."""
        seats = self.seats
        return {
            street: [
                place.slot.card is not None
                or (place.slot.face_up and place.street <= street)
                or (street == place.street == 7 and None not in seats[place.slot.seat].down)
                for place in self.places
            ]
            for street in self.streets
        }

    def views(self, cards: Sequence[int]) -> dict[int, View] | None:
        """A complete deal at the end of each coming street; None if it is void (W13)."""
        places, rules = self.places, self.house
        trigger = oracle.RANKS.index(rules.get("trigger", "Q"))
        whole = self.moment(cards, [True] * len(places))
        if oracle.void(whole[0], rules):
            return None
        winners = self.leaders(*whole)
        before = self.moment(cards, [place.placed for place in places])
        found = {}
        for street in self.streets:
            end = self.moment(cards, [place.placed or place.street <= street for place in places])
            leaders = self.leaders(*end)
            turned = [
                card
                for place, card in zip(places, cards, strict=True)
                if place.slot.face_up and place.slot.counts and place.street == street and not place.placed
            ]
            found[street] = View(
                tuple(card if seen else None for card, seen in zip(cards, self.seen[street], strict=True)),
                leaders,
                any(card // 4 == trigger for card in turned),
                oracle.follower(end[0], rules) != oracle.follower(before[0], rules),
                leaders != self.leaders(*before),
                bool(leaders & winners),
            )
            before = end
        return found

    def moment(self, cards: Sequence[int], dealt: Sequence[bool]) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]]]:
        """Up cards in deal order and the hand so far of each live seat, of the positions that have been dealt."""
        slots = [place.slot for place in self.places]
        there = [(slot, card) for slot, card, out in zip(slots, cards, dealt, strict=True) if out]
        up = tuple(card for slot, card in there if slot.face_up and slot.counts)
        return up, {at: tuple(card for slot, card in there if slot.seat in (at, CENTRE)) for at in self.live}

    def leaders(self, up_cards: tuple[int, ...], hands: dict[int, tuple[int, ...]]) -> frozenset[int]:
        """The seats with the best hand."""
        wild = oracle.wild_ranks(up_cards, self.house)
        double = self.house.get("double_ace_flush") == "on"
        values = {at: _value(tuple(sorted(hand)), wild, double) for at, hand in hands.items()}
        return frozenset(at for at, value in values.items() if value == max(values.values()))

    def every_deal(self) -> Iterable[list[int]]:
        """Cards by position, every way to fill the open ones."""
        slots = [place.slot for place in self.places]
        opened = [nth for nth, slot in enumerate(slots) if slot.card is None]
        cards = [slot.card or 0 for slot in slots]
        unseen = dealer.unseen_cards(self.seats, oracle.ids(self.dead), self.known_common)
        for coming in permutations(unseen, len(opened)):
            for nth, card in zip(opened, coming, strict=True):
                cards[nth] = card
            yield cards

    @cached_property
    def outcome(self) -> dict[int, Street]:
        """What every deal together comes to, by street."""
        found: dict[int, Street] = {street: Street() for street in self.streets}
        whole = [True] * len(self.places)
        for cards in self.every_deal():
            views = self.views(cards)
            if views is None:
                continue
            winners = self.leaders(*self.moment(cards, whole))
            for number, view in views.items():
                street = found[number]
                street.deals += 1
                street.boards[view.board] += 1
                for at in winners:
                    street.shares[view.board][at] += 840 // len(winners)
                street.leads.update(view.leaders)
                street.events.update(name for name in EVENTS if getattr(view, name))
        return found


@cache
def _value(hand: tuple[int, ...], wild: int, double_ace_flush: bool) -> Key:
    return oracle.best_by_reach(hand, wild, double_ace_flush)


__all__ = ["EVENTS", "PLAIN", "Place", "Question", "Street", "View"]
