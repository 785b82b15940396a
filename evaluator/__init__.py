"""Wild-card hand evaluator: best five of up to seven cards, any ranks wild.

Names load when they are first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evaluator.cards import parse_cards
    from evaluator.category import HandCategory
    from evaluator.description import Hand, PlayedCard, describe
    from evaluator.hands import categories, evaluate

__all__ = ["Hand", "HandCategory", "PlayedCard", "categories", "describe", "evaluate", "parse_cards"]

_HOME = {
    "Hand": "description",
    "HandCategory": "category",
    "PlayedCard": "description",
    "categories": "hands",
    "describe": "description",
    "evaluate": "hands",
    "parse_cards": "cards",
}


def __getattr__(name: str) -> Any:
    """Load a public name on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
