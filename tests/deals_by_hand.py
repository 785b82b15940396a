"""Finished deals given as text, read by `tests.reshapes`: for deals that are worked out by hand."""

from tests import dealer, oracle, reshapes
from tests.oracle import CATEGORIES, PLAIN, House, ids
from tests.reshapes import ALL, COUNTERS, Reading

# Up cards Qh 7d | 9c Kc | 4s 5h | Jd 2s.
FOLLOWER = ("7c2d/Qh9c4sJd/3h", "8s8c/7dKc5h2s/Th")


def play(*texts: str, house: House = PLAIN, dead: str = "", common: str = "", placed: int = 0) -> Reading:
    """Read a finished deal; the first up cards, so many, had been placed before the question was asked."""
    seats = [dealer.parse_seat(text) for text in texts]
    deal = reshapes.finished(seats, ids(dead), house, ids(common)[0] if common else None, placed)
    return reshapes.read(deal, [at for at, seat in enumerate(seats) if not seat.folded], house)


def counts(reading: Reading, street: str = ALL) -> dict[str, int]:
    """The counters of a street that are not 0."""
    assert set(reading.counts[street]) <= set(COUNTERS)
    return {counter: count for counter, count in reading.counts[street].items() if count}


def changes(reading: Reading, street: str = ALL) -> dict[int, int]:
    """How many hands changed by so many categories, 0 too."""
    return {change: count for change, count in reading.changes[street].items() if count}


def names(*categories: int) -> list[str]:
    return [CATEGORIES[category] for category in categories]


def all_but(*texts: str) -> str:
    """Every card that is not in these texts: dead, so that the deck ends with them."""
    used = ids("".join(texts).replace("/", ""))
    return oracle.text([card for card in range(52) if card not in used])
