"""Deals from the kernel: which cards can lie where, the documented random numbers, the wild ranks."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from evaluator.kernels import BLOCK, STRIDE
from simulator import Rules, Table, sample_deals
from simulator.completions import layout
from simulator.deal_kernels import PASS
from simulator.rules import wild_ranks
from simulator.wild_kernels import find_wild
from tests import oracle
from tests.blocks import TABLES, deal, own_rows, places, table_of, unseen, up_rows
from tests.figures import JIT

MASK_64 = 2**64 - 1
MASK_32 = 2**32 - 1
GOLDEN = 0x9E3779B97F4A7C15
WEYL = 0x9E3779B1

BLOCKS = 20 if JIT else 1
# Kernels as plain Python need seconds for a block of a full table.
QUICK = [name for name in TABLES if JIT or name in ("folded seats and dead cards", "seventh street")]
tables = pytest.mark.parametrize("name", QUICK)
jit = pytest.mark.jit


@tables
def test_no_card_twice_in_a_deal(name: str) -> None:
    cards, _ = deal(table_of(name), BLOCKS)
    own = np.sort(cards[own_rows(layout(table_of(name)))], axis=0)
    assert (own[1:] > own[:-1]).all()
    assert own.max() < 52


@tables
def test_unknown_rows_hold_unseen_cards_and_known_rows_their_card(name: str) -> None:
    """Known, folded and dead cards are never dealt (D3, D4), and every unseen card comes up in every unknown row."""
    cards, _ = deal(table_of(name), BLOCKS)
    assert len(places(name)) == len(cards)
    for row, card in zip(cards, places(name).values(), strict=True):
        expected = unseen(name) if card is None else [card]
        assert np.unique(row).tolist() == expected


@tables
def test_live_seats_share_the_common_card(name: str) -> None:
    """Row 6 of each live seat, known or not (D3); without a common card the rows differ in every deal."""
    where = layout(table_of(name))
    cards, _ = deal(table_of(name), BLOCKS)
    seventh = cards[6 : 7 * where.seats : 7]
    if "common" in name:
        assert where.common
        assert (seventh == seventh[0]).all()
    else:
        assert not where.common
        assert len(seventh) > 1
        assert (seventh[1:] != seventh[0]).all()


# --- the random numbers, as simulator/random_kernels.py documents them


def split_mix(state: int) -> int:
    """One output of SplitMix64, from the state before it."""
    return mix((state + GOLDEN) & MASK_64)


def mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK_64
    return word ^ word >> 31


def test_split_mix_is_the_published_one() -> None:
    """The outputs that are widely printed for the seed 1234567."""
    outputs = [split_mix(1234567 + number * GOLDEN) for number in range(5)]
    assert outputs == [
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def number(word: int, deal: int, least: int, choices: int) -> int:
    """Number of a deal at a position: Wellons' hash of a Weyl sequence, under the halves of a word."""
    x = (word >> 32) + deal * WEYL & MASK_32
    x = (x ^ x >> 16) * 0x21F0AAAD & MASK_32
    x = (x ^ x >> 15) + word & MASK_32
    x = x * 0xD35A2D97 & MASK_32
    return least + ((x >> 6) * choices >> 26)


def shuffled(stub: list[int], positions: int, key: int, deal: int) -> list[int]:
    """Cards of the positions in a deal, by the Fisher-Yates shuffle with real swaps."""
    stub = list(stub)
    for at in range(positions):
        other = number(split_mix(key + at * GOLDEN), deal, at, len(stub) - at)
        stub[at], stub[other] = stub[other], stub[at]
    return stub[:positions]


@tables
@pytest.mark.parametrize(
    ("seed", "stream", "block"),
    [(0, 0, 0), (1, 0, 7), (2**64 - 1, 5, 244_140)] if JIT else [(2**64 - 1, 5, 244_140)],
)
def test_cards_are_those_of_the_documented_random_numbers(name: str, seed: int, stream: int, block: int) -> None:
    """A change here changes the figures of every seed: it belongs under its heading in the CHANGELOG."""
    rows = layout(table_of(name)).unknown_rows.tolist()
    cards, _ = deal(table_of(name), seed=seed, stream=stream, first=block)
    key = mix((mix((mix(seed) + stream) & MASK_64) + block) & MASK_64)
    for column in [*range(40), 1023, 1024, BLOCK - 2, BLOCK - 1]:
        assert cards[rows, column].tolist() == shuffled(unseen(name), len(rows), key, column), column


@pytest.mark.parametrize(
    "change",
    [{"seed": 2}, {"seed": 1 + 2**32}, {"seed": 1 + 2**63}, {"stream": 1}, {"stream": 7}, {"first": 1}],
    ids=str,
)
def test_another_seed_stream_or_block_deals_other_cards(change: dict[str, int]) -> None:
    """Same arguments, same cards; else no row is alike: 2,048 cards of one in 34 agree as often as chance has it."""
    table = table_of("seventh street")
    once, again, other = deal(table)[0], deal(table)[0], deal(table, **change)[0]
    assert (once == again).all()
    for row in layout(table).unknown_rows:
        agree, choices = int((once[row] == other[row]).sum()), len(unseen("seventh street"))
        assert abs(agree - BLOCK / choices) < 5 * (BLOCK / choices) ** 0.5


def test_sampled_deals_are_the_columns_of_the_blocks() -> None:
    name = "seventh street"
    cards, _ = deal(table_of(name), 2, seed=9)
    deals = sample_deals(table_of(name), BLOCK + 3, seed=9).deals
    assert len(deals) == BLOCK + 3
    for at in (0, 1, BLOCK - 1, BLOCK, BLOCK + 2):
        column = cards[:, at].tolist()
        live = [seat for seat in deals[at].seats if not seat.folded]
        for k, seat in enumerate(live):
            assert oracle.ids(seat.cards.replace("/", "")) == column[7 * k : 7 * k + 7]


# --- wild ranks


@tables
@pytest.mark.parametrize("judge", [oracle.wild_ranks, wild_ranks], ids=["oracle", "specification"])
def test_wild_ranks_of_every_deal_of_a_block(name: str, judge: Callable[[list[int]], int]) -> None:
    """Folded seats' up cards, unknown ones and the common card in deal order (W3, W8, D3)."""
    cards, wild = deal(table_of(name), seed=4)
    up_cards = cards[up_rows(name)].T.tolist()
    if name == "stud":
        assert not wild.any()  # W16: nothing can be wild
        return
    assert wild.tolist() == [judge(column) for column in up_cards]
    fixed = name in ("seventh street", "common card known")  # no Queen up, or one with a known follower, in every deal
    assert fixed == (len(set(wild.tolist())) == 1)


@jit
def test_common_card_follows_a_waiting_queen() -> None:
    """Seat 8 was dealt a Queen on sixth street; the common card, one of the four unseen ones, is her follower (D3)."""
    name = "all but the common card known"
    cards, wild = deal(table_of(name))
    assert oracle.text(unseen(name)) == "QhAcAdAs"
    queens = 1 << oracle.QUEEN
    ranks = (cards[6] >> 2).astype(np.uint16)
    assert (wild == queens | np.left_shift(1, ranks)).all()  # W6: a Queen at the end has no follower
    assert set(wild.tolist()) == {queens, queens | 1 << 12}


# Rules under which the last follower, all followers, or neither make a difference while a trigger waits.
WILD_RULES = [
    Rules(last_queen=last_queen, queens_wild=queens_wild, trigger=trigger, followers=followers, extra_wild=extra_wild)
    for last_queen, queens_wild, trigger, followers, extra_wild in product(
        ("clear", "keep", "none"), ("always", "if_up", "never"), "Q5", ("replace", "accumulate"), ("none", "9,2", "Q,5")
    )
]


@njit
def find_ranks(where, cards, low, high, void, size):  # type: ignore[no-untyped-def]  # a way into the kernel's function
    find_wild(where, cards, low, high, void, size)


def rules_text(rules: Rules) -> str:
    return ",".join(value for name, value in rules.to_dict().items() if value != getattr(Rules(), name)) or "default"


@pytest.mark.parametrize("rules", WILD_RULES, ids=rules_text)
def test_wild_ranks_by_the_kernel_on_any_up_cards(rules: Rules) -> None:
    """Cards of shuffled decks in rows of any order; the first column after the size stays as it is."""
    checked = 200 if JIT else 20
    rng = np.random.default_rng(7)
    decks = np.full((52, STRIDE), 255, np.uint8)
    decks[:, :BLOCK] = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (BLOCK, 1)), axis=1).T
    where = layout(Table.parse(["xx/x", "xx/x"], rules=rules))
    for up in (0, 1, 2, 8, 33):
        order: NDArray[np.int64] = rng.permutation(52)[:up]
        low, high, void = np.full((3, BLOCK), 77, np.uint8)
        find_ranks(where._replace(up_rows=order), decks.reshape(-1), low, high, void, checked)
        columns = decks[order, :checked].T.tolist()
        wild = low | high.astype(np.uint16) << 8
        assert wild[:checked].tolist() == [wild_ranks(column, rules) if up else 0 for column in columns]
        if up:
            wanted = [all(card >> 2 != rules.trigger_rank for card in column) for column in columns]
            assert void[:checked].tolist() == wanted
        assert (np.stack([low, high, void])[:, checked:] == 77).all()


def test_tables_cover_every_kind() -> None:
    """Every remainder by four of the number of seen cards, which are skipped in fours; both ends of the deck."""
    layouts = [layout(Table.parse(seats, dead=dead, common=common)) for seats, dead, common, _ in TABLES.values()]
    seen = {52 - where.unseen for where in layouts}
    assert {count % 4 for count in seen} == {0, 1, 2, 3}
    assert min(seen) == 0
    assert max(seen) == 48
    # Earlier positions are traced back eight at a time.
    earlier = {where.unknown_rows.size - 1 for where in layouts}
    assert any(0 < count < PASS for count in earlier)
    assert any(count > 0 and count % PASS == 0 for count in earlier)
    assert any(count > PASS and count % PASS for count in earlier)
