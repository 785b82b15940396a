"""The betting game against PokerKit's fixed-limit stud: random hands step by step, and each difference with its reason.

They differ where a rule of ours says something else, or more (B6, B8, B10, B13, B15, B17, D3). PokerKit has no openings
out of turn, exposed cards, absent seats or hands picked up (B11, B12, B14, B16, B18).
"""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from pokerkit import HandHistory, State

from simulator.betting import legal_actions, play_event, start
from simulator.events import Bet, BringIn, Call, Check, Event, Fold
from simulator.phh import hand_text, read_hand
from simulator.pots import Pot
from simulator.recorded_hand import recorded_start, recorded_steps
from simulator.recording import record_hand
from simulator.stakes import Stakes
from tests.oracle import ids
from tests.pokerkit_hands import STUD, Pair, house_stakes, our_call, our_raise, play_pair, pokerkit_state
from tests.televised import HANDS

# PokerKit warns of dealt cards that are not on top of its own deck, and of folds where a check is free.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:pokerkit")

LIMITS = ((15, 30, 1, 5), (2, 4, 0, 1), (10, 20, 3, 5), (10, 20, 25, 3), (100, 200, 10, 33), (4, 4, 1, 2))
BLOCKS = 20
HANDS_A_BLOCK = 500
STAKES = house_stakes(15, 30, 1, 5)
DOWN = ids("6c6d6h6s7c7d7h7s8c8d8h8sTcTdThTs")


def random_stacks(rng: random.Random, seats: int, lower: int) -> list[int]:
    """Stacks of one kind: a few bets, far more than the hand can cost, or both together."""
    shallow, deep = [rng.randint(1, 8 * lower) for _ in range(seats)], [1000 * lower] * seats
    mixed = [rng.choice((rng.randint(1, 4 * lower), rng.randint(1, 40 * lower))) for _ in range(seats)]
    return rng.choice((shallow, deep, mixed))


def random_pair(seed: int) -> Pair:
    """A random hand in both; with eight seats nobody folds before seventh street, as the deck is another then (D3)."""
    rng = random.Random(seed)
    lower, upper, ante, bring_in = rng.choice(LIMITS)
    seats = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8))
    stakes = house_stakes(lower, upper, ante, bring_in)
    return play_pair(stakes, random_stacks(rng, seats, lower), rng, folds=seats < 8)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_hands(block: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(block * HANDS_A_BLOCK, (block + 1) * HANDS_A_BLOCK):
        try:
            pair = random_pair(seed)
        except Exception as error:
            raise AssertionError(f"hand {seed}: {error}") from error
        seen.update(pair.seen)
        seen["decisions"] += pair.steps
    # The hands are no walk in the park: so much and more of everything is in them.
    assert seen["decisions"] > 12 * HANDS_A_BLOCK
    assert seen["showdown"] > HANDS_A_BLOCK / 2
    assert min(seen["short all-in"], seen["side pots"], seen["cap"], seen["common card"]) > HANDS_A_BLOCK / 25


def test_some_random_hands() -> None:
    """A few of them at once, in every run; PokerKit also reads the record of the hand and comes to the same stacks."""
    for seed in range(20):
        pair = random_pair(seed)
        if "another leader" not in pair.seen:
            *_, last = HandHistory.loads(hand_text(record_hand(pair.ours)))
            assert list(pair.ours.stacks) == last.stacks


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_televised_hands_end_with_the_same_stacks(path: Path) -> None:
    record = read_hand(path.read_text())
    state = recorded_start(record)
    for step in recorded_steps(record, state):
        state = step.after
    *_, last = HandHistory.loads(path.read_text())
    assert state.finished
    assert list(state.stacks) == last.stacks


# What is different.


def opened(stacks: list[int], doors: str, stakes: Stakes = STAKES) -> Pair:
    """A hand on third street: chips of each seat once the antes are paid, and the up cards."""
    pair = Pair.start(stakes, [chips + stakes.ante for chips in stacks])
    pair.deal(iter([*DOWN[: 2 * len(stacks)], *ids(doors)]))
    return pair


def raises(pair: Pair) -> tuple[int | None, int | None]:
    """To what the seat to act may raise, here and in PokerKit."""
    return our_raise(pair.ours), pair.theirs.min_completion_betting_or_raising_to_amount


def fourth(pair: Pair, cards: str) -> None:
    """Everyone calls the bring-in of seat 1, and fourth street is dealt."""
    pair.act(BringIn(1))
    for seat in range(2, len(pair.ours.players) + 1):
        pair.act(Call(seat))
    pair.deal(iter(ids(cards)))


def test_a_short_all_in_raise_may_be_made_up_to_the_full_raise() -> None:
    """B17: 4 of 15 is no raise, the full one is to 30. PokerKit has a full raise on top of it, 34."""
    pair = opened([1000, 19, 1000, 1000], "2cKd9hJs")
    pair.act(Bet(1, 15))
    pair.act(Bet(2, 19))
    assert raises(pair) == (30, 34)


def test_a_short_all_in_raise_does_not_count_for_the_cap() -> None:
    """B6, B17: three raises after it here, and two in PokerKit, which counts it as one of its four bets."""
    pair = opened([1000, 19, 1000, 1000], "2cKd9hJs")
    pair.act(Bet(1, 15))
    pair.act(Bet(2, 19))
    ours, theirs = pair.ours, pair.theirs
    here = []
    while (to := our_raise(ours)) is not None:
        here.append(to)
        ours = play_event(ours, Bet(ours.actor or 0, to))
    there = []
    while (amount := theirs.min_completion_betting_or_raising_to_amount) is not None:
        there.append(amount)
        theirs.complete_bet_or_raise_to(amount)
    assert (here, there) == ([30, 45, 60], [34, 49])


def test_an_all_in_bet_of_less_than_half_may_be_completed() -> None:
    """B17, the same for a bet on a later street: complete it to 15. PokerKit: 15 on top of it."""
    pair = opened([1000, 9, 1000], "2cKd9h")
    fourth(pair, "3dAs4c")
    pair.act(Bet(2, 4))
    assert raises(pair) == (15, 19)


def test_an_all_in_bet_of_less_than_half_does_not_reopen_the_betting() -> None:
    """B17: a seat that has checked may only call it. In PokerKit it may raise, as a bet is no raise there."""
    pair = opened([1000, 1000, 9], "2cKd9h")
    fourth(pair, "3dAs4c")
    pair.act(Check(2))
    pair.act(Bet(3, 4))
    pair.act(Call(1))
    assert raises(pair) == (None, 19)


def test_less_than_half_a_completion_may_be_completed() -> None:
    """B5, B17: all-in to 8 over a bring-in of 5, so 15 is the completion. PokerKit: 15 on top of it."""
    pair = opened([1000, 8, 1000], "2cKd9h")
    pair.act(BringIn(1))
    pair.act(Bet(2, 8))
    assert raises(pair) == (15, 23)


def test_the_opener_has_acted() -> None:
    """B4, B17: less than half a completion does not reopen the betting for the opener. In PokerKit it has not acted."""
    pair = opened([1000, 8, 1000], "2cKd9h")
    pair.act(BringIn(1))
    pair.act(Bet(2, 8))
    pair.act(Call(3))
    assert raises(pair) == (None, 23)


def test_half_a_raise_reopens_the_betting() -> None:
    """B17: 8 of 15 is a raise, so the first bettor may raise again. PokerKit asks for a full one."""
    pair = opened([1000, 23, 1000], "2cKd9h")
    pair.act(Bet(1, 15))
    pair.act(Bet(2, 23))
    assert raises(pair) == (38, 38)
    pair.act(Call(3))
    assert raises(pair) == (38, None)


def test_the_next_seats_may_fold_to_a_low_card_that_is_all_in() -> None:
    """B13: fold, bring in or open. In PokerKit the next seat must bring it in or open."""
    pair = opened([1000, 0, 1000], "Kd2c9h")
    assert pair.ours.actor == 3
    assert pair.theirs.actor_index == 2
    assert Fold(3) in legal_actions(pair.ours)
    assert not pair.theirs.can_fold()
    assert raises(pair) == (15, 15)


def test_an_opener_with_no_more_than_the_bring_in_has_one_way_to_open() -> None:
    """B4: it posts what it has. PokerKit also calls that a completion, after which the next raise is another."""
    pair = opened([1000, 3, 1000], "Kd2c9h")
    assert legal_actions(pair.ours) == (BringIn(2),)
    assert pair.theirs.can_post_bring_in()
    assert raises(pair) == (None, 3)
    pair.theirs.complete_bet_or_raise_to(3)
    assert pair.theirs.min_completion_betting_or_raising_to_amount == 18
    pair = opened([1000, 3, 1000], "Kd2c9h")
    pair.act(BringIn(2))
    assert raises(pair) == (15, 15)
    assert (our_call(pair.ours), pair.theirs.checking_or_calling_amount) == (3, 3)


def test_a_hand_folded_without_a_bet_is_dealt_to() -> None:
    """B15: until the next bet. PokerKit deals it nothing."""
    pair = opened([1000, 1000, 1000], "2cKd9h")
    fourth(pair, "3dAs4c")
    pair.act(Fold(2))
    pair.act(Check(3))
    pair.act(Check(1))
    pair.theirs.burn_card("??")
    assert [due.seat for due in pair.ours.due] == [1, 2, 3]
    assert dealees(pair.theirs) == [1, 3]


def dealees(theirs: State) -> list[int]:
    """Seats to which PokerKit deals a card on this street."""
    return [index + 1 for index, cards in enumerate(theirs.hole_dealing_statuses) if cards]


# Up cards of eight seats by street. Nobody has a pair; seat 8 leads sixth street with A Q J 4.
EIGHT = ("2c3d4h5s9c9dJhJs", "KcKdKhQcQdQhAcAd", "3c2s5c4cJc2h3h4d", "9h5d2d3s4s5h9sQs")


def eight(fold: int | None = None) -> Pair:
    """Eight seats call and check from third to sixth street; with `fold` seat 8 bets on sixth and that seat folds."""
    pair = opened([1000] * 8, EIGHT[0])
    pair.act(BringIn(1))
    for cards in (*EIGHT[1:], ""):
        while pair.ours.round is not None:
            actor = pair.ours.actor or 0
            owed = pair.ours.round.owed(actor)
            event: Event = Call(actor) if owed else Check(actor)
            if fold and not cards and not pair.ours.round.level:
                event = Bet(actor, 30)
            pair.act(Fold(actor) if owed and actor == fold and not cards else event)
        if cards:
            pair.deal(iter(ids(cards)))
    return pair


def test_a_common_card_counts_as_showing() -> None:
    """B10: a king pairs seats 1, 2 and 3, and seat 1 has a nine beside. In PokerKit only cards of the seats count."""
    pair = eight()
    assert [due.seat for due in pair.ours.due] == [0]
    pair.deal(iter(ids("Ks")))
    assert (pair.ours.actor, pair.theirs.actor_index) == (1, 8 - 1)


def test_eight_seats_and_a_fold_on_sixth_street_have_a_common_card() -> None:
    """D3: four cards are left for seven seats. PokerKit shuffles folded and burned cards and deals one to each."""
    pair = eight(fold=1)
    pair.theirs.burn_card("??")
    assert [due.seat for due in pair.ours.due] == [0]
    assert dealees(pair.theirs) == [2, 3, 4, 5, 6, 7, 8]


def tied_hand(odd_chip: str) -> Pair:
    """Seats 1 and 2 tie for a pot of 41: A K 9 7 5, and seat 2 has the ace of hearts against clubs."""
    pair = Pair.start(replace(house_stakes(15, 30, 2, 5), odd_chip=odd_chip), [100, 100, 100])
    pair.deal(iter(ids("KcKd8h4d3h8cAcAh2c")))
    for event in (BringIn(3), Bet(1, 15), Call(2), Fold(3)):
        pair.act(event)
    for cards in ("9d9s", "7s7c", "5h5c", "2d2h"):
        pair.deal(iter(ids(cards)))
        pair.act(Check(1))
        pair.act(Check(2))
    pair.show()
    return pair


def test_an_odd_chip_goes_to_the_high_card() -> None:
    """B17: ``high_card``, the default. PokerKit gives it to the first seat, which is the other value of the option."""
    pair = tied_hand(odd_chip="high_card")
    assert pair.ours.stacks == (83 + 20, 83 + 21, 93)
    assert pair.theirs.stacks == [83 + 21, 83 + 20, 93]
    assert tied_hand(odd_chip="first_seat").ours.stacks == (83 + 21, 83 + 20, 93)


def test_side_pots_are_split_one_by_one() -> None:
    """B17, H4: seats 1 and 2 tie for 21 and for 63, of which they have an odd chip each. PokerKit splits 84."""
    pair = Pair.start(STAKES, [100, 100, 5, 100, 100])
    pair.deal(iter(ids("KcKd2sQc5d4d3h4sQd6dAcAhJcJd2c")))
    for event in (BringIn(5), Bet(1, 15), Call(2), Call(3), Fold(4), Call(5)):
        pair.act(event)
    pair.deal(iter(ids("9d9sTh3d")))
    for event in (Bet(1, 15), Call(2), Fold(5)):
        pair.act(event)
    for cards in ("7s7c8s", "5h5c6c", "2d2h3c"):
        pair.deal(iter(ids(cards)))
        pair.act(Check(1))
        pair.act(Check(2))
    pair.show()
    assert pair.pots == (Pot(21, (1, 2, 3)), Pot(63, (1, 2)))
    assert pair.ours.won == (11 + 32, 10 + 31, 0, 0, 0)
    assert pair.theirs.stacks == [69 + 42, 69 + 42, 0, 99, 84]


def test_odd_chips_go_to_one_seat_each() -> None:
    """B17, H4: three seats tie for 23, with A K 9 7 5. PokerKit gives both odd chips to the first."""
    pair = Pair.start(replace(STAKES, ante=2), [100] * 4)
    pair.deal(iter(ids("KcKdKhQc9c9d9hQd2c2d3sQh")))
    for event in (BringIn(1), Call(2), Call(3), Fold(4)):
        pair.act(event)
    for cards in ("AdAhAs", "7h7c7d", "5s5c5d", "3d4h4s"):
        pair.deal(iter(ids(cards)))
        for seat in (3, 1, 2):
            pair.act(Check(seat))
    pair.show()
    assert pair.ours.won == (8, 8, 7, 0)
    assert pair.theirs.stacks == [93 + 9, 93 + 7, 93 + 7, 98]


def test_an_open_pair_lets_seats_bet_the_upper_limit() -> None:
    """B8: 15 or 30. PokerKit has no such rule, as ``open_pair=off``."""
    pair = opened([1000, 1000], "2cKd", replace(STAKES, open_pair="on"))
    fourth(pair, "3dKs")
    assert [event.to for event in legal_actions(pair.ours) if isinstance(event, Bet)] == [15, 30]
    assert pair.theirs.min_completion_betting_or_raising_to_amount == 15
    assert pair.theirs.max_completion_betting_or_raising_to_amount == 15


def test_two_seats_may_raise_without_end() -> None:
    """B6: with ``heads_up_cap=off``. PokerKit has the cap whatever the number of seats, as ``on``."""
    pair = opened([1000, 1000], "2cKd", replace(STAKES, heads_up_cap="off"))
    for to, seat in ((15, 1), (30, 2), (45, 1), (60, 2)):
        pair.act(Bet(seat, to))
    assert raises(pair) == (75, None)


@pytest.mark.parametrize(
    ("antes", "theirs"),
    [
        ((2, 7), [998, 998]),  # PokerKit has the antes of two seats reversed, as the PHH standard says
        ((2, 7, 1), [998, 998, 999]),
    ],
)
def test_antes_that_are_not_equal(antes: tuple[int, ...], theirs: list[int]) -> None:
    """B17: nobody is short of the ante it owes, so all contest them all. PokerKit returns what nobody matches."""
    stacks = [1000] * len(antes)
    state = start(STAKES, stacks, STUD, antes=antes)
    assert state.stacks == tuple(1000 - ante for ante in antes)
    assert state.pots == (Pot(sum(antes), tuple(range(1, len(antes) + 1))),)
    assert pokerkit_state(STAKES, stacks, antes).stacks == theirs
