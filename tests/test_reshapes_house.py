"""The reading of reshapes against deals worked out by hand, under common cards and house rules."""

import pytest

from tests import dealer, oracle, reshapes
from tests.deals_by_hand import FOLLOWER, all_but, changes, counts, names, play
from tests.oracle import House, ids
from tests.reshapes import ALL

COMMON = ("7c2d/Qh9c4sJd", "8s8c/7dKc5h2s")


def test_common_card_that_counts() -> None:
    """One card is left for two seats (D3): a Queen, which ends the seven; each seat has it.

    Seat 1, 7 2 Q 9 4 J Q: with three wild cards four jacks, with two a straight, 7 8 9 T J: -3. Seat 2, 8 8 7 K 5 2
    Q: with two wild cards four eights, with one three: -4. Both strong to weak, and seat 1 leads before and after.
    """
    reading = play(*COMMON, dead=all_but(*COMMON, "Qc"), common="Qc")
    assert counts(reading, "seventh") == {
        "flips": 1,
        "follower_changes": 1,
        "hands_down": 2,
        "steps_down": 7,
        "strong_to_weak": 2,
    }
    assert changes(reading, "seventh") == {-3: 1, -4: 1}
    assert (reading.queens["sixth"], reading.queens["seventh"], reading.queens[ALL]) == (1, 2, 2)
    assert (reading.winners, reading.unflipped_winners) == ([0], [0])
    assert names(reading.winning_category) == ["straight"]


def test_common_card_that_is_ignored() -> None:
    """Then it is no up card (D3): the seven stays wild, four jacks beat four eights."""
    house = {"common_card": "ignored"}
    reading = play(*COMMON, dead=all_but(*COMMON, "Qc"), common="Qc", house=house)
    assert "seventh" not in reading.counts
    assert (reading.queens[ALL], reading.wild_count[ALL]) == (1, 2)
    assert counts(reading) == counts(reading, "third")
    assert names(reading.winning_category) == ["four of a kind"]


EIGHT = (
    "2c2d/2h2sJcJd",
    "3c3d/3h3sJhJs",
    "6c6d/6h6sKcKd",
    "7c7d/7h7sKhKs",
    "8c8d/8h8sAcAd",
    "TcTd/ThTsAhAs",
    "QcQd/4c4d4h4s",
    "Qh5c/5d5h5sQs",
)


def test_eight_seats_and_a_common_card() -> None:
    """Four of a kind each and only nines in the stub; Qs is the last up card of sixth street, so the nine follows.

    Seats 7 and 8 have two Queens, five fours and five fives, before and after. The other six get a wild card, five of a
    kind instead of four: +2, weak to strong. Seat 8 leads before, seat 6 with five tens after, as in stud.
    """
    reading = play(*EIGHT, common="9c")
    assert counts(reading, "seventh") == {
        "flips": 1,
        "follower_changes": 1,
        "lead_changes": 1,
        "hands_up": 6,
        "steps_up": 12,
        "weak_to_strong": 6,
    }
    assert counts(reading) == counts(reading, "seventh")
    assert changes(reading) == {0: 2, 2: 6}
    assert (reading.winners, reading.stud_winners, reading.unflipped_winners) == ([5], [5], [7])
    assert reading.queens == {"third": 0, "fourth": 0, "fifth": 0, "sixth": 1, "seventh": 1, ALL: 1}


# Up cards 4d Qh | 9d 3c | 5h 8c | Td Jc.
ONE_QUEEN = ("QsKc/4d9d5hTd/2c", "7c2h/Qh3c8cJc/6h")


@pytest.mark.parametrize(
    ("house", "third", "fourth", "wild_counts"),
    [
        # Only the nine flips: K Q 4 9 has a pair of kings, then three; 7 2 Q a pair of sevens.
        ({}, {}, {"flips": 1, "follower_changes": 1, "hands_up": 1, "steps_up": 2}, (1, 2)),
        # The first Queen face up makes Queens wild: K Q 4 and 7 2 Q become pairs; no follower has changed. Then as
        # above.
        (
            {"queens_wild": "if_up"},
            {"flips": 1, "hands_up": 2, "steps_up": 2},
            {"flips": 1, "follower_changes": 1, "hands_up": 1, "steps_up": 2},
            (1, 2),
        ),
        # Queens are never wild: K Q 4 9 is king high, then a pair; 7 2 Q Queen high.
        (
            {"queens_wild": "never"},
            {},
            {"flips": 1, "follower_changes": 1, "hands_up": 1, "steps_up": 1},
            (0, 1),
        ),
        # Nothing is wild while the Queen waits: two pairs are lost, then found, with a third king.
        (
            {"last_queen": "none"},
            {"flips": 1, "hands_down": 2, "steps_down": 2},
            {"flips": 1, "follower_changes": 1, "hands_up": 2, "steps_up": 4},
            (0, 2),
        ),
        # Nines are wild anyway: the follower changes, the wild ranks do not.
        ({"extra_wild": "9"}, {}, {"follower_changes": 1}, (2, 2)),
        # Deuces are wild, too: 7 2 Q has two wild cards and three sevens; K Q 4 9 as by default, and so the lead.
        (
            {"extra_wild": "2"},
            {},
            {"flips": 1, "follower_changes": 1, "lead_changes": 1, "hands_up": 1, "steps_up": 2},
            (2, 3),
        ),
        # Nobody follows the king that is in the hole, and Queens are ordinary (W11).
        ({"trigger": "K"}, {}, {}, (1, 1)),
    ],
)  # fmt: skip
def test_what_is_wild_in_the_house(
    house: House, third: dict[str, int], fourth: dict[str, int], wild_counts: tuple[int, int]
) -> None:
    reading = play(*ONE_QUEEN, house=house)
    assert counts(reading, "third") == third
    assert counts(reading, "fourth") == fourth
    assert counts(reading, "fifth") == counts(reading, "sixth") == {}
    assert (reading.wild_count["third"], reading.wild_count["fourth"]) == wild_counts
    assert reading.wild_count[ALL] == wild_counts[1]


# Up cards Qh 5c | Qd 8h | 2s 3s | 9s Js.
TWO_FOLLOWERS = ("5d4c/QhQd2s9s/6c", "8d8c/5c8h3sJs/Kc")


@pytest.mark.parametrize(
    ("house", "fourth", "wild_count"),
    [
        # The Queen ends the five: 5 4 Q Q has four fours, then three fives (-4, strong to weak); 8 8 5 three eights,
        # then two (-2, never strong). Then the eight follows: 8 8 8 5 has three eights, then four fives (+4, weak to
        # strong).
        (
            {},
            {
                "flips": 2,
                "follower_changes": 2,
                "hands_down": 2,
                "steps_down": 6,
                "strong_to_weak": 1,
                "hands_up": 1,
                "steps_up": 4,
                "weak_to_strong": 1,
            },
            2,
        ),
        # The five stays until the eight: 5 4 Q Q has four fours, then three fives; 8 8 8 5 four eights, then four
        # fives.
        (
            {"last_queen": "keep"},
            {"flips": 1, "follower_changes": 1, "hands_down": 1, "steps_down": 4, "strong_to_weak": 1},
            2,
        ),
        # The five stays for good: four fours, before and after; 8 8 8 5 four eights, then four wild cards, aces.
        ({"followers": "accumulate"}, {"flips": 1, "follower_changes": 1}, 3),
    ],
)  # fmt: skip
def test_second_queen_in_the_house(house: House, fourth: dict[str, int], wild_count: int) -> None:
    """Third street is the same in all: 5 4 Q a pair of fives, then three fours; 8 8 5 a pair of eights, then three."""
    reading = play(*TWO_FOLLOWERS, house=house)
    third = {"flips": 1, "follower_changes": 1, "hands_up": 2, "steps_up": 4}
    assert counts(reading, "third") == third
    assert counts(reading, "fourth") == fourth
    assert reading.wild_count[ALL] == wild_count
    assert reading.follower[ALL] == oracle.RANKS.index("8")


@pytest.mark.parametrize(
    ("house", "flips", "follower_changes"),
    [({}, 2, 2), ({"last_queen": "keep"}, 0, 0), ({"last_queen": "none"}, 2, 2), ({"followers": "accumulate"}, 0, 0)],
)
def test_the_same_follower_again(house: House, flips: int, follower_changes: int) -> None:
    """Up cards Qh 5c | Qd 5h: where the five is kept it comes back to where it never left."""
    reading = play("9d4c/QhQd2s9s/6c", "8d8c/5c5h3sJs/Kc", house=house)
    assert reading.counts["fourth"]["flips"] == flips
    assert reading.counts["fourth"]["follower_changes"] == follower_changes


def test_follow_the_king() -> None:
    """Up cards Kh 5c: Q 3 K has a pair of Queens, 5 2 5 a pair of fives, then three deuces, and the lead.

    The Queens do not count among those face up, the king does.
    """
    reading = play("Qs3c/Kh7dQh8s/Jc", "5d2h/5c9dTsQc/6h", house={"trigger": "K"})
    assert counts(reading) == {"flips": 1, "follower_changes": 1, "lead_changes": 1, "hands_up": 1, "steps_up": 2}
    assert set(reading.queens.values()) == {1}


def test_double_ace_flush_decides_who_leads() -> None:
    """Up cards 5h Js 2c | 3h 4s 7d | 8c 2s Qd | 6c 9d: the six of seat 1 follows the Queen of the folded seat.

    Seat 1 has A 9 5 3 of hearts and then a wild card: a flush A K 9 5 3, or with the option A A 9 5 3. Seat 2 has A K
    J 4 2 of spades.
    """
    seats = "Ah9h/5h3h8c6c/2d", "AsKs/Js4s2s9d/Td", "f:3c3d/2c7dQd"
    change = {"flips": 1, "follower_changes": 1, "hands_up": 1, "steps_up": 5}
    assert counts(play(*seats), "sixth") == change
    assert counts(play(*seats, house={"double_ace_flush": "on"}), "sixth") == {**change, "lead_changes": 1}


def test_void_deals() -> None:
    """No Queen face up, one in the hole: void if such deals are dealt again (W13)."""
    seats = "KsQh/9c2d4h8s/3c", "Tc5d/Td7h6s2c/Jh"
    assert not play(*seats).void
    assert play(*seats, house={"no_trigger": "redeal"}).void
    assert not play(*FOLLOWER, house={"no_trigger": "redeal"}).void


@pytest.mark.parametrize(
    ("seats", "dead", "house", "common", "placed"),
    [
        (["AsKd/", "xx/"], "", {}, False, 0),
        (["AsKd/Qh7c", "xx/Tc", "f:xx/xx"], "", {}, False, 5),
        (["AsKd/Qh7c4s2d/9h", "xx/TcTdTh6d/x"], "", {}, False, 8),
        (["AsKd/Qh7c4s2d/9h", "f:xx/xxxx/x", "xx/TcTdTh6d"], "", {"seventh": "up"}, False, 14),
        (["xx/xxxx"] * 8, "", {"seventh": "up"}, False, 32),
        (["xx/xxxx"] * 8, "", {}, True, 33),
        (["xx/xxxx"] * 8, "", {"common_card": "ignored"}, True, 32),
    ],
)
def test_up_cards_placed(seats: list[str], dead: str, house: House, common: bool, placed: int) -> None:
    """Those written ``x`` are placed, too."""
    parsed = [dealer.parse_seat(seat) for seat in seats]
    assert reshapes.up_cards_placed(parsed, ids(dead), house, common=common) == placed
