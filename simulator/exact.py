"""Exact counting: every completion of a table, counted without dealing it.

The ways in which the coming up cards can fall are cut into scenarios (`simulator.scenarios`) in each of which the wild
ranks at the showdown are the same. Within one, a seat's hand depends on nothing but its own cards, and the seats are
tied together by the deck alone: no card twice. So the hands that each seat can end with, its *options*, are listed and
evaluated once per scenario, not once per deal, and then compared:

- two seats by one pass through both lists in order of strength (`compare_two`): the options of the other seat that are
  weaker and share no card are counted by inclusion and exclusion over the sets of cards that could be shared;
- any other number of seats board by board (`compare_boards`), with the last cards of up to three seats counted by level
  of strength instead of one by one.

The unit is a completion: unknown up cards count position by position, a seat's unknown down cards as one set (with a
down-card filter, hole pair and seventh card separately), unknown down cards of folded seats not at all.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from math import comb, factorial, perm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import evaluator.tables
from evaluator.cards import DECK
from evaluator.hands import evaluate
from simulator.completions import Layout, layout
from simulator.exact_kernels import (
    CATEGORIES,
    HAND,
    SIZES,
    compare_boards,
    compare_two,
    list_levels,
    list_members,
    options,
    up_sets,
)
from simulator.kernels import MOST_WINNERS, TALLY
from simulator.scenarios import ALL_RANKS, scenarios
from simulator.table import Table

__all__ = ["Job", "Plan", "count_job", "plan"]

EVALUATIONS_MAX = 10**12
_LISTED = 3
_MOST_OPTIONS = 3_000_000  # of a seat, listed at a time
_PART = 50_000_000  # boards of a job


class SeatOptions(NamedTuple):
    """What a seat can be dealt in a job.

    Attributes
    ----------
    known : tuple of int
        Its known cards, a common card included.
    ranks : tuple of int
        13-bit mask of the ranks that each of its unknown up cards may have.
    down : int
        Number of unknown down cards, without those of `pairs`.
    pairs : tuple of (int, int) or None
        The hole pairs that a filter allows; None without a filter.
    """

    known: tuple[int, ...]
    ranks: tuple[int, ...]
    down: int
    pairs: tuple[tuple[int, int], ...] | None
