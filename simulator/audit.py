"""Sampled deals shown card by card, so that anyone can check what the machine does.

The cards come from the kernels; what is said of them (wild ranks, hands, winners) from the plain rules.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evaluator.cards import card_text, ranks_list
from evaluator.description import Hand, describe
from simulator.completions import layout
from simulator.kernels import BLOCK, STRIDE, deal_block
from simulator.limits import checked_seed, whole
from simulator.rules import wild_start, wild_steps
from simulator.table import Table

MAX_COUNT = 1_000_000


@dataclass(frozen=True, slots=True)
class DealtSeat:
    """A seat at the end of a deal.

    Attributes
    ----------
    seat, folded : int, bool
        Number in deal order, and whether it has folded.
    cards : str
        Its cards in the notation; those of a folded seat that are unknown stay so.
    hand : Hand or None
        What it has at the showdown; None if it has folded.
    """

    seat: int
    folded: bool
    cards: str
    hand: Hand | None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal to the end.

    Attributes
    ----------
    up_cards : tuple of (int, str, list of str)
        In deal order (rule W3): number of the seat (0 for the centre), card, and wild ranks after it.
    seats : tuple of DealtSeat
        The seats in deal order.
    wild_ranks : list of str
        Wild ranks at the showdown, ace to deuce.
    winners : tuple of int
        Numbers of the seats that share the pot.
    """

    up_cards: tuple[tuple[int, str, list[str]], ...]
    seats: tuple[DealtSeat, ...]
    wild_ranks: list[str]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SampledDeals:
    """Sampled deals and the seed that gives them again."""

    seed: int
    deals: tuple[Deal, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain types, ready for JSON."""
        return {
            "seed": self.seed,
            "deals": [
                {
                    "up_cards": [
                        {"seat": seat, "card": card, "wild_ranks": ranks} for seat, card, ranks in deal.up_cards
                    ],
                    "wild_ranks": deal.wild_ranks,
                    "seats": [
                        {
                            "seat": seat.seat,
                            "folded": seat.folded,
                            "cards": seat.cards,
                            "hand": None if seat.hand is None else seat.hand.to_dict(),
                        }
                        for seat in deal.seats
                    ],
                    "winners": list(deal.winners),
                }
                for deal in self.deals
            ],
        }


def sample_deals(table: Table, count: int = 1, seed: int | None = None) -> SampledDeals:
    """Show the first deals of a Monte Carlo run: those that ``equity`` tallies for the same seed.

    Parameters
    ----------
    table : Table
        What is known.
    count : int
        How many deals, 1 to 1,000,000.
    seed : int or None
        0 .. 2**64 - 1; None draws one.

    Returns
    -------
    SampledDeals
        The deals, card by card.

    Raises
    ------
    ValueError
        An argument out of range; the message names it.
    """
    count = whole("count", count, 1, MAX_COUNT)
    seed = checked_seed(seed)
    where = layout(table)
    cards = np.empty(where.rows * STRIDE, np.uint8)
    followers = np.empty(BLOCK, np.uint8)
    deals = []
    for block in range(-(-count // BLOCK)):
        deal_block(where, np.uint64(seed), np.uint64(0), np.uint64(block), cards, followers)
        columns = cards.reshape(-1, STRIDE)[:, : min(BLOCK, count - block * BLOCK)].T
        deals += [_deal(table, column) for column in columns.tolist()]
    return SampledDeals(seed, tuple(deals))


def _deal(table: Table, column: list[int]) -> Deal:
    """Tell one deal from its column, whose rows `simulator.completions.layout` has put in order."""
    own = {seat.number: column[7 * k : 7 * k + 7] for k, seat in enumerate(table.live)}
    rest = iter(column[7 * len(own) :])
    up_of = {
        seat.number: [next(rest) for _ in seat.up] if seat.folded else own[seat.number][2:6] for seat in table.seats
    }
    finished = [
        replace(
            seat,
            down=seat.down if seat.folded else (own[seat.number][0], own[seat.number][1]),
            up=tuple(up_of[seat.number]),
            last=seat.last if seat.folded else () if table.common_due else (own[seat.number][6],),
        )
        for seat in table.seats
    ]
    up_of[0] = [column[6]]  # the common card, if there is one
    order = [(number, up_of[number][turn]) for number, turn in table.completed_up_order()]
    steps = wild_steps([card for _, card in order], table.rules)
    wild = (steps[-1] if steps else wild_start(table.rules)).wild_ranks
    double_ace = table.rules.double_ace_flush == "on"
    hands = {number: describe(cards, wild, double_ace_flush=double_ace) for number, cards in own.items()}
    best = max(hand.strength for hand in hands.values())
    return Deal(
        up_cards=tuple(
            (number, card_text(card), ranks_list(step.wild_ranks))
            for (number, card), step in zip(order, steps, strict=True)
        ),
        seats=tuple(DealtSeat(seat.number, seat.folded, seat.text, hands.get(seat.number)) for seat in finished),
        wild_ranks=ranks_list(wild),
        winners=tuple(number for number, hand in hands.items() if hand.strength == best),
    )
