"""Outs against every deal of a small table gone through card by card, and what they promise."""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import perm
from typing import Any

import pytest

from simulator import Table, outs
from simulator.out_lists import OutList, Outs
from tests import card_by_card, dealer, oracle, reshapes
from tests.dealer import CENTRE, Deal
from tests.figures import JIT, SIGMAS
from tests.oracle import House, ids
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS, Question, random_house, random_question

MOST = 3_000  # deals of a table, card by card
SINGLE = [(name, values[0]) for name, values in (WILD_OPTIONS | DEAL_OPTIONS).items()]


@dataclass
class Card:
    """What every deal says in which this is the next card of a seat."""

    deals: int = 0
    won: Counter[tuple[int, int]] = field(default_factory=Counter)  # by live seat and number of winners
    wild_ranks: set[int] = field(default_factory=set)  # when it is out


Cards = dict[int, Card]


def parsed(question: Question) -> list[dealer.Seat]:
    return [dealer.parse_seat(text) for text in question.seats]


def deals_left(question: Question) -> int:
    """In how many ways the open positions can be filled one by one."""
    slots = dealer.deal_order(parsed(question), ids(question.dead), question.house, question.known_common)
    unseen = dealer.unseen_cards(parsed(question), ids(question.dead), question.known_common)
    return perm(len(unseen), sum(slot.card is None for slot in slots))


def waiting(question: Question) -> list[int]:
    """Live seats, from 0, that still get a card."""
    seats = enumerate(parsed(question))
    return [at for at, seat in seats if not (seat.folded or seat.reached_seventh or question.common)]


def next_up_card(question: Question, at: int) -> int | None:
    """Place of the next card of a seat among all up cards; None if it is dealt down, or is no up card (D3)."""
    seats = parsed(question)
    slots = dealer.deal_order(seats, ids(question.dead), question.house, question.known_common)
    up = [slot.seat for slot in slots if slot.face_up and slot.counts]
    own = [nth for nth, seat in enumerate(up) if seat in (at, CENTRE)]
    turn = len(seats[at].up)
    return own[turn] if turn < len(own) else None


def go_through(question: Question, at: int) -> Cards:
    """Every deal, all equally likely, by the next card of a seat; void ones left out (W13)."""
    seats, house = parsed(question), question.house
    filters = {seat: pair for seat, (_, pair) in question.filters.items()}
    place = next_up_card(question, at)
    found: defaultdict[int, Card] = defaultdict(Card)
    for deal in dealer.every_deal(seats, ids(question.dead), house, question.known_common, filters):
        if oracle.void(deal.up_cards, house):
            continue
        card = found[deal.hands[at][2 + len(seats[at].up)]]
        card.deals += 1
        shown = deal.up_cards if place is None else deal.up_cards[: place + 1]
        card.wild_ranks.add(oracle.wild_ranks(shown, house))
        winners = best(deal, house)
        card.won.update((seat, len(winners)) for seat in winners)
    return found


def best(deal: Deal, house: House) -> list[int]:
    wild = oracle.wild_ranks(deal.up_cards, house)
    return reshapes.best({at: reshapes.worth(hand, wild, house) for at, hand in deal.hands.items()})


@cache
def possible(seed: int, name: str = "", value: str = "", filtered: bool = False) -> Question:
    """A table with a card to come and some valid deal, the one option set or any; void deals if they can be."""
    rng = random.Random(f"{seed} {name} {value}")
    while True:
        house = {name: value} if name else random_house(rng)
        question = random_question(rng, 300, house, filtered)
        few = waiting(question) and 1 < deals_left(question) <= MOST and question.outcome.deals > 1
        if few and (name != "no_trigger" or question.outcome.void_deals):
            return question


def equities(cards: list[Card], live: list[int]) -> list[Fraction]:
    deals = sum(card.deals for card in cards)
    pots = [sum(Fraction(card.won[at, ways], ways) for card in cards for ways in range(1, 9)) for at in live]
    return [Fraction(pot) / deals for pot in pots]


def shares(given: tuple[float | None, ...], live: list[int]) -> list[float]:
    """Those of the live seats; the others must have none."""
    assert [at for at, share in enumerate(given) if share is not None] == live
    return [share for share in given if share is not None]


def check_exact(given: OutList, question: Question, at: int) -> None:
    """Every figure, to the last deal."""
    want, live = go_through(question, at), [seat for seat, one in enumerate(parsed(question)) if not one.folded]
    assert given.seat == at + 1
    told = [card for group in given.groups for card in group.cards]
    assert sorted(told) == sorted(oracle.text([card]) for card in want), question
    every = sum(card.deals for card in want.values())
    assert shares(given.now.equity, live) == pytest.approx([float(e) for e in equities(list(want.values()), live)])
    assert set(shares(given.now.standard_error, live)) == {0}
    now = equities(list(want.values()), live)[live.index(at)]
    for group in given.groups:
        cards = [want[ids(card)[0]] for card in group.cards]
        assert len({frozenset(card.won.items()) for card in cards}) == 1, (group, question)
        after = equities(cards, live)
        assert shares(group.equity, live) == pytest.approx([float(equity) for equity in after], abs=1e-12)
        assert group.chance == pytest.approx(sum(card.deals for card in cards) / every)
        assert group.change == pytest.approx(float(after[live.index(at)] - now), abs=1e-12)
        assert group.change_error == 0
        masks = set().union(*(card.wild_ranks for card in cards))
        # Where unknown up cards come before it the answer may be cautious about what the valid deals leave.
        if len(masks) > 1 or group.wild_ranks is not None:
            (mask,) = masks if len(masks) == 1 else (None,)
            assert group.wild_ranks == (None if mask is None else tuple(oracle.rank_list(mask))), (group, question)
        else:
            assert None in up_cards_before(question, at), (group, question)
    firsts = [(group.wild_ranks, want[ids(group.cards[0])[0]]) for group in given.groups]
    effects = [(wild_ranks, card.deals, frozenset(card.won.items())) for wild_ranks, card in firsts]
    assert len(set(effects)) == len(effects), "cards of equal effect stand together"


def up_cards_before(question: Question, at: int) -> list[int | None]:
    """Up cards of a table until the next card of a seat."""
    slots = dealer.deal_order(parsed(question), ids(question.dead), question.house, question.known_common)
    return [slot.card for slot in slots if slot.face_up and slot.counts][: next_up_card(question, at)]


@pytest.mark.parametrize("seed", range(25 if JIT else 6))
def test_small_tables_of_every_kind(seed: int) -> None:
    question = possible(seed)
    answer = outs(question.table(), anyone=True, method="exact", workers=1)
    assert [one.seat - 1 for one in answer.lists] == waiting(question)
    for one in answer.lists:
        check_exact(one, question, one.seat - 1)
        check_promises(answer, one)


@pytest.mark.parametrize(("name", "value"), SINGLE)
def test_one_house_rule(name: str, value: str) -> None:
    question = possible(0, name, value)
    for at in waiting(question):
        (one,) = outs(question.table(), next=at + 1, method="exact", workers=1).lists
        check_exact(one, question, at)


@pytest.mark.parametrize("seed", range(10 if JIT else 2))
def test_filters(seed: int) -> None:
    question = possible(seed, filtered=True)
    (one,) = outs(question.table(), method="exact", workers=1).lists
    check_exact(one, question, one.seat - 1)


def check_promises(answer: Outs, given: OutList) -> None:
    """Sorted by the seat that gets the card; chances add up to 1, and equities after to the equity now."""
    own = given.seat - 1
    assert sum(group.chance for group in given.groups) == pytest.approx(1)
    for at, now in enumerate(given.now.equity):
        if now is not None:
            assert sum(group.chance * (group.equity[at] or 0) for group in given.groups) == pytest.approx(now)
    for group, after in pairwise(given.groups):
        assert (group.equity[own] or 0) >= (after.equity[own] or 0)
    for group in given.groups:
        assert group.change == pytest.approx((group.equity[own] or 0) - (given.now.equity[own] or 0))
        assert sum(share or 0 for share in group.equity) == pytest.approx(1)


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(12))
def test_sampled_like_counted(seed: int) -> None:
    """Each card by itself within 5 standard errors of its exact figures; the same chances unless deals are void."""
    question = possible(seed)
    live = [at for at, seat in enumerate(parsed(question)) if not seat.folded]
    deals = 20_000
    answer = outs(question.table(), anyone=True, method="montecarlo", deals=deals, seed=seed)
    assert (answer.method, answer.seed, answer.partial) == ("montecarlo", seed, False)
    for one in answer.lists:
        check_promises(answer, one)
        want = go_through(question, one.seat - 1)
        every = sum(card.deals for card in want.values())
        own = live.index(one.seat - 1)
        now = equities(list(want.values()), live)
        assert sorted(card for group in one.groups for card in group.cards) == sorted(
            oracle.text([card]) for card in want
        )
        for group in one.groups:
            cards = [want[ids(card)[0]] for card in group.cards]
            after = equities(cards, live)
            for got, error, equity in zip(
                shares(group.equity, live), shares(group.standard_error, live), after, strict=True
            ):
                assert equities(cards[:1], live) == after  # whatever is told of a group holds for each card of it
                assert abs(got - equity) <= SIGMAS * error + 10 / group.deals, (group, question)
            change = float(after[own] - now[own])
            assert abs(group.change - change) <= SIGMAS * group.change_error + 20 / group.deals, (group, question)
            chance = sum(card.deals for card in cards) / every
            assert group.chance == pytest.approx(chance, abs=0.03 if question.outcome.void_deals else 1e-9)


# --- by hand


def test_the_next_card_by_hand() -> None:
    """Seat 1 has A A Q 7 3 9, seat 2 K K 5 6 2 and gets its last up card; Qd, 9c and 2h are left, fives are wild.

    Qd ends the five: seat 1 wins with aces full or three aces against kings full or three kings. After 9c or 2h the
    Queen is left, and makes four aces or four kings, which win: one half each. So seat 2 has 1/3 now.
    """
    table = card_by_card.three_cards_left()
    answer = outs(table)
    (one,) = answer.lists
    assert (answer.method, one.seat, one.face, one.street) == ("exact", 2, "up", "sixth")
    assert one.now.equity == pytest.approx((2 / 3, 1 / 3))
    better, worse = one.groups
    assert set(better.cards) == {"9c", "2h"}
    assert set(worse.cards) == {"Qd"}
    assert (better.equity, better.wild_ranks) == ((0.5, 0.5), ("Q", "5"))
    assert (worse.equity, worse.wild_ranks) == ((1, 0), ("Q",))
    assert [group.chance for group in one.groups] == pytest.approx([2 / 3, 1 / 3])
    assert [group.change for group in one.groups] == pytest.approx([1 / 6, -1 / 3])


def test_a_card_after_an_unknown_one_by_hand() -> None:
    """The seventh card of seat 1: seat 2 gets its sixth before, unseen.

    With Qd seat 1 wins, and it is known that fives stay wild. With 9c or 2h seat 2 may have the Queen as its sixth
    card, and loses, or as its seventh, and wins; whether fives are wild depends on that.
    """
    (one,) = outs(card_by_card.three_cards_left(), next=1).lists
    assert (one.seat, one.face, one.street) == (1, "down", "seventh")
    better, worse = one.groups
    assert (better.cards, better.equity, better.wild_ranks) == (("Qd",), (1, 0), ("Q", "5"))
    assert (set(worse.cards), worse.equity, worse.wild_ranks) == ({"9c", "2h"}, (0.5, 0.5), None)
    assert [group.change for group in one.groups] == pytest.approx([1 / 3, -1 / 6])


def test_a_common_card_goes_to_all() -> None:
    """Two cards are left for three seats (D3): the ace of seat 1 or the deuce that makes four of a kind of seat 3.

    Kings up of seat 2 never win.
    """
    seats = ["AsAd/Jc9h7d4h", "KsKd/Ts8h6d5h", "2s2d/2cJh3s5d"]
    table = Table.parse(seats, dead=card_by_card.all_but("".join(seats) + "Ac2h"))
    one, two, three = outs(table, anyone=True).lists
    assert {(each.face, each.street) for each in (one, two, three)} == {("common", "seventh")}
    assert [group.cards for group in three.groups] == [("2h",), ("Ac",)]
    assert [group.cards for group in one.groups] == [("Ac",), ("2h",)]
    assert [group.equity for group in three.groups] == [(0, 0, 1), (1, 0, 0)]
    assert [group.change for group in two.groups] == [0, 0]


# --- what is refused

FINISHED = ["AsKd/Qh7c4s2d/9h", "JsJd/8h8c8d6c/2c"]
LAST = ["AsKd/Qh7c4s2d/9h", "JsJd/8h8c8d6c"]
ASKED = ["AsKd/Qh7c", "f:xx/9c", "xx/Tc2d"]


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (FINISHED, {}, "no card"),
        (FINISHED, {"anyone": True}, "no card"),
        (LAST, {"next": 1}, "seat 1"),
        (ASKED, {"next": 2}, "seat 2"),
        (ASKED, {"next": 4}, "next"),
        (ASKED, {"next": 0}, "next"),
        (ASKED, {"next": "one"}, "next"),
        (ASKED, {"next": 1, "anyone": True}, "next"),
        (ASKED, {"method": "guess"}, "method"),
        (ASKED, {"deals": 0}, "deals"),
        (ASKED, {"precision": 2}, "precision"),
        (ASKED, {"seed": 2**64}, "seed"),
        (ASKED, {"workers": 0}, "workers"),
        (ASKED, {"time_limit": -1}, "time_limit"),
    ],
)
def test_what_is_refused(seats: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        outs(Table.parse(seats), **options)
    assert len(str(caught.value).splitlines()) == 1


def test_the_seat_that_is_dealt_to_next() -> None:
    """In the middle of a street the first seat that lacks its card; else the first live seat."""
    for seats, next_seat in (
        (["AsKd/Qh7c", "xx/Tc", "xx/9s"], 2),
        (["f:xx/2h", "AsKd/Qh7c", "xx/Tc2d"], 2),
        (["AsKd/Qh7c4s2d/9h", "JsJd/8h8c8d6c"], 2),
        (["JsJd/8h8c8d6c", "AsKd/Qh7c4s2d/9h"], 1),
    ):
        (one,) = outs(Table.parse(seats), deals=10 if JIT else 2, seed=1).lists
        assert one.seat == next_seat
