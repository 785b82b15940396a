"""Counts of ``equity`` are a function of table, deals and seed alone, and add up; arguments out of range are named."""

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import evaluator.tables
from evaluator.kernels import BLOCK, new_space
from simulator import Table, equity, sampling
from simulator.completions import layout
from simulator.kernels import tally_blocks
from simulator.results import Result
from simulator.tally_kernels import TALLY
from simulator.workspace import workspace
from tests.blocks import no_places
from tests.figures import JIT
from tests.oracle import CATEGORIES
from tests.recount import TABLES, counts_of, table_of

ROOT = Path(__file__).parent.parent
DEALS = 500_001  # several tasks, the last block short
jit = pytest.mark.jit  # several blocks, for which plain Python needs minutes
tables = pytest.mark.parametrize("name", TABLES)


def run(name: str, deals: int = DEALS, **options: Any) -> Result:
    return equity(table_of(name), method="montecarlo", deals=deals, **{"seed": 21, "workers": 1} | options)


@cache
def alone(name: str) -> Result:
    """One worker, no executor."""
    return run(name)


@jit
@tables
@pytest.mark.parametrize("workers", [2, 3, 4])
def test_workers_do_not_change_counts(name: str, workers: int) -> None:
    assert counts_of(run(name, workers=workers)) == counts_of(alone(name))


@jit
@pytest.mark.parametrize("threads", [1, 3])
def test_threads_given_as_executor_do_not_change_counts(threads: int) -> None:
    with ThreadPoolExecutor(threads) as executor:
        results = [run("two seats", executor=executor, workers=workers) for workers in (1, None, 4)]
        assert executor.submit(int, "5").result() == 5  # it is left running
    assert all(counts_of(result) == counts_of(alone("two seats")) for result in results)


class Recorded(Executor):
    """Hands tasks on to another executor and remembers how many there were."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool
        self.tasks = 0

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.tasks += 1
        return self.pool.submit(function, *args, **kwargs)


def test_processes_do_not_change_counts() -> None:
    """Fresh processes, which share nothing with this one but the code."""
    deals = DEALS if JIT else 200
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        executor = Recorded(pool)
        spread = run("seventh street", deals, executor=executor)
    assert executor.tasks == -(-deals // (BLOCK * sampling.TASK_BLOCKS[0]))
    assert counts_of(spread) == counts_of(run("seventh street", deals))


@jit
@tables
@pytest.mark.parametrize("blocks", [1, 7, 1_000])
def test_size_of_a_task_does_not_change_counts(monkeypatch: pytest.MonkeyPatch, name: str, blocks: int) -> None:
    wanted = counts_of(alone(name))
    monkeypatch.setattr(sampling, "TASK_BLOCKS", (blocks, blocks))
    assert counts_of(run(name, workers=2)) == wanted


def tally(name: str, first: int, last: int, deals: int, found: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    where, seed, stream = layout(table_of(name)), np.uint64(21), np.uint64(0)
    found = np.zeros(where.seats * TALLY, np.int64) if found is None else found
    memory, places = (workspace(where), new_space()), no_places(last - first)
    tally_blocks(where, evaluator.tables.load(), *memory, places, seed, stream, first, last, deals, found)
    return found.reshape(-1, TALLY)


@jit
@tables
@pytest.mark.parametrize("cuts", [[0, 245], [0, 1, 2, 244, 245], [0, 60, 61, 245]])
def test_any_split_of_the_blocks_adds_up(name: str, cuts: list[int]) -> None:
    assert cuts[-1] == -(-DEALS // BLOCK)
    parts = [tally(name, first, last, DEALS) for first, last in pairwise(cuts)]
    whole = np.sum(parts[::-1], axis=0)
    seats = [seat for seat in alone(name).seats if not seat.folded]
    assert whole[:, 0].tolist() == [seat.wins for seat in seats]
    assert whole[:, 1:8].tolist() == [list(seat.tie_counts or ()) for seat in seats]
    assert (whole[:, 8:] / alone(name).deals).tolist() == [list((seat.categories or {}).values()) for seat in seats]


def test_a_tally_is_added_to() -> None:
    before = np.full(2 * TALLY, 7, np.int64)
    added = tally("seventh street", 0, 1, 50, before)
    assert (added - 7 == tally("seventh street", 0, 1, 50)).all()


@pytest.mark.parametrize("deals", [1, BLOCK - 1, BLOCK, BLOCK + 1, 10_001] if JIT else [1, 300])
@tables
def test_counts_add_up_to_the_deals(name: str, deals: int) -> None:
    """Every deal has one pot and gives every seat one hand, to the last deal of a short block."""
    if deals == 1 and TABLES[name][3].no_trigger == "redeal":
        pytest.skip("the one deal may be void")
    result = run(name, deals)
    valid = result.deals
    pots = Fraction(0)
    for seat in result.seats:
        if seat.folded:
            continue
        assert seat.wins is not None
        assert seat.tie_counts is not None
        assert seat.categories is not None
        assert list(seat.categories) == list(CATEGORIES)
        hands = [round(share * valid) for share in seat.categories.values()]
        assert [count / valid for count in hands] == list(seat.categories.values())
        assert sum(hands) == valid
        assert seat.ties == sum(seat.tie_counts)
        pots += seat.wins + sum(Fraction(count, winners) for winners, count in enumerate(seat.tie_counts, 2))
    assert valid + result.void_deals == deals
    assert (result.void_deals > 0) <= (TABLES[name][3].no_trigger == "redeal")
    assert pots == valid


@tables
def test_a_longer_run_goes_on_from_a_shorter_one(name: str) -> None:
    """The first deals of a seed are the same however many follow: counts can only grow."""
    short, long = (run(name, deals if JIT else deals // 40) for deals in (4_000, 9_000))
    for one, other in zip(short.seats, long.seats, strict=True):
        if not one.folded:
            assert one.wins is not None
            assert other.wins is not None
            assert one.wins <= other.wins <= one.wins + long.deals - short.deals


@pytest.mark.jit
@pytest.mark.parametrize(
    "mode", [{"NUMBA_DISABLE_JIT": "1"}, pytest.param({"NUMBA_CPU_NAME": "generic"}, marks=pytest.mark.slow)], ids=str
)
def test_counts_without_the_jit_and_for_a_plain_processor(mode: dict[str, str], tmp_path: Path) -> None:
    """The kernels as plain Python, and compiled without vector instructions, count the same."""
    names = [
        *("two seats", "three seats, a folded one", "stud", "ties", "double ace", "eight seats, common card known"),
        *("house: sevenths up", "house: followers add up", "house: all at once"),
    ]
    code = "import numba; assert numba.config.DISABLE_JIT or numba.config.CPU_NAME == 'generic'\n"
    code += f"from tests.recount import counts_of; from tests.test_equity_counts import run\nfor name in {names}:\n"
    code += "    print(counts_of(run(name, 300)))"
    environment = {"NUMBA_CACHE_DIR": str(tmp_path), "PYTHONWARNINGS": "ignore::RuntimeWarning", **mode}
    found = subprocess.check_output([sys.executable, "-c", code], env=os.environ | environment, cwd=ROOT, text=True)
    assert found.splitlines() == [str(counts_of(run(name, 300))) for name in names]


@jit
def test_seeds_differ_and_none_draws_one() -> None:
    seeds = [0, 1, 2, 2**32, 2**63, 2**64 - 1]
    assert len({str(counts_of(run("two seats", 20_000, seed=seed))) for seed in seeds}) == len(seeds)
    drawn = [run("two seats", 20_000, seed=None) for _ in range(2)]
    assert drawn[0].seed != drawn[1].seed
    for result in drawn:
        assert counts_of(run("two seats", 20_000, seed=result.seed)) == counts_of(result)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        *(("deals", value) for value in (0, -1, 1.5, 1e6, "10", [5])),
        *(("seed", value) for value in (-1, 2**64, 0.5, "1")),
        *(("workers", value) for value in (0, -2, 2.0)),
        *(("method", value) for value in ("", "exactly", "Auto", None)),
    ],
)
def test_arguments_out_of_range_are_named(argument: str, value: Any) -> None:
    options: dict[str, Any] = {"deals": 10, "seed": 1, "workers": 1} | {argument: value}
    with pytest.raises(ValueError, match=rf"^{argument} is .*{str(value)[:3].strip('[]')}") as error:
        equity(Table.parse(["xx/x", "xx/x"]), **options)
    assert "\n" not in str(error.value)


def test_whole_numbers_of_any_type_are_taken() -> None:
    deals: Any = np.int64(50)
    other = run("seventh street", deals, seed=np.uint64(21), workers=np.int8(1))
    assert counts_of(other) == counts_of(run("seventh street", 50))
    assert type(other.seed) is type(other.deals) is int
