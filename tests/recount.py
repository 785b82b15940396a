"""Sampled deals counted again from their cards, in plain Python: the judge of the tallies of ``equity``."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from simulator import Rules, Table, sample_deals
from simulator.audit import Deal
from simulator.results import Result
from tests import dealer, oracle
from tests.oracle import ids

# Seats, dead cards, common card, rules.
TABLES: dict[str, tuple[list[str], str, str | None, Rules]] = {
    "two seats": (["AsKd/Qh7c", "xx/Tc2d"], "", None, Rules()),
    "nothing known": (["xx/x"] * 2, "", None, Rules()),
    "three seats, a folded one": (["AsKd/Qh7c4s", "f:xx/QcKs", "xx/5h5d9c", "xx/2s3s4d"], "2c", None, Rules()),
    "folded, up cards unknown": (["f:xx/xQdx", "xx/xxxx", "f:5s5h/xx", "QsTs/9s8sxJd"], "", None, Rules()),
    "middle of a street": (["f:xx/Qc", "xx/5h9cJd", "JhJs/2hQd"], "", None, Rules()),
    "seventh street": (["AsKd/Qh7c4s2d/9h", "xx/TcTdTh6d/x", "f:JsJd/8h8c8d6c"], "", None, Rules()),
    "eight seats": (["xx/x"] * 8, "", None, Rules()),
    "eight seats, common card known": (["AhKh/xxxQs", "xx/x5hxx", *["xx/xxxx"] * 6], "", "9s", Rules()),
    "stud": (["AsKs/Ts9s", "7h7d/7cQd", "xx/5c5s"], "Js", None, Rules(game="stud")),
    "ties": (["AsKs/Jc2d", "AhKh/Jd2c", "AcKc/Jh2s"], "", None, Rules()),
    "double ace": (["Ah8h/Qd5h3h", "f:xx/2d", "KsQc/9s4sJs"], "", None, Rules(double_ace_flush="on")),
    "alone": (["QsQh/Qd5h", "f:xx/8s"], "", None, Rules()),
    "house: sevenths up": (
        ["f:JsJd/8hQc8d6c/x", "AsKd/Qh7c4s2d/Qs", "xx/5cTh6dx", "f:xx/9s"],
        "",
        None,
        Rules(seventh="up", last_queen="keep"),
    ),
    "house: followers add up": (
        ["AsKd/Qh7c", "xx/QsTc", "xx/xx"],
        "",
        None,
        Rules(followers="accumulate", extra_wild="2", last_queen="none"),
    ),
    "house: redeal": (
        ["AsKd/7c4s", "f:xx/9cx", "xx/xx"],
        "Kh",
        None,
        Rules(no_trigger="redeal", queens_wild="if_up", trigger="K"),
    ),
    "house: common card ignored": (
        ["xx/x"] * 8,
        "",
        None,
        Rules(common_card="ignored", no_trigger="redeal", followers="accumulate", queens_wild="never"),
    ),
    "house: all at once": (
        ["xx/x"] * 2,
        "",
        None,
        Rules(
            last_queen="none",
            queens_wild="if_up",
            trigger="5",
            followers="accumulate",
            no_trigger="redeal",
            extra_wild="9,5",
            seventh="up",
            double_ace_flush="on",
        ),
    ),
}


@dataclass
class Recount:
    """Figures of the live seats by index: tallies, and the share of the pot in each valid deal; and the void deals."""

    counts: dict[int, dealer.Count]
    shares: dict[int, list[Fraction]]
    void_deals: int


def table_of(name: str, **changes: Any) -> Table:
    """The table of this name."""
    seats, dead, common, rules = TABLES[name]
    return Table.parse(seats, dead=dead, common=common, rules=rules, **changes)


def recount(table: Table, deals: int, seed: int) -> Recount:
    """Settle the sampled deals of a seed by the rules of `tests.dealer` and the hands of `tests.oracle`.

    Only the cards of the seats and the common card are taken from the samples; order and wild ranks are worked out.
    """
    house = {"game": table.rules.game, **table.rules.to_dict()}
    found = Recount({}, {}, 0)
    for sample in sample_deals(table, deals, seed=seed).deals:
        deal = laid_out(sample, table.rules)
        assert oracle.text(deal.up_cards) == "".join(card for _, card, _ in sample.up_cards)
        assert sample.wild_ranks == oracle.rank_list(oracle.wild_ranks(deal.up_cards, house))
        one = dealer.settle([deal], house)
        assert sample.void == (one.deals == 0)
        assert list(sample.winners) == [at + 1 for at, count in one.counts.items() if count.pots]
        found.void_deals += one.void_deals
        for at, count in one.counts.items():
            total = found.counts.setdefault(at, dealer.Count())
            total.wins += count.wins
            total.tie_counts += count.tie_counts
            total.categories += count.categories
            found.shares.setdefault(at, []).append(count.pots)
    return found


def laid_out(sample: Deal, rules: Rules) -> dealer.Deal:
    """Up cards of a sampled deal in deal order as the wild rule counts them, and the cards of each live seat."""
    seats = [dealer.parse_seat(seat.cards) for seat in sample.seats]
    centre: list[int | None] = [*ids(sample.common or "")]
    own_seventh = rules.seventh == "up" and not centre
    faces = [(*seat.up, *([seat.last] if own_seventh and seat.last is not None else [])) for seat in seats]
    # Street by street in the order of the seats (D1, W3, W15), what is in the centre last (D3).
    up_cards = [cards[turn] for turn in range(5) for cards in faces if turn < len(cards)]
    if rules.common_card == "counts":
        up_cards += centre
    hands = {
        at: known((*seat.down, *seat.up, *(centre or [seat.last]))) for at, seat in enumerate(seats) if not seat.folded
    }
    assert {len(hand) for hand in hands.values()} == {7}
    return dealer.Deal(known(up_cards), hands)


def known(cards: Any) -> tuple[int, ...]:
    """Cards of which none may be missing."""
    assert None not in cards
    return tuple(cards)


def counts_of(result: Result) -> list[Any]:
    """Everything that a result counts: by seat, deals won alone, deals shared, and hands by category."""
    return [None if seat.folded else (seat.wins, seat.ties, seat.tie_counts, seat.categories) for seat in result.seats]
