"""Sampled deals under house rules and filters against the exact counts of the slow dealer, within 5 standard errors."""

import random
from functools import cache

import pytest

from simulator import equity
from tests import dealer
from tests.figures import JIT, SIGMAS, share_error
from tests.oracle import CATEGORIES
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS, Question, random_house, random_question

DEALS = 20_000 if JIT else 400
MOST = 3_000  # completions of a table
SINGLE = [(name, value) for name, values in (WILD_OPTIONS | DEAL_OPTIONS).items() for value in values]
# Deals by which a small count may miss besides: five standard errors are little where a handful is expected.
SPARE = 8


@cache
def possible(seed: int, name: str = "", value: str = "", filtered: bool = False) -> Question:
    """A table with some valid deal, the one option set or any."""
    rng = random.Random(f"{seed} {name} {value}")
    while True:
        house = {name: value} if name else random_house(rng)
        question = random_question(rng, MOST, house, filtered)
        if question.outcome.deals > 1:
            return question


def check(question: Question) -> None:
    """Every figure of a sampled run; what never or always happens has to be so in the sample."""
    outcome, result = question.outcome, equity(question.table(), method="montecarlo", deals=DEALS, seed=1, workers=1)
    valid = outcome.deals / (outcome.deals + outcome.void_deals)
    assert result.deals + result.void_deals == DEALS
    near(result.deals, valid, DEALS, "valid deals", question)
    for at, seat in enumerate(result.seats):
        count = outcome.counts.get(at, dealer.Count())
        assert seat.folded == (at not in outcome.counts)
        if seat.folded:
            continue
        assert seat.tie_counts is not None
        assert seat.categories is not None
        near(seat.wins or 0, count.wins / outcome.deals, result.deals, f"wins of seat {at + 1}", question)
        for ways, got in enumerate(seat.tie_counts, 2):
            near(got, count.tie_counts[ways] / outcome.deals, result.deals, f"{ways} winners, seat {at + 1}", question)
        for number, label in enumerate(CATEGORIES):
            got = round(seat.categories[label] * result.deals)
            near(got, count.categories[number] / outcome.deals, result.deals, f"{label} of seat {at + 1}", question)


def near(got: int, p: float, deals: int, what: str, question: Question) -> None:
    allowed = 0 if p in (0, 1) else SIGMAS * deals * share_error(p, deals) + SPARE
    assert abs(got - deals * p) <= allowed + 1e-6, f"{what}: {got} instead of {deals * p}; {question}"


@pytest.mark.parametrize(("name", "value"), SINGLE)
@pytest.mark.parametrize("seed", range(3))
def test_one_house_rule(name: str, value: str, seed: int) -> None:
    check(possible(seed, name, value))


@pytest.mark.parametrize("seed", range(40))
def test_house_rules_together(seed: int) -> None:
    check(possible(seed))


@pytest.mark.parametrize("seed", range(40))
def test_filters(seed: int) -> None:
    check(possible(seed, filtered=True))
