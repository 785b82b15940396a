"""Relative speeds kept in a file, and what has changed since."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from statistics import median

from benchmarks.timing import aligned

FILE = Path(__file__).with_name("baseline.json")
TOLERANCE = 0.1  # a figure that has lost more is slower


@dataclass(frozen=True)
class Baseline:
    """Figures of `relative.per_loop`, and where and when they were measured."""

    written: str
    cpu: str
    facts: list[str]
    per_loop: dict[str, float]


def write(path: Path, cpu: str, facts: list[str], per_loop: Mapping[str, float]) -> None:
    """Store figures of today."""
    rounded = {what: float(f"{value:.5g}") for what, value in per_loop.items()}
    baseline = Baseline(date.today().isoformat(), cpu, facts, rounded)
    path.write_text(json.dumps(asdict(baseline), indent=2) + "\n", encoding="utf-8")


def read(path: Path) -> Baseline:
    """Read a stored file; a ValueError of one line says what is wrong with it."""
    try:
        baseline = Baseline(**json.loads(path.read_text(encoding="utf-8")))
        for value in baseline.per_loop.values():
            if not value > 0:
                raise ValueError
    except FileNotFoundError:
        raise ValueError(f"{path} does not exist: make it with --write") from None
    except (ValueError, TypeError, AttributeError):
        raise ValueError(f"{path} is no baseline, make it again with --write") from None
    return baseline


def slower(now: Mapping[str, float], then: Mapping[str, float]) -> list[str]:
    """Figures in both that have lost more than the tolerance."""
    return [what for what, value in now.items() if what in then and value < then[what] * (1 - TOLERANCE)]


def report(now: Mapping[str, float], then: Mapping[str, float]) -> str:
    """Table of all figures, what has changed, and a last line that says what has become slower."""
    lost = slower(now, then)
    rows = [["per calibration loop", "now", "baseline", "change", ""]]
    for what, value in now.items():
        old = then.get(what)
        change = ["-", "new"] if old is None else [f"{value / old - 1:+.1%}", "slower" if what in lost else ""]
        rows.append([what, f"{value:.4g}", "-" if old is None else f"{old:.4g}", *change])
    rows += [[what, "-", f"{old:.4g}", "-", "gone"] for what, old in then.items() if what not in now]
    lines = [aligned(rows)]
    changes = [value / then[what] - 1 for what, value in now.items() if what in then]
    if changes:
        lines.append(f"median change {median(changes):+.1%}; if all move alike, a busy host may be why")
    said = f"slower by more than {TOLERANCE:.0%}"
    lines.append(f"warning: {said}: {'; '.join(lost)}" if lost else f"nothing is {said}")
    return "\n".join(lines)
