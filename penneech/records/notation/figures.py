"""The figures of a game in notation: numbers, and points of A and of B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.files.spelling import shown
from penneech.records.notation.lines import Entry, NotationError, Word

if TYPE_CHECKING:
    from penneech.files.yamlscalar import Value

_POINTS = "the points of A and of B, like A 28, B 7"
_FIGURES = 20
"""As many as a seed has at most."""


def whole(word: Word) -> int:
    """The number that a word writes.

    Raises:
        NotationError: when it is none.
    """
    if not (word.text.isascii() and word.text.isdecimal() and len(word.text) <= _FIGURES):
        raise NotationError(f"{shown(word.text)} is no number", word.offset)
    return int(word.text)


def score_of(entry: Entry) -> dict[str, Value]:
    """The points of A and of B.

    Raises:
        NotationError: for anything else.
    """
    points: dict[str, Value] = {}
    for name, figure in pairs_of(entry, _POINTS):
        if name.text.upper() not in ("A", "B"):
            raise NotationError(f"write {_POINTS}", name.offset)
        if name.text.upper() in points:
            raise NotationError(f"{name.text} is said twice", name.offset)
        points[name.text.upper()] = whole(figure)
    if len(points) < 2:  # noqa: PLR2004  # A's and B's
        raise NotationError(f"write {_POINTS}", entry.at)
    return points


def pairs_of(entry: Entry, wanted: str) -> list[tuple[Word, Word]]:
    """The words of an entry by twos.

    Raises:
        NotationError: when they are none, or not even; it says what is wanted.
    """
    words = entry.words()
    if not words or len(words) % 2:
        raise NotationError(f"write {wanted}", entry.at)
    return list(zip(words[::2], words[1::2], strict=True))
