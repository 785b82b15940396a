"""Describe one hand: its category in words, its best five cards and what each wild card stands for."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from evaluator.cards import SUITS, card_text, parse_cards, parse_ranks, rank_of, suit_of
from evaluator.category import HandCategory
from evaluator.classes import RankTuple, class_of
from evaluator.hands import evaluate
from evaluator.tables import best_flush, straight_ranks

_NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One of the best five cards.

    Attributes
    ----------
    card : str
        The card that was dealt.
    as_ : str or None
        The card it stands for if it is wild, else None.
    """

    card: str
    as_: str | None

    def __str__(self) -> str:
        """Show both cards of a wild one: ``"Qs as Ah"``."""
        return self.card if self.as_ is None else f"{self.card} as {self.as_}"


@dataclass(frozen=True, slots=True)
class Hand:
    """What a hand is worth.

    Attributes
    ----------
    category : HandCategory
        Its category.
    description : str
        In words: ``"full house, nines full of fours"``.
    best_five : tuple of PlayedCard
        The five cards that play, most important first; all cards of a smaller hand.
    strength : int
        As `evaluate` gives it.
    """

    category: HandCategory
    description: str
    best_five: tuple[PlayedCard, ...]
    strength: int

    def to_dict(self) -> dict[str, Any]:
        """Plain types, ready for JSON."""
        return {
            "category": self.category.label,
            "description": self.description,
            "best_five": [{"card": played.card, "as": played.as_} for played in self.best_five],
            "strength": self.strength,
        }


def describe(cards: npt.ArrayLike, wild_ranks: int | str = 0, *, double_ace_flush: bool = False) -> Hand:
    """Describe one hand of 1 to 7 cards.

    Parameters
    ----------
    cards : array_like of int, shape (n,), or str
        Card ids or text.
    wild_ranks : int or str
        13-bit mask of wild ranks, or ranks as text.
    double_ace_flush : bool
        Whether each wild card in a flush is an ace, even a second one (rule H3).

    Returns
    -------
    Hand
        Category, words, best five cards and strength.

    Raises
    ------
    ValueError
        As `evaluate`, and more than one hand.

    Examples
    --------
    >>> import evaluator
    >>> hand = evaluator.describe("9s9h4d4cQsKd2h", "Q")
    >>> hand.description, str(hand.best_five[2])
    ('full house, nines full of fours', 'Qs as 9d')
    """
    ids = parse_cards(cards) if isinstance(cards, str) else np.asarray(cards).tolist()
    mask = parse_ranks(wild_ranks) if isinstance(wild_ranks, str) else wild_ranks
    strengths = evaluate(ids, mask, double_ace_flush=double_ace_flush)
    if strengths.ndim:
        raise ValueError(f"describe takes one hand, not an array of hands of shape {strengths.shape}")
    strength = int(strengths)
    category, ranks = class_of(strength)
    naturals = [card for card in ids if not mask >> rank_of(card) & 1]
    wilds = [card for card in ids if mask >> rank_of(card) & 1]
    in_suit = category in (HandCategory.FLUSH, HandCategory.STRAIGHT_FLUSH)
    suit = _flush_suit(naturals, len(wilds), strength, double_ace=double_ace_flush) if in_suit else None
    return Hand(category, _in_words(category, ranks), _play(category, ranks, naturals, wilds, suit), strength)


def _in_words(category: HandCategory, ranks: RankTuple) -> str:
    names = [_NAMES[rank] for rank in ranks]
    many = [name + ("es" if name == "six" else "s") for name in names]
    match category:
        case HandCategory.HIGH_CARD | HandCategory.FLUSH:
            return f"{category.label}, {'-'.join(names)}"
        case HandCategory.STRAIGHT | HandCategory.STRAIGHT_FLUSH:
            return f"{category.label}, {names[0]} high"
        case HandCategory.FULL_HOUSE:
            return f"{category.label}, {many[0]} full of {many[1]}"
        case HandCategory.TWO_PAIR:
            head, kickers = f"{many[0]} and {many[1]}", names[2:]
        case _:
            head, kickers = many[0], names[1:]
    return f"{category.label}, {head}" + (f" with {'-'.join(kickers)}" if kickers else "")


def _ranks_played(category: HandCategory, ranks: RankTuple) -> list[int]:
    """Rank of each card that plays."""
    times: tuple[int, ...]
    match category:
        case HandCategory.STRAIGHT | HandCategory.STRAIGHT_FLUSH:
            return straight_ranks(ranks[0])
        case HandCategory.PAIR:
            times = (2,)
        case HandCategory.TWO_PAIR:
            times = (2, 2)
        case HandCategory.THREE_OF_A_KIND:
            times = (3,)
        case HandCategory.FULL_HOUSE:
            times = (3, 2)
        case HandCategory.FOUR_OF_A_KIND:
            times = (4,)
        case HandCategory.FIVE_OF_A_KIND:
            times = (5,)
        case _:
            times = ()
    repeated = [rank for rank, count in zip(ranks, times, strict=False) for _ in range(count)]
    return repeated + list(ranks[len(times) :])


def _flush_suit(naturals: list[int], wilds: int, strength: int, *, double_ace: bool) -> int:
    """Suit in which the hand is a flush or straight flush of this strength, spades first."""
    held = [sum(1 << rank_of(card) for card in naturals if suit_of(card) == suit) for suit in range(4)]
    return next(suit for suit in reversed(range(4)) if best_flush(held[suit], wilds, double_ace=double_ace) == strength)


def _play(
    category: HandCategory, ranks: RankTuple, naturals: list[int], wilds: list[int], suit: int | None
) -> tuple[PlayedCard, ...]:
    """Give each rank that plays a natural card if there is one, else a wild card, itself if it can be."""
    left = sorted((card for card in naturals if suit in (None, suit_of(card))), reverse=True)
    wanted = _ranks_played(category, ranks)
    cards: list[int | None] = []
    for rank in wanted:
        card = next((card for card in left if rank_of(card) == rank), None)
        if card is not None:
            left.remove(card)
        cards.append(card)
    stands_for: dict[int, int] = {}
    spare = sorted(wilds, reverse=True)
    for at, (rank, card) in enumerate(zip(wanted, cards, strict=True)):
        if card is None:
            taken = [stands_for.get(other, other) for other in cards if other is not None]
            suits = [suit] if suit is not None else _free_suits(rank, taken)
            wild = next((card for card in spare if rank_of(card) == rank and suit_of(card) in suits), spare[0])
            spare.remove(wild)
            stands_for[wild] = 4 * rank + (suit_of(wild) if rank_of(wild) == rank and suit is None else suits[0])
            cards[at] = wild
    return tuple(
        PlayedCard(card_text(card), card_text(stands_for[card]) if card in stands_for else None)
        for card in cards
        if card is not None
    )


def _free_suits(rank: int, taken: list[int]) -> list[int]:
    """Suits in which this rank is not among the five yet, spades first; all of them for a fifth of a kind."""
    suits = list(reversed(range(len(SUITS))))
    return [suit for suit in suits if 4 * rank + suit not in taken] or suits
