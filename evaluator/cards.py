"""Cards and ranks as numbers and as text.

A card is ``4 * rank + suit``: 2c = 0, 2d = 1, ... As = 51. A set of ranks is a 13-bit mask, bit r for rank r
(0 = deuce .. 12 = ace). This module is plain Python, so that bad input is answered before anything heavy is imported.
"""

from collections.abc import Iterable, Sequence

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = 52

_SUIT_OF = {symbol: suit for suit, symbols in enumerate(("c♣♧", "d♦♢", "h♥♡", "s♠♤")) for symbol in symbols}
_RANK_OF = {symbol: rank for rank, symbol in enumerate(RANKS)}
_SEPARATORS = " \t,\ufe0f"  # the last one follows a suit symbol that is typed as an emoji


def rank_of(card: int) -> int:
    """Rank of a card, 0 (deuce) to 12 (ace)."""
    return card >> 2


def suit_of(card: int) -> int:
    """Suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def card_text(card: int) -> str:
    """Text of a card id: 51 is ``"As"``."""
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def cards_text(cards: Iterable[int]) -> str:
    """Text of several cards, without separators."""
    return "".join(card_text(card) for card in cards)


def scan_cards(text: str, *, unknown: bool = False) -> list[int | None]:
    """Read cards from text: ``AsKd``, ``As Kd``, ``as,10d``, ``A♠``.

    Parameters
    ----------
    text : str
        Cards side by side, or separated by spaces or commas.
    unknown : bool
        Whether ``x``, ``*`` and ``??`` may stand for a card that is not known.

    Returns
    -------
    list of int or None
        Card ids in the order written, None for an unknown card.

    Raises
    ------
    ValueError
        A part that is no card; the message quotes it.
    """
    cards: list[int | None] = []
    at = 0
    while at < len(text):
        if text[at] in _SEPARATORS:
            at += 1
            continue
        if unknown and (width := 1 if text[at] in "xX*" else 2 if text.startswith("??", at) else 0):
            cards.append(None)
            at += width
            continue
        width = 3 if text.startswith("10", at) else 2
        part = text[at : at + width]
        rank = 8 if width == 3 else _RANK_OF.get(part[0].upper())
        suit = _SUIT_OF.get(part[-1].lower()) if len(part) == width else None
        if rank is None or suit is None:
            raise ValueError(_no_card(part, unknown=unknown))
        cards.append(4 * rank + suit)
        at += width
    return cards


def _no_card(part: str, *, unknown: bool) -> str:
    if not unknown and (part[0] in "xX*" or part == "??"):
        return f"{part[0]!r} is an unknown card; here every card must be known"
    rank = part if part == "10" else part[0]
    if rank == "10" or rank.upper() in _RANK_OF:
        return f"{part!r} is not a card: {rank!r} needs a suit (c, d, h or s), as in '{rank}s'"
    also = ", or x for an unknown card" if unknown else ""
    return f"{part!r} is not a card: write rank (2-9, T or 10, J, Q, K, A) and suit (c, d, h, s), as in 'As'{also}"


def parse_cards(text: str) -> list[int]:
    """Read known cards, each at most once: ``"AsKd"`` is ``[51, 45]``.

    Parameters
    ----------
    text : str
        Cards side by side, or separated by spaces or commas.

    Returns
    -------
    list of int
        Card ids in the order written.

    Raises
    ------
    ValueError
        A part that is no card, or a card that stands twice; the message names it.
    """
    cards = [card for card in scan_cards(text) if card is not None]
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise ValueError(f"{card_text(card)} stands twice in {text!r}")
    return cards


def parse_ranks(text: str) -> int:
    """Read a set of ranks: ``"Q5"``, ``"Q,5"``, ``"10"``; ``""`` and ``"none"`` are the empty set.

    Returns
    -------
    int
        13-bit mask, bit r for rank r.

    Raises
    ------
    ValueError
        A part that is no rank; the message quotes it.
    """
    if text.strip().lower() == "none":
        return 0
    mask = 0
    rest = text.upper().replace("10", "T")
    for symbol in rest:
        if symbol in _SEPARATORS:
            continue
        if symbol not in _RANK_OF:
            raise ValueError(f"{symbol!r} is not a rank: write 2-9, T or 10, J, Q, K, A, as in 'Q5' or 'Q,5'")
        mask |= 1 << _RANK_OF[symbol]
    return mask


def ranks_list(mask: int) -> list[str]:
    """Ranks of a mask from ace to deuce: ``["Q", "5"]``."""
    return [RANKS[rank] for rank in reversed(range(13)) if mask >> rank & 1]


def check_distinct(cards: Sequence[int]) -> None:
    """Raise ValueError if a card stands twice or an id is outside 0..51; the message names it."""
    seen: set[int] = set()
    for card in cards:
        if not 0 <= card < DECK:
            raise ValueError(f"card id {card} is out of range: ids run from 0 (2c) to 51 (As)")
        if card in seen:
            raise ValueError(f"{card_text(card)} stands twice: change one of them")
        seen.add(card)
