"""The command ``ftq``: reads arguments, calls the documented functions, prints what they return.

Nothing heavy (numpy, numba, pandas, rich) is imported before the input has been checked, and what only one command
needs is imported there, so that help and every input error answer at once. Exit codes: 0 done, 1 failed, 2 bad input,
130 interrupted.
"""

import contextlib
import gc
import os
import sys
from functools import partial
from typing import Any, NoReturn

import click

from evaluator.cards import card_text, parse_cards, parse_ranks, ranks_list
from simulator import __version__
from simulator.arguments import (
    MAX_COUNT,
    Whole,
    choose_effort,
    choose_format,
    choose_game,
    choose_method,
    choose_pot,
    choose_quiet,
    choose_seed,
    read_pot,
)
from simulator.cli_batch import batch
from simulator.cli_next_card import outs
from simulator.cli_outlook import forecast
from simulator.cli_queens import queens
from simulator.cli_replay import replay
from simulator.console import (
    DONE,
    CommandGroup,
    answering,
    checking,
    ended,
    flush,
    formatted,
    note,
    write_answer,
)
from simulator.methods import query
from simulator.picture_files import checked_picture, choose_plot, save_picture
from simulator.rules import Rules, WildState, wild_start, wild_steps
from simulator.table import Table
from simulator.table_arguments import describe_table


@click.group(
    cls=CommandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Example: ftq equity AsKd/Qh7c xx/Tc2d",
)
@click.version_option(__version__, prog_name="ftq", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Chances at Follow the Queen and seven-card stud.

    A seat is written DOWN/UP[/LAST], seats in deal order: AsKd/Qh7c is two down cards and two up cards, xx/Tc2d two
    unknown down cards and two up cards, f:xx/Qc5s a seat that folded, AsKd/Qh7c4s2d/9h has its seventh card.
    Down cards may be described: AA/Kd, pair,Qx/Kd.
    """
    if ctx.invoked_subcommand is None:
        write_answer(f"{ctx.get_help()}\n")


@cli.command(epilog="Example: ftq equity AsKd/Qh7c xx/Tc2d f:xx/9c --dead 5s")
@describe_table
@choose_method
@choose_effort
@click.option("--by-street/--no-by-street", default=None, help="Equity by street so far.  [default: yes, in CSV no]")
@choose_pot
@choose_plot("the equities by street")
@choose_format
@choose_quiet
def equity(
    table: Table,
    method: str,
    deals: int | None,
    precision: float | None,
    time_limit: float | None,
    seed: int | None,
    workers: int | None,
    by_street: bool | None,
    pot: float | None,
    to_call: float | None,
    plot: str | None,
    form: str,
    quiet: bool,
) -> int:
    """Win, tie and equity of each seat, now and by street so far."""
    with checking():
        bet = read_pot(pot, to_call)
        picture = None if plot is None else checked_picture(plot)
        if bet and by_street and form == "csv":
            raise ValueError("--by-street in CSV has no place for the pot odds: leave out --by-street, or use json")
        streets = form != "csv" if by_street is None else by_street
        query(table, method, deals=deals, time_limit=time_limit, by_street=streets)

    from simulator import report
    from simulator.estimate import equity as estimate_equity
    from simulator.progress import ProgressBar

    with ProgressBar(wanted=not quiet) as progress, answering(quiet=quiet):
        result = estimate_equity(
            table,
            method=method,
            deals=deals,
            precision=precision,
            time_limit=time_limit,
            seed=seed,
            workers=workers,
            by_street=streets,
            progress=progress,
        )
    if not quiet:
        for text in result.notes:
            note(text)
    answer = result.to_dict()
    if bet:
        from simulator.pot_odds import call_values

        answer["pot_odds"] = call_values(result, *bet).to_dict()
    csv = partial(report.equity_csv, by_street=streets)
    asked = report.Asked(method, deals, precision, time_limit, result.stopped)
    write_answer(formatted(form, answer, csv=csv, text=partial(report.equity_text, table=table, asked=asked)))
    if picture is not None:
        from simulator.plots import plot_equity

        save_picture(lambda: plot_equity(result), picture)
    words = f"{'earlier streets' if result.method == 'exact' else 'these'} are figures so far"
    return ended(result.stopped, words, quiet=quiet)


cli.add_command(forecast)
cli.add_command(outs)
cli.add_command(queens)
cli.add_command(batch)
cli.add_command(replay)


@cli.command(epilog="Example: ftq deal AsKd/Qh7c xx/Tc2d --count 3 --seed 7")
@describe_table
@click.option("--count", type=Whole(1, MAX_COUNT), default=1, show_default=True, metavar="N", help="How many deals.")
@choose_seed
@choose_format
@choose_quiet
def deal(
    table: Table,
    count: int,
    seed: int | None,
    form: str,
    quiet: bool,
) -> int:
    """Deal at random: wild ranks card by card, hands, winner."""
    from simulator import card_report
    from simulator.audit import sample_deals
    from simulator.progress import ProgressBar

    with ProgressBar(wanted=not quiet) as progress, answering(quiet=quiet):
        sample = sample_deals(table, count=count, seed=seed, progress=progress).to_dict()
    write_answer(formatted(form, sample, csv=card_report.deals_csv, text=partial(card_report.deals_text, table=table)))
    return DONE


@cli.command(epilog="Example: ftq hand AsQs5s9s2d --wild Q")
@click.argument("cards", nargs=-1, metavar="CARDS...")
@click.option(
    "--wild", metavar="RANKS|none", help="Wild ranks, such as Q5.  [default: those before any up card: Q; none in stud]"
)
@choose_game
@choose_format
@choose_quiet
def hand(cards: tuple[str, ...], wild: str | None, game: str, rules: tuple[str, ...], form: str, quiet: bool) -> int:
    """Evaluate one hand and tell what its wild cards are."""
    with checking():
        settings = Rules.from_options(rules, game=game)
        ids = parse_cards(" ".join(cards))
        if not 1 <= len(ids) <= 7:
            raise ValueError(f"a hand has 1 to 7 cards, not {len(ids)}: write them side by side, as in AsQs5s9s2d")
        mask = wild_start(settings).wild_ranks if wild is None else parse_ranks(wild)
        if mask and game == "stud":
            raise ValueError(
                f"--wild {wild} with --game stud: stud has no wild cards (rule W16); leave out one of them"
            )

    from evaluator import describe
    from simulator import card_report

    with answering(quiet=quiet):
        value = describe(ids, mask, double_ace_flush=settings.double_ace_flush == "on")
    answer = {"cards": [card_text(card) for card in ids], "wild_ranks": ranks_list(mask), **value.to_dict()}
    write_answer(formatted(form, answer, csv=card_report.hand_csv, text=card_report.hand_text))
    return DONE


@cli.command(epilog="Example: ftq wild Qh 5d Qc 8s")
@click.argument("cards", nargs=-1, metavar="UPCARDS...")
@choose_game
@choose_format
def wild(cards: tuple[str, ...], game: str, rules: tuple[str, ...], form: str) -> int:
    """List the wild ranks after each up card, in deal order."""
    with checking():
        settings = Rules.from_options(rules, game=game)
        ids = parse_cards(" ".join(cards))
        states = wild_steps(ids, settings)

    from simulator import card_report

    steps = [{"card": card_text(card), **_state(state)} for card, state in zip(ids, states, strict=True)]
    answer = {"steps": steps, **_state(states[-1] if states else wild_start(settings))}
    write_answer(formatted(form, answer, csv=card_report.wild_csv, text=partial(card_report.wild_text, rules=settings)))
    return DONE


@cli.command(epilog="Example: ftq rules --format csv")
@choose_format
def rules(form: str) -> int:
    """List the house rules with their values and defaults."""
    from simulator.house_rules import house_rules, house_rules_csv, house_rules_text

    write_answer(formatted(form, house_rules(), csv=house_rules_csv, text=house_rules_text))
    return DONE


@cli.command(epilog="Example: ftq warmup")
@choose_quiet
def warmup(quiet: bool) -> int:
    """Compile everything now, so that no later command does."""
    from evaluator.kernel_cache import KERNELS
    from simulator.warmup import warm_up

    kept = warm_up(tell=(lambda _: None) if quiet else note)
    if not kept:
        raise click.ClickException("no directory can be written to that would keep the kernels: set NUMBA_CACHE_DIR")
    write_answer(f"all {len(KERNELS)} kernels are compiled\n" if KERNELS else "numba is off: nothing to compile\n")
    return DONE


def _state(state: WildState) -> dict[str, Any]:
    follower = None if state.follower is None else ranks_list(1 << state.follower)[0]
    return {"wild_ranks": ranks_list(state.wild_ranks), "follower": follower, "pending": state.pending}


def main() -> NoReturn:
    """Run the command line: the console script ``ftq`` and ``python -m simulator``."""
    # A short command: collect garbage rarely, and leave without tearing the interpreter down.
    gc.set_threshold(100_000, 50, 100)
    if "_FTQ_COMPLETE" in os.environ:
        cli.main()
    code = cli.run(sys.argv[1:])
    with contextlib.suppress(OSError, ValueError):
        flush()
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stderr.flush()
    os._exit(code)
