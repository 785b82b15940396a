"""How pictures look: colours that colour-blind readers tell apart, plain axes, a title, a note on what is shown."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patheffects import withStroke

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito, Color universal design (2008); grey in place of their yellow, which is pale on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#8C8C8C")
MARKERS = ("o", "s", "^", "D", "v", "p", "h", "<")
INK, PALE = "#222222", "#6B6B6B"

_STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#9A9A9A",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "grid.color": "#E3E3E3",
    "grid.linewidth": 0.8,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.left": False,
    "xtick.major.size": 3,
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "legend.frameon": False,
    "figure.dpi": 100,
    "savefig.dpi": 200,
    "svg.hashsalt": "follow-the-queen",
}


@contextmanager
def style() -> Iterator[None]:
    """Draw in this style, whatever that of the user is, which comes back afterwards."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def new_figure(size: tuple[float, float], title: str, note: str) -> Figure:
    """Make an empty figure of `size` inches with a title above and a note below; no window and no pyplot."""
    figure = Figure(figsize=size, layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.1))
    figure.suptitle(title, x=0.012, ha="left", fontsize=13, fontweight="bold")
    lines = [line for part in note.splitlines() for line in wrap(part, int(15 * size[0]))]
    figure.supxlabel("\n".join(lines), x=0.012, ha="left", fontsize=8, color=PALE)
    return figure


def percent_axis(axes: "Axes", label: str, top: float | None = None) -> None:
    """Label the vertical axis, which starts at 0 and has percentages on its ticks."""
    axes.set_ylabel(label)
    axes.set_ylim(0, top)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}%")


def label(axes: "Axes", x: float, height: float, words: str, colour: str) -> None:
    """Write the name of a line beside its end."""
    text = axes.annotate(words, (x, height), (9, 0), textcoords="offset points", va="center", color=colour, zorder=5)
    text.set_path_effects([withStroke(linewidth=3, foreground="white")])


def apart(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move heights of labels as little as is needed for a gap between any two, within limits if there is room."""
    order = sorted(range(len(heights)), key=lambda k: heights[k])
    groups: list[list[int]] = []
    centres: list[float] = []
    for k in order:
        groups.append([k])
        centres.append(heights[k])
        while True:
            centres[-1] = _held(centres[-1], len(groups[-1]), gap, low, high)
            if len(groups) == 1:
                break
            room = (len(groups[-1]) + len(groups[-2])) / 2 * gap
            if centres[-1] - centres[-2] >= room:
                break
            groups[-2:] = [groups[-2] + groups[-1]]
            centres[-2:] = [sum(heights[k] for k in groups[-1]) / len(groups[-1])]
    moved = list(heights)
    for group, centre in zip(groups, centres, strict=True):
        for nth, k in enumerate(group):
            moved[k] = centre + (nth - (len(group) - 1) / 2) * gap
    return moved


def _held(centre: float, labels: int, gap: float, low: float, high: float) -> float:
    half = (labels - 1) / 2 * gap
    return min(max(centre, low + half), max(low + half, high - half))


def write_picture(figure: Figure, path: str) -> None:
    """Write a figure to a file, PNG or SVG by its ending; the same figure gives the same bytes."""
    metadata: dict[str, Any] = {"Date": None} if path.lower().endswith(".svg") else {"Software": None}
    with style():
        figure.savefig(path, metadata=metadata)
