"""Sampled outs: against exact ones, their errors, their seeds, and what stops them."""

import os
import random
import signal
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from simulator import Outs, Rules, Table, equity, outs
from simulator.card_chances import card_chances
from simulator.coming_card import coming_cards
from simulator.failures import NoValidDeal, OutOfTime
from simulator.paired_sampling import MOST_BATCHES
from tests.dealer import every_completion, parse_seat
from tests.figures import JIT, SIGMAS, assert_within, sample
from tests.oracle import ids, text

FIFTH = ["AsKd/Qh7c2s", "8c8d/Tc2d5c"]
SIXTH = ["AsKd/Qh7c2s3d", "xx/Tc2d5c9h"]
FEW = "2h2c3h3c3s4h4c4d4s5h5d5s6c6d6h6s7h7d7s8h8s9c9d9s"  # dead cards: the deck is short

FEW_OTHERS = "2h2c3h3c3s4h4c4d4s5h5d5s6c6d6h6s7h7d7s8h8s9c9d9sTd"


def table(seats: list[str], dead: str = "", **rules: str) -> Table:
    return Table.parse(seats, dead=dead, rules=Rules(**rules))


def heavy(asked: Table) -> object:
    return pytest.param(asked, marks=pytest.mark.jit)


TABLES = [
    heavy(table(FIFTH)),
    heavy(table(["AsKd/Qh7c2s", "8c8d/Tc2d"])),
    heavy(table(["AsKd/Qh7c2s", "8c8d/Tc2d5c"], seventh="up", no_trigger="redeal")),
    heavy(table(["AsKd/7c", "8c8d/Tc"], dead=FEW.replace("2h", ""), no_trigger="redeal")),
    table(["AsKd/Jh7c2s3d", "f:xx/Qs", "8d8c/Tc2d5c9h"], dead=FEW_OTHERS, game="stud"),
    table(["AsKd/Jh7c2s", "8c8d/Tc2d5c"], dead=FEW_OTHERS, seventh="up", no_trigger="redeal"),
    table(["Qx/Jh7c2s3d", "AA,pair/Tc2d5c9h"], dead=FEW_OTHERS),
]


@pytest.mark.jit
@pytest.mark.parametrize("seat", [1, None])
@pytest.mark.parametrize("asked", TABLES, ids=lambda asked: " ".join(seat.text for seat in asked.seats))
def test_like_exact_ones(asked: Table, seat: int | None) -> None:
    exact = outs(asked, seat, method="exact")
    deals = sample(100_000)
    found = outs(asked, seat, method="montecarlo", deals=deals, seed=3)
    assert (exact.method, found.method, found.seed) == ("exact", "montecarlo", 3)
    (want,), (got,) = exact.lists, found.lists
    groups = {card: group for group in want.groups for card in group.cards}
    chances = {card: group.chance / len(group.cards) for card, group in groups.items()}
    assert sorted(card for group in got.groups for card in group.cards) <= sorted(groups)
    for group in got.groups:
        assert len(set(group.cards)) == len(group.cards)
        for card in group.cards:
            assert group.wild_ranks == groups[card].wild_ranks
            for share, error, right in zip(group.equity, group.standard_error, groups[card].equity, strict=True):
                assert (share is None) == (right is None) == (error is None)
                if share is not None and error is not None and right is not None:
                    assert_within(share, right, max(error, 1 / deals), card)
            assert_within(group.change, groups[card].change, max(group.change_error, 1 / deals), card)
        void_error = sqrt(1 / deals) if asked.rules.no_trigger == "redeal" else 0.0
        assert_within(group.chance, sum(chances[card] for card in group.cards), void_error, group.cards)
    for share, error, right in zip(got.now.equity, got.now.standard_error, want.now.equity, strict=True):
        if share is not None and error is not None and right is not None:
            assert_within(share, right, max(error, 1 / deals), "now")
    for seat_at, share in enumerate(got.now.equity):
        if share is not None:
            assert sum(group.chance * (group.equity[seat_at] or 0) for group in got.groups) == pytest.approx(share)
    assert sum(group.chance * group.change for group in got.groups) == pytest.approx(0, abs=1e-9)


def figures(found: Outs) -> Outs:
    return replace(found, elapsed_seconds=0.0)


def test_same_seed_same_figures_on_any_workers() -> None:
    settings: dict[str, Any] = {"method": "montecarlo", "seed": 5, "deals": 300_000 if JIT else 30}
    one = figures(outs(table(SIXTH), workers=1, **settings))
    assert figures(outs(table(SIXTH), workers=2, **settings)) == one
    assert figures(outs(table(SIXTH), workers=3, **settings)) == one
    other = figures(outs(table(SIXTH), workers=1, **{**settings, "seed": 6}))
    assert other.lists[0].now != one.lists[0].now


def test_same_figures_in_other_processes() -> None:
    settings: dict[str, Any] = {"method": "montecarlo", "seed": 5, "deals": 40}
    with ProcessPoolExecutor(1) as executor:
        there = figures(outs(table(SIXTH), executor=executor, **settings))
    assert there == figures(outs(table(SIXTH), workers=1, **settings))


@pytest.mark.jit
def test_a_precision_ends_a_run_that_equals_one_of_so_many_deals() -> None:
    found = outs(table(["AsKd/Qh7c2s", "xx/Tc2d"]), method="montecarlo", precision=0.004, seed=2)
    (listed,) = found.lists
    (deals,) = {group.deals for group in listed.groups}
    widest = max(1.96 * error for group in listed.groups for error in group.standard_error if error is not None)
    assert widest == pytest.approx(0.004, rel=0.5)
    assert widest <= 0.004
    again = outs(table(["AsKd/Qh7c2s", "xx/Tc2d"]), method="montecarlo", deals=deals, seed=2)
    for one, other in zip(listed.groups, again.lists[0].groups, strict=True):
        assert (one.cards, one.equity, one.standard_error) == (other.cards, other.equity, other.standard_error)


@pytest.mark.jit
def test_default_precision() -> None:
    found = outs(table(["AsKd/Qh7c", "xx/Tc2d"]), seed=2)
    errors = [error for group in found.lists[0].groups for error in group.standard_error if error is not None]
    assert 0.001 < 1.96 * max(errors) <= 0.002
    assert not found.partial


@pytest.mark.jit
def test_errors_of_changes_are_as_large_as_changes_scatter() -> None:
    asked, seeds = table(SIXTH, dead=FEW), 100
    right = outs(asked, method="exact").lists[0]
    change = {card: group.change for group in right.groups for card in group.cards}
    squares: dict[str, float] = dict.fromkeys(change, 0.0)
    now = 0.0
    narrow = 0
    for seed in range(seeds):
        (found,) = outs(asked, method="montecarlo", deals=64 * 2048, seed=seed, workers=1).lists
        now += (
            (float(found.now.equity[0] or 0) - float(right.now.equity[0] or 0))
            / float(found.now.standard_error[0] or 1)
        ) ** 2
        for group in found.groups:
            squares[group.cards[0]] += ((group.change - change[group.cards[0]]) / group.change_error) ** 2
            narrow += group.change_error < float(group.standard_error[0] or 0)
    firsts = [square for square in squares.values() if square]
    assert len(firsts) > 5
    # Sixteen batches tell a variance: squares are of Student's t with 15 degrees of freedom, mean 15/13, variance ..
    mean, spread = 15 / 13, sqrt(2 * 15**2 * 14 / (13**2 * 11) / seeds)
    for square in (*firsts, now):
        assert abs(square / seeds - mean) < SIGMAS * spread
    assert narrow > 0.7 * seeds * len(firsts), "common random numbers make differences steadier"


@pytest.mark.jit
def test_a_run_that_a_precision_has_ended_is_the_run_of_so_many_deals() -> None:
    """Errors too: batches are the same blocks, wherever rounds end."""
    asked = table(SIXTH, dead=FEW)
    (found,) = outs(asked, method="montecarlo", precision=0.0004, seed=3).lists
    deals = found.groups[0].deals
    assert deals > 2048 * 4 * MOST_BATCHES, "some batches have been joined"
    assert outs(asked, method="montecarlo", deals=deals, seed=3).lists == (found,)


def test_chances_under_filters_are_counted() -> None:
    # Two cards of four aces or kings in one hole: whatever is left there is as likely as any other card.
    asked = table(["[AK]A/Jh7c2s3d", "pair/Tc2d5c9h"], dead=FEW)
    seats = [parse_seat("xx/Jh7c2s3d"), parse_seat("xx/Tc2d5c9h")]
    filters = {
        0: lambda one, other: {one // 4, other // 4} in ({12}, {11, 12}),
        1: lambda one, other: one // 4 == other // 4,
    }
    held = dict.fromkeys(range(52), 0)
    for deal in every_completion(seats, ids(FEW), {}, None, filters):
        held[deal.hands[0][-1]] += 1  # the seventh card of seat 1
    chances = card_chances(asked, seed=0)
    for card, times in held.items():
        assert chances[card] == pytest.approx(times / sum(held.values())), text([card])


@pytest.mark.jit
def test_chances_under_filters_that_are_too_many_to_list() -> None:
    asked = table(["xx-pair/Jh", "xx-suited/Tc", "[KJT9]x/5s"])
    chances = card_chances(asked, seed=1)
    rng, deals = random.Random(4), 40_000
    unseen = [card for card in range(52) if card not in ids("JhTc5s")]
    counts: Counter[int] = Counter()
    while counts.total() < deals:
        a, b, c, d, e, f, following = rng.sample(unseen, 7)
        if a // 4 != b // 4 and c % 4 != d % 4 and {e // 4, f // 4} & {7, 8, 9, 11}:
            counts[following] += 1
    assert sum(chances) == pytest.approx(1)
    for card in unseen:
        assert_within(counts[card] / deals, chances[card], sqrt(chances[card] / deals) * 1.1, text([card]))
    found = outs(asked, method="montecarlo", deals=500, seed=1)
    listed = {card: group.chance / len(group.cards) for group in found.lists[0].groups for card in group.cards}
    assert listed == pytest.approx({text([card]): chances[card] for card in unseen})


def test_a_card_that_a_filter_needs_cannot_come() -> None:
    found = outs(table(["AsK/Jh7c2s3d", "8c8d/Tc2d5c9h"]), method="exact")
    cards = {card for group in found.lists[0].groups for card in group.cards}
    assert "As" not in cards
    assert {"Kc", "Kd", "Kh", "Ks", "Ac"} <= cards
    sampled = outs(table(["AsK/Jh7c2s3d", "8c8d/Tc2d5c9h"]), method="montecarlo", deals=100, seed=1)
    assert {card for group in sampled.lists[0].groups for card in group.cards} == cards


def test_cards_that_make_every_deal_void_do_not_come() -> None:
    # One up card is to come, and it must be the only Queen that is left.
    asked = table(["AsKd/Jh7c2s3d", "8c8d/Tc2d5c"], dead="QcQdQh", no_trigger="redeal")
    for method in ("exact", "montecarlo"):
        (listed,) = outs(asked, method=method, deals=500, seed=1).lists
        assert [(group.cards, group.chance) for group in listed.groups] == [(("Qs",), 1.0)]
        assert listed.groups[0].change == pytest.approx(0)


def test_no_valid_deal_is_told() -> None:
    # The last Queen has to be the unknown up card of seat 2, which comes before the seventh card of seat 1.
    asked = table(["xx/Jh7c2s3d", "xx/Tc2d5c"], dead="QcQdQh", no_trigger="redeal")
    told = 0
    for seed in range(10):
        try:
            outs(asked, next=1, method="montecarlo", deals=1, seed=seed)
        except NoValidDeal as error:
            told += str(error) == "no valid deal: no Q came face up, and a deal without one is void (rule W13)"
    assert told > 0


def test_auto_counts_where_that_is_quick() -> None:
    assert outs(table(SIXTH, dead=FEW), seed=1).method == "exact"
    assert outs(table(SIXTH, dead=FEW), deals=20, seed=1).method == "montecarlo"
    assert outs(table(["AsKd/Qh7c2s3d/5s", "8c8d/Tc2d5c9h"]), deals=200).method == "exact"  # one deal after each card
    assert outs(table(["xx/x", "xx/x"]), deals=10, seed=1).method == "montecarlo"
    with pytest.raises(ValueError, match=r"^too many completions to count exactly"):
        outs(table(["xx/x", "xx/x"]), method="exact")
    with pytest.raises(ValueError, match=r"^an exact count takes up to"):
        outs(table(["AsKd/Qh7c", "8c8d/Tc2d"]), method="exact", time_limit=0.01)


@pytest.mark.jit
def test_time_is_up() -> None:
    found = outs(table(["xx/x", "xx/x", "xx/x"]), time_limit=0.05, precision=0.0001, seed=1)
    assert (found.partial, found.stopped) == (True, "out of time")
    (deals,) = {group.deals for group in found.lists[0].groups}
    again = outs(table(["xx/x", "xx/x", "xx/x"]), deals=deals, seed=1)
    assert [group.equity for group in again.lists[0].groups] == [group.equity for group in found.lists[0].groups]


@pytest.mark.jit
def test_an_exact_count_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.methods.STEPS_PER_SECOND", 10**13)  # believed, so that the clock has to stop it
    asked = table(["AsKd/Qh7c", "8c8d/Tc2d"], dead="3c")
    with pytest.raises(OutOfTime):
        outs(asked, method="exact", time_limit=0.001)
    found = outs(asked, method="auto", time_limit=0.001, seed=1)
    assert (found.method, found.partial) == ("montecarlo", True)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
@pytest.mark.jit
def test_ctrl_c_gives_the_figures_so_far() -> None:
    pressed: list[tuple[int, int]] = []

    def press(done: int, total: int) -> None:
        if not pressed:
            pressed.append((done, total))
            os.kill(os.getpid(), signal.SIGINT)

    found = outs(table(["xx/x", "xx/x"]), precision=0.0002, seed=1, progress=press)
    assert (found.partial, found.stopped, found.method) == (True, "interrupted", "montecarlo")
    assert 0 < pressed[0][0] < pressed[0][1]
    pressed.clear()
    with pytest.raises(KeyboardInterrupt):
        outs(table(["AsKd/Qh", "8c8d/Tc"]), method="exact", progress=press)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"deals": 0}, "deals is 1 to 1000000000000000, not 0"),
        ({"precision": 0.7}, "precision is more than 0 and at most 0.5 (of the pot), not 0.7"),
        ({"time_limit": -1}, "time_limit is more than 0 and at most 31622400 seconds, not -1.0"),
        ({"seed": -1}, "seed is 0 to 18446744073709551615, not -1"),
        ({"workers": 0}, "workers is 1 to 1024, not 0"),
        ({"method": "guess"}, "method is auto or exact or montecarlo, not 'guess'"),
        ({"next": 3}, "next is 1 to 2, not 3"),
    ],
)
def test_arguments_out_of_range(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as caught:
        outs(table(FIFTH), **asked)
    assert str(caught.value) == says
    with pytest.raises(ValueError, match=r"^table is a Table, as Table.parse makes it, not list$"):
        outs(FIFTH)  # type: ignore[arg-type]  # which is what is refused


SYMMETRIC = [
    ["AsAh/QdKsKh5d", "2c3c/4c8s8h9c"],
    ["AsAh/KsKh5d", "2d3d/8s8h9c"],
    ["xx/AsAhTsTh", "f:xx/QsQh", "2d3d/8s8hJd9c"],
    ["AsKs/Qs9s8s", "2h3h/4h9h8h"],
]


@pytest.mark.jit
@pytest.mark.parametrize("seats", SYMMETRIC)
@pytest.mark.parametrize("game", ["ftq", "stud"])
def test_every_card_of_a_group_counted_on_its_own(seats: list[str], game: str) -> None:
    (card,) = coming_cards(table(seats, game=game))
    many = [way for way in card.ways if len(way.cards) > 1]
    assert many
    for way in many[::3]:
        counts = set()
        for one in way.cards:
            after = [seat.text for seat in card.before.seats]
            end = text([one])
            after[card.seat - 1] += end if card.face == "up" else f"/{end}"
            result = equity(table(after, game=game), method="exact")
            counts.add(tuple((seat.wins, seat.tie_counts) for seat in result.seats))
        assert len(counts) == 1, way.cards
