"""The judge: a slow, obvious evaluator and wild rule, written from the rules alone.

Nothing here is imported from the packages under test. A card is 4 * rank + suit, ranks 0 (deuce) to 12 (ace), suits
c d h s. A hand is worth a ``Key``, (category, ranks that break ties), and keys compare as tuples: larger wins.

Two evaluators with nothing in common but the ranking of a finished hand:

- ``best_by_substitution`` tries every card for every wild card (at most three wild cards, else it takes too long);
- ``best_by_reach`` walks down the list of all hands there are and takes the first that the cards can make (any number).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

RANKS = "23456789TJQKA"
SUITS = "cdhs"
CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
)
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE = range(10)
QUEEN = RANKS.index("Q")
MISSING = -1  # H5: a missing card ranks below a deuce

Key = tuple[int, tuple[int, ...]]
House = Mapping[str, str]  # game and house rules by name, those off their default: {"last_queen": "keep"}
PLAIN: House = {}

# How many ranks break ties in each category once the hand has all its five cards.
_TIE_RANKS = {HIGH_CARD: 5, PAIR: 4, TWO_PAIR: 3, TRIPS: 3, FULL_HOUSE: 2, QUADS: 2, FIVE: 1}


def ids(text: str) -> list[int]:
    """Cards of a text such as ``"AsKd"`` or ``"As Kd"``."""
    text = text.replace(" ", "")
    return [4 * RANKS.index(text[at]) + SUITS.index(text[at + 1]) for at in range(0, len(text), 2)]


def text(cards: Iterable[int]) -> str:
    """Text of cards, side by side."""
    return "".join(RANKS[card // 4] + SUITS[card % 4] for card in cards)


def mask(ranks: str) -> int:
    """Mask of ranks written as ``"Q5"`` or ``"Q,5"``."""
    return sum(1 << RANKS.index(rank) for rank in ranks.replace(",", ""))


def rank_list(wild: int) -> list[str]:
    """Ranks of a mask, ace to deuce."""
    return [RANKS[rank] for rank in range(12, -1, -1) if wild & (1 << rank)]


def key(category: str, ranks: str) -> Key:
    """Key from words: ``key("full house", "94")``."""
    return CATEGORIES.index(category.replace("_", " ")), tuple(RANKS.index(rank) for rank in ranks)


def split(cards: Iterable[int], wild: int) -> tuple[list[int], int]:
    """Natural cards, and the number of wild ones."""
    cards = list(cards)
    naturals = [card for card in cards if not wild & (1 << card // 4)]
    return naturals, len(cards) - len(naturals)


@cache
def rank_ranks(ranks: tuple[int, ...]) -> Key:
    """Value of one to five ranks, suits left out of account (H2; H5 below five cards)."""
    groups = sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)
    shape = [times for times, _ in groups]
    order = tuple(rank for _, rank in groups)
    if len(order) == 5:
        if order == (12, 3, 2, 1, 0):
            return STRAIGHT, (3,)
        if order[0] - order[4] == 4:
            return STRAIGHT, (order[0],)
    if shape[0] == 5:
        category = FIVE
    elif shape[0] == 4:
        category = QUADS
    elif shape[0] == 3:
        category = FULL_HOUSE if shape[1:] == [2] else TRIPS
    elif shape[0] == 2:
        category = TWO_PAIR if shape[1:2] == [2] else PAIR
    else:
        category = HIGH_CARD
    return category, order + (MISSING,) * (_TIE_RANKS[category] - len(order))


def rank_cards(cards: Sequence[int], double_ace_flush: bool = False) -> Key:
    """Value of one to five finished cards, as they lie; a card may be there twice (H2, H3, H5)."""
    ranks = tuple(sorted([card // 4 for card in cards], reverse=True))
    best = rank_ranks(ranks)
    if len(cards) == 5 and len({card % 4 for card in cards}) == 1 and (double_ace_flush or len(set(cards)) == 5):
        return (STRAIGHT_FLUSH, best[1]) if best[0] == STRAIGHT else max(best, (FLUSH, ranks))
    return best


def best_by_substitution(cards: Sequence[int], wild: int = 0, double_ace_flush: bool = False) -> Key:
    """Best hand, every card of the deck tried in place of every wild card (H1); at most three wild cards."""
    naturals, wilds = split(cards, wild)
    if wilds > 3:
        raise ValueError(f"{wilds} wild cards: too many to try every substitution")
    size = min(5, len(cards))
    return max(
        rank_cards((*kept, *made), double_ace_flush)
        for used in range(max(0, size - len(naturals)), min(wilds, size) + 1)
        for kept in combinations(naturals, size - used)
        for made in _substitutes(used)
    )


@cache
def _substitutes(wilds: int) -> list[tuple[int, ...]]:
    """All cards that so many wild cards can stand for: any of the deck, also twice the same."""
    return list(combinations_with_replacement(range(52), wilds))


def best_by_reach(cards: Sequence[int], wild: int = 0, double_ace_flush: bool = False) -> Key:
    """Best hand, as the first in the list of all hands that the cards can make; any number of wild cards."""
    naturals, wilds = split(cards, wild)
    held = Counter(card // 4 for card in naturals)
    best = _best_of_ranks(tuple(held[rank] for rank in range(13)), wilds, min(5, len(cards)))
    if len(cards) >= 5:
        for suit in range(4):
            suited = frozenset(card // 4 for card in naturals if card % 4 == suit)
            best = max(best, _best_of_suit(suited, wilds, double_ace_flush))
    return best


@cache
def _best_of_ranks(held: tuple[int, ...], wilds: int, size: int) -> Key:
    for value, need in _rank_hands(size):
        left = wilds
        for rank, times in need:
            if times > held[rank]:
                left -= times - held[rank]
                if left < 0:
                    break
        else:
            return value
    raise AssertionError("some hand is always within reach")


@cache
def _best_of_suit(held: frozenset[int], wilds: int, double_ace_flush: bool) -> Key:
    if len(held) + wilds < 5:
        return HIGH_CARD, ()  # no flush in this suit
    for value, need in _suit_hands(double_ace_flush):
        if sum(times - (rank in held) for rank, times in need) <= wilds:
            return value
    raise AssertionError("five cards of a suit make a flush")


@cache
def _rank_hands(size: int) -> list[tuple[Key, list[tuple[int, int]]]]:
    """All hands of so many cards without regard to suits, best first, each with the ranks it takes."""
    made = [
        (rank_ranks(ranks), sorted(Counter(ranks).items())) for ranks in combinations_with_replacement(range(13), size)
    ]
    return sorted(made, reverse=True)


@cache
def _suit_hands(double_ace_flush: bool) -> list[tuple[Key, list[tuple[int, int]]]]:
    """All flushes and straight flushes of one suit, best first; a rank may be there again only with the option (H3)."""
    draw = combinations_with_replacement if double_ace_flush else combinations
    made = []
    for ranks in draw(range(13), 5):
        value = rank_ranks(ranks)
        flush = (STRAIGHT_FLUSH, value[1]) if value[0] == STRAIGHT else (FLUSH, tuple(sorted(ranks, reverse=True)))
        made.append((flush, sorted(Counter(ranks).items())))
    return sorted(made, reverse=True)


def _ranks_in_force(up_cards: Sequence[int], rules: House) -> tuple[int, list[int], list[int], bool]:
    """Trigger, ranks of the up cards, every follower so far in order (W2, W5), and whether a trigger waits."""
    trigger = RANKS.index(rules.get("trigger", "Q"))
    ranks = [card // 4 for card in up_cards]
    followers = [rank for before, rank in pairwise(ranks) if before == trigger != rank]
    return trigger, ranks, followers, ranks[-1:] == [trigger]


def wild_ranks(up_cards: Sequence[int], rules: House = PLAIN) -> int:
    """Wild ranks after these up cards (W1-W12, W14, W16), all of them looked at together."""
    if rules.get("game") == "stud":
        return 0
    last_queen, queens_wild = rules.get("last_queen", "clear"), rules.get("queens_wild", "always")
    trigger, ranks, followers, waiting = _ranks_in_force(up_cards, rules)
    wild = set()
    if not (waiting and last_queen == "none"):
        if queens_wild == "always" or (queens_wild == "if_up" and trigger in ranks):
            wild.add(trigger)
        if rules.get("followers") == "accumulate":
            wild.update(followers)
        elif not waiting or last_queen == "keep":
            wild.update(followers[-1:])
    return sum(1 << rank for rank in wild) | mask(rules.get("extra_wild", "").replace("none", ""))


def follower(up_cards: Sequence[int], rules: House = PLAIN) -> int | None:
    """Rank of the follower that is wild now, the latest if there are several; None if there is none."""
    _, _, followers, waiting = _ranks_in_force(up_cards, rules)
    last_queen, accumulate = rules.get("last_queen", "clear"), rules.get("followers") == "accumulate"
    ended = waiting and (last_queen == "none" or (last_queen == "clear" and not accumulate))
    return None if rules.get("game") == "stud" or ended or not followers else followers[-1]


def void(up_cards: Sequence[int], rules: House = PLAIN) -> bool:
    """Whether a deal with these up cards is dealt again (W13)."""
    trigger, ranks, _, _ = _ranks_in_force(up_cards, rules)
    return rules.get("no_trigger") == "redeal" and trigger not in ranks
