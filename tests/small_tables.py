"""Random legal tables with few completions, which the slow dealer can go through: any street, house rules, filters."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb

from simulator import Rules, Table
from tests import dealer, oracle
from tests.dealer import Outcome, Pair
from tests.oracle import House, ids

# Each option with values that come up at random; the game stud has only those in the second table.
WILD_OPTIONS = {
    "last_queen": ["keep", "none"],
    "queens_wild": ["if_up", "never"],
    "trigger": ["K", "5", "2", "A"],
    "followers": ["accumulate"],
    "no_trigger": ["redeal"],
    "extra_wild": ["2", "9,2", "Q", "A,K,J"],
}
DEAL_OPTIONS = {"seventh": ["up"], "common_card": ["ignored"], "double_ace_flush": ["on"]}


@dataclass
class Question:
    """A table as it is written, and the filters of its seats as predicates."""

    seats: list[str]  # without filters
    dead: str = ""
    common: str | None = None
    house: House = field(default_factory=dict)
    filters: dict[int, tuple[str, Pair]] = field(default_factory=dict)  # by seat, from 0: text and meaning

    def texts(self) -> list[str]:
        """The seats in the notation, filters in the place of the down cards."""
        return [
            self.filters[at][0] + seat[seat.index("/") :] if at in self.filters else seat
            for at, seat in enumerate(self.seats)
        ]

    @property
    def known_common(self) -> int | None:
        """The common card, if it is known."""
        return None if self.common in (None, "x") else ids(str(self.common))[0]

    def table(self) -> Table:
        return Table.parse(self.texts(), dead=self.dead, common=self.common, rules=Rules(**self.house))

    @cached_property
    def outcome(self) -> Outcome:
        """What the dealer counts over every completion."""
        seats = [dealer.parse_seat(seat) for seat in self.seats]
        filters = {at: pair for at, (_, pair) in self.filters.items()}
        return dealer.settle(
            dealer.every_completion(seats, ids(self.dead), self.house, self.known_common, filters), self.house
        )


@dataclass
class _Draft:
    """A table in the making; a None is an unknown card, a seat's `last` is empty until it is dealt its seventh card."""

    folded: list[bool]
    down: list[list[int | None]]
    up: list[list[int | None]]
    last: list[list[int | None]]
    dead: list[int]
    common: list[int | None]
    house: dict[str, str]
    filters: dict[int, tuple[str, Pair]]

    def seat(self, at: int) -> dealer.Seat:
        one, other = self.down[at]
        last = self.last[at][0] if self.last[at] else None
        return dealer.Seat((one, other), tuple(self.up[at]), last, self.folded[at], bool(self.last[at]))

    def seats(self) -> list[dealer.Seat]:
        return [self.seat(at) for at in range(len(self.up))]

    def text(self, at: int) -> str:
        parts = [self.down[at], self.up[at], *([self.last[at]] if self.last[at] else [])]
        written = ["".join("x" if card is None else oracle.text([card]) for card in part) for part in parts]
        return ("f:" if self.folded[at] else "") + "/".join(written)

    def common_due(self) -> bool:
        return dealer.common_card_due(self.seats(), self.dead)

    def stub(self) -> int:
        """Cards left after sixth street (D3)."""
        return 52 - len(self.dead) - sum(2 + (len(seat.up) if seat.folded else 4) for seat in self.seats())

    def completions(self) -> int:
        """How many completions there are, were every pair to satisfy the filters."""
        common = self.common[0] if self.common else None
        slots = dealer.deal_order(self.seats(), self.dead, self.house, common)
        left, product = len(dealer.unseen_cards(self.seats(), self.dead, common)), 1
        for places in dealer.sets_of(slots, {at: pair for at, (_, pair) in self.filters.items()}):
            product *= comb(left, len(places))
            left -= len(places)
        return product

    def six_streets_dealt(self) -> bool:
        return all(folded or len(up) == 4 for folded, up in zip(self.folded, self.up, strict=True))


def random_house(rng: random.Random, options: int | None = None) -> dict[str, str]:
    """Stud now and then, else any number of house rules."""
    if options is None:
        options = rng.choice([0, 0, 1, 1, 1, 2, 3, 5, 9])
    stud = rng.random() < 0.12
    choices = DEAL_OPTIONS if stud else WILD_OPTIONS | DEAL_OPTIONS
    chosen = rng.sample(list(choices), min(options, len(choices)))
    return {**({"game": "stud"} if stud else {}), **{name: rng.choice(choices[name]) for name in chosen}}


def random_question(
    rng: random.Random, most: int, house: dict[str, str] | None = None, filtered: bool | None = None
) -> Question:
    """A legal table with at most so many completions (before filters), small numbers as likely as large ones."""
    house = random_house(rng) if house is None else house
    while True:
        draft = _known_cards(rng, house)
        limit = int(most ** rng.random())
        if _shrink(rng, draft, limit) and _is_legal(draft):
            _hide(rng, draft, limit)
            if filtered or (filtered is None and rng.random() < 0.3):
                _add_filters(rng, draft, most)
            if filtered and not draft.filters:
                continue
            return Question(
                [draft.text(at) for at in range(len(draft.up))],
                oracle.text(draft.dead),
                ("x" if draft.common[0] is None else oracle.text([draft.common[0]])) if draft.common else None,
                draft.house,
                draft.filters,
            )


def _known_cards(rng: random.Random, house: dict[str, str]) -> _Draft:
    """Seats somewhere in the middle of a deal, all their cards known."""
    count = rng.choice([2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 8])
    most = rng.choice([1, 2, 3, 3, *[4] * 8])  # up cards of the first live seat
    folded = [rng.random() < rng.choice([0, 0.2, 0.5]) for _ in range(count)]
    folded[rng.randrange(count)] = False
    # On a street that is under way, the seats from `turn` on wait for their card.
    turn = rng.randrange(1, count) if rng.random() < 0.35 else count
    if all(folded[:turn]):
        turn = count
    ups = []
    for at in range(count):
        dealt = most if at < turn or (folded[at] and all(folded[turn:at])) else most - 1
        if folded[at] and dealt < 1:
            folded[at] = False
        ups.append(rng.randint(1, dealt) if folded[at] else dealt)
    deck = rng.sample(range(52), 52)
    draft = _Draft(
        folded,
        down=[[deck.pop(), deck.pop()] for _ in range(count)],
        up=[[deck.pop() for _ in range(dealt)] for dealt in ups],
        last=[[] for _ in range(count)],
        dead=[],
        common=[],
        house=house,
        filters={},
    )
    if draft.six_streets_dealt() and rng.random() < 0.6:
        _deal_seventh(rng, draft, deck)
    return draft


def _deal_seventh(rng: random.Random, draft: _Draft, deck: list[int]) -> None:
    """Seventh cards to some seats: any of them down (W7), the first ones up (W15); some fold after that."""
    count = len(draft.up)
    turn = rng.randint(1, count)
    for at in range(count):
        given = at < turn if draft.house.get("seventh") == "up" else rng.random() < 0.6
        if deck and given and (not draft.folded[at] or (len(draft.up[at]) == 4 and rng.random() < 0.5)):
            draft.last[at] = [deck.pop()]


def _shrink(rng: random.Random, draft: _Draft, limit: int) -> bool:
    """Take cards out of the deck until few completions are left; False if it cannot be done."""
    spare = dealer.unseen_cards(draft.seats())
    rng.shuffle(spare)
    for _ in range(rng.choice([0, 0, 1, 5])):
        if spare and draft.stub() > 1:
            draft.dead.append(spare.pop())
    while draft.completions() > limit:
        if draft.stub() <= 1 or not spare:
            return False
        draft.dead.append(spare.pop())
    if draft.stub() < 1:
        return False
    if draft.common_due() and draft.six_streets_dealt():
        # The seventh cards of before lie in the deck again; a folded seat may have stayed until then.
        for at, folded in enumerate(draft.folded):
            if draft.last[at]:
                draft.last[at] = [None] if folded else []
        if rng.random() < 0.4 and draft.common_due():
            draft.common = [rng.choice(dealer.unseen_cards(draft.seats(), draft.dead))]
    return draft.completions() <= limit


def _is_legal(draft: _Draft) -> bool:
    """Whether the seventh cards agree with D3."""
    if draft.stub() < 1:
        return False
    if not draft.common_due():
        return not draft.common
    return all(not last or (folded and last == [None]) for last, folded in zip(draft.last, draft.folded, strict=True))


def _hide(rng: random.Random, draft: _Draft, limit: int) -> None:
    """Turn known cards into unknown ones, in random order, as long as there are few completions."""
    places: list[tuple[list[int | None], int]] = []
    for cards in [*draft.down, *draft.up, *draft.last, draft.common]:
        places += [(cards, nth) for nth, card in enumerate(cards) if card is not None]
    rng.shuffle(places)
    for cards, nth in places[: rng.choice([3, 8, 60])]:
        card, cards[nth] = cards[nth], None
        if draft.completions() > limit:
            cards[nth] = card


def _add_filters(rng: random.Random, draft: _Draft, most: int) -> None:
    """Filters in place of the down cards of one or two live seats, as long as there are few completions."""
    shown = [card for cards in draft.up for card in cards] + draft.common
    if draft.house.get("seventh") == "up":
        shown += [card for cards in draft.last for card in cards]
    wild = None if None in shown or draft.house.get("game") == "stud" else _wild_now(draft)
    live = [at for at, folded in enumerate(draft.folded) if not folded]
    for at in rng.sample(live, rng.randint(1, min(2, len(live)))):
        known, draft.down[at] = draft.down[at], [None, None]
        common = draft.common[0] if draft.common else None
        pairs = list(combinations(dealer.unseen_cards(draft.seats(), draft.dead, common), 2))
        # Most filters are impossible where few cards are left: the best of some draws.
        drawn = [random_filter(rng, wild) for _ in range(5)]
        draft.filters[at] = max(drawn, key=lambda drawn: any(drawn[1](*pair) for pair in pairs))
        if draft.completions() > most:
            draft.down[at] = known
            del draft.filters[at]


def _wild_now(draft: _Draft) -> int:
    """Wild ranks of the table as it stands, every up card of it known."""
    up_cards = [up[street] for street in range(4) for up in draft.up if street < len(up)]
    if draft.common and draft.house.get("common_card") != "ignored":
        up_cards += draft.common
    if draft.house.get("seventh") == "up" and not draft.common_due():
        up_cards += [card for last in draft.last for card in last]
    return oracle.wild_ranks([card for card in up_cards if card is not None], draft.house)


def random_filter(rng: random.Random, wild: int | None) -> tuple[str, Pair]:
    """A filter of the down cards: its text, and whether two cards satisfy it; `wild` are the wild ranks, if known."""
    terms = [_random_term(rng, wild) for _ in range(rng.choice([1, 1, 2, 3]))]
    text = ",".join(text for text, _ in terms)
    if _is_cards(text):
        return random_filter(rng, wild)  # known cards are no filter
    return text, lambda one, other: any(pair(one, other) for _, pair in terms)


def _is_cards(text: str) -> bool:
    """Whether down cards so written are simply known or unknown, such as Asx."""
    plain = text.replace("x", "")
    return len(plain) % 2 == 0 and set(plain[::2]) <= set(oracle.RANKS) and set(plain[1::2]) <= set(oracle.SUITS)


def _random_term(rng: random.Random, wild: int | None) -> tuple[str, Pair]:
    """A shape, less some others now and then."""
    shapes = [_random_shape(rng, wild) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    (text, first), rest = shapes[0], shapes[1:]
    return (
        "-".join([text, *(text for text, _ in rest)]),
        lambda one, other: first(one, other) and not any(pair(one, other) for _, pair in rest),
    )


def _random_shape(rng: random.Random, wild: int | None) -> tuple[str, Pair]:
    words: list[tuple[str, Pair]] = [
        ("pair", lambda one, other: one // 4 == other // 4),
        ("suited", lambda one, other: one % 4 == other % 4),
    ]
    if wild is not None:
        words.append(("wild", lambda one, other: bool(wild >> one // 4 & 1 or wild >> other // 4 & 1)))
    if rng.random() < 0.4:
        return rng.choice(words)
    (text, first), (text_2, second) = _random_token(rng), _random_token(rng)
    return text + text_2, lambda one, other: (one in first and other in second) or (other in first and one in second)


def _random_token(rng: random.Random) -> tuple[str, Sequence[int]]:
    """One place of a shape: its text and the cards that may stand there."""
    rank = rng.randrange(13)
    kind = rng.choice(["card", "rank", "rank", "or higher", "list", "any", "any"])
    if kind == "card":
        card = rng.randrange(52)
        return oracle.text([card]), [card]
    if kind == "rank":
        return oracle.RANKS[rank], range(4 * rank, 4 * rank + 4)
    if kind == "or higher":
        return oracle.RANKS[rank] + "+", range(4 * rank, 52)
    if kind == "list":
        ranks = rng.sample(range(13), rng.randint(2, 6))
        return f"[{''.join(oracle.RANKS[r] for r in ranks)}]", [4 * r + suit for r in ranks for suit in range(4)]
    return "x", range(52)
