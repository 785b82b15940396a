"""The command ``ftq outs``: what each card that can come next does."""

from functools import partial

import click

from simulator.arguments import (
    Whole,
    choose_format,
    choose_method,
    choose_quiet,
    effort_options,
)
from simulator.coming_card import coming_cards, tables_after
from simulator.console import answering, checking, ended, formatted, write_answer
from simulator.limits import OUTS_PRECISION
from simulator.methods import list_plans
from simulator.table import Table
from simulator.table_arguments import describe_table


@click.command(epilog="Example: ftq outs AsKd/Qh7c2s 8c8d/Tc2d5c --next 1")
@describe_table
@click.option("--next", "seat", type=Whole(1, 8), metavar="K", help="The seat that gets it.  [default: by the deal]")
@click.option("--anyone", is_flag=True, help="A list for each live seat that still gets a card.")
@choose_method
@effort_options(f"{100 * OUTS_PRECISION:g}% after each card")
@choose_format
@choose_quiet
def outs(
    table: Table,
    seat: int | None,
    anyone: bool,
    method: str,
    deals: int | None,
    precision: float | None,
    time_limit: float | None,
    seed: int | None,
    workers: int | None,
    form: str,
    quiet: bool,
) -> int:
    """Equity after each card that can come next, best first."""
    with checking():
        if anyone and seat is not None:
            raise ValueError("--next and --anyone are two ways to say who gets the card: leave out one of them")
        coming = coming_cards(table, seat, anyone=anyone)
        list_plans(tables_after(coming), method, deals=deals, time_limit=time_limit)

    from simulator.next_card import outs as find_outs
    from simulator.next_card_report import outs_csv, outs_text
    from simulator.progress import ProgressBar
    from simulator.report import Asked

    with ProgressBar(wanted=not quiet) as progress, answering(quiet=quiet):
        found = find_outs(
            table,
            seat,
            anyone=anyone,
            method=method,
            deals=deals,
            precision=precision,
            seed=seed,
            workers=workers,
            progress=progress,
            time_limit=time_limit,
        )
    who = ["--anyone"] if anyone else [] if seat is None else ["--next", str(seat)]
    asked = Asked(method, deals, precision, time_limit, found.stopped)
    text = partial(outs_text, table=table, asked=asked, who=who)
    write_answer(formatted(form, found.to_dict(), csv=outs_csv, text=text))
    return ended(found.stopped, "these are figures so far", quiet=quiet)
