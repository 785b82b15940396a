"""Random numbers of a block of deals, compiled: of any block alone, and the same on every machine.

Block b of a stream has the key ``mix(mix(mix(seed) + stream) + b)``, where ``mix`` is the finalizer
of SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014); position j of the block
has the two 32-bit halves of ``mix(key + (j + 1) * 0x9E3779B97F4A7C15)``, the outputs of SplitMix64. The number of deal
i at a position is a hash of i under these two halves, see `draw`: 32-bit multiplications, of which vector units do
eight or sixteen at once where 64-bit ones cost several instructions each. Any part of a run can be made alone. A number
becomes one of n values by its high 26 bits: no value is favoured by more than 2**-26.

The down cards of seats with filters have numbers of their own: deal i draws the SplitMix64 outputs that follow the
state ``mix(mix(key + 64 * 0x9E3779B97F4A7C15) + i)``, as many as it needs; no deal has 64 positions. The high half of
each become one of n values without any bias, a few being thrown away (Lemire, *Fast random integer generation in an
interval*, 2019).
"""

import numpy as np

from evaluator.kernel_cache import stage

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@stage
def mix(word):
    """Finalize a word as SplitMix64 does."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@stage
def block_key(seed, stream, block):
    """Key of a block: distinct for distinct blocks of a stream, because `mix` is one to one."""
    return mix(mix(mix(np.uint64(seed)) + np.uint64(stream)) + np.uint64(block))


@stage
def draw(key_1, key_2, least, choices, first, numbers, size):
    """Draw the numbers of one position: ``least`` plus one of ``choices`` values, at most 64, from place `first` on.

    A Weyl sequence from one half of the key goes through a hash found by Wellons (*Prospecting for hash functions*,
    2018) with the other half added in its middle; its last step, which would only change bits that do not count here,
    is left out. All of it is one to one in the first half, so each number by itself is exactly uniform over keys.
    Without the Weyl step the hash leaves too much order among the deals of a block: counts then vary up to 5% more than
    those of independent deals.
    """
    x = np.uint32(key_1)
    for i in range(size):
        y = np.uint32(np.uint32(x ^ np.uint32(x >> np.uint32(16))) * np.uint32(0x21F0AAAD))
        y = np.uint32(np.uint32(y ^ np.uint32(y >> np.uint32(15))) + key_2)
        y = np.uint32(np.uint32(y * np.uint32(0xD35A2D97)) >> np.uint32(6))
        numbers[first + np.uint64(i)] = np.uint8(least + np.uint32(np.uint32(y * choices) >> np.uint32(26)))
        x = np.uint32(x + np.uint32(0x9E3779B1))


@stage
def below(choices, state):
    """One of so many values, at most 2**32 of them, from the next outputs of SplitMix64, whose state goes on."""
    choices = np.uint64(choices)
    while True:
        state[0] += GOLDEN
        product = (mix(state[0]) >> np.uint64(32)) * choices
        rest = product & _LOW_HALF
        if rest >= choices or rest >= ((_LOW_HALF + np.uint64(1)) - choices) % choices:
            return np.int64(product >> np.uint64(32))
