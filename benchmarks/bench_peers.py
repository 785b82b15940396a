"""How much faster than the packages that people would use otherwise, in the same run on the same core?"""

import importlib
import importlib.util
from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.bench_deals import UNKNOWN, sampling
from benchmarks.bench_hands import random_hands
from benchmarks.machine import pin, unpin
from benchmarks.timing import CPU_TIME, RUNS, Figure, at_least, medians
from evaluator import evaluate
from evaluator.cards import card_text
from simulator import Rules, Table


def peer_sampling(samples: int) -> Callable[[], object]:
    """Sample heads-up seven-card stud, nothing known, with poker-equity, on one thread."""
    peer = importlib.import_module("poker_equity")
    return partial(peer.chunk_from_text, "stud", ["***", "***"], samples=samples, threads=1)


def peer_loops(count: int) -> dict[str, Callable[[], object]]:
    """Evaluate hands with the natural evaluators, called from a Python loop on cards made beforehand."""
    hands = random_hands(count, seed=3).tolist()
    loops: dict[str, Callable[[], object]] = {}
    for name in ("eval7", "pkrbot"):
        module = importlib.import_module(name)
        cards = [module.Card(card_text(card)) for card in range(52)]
        loops[name] = partial(_loop, module.evaluate, [([cards[card] for card in hand],) for hand in hands])
    # The compiled function under phevaluator.evaluate_cards, which spends most of its time on the types of the cards.
    compiled = importlib.import_module("phevaluator._pheval").evaluate_7cards
    loops["phevaluator"] = partial(_loop, compiled, [tuple(hand) for hand in hands])
    return loops


def _loop(function: Callable[..., object], calls: list[tuple[object, ...]]) -> None:
    for arguments in calls:
        function(*arguments)


def figures(*, smoke: bool) -> list[Figure]:
    """Rates of the peers, if they are installed, and how many times they go into ours."""
    if not all(importlib.util.find_spec(name) for name in ("poker_equity", "eval7", "pkrbot", "phevaluator")):
        return []
    deals, samples = (50_000, 5_000) if smoke else (20_000_000, 2_000_000)
    count, peer_count = (100_000, 2_000) if smoke else (10_000_000, 200_000)
    hands, loops = random_hands(count), peer_loops(peer_count)
    stud = Table.parse(UNKNOWN, rules=Rules(game="stud"))
    pin()
    our_stud, peer_stud = medians([sampling(stud, deals), peer_sampling(samples)], RUNS, CPU_TIME)
    natural = partial(evaluate, hands, np.zeros(1, np.uint16), check=False)
    ours, *peers = medians([natural, *loops.values()], RUNS, CPU_TIME)
    unpin()
    rates = {name: peer_count / seconds for name, seconds in zip(loops, peers, strict=True)}
    found = _pair("stud, 2 seats, nothing known", "deals", deals / our_stud, "poker-equity", samples / peer_stud, 25)
    for name, rate in rates.items():
        target = 10 if rate == max(rates.values()) else None
        found += _pair("natural hands", "hands", count / ours, name, rate, target)
    return found


def _pair(what: str, of: str, ours: float, name: str, rate: float, target: float | None) -> list[Figure]:
    goal = None if target is None else at_least(target)
    return [Figure(f"{name}, {what}", rate / 1e6, f"M {of}/s"), Figure(f"ours v {name}", ours / rate, "times", goal)]
