"""Pictures: what is drawn is what was answered, with errors and units, and nothing of the user's is touched."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from simulator import Rules, Table, equity, forecast, queens_study
from simulator.picture_files import checked_picture
from simulator.plot_style import COLOURS, apart, write_picture
from simulator.plots import plot_equity, plot_forecast, plot_queens
from tests.commands import ROOT, TABLE, answer, check_error, ftq
from tests.figures import sample

TV = ["f:Qd7d/5h", "9d5c/8d9h3h7h/5s", "f:Kc7c/6h", "QhTd/JdQs6s3c/7s", "f:Kh6d/2h"]


def texts(figure: Figure) -> list[str]:
    """Everything written in the figure, ticks apart."""
    found = [figure.get_suptitle(), figure.get_supxlabel()]
    for axes in figure.axes:
        found += [
            axes.get_title("left"),
            axes.get_xlabel(),
            axes.get_ylabel(),
            *(text.get_text() for text in axes.texts),
        ]
    return found


def bars(axes: Axes) -> list[tuple[str, list[float], list[tuple[float, float]]]]:
    """Colour, heights and limits of each line with error bars."""
    found = []
    for container in axes.containers:
        if isinstance(container, ErrorbarContainer):
            line, _, (segments,) = container.lines
            limits = [(float(part[0][1]), float(part[1][1])) for part in segments.get_segments()]
            heights = [] if line is None else np.asarray(line.get_ydata(), dtype=np.float64).tolist()
            found.append((to_hex(np.asarray(segments.get_color())[0]).upper(), heights, limits))
    return found


def test_equity_by_street_is_drawn_with_its_errors() -> None:
    result = equity(Table.parse(TABLE), deals=sample(20_000), seed=1, by_street=True)
    figure = plot_equity(result)
    (axes,) = figure.axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("street", "% of the pot")
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["third\nwild: Q, T", "fourth\nwild: Q, T"]
    lines = bars(axes)
    assert [colour for colour, _, _ in lines] == list(COLOURS[:4])
    for at, (_, heights, limits) in enumerate(lines):
        streets = [street for street in result.streets if street.equity[at] is not None]
        assert len(streets) == (1 if at == 2 else 2)
        for street, height, (low, high) in zip(streets, heights, limits, strict=True):
            share, error = street.equity[at], street.standard_error[at]
            assert share is not None
            assert error is not None
            assert height == pytest.approx(100 * share)
            assert (low, high) == pytest.approx((100 * (share - 1.96 * error), 100 * (share + 1.96 * error)), abs=0.001)
    words = texts(figure)
    assert {"Seat 1  AsKd/Qh7c", "Seat 2  xx/Tc2d", "Seat 3 folds", "Seat 4  xx/4s4h"} < set(words)
    assert any("95% intervals (1.96 standard errors" in text for text in words)


def test_streets_of_stud_and_of_unknown_up_cards() -> None:
    stud = plot_equity(equity(Table.parse(TV, rules=Rules(game="stud")), deals=50, seed=1, by_street=True))
    assert [tick.get_text() for tick in stud.axes[0].get_xticklabels()] == [
        "third", "fourth", "fifth", "sixth", "seventh",
    ]  # fmt: skip
    middle = plot_equity(equity(Table.parse(["xx/xQh", "xx/5d"]), deals=50, seed=1, by_street=True))
    ticks = [tick.get_text() for tick in middle.axes[0].get_xticklabels()]
    assert ticks == ["third\nwild: ?", "fourth (not complete)\nwild: ?"]


@pytest.mark.parametrize("by_street", [True, False])
def test_one_street_is_bars(by_street: bool) -> None:
    result = equity(Table.parse(["AsKd/Qh", "xx/Tc", "f:xx/5d"]), deals=500, seed=1, by_street=by_street)
    shares = result.streets[0].equity if by_street else [seat.equity for seat in result.seats]
    figure = plot_equity(result)
    (axes,) = figure.axes
    assert axes.get_xlabel() == "% of the pot"
    assert figure.get_suptitle() == "Equity on third street"
    widths = [patch.get_width() for patch in axes.patches if isinstance(patch, Rectangle)]
    assert widths == pytest.approx([100 * share for share in shares if share is not None])
    assert ("folded" in texts(figure)) == (not by_street)  # on third street seat 3 was still in
    assert [tick.get_text() for tick in axes.get_yticklabels()] == [
        "Seat 1  AsKd/Qh",
        "Seat 2  xx/Tc",
        "Seat 3  f:xx/5d",
    ]


def test_exact_figures_have_no_errors() -> None:
    figure = plot_equity(equity(Table.parse(["AsAd/7h4c9s2d/Jh", "KsKd/8h5cTs3d/Jd"])))
    assert not bars(figure.axes[0])
    assert "95%" not in figure.get_supxlabel()


def shown_forecast(seats: int, folded: int | None = None) -> Any:
    """Figures of a forecast, made up: a seat, its equity now, and three streets."""
    live = [at for at in range(seats) if at != folded]

    def figures(at: int, nth: int) -> dict[str, float] | None:
        if at == folded:
            return None
        now = 1 / len(live)
        measures = {"mean": now, "median": now * 0.9, "low": now * (0.8 - 0.1 * nth), "high": now * (1.2 + 0.1 * nth)}
        return measures | {f"{name}_error": 0.002 * (nth + 1) for name in measures}

    return SimpleNamespace(
        to_dict=lambda: {
            "seats": [f"xx/{at + 2}c" for at in range(seats)],
            "now": {
                "equity": [None if at == folded else 1 / len(live) for at in range(seats)],
                "standard_error": [None if at == folded else 0.001 for at in range(seats)],
            },
            "streets": [
                {"street": name, "seats": [figures(at, nth) for at in range(seats)]}
                for nth, name in enumerate(["fourth", "fifth", "sixth"])
            ],
        }
    )


@pytest.mark.parametrize(("seats", "folded"), [(2, None), (4, 1), (4, None), (7, None), (8, 0)])
def test_a_fan_for_each_live_seat(seats: int, folded: int | None) -> None:
    figure = plot_forecast(shown_forecast(seats, folded))
    drawn = [axes for axes in figure.axes if axes.get_visible()]
    live = [at for at in range(seats) if at != folded]
    assert [axes.get_title("left") for axes in drawn] == [f"Seat {at + 1}  xx/{at + 2}c" for at in live]
    now = 100 / len(live)
    for at, axes in zip(live, drawn, strict=True):
        assert [tick.get_text() for tick in axes.get_xticklabels()] == ["now", "fourth", "fifth", "sixth"]
        (band,) = axes.collections[:1]
        outline = np.asarray(band.get_paths()[0].vertices, dtype=np.float64)
        corners = {(round(x, 6), round(y, 6)) for x, y in outline.tolist()}
        for nth in range(3):
            assert {
                (nth + 1.0, round(now * (0.8 - 0.1 * nth), 6)),
                (nth + 1.0, round(now * (1.2 + 0.1 * nth), 6)),
            } < corners
        low, high, median, (_, mean, mean_limits) = bars(axes)
        assert low[0] == high[0] == median[0] == COLOURS[at]
        assert mean == pytest.approx([now] * 4)
        assert [top - bottom for bottom, top in mean_limits] == pytest.approx(
            [200 * 1.96 * e for e in (0.001, 0.002, 0.004, 0.006)], rel=1e-4
        )
        for (_, _, limits), middle in ((low, 0.8), (high, 1.2)):
            assert sum(limits[0]) / 2 == pytest.approx(now * middle)
        assert [sum(limit) / 2 for limit in median[2]] == pytest.approx([now * 0.9] * 3)
        assert axes.get_ylim() == drawn[0].get_ylim()
    assert drawn[0].get_ylabel() == "% of the pot"
    assert drawn[0].get_ylim()[1] >= now * 1.4
    assert "10% point" in figure.get_supxlabel()


def shown_study(counts: list[int], streets: list[str]) -> Any:
    """Figures of a study, made up."""
    measures = ["lead_changes", "hands_up", "hands_down", "strong_to_weak"]
    rows = [
        {
            "seats": seats,
            "street": street,
            "measure": f"{name}_chance",
            "value": (seats + nth + k) / 40,
            "standard_error": 0.001 * seats,
        }
        for seats in counts
        for nth, street in enumerate([*streets, "all"])
        for k, name in enumerate(measures)
    ]
    rows += [
        {"seats": seats, "street": street, "measure": "flips", "value": 0.5, "standard_error": 0.01}
        for seats in counts
        for street in [*streets, "all"]
    ]
    return SimpleNamespace(to_dict=lambda: {"studies": [{"seats": seats} for seats in counts], "rows": rows})


@pytest.mark.parametrize("counts", [[2, 3, 4, 5, 6, 7], [4]])
def test_reshapes_by_street_and_number_of_seats(counts: list[int]) -> None:
    figure = plot_queens(shown_study(counts, ["third", "fourth", "fifth", "sixth"]))
    assert len(figure.axes) == 4
    for k, axes in enumerate(figure.axes):
        assert [tick.get_text() for tick in axes.get_xticklabels()] == [
            "third",
            "fourth",
            "fifth",
            "sixth",
            "whole deal",
        ]
        assert {text.get_text() for text in axes.texts} == {f"{seats} seats" for seats in counts}
        lines = bars(axes)
        assert len(lines) == 2 * len(counts)
        for nth, seats in enumerate(counts):
            heights = lines[2 * nth][1] + lines[2 * nth + 1][1]
            assert heights == pytest.approx([100 * (seats + street + k) / 40 for street in range(5)])
            for bottom, top in lines[2 * nth][2]:
                assert top - bottom == pytest.approx(0.2 * 1.96 * seats, rel=1e-4)
    assert [axes.get_ylabel() for axes in figure.axes] == ["% of the deals", "", "% of the deals", ""]


def test_one_street_is_not_drawn_twice() -> None:
    figure = plot_queens(shown_study([2], ["sixth"]))
    for axes in figure.axes:
        assert [tick.get_text() for tick in axes.get_xticklabels()] == ["sixth"]
        assert len(bars(axes)) == 1


@pytest.mark.jit
def test_real_forecasts_and_studies() -> None:
    table = Table.parse(["AsKd/Qh7c", "xx/Tc2d", "f:xx/9c"])
    assert len(plot_forecast(forecast(table, boards=4096, seed=1)).axes) >= 2
    assert len(plot_queens(queens_study((2, 3), deals=2_000, seed=1)).axes) == 4
    assert len(plot_queens(queens_study(table=table, deals=2_000, seed=1)).axes) == 4


@pytest.mark.parametrize("name", ["picture.png", "picture.svg", "picture.SVG"])
def test_the_same_figure_gives_the_same_file(name: str, tmp_path: Path) -> None:
    files = []
    for place in ("one", "other"):
        (tmp_path / place).mkdir()
        write_picture(plot_forecast(shown_forecast(3)), str(tmp_path / place / name))
        files.append((tmp_path / place / name).read_bytes())
    assert files[0] == files[1]
    assert files[0].startswith(b"\x89PNG" if name.endswith("png") else b"<?xml")


def test_settings_of_the_user_stay_and_do_not_matter(tmp_path: Path) -> None:
    write_picture(plot_forecast(shown_forecast(2)), str(tmp_path / "plain.svg"))
    before = dict(mpl.rcParams)
    with mpl.rc_context({"font.size": 30, "axes.grid": False, "lines.linewidth": 9}):
        write_picture(plot_forecast(shown_forecast(2)), str(tmp_path / "theirs.svg"))
        assert mpl.rcParams["font.size"] == 30
    assert dict(mpl.rcParams) == before
    assert (tmp_path / "plain.svg").read_bytes() == (tmp_path / "theirs.svg").read_bytes()


def test_pyplot_is_left_alone() -> None:
    code = "import sys, simulator.plots, simulator.plot_style; print('matplotlib.pyplot' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True) == "False\n"


@pytest.mark.parametrize(
    ("heights", "gap", "moved"),
    [
        ([], 1, []),
        ([5], 1, [5]),
        ([5, 7], 1, [5, 7]),
        ([5, 5], 1, [4.5, 5.5]),
        ([5, 5.5, 9], 1, [4.75, 5.75, 9]),
        ([9, 5, 5.5], 1, [9, 4.75, 5.75]),
        ([0, 0], 1, [0, 1]),
        ([10, 10, 10], 1, [8, 9, 10]),
        ([1, 1.5, 2.5], 1, [0.6667, 1.6667, 2.6667]),
    ],
)
def test_labels_keep_apart(heights: list[float], gap: float, moved: list[float]) -> None:
    assert apart(heights, gap, 0, 10) == pytest.approx(moved, abs=1e-4)


def test_commands_draw(tmp_path: Path) -> None:
    picture = tmp_path / "equity.png"
    plain = answer("equity", *TABLE, "--deals", "60", "--seed", "1", "--format", "json", "--no-by-street")
    drawn = answer(
        "equity", *TABLE, "--deals", "60", "--seed", "1", "--format", "json", "--no-by-street", "--plot", str(picture)
    )
    assert plain.split('"elapsed')[0] == drawn.split('"elapsed')[0]
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.jit
def test_forecast_and_queens_draw(tmp_path: Path) -> None:
    answer("forecast", "AsKd/Qh7c2s", "xx/Tc2d5c", "--boards", "4096", "--seed", "1", "--plot", str(tmp_path / "f.svg"))
    answer("queens", "--seats", "2,3", "--deals", "2000", "--seed", "1", "--plot", str(tmp_path / "q.svg"))
    assert all((tmp_path / name).read_bytes().startswith(b"<?xml") for name in ("f.svg", "q.svg"))


def test_a_picture_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "taken.png").mkdir()
    assert "is a directory" in check_error(ftq("equity", *TABLE, "--plot", str(tmp_path / "taken.png")))
    long = str(tmp_path / ("x" * 300 + ".png"))
    found = ftq("equity", *TABLE, "--deals", "60", "--plot", long)
    assert found.exit_code == 1
    assert found.stderr.startswith("ftq: error: cannot write '")
    assert found.stderr.count("\n") == 1
    assert "equity %" in found.stdout  # the answer itself is not lost


def test_without_matplotlib_it_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.picture_files.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"^--plot needs matplotlib: pip install matplotlib, or .*\[plot\]$"):
        checked_picture("equity.png")
    assert "needs matplotlib" in check_error(ftq("queens", "--plot", "queens.png"))
