"""The betting game: a hand from the antes to the payouts, event by event (rules B1-B19).

`start` makes a state, `legal_actions` lists what the seat to act may do, `play_event` returns the next state. States
never change, so that any of them can be kept, compared or played on in two ways. `play` plays a hand to its end, with
policies that decide for the seats.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from simulator.actions import acting_now, actor_options, mark_absent, open_round, play_action, round_over
from simulator.dealing import are_new, deal_all, deal_card, dealing_now, due_events, with_street_due
from simulator.decks import checked_deck, shuffled_deck
from simulator.events import Absent, Bet, BringIn, Call, Check, DealDown, DealUp, Event, Expose, Fold, Show, check_event
from simulator.hand_state import HandState
from simulator.illegal import IllegalEvent
from simulator.limits import checked_seed
from simulator.players import Player, Standing
from simulator.rules import DEFAULT_RULES, MAX_SEATS, MIN_SEATS, Rules, Street
from simulator.seat_view import Policy, SeatView, policy_name, policy_per_seat
from simulator.showdown import pay_out, play_showdown, seats_to_show, showdown_options, showing_now
from simulator.stakes import Stakes, whole_chips

__all__ = ["IllegalEvent", "deal_street", "legal_actions", "play", "play_event", "play_events", "play_out", "start"]

_CHOICES = (BringIn, Bet, Call, Check, Fold)


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
    ValueError
        It is no event, or has something else than whole numbers in it.
    """
    check_event(event)
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
    if not (all(card is None or type(card) is int for card in cards) and are_new(state, events)):
        return play_events(state, events)  # which says what is wrong
    return _proceed(deal_all(state, events))


def play(
    deck: Sequence[int] | int,
    policies: Policy | Sequence[Policy],
    *,
    stakes: Stakes,
    stacks: Sequence[int],
    rules: Rules = DEFAULT_RULES,
) -> HandState:
    """Play a hand to its end: policies decide, and every hand that is in at the showdown is shown.

    Parameters
    ----------
    deck : sequence of int or int
        All 52 cards, dealt from the first one on; or a seed, 0 .. 2**64 - 1, for `shuffled_deck`.
    policies : callable or sequence of callable
        Who decides: one for each seat, or one for all. A policy is called as ``policy(view, rng)`` with a
        `simulator.seat_view.SeatView`, what its seat knows, and a `random.Random`; it returns one of ``view.legal``.
        There are some in `simulator.policies`.
    stakes, stacks, rules
        As for `start`.

    Returns
    -------
    HandState
        The finished hand with all cards known. It is a function of the arguments alone.

    Raises
    ------
    ValueError
        An argument that is out of range, or a policy that does what is not legal; the message names it and its seat.

    Examples
    --------
    >>> from simulator import Stakes
    >>> from simulator.betting import play
    >>> from simulator.policies import always_call, always_raise
    >>> state = play(1, [always_raise, always_call], stakes=Stakes.at(20), stacks=[1000, 1000])
    >>> state.finished, sum(state.stacks)
    (True, 2000)
    """
    first = start(stakes, stacks, rules)
    by_seat = policy_per_seat(policies, len(stacks))
    cards = checked_deck(deck) if isinstance(deck, Iterable) else shuffled_deck(checked_seed(deck))
    dealt = iter(cards)
    events: list[Event] = []
    for event in play_out(first, cards, by_seat).events:
        card = next(dealt) if isinstance(event, (DealDown, DealUp)) else None
        events.append(DealDown(event.seat, card) if isinstance(event, DealDown) else event)
    return play_events(first, events)


def play_out(state: HandState, deck: Sequence[int], policies: Sequence[Policy]) -> HandState:
    """Play a hand to its end as everyone at the table sees it: down cards are known only of hands that were shown.

    Parameters
    ----------
    state : HandState
        A hand of which no card has been dealt.
    deck, policies
        As for `play`, the cards and one policy per seat.
    """
    rng = Random(bytes(deck))
    down: dict[int, tuple[int, ...]] = dict.fromkeys(range(1, len(policies) + 1), ())
    at = 0
    while not state.finished:
        if state.due:
            cards = deck[at : at + len(state.due)]
            at += len(cards)
            for (seat, up), card in zip(state.due, cards, strict=True):
                if not up:
                    down[seat] += (card,)
            state = deal_street(state, [card if due.up else None for due, card in zip(state.due, cards, strict=True)])
        elif state.showdown:
            seat = seats_to_show(state)[0]
            state = play_event(state, Show(seat, down[seat]))
        else:
            state = _decided(state, policies, down, rng)
    return state


def _decided(
    state: HandState, policies: Sequence[Policy], down: Mapping[int, tuple[int, ...]], rng: Random
) -> HandState:
    """Return the next state by what the policy of the seat does that acts."""
    seat = state.actor
    assert seat is not None
    policy = policies[seat - 1]
    action = policy(SeatView(state, seat, down[seat]), rng)
    if not isinstance(action, _CHOICES):
        wrong = f"{action!r} is none of view.legal; {acting_now(state)}"
    else:
        try:
            return play_event(state, action)
        except ValueError as error:
            wrong = str(error)
    raise ValueError(f"policy {policy_name(policy)} of seat {seat}: {wrong}")


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
