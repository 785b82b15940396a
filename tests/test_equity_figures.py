"""Sampled equities against exact counts, independent simulations and published figures, within 5 standard errors."""

import math
from functools import cache
from typing import Any

import pytest

from simulator import Rules, Table, equity
from tests import dealer
from tests.figures import JIT, SIGMAS, assert_within, document, lines, sample, share_error
from tests.oracle import CATEGORIES, ids, text

EXACT = lines("exact_equities.jsonl") + lines("exact_house_rules.jsonl")
KNOWN = document("monte_carlo.json")
DEALS = sample(1_000_000)
STUD = Rules(game="stud")


def sampled(seats: list[str], deals: int = DEALS, seed: int = 20, **table: Any) -> Any:
    return equity(Table.parse(seats, **table), method="montecarlo", deals=deals, seed=seed)


# With two seats a split pot is a half, and the standard error follows from the counts.
HEADS_UP = [number for number, row in enumerate(EXACT) if row["deals"] > 1_000 and len(row["results"]) == 2]


def pot_error(wins: float, ties: float, pots: float, deals: int) -> float:
    """Standard error of a mean share of the pot; a split pot counts as a half at most, so this is never too small."""
    return math.sqrt(max(0.0, wins + ties / 4 - pots**2) / deals)


@cache
def table_of(number: int) -> Any:
    row = EXACT[number]
    rules = Rules(game=row["game"], **row["rules"])
    return sampled(row["seats"], dead=row.get("dead", ""), rules=rules)


exact_tables = pytest.mark.parametrize(
    "number", range(len(EXACT)), ids=["; ".join([row["note"], *row["rules"].values()]) for row in EXACT]
)


@exact_tables
def test_equities_of_exactly_counted_tables(number: int) -> None:
    row, result = EXACT[number], table_of(number)
    for at, (got, want) in enumerate(zip(result.seats, row["results"], strict=True)):
        if want is None:
            continue
        wins, ties = want["wins"] / row["deals"], want["ties"] / row["deals"]
        error = pot_error(wins, ties, want["equity"], result.deals)
        # The file rounds to nine digits.
        assert_within(got.equity, want["equity"], error + 1e-9, f"equity of seat {at + 1}")
        assert_within(got.win, wins, share_error(wins, result.deals), f"wins of seat {at + 1}")
        assert_within(got.tie, ties, share_error(ties, result.deals), f"ties of seat {at + 1}")
        if want["equity"] in (0, 1):
            assert got.equity == want["equity"]


@exact_tables
def test_categories_of_exactly_counted_tables(number: int) -> None:
    row, result = EXACT[number], table_of(number)
    for at, (got, want) in enumerate(zip(result.seats, row["results"], strict=True)):
        if want is None:
            continue
        assert list(got.categories) == list(CATEGORIES)
        assert sum(got.categories.values()) == pytest.approx(1, abs=1e-12)
        for label, count in zip(CATEGORIES, want["categories_low_to_high"], strict=True):
            p = count / row["deals"]
            assert_within(got.categories[label], p, share_error(p, result.deals), f"{label} of seat {at + 1}")
            if p in (0, 1):
                assert got.categories[label] == p


@exact_tables
def test_share_of_void_deals(number: int) -> None:
    """Void deals (rule W13) are as frequent as among all completions, and together with the others those asked for."""
    row, result = EXACT[number], table_of(number)
    void = row.get("void_deals", 0)
    p = void / (row["deals"] + void)
    assert result.deals + result.void_deals == DEALS
    assert_within(result.void_deals / DEALS, p, share_error(p, DEALS), "void deals")


@exact_tables
def test_counts_add_up(number: int) -> None:
    row, result = EXACT[number], table_of(number)
    live = [seat for seat, want in zip(result.seats, row["results"], strict=True) if want is not None]
    split = 0.0
    for seat in live:
        assert all(isinstance(count, int) for count in (seat.wins, seat.ties, *seat.tie_counts))
        assert len(seat.tie_counts) == 7
        assert sum(seat.tie_counts) == seat.ties
        assert (seat.win, seat.tie) == (seat.wins / result.deals, seat.ties / result.deals)
        share = sum(count / ways for ways, count in enumerate(seat.tie_counts, start=2))
        assert seat.tie_share == pytest.approx(share / result.deals, abs=1e-12)
        assert seat.equity == pytest.approx(seat.win + seat.tie_share, abs=1e-12)
        assert seat.ci_low <= seat.equity <= seat.ci_high
        split += share
    # A pot shared by k seats is counted once by each of them.
    assert sum(seat.wins for seat in live) + split == pytest.approx(result.deals, abs=1e-6)
    for ways in range(2, 9):
        assert sum(seat.tie_counts[ways - 2] for seat in live) % ways == 0
    assert sum(seat.equity for seat in live) == pytest.approx(1, abs=1e-12)


def test_folded_seat_has_no_figures() -> None:
    folded = [(row, at) for row in EXACT for at, want in enumerate(row["results"]) if want is None]
    assert len(folded) >= 8
    for row, at in folded:
        result = table_of(EXACT.index(row))
        seat, in_json = result.seats[at], result.to_dict()["seats"][at]
        assert in_json["folded"] is True
        for figure in (
            "wins",
            "ties",
            "tie_counts",
            "win",
            "tie",
            "tie_share",
            "equity",
            "standard_error",
            "categories",
        ):
            assert getattr(seat, figure) is None
            assert in_json[figure] is None


@pytest.mark.jit
@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_known(seats: int) -> None:
    """Equities and categories of an independent simulation; its double-ace flushes move them by less than 1e-5."""
    want = KNOWN["nothing_known"][str(seats)]
    result = sampled(["xx/x"] * seats, deals=4 * DEALS)
    for at, got in enumerate(result.seats):
        error = math.hypot(got.standard_error, want["standard_error"][at])
        assert_within(got.equity, want["equity_by_seat"][at], error + 1e-5 / SIGMAS, f"equity of seat {at + 1}")
    for label, p in zip(CATEGORIES, want["seat_category_low_to_high"], strict=True):
        got = sum(seat.categories[label] for seat in result.seats) / seats
        # Seats of one deal share the wild ranks: the error of one seat alone is an upper bound of the mean's.
        error = math.hypot(share_error(p, result.deals), share_error(p, want["deals"]))
        assert_within(got, p, error + 1e-5 / SIGMAS, label)
    # A pot split k ways is counted by k seats. With the option off the file's figure rises by so much.
    split = [count / ways for seat in result.seats for ways, count in enumerate(seat.tie_counts, start=2)]
    p = want["split_pot"] + {2: 0.0000125, 4: 0.000033}[seats]
    shared = sum(split) / result.deals
    assert_within(shared, p, math.hypot(share_error(p, result.deals), share_error(p, want["deals"])), "split pots")


@pytest.mark.jit
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_seats_of_stud_with_nothing_known_are_equal(seats: int) -> None:
    result = sampled(["xx/x"] * seats, rules=STUD)
    for at, got in enumerate(result.seats):
        assert_within(got.equity, 1 / seats, got.standard_error, f"seat {at + 1}")


@pytest.mark.jit  # needs a million deals
@pytest.mark.parametrize("seats", [2, 3, 4, 6, 7])
def test_last_seat_of_follow_the_queen_is_best_and_first_is_worst(seats: int) -> None:
    """By more than 5 standard errors: the later seat is more often the one that is dealt the follower."""
    shares = sampled(["xx/x"] * seats).seats
    error = math.hypot(shares[0].standard_error, shares[-1].standard_error)
    assert shares[-1].equity - shares[0].equity > SIGMAS * error
    assert shares[-1].equity > 1 / seats > shares[0].equity


@pytest.mark.parametrize("row", KNOWN["seven_card_stud_third_street"], ids=lambda row: " v ".join(row["seats"]))
def test_published_stud_match_ups(row: dict[str, Any]) -> None:
    result = sampled(row["seats"], dead=row["dead"], rules=STUD)
    for got, want in zip(result.seats, row["equity"], strict=True):
        error = math.hypot(got.standard_error, share_error(want, row["deals"]))
        assert_within(got.equity, want, error, row["seats"])
    # Published to a tenth of a percent, from samples of unknown size.
    if JIT:
        assert abs(100 * result.seats[0].equity - row["published_percent_seat_1"]) < 0.5


# Tables with one to three unknown cards that the dealer can complete in every way.
ENUMERATED = [
    (["AsAd/Kh9c4d2s", "7s7d/Qh7c5c3d"], "ftq", "off", ""),
    (["AsAd/Kh9c4d2s", "7s7d/Qh7c5c3d"], "stud", "off", ""),
    (["AsAd/Kh9c4dQs", "7s7d/Qh7c5c"], "ftq", "off", ""),  # mid-street, a Queen waits for seat 2
    (["QsQd/KhQh9c4d/2c", "AsKs/AcKc2d5d"], "ftq", "off", ""),
    (["Qs5s/9s4s2s7d", "QdAh/Kh4h2h7c"], "ftq", "on", "QcAsTh"),
    (["f:xx/Qc", "AsAd/5s9cJd2s", "7s7d/5h7c3c3d"], "ftq", "off", "5d"),
    (["9sTs/JsQc2d8h", "f:QhQd/9c3d", "KcKd/KhAc7s4s/6d", "5c5d/5h6c6h2s"], "ftq", "off", ""),
]


@pytest.mark.parametrize(("seats", "game", "double", "dead"), ENUMERATED)
def test_tables_that_the_dealer_enumerates(seats: list[str], game: str, double: str, dead: str) -> None:
    known = [dealer.parse_seat(seat) for seat in seats]
    house = {"game": game, "double_ace_flush": double}
    total, _, counts = dealer.settle(dealer.every_deal(known, ids(dead)), house)
    result = sampled(seats, dead=dead, rules=Rules(game=game, double_ace_flush=double))
    for at, count in counts.items():
        got, pots = result.seats[at], float(count.pots / total)
        wins, ties = count.wins / total, count.ties / total
        assert_within(got.equity, pots, pot_error(wins, ties, pots, result.deals), f"equity of seat {at + 1}")
        assert_within(got.win, wins, share_error(wins, result.deals), f"wins of seat {at + 1}")
        for ways in range(2, 9):
            p = count.tie_counts[ways] / total
            assert_within(got.tie_counts[ways - 2] / result.deals, p, share_error(p, result.deals), f"{ways} winners")
        for number, label in enumerate(CATEGORIES):
            p = count.categories[number] / total
            assert_within(got.categories[label], p, share_error(p, result.deals), f"{label} of seat {at + 1}")


@pytest.mark.parametrize(
    ("seats", "game", "dead"),
    [
        (["xx/x", "xx/x", "xx/x"], "ftq", ""),
        (["QsQh/Kd", "xx/5c", "f:xx/Qd", "AsAd/2h"], "ftq", "5d"),
        (["Qsx/KdxQd", "xx/5c5h9s", "f:xx/x"], "ftq", ""),
        (["AsKs/Qs", "xx/5c", "7h7d/7c"], "stud", "TsJs"),
        (["xx/2c3d4h5s"] + ["xx/xxxx"] * 7, "ftq", ""),
    ],
)
@pytest.mark.jit
def test_slow_dealer_against_equity(seats: list[str], game: str, dead: str) -> None:
    """Two samples of which the dealer's, a few hundred shuffled decks, decides the error."""
    known = [dealer.parse_seat(seat) for seat in seats]
    total, _, counts = dealer.settle(dealer.random_deals(known, 2_100 // len(seats), 5, ids(dead)), {"game": game})
    result = sampled(seats, dead=dead, rules=Rules(game=game))
    for at, count in counts.items():
        got = result.seats[at]
        error = math.hypot(got.standard_error, share_error(got.equity, total))
        assert_within(float(count.pots / total), got.equity, error, f"equity of seat {at + 1}")
        for number, label in enumerate(CATEGORIES):
            p = got.categories[label]
            error = math.hypot(share_error(p, total), share_error(p, result.deals)) + 1 / total / SIGMAS
            assert_within(count.categories[number] / total, p, error, f"{label} of seat {at + 1}")


def test_known_common_card() -> None:
    """One finished deal for each of the four common cards makes the counted total."""
    row = next(row for row in EXACT if row["note"].startswith("eight seats, common card"))
    known = [dealer.parse_seat(seat) for seat in row["seats"]]
    stub = dealer.unseen_cards(known)
    wins = [0] * len(known)
    for deal in dealer.every_deal(known):
        result = sampled(row["seats"], deals=100, common=text(deal.up_cards[-1:]))
        for at, got in enumerate(result.seats):
            assert got.equity in (0, 1)
            wins[at] += int(got.equity)
    assert len(stub) == row["deals"]
    assert wins == [want["wins"] for want in row["results"]]


@pytest.mark.parametrize("number", HEADS_UP)
def test_standard_error_is_that_of_the_exact_distribution(number: int) -> None:
    row, result = EXACT[number], table_of(number)
    for got, want in zip(result.seats, row["results"], strict=True):
        error = pot_error(want["wins"] / row["deals"], want["ties"] / row["deals"], want["equity"], result.deals)
        # The spread of an estimated standard deviation is far below the tolerance at these sample sizes.
        assert got.standard_error == pytest.approx(error, rel=0.02 if JIT else 0.2)


@pytest.mark.jit
def test_standard_errors_are_honest_over_many_seeds() -> None:
    """Squared deviations in units of the reported standard error have mean 1, within 5 of their standard errors."""
    row, runs = EXACT[3], 200
    want = row["results"][0]["equity"]
    squares = []
    for seed in range(runs):
        got = sampled(row["seats"], deals=4_000, seed=seed).seats[0]
        squares.append(((got.equity - want) / got.standard_error) ** 2)
    assert abs(sum(squares) / runs - 1) < SIGMAS * math.sqrt(2 / runs)
    assert len(set(squares)) > runs / 2, "seeds give different deals"
