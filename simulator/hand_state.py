"""The state of a hand with betting, and what can be read off it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from evaluator.cards import DECK, card_text
from simulator.bets import BettingRound
from simulator.events import Event
from simulator.players import Player, Standing
from simulator.pots import Pot, make_pots
from simulator.rules import CardDue, Rules, Street, WildState, wild_state
from simulator.showing import best_showing, shows_pair
from simulator.stakes import Stakes
from simulator.table import UpCard

__all__ = ["HandState"]


class HandState(NamedTuple):
    """A hand at one moment; it never changes, `simulator.betting.play_event` returns the next one.

    Attributes
    ----------
    stakes, rules : Stakes, Rules
        What is played.
    players : tuple of Player
        The seats in deal order.
    street : Street
        The street.
    due : tuple of CardDue
        Cards of the street still to be dealt, in order.
    round : BettingRound or None
        The betting round; None while cards are dealt, at the showdown and at the end.
    up_cards : tuple of UpCard
        Every card dealt face up in deal order, the common card included (seat 0).
    showdown, finished, misdeal : bool
        Whether hands are being shown, whether the chips have been paid out, and whether the hand was void (rule B18).
    won : tuple of int
        What each seat was paid at the end, in seat order; empty until then.
    disputed : HandState or None
        The state to which the hand returns if the opening of a wrong seat is taken back (rule B11).
    events : tuple of Event
        The record so far.
    street_seats : tuple of int
        Seats that are dealt to on this street.
    betting_rules : Rules or None
        By which the betting looks at the up cards, where the hand was bet as another game than it is looked at now.
    """

    stakes: Stakes
    rules: Rules
    players: tuple[Player, ...]
    street: Street = Street.THIRD
    due: tuple[CardDue, ...] = ()
    round: BettingRound | None = None
    up_cards: tuple[UpCard, ...] = ()
    showdown: bool = False
    finished: bool = False
    misdeal: bool = False
    won: tuple[int, ...] = ()
    disputed: "HandState | None" = None
    events: tuple[Event, ...] = ()
    street_seats: tuple[int, ...] = ()
    betting_rules: Rules | None = None

    def player(self, seat: int) -> Player:
        """Return a seat by its number."""
        return self.players[seat - 1]

    def with_player(self, seat: int, **changes: Any) -> "HandState":
        """Return the state with one seat changed."""
        return self._replace(players=self.players_with(seat, **changes))

    def players_with(self, seat: int, **changes: Any) -> tuple[Player, ...]:
        """Return the seats with one of them changed."""
        return (*self.players[: seat - 1], self.player(seat)._replace(**changes), *self.players[seat:])

    @property
    def actor(self) -> int | None:
        """Number of the seat that acts; None if none does."""
        return self.round.to_act[0] if self.round else None

    @property
    def live(self) -> tuple[int, ...]:
        """Seats whose hands can still win."""
        return tuple([player.number for player in self.players if player.standing is Standing.LIVE])

    @property
    def able(self) -> tuple[int, ...]:
        """Live seats that are not all-in."""
        return tuple([player.number for player in self.players if player.stack and player.standing is Standing.LIVE])

    @property
    def dealt_to(self) -> tuple[int, ...]:
        """Seats that get cards: the live ones, and those of rule B15."""
        return tuple(player.number for player in self.players if player.standing is not Standing.OUT)

    @property
    def pot(self) -> int:
        """Chips in the pot, bets of the round included."""
        return 0 if self.finished else sum(player.paid for player in self.players)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots (rule B17) with the seats that contest them."""
        return () if self.finished else self.pots_among(self.live)

    def pots_among(self, seats: Sequence[int]) -> tuple[Pot, ...]:
        """Return the pots as these seats would contest them."""
        return make_pots(
            {player.number: player.paid for player in self.players},
            seats,
            antes={player.number: player.ante for player in self.players},
            short=[player.number for player in self.players if player.ante_short],
        )

    def call_price(self, seat: int) -> int:
        """Chips that a call costs a seat, all that it has if that is less; 0 if there is nothing to call."""
        return min(self.player(seat).stack, self.round.owed(seat)) if self.round else 0

    def call_prize(self, seat: int) -> int:
        """Chips of others, or its own of before, that a seat plays for if it calls: those of its pots (rule B17).

        Of each other bettor no more than it has bet itself by then: somebody who is still to act may call the rest.
        """
        price = self.call_price(seat)
        most = self.player(seat).paid - self.player(seat).ante + price
        called = self.with_player(seat, paid=self.player(seat).paid + price)
        players = [player._replace(paid=min(player.paid, player.ante + most)) for player in called.players]
        pots = called._replace(players=tuple(players)).pots_among(self.live)
        return sum(pot.chips for pot in pots if seat in pot.seats) - price

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips in front of each seat."""
        return tuple(player.stack for player in self.players)

    @property
    def common(self) -> int | None:
        """The common card (rule D3), if it has been dealt: nothing comes after it."""
        return self.up_cards[-1].card if self.up_cards and self.up_cards[-1].seat == 0 else None

    @property
    def wild(self) -> WildState:
        """What is wild now: cards exposed, on folded hands and in the centre count (rules W2, B12, B15, D3)."""
        return _wild(self.up_cards, self.rules)

    @property
    def wild_betting(self) -> int:
        """Mask of the ranks that are wild to those who bet."""
        return _wild(self.up_cards, self.betting_rules or self.rules).wild_ranks

    @property
    def wild_showing(self) -> int:
        """Mask of the wild ranks by which hands showing are compared (rule B9)."""
        return self.wild_betting if self.stakes.showing == "wild" else 0

    def shows(self, seat: int) -> tuple[int, ...]:
        """Cards that a seat shows: its up cards and the common card (rule B10)."""
        return self.player(seat).up if self.common is None else (*self.player(seat).up, self.common)

    def hand(self, seat: int) -> tuple[int, ...]:
        """Cards of a seat that are known, the common card included."""
        cards = self.player(seat).cards if self.common is None else (*self.player(seat).cards, self.common)
        return tuple(card for card in cards if card is not None)

    @property
    def leader(self) -> int:
        """Live seat with the best hand showing (rules B9, B10)."""
        return best_showing({seat: self.shows(seat) for seat in self.live}, self.wild_showing)

    @property
    def open_pair(self) -> bool:
        """Whether a live seat shows a pair (rule B8)."""
        wild_ranks = self.wild_showing
        return any(shows_pair(self.shows(seat), wild_ranks) for seat in self.live)

    @property
    def capped(self) -> bool:
        """Whether the number of raises is limited (rule B6)."""
        return self.stakes.heads_up_cap == "on" or len(self.live) > 2

    @property
    def known_cards(self) -> set[int | None]:
        """Cards that have been dealt and are known, and maybe None."""
        return {self.common}.union(*(player.cards for player in self.players))

    def check_new(self, cards: Iterable[int]) -> None:
        """Raise ValueError for a card that is none, or that has been dealt."""
        dealt = self.known_cards
        for card in cards:
            if not 0 <= card < DECK:
                raise ValueError(f"card id {card} is out of range: ids run from 0 (2c) to 51 (As)")
            if card in dealt:
                raise ValueError(f"{card_text(card)} has been dealt already")


@lru_cache(maxsize=64)  # asked for several times a street
def _wild(up_cards: tuple[UpCard, ...], rules: Rules) -> WildState:
    counts = rules.common_card == "counts"
    return wild_state([up.card for up in up_cards if up.card is not None and (up.seat or counts)], rules)
