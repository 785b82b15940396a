"""The table of a command: its seats and the options that describe it, read before anything is asked of it."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from simulator.arguments import Whole, choose_game
from simulator.console import checking
from simulator.rules import Rules
from simulator.seat_files import expand_seats
from simulator.table import Table


def describe_table(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the seats and the options that describe a table; the command gets the table instead, as `table`."""

    @wraps(command)
    def reading(
        *,
        seats: tuple[str, ...],
        game: str,
        rules: tuple[str, ...],
        dead: tuple[str, ...],
        common: str | None,
        count_seats: int | None,
        at: int | None,
        **others: Any,
    ) -> Any:
        with checking():
            table = read_table(seats, game=game, options=rules, dead=dead, common=common, count=count_seats, at=at)
        return command(table=table, **others)

    described: Callable[..., Any] = reading
    for option in (
        click.option("--at", type=Whole(1, 8), metavar="K", help="The seat given is seat K of --seats.  [default: 1]"),
        click.option("--seats", "count_seats", type=Whole(2, 8), metavar="N", help="With one seat given: N in all."),
        click.option("--common", metavar="CARD|x", help="The common card of a short deck, x if dealt but not seen."),
        click.option(
            "--dead", multiple=True, metavar="CARDS", help="Cards out of the deck besides those of the seats."
        ),
        click.argument("seats", nargs=-1, metavar="SEAT..."),
    ):
        described = option(described)
    return choose_game(described)


def read_table(
    seats: Sequence[str],
    *,
    game: str,
    options: Sequence[str],
    dead: Sequence[str],
    common: str | None,
    count: int | None,
    at: int | None,
) -> Table:
    """Build the table that the arguments describe.

    Parameters
    ----------
    seats : sequence of str
        The seats in deal order, ``@FILE`` for those in a file; a single one if `count` is given.
    game : str
        ``"ftq"`` or ``"stud"``.
    options : sequence of str
        House rules, each ``NAME=VALUE``.
    dead : sequence of str
        Dead cards, in any number of parts.
    common : str or None
        The common card, None if it is not dealt.
    count, at : int or None
        Number of seats and number of the one seat that is given.

    Raises
    ------
    ValueError
        One line that says what is wrong and what to do.
    """
    rules = Rules.from_options(options, game=game)
    if not seats:
        raise ValueError("no seat given: write one argument per seat in deal order, as in AsKd/Qh7c xx/Tc2d")
    given = expand_seats(seats)
    out = " ".join(dead)
    if count is None and at is not None:
        raise ValueError(
            "--at needs --seats: write the one seat you know, --seats and --at, as in QsQh/Kd --seats 6 --at 3"
        )
    if count is not None and len(given.texts) != 1:
        raise ValueError(
            f"--seats fills up a table around one seat, but {len(given.texts)} are given: leave out --seats"
        )
    try:
        if count is None:
            return Table.parse(given.texts, dead=out, common=common, rules=rules)
        return Table.from_one_seat(
            given.texts[0], seats=count, at=1 if at is None else at, dead=out, common=common, rules=rules
        )
    except ValueError as error:
        raise given.located(error) from None
