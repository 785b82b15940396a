"""What the replay of a hand tells, street by street. Amounts are whole numbers of the smallest chip.

`Replay.to_dict` gives them in the unit of the file instead.
"""

from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
STAKES = ("small_bet", "big_bet", "bring_in", "antes")
_AMOUNTS = {*STAKES, *("stack", "stacks", "bets", "amount", "to", "pot", "pot_after", "to_call", "won", "net")}
ACTION_WORDS = {
    "bring in": "brings in {amount}",
    "complete": "completes to {to}",
    "bet": "bets {amount}",
    "raise": "raises to {to}",
    "call": "calls {amount}",
    "check": "checks",
    "fold": "folds",
    "absent": "is absent",
    "opens out of turn": "opens out of turn for {to}",
    "takes back": "takes its bet back",
    "picks up": "picks up its cards",
    "exposed": "has a card exposed",
    "shows": "shows",
    "mucks": "mucks",
}


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """A seat on one street.

    Attributes
    ----------
    seat, cards : int, str
        Number in deal order, and its cards once those of the street are out, in the notation of `Table`: what the
        record tells at any time is known on every street.
    live : bool
        Whether it is in when the betting of the street begins.
    stack : int or None
        Chips in front of it then; None if nobody knows.
    equity, standard_error : float or None
        Its equity then, against the other live seats; None unless it is live, and if the record ends before the cards
        of the street are out.
    bets : int
        Chips that it puts in on this street.
    """

    seat: int
    cards: str
    live: bool
    stack: int | None
    equity: float | None
    standard_error: float | None
    bets: int


@dataclass(frozen=True, slots=True)
class ReplayAction:
    """What a seat did.

    Attributes
    ----------
    number : int
        Of the action in the record, from 1; of an irregularity, the action before which it happened; one more than
        there are actions for hands that are shown at the end without a word in the record.
    seat, action : int, str
        Who did what: ``"bring in"``, ``"complete"``, ``"bet"``, ``"raise"``, ``"call"``, ``"check"``, ``"fold"``,
        ``"shows"``, ``"mucks"``, and of the irregularities ``"exposed"`` (rule B12), ``"absent"`` (B14), ``"opens out
        of turn"``, ``"takes back"`` (B11) and ``"picks up"`` (B16).
    amount, to : int
        Chips that it puts in now, and all that it has put in on this street by then.
    all_in : bool
        Whether these were its last chips.
    pot : int
        Chips in the pot before.
    to_call : int or None
        What a call costs the seat, its whole stack at most; None where there is nothing to call, and so the next three.
    pot_odds : float or None
        Equity that a call needs: its price as a part of all that the seat can then win, the price included. It wins no
        more than it pays from another seat, apart from antes (rule B17).
    equity, standard_error : float or None
        Equity of the seat against the seats that are live before it acts.
    comment : str
        What the record says about it.
    """

    number: int
    seat: int
    action: str
    amount: int
    to: int
    all_in: bool
    pot: int
    to_call: int | None
    pot_odds: float | None
    equity: float | None
    standard_error: float | None
    comment: str


@dataclass(frozen=True, slots=True)
class ReplayStreet:
    """A street: its cards, its seats before the betting, what was done, and the pot.

    Attributes
    ----------
    street : str
        ``"third"`` .. ``"seventh"``.
    up_cards : tuple of (int, str)
        Seat and card of each card dealt face up on this street, in deal order; an exposed down card (rule B12) too, and
        the common card with seat 0 (rule D3).
    wild_ranks : tuple of str
        What is wild once they are out, ace to deuce.
    follower : str or None
        The follower that is wild then, if there is one.
    pot, pot_after : int
        Chips in the pot at the start, on third street the antes, and in the end, a bet that nobody called included.
    seats, actions : tuple of ReplaySeat, tuple of ReplayAction
        By seat, and in the order in which they happened.
    """

    street: str
    up_cards: tuple[tuple[int, str], ...]
    wild_ranks: tuple[str, ...]
    follower: str | None
    pot: int
    seats: tuple[ReplaySeat, ...]
    actions: tuple[ReplayAction, ...]
    pot_after: int


@dataclass(frozen=True, slots=True)
class ReplayHand:
    """A hand at the showdown: ``category`` such as ``"full house"``, ``description`` with its ranks."""

    category: str
    description: str


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """How a hand ended.

    Attributes
    ----------
    won, net : tuple of int
        What each seat was paid, a bet that nobody called included, and what it won or lost in all.
    stacks : tuple of int or None
        Chips at the end; None if nobody knows.
    showdown : bool
        Whether hands were shown.
    hands : tuple of ReplayHand or None
        The hands shown, by seat; None for a seat that did not show.
    winners : tuple of int
        Seats that won chips of others, alone or shared.
    """

    won: tuple[int, ...]
    net: tuple[int, ...]
    stacks: tuple[int | None, ...]
    showdown: bool
    hands: tuple[ReplayHand | None, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand replayed; attributes are named as the keys of `to_dict`.

    Attributes
    ----------
    schema, version : int, str
        Version of this form, and of the package.
    game, rules : str, dict
        What was played, as in `Answer`.
    stakes : dict
        ``small_bet``, ``big_bet``, ``bring_in``, ``antes`` (by seat), and the house rules of the betting by name.
    chip : str
        What the smallest chip is worth, in the unit of the file.
    players : tuple of str
        Names by seat; empty if the record has none.
    method, deals, precision : str, int or None, float or None
        As they were asked for.
    seed : int or None
        Of every equity that was sampled, so that ``simulator.equity`` gives the same with it; None if all are exact.
    streets : tuple of ReplayStreet
        The streets that were begun.
    result : ReplayResult or None
        None if the record ends before the hand is over.
    notes : tuple of str
        What a reader should know besides.
    """

    schema: int
    version: str
    game: str
    rules: dict[str, str]
    stakes: dict[str, Any]
    chip: str
    players: tuple[str, ...]
    method: str
    deals: int | None
    precision: float | None
    seed: int | None
    streets: tuple[ReplayStreet, ...]
    result: ReplayResult | None
    notes: tuple[str, ...]

    def value(self, chips: int) -> int | float:
        """Return what some chips are worth, in the unit of the file: an int, or a float that is written exactly so."""
        worth = chips * Decimal(self.chip)
        return int(worth) if worth == worth.to_integral_value() else float(worth)

    def to_dict(self) -> dict[str, Any]:
        """Plain types under the documented keys, ready for JSON, amounts in the unit of the file."""
        found: dict[str, Any] = self._plain(self)
        return found

    def to_frame(self) -> "pd.DataFrame":
        """One row per street.

        Columns: ``street``, ``up_cards`` (``"1:Qh 2:5d"``), ``wild_ranks``, ``pot``, ``pot_after``, ``live`` (how many
        seats are), ``actions`` in words, ``equity_1`` .. by seat, and ``net_1`` .., what each seat won or lost in the
        whole hand, None if it was not played to the end.
        """
        import pandas as pd

        return pd.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """Rows of `to_frame` by the names of its columns."""
        return [self._row(street) for street in self.streets]

    def _row(self, street: ReplayStreet) -> dict[str, Any]:
        row: dict[str, Any] = {
            "street": street.street,
            "up_cards": " ".join(f"{seat}:{card}" for seat, card in street.up_cards),
            "wild_ranks": ",".join(street.wild_ranks),
            "pot": self.value(street.pot),
            "pot_after": self.value(street.pot_after),
            "live": sum(seat.live for seat in street.seats),
            "actions": ", ".join(f"{action.seat} {self.words(action)}" for action in street.actions),
        }
        for seat in street.seats:
            row[f"equity_{seat.seat}"] = seat.equity
        for seat in street.seats:
            row[f"net_{seat.seat}"] = None if self.result is None else self.value(self.result.net[seat.seat - 1])
        return row

    def words(self, action: ReplayAction) -> str:
        """Say what a seat did, as in ``raises to 400000, all-in``."""
        said = ACTION_WORDS[action.action].format(amount=self.value(action.amount), to=self.value(action.to))
        return said + (", all-in" if action.all_in else "")

    def _plain(self, part: Any) -> Any:
        if is_dataclass(part):
            part = {own.name: getattr(part, own.name) for own in fields(part)}
        if isinstance(part, dict):
            return {name: (self._worth if name in _AMOUNTS else self._plain)(value) for name, value in part.items()}
        return [self._plain(item) for item in part] if isinstance(part, tuple) else part

    def _worth(self, chips: Any) -> Any:
        if isinstance(chips, tuple):
            return [self._worth(one) for one in chips]
        return None if chips is None else self.value(chips)
