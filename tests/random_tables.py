"""Random tables that a dealer could have dealt, under any rules."""

import random

from simulator import Rules, Table
from tests.oracle import text


def random_table(rng: random.Random, rules: Rules) -> Table:
    """A table of any street, with folded seats and unknown cards; tries that fit no deal are thrown away."""
    while True:
        try:
            return _attempt(rng, rules)
        except (ValueError, IndexError):  # or the deck has run out
            continue


def _attempt(rng: random.Random, rules: Rules) -> Table:
    deck = rng.sample(range(52), 52)
    unknown, folding = rng.choice([0.1, 0.5, 0.9]), rng.choice([0, 0.3])

    def cards(count: int) -> str:
        drawn = [text([deck.pop()]) for _ in range(count)]
        return "".join("x" if rng.random() < unknown else card for card in drawn)

    count, most = rng.choice([2, 3, 4, 7, 8, 8]), rng.choice([0, 1, 2, 3, 4, 4])
    dealt_to = rng.choice([count, rng.randint(1, count)])  # the seats before this one have their card of the street
    seventh = most == 4 and rng.random() < 0.5
    common = cards(1) if seventh and count == 8 else None  # as is due with few folded seats (D3)
    seats = []
    for at in range(count):
        folded = most > 0 and rng.random() < folding
        up = rng.choice([most, rng.randint(1, most)]) if folded else most if seventh or at < dealt_to else most - 1
        own = seventh and up == 4 and common is None and at < dealt_to
        last = "/" + cards(1) if own else "/x" if common and folded and rng.random() < 0.3 else ""
        seats.append(("f:" if folded else "") + cards(2) + "/" + cards(max(up, 0)) + last)
    dead = "".join(text([deck.pop()]) for _ in range(rng.choice([0, 0, 1, 4]))) if len(deck) > 4 else ""
    return Table.parse(seats, dead=dead, common=common, rules=rules)
