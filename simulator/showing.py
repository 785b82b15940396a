"""What the up cards of a seat are worth before the showdown: who opens, who leads, who shows a pair."""

from collections.abc import Mapping, Sequence

from evaluator.cards import rank_of
from evaluator.category import HandCategory

__all__ = ["best_showing", "low_card", "showing_value", "shows_pair"]

_ACE = 12
Value = tuple[HandCategory, tuple[int, ...]]


def showing_value(cards: Sequence[int], wild_ranks: int = 0) -> Value:
    """Value of the cards that a seat shows (rules B9, H5): never a straight or a flush.

    Parameters
    ----------
    cards : sequence of int
        One to five card ids.
    wild_ranks : int
        13-bit mask of wild ranks.

    Returns
    -------
    (HandCategory, tuple of int)
        The category, and the ranks that break ties, most important first. Values compare as tuples; a missing card is
        below a deuce.
    """
    naturals: dict[int, int] = {}
    wilds = 0
    for card in cards:
        rank = rank_of(card)
        if wild_ranks >> rank & 1:
            wilds += 1
        else:
            naturals[rank] = naturals.get(rank, 0) + 1
    groups = sorted(zip(naturals.values(), naturals, strict=True), reverse=True)
    if wilds:  # without straights and flushes wild cards do best when all join the largest group, or are aces
        times, rank = groups.pop(0) if groups else (0, _ACE)
        groups.insert(0, (times + wilds, rank))
    return _category([times for times, _ in groups]), tuple(rank for _, rank in groups)


def _category(times: list[int]) -> HandCategory:
    """Category of groups of equal rank, by their sizes, the largest first."""
    match times:
        case [5, *_]:
            return HandCategory.FIVE_OF_A_KIND
        case [4, *_]:
            return HandCategory.FOUR_OF_A_KIND
        case [3, 2]:
            return HandCategory.FULL_HOUSE
        case [3, *_]:
            return HandCategory.THREE_OF_A_KIND
        case [2, 2, *_]:
            return HandCategory.TWO_PAIR
        case [2, *_]:
            return HandCategory.PAIR
        case _:
            return HandCategory.HIGH_CARD


def shows_pair(cards: Sequence[int], wild_ranks: int = 0) -> bool:
    """Whether two up cards pair (rule B8)."""
    return showing_value(cards, wild_ranks)[0] >= HandCategory.PAIR


def best_showing(showing: Mapping[int, Sequence[int]], wild_ranks: int = 0) -> int:
    """Return the seat with the best hand showing; of equal ones the lower number (rule B9).

    Parameters
    ----------
    showing : mapping of int to sequence of int
        The cards that each seat shows, by seat number: those that have not folded.
    wild_ranks : int
        13-bit mask of wild ranks, 0 where only printed cards count (``showing=natural``).
    """
    return max(sorted(showing), key=lambda seat: showing_value(showing[seat], wild_ranks))


def low_card(doors: Mapping[int, int], wild_ranks: int = 0) -> int:
    """Return the seat with the lowest up card on third street (rule B3).

    Parameters
    ----------
    doors : mapping of int to int
        The up card of each seat that has not folded, by seat number.
    wild_ranks : int
        13-bit mask of the ranks that are high because they are wild: above an ace, among themselves as printed
        (``wild_is_high=on``); 0 where the printed card counts.
    """
    # The id of a card grows with its rank, ace high, and then with its suit, clubs to spades.
    return min(doors, key=lambda seat: (wild_ranks >> rank_of(doors[seat]) & 1, doors[seat]))
