"""Numbers as people write them on a command line."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.arguments import parse_precision, parse_seconds, parse_whole


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


@pytest.mark.parametrize(
    ("text", "fraction"),
    [
        ("0.1%", 0.001), ("0.001", 0.001), ("1e-3", 0.001), (" .1 % ", 0.001), ("10%", 0.1), ("50%", 0.5), (".5", 0.5),
        ("0.00001%", 1e-7), ("3.1e-8", 3.1e-8), ("1E-1%", 0.001),
    ],
)  # fmt: skip
def test_precision(text: str, fraction: float) -> None:
    assert parse_precision(text) == fraction


@pytest.mark.parametrize(
    "text", ["", "%", "abc", "nan", "inf", "-1%", "-0.1", "1%%", "0,1%", "5s", "1e5000x", "٣%", "0x1"]
)
def test_no_precision(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a precision: write it as 0\.1% or 0\.001"):
        parse_precision(text)


@pytest.mark.parametrize("text", ["0", "0%", "51%", "1", "100", "1e-9", "0.000001%", "1e99", "1e-999", "9" * 40])
def test_precision_out_of_range(text: str) -> None:
    with pytest.raises(ValueError, match=r"^precision is "):
        parse_precision(text)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5s", 5), ("5", 5), ("500ms", 0.5), ("2m", 120), ("1.5min", 90), ("1h", 3600), ("0.25 s", 0.25),
        ("1e-3s", 0.001), ("5S", 5), ("24h", 86_400),
    ],
)  # fmt: skip
def test_time(text: str, seconds: float) -> None:
    assert parse_seconds(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "s", "-5s", "5 sec", "5d", "1:30", "nan", "inf", "infs", "5%", "5ss", "٣s"])
def test_no_time(text: str) -> None:
    with pytest.raises(ValueError, match="is not a time: write it as 5s, 500ms, 2m or 1h"):
        parse_seconds(text)


@pytest.mark.parametrize("text", ["0", "0s", "0ms", "1e9s", "9000h", "1e300h", "1e999"])
def test_time_out_of_range(text: str) -> None:
    with pytest.raises(ValueError, match=r"^time_limit is "):
        parse_seconds(text)


@given(st.text(max_size=60), st.sampled_from([parse_precision, parse_seconds]))
def test_any_text_is_a_quantity_or_a_one_line_error(text: str, parse: Callable[[str], float]) -> None:
    try:
        number = parse(text)
    except ValueError as error:
        lines = str(error).splitlines()
    else:
        lines = []
        assert number > 0
    assert len(lines) <= 1
