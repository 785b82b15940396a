"""Numbers as people write them on a command line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.arguments import parse_whole


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0), ("42", 42), ("5M", 5_000_000), ("5m", 5_000_000), ("200k", 200_000),
        ("1e6", 1_000_000), ("1E6", 1_000_000),
        ("2.5M", 2_500_000), (".5k", 500), ("1_000_000", 1_000_000), ("1.5e3k", 1_500_000), (" 7 ", 7), ("3.0", 3),
        ("18446744073709551615", 2**64 - 1), ("2.3M", 2_300_000),
    ],
)  # fmt: skip
def test_whole_number(text: str, number: int) -> None:
    assert parse_whole(text) == number


@pytest.mark.parametrize(
    "text", ["", "-1", "1.5", "1e-3", "0.1%", "M", "5G", "ten", "1e999", "٣", "1 000", "inf", "nan", "9" * 50]
)
def test_no_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="is not a whole number"):
        parse_whole(text)


@given(st.text(max_size=60))
def test_any_text_is_a_number_or_a_one_line_error(text: str) -> None:
    try:
        number = parse_whole(text)
    except ValueError as error:
        lines = str(error).splitlines()
    else:
        lines = []
        assert number >= 0
    assert len(lines) <= 1


@given(st.integers(0, 2**64 - 1))
def test_round_trip(number: int) -> None:
    assert parse_whole(str(number)) == number
