"""The wild rule (W1-W8) of the specification: golden transcripts card by card, and random deals against the oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import Rules, Table, equity
from simulator.rules import wild_ranks
from tests import oracle
from tests.oracle import ids, mask
from tests.transcripts import GOLDEN, Transcript, transcripts

STUD = Rules(game="stud")


TRANSCRIPTS = transcripts("wild_rule.txt")
golden = pytest.mark.parametrize("deal", TRANSCRIPTS, ids=lambda deal: deal.name)
up_cards = st.lists(st.integers(0, 51), max_size=33, unique=True)
# Few ranks, so that most cards are Queens or next to one.
queens_about = st.lists(st.sampled_from(ids("QsQhQdQc5s5d9cKh")), max_size=8, unique=True)


def test_transcripts_are_read() -> None:
    assert len(TRANSCRIPTS) == (GOLDEN / "wild_rule.txt").read_text().count("\ndeal ") > 12
    assert {deal.street for deal in TRANSCRIPTS} == {"fourth", "fifth", "sixth"}


@golden
def test_transcript(deal: Transcript) -> None:
    assert wild_ranks("") == mask("Q")
    for dealt, wanted in enumerate(deal.wild, start=1):
        so_far = "".join(deal.cards[:dealt])
        assert oracle.wild_ranks(ids(so_far)) == mask(wanted), so_far
        assert wild_ranks(ids(so_far)) == mask(wanted), so_far
        assert wild_ranks(so_far) == mask(wanted), so_far
        assert wild_ranks(so_far, rules=STUD) == 0


@golden
def test_seats_are_dealt_to_in_the_order_of_the_transcript(deal: Transcript) -> None:
    """The up cards that a table makes of its seats are those of the transcript, and so are its wild ranks."""
    report = equity(Table.parse(deal.seat_texts()), method="montecarlo", deals=20, seed=1).to_dict()
    assert report["up_cards"] == deal.cards
    assert report["street"] == deal.street
    assert report["wild"]["ranks"] == deal.wild[-1].split(",")
    assert report["wild"]["pending"] == (deal.cards[-1][0] == "Q")
    follower = [rank for rank in deal.wild[-1].split(",") if rank != "Q"]
    assert report["wild"]["follower"] == (follower[0] if follower else None)


@given(st.one_of(up_cards, queens_about))
def test_random_up_cards_against_the_oracle(cards: list[int]) -> None:
    assert wild_ranks(cards) == oracle.wild_ranks(cards)
    assert wild_ranks(oracle.text(cards)) == oracle.wild_ranks(cards)
    assert wild_ranks(cards, rules=STUD) == 0


@given(st.one_of(up_cards, queens_about))
def test_queens_are_wild_and_at_most_one_more_rank(cards: list[int]) -> None:
    wild = wild_ranks(cards)
    assert wild & mask("Q")  # W1
    assert bin(wild).count("1") <= 2  # W4
    if not cards or cards[-1] // 4 == oracle.QUEEN or not any(card // 4 == oracle.QUEEN for card in cards):
        assert wild == mask("Q")  # W6
    else:
        assert wild != mask("Q")  # W2, W5: some Queen is up, and the cards after the last one are no Queens


@given(st.one_of(up_cards, queens_about), st.permutations(range(4)))
def test_suits_do_not_matter(cards: list[int], suits: list[int]) -> None:
    assert wild_ranks([card // 4 * 4 + suits[card % 4] for card in cards]) == wild_ranks(cards)
