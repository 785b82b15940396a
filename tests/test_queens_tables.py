"""A Queens study of random tables under random house rules against the plain reading of the very same deals."""

import random
from math import isnan

import pytest

from simulator import Rules, Table, queens_study, sample_deals
from simulator.options import OPTIONS
from simulator.seats import texts
from tests import dealer, reshapes
from tests.oracle import House, ids
from tests.random_tables import random_table
from tests.reshapes import Figure, Reading

LEFT_OUT = {"category_change", "queens_up", "wild_count", "follower"}  # the reading has no rows of what never came up


def readings(table: Table, deals: int, seed: int) -> list[Reading]:
    """Read the first deals of a seed, which a study of a table starts with, too."""
    house = house_of(table.rules)
    found = []
    asked = [dealer.parse_seat(seat.text if seat.filter is None else f"xx/{texts(seat.up)}") for seat in table.seats]
    placed = reshapes.up_cards_placed(asked, table.dead, house, common=bool(table.common))
    for deal in sample_deals(table, deals, seed).deals:
        seats = [dealer.parse_seat(seat.cards) for seat in deal.seats]
        common = None if deal.common is None else ids(deal.common)[0]
        dealt = reshapes.finished(seats, table.dead, house, common, placed)
        found.append(reshapes.read(dealt, live_of(table), house))
    return found


def is_open(table: Table) -> bool:
    """Whether a card is left to deal."""
    return len({str(deal.seats) + str(deal.common) for deal in sample_deals(table, 8, 0).deals}) > 1


def live_of(table: Table) -> list[int]:
    return [seat.number - 1 for seat in table.live]


def house_of(rules: Rules) -> House:
    plain = Rules().to_dict()
    return {name: value for name, value in rules.to_dict().items() if value != plain[name]}


def figures(table: Table, deals: int, seed: int) -> dict[reshapes.Name, Figure]:
    study = queens_study(table=table, deals=deals, seed=seed, workers=1)
    names = [(row.street, row.measure, row.outcome) for row in study.rows]
    assert len(set(names)) == len(names)
    return {name: Figure(row.value, row.standard_error) for name, row in zip(names, study.rows, strict=True)}


def assert_same(found: dict[reshapes.Name, Figure], wanted: dict[reshapes.Name, Figure]) -> None:
    assert set(wanted) <= set(found)
    for name, figure in found.items():
        if name not in wanted:
            assert name[1] in LEFT_OUT, name
            assert figure == (0, 0) or all(map(isnan, figure)), name
        else:
            assert figure == pytest.approx(wanted[name], rel=1e-9, abs=1e-12, nan_ok=True), name


def check(table: Table, seed: int, deals: int) -> None:
    read = readings(table, deals, seed)
    if not all(reading.void for reading in read):
        assert_same(figures(table, deals, seed), reshapes.fold(read, live_of(table)))


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(16))
def test_every_figure_of_random_tables_and_houses(seed: int) -> None:
    rng = random.Random(seed)
    choices = {
        option.name: ["Q", "K", "2"] if option.ranks == 1 else ["none", "9", "A,2"] if option.ranks else option.values
        for option in OPTIONS
    }
    rules = Rules(**{name: rng.choice(values) for name, values in choices.items()})
    table = random_table(rng, rules)
    while not is_open(table):
        table = random_table(rng, rules)
    check(table, seed, 20)


@pytest.mark.parametrize("house", [{}, {"followers": "accumulate", "no_trigger": "redeal", "seventh": "up"}], ids=str)
def test_few_deals(house: House) -> None:
    """Few enough for kernels that are not compiled."""
    check(Table.parse(["AsKd/Qh7c", "xx/Tc"], rules=Rules(**house)), seed=6, deals=12)
