"""Writes a played hand down: the events of a betting game as a record, which can be kept as a file."""

from collections.abc import Sequence
from decimal import Decimal

from simulator.events import (
    Absent,
    Bet,
    BringIn,
    Call,
    Check,
    DealDown,
    DealUp,
    Event,
    Expose,
    Fold,
    Muck,
    PickUp,
    Show,
    TakeBack,
    WrongOpen,
)
from simulator.hand_record import Action, ActionKind, EventKind, HandRecord
from simulator.hand_record import Event as Irregularity
from simulator.hand_state import HandState
from simulator.options import BETTING_OPTIONS, OPTIONS
from simulator.rules import DOWN_CARDS

__all__ = ["record_hand"]


def record_hand(
    state: HandState, *, antes: Sequence[int] | None = None, players: Sequence[str] = (), chip: Decimal | int = 1
) -> HandRecord:
    """Write down a hand, finished or not.

    Parameters
    ----------
    state : HandState
        The hand as it stands.
    antes : sequence of int or None
        What each seat owed before the deal, if `simulator.betting.start` was given antes.
    players : sequence of str
        Names by seat; empty to leave them out.
    chip : Decimal or int
        What the smallest chip is worth.

    Returns
    -------
    HandRecord
        It plays again to the same state (`simulator.recorded_hand`); `simulator.phh.hand_text` makes a file of it. All
        cards of a seat on third street stand together, as the notation has them, and a wrong opening that was taken
        back is one of the bring-in.
    """
    writer = _Writer(state)
    for at, event in enumerate(state.events):
        writer.write(event, following=state.events[at + 1 :])
    writer.deal()
    if state.misdeal:
        writer.note(EventKind.MISDEAL)
    stakes = state.stakes
    return HandRecord(
        antes=tuple([stakes.ante] * len(state.players) if antes is None else antes),
        bring_in=stakes.bring_in,
        small_bet=stakes.lower,
        big_bet=stakes.upper,
        starting_stacks=tuple(
            player.stack + player.paid - won for player, won in zip(state.players, _won(state), strict=True)
        ),
        actions=tuple(writer.actions),
        game=state.rules.game,
        events=tuple(writer.irregularities),
        chip=Decimal(chip),
        rules=tuple(
            f"{option.name}={value}"
            for options, chosen in ((OPTIONS, state.rules), (BETTING_OPTIONS, stakes))
            for option in options
            if (value := getattr(chosen, option.name)) != option.default
        ),
        finishing_stacks=state.stacks if state.finished else None,
        other={"ante_trimming_status": stakes.ante_trimming} | ({"players": list(players)} if players else {}),
    )


def _won(state: HandState) -> Sequence[int]:
    """Chips paid out so far; what a misdeal returned is in no pot any more (rule B18)."""
    return state.won if state.finished and not state.misdeal else [0] * len(state.players)


class _Writer:
    """Actions and irregularities written so far."""

    def __init__(self, state: HandState) -> None:
        self._state = state
        self._dealt: dict[int, list[int | None]] = {}  # cards by seat that wait for the end of their deal
        self._exposed: dict[int, list[int]] = {}
        self._later = False  # whether third street is dealt
        self.actions: list[Action] = []
        self.irregularities: list[Irregularity] = []

    def write(self, event: Event, following: Sequence[Event]) -> None:
        """Add an event."""
        match event:
            case DealDown(seat, card) | DealUp(seat, card) | Expose(seat, card):
                self._dealt.setdefault(seat, []).append(card)
                if isinstance(event, Expose):
                    self._exposed.setdefault(seat, []).append(event.card)
                if self._later or self._is_third_street_dealt():
                    self.deal()
                return
            case Absent(seat):
                self.note(EventKind.ABSENT, seat)
                return
        self.deal()
        match event:
            case WrongOpen(seat, to):
                self.note(EventKind.WRONG_OPENER, seat)
                rest = (after for after in following if not isinstance(after, Absent))
                if not isinstance(next(rest, None), TakeBack):
                    self._open(seat, to)
            case TakeBack():
                pass
            case PickUp(seat):
                self.note(EventKind.PICKED_UP, seat)
                if not self._state.player(seat).live and Muck(seat) not in following:  # facing a bet (B16)
                    self._act(ActionKind.FOLD, seat)
            case Bet(seat, to):
                self._act(ActionKind.RAISE, seat, to)
            case BringIn(seat):
                self._act(ActionKind.BRING_IN, seat)
            case Call(seat) | Check(seat):
                self._act(ActionKind.CALL, seat)
            case Fold(seat):
                self._act(ActionKind.FOLD, seat)
            case Muck(seat):
                self._act(ActionKind.MUCK, seat)
            case Show(seat):
                player = self._state.player(seat)
                first, last = player.down[:DOWN_CARDS], player.down[DOWN_CARDS:]
                self.actions.append(Action(ActionKind.SHOW, seat, (*first, *player.up, *last)))

    def deal(self) -> None:
        """Write down the cards that have waited, those of a seat together."""
        for seat, cards in self._dealt.items():
            if exposed := self._exposed.get(seat):
                self.note(EventKind.EXPOSED, seat, exposed)
            kind = ActionKind.DEAL if seat else ActionKind.COMMON
            self.actions.append(Action(kind, seat or None, tuple(cards)))
        self._later = True
        self._dealt.clear()
        self._exposed.clear()

    def _is_third_street_dealt(self) -> bool:
        """Whether every seat has its three cards, or two that were exposed (rule B12)."""
        return len(self._dealt) == len(self._state.players) and all(
            len(cards) + (len(self._exposed.get(seat, ())) == DOWN_CARDS) > DOWN_CARDS
            for seat, cards in self._dealt.items()
        )

    def note(self, kind: EventKind, seat: int | None = None, cards: Sequence[int] = ()) -> None:
        """Add an irregularity that stands before the next action."""
        self.irregularities.append(Irregularity(len(self.actions) + 1, kind, seat, tuple(cards)))

    def _act(self, kind: ActionKind, seat: int, amount: int | None = None) -> None:
        self.actions.append(Action(kind, seat, amount=amount))

    def _open(self, seat: int, to: int) -> None:
        """Write down an opening out of turn that stood (rule B11)."""
        if to > self._state.stakes.bring_in:
            self._act(ActionKind.RAISE, seat, to)
        else:
            self._act(ActionKind.BRING_IN, seat)
