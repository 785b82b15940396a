"""Evaluate hands: the public functions over the kernels, with their input checked."""

from functools import cache
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from evaluator.cards import DECK, check_distinct, parse_cards, parse_ranks
from evaluator.kernels import BLANK, BLOCK, HAND, STRIDE, evaluate_hands, new_space
from evaluator.tables import Tables, load

_MASKS = 1 << 13
# For an array that cannot be written to numba would compile the kernel once more.
_KERNEL: tuple[Literal["C", "W"], ...] = ("C", "W")


@cache
def tables() -> Tables:
    """Look-up tables, loaded once."""
    return load()


def evaluate(
    cards: npt.ArrayLike,
    wild_ranks: npt.ArrayLike = 0,
    *,
    double_ace_flush: bool = False,
    check: bool = True,
) -> npt.NDArray[np.int32]:
    """Strength of the best five cards of each hand (rules H1 to H5).

    Parameters
    ----------
    cards : array_like of int, shape (..., n), or str, or sequence of str
        Card ids (4 * rank + suit, 0..51), n = 1..7; or one hand as text, or one text a hand, all of one length. The
        fast path is a C-contiguous uint8 array with n = 7.
    wild_ranks : array_like of int, shape (...), or str
        13-bit masks of wild ranks, bit r for rank r, or ranks as text (``"Q5"``); broadcast against the hands.
    double_ace_flush : bool
        Whether each wild card in a flush is an ace, even a second one (rule H3).
    check : bool
        Whether to look for repeated and impossible cards. Without it bad ids give undefined strengths or errors.

    Returns
    -------
    ndarray of int32, shape (...)
        Larger wins, equal splits, and ``categories`` gives the category. Hands of different sizes compare (rule H5);
        strengths made under different `double_ace_flush` settings do not.

    Raises
    ------
    ValueError
        Not 1 to 7 cards, a card twice, an id or mask out of range, or text that is no card; the message names it.

    Examples
    --------
    >>> import evaluator
    >>> strengths = evaluator.evaluate(["AsAhAd2c3c4h9d", "QsAh2d7c8c9hJd"], "Q")
    >>> bool(strengths[0] < strengths[1])  # three aces, and a jack-high straight with the Queen as its ten
    True
    """
    ids = _card_array(cards)
    count = ids.shape[-1]
    masks = _mask_array(wild_ranks)
    shape = np.broadcast_shapes(ids.shape[:-1], masks.shape)
    if masks.size != 1 and masks.shape != shape:
        masks = np.broadcast_to(masks, shape)
    if ids.shape[:-1] != shape:
        ids = np.broadcast_to(ids, (*shape, count))
    if check:
        _check_ids(ids)
    if count == HAND:
        flat = np.require(ids, np.uint8, _KERNEL).reshape(-1)
    else:
        filled = np.full((*shape, HAND), BLANK, np.uint8)
        filled[..., :count] = ids
        flat = filled.reshape(-1)
    out = np.empty(shape, np.int32)
    if out.size:
        masks = np.require(masks, np.uint16, _KERNEL).reshape(-1)
        columns, strengths = np.empty(HAND * STRIDE, np.uint8), np.empty(BLOCK, np.uint16)
        low, high = np.empty((2, BLOCK), np.uint8)
        scratch = new_space(), columns, low, high, strengths
        settings = int(double_ace_flush), bool(check), tables()
        wrong = evaluate_hands(flat, count, masks, *settings, *scratch, out.reshape(-1))
        if wrong < out.size:
            check_distinct(flat.reshape(-1, HAND)[wrong, :count].tolist())
    return out


def categories(strengths: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Category of each strength, as `HandCategory` values.

    Parameters
    ----------
    strengths : array_like of int, shape (...)
        Strengths from `evaluate`.

    Returns
    -------
    ndarray of uint8, shape (...)
        0 (high card) to 9 (five of a kind).
    """
    return (np.asarray(strengths) >> 12).astype(np.uint8)


def _card_array(cards: npt.ArrayLike) -> npt.NDArray[np.integer[Any]]:
    """Card ids of any integer type, shape (..., n) with n = 1..7."""
    if isinstance(cards, str):
        ids = np.array(parse_cards(cards), np.uint8)
    elif isinstance(cards, list | tuple) and cards and isinstance(cards[0], str):
        hands = [parse_cards(cast("str", hand)) for hand in cards]
        for hand, text in zip(hands, cards, strict=True):
            if len(hand) != len(hands[0]):
                raise ValueError(f"hand {text!r} has {len(hand)} cards, the first has {len(hands[0])}: give one length")
        ids = np.array(hands, np.uint8)
    else:
        ids = np.asarray(cards)
    if ids.ndim == 0 or not 1 <= ids.shape[-1] <= HAND:
        found = "one number" if ids.ndim == 0 else f"{ids.shape[-1]} cards"
        raise ValueError(f"a hand has 1 to {HAND} cards, along the last axis; found {found}")
    if ids.dtype.kind not in "iu":
        raise ValueError(f"cards must be integer ids 0..51 or text, not {ids.dtype}")
    return ids


def _check_ids(ids: npt.NDArray[np.integer[Any]]) -> None:
    """Catch what would not survive the cast to eight bits; the kernel looks at the rest."""
    if ids.dtype != np.uint8 and ids.size:
        for extreme in (ids.min(), ids.max()):
            if not 0 <= extreme < DECK:
                raise ValueError(f"card id {extreme} is out of range: ids run from 0 (2c) to 51 (As)")


def _mask_array(wild_ranks: npt.ArrayLike) -> npt.NDArray[np.integer[Any]]:
    """Masks of wild ranks of any integer type."""
    if isinstance(wild_ranks, str):
        return np.array(parse_ranks(wild_ranks), np.uint16)
    masks = np.asarray(wild_ranks)
    if masks.dtype.kind not in "iu":
        raise ValueError(f"wild ranks must be 13-bit masks or text such as 'Q5', not {masks.dtype}")
    for extreme in (masks.min(), masks.max()) if masks.size else ():
        if not 0 <= extreme < _MASKS:
            raise ValueError(f"wild-rank mask {extreme} is out of range: masks have 13 bits, 0..{_MASKS - 1}")
    return masks
