"""Boards of the coming streets as the slow dealer sees them: nested enumeration of small tables in plain Python."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from simulator import Table
from tests import dealer, oracle, reshapes
from tests.dealer import Deal, Seat
from tests.oracle import ids
from tests.small_tables import Question

STREETS = {street: number for number, street in enumerate(reshapes.STREETS, 3)}  # and how many cards a seat has then


@dataclass
class StreetAhead:
    """What every deal says of one street; shares are of the valid deals, in exact fractions."""

    queen: Fraction = Fraction(0)
    follower_change: Fraction = Fraction(0)
    lead_change: Fraction = Fraction(0)
    leader_wins: Fraction = Fraction(0)
    lead: dict[int, Fraction] = field(default_factory=dict)  # by live seat, from 0
    equities: dict[int, list[tuple[Fraction, Fraction]]] = field(default_factory=dict)  # on each board, and its chance

    def mean(self, seat: int) -> Fraction:
        return sum((equity * chance for equity, chance in self.equities[seat]), Fraction(0))

    def spread(self, seat: int) -> float:
        mean = self.mean(seat)
        return sqrt(sum((equity - mean) ** 2 * chance for equity, chance in self.equities[seat]))

    def below(self, seat: int, equity: float) -> float:
        """Chance of a board on which the equity is less."""
        return float(sum(chance for value, chance in self.equities[seat] if value < equity))


@dataclass(frozen=True)
class Moment:
    """A moment of the deal: how many up cards are out, and how many cards each live seat has."""

    up: int
    hands: dict[int, int]


def coming_streets(seats: Sequence[Seat], *, common: bool) -> list[str]:
    """The street under way, if a live seat lacks its card of it, and those after it."""
    live = [seat for seat in seats if not seat.folded]
    most = max(len(seat.up) for seat in live)
    street, whole = max(3, 2 + most), most > 0 and all(len(seat.up) == most for seat in live)
    if common or any(seat.reached_seventh for seat in seats):
        street, whole = 7, common or all(seat.reached_seventh for seat in live)
    return [name for name, number in STREETS.items() if number > street or (number == street and not whole)]


def enumerate_streets(question: Question) -> dict[str, StreetAhead]:
    """Go through every deal of a table card by card: all are equally likely."""
    seats = [dealer.parse_seat(text) for text in question.seats]
    return read_streets(question, dealer.every_deal(seats, ids(question.dead), question.house, question.known_common))


def read_streets(question: Question, dealt: Iterable[Deal]) -> dict[str, StreetAhead]:
    """Tell what deals of a table come to; void ones are left out (W13)."""
    seats = [dealer.parse_seat(text) for text in question.seats]
    dead, house = ids(question.dead), question.house
    live = [at for at, seat in enumerate(seats) if not seat.folded]
    due, common = dealer.common_card_due(seats, dead), question.common is not None
    placed = reshapes.up_cards_placed(seats, dead, house, common=common)
    shown = {at: 2 + len(seats[at].up) + (seats[at].reached_seventh or common) for at in live}
    moment = Moment(placed, shown)
    deals = [deal for deal in dealt if not oracle.void(deal.up_cards, house)]
    finals = [_shares(deal, house) for deal in deals]
    found = {}
    for street in coming_streets(seats, common=common):
        number = STREETS[street]
        up = sum(min(len(seat.up) if seat.folded else 4, number - 2) for seat in seats)
        end = Moment(len(deals[0].up_cards) if number == 7 else up, {at: number for at in live})
        seen = [at for at in live if number == 7 and (due or None not in seats[at].down)]
        found[street] = _street(deals, finals, moment, end, seen, house)
        moment = end
    return found


def _street(
    deals: Sequence[Deal],
    finals: Sequence[dict[int, Fraction]],
    start: Moment,
    end: Moment,
    seen: Sequence[int],
    house: oracle.House,
) -> StreetAhead:
    one = Fraction(1, len(deals))
    trigger = oracle.RANKS.index(house.get("trigger", "Q"))
    street = StreetAhead(lead={at: Fraction(0) for at in end.hands}, equities={at: [] for at in end.hands})
    boards = defaultdict(list)
    for deal, shares in zip(deals, finals, strict=True):
        boards[deal.up_cards[: end.up], tuple(deal.hands[at][6] for at in seen)].append(shares)
        leaders = _leaders(deal, end, house)
        for at in leaders:
            street.lead[at] += one
        before, after = (oracle.follower(deal.up_cards[: moment.up], house) for moment in (start, end))
        street.queen += one * any(card // 4 == trigger for card in deal.up_cards[start.up : end.up])
        street.follower_change += one * (before != after)
        street.lead_change += one * (_leaders(deal, start, house) != leaders)
        street.leader_wins += one * any(shares[at] for at in leaders)
    for outcomes in boards.values():
        for at in end.hands:
            street.equities[at].append(
                (sum((shares[at] for shares in outcomes), Fraction(0)) / len(outcomes), one * len(outcomes))
            )
    return street


def _leaders(deal: Deal, moment: Moment, house: oracle.House) -> list[int]:
    """Seats with the best of the cards dealt by then, under the wild ranks of then."""
    wild = oracle.wild_ranks(deal.up_cards[: moment.up], house)
    return reshapes.best(
        {at: reshapes.worth(deal.hands[at][:cards], wild, house) for at, cards in moment.hands.items()}
    )


def _shares(deal: Deal, house: oracle.House) -> dict[int, Fraction]:
    """What each live seat wins of the pot."""
    wild = oracle.wild_ranks(deal.up_cards, house)
    winners = reshapes.best({at: reshapes.worth(hand, wild, house) for at, hand in deal.hands.items()})
    return dict(reshapes.shares(winners, deal.hands))


def all_but(text: str) -> str:
    """Every card that is not in the text: dead, so that the deck ends with those left."""
    return oracle.text([card for card in range(52) if card not in ids(text.replace("/", ""))])


def three_cards_left() -> Table:
    """Sixth street, fives and Queens wild: seat 2 gets one of Qd, 9c and 2h face up, then each seat one of the
    others."""
    seats = ["AsAd/Qh7c3h9s", "KsKd/5c6d2s"]
    return Table.parse(seats, dead=all_but("".join(seats) + "Qd9c2h"))
