"""Generators of valid input for property tests."""

from hypothesis import strategies as st

from tests import oracle
from tests.oracle import House


def ranks_masks(most: int = 13) -> st.SearchStrategy[int]:
    """Masks of up to so many ranks."""
    ranks = st.lists(st.integers(0, 12), max_size=most, unique=True)
    return ranks.map(lambda chosen: sum(1 << rank for rank in chosen))


def hands(least: int = 1, most: int = 7) -> st.SearchStrategy[list[int]]:
    """Different cards, in any order, as many of one suit or rank as it happens."""
    cards = st.lists(st.integers(0, 51), min_size=least, max_size=most, unique=True)
    # A narrow deck makes flushes, straights and ties between hands frequent.
    narrow = st.lists(
        st.sampled_from([4 * r + s for r in (0, 1, 2, 3, 9, 11, 12) for s in (2, 3)]),
        min_size=least,
        max_size=most,
        unique=True,
    )
    suited = st.lists(
        st.sampled_from([4 * r + 1 for r in range(13)] + oracle.ids("AsKsQs2s3c")),
        min_size=least,
        max_size=most,
        unique=True,
    )
    return st.one_of(cards, narrow, suited)


def wild_hands(least: int = 1, most: int = 7) -> st.SearchStrategy[tuple[list[int], int]]:
    """Hands with wild ranks: often one or two ranks, which the hand often holds, sometimes any number."""

    def with_mask(hand: list[int]) -> st.SearchStrategy[tuple[list[int], int]]:
        held = st.lists(st.sampled_from(hand), max_size=2).map(lambda cards: sum({1 << card // 4 for card in cards}))
        return st.tuples(st.just(hand), st.one_of(held, ranks_masks(3), ranks_masks()))

    return hands(least, most).flatmap(with_mask)


def houses() -> st.SearchStrategy[House]:
    """A game and any combination of its house rules, each as often off its default as on it."""
    ranks = st.lists(st.sampled_from(oracle.RANKS), min_size=1, max_size=4, unique=True).map(",".join)
    options: dict[str, st.SearchStrategy[str]] = {
        "last_queen": st.sampled_from(["clear", "keep", "none"]),
        "queens_wild": st.sampled_from(["always", "if_up", "never"]),
        "trigger": st.sampled_from(oracle.RANKS),
        "followers": st.sampled_from(["replace", "accumulate"]),
        "no_trigger": st.sampled_from(["play", "redeal"]),
        "extra_wild": ranks,
        "seventh": st.sampled_from(["down", "up"]),
        "common_card": st.sampled_from(["counts", "ignored"]),
        "double_ace_flush": st.sampled_from(["off", "on"]),
    }
    return st.fixed_dictionaries({}, optional=options)
