"""The table of a hand with betting: cards in the order dealt, who is in, and equities counted over every deal."""

from dataclasses import replace

import pytest

from simulator import Rules, Table, equity, sample_deals
from simulator.coming_card import coming_cards, tables_after
from simulator.hand_state import HandState
from simulator.hand_table import hand_table
from simulator.rules import Street
from simulator.streets import street_tables
from simulator.table import UpCard
from tests import dealer, oracle
from tests.dealt_hands import completions, hand, played
from tests.oracle import ids, text

FIFTH_FOLDS = dict.fromkeys((1, 2, 4, 5, 6, 7), Street.FIFTH)
IN_TURN = "1-As 2-x 3-2c 1-Kd 2-x 3-2d 1+Qh 2+Tc 3+4s"
QUEEN_EXPOSED = "1-As 2!Qh 3-2c 1-Kd 2-8s 3-2d 1+5d 2-8h 3+9c"


def test_cards_and_folds_of_each_street() -> None:
    words = IN_TURN
    assert hand_table(hand(words, 3)) == Table.parse(["AsKd/Qh", "xx/Tc", "2c2d/4s"])
    words += " 3o 1c 2c 1+7c 2+2s 3+4d"
    assert hand_table(hand(words, 3)) == Table.parse(["AsKd/Qh7c", "xx/Tc2s", "2c2d/4s4d"])
    words += " 1b 2c 3f 1+Ks 2+Kc"  # aces and Queens wild make no difference to who acts
    assert hand_table(hand(words, 3)) == Table.parse(["AsKd/Qh7cKs", "xx/Tc2sKc", "f:2c2d/4s4d"])
    words += " 1b 2c 1+9s 2+9d 1b 2c 1-9h 2-x"
    shown = hand_table(hand(words, 3), {2: ids("TsTh9c")})
    assert shown == Table.parse(["AsKd/Qh7cKs9s/9h", "TsTh/Tc2sKc9d/9c", "f:2c2d/4s4d"])
    assert hand_table(hand(words, 3)) == Table.parse(["AsKd/Qh7cKs9s/9h", "xx/Tc2sKc9d/x", "f:2c2d/4s4d"])


def test_cards_shown_later_are_cut_to_those_dealt_by_now() -> None:
    shown = {2: (*ids("TsTh9c"),), 3: (None, None, *ids("9h"))}
    assert hand_table(hand(IN_TURN, 3), shown) == Table.parse(["AsKd/Qh", "TsTh/Tc", "2c2d/4s"])


def test_in_the_middle_of_a_street() -> None:
    assert hand_table(hand(IN_TURN + " 3o 1c 2c 1+7c", 3)) == Table.parse(["AsKd/Qh7c", "xx/Tc", "2c2d/4s"])


@pytest.mark.parametrize("words", ["", "1-As 2-x 3-2c", "1!As 2-x 3-2c 1-Kd 2-x 3-2d"])
def test_no_table_while_the_first_cards_are_dealt(words: str) -> None:
    with pytest.raises(ValueError, match="no table before third street is dealt"):
        hand_table(hand(words, 3))


def test_seventh_card_face_up() -> None:
    rules = Rules(seventh="up")
    state = played(Street.SEVENTH, 3, 1, rules, folds={2: Street.THIRD})
    table = hand_table(state)
    assert table.seats[0].last == state.player(1).up[4:]
    assert [up.card for up in table.up_cards] == [up.card for up in state.up_cards]
    assert table == Table.parse([seat.text for seat in table.seats], rules=rules)


def test_an_exposed_queen_comes_before_every_up_card() -> None:
    """B12: face up when it was exposed; so the first up card of third street follows it, not the card of seat 3."""
    table = hand_table(hand(QUEEN_EXPOSED, 3))
    assert table.up_cards == tuple(UpCard(seat, ids(card)[0]) for seat, card in ((2, "Qh"), (1, "5d"), (3, "9c")))
    assert [seat.text for seat in table.seats] == ["AsKd/5d", "8s8h/Qh", "2c2d/9c"]
    assert table.wild is not None
    assert oracle.rank_list(table.wild.wild_ranks) == ["Q", "5"]
    in_turn = Table.parse([seat.text for seat in table.seats])
    assert in_turn.wild is not None
    assert oracle.rank_list(in_turn.wild.wild_ranks) == ["Q", "9"]
    assert in_turn != table
    later = [(seat, turn) for turn in (1, 2, 3) for seat in (1, 2, 3)]
    assert table.completed_up_order() == [(2, 0), (1, 0), (3, 0), *later]


def test_an_order_that_is_that_of_the_turn_is_none() -> None:
    words = "1!Qh 2-x 3-2c 1-Kd 2-x 3-2d 1-As 2+Tc 3+4s"
    assert hand_table(hand(words, 3)) == Table.parse(["KdAs/Qh", "xx/Tc", "2c2d/4s"])


def test_the_order_lasts_through_other_rules_streets_and_next_cards() -> None:
    table = hand_table(hand(QUEEN_EXPOSED + " 1o 2c 3c 1+7c 2+7d 3+7h", 3))
    order = [up.seat for up in table.up_cards]
    assert order == [2, 1, 3, 1, 2, 3]
    assert table.with_rules(Rules(last_queen="keep")).up_cards == table.up_cards
    third, fourth = street_tables(table).entries
    assert [up.seat for up in third.table.up_cards] == [2, 1, 3]
    assert fourth.table == table
    assert fourth.is_headline
    for after in tables_after(coming_cards(table, 1)):
        assert after.up_cards[:6] == table.up_cards
        assert len(after.up_cards) == 7


def test_both_cards_exposed() -> None:
    """B12: the hand is dead and has two cards, both of them face up in their place (W2)."""
    state = hand("1!Qh 2-x 3-2c 1!7s 2-x 3-2d 2+Tc 3+4s", 3)
    table = hand_table(state)
    assert [up.seat for up in table.up_cards] == [1, 1, 2, 3]
    assert [seat.text for seat in table.seats] == ["f:/Qh7s", "xx/Tc", "2c2d/4s"]
    assert table.wild is not None
    assert oracle.rank_list(table.wild.wild_ranks) == ["Q", "7"]
    assert table.street is Street.THIRD
    assert table.street_complete
    assert table.completed_up_order()[:6] == [(1, 0), (1, 1), (2, 0), (3, 0), (2, 1), (3, 1)]
    assert [entry.table for entry in street_tables(table).entries] == [table]


def test_a_dead_hand_of_two_cards_leaves_enough_for_seventh_cards() -> None:
    """D3: 52 cards less 7 times 6 and 2 are 8, one more than there are seats; a folded hand of 4 leaves 6."""
    state = played(Street.SIXTH, 8, 3, exposed={4: 2})
    assert len(state.due) == 7
    table = hand_table(state)
    assert not table.common_due
    assert (
        Table.parse([seat.text for seat in table.seats if seat.down], dead=text(state.player(4).up)).common_due is False
    )
    dead = replace(table.seats[3], down=(None, None))
    assert Table.from_seats((*table.seats[:3], dead, *table.seats[4:])).common_due


def test_a_hand_folded_with_no_bet_keeps_the_up_cards_that_come_to_it() -> None:
    """B15."""
    state = played(Street.FIFTH, 3, 4, folds={3: Street.FOURTH})
    assert len(state.player(3).up) == 3
    table = hand_table(state)
    assert table.seats[2].folded
    down = [card for card in state.player(3).down if card is not None]
    assert table.seats[2].text == f"f:{text(down)}/{text(state.player(3).up)}"
    assert table == Table.parse([seat.text for seat in table.seats])
    assert [up.card for up in table.up_cards] == [up.card for up in state.up_cards]


def test_who_folds_on_seventh_street_shared_in_the_common_card() -> None:
    """D3: and so did a hand that was folded on sixth street with no bet to call (B15)."""
    state = played(
        Street.SEVENTH, 8, 5, folds={2: Street.SIXTH, 6: Street.SEVENTH, 7: Street.FIFTH}, bets={3: Street.SIXTH}
    )
    assert state.common is not None
    folded = [seat.last for seat in hand_table(state).seats if seat.folded]
    assert folded == [(), (None,), ()]
    unbet = played(Street.SEVENTH, 8, 5, folds={2: Street.SIXTH, 6: Street.SEVENTH})
    assert [seat.last for seat in hand_table(unbet).seats if seat.folded] == [(None,), (None,)]


HANDS = {
    "one card exposed": lambda rules: played(Street.FIFTH, 8, 1, rules, {5: 1, 3: 1}, FIFTH_FOLDS),
    "both cards of one exposed": lambda rules: played(Street.FIFTH, 8, 8, rules, {2: 2, 8: 1}, FIFTH_FOLDS),
    "folded with no bet, dealt to": lambda rules: played(
        Street.FIFTH,
        8,
        7,
        rules,
        {6: 1},
        {**dict.fromkeys((1, 2), Street.FOURTH), **dict.fromkeys((4, 5, 6, 7), Street.FIFTH)},
    ),
    "sixth street, the common card to come": lambda rules: played(Street.SIXTH, 8, 2, rules, {7: 1}),
    "seventh street, the common card out": lambda rules: played(
        Street.SEVENTH, 8, 2, rules, {1: 1}, {2: Street.SIXTH, 4: Street.SEVENTH}
    ),
}
RULES = {
    "default": {},
    "keep": {"last_queen": "keep"},
    "seventh up, five": {"seventh": "up", "trigger": "5"},
    "common card ignored": {"common_card": "ignored"},
    "stud": {"game": "stud"},
}


@pytest.mark.parametrize("house", RULES)
@pytest.mark.parametrize("name", HANDS)
def test_equities_against_every_deal(name: str, house: str) -> None:
    rules = Rules(**RULES[house])
    state = HANDS[name](rules)
    counted = dealer.settle(completions(state), RULES[house])
    found = equity(hand_table(state), method="exact")
    assert (
        {seat.seat - 1 for seat in found.seats if not seat.folded}
        == set(counted.counts)
        == {at - 1 for at in state.live}
    )
    assert found.deals == counted.deals
    for at, count in counted.counts.items():
        seat = found.seats[at]
        assert (seat.wins, seat.ties) == (count.wins, count.ties)


@pytest.mark.jit
@pytest.mark.parametrize("name", HANDS)
def test_sampled_equities_against_every_deal(name: str) -> None:
    state = HANDS[name](Rules())
    counted = dealer.settle(completions(state))
    found = equity(hand_table(state), method="montecarlo", deals=20_000, seed=5)
    for at, count in counted.counts.items():
        seat = found.seats[at]
        assert seat.equity is not None
        assert seat.standard_error is not None
        assert abs(seat.equity - float(count.pots) / counted.deals) <= 5 * seat.standard_error + 1e-9


def test_the_order_makes_a_difference() -> None:
    """Else the counts above would hold with the cards in any order."""
    state = queen_exposed_on_fifth()
    table = hand_table(state)
    in_turn = Table.parse([seat.text for seat in table.seats])
    counted = dealer.settle(completions(state))
    found, other = (equity(asked, method="exact") for asked in (table, in_turn))
    assert [found.seats[at].wins for at in counted.counts] == [count.wins for count in counted.counts.values()]
    assert [seat.wins for seat in found.seats] != [seat.wins for seat in other.seats]


def test_sampled_deals_follow_the_order() -> None:
    table = hand_table(hand(QUEEN_EXPOSED, 3))
    for deal in sample_deals(table, 50, seed=1).deals:
        assert [(seat, card) for seat, card, _ in deal.up_cards[:3]] == [(2, "Qh"), (1, "5d"), (3, "9c")]
        cards = [ids(card)[0] for _, card, _ in deal.up_cards]
        assert [list(wild) for _, _, wild in deal.up_cards] == [
            oracle.rank_list(oracle.wild_ranks(cards[: at + 1])) for at in range(len(cards))
        ]


def queen_exposed_on_fifth() -> HandState:
    """Sixth street of a hand in which a Queen was exposed: fives are wild, not nines."""
    words = QUEEN_EXPOSED + " 1o 2c 3c 1+5h 2+7d 3+9h 1b 2f 3c 1+Jc 3+9s 1c 3c 1+3d 3+Td"
    return hand(words, 3)
