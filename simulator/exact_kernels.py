"""Exact counting, compiled: hands that a seat can end with, and how those of all seats compare.

An *option* is one way to fill the unknown cards of one seat: a set of cards, as a 64-bit mask and as indices among the
unseen cards. A deal is one option for each seat, no card twice.
"""

import numpy as np

from evaluator.kernel_cache import njit

HAND = 7
CATEGORIES = 10
MOST_CARDS = 7  # unknown cards of a seat
SIZES = MOST_CARDS + 1
ROWS = MOST_CARDS + 2  # states of a hole pair while a seat's cards are listed
_ONE = np.uint64(1)


@njit(nogil=True)
def _popcount(x):
    """Count the bits set; LLVM knows this pattern as one instruction."""
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(nogil=True)
def _take_card(ways, depth, ranks, rank, partner_of, chosen, filtered):
    """Go on by one card: ways to deal the cards so far, by what of the seat they fill.

    Ways are counted by the set of up positions that are filled, in one row for each state of the hole pair: row 0
    before it, row 1 with it, row 2 + i with one card of it, card number i. Without a filter all is in row 0.
    """
    states = 1 << ranks.size
    before = depth * ROWS * states
    after = before + ROWS * states
    rows = 2 + depth if filtered else 1
    for at in range(after, after + (rows + 1) * states):
        ways[at] = 0
    for row in range(rows):
        for filled in range(states):
            count = ways[before + row * states + filled]
            if count == 0:
                continue
            for position in range(ranks.size):
                if (filled >> position) & 1 == 0 and (ranks[position] >> rank) & 1:
                    ways[after + row * states + (filled | 1 << position)] += count
            ways[after + row * states + filled] += count  # a down card outside the hole pair
            if not filtered:
                continue
            if row == 0:
                ways[after + (2 + depth) * states + filled] += count
            elif row >= 2 and (partner_of >> np.uint64(chosen[row - 2])) & _ONE:
                ways[after + states + filled] += count


@njit(nogil=True)
def _last_by_rank(ways, depth, ranks, filtered, by_rank):
    """Ways to deal all cards by the rank of the last one, which is in no hole pair; returns whether there are any."""
    states = 1 << ranks.size
    full = (depth * ROWS + filtered) * states + states - 1
    found = False
    for rank in range(13):
        total = ways[full]
        for position in range(ranks.size):
            if (ranks[position] >> rank) & 1:
                total += ways[full - (1 << position)]
        by_rank[rank] = total
        found |= total > 0
    for row in range(2, 2 + depth if filtered else 2):
        found |= ways[(depth * ROWS + row) * states + states - 1] > 0
    return found


@njit(cache=True, nogil=True)
def options(cards, known, ranks, count, partners, filtered, masks, orders, hands):
    """List the sets of cards that a seat can be dealt, each with its hand of seven and the ways to deal it.

    Parameters
    ----------
    cards : array of uint8, shape (unseen,)
        Ids of the unseen cards, ascending.
    known : array of uint8, 1-d
        Ids of the seat's known cards.
    ranks : array of int64, shape (positions,)
        13-bit mask of the ranks that each unknown up card may have.
    count : int
        Number of unknown cards, up and down. Known and unknown cards may be fewer than seven: the hands lack the rest.
    partners : array of uint64, shape (unseen,)
        Mask of the cards that make a hole pair with each card.
    filtered : bool
        Whether `partners` says which hole pairs there are; else there are no hole pairs, but any down cards.
    masks : array of uint64, 1-d
        The options as masks of unseen cards, on return.
    orders : array of int64, 1-d
        In how many ways each can be dealt, up cards position by position, on return.
    hands : array of uint8, 1-d
        The seven cards of each option, on return.

    Returns
    -------
    int
        Number of options.
    """
    states = 1 << ranks.size
    ways = np.zeros((count + 1) * ROWS * states, np.int64)
    ways[0] = 1
    by_rank = np.zeros(13, np.int64)
    chosen = np.zeros(count + 1, np.int64)
    hand = np.zeros(HAND, np.uint8)
    for k in range(known.size):
        hand[k] = known[k]
    if count == 0:
        masks[0], orders[0] = 0, 1
        for k in range(HAND):
            hands[k] = hand[k]
        return 1
    found = 0
    depth = 0
    mask = np.uint64(0)
    last = count - 1
    while depth >= 0:
        card = chosen[depth]
        if depth < last and card <= cards.size - count + depth:
            hand[known.size + depth] = cards[card]
            mask |= _ONE << np.uint64(card)
            _take_card(ways, depth, ranks, cards[card] >> 2, partners[card], chosen, filtered)
            depth += 1
            chosen[depth] = card + 1
            continue
        if depth == last and _last_by_rank(ways, depth, ranks, filtered, by_rank):
            final = (depth * ROWS + 2) * states + states - 1
            for card in range(chosen[depth], cards.size):
                total = by_rank[cards[card] >> 2]
                if filtered:
                    for i in range(depth):
                        if (partners[card] >> np.uint64(chosen[i])) & _ONE:
                            total += ways[final + i * states]
                if total == 0:
                    continue
                at = found * HAND
                for k in range(HAND):
                    hands[at + k] = hand[k]
                hands[at + known.size + last] = cards[card]
                masks[found] = mask | (_ONE << np.uint64(card))
                orders[found] = total
                found += 1
        depth -= 1
        if depth >= 0:
            mask ^= _ONE << np.uint64(chosen[depth])
            chosen[depth] += 1
    return found


@njit(cache=True, nogil=True)
def last_hands(cards, masks, hands, known, out):
    """Hands of seven that each set of up cards makes with each last card that it leaves.

    Parameters
    ----------
    cards : array of uint8, shape (unseen,)
        Ids of the unseen cards, ascending.
    masks, hands : arrays of uint64 (sets,) and uint8 (sets * 7,)
        From `options`, one card short.
    known : int
        Number of cards there are in each of the hands.
    out : array of uint8, 1-d
        The hands, on return; those of one set stand together, their last cards ascending.
    """
    at = 0
    for i in range(masks.size):
        for j in range(cards.size):
            if (masks[i] >> np.uint64(j)) & _ONE:
                continue
            for k in range(known):
                out[at + k] = hands[i * HAND + k]
            out[at + known] = cards[j]
            at += HAND


@njit(cache=True, nogil=True)
def list_members(masks, order, members):
    """List the indices of the cards of each option, ascending.

    Parameters
    ----------
    masks : array of uint64, shape (options,)
        The options.
    order : array of int64, shape (options,)
        In which order to list them.
    members : array of uint8, shape (options, cards)
        On return.
    """
    for i in range(order.size):
        mask = masks[order[i]]
        for k in range(members.shape[1]):
            low = mask & (~mask + _ONE)
            members[i, k] = _popcount(low - _ONE)
            mask ^= low


@njit(nogil=True)
def _insert(members, orders, first, last, binomials, sizes, starts, most, at, counts):
    """Count options under each set of at most `most` of their cards."""
    for i in range(first, last):
        weight = orders[i]
        counts[0] += weight
        at[0] = 0
        for k in range(members.shape[1]):
            row = np.int64(members[i, k]) * SIZES
            top = 1 << k
            for rest in range(top):
                size = sizes[rest] + 1
                if size <= most:
                    here = at[rest] + binomials[row + size]
                    at[top + rest] = here
                    counts[starts[size] + here] += weight


@njit(nogil=True)
def _query(members, first, last, binomials, sizes, starts, most, at, counts, found):
    """Count, of the options inserted, those that share no card with each of these: inclusion and exclusion."""
    for i in range(first, last):
        total = counts[0]
        at[0] = 0
        for k in range(members.shape[1]):
            row = np.int64(members[i, k]) * SIZES
            top = 1 << k
            for rest in range(top):
                size = sizes[rest] + 1
                if size <= most:
                    here = at[rest] + binomials[row + size]
                    at[top + rest] = here
                    count = counts[starts[size] + here]
                    total += -count if size & 1 else count
        found[i] = total


@njit(nogil=True)
def _run_end(strengths, first):
    last = first
    while last < strengths.size and strengths[last] == strengths[first]:
        last += 1
    return last


@njit(cache=True, nogil=True)
def compare_two(
    members_1, strengths_1, orders_1, members_2, strengths_2, orders_2, binomials, sizes, starts, most, counts, tally
):  # fmt: skip
    """Compare all pairs of options of two seats that share no card, without making the pairs.

    Parameters
    ----------
    members_1, members_2 : arrays of uint8, shape (options, cards)
        Indices of the cards of each option, ascending; options in ascending order of strength.
    strengths_1, strengths_2 : arrays of uint16, shape (options,)
        Their strengths.
    orders_1, orders_2 : arrays of int64, shape (options,)
        Their weights.
    binomials : array of int64, shape (64 * 8,)
        Number of sets of k of the first n things at ``8 * n + k``: they number the sets of one size.
    sizes : array of int64, shape (128,)
        Number of bits of each number.
    starts : array of int64, shape (8,)
        Where the counts of the sets of each size start.
    most : int
        Cards that two options can share: the smaller number of cards.
    counts : array of int64, 1-d
        Scratch space for all sets of at most `most` cards, all zero.
    tally : array of int64, shape (2, 13)
        By seat: weighted pairs won, tied, all, then by category of the seat's hand; on return, zero before.
    """
    at = np.empty(1 << MOST_CARDS, np.int64)
    less = np.empty(strengths_1.size, np.int64)
    equal = np.empty(strengths_1.size, np.int64)
    first_1 = first_2 = 0
    while first_1 < strengths_1.size:
        strength = strengths_1[first_1]
        last_1 = _run_end(strengths_1, first_1)
        last_2 = first_2
        while last_2 < strengths_2.size and strengths_2[last_2] < strength:
            last_2 += 1
        _insert(members_2, orders_2, first_2, last_2, binomials, sizes, starts, most, at, counts)
        first_2 = last_2
        _query(members_1, first_1, last_1, binomials, sizes, starts, most, at, counts, less)
        while last_2 < strengths_2.size and strengths_2[last_2] == strength:
            last_2 += 1
        if last_2 > first_2:
            _insert(members_2, orders_2, first_2, last_2, binomials, sizes, starts, most, at, counts)
            _query(members_1, first_1, last_1, binomials, sizes, starts, most, at, counts, equal)
            for i in range(first_1, last_1):
                tally[0, 1] += orders_1[i] * (equal[i] - less[i])
        for i in range(first_1, last_1):
            tally[0, 0] += orders_1[i] * less[i]
        first_1, first_2 = last_1, last_2
    _insert(members_2, orders_2, first_2, strengths_2.size, binomials, sizes, starts, most, at, counts)
    _add_categories(members_1, strengths_1, orders_1, binomials, sizes, starts, most, at, counts, less, tally[0])
    for i in range(counts.size):
        counts[i] = 0
    _insert(members_1, orders_1, 0, strengths_1.size, binomials, sizes, starts, most, at, counts)
    others = np.empty(strengths_2.size, np.int64)
    _add_categories(members_2, strengths_2, orders_2, binomials, sizes, starts, most, at, counts, others, tally[1])
    tally[1, 1] = tally[0, 1]
    tally[1, 0] = tally[0, 2] - tally[0, 1] - tally[0, 0]


@njit(nogil=True)
def _add_categories(members, strengths, orders, binomials, sizes, starts, most, at, counts, found, tally):
    """Add the pairs of each option of a seat to its category; all options of the other seat have been counted."""
    _query(members, 0, strengths.size, binomials, sizes, starts, most, at, counts, found)
    for i in range(strengths.size):
        pairs = orders[i] * found[i]
        tally[2] += pairs
        tally[3 + (strengths[i] >> 12)] += pairs


@njit(cache=True, nogil=True)
def list_levels(masks, unseen, strengths, starts, level_strengths, level_masks):
    """Sort the last cards of each set of up cards by the strength that they give.

    Parameters
    ----------
    masks : array of uint64, shape (sets,)
        The sets of up cards.
    unseen : int
        Number of unseen cards.
    strengths : array of uint16, 1-d
        Strengths of the hands that `last_hands` lists.
    starts : array of int64, shape (sets + 1,)
        Where the levels of each set start, on return.
    level_strengths, level_masks : arrays of uint16 and uint64, 1-d
        Levels of strength, ascending within a set, and the last cards that give it, on return.
    """
    found = 0
    hand = 0
    for i in range(masks.size):
        starts[i] = found
        for j in range(unseen):
            card = _ONE << np.uint64(j)
            if masks[i] & card:
                continue
            strength = strengths[hand]
            hand += 1
            at = found
            while at > starts[i] and level_strengths[at - 1] >= strength:
                at -= 1
            if at < found and level_strengths[at] == strength:
                level_masks[at] |= card
                continue
            for k in range(found, at, -1):
                level_strengths[k] = level_strengths[k - 1]
                level_masks[k] = level_masks[k - 1]
            level_strengths[at] = strength
            level_masks[at] = card
            found += 1
    starts[starts.size - 1] = found


@njit(nogil=True)
def _ways(a, b, c):
    """Ways to take one card from each of three sets, no card twice."""
    ab = _popcount(a & b)
    ac = _popcount(a & c)
    bc = _popcount(b & c)
    n, m, k = _popcount(a), _popcount(b), _popcount(c)
    return n * m * k - ab * k - ac * m - bc * n + 2 * _popcount(a & b & c)


@njit(nogil=True)
def _settle(fixed, fixed_bits, unseen, weight, seats, firsts, lasts, level_strengths, level_masks, winners, categories):
    """Count the ways to deal a last card to each of three seats by who wins, level of strength by level.

    At each level a seat's last card is below it, makes it, or is above it. A seat that is not there has one last card
    of its own that makes nothing.
    """
    left = _popcount(unseen)
    i1, i2, i3 = firsts[0], firsts[1], firsts[2]
    e1, e2, e3 = lasts[0], lasts[1], lasts[2]
    b1, b2, b3 = seats[0], seats[1], seats[2]
    none = np.uint64(0)
    l1 = none if i1 < e1 else _ONE << np.uint64(61)
    l2 = none if i2 < e2 else _ONE << np.uint64(62)
    l3 = none if i3 < e3 else _ONE << np.uint64(63)
    rest = weight
    for k in range(int(i1 < e1) + int(i2 < e2) + int(i3 < e3) - 1):
        rest *= left - 1 - k
    # No seat can be below its lowest level: nobody wins below the highest of these.
    level = fixed
    if i1 < e1:
        level = max(level, np.int64(level_strengths[i1]))
    if i2 < e2:
        level = max(level, np.int64(level_strengths[i2]))
    if i3 < e3:
        level = max(level, np.int64(level_strengths[i3]))
    while i1 < e1 and np.int64(level_strengths[i1]) < level:
        cards = level_masks[i1] & unseen
        categories[b1, level_strengths[i1] >> 12] += rest * _popcount(cards)
        l1 |= cards
        i1 += 1
    while i2 < e2 and np.int64(level_strengths[i2]) < level:
        cards = level_masks[i2] & unseen
        categories[b2, level_strengths[i2] >> 12] += rest * _popcount(cards)
        l2 |= cards
        i2 += 1
    while i3 < e3 and np.int64(level_strengths[i3]) < level:
        cards = level_masks[i3] & unseen
        categories[b3, level_strengths[i3] >> 12] += rest * _popcount(cards)
        l3 |= cards
        i3 += 1
    highest = np.int64(1 << 20)
    while level < highest:
        m1 = m2 = m3 = none
        follow = highest
        if i1 < e1:
            if np.int64(level_strengths[i1]) == level:
                m1 = level_masks[i1] & unseen
                i1 += 1
            if i1 < e1:
                follow = min(follow, np.int64(level_strengths[i1]))
        if i2 < e2:
            if np.int64(level_strengths[i2]) == level:
                m2 = level_masks[i2] & unseen
                i2 += 1
            if i2 < e2:
                follow = min(follow, np.int64(level_strengths[i2]))
        if i3 < e3:
            if np.int64(level_strengths[i3]) == level:
                m3 = level_masks[i3] & unseen
                i3 += 1
            if i3 < e3:
                follow = min(follow, np.int64(level_strengths[i3]))
        bits = 0
        if level == fixed:
            bits = fixed_bits
            if bits:
                winners[bits] += weight * _ways(l1, l2, l3)
        category = level >> 12
        if m1:
            categories[b1, category] += rest * _popcount(m1)
            winners[bits | 1 << b1] += weight * _ways(m1, l2, l3)
            if m2:
                winners[bits | 1 << b1 | 1 << b2] += weight * _ways(m1, m2, l3)
                if m3:
                    winners[bits | 1 << b1 | 1 << b2 | 1 << b3] += weight * _ways(m1, m2, m3)
            if m3:
                winners[bits | 1 << b1 | 1 << b3] += weight * _ways(m1, l2, m3)
        if m2:
            categories[b2, category] += rest * _popcount(m2)
            winners[bits | 1 << b2] += weight * _ways(l1, m2, l3)
            if m3:
                winners[bits | 1 << b2 | 1 << b3] += weight * _ways(l1, m2, m3)
        if m3:
            categories[b3, category] += rest * _popcount(m3)
            winners[bits | 1 << b3] += weight * _ways(l1, l2, m3)
        l1 |= m1
        l2 |= m2
        l3 |= m3
        level = follow


@njit(cache=True, nogil=True)
def compare_boards(
    unseen, seats, starts, masks, orders, strengths, listed, level_starts, level_strengths, level_masks,
    first, last, winners, categories,
):  # fmt: skip
    """Compare the hands of any number of seats: choose an option of each seat, settle the last cards of up to three.

    Parameters
    ----------
    unseen : uint64
        Mask of all unseen cards.
    seats : array of int64, shape (seats,)
        The seats in the order in which their options are chosen; the `listed` last ones have levels.
    starts : array of int64, shape (seats + 1,)
        Where the options of each seat in this order start.
    masks, orders, strengths : arrays of uint64, int64 and int64, shape (options,)
        The options; of a seat with levels its sets of up cards, without a strength.
    listed : int
        Number of seats with levels, at most 3.
    level_starts : array of int64, shape (options + 1,)
        Where the levels of each option start; from `list_levels`.
    level_strengths, level_masks : arrays of uint16 and uint64, 1-d
        The levels.
    first, last : int
        Which options of the first seat to take, the last one excluded.
    winners : array of int64, shape (256,)
        Weighted deals by the set of seats that win, added to.
    categories : array of int64, shape (8, 10)
        Weighted deals by seat and category of its hand, added to.
    """
    depths = seats.size
    chosen = depths - listed
    at = np.zeros(depths, np.int64)
    end = np.zeros(depths, np.int64)
    used = np.zeros(depths + 1, np.uint64)
    weights = np.ones(depths + 1, np.int64)
    best = np.full(depths + 1, -1, np.int64)
    bits = np.zeros(depths + 1, np.int64)
    level_first = np.zeros(3, np.int64)
    level_last = np.zeros(3, np.int64)
    level_seats = np.zeros(3, np.int64)
    for k in range(listed):
        level_seats[k] = seats[chosen + k]
    at[0], end[0] = first, last
    depth = 0
    while depth >= 0:
        if at[depth] == end[depth]:
            depth -= 1
            continue
        option = at[depth]
        at[depth] += 1
        if masks[option] & used[depth]:
            continue
        used[depth + 1] = used[depth] | masks[option]
        weights[depth + 1] = weights[depth] * orders[option]
        best[depth + 1] = best[depth]
        bits[depth + 1] = bits[depth]
        if depth >= chosen:
            level_first[depth - chosen] = level_starts[option]
            level_last[depth - chosen] = level_starts[option + 1]
        else:
            strength = strengths[option]
            if strength >= best[depth]:
                best[depth + 1] = strength
                bits[depth + 1] = (1 << seats[depth]) | (bits[depth] if strength == best[depth] else 0)
        if depth + 1 < depths:
            depth += 1
            at[depth], end[depth] = starts[depth], starts[depth + 1]
            continue
        left = unseen & ~used[depths]
        weight = weights[depths]
        _settle(
            best[depths], bits[depths], left, weight, level_seats, level_first, level_last,
            level_strengths, level_masks, winners, categories,
        )  # fmt: skip
        for k in range(listed):
            weight *= _popcount(left) - k
        for k in range(chosen):
            categories[seats[k], strengths[at[k] - 1] >> 12] += weight
