"""How a recorded hand ended, and what a reader of its replay should know besides."""

from collections.abc import Sequence

from evaluator.category import LABELS
from simulator.hand_record import HandRecord
from simulator.hand_state import HandState
from simulator.players import Player
from simulator.replay_results import ReplayHand, ReplayResult

__all__ = ["hand_notes", "hand_result"]


def hand_result(record: HandRecord, start: HandState, end: HandState) -> ReplayResult | None:
    """Return how a hand ended; None if it is not over.

    Parameters
    ----------
    record : HandRecord
        The hand.
    start, end : HandState
        The hand once the antes are paid, and after its last action.
    """
    if not end.finished:
        return None
    before = [player.stack + player.paid for player in start.players]
    net = tuple(after - chips for after, chips in zip(end.stacks, before, strict=True))
    return ReplayResult(
        won=end.won,
        net=net,
        stacks=tuple(
            None if given is None else after for given, after in zip(record.starting_stacks, end.stacks, strict=True)
        ),
        showdown=any(player.shown for player in end.players),
        hands=tuple(_hand(end, player) for player in end.players),
        winners=() if end.misdeal else tuple(seat for seat, chips in enumerate(_from_others(end), 1) if chips > 0),
    )


def _hand(end: HandState, player: Player) -> ReplayHand | None:
    from evaluator.description import describe  # needs numpy

    if not player.shown:
        return None
    found = describe(end.hand(player.number), end.wild.wild_ranks, double_ace_flush=end.rules.double_ace_flush == "on")
    return ReplayHand(LABELS[found.category], found.description)


def _from_others(end: HandState) -> list[int]:
    """Return what each seat was paid, less the part of its bets that nobody called."""
    paid = [player.paid for player in end.players]
    called = [max(paid[:at] + paid[at + 1 :]) for at in range(len(paid))]
    return [won - max(0, own - most) for won, own, most in zip(end.won, paid, called, strict=True)]


def hand_notes(record: HandRecord, end: HandState, result: ReplayResult | None, uncounted: Sequence[str]) -> list[str]:
    """Say what is odd about a hand.

    Parameters
    ----------
    record, end, result
        As for `hand_result`, and what it returned.
    uncounted : sequence of str
        Streets that were to be counted exactly but are sampled.
    """
    notes = []
    unknown = [str(seat) for seat, stack in enumerate(record.starting_stacks, 1) if stack is None]
    if unknown:
        notes.append(f"stacks that are not known are taken to be large enough: seat {', '.join(unknown)}")
    if any(player.exposed for player in end.players) and not end.misdeal:
        notes.append(
            "down cards were exposed: they count as dealt face up then, which the notation of seats cannot say"
        )
    if end.misdeal:
        notes.append("an exposed down card is a misdeal in this game: all chips go back (rule B18)")
    if uncounted:
        notes.append(
            f"too many deals to count exactly on these streets, so sampled: {', '.join(dict.fromkeys(uncounted))}"
        )
    if result is None:
        return notes
    for name, recorded, found in (
        ("finishing_stacks", record.finishing_stacks, [result.stacks]),
        ("winnings", record.winnings, [result.won, tuple(_from_others(end))]),
    ):
        if recorded is not None and all(_differ(recorded, amounts) for amounts in found):
            notes.append(f"{name} of the record are {_text(record, recorded)}; by the rules {_text(record, found[0])}")
    return notes


def _differ(recorded: Sequence[int], found: Sequence[int | None]) -> bool:
    return any(chips not in (None, given) for given, chips in zip(recorded, found, strict=True))


def _text(record: HandRecord, amounts: Sequence[int | None]) -> str:
    return ", ".join("unknown" if chips is None else record.amount_text(chips) for chips in amounts)
