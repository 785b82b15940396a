"""Kernels under every combination of the house rules, on random tables, against the plain rules and the oracle."""

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

from evaluator.kernels import BLOCK
from simulator import Rules, Table, equity, sample_deals
from simulator.completions import layout
from simulator.failures import NoValidDeal
from simulator.kernels import deal_block
from simulator.rules import wild_ranks
from simulator.workspace import workspace
from tests.blocks import no_places
from tests.oracle import CATEGORIES
from tests.random_tables import random_table
from tests.recount import laid_out, recount

pytestmark = pytest.mark.jit  # a block in plain Python takes seconds

VALUES: dict[str, tuple[str, ...]] = {
    "last_queen": ("clear", "keep", "none"),
    "queens_wild": ("always", "if_up", "never"),
    "trigger": ("Q", "5"),
    "followers": ("replace", "accumulate"),
    "no_trigger": ("play", "redeal"),
    "extra_wild": ("none", "9,5"),
    "seventh": ("down", "up"),
    "common_card": ("counts", "ignored"),
}
COMBINATIONS = [Rules(**dict(zip(VALUES, values, strict=True))) for values in product(*VALUES.values())]
DEALS = 6
parts = pytest.mark.parametrize("part", range(8))


@cache
def tables(part: int) -> list[Table]:
    """A random table for every eighth combination; some have flushes with a card twice (H3)."""
    rng = random.Random(part)
    return [
        random_table(rng, Rules(**{**rules.to_dict(), "double_ace_flush": rng.choice(["off", "on"])}))
        for rules in COMBINATIONS[part::8]
    ]


def test_tables_are_of_every_kind() -> None:
    """What the tests below would pass over if it never came up."""
    some = [table for part in range(8) for table in tables(part)]
    assert len(some) == len(COMBINATIONS) == 576
    assert {table.street for table in some} == {3, 4, 5, 6, 7}
    assert {len(table.seats) for table in some} == {2, 3, 4, 7, 8}
    for kind in (
        lambda table: not table.street_complete,
        lambda table: table.common_due,
        lambda table: table.common,
        lambda table: table.wild is None,
        lambda table: table.rules.seventh == "up" and any(seat.last for seat in table.live),
        lambda table: table.rules.seventh == "up" and any(seat.folded and seat.last for seat in table.seats),
        lambda table: table.rules.no_trigger == "redeal" and table.common,
        lambda table: table.rules.common_card == "ignored" and table.common_due,
    ):
        assert sum(map(bool, map(kind, some))) >= 5


@parts
def test_wild_ranks_of_deals(part: int) -> None:
    """The masks of the kernel are those that the plain rules make of the same cards, laid out in deal order."""
    wild = np.empty(BLOCK, np.uint16)
    for table in tables(part):
        where = layout(table)
        deal_block(where, workspace(where), no_places(1), np.uint64(part), np.uint64(0), np.uint64(0), wild)
        deals = [laid_out(sample, table.rules) for sample in sample_deals(table, DEALS, seed=part).deals]
        assert wild[:DEALS].tolist() == [wild_ranks(deal.up_cards, table.rules) for deal in deals], table


@parts
def test_tallies_are_those_of_the_deals_counted_again(part: int) -> None:
    """A third of the tables, since the oracle is slow; a void deal counts in none of the tallies (W13)."""
    for table in tables(part)[part % 3 :: 3]:
        found = recount(table, DEALS, part)
        if found.void_deals == DEALS:
            with pytest.raises(
                NoValidDeal, match=rf"^no valid deal: no {table.rules.trigger} came face up in {DEALS} "
            ):
                equity(table, method="montecarlo", deals=DEALS, seed=part, workers=1)
            continue
        result = equity(table, method="montecarlo", deals=DEALS, seed=part, workers=1)
        assert (result.deals, result.void_deals) == (DEALS - found.void_deals, found.void_deals)
        for at, seat in enumerate(result.seats):
            if seat.folded:
                continue
            count = found.counts[at]
            assert (seat.wins, seat.ties) == (count.wins, count.ties), table
            assert seat.categories == {
                label: count.categories[number] / result.deals for number, label in enumerate(CATEGORIES)
            }
