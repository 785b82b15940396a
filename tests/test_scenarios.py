"""Scenarios cut the ways in which up cards can fall into boxes: each way in one box, which ends as the rules say."""

import random
from itertools import product

import pytest

from simulator.rules import Rules, is_void, wild_state
from simulator.scenarios import ALL_RANKS, scenarios

RULES = [
    Rules(),
    Rules(game="stud"),
    Rules(last_queen="keep"),
    Rules(last_queen="none", extra_wild="2,9"),
    Rules(followers="accumulate", queens_wild="if_up"),
    Rules(followers="accumulate", last_queen="none", trigger="5"),
    Rules(queens_wild="if_up", no_trigger="redeal", trigger="K"),
    Rules(queens_wild="never", last_queen="keep"),
]
KNOWN = [(), ("Qh",), ("5d", None), (None, "Qc", None, "7d"), ("Qh", None, "2c"), (None, None), (None, "Ks", None)]


def cards_of(known: tuple[str | None, ...]) -> list[int | None]:
    ranks = "23456789TJQKA"
    return [None if card is None else 4 * ranks.index(card[0]) + "cdhs".index(card[1]) for card in known]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.to_dict())[:60])
@pytest.mark.parametrize("known", KNOWN)
def test_every_way_lies_in_one_box_and_ends_as_the_rules_say(known: tuple[str | None, ...], rules: Rules) -> None:
    cards = cards_of(known)
    found = scenarios(cards, rules)
    for ranks in product(range(13), repeat=cards.count(None)):
        boxes = [s for s in found if all(mask >> rank & 1 for mask, rank in zip(s.ranks, ranks, strict=True))]
        assert len(boxes) == 1
        coming = iter(ranks)
        # Only ranks matter: cards of one rank are told apart by nothing but their suit, which is free to choose here.
        taken = {card for card in cards if card is not None}
        dealt = []
        for card in cards:
            if card is None:
                rank = next(coming)
                card = next((4 * rank + suit for suit in range(4) if 4 * rank + suit not in taken), None)
                if card is None:
                    break
                taken.add(card)
            dealt.append(card)
        else:
            state = wild_state(dealt, rules)
            assert (boxes[0].wild_ranks, boxes[0].void) == (state.wild_ranks, is_void(state, rules))


def test_long_sequences_lie_in_one_box_each() -> None:
    rng = random.Random(8)
    for rules in RULES:
        found = scenarios([None] * 6, rules)
        for _ in range(300):
            ranks = [rng.choice((10, 10, 3, 11, rng.randrange(13))) for _ in range(6)]
            assert sum(all(m >> r & 1 for m, r in zip(s.ranks, ranks, strict=True)) for s in found) == 1


def test_few_boxes_are_enough() -> None:
    """Six cards: a follower is one of 12 ranks after one of five Queens; else a Queen ends them, or none comes."""
    found = scenarios([None] * 6, Rules())
    assert sum(scenario.wild_ranks != 1 << 10 for scenario in found) == 5 * 12
    assert len(found) <= 5 * 12 + 6
    assert scenarios([None] * 6, Rules(game="stud")) == ((0, False, (ALL_RANKS,) * 6),)


def test_unseen_ranks_bound_the_boxes() -> None:
    """Without a Queen in the deck nothing can change."""
    no_queens = ALL_RANKS & ~(1 << 10)
    assert [scenario.ranks for scenario in scenarios([None, None], Rules(), no_queens)] == [(no_queens, no_queens)]
