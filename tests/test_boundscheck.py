"""The bounds-check mode is on when it is asked for: an index out of range raises inside a kernel."""

import os

import numba
import numpy as np
import pytest

BOUNDSCHECK = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


@numba.njit
def _value_at(values, index):  # type: ignore[no-untyped-def]  # numba infers the types
    return values[index]


@pytest.mark.skipif(not BOUNDSCHECK, reason="without NUMBA_BOUNDSCHECK=1 a kernel reads whatever lies there")
@pytest.mark.parametrize("index", [4, -5, 10**6])
def test_index_out_of_range_raises(index: int) -> None:
    values = np.arange(4, dtype=np.uint8)
    assert _value_at(values, 3) == 3
    with pytest.raises(IndexError):
        _value_at(values, index)
