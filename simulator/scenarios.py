"""Scenarios: what the coming up cards can be, sorted by what is wild at the showdown.

The wild rule looks at ranks in deal order. All ways in which the unknown up cards can fall are cut into boxes: a set of
ranks for each unknown card, such that every way inside a box ends with the same wild ranks. The cards of different
seats are then tied together by nothing but the box and the deck, and the order of a seat's own cards matters only
through the box.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from simulator.rules import Rules, WildState, is_void, wild_after, wild_start

ALL_RANKS = (1 << 13) - 1
Box = tuple[int, ...]


class Scenario(NamedTuple):
    """A set of ways in which the unknown up cards can fall, all with the same end.

    Attributes
    ----------
    wild_ranks : int
        13-bit mask of the ranks that are wild at the showdown.
    void : bool
        Whether the deal is void (rule W13).
    ranks : tuple of int
        13-bit mask of the ranks that each unknown up card may have, in deal order.
    """

    wild_ranks: int
    void: bool
    ranks: Box


def scenarios(up_cards: Sequence[int | None], rules: Rules, unseen_ranks: int = ALL_RANKS) -> tuple[Scenario, ...]:
    """Cut all ways in which the unknown up cards can fall into boxes.

    Parameters
    ----------
    up_cards : sequence of int or None
        All cards face up at the showdown in deal order (rule W3), None where unknown.
    rules : Rules
        The game.
    unseen_ranks : int
        13-bit mask of the ranks that an unknown card can have.

    Returns
    -------
    tuple of Scenario
        Every way lies in exactly one of them.
    """
    ranks = [rank for rank in range(13) if unseen_ranks >> rank & 1]

    @cache
    def rest(at: int, state: WildState) -> tuple[Scenario, ...]:
        """Boxes of the cards from number `at` on."""
        if at == len(up_cards):
            return (Scenario(state.wild_ranks, is_void(state, rules), ()),)
        card = up_cards[at]
        if card is not None:
            return rest(at + 1, wild_after(state, card, rules))
        # Ranks that leave the same box for the rest are one box with it.
        first: dict[Scenario, int] = {}
        for rank in ranks:
            for scenario in rest(at + 1, wild_after(state, 4 * rank, rules)):
                first[scenario] = first.get(scenario, 0) | 1 << rank
        return tuple(Scenario(wild, void, (mask, *box)) for (wild, void, box), mask in first.items())

    return rest(0, wild_start(rules))
