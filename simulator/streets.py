"""A table as it stood on each street so far, for equities street by street."""

from dataclasses import replace
from typing import NamedTuple

from simulator.rules import Street
from simulator.table import Seat, Table


class StreetTable(NamedTuple):
    """A table as it stood on one street.

    Attributes
    ----------
    street : Street
        The street.
    complete : bool
        Whether every seat that was in had its card of the street; only the last entry can be incomplete.
    table : Table
        The cards known by then, with the seats live that folded on this street or later.
    is_headline : bool
        Whether the table is the one asked about: the last entry is, unless a seat folded on its street.
    """

    street: Street
    complete: bool
    table: Table
    is_headline: bool


class StreetTables(NamedTuple):
    """The streets so far, third street first.

    Attributes
    ----------
    entries : tuple of StreetTable
        One per street whose table is possible.
    notes : tuple of str
        One line for each street that is left out, with the reason.
    """

    entries: tuple[StreetTable, ...]
    notes: tuple[str, ...]


def up_card_street(place: tuple[int, int]) -> Street:
    """Street on which an up card is dealt, by its place in `Table.completed_up_order`."""
    number, turn = place
    return Street(Street.THIRD + turn) if number else Street.SEVENTH


def street_tables(table: Table) -> StreetTables:
    """Return the table as it stood on each street up to the current one.

    Street s has the first s - 2 up cards of each seat, all known down cards and the dead cards; seventh cards and the
    common card belong to seventh street. Filters of down cards hold on every street, with the wild ranks of now. A seat
    that folded with k up cards was in through street k + 2; one that was dealt a seventh card, on seventh street too.
    More seats were in on an earlier street, so that its deal may need more cards than the deck has (rule D3): such a
    street is left out.
    """
    entries = []
    notes = []
    for street in Street:
        if street > table.street:
            break
        try:
            then = _table_on(table, street)
        except ValueError as error:
            notes.append(f"{street.label} street is left out: {error}")
            continue
        complete = street < table.street or table.street_complete
        entries.append(StreetTable(street, complete, then, then == table))
    return StreetTables(tuple(entries), tuple(notes))


def _table_on(table: Table, street: Street) -> Table:
    """Return the table on one street; ValueError if no deck suffices for it."""
    seventh = street is Street.SEVENTH
    # A seat that folded on seventh street shared in the common card if there was one: it has no card of its own (D3).
    own_seventh = seventh and not table.common_due
    return Table.from_seats(
        tuple(_seat_on(seat, street, own_seventh) for seat in table.seats),
        dead=table.dead,
        common=table.common if seventh else (),
        rules=table.rules,
        wild_in_filters=table.wild_in_filters,
        up_order=table.up_order,
    )


def _seat_on(seat: Seat, street: Street, own_seventh: bool) -> Seat:
    """Return the seat on one street; `own_seventh` says whether it keeps its seventh card."""
    if not seat.down:
        return seat  # B12: dead since its first two cards
    up = seat.up[: street - 2]
    was_in = bool(seat.last) if street is Street.SEVENTH else len(up) == street - 2
    return replace(seat, up=up, folded=seat.folded and not was_in, last=seat.last if own_seventh else ())
