"""Bits of masks, compiled."""

import numpy as np

from evaluator.kernel_cache import stage


@stage
def popcount(mask):
    """Count the bits set; LLVM knows this pattern as one instruction."""
    mask = mask - ((mask >> np.uint64(1)) & np.uint64(0x5555555555555555))
    mask = (mask & np.uint64(0x3333333333333333)) + ((mask >> np.uint64(2)) & np.uint64(0x3333333333333333))
    mask = (mask + (mask >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((mask * np.uint64(0x0101010101010101)) >> np.uint64(56))
