"""Where each witness stands at a point: what it says there, how surely, and who says so.

A witness speaks, or was read and is silent, or was not read there: three things, kept apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from penneech.apparatus import attestations
from penneech.evidence import ON_THE_POINT, Basis, Certainty
from penneech.witnesses import Reading, Seen, Silence, Unseen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.apparatus import Sources
    from penneech.evidence import Text
    from penneech.files.yamlscalar import Value
    from penneech.variant import Variant
    from penneech.witnesses import Passage, Source

EDITOR = "editor"
"""Whom source files name where the edition's own editor answers for a reading."""

HOLDS = "holds"
"""What is read of an invariant, and what every variant takes of it."""

_SUREST_FIRST = tuple(Certainty)


class Standing(StrEnum):
    """What a witness has at a point."""

    SPEAKS = "speaks"
    SILENT = "silent"
    UNSEEN = "unseen"
    NOT_RECORDED = "not_recorded"


class Voice(StrEnum):
    """Who says that a witness has a reading."""

    SOURCE = "source"
    EDITOR = "editor"
    REPORT = "report"


@dataclass(frozen=True, slots=True)
class Place:
    """A passage that has a reading, and the reading as it is recorded there."""

    passage: Passage
    says: Reading


@dataclass(frozen=True, slots=True)
class Testimony:
    """One reading of a point in one witness, with every passage that has it.

    `basis` is how the passages bear it, `stated` or `implied`, where a variant of the edition rests
    on them and says so; `resp` is the name in the source's file.
    """

    source: Source
    reading: str
    places: tuple[Place, ...]
    certainty: Certainty
    basis: Basis | None
    voice: Voice
    resp: str

    @property
    def is_firm(self) -> bool:
        """Whether the witness is taken to read so, and not only possible to be read so."""
        return self.certainty is not Certainty.LOW

    @property
    def reporters(self) -> tuple[str, ...]:
        """Who reports it, where the passage itself was not read."""
        found = (one.passage.reported_by for one in self.places)
        return tuple(dict.fromkeys(name for name in found if name is not None))


@dataclass(frozen=True, slots=True)
class Witnessing:
    """What one witness has at one point; testimonies stand with the surest first."""

    source: Source
    standing: Standing
    testimonies: tuple[Testimony, ...]
    note: Text | None = None

    @property
    def firm(self) -> tuple[Testimony, ...]:
        """What the witness is taken to read."""
        return tuple(one for one in self.testimonies if one.is_firm)


Bases = dict[tuple[str, str, str], Basis]
"""By point, citation and reading: how variants say that the passage bears it."""


def stated_bases(variants: Iterable[Variant]) -> Bases:
    """How the variants take the passages that they cite: as stating a reading, or implying it.

    Where two of them differ the stronger word stands.
    """
    bases: Bases = {}
    for variant in variants:
        for table in (variant.settings, variant.parameters, variant.invariants):
            for name, setting in table.items():
                for cite in setting.cites if setting.basis in ON_THE_POINT else ():
                    key = (name, cite, canonical(setting.value))
                    bases[key] = min(bases.get(key, setting.basis), setting.basis, key=_strength)
    return bases


def _strength(basis: Basis) -> int:
    return ON_THE_POINT.index(basis)


def canonical(value: Value) -> str:
    """A reading or a value in the one form in which sources and variants are compared.

    >>> canonical({"card": "7D", "turned_up": 14, "in_hand": 7})
    '7D 14/7'
    >>> canonical({"A": 5, "K": 4}), canonical(None)
    ('A5 K4', 'holds')
    """
    match value:
        case None:
            return HOLDS
        case {"card": card, "turned_up": turned_up, "in_hand": in_hand}:
            return f"{card} {turned_up}/{in_hand}"
        case dict():
            ranks = sorted(value.items(), key=lambda one: "AKQJT98765432".find(one[0]))
            return " ".join(f"{rank}{points}" for rank, points in ranks) or "none"
        case _:
            return str(value)


def witnessings(point: str, sources: Sources, bases: Bases) -> tuple[Witnessing, ...]:
    """What each source has at a point, source by source.

    Args:
        point: a rule point, parameter or invariant.
        sources: the witnesses.
        bases: as `stated_bases` gives them.
    """
    found: dict[str, list[Place]] = {siglum: [] for siglum in sources}
    absences: dict[str, Silence | Unseen] = {}
    for one in attestations(point, sources):
        if isinstance(one.says, Reading) and one.passage is not None:
            found[one.source.siglum].append(Place(one.passage, one.says))
        elif isinstance(one.says, Silence | Unseen):
            absences[one.source.siglum] = one.says
    return tuple(
        _witnessing(source, found[siglum], absences.get(siglum), bases)
        for siglum, source in sources.items()
    )


def _witnessing(
    source: Source, places: list[Place], absence: Silence | Unseen | None, bases: Bases
) -> Witnessing:
    if places:
        by_reading: dict[str, list[Place]] = {}
        for place in places:
            reading = canonical(place.says.value)
            by_reading.setdefault(reading, []).append(place)
        told = [_testimony(source, reading, same, bases) for reading, same in by_reading.items()]
        told.sort(key=lambda one: _SUREST_FIRST.index(one.certainty))
        return Witnessing(source, Standing.SPEAKS, tuple(told))
    match absence:
        case Silence():
            return Witnessing(source, Standing.SILENT, (), absence.note)
        case Unseen():
            return Witnessing(source, Standing.UNSEEN, (), absence.note)
        case None:
            unseen = source.seen is Seen.UNSEEN
            return Witnessing(source, Standing.UNSEEN if unseen else Standing.NOT_RECORDED, ())


def _testimony(source: Source, reading: str, places: list[Place], bases: Bases) -> Testimony:
    certainty = min((one.says.certainty for one in places), key=_SUREST_FIRST.index)
    resp = next(one.says.resp for one in places if one.says.certainty is certainty)
    known = (bases.get((one.says.point, one.passage.cite, reading)) for one in places)
    basis = min((one for one in known if one is not None), key=_strength, default=None)
    return Testimony(
        source, reading, tuple(places), certainty, basis, _voice(places, basis, certainty), resp
    )


def _voice(places: list[Place], basis: Basis | None, certainty: Certainty) -> Voice:
    """Who says so: whoever reports it; the source, where it states it; else the editor."""
    if all(one.passage.reported_by is not None for one in places):
        return Voice.REPORT
    says_it = basis is Basis.STATED and certainty is Certainty.HIGH
    return Voice.SOURCE if says_it else Voice.EDITOR


def of_witness(siglum: str, all_of_them: Iterable[Witnessing]) -> Witnessing:
    """What one witness has.

    Raises:
        StopIteration: when it is none of them.
    """
    return next(one for one in all_of_them if one.source.siglum == siglum)
