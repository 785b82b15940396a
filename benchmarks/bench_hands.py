"""How many hands a second does `evaluate` take, from memory, all distinct?"""

from collections.abc import Callable
from functools import partial
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.machine import pin, unpin, vector_target
from benchmarks.timing import CPU_TIME, RUNS, Figure, at_least, medians
from evaluator import evaluate

QUEEN = 10
_QUEENS = np.arange(4 * QUEEN, 4 * QUEEN + 4, dtype=np.uint8)
_OTHERS = np.delete(np.arange(52, dtype=np.uint8), _QUEENS)


class Hands(NamedTuple):
    """What to evaluate, and the millions of hands a second to reach on a machine with AVX-512.

    `cards` is a C-contiguous array of uint8, (n, 7); `masks` one of uint16, (n,), or (1,) for all.
    """

    cards: NDArray[np.uint8]
    masks: NDArray[np.uint16]
    target: float


def random_hands(count: int, seed: int = 1) -> NDArray[np.uint8]:
    """Random hands of seven cards, no two the same, in random order within and among them."""
    generator = np.random.default_rng(seed)
    return _shuffled(_combinations(_distinct(generator, comb(52, 7), count), 52, 7), generator)


def hands_with_queens(count: int, queens: int, seed: int = 1) -> NDArray[np.uint8]:
    """Random hands with so many Queens, distinct as far as there are so many: of three Queens there are 778,320."""
    generator = np.random.default_rng(seed)
    ways = comb(4, queens)
    number = _distinct(generator, ways * comb(48, 7 - queens), count)
    held = _QUEENS[_combinations(number % ways, 4, queens)]
    return _shuffled(np.hstack([held, _OTHERS[_combinations(number // ways, 48, 7 - queens)]]), generator)


def masks_in_play(count: int, seed: int = 2) -> NDArray[np.uint16]:
    """Queens, and in three hands of four one more rank: the chance at a showdown of two (rules W1 to W6)."""
    generator = np.random.default_rng(seed)
    followers = np.where(generator.random(count) < 0.75, 1 << generator.integers(0, 13, count), 0)
    return (1 << QUEEN | followers).astype(np.uint16)


def questions(count: int) -> dict[str, Hands]:
    """Return the hands to measure with."""
    hands, queens = random_hands(count), np.full(1, 1 << QUEEN, np.uint16)
    found = {
        "evaluate, no wild ranks": Hands(hands, np.zeros(1, np.uint16), 320),
        "evaluate, wild ranks as in play": Hands(hands, masks_in_play(count), 260),
    }
    for wilds, target in ((1, 270), (2, 190), (3, 120)):
        found[f"evaluate, every hand {wilds} wild"] = Hands(hands_with_queens(count, wilds), queens, target)
    return found


def evaluation(hands: Hands, *, check: bool = False) -> Callable[[], object]:
    """Evaluate them with the public call."""
    return partial(evaluate, hands.cards, hands.masks, check=check)


def figures(*, smoke: bool) -> list[Figure]:
    """Millions of hands a second."""
    count = 100_000 if smoke else 10_000_000
    asked = questions(count)
    pin()
    play = asked["evaluate, wild ranks as in play"]
    runs = [*map(evaluation, asked.values()), evaluation(play, check=True)]
    *times, checked = medians(runs, RUNS, CPU_TIME)
    unpin()
    found = [
        Figure(what, count / seconds / 1e6, "M hands/s", vector_target(hands.target))
        for (what, hands), seconds in zip(asked.items(), times, strict=True)
    ]
    without = times[list(asked).index("evaluate, wild ranks as in play")]
    return [*found, Figure("evaluate, as in play, with checks, of that", without / checked, "times", at_least(0.5))]


def _distinct(generator: np.random.Generator, choices: int, count: int) -> NDArray[np.int64]:
    """Random numbers below `choices`, all different; every one of them again and again if they do not suffice."""
    if count > choices // 2:
        rounds = [generator.permutation(choices) for _ in range(-(-count // choices))]
        return np.concatenate(rounds)[:count]
    drawn = np.sort(generator.integers(0, choices, count + count // 2 + 100))
    return generator.permutation(drawn[np.append(True, drawn[1:] != drawn[:-1])])[:count]


def _combinations(number: NDArray[np.int64], cards: int, size: int) -> NDArray[np.uint8]:
    """Decode numbers of sets of `size` of so many cards: the largest first, by the combinatorial number system."""
    out = np.empty((number.size, size), np.uint8)
    rest = number.copy()
    for column in range(size):
        sets = np.array([comb(card, size - column) for card in range(cards)])
        card = np.searchsorted(sets, rest, side="right") - 1
        rest -= sets[card]
        out[:, column] = card
    return out


def _shuffled(hands: NDArray[np.uint8], generator: np.random.Generator) -> NDArray[np.uint8]:
    """Cards of each hand in random order."""
    return generator.permuted(hands, axis=1)
