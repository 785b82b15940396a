"""Dealt cards, hands and wild ranks as text for a person or a spreadsheet, made from the JSON form of each answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from evaluator.cards import ranks_list
from simulator.layout import columns, csv_text, paragraphs, ranks_text, up_card_grid
from simulator.rules import Rules, wild_start
from simulator.table import Table

DEAL_COLUMNS = (
    "deal", "seat", "cards", "folded", "category", "description", "strength", "winner", "void", "wild_ranks",
    "seed",
)  # fmt: skip
HAND_COLUMNS = ("cards", "wild_ranks", "category", "description", "best_five", "strength")
WILD_COLUMNS = ("card", "wild_ranks", "follower", "pending")


def unless_trigger(waiting: Sequence[str], rules: Rules) -> str:
    """Say that one more trigger would not be wild, if that is so: all triggers leave the same ranks wild."""
    return "" if rules.trigger in waiting else f" unless it is a {rules.trigger}"


def wild_at_start(rules: Rules) -> list[str]:
    """Wild ranks before any up card, ace to deuce."""
    return ranks_list(wild_start(rules).wild_ranks)


def deals_text(sample: Mapping[str, Any], table: Table) -> str:
    """Each deal: the up cards with the wild ranks they make, then each seat's hand and who wins."""
    parts: list[Sequence[str]] = []
    for number, deal in enumerate(sample["deals"], 1):
        seats = deal["seats"]
        up_cards = [(up["seat"], up["card"], up["wild_ranks"]) for up in deal["up_cards"]]
        rows = [["seat", "cards", "final hand", "best five", ""]]
        for seat in seats:
            hand = seat["hand"]
            won = ("ties" if len(deal["winners"]) > 1 else "wins") if seat["seat"] in deal["winners"] else ""
            words = ["folded", ""] if hand is None else [hand["description"], _best_five(hand)]
            rows.append([str(seat["seat"]), seat["cards"], *words, won])
        head = f"deal {number} of {len(sample['deals'])}, wild at the showdown: {ranks_text(deal['wild_ranks'])}"
        if deal["void"]:
            head = f"deal {number} of {len(sample['deals'])}: void, with no {table.rules.trigger} face up"
        if deal["common"] is not None and table.rules.common_card == "ignored":
            head += f", common card {deal['common']}"
        parts += [
            [head],
            up_card_grid(up_cards, len(seats), wild_at_start(table.rules)),
            columns(rows, "><<<<"),
        ]
    return paragraphs([*parts, [f"seed {sample['seed']}"]])


def deals_csv(sample: Mapping[str, Any]) -> str:
    """One row per deal and seat."""
    nothing = {"category": None, "description": None, "strength": None}
    rows = [
        {
            "deal": number,
            **(seat["hand"] or nothing),
            **{name: seat[name] for name in ("seat", "cards", "folded")},
            "winner": seat["seat"] in deal["winners"],
            "void": deal["void"],
            "wild_ranks": deal["wild_ranks"],
            "seed": sample["seed"],
        }
        for number, deal in enumerate(sample["deals"], 1)
        for seat in deal["seats"]
    ]
    return csv_text(DEAL_COLUMNS, rows)


def _best_five(hand: Mapping[str, Any], separator: str = ", ") -> str:
    """Write the best five cards, each wild one with what it stands for: ``Qs as Ah``."""
    return separator.join(
        best["card"] if best["as"] is None else f"{best['card']} as {best['as']}" for best in hand["best_five"]
    )


def hand_text(hand: Mapping[str, Any]) -> str:
    """Show one hand: its description, its best five cards and what each wild card stands for."""
    rows = [
        ["cards", "".join(hand["cards"])],
        ["wild", ranks_text(hand["wild_ranks"])],
        ["hand", hand["description"]],
        ["best five", _best_five(hand)],
        ["strength", str(hand["strength"])],
    ]
    return paragraphs([columns(rows, "<<")])


def hand_csv(hand: Mapping[str, Any]) -> str:
    """One row."""
    return csv_text(HAND_COLUMNS, [{**hand, "cards": "".join(hand["cards"]), "best_five": _best_five(hand, "; ")}])


def wild_text(answer: Mapping[str, Any], rules: Rules) -> str:
    """One line per up card: the wild ranks once it is out."""
    rows = [["up card", "wild", ""]]
    waited = False
    for step in answer["steps"]:
        words = ""
        if step["pending"]:
            words = "the next one will be wild" + unless_trigger(step["wild_ranks"], rules)
        elif waited:
            words = f"{step['follower']} follows"
        waited = step["pending"]
        rows.append([step["card"], ranks_text(step["wild_ranks"]), words])
    if len(rows) == 1:
        rows.append(["-", ranks_text(answer["wild_ranks"]), "before any up card"])
    return paragraphs([columns(rows, "<<<")])


def wild_csv(answer: Mapping[str, Any]) -> str:
    """One row per up card."""
    return csv_text(WILD_COLUMNS, answer["steps"])
