"""Exact counts to the last deal: against independent enumerations and the slow dealer, and against themselves.

Beyond the dealer's reach the laws of probability are the judge: known cards of any kind, summed over what they can be,
make the count of the table on which they are unknown, integer by integer.
"""

import random
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from simulator import Rules, Table, equity
from simulator.results import Result
from tests import dealer
from tests.figures import SIGMAS, lines
from tests.oracle import CATEGORIES, RANKS, SUITS, House, ids, text
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS, Question, random_house, random_question

EXACT = [*lines("exact_equities.jsonl"), *lines("exact_house_rules.jsonl")]
SINGLE = [(name, value) for name, values in (WILD_OPTIONS | DEAL_OPTIONS).items() for value in values]
QUICK, MOST = 2_000, 30_000  # completions of a table


def count(
    seats: list[str], dead: str = "", common: str | None = None, house: House | None = None, **options: Any
) -> Result:
    table = Table.parse(seats, dead=dead, common=common, rules=Rules(**(house or {})))
    return equity(table, method="exact", **options)


def tally(result: Result) -> list[int]:
    """Everything that is counted, in a row: deals, void deals, and by live seat 1 to 8 winners and ten categories."""
    assert result.method == "exact"
    row = [result.deals, result.void_deals]
    for seat in result.seats:
        if seat.folded:
            continue
        assert seat.tie_counts is not None
        assert seat.categories is not None
        assert seat.ties == sum(seat.tie_counts)
        assert list(seat.categories) == list(CATEGORIES)
        hands = [round(share * result.deals) for share in seat.categories.values()]
        assert list(seat.categories.values()) == [hand / result.deals for hand in hands]
        assert sum(hands) == result.deals
        row += [seat.wins or 0, *seat.tie_counts, *hands]
    return row


def judged(outcome: dealer.Outcome) -> list[int]:
    """The same row from the dealer."""
    row = [outcome.deals, outcome.void_deals]
    for _, seat in sorted(outcome.counts.items()):
        row += [seat.wins, *(seat.tie_counts[ways] for ways in range(2, 9)), *(seat.categories[c] for c in range(10))]
    return row


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
PAIR_UP = ["8c8d/Kh4h3dTs", "5hx/Jc5cAd6d"]
THREE = ["f:xx/Qc", "8c8d/Kh4h3dTs", "xx/Jc5cAd6d", "5hx/5s6h9s9d"]
EIGHT = ["xx/5s5h6d7c", *next(row for row in EXACT if row["note"].startswith("eight seats, common"))["seats"][1:]]

# Table, dead cards, common card, house rules; the seat that learns a card and how it is written then, or "dead" or
# "common"; how often each completion comes up over all cards there can be.
Law = tuple[list[str], str, str | None, House, int | str, str, int]
LAWS: dict[str, Law] = {
    "next up card": (HEADS_UP, "", None, {}, 0, "8c8d/Kh4h3d{}", 1),
    "next up card, mid-street": (["8c8d/Kh4h3d9s", "5hAs/Jc5cQs"], "", None, {}, 1, "5hAs/Jc5cQs{}", 1),
    "next up card, stud": (HEADS_UP, "", None, {"game": "stud"}, 0, "8c8d/Kh4h3d{}", 1),
    "next up card, redeal": (["8c8d/Kh4h3d", "5hAs/Jc5c7s"], "", None, {"no_trigger": "redeal"}, 0, "8c8d/Kh4h3d{}", 1),
    "next up card, accumulate": (HEADS_UP, "", None, {"followers": "accumulate"}, 0, "8c8d/Kh4h3d{}", 1),
    "seventh card down": (["8c8d/Kh4h3d9s", "5hAs/Jc5cQs2d"], "", None, {}, 0, "8c8d/Kh4h3d9s/{}", 1),
    "seventh card up": (["8c8d/Kh4h3d9s", "5hAs/Jc5c2dQs"], "", None, {"seventh": "up"}, 0, "8c8d/Kh4h3d9s/{}", 1),
    "seventh card of three open down cards": (THREE, "", None, {}, 2, "xx/Jc5cAd6d/{}", 3),
    "down card, three open": (THREE, "", None, {}, 2, "{}x/Jc5cAd6d", 3),
    "down card, two open": (THREE, "", None, {}, 3, "5h{}/5s6h9s9d", 2),
    "down card, one open": (["8cx/Kh4h3d9s/2h", "xx/Jc5c2dQs"], "", None, {}, 0, "8c{}/Kh4h3d9s/2h", 1),
    "down card, seventh up": (THREE, "", None, {"seventh": "up"}, 2, "{}x/Jc5cAd6d", 2),
    "unknown up card": (["8c8d/Kh4hx9s", "5hAs/Jc5c2dQs"], "", None, {}, 0, "8c8d/Kh4h{}9s", 1),
    "unknown up card of a folded seat": (["f:xx/xQc", *THREE[1:3]], "", None, {}, 0, "f:xx/{}Qc", 1),
    # 40 cards are unseen and three of them dealt: the folded card is any of the other 37.
    "down card of a folded seat": (["f:xx/Qc", *PAIR_UP], "", None, {}, 0, "f:{}x/Qc", 52 - 12 - 3),
    "dead card": (PAIR_UP, "Qs", None, {}, "dead", "Qs{}", 52 - 12 - 3),
    "common card": (EIGHT, "", "x", {}, "common", "{}", 1),
    "common card, ignored": (EIGHT, "", "x", {"common_card": "ignored"}, "common", "{}", 1),
    "down card with a common card": (EIGHT, "", None, {}, 0, "{}x/5s5h6d7c", 2),
}


def unseen(seats: list[str], dead: str, common: str | None) -> list[int]:
    known = None if common in (None, "x") else ids(str(common))[0]
    return dealer.unseen_cards([dealer.parse_seat(seat) for seat in seats], ids(dead), known)


@pytest.mark.parametrize("name", LAWS)
def test_a_card_summed_over_all_it_can_be(name: str) -> None:
    """Law of total probability."""
    seats, dead, common, house, where, form, times = LAWS[name]
    before = tally(count(seats, dead, common, house))
    total = [0] * len(before)
    for card in unseen(seats, dead, common):
        written = form.format(text([card]))
        if where == "dead":
            after = count(seats, written, common, house)
        elif where == "common":
            after = count(seats, dead, written, house)
        else:
            after = count([written if at == where else seat for at, seat in enumerate(seats)], dead, common, house)
        total = [one + other for one, other in zip(total, tally(after), strict=True)]
    assert total == [times * one for one in before]


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


def pots(result: Result) -> Fraction:
    """What all seats win together."""
    return sum(
        (
            (seat.wins or 0)
            + sum((Fraction(times, ways) for ways, times in enumerate(seat.tie_counts, 2)), Fraction(0))
            for seat in result.seats
            if seat.tie_counts is not None
        ),
        Fraction(0),
    )


@pytest.mark.parametrize("row", [row for row in EXACT if row["deals"] > 1_000], ids=lambda row: row["note"])
def test_every_deal_has_one_pot(row: dict[str, Any]) -> None:
    result = count(row["seats"], row.get("dead", ""), None, {"game": row["game"], **row["rules"]})
    assert pots(result) == result.deals
    assert sum(seat.equity or 0 for seat in result.seats) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("order", ["dchs", "shdc", "hcsd"])
@pytest.mark.parametrize("house", [{}, {"game": "stud"}, {"double_ace_flush": "on"}, {"last_queen": "keep"}], ids=str)
def test_suits_do_not_matter(order: str, house: House) -> None:
    swap = str.maketrans(SUITS, order)
    for seats, dead in (HEADS_UP, "9c9d"), (PAIR_UP, ""), (["f:Qdx/KhQhxJs", "AhKd/QcTh9h8c", "xx/2h3h4h5d"], "2c7d"):
        swapped = [seat.translate(swap) for seat in seats]
        assert tally(count(seats, dead, house=house)) == tally(count(swapped, dead.translate(swap), house=house))


@pytest.mark.parametrize("house", [{}, {"seventh": "up"}, {"no_trigger": "redeal"}], ids=str)
@pytest.mark.parametrize(
    ("filters", "parts"),
    [
        ("xx,pair", ["pair", "xx-pair"]),
        ("AA,KK", ["AA", "KK"]),
        ("Ax", ["AA", "A[23456789TJQK]"]),
        ("wild,pair", ["wild", "pair-wild"]),
        ("suited", ["suited-Q+x", "suited-[23456789TJ][23456789TJ]"]),
        ("T+T+", ["TT+", "J+J+"]),
    ],
)
def test_disjoint_filters_add_up(filters: str, parts: list[str], house: House) -> None:
    """A set of pairs in the hole split in two; the other seat may have a filter as well."""
    for other in ("xx", "[QJ]x", "9d9h"):
        seats = "/Kh4h3dQs", f"{other}/Jc5c2d6d"
        whole, *rows = (tally(count([hole + seats[0], seats[1]], house=house)) for hole in (filters, *parts))
        assert [sum(column) for column in zip(*rows, strict=True)] == whole


@pytest.mark.parametrize(("last", "times"), [("", 3), ("/7c", 1)])
@pytest.mark.parametrize("filters", ["xx,pair", ",".join(f"{rank}x" for rank in RANKS), "pair,xx-pair", "2+2+"])
def test_a_filter_that_all_pairs_satisfy(filters: str, last: str, times: int) -> None:
    """As unknown down cards, but the seventh card stands by itself: three ways to draw it out of a set of three."""
    unknown, described = (count([f"{hole}/Kh4h3dQs{last}", "5hAs/Jc5c2d6d"]) for hole in ("xx", filters))
    assert tally(described) == [times * number for number in tally(unknown)]
    assert [seat.equity for seat in described.seats] == [seat.equity for seat in unknown.seats]


def test_one_live_seat_wins_every_deal() -> None:
    result = count(["f:xx/Qc", "8c8d/Kh4h3dTs", "f:xx/Jc5cAd6d"])
    assert (result.deals, result.seats[1].wins, result.seats[1].equity) == (52 - 11, 52 - 11, 1)


def test_a_finished_table_is_one_deal() -> None:
    result = count(["8c8d/Kh4h3dTs/2c", "5hAs/Jc5cAd6d/2d"])
    assert (result.deals, [seat.wins for seat in result.seats]) == (1, [0, 1])
