"""What the benchmarks reckon with: targets, ratios, the stored baseline, the README's commands, the hands."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import baseline, bench_hands, bench_stages, compare, machine, readme, relative, timing, truncated
from benchmarks.throughputs import Throughput, throughputs
from benchmarks.timing import Figure, at_least, at_most, medians
from simulator import Table
from simulator.completions import layout
from simulator.hole_draws import hole_draws

FACTS = ["a machine", "its versions"]


def test_targets() -> None:
    assert at_least(2).reached(2)
    assert not at_least(2).reached(1.99)
    assert at_most(2).reached(2)
    assert not at_most(2).reached(2.01)


def test_a_target_is_halved_without_avx512(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "has_avx512", lambda: True)
    assert machine.vector_target(110) == at_least(110)
    monkeypatch.setattr(machine, "has_avx512", lambda: False)
    halved = machine.vector_target(110)
    assert halved.reached(55)
    assert not halved.reached(54.9)
    assert Figure("deals", 55, "M deals/s", halved).cells()[3:] == [">= 55", "reached", "half of 110: no AVX-512"]


def test_table_of_figures() -> None:
    text = timing.table([Figure("a time", 0.25, "s", at_most(0.1)), Figure("a longer name", 1234.56, "MB")])
    assert text.splitlines() == [
        "what           measured  unit  target",
        "a time         0.25      s     <= 0.1  missed",
        "a longer name  1235      MB",
    ]


def test_medians_are_of_runs_in_turn_after_a_warm_up() -> None:
    calls: list[str] = []
    now = 0.0
    own = {"a": iter([100.0, 1.0, 5.0, 2.0]), "b": iter([100.0, 10.0, 30.0, 20.0])}

    def run(name: str) -> None:
        nonlocal now
        calls.append(name)
        now += next(own[name])

    assert medians([lambda: run("a"), lambda: run("b")], 3, lambda: now) == [2.0, 20.0]
    assert calls == ["a", "b"] * 4


def test_ratios_are_taken_between_neighbouring_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that slows down from run to run shows in none of them."""
    now, speed = 0.0, 1.0

    def work(amount: float) -> None:
        nonlocal now, speed
        now += amount / speed
        speed *= 0.999

    monkeypatch.setattr(relative, "CPU_TIME", lambda: now)
    runs = {
        "quick": Throughput(lambda: work(2), 100, "deals"),
        "slow": Throughput(lambda: work(8), 100, "deals"),
    }
    found = relative.per_loop(runs, lambda: work(4), rounds=50)
    assert found == pytest.approx({"quick": 200, "slow": 50}, rel=1e-5)


def test_baseline_survives_the_file(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    baseline.write(path, "some CPU", FACTS, {"deals": 1234567.8, "hands": 0.25})
    found = baseline.read(path)
    assert (found.cpu, found.facts) == ("some CPU", FACTS)
    assert found.per_loop == {"deals": 1234600.0, "hands": 0.25}  # five digits
    assert set(json.loads(path.read_text())) == {"written", "cpu", "facts", "per_loop"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"written": "2026-01-01", "cpu": "", "facts": [], "per_loop": {"deals": 0}}',
        '{"written": "2026-01-01", "cpu": "", "facts": [], "per_loop": {"deals": "fast"}}',
    ],
)
def test_a_file_that_is_no_baseline(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(ValueError, match="is no baseline, make it again with --write"):
        baseline.read(path)


def test_the_stored_baseline_has_every_figure() -> None:
    found = baseline.read(baseline.FILE).per_loop
    assert set(found) == set(throughputs()), "write it again: python -m benchmarks.compare --write"


def test_slower_is_more_than_a_tenth() -> None:
    then = {"a": 100.0, "b": 100.0, "c": 100.0, "gone": 100.0}
    now = {"a": 89.9, "b": 90.1, "c": 150.0, "new": 1.0}
    assert baseline.slower(now, then) == ["a"]
    lines = baseline.report(now, then).splitlines()
    assert [line.split() for line in lines[1:-2]] == [
        ["a", "89.9", "100", "-10.1%", "slower"],
        ["b", "90.1", "100", "-9.9%"],
        ["c", "150", "100", "+50.0%"],
        ["new", "1", "-", "-", "new"],
        ["gone", "-", "100", "-", "gone"],
    ]
    assert lines[-2].startswith("median change -9.9%;")
    assert lines[-1] == "warning: slower by more than 10%: a"
    assert baseline.report({"b": 90.1}, then).endswith("\nnothing is slower by more than 10%")


def test_compare_measures_again_what_seems_slower_and_fails_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "baseline.json"
    baseline.write(path, "another CPU", FACTS, {"steady": 100, "unlucky": 100, "slower": 100})
    rounds = iter([{"steady": 95.0, "unlucky": 80.0, "slower": 60.0}, {"unlucky": 99.0, "slower": 70.0}])
    asked: list[list[str]] = []

    def per_loop(runs: dict[str, object], _loop: object) -> dict[str, float]:
        asked.append(list(runs))
        return next(rounds)

    monkeypatch.setattr(compare, "per_loop", per_loop)
    monkeypatch.setattr(compare, "throughputs", lambda: dict.fromkeys(["steady", "unlucky", "slower"]))
    monkeypatch.setattr(compare, "facts", lambda: FACTS)
    monkeypatch.setattr(compare, "calibration", lambda: None)
    result = CliRunner().invoke(compare.main, [str(path)])
    assert result.exit_code == 0
    assert asked == [["steady", "unlucky", "slower"], ["unlucky", "slower"]]
    assert "warning: slower by more than 10%: slower\n" in result.stdout
    assert "-30.0%" in result.stdout
    assert "the baseline is of another CPU" in result.stdout


def test_compare_without_a_baseline_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "throughputs", dict)
    monkeypatch.setattr(compare, "calibration", lambda: None)
    result = CliRunner().invoke(compare.main, [str(tmp_path / "none.json")])
    assert result.exit_code == 1
    assert result.stderr == f"Error: {tmp_path / 'none.json'} does not exist: make it with --write\n"
    result = CliRunner().invoke(compare.main, [str(tmp_path / "none" / "none.json"), "--write"])
    assert result.exit_code == 1
    assert result.stderr == f"Error: there is no directory {tmp_path / 'none'}\n"


def test_commands_of_a_text() -> None:
    text = """
```console
$ ftq hand 9c9d
hand  pair
$ ls
$ ftq wild Qh 5d
```
| question | command |
|---|---|
| A hand | `ftq hand 9c9d` |
| A choice, quoted | `ftq equity '[QA]x/Kd' xx/5d` |
| Where | `docs/` |

    .venv/bin/ftq equity xx/x
```sh
$ ftq rules
```
Not this: `ftq COMMAND --help` lists the options.
"""
    assert readme.commands(text) == [["hand", "9c9d"], ["wild", "Qh", "5d"], ["equity", "[QA]x/Kd", "xx/5d"]]


def test_commands_of_the_readme() -> None:
    found = readme.commands(readme.FILE.read_text(encoding="utf-8"))
    assert found[0] == ["equity", "AsKd/Qh7c", "xx/Tc2d"]
    assert {"equity", "deal", "hand", "wild", "batch", "rules"} <= {arguments[0] for arguments in found}


def distinct_sets(hands: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> int:
    return len(np.unique(np.sort(hands, axis=1), axis=0))


def test_hands_are_distinct_and_of_distinct_cards() -> None:
    hands = bench_hands.random_hands(20_000)
    assert hands.shape == (20_000, 7)
    assert hands.dtype == np.uint8
    assert hands.flags.c_contiguous
    assert (np.diff(np.sort(hands, axis=1), axis=1) > 0).all()
    assert distinct_sets(hands) == len(hands)
    counts = np.bincount(hands[:, 0], minlength=52)
    assert len(counts) == 52
    assert abs(counts - 20_000 / 52).max() < 6 * (20_000 / 52) ** 0.5


@pytest.mark.parametrize(("queens", "distinct"), [(1, 20_000), (2, 20_000), (3, 20_000), (4, 17_296)])
def test_hands_with_queens(queens: int, distinct: int) -> None:
    """With all four Queens there are but C(48, 3) hands."""
    hands = bench_hands.hands_with_queens(20_000, queens)
    assert hands.shape == (20_000, 7)
    assert ((hands >> 2 == bench_hands.QUEEN).sum(axis=1) == queens).all()
    assert (np.diff(np.sort(hands, axis=1), axis=1) > 0).all()
    assert distinct_sets(hands) == distinct


@pytest.mark.jit
def test_stages_are_functions_of_the_kernels() -> None:
    """A stage that the kernels no longer have is found; with the last ones left out, nothing is tallied."""
    left_out = [name for names in bench_stages.STAGES.values() for name in names]
    table = Table.parse(["xx/x"] * 2)
    tally, deals, _ = truncated.tally_task(left_out)(layout(table), hole_draws(table), 1, 0, 0, 1, 100)
    assert (deals, tally.any()) == (100, False)
    with pytest.raises(ValueError, match="the kernels have no function _shuffle: adapt the stages"):
        truncated.tally_task([*left_out, "_shuffle"])
