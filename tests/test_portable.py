"""Kernels compiled for another CPU count the same deals."""

from pathlib import Path

import pytest

from benchmarks.seeded import TABLES, counts, under

pytestmark = [pytest.mark.slow, pytest.mark.jit]

DEALS = 20_000


def test_counts_without_wide_vectors_are_the_native_ones(tmp_path: Path) -> None:
    native = counts(DEALS)
    assert under("generic", "counts", DEALS, str(tmp_path)) == native
    assert list(tmp_path.rglob("*.nbc"))  # compiled anew
    assert len(native) == len(TABLES)
    assert native["dealt again"]["void_deals"] > 0
