"""The table: everything known about a deal, checked.

Text comes in here and validated, immutable tables go out; code behind this border trusts them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from evaluator.cards import card_text, parse_cards, rank_of, scan_cards
from simulator.filters import Pair
from simulator.hole_pairs import can_lie_elsewhere, check_filters, pairs_left
from simulator.rules import (
    DEFAULT_RULES,
    MAX_SEATS,
    MIN_SEATS,
    UP_CARDS,
    Rules,
    Street,
    WildState,
    up_card_order,
    wild_state,
)
from simulator.seats import Seat, check_up_counts, parse_seat, quoted
from simulator.seventh import check_seventh, is_common_due

__all__ = ["Seat", "Table", "UpCard"]


class UpCard(NamedTuple):
    """A card dealt face up: the number of its seat (0 = the common card in the centre) and its id, None if unknown."""

    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """Everything known about a deal. Build it with `parse`, `from_one_seat` or `from_seats`, which check it.

    Attributes
    ----------
    seats : tuple of Seat
        In deal order.
    up_cards : tuple of UpCard
        The cards dealt face up so far in deal order (rule W3); among them seventh cards dealt face up (rule W15), and
        the common card once it is dealt, if it counts (rule D3).
    dead : tuple of int
        Cards known to be out of the deck besides those of the seats.
    common : tuple of int or None
        The common card: ``()`` not dealt, ``(None,)`` dealt and unseen, else its card id.
    rules : Rules
        The game and its house rules.
    wild_in_filters : int or None
        13-bit mask of the ranks that ``wild`` means in the filters of the seats; None if none of them says so.
    up_order : tuple of int
        Numbers of the seats in the order in which they were dealt their up cards, if that was not in turn, because the
        dealer exposed a down card (rule B12); else empty.
    """

    seats: tuple[Seat, ...]
    up_cards: tuple[UpCard, ...]
    dead: tuple[int, ...]
    common: tuple[int | None, ...]
    rules: Rules
    wild_in_filters: int | None = None
    up_order: tuple[int, ...] = ()

    @classmethod
    def parse(
        cls, seats: Sequence[str], *, dead: str = "", common: str | None = None, rules: Rules = DEFAULT_RULES
    ) -> "Table":
        """Read a table from text.

        Parameters
        ----------
        seats : sequence of str
            One text per seat in deal order, such as ``"AsKd/Qh7c"``; see `simulator.seats.parse_seat`.
        dead : str
            Cards known to be out of the deck, such as ``"5sQs"``.
        common : str or None
            The common card of rule D3, ``"x"`` if it is dealt but unseen; None if it is not dealt.
        rules : Rules
            The game and its house rules.

        Raises
        ------
        ValueError
            One line that names the seat and the card and says what to do.
        """
        if isinstance(seats, str):
            raise ValueError(f"the seats are a list of texts, one per seat, not the one text {quoted(seats)}")
        return cls.from_seats(
            tuple(parse_seat(text, number) for number, text in enumerate(seats, 1)),
            dead=_parse_dead(dead),
            common=() if common is None else _parse_common(common),
            rules=rules,
        )

    @classmethod
    def from_one_seat(
        cls,
        seat: str,
        *,
        seats: int,
        at: int = 1,
        dead: str = "",
        common: str | None = None,
        rules: Rules = DEFAULT_RULES,
    ) -> "Table":
        """Read a table of which one seat is known; the others are live, unknown, and have as many up cards.

        Parameters
        ----------
        seat : str
            The known seat, as for `parse`. Its seventh card, if given, leaves those of the others unknown: dealt and
            unseen if they are dealt face up.
        seats : int
            Number of seats, 2 to 8.
        at : int
            Number of the known seat, 1 to `seats`.
        dead, common, rules
            As for `parse`.

        Raises
        ------
        ValueError
            As for `parse`, and for a number of seats or a seat number out of range.
        """
        _check_count(seats)
        if not 1 <= at <= seats:
            raise ValueError(f"there is no seat {at} at a table of {seats}: the known seat is 1 to {seats}")
        _check_rules(rules)
        known = parse_seat(seat, at)
        unknown = "xx/" + "x" * len(known.up) + ("/x" if known.last and rules.seventh == "up" else "")
        return cls.parse(
            [seat if number == at else unknown for number in range(1, seats + 1)], dead=dead, common=common, rules=rules
        )

    @classmethod
    def from_seats(
        cls,
        seats: tuple[Seat, ...],
        *,
        dead: tuple[int, ...] = (),
        common: tuple[int | None, ...] = (),
        rules: Rules = DEFAULT_RULES,
        wild_in_filters: int | None = None,
        up_order: Sequence[int] = (),
    ) -> "Table":
        """Build a table from seats already read; parameters as the attributes.

        Without `wild_in_filters`, ``wild`` in a filter means what is wild at this table. Up cards that `up_order` does
        not speak of were dealt in turn (rule D1), after those of which it does.

        Raises
        ------
        ValueError
            The seats do not fit together: numbers of up cards, a card in two places, too many cards for the deck, no
            trigger that could come face up where a deal without one is void (rule W13), filters that
            cannot be satisfied.
        """
        _check_rules(rules)
        _check_count(len(seats))
        check_up_counts(seats)
        _check_distinct(seats, dead, common)
        due = is_common_due(seats, len(dead))
        check_seventh(seats, common, rules, due=due)
        up = [(*seat.up, *seat.last) if rules.seventh == "up" and not due else seat.up for seat in seats]
        up_order = _not_in_turn([len(seat.up) for seat in seats], up_order)
        places = _up_places([len(cards) for cards in up], up_order)
        up_cards = [UpCard(number, up[number - 1][turn]) for number, turn in places]
        if rules.common_card == "counts":
            # A common card comes face up after every other one, so it can be a follower (D3).
            up_cards += [UpCard(0, card) for card in common]
        table = cls(seats, tuple(up_cards), dead, common, rules, up_order=up_order)
        asking = next((seat for seat in seats if seat.filter is not None and seat.filter.needs_wild), None)
        if asking is not None:
            wild = _wild_for(asking, table) if wild_in_filters is None else wild_in_filters
            table = replace(table, wild_in_filters=wild)
        check_filters(seats, table.known_cards, table.wild_in_filters)
        _check_trigger(table)
        return table

    def with_rules(self, rules: Rules) -> "Table":
        """Return the same cards under other rules."""
        return Table.from_seats(self.seats, dead=self.dead, common=self.common, rules=rules, up_order=self.up_order)

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats that have not folded."""
        return tuple(seat for seat in self.seats if not seat.folded)

    @property
    def street(self) -> Street:
        """The street of the last card placed, known or not; third before any up card."""
        if self.common or any(seat.last for seat in self.seats):
            return Street.SEVENTH
        return Street(max(3, 2 + max(len(seat.up) for seat in self.live)))

    @property
    def street_complete(self) -> bool:
        """Whether every live seat has its card of the street."""
        if self.street is Street.SEVENTH:
            return bool(self.common) or all(seat.last for seat in self.live)
        return all(len(seat.up) == self.street - 2 for seat in self.live)

    @property
    def wild(self) -> WildState | None:
        """What is wild now (rules W1-W16), None if an up card is unknown."""
        known = [up.card for up in self.up_cards if up.card is not None]
        return wild_state(known, self.rules) if len(known) == len(self.up_cards) else None

    @property
    def known_cards(self) -> tuple[int, ...]:
        """All cards that no unknown card can be: seat by seat, folded seats too, then the common and dead cards."""
        return tuple(card for card, _ in _places(self.seats, self.dead, self.common))

    @property
    def hole_pairs(self) -> dict[int, tuple[Pair, ...]]:
        """Pairs of down cards that the filters allow here, both cards unseen: low and high card id, ascending.

        By seat number, only for seats with a filter. Completions in which every such seat has one of its pairs, no card
        twice, are equally likely.
        """
        return pairs_left(self.seats, self.known_cards, self.wild_in_filters)

    @property
    def common_due(self) -> bool:
        """Whether the deal ends with one common card in place of the seventh cards (rule D3)."""
        return is_common_due(self.seats, len(self.dead))

    def completed_up_order(self) -> list[tuple[int, int]]:
        """Return the order of all up cards of the finished deal (rules D1, D3, W3, W8, W15, B12).

        Returns
        -------
        list of (int, int)
            (seat number, index in that seat's up cards); a live seat has four of them, a folded one those it was dealt.
            Index 4 is a seventh card dealt face up. If a common card is due and counts, (0, 0) stands at the end.
        """
        due = self.common_due
        counts = []
        for seat in self.seats:
            own_seventh = not seat.folded or bool(seat.last)
            own_up = len(seat.up) if seat.folded else UP_CARDS
            counts.append(own_up + (self.rules.seventh == "up" and own_seventh and not due))
        order = _up_places(counts, self.up_order)
        return [*order, (0, 0)] if due and self.rules.common_card == "counts" else order


def check_table(table: Table) -> None:
    """Raise a ValueError for what is no table."""
    if not isinstance(table, Table):
        raise ValueError(f"table is a Table, as Table.parse makes it, not {type(table).__name__}")


def _check_rules(rules: Rules) -> None:
    if not isinstance(rules, Rules):
        raise ValueError(f"rules is a Rules, such as Rules(game='stud'), not {rules!r}")


def _parse_dead(text: str) -> tuple[int, ...]:
    try:
        return tuple(parse_cards(text))
    except ValueError as error:
        raise ValueError(f"dead cards: {error}") from None


def _parse_common(text: str) -> tuple[int | None, ...]:
    try:
        cards = scan_cards(text, unknown=True)
    except ValueError as error:
        raise ValueError(f"common card: {error}") from None
    if len(cards) != 1:
        raise ValueError(f"common card: {quoted(text)} is {len(cards)} cards; write one, or x if it is unseen")
    return (cards[0],)


def _check_count(count: int) -> None:
    if not MIN_SEATS <= count <= MAX_SEATS:
        raise ValueError(
            f"a table has {MIN_SEATS} to {MAX_SEATS} seats, not {count}; xx/x is a seat of which nothing is known"
        )


def _up_places(counts: Sequence[int], first: Sequence[int]) -> list[tuple[int, int]]:
    """Return up cards in deal order, each as the number of its seat and its index there.

    The seats `first` come first, as often as they have cards; all others come in turn.
    """
    in_turn = [(at + 1, turn) for at, turn in up_card_order(counts)]
    if not first:
        return in_turn
    places: dict[tuple[int, int], None] = {}
    turns: Counter[int] = Counter()
    for number in first:
        if turns[number] < counts[number - 1]:
            places[number, turns[number]] = None
            turns[number] += 1
    return list(places | dict.fromkeys(in_turn))


def _not_in_turn(counts: Sequence[int], first: Sequence[int]) -> tuple[int, ...]:
    """Return the seats in the order in which they were dealt their up cards; empty if that was in turn."""
    if not first:
        return ()
    places = _up_places(counts, first)
    return () if places == _up_places(counts, ()) else tuple(number for number, _ in places)


def _places(seats: Sequence[Seat], dead: Sequence[int], common: Sequence[int | None]) -> Iterator[tuple[int, str]]:
    """Yield every known card with the place where it lies, in words."""
    for seat in seats:
        for cards, name in ((seat.down, "down cards"), (seat.up, "up cards"), (seat.last, "seventh card")):
            yield from ((card, f"the {name} of seat {seat.number}") for card in cards if card is not None)
    yield from ((card, "the common card") for card in common if card is not None)
    yield from ((card, "the dead cards") for card in dead)


def _check_distinct(seats: Sequence[Seat], dead: Sequence[int], common: Sequence[int | None]) -> None:
    first: dict[int, str] = {}
    filtered = (
        (card, f"the down cards of seat {seat.number}")
        for seat in seats
        if seat.filter is not None
        for card in seat.filter.certain
    )
    for card, place in (*_places(seats, dead, common), *filtered):
        if card in first:
            where = f"twice in {place}" if first[card] == place else f"in {first[card]} and in {place}"
            raise ValueError(f"{card_text(card)} stands {where}: change one of them")
        first[card] = place


def _check_trigger(table: Table) -> None:
    """Check that a trigger is face up or can still come, if a deal without one is void (rule W13)."""
    if table.rules.no_trigger == "play":
        return
    trigger = table.rules.trigger_rank
    known_up = [up.card for up in table.up_cards if up.card is not None]
    if any(rank_of(card) == trigger for card in known_up):
        return
    known = table.known_cards
    pairs = table.hole_pairs
    free = any(card not in known and can_lie_elsewhere(card, pairs) for card in range(4 * trigger, 4 * trigger + 4))
    if not free or len(known_up) == len(table.completed_up_order()):
        raise ValueError(
            f"no {table.rules.trigger} can come face up any more, and a deal without one is void (rule W13); "
            "play it with no_trigger=play"
        )


def _wild_for(seat: Seat, table: Table) -> int:
    """Return the wild ranks that the filter of a seat speaks of."""
    if table.wild is None:
        raise ValueError(
            f"seat {seat.number}: {seat.text} asks for wild cards, but an up card is unknown: write the up cards, or "
            "describe the down cards without wild"
        )
    return table.wild.wild_ranks
