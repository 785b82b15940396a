"""Cards that only suits tell apart, where suits can change places: they have the same effect.

Hands are compared by ranks and by which cards share a suit (rule H4), and the wild rule looks at ranks alone. So if a
permutation of the suits maps the known cards of each seat onto themselves, and so what is out of the deck, it maps the
completions of the table onto themselves, and every figure of the table after a card is that after its image. A card
that is wild at the showdown whatever comes has no suit at all: it stands for others.
"""

from collections.abc import Iterable
from itertools import permutations

from evaluator.cards import rank_of, suit_of
from simulator.table import Table

Suits = tuple[int, int, int, int]


def alike(table: Table, cards: Iterable[int]) -> list[tuple[int, ...]]:
    """Classes of unseen cards that can change places at a table.

    Returns
    -------
    list of tuple of int
        Card ids, ascending in each class and by the first of each.
    """
    moves = suit_symmetries(table)
    always = _always_wild(table)
    unseen = set(cards)
    classes = set()
    for card in unseen:
        images = set(range(4 * rank_of(card), 4 * rank_of(card) + 4))
        if not always >> rank_of(card) & 1:
            images = {_moved(card, suits) for suits in moves}
        classes.add(tuple(sorted(unseen.intersection(images))))
    return sorted(classes)


def suit_symmetries(table: Table) -> tuple[Suits, ...]:
    """Permutations of the suits that map a table onto itself, cards that are always wild not regarded.

    Returns
    -------
    tuple of (int, int, int, int)
        Each has the new suit of suits 0 to 3; the identity is among them. The up cards of a seat may change places: the
        order of their ranks, which the wild rule looks at, does not change.
    """
    always = _always_wild(table)
    hands = [{card for card in (*seat.down, *seat.up, *seat.last) if card is not None} for seat in table.live]
    common = {card for card in table.common if card is not None}
    gone = set(table.known_cards) - common - set().union(*hands)  # dead cards and those of folded seats
    sets = [{card for card in cards if not always >> rank_of(card) & 1} for cards in (*hands, common, gone)]
    holes = [set(pairs) for pairs in table.hole_pairs.values()]
    return tuple(
        (c, d, h, s)
        for c, d, h, s in permutations(range(4))
        if all({_moved(card, (c, d, h, s)) for card in cards} == cards for cards in sets)
        and all({_moved_pair(pair, (c, d, h, s)) for pair in pairs} == pairs for pairs in holes)
    )


def _always_wild(table: Table) -> int:
    """Ranks that are wild at the showdown whatever comes (rules W1, W9, W10, W14); none if a filter may name one."""
    if table.hole_pairs or table.rules.game == "stud":
        return 0
    if table.wild is not None and len(table.up_cards) == len(table.completed_up_order()):
        return table.wild.wild_ranks
    trigger = table.rules.queens_wild == "always" and table.rules.last_queen != "none"
    return table.rules.extra_mask | trigger << table.rules.trigger_rank


def _moved(card: int, suits: Suits) -> int:
    return 4 * rank_of(card) + suits[suit_of(card)]


def _moved_pair(pair: tuple[int, int], suits: Suits) -> tuple[int, int]:
    one, other = (_moved(card, suits) for card in pair)
    return min(one, other), max(one, other)
