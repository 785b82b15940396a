"""The showdown: hands shown or discarded, and the pot paid out."""

from evaluator.cards import check_distinct
from simulator.events import Event, Muck, PickUp, Show
from simulator.hand_state import HandState
from simulator.illegal import IllegalEvent
from simulator.players import Standing
from simulator.pots import Pot, payouts

__all__ = ["pay_out", "play_showdown", "seats_to_show", "showdown_options", "showing_now"]


def showdown_options(state: HandState) -> tuple[Event, ...]:
    """Every live seat that has not shown may show or discard its hand, in any order."""
    return tuple(event for seat in seats_to_show(state) for event in (Show(seat), Muck(seat)))


def seats_to_show(state: HandState) -> list[int]:
    """Live seats that have not shown."""
    return [player.number for player in state.players if player.live and not player.shown]


def showing_now(state: HandState) -> str:
    """Say who shows."""
    seats = seats_to_show(state)
    return f"{'seat' if len(seats) == 1 else 'seats'} {', '.join(map(str, seats))} may show or muck"


def play_showdown(state: HandState, event: Event) -> HandState:
    """Return the state once a seat has shown or discarded its hand.

    Raises
    ------
    IllegalEvent
        The seat has nothing to show, or shows other cards than it was dealt.
    """
    if not isinstance(event, (Show, Muck, PickUp)) or event.seat not in seats_to_show(state):
        raise IllegalEvent(event, showing_now(state))
    match event:
        case Muck(seat):
            return state.with_player(seat, standing=Standing.OUT)
        case PickUp():
            return state  # B16: it means nothing, the hand is live until discarded
        case Show(seat, down):
            return state.with_player(
                seat, shown=True, down=_shown_down(state, event) if down else _known_down(state, event)
            )


def _known_down(state: HandState, event: Show) -> tuple[int | None, ...]:
    down = state.player(event.seat).down
    if None in down:
        raise IllegalEvent(event, f"its {len(down)} down cards are not known: name them; {showing_now(state)}")
    return down


def _shown_down(state: HandState, event: Show) -> tuple[int, ...]:
    """Down cards as shown, checked against what was dealt."""
    dealt = state.player(event.seat).down
    if len(dealt) != len(event.down):
        raise IllegalEvent(event, f"it was dealt {len(dealt)} down cards; {showing_now(state)}")
    try:
        check_distinct(event.down)
        state.check_new(shown for was, shown in zip(dealt, event.down, strict=True) if was is None)
    except ValueError as error:
        raise IllegalEvent(event, f"{error}; {showing_now(state)}") from None
    if any(was not in (None, shown) for was, shown in zip(dealt, event.down, strict=True)):
        raise IllegalEvent(event, f"it was dealt other down cards; {showing_now(state)}")
    return event.down


def pay_out(state: HandState) -> HandState:
    """Return the finished hand: all to the last live hand, or each pot to the best of those that contest it (B17)."""
    cards = {seat: state.hand(seat) for seat in state.live}
    strengths = _strengths(state, cards) if len(cards) > 1 else {}
    won = payouts(_contested(state), strengths, cards, state.stakes.odd_chip)
    chips = tuple(won.get(player.number, 0) for player in state.players)
    players = tuple(player._replace(stack=player.stack + chips[player.number - 1]) for player in state.players)
    return state._replace(players=players, due=(), round=None, showdown=False, finished=True, won=chips, disputed=None)


def _contested(state: HandState) -> list[Pot]:
    """Pots as they were at the showdown, with the hands that have not been discarded since.

    A pot whose seats have all discarded, such as a bet that nobody called, stays with the last of them: no other seat
    has paid into it (rule B17).
    """
    discarded = [event.seat for event in state.events if isinstance(event, Muck)]
    pots = []
    for pot in state.pots_among((*state.live, *discarded)):
        left = tuple(seat for seat in pot.seats if seat not in discarded)
        pots.append(Pot(pot.chips, left or (max(pot.seats, key=discarded.index),)))
    return pots


def _strengths(state: HandState, cards: dict[int, tuple[int, ...]]) -> dict[int, int]:
    """Strength of each hand with the wild ranks of the showdown (rules H1-H4)."""
    from evaluator.hands import evaluate  # needs numpy: only once a hand gets here

    double_ace = state.rules.double_ace_flush == "on"
    strengths = evaluate(list(cards.values()), state.wild.wild_ranks, double_ace_flush=double_ace)
    return dict(zip(cards, map(int, strengths), strict=True))
