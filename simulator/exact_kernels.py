"""Exact counting, compiled: hands that a seat can end with, and how those of all seats compare.

An *option* is one way to fill the unknown cards of one seat: a set of cards, as a 64-bit mask of unseen cards and as
the hand that it makes. A deal is one option for each seat, no card twice.

Compiling takes longer than most counts, so the kernels are few and short: no arrays are made in them, no constants are
handed to helpers (numba compiles a helper again for each), what is the same for several seats or cards is a loop, and
what numpy does well is left to it.
"""

import numpy as np

from evaluator.kernel_cache import njit
from simulator.bit_kernels import popcount

HAND = 7
CATEGORIES = 10
LISTED = 3  # most seats with levels
SIZES = 8  # numbers of unknown cards of a seat, 0 .. 7
ROWS = 9  # states of a hole pair while a seat's cards are listed
NO_RANK = 13
NO_STRENGTH = 0xFFFF  # above all strengths
_ONE = np.uint64(1)


@njit(cache=True, nogil=True)
def list_options(cards, known, ranks, count, partners, filtered, hand, ways, next_card, used, masks, orders, hands):
    """List the sets of cards that a seat can be dealt, each with its hand of seven and the ways to deal it.

    The ways to deal the cards chosen so far are counted by the set of up positions that they fill, in one row for each
    state of the hole pair: row 0 before it, row 1 with it, row 2 + i with one card of it, card number i. Without a
    filter all is in row 0.

    Parameters
    ----------
    cards : array of uint8, shape (unseen,)
        Ids of the unseen cards, ascending.
    known : int
        Number of the seat's known cards. Known and unknown cards may be fewer than seven: the hands lack the rest.
    ranks : array of int64, shape (positions,)
        13-bit mask of the ranks that each unknown up card may have.
    count : int
        Number of unknown cards, up and down; at least one.
    partners : array of uint64, shape (unseen,)
        Mask of the cards that make a hole pair with each card.
    filtered : int
        1 if `partners` says which hole pairs there are; 0 if there are no hole pairs, but any down cards.
    hand : array of uint8, shape (7,)
        Scratch space that starts with the known cards.
    ways : array of int64, shape ((count + 1) * 9 * 2**positions,)
        Scratch space, 1 where it starts and else zero.
    next_card, used : arrays of int64 and uint64, shape (count,)
        Scratch space, zero where it starts.
    masks : array of uint64, 1-d
        The options as masks of unseen cards, on return.
    orders : array of int64, 1-d
        In how many ways each can be dealt, up cards position by position, on return.
    hands : array of uint8, 1-d
        The seven cards of each option, known ones first, then ascending; on return.

    Returns
    -------
    int
        Number of options.
    """
    states = 1 << ranks.size
    found = 0
    depth = 0
    counted = NO_RANK
    while depth >= 0:
        card = next_card[depth]
        if card > cards.size - count + depth:
            depth -= 1
            continue
        next_card[depth] = card + 1
        hand[known + depth] = cards[card]
        rank = cards[card] >> 2
        last = depth == count - 1
        here = depth * ROWS * states
        first_state = states - 1 if last else 0
        if not last or rank != counted:  # else the same as with the last card before
            counted = rank
            rows = 2 + depth if filtered else 1
            for row in range(filtered if last else 0, filtered + 1 if last else rows):
                for filled in range(first_state, states):
                    at = here + row * states + filled
                    total = ways[at]  # the card is down, outside the hole pair
                    for position in range(ranks.size):
                        if (ranks[position] >> rank) & (filled >> position) & 1:
                            total += ways[at - (1 << position)]
                    ways[at + ROWS * states] = total
        if filtered:
            partner = partners[card] << _ONE  # the cards chosen are one before the next ones
            for filled in range(first_state, states):
                at = here + filled
                total = ways[at + (ROWS + 1) * states]
                for i in range(depth):
                    if (partner >> np.uint64(next_card[i])) & _ONE:
                        total += ways[at + (2 + i) * states]
                ways[at + (ROWS if last else ROWS + 1) * states] = total
                ways[at + (ROWS + 2 + depth) * states] = ways[at]
        mask = used[depth] | (_ONE << np.uint64(card))
        if not last:
            depth += 1
            next_card[depth] = card + 1
            used[depth] = mask
            counted = NO_RANK
            continue
        total = ways[here + (ROWS + 1) * states - 1]
        if total:
            masks[found] = mask
            orders[found] = total
            for k in range(HAND):
                hands[found * HAND + k] = hand[k]
            found += 1
    return found


@njit(cache=True, nogil=True)
def count_disjoint(
    hands, orders, other, own_known, other_known, firsts, lasts, until, places, sizes, most, counts, at, pairs
):  # fmt: skip
    """Count pairs of options of two seats that share no card, by inclusion and exclusion, without making them.

    The other seat's options are inserted one after the other: counted under each set of at most `most` of their cards,
    which `places` numbers. Own options are queried in between, block by block.

    Parameters
    ----------
    hands, orders : arrays of uint8 (options * 7,) and int64 (options,)
        Options of both seats, as `list_options` lists them.
    other : int
        First option of the other seat.
    own_known, other_known : int
        How many of the seven cards are known ones, which come first.
    firsts, lasts, until : arrays of int64, shape (blocks,)
        First own option of each block, the last one excluded, and how many of the other seat's options are inserted
        before; ascending. No block is empty.
    places : array of int64, shape (52 * 8,)
        Place of a set: the sum of ``places[8 * card + k]`` over its cards, each the k-th of them, ascending.
    sizes : array of int64, shape (128,)
        Number of bits of each number.
    most : int
        Cards that two options can share: the smaller number of unknown cards.
    counts : array of int64, 1-d
        Scratch space for all sets of at most `most` cards, zero.
    at : array of int64, shape (128,)
        Scratch space, zero where it starts.
    pairs : array of int64, shape (blocks,)
        Weighted pairs of each block, added to.
    """
    inserted = 0
    block = 0
    query = 0
    while block < until.size:
        insert = inserted < until[block]
        option = other + inserted if insert else firsts[block] + query
        known = other_known if insert else own_known
        weight = orders[option] if insert else 0
        total = counts[0]
        counts[0] += weight
        for k in range(HAND - known):
            card = np.int64(hands[option * HAND + known + k])
            top = 1 << k
            for rest in range(top):
                size = sizes[rest] + 1
                if size <= most:
                    here = at[rest] + places[card * SIZES + size]
                    at[top + rest] = here
                    if insert:
                        counts[here] += weight
                    else:
                        total += -counts[here] if size & 1 else counts[here]
        if insert:
            inserted += 1
            continue
        pairs[block] += orders[option] * total
        query += 1
        if firsts[block] + query == lasts[block]:
            query = 0
            block += 1


@njit(cache=True, nogil=True)
def compare_boards(
    starts, masks, orders, strengths, listed, level_starts, level_strengths, level_masks,
    at, left, ways, best, reached, cards, winners, categories,
):  # fmt: skip
    """Compare the hands of any number of seats: choose an option of each seat, settle the last cards of up to three.

    A seat with *levels* has its up cards chosen only; its last card is below a level of strength, makes it, or is
    above it. A seat that is not there has one last card of its own that makes nothing.

    Parameters
    ----------
    starts : array of int64, shape (seats + 1,)
        Where the options of each seat start; seats in the order in which they are chosen, those with levels last.
    masks, orders, strengths : arrays of uint64, int64 and int64, shape (options,)
        The options; of a seat with levels its sets of up cards, without a strength.
    listed : int
        Number of seats with levels, at most 3.
    level_starts : array of int64, shape (options + 1,)
        Where the levels of each option start.
    level_strengths, level_masks : arrays of uint16 and uint64, 1-d
        Levels of strength, ascending for each option, and the last cards that give it, then NO_STRENGTH.
    at, left, ways, best : arrays of int64, uint64, int64 and int64, shape (seats + 1,)
        Scratch space that starts with the first option of the first seat, the mask of all unseen cards, 1 and -256.
    reached, cards : arrays of int64 (3,) and uint64 (6,)
        Scratch space. The cards are zero but those of seats that are not there: bits 61 .. 63.
    winners : array of int64, shape (256,)
        Weighted deals by the set of seats that win, added to.
    categories : array of int64, shape (seats * 10,)
        Weighted deals by seat and category of its hand, added to.
    """
    depths = starts.size - 1
    chosen = depths - listed
    depth = 0
    while depth >= 0:
        option = at[depth]
        if option == starts[depth + 1]:
            depth -= 1
            continue
        at[depth] = option + 1
        if masks[option] & ~left[depth]:
            continue
        left[depth + 1] = left[depth] ^ masks[option]
        ways[depth + 1] = ways[depth] * orders[option]
        high = best[depth]
        if depth < chosen:
            strength = strengths[option]
            if strength > high >> 8:
                high = strength << 8
            if strength == high >> 8:
                high |= 1 << depth
        best[depth + 1] = high
        if depth + 1 < depths:
            depth += 1
            at[depth] = starts[depth]
            continue
        free = left[depths]
        weight = ways[depths]
        rest = weight  # ways with a last card of one seat given
        level = high >> 8  # nobody wins below it
        for s in range(listed):
            reached[s] = level_starts[at[chosen + s] - 1]
            cards[s] = 0
            strength = np.int64(level_strengths[reached[s]])
            if strength > level:
                level = strength
            if s:
                rest *= popcount(free) - s
        for k in range(chosen):
            categories[k * CATEGORIES + (strengths[at[k] - 1] >> 12)] += rest * (popcount(free) if listed else 1)
        while level < NO_STRENGTH:
            present = 0
            follow = np.int64(NO_STRENGTH)
            for s in range(listed):
                i = reached[s]
                strength = np.int64(level_strengths[i])
                while strength <= level:
                    made = level_masks[i] & free
                    categories[(chosen + s) * CATEGORIES + (strength >> 12)] += rest * popcount(made)
                    if strength < level:
                        cards[s] |= made
                    elif made:
                        cards[LISTED + s] = made
                        present |= 1 << s
                    i += 1
                    strength = np.int64(level_strengths[i])
                reached[s] = i
                follow = min(follow, strength)
            bits = high & 255 if level == high >> 8 else 0
            part = present  # of the seats that can make the level those that do
            while part or bits:
                a = cards[3 if part & 1 else 0]
                b = cards[4 if part & 2 else 1]
                c = cards[5 if part & 4 else 2]
                n, m, k = popcount(a), popcount(b), popcount(c)
                total = n * m * k - popcount(a & b) * k - popcount(a & c) * m - popcount(b & c) * n
                winners[bits | part << chosen] += weight * (total + 2 * popcount(a & b & c))
                if part == 0:
                    break
                part = (part - 1) & present
            for s in range(listed):
                if present >> s & 1:
                    cards[s] |= cards[LISTED + s]
            level = follow
