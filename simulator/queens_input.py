"""What a Queens study may be asked; imports nothing heavy, so that the command line can check its input with it."""

from collections.abc import Iterable
from itertools import chain
from typing import SupportsIndex

from simulator.limits import MAX_DEALS, whole
from simulator.rules import MAX_SEATS, MIN_SEATS, Rules
from simulator.table import Table, check_table

DEFAULT_DEALS = 1_000_000  # for each number of seats
CARDS = 7  # of a hand in the end, a common card among them


def checked_seats(seats: SupportsIndex | Iterable[SupportsIndex]) -> tuple[int, ...]:
    """Return the numbers of seats; ValueError if one is out of range or stands twice, or there are none."""
    if isinstance(seats, Table):
        raise ValueError("seats is a number of seats or several: give a table as table=...")
    if isinstance(seats, str | bytes) or not isinstance(seats, SupportsIndex | Iterable):
        raise ValueError(f"seats is a number of seats or several, as in (2, 4, 7), not {str(seats)[:40]!r}")
    given = seats if isinstance(seats, Iterable) else (seats,)
    counts = tuple(whole("a number of seats", count, MIN_SEATS, MAX_SEATS) for count in given)
    if not counts:
        raise ValueError("no number of seats is given: write one or several, as in (2, 4, 7)")
    for count in counts:
        if counts.count(count) > 1:
            raise ValueError(f"{count} seats stand twice: leave out one of them")
    return counts


def checked_deals(deals: int) -> int:
    """Return the number of deals; ValueError if it is out of range."""
    return whole("deals", deals, 1, MAX_DEALS)


def checked_wild(rules: Rules) -> Rules:
    """Return the rules; ValueError if nothing can be wild under them."""
    if not isinstance(rules, Rules):
        raise ValueError(f"rules is a Rules, such as Rules(last_queen='keep'), not {str(rules)[:40]!r}")
    if rules.game == "stud":
        raise ValueError("nothing is wild in stud (rule W16), so nothing reshapes the hands: study the game ftq")
    return rules


def checked_table(table: Table) -> Table:
    """Return the table; ValueError if nothing is wild, or nothing is left to deal."""
    check_table(table)
    checked_wild(table.rules)
    dealt = [(*seat.down, *seat.up, *seat.last, *table.common) for seat in table.live]
    faces = [up.card for up in table.up_cards]
    if all(len(cards) == CARDS for cards in dealt) and None not in (*chain(*dealt), *faces):
        raise ValueError("every card of this table is known, so nothing is left to deal: leave out the last cards")
    return table
