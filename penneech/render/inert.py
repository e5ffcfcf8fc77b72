"""Makes text from anybody's file harmless to set: nothing in it acts, hides, or turns the line."""

from __future__ import annotations

import re
import unicodedata

INSTEAD = "\N{REPLACEMENT CHARACTER}"
"""Stands for a character that cannot be shown as it is."""

_ALLOWED_FORMATS = {
    "\N{SOFT HYPHEN}",
    "\N{ZERO WIDTH NON-JOINER}",
    "\N{ZERO WIDTH JOINER}",
}
"""Invisible characters that some scripts are written with."""

_BREAKS = re.compile(r"[\t\n\r]+")
"""What a text that is written on several lines has between them."""

_RIGHT_TO_LEFT = {"R", "AL", "AN"}


def inert(text: str) -> str:
    r"""Replace what does not print: controls, turns of direction, halves of characters.

    >>> inert("a\u202eb\x07c") == "a\ufffdb\ufffdc"
    True
    """
    if text.isascii() and text.isprintable():
        return text
    line = _BREAKS.sub(" ", text)
    return "".join(INSTEAD if _acts(character) else character for character in line)


def runs_right_to_left(text: str) -> bool:
    """Whether a text has letters that run from right to left, and so must be set apart."""
    if text.isascii():
        return False
    return any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text)


def _acts(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Cf":
        return character not in _ALLOWED_FORMATS
    # Cc controls, Cs halves, Cn what is no character, Zl and Zp breaks of lines.
    return category in {"Cc", "Cs", "Cn", "Zl", "Zp"}
