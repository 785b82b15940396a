"""Cards of a hand with betting: what is dealt next, in the order of `simulator.rules`, and what a card does."""

from collections.abc import Iterable, Sequence

from evaluator.cards import DECK
from simulator.events import DealDown, DealUp, Expose
from simulator.hand_state import HandState
from simulator.illegal import IllegalEvent
from simulator.players import Standing
from simulator.rules import (
    DOWN_CARDS,
    Street,
    common_card_due,
    street_deal,
    stub_after_sixth,
    without_exposed,
)
from simulator.table import UpCard

__all__ = ["are_new", "deal_all", "deal_card", "dealing_now", "due_events", "with_street_due"]

_ALL_CARDS = frozenset(range(DECK))


def with_street_due(state: HandState, street: Street) -> HandState:
    """Return the state with the cards of a street due (rules D1, D3, B15)."""
    seats = state.dealt_to
    common = False
    if street is Street.SEVENTH:
        stub = stub_after_sixth([len(player.cards) - DOWN_CARDS for player in state.players])
        common = common_card_due(stub, len(seats))
    due = street_deal(street, seats, state.rules, common=common)
    return state._replace(street=street, due=due, round=None, street_seats=seats)


def dealing_now(state: HandState) -> str:
    """Say which card is dealt next; one is due."""
    due = state.due[0]
    if not due.seat:
        return "the common card is dealt face up now"
    return f"seat {due.seat} is dealt a card face {'up' if due.up else 'down'} now"


def deal_card(state: HandState, event: DealDown | DealUp | Expose) -> HandState:
    """Return the state once a card has been dealt.

    Raises
    ------
    IllegalEvent
        It is not this card's turn, or the card is none or has been dealt already.
    """
    due = state.due[0]
    fits = due.seat == event.seat and due.up == isinstance(event, DealUp)
    if isinstance(event, Expose):
        fits = fits and len(state.player(event.seat).cards) < DOWN_CARDS  # B12: one of the first two
    if not fits:
        raise IllegalEvent(event, dealing_now(state))
    _check_card(state, event)
    state = state._replace(due=state.due[1:])
    match event:
        case DealDown(seat, down):
            return state.with_player(seat, down=(*state.player(seat).down, down))
        case DealUp(seat, up):
            return _face_up(state, seat, up)
        case Expose(seat, exposed):
            return _exposed(_face_up(state, seat, exposed), seat)


def due_events(state: HandState, cards: Sequence[int | None]) -> list[DealDown | DealUp]:
    """Return the events of cards dealt where they are due."""
    return [
        DealUp(seat, card) if up else DealDown(seat, card)  # type: ignore[arg-type]  # None face up is refused later
        for (seat, up), card in zip(state.due, cards, strict=True)
    ]


def are_new(state: HandState, events: Iterable[DealDown | DealUp]) -> bool:
    """Whether these are different cards, none dealt before, and known where they are face up."""
    known = [event.card for event in events if event.card is not None or isinstance(event, DealUp)]
    cards = set(known)
    return len(cards) == len(known) and cards <= _ALL_CARDS and not cards & state.known_cards


def deal_all(state: HandState, events: Iterable[DealDown | DealUp]) -> HandState:
    """Return the state once all cards due have been dealt, as `deal_card` deals them one by one."""
    down: list[tuple[int | None, ...]] = [player.down for player in state.players]
    up = [player.up for player in state.players]
    up_cards = []
    for event in events:
        if isinstance(event, DealDown):
            down[event.seat - 1] += (event.card,)
            continue
        up_cards.append(UpCard(event.seat, event.card))
        if event.seat:
            up[event.seat - 1] += (event.card,)
    return state._replace(
        players=tuple(player._replace(down=d, up=u) for player, d, u in zip(state.players, down, up, strict=True)),
        due=(),
        up_cards=(*state.up_cards, *up_cards),
        events=(*state.events, *events),
    )


def _check_card(state: HandState, event: DealDown | DealUp | Expose) -> None:
    if event.card is None and not isinstance(event, DealDown):
        raise IllegalEvent(event, f"a card dealt face up is known; {dealing_now(state)}")
    try:
        state.check_new(() if event.card is None else (event.card,))
    except ValueError as error:
        raise IllegalEvent(event, f"{error}; {dealing_now(state)}") from None


def _face_up(state: HandState, seat: int, card: int) -> HandState:
    """Put a card face up, last in the order of the up cards (rule B19)."""
    state = state._replace(up_cards=(*state.up_cards, UpCard(seat, card)))
    return state.with_player(seat, up=(*state.player(seat).up, card)) if seat else state


def _exposed(state: HandState, seat: int) -> HandState:
    """Apply what follows from a down card exposed by the dealer (rules B12, B18)."""
    if state.stakes.tournament:  # B18
        returned = tuple(player.paid for player in state.players)
        players = tuple(player.paying(-player.paid) for player in state.players)
        return state._replace(players=players, due=(), finished=True, misdeal=True, won=returned)
    exposed = state.player(seat).exposed + 1
    state = state.with_player(seat, exposed=exposed)._replace(due=without_exposed(state.due, seat, exposed))
    if exposed < DOWN_CARDS:
        return state
    dead = state.player(seat)  # B12: both exposed, the ante goes back
    return state.with_player(seat, stack=dead.stack + dead.paid, paid=0, ante=0, standing=Standing.OUT)
