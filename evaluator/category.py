"""The ten hand categories (rule H2)."""

from enum import IntEnum


class HandCategory(IntEnum):
    """Hand categories, larger wins (rule H2): five of a kind is on top, the royal flush a straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    @property
    def label(self) -> str:
        """Name in words: ``"full house"``."""
        return self.name.lower().replace("_", " ")


LABELS = tuple(category.label for category in HandCategory)
