"""What a witness is: its bibliography, its descent, its passages, its silences, its claims."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from penneech.evidence import written

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from penneech.evidence import Certainty, Text
    from penneech.files.yamlscalar import Value


class Kind(StrEnum):
    """What a source is."""

    PRINTED = "printed"
    WEB = "web"
    MANUSCRIPT = "manuscript"


class Seen(StrEnum):
    """How much of a source was read for this edition."""

    WHOLE = "whole"
    PART = "part"
    UNSEEN = "unseen"


class Link(StrEnum):
    """How a source descends from another."""

    REPRINT = "reprint"
    REISSUE = "reissue"
    RECONSTRUCTION = "reconstruction"
    COMBINATION = "combination"
    TRANSLATION = "translation"
    DESCRIPTION = "description"
    ALLUSION = "allusion"


class LinkCertainty(StrEnum):
    """How sure a descent is."""

    CERTAIN = "certain"
    LIKELY = "likely"
    INFERRED = "inferred"


QUOTED = ("C74", "C87")
"""The two old editions: only from these is anything quoted, and no more than a lemma."""

LEMMA_WORDS = 8
"""The most words of a lemma."""

LOST = "\u2022"
"""Stands in what a copy has for a letter that cannot be read there."""

UNKNOWN = "unknown"
"""Who reports a passage, where nobody is named."""

INVARIANT_READINGS = ("holds", "against")
"""What a passage says of an invariant: that it is so, or the contrary."""

METRICS = (
    "points_a_deal",
    "dealers_edge",
    "deals_a_game",
    "minutes_a_game",
    "turn_up_share",
    "uneven_deals",
    "honour_turned_gain",
    "first_dealer_wins",
    "redeals",
    "choice",
    "only_one_card",
    "lead_changes",
    "skill",
)
"""The outcomes of play that a claim can be about, by the names that studies give them."""

PACED = "minutes_a_game"
"""The one of them that hangs on a pace: a claim about it is shown over the pace."""


class Threshold(StrEnum):
    """Whose the figure is that a claim expects."""

    SOURCE = "source"
    EDITOR = "editor"


@dataclass(frozen=True, slots=True)
class Descent:
    """A line of the stemma: the siglum that a source descends from."""

    siglum: str
    link: Link
    certainty: LinkCertainty
    note: Text | None


@dataclass(frozen=True, slots=True)
class Locator:
    """Where a passage stands: a page or a section."""

    page: str | None
    section: str | None

    def __str__(self) -> str:
        """Give it as a citation does: `p. 148`, `pp. 148-149`, or the name of the section."""
        parts = []
        if self.page is not None:
            several = any(mark in self.page for mark in "-\u2013,")
            parts.append(f"{'pp.' if several else 'p.'} {self.page}")
        if self.section is not None:
            parts.append(self.section)
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a passage says of a rule point (then `value` is a reading), parameter or invariant."""

    point: str
    value: Value = field(hash=False)
    certainty: Certainty
    resp: str
    note: Text | None

    @property
    def reading(self) -> str:
        """The reading as text."""
        return written(self.value)


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in a source, with what it says in our own words; `game` names another game.

    `reported_by` is the siglum of the source that reports it, where the place itself was not read.
    """

    siglum: str
    id: str
    game: str | None
    locator: Locator
    says: Text
    lemma: str | None
    readings: tuple[Reading, ...]
    reported_by: str | None = None

    @property
    def cite(self) -> str:
        """The passage as variants cite it: C74.honours."""
        return f"{self.siglum}.{self.id}"


@dataclass(frozen=True, slots=True)
class Loss:
    """Letters that cannot be read in a copy, and the source that supplies them.

    `reads` is what the copy has, `supplied` the same words whole, `passage` where they stand.
    """

    siglum: str
    id: str
    locator: Locator
    passage: str
    reads: str
    supplied: str
    by: str
    note: Text | None


@dataclass(frozen=True, slots=True)
class Silence:
    """A source was read and leaves a point open."""

    point: str
    note: Text | None


@dataclass(frozen=True, slots=True)
class Unseen:
    """The part of a source that may settle a point was not read."""

    point: str
    note: Text | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a source that play can test.

    `expect` has the figures that the outcome `metric` must keep to; `threshold` says whose they
    are, `fails` what would be needed to fail the claim.
    """

    siglum: str
    id: str
    locator: Locator
    says: Text
    metric: str
    expect: Mapping[str, Value] = field(hash=False)
    threshold: Threshold | None
    fails: Text | None

    @property
    def name(self) -> str:
        """The claim as it is cited: WpE.playing_time."""
        return f"{self.siglum}.{self.id}"


@dataclass(frozen=True, slots=True)
class Licence:
    """Under what terms a source may be used: an SPDX id or a word, and a note."""

    id: str
    note: Text | None


@dataclass(frozen=True, slots=True)
class Source:
    """A witness to the game; `csl` is its bibliographic data as a CSL-JSON object."""

    siglum: str
    kind: Kind
    seen: Seen
    title: Text
    csl: Mapping[str, Value] = field(hash=False)
    copy: Text | None
    licence: Licence
    descends: tuple[Descent, ...]
    passages: tuple[Passage, ...]
    silent: tuple[Silence, ...]
    unseen: tuple[Unseen, ...]
    claims: tuple[Claim, ...]
    path: Path
    losses: tuple[Loss, ...] = ()

    def passage(self, name: str) -> Passage | None:
        """The passage of that id."""
        return next((passage for passage in self.passages if passage.id == name), None)
