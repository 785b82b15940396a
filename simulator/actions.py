"""What a seat may do in a betting round, and what each action does (rules B4-B8, B11-B17)."""

from simulator.bets import BettingRound, clockwise
from simulator.events import Absent, Bet, BringIn, Call, Check, Event, Fold, PickUp, TakeBack, WrongOpen
from simulator.hand_state import HandState
from simulator.illegal import IllegalEvent
from simulator.players import Standing
from simulator.rules import Street
from simulator.showing import low_card

__all__ = ["acting_now", "actor_options", "mark_absent", "open_round", "play_action", "round_over"]


def open_round(state: HandState) -> HandState:
    """Return the state at the start of the betting round of its street."""
    able = state.able
    open_pair = state.street is Street.FOURTH and state.open_pair
    sizes = state.stakes.sizes(state.street, open_pair=open_pair)  # B7, B8
    nothing = (0,) * len(state.players)
    if state.street is not Street.THIRD:  # B9, B10; if the best showing is all-in, the next seat to its left acts
        return state._replace(round=BettingRound(sizes, nothing, clockwise(able, state.leader)))
    high_ranks = state.wild_betting if state.stakes.wild_is_high == "on" else 0
    low = low_card({seat: state.player(seat).up[0] for seat in state.live}, high_ranks)  # B3
    to_the_left = state.player(low).exposed > 0 or low not in able  # B12, B13
    to_act = clockwise(able, low + to_the_left)
    return state._replace(round=BettingRound(sizes, nothing, to_act, opening=True, may_pass=to_the_left))


def round_over(state: HandState) -> bool:
    """Whether nobody acts any more in this round: all have, or there is nobody left to bet against (rules B4, B17)."""
    betting = _round(state)
    return not betting.to_act or (betting.owed(betting.to_act[0]) == 0 and len(state.able) < 2)


def actor_options(state: HandState) -> tuple[Event, ...]:
    """Every action that the seat to act may take, from fold to the largest raise."""
    return (*_options_but_bets(state), *_bets(state))


def _options_but_bets(state: HandState) -> tuple[Event, ...]:
    betting = _round(state)
    seat = betting.to_act[0]
    absent = state.player(seat).absent  # B14
    if betting.opening:
        if not betting.may_pass:
            return (BringIn(seat),)  # B4
        return (Fold(seat),) if absent else (Fold(seat), BringIn(seat))  # B12, B13
    if absent:
        return (Fold(seat),)
    return Fold(seat), Call(seat) if betting.owed(seat) else Check(seat)


def _bets(state: HandState) -> tuple[Bet, ...]:
    """Bets, completions and raises that the seat to act may make."""
    betting = _round(state)
    seat = betting.to_act[0]
    player = state.player(seat)
    if player.absent:
        return ()  # B14
    if betting.opening:
        amounts = _opening_amounts(state, seat)
    elif _can_be_called(state, seat):
        amounts = betting.amounts(seat, player.stack, capped=state.capped)
    else:
        return ()
    return tuple([Bet(seat, to) for to in amounts])


def _can_be_called(state: HandState, seat: int) -> bool:
    """Whether another seat could pay anything of a raise; what nobody calls goes back (rule B17)."""
    betting = _round(state)
    others = [state.player(other) for other in state.able if other != seat]
    return any(betting.paid[other.number - 1] + other.stack > betting.level for other in others)


def acting_now(state: HandState) -> str:
    """Say who acts and what it may do."""
    betting = _round(state)
    words = [_in_words(state, event) for event in actor_options(state)]
    listed = " or ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
    return f"seat {betting.to_act[0]} acts and may {listed}"


def play_action(state: HandState, event: Event) -> HandState:
    """Return the state once a seat has acted in a betting round.

    Raises
    ------
    IllegalEvent
        Another seat acts, or the seat may not do this.
    """
    match event:
        case WrongOpen():
            return _wrong_open(state, event)
        case TakeBack():
            return _take_back(state, event)
        case PickUp(seat):
            if seat != state.actor or not _round(state).owed(seat):
                raise IllegalEvent(event, acting_now(state))
            return _fold(_undisputed(state), seat)  # B16
    options = _bets(state) if isinstance(event, Bet) else _options_but_bets(state)
    if event not in options:
        raise IllegalEvent(event, acting_now(state))
    return _play_option(_undisputed(state), event)


def mark_absent(state: HandState, event: Absent) -> HandState:
    """Return the state with a seat marked as absent (rule B14)."""
    if state.disputed is not None:
        state = state._replace(disputed=state.disputed.with_player(event.seat, absent=True))
    return state.with_player(event.seat, absent=True)


def _undisputed(state: HandState) -> HandState:
    """Let an opening out of turn stand, as the next seat has acted (rule B11)."""
    return state if state.disputed is None else state._replace(disputed=None)


def _play_option(state: HandState, event: Event) -> HandState:
    betting = _round(state)
    match event:
        case BringIn(seat):
            player = state.player(seat)
            amount = min(player.stack, state.stakes.bring_in)
            after = _pay(_bets_made(state), seat, betting.bring_in(seat, amount))
            return after.with_player(seat, standing=Standing.OUT) if player.absent else after  # B14
        case Bet(seat, to):
            return _pay(_bets_made(state), seat, betting.bet(seat, to, state.able))
        case Call(seat):
            return _pay(state, seat, betting.call(seat, state.player(seat).stack))
        case Check(seat):
            return state._replace(round=betting.passed(seat))
        case Fold(seat):
            return _fold(state, seat)
        case _:
            raise TypeError(f"{event!r} is no action")


def _round(state: HandState) -> BettingRound:
    assert state.round is not None, "no betting round is open"
    return state.round


def _pay(state: HandState, seat: int, after: BettingRound) -> HandState:
    """Move chips from the stack of a seat to the pot: what it has paid in the round `after`, less what it had."""
    player = state.player(seat)
    chips = after.paid[seat - 1] - _round(state).paid[seat - 1]
    players = state.players_with(seat, stack=player.stack - chips, paid=player.paid + chips)
    return state._replace(players=players, round=after)


def _fold(state: HandState, seat: int) -> HandState:
    """Fold; a hand folded with no bet to call is dealt to until the next bet (rule B15), not one that is dead (B14)."""
    betting = _round(state)
    facing = betting.owed(seat) > 0 or state.player(seat).absent
    standing = Standing.OUT if facing else Standing.FOLDED_DEALT
    return state._replace(players=state.players_with(seat, standing=standing), round=betting.passed(seat))


def _bets_made(state: HandState) -> HandState:
    """Kill the hands that were dealt to only until the first bet (rule B15)."""
    for player in state.players:
        if player.standing is Standing.FOLDED_DEALT:
            state = state.with_player(player.number, standing=Standing.OUT)
    return state


def _opening_amounts(state: HandState, seat: int) -> tuple[int, ...]:
    """Amounts, above the bring-in, for which a seat may open (rule B4)."""
    amounts = _round(state).amounts(seat, state.player(seat).stack, capped=state.capped)
    return tuple(to for to in amounts if to > state.stakes.bring_in)


def _wrong_open(state: HandState, event: WrongOpen) -> HandState:
    """Let a seat open out of turn (rule B11)."""
    seat, to = event.seat, event.to
    betting = _round(state)
    if not betting.opening or seat == state.actor or seat not in state.able:
        raise IllegalEvent(event, acting_now(state))
    bring_in = min(state.player(seat).stack, state.stakes.bring_in)
    amounts = (bring_in, *_opening_amounts(state, seat))
    if to not in amounts:
        raise IllegalEvent(event, f"it may open for {' or '.join(map(str, amounts))}; {acting_now(state)}")
    after = betting.bring_in(seat, to) if to == bring_in else betting.bet(seat, to, state.able)
    others = tuple(other for other in clockwise(state.able, seat) if other != seat)
    opened = _pay(_bets_made(state), seat, after._replace(to_act=others))
    return opened._replace(disputed=state)


def _take_back(state: HandState, event: TakeBack) -> HandState:
    """Give the bet of the wrong opener back (rule B11)."""
    if state.disputed is None:
        raise IllegalEvent(event, f"no opening out of turn is open to correction; {acting_now(state)}")
    opener = next(past.seat for past in reversed(state.events) if isinstance(past, WrongOpen))
    if event.seat != opener:
        raise IllegalEvent(event, f"seat {opener} opened out of turn; {acting_now(state)}")
    return state.disputed._replace(events=state.events)


def _in_words(state: HandState, event: Event) -> str:
    betting = _round(state)
    match event:
        case BringIn(seat):
            return f"bring in for {min(state.player(seat).stack, state.stakes.bring_in)}"
        case Bet(_, to):
            return f"{betting.verb} to {to}" if betting.level else f"bet {to}"
        case Call(seat):
            return f"call {min(state.player(seat).stack, betting.owed(seat))}"
        case Check():
            return "check"
        case _:
            return "fold"
