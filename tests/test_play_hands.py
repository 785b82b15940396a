"""Many hands played out: the same rows however they are played, no chip lost, and what is known of the averages."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
import pytest

import evaluator
from simulator import Rules, Stakes, Table, equity, play_hands, played_hands
from simulator import run as driver
from simulator.betting import play
from simulator.events import Check, Event, Fold
from simulator.policies import always_call, always_raise, pot_odds_caller, tight_on_third
from simulator.seat_view import SeatView
from tests import oracle

STAKES = Stakes.at(20)  # 20/40, ante 2, bring-in 10


def any_legal(view: SeatView, rng: random.Random) -> Event:
    """Do what may be done, a fold less often."""
    options = view.legal
    return rng.choices(options, [1 if isinstance(option, Fold) else 8 for option in options])[0]


def played(hands: int, policies: Any, seats: int = 3, **options: Any) -> pd.DataFrame:
    settings: dict[str, Any] = {"stakes": STAKES, "stacks": [2000] * seats, "seed": 1}
    return play_hands(hands, policies, **settings | options)


POOLS: list[Any] = [
    lambda: ThreadPoolExecutor(3),
    pytest.param(lambda: ProcessPoolExecutor(2, get_context("spawn")), marks=pytest.mark.jit),
]


@pytest.mark.parametrize("pool", POOLS)
def test_rows_are_the_same_on_any_executor(pool: Callable[[], Executor]) -> None:
    one = played(60, any_legal)
    with pool() as executor:
        pd.testing.assert_frame_equal(played(60, any_legal, executor=executor), one)
        pd.testing.assert_frame_equal(played(60, any_legal, executor=executor, workers=1), one)


@pytest.mark.jit
def test_rows_are_the_same_on_any_number_of_workers() -> None:
    policies = [partial(pot_odds_caller, deals=300), always_raise, partial(tight_on_third, deals=300)]
    frames = [played(60, policies, workers=workers) for workers in (None, 1, 2)]
    for frame in frames[1:]:
        pd.testing.assert_frame_equal(frame, frames[0])


@pytest.mark.parametrize("hands", [5, 60, 110])
def test_no_crowd_of_processes(hands: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes 150 MB: never more than can be of use, whoever asks for them; here up to 4, a task is 25 hands."""
    started = []

    class Pool(ThreadPoolExecutor):
        _processes: ClassVar[dict[int, Any]] = {}

        def __init__(self, workers: int, *_: Any, **__: Any) -> None:
            started.append(workers)
            super().__init__(1)

    monkeypatch.setattr(played_hands, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(played_hands, "usable_cpus", lambda: 2)
    pd.testing.assert_frame_equal(played(hands, always_call, workers=1000), played(hands, always_call))
    assert started == {5: [], 60: [3], 110: [4]}[hands]


@pytest.mark.parametrize("task", [1, 7, 1000])
def test_rows_do_not_depend_on_the_size_of_tasks(task: int, monkeypatch: pytest.MonkeyPatch) -> None:
    one = played(30, any_legal)
    monkeypatch.setattr(played_hands, "_TASK_HANDS", task)
    pd.testing.assert_frame_equal(played(30, any_legal), one)


def test_a_hand_depends_on_the_seed_and_its_number() -> None:
    long = played(40, any_legal)
    pd.testing.assert_frame_equal(played(10, any_legal), long[:30])
    other = played(40, any_legal, seed=2)
    assert not set(long["seed"]) & set(other["seed"])
    assert long["net"].tolist() != other["net"].tolist()
    assert long["seed"].nunique() == 40
    assert played(40, always_call)["seed"].tolist() == long["seed"].tolist()


def test_a_seed_is_drawn_and_told() -> None:
    frame = played(2, always_call, seed=None)
    assert frame.attrs == {"seed": frame.attrs["seed"], "hands": 2, "partial": False}
    pd.testing.assert_frame_equal(played(2, always_call, seed=frame.attrs["seed"]), frame)


@pytest.mark.parametrize("rules", [Rules(), Rules(game="stud"), Rules(seventh="up", extra_wild="2")])
@pytest.mark.parametrize("stacks", [(2000, 2000), (500, 3, 40, 90, 2000), (300,) * 8])
def test_rows_say_what_became_of_each_hand(rules: Rules, stacks: tuple[int, ...]) -> None:
    stakes = Stakes.at(20, game=rules.game)
    frame = played(12, any_legal, stacks=stacks, stakes=stakes, rules=rules)
    assert list(frame.columns) == [
        *("hand", "seed", "seat", "policy", "paid", "won", "net", "folded", "showdown", "category"),
    ]
    assert frame["hand"].tolist() == [hand for hand in range(1, 13) for _ in stacks]
    assert (frame["net"] == frame["won"] - frame["paid"]).all()
    assert (frame.groupby("hand")["net"].sum() == 0).all()
    assert set(frame["policy"]) == {"any_legal"}
    for _, rows in frame.groupby("hand"):
        seed = int(rows["seed"].iloc[0])
        state = play(seed, any_legal, stakes=stakes, stacks=stacks, rules=rules)
        assert rows["seat"].tolist() == [player.number for player in state.players]
        assert rows["paid"].tolist() == [player.paid for player in state.players]
        assert tuple(rows["won"]) == state.won
        assert [a + b for a, b in zip(stacks, rows["net"], strict=True)] == list(state.stacks)
        folds = {event.seat for event in state.events if isinstance(event, Fold)}
        assert set(rows["seat"][rows["folded"].notna()]) == folds
        assert rows["showdown"].tolist() == [player.live and len(state.live) > 1 for player in state.players]
        ups = [up.card for up in state.up_cards if up.card is not None]
        wild = state.wild.wild_ranks if rules.extra_wild != "none" or rules.game == "stud" else oracle.wild_ranks(ups)
        for seat, shown, category in zip(rows["seat"], rows["showdown"], rows["category"], strict=True):
            if not shown:
                assert pd.isna(category)
                continue
            strength = evaluator.evaluate(list(state.hand(seat)), wild)
            assert category == evaluator.HandCategory(int(evaluator.categories(strength))).label


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_where_nobody_folds_betting_changes_the_amounts_alone(seats: int) -> None:
    """Other policies play the same cards, so the same hands are shown and win."""
    calls, raises = (played(25, policy, seats) for policy in (always_call, always_raise))
    assert calls["category"].tolist() == raises["category"].tolist()
    assert calls["showdown"].all()
    assert ((calls["won"] > 0) == (raises["won"] > 0)).all()
    assert (raises["paid"] > calls["paid"]).all()


@pytest.mark.parametrize("street", ["third", "fourth", "fifth", "sixth", "seventh"])
def test_streets_of_folds(street: str) -> None:
    """Whoever acts first on a street folds; the other one wins without a showdown."""
    length = ("third", "fourth", "fifth", "sixth", "seventh").index(street) + 3

    def folds(view: SeatView, rng: random.Random) -> Event:
        return Fold(view.seat) if view.state.street == length and Fold(view.seat) in view.legal else view.stay

    frame = played(10, folds, 2)
    counts = frame.groupby("hand")["folded"].agg(lambda column: column.dropna().tolist())
    assert counts.tolist() == [[street]] * 10
    assert not frame["showdown"].any()
    assert frame["category"].isna().all()
    assert (frame["won"] > 0).sum() == 10


class Progress:
    """Remembers what it is told, and presses Ctrl-C at one of the calls."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.calls: list[tuple[int, int]] = []
        self.stop_at = stop_at

    def __call__(self, done: int, total: int) -> None:
        self.calls.append((done, total))
        if len(self.calls) == self.stop_at:
            raise KeyboardInterrupt


@pytest.fixture
def _tell_after_every_task(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr(played_hands, "_TASK_HANDS", 4)


@pytest.mark.usefixtures("_tell_after_every_task")
@pytest.mark.parametrize("threads", [False, True])
def test_progress_in_hands(threads: bool) -> None:
    progress = Progress()
    with ThreadPoolExecutor(2) as pool:
        played(10, always_call, progress=progress, executor=pool if threads else None)
    assert progress.calls == [(4, 10), (8, 10), (10, 10)]


@pytest.mark.usefixtures("_tell_after_every_task")
@pytest.mark.parametrize("threads", [False, True])
def test_an_interrupted_batch_keeps_the_hands_done(threads: bool) -> None:
    with ThreadPoolExecutor(2) as pool:
        frame = played(100, always_call, progress=Progress(stop_at=2), executor=pool if threads else None)
    assert frame.attrs["partial"]
    assert frame.attrs["hands"] == len(frame) // 3
    assert 8 <= frame.attrs["hands"] < 100
    pd.testing.assert_frame_equal(frame, played(100, always_call)[: len(frame)])


SCRIPT = """
import sys
import time
from simulator import Stakes, play_hands

calls = 0

def policy(view, rng):
    global calls
    calls += 1
    if calls > 800:  # the first task has fewer
        time.sleep(float(sys.argv[1]))
    return view.stay

if __name__ == "__main__":
    tell = lambda done, total: print(done, flush=True)
    frame = play_hands(10**6, policy, stakes=Stakes.at(20), stacks=[500] * 3, seed=1, workers=2, progress=tell)
    print(len(frame) == 3 * frame.attrs["hands"], frame.attrs["partial"], int(frame["hand"].iloc[-1]))
"""


@pytest.mark.jit
@pytest.mark.parametrize(
    ("seconds", "gaps"),
    [(0, []), (0, [0.01]), (0, [0.1]), (0, [0.02] * 5), (1000, [1.0])],
    ids=["once", "at once again", "again", "often", "while a policy takes its time"],
)
def test_ctrl_c_in_a_script_with_several_processes(seconds: int, gaps: list[float], tmp_path: Path) -> None:
    """A terminal sends it to all processes: the rows done so far are there, stderr is empty and no process is left."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    with subprocess.Popen(
        [sys.executable, str(script), str(seconds)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline().strip().isdigit()
            os.killpg(process.pid, signal.SIGINT)
            for gap in gaps:
                time.sleep(gap)
                os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)  # all processes have stdout: it ends when the last has ended
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert err == ""
    assert process.returncode == 0
    whole, partial, last = out.splitlines()[-1].split()
    assert (whole, partial) == ("True", "True")
    assert 0 < int(last) < 10**6


def test_an_interrupted_batch_without_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(played_hands, "play_out", interrupted)
    with pytest.raises(KeyboardInterrupt):
        played(10, always_call)


def cheats(view: SeatView, rng: random.Random) -> Event:
    """Check where there is something to call."""
    return Check(view.seat) if view.to_call else view.stay


def fails(view: SeatView, rng: random.Random) -> Event:
    """Divide by zero."""
    raise ZeroDivisionError("no")


class DiesElsewhere:
    """Cannot be read in another process: that ends there."""

    def __call__(self, view: SeatView, rng: random.Random) -> Event:
        return view.stay

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (1,)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_illegal_action_names_hand_policy_and_seat(workers: int) -> None:
    with pytest.raises(ValueError, match=r"^hand 1: policy cheats of seat \d: check of seat \d is not legal") as caught:
        played(30, cheats, workers=workers)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.jit)])
def test_a_policy_that_fails_says_in_which_hand(workers: int) -> None:
    with pytest.raises(ZeroDivisionError, match="no") as caught:
        played(30, fails, workers=workers)
    assert caught.value.__notes__[0].startswith("in hand 1, seed ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hands": 0}, "hands is 1 to 1000000000, not 0"),
        ({"hands": 1.5}, "hands is a whole number, not 1.5"),
        ({"seed": -1}, "seed is 0 to"),
        ({"workers": 0}, "workers is 1 to"),
        ({"stacks": [100]}, "a hand has 2 to 8 seats, not 1"),
        ({"stacks": [100, 0, 5]}, "seat 2 has no chips"),
        ({"policies": [always_call] * 2}, "policies are one for all seats or one per seat, not 2 for 3 seats"),
        ({"rules": Rules(no_trigger="redeal")}, "no_trigger=redeal is not played with betting"),
        ({"policies": lambda view, rng: view.stay, "workers": 2}, "other processes cannot import the policies: "),
        (
            {"policies": DiesElsewhere(), "workers": 2},
            "a process died: it cannot import the policies (.*), a policy has ended it, or the ",
        ),
    ],
)
def test_bad_arguments(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        played(**{"hands": 30, "policies": always_call, **options})
    assert "\n" not in str(caught.value)


def shares(frame: pd.DataFrame) -> tuple[list[float], list[float]]:
    """Mean share of the pot and its standard error by seat."""
    pots = frame.groupby("hand")["won"].transform("sum")
    by_seat = (frame["won"] / pots).groupby(frame["seat"])
    return by_seat.mean().tolist(), by_seat.sem().tolist()


@pytest.mark.parametrize(
    ("game", "seats", "hands"),
    [
        pytest.param("stud", 2, 1500, marks=pytest.mark.jit),
        pytest.param("ftq", 2, 1500, marks=pytest.mark.jit),
        pytest.param("ftq", 2, 15_000, marks=pytest.mark.slow),
        pytest.param("ftq", 4, 10_000, marks=pytest.mark.slow),
    ],
)
def test_callers_win_what_the_showdown_gives(game: str, seats: int, hands: int) -> None:
    """Everyone pays the same, so a seat wins the pot times its equity: in Follow the Queen the later seat more."""
    frame = played(hands, always_call, seats, stakes=Stakes.at(20, game=game), rules=Rules(game=game))
    assert frame["paid"].nunique() == 1
    expected = equity(Table.parse(["xx/"] * seats, rules=Rules(game=game)), deals=4_000_000, seed=1)
    for mean, error, seat in zip(*shares(frame), expected.seats, strict=True):
        assert seat.equity is not None
        assert seat.standard_error is not None
        assert abs(mean - seat.equity) < 5 * (error**2 + seat.standard_error**2) ** 0.5
    if game == "ftq":
        known = {2: (0.482, 0.518), 4: (0.239, 0.247, 0.250, 0.263)}[seats]
        for mean, error, share in zip(*shares(frame), known, strict=True):
            assert abs(mean - share) < 5 * error + 0.0005


@pytest.mark.slow
@pytest.mark.parametrize("policy", [tight_on_third, pot_odds_caller])
def test_who_looks_at_its_cards_beats_who_does_not(policy: Any) -> None:
    """Against raisers that never look it wins, by more than five standard errors."""
    frame = played(1000, [always_raise, always_raise, policy, always_raise], 4)
    net = frame["net"][frame["seat"] == 3].to_numpy()
    assert net.mean() > 5 * net.std() / 1000**0.5
