"""The command ``ftq queens``: how often Queens come up and what they do to the hands."""

import re
from typing import Any

import click

from simulator.arguments import (
    Whole,
    choose_format,
    choose_game,
    choose_quiet,
    choose_seed,
    choose_workers,
)
from simulator.console import answering, checking, ended, formatted, write_answer
from simulator.limits import MAX_DEALS
from simulator.picture_files import checked_picture, choose_plot, save_picture
from simulator.queens_input import DEFAULT_DEALS, checked_seats, checked_table, checked_wild
from simulator.rules import MAX_SEATS, MIN_SEATS, Rules
from simulator.table_arguments import read_table

_PART = re.compile(r"\s*(\d+)\s*(?:-\s*(\d+)\s*)?", re.ASCII)


def parse_seat_counts(text: str) -> tuple[int, ...]:
    """Read numbers of seats: ``4``, ``2-7``, ``2,4,7``.

    Raises
    ------
    ValueError
        Text that is no such list, or a number that is out of range or stands twice.
    """
    counts: list[int] = []
    for part in text.split(","):
        match = _PART.fullmatch(part[:40])
        if match is None:
            raise ValueError(f"--seats {text[:40]!r} is no number of seats: write it as 4, 2-7 or 2,4,7")
        low, high = int(match[1]), int(match[2] or match[1])
        if not all(MIN_SEATS <= count <= MAX_SEATS for count in (low, high)):
            raise ValueError(
                f"--seats {text[:40]!r}: a table has {MIN_SEATS} to {MAX_SEATS} seats, as in 4, 2-7 or 2,4,7"
            )
        if low > high:
            raise ValueError(f"--seats {text[:40]!r} runs backwards: write {high}-{low}")
        counts += range(low, high + 1)
    return checked_seats(counts)


@click.command(epilog="Example: ftq queens --seats 4")
@click.argument("seats", nargs=-1, metavar="[SEAT]...")
@click.option(
    "--seats",
    "count_seats",
    metavar="N",
    help="Without a table: numbers of seats, such as 4, 2-7 or 2,4,7, all of them in and nothing known.  "
    "[default: 2-7]  With one seat given: N in all.",
)
@click.option("--at", type=Whole(1, MAX_SEATS), metavar="K", help="The seat given is seat K of --seats.  [default: 1]")
@click.option("--dead", multiple=True, metavar="CARDS", help="Cards out of the deck besides those of the seats.")
@click.option("--common", metavar="CARD|x", help="The common card of a short deck, x if dealt but not seen.")
@choose_game
@click.option(
    "--deals",
    type=Whole(1, MAX_DEALS),
    default=DEFAULT_DEALS,
    metavar="N",
    help="Deals for each number of seats, such as 5M or 200k.  [default: 1M]",
)
@choose_seed
@choose_workers
@choose_plot("how often hands are reshaped")
@choose_format
@choose_quiet
def queens(
    seats: tuple[str, ...],
    count_seats: str | None,
    at: int | None,
    dead: tuple[str, ...],
    common: str | None,
    game: str,
    rules: tuple[str, ...],
    deals: int,
    seed: int | None,
    workers: int | None,
    plot: str | None,
    form: str,
    quiet: bool,
) -> int:
    """Count how often Queens come up and reshape the hands."""
    with checking():
        picture = None if plot is None else checked_picture(plot)
        if seats:
            number = None if count_seats is None else _one_count(count_seats)
            table = checked_table(
                read_table(seats, game=game, options=rules, dead=dead, common=common, count=number, at=at)
            )
            if picture is not None and len(table.up_cards) == len(table.completed_up_order()):
                raise ValueError("--plot draws what the up cards to come do, and none is to come: leave it out")
            asked: dict[str, Any] = {"table": table}
        else:
            if dead or common is not None or at is not None:
                raise ValueError("--dead, --common and --at need seats: write one argument per seat, as in xx/Qh xx/7c")
            table = None
            counts = None if count_seats is None else parse_seat_counts(count_seats)
            asked = {"seats": counts, "rules": checked_wild(Rules.from_options(rules, game=game))}

    from simulator.progress import ProgressBar
    from simulator.queens import queens_study
    from simulator.queens_report import queens_csv, queens_text

    with ProgressBar(wanted=not quiet) as progress, answering(quiet=quiet):
        study = queens_study(**asked, deals=deals, seed=seed, workers=workers, progress=progress)
    csv, text = (lambda _: queens_csv(study)), (lambda _: queens_text(study, table))
    write_answer(formatted(form, study.to_dict(), csv=csv, text=text))
    if picture is not None:
        from simulator.plots import plot_queens

        save_picture(lambda: plot_queens(study), picture)
    stopped = "interrupted" if study.partial else None
    return ended(stopped, "these are figures of the deals so far", quiet=quiet)


def _one_count(text: str) -> int:
    counts = parse_seat_counts(text)
    if len(counts) > 1:
        raise ValueError(f"--seats {text[:40]!r} with a seat given: write one number of seats, as in QsQh/Kd --seats 6")
    return counts[0]
