"""What a table must be for a forecast; imports nothing heavy, so that the command line can check its input with it."""

from simulator.rules import Street
from simulator.table import Table


def check_outlook(table: Table) -> None:
    """Check that something is to come at a table and that no filter describes down cards; ValueError otherwise."""
    for seat in table.seats:
        if seat.filter is not None:
            raise ValueError(
                f"seat {seat.number}: {seat.text} describes its down cards: a forecast needs the cards, or xx"
            )
    if table.street is Street.SEVENTH and table.street_complete:
        raise ValueError("seventh street is complete: no street is to come; ask for the equity instead")
