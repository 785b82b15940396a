"""A recorded hand played again, with what it was worth to everyone at any time."""

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

import simulator
from simulator.events import Show
from simulator.hand_record import HandRecord
from simulator.hand_result import hand_notes, hand_result
from simulator.hand_state import HandState
from simulator.limits import DEFAULT_PRECISION, MAX_DEALS, checked_end, checked_seed, whole
from simulator.methods import checked_method
from simulator.options import BETTING_OPTIONS
from simulator.phh import read_hand
from simulator.recorded_hand import Step, recorded_start, recorded_steps
from simulator.replay_results import SCHEMA, STAKES, Replay
from simulator.run import Progress, checked_workers
from simulator.street_accounts import street_accounts
from simulator.table_equities import table_equities

__all__ = ["replay_hand"]


def replay_hand(
    hand: HandRecord | str,
    *,
    game: str | None = None,
    options: Sequence[str] = (),
    method: str = "auto",
    deals: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Replay:
    """Replay a recorded hand: each street with its equities, each call with its price, the result.

    Down cards that the record tells at any time are known on every street, as on television.

    Parameters
    ----------
    hand : HandRecord or str
        The hand, or the text of a ``.phh`` file.
    game : str or None
        ``"ftq"`` or ``"stud"``; None for what the record says.
    options : sequence of str
        House rules of the cards and of the betting, each ``NAME=VALUE``; they override those of the record.
    method, deals, precision, workers, executor
        As for `simulator.equity`, for each table of the hand. Under ``"exact"`` what is too much to count is sampled,
        and a note says so.
    seed : int or None
        For every equity of the hand; None draws one.
    progress : callable or None
        Called in this thread as ``progress(done, total)``, in hundredths of equity queries.

    Returns
    -------
    Replay
        The hand as it was played.

    Raises
    ------
    ValueError
        Of one line: the text is no hand, the rules do not allow an action of it (the message has its number and what is
        legal), or an argument is out of range.
    KeyboardInterrupt
        After Ctrl-C: there is no half of a replay.

    Examples
    --------
    >>> from simulator import replay_hand
    >>> replay = replay_hand('''
    ... variant = "F7S"
    ... antes = [0, 0]
    ... bring_in = 1
    ... small_bet = 2
    ... big_bet = 4
    ... starting_stacks = [50, 60]
    ... actions = ["d dh p1 AsKdQh", "d dh p2 2s2d7c", "p2 pb", "p1 cbr 2", "p2 f"]
    ... ''', precision=0.005, seed=1)
    >>> call = replay.streets[0].actions[2]
    >>> call.action, call.to_call, call.pot_odds, 0.5 < call.equity < 0.6
    ('fold', 1, 0.25, True)
    >>> replay.result.net
    (1, -1)
    """
    record = read_hand(hand) if isinstance(hand, str) else hand
    checked_method(method)
    deals = None if deals is None else whole("deals", deals, 1, MAX_DEALS)
    precision, _ = checked_end(precision, deals, None, DEFAULT_PRECISION)
    seed = checked_seed(seed)
    workers = checked_workers(workers)

    start = recorded_start(record, game=game, options=options)
    steps = list(recorded_steps(record, start))
    end = steps[-1].after if steps else start
    accounts = street_accounts(steps, _down_cards(end, steps))
    result = hand_result(record, start, end)
    found = table_equities(
        [table for account in accounts for table in account.tables],
        method,
        deals=deals,
        precision=precision,
        seed=seed,
        workers=workers,
        executor=executor,
        progress=progress,
    )
    unknown = [seat for seat, stack in enumerate(record.starting_stacks, 1) if stack is None]
    return Replay(
        schema=SCHEMA,
        version=simulator.__version__,
        game=start.rules.game,
        rules=start.rules.to_dict(),
        stakes=_stakes(record, start),
        chip=record.amount_text(1),
        players=record.players,
        method=method,
        deals=deals,
        precision=precision,
        seed=seed if found.sampled else None,
        streets=tuple(account.told(found.figures, unknown) for account in accounts),
        result=result,
        notes=tuple(hand_notes(record, end, result, [table.street.label for table in found.uncounted])),
    )


def _down_cards(end: HandState, steps: Sequence[Step]) -> dict[int, tuple[int | None, ...]]:
    """Down cards of each seat as far as the record tells them, those shown when all was over included."""
    late = {step.event.seat: step.event.down for step in steps if isinstance(step.event, Show) and step.event.down}
    return {player.number: late.get(player.number, player.down) for player in end.players}


def _stakes(record: HandRecord, start: HandState) -> dict[str, Any]:
    amounts = {name: getattr(record, name) for name in STAKES}
    return amounts | {option.name: getattr(start.stakes, option.name) for option in BETTING_OPTIONS}
