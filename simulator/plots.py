"""Pictures of answers: equity by street, a fan chart of what is to come, how often Queens reshape the hands.

They are figures of matplotlib (extra ``plot``) that stand by themselves: pyplot and the settings of the user are not
touched. ``figure.savefig("file.png")`` writes one.
"""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from simulator.interval import Z95
from simulator.plot_style import COLOURS, INK, MARKERS, PALE, apart, label, new_figure, percent_axis, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simulator.outlook_results import Forecast
    from simulator.queens import QueensStudy
    from simulator.results import Result

_ERRORS = "95% intervals (1.96 standard errors to each side)"
_STREETS = ("third", "fourth", "fifth", "sixth", "seventh", "all")
_NAMES = {"all": "whole deal"}
_RESHAPES = {
    "lead_changes": "Others have the best hand",
    "hands_up": "A hand rises to another category",
    "hands_down": "A hand falls to another category",
    "strong_to_weak": "A strong hand becomes weak",
}
_DOT_ERRORS = f"Bars: {_ERRORS}, where they are longer than the dots are high."


def plot_equity(result: "Result") -> Figure:
    """Draw the equity of each seat street by street; as bars if there is one street.

    Parameters
    ----------
    result : Result
        From `simulator.equity`; by street if it was asked so.

    Returns
    -------
    matplotlib.figure.Figure
        Equities in % of the pot with 95% intervals.
    """
    answer = result.to_dict()
    with style():
        return _equity_lines(answer) if len(answer["streets"]) > 1 else _equity_bars(answer)


def _equity_bars(answer: Mapping[str, Any]) -> Figure:
    seats = answer["seats"]
    if answer["streets"]:
        (street,) = answer["streets"]
        shares, errors, name = street["equity"], street["standard_error"], street["street"]
    else:
        shares, errors = ([seat[key] for seat in seats] for key in ("equity", "standard_error"))
        name = answer["street"]
    note = "Share of the pot that a seat wins on average if everyone stays to the showdown."
    if any(errors):
        note += f"\nDark lines at the ends: {_ERRORS}."
    figure = new_figure((7, 1.5 + 0.42 * len(seats)), f"Equity on {name} street", note)
    axes = figure.add_subplot()
    for at, (share, error) in enumerate(zip(shares, errors, strict=True)):
        if share is None:
            axes.text(0.6, at, "folded", va="center", color=PALE)
            continue
        axes.barh(at, 100 * share, height=0.62, color=COLOURS[at])
        reach = 100 * Z95 * error
        if error:
            axes.errorbar(100 * share, at, xerr=reach, color=INK, capsize=3, linewidth=1.2)
        axes.text(100 * share + reach + 1, at, f"{100 * share:.1f}%", va="center", fontweight="bold")
    axes.set_yticks(range(len(seats)), [f"Seat {seat['seat']}  {seat['cards']}" for seat in seats])
    axes.invert_yaxis()
    axes.grid(visible=False)
    axes.grid(axis="x")
    axes.set_xlim(0, 105)
    axes.set_xticks(range(0, 101, 25))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}%")
    axes.set_xlabel("% of the pot")
    return figure


def _equity_lines(answer: Mapping[str, Any]) -> Figure:
    streets, seats = answer["streets"], answer["seats"]
    note = "Share of the pot that a seat wins on average if everyone who is in on a street stays to the showdown.\n"
    figure = new_figure((7.6, 4.8), "Equity by street", note + _DOT_ERRORS)
    axes = figure.add_subplot()
    top = max(100 * share for street in streets for share in street["equity"] if share is not None)
    top = min(105.0, 1.12 * top)
    wide = max(error for street in streets for error in street["standard_error"] if error is not None)
    aside = 0.025 if 100 * Z95 * wide > 0.02 * top else 0.0  # so that long bars stand side by side
    ends: list[tuple[int, float, str, str]] = []
    for at, seat in enumerate(seats):
        points = [(x, street["equity"][at], street["standard_error"][at]) for x, street in enumerate(streets)]
        points = [point for point in points if point[1] is not None]
        if not points:
            continue
        xs, shares, errors = zip(*points, strict=True)
        ys = [100 * share for share in shares]
        axes.errorbar(
            [x + aside * (at - (len(seats) - 1) / 2) for x in xs],
            ys,
            yerr=[100 * Z95 * error for error in errors],
            color=COLOURS[at],
            marker=MARKERS[at],
            markeredgecolor="white",
            markeredgewidth=0.6,
            capsize=2.5,
            elinewidth=1.2,
            zorder=3,
            clip_on=False,
        )
        words = f"Seat {seat['seat']}  {seat['cards']}" if not seat["folded"] else f"Seat {seat['seat']} folds"
        ends.append((xs[-1], ys[-1], words, COLOURS[at]))
    axes.set_ylim(0, top)
    for x in range(len(streets)):
        labels = [end for end in ends if end[0] == x]
        heights = apart([end[1] for end in labels], 0.05 * top, 0.02 * top, 0.98 * top)
        for (_, _, words, colour), height in zip(labels, heights, strict=True):
            label(axes, x + aside * (len(seats) - 1) / 2, height, words, colour)
    _street_ticks(axes, streets)
    percent_axis(axes, "% of the pot", top)
    return figure


def _street_ticks(axes: "Axes", streets: Sequence[Mapping[str, Any]]) -> None:
    names = []
    for street in streets:
        ranks = street["wild_ranks"]
        wild = "" if ranks == [] else "\nwild: ?" if ranks is None else "\nwild: " + ", ".join(ranks)
        names.append(street["street"] + ("" if street["complete"] else " (not complete)") + wild)
    axes.set_xticks(range(len(streets)), names)
    axes.set_xlim(-0.25, len(streets) - 0.35)
    axes.set_xlabel("street")


def plot_forecast(forecast: "Forecast") -> Figure:
    """Draw what the coming streets do to the equity of each live seat: a fan chart for each.

    Parameters
    ----------
    forecast : Forecast
        From `simulator.forecast`.

    Returns
    -------
    matplotlib.figure.Figure
        Mean, median and the middle 80% of the equities over the boards of each street, in % of the pot, with 95%
        intervals.
    """
    answer = forecast.to_dict()
    live = [at for at, share in enumerate(answer["now"]["equity"]) if share is not None]
    across = min(len(live), 4 if len(live) > 6 else 3 if len(live) != 4 else 2)
    down = -(-len(live) // across)
    note = (
        "Equity of a seat once the street is complete, over random boards of it. Shaded: from the 10% point to the 90% "
        "point; line: the median; dashes: the mean, which is the equity now on every street. "
        f"Bars: {_ERRORS}."
    )
    with style():
        figure = new_figure((max(6.4, 1.2 + 3 * across), 1.7 + 2.5 * down), "What the coming streets can do", note)
        panels = list(figure.subplots(down, across, sharey=True, squeeze=False).flat)
        highest = max(street["seats"][at]["high"] for street in answer["streets"] for at in live)
        for at, axes in zip(live, panels, strict=False):
            _fan(axes, answer, at)
            percent_axis(axes, "", min(100, 20 * ceil(5 * highest + 0.1)))
        for axes in panels[::across]:
            axes.set_ylabel("% of the pot")
        for axes in panels[len(live) :]:
            axes.set_visible(False)
    return figure


def _fan(axes: "Axes", answer: Mapping[str, Any], at: int) -> None:
    now = {"equity": answer["now"]["equity"][at], "error": answer["now"]["standard_error"][at]}
    streets = [street["seats"][at] for street in answer["streets"]]
    xs = range(len(streets) + 1)
    colour = COLOURS[at]

    def points(name: str) -> tuple[list[float], list[float]]:
        shares = [now["equity"], *(street[name] for street in streets)]
        errors = [now["error"], *(street[f"{name}_error"] for street in streets)]
        return [100 * share for share in shares], [100 * Z95 * error for error in errors]

    low, high, (median, _), (mean, mean_errors) = points("low"), points("high"), points("median"), points("mean")
    axes.fill_between(xs, low[0], high[0], color=colour, alpha=0.22, linewidth=0)
    for edge, errors in (low, high, points("median")):
        axes.errorbar(xs[1:], edge[1:], yerr=errors[1:], fmt="none", color=colour, capsize=2, linewidth=1)
    axes.plot(xs, median, color=colour)
    axes.errorbar(xs, mean, yerr=mean_errors, color=INK, linestyle=(0, (4, 3)), linewidth=1.1, capsize=2)
    axes.set_title(f"Seat {at + 1}  {answer['seats'][at]}", color=colour)
    axes.set_xticks(xs, ["now", *(street["street"] for street in answer["streets"])])
    axes.set_xlabel("street")


def plot_queens(study: "QueensStudy") -> Figure:
    """Draw how often Queens reshape the hands, by street and number of seats.

    Parameters
    ----------
    study : QueensStudy
        From `simulator.queens_study`.

    Returns
    -------
    matplotlib.figure.Figure
        Shares of the deals in %, with 95% intervals.
    """
    answer = study.to_dict()
    figures = {(r["measure"], r["seats"], r["street"]): (r["value"], r["standard_error"]) for r in answer["rows"]}
    counts = [entry["seats"] for entry in answer["studies"]]
    streets = [name for name in _STREETS if ("flips", counts[0], name) in figures]
    if len(streets) == 2:
        streets = streets[:1]  # it is the whole deal
    note = (
        "Share of the deals in which an up card that changes the wild ranks does that at least once: the same cards "
        "before it and after it. A strong hand becomes weak: a full house or better falls by two "
        f"categories or more. Bars: {_ERRORS}."
    )
    with style():
        figure = new_figure((9.6, 6.6), "How often Queens reshape the hands", note)
        panels = list(figure.subplots(2, 2).flat)
        for axes, (measure, title) in zip(panels, _RESHAPES.items(), strict=True):
            lines = [[figures[f"{measure}_chance", seats, street] for street in streets] for seats in counts]
            _reshapes(axes, lines, [f"{seats} seats" for seats in counts])
            axes.set_title(title)
            axes.set_xticks(_places(streets), [_NAMES.get(street, street) for street in streets])
            axes.set_xlabel("street")
        for axes in panels[::2]:
            axes.set_ylabel("% of the deals")
    return figure


def _places(streets: Sequence[Any]) -> list[float]:
    """Where streets stand on the horizontal axis: the last place, the whole deal, is apart from them."""
    return [float(x) for x in range(len(streets) - 1)] + [len(streets) - 0.6] * (len(streets) > 0)


def _reshapes(axes: "Axes", lines: Sequence[Sequence[tuple[float, float]]], names: Sequence[str]) -> None:
    """Draw a line for each number of seats; its last point, the whole deal, stands by itself."""
    top = 1.08 * max(100 * (share + Z95 * error) for line in lines for share, error in line) or 1.0
    for nth, line in enumerate(lines):
        xs = _places(line)
        shares, reaches = [100 * share for share, _ in line], [100 * Z95 * error for _, error in line]
        for part in (slice(None, -1), slice(-1, None))[len(line) == 1 :]:
            axes.errorbar(
                xs[part], shares[part], yerr=reaches[part], color=COLOURS[nth], marker=MARKERS[nth],
                markeredgecolor="white", markeredgewidth=0.6, capsize=2, elinewidth=1.2, clip_on=False, zorder=3,
            )  # fmt: skip
    heights = apart([100 * line[-1][0] for line in lines], 0.075 * top, 0.03 * top, 0.98 * top)
    for nth, height in enumerate(heights):
        label(axes, _places(lines[nth])[-1], height, names[nth], COLOURS[nth])
    axes.set_xlim(-0.25, len(lines[0]) + 0.1)
    percent_axis(axes, "", top)
