"""One seat and its notation, ``[f:]DOWN/UP[/LAST]``."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.cards import card_text, scan_cards
from simulator.filters import Filter, parse_filter
from simulator.rules import DOWN_CARDS, UP_CARDS

FORM = "write DOWN/UP, as in AsKd/Qh7c; xx/x is a live seat of which nothing is known"

_FILTER_SIGNS = re.compile(r"[],+\[-]|pair|suited|wild", re.IGNORECASE | re.ASCII)
_BRACKETS = re.compile(r"\(([^()/]*)\)([^()/]*)(?:\(([^()/]*)\))?")
_COUNTED = ("no up card", "only one up card", "only two up cards", "only three up cards")


@dataclass(frozen=True, slots=True)
class Seat:
    """The cards of one seat.

    Attributes
    ----------
    number : int
        1 for the seat dealt to first (rule D1).
    folded : bool
        Whether the seat has folded.
    down : tuple of int or None
        The two down cards of third street, None where unknown. Empty for a hand that is dead because the dealer exposed
        both of its first cards (rule B12): those are its up cards; it has no text of its own.
    up : tuple of int or None
        0 to 4 up cards in the order they were dealt, None where unknown.
    last : tuple of int or None
        The seventh card: ``()`` not given, ``(None,)`` dealt and unseen, else its card id.
    filter : Filter or None
        What the two down cards may be, both of them unknown; None if they may be any.
    """

    number: int
    folded: bool
    down: tuple[int | None, ...]
    up: tuple[int | None, ...]
    last: tuple[int | None, ...] = ()
    filter: Filter | None = None

    @property
    def text(self) -> str:
        """The seat in its normal notation, such as ``"f:xx/Qc5s"``."""
        down = texts(self.down) if self.filter is None else self.filter.text
        parts = [down, texts(self.up), texts(self.last)] if self.last else [down, texts(self.up)]
        return ("f:" if self.folded else "") + "/".join(parts)


def card_or_x(card: int | None) -> str:
    """Text of a card, ``"x"`` for an unknown one."""
    return "x" if card is None else card_text(card)


def texts(cards: Sequence[int | None]) -> str:
    """Text of several cards, ``"x"`` for each unknown one."""
    return "".join(map(card_or_x, cards))


def quoted(text: str) -> str:
    """Text in quotes on one line, cut short if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def parse_seat(text: str, number: int) -> Seat:
    """Read one seat.

    Parameters
    ----------
    text : str
        ``AsKd/Qh7c``, ``xx/Tc2d``, ``f:xx/Qc5s``, ``AsKd/Qh7c4s2d/9h`` or ``(AsKd)Qh7c4s2d(9h)``; a filter may stand
        for the down cards, ``pair,Ax/Tc2d``.
    number : int
        Number of the seat, from 1.

    Raises
    ------
    ValueError
        The text is no seat; the message is one line that names the seat and the card and says what to write.
    """
    try:
        return _read(text.strip(), number)
    except ValueError as error:
        raise ValueError(f"seat {number} ({quoted(text)}): {error}") from None


def _read(text: str, number: int) -> Seat:
    folded = text[:2].lower() == "f:"
    down_text, up_text, last_text = _split(text[2:].strip() if folded else text)
    down, chosen = _read_down(down_text)
    if folded and chosen is not None:
        raise ValueError("a folded seat has no filter: write its down cards, or xx")
    up = tuple(_scan_dealt(up_text))
    if len(up) > UP_CARDS:
        split = "/".join(map(texts, (down, up[:UP_CARDS], up[UP_CARDS:])))
        advice = f": {split}" if len(up) == UP_CARDS + 1 and last_text is None else ""
        raise ValueError(f"{len(up)} up cards; at most four, the seventh card goes after a second slash{advice}")
    last = () if last_text is None else _read_last(last_text, len(up))
    return Seat(number, folded, down, up, last, chosen)


def _split(body: str) -> tuple[str, str, str | None]:
    """Text of the down cards, of the up cards and of the seventh card, None if that is not given."""
    if not body:
        raise ValueError(f"no cards; {FORM}")
    if "(" in body or ")" in body:
        match = _BRACKETS.fullmatch(body)
        if match is None:
            raise ValueError("misplaced brackets: write (AsKd)Qh7c or (AsKd)Qh7c4s2d(9h), or slashes only, AsKd/Qh7c")
        return match[1], match[2], match[3]
    parts = body.split("/")
    if len(parts) == 1:
        try:
            cards = [card_or_x(card) for card in scan_cards(body, unknown=True)]
        except ValueError:
            raise ValueError(f"no slash; {FORM}") from None
        form = f"{''.join(cards[:2])}/{''.join(cards[2:])}"
        raise ValueError(f"no slash between down and up cards: write {form}" if len(cards) > 2 else f"no slash; {FORM}")
    if len(parts) > 3:
        raise ValueError(f"{len(parts) - 1} slashes; at most two: DOWN/UP/LAST, as in AsKd/Qh7c4s2d/9h")
    return parts[0], parts[1], parts[2] if len(parts) == 3 else None


def _scan_dealt(text: str) -> list[int | None]:
    """Cards dealt one by one, of which no filter can speak."""
    if _FILTER_SIGNS.search(text):
        raise ValueError(
            f"{quoted(text)}: only down cards can be a filter; write cards with their suits, as in AsKd/Qh7c"
        )
    return scan_cards(text, unknown=True)


def _read_down(text: str) -> tuple[tuple[int | None, int | None], Filter | None]:
    """Two down cards, or none of them known and what they may be."""
    try:
        if "," in text:
            raise ValueError("commas unite filters")
        cards = scan_cards(text, unknown=True)
    except ValueError:
        return (None, None), parse_filter(text)
    if not cards:
        return (None, None), None
    if len(cards) == 1:
        card = card_or_x(cards[0])
        raise ValueError(
            f"{text.strip()} is one unknown card, but there are two down cards: write xx"
            if card == "x"
            else f"only one down card, {card}: write {card}x if the other one is unknown"
        )
    if len(cards) > DOWN_CARDS:
        raise ValueError(f"{len(cards)} down cards ({texts(cards)}); two go before the slash, up cards after it")
    return (cards[0], cards[1]), None


def _read_last(text: str, up_count: int) -> tuple[int | None]:
    cards = _scan_dealt(text)
    shown = texts(cards)
    if not cards:
        raise ValueError(
            "the place of the seventh card is empty: write x if it is dealt but unseen, else drop the slash"
        )
    if len(cards) > 1:
        raise ValueError(f"{len(cards)} cards ({shown}) where the seventh card goes: write one there")
    if up_count < UP_CARDS:
        raise ValueError(f"the seventh card {shown} is given, but {_COUNTED[up_count]}: it comes after four up cards")
    return (cards[0],)


def ups(count: int) -> str:
    """Count up cards in words."""
    return f"{count} up card{'' if count == 1 else 's'}"


def check_up_counts(seats: Sequence[Seat]) -> None:
    """Check that the up cards can have been dealt in turn (rule D1), one street after the other."""
    live = [seat for seat in seats if not seat.folded]
    if not live:
        raise ValueError("every seat has folded: at least one must be live, so leave out an f:")
    most = max(len(seat.up) for seat in live)
    short = None  # the first live seat that has not been dealt to on this street
    for seat in live:
        if len(seat.up) < most - 1:
            full = next(other for other in live if len(other.up) == most)
            raise ValueError(
                f"seat {seat.number}: {ups(len(seat.up))}, but seat {full.number} has {most}; write x for one not known"
            )
        if len(seat.up) == most and short is not None:
            raise ValueError(
                f"seat {short.number}: {ups(most - 1)}, but seat {seat.number}, dealt to later, has {most}; "
                "write x for one not known"
            )
        if len(seat.up) < most and short is None:
            short = seat
    for seat in seats:
        if not (seat.folded and seat.down):
            continue
        if not seat.up:
            raise ValueError(f"seat {seat.number}: folded without an up card; write x for one not known")
        if len(seat.up) > most:
            raise ValueError(f"seat {seat.number}: folded with {ups(len(seat.up))}, but live seats have at most {most}")
        if len(seat.up) == most and short is not None and short.number < seat.number:
            raise ValueError(
                f"seat {seat.number}: folded with {ups(most)}, but seat {short.number}, dealt to before, has {most - 1}"
            )
