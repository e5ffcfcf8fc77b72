"""What a plain scalar of YAML means: the core schema of YAML 1.2, and what is refused beyond it.

`no` and `on` are text, `1:1` is text, `0x10` and `0o17` are whole numbers. Three things are refused
that the core schema allows, because no file of Penneech needs them and each has misled people:
numbers with leading zeros, infinities, and what is not a number.
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"
"""What a YAML or JSON text holds."""

_DIGITS = 30

_CORE: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_LEADING_ZERO = re.compile(r"[-+]?0+[0-9]")
_NO_FIGURE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
# Escapes in double quotes can bring in what the text itself may not hold: what moves the cursor of
# a terminal, turns the direction of a line, or cannot be written out at all.
UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def plain_value(text: str) -> Value:
    """Read a plain scalar by the core schema.

    Raises:
        ValueError: for a number that is refused; the text says what to write.

    >>> plain_value("no"), plain_value("1:1"), plain_value("0x10"), plain_value("~")
    ('no', '1:1', 16, None)
    """
    if text in _CORE:
        return _CORE[text]
    if _NO_FIGURE.fullmatch(text):
        raise ValueError(f"{text} is no figure; write a number, or put the text in quotes")
    if _BASED.fullmatch(text):
        _short(text)
        return int(text, 0)
    if not _FLOAT.fullmatch(text):
        return text
    _short(text)
    if _LEADING_ZERO.match(text):
        better = re.sub(r"^([-+]?)0+(?=[0-9])", r"\1", text)
        raise ValueError(
            f"{text} has a leading zero, which some programs take for octal; "
            f'write {better}, or "{text}" if it is a text'
        )
    if _INT.fullmatch(text):
        return int(text)
    figure = float(text)
    if math.isinf(figure):
        raise ValueError(f"{text} is too large a number")
    return figure


def _short(text: str) -> None:
    if len(text) > _DIGITS:
        raise ValueError(f"a number of {len(text)} characters; none here has more than {_DIGITS}")


def code(character: str) -> str:
    """Name a character that cannot be shown: U+001B."""
    return f"U+{ord(character):04X}"
