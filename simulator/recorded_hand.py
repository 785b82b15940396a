"""Hands on record, played through the betting game."""

from collections.abc import Iterator, Mapping, Sequence

from simulator.betting import start as start_hand
from simulator.hand_record import EventKind, HandRecord
from simulator.hand_state import HandState
from simulator.options import OPTIONS, split_options
from simulator.playback import Playback, Step
from simulator.rules import Rules
from simulator.stakes import Stakes

__all__ = ["Step", "recorded_start", "recorded_steps"]


def recorded_start(record: HandRecord, *, game: str | None = None, options: Sequence[str] = ()) -> HandState:
    """Return the hand of a record with the antes paid and the first card due.

    Parameters
    ----------
    record : HandRecord
        The hand. Where its stacks are not known, the seats get more chips than the hand can cost them.
    game : str or None
        ``"ftq"`` or ``"stud"``; None for what the record says. As another game the hand has other wild cards, and maybe
        another winner; who had to act stays what it was, as the betting is that of the game of the record (rule B9).
    options : sequence of str
        House rules of the cards and of the betting, each ``NAME=VALUE``, which come on top of those of the record and
        override them. Those of the record that are about wild cards do not hold in stud.

    Raises
    ------
    ValueError
        Of one line: a house rule that does not exist or does not fit the game, or stakes that the game does not have.
    """
    own_cards, own_betting = split_options(record.rules)
    cards, betting = split_options(options)
    rules = _rules(record.game if game is None else game, own_cards, cards)
    played = rules if rules.game == record.game else _rules(record.game, own_cards, _without_wild(cards))
    stakes = Stakes(
        record.small_bet,
        record.big_bet,
        max(record.antes),
        record.bring_in,
        tournament=any(event.kind is EventKind.MISDEAL for event in record.events),  # B18
        ante_trimming=record.ante_trimming,
        **{**own_betting, **betting},
    )
    # No action raises what a seat has to pay by more than the upper limit.
    ample = max(record.antes) + record.bring_in + (len(record.actions) + 1) * record.big_bet
    stacks = [ample if stack is None else stack for stack in record.starting_stacks]
    start = start_hand(stakes, stacks, rules, antes=record.antes)
    return start._replace(betting_rules=None if played == rules else played)


def _rules(game: str, own: Mapping[str, str], chosen: Mapping[str, str]) -> Rules:
    """Rules of a game by the options of the record and those chosen, which go before."""
    return Rules(game=game, **{**(_without_wild(own) if game == "stud" else own), **chosen})


def _without_wild(options: Mapping[str, str]) -> dict[str, str]:
    """Those card options that are not about wild cards (rule W16)."""
    return {option.name: options[option.name] for option in OPTIONS if option.name in options and not option.wild}


def recorded_steps(record: HandRecord, start: HandState) -> Iterator[Step]:
    """Play a record, event by event.

    Parameters
    ----------
    record : HandRecord
        The hand; it may end in the middle.
    start : HandState
        What `recorded_start` returned for it.

    Yields
    ------
    Step
        Cards come in the order of the deal (rule D1), also where the record has all cards of a seat together. At the
        end, hands that are known are shown, if nobody wrote it down.

    Raises
    ------
    ValueError
        The rules do not allow an entry of the record, or an up card is not known. The message is one line and names the
        action and what is legal.

    Examples
    --------
    >>> from simulator.phh import read_hand
    >>> hand = read_hand('''
    ... variant = "F7S"
    ... antes = [1, 1]
    ... bring_in = 5
    ... small_bet = 15
    ... big_bet = 30
    ... starting_stacks = [200, 200]
    ... actions = ["d dh p1 AsKdQh", "d dh p2 ????7c", "p2 pb", "p1 cbr 15", "p2 f"]
    ... ''')
    >>> steps = list(recorded_steps(hand, recorded_start(hand)))
    >>> str(steps[0].event), str(steps[1].event), str(steps[2].event)  # in the order of the deal
    ('card As face down to seat 1', 'card x face down to seat 2', 'card Kd face down to seat 1')
    >>> steps[-1].number, steps[-1].event, steps[-1].before.pot, steps[-1].after.stacks
    (5, Fold(seat=2), 22, (206, 194))
    """
    return Playback(record, start).steps()
