"""Televised seven-card stud hands, street by street: as they were played, and as Follow the Queen."""

from typing import Any

import pytest

from simulator import Rules, Table, equity
from tests import oracle
from tests.oracle import ids
from tests.televised import HANDS, STREETS, Hand, read

ALL = [read(path) for path in HANDS]
televised = pytest.mark.parametrize("hand", ALL, ids=lambda hand: hand.name)
games = pytest.mark.parametrize("game", ["stud", "ftq"])

# Worked by hand: streets dealt, players left in the end (from 1), wild ranks had it been Follow the Queen, and the
# winner of a completed showdown with his hand.
WORKED: dict[str, tuple[str, list[int], str, tuple[int, str] | None]] = {
    "wsop-2023-43-5-05": ("fifth", [5], "Q,3", None),
    "wsop-2023-43-5-07": ("third", [1], "Q", None),
    "wsop-2023-43-5-09": ("seventh", [2, 4], "Q,3", (2, "two pair")),
    "wsop-2023-43-5-11": ("seventh", [1, 2], "Q", (1, "two pair")),
    "wsop-2023-43-5-69": ("seventh", [2, 4], "Q,J", (4, "two pair")),
    "wsop-2023-43-5-72": ("fourth", [2], "Q", None),
    "wsop-2023-43-5-73": ("seventh", [2, 3], "Q", (2, "pair")),
    "wsop-2023-43-5-74": ("fourth", [1], "Q", None),
}


def ask(seats: list[str], game: str, deals: int = 500) -> Any:
    return equity(Table.parse(seats, rules=Rules(game=game)), method="montecarlo", deals=deals, seed=43)


def test_files_are_the_hands_worked_out() -> None:
    assert [hand.name for hand in ALL] == sorted(WORKED)


@televised
def test_hand_is_read_as_it_was_played(hand: Hand) -> None:
    last_street, live, wild, _ = WORKED[hand.name]
    assert [street.name for street in hand.streets] == list(STREETS[: STREETS.index(last_street) + 1])
    assert [at + 1 for at in hand.live] == live
    assert oracle.wild_ranks(ids(hand.streets[-1].up_cards)) == oracle.mask(wild)
    dealt = [card for player in hand.players for card in ids(player.cards())]
    assert len(dealt) == len(set(dealt))
    for at, cards in hand.shown.items():
        assert cards == hand.players[at].cards()


@televised
@games
def test_every_street(hand: Hand, game: str) -> None:
    for street in hand.streets:
        report = ask(street.seats, game).to_dict()
        assert report["street"] == street.name
        assert report["street_complete"] is True
        assert "".join(report["up_cards"]) == street.up_cards
        wild = 0 if game == "stud" else oracle.wild_ranks(ids(street.up_cards))
        assert report["wild"]["ranks"] == oracle.rank_list(wild)
        live = [seat for seat in report["seats"] if not seat["folded"]]
        assert sum(seat["equity"] for seat in live) == pytest.approx(1, abs=1e-12)
        assert all(sum(seat["categories"].values()) == pytest.approx(1, abs=1e-12) for seat in live)
        assert [seat["folded"] for seat in report["seats"]] == [text.startswith("f:") for text in street.seats]
        assert all(seat["equity"] is None for seat in report["seats"] if seat["folded"])


@televised
@games
def test_last_player_left_has_the_whole_pot(hand: Hand, game: str) -> None:
    shares = ask(hand.final_seats, game).seats
    if len(hand.live) == 1:
        assert shares[hand.live[0]].equity == 1
    assert sum(shares[at].equity for at in hand.live) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("hand", [hand for hand in ALL if WORKED[hand.name][3]], ids=lambda hand: hand.name)
def test_showdown_of_stud_goes_to_the_better_natural_hand(hand: Hand) -> None:
    winner, category = WORKED[hand.name][3] or (0, "")
    values = {at: oracle.best_by_reach(ids(hand.players[at].cards())) for at in hand.live}
    assert max(values, key=lambda at: values[at]) == winner - 1
    assert oracle.CATEGORIES[values[winner - 1][0]] == category
    result = ask(hand.final_seats, "stud")
    for at in hand.live:
        assert result.seats[at].equity == (at == winner - 1)
    assert result.seats[winner - 1].categories[category] == 1


@pytest.mark.parametrize("hand", [hand for hand in ALL if WORKED[hand.name][3]], ids=lambda hand: hand.name)
def test_showdown_as_follow_the_queen_goes_to_the_better_wild_hand(hand: Hand) -> None:
    wild = oracle.wild_ranks(ids(hand.streets[-1].up_cards))
    values = {at: oracle.best_by_reach(ids(hand.players[at].cards()), wild) for at in hand.live}
    result = ask(hand.final_seats, "ftq")
    best = [at for at in hand.live if values[at] == max(values.values())]
    for at in hand.live:
        assert result.seats[at].equity == (1 / len(best) if at in best else 0)
        assert result.seats[at].categories[oracle.CATEGORIES[values[at][0]]] == 1
