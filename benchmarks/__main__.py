"""Run the benchmarks: ``python -m benchmarks [--smoke] [NAME...]``."""

import sys

import click

from benchmarks import (
    bench_ahead,
    bench_deals,
    bench_exact,
    bench_hands,
    bench_memory,
    bench_peers,
    bench_portable,
    bench_precision,
    bench_queens,
    bench_stages,
    bench_startup,
    bench_workers,
)
from benchmarks.machine import facts
from benchmarks.timing import Figure, table

QUESTIONS = {
    "deals": bench_deals,
    "workers": bench_workers,
    "precision": bench_precision,
    "exact": bench_exact,
    "ahead": bench_ahead,
    "queens": bench_queens,
    "hands": bench_hands,
    "peers": bench_peers,
    "startup": bench_startup,
    "memory": bench_memory,
    "stages": bench_stages,
    "portable": bench_portable,
}
NEEDS = {
    "workers": "two CPUs",
    "peers": "the extra [bench]",
    "memory": "Linux",
    "portable": "an x86 CPU",
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(QUESTIONS)))
@click.option("--smoke", is_flag=True, help="Tiny sizes: that it runs, not how fast.")
def main(names: tuple[str, ...], smoke: bool) -> None:
    """Measure on an idle machine: medians of five runs and more, CPU time of one pinned core if no more is said."""
    click.echo("\n".join(facts()))
    figures: list[Figure] = []
    for name in names or QUESTIONS:
        found = QUESTIONS[name].figures(smoke=smoke)
        if not found:
            click.echo(f"{name}: left out, it needs {NEEDS[name]}", err=True)
        figures += found
    click.echo(table(figures))
    if smoke:
        click.echo(f"{len(figures)} figures, sizes too small to mean anything")
    sys.exit(0)


if __name__ == "__main__":
    main()
