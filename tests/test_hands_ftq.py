"""Three hands of Follow the Queen on file: wild ranks, pots and prices worked by hand, equities counted by hand too.

The first has a hand that is folded with nothing to call and still dealt a Queen (B15), and up cards picked up (B16);
the second an exposed Queen and a side pot (B12, B17); the third an opening out of turn and a common card that is the
follower (B11, D3).
"""

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from simulator import Replay, replay_hand
from simulator.hand_files import HandFiles
from simulator.hand_state import HandState
from simulator.phh import read_hand
from simulator.recorded_hand import recorded_start, recorded_steps
from simulator.rules import Street
from tests.oracle import Key, best_by_reach, best_by_substitution, ids, rank_list, wild_ranks

FOLDER = Path(__file__).parent / "hands_ftq"
PICKED_UP, SIDE_POT, COMMON_CARD = "home-game-picked-up", "exposed-queen-side-pot", "eight-seats-common-card"

# Wild ranks once a street is dealt, and the pot after its betting, in chips of 0.10, 1 and 0.01.
STREETS = {
    PICKED_UP: [
        ("Q4", 4 * 2 + 10 + 3 * 40),  # antes, the bring-in of Dan, three times 4.00
        ("Q4", 138),
        ("Q8", 138 + 2 * 40),  # the eight of Ben follows the Queen of Ann, who has folded
        ("Q", 218 + 2 * 80),  # the Queen of Cleo is the last up card
        ("Q", 378 + 2 * 40),
    ],
    SIDE_POT: [
        ("Q6", 4 * 2 + 10 + 60 + 44 + 60),  # Finn has 44
        ("Q6", 182 + 2 * 40),
        ("Q2", 262 + 2 * 40),
        ("Q", 342 + 80 + 58),  # Gus has 58, so 22 of it are nobody's but Eve's
        ("Q", 480),
    ],
    COMMON_CARD: [
        ("Q", 8 * 25 + 8 * 50),
        ("Q", 600),
        ("Q", 600),
        ("Q", 600 + 4 * 400 + 300),  # Fay has 3.00
        ("Q2", 2500 + 3 * 200),
    ],
}
WON = {
    PICKED_UP: (0, 458, 0, 0),
    SIDE_POT: (22, 3 * 44 + 10 + 8, 2 * (16 + 40 + 40 + 58), 0),
    COMMON_CARD: (0, 0, 0, 0, 0, 0, 3100, 0),
}
# Decisions: number of the action, pot, price of a call, what the seat can win.
PRICES = {
    PICKED_UP: [(8, 78, 40, 78), (21, 178, 40, 178), (26, 338, 40, 338)],
    SIDE_POT: [
        (11, 158, 4, 8 + 10 + 44 + 40 + 40),  # Finn can win 44 of Eve, who has 60 in
        (29, 462, 18, 342 + 40 + 58),  # Gus can win 58 of the 80
    ],
    # Fay pays 3.75 in all, and wins as much of four seats and 0.75 of three; 2.75 are her own.
    COMMON_CARD: [(66, 2200, 200, 2200), (67, 2400, 100, 4 * 375 + 3 * 75 + 275)],
}


def text(name: str) -> str:
    return (FOLDER / f"{name}.phh").read_text()


def queen_first(ranks: Iterable[str]) -> str:
    return "".join(sorted(ranks, key=lambda rank: rank != "Q"))


def after_streets(name: str) -> list[HandState]:
    """The hand after the last event of each street."""
    record = read_hand(text(name))
    last = {step.before.street: step.after for step in recorded_steps(record, recorded_start(record))}
    return list(last.values())


def test_all_hands_are_here() -> None:
    entries = list(HandFiles([str(FOLDER)]))
    assert {Path(entry.name).stem for entry in entries} == set(STREETS)
    assert all(entry.record for entry in entries)


@pytest.mark.parametrize("name", STREETS)
def test_wild_ranks_and_pots(name: str) -> None:
    record = read_hand(text(name))
    state = recorded_start(record)
    wild: dict[Street, str] = {}
    pots: dict[Street, int] = {}
    for step in recorded_steps(record, state):
        state = step.after
        if state.round is not None:
            wild[state.street] = queen_first(rank_list(state.wild.wild_ranks))
        if not state.finished:
            pots[step.before.street] = state.pot
    ranks = [wild.get(street, "Q") for street in pots]  # nobody acts on the last street of the second hand
    assert list(zip(ranks, pots.values(), strict=True)) == STREETS[name]
    assert state.won == WON[name]
    assert state.stacks == record.finishing_stacks


def test_a_folded_hand_gets_cards_until_the_next_bet() -> None:
    """B15: Ann and Amy fold with nothing to call, and the next bet comes on the next street."""
    third, fourth, fifth, *_ = after_streets(PICKED_UP)
    assert (third.dealt_to, fourth.dealt_to, fifth.dealt_to) == ((1, 2, 3), (1, 2, 3), (2, 3))
    assert fourth.live == (2, 3)
    _, _, fifth, sixth, _ = after_streets(COMMON_CARD)
    assert (fifth.dealt_to, fifth.live) == ((1, 2, 3, 4, 5, 6, 7, 8), (2, 3, 4, 5, 6, 7, 8))
    assert sixth.dealt_to == (3, 5, 6, 7, 8)
    assert [tuple(due) for due in sixth.due] == [(0, True)]


def test_pots_of_all_in_seats() -> None:
    *_, sixth, _ = after_streets(SIDE_POT)
    assert [tuple(pot) for pot in sixth.pots] == [(150, (1, 2, 3)), (308, (1, 3)), (22, (1,))]
    *_, sixth, _ = after_streets(COMMON_CARD)
    # Eight times 0.75 and five times 3.00; then four times 1.00.
    assert [tuple(pot) for pot in sixth.pots] == [(2100, (3, 5, 6, 7, 8)), (400, (3, 5, 7, 8))]


@pytest.fixture(scope="module")
def replays() -> dict[str, Replay]:
    """The hands replayed; early streets are sampled, late ones counted."""
    return {name: replay_hand(text(name), precision=0.02, seed=1) for name in STREETS}


@pytest.mark.jit
@pytest.mark.parametrize("name", STREETS)
def test_replay_tells_the_same_pots_and_prices(replays: dict[str, Replay], name: str) -> None:
    replay = replays[name]
    assert [(queen_first(street.wild_ranks), street.pot_after) for street in replay.streets] == STREETS[name]
    assert replay.result is not None
    assert replay.result.won == WON[name]
    actions = {action.number: action for street in replay.streets for action in street.actions if action.to_call}
    for number, pot, price, prize in PRICES[name]:
        action = actions[number]
        assert (action.pot, action.to_call) == (pot, price)
        assert action.pot_odds == pytest.approx(price / (prize + price))


def equity_at(replay: Replay, number: int) -> float:
    found = [action.equity for street in replay.streets for action in street.actions if action.number == number]
    assert len(found) == 1
    assert found[0] is not None
    return found[0]


def shares(hands: list[Key]) -> list[Fraction]:
    """Share of the pot of each hand."""
    winners = hands.count(max(hands))
    return [Fraction(hand == max(hands), winners) for hand in hands]


def unseen(name: str) -> list[int]:
    """Cards that nobody has been dealt on the first four streets, as far as the record tells."""
    *_, sixth, _ = after_streets(name)
    return [card for card in range(52) if card not in sixth.known_cards]


def counted(name: str, live: list[str], ups: str) -> list[Fraction]:
    """Equity of each live seat, from its six cards: every deal of a seventh card to each is looked at."""
    wild = wild_ranks(ids(ups))
    cards = unseen(name)
    hands = [{card: best_by_substitution([*ids(seat), card], wild) for card in cards} for seat in live]
    deals = [
        shares([hand[card] for hand, card in zip(hands, deal, strict=True)]) for deal in permutations(cards, len(live))
    ]
    return [sum(seat, start=Fraction(0)) / len(deals) for seat in zip(*deals, strict=True)]


@pytest.mark.jit
def test_equity_when_ben_calls_a_raise(replays: dict[str, Replay]) -> None:
    """Three nines against jacks full of tens.

    34 cards are unseen. Ben needs a nine (two) or the last Queen for four nines, or the last king for kings full; then
    Cleo has four jacks or tens with two jacks, two tens and, if Ben has not got it, the Queen.
    """
    by_hand = Fraction(3 * (33 - 5) + 1 * (33 - 4), 34 * 33)
    found = counted(PICKED_UP, ["9h9cQh3d8sKh", "JcTh4dJdTdQs"], "7cQh4d2sKs3dJdQd8sTdKhQs")
    assert found == [by_hand, 1 - by_hand]
    assert equity_at(replays[PICKED_UP], 26) == pytest.approx(float(by_hand), abs=1e-12)
    assert equity_at(replays[PICKED_UP], 25) == pytest.approx(1 - float(by_hand), abs=1e-12)


@pytest.mark.jit
def test_equity_when_gus_calls_all_in(replays: dict[str, Replay]) -> None:
    """Four sevens against kings full and three aces, 33 cards unseen: 32,736 deals."""
    found = counted(SIDE_POT, ["KcKh6d6hQs9d", "QcAh5sAd2h8c", "7h7sJd7dJcQh"], "Qc6dJd3c6hAd7dQs2hJc9d8cQh")
    assert sum(found) == 1
    assert equity_at(replays[SIDE_POT], 29) == pytest.approx(float(found[2]), abs=1e-12)
    assert equity_at(replays[SIDE_POT], 28) == pytest.approx(float(found[0]), abs=1e-12)


@pytest.mark.jit
def test_equities_before_the_common_card(replays: dict[str, Replay]) -> None:
    """Ten cards may come to the centre; it is wild with all of its rank, as it follows the Queen of Hal (D3, W2).

    Cal has three kings, Eli three aces, Fay a straight, Gil three jacks, Hal tens full. With a wild card in the centre
    Eli has four aces and no other hand is better, unless it has a card of the same rank, which is wild too.
    """
    by_hand = {"2s": "Gil", "3h": "Cal", "5d": "Gil", "6d": "Cal", "7h": "Hal"}  # five of a kind, by their own cards
    by_hand |= dict.fromkeys(("8s", "9c", "Qc", "Qh", "Ah"), "Eli")  # five aces, five nines or four aces
    hands = {
        "Cal": "KdKh4h6sKs3s",
        "Eli": "AsAc8cAd4c9s",
        "Fay": "7c8h9dKc6c5c",
        "Gil": "JcJsJh5h2dTd",
        "Hal": "Ts4sTc4d7sQs",
    }
    ups = "2c3d4h5s8c9dJhTc7d8d6sThAdKc5h4d9h2hKs3c4c6c2d7sQd6h3sJd9s5cTdQs"
    assert sorted(unseen(COMMON_CARD)) == sorted(ids("".join(by_hand)))
    for card, winner in by_hand.items():
        wild = wild_ranks(ids(ups + card))
        found = {name: best_by_reach(ids(seat + card), wild) for name, seat in hands.items()}
        assert [name for name, hand in found.items() if hand == max(found.values())] == [winner]
    equities = [list(by_hand.values()).count(name) / 10 for name in hands]
    assert equities == [0.2, 0.5, 0, 0.2, 0.1]
    replay = replays[COMMON_CARD]
    found_equities = [
        equity_at(replay, number) for number in (65, 66, 67, 63, 64)
    ]  # Cal, Eli and Fay call, Gil raises, Hal calls
    assert found_equities == pytest.approx(equities, abs=1e-12)
