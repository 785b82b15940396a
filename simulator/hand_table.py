"""The table of a hand with betting: its cards as an equity query takes them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from simulator.hand_state import HandState
from simulator.players import Player
from simulator.rules import DOWN_CARDS, UP_CARDS
from simulator.seats import Seat
from simulator.table import Table

__all__ = ["hand_table", "seat_text"]

Shown = Mapping[int, Sequence[int | None]]  # by seat: its down cards in the order dealt
_NOTHING: Shown = MappingProxyType({})


def hand_table(state: HandState, shown: Shown = _NOTHING) -> Table:
    """Return the table of a hand: the cards dealt so far, and who is in.

    The up cards stand in the order in which they were dealt, exposed ones earlier than others (rule B12). Hands that
    are dealt to only until the next bet (rule B15) have folded.

    Parameters
    ----------
    state : HandState
        The hand, once the first three cards of each seat are dealt.
    shown : mapping of int to sequence of int or None
        Down cards known from elsewhere, such as those shown later, by seat and in the order dealt; they fill in what
        the state does not know.

    Raises
    ------
    ValueError
        The first cards are still being dealt, or cannot have been dealt to the end.
    """
    if any(len(player.down) < DOWN_CARDS and player.exposed < DOWN_CARDS for player in state.players):
        raise ValueError("there is no table before third street is dealt")
    return Table.from_seats(
        tuple(_seat(state, player, shown.get(player.number, ())) for player in state.players),
        common=() if state.common is None else (state.common,),
        rules=state.rules,
        up_order=[up.seat for up in state.up_cards if up.seat],
    )


def seat_text(state: HandState, number: int, shown: Shown = _NOTHING) -> str:
    """Return a seat of a hand in the notation, at any time: down cards that are not dealt yet are unknown."""
    return _seat(state, state.player(number), shown.get(number, ())).text


def _seat(state: HandState, player: Player, shown: Sequence[int | None]) -> Seat:
    if player.exposed == DOWN_CARDS:
        return Seat(player.number, True, (), player.up)
    unknown = (*shown, *(None,) * len(player.down))
    down = [other if card is None else card for card, other in zip(player.down, unknown, strict=False)]
    down += [None] * (DOWN_CARDS - len(down))
    last = (*down[DOWN_CARDS:], *player.up[UP_CARDS:])
    if state.common is not None and not player.live and player.number in state.street_seats:
        last = (None,)  # it folded on seventh street, and shared in the common card (rule D3)
    return Seat(player.number, not player.live, tuple(down[:DOWN_CARDS]), player.up[:UP_CARDS], last)
