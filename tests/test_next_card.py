"""Outs counted exactly, against the slow dealer: every card that can come next, and what it does."""

import random
from fractions import Fraction
from functools import cache

import pytest

from simulator import Outs, outs
from tests.next_cards import after, equities, unseen, waiting, wild_after
from tests.oracle import RANKS, ids, text
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS, Question, random_house, random_question

QUICK = 600  # completions of a table
SINGLE = [(name, value) for name, values in (WILD_OPTIONS | DEAL_OPTIONS).items() for value in values]


@cache
def possible(seed: int, name: str = "", value: str = "", filtered: bool | None = None) -> Question:
    """A table with some valid deal to which a card is still to come, the one option set or any."""
    rng = random.Random(f"outs {seed} {name} {value}")
    while True:
        question = random_question(rng, QUICK, {name: value} if name else random_house(rng), filtered)
        if waiting(question) and question.outcome.deals:
            return question


def check(question: Question, at: int, answer: Outs | None = None, place: int = 0) -> None:
    """The list of a seat, from 0, against the dealer."""
    found = outs(question.table(), at + 1, method="exact") if answer is None else answer
    listed = found.lists[place]
    assert (found.method, found.seed, found.partial, listed.seat) == ("exact", None, False, at + 1)
    outcomes = {card: after(question, at, card) for card in unseen(question)}
    deals = sum(outcome.deals for outcome in outcomes.values())
    effects = set()
    seen: list[str] = []
    mean = [Fraction(0)] * len(question.seats)
    for group in listed.groups:
        seen += group.cards
        for card in (ids(name)[0] for name in group.cards):
            want = equities(outcomes[card])
            assert outcomes[card].deals == group.deals, (question, text([card]))
            for seat in range(len(question.seats)):
                got = group.equity[seat]
                if seat in want:
                    assert got == pytest.approx(float(want[seat]), abs=1e-12), (question, text([card]))
                    mean[seat] += want[seat] * Fraction(outcomes[card].deals, deals)
                assert (got is None) == (seat not in want)
            wild = wild_after(question, at, card)
            if group.wild_ranks is not None:
                assert wild == {sum(1 << RANKS.index(rank) for rank in group.wild_ranks)}
            else:
                assert at != waiting(question)[0] or any("x" in seat.partition("/")[2] for seat in question.seats)
        assert group.chance == pytest.approx(sum(outcomes[ids(c)[0]].deals for c in group.cards) / deals)
        assert group.change == pytest.approx(float(group.equity[at] or 0) - float(listed.now.equity[at] or 0))
        assert group.change_error == 0
        counted = outcomes[ids(group.cards[0])[0]]
        ends = sorted((seat, count.wins, sorted(count.tie_counts.items())) for seat, count in counted.counts.items())
        effects.add(repr((group.wild_ranks, counted.deals, ends)))
    assert sorted(seen) == sorted(text([card]) for card, outcome in outcomes.items() if outcome.deals)
    assert len(effects) == len(listed.groups), "groups of equal effect"
    own = [group.equity[at] or 0 for group in listed.groups]
    assert own == sorted(own, reverse=True)
    now = equities(question.outcome)
    assert sum(group.chance for group in listed.groups) == pytest.approx(1)
    for seat, share in now.items():
        assert mean[seat] == share, "the equities after each card make the equity now"
        assert listed.now.equity[seat] == pytest.approx(float(share), abs=1e-12)
    assert {error for error in listed.now.standard_error if error is not None} == {0}


@pytest.mark.parametrize("seed", range(60))
def test_any_table(seed: int) -> None:
    question = possible(seed)
    check(question, random.Random(seed).choice(waiting(question)))


@pytest.mark.parametrize(("name", "value"), SINGLE)
def test_one_house_rule(name: str, value: str) -> None:
    for seed in range(2):
        question = possible(seed, name, value)
        for at in waiting(question):
            check(question, at)


@pytest.mark.parametrize("seed", range(15))
def test_filters(seed: int) -> None:
    question = possible(seed, filtered=True)
    check(question, random.Random(seed).choice(waiting(question)))


@pytest.mark.parametrize("seed", range(10))
def test_anyone(seed: int) -> None:
    question = possible(seed)
    answer = outs(question.table(), anyone=True, method="exact")
    assert [listed.seat - 1 for listed in answer.lists] == waiting(question)
    for place, at in enumerate(waiting(question)):
        check(question, at, answer, place)
        assert answer.lists[place] == outs(question.table(), at + 1, method="exact").lists[0]
