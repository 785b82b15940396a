"""Exact counts against themselves, beyond the reach of the dealer: the laws of probability, integer by integer.

Cards of any kind, summed over what they can be, make the count of the table on which they are unknown; suits do not
matter; filters of disjoint sets add up.
"""

import random
from math import factorial, perm

import pytest

from simulator import equity
from simulator.failures import NoValidDeal
from tests.figures import lines
from tests.lessons import Lesson, lessons, unseen
from tests.oracle import RANKS, SUITS, House
from tests.small_tables import Question, random_house, random_question
from tests.tallies import count, pots, tally

HEADS_UP = ["8c8d/Kh4h3d", "5hAs/Jc5cQs"]
PAIR_UP = ["8c8d/Kh4h3dTs", "5hx/Jc5cAd6d"]
THREE = ["f:xx/Qc", "8c8d/Kh4h3dTs", "xx/Jc5cAd6d", "5hx/5s6h9s9d"]
EIGHT = [
    "xx/5s5h6d7c",
    *next(row for row in lines("exact_equities.jsonl") if row["note"].startswith("eight seats, common"))["seats"][1:],
]

# A table and what is learned there.
LAWS: dict[str, tuple[Question, Lesson]] = {
    "next up card": (Question(HEADS_UP), Lesson(0, "8c8d/Kh4h3d{}", 1)),
    "next up card, mid-street": (Question(["8c8d/Kh4h3d9s", "5hAs/Jc5cQs"]), Lesson(1, "5hAs/Jc5cQs{}", 1)),
    "next up card, stud": (Question(HEADS_UP, house={"game": "stud"}), Lesson(0, "8c8d/Kh4h3d{}", 1)),
    "next up card, redeal": (
        Question(["8c8d/Kh4h3d", "5hAs/Jc5c7s"], house={"no_trigger": "redeal"}),
        Lesson(0, "8c8d/Kh4h3d{}", 1),
    ),
    "next up card, accumulate": (
        Question(HEADS_UP, house={"followers": "accumulate"}),
        Lesson(0, "8c8d/Kh4h3d{}", 1),
    ),
    "seventh card down": (Question(["8c8d/Kh4h3d9s", "5hAs/Jc5cQs2d"]), Lesson(0, "8c8d/Kh4h3d9s/{}", 1)),
    "seventh card up": (
        Question(["8c8d/Kh4h3d9s", "5hAs/Jc5c2dQs"], house={"seventh": "up"}),
        Lesson(0, "8c8d/Kh4h3d9s/{}", 1),
    ),
    "seventh card of three open down cards": (Question(THREE), Lesson(2, "xx/Jc5cAd6d/{}", 3)),
    "down card, three open": (Question(THREE), Lesson(2, "{}x/Jc5cAd6d", 3)),
    "down card, two open": (Question(THREE), Lesson(3, "5h{}/5s6h9s9d", 2)),
    "down card, one open": (Question(["8cx/Kh4h3d9s/2h", "xx/Jc5c2dQs"]), Lesson(0, "8c{}/Kh4h3d9s/2h", 1)),
    "down card, seventh up": (Question(THREE, house={"seventh": "up"}), Lesson(2, "{}x/Jc5cAd6d", 2)),
    "unknown up card": (Question(["8c8d/Kh4hx9s", "5hAs/Jc5c2dQs"]), Lesson(0, "8c8d/Kh4h{}9s", 1)),
    "unknown up card of a folded seat": (Question(["f:xx/xQc", *THREE[1:3]]), Lesson(0, "f:xx/{}Qc", 1)),
    # 40 cards are unseen and three of them dealt: the folded card is any of the other 37.
    "down card of a folded seat": (Question(["f:xx/Qc", *PAIR_UP]), Lesson(0, "f:{}x/Qc", 52 - 12 - 3)),
    "dead card": (Question(PAIR_UP, "Qs"), Lesson("dead", "Qs{}", 52 - 12 - 3)),
    "common card": (Question(EIGHT, common="x"), Lesson("common", "{}", 1)),
    "common card, ignored": (
        Question(EIGHT, common="x", house={"common_card": "ignored"}),
        Lesson("common", "{}", 1),
    ),
    "down card with a common card": (Question(EIGHT), Lesson(0, "{}x/5s5h6d7c", 2)),
}


def check(question: Question, lesson: Lesson) -> int:
    """Law of total probability; returns the number of deals."""
    before = tally(equity(question.table(), method="exact"))
    total, all_counted = [0] * len(before), True
    for card in unseen(question):
        after = lesson.learned(question, card)
        try:
            row = tally(equity(after.table(), method="exact"))
        except (ValueError, NoValidDeal) as error:
            # No pair of down cards, or no trigger, is left: nothing to add but void deals, which are not told.
            if not (after.filters or "void" in str(error)):
                raise
            all_counted = False
            continue
        total = [one + other for one, other in zip(total, row, strict=True)]
    wanted = [lesson.times * number for number in before]
    if not all_counted:
        total[1] = wanted[1] = 0
    assert total == wanted, (question, lesson)
    return before[0]


@pytest.mark.jit
@pytest.mark.parametrize("name", LAWS)
def test_a_card_summed_over_all_it_can_be(name: str) -> None:
    question, lesson = LAWS[name]
    assert lesson in lessons(question)
    check(question, lesson)


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(30))
def test_random_tables_and_lessons(seed: int) -> None:
    """Tables of up to ten million completions."""
    rng = random.Random(seed)
    deals = 0
    while not deals:
        question = random_question(rng, 10_000_000, random_house(rng))
        # Which cards are wild in a filter depends on the up cards.
        offered = [] if any("wild" in written for written in question.texts()) else lessons(question)
        if offered and _is_possible(question):
            deals = check(question, rng.choice(offered))


def _is_possible(question: Question) -> bool:
    try:
        question.table()
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    ("question", "deals"),
    [
        # Few cards left, so that some ranks cannot be followers in any deal.
        (
            Question(
                ["Tc7h/5h3c", "4c2c/4s9h", "8h9d/6s6c"],
                "As4h6dJs5d8s6hKcKsTh9s8cJdQcKhQs2s5c4dJhQh3sTs7sJcAh3hAdAc8d7c",
            ),
            factorial(9),
        ),
        (
            Question(
                ["4cQd/Ad2d6s", "4s7h/TsJhJs", "6hAh/6d2s"],
                "6c9hKc9sAsQh5c2h5h3s4h8c2cJd5s5dJcKdTc3hKhTh7s8s8h4d8dKs3cTdQc",
                house={"queens_wild": "never"},
            ),
            factorial(7),
        ),
        # One Queen left, three cards to come face up.
        (Question(["6s7s/Jdx4hx", "TsQc/AsAc9s9c", "TdQh/4dKdAh8h", "f:QsKc/x"]), perm(34, 6)),
    ],
)
@pytest.mark.jit
def test_one_pot_where_some_boards_cannot_come(question: Question, deals: int) -> None:
    result = equity(question.table(), method="exact")
    assert pots(result) == result.deals == deals


@pytest.mark.jit
@pytest.mark.parametrize("order", ["dchs", "shdc", "hcsd"])
@pytest.mark.parametrize("house", [{}, {"game": "stud"}, {"double_ace_flush": "on"}, {"last_queen": "keep"}], ids=str)
def test_suits_do_not_matter(order: str, house: House) -> None:
    swap = str.maketrans(SUITS, order)
    for seats, dead in (HEADS_UP, "9c9d"), (PAIR_UP, ""), (["f:Qdx/KhQhxJs", "AhKd/QcTh9h8c", "xx/2h3h4h5d"], "2c7d"):
        swapped = [seat.translate(swap) for seat in seats]
        assert tally(count(seats, dead, house=house)) == tally(count(swapped, dead.translate(swap), house=house))


@pytest.mark.jit
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


@pytest.mark.jit
@pytest.mark.parametrize(("last", "times"), [("", 3), ("/7c", 1)])
@pytest.mark.parametrize("filters", ["xx,pair", ",".join(f"{rank}x" for rank in RANKS), "pair,xx-pair", "2+2+"])
def test_a_filter_that_all_pairs_satisfy(filters: str, last: str, times: int) -> None:
    """As unknown down cards, but the seventh card stands by itself: three ways to draw it out of a set of three."""
    unknown, described = (count([f"{hole}/Kh4h3dQs{last}", "5hAs/Jc5c2d6d"]) for hole in ("xx", filters))
    assert tally(described) == [times * number for number in tally(unknown)]
    assert [seat.equity for seat in described.seats] == [seat.equity for seat in unknown.seats]
