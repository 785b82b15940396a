"""Stud hands played at the same time by the engine and by PokerKit, an independent one, and compared at every step.

PokerKit counts seats from 0 and keeps its state in one object that changes. It has no open pair, no wild cards and no
irregularities. With the house rules of `house_stakes` both play the same game but for the differences that
`tests/test_betting_pokerkit.py` names; what is left out of the comparison because of them says so.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pokerkit import Automation, FixedLimitSevenCardStud, Mode, State

from evaluator.cards import card_text
from evaluator.hands import evaluate
from simulator.bets import clockwise
from simulator.betting import deal_street, legal_actions, play_event, start
from simulator.events import Bet, BringIn, Call, Check, Event, Fold, Show
from simulator.hand_state import HandState
from simulator.pots import Pot
from simulator.rules import Rules, Street
from simulator.showing import best_showing
from simulator.stakes import MAX_RAISES, Stakes

STUD = Rules(game="stud")

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
)


def house_stakes(lower: int, upper: int, ante: int, bring_in: int) -> Stakes:
    """Stakes with the house rules of PokerKit."""
    return Stakes(lower, upper, ante, bring_in, open_pair="off", showing="natural", odd_chip="first_seat")


def pokerkit_state(stakes: Stakes, stacks: Sequence[int], antes: Sequence[int] | None = None) -> State:
    """The hand in PokerKit, antes paid."""
    return FixedLimitSevenCardStud.create_state(
        _AUTOMATIONS,
        stakes.ante_trimming,
        stakes.ante if antes is None else antes,
        stakes.bring_in,
        stakes.lower,
        stakes.upper,
        stacks,
        len(stacks),
        mode=Mode.CASH_GAME,
    )


@dataclass
class Pair:
    """A hand in both engines.

    Attributes
    ----------
    ours, theirs : HandState, State
        The states.
    short : bool
        Whether somebody has raised all-in for less than a full raise in this round: then PokerKit has other raises.
    pots : tuple of Pot
        The pots at the showdown.
    steps : int
        Betting decisions so far.
    seen : set of str
        What has happened, for the tests to count.
    """

    ours: HandState
    theirs: State
    short: bool = False
    pots: tuple[Pot, ...] = ()
    steps: int = 0
    seen: set[str] = field(default_factory=set)

    @classmethod
    def start(cls, stakes: Stakes, stacks: Sequence[int]) -> "Pair":
        return cls(start(stakes, stacks, STUD), pokerkit_state(stakes, stacks))

    def deal(self, cards: Iterator[int]) -> None:
        """Deal the cards of a street in both, in the order of the engine (rule D1)."""
        compare_pots(self.ours, self.theirs)
        if len(self.ours.pots) > 2:
            self.seen.add("side pots")
        self.short = False
        if self.theirs.can_burn_card():
            self.theirs.burn_card("??")
        due = self.ours.due
        dealt = [next(cards) for _ in due]
        for (seat, _), card in zip(due, dealt, strict=True):
            assert _seat(self.theirs.hole_dealee_index) == (seat or None)
            if seat:
                self.theirs.deal_hole(card_text(card), seat - 1)
            else:
                self.seen.add("common card")
                self.theirs.deal_board(card_text(card))
        self.ours = deal_street(self.ours, dealt)

    def act(self, event: Event) -> None:
        """Play an action in both."""
        assert self.ours.round is not None
        targets = self.ours.round.targets
        self.ours = play_event(self.ours, event)
        if self.ours.round is not None and self.ours.round.raises == MAX_RAISES:
            self.seen.add("cap")
        match event:
            case BringIn():
                self.theirs.post_bring_in()
            case Bet(_, to):
                self.theirs.complete_bet_or_raise_to(to)
                if to not in targets:
                    self.short = True
                    self.seen.add("short all-in")
            case Call() | Check():
                self.theirs.check_or_call()
            case Fold():
                self.theirs.fold()
            case _:
                raise TypeError(f"{event!r} is no action")
        self.steps += 1

    def show(self) -> None:
        """Show all hands; PokerKit has done so by itself."""
        if self.ours.showdown:
            self.seen.add("showdown")
            self.pots = self.ours.pots
        while self.ours.showdown:
            self.ours = play_event(
                self.ours, next(event for event in legal_actions(self.ours) if isinstance(event, Show))
            )

    def compare(self) -> None:
        """Compare all that both engines say of a seat that is to act."""
        ours, theirs = self.ours, self.theirs
        assert ours.round is not None
        assert ours.actor is not None
        assert ours.actor == _seat(theirs.actor_index)
        assert ours.street - Street.THIRD == theirs.street_index
        assert list(ours.round.paid) == theirs.bets
        assert list(ours.stacks) == theirs.stacks
        assert ours.pot == theirs.total_pot_amount
        assert our_call(ours) == theirs.checking_or_calling_amount
        assert our_bring_in(ours) == (theirs.effective_bring_in_amount if theirs.can_post_bring_in() else None)
        # Where the low card is all-in for its ante the next seats may fold (B13), not so in PokerKit.
        assert _may_fold(ours) == bool(theirs.checking_or_calling_amount) or ours.round.may_pass
        # A stack of no more than the bring-in is one way to open, where PokerKit also calls it a completion.
        if not self.short and our_bring_in(ours) != ours.player(ours.actor).stack:
            assert our_raise(ours) == theirs.min_completion_betting_or_raising_to_amount
            assert our_raise(ours) == theirs.max_completion_betting_or_raising_to_amount

    def choices(self) -> list[Event]:
        """Legal actions after which both engines still play the same hand."""
        assert self.ours.round is not None
        legal = list(legal_actions(self.ours))
        if not our_call(self.ours):
            legal = [event for event in legal if not isinstance(event, Fold)]  # B15, B13
        if self.short:
            legal = [event for event in legal if not isinstance(event, Bet)]
        return legal


def our_call(state: HandState) -> int | None:
    """What a call costs; 0 for a check, None where the seat must open."""
    assert state.round is not None
    for event in legal_actions(state):
        if isinstance(event, Call):
            return min(state.player(event.seat).stack, state.round.owed(event.seat))
        if isinstance(event, Check):
            return 0
    return None


def our_raise(state: HandState) -> int | None:
    """To what the seat may bet, complete or raise; with ``open_pair=off`` it is one amount at most."""
    amounts = [event.to for event in legal_actions(state) if isinstance(event, Bet)]
    assert len(amounts) < 2
    return amounts[0] if amounts else None


def our_bring_in(state: HandState) -> int | None:
    """The bring-in that may be posted, None if none may be."""
    bring_ins = [event for event in legal_actions(state) if isinstance(event, BringIn)]
    return min(state.player(bring_ins[0].seat).stack, state.stakes.bring_in) if bring_ins else None


def _may_fold(state: HandState) -> bool:
    return our_call(state) != 0 and any(isinstance(event, Fold) for event in legal_actions(state))


def compare_pots(ours: HandState, theirs: State) -> None:
    """Compare pots and stacks between rounds; what nobody called has gone back in PokerKit, with us at the end."""
    paid = sorted(((player.paid, player.number) for player in ours.players), reverse=True)
    (most, seat), (second, _) = paid[:2]
    uncalled = most - second
    stacks = [player.stack + uncalled * (player.number == seat) for player in ours.players]
    pots = [Pot(pot.chips - uncalled * (pot.seats == (seat,)), pot.seats) for pot in ours.pots]
    assert stacks == theirs.stacks
    assert [pot for pot in pots if pot.chips] == [
        Pot(pot.amount, tuple(index + 1 for index in pot.player_indices)) for pot in theirs.pots
    ]


def pots_merged(pair: Pair) -> list[int]:
    """Stacks at the end if pots are split as in PokerKit.

    It takes hands away that win nothing, puts pots together that the others contest, and gives odd chips to one seat.
    """
    players, common = pair.ours.players, pair.ours.common
    strengths = {
        player.number: int(evaluate([card for card in (*player.cards, common) if card is not None]))
        for player in players
        if player.live
    }

    def winners(seats: Iterable[int]) -> list[int]:
        best = max(strengths[seat] for seat in seats)
        return sorted(seat for seat in seats if strengths[seat] == best)

    winning = {seat for pot in pair.pots for seat in winners(pot.seats)}
    merged: Counter[frozenset[int]] = Counter()
    for pot in pair.pots:
        merged[frozenset(pot.seats) & winning] += pot.chips
    stacks = [stack - won for stack, won in zip(pair.ours.stacks, pair.ours.won, strict=True)]
    for seats, chips in merged.items():
        first, *others = winners(seats)
        share, odd = divmod(chips, 1 + len(others))
        stacks[first - 1] += share + odd
        for seat in others:
            stacks[seat - 1] += share
    return stacks


def leads_without_common(state: HandState) -> int:
    """The seat that acts first if only its own up cards count as showing."""
    best = best_showing({seat: state.player(seat).up for seat in state.live})
    return clockwise(state.able, best)[0]


def _seat(index: int | None) -> int | None:
    return None if index is None else index + 1


def play_pair(stakes: Stakes, stacks: Sequence[int], rng: random.Random, *, folds: bool = True) -> Pair:
    """Play random legal actions in both engines to the end of the hand, and compare them at every step.

    Without `folds` nobody folds before seventh street. Where the two disagree about who leads seventh street, as a
    common card counts as showing for the engine alone (rule B10), everyone checks.
    """
    pair = Pair.start(stakes, stacks)
    cards = iter(rng.sample(range(52), 52))
    eager = rng.choice((1, 3, 8))
    while not (pair.ours.finished or pair.ours.showdown):
        assert pair.theirs.status
        if pair.ours.due:
            pair.deal(cards)
            continue
        if pair.ours.common is not None and pair.ours.actor != _seat(pair.theirs.actor_index):
            assert _seat(pair.theirs.actor_index) == leads_without_common(pair.ours)
            pair.seen.add("another leader")
            while pair.ours.round is not None:
                pair.act(Check(pair.ours.actor or 0))
            break
        pair.compare()
        choices = pair.choices()
        if not folds and pair.ours.street is not Street.SEVENTH:
            choices = [event for event in choices if not isinstance(event, Fold)]
        weights = [{Fold: 2, Call: 6, Check: 6, BringIn: 3, Bet: eager}[type(event)] for event in choices]
        pair.act(rng.choices(choices, weights)[0])
    pair.show()
    assert pair.ours.finished
    assert not pair.theirs.status
    if list(pair.ours.stacks) != pair.theirs.stacks:
        pair.seen.add("odd chips")
        assert pots_merged(pair) == pair.theirs.stacks
    return pair
