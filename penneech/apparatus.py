"""The sources of the edition: those shipped, the reader's own, and what they say of a point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from penneech.errors import Fault, FileFaultsError, UnknownNameError, quoted
from penneech.files.spelling import meant
from penneech.files.yamlfile import read_yaml, stamp
from penneech.holdings import held
from penneech.paths import own
from penneech.source_files import read_source
from penneech.witnesses import (
    Claim,
    Descent,
    Kind,
    Licence,
    Link,
    LinkCertainty,
    Locator,
    Loss,
    Passage,
    Reading,
    Seen,
    Silence,
    Source,
    Threshold,
    Unseen,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = [
    "Attestation",
    "Claim",
    "Descent",
    "Kind",
    "Licence",
    "Link",
    "LinkCertainty",
    "Locator",
    "Loss",
    "Passage",
    "Reading",
    "Seen",
    "Silence",
    "Source",
    "Sources",
    "Threshold",
    "Unseen",
    "attestations",
    "load_sources",
    "passage",
    "shipped_sources",
    "source_files",
]

VARIABLE = "PENNEECH_SOURCES"
"""Names the folder of the reader's own sources."""

Sources: TypeAlias = "Mapping[str, Source]"
"""Sources by siglum."""


def load_sources(folder: Path | None = None) -> Sources:
    """All sources: the shipped ones, and the reader's own, which replace those of the same siglum.

    Args:
        folder: of the reader's own sources; else the one that PENNEECH_SOURCES names, if any.

    Returns:
        Sources by siglum, in the order of the sigla. Read once for each state of the files.

    Raises:
        FileFaultsError: with the faults of all source files at once.
    """
    files = source_files(own(folder, VARIABLE))
    return _loaded(tuple((path, stamp(path)) for path in files.values()))


def shipped_sources() -> Sources:
    """The shipped sources alone."""
    return _loaded(tuple((path, stamp(path)) for path in source_files(None).values()))


def source_files(folder: Path | None) -> dict[str, Path]:
    """The source files by siglum: those of a folder, if given, before the shipped ones.

    Variants may lie in the same folder; they are none.

    Raises:
        FileFaultsError: when the folder is not there.
    """
    return dict(sorted(held("sources", folder).items()))


@lru_cache(maxsize=8)
def _loaded(files: tuple[tuple[Path, str], ...]) -> Sources:
    known = {path.stem for path, _ in files}
    sources: dict[str, Source] = {}
    faults: list[Fault] = []
    for path, _ in files:
        try:
            sources[path.stem] = read_source(path, known)
        except FileFaultsError as error:
            faults += error.faults
    faults = faults or [_ring_fault(ring, sources) for ring in _rings(sources)]
    if faults:
        raise FileFaultsError(faults)
    return sources


def ring_faults(source: Source, files: dict[str, Path]) -> tuple[Fault, ...]:
    """Tell every way in which one source would descend from itself.

    Args:
        source: the source.
        files: the files of the sources that it may descend from, by siglum; what cannot be read
            among them is passed over, since its own check tells of it.
    """
    sources = {source.siglum: source}
    asked = [descent.siglum for descent in source.descends]
    while asked:
        siglum = asked.pop()
        if siglum in sources or siglum not in files:
            continue
        try:
            sources[siglum] = read_source(files[siglum], set(files))
        except FileFaultsError:
            continue
        asked += [descent.siglum for descent in sources[siglum].descends]
    return tuple([_ring_fault(ring, sources) for ring in _rings_of(source.siglum, sources)])


def _rings(sources: Sources) -> Iterator[tuple[str, ...]]:
    for siglum in sources:
        yield from _rings_of(siglum, sources)


def _rings_of(siglum: str, sources: Sources) -> Iterator[tuple[str, ...]]:
    """Every way in which a source would descend from itself, as a chain of sigla."""
    chains: list[tuple[str, ...]] = [(siglum,)]
    seen = {siglum}
    while chains:
        chain = chains.pop()
        known = sources.get(chain[-1])
        for parent in (descent.siglum for descent in (known.descends if known else ())):
            if parent == siglum:
                yield (*chain, siglum)
            elif parent not in seen:
                seen.add(parent)
                chains.append((*chain, parent))


def _ring_fault(ring: tuple[str, ...], sources: Sources) -> Fault:
    message = f"the descent runs in a ring: {' -> '.join(ring)}"
    first = sources[ring[0]]
    place = next(i for i, descent in enumerate(first.descends) if descent.siglum == ring[1])
    return read_yaml(first.path).fault(("descends", place, "from"), message)


@dataclass(frozen=True, slots=True)
class Attestation:
    """What one source has to say of a point: a reading of a passage, a silence, or a part unseen.

    `passage` is where the reading stands, and None for the other two.
    """

    source: Source
    passage: Passage | None
    says: Reading | Silence | Unseen


def attestations(point: str, sources: Sources, *, analogies: bool = False) -> Iterator[Attestation]:
    """What the sources say of a rule point, parameter or invariant, source by source.

    Args:
        point: the id of the point.
        sources: the sources to ask.
        analogies: whether to take the passages on other games, which are left out else.
    """
    for source in sources.values():
        for place in source.passages:
            if place.game is not None and not analogies:
                continue
            for reading in place.readings:
                if reading.point == point:
                    yield Attestation(source, place, reading)
        absences: tuple[Silence | Unseen, ...] = (*source.silent, *source.unseen)
        for absence in absences:
            if absence.point == point:
                yield Attestation(source, None, absence)


def passage(cite: str, sources: Sources | None = None) -> Passage:
    """The passage that a citation (siglum.id) names.

    Args:
        cite: like `C74.honours`.
        sources: where to look; all that `load_sources` gives if not told.

    Raises:
        UnknownNameError: when no source has it; the text has the nearest spelling.
    """
    known_sources = load_sources() if sources is None else sources
    siglum, _, name = cite.partition(".")
    source = known_sources.get(siglum)
    found = source.passage(name) if source is not None else None
    if found is not None:
        return found
    if source is None:
        raise UnknownNameError(
            f"no source has the siglum {quoted(siglum)}{meant(siglum, known_sources)}"
        )
    known = [found.id for found in source.passages]
    guess = meant(name, known).replace("did you mean ", f"did you mean {siglum}.")
    raise UnknownNameError(f"{siglum} has no passage {quoted(name)}{guess}")
