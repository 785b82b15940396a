"""The betting game: a hand from the antes to the payouts, event by event (rules B1-B19).

`start` makes a state, `legal_actions` lists what the seat to act may do, `play_event` returns the next state. States
never change, so that any of them can be kept, compared or played on in two ways.
"""

from collections.abc import Iterable, Sequence

from simulator.actions import acting_now, actor_options, mark_absent, open_round, play_action, round_over
from simulator.dealing import are_new, deal_all, deal_card, dealing_now, due_events, with_street_due
from simulator.events import Absent, DealDown, DealUp, Event, Expose
from simulator.hand_state import HandState
from simulator.illegal import IllegalEvent
from simulator.players import Player, Standing
from simulator.rules import DEFAULT_RULES, MAX_SEATS, MIN_SEATS, Rules, Street
from simulator.showdown import pay_out, play_showdown, seats_to_show, showdown_options, showing_now
from simulator.stakes import Stakes, whole_chips

__all__ = ["IllegalEvent", "deal_street", "legal_actions", "play_event", "play_events", "start"]


def start(
    stakes: Stakes, stacks: Sequence[int], rules: Rules = DEFAULT_RULES, *, antes: Sequence[int] | None = None
) -> HandState:
    """Return a hand with the antes paid (rule B1) and the first card due.

    Parameters
    ----------
    stakes : Stakes
        Limits, ante, bring-in and the house rules of betting.
    stacks : sequence of int
        Chips of each seat before the ante, in deal order, at least one each. A seat with less than the ante is all-in.
    rules : Rules
        The game and its house rules.
    antes : sequence of int or None
        Chips that each seat owes before the deal; None for the ante of the stakes at every seat.

    Raises
    ------
    ValueError
        A number of seats or antes out of range, a stack or ante that is no whole number of chips, an empty stack, or
        ``no_trigger=redeal``: no rule says what becomes of the bets of a void deal.
    """
    if not MIN_SEATS <= len(stacks) <= MAX_SEATS:
        raise ValueError(f"a hand has {MIN_SEATS} to {MAX_SEATS} seats, not {len(stacks)}")
    if rules.no_trigger == "redeal":
        raise ValueError(
            "no_trigger=redeal is not played with betting: no rule says what becomes of the bets (rule W13)"
        )
    antes = [stakes.ante] * len(stacks) if antes is None else antes
    if len(antes) != len(stacks):
        raise ValueError(f"antes are one per seat, not {len(antes)} for {len(stacks)} seats")
    players = []
    for number, (given, due) in enumerate(zip(stacks, antes, strict=True), 1):
        stack = whole_chips(given, f"the stack of seat {number}")
        ante = whole_chips(due, f"the ante of seat {number}")
        if not stack:
            raise ValueError(f"seat {number} has no chips: leave the seat out")
        player = Player(number, stack).paying(min(stack, ante))
        players.append(player._replace(ante=player.paid, ante_short=stakes.ante_trimming and stack < ante))
    return with_street_due(HandState(stakes, rules, tuple(players)), Street.THIRD)


def legal_actions(state: HandState) -> tuple[Event, ...]:
    """Return what the seat to act may do, or who may show at the showdown; empty while a card is due and at the end.

    Irregularities (rules B11, B12, B14, B16) are events of the record and no choices: they are not listed.
    """
    if state.finished or state.due:
        return ()
    return showdown_options(state) if state.showdown else actor_options(state)


def play_event(state: HandState, event: Event) -> HandState:
    """Return the next state.

    Parameters
    ----------
    state : HandState
        The state now.
    event : Event
        What happens: a card dealt, an action, an irregularity, or a hand shown.

    Raises
    ------
    IllegalEvent
        The rules do not allow it now; the message is one line and says who acts and what is legal.
    """
    if state.finished:
        raise IllegalEvent(event, "the hand is over")
    in_the_centre = isinstance(event, DealUp) and event.seat == 0
    if not in_the_centre and not 1 <= event.seat <= len(state.players):
        raise IllegalEvent(event, f"the seats are 1 to {len(state.players)}; {_now(state)}")
    if isinstance(event, Absent):
        after = mark_absent(state, event)
    elif state.due:
        if not isinstance(event, (DealDown, DealUp, Expose)):
            raise IllegalEvent(event, dealing_now(state))
        after = deal_card(state, event)
    elif state.showdown:
        after = play_showdown(state, event)
    elif isinstance(event, (DealDown, DealUp, Expose)):
        raise IllegalEvent(event, acting_now(state))
    else:
        after = play_action(state, event)
    return _proceed(after._replace(events=(*after.events, event)))


def play_events(state: HandState, events: Iterable[Event]) -> HandState:
    """Return the state after several events; errors as `play_event`."""
    for event in events:
        state = play_event(state, event)
    return state


def deal_street(state: HandState, cards: Sequence[int | None]) -> HandState:
    """Return the state once all cards due have been dealt in one step.

    Parameters
    ----------
    state : HandState
        The state now.
    cards : sequence of int or None
        One card for each that is due, in their order; None for a down card that is not known.

    Returns
    -------
    HandState
        What `play_event` gives for one `DealDown` or `DealUp` after another.

    Raises
    ------
    ValueError
        More or fewer cards than are due.
    IllegalEvent
        As `play_event`, for the first card that cannot be dealt.
    """
    if len(cards) != len(state.due):
        raise ValueError(f"{len(state.due)} cards are due, not {len(cards)}")
    events = due_events(state, cards)
    if not are_new(state, events):
        return play_events(state, events)  # which says what is wrong
    return _proceed(deal_all(state, events))


def _now(state: HandState) -> str:
    """Say what happens next; the hand is not over."""
    if state.due:
        return dealing_now(state)
    return showing_now(state) if state.showdown else acting_now(state)


def _proceed(state: HandState) -> HandState:
    """Go on to where the next event is awaited: rounds and streets end by themselves."""
    while not state.finished:
        if len(state.live) == 1:
            return pay_out(state)
        if state.due:
            return state
        if state.showdown:
            return state if seats_to_show(state) else pay_out(state)
        if state.round is None:
            state = open_round(state)
        elif round_over(state):
            state = _end_round(state)
        else:
            return state
    return state


def _end_round(state: HandState) -> HandState:
    """Go on to the next street, or to the showdown; hands of absent seats that could not act are dead (rule B14)."""
    if any(not state.player(seat).absent for seat in state.live):
        for seat in state.live:
            if state.player(seat).absent:
                state = state.with_player(seat, standing=Standing.OUT)
    if state.street is Street.SEVENTH:
        return state._replace(round=None, showdown=True)
    return with_street_due(state, Street(state.street + 1))
