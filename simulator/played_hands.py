"""Hands played out by the thousand: what each seat wins in chips, as a DataFrame."""

import pickle
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.category import LABELS
from evaluator.hands import categories, evaluate
from simulator.betting import play_out, start
from simulator.decks import shuffled_deck
from simulator.events import DealDown, DealUp, Fold
from simulator.hand_state import HandState
from simulator.limits import checked_seed, whole
from simulator.questions import batch_state, line_seed
from simulator.rules import DEFAULT_RULES, Rules, Street
from simulator.run import Progress, Run, Task, checked_workers, usable_cpus
from simulator.seat_view import Policy, policy_name, policy_per_seat
from simulator.stakes import Stakes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["play_hands"]

MAX_HANDS = 10**9
_TASK_HANDS = 25
_COLUMNS = ("hand", "seed", "seat", "paid", "won", "folded", "showdown", "category")
_NONE = -1  # of a category or a street


class _Game(NamedTuple):
    """What is the same in all hands of a batch."""

    policies: tuple[Policy, ...]
    stakes: Stakes
    stacks: tuple[int, ...]
    rules: Rules


def play_hands(
    hands: int,
    policies: Policy | Sequence[Policy],
    *,
    stakes: Stakes,
    stacks: Sequence[int],
    rules: Rules = DEFAULT_RULES,
    seed: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> "pd.DataFrame":
    """Play hands, all from the same stacks, and tell what each seat has won.

    Parameters
    ----------
    hands : int
        How many.
    policies : callable or sequence of callable
        Who decides, as for `simulator.betting.play`: one policy for each seat, or one for all.
    stakes, stacks, rules
        What is played, as for `simulator.betting.start`.
    seed : int or None
        0 .. 2**64 - 1; None draws one. Deck and chance of a hand depend on it and on the number of the hand alone:
        other policies play the same cards.
    workers : int or None
        Processes to start, at most two for each CPU and one for 25 hands; 1, or None, for no other than this one. With
        `executor`, how many workers it has (None: as many as CPUs may be used). No figure depends on it.
    executor : concurrent.futures.Executor or None
        Where to play instead. Other processes must be able to import the policies: functions of a module.
    progress : callable or None
        Called in this thread as ``progress(done, total)`` with numbers of hands, a few times a second.

    Returns
    -------
    pandas.DataFrame
        One row per hand and seat: ``hand`` from 1; ``seed``, with which `simulator.betting.play` plays this hand again;
        ``seat``; ``policy``, its name; ``paid``, ``won`` and ``net = won - paid`` in chips; ``folded``, the street or
        missing; ``showdown``, whether it showed its hand; and the ``category`` of that, or missing. After Ctrl-C the
        rows of the first hands, as many as are done. ``attrs`` has ``seed``, ``hands`` and ``partial``.

    Raises
    ------
    ValueError
        An argument that is out of range, a policy that does what is not legal (the message names the hand, the policy
        and its seat), or policies that other processes cannot import, or that end them.
    KeyboardInterrupt
        If it comes before any hand is done.

    Examples
    --------
    >>> from simulator import Stakes, play_hands
    >>> from simulator.policies import always_call, always_raise
    >>> policies = [always_raise, always_call, always_call]
    >>> frame = play_hands(20, policies, stakes=Stakes.at(20), stacks=[2000, 2000, 2000], seed=1)
    >>> len(frame), int(frame["net"].sum())
    (60, 0)
    """
    hands = whole("hands", hands, 1, MAX_HANDS)
    stacks = tuple(stacks)
    start(stakes, stacks, rules)  # what is wrong with them shows here, before other processes start
    game = _Game(policy_per_seat(policies, len(stacks)), stakes, stacks, rules)
    seed = checked_seed(seed)
    count = 1 if workers is None and executor is None else checked_workers(workers)
    if executor is None:
        count = min(count, 2 * usable_cpus(), -(-hands // _TASK_HANDS))  # each has a Python and a numpy in memory
    alone = executor is not None or count == 1
    done: list[NDArray[np.int64]] = []
    with Run(count, executor, progress) if alone else _ProcessRun(count, game, progress) as run:
        run.expect(0, hands)
        try:
            done += run.results(_tasks(hands, seed, game))
        except BrokenProcessPool:
            raise ValueError(
                "a process died: it cannot import the policies (functions of a module; a script starts under "
                'if __name__ == "__main__"), a policy has ended it, or the memory is used up: try fewer workers'
            ) from None
        if not done:
            raise KeyboardInterrupt
        return _frame(np.concatenate(done), game, seed, hands)


class _ProcessRun(Run):
    """A run on processes of its own, which are gone when its results have come.

    Ctrl-C raises nothing, however often it is pressed: an exception could strike while processes start or end, and
    leave some behind. While they are waited for at the end, it ends them, whatever they are at.
    """

    def __init__(self, workers: int, game: _Game, progress: Progress | None) -> None:
        try:
            pickle.dumps(game)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ValueError(f"other processes cannot import the policies: {error}; use workers=1") from None
        # Ctrl-C goes to all processes of a terminal: these leave it to the one that asks, also while they start.
        self._pool = ProcessPoolExecutor(
            workers, get_context("spawn"), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
        )
        self._ending: list[BaseProcess] = []
        super().__init__(workers, self._pool, progress)

    def results(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """Start the processes, do the tasks as any run does, and wait until the processes have ended."""
        try:
            with _ctrl_c_waits():
                for _ in range(self._workers):
                    self._pool.submit(int)
            yield from super().results(tasks)
        finally:
            self._ending = list(self._pool._processes.values())  # nothing public tells which processes a pool has
            try:
                self._pool.shutdown(cancel_futures=True)
            finally:
                for process in self._ending:
                    process.kill()  # does nothing unless the pool has failed to end it
                    process.join()

    def _interrupt(self, *_: object) -> None:
        self.interrupted = True
        for process in self._ending:
            process.kill()


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Hold Ctrl-C back, where the system can; processes started meanwhile never get it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _tasks(hands: int, seed: int, game: _Game) -> Iterator[Task]:
    for first in range(1, hands + 1, _TASK_HANDS):
        last = min(first + _TASK_HANDS - 1, hands)
        yield Task(_play_task, (first, last, batch_state(seed), game), last - first + 1)


def _play_task(first: int, last: int, state: int, game: _Game) -> NDArray[np.int64]:
    """Play hands `first` to `last`; a row per hand and seat, its numbers in the order of `_COLUMNS`."""
    rows = []
    shown: list[tuple[int, ...]] = []
    wild_ranks = []
    for hand in range(first, last + 1):
        seed = line_seed(state, hand)
        try:
            end = play_out(start(game.stakes, game.stacks, game.rules), shuffled_deck(seed), game.policies)
        except ValueError as error:
            raise ValueError(f"hand {hand}: {error}") from error
        except Exception as error:
            error.add_note(f"in hand {hand}, seed {seed}")
            raise
        folded, wild = _folds(end), end.wild.wild_ranks
        for player, won in zip(end.players, end.won, strict=True):
            street = folded.get(player.number, _NONE)
            rows.append((hand, seed, player.number, player.paid, won, street, player.shown, _NONE))
            if player.shown:
                shown.append(end.hand(player.number))
                wild_ranks.append(wild)
    table = np.array(rows, np.int64)
    if shown:
        double_ace = game.rules.double_ace_flush == "on"
        strengths = evaluate(shown, wild_ranks, double_ace_flush=double_ace)
        table[table[:, _COLUMNS.index("showdown")] == 1, _COLUMNS.index("category")] = categories(strengths)
    return table


def _folds(end: HandState) -> Mapping[int, int]:
    """Return the street on which each seat has folded, third street as 0."""
    folded = {}
    street = _NONE
    dealing = False
    for event in end.events:
        cards = isinstance(event, (DealDown, DealUp))
        street += cards and not dealing
        dealing = cards
        if isinstance(event, Fold):
            folded[event.seat] = street
    return folded


def _frame(table: NDArray[np.int64], game: _Game, seed: int, hands: int) -> "pd.DataFrame":
    import pandas as pd

    def labelled(
        codes: NDArray[np.int64], labels: Sequence[str], *, ordered: bool = True
    ) -> pd.api.extensions.ExtensionArray:
        return pd.Categorical.from_codes(codes, dtype=pd.CategoricalDtype(list(labels), ordered=ordered))

    column = dict(zip(_COLUMNS, table.T, strict=True))
    names = [policy_name(policy) for policy in game.policies]
    labels = sorted(set(names))
    policies = np.array([labels.index(name) for name in names])[column["seat"] - 1]
    frame = pd.DataFrame(
        {
            "hand": column["hand"],
            "seed": column["seed"],
            "seat": column["seat"],
            "policy": labelled(policies, labels, ordered=False),
            "paid": column["paid"],
            "won": column["won"],
            "net": column["won"] - column["paid"],
            "folded": labelled(column["folded"], [street.label for street in Street]),
            "showdown": column["showdown"] == 1,
            "category": labelled(column["category"], LABELS),
        }
    )
    done = len(table) // len(names)
    frame.attrs |= {"seed": seed, "hands": done, "partial": done < hands}
    return frame
