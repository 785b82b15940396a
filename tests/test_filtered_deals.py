"""Sampled deals at tables with filters: all choices of disjoint pairs equally likely, equities against full counts."""

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from evaluator.kernels import BLOCK
from simulator import Rules, Table, equity, hole_draws, sample_deals
from simulator.completions import layout
from simulator.failures import FiltersTooTight
from simulator.hole_draws import draw_holes, filtered_seats
from tests import dealer, oracle
from tests.blocks import deal
from tests.chi_square import assert_chance, fit
from tests.figures import JIT, assert_within, sample, share_error
from tests.oracle import ids
from tests.recount import counts_of
from tests.test_dealing import GOLDEN, MASK_64, mix

jit = pytest.mark.jit
Pair = tuple[int, int]

# What the filters below mean, written again: whether two cards satisfy them, by rank and suit.
ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8


def either(test: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
    """Whether two cards pass a test in one order or the other."""
    return lambda a, b: test(a, b) or test(b, a)


def ranks(one: set[int], other: set[int]) -> Callable[[int, int], bool]:
    return either(lambda a, b: a // 4 in one and b // 4 in other)


ANY = set(range(13))
MEANING: dict[str, Callable[[int, int], bool]] = {
    "AA": ranks({ACE}, {ACE}),
    "KK": ranks({KING}, {KING}),
    "AK": ranks({ACE}, {KING}),
    "Ax": ranks({ACE}, ANY),
    "[AK][AK]": ranks({ACE, KING}, {ACE, KING}),
    "[AK]Q+": ranks({ACE, KING}, {ACE, KING, QUEEN}),
    "AA,KK,QQ": lambda a, b: a // 4 == b // 4 >= QUEEN,
    "AsK": either(lambda a, b: a == 51 and b // 4 == KING),
    "As[KQ],AhK": either(lambda a, b: (a == 51 and b // 4 in {KING, QUEEN}) or (a == 50 and b // 4 == KING)),
    "AK-suited": lambda a, b: {a // 4, b // 4} == {ACE, KING} and a % 4 != b % 4,
    "pair": lambda a, b: a // 4 == b // 4,
    "pair-QQ": lambda a, b: a // 4 == b // 4 != QUEEN,
    "suited": lambda a, b: a % 4 == b % 4,
    "wild": ranks({QUEEN}, ANY),  # with no follower
    "J+J+": ranks({ACE, KING, QUEEN, JACK}, {ACE, KING, QUEEN, JACK}),
}

# Seats and dead cards; more choices than some thousands could not be told apart.
CHOICES: dict[str, tuple[list[str], str]] = {
    "one seat": (["pair/7c", "xx/Tc"], ""),
    "one card known": (["xx/7c", "AsK/Ks"], ""),
    "the same for two": (["AA/", "AA/"], ""),
    "overlapping": (["AK/", "KK/", "xx/"], "Ac"),
    "one in the other": (["AA/Kc", "f:Kd2c/2s", "Ax/3c"], "4h"),
    "in a circle": (["As[KQ],AhK/", "AK-suited/", "AA,KK,QQ/"], "QsQhQd"),
    "tight": (["[AK][AK]/", "[AK][AK]/", "[AK][AK]/"], ""),
    "tighter": (["[AK][AK]/", "AA/", "xx/", "[AK][AK]/", "AA,KK,QQ/"], "QsQh"),
    "as tight as can be": (["[AK][AK]/", "AA/", "xx/", "[AK][AK]/", "KK/"], ""),
    "of different sizes": (["[AK]Q+/2c", "AsK/3c"], ""),
}
choices = pytest.mark.parametrize("name", CHOICES)


def table_of(name: str) -> Table:
    seats, dead = CHOICES[name]
    return Table.parse(seats, dead=dead)


def every_choice(name: str) -> list[tuple[Pair, ...]]:
    """All ways to give each seat with a filter a pair of unseen cards, no card twice, by trying them all."""
    seats, dead = CHOICES[name]
    downs = [seat.partition("/")[0] for seat in seats]
    cards = ids(dead)
    for seat in seats:
        down, _, up = seat.removeprefix("f:").partition("/")
        cards += ids(up) + (ids(down) if seat.startswith("f:") else [])
    unseen = [card for card in range(52) if card not in cards]

    def extend(chosen: tuple[Pair, ...], left: list[str]) -> Iterator[tuple[Pair, ...]]:
        if not left:
            yield chosen
            return
        used = {card for pair in chosen for card in pair}
        for pair in combinations(unseen, 2):
            if used.isdisjoint(pair) and MEANING[left[0]](*pair):
                yield from extend((*chosen, pair), left[1:])

    return list(extend((), [down for down in downs if down in MEANING]))


def drawn(table: Table, blocks: int, seed: int = 3) -> NDArray[np.int64]:
    """Down cards of the seats with filters in deal order, shape (deals, seats, 2), the lower card first."""
    cards, _ = deal(table, blocks, seed=seed)
    live = [seat.number for seat in table.live]
    rows = [7 * live.index(number) + nth for number in sorted(table.hole_pairs) for nth in range(2)]
    return np.sort(cards[rows].T.reshape(cards.shape[1], -1, 2).astype(np.int64), axis=2)


@pytest.fixture(params=[hole_draws.JOINT, 1], ids=["joint list", "one by one"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Both ways to draw: from a list of all choices, or one seat after the other."""
    monkeypatch.setattr(hole_draws, "JOINT", request.param)
    return int(request.param)


@jit
@choices
def test_all_choices_of_pairs_are_equally_likely(name: str, either_way: int) -> None:
    table, wanted = table_of(name), every_choice(name)
    holes = hole_draws.hole_draws(table)
    assert len(holes.most) == (0 if either_way > 1 else len(table.hole_pairs) - 1)
    assert len(wanted) > 1
    blocks = max(16, 40 * len(wanted) // BLOCK)
    found = drawn(table, blocks).reshape(blocks * BLOCK, -1)
    number = {tuple(card for pair in choice for card in pair): at for at, choice in enumerate(wanted)}
    counts = np.bincount([number[tuple(row)] for row in found.tolist()], minlength=len(wanted))
    assert_chance({name: fit(counts, len(found) / len(wanted))})


@choices
def test_the_pairs_of_a_table_are_those_of_all_choices(name: str) -> None:
    table, wanted = table_of(name), every_choice(name)
    for nth, number in enumerate(sorted(table.hole_pairs)):
        # A pair that leaves another seat none is allowed by itself.
        assert {choice[nth] for choice in wanted} <= set(table.hole_pairs[number])
    filtered = [seat.filter.text for seat in table.seats if seat.filter is not None]
    for seat, text in zip(sorted(table.hole_pairs), filtered, strict=True):
        seen = set(table.known_cards)
        meant = [p for p in combinations(range(52), 2) if seen.isdisjoint(p) and MEANING[text](*p)]
        assert list(table.hole_pairs[seat]) == meant


@jit
def test_the_other_cards_are_uniform_among_those_left(either_way: int) -> None:
    """First, second and last unknown card of a seat without a filter, whatever pairs the others hold."""
    table = Table.parse(["AA/", "AK/", "xx/"], dead="2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c")
    cards, _ = deal(table, 200, seed=8)
    spare = cards[layout(table).unknown_rows[4:]]
    aces = (cards[[0, 1, 7, 8]] // 4 == ACE).sum(axis=0)
    assert (aces == 3).all()
    unseen = [card for card in range(52) if card not in table.known_cards]
    family: dict[Any, Any] = {}
    for row in (0, 1, len(spare) - 1):
        # By symmetry every king, every ace and every other card is as likely as the others of its kind.
        counts = np.bincount(spare[row], minlength=52)[unseen]
        kind = np.array([0 if card // 4 == ACE else 1 if card // 4 == KING else 2 for card in unseen])
        chance = np.array([1 / 4, 3 / 4, 1])[kind] / (len(unseen) - 4)
        family["card", row] = fit(counts, chance * spare.shape[1])
    # Given the ace that is left, too.
    held = cards[[0, 1, 7, 8]].astype(np.int64)
    left = sum(ids("AcAdAhAs")) - np.where(held // 4 == ACE, held, 0).sum(axis=0)
    plain = [card for card in unseen if card // 4 < KING]
    place = np.full(52, -1)
    place[plain] = np.arange(len(plain))
    where = place[spare[0]]
    counts = np.bincount((left - 48)[where >= 0] * len(plain) + where[where >= 0], minlength=4 * len(plain))
    family["card by ace"] = fit(counts, counts.sum() / len(counts))
    assert_chance(family)


@jit
def test_pairs_of_a_full_table_that_needs_every_card() -> None:
    """Sixteen cards for eight seats: too many choices to list; each seat's pair is uniform by symmetry."""
    table = Table.parse(["J+J+/"] * 8)
    found = drawn(table, 30)
    assert (np.sort(found.reshape(len(found), -1), axis=1) == np.arange(36, 52)).all()
    number = np.full((52, 52), -1)
    pairs = list(combinations(range(36, 52), 2))
    number[tuple(np.transpose(pairs))] = range(len(pairs))
    which = number[found[:, :, 0], found[:, :, 1]]
    cells = len(found) / len(pairs)
    assert_chance({seat: fit(np.bincount(which[:, seat], minlength=len(pairs)), cells) for seat in range(8)})


def test_every_deal_of_an_audit_satisfies_the_filters() -> None:
    seats = ["AsK/Qh7c", "f:xx/9c", "pair-QQ/Tc2d", "xx/3c3d", "Ax/4h5s"]
    deals = sample_deals(Table.parse(seats), 200, seed=5).deals
    for sampled in deals:
        first, folded, second, plain, third = (dealer.parse_seat(seat.cards) for seat in sampled.seats)
        assert folded.down == (None, None)
        for text, seat in (("AsK", first), ("pair-QQ", second), ("Ax", third)):
            assert MEANING[text](*(card for card in seat.down if card is not None))
        cards = [c for seat in (first, folded, second, plain, third) for c in (*seat.down, *seat.up) if c is not None]
        assert len(set(cards)) == len(cards)


# --- the random numbers, as simulator/random_kernels.py documents them


def outputs(state: int) -> Iterator[int]:
    while True:
        state = state + GOLDEN & MASK_64
        yield mix(state)


def below(values: int, words: Iterator[int]) -> int:
    """One of so many values without bias: Lemire's method with 32 bits."""
    while True:
        product = (next(words) >> 32) * values
        if product % 2**32 >= 2**32 % values:
            return product >> 32


@pytest.mark.parametrize(("seed", "stream", "block"), [(1, 0, 0), (2**64 - 1, 5, 77)])
def test_pairs_are_those_of_the_documented_random_numbers(seed: int, stream: int, block: int) -> None:
    """One word chooses from the list of all choices; the cards then lie where the shuffle has put them."""
    name = "in a circle"
    table, wanted = table_of(name), every_choice(name)
    order = filtered_seats(table)
    numbers = sorted(table.hole_pairs)
    wanted.sort(key=lambda choice: [choice[numbers.index(number)] for number in order])
    cards, _ = deal(table, seed=seed, stream=stream, first=block)
    key = mix((mix((mix(seed) + stream) & MASK_64) + block) & MASK_64)
    start = mix((key + 64 * GOLDEN) & MASK_64)
    for column in [*range(50), BLOCK - 1]:
        choice = wanted[below(len(wanted), outputs(mix((start + column) & MASK_64)))]
        for number, pair in zip(numbers, choice, strict=True):
            assert tuple(cards[7 * number - 7 : 7 * number - 5, column].tolist()) == pair


def test_any_part_of_a_run_can_be_made_alone(either_way: int) -> None:
    holes = hole_draws.hole_draws(table_of("tight"))
    blocks = 6 if JIT else 2
    whole = draw_holes(holes, 4, 2, 10, 10 + blocks)
    assert whole.shape == (blocks, 6, BLOCK)
    assert (draw_holes(holes, 4, 2, 10 + blocks - 1, 10 + blocks) == whole[-1:]).all()
    assert (draw_holes(holes, 4, 2, 10, 11) == whole[:1]).all()
    if JIT:
        assert (draw_holes(holes, 5, 2, 10, 11) != whole[:1]).any()


@jit
def test_workers_do_not_change_counts(either_way: int) -> None:
    table = Table.parse(["pair,wild/Qh7c", "f:xx/9c", "Ax/Tc2d", "[AK]x/3c3d"])
    runs = [
        equity(table, "montecarlo", deals=300_001, seed=6, workers=workers, by_street=True) for workers in (1, 2, 4)
    ]
    with ThreadPoolExecutor(3) as executor:
        runs.append(equity(table, "montecarlo", deals=300_001, seed=6, executor=executor, by_street=True))
    assert all(counts_of(run) == counts_of(runs[0]) for run in runs)
    assert all(run.streets == runs[0].streets for run in runs)
    assert [seat.cards for seat in runs[0].seats] == ["pair,wild/Qh7c", "f:xx/9c", "Ax/Tc2d", "[AK]x/3c3d"]


@jit
def test_filters_that_nearly_never_fit_together_are_a_failure_not_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hole_draws, "JOINT", 1)
    holes = hole_draws.hole_draws(table_of("tight"))
    with pytest.raises(FiltersTooTight, match="fit together in too few ways to sample them"):
        draw_holes(holes._replace(most=holes.most * 2**20), 1, 0, 0, 1)


short_filters = st.sampled_from(
    ["AA", "Ax", "AK", "[AK][AK]", "pair", "suited", "A+J+", "AsK,AhQ", "J+J+", "xx-suited"]
)


@given(st.lists(short_filters, min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_no_more_pairs_are_left_than_their_bound(texts: list[str], rng: Any) -> None:
    """Whatever the seats before hold; else the choices would not be equally likely."""
    try:
        table = Table.parse([f"{text}/" for text in texts])
    except ValueError:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hole_draws, "JOINT", 1)
        holes = hole_draws.hole_draws(table)
    lists = [table.hole_pairs[number] for number in filtered_seats(table)]
    for _ in range(20):
        used = set(rng.choice(lists[0]))
        for pairs, most in zip(lists[1:], holes.most, strict=True):
            left = [pair for pair in pairs if used.isdisjoint(pair)]
            assert len(left) <= most
            if not left:
                break
            used.update(rng.choice(left))


# --- equities against every completion

# Seats, dead cards, rules. Few unseen cards, so that all completions can be counted.
LITTLE_DECK = "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s"
COUNTED: dict[str, tuple[list[str], str, Rules]] = {
    "a pair against an ace": (["pair/Jh7c8d9s", "Ax/Tc7dQhJs"], LITTLE_DECK + "7h7s8c8hTdThTs9c9d9h", Rules()),
    "the same cards wanted": (["[AK][AK]/Jh7c8d9s", "[AK]Q+/Tc7dQhKs"], LITTLE_DECK + "7h7s8c8hTdThTs9c9d9h", Rules()),
    "three seats": (
        ["AA,KK,QQ/Jh7c8d9s", "AK-suited/Tc7dKhJs", "AK/8c9h9dTs"],
        LITTLE_DECK + "7h7s8hTdTh9cJcJdQsQh",
        Rules(),
    ),
    "wild": (["wild/Jh7c8d9s", "xx/Tc7d8hJs"], LITTLE_DECK + "7h7s8c8sTdThTs9c9d9h", Rules()),
    "stud": (["AsK/Jh7c8d9s", "pair/Tc7dQhJs"], LITTLE_DECK + "7h7s8c8hTdThTs9c9d", Rules(game="stud")),
    "up card to come, redeal": (
        ["AK/Jh7c8d9s", "AA,KK,QQ/Tc7d8hJs", "f:xx/9cx"],
        LITTLE_DECK + "7h7s8c8sTdThTs9d9hKcKdJcJd",
        Rules(no_trigger="redeal"),
    ),
}


@pytest.mark.parametrize("name", COUNTED)
def test_equities_against_every_completion(name: str) -> None:
    """Wins, ties and hands within 5 standard errors of the count over all completions that satisfy the filters."""
    texts, dead, rules = COUNTED[name]
    house = {**rules.to_dict(), "game": rules.game}
    downs = [text.partition("/")[0] for text in texts]
    plain = [
        dealer.parse_seat(f"xx/{text.partition('/')[2]}" if down in MEANING else text)
        for text, down in zip(texts, downs, strict=True)
    ]
    filters = {at: MEANING[down] for at, down in enumerate(downs) if down in MEANING}
    outcome = dealer.settle(dealer.every_completion(plain, ids(dead), house, filters=filters), house)
    assert outcome.deals > 1_000
    deals = sample(400_000)
    result = equity(Table.parse(texts, dead=dead, rules=rules), "montecarlo", deals=deals, seed=14)
    valid = outcome.deals / (outcome.deals + outcome.void_deals)
    assert_within(result.deals / deals, valid, share_error(valid, deals), "valid deals")
    for at, count in outcome.counts.items():
        seat = result.seats[at]
        assert seat.categories is not None
        for what, got, want in [
            ("wins", seat.win, count.wins),
            ("ties", seat.tie, count.ties),
            *((label, seat.categories[label], count.categories[nth]) for nth, label in enumerate(oracle.CATEGORIES)),
        ]:
            p = want / outcome.deals
            assert got is not None
            assert_within(got, p, share_error(p, result.deals), f"{what} of seat {at + 1}")


@jit
def test_exact_and_sampled_answers_agree() -> None:
    table = Table.parse(["pair,wild/Qh7c4s8d", "[AQ]x/Tc2d5h9s"])
    exact = equity(table, "exact")
    sampled = equity(table, "montecarlo", deals=1_000_000, seed=2)
    for one, other in zip(sampled.seats, exact.seats, strict=True):
        assert one.equity is not None
        assert one.standard_error is not None
        assert other.equity is not None
        assert_within(one.equity, other.equity, one.standard_error, f"seat {one.seat}")


@jit
def test_equity_by_street_is_that_of_the_table_on_that_street() -> None:
    """The filter speaks of the tens, which are wild now, on the street when they were not, too."""
    result = equity(Table.parse(["wild/5hQh", "pair/7cTc"]), "montecarlo", deals=400_000, seed=3, by_street=True)
    then = equity(Table.parse(["Qx,Tx/5h", "pair/7c"]), "montecarlo", deals=400_000, seed=4)
    third, fourth = result.streets
    for at, seat in enumerate(then.seats):
        assert fourth.equity[at] == result.seats[at].equity
        got, error = third.equity[at], third.standard_error[at]
        assert got is not None
        assert error is not None
        assert seat.equity is not None
        assert seat.standard_error is not None
        assert_within(got, seat.equity, math.hypot(error, seat.standard_error), f"seat {at + 1}")
