"""The critical apparatus as data: each point with its witnesses, its analogies and choices."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from penneech.apparatus import attestations
from penneech.edition.standing import (
    HOLDS,
    Place,
    Standing,
    Testimony,
    Witnessing,
    canonical,
    stated_bases,
    witnessings,
)
from penneech.edition.stemma import in_time
from penneech.errors import UnknownNameError
from penneech.evidence import Basis
from penneech.files.spelling import listed, meant
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.witnesses import Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from penneech.apparatus import Sources
    from penneech.edition.standing import Bases
    from penneech.evidence import Setting
    from penneech.variant import Variant
    from penneech.witnesses import Passage

ALL_POINTS = (*RULE_POINTS, *PARAMETERS, *INVARIANTS)
"""Everything that the apparatus has an entry for, in the order of the rule space."""


class PointKind(StrEnum):
    """What a point is."""

    RULE = "rule"
    PARAMETER = "parameter"
    INVARIANT = "invariant"


class Agreement(StrEnum):
    """How far the witnesses that were read agree at a point."""

    ALL = "all"
    SPEAKING = "speaking"
    ONE = "one"
    DIVIDED = "divided"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Group:
    """The witnesses that have one reading; `possible` are those that can be read so at most."""

    reading: str
    firm: tuple[Testimony, ...]
    possible: tuple[Testimony, ...]


@dataclass(frozen=True, slots=True)
class Lemma:
    """Words of an old edition on a point, and every passage that has them so."""

    words: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Analogy:
    """What passages on other games of the volume have for a point."""

    reading: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What an editor chose for one variant, and the variants that take it over from there."""

    setting: Setting
    reading: str
    variants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ApparatusPoint:
    """One entry of the apparatus.

    `untold` are readings of the rule space that no witness has and no analogy supports.
    """

    id: str
    kind: PointKind
    lemmas: tuple[Lemma, ...]
    witnessings: tuple[Witnessing, ...]
    groups: tuple[Group, ...]
    analogies: tuple[Analogy, ...]
    choices: tuple[Choice, ...]
    untold: tuple[str, ...]

    @property
    def agreement(self) -> Agreement:
        """How far the witnesses that were read agree; what is only possible does not count."""
        firm = [group for group in self.groups if group.firm]
        if not firm:
            return Agreement.NOBODY
        if len(firm) > 1:
            return Agreement.DIVIDED
        if len(firm[0].firm) == 1:
            return Agreement.ONE
        read = [one for one in self.witnessings if one.standing is not Standing.UNSEEN]
        return Agreement.ALL if all(one.firm for one in read) else Agreement.SPEAKING

    @property
    def conjectures(self) -> tuple[Choice, ...]:
        """The choices that rest on no witness and no analogy."""
        return tuple(one for one in self.choices if one.setting.basis is Basis.CONJECTURE)

    def standing(self, standing: Standing) -> tuple[Witnessing, ...]:
        """The witnesses that stand so."""
        return tuple(one for one in self.witnessings if one.standing is standing)

    def chosen_by(self, reading: str) -> tuple[str, ...]:
        """The variants that have a reading."""
        return tuple(
            name for one in self.choices if one.reading == reading for name in one.variants
        )


@dataclass(frozen=True, slots=True)
class CriticalApparatus:
    """The whole of it: the witnesses in the order of time, the variants, and the points wanted."""

    sources: Sources
    variants: tuple[Variant, ...]
    points: tuple[ApparatusPoint, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every point is there."""
        return len(self.points) == len(ALL_POINTS)


def critical_apparatus(
    sources: Sources, variants: Sequence[Variant], points: Iterable[str] = ()
) -> CriticalApparatus:
    """Put the apparatus together.

    Args:
        sources: the witnesses.
        variants: the variants whose choices are shown.
        points: the points wanted, by their ids; all if none is named.

    Raises:
        UnknownNameError: for a point that the rule space does not have.
    """
    wanted = tuple(dict.fromkeys(points)) or ALL_POINTS
    for name in wanted:
        if name not in ALL_POINTS:
            raise UnknownNameError(
                f"no rule point, parameter or invariant is called {name!r}"
                f"{meant(name, ALL_POINTS)}; there are {listed(ALL_POINTS)}"
            )
    bases = stated_bases(variants)
    ordered = {siglum: sources[siglum] for siglum in in_time(sources)}
    return CriticalApparatus(
        ordered,
        tuple(variants),
        tuple(_point(name, ordered, variants, bases) for name in ALL_POINTS if name in wanted),
    )


def _point(
    name: str, sources: Sources, variants: Sequence[Variant], bases: Bases
) -> ApparatusPoint:
    found = witnessings(name, sources, bases)
    groups = tuple(_groups(name, found))
    analogies = tuple(_analogies(name, sources))
    choices = tuple(_choices(name, variants))
    told = {*(one.reading for one in groups), *(one.reading for one in analogies)}
    return ApparatusPoint(
        id=name,
        kind=kind_of(name),
        lemmas=tuple(_lemmas(found)),
        witnessings=found,
        groups=groups,
        analogies=analogies,
        choices=choices,
        untold=tuple(one for one in _known_readings(name) if one not in told),
    )


def kind_of(name: str) -> PointKind:
    """What kind of point it is."""
    if name in RULE_POINTS:
        return PointKind.RULE
    return PointKind.PARAMETER if name in PARAMETERS else PointKind.INVARIANT


def _known_readings(name: str) -> tuple[str, ...]:
    """The readings of a rule point in the order of the rule space."""
    return tuple(one.value for one in RULE_POINTS[name]) if name in RULE_POINTS else ()


def _in_order(name: str, readings: Iterable[str]) -> list[str]:
    """Readings in the order of the rule space; values and the like in that of the witnesses."""
    places = {reading: number for number, reading in enumerate((*_known_readings(name), HOLDS))}
    return sorted(dict.fromkeys(readings), key=lambda one: places.get(one, -1))


def _groups(name: str, found: Iterable[Witnessing]) -> Iterator[Group]:
    everything = [one for witnessing in found for one in witnessing.testimonies]
    for reading in _in_order(name, (one.reading for one in everything)):
        same = [one for one in everything if one.reading == reading]
        firm, possible = (tuple(one for one in same if one.is_firm is how) for how in (True, False))
        yield Group(reading, firm, possible)


def _analogies(name: str, sources: Sources) -> Iterator[Analogy]:
    places = [
        Place(one.passage, one.says)
        for one in attestations(name, sources, analogies=True)
        if one.passage is not None and one.passage.game is not None
        if isinstance(one.says, Reading)
    ]
    for reading in _in_order(name, (canonical(one.says.value) for one in places)):
        same = (one for one in places if canonical(one.says.value) == reading)
        yield Analogy(reading, tuple(same))


def _lemmas(found: Iterable[Witnessing]) -> Iterator[Lemma]:
    """The words that a point rests on: those of several witnesses together where they agree."""
    same: dict[tuple[str, str], list[Passage]] = {}
    for witnessing in found:
        for testimony in witnessing.testimonies:
            for place in testimony.places:
                words = place.passage.lemma
                if words is None:
                    continue
                passages = same.setdefault((place.passage.id, words), [])
                if place.passage not in passages:
                    passages.append(place.passage)
    for (_, words), passages in same.items():
        yield Lemma(words, tuple(passages))


def _choices(name: str, variants: Sequence[Variant]) -> Iterator[Choice]:
    """What was chosen, each choice once, with the variants that take it over."""
    taken: dict[tuple[str, str], list[str]] = {}
    settings: dict[tuple[str, str], Setting] = {}
    for variant in variants:
        setting = _setting(variant, name)
        if setting is not None:
            key = (setting.origin.file, setting.origin.variant)
            settings[key] = setting
            taken.setdefault(key, []).append(variant.id)
    choices = [
        Choice(setting, canonical(setting.value), tuple(taken[key]))
        for key, setting in settings.items()
    ]
    for reading in _in_order(name, (one.reading for one in choices)):
        yield from (one for one in choices if one.reading == reading)


def _setting(variant: Variant, name: str) -> Setting | None:
    """The setting of a point; a reader's own base may leave out an invariant."""
    for table in (variant.settings, variant.parameters, variant.invariants):
        if name in table:
            return table[name]
    return None
