"""Figures of a list of next cards, from what was counted or sampled after each: chances, equities, changes, errors."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluator.cards import card_text, ranks_list
from simulator.card_chances import card_chances
from simulator.coming_card import ComingCard, certain_wild_ranks
from simulator.interval import SHARE_UNIT, moments
from simulator.out_lists import Now, OutGroup, OutList, Shares
from simulator.paired_sampling import Batches
from simulator.rules import MAX_SEATS

FEW_BATCHES = 16  # of 8,192 deals each: they do not tell how they scatter


class Counts(NamedTuple):
    """What was counted or sampled at several tables.

    Attributes
    ----------
    tallies : sequence of sequence of sequence of int
        By table and live seat: deals with 1 .. 8 winners of which it is one, then its hands by category.
    deals : sequence of int
        Valid deals of each table.
    batches : Batches or None
        What was sampled, by batches; None if it was counted.
    complete : bool
        False if the run was stopped before it was what was asked for.
    """

    tallies: Sequence[Sequence[Sequence[int]]]
    deals: Sequence[int]
    batches: Batches | None = None
    complete: bool = True

    def at(self, places: Sequence[int]) -> "Counts":
        """Those of some of the tables."""
        batches = self.batches
        if batches is not None:
            batches = Batches(batches.deals, batches.valid[:, places], batches.shares[:, places])
        return Counts([self.tallies[k] for k in places], [self.deals[k] for k in places], batches, self.complete)


class _Group(NamedTuple):
    """Cards of equal effect, and what was counted after one of them."""

    cards: tuple[int, ...]
    weight: float  # of all of them together: proportional to their chance, void deals not regarded
    wild_ranks: int | None
    tally: Sequence[Sequence[int]]
    deals: int
    place: int  # among the tables that were sampled

    @property
    def shares(self) -> list[int]:
        """Pots won by the live seats, in units of 1/840."""
        return [sum(SHARE_UNIT // k * count for k, count in enumerate(row[:MAX_SEATS], 1)) for row in self.tally]

    @property
    def equity(self) -> list[float]:
        """Equities of the live seats."""
        return [shares / (SHARE_UNIT * self.deals) for shares in self.shares]


def out_list(coming: ComingCard, counts: Counts, seed: int) -> OutList:
    """Make the list of a coming card.

    Parameters
    ----------
    coming : ComingCard
        The card.
    counts : Counts
        Those of the tables of its ways, in their order.
    seed : int
        Start of the random numbers, also where filters make some cards likelier than others.

    Raises
    ------
    FiltersTooTight
        As for `simulator.card_chances.card_chances`.
    """
    batches = counts.batches
    groups = _groups(coming, counts) if batches is None else _sampled_groups(coming, counts, seed)
    live = [seat.number for seat in coming.before.live]
    own = live.index(coming.seat)
    total = sum(group.weight * group.deals for group in groups)
    chances = [group.weight * group.deals / total for group in groups]
    now = [sum(g.weight * g.shares[k] for g in groups) / (SHARE_UNIT * total) for k in range(len(live))]
    errors = _Errors([[0.0] * len(live) for _ in groups], [0.0] * len(live), [0.0] * len(groups))
    if batches is not None:
        errors = _sampled_errors(groups, chances, now, own, batches)

    def by_seat(figures: Sequence[float]) -> Shares:
        of = dict(zip(live, figures, strict=True))
        return tuple(of.get(seat.number) for seat in coming.before.seats)

    lines = [
        OutGroup(
            cards=tuple(card_text(card) for card in sorted(group.cards, reverse=True)),
            chance=chance,
            wild_ranks=None if group.wild_ranks is None else tuple(ranks_list(group.wild_ranks)),
            equity=by_seat(group.equity),
            standard_error=by_seat(error),
            change=group.equity[own] - now[own],
            change_error=change_error,
            deals=group.deals,
        )
        for group, chance, error, change_error in zip(groups, chances, errors.groups, errors.changes, strict=True)
    ]
    lines.sort(key=lambda line: (line.change, line.chance), reverse=True)
    street = coming.street.label
    return OutList(coming.seat, coming.face, street, Now(by_seat(now), by_seat(errors.now)), tuple(lines))


def _groups(coming: ComingCard, counts: Counts) -> list[_Group]:
    """Make the groups of an exact answer: ways with equal counts of wins and ties and equal wild ranks are one."""
    merged: dict[object, _Group] = {}
    for way, tally, deals in zip(coming.ways, counts.tallies, counts.deals, strict=True):
        if deals:
            wild_ranks = certain_wild_ranks(way.table)
            key = (wild_ranks, deals, tuple(tuple(row[:MAX_SEATS]) for row in tally))
            cards = way.cards if key not in merged else merged[key].cards + way.cards
            merged[key] = _Group(cards, len(cards), wild_ranks, tally, deals, 0)
    return list(merged.values())


def _sampled_groups(coming: ComingCard, counts: Counts, seed: int) -> list[_Group]:
    """Make the groups of a sampled answer: the ways, less those of which no deal was valid."""
    card_weights = card_chances(coming.before, seed)
    return [
        _Group(way.cards, float(card_weights[list(way.cards)].sum()), certain_wild_ranks(way.table), tally, deals, at)
        for at, (way, tally, deals) in enumerate(zip(coming.ways, counts.tallies, counts.deals, strict=True))
        if deals
    ]


class _Errors(NamedTuple):
    """Standard errors: by group and live seat, by live seat for the chances now, and of the changes, by group."""

    groups: list[list[float]]
    now: list[float]
    changes: list[float]


def _sampled_errors(
    groups: Sequence[_Group], chances: Sequence[float], now: Sequence[float], own: int, batches: Batches
) -> _Errors:
    """Errors of sampled figures.

    Those after a card come from the variance of the shares of the pot. Groups have their random numbers in common, so
    errors of the chances now and of changes come from how these scatter over batches; where there are few of them, from
    the worst that can be in common.
    """
    of_groups = [[sqrt(moments(row[:MAX_SEATS], g.deals)[1] / g.deals) for row in g.tally] for g in groups]
    if len(batches.deals) < FEW_BATCHES:
        of_now = [sum(p * error[k] for p, error in zip(chances, of_groups, strict=True)) for k in range(len(now))]
        return _Errors(of_groups, of_now, [error[own] + of_now[own] for error in of_groups])
    places = [group.place for group in groups]
    valid = batches.valid[:, places, np.newaxis].astype(np.float64)
    shares = batches.shares[:, places] / SHARE_UNIT
    deals = np.array([group.deals for group in groups], np.float64)[:, np.newaxis]
    weights = np.array([group.weight for group in groups])[:, np.newaxis]
    # What each batch adds to the error of a ratio of sums, to first order.
    gaps = (shares - np.array([group.equity for group in groups]) * valid) / deals
    now_gaps = (weights * (shares - np.array(now) * valid)).sum(axis=1) / (weights * deals).sum()
    change_gaps = gaps[:, :, own] - now_gaps[:, np.newaxis, own]
    return _Errors(of_groups, _scatter(now_gaps, batches), _scatter(change_gaps, batches))


def _scatter(gaps: NDArray[np.float64], batches: Batches) -> list[float]:
    """Return the standard error of a sum over batches, whose variances are as their numbers of deals."""
    deals = batches.deals[:, np.newaxis]
    error: list[float] = np.sqrt((gaps**2 / deals).sum(axis=0) * deals.sum() / (len(deals) - 1)).tolist()
    return error
