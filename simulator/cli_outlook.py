"""The command ``ftq forecast``: what each coming street does to the equities, the lead and the wild ranks."""

import click

from simulator.arguments import (
    Quantity,
    Whole,
    choose_format,
    choose_quiet,
    choose_run,
    parse_precision,
)
from simulator.console import answering, checking, ended, formatted, write_answer
from simulator.limits import DEFAULT_BOARD_DEALS, MAX_BOARD_DEALS, MAX_BOARDS, MIN_BOARD_DEALS, MIN_BOARDS
from simulator.outlook_input import check_outlook
from simulator.picture_files import checked_picture, choose_plot, save_picture
from simulator.table import Table
from simulator.table_arguments import describe_table


@click.command(epilog="Example: ftq forecast AsKd/Qh7c xx/Tc2d")
@describe_table
@click.option(
    "--boards", type=Whole(MIN_BOARDS, MAX_BOARDS), metavar="N", help="Boards of each street at most, such as 100k."
)
@click.option(
    "--deals-per-board",
    type=Whole(MIN_BOARD_DEALS, MAX_BOARD_DEALS),
    default=DEFAULT_BOARD_DEALS,
    show_default=True,
    metavar="N",
    help=f"Deals from each board, at most {MAX_BOARD_DEALS}, for the equities on it.",
)
@click.option(
    "--precision",
    type=Quantity(parse_precision),
    metavar="P",
    help="Add boards until the 95% intervals of all means reach at most so far to each side, of the pot, and those of "
    "the spreads at most 2.5 times as far: 0.2% or 0.002.  [default: 0.2%, unless --boards or --time is given]",
)
@choose_run
@choose_plot("a fan chart for each seat")
@choose_format
@choose_quiet
def forecast(
    table: Table,
    boards: int | None,
    deals_per_board: int,
    precision: float | None,
    time_limit: float | None,
    seed: int | None,
    workers: int | None,
    plot: str | None,
    form: str,
    quiet: bool,
) -> int:
    """Foretell equities, lead and followers on the coming streets."""
    with checking():
        check_outlook(table)
        picture = None if plot is None else checked_picture(plot)

    from simulator.outlook import forecast as forecast_table
    from simulator.outlook_report import Asked, forecast_csv, forecast_text
    from simulator.progress import ProgressBar

    with ProgressBar(wanted=not quiet) as progress, answering(quiet=quiet):
        found = forecast_table(
            table,
            precision=precision,
            boards=boards,
            deals_per_board=deals_per_board,
            seed=seed,
            workers=workers,
            progress=progress,
            time_limit=time_limit,
        )
    asked = Asked(precision, boards, deals_per_board)
    csv, text = (lambda _: forecast_csv(found)), (lambda _: forecast_text(found, table, asked))
    write_answer(formatted(form, found.to_dict(), csv=csv, text=text))
    if picture is not None:
        from simulator.plots import plot_forecast

        save_picture(lambda: plot_forecast(found), picture)
    return ended(found.stopped, "these are figures of the boards so far", quiet=quiet)
