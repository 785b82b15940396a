"""The command ``ftq replay``: recorded hands played through the rules, with equities and pot odds."""

import os
import shlex
import sys
import time
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import click

from simulator.arguments import (
    choose_format,
    choose_method,
    choose_quiet,
    choose_seed,
    choose_workers,
    sampling_options,
)
from simulator.console import (
    BAD_INPUT,
    DONE,
    FAILED,
    INTERRUPTED,
    answer_encoding,
    answering,
    checking,
    note,
    write_answer,
)
from simulator.limits import DEFAULT_PRECISION, checked_seed
from simulator.rules import GAMES, spelled_options

if TYPE_CHECKING:
    from simulator.hand_files import HandEntry
    from simulator.replay_results import Replay
    from simulator.run import Progress

Item = tuple["HandEntry", int]  # a hand, and where in all bytes of the files it ends


@click.command(epilog="Example: ftq replay docs/hand.phh")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--game", type=click.Choice(GAMES), help="Play them as this game.  [default: as the file says]")
@click.option("--rule", "rules", multiple=True, metavar="NAME=VALUE", help="A house rule; may be repeated.")
@choose_method
@sampling_options("0.1%", "--deals")
@choose_seed
@choose_workers
@choose_format
@choose_quiet
def replay(
    files: tuple[str, ...],
    game: str | None,
    rules: tuple[str, ...],
    method: str,
    deals: int | None,
    precision: float | None,
    seed: int | None,
    workers: int | None,
    form: str,
    quiet: bool,
) -> int:
    """Replay recorded hands: equities, pot odds, result."""
    from simulator.hand_files import HandFiles

    with checking():
        rules = spelled_options(rules, game or "ftq")
    if deals is None and precision is None:
        precision = DEFAULT_PRECISION
    asked = _Asked(game, rules, method, deals, precision, checked_seed(seed))
    hands = HandFiles(files)
    read = ((entry, hands.done) for entry in hands)  # with the bytes read by then, as hands are read ahead
    count = _Count(quiet=quiet)
    # Nothing heavy is loaded before there is a hand that can be played.
    first = next((item for item in read if count.plays(item[0], asked)), None)
    if first is None:
        return BAD_INPUT
    second = next(read, None)
    alone = second is None and not count.refused
    ahead = [first] if second is None else [first, second]
    started = time.perf_counter()
    finished = _replay_all(chain(ahead, read), hands.size, asked, workers, form, count, alone=alone)
    if not finished:
        note(f"interrupted: {count.words} replayed")
        return INTERRUPTED
    if form == "table" and count.done:
        how = "exact" if count.exact else f"by Monte Carlo where they are not exact, seed {asked.seed}"
        parts = [] if alone else [f"{count.words} replayed"]
        parts += [f"equities {how}"] if count.equities else []
        if parts:
            write_answer(f"\n{', '.join(parts)}, {time.perf_counter() - started:.2f} s\n")
        if not count.exact:
            write_answer(f"the same figures again: {asked.command(files)}\n")
    if count.refused and count.done:
        note(f"{count.refused:,} of {count.done + count.refused:,} hands could not be replayed")
        return FAILED
    return DONE if count.done else BAD_INPUT


class _Asked(NamedTuple):
    """What is asked of every hand: arguments of `simulator.replay_hand`."""

    game: str | None
    options: tuple[str, ...]
    method: str
    deals: int | None
    precision: float | None
    seed: int

    def command(self, files: Sequence[str]) -> str:
        """Return a command that asks the same of some files, quoted for a shell."""
        from simulator.table_report import sampling_words

        words = [] if self.game is None else ["--game", self.game]
        words += [word for option in self.options for word in ("--rule", option)]
        words += [] if self.method == "auto" else ["--method", self.method]
        words += sampling_words(self.deals, self.precision, self.seed)
        like_options = any(file.startswith("-") and file != "-" for file in files)
        words = [*words, "--", *files] if like_options else [*files, *words]
        return " ".join(map(_quoted, ["ftq", "replay", *words]))


def _quoted(word: str) -> str:
    """Quote a word for a shell; as ``$'...'`` if it cannot be printed as it is."""
    if word.isprintable() and word.encode(answer_encoding(), "ignore").decode(answer_encoding()) == word:
        return shlex.quote(word)
    plain = set(range(ord(" "), ord("~") + 1)) - set(rb"\'")
    return "$'" + "".join(chr(byte) if byte in plain else f"\\x{byte:02x}" for byte in os.fsencode(word)) + "'"


def _replay_all(
    items: Iterable[Item],
    size: int | None,
    asked: _Asked,
    workers: int | None,
    form: str,
    count: "_Count",
    *,
    alone: bool,
) -> bool:
    """Replay hands, each a thread of its own unless there is but one, and write them; False if Ctrl-C ended that."""
    from simulator.crew import Crew
    from simulator.progress import ProgressBar
    from simulator.replay_rows import replay_format
    from simulator.run import usable_cpus

    threads = workers or usable_cpus()
    rows = replay_format(form, answer_encoding(), alone=alone)
    among_rows = not alone and sys.stdout is not None and sys.stdout.isatty()
    with ProgressBar(wanted=not (count.quiet or among_rows)) as bar:

        def tell(done: int, total: int) -> None:
            crew.check()
            if alone:
                bar(done, total, "replaying")

        def answer(item: Item) -> tuple["HandEntry", "Replay | None", int]:
            entry, end = item
            return *_replayed(entry, asked, threads if alone else 1, tell), end

        crew = Crew(answer, 1 if alone else threads)
        with answering(quiet=count.quiet), crew:
            for entry, found, end in crew.products(items):
                if found is None:
                    count.refuse(entry)
                else:
                    write_answer(("" if count.done else rows.header) + rows.text(found, entry))
                    count.add(found, entry, alone=alone)
                if not alone:
                    bar(end, size, count.words)
    return not crew.interrupted


def _replayed(entry: "HandEntry", asked: _Asked, workers: int, tell: "Progress") -> tuple["HandEntry", "Replay | None"]:
    """Replay a hand in a thread of the crew; whatever goes wrong stays with it: without a replay the entry says why."""
    from simulator.crew import Stopped
    from simulator.failures import NoAnswer
    from simulator.replay import replay_hand

    if entry.record is None:
        return entry, None
    try:
        return entry, replay_hand(entry.record, **asked._asdict(), workers=workers, progress=tell)
    except Stopped:
        raise
    except (ValueError, NoAnswer) as error:
        return entry.refused(str(error)), None
    except MemoryError:
        return entry.refused("out of memory"), None
    except Exception as error:  # the hands after this one are to be replayed whatever it is
        return entry.refused(f"unexpected {type(error).__name__}: {error}; please report it"), None


class _Count:
    """Counts hands, and tells on stderr what is wrong with them."""

    def __init__(self, *, quiet: bool) -> None:
        self.done = self.refused = 0
        self.exact = True
        self.equities = False  # whether any was asked for
        self.quiet = quiet

    @property
    def words(self) -> str:
        """How many hands are done."""
        return f"{self.done:,} hand{'' if self.done == 1 else 's'}"

    def plays(self, entry: "HandEntry", asked: _Asked) -> bool:
        """Whether a hand can be played from beginning to end; it is refused if not."""
        from simulator.recorded_hand import recorded_start, recorded_steps

        if entry.record is not None:
            try:
                for _ in recorded_steps(
                    entry.record, recorded_start(entry.record, game=asked.game, options=asked.options)
                ):
                    pass
                return True
            except ValueError as error:
                entry = entry.refused(str(error))
        self.refuse(entry)
        return False

    def refuse(self, entry: "HandEntry") -> None:
        """Count a hand that cannot be replayed, and say why."""
        self.refused += 1
        note(entry.error, "error")

    def add(self, replay: "Replay", entry: "HandEntry", *, alone: bool) -> None:
        """Count a hand that is done, and tell what was odd about it."""
        self.done += 1
        self.exact &= replay.seed is None
        self.equities |= any(seat.equity is not None for street in replay.streets for seat in street.seats)
        for text in [] if self.quiet else replay.notes:
            note(text if alone else f"{entry.name}: {text}")
