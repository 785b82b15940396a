"""Random small tables: legal ones are taken, those without a valid deal are refused, every kind comes up."""

import random
from collections import Counter

import pytest

from simulator import Table, equity
from simulator.failures import NoValidDeal
from tests import dealer
from tests.oracle import ids
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS, random_question

MOST = 500


@pytest.mark.parametrize("filtered", [False, True])
def test_a_table_is_refused_exactly_if_no_deal_is_possible(filtered: bool) -> None:
    """Filters that cannot be met together, a trigger that cannot come any more (W13)."""
    kinds: Counter[bool] = Counter()
    rng = random.Random(5)
    for _ in range(150):
        house = {"no_trigger": rng.choice(["play", "redeal"]), "trigger": rng.choice("Q7")}
        question = random_question(rng, MOST, house, filtered)
        possible = question.outcome.deals > 0
        kinds[possible] += 1
        if possible:
            question.table()
        else:
            # A filter may take the last trigger into the hole: that is seen when the deals are counted.
            with pytest.raises((ValueError, NoValidDeal), match=r"void|satisfy|want the same|change one of them"):
                equity(question.table(), method="exact")
    assert min(kinds[True], kinds[False]) > 5


def test_tables_of_every_kind() -> None:
    """What the tests that draw these tables would pass over if it never came up."""
    seen: Counter[object] = Counter()
    for seed in range(400):
        question = random_question(random.Random(seed), MOST)
        try:
            table = question.table()
        except ValueError:
            continue
        seats = [dealer.parse_seat(text) for text in question.seats]
        if seed % 8 == 0:
            assert question.outcome.deals + question.outcome.void_deals <= MOST
            seen["many deals"] += question.outcome.deals > MOST // 4
        seen[f"{table.street.label} street"] += 1
        seen["middle of a street"] += not table.street_complete
        seen[f"{len(table.live)} live seats"] += 1
        seen["folded"] += any(seat.folded for seat in seats)
        seen["folded, up card unknown"] += any(seat.folded and None in seat.up for seat in seats)
        seen["folded on seventh"] += any(seat.reached_seventh and seat.folded for seat in seats)
        seen["live, up card unknown"] += any(not seat.folded and None in seat.up for seat in seats)
        seen["one down card known"] += any(not seat.folded and sum(c is None for c in seat.down) == 1 for seat in seats)
        seen["common card"] += dealer.common_card_due(seats, ids(question.dead))
        seen["common card given"] += question.common is not None
        seen["filter"] += bool(question.filters)
        seen["filter beside an open seventh card"] += any(seats[at].last is None for at in question.filters)
        seen["stud"] += question.house.get("game") == "stud"
        for name in question.house:
            seen[name] += 1
    kinds = [f"{count} live seats" for count in range(1, 9)] + ["third street", "fourth street", *WILD_OPTIONS]
    kinds += ["fifth street", "sixth street", "seventh street", *DEAL_OPTIONS]
    assert all(seen[kind] for kind in kinds), seen
    assert min(seen.values()) >= 2, seen


@pytest.mark.parametrize("house", [{}, {"seventh": "up"}, {"game": "stud"}])
def test_notation_of_drawn_tables_is_the_normal_one(house: dict[str, str]) -> None:
    rng = random.Random(8)
    for _ in range(50):
        question = random_question(rng, MOST, house, filtered=False)
        table: Table = question.table()
        assert [seat.text for seat in table.seats] == question.texts()
