"""The reading of reshapes against deals worked out by hand, and its figures against sums worked out by hand."""

from fractions import Fraction
from math import comb, isnan, sqrt

import pytest

from tests import dealer, oracle, reshapes
from tests.deals_by_hand import FOLLOWER, changes, counts, names, play
from tests.figures import assert_within, share_error
from tests.reshapes import ALL


def test_the_follower_of_the_first_queen_flips() -> None:
    """Queens are wild from the start, so it is not she who flips but the seven after her.

    Seat 1 has 7c 2d Qh: a pair of sevens, then (two wild cards and a deuce) three deuces. Seat 2 has 8s 8c 7d: a pair
    of eights, then three. Seat 2 leads before and after.
    """
    reading = play(*FOLLOWER)
    third = {"flips": 1, "follower_changes": 1, "hands_up": 2, "steps_up": 4}
    assert [counts(reading, street) for street in reshapes.STREETS[:4]] == [third, {}, {}, {}]
    assert counts(reading) == third
    assert changes(reading) == changes(reading, "third") == {2: 2}
    assert "seventh" not in reading.counts
    assert set(reading.queens.values()) == {1}
    assert set(reading.wild_count.values()) == {2}
    assert set(reading.follower.values()) == {5}  # the rank of the seven


def test_showdown_against_stud_and_without_the_last_flip() -> None:
    """With Queens and sevens wild seat 1 has 2 3 4 and two wild cards, a straight; seat 2 has three eights.

    Plain stud: seat 1 has nothing, seat 2 two eights. Had the seven not become wild, seat 1 would have two jacks,
    seat 2 two eights: seat 1 wins, too.
    """
    reading = play(*FOLLOWER)
    assert (reading.winners, reading.stud_winners, reading.unflipped_winners) == ([0], [1], [0])
    assert names(reading.winning_category, reading.stud_winning_category) == ["straight", "pair"]
    assert reshapes.shares([0], [0, 1]) == {0: 1, 1: 0}


# Up cards Qc 7d | Qd 9h | 2c Qs | 2d 3c.
THREE_QUEENS = ("AsKd/QcQd2c2d/5s", "7h7s/7d9hQs3c/4c")


def test_a_hand_after_the_other_with_three_queens() -> None:
    """Categories, leads, and strong hands that turn weak and back.

    Third street: the seven follows; A K Q is a pair of aces, 7 7 7 three of a kind, before and after. Fourth: the
    second Queen ends the seven (A K and two wild cards: three aces, then again with two Queens; 7 7 7: three of a
    kind, aces before, sevens after; seat 1 leads by its aces, before with a king besides). Then the nine follows:
    seat 2 has 7 7 7 9, three of a kind and then four: +4, weak to strong, and the lead. Fifth: the Queen ends the
    nine: A K Q Q 2 is three aces before and after; 7 7 7 9 Q five sevens and then four: -2, strong to weak. Sixth:
    the deuce follows: A K Q Q 2 2 has four deuces, then five aces: +2, and the lead; 7 7 7 9 Q has four sevens before
    and after.
    """
    reading = play(*THREE_QUEENS)
    assert counts(reading, "third") == {"flips": 1, "follower_changes": 1}
    assert counts(reading, "fourth") == {
        "flips": 2,
        "follower_changes": 2,
        "lead_changes": 1,
        "hands_up": 1,
        "steps_up": 4,
        "weak_to_strong": 1,
    }
    assert counts(reading, "fifth") == {
        "flips": 1,
        "follower_changes": 1,
        "hands_down": 1,
        "steps_down": 2,
        "strong_to_weak": 1,
    }
    assert counts(reading, "sixth") == {
        "flips": 1,
        "follower_changes": 1,
        "lead_changes": 1,
        "hands_up": 1,
        "steps_up": 2,
        "weak_to_strong": 1,
    }
    assert counts(reading) == {
        "flips": 5,
        "follower_changes": 5,
        "lead_changes": 2,
        "hands_up": 2,
        "hands_down": 1,
        "steps_up": 6,
        "steps_down": 2,
        "strong_to_weak": 1,
        "weak_to_strong": 2,
    }
    assert [changes(reading, street) for street in reshapes.STREETS[:4]] == [
        {0: 2},
        {0: 3, 4: 1},
        {0: 1, -2: 1},
        {0: 1, 2: 1},
    ]
    assert changes(reading) == {0: 7, 4: 1, -2: 1, 2: 1}


def test_state_at_the_end_of_each_street() -> None:
    reading = play(*THREE_QUEENS)
    assert reading.queens == {"third": 1, "fourth": 2, "fifth": 3, "sixth": 3, ALL: 3}
    assert reading.wild_count == {"third": 2, "fourth": 2, "fifth": 1, "sixth": 2, ALL: 2}
    seven, nine, deuce = (oracle.RANKS.index(rank) for rank in "792")
    assert reading.follower == {"third": seven, "fourth": nine, "fifth": None, "sixth": deuce, ALL: deuce}


def test_showdown_that_the_last_flip_decides() -> None:
    """Five aces beat four sevens; without the last flip four deuces would lose to them, in stud two pair to three."""
    reading = play(*THREE_QUEENS)
    assert (reading.winners, reading.stud_winners, reading.unflipped_winners) == ([0], [1], [1])
    assert names(reading.winning_category, reading.stud_winning_category) == ["five of a kind", "three of a kind"]


def test_only_up_cards_still_to_come_are_looked_at() -> None:
    """Asked on fourth street: fifth and sixth are as above, the Queens before count among those face up."""
    whole, rest = play(*THREE_QUEENS), play(*THREE_QUEENS, placed=4)
    assert set(rest.counts) == {"fifth", "sixth", ALL}
    for street in "fifth", "sixth":
        assert counts(rest, street) == counts(whole, street)
    assert counts(rest)["flips"] == 2
    assert rest.queens == {"fifth": 3, "sixth": 3, ALL: 3}
    assert (rest.winners, rest.unflipped_winners) == ([0], [1])


def test_no_flip_after_the_question() -> None:
    """Asked when only 3c is to come: no flip, so none without which another would win."""
    reading = play(*THREE_QUEENS, placed=7)
    assert counts(reading, "sixth") == counts(reading) == {}
    assert reading.winners == reading.unflipped_winners == [0]


def test_middle_of_a_street() -> None:
    """Asked when the second Queen of fourth street is out: the nine is to come."""
    assert counts(play(*THREE_QUEENS, placed=3), "fourth") == {
        "flips": 1,
        "follower_changes": 1,
        "lead_changes": 1,
        "hands_up": 1,
        "steps_up": 4,
        "weak_to_strong": 1,
    }


def test_no_up_card_to_come() -> None:
    reading = play(*THREE_QUEENS, placed=8)
    assert set(reading.counts) == {ALL}
    assert counts(reading) == {}
    assert changes(reading) == {}


def test_no_queen_face_up() -> None:
    """Nothing flips, whatever pairs the up cards make; a Queen in the hole is wild for her owner.

    Seat 1 has a king and a Queen: a pair. Seat 2 pairs its ten face up. Stud: king high loses to two tens, too; with
    the Queen a king would: 3 3 would be less.
    """
    reading = play("KsQh/9c2d4h8s/3c", "Tc5d/Td7h6s2c/Jh")
    assert counts(reading) == {}
    assert reading.queens == {street: 0 for street in ("third", "fourth", "fifth", "sixth", ALL)}
    assert set(reading.wild_count.values()) == {1}
    assert set(reading.follower.values()) == {None}
    # Seat 1 has K, Q, 9 8 4 3 2: a pair of kings. Seat 2: a pair of tens.
    assert (reading.winners, reading.stud_winners, reading.unflipped_winners) == ([0], [1], [0])


def test_queens_after_queens_and_a_follower_of_the_same_rank() -> None:
    """Up cards Qh Qd | 5c Qs | 5d 8h | Jc 9s: no flip by the first two, then the five, the Queen, the five again."""
    reading = play("2c3d/Qh5c5dJc/Kh", "2d3h/QdQs8h9s/Kc")
    assert [reading.counts[street]["flips"] for street in reshapes.STREETS[:4]] == [0, 2, 1, 0]
    assert [reading.counts[street]["follower_changes"] for street in reshapes.STREETS[:4]] == [0, 2, 1, 0]
    assert reading.wild_count == {"third": 1, "fourth": 1, "fifth": 2, "sixth": 2, ALL: 2}
    assert reading.queens == {"third": 2, "fourth": 3, "fifth": 3, "sixth": 3, ALL: 3}


def test_a_queen_as_the_last_card_face_up() -> None:
    """Up cards Qh 8c | 2s 3s | 4h 6d | 9c Qd: flips by the eight and by the last Queen (W6).

    Sixth street, Queens and eights wild, then Queens: seat 1 has As Ad Qh 2s 4h 9c, three aces before and after. Seat 2
    has 8d 8s 8c 3s 6d Qd: four wild cards make five sixes, then 8 8 8 and one Queen four eights: -2, strong to weak.
    """
    reading = play("AsAd/Qh2s4h9c/Kc", "8d8s/8c3s6dQd/Ks")
    assert counts(reading, "sixth") == {
        "flips": 1,
        "follower_changes": 1,
        "hands_down": 1,
        "steps_down": 2,
        "strong_to_weak": 1,
    }
    assert (reading.wild_count[ALL], reading.follower[ALL]) == (1, None)


def test_the_added_card_itself_is_no_reshape() -> None:
    """The nine that follows makes 9 9 three nines: it is in the hand before the flip, too. Then it is three aces.

    A reader that valued the hand before the card as it lay (a pair of nines, behind the pair of kings in seat 1) would
    see a change of lead and of two categories.
    """
    reading = play("KsTd/Qh2c3d4s/6h", "9c9d/9h2d7s5c/6s")
    assert counts(reading, "third") == {"flips": 1, "follower_changes": 1}
    assert changes(reading, "third") == {0: 2}


def test_cards_that_make_a_pair_and_no_flip() -> None:
    """Fourth street: 2c pairs a deuce and 9s a nine, the wild ranks are Queens and fives throughout."""
    reading = play("Ks2d/Qh2c3d4s/6h", "9c8d/5h9s7sTc/6s")
    assert counts(reading, "third")["flips"] == 1
    assert counts(reading, "fourth") == {}


# Seventh cards face up; up cards Kh Qd | 2h 3s | 9h 4c | 5h 6c | Kd Qs.
FULL_HOUSE_TO_FLUSH = ("AhAs/Kh2h9h5h/Kd", "8h8d/Qd3s4c6c/Qs")


def test_a_full_house_that_loses_one_category_is_not_weak() -> None:
    """Seventh street, the last Queen ends the deuce: A A K K and a wild deuce are a full house, five hearts a flush.

    Seat 2 has two Queens: four eights before and after. Fourth street, when the deuce came: A A K 2 a pair of aces,
    then three aces; 8 8 Q three eights: the lead changes.
    """
    reading = play(*FULL_HOUSE_TO_FLUSH, house={"seventh": "up"})
    assert counts(reading, "seventh") == {"flips": 1, "follower_changes": 1, "hands_down": 1, "steps_down": 1}
    assert changes(reading, "seventh") == {0: 1, -1: 1}
    assert counts(reading, "fourth") == {
        "flips": 1,
        "follower_changes": 1,
        "lead_changes": 1,
        "hands_up": 1,
        "steps_up": 2,
    }
    assert (reading.queens["sixth"], reading.queens["seventh"], reading.wild_count["seventh"]) == (1, 2, 1)
    # Stud: a flush, and two pair.
    assert (reading.winners, reading.stud_winners, reading.unflipped_winners) == ([1], [0], [1])


def test_a_seventh_card_face_down_flips_nothing() -> None:
    """The same cards: the deuce stays wild, A A K K 2 is a full house, 8 8 Q Q four eights."""
    reading = play(*FULL_HOUSE_TO_FLUSH)
    assert counts(reading)["flips"] == 1
    assert "seventh" not in reading.counts
    assert reading.wild_count[ALL] == 2
    assert (reading.winners, reading.unflipped_winners) == ([1], [1])


def test_a_flush_that_loses_four_categories_was_not_strong() -> None:
    """Up cards 6c 4h Qd | 9d 9c 2d | 7s Jh 7h | 8h 2s Tc | 6h Ac Qs; the last Queen ends the nine.

    Seat 1: 6 6 5 5 and the nine are a full house, 5 6 7 8 9 a straight: -2, strong to weak. Seat 2: A K J 4 of hearts
    and the nine a flush, then two aces: -4. Seat 3: four threes. Fourth street, when the nine came: 5 5 6 9 a pair,
    then three fives, and the lead over three threes (3 3 Q).
    """
    reading = play(
        "5c5d/6c9d7s8h/6h", "AhKh/4h9cJh2s/Ac", "3c3d/Qd2d7hTc/Qs", house={"seventh": "up"}
    )  # fmt: skip
    assert counts(reading, "seventh") == {
        "flips": 1,
        "follower_changes": 1,
        "hands_down": 2,
        "steps_down": 6,
        "strong_to_weak": 1,
    }
    assert changes(reading, "seventh") == {0: 1, -2: 1, -4: 1}
    assert counts(reading, "fourth")["lead_changes"] == 1
    assert changes(reading, "fourth") == {0: 2, 2: 1}


def test_weak_to_strong_needs_a_full_house_and_two_categories() -> None:
    """Up cards Kh 7c 2d | Kd 7d 8c | 5h 9c 6s | 2h 3s Qd | 9h Js Jc: the nine of seventh street follows the Queen.

    Seat 1 has five hearts, a flush, then A A K K and a wild card, a full house: +1. Seat 2, without its seventh card,
    has T T 7 7, two pair, then with its nine a full house: +4, weak to strong. Seat 3: three fours (4 4 and the
    Queen).
    """
    reading = play(
        "AhAs/KhKd5h2h/9h", "TcTd/7c7d9c3s/Js", "4c4d/2d8c6sQd/Jc", house={"seventh": "up"}
    )  # fmt: skip
    assert counts(reading) == {
        "flips": 1,
        "follower_changes": 1,
        "hands_up": 2,
        "steps_up": 5,
        "weak_to_strong": 1,
    }
    assert changes(reading, "seventh") == {0: 1, 1: 1, 4: 1}
    # Full houses of aces and of tens, three fours; stud: a flush, two pair, a pair.
    assert (reading.winners, reading.stud_winners, reading.unflipped_winners) == ([0], [0], [0])
    assert names(reading.winning_category, reading.stud_winning_category) == ["full house", "flush"]


def test_folded_seats_have_up_cards_but_no_hands() -> None:
    """Up cards 5c Qd 8h | Qs 2c: seat 2 folds after its Queen, the eight of seat 3 follows her, then Qs ends it.

    The folded seat has two eights in the hole, which nobody counts. Third: 5 K A, ace high, before and after; 8 T 4:
    high card, then a pair of tens (with the eight wild): +1, and the lead. Fourth: 5 K A Q is a pair of aces before
    and after, T 4 8: a pair of tens, then high card: -1; seat 1 leads before and after.
    """
    reading = play("KcAd/5cQs3h3d/6h", "f:8c8d/Qd", "Th4s/8h2c9h7c/6s")
    assert counts(reading, "third") == {
        "flips": 1,
        "follower_changes": 1,
        "lead_changes": 1,
        "hands_up": 1,
        "steps_up": 1,
    }
    # Then 2c follows Qs: K A 5 Q a pair of aces before and after; T 4 8 2 high card, then a pair of tens: +1.
    assert counts(reading, "fourth") == {
        "flips": 2,
        "follower_changes": 2,
        "hands_up": 1,
        "hands_down": 1,
        "steps_up": 1,
        "steps_down": 1,
    }
    assert changes(reading) == {0: 3, 1: 2, -1: 1}
    assert reading.queens["third"] == 1


def test_an_up_card_of_a_folded_seat_flips() -> None:
    """The follower lies in a seat that folds later: up cards Qs 8d 7h | 2c 3c. The others' eights stay wild.

    Seat 1: K A Q, a pair of aces before and after; seat 3 has only 8s 9c: nine high, then a pair of nines.
    """
    reading = play("KcAd/Qs2c3h3d/6h", "f:4c4d/8d", "8s9c/7h3c9h7c/6s")
    assert counts(reading, "third") == {"flips": 1, "follower_changes": 1, "hands_up": 1, "steps_up": 1}
    assert changes(reading) == {0: 1, 1: 1}


def test_seats_that_lead_together() -> None:
    """Two seats with equal hands are two leaders: it is a change if a second one joins, or leaves.

    Up cards 5c Qd 7c 3h | 2c 2d Qs | 8h ...; seats 2 and 4 fold. The seven of seat 3 follows: K K 5 leads, then K 5 7
    is as good. Fourth street, the Queen ends the seven: K K 5 2 and K 5 7 2 are equal, then the second is king high.
    Fifth: the eight follows, seat 1 has it: three kings.
    """
    reading = play("KcKh/5c2c8h4h/Jd", "f:9c6d/Qd", "Kd5d/7c2d3s4s/Js", "f:9d6h/3hQs")
    assert counts(reading, "third") == {
        "flips": 1,
        "follower_changes": 1,
        "lead_changes": 1,
        "hands_up": 1,
        "steps_up": 1,
    }
    assert counts(reading, "fourth") == {
        "flips": 1,
        "follower_changes": 1,
        "lead_changes": 1,
        "hands_down": 1,
        "steps_down": 1,
    }
    assert counts(reading, "fifth") == {"flips": 1, "follower_changes": 1, "hands_up": 1, "steps_up": 2}


def test_pot_shared() -> None:
    """No Queen anywhere: both seats play the straight of their own, T 9 8 7 6; the pot is split in stud, too."""
    reading = play("Tc9c/8c7d6d2h/2s", "Td9d/8d7c6c3h/3s")
    assert reading.winners == reading.stud_winners == reading.unflipped_winners == [0, 1]
    assert reshapes.shares(reading.winners, [0, 1]) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


# --- figures over several deals

SPLIT = ("Tc9c/8c7d6d2h/2s", "Td9d/8d7c6c3h/3s")


def test_figures_of_four_deals() -> None:
    """Flips 1, 5, 0, 0 and changes of lead 0, 2, 0, 0 in four deals that count, and a fifth that is void.

    Both seats win twice alone or share; see the tests above for who wins and with what.
    """
    readings = [play(*seats) for seats in (FOLLOWER, THREE_QUEENS, SPLIT, SPLIT)]
    void = play(*SPLIT, house={"no_trigger": "redeal"})
    figures = reshapes.fold([*readings, void], [0, 1], nothing_known=True)
    # Mean 6/4; sum of squares from it: 1/4 + 49/4 + 9/4 + 9/4 = 17; error: root of 17/3/4.
    assert figures[ALL, "flips", ""] == pytest.approx((1.5, sqrt(17 / 12)))
    assert figures[ALL, "flips_chance", ""] == pytest.approx((0.5, 0.25))
    # 2 in 6 flips; left over: -1/3, 2 - 5/3, 0, 0; error of their mean: root of 2/9/3/4; over 6/4 flips a deal.
    assert figures[ALL, "lead_changes_per_flip", ""] == pytest.approx((1 / 3, sqrt(2 / 9 / 12) / 1.5))
    # Of 12 (flip, seat) pairs two climbed by two categories in the first deal (2 pairs), one in the second (10 pairs).
    # Left over: 2 - 2/4, 1 - 10/4, 0, 0.
    assert figures[ALL, "category_change", "+2"] == pytest.approx((3 / 12, sqrt(2 * 1.5**2 / 12) / 3))
    # Third street: in the first two deals one flip each; 2 of 4 pairs, left over 2 - 1 and 0 - 1.
    assert figures["third", "category_change", "+2"] == pytest.approx((0.5, sqrt(2 / 12)))
    assert figures["fifth", "steps_down", ""] == pytest.approx((0.5, 0.5))
    assert {name[2]: figure.value for name, figure in figures.items() if name[:2] == (ALL, "queens_up")} == {
        "0": 0.5,
        "1": 0.25,
        "3": 0.25,
    }
    assert {name[2]: figure.value for name, figure in figures.items() if name[:2] == (ALL, "follower")} == {
        "none": 0.5,
        "7": 0.25,
        "2": 0.25,
    }
    assert figures[ALL, "wild_count", "2"] == pytest.approx((0.5, 0.25))
    # Winners: 1, 1, both, both; in stud 2, 2, both, both; without the last flip 1, 2, both, both.
    assert figures[ALL, "winners_not_stud", ""] == pytest.approx((0.5, 0.25))
    assert figures[ALL, "winners_not_last_flip", ""] == pytest.approx((0.25, sqrt(3) / 8))
    assert figures[ALL, "winners_not_last_flip_if_any", ""] == pytest.approx((0.5, sqrt(1 / 8)))
    # Shares 1, 1, 1/2, 1/2: squares from the mean 4/16 in all.
    assert figures[ALL, "equity", "1"] == pytest.approx((0.75, sqrt(1 / 48)))
    assert figures[ALL, "advantage", "2"] == pytest.approx((-0.25, sqrt(1 / 48)))
    assert figures[ALL, "stud_equity", "2"] == pytest.approx((0.75, sqrt(1 / 48)))
    assert figures[ALL, "winning_category", "straight"].value == 0.75
    assert figures[ALL, "winning_category", "five of a kind"].value == 0.25
    assert figures[ALL, "stud_winning_category", "three of a kind"].value == 0.25
    assert figures[ALL, "stud_winning_category", "flush"] == (0, 0)


def test_no_flip_is_no_share_of_flips() -> None:
    figures = reshapes.fold([play(*SPLIT)] * 2, [0, 1])
    assert figures[ALL, "flips", ""] == figures["third", "flips_chance", ""] == (0, 0)
    assert isnan(figures[ALL, "hands_up_per_flip", ""].value)
    assert isnan(figures[ALL, "winners_not_last_flip_if_any", ""].value)
    assert (ALL, "advantage", "1") not in figures
    assert (ALL, "flips_per_flip", "") not in figures


@pytest.mark.parametrize("count", [2, 4])
def test_queens_face_up_against_their_closed_form(count: int) -> None:
    """Random deals: hypergeometric Queens, and Queens alone wild if none came or she was the last card (W6)."""
    deals, seats = 150, [dealer.parse_seat("xx/")] * count
    slots = dealer.deal_order(seats)
    readings = []
    for deal in dealer.random_deals(seats, deals, seed=count):
        hands = [list(deal.hands[at]) for at in range(count)]
        held = [dealer.Seat((hand[0], hand[1]), tuple(hand[2:6]), hand[6]) for hand in hands]
        readings.append(reshapes.read(reshapes.finished(held), range(count)))
        assert len(reshapes.finished(held)) == len(slots)
    figures = reshapes.fold(readings, range(count), nothing_known=True)
    up = 4 * count
    for queens in range(5):
        chance = comb(4, queens) * comb(48, up - queens) / comb(52, up)
        got = figures.get((ALL, "queens_up", str(queens)), reshapes.Figure(0, 0)).value
        assert_within(got, chance, share_error(chance, deals), queens)
    alone = comb(52 - up, 4) / comb(52, 4) + 1 / 13
    assert_within(figures[ALL, "wild_count", "1"].value, alone, share_error(alone, deals), "Queens alone")
    assert sum(figures[ALL, "equity", str(at + 1)].value for at in range(count)) == pytest.approx(1)
