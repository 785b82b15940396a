"""Filters of down cards: a pair, an ace and anything, one of two wild, as classes of the two cards of a seat.

A filter unites terms (``pair,wild``); a term is a shape from which others may be excluded (``pair-QQ``). A shape is a
word, or what each of the two cards may be, in either order (``Ax``, ``[QK]A``). This module reads filters and works
out their pairs; which of these can lie in a seat is the business of `simulator.table`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from evaluator.cards import DECK, RANKS, card_text, parse_ranks, rank_of, ranks_list, scan_cards, suit_of

Pair = tuple[int, int]

FORMS = "AA, Ax, Q+x, [QKA]x, pair, suited, wild, united with commas, or pair-QQ to exclude some"

_SEPARATORS = str.maketrans("", "", " \t\ufe0f")
_COMMA = re.compile(r",(?![^\[\]]*\])")  # not those inside [Q,K]
_WORD = re.compile("pair|suited|wild", re.IGNORECASE | re.ASCII)
_TOKEN = re.compile(
    r"(?P<any>x|\*|\?\?)|\[(?P<ranks>[^\[\]]*)\]|(?P<rank>10|[2-9tjqka])(?P<more>[cdhs♣♧♦♢♥♡♠♤+]?)",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Token:
    """What one card may be.

    Attributes
    ----------
    text : str
        Normal notation: ``"As"``, ``"A"``, ``"Q+"``, ``"[AKQ]"`` or ``"x"``.
    cards : int
        52-bit mask, bit c for card id c.
    """

    text: str
    cards: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A class of two cards.

    Attributes
    ----------
    text : str
        Normal notation: ``"pair"``, ``"suited"``, ``"wild"``, or two tokens, ``"Ax"``.
    tokens : tuple of Token
        What the two cards may be, in either order; empty for a word.
    """

    text: str
    tokens: tuple[Token, ...] = ()

    def holds(self, low: int, high: int, wild_ranks: int) -> bool:
        """Whether two different cards are of this shape; `wild_ranks` is a 13-bit mask."""
        if self.tokens:
            one, other = (token.cards for token in self.tokens)
            return bool((one >> low & other >> high | one >> high & other >> low) & 1)
        if self.text == "pair":
            return rank_of(low) == rank_of(high)
        if self.text == "suited":
            return suit_of(low) == suit_of(high)
        return bool((wild_ranks >> rank_of(low) | wild_ranks >> rank_of(high)) & 1)


@dataclass(frozen=True, slots=True)
class Filter:
    """A set of pairs of down cards, as it is written.

    Attributes
    ----------
    terms : tuple of tuple of Shape
        United; in each, the first shape less all the others.
    """

    terms: tuple[tuple[Shape, ...], ...]

    @property
    def text(self) -> str:
        """The filter in its normal notation, such as ``"AA,Kx-pair"``."""
        return ",".join("-".join(shape.text for shape in term) for term in self.terms)

    @property
    def needs_wild(self) -> bool:
        """Whether it depends on the wild ranks."""
        return any(shape.text == "wild" for term in self.terms for shape in term)

    @property
    def certain(self) -> tuple[int, ...]:
        """Cards that are written out in every term: the As of ``AsK``."""
        named = [
            {token.cards.bit_length() - 1 for token in term[0].tokens if token.cards.bit_count() == 1}
            for term in self.terms
        ]
        return tuple(sorted(set.intersection(*named)))

    def pairs(self, wild_ranks: int) -> tuple[Pair, ...]:
        """All pairs of the deck that satisfy it.

        Parameters
        ----------
        wild_ranks : int
            13-bit mask: what ``wild`` means.

        Returns
        -------
        tuple of (int, int)
            Low and high card id, ascending.
        """
        return _pairs(self, wild_ranks)


@lru_cache(maxsize=256)
def _pairs(chosen: Filter, wild_ranks: int) -> tuple[Pair, ...]:
    return tuple(
        (low, high)
        for low, high in combinations(range(DECK), 2)
        if any(
            shape.holds(low, high, wild_ranks) and not any(less.holds(low, high, wild_ranks) for less in without)
            for shape, *without in chosen.terms
        )
    )


def parse_filter(text: str) -> Filter:
    """Read a filter: ``pair``, ``Ax``, ``[QKA]x``, ``AsK``, ``AA,Kx-pair``; spaces and case do not matter.

    Raises
    ------
    ValueError
        Text that is no filter; the message is one line that says what to write.
    """
    parts = _COMMA.split(text.translate(_SEPARATORS))
    return Filter(tuple(tuple(_read_shape(part) for part in term.split("-")) for term in parts))


def _read_shape(text: str) -> Shape:
    if not text:
        raise ValueError("a part is missing beside a comma or a minus: write for example AA,Kx-pair")
    if _WORD.fullmatch(text):
        return Shape(text.lower())
    tokens = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ValueError(_no_token(text, at))
        tokens.append(_read_token(match))
        at = match.end()
    shown = "".join(token.text for token in tokens)
    if len(tokens) == 1:
        raise ValueError(f"{shown} is one card, but a filter describes two: write {shown}x if the other one is open")
    if len(tokens) > 2:
        raise ValueError(f"{shown} is {len(tokens)} cards, but a filter describes two: unite filters with commas")
    tokens.sort(key=lambda token: (token.cards.bit_count(), -token.cards, token.text))
    return Shape("".join(token.text for token in tokens), tuple(tokens))


def _read_token(match: re.Match[str]) -> Token:
    if match["any"]:
        return Token("x", (1 << DECK) - 1)
    if match["rank"] is None:
        ranks = parse_ranks("" if match["ranks"].lower() == "none" else match["ranks"])
        if not ranks:
            raise ValueError(f"{match[0]} names no rank: write for example [QKA]")
        names = "".join(ranks_list(ranks))
        return Token(f"[{names}]" if len(names) > 1 else names, _cards(ranks))
    rank = RANKS.index("T" if match["rank"] == "10" else match["rank"].upper())
    if match["more"] == "+":
        return Token(f"{RANKS[rank]}+", _cards(sum(1 << above for above in range(rank, len(RANKS)))))
    if not match["more"]:
        return Token(RANKS[rank], _cards(1 << rank))
    (card,) = scan_cards(match[0])
    assert card is not None
    return Token(card_text(card), 1 << card)


def _cards(ranks: int) -> int:
    """Mask of all cards of the ranks."""
    return sum(1 << card for card in range(DECK) if ranks >> rank_of(card) & 1)


def _no_token(text: str, at: int) -> str:
    part = text[at : at + 2]
    if part[0] in "[]":
        return f"{part!r}: ranks stand in square brackets, as in [QKA]x"
    if _WORD.match(text, at) or (at and _WORD.match(text)):
        return f"{text[:20]!r}: pair, suited and wild stand alone between commas and minuses, as in pair,suited-AA"
    return (
        f"{part!r} is not a card: write rank (2-9, T or 10, J, Q, K, A) and suit (c, d, h, s), as in 'As', "
        f"x for an unknown card, or a filter: {FORMS}"
    )
