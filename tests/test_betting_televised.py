"""The televised stud hands, played from the first to the last action."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.betting import legal_actions, play_event, start
from simulator.events import Bet, BringIn, Call, Check, DealDown, DealUp, Event, Fold, Muck, Show
from simulator.hand_state import HandState
from simulator.rules import Rules, Street
from simulator.stakes import Stakes
from tests.oracle import ids
from tests.televised import HANDS

# Who wins the pot, and how much is in it: added up by hand from the file.
WINNERS = {
    # 5 antes of 50000, 200000 each of two on third street, 400000 of seat 5 on fifth, which seat 4 does not call
    "wsop-2023-43-5-05": (5, 250_000 + 2 * 200_000 + 400_000),
    # antes, the bring-in of seat 3 (50000), the completion of seat 1
    "wsop-2023-43-5-07": (1, 250_000 + 50_000 + 200_000),
    # antes, bring-in of seat 5, twice 400000, 200000, 400000 and 400000; seat 2 has a straight, 5 to 9
    "wsop-2023-43-5-09": (2, 250_000 + 50_000 + 2 * (400_000 + 200_000 + 400_000 + 400_000)),
    # antes, 200000 of seats 3 and 4, twice 600000, 200000, 400000, 400000; seat 2 discards its hand
    "wsop-2023-43-5-11": (1, 250_000 + 2 * 200_000 + 2 * (600_000 + 200_000 + 400_000 + 400_000)),
    # 4 antes, bring-in 75000, twice 500000, 250000 and 500000; seat 4 has sevens and fives against a pair of jacks
    "wsop-2023-43-5-69": (4, 200_000 + 75_000 + 2 * (500_000 + 250_000 + 500_000)),
    # antes, bring-in 75000, twice 500000, 250000 of seat 3 and the raise of seat 2 to 500000
    "wsop-2023-43-5-72": (2, 200_000 + 75_000 + 2 * 500_000 + 250_000 + 500_000),
    # antes, twice 250000, 250000, 500000, 500000, 500000
    "wsop-2023-43-5-73": (2, 200_000 + 2 * (250_000 + 250_000 + 3 * 500_000)),
    # antes, bring-in 75000, twice 250000, 250000 of seat 1
    "wsop-2023-43-5-74": (1, 200_000 + 75_000 + 2 * 250_000 + 250_000),
}


# Stacks at the end: as PokerKit computes them for the first; the others are those with which the next hand begins.
STACKS = {
    "wsop-2023-43-5-05": (4_000_000, 7_700_000, 4_775_000, 8_275_000, 4_950_000),
    "wsop-2023-43-5-72": (2_325_000, 3_500_000, 20_675_000, 3_200_000),
    "wsop-2023-43-5-73": (2_275_000, 5_650_000, 18_625_000, 3_150_000),
}


def play(text: str) -> HandState:
    history = tomllib.loads(text)
    stakes = Stakes(history["small_bet"], history["big_bet"], history["antes"][0], history["bring_in"], open_pair="off")
    state = start(stakes, history["starting_stacks"], Rules(game="stud"))
    dealt: dict[int, list[str]] = {}
    for line in history["actions"]:
        match line.split():
            case ["d", "dh", who, cards]:
                dealt[int(who[1:])] = [cards[at : at + 2] for at in range(0, len(cards), 2)]
                if len(dealt) == len(state.dealt_to):
                    for event in in_deal_order(dealt, last=state.street is Street.SEVENTH):
                        state = play_event(state, event)
                    dealt = {}
            case [who, *action]:
                state = play_event(state, translate(state, int(who[1:]), action))
    return state


def in_deal_order(dealt: dict[int, list[str]], *, last: bool) -> Iterator[Event]:
    """The file has all third-street cards of a player together; they are dealt in rounds (rule D1)."""
    size = len(next(iter(dealt.values())))
    for turn in range(size):
        for seat, cards in sorted(dealt.items()):
            down = last or (size == 3 and turn < 2)
            card = None if cards[turn] == "??" else ids(cards[turn])[0]
            if down:
                yield DealDown(seat, card)
            else:
                assert card is not None
                yield DealUp(seat, card)


def translate(state: HandState, seat: int, action: list[str]) -> Event:
    match action:
        case ["pb"]:
            return BringIn(seat)
        case ["cc"]:
            return Call(seat) if Call(seat) in legal_actions(state) else Check(seat)
        case ["f"]:
            return Fold(seat)
        case ["cbr", to]:
            return Bet(seat, int(to))
        case ["sm"]:
            return Muck(seat)
        case ["sm", cards]:
            held = ids(cards)
            return Show(seat, tuple(held[:2] + held[6:]))
        case _:
            raise ValueError(f"{action} is not understood")


def test_all_hands_are_here() -> None:
    assert {path.stem for path in HANDS} == set(WINNERS)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_televised_hand(path: Path) -> None:
    state = play(path.read_text())
    assert state.finished
    seat, pot = WINNERS[path.stem]
    assert state.won == tuple(pot if number == seat else 0 for number in range(1, len(state.players) + 1))
    assert state.stacks == STACKS.get(path.stem, state.stacks)
