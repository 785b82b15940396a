"""The forecast against a plain enumeration of boards, and its deals against the rules, one by one."""

import random
from fractions import Fraction
from math import sqrt

import pytest

from evaluator.cards import card_text
from simulator import Rules, Table, equity, forecast
from simulator.outlook_boards import EVENTS, _deal, _play
from simulator.outlook_plan import outlook
from tests.boards import Question
from tests.dealer import CENTRE, common_card_due
from tests.oracle import ids, text
from tests.random_tables import random_table
from tests.small_tables import DEAL_OPTIONS, WILD_OPTIONS

SHORT = "4d4s5c5d5h6c6s7d7s8c8dJcJhKcAcAd"  # dead cards, which keep the deals few

SMALL = {
    "one card to come on sixth": Question(("AsKd/Qh7c2s3s", "9c9d/Tc2dTh"), SHORT),
    "folded, redealt, kept": Question(
        ("AsKd/8h7c2s3s", "f:xx/3c4h", "9c9d/Tc2dTh"), SHORT, None, {"no_trigger": "redeal", "last_queen": "keep"}
    ),
    "a down card unknown": Question(("Asx/Qh7h2s3s", "9c9d/Tc2dThJs"), SHORT),
    "seventh up, accumulating": Question(
        ("AsKd/Qh7h2s3s", "9c9d/Tc2dThJs", "3d3c/4h5sQs8s"),
        "4c4d4s5c5d5h6c6s7d7s8c8dJcJh",
        None,
        {"seventh": "up", "followers": "accumulate", "trigger": "K"},
    ),
    "an up card not known": Question(("AsKd/Qhx2s3s", "9c9d/Tc2dThJs"), SHORT),
}


@pytest.mark.jit
@pytest.mark.parametrize("name", SMALL)
def test_every_figure_is_that_of_every_deal(name: str) -> None:
    question = SMALL[name]
    table = Table.parse(question.texts, dead=question.dead, rules=Rules(**question.house))
    exact = question.outcome
    found = forecast(table, boards=20_480, deals_per_board=64, seed=1)
    fine = forecast(table, boards=4096, deals_per_board=2048, seed=2)
    labels = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh"}
    assert [street.street for street in found.streets] == [labels[number] for number in exact]
    for wanted, street, sharp in zip(exact.values(), found.streets, fine.streets, strict=True):
        for event in EVENTS:
            check(getattr(street, event), wanted.events[event] / wanted.deals, street.boards)
        for at in question.live:
            seat = street.seats[at]
            assert seat is not None
            equities = wanted.equities(at)
            mean = float(sum(share * chance for share, chance in equities))
            variance = float(sum(chance * (float(share) - mean) ** 2 for share, chance in equities))
            assert abs(seat.mean - mean) <= 5 * seat.mean_error + 1e-12
            assert abs(seat.spread - sqrt(variance)) <= 5 * seat.spread_error + 1e-6
            check(seat.lead, wanted.leads[at] / wanted.deals, street.boards)
            blur = 5 * 0.5 / sqrt(2048)
            best = sharp.seats[at]
            assert best is not None
            for point, p in (("low", 0.1), ("median", 0.5), ("high", 0.9)):
                reach = 5 * sqrt(p * (1 - p) / sharp.boards)
                assert quantile(equities, p - reach) - blur < getattr(best, point)
                assert quantile(equities, p + reach) + blur > getattr(best, point)


def check(share: float, chance: float, boards: int) -> None:
    assert abs(share - chance) <= 5 * sqrt(chance * (1 - chance) / boards) + 1e-12


def quantile(equities: list[tuple[Fraction, Fraction]], p: float) -> float:
    total = 0.0
    for share, chance in equities:
        total += float(chance)
        if total >= p:
            return float(share)
    return float(equities[-1][0])


@pytest.mark.jit
def test_boards_of_the_judge_have_the_equities_of_their_tables() -> None:
    """One card is to come on sixth street: each makes a table of which every deal is counted."""
    question = SMALL["one card to come on sixth"]
    sixth = question.outcome[6]
    for board in sixth.boards:
        card = next(card for card, place in zip(board, question.places, strict=True) if not place.placed)
        assert card is not None
        result = equity(
            Table.parse([question.texts[0], question.texts[1] + card_text(card)], dead=SHORT), method="exact"
        )
        for at in range(2):
            wanted = sixth.shares[board][at] / (840 * sixth.boards[board])
            assert result.seats[at].equity == pytest.approx(wanted, abs=1e-12)


def random_question(rng: random.Random) -> tuple[Question, Table]:
    house = {name: rng.choice(values) for name, values in DEAL_OPTIONS.items() if rng.random() < 0.3}
    if rng.random() < 0.1:
        house["game"] = "stud"
    else:
        house |= {name: rng.choice(values) for name, values in WILD_OPTIONS.items() if rng.random() < 0.3}
    while True:
        table = random_table(rng, Rules(**house))
        common = None if not table.common else "x" if table.common[0] is None else card_text(table.common[0])
        question = Question(tuple(seat.text for seat in table.seats), text(table.dead), common, house)
        if any(not place.placed for place in question.places):
            return question, table


def rows_of(question: Question) -> list[int]:
    """Row of each card position: seven for each live seat, then the cards face up of folded ones."""
    seats = question.seats
    own_seventh = question.house.get("seventh") == "up" and not common_card_due(seats, ids(question.dead))
    first = {at: 7 * k for k, at in enumerate(question.live)}
    rows = 7 * len(question.live)
    for at, seat in enumerate(seats):
        if seat.folded:
            first[at] = rows
            rows += len(seat.up) + (own_seventh and seat.reached_seventh)
    taken = dict.fromkeys([*first, CENTRE], 0)
    first[CENTRE] = 6
    found = []
    for place in question.places:
        at = place.slot.seat
        found.append(first[at] + taken[at])
        taken[at] += 1
    return found


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.jit) for seed in range(5, 30))])
def test_random_deals_are_read_as_the_rules_say(seed: int) -> None:
    question, table = random_question(random.Random(seed))
    ahead = outlook(table)
    deals = 15
    made = _deal(ahead, seed, 10, 10 + deals)
    rows = rows_of(question)
    valid = dict(zip(made.at.tolist(), range(made.at.size), strict=True))
    assert set(valid) <= set(range(10, 10 + deals))
    assert len(valid) == deals or question.house.get("no_trigger") == "redeal"
    live = question.live
    assert [street.street for street in ahead.streets] == question.streets
    for nth in range(made.at.size):
        cards = made.cards[rows, nth].tolist()
        views = question.views(cards)
        assert views is not None
        for index, view in enumerate(views.values()):
            assert frozenset(at for at, leads in zip(live, made.leaders[index + 1][:, nth], strict=True) if leads) == (
                view.leaders
            )
            assert (made.followers[index + 1][nth] != made.followers[index][nth]) == view.follower_change
            assert (made.leaders[index + 1][:, nth] != made.leaders[index][:, nth]).any() == view.lead_change
    for street, number in zip(ahead.streets, question.streets, strict=True):
        hidden = {row for row, seen in zip(rows, question.seen[number], strict=True) if not seen}
        assert set(street.layout.unknown_rows.tolist()) == hidden
        assert set(street.rows.tolist()) | hidden == set(ahead.layout.unknown_rows.tolist())


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(30))
def test_equities_on_random_boards_are_those_of_their_tables(seed: int) -> None:
    """On each of some boards of each street the estimate is the equity of the table with these cards, but for noise."""
    rng = random.Random(1000 + seed)
    question, table = random_question(rng)
    ahead = outlook(table)
    made = _deal(ahead, seed, 0, 3)
    if not made.at.size:
        return
    rows = rows_of(question)
    for street, number in zip(ahead.streets, question.streets, strict=True):
        if street.exact:
            continue
        x, v = _play(ahead, street, made, seed, 256)
        seen = question.seen[number]
        for nth in range(made.at.size):
            cards = made.cards[rows, nth].tolist()
            board = board_table(question, number, cards, seen)
            wanted = equity(board, "montecarlo", deals=4096, seed=seed)
            for k, at in enumerate(question.live):
                now = wanted.seats[at]
                assert now.equity is not None
                assert now.standard_error is not None
                error = sqrt(now.standard_error**2 + v[k, nth])
                assert abs(x[k, nth] - now.equity) < 6 * max(error, 1 / 256)


def board_table(question: Question, street: int, cards: list[int], seen: list[bool]) -> Table:
    """The table of a board: with the cards that are seen, and what is unseen unknown."""
    down: dict[int, str] = {}
    up: dict[int, str] = {}
    last: dict[int, str] = {}
    common = question.common
    for place, card, known in zip(question.places, cards, seen, strict=True):
        at, name = place.slot.seat, text([card]) if known else "x"
        if at == CENTRE:
            if street == 7:
                common = name
        elif place.slot.hole:
            down[at] = down.get(at, "") + name
        elif place.street < 7 and (place.placed or place.street <= street):
            up[at] = up.get(at, "") + name
        elif place.street == 7 and (place.placed or street == 7):
            last[at] = "/" + name
    texts = []
    for at, seat in enumerate(question.seats):
        if seat.folded:
            own = question.texts[at].split("/")
            ends = last.get(at, "/" + own[2] if len(own) > 2 else "")
            texts.append(f"{own[0]}/{up.get(at, '')}{ends}")
        else:
            texts.append(f"{down[at]}/{up.get(at, '')}{last.get(at, '')}")
    return Table.parse(texts, dead=question.dead, common=common, rules=Rules(**question.house))
