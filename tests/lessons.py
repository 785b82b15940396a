"""What can be learned at a table: the places of cards that are not known, and how often each completion comes up."""

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from tests import dealer
from tests.dealer import Seat
from tests.oracle import ids, text
from tests.small_tables import Question


class Lesson(NamedTuple):
    """A place where a card becomes known.

    Summed over every card that it can be, each completion comes up `times`.
    """

    where: int | str  # a seat, from 0, or "dead" or "common"
    form: str  # how the seat or the other cards are written then
    times: int

    def learned(self, question: Question, card: int) -> Question:
        """The table once the card is known."""
        written = self.form.format(text([card]))
        if self.where == "dead":
            return replace(question, dead=written)
        if self.where == "common":
            return replace(question, common=written)
        return replace(question, seats=[written if at == self.where else s for at, s in enumerate(question.seats)])


def unseen(question: Question) -> list[int]:
    """Cards whose place is not known."""
    seats = [dealer.parse_seat(seat) for seat in question.seats]
    return dealer.unseen_cards(seats, ids(question.dead), question.known_common)


def lessons(question: Question) -> list[Lesson]:
    """Everything that can be learned of one card."""
    seats = [dealer.parse_seat(seat) for seat in question.seats]
    dead, house = ids(question.dead), question.house
    slots = dealer.deal_order(seats, dead, house, question.known_common)
    undealt = len(unseen(question)) - sum(slot.card is None for slot in slots)
    due = dealer.common_card_due(seats, dead)
    last_up = house.get("seventh") == "up"
    found = []
    for at, seat in enumerate(seats):
        holes = sum(card is None for card in seat.down)
        own_last = not due and not last_up and seat.last is None
        # A folded seat's down card can be any that is not dealt; a live seat's is each of its open set in turn.
        down = undealt if seat.folded else holes + own_last
        if holes and at not in question.filters:
            found.append(Lesson(at, question.seats[at].replace("x", "{}", 1), down))
        if None in seat.up:
            head, up, *rest = question.seats[at].split("/")
            found.append(Lesson(at, "/".join([head, up.replace("x", "{}", 1), *rest]), 1))
        if question.seats[at].endswith("/x") and len(seat.up) == 4 and seat.reached_seventh and not due:
            times = 1 if last_up or at in question.filters else down
            found.append(Lesson(at, question.seats[at][:-1] + "{}", times))
    found += _next_cards(question, seats, due)
    if question.common == "x":
        found.append(Lesson("common", "{}", 1))
    if dealer.common_card_due(seats, [*dead, 0]) == due and undealt > 0:
        found.append(Lesson("dead", question.dead + "{}", undealt))
    return found


def _next_cards(question: Question, seats: list[Seat], due: bool) -> list[Lesson]:
    """The next card face up, or a seventh card down."""
    live = [at for at, seat in enumerate(seats) if not seat.folded]
    counts = [len(seats[at].up) for at in live]
    if min(counts) < 4:
        turn = next((at for (_, one), (at, other) in pairwise(zip(live, counts, strict=True)) if other < one), live[0])
        head, up = question.seats[turn].split("/")
        return [Lesson(turn, f"{head}/{up}{{}}", 1)]
    waiting = [at for at in live if not seats[at].reached_seventh]
    if due or not waiting:
        return []
    if question.house.get("seventh") == "up":
        return [Lesson(waiting[0], question.seats[waiting[0]] + "/{}", 1)]
    return [
        Lesson(
            at,
            question.seats[at] + "/{}",
            1 if at in question.filters else 1 + sum(card is None for card in seats[at].down),
        )
        for at in waiting
    ]
