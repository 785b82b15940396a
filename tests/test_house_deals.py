"""House rules of the wild cards (W9-W15): golden deals card by card, and any up cards against the oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator import Rules, Table, equity
from simulator.rules import OPTIONS, is_void, wild_ranks, wild_start, wild_state, wild_steps
from tests import oracle
from tests.oracle import ids, mask
from tests.transcripts import GOLDEN, Transcript, transcripts

TRANSCRIPTS = transcripts("house_rules.txt")
golden = pytest.mark.parametrize("deal", TRANSCRIPTS, ids=lambda deal: deal.name)
REDEAL = Rules(no_trigger="redeal")

# Few ranks, so that most cards are triggers or next to one.
triggers_about = st.lists(st.sampled_from(ids("QsQhQdQc5s5dKhKdKsKc9c2d")), max_size=12, unique=True)
any_rules = st.builds(
    Rules,
    last_queen=st.sampled_from(["clear", "keep", "none"]),
    queens_wild=st.sampled_from(["always", "if_up", "never"]),
    trigger=st.sampled_from("QK5"),
    followers=st.sampled_from(["replace", "accumulate"]),
    no_trigger=st.sampled_from(["play", "redeal"]),
    extra_wild=st.sampled_from(["none", "2", "Q,9", "K,5"]),
)


def wild_mask(text: str) -> int:
    return 0 if text == "none" else mask(text.replace(",", ""))


def test_transcripts_are_read() -> None:
    assert len(TRANSCRIPTS) == (GOLDEN / "house_rules.txt").read_text().count("\ndeal ") > 20
    changed = {
        f"{option.name}={getattr(deal.rules, option.name)}"
        for deal in TRANSCRIPTS
        for option in OPTIONS
        if getattr(deal.rules, option.name) != option.default
    }
    assert changed >= {
        "last_queen=keep",
        "last_queen=none",
        "queens_wild=if_up",
        "queens_wild=never",
        "trigger=K",
        "followers=accumulate",
        "extra_wild=2",
        "seventh=up",
    }


@golden
def test_wild_ranks_after_each_card(deal: Transcript) -> None:
    house = {"game": "ftq", **deal.rules.to_dict()}
    assert wild_start(deal.rules).wild_ranks == wild_ranks("", rules=deal.rules) == wild_mask(deal.start)
    for state, wild, follower, waits in zip(
        wild_steps("".join(deal.cards), deal.rules), deal.wild, deal.followers, deal.waits, strict=True
    ):
        assert state.wild_ranks == wild_mask(wild)
        assert state.pending == waits
        assert state.follower == (None if follower == "-" else oracle.RANKS.index(follower))
    for dealt, wild in enumerate(deal.wild, start=1):
        assert oracle.wild_ranks(ids("".join(deal.cards[:dealt])), house) == wild_mask(wild)


@golden
def test_seats_are_dealt_to_in_the_order_of_the_transcript(deal: Transcript) -> None:
    """The up cards that a table makes of its seats are those of the transcript, and what it says of them is."""
    report = equity(Table.parse(deal.seat_texts(), rules=deal.rules), method="montecarlo", deals=20, seed=1).to_dict()
    assert report["up_cards"] == deal.cards
    assert report["street"] == deal.street
    assert report["rules"] == deal.rules.to_dict()
    assert report["wild"] == {
        "ranks": [] if deal.wild[-1] == "none" else deal.wild[-1].split(","),
        "follower": None if deal.followers[-1] == "-" else deal.followers[-1],
        "pending": deal.waits[-1],
    }


@given(triggers_about, any_rules)
def test_any_up_cards_against_the_oracle(cards: list[int], rules: Rules) -> None:
    house = {"game": "ftq", **rules.to_dict()}
    state = wild_state(cards, rules)
    assert state.wild_ranks == oracle.wild_ranks(cards, house)
    assert state.follower == oracle.follower(cards, house)
    assert state.pending == (oracle.RANKS[cards[-1] // 4] == rules.trigger if cards else False)
    assert state.triggered == any(oracle.RANKS[card // 4] == rules.trigger for card in cards)
    assert is_void(state, rules) == oracle.void(cards, house)


@given(triggers_about, any_rules)
def test_a_state_holds_no_more_than_later_cards_depend_on(cards: list[int], rules: Rules) -> None:
    """States serve as keys, so they are few: at most one follower, or those of four triggers (W12)."""
    states = wild_steps(cards, rules)
    if rules.followers == "replace":
        assert all(state.followers.bit_count() <= 1 for state in states)
        waiting = {state for state in states if state.pending}
        assert len(waiting) <= 1 or rules.last_queen == "keep"  # W4: a waiting trigger forgets what was before
    assert all(state.followers.bit_count() <= 4 for state in states)


@pytest.mark.parametrize(
    ("up_cards", "rules", "void"),
    [
        ("", REDEAL, True),
        ("5h Kd", REDEAL, True),
        ("5h Qd", REDEAL, False),
        ("Qd 5h Kd", REDEAL, False),
        ("5h Kd", Rules(), False),
        ("5h Qd", Rules(no_trigger="redeal", trigger="K"), True),
        ("5h Kd", Rules(no_trigger="redeal", trigger="K", queens_wild="never", last_queen="none"), False),
        ("5h Kd Qs", Rules(no_trigger="redeal", trigger="K", followers="accumulate"), False),
    ],
)
def test_void_deals(up_cards: str, rules: Rules, void: bool) -> None:
    assert is_void(wild_state(up_cards, rules), rules) is void  # W13
