"""Random hands with betting: chips are conserved, every legal action is accepted, pots go where the rules say."""

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evaluator
from simulator.betting import IllegalEvent, deal_street, legal_actions, play_event, start
from simulator.events import (
    Absent,
    Bet,
    BringIn,
    Check,
    DealDown,
    DealUp,
    Event,
    Expose,
    Fold,
    Muck,
    PickUp,
    TakeBack,
    WrongOpen,
)
from simulator.hand_state import HandState
from simulator.options import BETTING_OPTIONS
from simulator.rules import Rules
from simulator.stakes import Stakes
from tests import oracle

games = st.sampled_from(("ftq", "stud"))
stacks = st.lists(st.integers(1, 60) | st.integers(100, 400), min_size=2, max_size=8)
house = st.fixed_dictionaries({option.name: st.sampled_from(option.values) for option in BETTING_OPTIONS})
seeds = st.integers(0, 2**32)


def random_event(state: HandState, deck: list[int], rng: random.Random, *, irregular: bool, folds: bool) -> Event:
    """The next event: a card of the deck, or a legal action; an irregularity now and then, a fold only with `folds`."""
    if irregular and rng.random() < 0.02:
        return Absent(rng.choice(state.live))
    if state.due:
        due = state.due[0]
        early = not due.up and len(state.player(due.seat).cards) < 2
        if irregular and early and rng.random() < 0.05:
            return Expose(due.seat, deck.pop())
        return DealUp(due.seat, deck.pop()) if due.up else DealDown(due.seat, deck.pop())
    if irregular and state.round is not None:
        others = [seat for seat in state.able if seat != state.actor]
        if state.round.opening and others and rng.random() < 0.3:
            seat = rng.choice(others)
            return WrongOpen(seat, min(state.player(seat).stack, state.stakes.bring_in))
        if state.disputed is not None and rng.random() < 0.4:
            return TakeBack(next(event.seat for event in reversed(state.events) if isinstance(event, WrongOpen)))
        if state.actor and state.round.owed(state.actor) and rng.random() < 0.05:
            return PickUp(state.actor)
    options = legal_actions(state)
    weights = [folds if isinstance(option, Fold | Muck) else 4 for option in options]
    return rng.choices(options, weights)[0]


def play_random(state: HandState, seed: int, *, irregular: bool = False, folds: bool = True) -> HandState:
    """Play a hand to its end, and check every state on the way."""
    rng = random.Random(seed)
    deck = list(range(52))
    rng.shuffle(deck)
    total = sum(state.stacks) + state.pot
    while not state.finished:
        event = random_event(state, deck, rng, irregular=irregular, folds=folds)
        before = (state.stacks, state.events)
        after = play_event(state, event)
        assert (state.stacks, state.events) == before
        assert after.events == (*state.events, event)
        state = after
        assert sum(state.stacks) + state.pot == total
        assert min(state.stacks) >= 0
        assert sum(pot.chips for pot in state.pots) == state.pot
        assert state.finished or state.due or legal_actions(state)
        check_round(state)
    assert sum(state.won) + sum(stack - won for stack, won in zip(state.stacks, state.won, strict=True)) == total
    return state


def check_round(state: HandState) -> None:
    """What holds of every betting round, whatever has happened in it."""
    betting = state.round
    if betting is None:
        return
    assert betting.level == max(betting.paid)
    assert betting.raises <= 3 or state.stakes.heads_up_cap == "off"
    options = legal_actions(state)
    actor = state.player(state.actor or 0)
    assert {option.seat for option in options} == {actor.number}
    assert actor.able
    for option in options:
        if isinstance(option, Bet):
            assert betting.level < option.to <= betting.paid[actor.number - 1] + actor.stack
        if isinstance(option, Check):
            assert betting.level == betting.paid[actor.number - 1]
    if not betting.opening:
        assert sum(isinstance(option, BringIn) for option in options) == 0


def fair_shares(state: HandState, rules: Mapping[str, str]) -> dict[int, Fraction]:
    """What each seat of the showdown is due, chip by chip (rules H4, B17).

    A chip that a seat has bet is contested by those who have bet as much; one of an ante by all but those who could not
    pay as much of their own. Where none of them has, by those who have paid most. Hands that were discarded get what
    they alone contest, when it is their turn.
    """
    discarded = [event.seat for event in state.events if isinstance(event, Muck)]
    players = [player for player in state.players if player.live or player.number in discarded]
    ups = [up.card for up in state.up_cards if up.card is not None and (up.seat or "common_card" not in rules)]
    wild = oracle.wild_ranks(ups, rules)
    common = [] if state.common is None else [state.common]
    hands = {player.number: [card for card in (*player.cards, *common) if card is not None] for player in players}
    # A hand that was discarded is worth less than any other, the last one more than those before.
    strengths = {
        seat: discarded.index(seat) - 10 if seat in discarded else int(evaluator.evaluate(cards, wild))
        for seat, cards in hands.items()
    }
    # The chips that each seat can win of another: so many of its ante, then so many of its bets.
    reach = {
        player.number: (0, player.ante) if player.ante_short else (1, player.paid - player.ante) for player in players
    }
    due = dict.fromkeys(hands, Fraction(0))
    for player in state.players:
        antes, bets = range(1, player.ante + 1), range(1, player.paid - player.ante + 1)
        for chip in (*((0, number) for number in antes), *((1, number) for number in bets)):
            contest = [seat for seat in hands if reach[seat] >= min(chip, max(reach.values()))]
            best = [seat for seat in contest if strengths[seat] == max(strengths[other] for other in contest)]
            for seat in best:
                due[seat] += Fraction(1, len(best))
    return due


def check_shares(state: HandState, rules: Mapping[str, str]) -> None:
    """The chips went where they are due, but for odd chips: less than one for each winner of each pot."""
    due = fair_shares(state, rules)
    for player, won in zip(state.players, state.won, strict=True):
        assert abs(won - due.get(player.number, Fraction(0))) < (len(state.players) if player.number in due else 1)


@given(games, stacks, house, seeds)
@settings(max_examples=60)
def test_chips_are_conserved_and_pots_go_to_the_best_hands(
    game: str, chips: list[int], options: dict[str, str], seed: int
) -> None:
    stakes = Stakes.at(10, 20, game=game, ante=seed % 4, **options)  # type: ignore[arg-type]  # names and values
    state = play_random(start(stakes, chips, Rules(game=game)), seed)
    check_shares(state, {"game": game})


@given(games, stacks, st.lists(st.integers(0, 30), min_size=8, max_size=8), st.booleans(), seeds)
@settings(max_examples=60)
def test_antes_of_each_seat_trimmed_or_not(
    game: str, chips: list[int], antes: list[int], trimming: bool, seed: int
) -> None:
    stakes = Stakes(10, 20, 30, 5, ante_trimming=trimming)
    state = play_random(start(stakes, chips, Rules(game=game), antes=antes[: len(chips)]), seed)
    assert any(player.ante_short for player in state.players) <= trimming
    check_shares(state, {"game": game})


@given(
    games,
    st.lists(st.integers(1, 60) | st.integers(100, 400), min_size=8, max_size=8),
    st.sampled_from(("counts", "ignored")),
    st.sampled_from(("down", "up")),
    seeds,
)
@settings(max_examples=60)
def test_eight_seats_to_the_end(game: str, chips: list[int], common_card: str, seventh: str, seed: int) -> None:
    """D3: four cards are left for eight seats, so one lies in the centre, whatever `seventh` says."""
    rules = Rules(game=game, common_card=common_card, seventh=seventh)
    state = play_random(start(Stakes.at(10, 20, game=game), chips, rules), seed, folds=False)
    assert len(state.live) == 8
    assert state.common is not None
    assert [len(player.up) for player in state.players] == [4] * 8
    assert [up.seat for up in state.up_cards] == [*range(1, 9)] * 4 + [0]
    check_shares(state, {"game": game} | ({"common_card": common_card} if common_card == "ignored" else {}))


@given(games, stacks, seeds, st.booleans())
@settings(max_examples=60)
def test_chips_are_conserved_with_irregularities(game: str, chips: list[int], seed: int, tournament: bool) -> None:
    stakes = Stakes.at(10, 20, game=game, ante=seed % 4, tournament=tournament)
    state = play_random(start(stakes, chips, Rules(game=game)), seed, irregular=True)
    if not state.misdeal:
        check_shares(state, {"game": game})


@given(games, stacks, seeds, st.sampled_from(("down", "up")))
@settings(max_examples=60)
def test_a_street_in_one_step_is_its_cards_one_by_one(game: str, chips: list[int], seed: int, seventh: str) -> None:
    first = start(Stakes.at(10, 20, game=game, ante=seed % 4), chips, Rules(game=game, seventh=seventh))
    played = play_random(first, seed)
    state, at = first, 0
    while not state.finished:
        if not state.due:
            state, at = play_event(state, played.events[at]), at + 1
            continue
        dealt = played.events[at : at + len(state.due)]
        one_by_one = state
        for event in dealt:
            one_by_one = play_event(one_by_one, event)
        cards = [event.card for event in dealt if isinstance(event, DealDown | DealUp)]
        state, at = deal_street(state, cards), at + len(dealt)
        assert state == one_by_one
    assert state == played


@given(seeds)
@settings(max_examples=20)
def test_the_rest_of_a_street_in_one_step(seed: int) -> None:
    """Also once cards of it have been dealt, exposed, or dealt unseen (rule B12)."""
    rng = random.Random(seed)
    deck = rng.sample(range(52), 52)
    state = start(Stakes.at(10), [100] * rng.randint(2, 8))
    for _ in range(rng.randint(0, len(state.due) - 1)):
        due, card = state.due[0], deck.pop()
        early = not due.up and len(state.player(due.seat).cards) < 2
        unknown = not due.up and rng.random() < 0.2
        exposed = early and rng.random() < 0.3
        event: Event = Expose(due.seat, card) if exposed else DealDown(due.seat, None if unknown else card)
        state = play_event(state, DealUp(due.seat, card) if due.up else event)
        if not state.due:
            return
    cards = [deck.pop() if due.up or rng.random() < 0.8 else None for due in state.due]
    one_by_one = state
    for due, dealt in zip(state.due, cards, strict=True):
        one_by_one = play_event(
            one_by_one, DealDown(due.seat, dealt) if dealt is None or not due.up else DealUp(due.seat, dealt)
        )
    assert deal_street(state, cards) == one_by_one


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ((0, 1, 2, 3, 4), "6 cards are due, not 5"),
        ((0, 1, 2, 3, 4, 5, 6), "6 cards are due, not 7"),
        ((0, 1, 2, 0, 4, 5), "card 2c face down to seat 2 is not legal: 2c has been dealt already; seat 2 is dealt"),
        ((0, 1, 2, 3, 4, 52), "card number 52 face up to seat 2 is not legal: card id 52 is out of range"),
        (
            (0, 1, 2, 3, None, 5),
            "card x face up to seat 1 is not legal: a card dealt face up is known; seat 1 is dealt",
        ),
    ],
)
def test_cards_that_cannot_be_dealt_are_named(cards: tuple[int | None, ...], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        deal_street(start(Stakes.at(10), [100, 100]), cards)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, IllegalEvent) == ("is not legal" in message)


@given(seeds)
@settings(max_examples=20)
def test_the_record_plays_again(seed: int) -> None:
    """A state is a function of the start and its events."""
    first = start(Stakes.at(10), [100, 35, 60, 100])
    state = play_random(first, seed, irregular=True)
    again = first
    for event in state.events:
        again = play_event(again, event)
    assert again == state
