"""How many hands a second does `evaluate` take, from memory, all distinct?"""

import numpy as np
from numpy.typing import NDArray

from benchmarks.machine import pin, unpin
from benchmarks.timing import Figure, median_seconds
from evaluator import evaluate

_QUEEN = 1 << 10


def random_hands(count: int, seed: int = 1) -> NDArray[np.uint8]:
    """Distinct-by-chance hands of seven cards, one a row."""
    generator = np.random.default_rng(seed)
    parts = [
        generator.random((part, 52)).argpartition(7, axis=1)[:, :7].astype(np.uint8)
        for part in [100_000] * (count // 100_000) + [count % 100_000]
    ]
    return np.concatenate(parts)


def masks_in_play(count: int, seed: int = 2) -> NDArray[np.uint16]:
    """Queens, and in three hands of four one more rank: the chance at a showdown of two (rules W1 to W6)."""
    generator = np.random.default_rng(seed)
    followers = np.where(generator.random(count) < 0.75, 1 << generator.integers(0, 13, count), 0)
    return (_QUEEN | followers).astype(np.uint16)


def hands_with_wilds(hands: NDArray[np.uint8], wilds: int) -> NDArray[np.uint8]:
    """Put `wilds` Queens into every hand, at the cost of other cards."""
    queens = np.arange(40, 44, dtype=np.uint8)
    none: NDArray[np.uint8] = hands[(hands >> 2 != 10).all(axis=1)]
    none[:, :wilds] = queens[:wilds]
    return none


def figures(*, smoke: bool) -> list[Figure]:
    """Millions of hands a second."""
    count = 100_000 if smoke else 10_000_000
    hands, masks = random_hands(count), masks_in_play(count)

    def rate(hands: NDArray[np.uint8], masks: NDArray[np.uint16], *, check: bool = False) -> float:
        return len(hands) / median_seconds(lambda: evaluate(hands, masks, check=check)) / 1e6

    pin()
    play = rate(hands, masks)
    found = [
        Figure("evaluate, no wild ranks", rate(hands, np.zeros(1, np.uint16)), "M hands/s"),
        Figure("evaluate, wild ranks as in play", play, "M hands/s", 150.0),
        Figure("evaluate, as in play, with checks, of that", rate(hands, masks, check=True) / play, "times", 0.5),
    ]
    for wilds in (1, 2, 3):
        held = hands_with_wilds(hands, wilds)
        found.append(
            Figure(f"evaluate, every hand {wilds} wild", rate(held, np.full(1, _QUEEN, np.uint16)), "M hands/s")
        )
    unpin()
    return found
