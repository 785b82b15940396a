"""Chances that have a formula, for deals of which nothing is known and none is void: checks on what is counted."""

from math import comb

from evaluator.cards import DECK

TRIGGERS = 4
RANKS_THAT_FOLLOW = 12


def triggers_face_up(up_cards: int, triggers: int) -> float:
    """Chance that so many of the up cards are triggers: hypergeometric."""
    if triggers > up_cards:
        return 0.0
    return comb(TRIGGERS, triggers) * comb(DECK - TRIGGERS, up_cards - triggers) / comb(DECK, up_cards)


def no_follower(up_cards: int) -> float:
    """Chance that no follower is wild under the default rules: no trigger is face up, or the last up card is one."""
    return comb(DECK - up_cards, TRIGGERS) / comb(DECK, TRIGGERS) + TRIGGERS / DECK


def follower_changes(first: int, last: int) -> float:
    """Mean number of up cards that change the follower under the default rules, and so the wild ranks.

    Parameters
    ----------
    first, last : int
        Which up cards are looked at, the last one excluded; 0 is the first card face up.
    """
    return sum(map(_changes, range(first, last)))


def _changes(before: int) -> float:
    """Chance that the card after so many up cards changes the follower.

    It follows a trigger, or it is one that ends a follower: one that is neither the first nor follows another.
    """
    if not before:
        return 0.0
    follows = TRIGGERS / DECK * (DECK - TRIGGERS) / (DECK - 1)
    first_trigger = comb(DECK - 1 - before, TRIGGERS - 1) / comb(DECK, TRIGGERS)
    second_in_a_row = TRIGGERS * (TRIGGERS - 1) / (DECK * (DECK - 1))
    return follows + TRIGGERS / DECK - first_trigger - second_in_a_row
