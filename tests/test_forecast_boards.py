"""The forecast against nested enumeration in plain Python, on tables of which few deals are left, and by hand."""

import json
import random
from functools import cache
from math import inf, perm, sqrt
from typing import Any

import pytest

from simulator import Forecast, Rules, Table, forecast
from simulator.outlook_results import StreetForecast
from tests import card_by_card, dealer
from tests.card_by_card import StreetAhead
from tests.figures import JIT, SIGMAS, assert_within, share_error
from tests.oracle import House, ids
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS, Question, random_house, random_question

BOARDS, DEALS = (4_096, 512) if JIT else (64, 8)
MOST = 2_000  # deals of a table, card by card
SINGLE = [(name, values[0]) for name, values in (WILD_OPTIONS | DEAL_OPTIONS).items()]
EVENTS = ("queen", "follower_change", "lead_change", "leader_wins")
SPARE = 8  # boards by which a small count may miss besides


def deals_left(question: Question) -> int:
    """In how many ways the open positions can be filled one by one."""
    seats, dead = [dealer.parse_seat(text) for text in question.seats], ids(question.dead)
    slots = dealer.deal_order(seats, dead, question.house, question.known_common)
    unseen = dealer.unseen_cards(seats, dead, question.known_common)
    return perm(len(unseen), sum(slot.card is None for slot in slots))


@cache
def possible(seed: int, name: str = "", value: str = "") -> Question:
    """A table with a street to come and some valid deal, the one option set or any; void deals if they can be."""
    rng = random.Random(f"{seed} {name} {value}")
    while True:
        question = random_question(rng, 300, {name: value} if name else random_house(rng), filtered=False)
        seats = [dealer.parse_seat(text) for text in question.seats]
        ahead = card_by_card.coming_streets(seats, common=question.common is not None)
        few = ahead and 1 < deals_left(question) <= MOST and question.outcome.deals > 1
        if few and (name != "no_trigger" or question.outcome.void_deals):
            return question


def check(question: Question) -> None:
    found = forecast(question.table(), boards=BOARDS, deals_per_board=DEALS, seed=1, workers=1)
    wanted = card_by_card.enumerate_streets(question)
    assert [street.street for street in found.streets] == list(wanted)
    for street in found.streets:
        assert street.boards + street.void_boards == BOARDS
        check_street(street, wanted[street.street], question)


def check_street(street: StreetForecast, wanted: StreetAhead, question: Question) -> None:
    for name in EVENTS:
        near(street, getattr(street, name), getattr(wanted, name), getattr(street, f"{name}_error"), (name, question))
    assert [at for at, seat in enumerate(street.seats) if seat is not None] == list(wanted.lead)
    for at, seat in enumerate(street.seats):
        if seat is None:
            continue
        near(street, seat.lead, wanted.lead[at], seat.lead_error, (f"lead of {seat.seat}", question))
        mean, spread = float(wanted.mean(at)), wanted.spread(at)
        assert abs(seat.mean - mean) <= SIGMAS * seat.mean_error + 2 / street.boards, (seat, mean, question)
        # An error of a variance is that of its root times twice the root; where the spread is 0 noise is left over.
        noise = (
            SIGMAS * (2 * seat.spread * seat.spread_error + 0.25 / DEALS * sqrt(2 / street.boards)) + 2 / street.boards
        )
        assert abs(seat.spread**2 - spread**2) <= noise, (seat, spread, question)
        for share, point in (0.1, seat.low), (0.5, seat.median), (0.9, seat.high):
            check_point(street, wanted, at, share, point)


def near(street: StreetForecast, got: float, want: Any, error: float, what: object) -> None:
    """What always or never happens has to be so; the error is that of a share."""
    if want in (0, 1):
        assert got == pytest.approx(float(want), abs=1e-12), what
        assert error == pytest.approx(0, abs=1e-12), what
    else:
        assert abs(got - want) <= SIGMAS * share_error(float(want), street.boards) + SPARE / street.boards, (
            got,
            want,
            what,
        )
        assert error == pytest.approx(share_error(got, street.boards), rel=0.02), what


def check_point(street: StreetForecast, wanted: StreetAhead, at: int, share: float, point: float) -> None:
    """No more than that share of the boards are below the point, and no fewer are below or on it.

    Estimates from so many deals are blurred by at most five of their standard errors, shares of boards likewise.
    """
    blur, allowed = SIGMAS * 0.5 / sqrt(DEALS) + 1e-9, SIGMAS * share_error(share, street.boards)
    assert wanted.below(at, point - blur) <= share + allowed
    assert wanted.below(at, point + blur) >= share - allowed


@pytest.mark.parametrize("seed", range(25 if JIT else 3))
def test_small_tables_of_every_kind(seed: int) -> None:
    check(possible(seed))


@pytest.mark.jit
@pytest.mark.parametrize(("name", "value"), SINGLE)
@pytest.mark.parametrize("seed", range(3))
def test_one_house_rule(name: str, value: str, seed: int) -> None:
    check(possible(seed, name, value))


@pytest.mark.jit
def test_small_tables_have_changes_of_every_kind() -> None:
    """What the tests above would pass over if it never came up."""
    asked = [possible(seed) for seed in range(25)]
    asked += [possible(seed, name, value) for seed in range(3) for name, value in SINGLE]
    ahead = [street for question in asked for street in card_by_card.enumerate_streets(question).values()]
    for name in EVENTS:
        assert sum(0 < getattr(street, name) < 1 for street in ahead) >= 6
    assert sum(0 < lead < 1 for street in ahead for lead in street.lead.values()) >= 20
    assert sum(street.spread(at) > 0.05 for street in ahead for at in street.equities) >= 20
    assert any(question.outcome.void_deals for question in asked)


# --- tables of everyday size, against deals from shuffled stubs

TABLES: list[tuple[list[str], str, dict[str, str]]] = [
    (["AsKd/Qh7c", "xx/Tc2d"], "5s", {}),
    (["xx/", "QsQh/", "xx/"], "", {}),
    (["AsKd/Qh7c4s", "f:xx/QcKs", "xx/5h5d9c", "xx/2s3s"], "", {"last_queen": "keep"}),
    (["xx/x"] * 8, "", {}),
    (
        ["8c8d/Kh", "5hAs/Jc", "xx/Kd"],
        "",
        {"trigger": "K", "seventh": "up", "no_trigger": "redeal", "last_queen": "none"},
    ),
]


@pytest.mark.jit
@pytest.mark.parametrize(("seats", "dead", "house"), TABLES, ids=lambda part: str(part))
def test_chances_of_streets_against_random_deals(seats: list[str], dead: str, house: House) -> None:
    question, deals = Question(seats, dead, house=house), 900 // len(seats)
    found = forecast(question.table(), boards=20_480, deals_per_board=2, seed=4)
    parsed = [dealer.parse_seat(seat) for seat in seats]
    wanted = card_by_card.read_streets(question, dealer.random_deals(parsed, deals, 5, ids(dead), house))
    assert [street.street for street in found.streets] == list(wanted)
    for street in found.streets:
        other = wanted[street.street]
        pairs = [(name, getattr(street, name), getattr(other, name)) for name in EVENTS]
        pairs += [(f"lead {at}", seat.lead, other.lead[at]) for at, seat in enumerate(street.seats) if seat is not None]
        for name, got, want in pairs:
            error = share_error(got, deals // 2)  # some deals are void
            assert_within(got, float(want), error + 1 / deals, (street.street, name))


# --- by hand


def test_a_table_by_hand() -> None:
    """Seat 1 has A A Q 7 3 9, seat 2 K K 5 6 2; three aces lead three kings (the five and the Queen are wild).

    Qd on sixth street ends the five. Seat 1 wins: with the nine (aces full) against kings full of deuces, with the
    deuce (three aces) against three kings. 9c: seat 1 leads; Qd then makes four aces or four kings, for whoever gets
    it: it wins. 2h: K K 2 2 and the five are a full house, and the lead changes; Qd makes four aces or four kings as
    before. So the equity of seat 1 is 1, 1/2 or 1/2, each with a chance of a third: 2/3 now.
    """
    found = forecast(card_by_card.three_cards_left(), boards=BOARDS, deals_per_board=DEALS, seed=2)
    sixth, seventh = found.streets
    error = SIGMAS * share_error(1 / 3, BOARDS)
    assert found.now["equity"] == [pytest.approx(2 / 3), pytest.approx(1 / 3)]
    assert sixth.queen == pytest.approx(1 / 3, abs=error)
    assert sixth.follower_change == sixth.queen  # it ends the five
    assert sixth.lead_change == pytest.approx(1 / 3, abs=error)
    assert (seventh.queen, seventh.follower_change) == (0, 0)  # a card dealt down is none (W7)
    first, second = sixth.seats
    assert first is not None
    assert second is not None
    assert first.lead == pytest.approx(2 / 3, abs=error)
    assert first.lead + second.lead == pytest.approx(1)
    assert first.mean == pytest.approx(2 / 3, abs=SIGMAS * first.mean_error)
    assert first.spread == pytest.approx(sqrt(2 / 36), abs=SIGMAS * first.spread_error)
    assert first.high == 1
    assert first.median == pytest.approx(0.5, abs=SIGMAS * 0.5 / sqrt(DEALS))
    assert sixth.leader_wins == pytest.approx(2 / 3, abs=error)
    # Seventh street: all is seen, so a board is a showdown; the leader of sixth street loses one in three.
    assert seventh.leader_wins == 1
    assert seventh.lead_change == pytest.approx(1 / 3, abs=error)
    last = seventh.seats[1]
    assert last is not None
    assert last.lead == last.mean == pytest.approx(1 / 3, abs=error)
    assert last.spread == pytest.approx(sqrt(2 / 9), abs=SIGMAS * last.spread_error)
    assert (last.low, last.median, last.high) == (0, 0, 1)


# --- what it is asked, and how it answers

FINISHED = ["AsKd/Qh7c4s2d/9h", "JsJd/8h8c8d6c/2c"]
ASKED = ["AsKd/Qh7c", "xx/Tc2d"]


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (FINISHED, {}, r"\w"),
        (["AA/Qh7c", "xx/Tc2d"], {}, "seat 1"),
        (["xx/Qh7c", "pair/Tc2d"], {}, "seat 2"),
        (ASKED, {"boards": 0}, "boards"),
        (ASKED, {"boards": 2.5}, "boards"),
        (ASKED, {"deals_per_board": 0}, "deals_per_board"),
        (ASKED, {"deals_per_board": "many"}, "deals_per_board"),
        (ASKED, {"precision": 0}, "precision"),
        (ASKED, {"precision": inf}, "precision"),
        (ASKED, {"seed": -1}, "seed"),
        (ASKED, {"workers": 0}, "workers"),
        (ASKED, {"time_limit": 0}, "time_limit"),
    ],
)
def test_what_is_refused(seats: list[str], options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        forecast(Table.parse(seats), **options)
    assert len(str(caught.value).splitlines()) == 1


@cache
def answer() -> Forecast:
    return forecast(Table.parse(["AsKd/Qh7c", "f:xx/9d", "xx/Tc"], dead="5s"), boards=10, deals_per_board=4, seed=3)


def test_dictionary_and_json() -> None:
    told = answer().to_dict()
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert set(told) >= {"version", "rules", "common", "up_cards", "elapsed_seconds"}
    assert (told["schema"], told["game"], told["seed"], told["partial"]) == (1, "ftq", 3, False)
    assert told["deals_per_board"] == 4
    assert (told["street"], told["seats"], told["dead"]) == ("fourth", ["AsKd/Qh7c", "f:xx/9d", "xx/Tc"], ["5s"])
    assert [street["street"] for street in told["streets"]] == ["fourth", "fifth", "sixth", "seventh"]
    assert [share is None for share in told["now"]["equity"]] == [False, True, False]
    for street in told["streets"]:
        assert {"boards", "queen", "queen_error", "follower_change_error", "leader_wins", "lead_change"} <= set(street)
        assert [seat is None for seat in street["seats"]] == [False, True, False]
        names = ["mean", "spread", "low", "median", "high", "lead"]
        assert set(street["seats"][0]) == {"seat", *names, *(f"{name}_error" for name in names)}
    frame = answer().to_frame()
    assert list(frame.columns) == ["street", "seat", "measure", "value", "standard_error"]
    assert not frame.duplicated(["street", "seat", "measure"]).any()
    assert set(frame["seat"]) == {0, 1, 3}
    for row in frame[(frame["seat"] == 3) & (frame["street"] == "fifth")].itertuples():
        assert row.value == told["streets"][1]["seats"][2][row.measure]


@pytest.mark.jit
def test_stud_forecast_has_no_follower() -> None:
    found = forecast(Table.parse(ASKED, rules=Rules(game="stud")), boards=20, deals_per_board=4, seed=3)
    assert [street.follower_change for street in found.streets] == [0, 0, 0]
