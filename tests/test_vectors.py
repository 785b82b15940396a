"""Loops over rows are vector instructions. A small change can undo this, and make a loop ten times slower."""

import platform
import re
from typing import Any

import llvmlite.binding
import pytest
from numba import types
from numba.core import config

import evaluator.kernels
from simulator import deal_kernels, flip_kernels, queens_kernels, random_kernels, tally_kernels, wild_kernels

BYTES, SHORTS, COUNTS = (types.Array(dtype, 1, "C") for dtype in (types.uint8, types.uint16, types.int16))
PLACE, SIZE = types.int64, types.int64
LOOPS = {
    evaluator.kernels._split_masks: (SHORTS, PLACE, BYTES, BYTES, SIZE),
    evaluator.kernels._mark_wild: (BYTES, PLACE, BYTES, BYTES, BYTES, SIZE),
    evaluator.kernels._sum_hashes: (BYTES, SHORTS, SHORTS, SHORTS, SIZE),
    evaluator.kernels._flag_flushes: (BYTES, BYTES, SIZE),
    random_kernels.draw: (*[types.uint32] * 4, types.uint64, BYTES, SIZE),
    deal_kernels._trace_back: (BYTES, PLACE, PLACE, SIZE),
    deal_kernels._skip_seen: (BYTES, PLACE, *[types.uint8] * 4, SIZE),
    wild_kernels.follow: (BYTES, PLACE, PLACE, types.uint8, types.uint8, BYTES, BYTES, SIZE),
    wild_kernels.end_wild: (BYTES, PLACE, types.uint8, BYTES, BYTES, BYTES, BYTES, SIZE),
    tally_kernels.clear_void: (BYTES, SHORTS, PLACE, SIZE),
    tally_kernels.raise_best: (SHORTS, PLACE, SHORTS, SIZE),
    tally_kernels.count_best: (SHORTS, PLACE, SHORTS, SHORTS, SIZE),
    tally_kernels._count_at_least: (SHORTS, PLACE, types.uint16, SIZE),
    flip_kernels._count_triggers: (BYTES, PLACE, types.uint8, BYTES, SIZE),
    flip_kernels._name_follower: (BYTES, PLACE, PLACE, types.uint8, types.boolean, types.boolean, BYTES, COUNTS, SIZE),
    flip_kernels._mark_best: (SHORTS, PLACE, types.uint8, SHORTS, BYTES, SIZE),
    queens_kernels._add_changes: (COUNTS, PLACE, SIZE),
    queens_kernels._fold: (COUNTS, PLACE, types.Array(types.int64, 2, "C"), SIZE),
    queens_kernels._move_on: (COUNTS, COUNTS, SIZE),
    queens_kernels._count_wild: (BYTES, BYTES, BYTES, SIZE),
}

pytestmark = [
    pytest.mark.jit,
    pytest.mark.skipif(bool(config.BOUNDSCHECK), reason="a loop that checks each index has no vectors"),
    pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="names of the registers of x86"),
]


def machine_code(function: Any, signature: tuple[Any, ...]) -> str:
    function.compile(signature)
    return "".join(function.inspect_asm(types.void(*signature).args))


@pytest.mark.parametrize("function", LOOPS, ids=lambda function: function.__name__.lstrip("_"))
def test_loops_over_rows_are_vector_instructions(function: Any) -> None:
    widest = "[yz]mm" if llvmlite.binding.get_host_cpu_features().get("avx2") else "xmm"
    code = machine_code(function, LOOPS[function])
    assert re.search(rf"%{widest}\d", code)
    assert not re.search(r"v?p?gather", code)
    assert not re.search(r"\t(call|jmp|mov)\w*\t.*NRT_(in|de)cref", code)  # no counting of references
