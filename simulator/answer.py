"""What every answer about a table begins with: how the table was read; and answers as plain types."""

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from evaluator.cards import cards_text, ranks_list
from simulator.seats import card_or_x
from simulator.table import Table

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """How a table was read; attributes are named as the keys of `to_dict`.

    Attributes
    ----------
    schema, version : int, str
        Version of this form, and of the package.
    game, rules, dead, common, up_cards
        The table as it was read.
    street, street_complete : str, bool
        Street of the last card placed, and whether every live seat has its card of it.
    wild : dict or None
        ``ranks`` (ace to deuce), ``follower``, ``pending``; None if an up card is unknown.
    """

    schema: int
    version: str
    game: str
    rules: dict[str, str]
    dead: tuple[str, ...]
    common: str | None
    up_cards: tuple[str, ...]
    street: str
    street_complete: bool
    wild: dict[str, Any] | None

    def to_dict(self) -> dict[str, Any]:
        """Plain types under the documented keys, ready for JSON."""
        return {part.name: plain(getattr(self, part.name)) for part in fields(self) if part.repr}


def plain(value: Any) -> Any:
    """Dataclasses to dicts and tuples to lists, all the way down."""
    if is_dataclass(value):
        return {part.name: plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def table_facts(table: Table) -> dict[str, Any]:
    """Those attributes of an `Answer` that do not depend on the program."""
    wild = table.wild
    return {
        "game": table.rules.game,
        "rules": table.rules.to_dict(),
        "dead": tuple(cards_text([card]) for card in table.dead),
        "common": card_or_x(table.common[0]) if table.common else None,
        "up_cards": tuple(card_or_x(up.card) for up in table.up_cards),
        "street": table.street.label,
        "street_complete": table.street_complete,
        "wild": None
        if wild is None
        else {
            "ranks": ranks_list(wild.wild_ranks),
            "follower": None if wild.follower is None else ranks_list(1 << wild.follower)[0],
            "pending": wild.pending,
        },
    }
