"""How much faster than the packages that people would use otherwise, in the same run on the same core?"""

import importlib
import importlib.util
import time
from statistics import median

import numpy as np

from benchmarks.bench_deals import deals_per_second
from benchmarks.bench_hands import random_hands
from benchmarks.machine import pin, unpin
from benchmarks.timing import RUNS, Figure, median_seconds
from evaluator import evaluate
from evaluator.cards import card_text
from simulator import Rules


def peer_stud_rate(samples: int) -> float:
    """Deals a second of poker-equity at heads-up seven-card stud, nothing known, on one thread."""
    peer = importlib.import_module("poker_equity")
    return samples / median_seconds(lambda: peer.chunk_from_text("stud", ["***", "***"], samples=samples, threads=1))


def peer_hand_rates(count: int) -> dict[str, float]:
    """Hands a second of the natural evaluators, called from a Python loop on cards made beforehand."""
    hands = random_hands(count, seed=3).tolist()
    rates = {}
    for name in ("eval7", "pkrbot"):
        module = importlib.import_module(name)
        cards = [module.Card(card_text(card)) for card in range(52)]
        own = [[cards[card] for card in hand] for hand in hands]
        rates[name] = count / _loop_seconds(module.evaluate, [(hand,) for hand in own])
    # The compiled function under phevaluator.evaluate_cards, which spends most of its time on the types of the cards.
    compiled = importlib.import_module("phevaluator._pheval").evaluate_7cards
    rates["phevaluator"] = count / _loop_seconds(compiled, [tuple(hand) for hand in hands])
    return rates


def _loop_seconds(function: object, calls: list[tuple[object, ...]]) -> float:
    assert callable(function)
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        for arguments in calls:
            function(*arguments)
        times.append(time.perf_counter() - start)
    return median(times)


def figures(*, smoke: bool) -> list[Figure]:
    """Ratios to the peers that are installed."""
    if not all(importlib.util.find_spec(name) for name in ("poker_equity", "eval7", "pkrbot", "phevaluator")):
        return []
    pin()
    stud = deals_per_second(["xx/x"] * 2, Rules(game="stud"), 50_000 if smoke else 20_000_000)
    peer = peer_stud_rate(5_000 if smoke else 2_000_000)
    hands = random_hands(100_000 if smoke else 10_000_000)
    ours = len(hands) / median_seconds(lambda: evaluate(hands, np.zeros(1, np.uint16), check=False))
    peers = peer_hand_rates(2_000 if smoke else 200_000)
    unpin()
    return [
        Figure("poker-equity, stud, 2 seats, nothing known", peer / 1e6, "M deals/s"),
        Figure("our stud v poker-equity", stud / peer, "times", 25),
        *(Figure(f"{name}, natural hands", rate / 1e6, "M hands/s") for name, rate in peers.items()),
        Figure("our natural hands v the fastest of these", ours / max(peers.values()), "times", 10),
    ]
