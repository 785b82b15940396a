"""A Queens study against the plain reading of the very same deals, which `sample_deals` tells card by card."""

import random
from math import isnan

import pytest

from simulator import Rules, Table, queens_study, sample_deals
from simulator.options import OPTIONS
from simulator.seats import texts
from tests import dealer, oracle, reshapes
from tests.oracle import House, ids
from tests.random_tables import random_table
from tests.reshapes import ALL, Figure, Reading

LEFT_OUT = {"category_change", "queens_up", "wild_count", "follower"}  # the reading has no rows of what never came up
FEW = 60


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


def check(table: Table, seed: int, deals: int = FEW) -> None:
    read = readings(table, deals, seed)
    if not all(reading.void for reading in read):
        assert_same(figures(table, deals, seed), reshapes.fold(read, live_of(table)))


TABLES = [
    (["xx/", "xx/"], "", None),
    (["xx/"] * 5, "", None),
    (["xx/"] * 8, "", None),
    (["AsKd/Qh7c", "xx/Tc2d"], "", None),
    (["AsKd/Qh7c", "xx/Tc", "xx/Qs"], "Qd", None),
    (["AsKd/Qhx", "xx/xx", "f:xx/Qd"], "", None),
    (["f:xx/Qd", "8c8d/Kh", "5hAs/Jc", "f:Qc2c/7d"], "", None),
    (["AsKd/Qh7c4s2d", "xx/Tc2h5h6h"], "", None),
    (["AsKd/Qh7c4s2d/9h", "xx/Tc2h5h6h"], "", None),
    (["AA/Qh", "pair,Qx/7c", "suited/9d"], "", None),
    (["AsKd/Qh7c4s2d", "f:xx/9cQd8h"], "", None),
]


@pytest.mark.jit
@pytest.mark.parametrize(("seats", "dead", "common"), TABLES, ids=lambda given: str(given))
def test_every_figure_of_a_table(seats: list[str], dead: str, common: str | None) -> None:
    check(Table.parse(seats, dead=dead, common=common), seed=3)


HOUSES: list[House] = [
    {"last_queen": "keep"},
    {"last_queen": "none"},
    {"followers": "accumulate"},
    {"followers": "accumulate", "last_queen": "none"},
    {"followers": "accumulate", "last_queen": "keep", "seventh": "up"},
    {"queens_wild": "if_up", "seventh": "up"},
    {"queens_wild": "never"},
    {"queens_wild": "never", "last_queen": "keep", "extra_wild": "2"},
    {"trigger": "K", "extra_wild": "9,2"},
    {"no_trigger": "redeal"},
    {"no_trigger": "redeal", "last_queen": "none", "seventh": "up"},
    {"double_ace_flush": "on", "extra_wild": "A"},
    {"common_card": "ignored"},
]


@pytest.mark.jit
@pytest.mark.parametrize("house", HOUSES, ids=lambda house: " ".join(f"{name}={house[name]}" for name in house))
def test_every_figure_under_house_rules(house: House) -> None:
    check(Table.parse(["xx/"] * 3, rules=Rules(**house)), seed=4)
    check(Table.parse(["xx/x"] * 7 + ["xx/"], rules=Rules(**house)), seed=5, deals=20)


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(12))
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


@pytest.mark.jit
def test_the_deals_are_many_kinds() -> None:
    """So that the tests above look at what they should."""
    read = readings(Table.parse(["xx/"] * 8), 80, 3)
    totals = {name: sum(one.counts[ALL][name] for one in read) for name in reshapes.COUNTERS}
    assert min(totals.values()) >= 10, totals
    assert sum(one.winners != one.unflipped_winners for one in read) >= 10
    assert oracle.CATEGORIES[max(one.winning_category for one in read)] == "five of a kind"


@pytest.mark.parametrize("house", [{}, {"followers": "accumulate", "no_trigger": "redeal", "seventh": "up"}], ids=str)
def test_few_deals(house: House) -> None:
    """Few enough for kernels that are not compiled."""
    check(Table.parse(["AsKd/Qh7c", "xx/Tc"], rules=Rules(**house)), seed=6, deals=12)
