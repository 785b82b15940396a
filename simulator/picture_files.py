"""Files for pictures: checked before anything is computed, written after it."""

import os
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from simulator.arguments import Command

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg")


def checked_picture(path: str) -> str:
    """Return the name of a file that a picture can go to.

    Raises
    ------
    ValueError
        Another ending than ``.png`` or ``.svg``, no such directory, or no matplotlib; the message is one line.
    """
    name, ending = os.path.splitext(path)
    if ending.lower() not in ENDINGS or not os.path.basename(name):
        raise ValueError(f"--plot {path!r}: a picture is a .png or .svg file, as in equity.png")
    directory = os.path.dirname(path) or "."
    if not os.path.isdir(directory):
        raise ValueError(f"--plot {path!r}: there is no directory {directory!r}")
    if os.path.isdir(path):
        raise ValueError(f"--plot {path!r} is a directory")
    if find_spec("matplotlib") is None:
        raise ValueError("--plot needs matplotlib: pip install matplotlib, or this program with its extra [plot]")
    return path


def choose_plot(what: str) -> Callable[[Command], Command]:
    """Return what adds the option --plot, whose help says what is drawn."""
    return click.option("--plot", metavar="FILE", help=f"Draw {what} to a .png or .svg file.")


def save_picture(draw: "Callable[[], Figure]", path: str) -> None:
    """Draw a picture and write it; a file that cannot be written is one line and exit code 1."""
    from simulator.plot_style import write_picture

    try:
        write_picture(draw(), path)
    except OSError as error:
        raise click.ClickException(f"cannot write {path!r}: {error.strerror or error}") from None
