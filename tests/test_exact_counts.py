"""Exact counts to the last deal: against independent enumerations, the slow dealer and sampled deals."""

import random
from functools import cache
from typing import Any

import pytest

from simulator import Rules, Table, equity
from simulator.results import Result
from tests.figures import SIGMAS, lines
from tests.oracle import House
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS, Question, random_house, random_question
from tests.tallies import count, judged, pots, tally

EXACT = [*lines("exact_equities.jsonl"), *lines("exact_house_rules.jsonl")]
SINGLE = [(name, value) for name, values in (WILD_OPTIONS | DEAL_OPTIONS).items() for value in values]
QUICK, MOST = 2_000, 30_000  # completions of a table


def check(question: Question) -> None:
    """A table against the dealer: counts, and the equities made of them."""
    result, outcome = equity(question.table(), method="exact"), question.outcome
    assert tally(result) == judged(outcome), question
    for at, seat in enumerate(result.seats):
        assert seat.folded == (at not in outcome.counts)
        if not seat.folded:
            assert seat.equity == pytest.approx(float(outcome.counts[at].pots / outcome.deals), abs=1e-12)
            assert seat.standard_error == 0
    assert (result.seed, result.partial) == (None, False)


@pytest.mark.parametrize("row", EXACT, ids=lambda row: row["note"])
def test_tables_that_were_enumerated_elsewhere(row: dict[str, Any]) -> None:
    result = count(row["seats"], row.get("dead", ""), None, {"game": row["game"], **row["rules"]})
    assert (result.method, result.deals, result.void_deals) == ("exact", row["deals"], row.get("void_deals", 0))
    for seat, want in zip(result.seats, row["results"], strict=True):
        assert seat.folded == (want is None)
        if want is not None:
            assert seat.categories is not None
            assert (seat.wins, seat.ties) == (want["wins"], want["ties"])
            assert seat.equity == pytest.approx(want["equity"], abs=1e-9)
            hands = [share * row["deals"] for share in seat.categories.values()]
            assert hands == pytest.approx(want["categories_low_to_high"], abs=1e-6)


@cache
def possible(seed: int, most: int, name: str = "", value: str = "", filtered: bool | None = None) -> Question:
    """A table with some valid deal, the one option set or any."""
    rng = random.Random(f"{seed} {name} {value}")
    while True:
        question = random_question(rng, most, {name: value} if name else random_house(rng), filtered)
        if question.outcome.deals:
            return question


@pytest.mark.parametrize(("name", "value"), SINGLE)
def test_one_house_rule(name: str, value: str) -> None:
    for seed in range(5):
        check(possible(seed, QUICK, name, value))


@pytest.mark.parametrize("seed", range(60))
def test_any_table(seed: int) -> None:
    check(possible(seed, QUICK))


@pytest.mark.parametrize("seed", range(40))
def test_filters(seed: int) -> None:
    check(possible(seed, QUICK, filtered=True))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1_000, 1_160))
def test_any_larger_table(seed: int) -> None:
    check(possible(seed, MOST))


HEADS_UP = ["8c8d/Kh4h3d", "5hAs/Jc5cQs"]
THREE = ["f:xx/Qc", "8c8d/Kh4h3dTs", "xx/Jc5cAd6d", "5hx/5s6h9s9d"]

FOURTH = ["8c8d/Kh4h", "5hAs/Jc5c"]


@pytest.mark.jit
def test_fourth_street_heads_up() -> None:
    """44 cards, four of them face up one by one, two face down: 5,082,517,440 completions."""
    result = count(FOURTH)
    assert result.deals == 44 * 43 * 42 * 41 * 40 * 39 == 5_082_517_440
    agrees_with_sampling(FOURTH, result)


SAMPLED: list[tuple[list[str], str, House]] = [
    (HEADS_UP, "", {}),
    (THREE, "", {}),
    (THREE, "", {"game": "stud"}),
    (["xx/Kh4hQd3d", "xx/Jc5c2d6d"], "", {}),
    (["xx/Kh4hQd", "5hAs/Jc5c2d"], "", {"last_queen": "keep"}),
    (["8c8d/Kh4hQd3d", "5hAs/Jc5c2d6d", "2c2h/3c3h7c7h", "JsJh/Td8s6s4s", "9c9d/Ts6hAdKd"], "", {}),
    (["8c8d/Kh4hQd3d", "5hAs/Jc5c2d6d", "2c2h/3c3h7c7h"], "", {"seventh": "up", "followers": "accumulate"}),
    (["pair,wild/Kh4hQd3d", "A+x-AA/Jc5c2d6d"], "", {}),
    (["[QK]x/Kh4h3d9s", "suited/Jc5c2d6d", "5hAs/8c8d8hTs"], "", {}),
]


def agrees_with_sampling(seats: list[str], result: Result, dead: str = "", house: House | None = None) -> None:
    """Sampled equities within 5 standard errors."""
    table = Table.parse(seats, dead=dead, rules=Rules(**(house or {})))
    sampled = equity(table, method="montecarlo", deals=400_000, seed=11)
    for one, other in zip(result.seats, sampled.seats, strict=True):
        if not one.folded:
            assert one.equity is not None
            assert other.equity == pytest.approx(one.equity, abs=SIGMAS * (other.standard_error or 0) + 1e-12)


@pytest.mark.jit
@pytest.mark.parametrize(("seats", "dead", "house"), SAMPLED)
def test_sampling_agrees(seats: list[str], dead: str, house: House) -> None:
    result = count(seats, dead, None, house)
    agrees_with_sampling(seats, result, dead, house)
    assert pots(result) == result.deals


@pytest.mark.parametrize("row", [row for row in EXACT if row["deals"] > 1_000], ids=lambda row: row["note"])
def test_every_deal_has_one_pot(row: dict[str, Any]) -> None:
    result = count(row["seats"], row.get("dead", ""), None, {"game": row["game"], **row["rules"]})
    assert pots(result) == result.deals
    assert sum(seat.equity or 0 for seat in result.seats) == pytest.approx(1, abs=1e-12)


def test_one_live_seat_wins_every_deal() -> None:
    result = count(["f:xx/Qc", "8c8d/Kh4h3dTs", "f:xx/Jc5cAd6d"])
    assert (result.deals, result.seats[1].wins, result.seats[1].equity) == (52 - 11, 52 - 11, 1)


def test_a_finished_table_is_one_deal() -> None:
    result = count(["8c8d/Kh4h3dTs/2c", "5hAs/Jc5cAd6d/2d"])
    assert (result.deals, [seat.wins for seat in result.seats]) == (1, [0, 1])
