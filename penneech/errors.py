"""Every way in which Penneech says no: one small tree of exceptions.

An error carries its data, so that a program may read it, and its text is one sentence for a person:
what is wrong, where, what is allowed, and what to do.
"""

from __future__ import annotations

import operator
import reprlib
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, SupportsIndex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Invisible, and part of how some scripts are written."""

_ACTING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Controls, turns of direction, halves of characters, ends of lines."""


def visible(text: str) -> str:
    r"""Write what would act on a screen, or hide there, by its escape; letters are as they were.

    >>> print(visible("\u00e9t\u00e9\x1b[2J\n\u202e.yaml"))
    été\x1b[2J\n\u202e.yaml
    """
    if text.isprintable():
        return text
    return "".join(_escape(mark) if _acts(mark) else mark for mark in text)


def _acts(mark: str) -> bool:
    return unicodedata.category(mark) in _ACTING and mark not in _JOINERS


def _escape(mark: str) -> str:
    return mark.encode("unicode_escape").decode("ascii")


_QUOTING = reprlib.Repr()
_QUOTING.maxstring = _QUOTING.maxother = 60


def quoted(value: object) -> str:
    """Quote what was found, of what is long or deep only so much that a person knows it again.

    >>> quoted("ZZ"), len(quoted("5S" * 1000))
    ("'ZZ'", 60)
    """
    return _QUOTING.repr(value)


def reason(error: OSError) -> str:
    """Say in a few words why the system refused something."""
    return (error.strerror or str(error)).lower()


def whole(number: SupportsIndex, what: str) -> int:
    """A whole number of any library as Python's own, which is written as it is read.

    Args:
        number: an int, or what stands for one, as numpy's do; True is 1.
        what: how messages call it: `a seed`.

    Raises:
        TypeError: for anything else.

    >>> whole(True, "a seed")
    1
    """
    try:
        return int(operator.index(number))
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {quoted(number)}") from None


class PenneechError(Exception):
    """Something that a user can mend; its text is one line, and meant to be shown as it is.

    `key` and `figures` tell the same to a program, so that it can be said in another language; the
    key is empty where nobody has needed that yet.
    """

    key: str = ""
    figures: Mapping[str, str | int] = {}

    def known_as(self, key: str, **figures: str | int) -> Self:
        """Name what is wrong, and give what the sentence is filled with."""
        self.key, self.figures = key, figures
        return self

    def __str__(self) -> str:
        # Messages quote files and arguments, and in those there may be anything.
        return visible(super().__str__())


class CardError(PenneechError):
    """A text that names no card of the pack."""


class RulesError(PenneechError):
    """Rules outside the rule space; `faults` has a (path, message) for each fault."""

    def __init__(self, faults: Sequence[tuple[tuple[str, ...], str]]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{'.'.join(path)}: {text}" for path, text in self.faults))


class IllegalPlayError(PenneechError):
    """A card or a throwing up that the rules forbid; `rule` names the rule that is broken."""

    def __init__(self, message: str, *, rule: str) -> None:
        self.rule = rule
        super().__init__(message)


class SeedError(PenneechError):
    """A seed, or the number of a game under it, outside 0 to 2^64 - 1."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file: where it is, what is wrong, what is allowed and what to do.

    `line` and `column` count from 1; both are 0 where a file has no place to point to.
    """

    file: str
    line: int
    column: int
    path: str
    message: str

    def __str__(self) -> str:
        """Give the fault as editors and compilers do: file:line:col: path: message."""
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        parts = (place, self.path, self.message) if self.path else (place, self.message)
        return visible(": ".join(parts))


class FileFaultsError(PenneechError):
    """A file that does not hold what it should; `faults` lists all of its faults at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


class UnreadableFileError(FileFaultsError):
    """A file that cannot be read, so that nobody can tell whether it holds what it should."""


class RecordError(PenneechError):
    """A record that does not hold; the text names deal, trick and card.

    `path` leads to what does not hold: keys, and positions in lists from 0.
    """

    def __init__(self, message: str, *, path: tuple[str | int, ...] = ()) -> None:
        self.path = path
        super().__init__(message)


class InstallationError(PenneechError):
    """Files that should have come with Penneech are not there."""


class UnknownNameError(PenneechError):
    """A variant, source or player that nobody knows; the text has the nearest spelling."""


class StudyError(PenneechError):
    """A study that cannot be planned, played, written or read."""
