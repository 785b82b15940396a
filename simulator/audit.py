"""Sampled deals shown card by card, so that anyone can check what the machine does.

The cards come from the kernels; what is said of them (wild ranks, hands, winners) from the plain rules.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from evaluator.cards import card_text, ranks_list
from evaluator.description import Hand, describe
from evaluator.kernels import BLOCK, STRIDE
from simulator.completions import layout
from simulator.hole_draws import draw_holes, hole_draws
from simulator.kernels import deal_block
from simulator.limits import checked_seed, whole
from simulator.rules import UP_CARDS, is_void, wild_start, wild_steps
from simulator.run import Progress
from simulator.table import Table
from simulator.workspace import workspace

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
        In deal order (rule W3): number of the seat (0 for the centre), card, and wild ranks after it. A seventh card is
        among them if it is dealt face up (rule W15), a common card if it counts (rule D3).
    common : str or None
        The common card, if there is one.
    seats : tuple of DealtSeat
        The seats in deal order.
    wild_ranks : list of str
        Wild ranks at the showdown, ace to deuce.
    winners : tuple of int
        Numbers of the seats that share the pot; none if the deal is void.
    void : bool
        Whether the deal is void because no trigger came face up (rule W13).
    """

    up_cards: tuple[tuple[int, str, list[str]], ...]
    common: str | None
    seats: tuple[DealtSeat, ...]
    wild_ranks: list[str]
    winners: tuple[int, ...]
    void: bool


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
                    "common": deal.common,
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
                    "void": deal.void,
                }
                for deal in self.deals
            ],
        }


def sample_deals(
    table: Table, count: int = 1, seed: int | None = None, *, progress: Progress | None = None
) -> SampledDeals:
    """Show the first deals of a Monte Carlo run: those that ``equity`` tallies for the same seed.

    Parameters
    ----------
    table : Table
        What is known.
    count : int
        How many deals, 1 to 1,000,000.
    seed : int or None
        0 .. 2**64 - 1; None draws one.
    progress : callable or None
        Called as ``progress(done, total)`` with numbers of deals after each.

    Returns
    -------
    SampledDeals
        The deals, card by card.

    Raises
    ------
    ValueError
        An argument out of range; the message names it.
    FiltersTooTight
        Filters of many seats want the same cards: it would take too long to sample them.
    """
    count = whole("count", count, 1, MAX_COUNT)
    seed = checked_seed(seed)
    where, holes = layout(table), hole_draws(table)
    work = workspace(where)
    wild = np.empty(BLOCK, np.uint16)
    deals: list[Deal] = []
    for block in range(-(-count // BLOCK)):
        places = draw_holes(holes, seed, 0, block, block + 1)
        deal_block(where, work, places, np.uint64(seed), np.uint64(0), np.uint64(block), wild)
        columns = work.cards.reshape(-1, STRIDE)[:, : min(BLOCK, count - block * BLOCK)].T
        for column in columns.tolist():
            deals.append(_deal(table, column))
            if progress is not None:
                progress(len(deals), count)
    return SampledDeals(seed, tuple(deals))


def _deal(table: Table, column: list[int]) -> Deal:
    """Tell one deal from its column, whose rows `simulator.completions.layout` has put in order."""
    own = {seat.number: column[7 * k : 7 * k + 7] for k, seat in enumerate(table.live)}
    rest = iter(column[7 * len(own) :])
    own_seventh = table.rules.seventh == "up" and not table.common_due
    faces: dict[int, tuple[int, ...]] = {0: (column[6],)}  # the centre, if there is a common card
    finished = []
    for seat in table.seats:
        if seat.folded:
            up = tuple(next(rest) for _ in (*seat.up, *(seat.last if own_seventh else ())))
            last = up[len(seat.up) :] or seat.last
            finished.append(replace(seat, up=up[: len(seat.up)], last=last))
        else:
            first, second, *others = own[seat.number]
            up = tuple(others)
            last = () if table.common_due else up[UP_CARDS:]
            finished.append(replace(seat, down=(first, second), filter=None, up=up[:UP_CARDS], last=last))
        faces[seat.number] = up
    order = [(number, faces[number][turn]) for number, turn in table.completed_up_order()]
    steps = wild_steps([card for _, card in order], table.rules)
    state = steps[-1] if steps else wild_start(table.rules)
    void = is_void(state, table.rules)
    wild = state.wild_ranks
    double_ace = table.rules.double_ace_flush == "on"
    hands = {number: describe(cards, wild, double_ace_flush=double_ace) for number, cards in own.items()}
    best = max(hand.strength for hand in hands.values())
    return Deal(
        up_cards=tuple(
            (number, card_text(card), ranks_list(step.wild_ranks))
            for (number, card), step in zip(order, steps, strict=True)
        ),
        common=card_text(column[6]) if table.common_due else None,
        seats=tuple(DealtSeat(seat.number, seat.folded, seat.text, hands.get(seat.number)) for seat in finished),
        wild_ranks=ranks_list(wild),
        winners=() if void else tuple(number for number, hand in hands.items() if hand.strength == best),
        void=void,
    )
