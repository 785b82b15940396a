"""The study of Queens against its own deals read card by card, against closed forms, and against ``equity``."""

import json
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from math import comb, isnan, sqrt
from multiprocessing import get_context
from typing import Any

import pandas as pd
import pytest

from simulator import Rules, Table, equity, queens_study, sample_deals
from tests import dealer, oracle, reshapes
from tests.figures import JIT, SIGMAS, assert_within, share_error
from tests.oracle import ids
from tests.reshapes import ALL, STREETS, Figure, Name

SEED = 2**64 - 59
DEALS = 200 if JIT else 30  # where a few suffice
COLUMNS = ["seats", "street", "measure", "outcome", "value", "standard_error", "closed_form", "deals"]

# Seats, dead cards, common card, house rules.
TABLES: dict[str, tuple[list[str], str, str | None, dict[str, str]]] = {
    **{f"{count} seats, nothing known": (["xx/x"] * count, "", None, {}) for count in (2, 5, 7, 8)},
    **{f"{count} seats, nothing dealt": (["xx/"] * count, "", None, {}) for count in (3, 6)},
    "fourth street": (["AsKd/Qh7c", "xx/Tc2d"], "5s", None, {}),
    "middle of a street": (["f:xx/Qc", "xx/5h9cJd", "JhJs/2hQd"], "", None, {}),
    "folded seats": (["AsKd/Qh7c4s", "f:xx/QcKs", "xx/5h5d9c", "xx/2s3s4d", "f:8d6d/x"], "2c", None, {}),
    "up cards unknown": (["f:xx/xQdx", "xx/xxx", "QsTs/9s8sx"], "", None, {}),
    "seventh street": (["AsKd/Qh7c4s2d/9h", "xx/TcTdTh6d/x", "f:JsJd/8h8c8d6c"], "", None, {}),
    "one seat is left": (["QsQh/Qd5h", "f:xx/8s"], "", None, {}),
    "filters": (["AA,Qx/7c", "pair/Tc", "xx/Qd"], "", None, {}),
    "eight seats on sixth street": (["AhKh/xxxQs", "xx/x5hxx", *["xx/xxxx"] * 6], "", None, {}),
    "eight seats, two folded late": ([*["xx/x"] * 6, "f:xx/x", "f:xx/x"], "2c3c4c5c6c7c8c9cTc", None, {}),
    "house: sevenths up": (
        ["f:JsJd/8hQc8d6c/x", "AsKd/Qh7c4s2d", "xx/5cTh6dx", "f:xx/9s"],
        "",
        None,
        {"seventh": "up"},
    ),
    "house: sevenths up, the Queen stays": (["xx/x"] * 2, "", None, {"seventh": "up", "last_queen": "keep"}),
    "house: followers add up": (["AsKd/Qh7c", "xx/QsTc", "xx/xx"], "", None, {"followers": "accumulate"}),
    "house: redeal": (["xx/x"] * 2, "", None, {"no_trigger": "redeal"}),
    "house: redeal, follow the king": (
        ["AsKd/7c4s", "f:xx/9cx", "xx/xx"],
        "Kh",
        None,
        {"no_trigger": "redeal", "queens_wild": "if_up", "trigger": "K"},
    ),
    "house: all at once": (
        ["xx/x"] * 3,
        "",
        None,
        {
            "last_queen": "none",
            "queens_wild": "if_up",
            "trigger": "5",
            "followers": "accumulate",
            "no_trigger": "redeal",
            "extra_wild": "9,5",
            "seventh": "up",
            "double_ace_flush": "on",
        },
    ),
}
SHORT = ("2 seats, nothing known", "folded seats", "house: redeal, follow the king", "house: sevenths up")
tables = pytest.mark.parametrize("name", [name for name in TABLES if JIT or name in SHORT])


def table_of(name: str) -> Table:
    seats, dead, common, house = TABLES[name]
    return Table.parse(seats, dead=dead, common=common, rules=Rules(**house))


def deals_of(name: str) -> int:
    """As many as a second or two of plain Python allows."""
    return (50 if len(TABLES[name][0]) == 8 else 120) if JIT else 40


@cache
def readings(name: str, deals: int) -> list[reshapes.Reading]:
    """The deals that `sample_deals` shows, which has the random numbers of a study of one table, read card by card."""
    seats, dead, common, house = TABLES[name]
    before = [dealer.parse_seat("xx/" + seat.partition("/")[2]) for seat in seats]  # filters are no matter here
    placed = reshapes.up_cards_placed(before, ids(dead), house, common=common is not None)
    live = [at for at, seat in enumerate(before) if not seats[at].startswith("f:")]
    found = []
    for deal in sample_deals(table_of(name), deals, seed=SEED).deals:
        finished = [dealer.parse_seat(seat.cards) for seat in deal.seats]
        cards = reshapes.finished(finished, ids(dead), house, ids(deal.common)[0] if deal.common else None, placed)
        found.append(reshapes.read(cards, live, house))
        assert found[-1].void == deal.void
        assert deal.void or [at + 1 for at in found[-1].winners] == list(deal.winners)
    return found


def figures(frame: pd.DataFrame) -> dict[Name, Figure]:
    """Value and standard error by street, measure and outcome, each once."""
    rows = list(zip(*(frame[column] for column in COLUMNS[1:6]), strict=True))
    found = {(street, measure, outcome): Figure(value, error) for street, measure, outcome, value, error in rows}
    assert len(found) == len(rows)
    return found


def close(got: Figure, want: Figure) -> bool:
    return got == pytest.approx(want, rel=1e-9, abs=1e-12, nan_ok=True)


@tables
def test_every_row_is_that_of_the_deals(name: str) -> None:
    deals, live = deals_of(name), [seat.number - 1 for seat in table_of(name).live]
    study = queens_study(table=table_of(name), deals=deals, seed=SEED, workers=1)
    frame = study.to_frame()
    valid = [reading for reading in readings(name, deals) if not reading.void]
    assert list(frame.columns) == COLUMNS
    assert set(frame["deals"]) == {len(valid)}
    assert set(frame["seats"]) == {len(live)}
    assert set(frame["street"]) == set(valid[0].counts)
    want, got = reshapes.fold(valid, live), figures(frame)
    wrong = {
        key: (got.get(key), figure) for key, figure in want.items() if key not in got or not close(got[key], figure)
    }
    assert wrong == {}
    # Outcomes that never came up, if they have a row.
    rest = [figure for key, figure in got.items() if key not in want]
    assert all(figure.value == figure.error == 0 or isnan(figure.value) for figure in rest)
    (one,) = study.to_dict()["studies"]
    assert (one["seats"], one["deals"], one["void_deals"]) == (len(live), len(valid), deals - len(valid))


@pytest.mark.jit
def test_tables_have_reshapes_of_every_kind_on_every_street() -> None:
    """What the test above would pass over if it never came up."""
    seen = {
        (street, counter)
        for name in TABLES
        for reading in readings(name, deals_of(name))
        if not reading.void
        for street, counts in reading.counts.items()
        for counter, count in counts.items()
        if count
    }
    assert seen >= {(street, counter) for street in (*STREETS[1:], ALL) for counter in reshapes.COUNTERS}
    # Nobody has five cards on third street, so three of a kind is the best there and nothing is strong.
    strong = {"strong_to_weak", "weak_to_strong"}
    assert {counter for street, counter in seen if street == "third"} == set(reshapes.COUNTERS) - strong


@pytest.mark.jit
@pytest.mark.slow
def test_deals_past_the_first_block() -> None:
    """Counts of a second block, the last one short."""
    name, deals = "seventh street", 4_096 + 300
    valid = readings(name, deals)
    got = figures(queens_study(table=table_of(name), deals=deals, seed=SEED, workers=2).to_frame())
    assert all(close(got[key], figure) for key, figure in reshapes.fold(valid, [0, 1]).items())


# --- nothing known: closed forms, and other ways to the same figures


def up_cards(seats: int, street: str) -> int:
    """Cards face up by the end of a street, everyone in; with eight seats the common card besides (D3)."""
    if street in ("seventh", ALL):
        return 4 * seats + (seats == 8)
    return (STREETS.index(street) + 1) * seats


def queens_chance(queens: int, up: int) -> float:
    return comb(4, queens) * comb(48, up - queens) / comb(52, up) if queens <= up else 0


def queens_alone_chance(up: int) -> float:
    """Queens alone are wild if none of them is face up, or the last card face up is one (W6)."""
    return comb(52 - up, 4) / comb(52, 4) + 1 / 13


@cache
def known_nothing(seats: int) -> pd.DataFrame:
    return queens_study(seats, deals=400_000 if JIT else 150, seed=11, workers=2).to_frame()


def rows_of(frame: pd.DataFrame, measure: str, street: str | None = None) -> list[Any]:
    chosen = frame[(frame["measure"] == measure) & ((frame["street"] == street) | (street is None))]
    return list(chosen.itertuples())


ALL_SEATS = range(2, 9) if JIT else [2]


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_streets_of_a_deal_from_the_start(seats: int) -> None:
    """Seventh street has an up card only if it is the common one."""
    streets = {*STREETS[:4], ALL, *(["seventh"] if seats == 8 else [])}
    assert set(known_nothing(seats)["street"]) == streets


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_queens_face_up_are_hypergeometric(seats: int) -> None:
    rows = rows_of(known_nothing(seats), "queens_up")
    assert {(row.street, row.outcome) for row in rows} >= {
        (street, str(queens))
        for street in known_nothing(seats)["street"]
        for queens in range(5)
        if queens_chance(queens, up_cards(seats, street)) > 0.01
    }
    for row in rows:
        chance = queens_chance(int(row.outcome), up_cards(seats, row.street))
        if chance:  # else there are fewer cards face up
            assert row.closed_form == pytest.approx(chance, rel=1e-12)
        assert_within(row.value, chance, share_error(chance, row.deals), (row.street, row.outcome))


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_wild_ranks_have_their_closed_form(seats: int) -> None:
    rows = rows_of(known_nothing(seats), "wild_count")
    assert {(row.street, row.outcome) for row in rows} == {
        (street, outcome) for street in known_nothing(seats)["street"] for outcome in "12"
    }
    for row in rows:
        alone = queens_alone_chance(up_cards(seats, row.street))
        chance = alone if row.outcome == "1" else 1 - alone
        assert row.closed_form == pytest.approx(chance, rel=1e-12)
        assert_within(row.value, chance, share_error(chance, row.deals), (row.street, row.outcome))


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_followers_are_equally_likely(seats: int) -> None:
    """Each of the twelve ranks that can follow; none if Queens alone are wild."""
    frame = known_nothing(seats)
    for street in set(frame["street"]):
        alone = queens_alone_chance(up_cards(seats, street))
        for row in rows_of(frame, "follower", street):
            chance = alone if row.outcome == "none" else (1 - alone) / 12
            assert row.outcome != "Q"
            assert_within(row.value, chance, share_error(chance, row.deals), (street, row.outcome))
        assert sum(row.value for row in rows_of(frame, "follower", street)) == pytest.approx(1)


def test_eight_seats_by_the_rules() -> None:
    """The figure that the rules name."""
    frame = queens_study(8, deals=5, seed=1).to_frame()
    (row,) = [row for row in rows_of(frame, "wild_count", ALL) if row.outcome == "2"]
    assert row.closed_form == pytest.approx(0.908760, abs=5e-7)


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_shares_add_up(seats: int) -> None:
    frame = known_nothing(seats)

    def total(measure: str, street: str) -> float:
        return float(sum(row.value for row in rows_of(frame, measure, street)))

    for street in set(frame["street"]):
        assert total("queens_up", street) == pytest.approx(1)
        assert total("wild_count", street) == pytest.approx(1)
        pairs = seats * total("flips", street)
        steps = {int(row.outcome): row.value * pairs for row in rows_of(frame, "category_change", street)}
        assert sum(steps[change] for change in steps if change > 0) == pytest.approx(total("hands_up", street))
        assert sum(steps[change] for change in steps if change < 0) == pytest.approx(total("hands_down", street))
        assert sum(change * steps[change] for change in steps if change > 0) == pytest.approx(total("steps_up", street))
        assert total("lead_changes_per_flip", street) * total("flips", street) == pytest.approx(
            total("lead_changes", street)
        )
    for measure in "equity", "stud_equity", "winning_category", "stud_winning_category":
        assert total(measure, ALL) == pytest.approx(1)
    assert total("advantage", ALL) == pytest.approx(0, abs=1e-12)
    assert [row.value for row in rows_of(frame, "advantage")] == pytest.approx(
        [row.value - 1 / seats for row in rows_of(frame, "equity")]
    )
    for counter in reshapes.COUNTERS:
        assert sum(total(counter, street) for street in set(frame["street"]) - {ALL}) == pytest.approx(
            total(counter, ALL)
        )


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_equity_of_a_study(seats: int) -> None:
    """Against ``equity``; in stud no seat is better than another."""
    frame = known_nothing(seats)
    result = equity(Table.parse(["xx/"] * seats), method="montecarlo", deals=400_000 if JIT else 150, seed=12)
    for row, seat in zip(rows_of(frame, "equity"), result.seats, strict=True):
        assert row.outcome == str(seat.seat)
        assert seat.equity is not None
        assert seat.standard_error is not None
        error = sqrt(row.standard_error**2 + seat.standard_error**2)
        assert_within(row.value, seat.equity, error, row.outcome)
    for row in rows_of(frame, "stud_equity"):
        assert_within(row.value, 1 / seats, row.standard_error, row.outcome)


@pytest.mark.jit
@pytest.mark.parametrize(
    "name", ["folded seats", "house: followers add up", "filters", "house: redeal, follow the king"]
)
def test_equity_of_a_study_of_a_table(name: str) -> None:
    table = table_of(name)
    frame = queens_study(table=table, deals=100_000, seed=5).to_frame()
    result = equity(table, method="montecarlo", deals=100_000, seed=6)
    for row in rows_of(frame, "equity"):
        seat = result.seats[int(row.outcome) - 1]
        assert seat.equity is not None
        assert seat.standard_error is not None
        assert_within(row.value, seat.equity, sqrt(row.standard_error**2 + seat.standard_error**2), row.outcome)
    assert rows_of(frame, "advantage") == []


@pytest.mark.jit
@pytest.mark.parametrize("seats", [2, 4, 7, 8])
def test_a_number_of_seats_is_a_table_of_which_nothing_is_known(seats: int) -> None:
    """Other random numbers, the same figures within their errors."""
    ours = figures(known_nothing(seats))
    theirs = figures(queens_study(table=Table.parse(["xx/"] * seats), deals=400_000, seed=13).to_frame())
    assert {key for key in ours if key[1] != "advantage"} >= {key for key in theirs if theirs[key].value > 1e-3}
    for key, figure in ours.items():
        other = theirs.get(key, Figure(0, 0))
        if key[1] != "advantage" and not isnan(figure.value):
            # A share of which no deal was seen has the error 0: as if one had been.
            error = sqrt(figure.error**2 + other.error**2) or 1 / 400_000
            assert_within(figure.value, other.value, error, key)
    assert any(ours[key] != theirs.get(key) for key in ours)


def test_figures_of_a_number_of_seats_are_those_of_a_study_of_it_alone() -> None:
    together = queens_study((2, 3), deals=DEALS, seed=4).to_frame()
    assert list(dict.fromkeys(together["seats"])) == [2, 3]
    for seats in 2, 3:
        alone = queens_study(seats, deals=DEALS, seed=4).to_frame()
        pd.testing.assert_frame_equal(together[together["seats"] == seats].reset_index(drop=True), alone)
    values = [list(together[together["seats"] == seats]["value"][:5]) for seats in (2, 3)]
    assert values[0] != values[1]


def test_house_rules_of_a_number_of_seats() -> None:
    """Seven ranks are wild from the start, and the followers of the king add up."""
    rules = Rules(trigger="K", followers="accumulate", extra_wild="2,3,4,5,6,7,8")
    frame = queens_study([2], rules=rules, deals=DEALS, seed=1).to_frame()
    counts = {int(row.outcome) for row in rows_of(frame, "wild_count", ALL)}
    assert min(counts) == 8
    assert max(counts) > 8
    assert frame[frame["measure"] == "wild_count"]["closed_form"].isna().all()


def test_redeal_has_no_closed_form_and_a_queen_in_every_deal() -> None:
    deals = 5_000 if JIT else 100
    study = queens_study(2, rules=Rules(no_trigger="redeal"), deals=deals, seed=1)
    (one,) = study.to_dict()["studies"]
    assert one["deals"] + one["void_deals"] == deals
    void = comb(48, 8) / comb(52, 8)
    assert_within(one["void_deals"] / deals, void, share_error(void, deals), "void deals")
    rows = rows_of(study.to_frame(), "queens_up")
    assert all(row.value == 0 for row in rows if (row.street, row.outcome) == (ALL, "0"))
    assert all(isnan(row.closed_form) for row in rows)


def test_known_cards_have_no_closed_form() -> None:
    frame = queens_study(table=table_of("fourth street"), deals=100, seed=1).to_frame()
    wrong = {
        (row.street, row.outcome)
        for row in rows_of(frame, "queens_up")
        if row.closed_form == pytest.approx(queens_chance(int(row.outcome), up_cards(2, row.street)))
    }
    assert wrong == set()


# --- the same on any number of workers


@pytest.mark.parametrize(
    "pool",
    [
        lambda: ThreadPoolExecutor(3),
        pytest.param(lambda: ProcessPoolExecutor(2, get_context("spawn")), marks=pytest.mark.jit),
    ],
)
def test_workers_and_executors_count_the_same(pool: Callable[[], Executor]) -> None:
    deals = 100_000 if JIT else 30
    alone, two = (queens_study((2, 5), deals=deals, seed=9, workers=workers).to_frame() for workers in (1, 2))
    with pool() as executor:
        other = queens_study((2, 5), deals=deals, seed=9, executor=executor).to_frame()
    pd.testing.assert_frame_equal(alone, two)
    pd.testing.assert_frame_equal(alone, other)


def test_seeds_are_other_deals() -> None:
    values = {tuple(queens_study(3, deals=DEALS, seed=seed).to_frame()["value"].fillna(-1)) for seed in range(4)}
    assert len(values) == 4
    study = queens_study(3, deals=DEALS)
    again = queens_study(3, deals=DEALS, seed=study.to_dict()["seed"])
    pd.testing.assert_frame_equal(study.to_frame(), again.to_frame())


# --- standard errors


@pytest.mark.jit
@pytest.mark.parametrize("name", ["3 seats, nothing dealt", "folded seats", "house: redeal"])
def test_standard_errors_are_the_spread_over_seeds(name: str) -> None:
    """The variance over 200 seeds against the mean of the stated variances: its own error is a tenth of it.

    Rare outcomes, of which a study has only a handful, are left out.
    """
    seeds, deals = 200, 1_000
    studies = [
        figures(queens_study(table=table_of(name), deals=deals, seed=seed, workers=1).to_frame())
        for seed in range(seeds)
    ]
    compared = set()
    for key in studies[0]:
        seen = [study[key] for study in studies if key in study]
        stated = sum(figure.error**2 for figure in seen) / seeds
        if len(seen) < seeds or any(isnan(figure.value) or figure.error == 0 for figure in seen):
            continue
        mean = sum(figure.value for figure in seen) / seeds
        variance = sum((figure.value - mean) ** 2 for figure in seen) / (seeds - 1)
        assert abs(variance / stated - 1) < SIGMAS * sqrt(2 / seeds), (key, variance, stated)
        compared.add(key[1])
    assert compared >= {
        *(f"{counter}{ending}" for counter in reshapes.COUNTERS for ending in ("", "_chance")),
        *(f"{counter}_per_flip" for counter in reshapes.PER_FLIP),
        *("queens_up", "wild_count", "follower", "category_change", "equity", "stud_equity", "winning_category"),
        *("winners_not_stud", "winners_not_last_flip", "winners_not_last_flip_if_any", "stud_winning_category"),
    }


# --- what it is asked, and how it answers

FINISHED = ["AsKd/Qh7c4s2d/9h", "JsJd/8h8c8d6c/2c"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seats": Table.parse(["xx/x"] * 2)}, "give a table as table="),
        ({"seats": 1}, "seats"),
        ({"seats": 9}, "seats"),
        ({"seats": (2, 9)}, "seats"),
        ({"seats": ()}, "seats"),
        ({"seats": 2.5}, "seats"),
        ({"seats": (3, "four")}, "seats"),
        ({"deals": 0}, "deals"),
        ({"deals": -5}, "deals"),
        ({"deals": 1.5}, "deals"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"workers": 0}, "workers"),
        ({"rules": Rules(game="stud")}, "stud"),
        ({"table": Table.parse(["xx/x"] * 2, rules=Rules(game="stud"))}, "stud"),
        ({"table": Table.parse(["xx/x"] * 2), "seats": 3}, "seats"),
        ({"table": Table.parse(["xx/x"] * 2), "rules": Rules(trigger="K")}, "rules"),
        ({"table": Table.parse(FINISHED)}, "left to deal"),
    ],
)
def test_what_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        queens_study(**{"deals": 100, **options})
    assert len(str(caught.value).splitlines()) == 1


def test_types_of_the_frame() -> None:
    frame = queens_study((2, 4), deals=10, seed=3).to_frame()
    assert list(frame.columns) == COLUMNS
    kinds = {name: frame[name].dtype.kind for name in COLUMNS if name not in ("street", "measure", "outcome")}
    assert kinds == {"seats": "i", "value": "f", "standard_error": "f", "closed_form": "f", "deals": "i"}
    for name in "street", "measure", "outcome":
        assert all(isinstance(text, str) for text in frame[name])
    assert not frame.duplicated(["seats", "street", "measure", "outcome"]).any()
    assert {row.outcome for row in rows_of(frame, "winning_category")} == set(oracle.CATEGORIES)
    shares = frame[frame["measure"].isin(["queens_up", "wild_count", "follower", "flips_chance", "winners_not_stud"])]
    assert shares["value"].between(0, 1).all()


def test_dictionary_and_json() -> None:
    """NaN is null, as JSON wants it; the rows are those of the frame."""
    study = queens_study((2, 3), rules=Rules(last_queen="keep"), deals=50, seed=3)
    answer = study.to_dict()
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    assert answer["schema"] == 1
    assert (answer["game"], answer["rules"]) == ("ftq", Rules(last_queen="keep").to_dict())
    assert (answer["table"], answer["seed"], answer["deals"], answer["partial"]) == (None, 3, 50, False)
    assert [(one["seats"], one["deals"], one["void_deals"]) for one in answer["studies"]] == [(2, 50, 0), (3, 50, 0)]
    assert answer["elapsed_seconds"] >= 0
    frame = study.to_frame()
    assert len(answer["rows"]) == len(frame)
    for row, (_, line) in zip(answer["rows"], frame.iterrows(), strict=True):
        assert list(row) == COLUMNS
        for name in COLUMNS:
            assert row[name] == line[name] or (row[name] is None and isnan(line[name]))


def test_dictionary_of_a_table() -> None:
    table = Table.parse(["AsKd/Qh7c", "f:/Tc2d"], dead="5s")
    answer = queens_study(table=table, deals=50, seed=3).to_dict()
    assert answer["table"]["seats"] == ["AsKd/Qh7c", "f:xx/Tc2d"]
    assert answer["table"]["dead"] == ["5s"]
    assert answer["table"]["common"] is None
    assert [one["seats"] for one in answer["studies"]] == [1]
