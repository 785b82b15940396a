"""Seventh street: a card for each seat, face down or face up (rule W15), or one common card (rule D3)."""

from collections.abc import Sequence

from simulator.rules import DOWN_CARDS, UP_CARDS, Rules, common_card_due, stub_after_sixth
from simulator.seats import Seat, card_or_x, ups


def is_common_due(seats: Sequence[Seat], dead: int) -> bool:
    """Whether the deal ends with one common card in place of the seventh cards (rule D3).

    Parameters
    ----------
    seats : sequence of Seat
        In deal order.
    dead : int
        Number of dead cards.

    Raises
    ------
    ValueError
        Not enough cards.
    """
    up_counts = [len(seat.up) if seat.folded else UP_CARDS for seat in seats]
    missing = sum(DOWN_CARDS - len(seat.down) for seat in seats)  # of hands dead by rule B12
    stub = stub_after_sixth(up_counts, dead) + missing
    return common_card_due(stub, sum(1 for seat in seats if not seat.folded or seat.last))


def check_seventh(seats: Sequence[Seat], common: Sequence[int | None], rules: Rules, *, due: bool) -> None:
    """Check seventh cards and the common card.

    Parameters
    ----------
    seats : sequence of Seat
        In deal order.
    common : sequence of int or None
        The common card if it is dealt, None if unseen.
    rules : Rules
        The game and its house rules.
    due : bool
        Whether a common card is due.

    Raises
    ------
    ValueError
        One line that names the seat and the card.
    """
    live = [seat for seat in seats if not seat.folded]
    waiting = next((seat for seat in live if len(seat.up) < UP_CARDS), None)
    if common:
        name = card_or_x(common[0])
        if not due:
            raise ValueError(
                f"common card {name}: the deck has a seventh card for each seat, so there is none (rule D3)"
            )
        if waiting is not None:
            raise ValueError(f"common card {name}: seat {waiting.number} has only {ups(len(waiting.up))} of four")
    # A known card is named rather than an unknown one, which may have been filled in.
    for seat in sorted((seat for seat in seats if seat.last), key=lambda seat: seat.last == (None,)):
        given = f"seat {seat.number}: the seventh card {card_or_x(seat.last[0])} is given, but"
        if waiting is not None:
            raise ValueError(f"{given} seat {waiting.number} has only {ups(len(waiting.up))} of four")
        if due and not (seat.folded and seat.last == (None,)):
            advice = "write x" if seat.folded else "give the common card instead"
            raise ValueError(f"{given} the deck is short and one common card serves all (rule D3); {advice}")
        before = next((other for other in live if not other.last and other.number < seat.number), None)
        if rules.seventh == "up" and not due and before is not None:
            raise ValueError(f"{given} seat {before.number}, dealt to before, has none; write x for one not known")
