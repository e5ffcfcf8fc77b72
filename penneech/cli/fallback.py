"""What a console shows of a letter that its encoding does not have: the next best, not a question.

A text in old spelling is unreadable with a question mark for every long s, and a card without its
suit is no card; so each such letter has letters of its own to stand in for it.
"""

from __future__ import annotations

import codecs
import sys
import unicodedata

NAME = "penneech"
"""The name of this treatment of errors, for `open` and `reconfigure`."""

_STAND_IN = {
    "\u017f": "s",  # long s
    "\u01b2": "V",
    "\u2022": "*",  # a lost letter
    "\u25aa": ".",
    "\u25ca": "*",
    "\u3008": "<",
    "\u3009": ">",
    "\u2013": "-",
    "\u2014": "--",
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u201f": '"',
    "\u00ab": '"',
    "\u00bb": '"',
    "\u2039": "'",
    "\u203a": "'",
    "\u2026": "...",
    "\u00b7": "-",
    "\u2212": "-",
    "\u00b1": "+-",
    "\u00d7": "x",
    "\u2192": "->",
    "\u2663": "C",
    "\u2666": "D",
    "\u2665": "H",
    "\u2660": "S",
}

_UNSEEN = {"Mn", "Me", "Cf"}
"""Kinds of characters that only change their neighbours: accents that stand alone, joiners."""


def stand_in(letter: str) -> str:
    r"""Give ASCII for a letter: its own stand-in, the letter without its accent, or a `?`.

    >>> stand_in("\u017f"), stand_in("\u00e8"), stand_in("\u4e00")
    ('s', 'e', '?')
    """
    if letter in _STAND_IN:
        return _STAND_IN[letter]
    if unicodedata.category(letter) in _UNSEEN:
        return ""
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii")
    # Box-drawing strokes fall to the plain strokes of a typewriter.
    strokes = {"HORIZONTAL": "-", "VERTICAL": "|"}
    words = unicodedata.name(letter, "").split()
    if words[:2] == ["BOX", "DRAWINGS"]:
        return "+" if "AND" in words else strokes.get(words[-1], "+")
    return plain or "?"


def _treat(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(stand_in, lacking)), error.end


def forgive_consoles() -> None:
    """Let standard output and standard error show a stand-in where they lack a letter."""
    codecs.register_error(NAME, _treat)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=NAME)
