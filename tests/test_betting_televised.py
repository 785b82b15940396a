"""The televised stud hands, played from the first to the last action."""

from pathlib import Path

import pytest

from simulator.phh import read_hand
from tests.recorded import end_of, steps_of
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


# Stacks at the end, as PokerKit 0.7.7 computes them from these files (`HandHistory.load`, last state). Those of hands
# 72 and 73 are also the stacks with which the next hand begins.
STACKS = {
    "wsop-2023-43-5-05": (4_000_000, 7_700_000, 4_775_000, 8_275_000, 4_950_000),
    "wsop-2023-43-5-07": (2_400_000, 9_700_000, 4_575_000, 8_175_000, 4_850_000),
    "wsop-2023-43-5-09": (2_600_000, 11_250_000, 4_475_000, 6_675_000, 4_700_000),
    "wsop-2023-43-5-11": (4_750_000, 9_500_000, 4_175_000, 6_675_000, 4_600_000),
    "wsop-2023-43-5-69": (2_550_000, 1_825_000, 21_650_000, 3_675_000),
    "wsop-2023-43-5-72": (2_325_000, 3_500_000, 20_675_000, 3_200_000),
    "wsop-2023-43-5-73": (2_275_000, 5_650_000, 18_625_000, 3_150_000),
    "wsop-2023-43-5-74": (2_750_000, 5_525_000, 18_325_000, 3_100_000),
}


def test_all_hands_are_here() -> None:
    assert {path.stem for path in HANDS} == set(WINNERS) == set(STACKS)


@pytest.mark.parametrize("options", [(), ("open_pair=off",)], ids=["as it is", "no open pair"])
@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_televised_hand(path: Path, options: tuple[str, ...]) -> None:
    steps = steps_of(path.read_text(), options=options)
    record = read_hand(path.read_text())
    assert {step.number for step in steps} == set(range(1, len(record.actions) + 1))
    state = steps[-1].after
    assert state.finished
    seat, pot = WINNERS[path.stem]
    assert state.won == tuple(pot if number == seat else 0 for number in range(1, record.seat_count + 1))
    assert state.stacks == STACKS[path.stem]


@pytest.mark.parametrize(("before", "after"), [("72", "73"), ("73", "74")])
def test_stacks_at_the_end_are_those_of_the_next_hand(before: str, after: str) -> None:
    first, second = (next(path for path in HANDS if path.stem.endswith(f"-{number}")) for number in (before, after))
    assert end_of(first.read_text()).stacks == read_hand(second.read_text()).starting_stacks
