"""What has become slower since a baseline was stored? ``python -m benchmarks.compare [BASELINE] [--write]``."""

from pathlib import Path

import click

from benchmarks import baseline
from benchmarks.calibration import calibration
from benchmarks.machine import cpu_name, facts
from benchmarks.relative import per_loop
from benchmarks.throughputs import throughputs


@click.command()
@click.argument("path", metavar="[BASELINE]", default=baseline.FILE, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--write", is_flag=True, help="Store the figures of now as the baseline.")
def main(path: Path, write: bool) -> None:
    """Measure for some fifteen seconds, and say what is slower by more than 10%: a warning, no failure.

    What seems slower is measured once more, and the better of its two figures counts.
    """
    if write and not path.parent.is_dir():
        raise click.ClickException(f"there is no directory {path.parent}")
    if write:
        baseline.write(path, cpu_name(), facts(), per_loop(throughputs(), calibration()))
        click.echo(f"wrote {path}")
        return
    try:
        then = baseline.read(path)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    runs, loop = throughputs(), calibration()
    click.echo("\n".join([*facts(), f"baseline of {then.written}:", *then.facts]))
    now = per_loop(runs, loop)
    doubtful = baseline.slower(now, then.per_loop)
    again = per_loop({what: runs[what] for what in doubtful}, loop)
    click.echo(baseline.report(now | {what: max(now[what], again[what]) for what in doubtful}, then.per_loop))
    if then.cpu != cpu_name():
        click.echo("the baseline is of another CPU: such ratios differ by tens of percents")


if __name__ == "__main__":
    main()
