"""What every setting of a variant says for itself: basis, citations, note, and place."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from penneech.files.yamlscalar import Value

LANGUAGES = ("en", "it")
"""The languages of every shipped text, the one that stands in for the other first."""


class Basis(StrEnum):
    """What a setting rests on."""

    STATED = "stated"
    IMPLIED = "implied"
    ANALOGY = "analogy"
    SILENT = "silent"
    UNSEEN = "unseen"
    CONJECTURE = "conjecture"


ON_THE_POINT = (Basis.STATED, Basis.IMPLIED)
"""The bases that cite a passage on the game itself."""
CITING = (*ON_THE_POINT, Basis.ANALOGY)
"""The bases that cite something."""
NOTED = tuple(basis for basis in Basis if basis is not Basis.STATED)
"""The bases that need a note."""


class Certainty(StrEnum):
    """How sure a reading of a passage is."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Text:
    """A text in English, and in Italian where its author gave it."""

    en: str
    it: str | None = None

    def get(self, language: str) -> str:
        """Give the text in a language; where it is missing the English stands in, marked.

        >>> Text("trick", "presa").get("it"), Text("trick").get("it")
        ('presa', '[en] trick')
        """
        if language == "en":
            return self.en
        own = self.it if language == "it" else None
        return own if own is not None else f"[en] {self.en}"

    @classmethod
    def of(cls, value: Value) -> Text:
        """Make a text of the mapping of a checked file; white space is evened out."""
        given = value if isinstance(value, dict) else {}
        en, it = (given.get(language) for language in LANGUAGES)
        return cls(_even(en) or "", _even(it))


def _even(value: Value) -> str | None:
    return " ".join(value.split()) if isinstance(value, str) else None


class Origin(NamedTuple):
    """Where a setting was given: the variant, its file, line and column (from 1)."""

    variant: str
    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Setting:
    """One rule point, parameter or invariant of a variant, with the evidence for it.

    `value` is the reading of a rule point, the value of a parameter, and nothing for an invariant.
    `origin` tells which variant gave it: the variant itself, or one that it extends.
    """

    id: str
    value: Value = field(hash=False)
    basis: Basis
    cites: tuple[str, ...]
    note: Text | None
    origin: Origin

    @property
    def reading(self) -> str:
        """The reading or value as text."""
        return written(self.value)


def written(value: Value) -> str:
    """Write a reading or a value on one line.

    >>> written({"A": 5, "K": 4}), written("trumps_only"), written(None)
    ('A 5, K 4', 'trumps_only', '')
    """
    if value is None:
        return ""
    if isinstance(value, dict):
        return _pairs(value)
    return str(value)


def _pairs(value: Mapping[str, Value]) -> str:
    return ", ".join(f"{key} {written(inner)}" for key, inner in value.items()) or "none"
