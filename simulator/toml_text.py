"""Values as TOML text: what the standard library reads and does not write."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_LITERAL = re.compile(r"[^'\x00-\x08\x0a-\x1f\x7f]*")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def toml_value(value: Any) -> str:
    """Text of a value on one line.

    Parameters
    ----------
    value : bool, int, Decimal, float, str, date, time, datetime, sequence or mapping of these
        A mapping becomes an inline table.

    Raises
    ------
    TypeError
        A value that TOML does not have.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float | Decimal):
        return _number(Decimal(str(value)))
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {toml_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(toml_value(inner) for inner in value) + "]"
    raise TypeError(f"TOML has no {type(value).__name__}")


def toml_lines(fields: Mapping[str, Any]) -> str:
    """Text of named values, one a line."""
    return "".join(f"{_key(key)} = {toml_value(value)}\n" for key, value in fields.items())


def _number(value: Decimal) -> str:
    if value.is_nan():
        return "nan"
    if value.is_infinite():
        return "-inf" if value < 0 else "inf"
    text = str(value)
    return text if re.search(r"[.E]", text) else text + ".0"


def _string(text: str) -> str:
    if _LITERAL.fullmatch(text):
        return f"'{text}'"
    shown = (_ESCAPES.get(sign) or (sign if sign >= " " and sign != "\x7f" else f"\\u{ord(sign):04x}") for sign in text)
    return '"' + "".join(shown) + '"'


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _string(key)
