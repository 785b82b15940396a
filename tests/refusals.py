"""What a table is refused with: shared by the tests of seats and tables."""

from typing import Any

import pytest

from simulator.table import Table


def refusal(seats: list[str], **options: Any) -> str:
    """The message with which the table is refused: one line."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        Table.parse(seats, **options)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message
