"""Parts of the betting game: stakes, hands showing, betting rounds, pots."""

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator import evaluate
from simulator.bets import BettingRound, clockwise
from simulator.betting import IllegalEvent, deal_street, legal_actions, play_event, play_events, start
from simulator.events import Absent, Bet, BringIn, Call, DealDown, DealUp, Expose, Show, WrongOpen
from simulator.pots import Pot, divide, make_pots, payouts
from simulator.rules import Rules, Street
from simulator.showing import best_showing, low_card, showing_value, shows_pair
from simulator.stakes import Stakes
from tests.oracle import ids, mask


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"lower": 1.5}, "lower is a whole number of chips"),
        ({"lower": 1}, "lower is at least 2 chips"),
        ({"lower": 10, "upper": 5}, r"upper is at least lower \(10\), not 5"),
        ({"lower": 10, "ante": -1}, "ante is a number of chips, 0 or more"),
        ({"lower": 10, "bring_in": 10}, "bring_in is 1 to 9 chips"),
        ({"lower": 10, "bring_in": 0}, "bring_in is 1 to 9 chips"),
        ({"lower": 10, "odd_chip": "dealer"}, "odd_chip is high_card or first_seat, not 'dealer'"),
        ({"lower": 10, "open_pair": "yes"}, "open_pair is on or off"),
        ({"lower": 10, "game": "Stud"}, "game is ftq or stud, not 'Stud'"),
        ({"lower": 10, "tournament": "off"}, "tournament is True or False, not 'off'"),
    ],
)
def test_bad_stakes_are_one_line(values: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        Stakes.at(**values)  # type: ignore[arg-type]  # which is what is refused
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("stacks", "rules", "message"),
    [
        ([100], Rules(), "a hand has 2 to 8 seats, not 1"),
        ([100] * 9, Rules(), "a hand has 2 to 8 seats, not 9"),
        ([100, 0], Rules(), "seat 2 has no chips"),
        ([100, 1.5], Rules(), "the stack of seat 2 is a whole number of chips"),
        ([100, 100], Rules(no_trigger="redeal"), "no_trigger=redeal is not played with betting"),
    ],
)
def test_bad_starts_are_one_line(stacks: list[int], rules: Rules, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        start(Stakes.at(10), stacks, rules)


def test_sizes_of_bets() -> None:
    stakes = Stakes.at(5)
    assert [stakes.sizes(street) for street in Street] == [(5,), (5,), (10,), (10,), (10,)]  # B7
    assert [stakes.sizes(street, open_pair=True) for street in Street] == [(5,), (5, 10), (10,), (10,), (10,)]  # B8


@pytest.mark.parametrize(
    ("weaker", "stronger", "wild"),
    [
        ("AsKd", "2c2d", ""),
        ("AsKdQcJh", "2c2d3h4s", ""),
        ("2c2dAsKd", "3c3d2h4s", ""),
        ("3c3d", "3h3s2c", ""),  # H5: a missing card ranks below a deuce
        ("AsAdKcQh", "2c2d3h3s", ""),
        ("AsAdKcKh", "2c2d2h3s", ""),
        ("AsAdAcKh", "2c2d2h2s", ""),
        ("AsKsQsJsTs", "2c2d3h4s5c", ""),  # H5: no straights and flushes, not even with five cards
        ("AsAdAcKhJh", "2c2d2h3s3c", ""),
        ("AsAdAcKhKd", "2c2d2h2s3c", ""),
        ("KsKd", "Qs2d", "Q2"),  # two wild cards are aces
        ("AsKd", "Qs2d", "Q"),  # a pair of deuces
        ("2c2d2h2s3c", "QsQdQhQc3d", "Q"),  # five threes
        ("AsAdKcKh", "KsKdQc2h", "Q"),
    ],
)
def test_hands_showing(weaker: str, stronger: str, wild: str) -> None:
    values = [showing_value(ids(cards), mask(wild)) for cards in (weaker, stronger)]
    assert values[0] < values[1]


showing = st.lists(st.integers(0, 51), min_size=1, max_size=4, unique=True)


@given(st.tuples(showing, showing), st.integers(0, 8191))
def test_hands_showing_compare_as_the_evaluator_does(hands: tuple[list[int], list[int]], wild: int) -> None:
    """Up to four cards make no straight or flush, so that the evaluator judges too."""
    first, second = (showing_value(cards, wild) for cards in hands)
    strengths = [int(evaluate(cards, wild)) for cards in hands]
    assert (first < second) == (strengths[0] < strengths[1])
    assert (first == second) == (strengths[0] == strengths[1])
    assert first[0] == strengths[0] >> 12


def test_seats_that_open_and_lead() -> None:
    doors = {seat: ids(card)[0] for seat, card in {1: "2d", 2: "Ac", 3: "2c"}.items()}
    assert low_card(doors) == 3
    assert low_card(doors, mask("2")) == 2  # wild_is_high=on
    assert best_showing({1: ids("KdQc"), 2: ids("AdQs"), 4: ids("AcQd")}) == 2
    assert shows_pair(ids("KdQc"), mask("Q"))
    assert not shows_pair(ids("KdQc"))


def test_clockwise() -> None:
    assert clockwise((1, 3, 5), 3) == (3, 5, 1)
    assert clockwise((1, 3, 5), 4) == (5, 1, 3)
    assert clockwise((1, 3, 5), 9) == (1, 3, 5)


def test_short_all_ins_add_up() -> None:
    """Two all-ins that are each less than half of a raise reopen the betting once they are half of it together."""
    able = (1, 2, 3, 4)
    betting = BettingRound((10,), (0, 0, 0, 0), able).bet(1, 10, able).bet(2, 13, (1, 3, 4))
    assert (betting.level, betting.base, betting.closed) == (13, 10, frozenset({1}))
    assert betting.amounts(1, 90, capped=True) == ()
    assert betting.amounts(3, 100, capped=True) == (20,)
    betting = betting.bet(3, 15, (1, 4))
    assert (betting.base, betting.raises, betting.to_act) == (15, 1, (4, 1))
    assert betting.amounts(1, 90, capped=True) == (25,)


def test_side_pots() -> None:
    paid = {1: 20, 2: 50, 3: 60, 4: 35, 5: 0}
    assert make_pots(paid, (1, 2, 3)) == (Pot(80, (1, 2, 3)), Pot(75, (2, 3)), Pot(10, (3,)))
    assert make_pots(paid, (1, 2)) == (Pot(80, (1, 2)), Pot(85, (2,)))  # what seat 3 paid above goes to the last pot
    assert make_pots({1: 0, 2: 5}, (1, 2)) == (Pot(5, (2,)),)


def test_odd_chips() -> None:
    assert divide(11, (3, 1, 2)) == {3: 4, 1: 4, 2: 3}
    cards = {1: ids("AhKd2c"), 2: ids("AsKc2d"), 3: ids("KsQd3c")}
    won = payouts((Pot(11, (1, 2, 3)),), {1: 7, 2: 7, 3: 7}, cards, "high_card")
    assert won == {1: 4, 2: 4, 3: 3}
    assert payouts((Pot(10, (1, 2, 3)),), {1: 7, 2: 7, 3: 7}, cards, "high_card") == {1: 3, 2: 4, 3: 3}
    assert payouts((Pot(10, (1, 2, 3)),), {1: 7, 2: 7, 3: 7}, cards, "first_seat") == {1: 4, 2: 3, 3: 3}
    shared = {1: ids("As9d"), 2: ids("AsTc")}  # the common card is the highest of both
    assert payouts((Pot(3, (1, 2)),), {1: 7, 2: 7}, shared, "high_card") == {1: 1, 2: 2}


def test_illegal_events_say_who_acts_and_what_is_legal() -> None:
    state = start(Stakes.at(20, ante=0), [100, 100])
    with pytest.raises(
        IllegalEvent, match=r"^card 2c face up to seat 1 is not legal: seat 1 is dealt a card face down now$"
    ):
        play_event(state, DealUp(1, 0))
    with pytest.raises(IllegalEvent, match=r"^call of seat 1 is not legal: seat 1 is dealt a card face down now$"):
        play_event(state, Call(1))
    assert legal_actions(state) == ()
    state = play_events(state, [DealDown(1, None), DealDown(2, None), DealDown(1, 4), DealDown(2, None), DealUp(1, 0)])
    with pytest.raises(
        IllegalEvent, match=r"is not legal: 2c has been dealt already; seat 2 is dealt a card face up now$"
    ):
        play_event(state, DealUp(2, 0))
    with pytest.raises(IllegalEvent, match=r"is not legal: card id 52 is out of range: .*; seat 2 is dealt a card"):
        play_event(state, DealUp(2, 52))
    state = play_event(state, DealUp(2, 51))
    for event in (Bet(2, 20), Bet(1, 15), Show(1), DealUp(1, 9)):
        with pytest.raises(IllegalEvent, match=r"is not legal: seat 1 acts and may bring in for 10 or bet 20$"):
            play_event(state, event)
    state = play_event(state, BringIn(1))
    for seat in (0, 3):
        with pytest.raises(
            IllegalEvent, match=r"seats are 1 to 2; seat 2 acts and may fold, call 10 or complete to 20$"
        ):
            play_event(state, Absent(seat))
    state = play_event(state, Bet(2, 20))
    with pytest.raises(IllegalEvent, match=r"seat 1 acts and may fold, call 10 or raise to 40$"):
        play_event(state, Bet(1, 20))


def test_shown_cards_are_those_dealt() -> None:
    state = start(Stakes.at(20, ante=10), [10, 10])
    state = play_events(state, [DealDown(1, None), DealDown(2, 12), DealDown(1, 4), DealDown(2, 16)])
    for turn in range(4):
        state = play_events(state, [DealUp(1, 20 + turn), DealUp(2, 30 + turn)])
    state = play_events(state, [DealDown(1, None), DealDown(2, 40)])
    assert state.showdown
    for down, message in (
        ((), "its 3 down cards are not known: name them; seats 1, 2 may show or muck"),
        ((1, 4), "it was dealt 3 down cards"),
        ((1, 5, 2), "it was dealt other down cards"),
        ((1, 4, 1), "2d stands twice: change one of them; seats 1, 2 may show or muck"),
        ((1, 4, 40), "Qc has been dealt already"),
    ):
        with pytest.raises(IllegalEvent, match=f"is not legal: {message}"):
            play_event(state, Show(1, down))
    state = play_event(state, Show(1, (1, 4, 2)))
    with pytest.raises(IllegalEvent, match="seat 2 may show or muck"):
        play_event(state, Show(1, (1, 4, 2)))
    state = play_event(state, Show(2))
    assert state.finished
    with pytest.raises(IllegalEvent, match="the hand is over"):
        play_event(state, Show(2))


def test_an_illegal_event_can_be_sent_to_another_process() -> None:
    with pytest.raises(IllegalEvent) as caught:
        play_event(start(Stakes.at(10), [100, 100]), Call(1))
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, IllegalEvent)
    assert str(again) == str(caught.value)


THIRD: list[Any] = [
    DealDown(1, None),
    DealDown(2, None),
    DealDown(1, None),
    DealDown(2, None),
    DealUp(1, 40),
    DealUp(2, 0),
]


NO_CHIPS: list[tuple[Any, tuple[Any, ...]]] = [
    *((Bet, (2, 20.0)), (Bet, (2, True)), (Bet, (2.0, 20)), (Bet, ("2", 20)), (BringIn, (None,))),
    *((WrongOpen, (1, 10.0)), (Absent, (1.0,)), (Show, (2, (0, 4.0))), (Show, (2, "As"))),
    *((type, (Call(2),)), (str, ("call",)), (type(None), ())),
]
NO_CARDS: list[tuple[Any, tuple[Any, ...]]] = [
    *((DealDown, (1, 5.0)), (DealDown, (1, True)), (DealUp, (1, 4.0)), (Expose, (1, "As"))),
]


@pytest.mark.parametrize(("kind", "made_of"), NO_CHIPS, ids=str)
def test_what_is_not_made_of_whole_numbers_never_gets_into_a_hand(kind: Any, made_of: tuple[Any, ...]) -> None:
    state = play_events(start(Stakes.at(20), [500, 500]), THIRD)
    with pytest.raises(ValueError, match=r"(whole numbers|no event)") as caught:
        play_event(state, kind(*made_of))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("kind", "made_of"), NO_CARDS, ids=str)
def test_a_card_is_a_whole_number(kind: Any, made_of: tuple[Any, ...]) -> None:
    state = start(Stakes.at(20), [500, 500])
    with pytest.raises(ValueError, match="whole numbers"):
        play_event(state, kind(*made_of))
    with pytest.raises(ValueError, match="whole numbers"):
        deal_street(state, [made_of[1], None, None, None, 40, 0])


def test_a_short_call_plays_for_no_more_of_a_dead_bet_than_it_has_bet_itself() -> None:
    """B14, B17: seat 2 is absent and posts 9, seat 3 has 8, and seats 4 and 1 may still call all of it: 8 for 8."""
    first = start(Stakes(15, 30, 0, 9), [178, 630, 8, 74])
    down = [DealDown(seat, None) for seat in (1, 2, 3, 4) * 2]
    up = [DealUp(seat, card) for seat, card in enumerate(ids("Kh7cAcJh"), 1)]
    state = play_events(first, [Absent(2), *down, *up, BringIn(2)])
    assert (state.call_price(3), state.call_prize(3)) == (8, 8)
    assert state.call_prize(4) == 9
