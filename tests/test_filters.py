"""Filters of down cards: their notation, the pairs they allow, and what is refused."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.filters import parse_filter
from simulator.rules import Rules
from simulator.streets import street_tables
from simulator.table import Table
from tests import oracle
from tests.refusals import refusal


def pairs_of(text: str, *others: str, dead: str = "", **options: str) -> list[str]:
    """Pairs that a filter allows in seat 1, the higher card first; the other seats are live and unknown."""
    seats = [text if "/" in text else text + "/", *(others or ["xx/"])]
    pairs = Table.parse(seats, dead=dead, rules=Rules(**options)).hole_pairs[1]
    assert list(pairs) == sorted(set(pairs))
    assert all(0 <= low < high < 52 for low, high in pairs)
    return [oracle.text([high, low]) for low, high in pairs]


# Worked out by hand: 13 ranks of 4 cards, 4 suits of 13, C(52, 2) = 1326 pairs.
COUNTS = [
    ("AA", 6),
    ("AK", 16),
    ("Ax", 4 * 48 + 6),
    ("pair", 13 * 6),
    ("suited", 4 * 78),
    ("xx,pair", 1326),
    ("2+x", 1326),
    ("xx-pair", 1326 - 78),
    ("pair-QQ", 72),
    ("pair-QQ-AA", 66),
    ("pair,suited", 78 + 312),
    ("pair-suited", 78),
    ("AA,AA", 6),
    ("AA,Ax", 198),
    ("Q+Q+", 66),
    ("Q+x", 12 * 40 + 66),
    ("A+x", 198),
    ("Q+A", 4 * 8 + 6),
    ("[QKA]x", 12 * 40 + 66),
    ("[QK][QK]", 28),
    ("[QK]A", 32),
    ("[AK][KQ]", 16 + 16 + 16 + 6),
    ("[A][K]", 16),
    ("AsK", 4),
    ("AsA", 3),
    ("As[QK]", 8),
    ("As[AQ]", 3 + 4),
    ("AsQ+", 3 + 8),
    ("AsKd,AhKh", 2),
    ("Asx,Ahx", 51 + 50),
    ("AsAs,KK", 6),
    ("Ax-suited", 198 - 4 * 12),
    ("AK-suited,AA-AsAh", 12 + 5),
    ("wild", 4 * 48 + 6),
    ("xx-wild", 48 * 47 // 2),
    ("pair,wild", 198 + 72),
]


@pytest.mark.parametrize(("text", "count"), COUNTS)
def test_number_of_pairs_on_an_empty_table(text: str, count: int) -> None:
    assert len(pairs_of(text)) == count


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("AA", "AdAc AhAc AhAd AsAc AsAd AsAh"),
        ("AsK", "AsKc AsKd AsKh AsKs"),
        ("2c[23]", "2d2c 2h2c 2s2c 3c2c 3d2c 3h2c 3s2c"),
        ("22-2sx,AsKs", "2d2c 2h2c 2h2d AsKs"),
        ("K+K+-Ksx-Asx-suited-AhK", "KdKc KhKc KhKd AcKd AcKh AdKc AdKh AdAc AhAc AhAd"),
    ],
)
def test_pairs_by_name(text: str, pairs: str) -> None:
    assert sorted(pairs_of(text)) == sorted(pairs.split())


def test_known_cards_are_in_no_pair() -> None:
    """Up, down, folded, seventh and dead cards, wherever they lie."""
    assert len(pairs_of("AA", "AsKd/")) == 3
    assert pairs_of("AA/x", "f:AsKd/x", "xx/x", dead="Ah") == ["AdAc"]
    assert len(pairs_of("pair/7c", "xx/Tc")) == 78 - 3 - 3
    assert len(pairs_of("Ax/Qh7c4s2d", "xx/Tc2cTh6d/9h", dead="As")) == 3 * (52 - 4 - 4 - 5 - 1 + 1) + 3
    assert len(pairs_of("AsK/Kd", "xx/Ac")) == 3


def test_wild_means_the_ranks_wild_at_the_table() -> None:
    """Queens and the follower (W1, W2); with the fives wild 8 cards less Qh and 5d, of 49 unseen ones."""
    assert len(pairs_of("wild/Qh", "xx/5d")) == 6 * 44 + 15
    assert len(pairs_of("wild/5d", "xx/Qh")) == 3 * 47 + 3
    assert pairs_of("AsA,wild-Qx/Qh", "xx/5d")[-1] == "AsAh"


def test_two_plain_cards_are_no_filter() -> None:
    for text in ("AsKd", "Asx", "xAs", "xx", "", "x??"):
        table = Table.parse([f"{text}/", "xx/"])
        assert table.hole_pairs == {}
        assert table.seats[0].filter is None


def test_a_filter_leaves_both_down_cards_unknown() -> None:
    table = Table.parse(["AsK/Qh", "pair/7c", "xx/2d"])
    assert table.seats[0].down == (None, None)
    assert list(table.hole_pairs) == [1, 2]
    assert oracle.ids("As")[0] not in table.known_cards


def test_every_filter_in_the_documentation_has_the_pairs_it_says() -> None:
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    rows = page.split("| filter | the two down cards | pairs |")[1].split("\n\n")[0].splitlines()[2:]
    assert len(rows) >= 15
    for row in rows:
        text, _, count = (cell.strip() for cell in row.strip("|").split("|"))
        assert len(pairs_of(text.strip("`"))) == int(count), text


# --- normal form


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("aa", "AA"),
        ("KA", "AK"),
        ("xA", "Ax"),
        ("KAs", "AsK"),
        ("AKs", "KsA"),
        ("1010", "TT"),
        ("10x", "Tx"),
        ("x10+", "T+x"),
        ("K♠️ K", "KsK"),
        ("[a]*", "Ax"),
        ("??[10,J A]", "[AJT]x"),
        ("[QQK]A", "A[KQ]"),
        ("q+A", "AQ+"),
        (" PAIR - qq , Suited", "pair-QQ,suited"),
        ("KA,AK", "AK,AK"),
        ("AsKd,xx", "AsKd,xx"),
        ("kdas,x??", "AsKd,xx"),
        ("2+x", "2+x"),
    ],
)
def test_normal_form(text: str, normal: str) -> None:
    table = Table.parse([f"{text}/Qh", "xx/"])
    assert table.seats[0].text == f"{normal}/Qh"
    assert Table.parse([seat.text for seat in table.seats]) == table
    assert Table.parse([f"({text})Qh", "xx/"]) == table


RANKS = "23456789TJQKA"
token = st.one_of(
    st.just("x"),
    st.sampled_from(RANKS),
    st.builds("{}{}".format, st.sampled_from(RANKS), st.sampled_from("cdhs")),
    st.sampled_from(RANKS).map("{}+".format),
    st.lists(st.sampled_from(RANKS), min_size=1).map(lambda ranks: f"[{''.join(ranks)}]"),
)
shape = st.sampled_from(["pair", "suited", "wild"]) | st.tuples(token, token).map("".join)
term = st.lists(shape, min_size=1, max_size=3).map("-".join)
filters = st.lists(term, min_size=1, max_size=3).map(",".join)


def plain_cards(text: str, mask: set[int]) -> set[int]:
    """Cards of one token, read by its parts."""
    if text == "x":
        return set(range(52))
    if text[0] == "[":
        return set.union(*(plain_cards(rank, mask) for rank in text[1:-1]))
    if text[-1] == "+":
        return set.union(*(plain_cards(rank, mask) for rank in RANKS[RANKS.index(text[0]) :]))
    return {card for card in range(52) if oracle.text([card]).startswith(text)}


def plain_shape(text: str, wild: set[int]) -> set[tuple[int, int]]:
    """Pairs of one shape, by going through all of the deck."""
    deck = list(combinations(range(52), 2))
    if text == "pair":
        return {(a, b) for a, b in deck if a // 4 == b // 4}
    if text == "suited":
        return {(a, b) for a, b in deck if a % 4 == b % 4}
    if text == "wild":
        return {(a, b) for a, b in deck if a // 4 in wild or b // 4 in wild}
    cut = text.index("]") + 1 if text[0] == "[" else 2 if len(text) > 1 and text[1] in "cdhs+" else 1
    one, other = plain_cards(text[:cut], wild), plain_cards(text[cut:], wild)
    return {(a, b) for a, b in deck if (a in one and b in other) or (a in other and b in one)}


def plain_pairs(text: str, wild: set[int]) -> set[tuple[int, int]]:
    """Pairs of a filter by set arithmetic on its parts."""
    found = set()
    for part in text.split(","):
        first, *without = (plain_shape(piece, wild) for piece in part.split("-"))
        found |= first.difference(*without)
    return found


@given(filters)
def test_pairs_and_normal_form_of_any_filter(text: str) -> None:
    chosen = parse_filter(text)
    assert parse_filter(chosen.text) == chosen
    assert set(chosen.pairs(1 << 10 | 1 << 3)) == plain_pairs(text, {10, 3})
    assert chosen.needs_wild == ("wild" in text)
    for card in chosen.certain:
        assert all(oracle.text([card]) in part.partition("-")[0] for part in chosen.text.split(","))


# --- refusals

WRITE = (
    "write rank (2-9, T or 10, J, Q, K, A) and suit (c, d, h, s), as in 'As', x for an unknown card, or a filter: "
    "AA, Ax, Q+x, [QKA]x, pair, suited, wild, united with commas, or pair-QQ to exclude some"
)


@pytest.mark.parametrize(
    ("down", "says"),
    [
        ("A", "A is one card, but a filter describes two: write Ax if the other one is open"),
        ("10", "T is one card, but a filter describes two: write Tx if the other one is open"),
        ("As,Kd", "As is one card, but a filter describes two: write Asx if the other one is open"),
        ("AAA", "AAA is 3 cards, but a filter describes two: unite filters with commas"),
        ("AA,", "a part is missing beside a comma or a minus: write for example AA,Kx-pair"),
        ("-AA", "a part is missing beside a comma or a minus: write for example AA,Kx-pair"),
        ("AA--KK", "a part is missing beside a comma or a minus: write for example AA,Kx-pair"),
        ("Apair", "'Apair': pair, suited and wild stand alone between commas and minuses, as in pair,suited-AA"),
        ("pairA", "'pairA': pair, suited and wild stand alone between commas and minuses, as in pair,suited-AA"),
        ("[QK", "'[Q': ranks stand in square brackets, as in [QKA]x"),
        ("QK]x", "']x': ranks stand in square brackets, as in [QKA]x"),
        ("[]x", "[] names no rank: write for example [QKA]"),
        ("[none]x", "[none] names no rank: write for example [QKA]"),
        ("[Qs]x", "'S' is not a rank: write 2-9, T or 10, J, Q, K, A, as in 'Q5' or 'Q,5'"),
        ("1hKd", f"'1h' is not a card: {WRITE}"),
        ("A+sx", f"'sx' is not a card: {WRITE}"),
        ("pa\u0131r", f"'pa' is not a card: {WRITE}"),
    ],
)
def test_a_bad_filter(down: str, says: str) -> None:
    assert refusal(["xx/x", f"{down}/Qh"]) == f"seat 2 ({f'{down}/Qh'!r}): {says}"


@pytest.mark.parametrize(
    ("seat", "says"),
    [
        ("f:AA/Qh", "a folded seat has no filter: write its down cards, or xx"),
        ("xx/pair", "'pair': only down cards can be a filter; write cards with their suits, as in AsKd/Qh7c"),
        ("xx/[QK]", "'[QK]': only down cards can be a filter; write cards with their suits, as in AsKd/Qh7c"),
        ("xx/Ax", "'Ax' is not a card: 'A' needs a suit (c, d, h or s), as in 'As'"),
        (
            "xx/Qh7c4s2d/Q+",
            "'Q+': only down cards can be a filter; write cards with their suits, as in AsKd/Qh7c",
        ),
        ("pair", "no slash; write DOWN/UP, as in AsKd/Qh7c; xx/x is a live seat of which nothing is known"),
        ("AA", "no slash; write DOWN/UP, as in AsKd/Qh7c; xx/x is a live seat of which nothing is known"),
    ],
)
def test_a_filter_in_the_wrong_place(seat: str, says: str) -> None:
    assert refusal(["xx/x", seat]) == f"seat 2 ({seat!r}): {says}"


SHARE = "their filters want the same cards, and there are too few of them; change one of them"


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (["xx/As", "AA/Ah"], {"dead": "Ad"}, "seat 2: no two cards satisfy AA: As Ah Ad cannot be there, being known"),
        (["pair-pair/", "xx/"], {}, "seat 1: no two cards satisfy pair-pair: it contradicts itself"),
        (["AsAs,QQ-Qx/", "xx/"], {}, "seat 1: no two cards satisfy AsAs,QQ-Qx: it contradicts itself"),
        (["xx/As", "AKs/Ks"], {}, "Ks stands in the up cards of seat 2 and in the down cards of seat 2"),
        (
            ["wild/", "xx/"],
            {"rules": Rules(game="stud")},
            "seat 1: no two cards satisfy wild: nothing is wild",
        ),
        (
            ["xx/x", "pair,wild/Qs"],
            {},
            "seat 2: pair,wild/Qs asks for wild cards, but an up card is unknown: write the up cards, or describe the "
            "down cards without wild",
        ),
        (["AsK/Qh", "xx/As"], {}, "As stands in the up cards of seat 2 and in the down cards of seat 1"),
        (["AsK/Qh", "AsQ/Ks"], {}, "As stands in the down cards of seat 1 and in the down cards of seat 2"),
        (["AsKd,AsQ/", "xx/"], {"dead": "As"}, "As stands in the dead cards and in the down cards of seat 1"),
        (["AA/", "AA/", "AA/"], {}, f"seats 1, 2 and 3: {SHARE}"),
        (["AA/", "pair/", "AA/"], {"dead": "As"}, f"seats 1 and 3: {SHARE}"),
        (["AsK/", "KK,QQ/"], {"dead": "KsKhQsQhQd"}, f"seats 1 and 2: {SHARE}"),
        (["Ax/", "xx/", "Ax/", "Ax/", "Ax/", "pair/", "Ax/"], {}, f"seats 1, 3, 4, 5 and 7: {SHARE}"),
        (["[AK]x/"] * 8, {"dead": "As"}, f"seats 1, 2, 3, 4, 5, 6, 7 and 8: {SHARE}"),
        (["[AKQJ][AKQJ]/"] * 8, {"dead": "As"}, f"seats 1, 2, 3, 4, 5, 6, 7 and 8: {SHARE}"),
    ],
)
def test_filters_that_cannot_be_satisfied(seats: list[str], options: dict[str, object], says: str) -> None:
    assert refusal(seats, **options).startswith(says)


@pytest.mark.parametrize(
    "seats", [["AA/", "AA/"], ["[AK]x/"] * 8, ["[AKQJ][AKQJ]/"] * 8, ["AA,KK,QQ,JJ/"] * 8, ["Ax/", "Ax/", "AA/"]]
)
def test_filters_that_just_fit(seats: list[str]) -> None:
    assert len(Table.parse(seats).hole_pairs) == len(seats)


small_filters = st.lists(
    st.lists(st.sampled_from(list(combinations(range(7), 2))), min_size=1, max_size=6),
    min_size=1,
    max_size=4,
)


@given(small_filters)
def test_whether_filters_fit_together_is_decided_exactly(lists: list[list[tuple[int, int]]]) -> None:
    """Filters made of single pairs of seven cards, against a search through all choices."""

    def fits(left: list[list[tuple[int, int]]], used: set[int]) -> bool:
        return not left or any(used.isdisjoint(pair) and fits(left[1:], used | {*pair}) for pair in left[0])

    # An exclusion that excludes nothing, so that no card of a lone pair counts as written out and known.
    seats = [",".join([f"{oracle.text(pair)}" for pair in pairs] + ["KsKs"]) + "/" for pairs in lists] + ["xx/"] * 2
    if fits(lists, set()):
        assert len(Table.parse(seats).hole_pairs) == len(lists)
        return
    message = refusal(seats)
    assert SHARE in message
    named = [int(word) - 1 for word in message.split(":")[0].replace(",", "").split() if word.isdigit()]
    assert not fits([lists[at] for at in named], set())
    for at in named:
        assert fits([lists[other] for other in named if other != at], set())


VOID = "no Q can come face up any more, and a deal without one is void (rule W13); play it with no_trigger=play"


@pytest.mark.parametrize(
    ("seats", "dead", "possible"),
    [
        (["QQ/5c", "QQ/7c"], "", False),
        (["QQ/5c", "QQ,QsK/7c"], "", True),
        (["QQ/5c", "Qx/7c"], "Qs", False),
        (["Qx/5c", "xx/7c"], "QsQhQd", False),
        (["Qx,KK/5c", "xx/7c"], "QsQhQd", True),
        (["QcA/5c", "Qx/7c"], "QsQh", False),
        (["QcA/5c", "Ax/7c"], "QsQh", True),
        (["QQ/5c", "xx/7c"], "", True),
    ],
)
def test_filters_may_hold_every_trigger(seats: list[str], dead: str, possible: bool) -> None:
    """Then all deals are void where one without a trigger face up is (W13): not to be sampled for ever."""
    rules = Rules(no_trigger="redeal")
    if possible:
        assert Table.parse(seats, dead=dead, rules=rules).hole_pairs
    else:
        assert refusal(seats, dead=dead, rules=rules) == VOID


# --- tables


def test_the_same_set_holds_on_every_street() -> None:
    """Wild ranks are those of the table as given; each street removes the cards known by then."""
    table = Table.parse(["wild/Qh7c", "pair/Tc2d", "f:AsAh/9c"])
    entries = street_tables(table).entries
    third, fourth = (entry.table for entry in entries)
    assert entries[1].is_headline
    assert fourth == table
    wild = {10, 8}  # Queens and tens
    for at, known in ((third, "QhTc9cAsAh"), (fourth, "Qh7cTc2d9cAsAh")):
        gone = set(oracle.ids(known))
        assert set(at.hole_pairs[1]) == {pair for pair in plain_pairs("wild", wild) if gone.isdisjoint(pair)}
        assert set(at.hole_pairs[2]) == {pair for pair in plain_pairs("pair", wild) if gone.isdisjoint(pair)}
    late = Table.parse(["wild/QhQs", "xx/Tc2d"])  # deuces are wild now, tens were then
    assert len(street_tables(late).entries[0].table.hole_pairs[1]) == 7 * 43 + 21


def test_other_rules_resolve_the_filter_again() -> None:
    table = Table.parse(["pair,wild/Qh7c", "xx/Tc2d"])
    assert len(table.hole_pairs[1]) > len(table.with_rules(Rules(game="stud")).hole_pairs[1]) == 78 - 4 * 3
    assert table.with_rules(Rules(double_ace_flush="on")).hole_pairs == table.hole_pairs


def test_one_known_seat_with_a_filter() -> None:
    table = Table.from_one_seat("pair/Kd", seats=6, at=3)
    assert [seat.text for seat in table.seats] == ["xx/x", "xx/x", "pair/Kd", "xx/x", "xx/x", "xx/x"]
    assert list(table.hole_pairs) == [3]
