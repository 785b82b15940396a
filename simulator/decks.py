"""Decks for hands that are played out."""

import operator
from collections.abc import Iterable
from random import Random

from evaluator.cards import DECK, check_distinct

__all__ = ["checked_deck", "shuffled_deck"]


def shuffled_deck(seed: int) -> tuple[int, ...]:
    """Return the 52 cards in an order that depends on the seed alone, on any machine and version of Python.

    >>> sorted(shuffled_deck(1)) == list(range(52))
    True
    """
    rng = Random(seed)
    keys = [rng.random() for _ in range(DECK)]  # of all methods only this one is promised to stay as it is
    return tuple(sorted(range(DECK), key=keys.__getitem__))


def checked_deck(cards: Iterable[int]) -> tuple[int, ...]:
    """Return a deck; ValueError if it is not the 52 cards, each once."""
    try:
        deck = tuple(operator.index(card) for card in cards)
    except TypeError:
        raise ValueError("a deck is 52 card ids, whole numbers from 0 (2c) to 51 (As), or a seed") from None
    check_distinct(deck)
    if len(deck) != DECK:
        raise ValueError(f"a deck has {DECK} cards, not {len(deck)}")
    return deck
