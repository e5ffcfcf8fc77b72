"""Reads one variant file and checks all that can be checked without its parents."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from penneech.evidence import ON_THE_POINT, Basis, Origin, Setting, Text
from penneech.files.spelling import listed, shown
from penneech.files.yamlfile import read_yaml
from penneech.rules import BOUNDS, INVARIANTS, PACK_SIZE, PARAMETERS, RULE_POINTS
from penneech.schema.filefaults import finding, own_name, shape_findings, unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from penneech.apparatus import Sources
    from penneech.files.shape import Finding
    from penneech.files.yamlfile import Document
    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path as ValuePath

_NO_SOURCE = "no source has the siglum"

SECTIONS = {"rules": tuple(RULE_POINTS), "parameters": PARAMETERS, "invariants": INVARIANTS}
"""The three tables of a variant file, and what each may hold."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A variant file as it stands: what it gives, and what is wrong with it.

    `settings` are those without fault; `values` are all good values of rule points and parameters,
    even where the evidence for them has a fault.
    """

    path: Path
    document: Document
    settings: Mapping[str, Setting]
    values: Mapping[str, Value]
    found: tuple[Finding, ...]

    @property
    def id(self) -> str:
        """The id, which is the file's own name."""
        return self.path.stem

    @property
    def extends(self) -> str | None:
        """The id of the parent, if one is named."""
        given = self.document.top.get("extends")
        return given if isinstance(given, str) else None


@lru_cache(maxsize=128)
def read_draft(path: Path, stamp: str) -> Draft:
    """Read a variant file.

    Args:
        path: the file.
        stamp: of the file, since a changed file is read again.

    Raises:
        FileFaultsError: when there is nothing to look at.
    """
    del stamp  # only distinguishes the states of a file in the cache
    document = read_yaml(path)
    found = [_with_arithmetic(one, document) for one in shape_findings(document, "variant")]
    found += own_name(document, "id", path.stem)
    bad = {one.path for one in found} | set(document.refused)
    items = {(section, name): item for section, name, item in _items(document)}
    settings = {
        path[1]: _setting(document, path, item)
        for path, item in items.items()
        if not any(one[:2] == path for one in bad)
    }
    values = {
        path[1]: item[key]
        for path, item in items.items()
        for key in ("reading", "value")
        if key in item and not any(one[:3] == (*path, key) for one in bad)
    }
    return Draft(path, document, settings, values, tuple(found))


def _items(document: Document) -> Iterator[tuple[str, str, Mapping[str, Value]]]:
    """Give each entry of the three tables that has the form of one."""
    for section, names in SECTIONS.items():
        table = document.top.get(section)
        for name in names:
            item = table.get(name) if isinstance(table, dict) else None
            if isinstance(item, dict):
                yield section, name, item


def _with_arithmetic(one: Finding, document: Document) -> Finding:
    """Say of too large a hand how many cards a deal would need."""
    if one.path != ("parameters", "hand_size", "value") or one.path not in document.values:
        return one  # of a value that is missing nothing is said but that
    size = document.value_at(one.path)
    most = BOUNDS["hand_size"][1]
    if not isinstance(size, int) or isinstance(size, bool) or size <= most:
        return one
    return finding(
        one.path,
        f"{shown(size)} is out of bounds: a deal uses 3 x {size} + 1 = {3 * size + 1} cards of the "
        f"{PACK_SIZE}, so hand_size is at most {most} (with redeal_scope: own_hand at most "
        f"{(PACK_SIZE - 1) // 5}, since two hands more may be drawn)",
    )


def _setting(document: Document, path: ValuePath, item: Mapping[str, Value]) -> Setting:
    """Make the setting of a checked entry."""
    return Setting(
        id=str(path[1]),
        value=item.get("reading", item.get("value")),
        basis=Basis(str(item["basis"])),
        cites=tuple(cast("list[str]", item.get("cites", []))),
        note=Text.of(item["note"]) if "note" in item else None,
        origin=Origin(
            str(document.top.get("id")), document.file, *document.place(path, of_key=True)
        ),
    )


def citation_findings(draft: Draft, sources: Sources) -> Iterator[Finding]:
    """Check that every citation is of a passage, of the kind that its basis needs."""
    for section, name, item in _items(draft.document):
        yield from _entry_citations(item, (section, name), sources)
    witnesses = draft.document.top.get("witnesses")
    for index, siglum in enumerate(witnesses if isinstance(witnesses, list) else []):
        if isinstance(siglum, str) and siglum not in sources:
            yield unknown(("witnesses", index), _NO_SOURCE, siglum, sources)


def _entry_citations(
    item: Mapping[str, Value], path: ValuePath, sources: Sources
) -> Iterator[Finding]:
    cites = item.get("cites")
    games: list[str | None] = []
    for index, cite in enumerate(cites if isinstance(cites, list) else []):
        if not isinstance(cite, str) or "." not in cite:
            continue
        siglum, _, name = cite.partition(".")
        source = sources.get(siglum)
        found = source.passage(name) if source is not None else None
        if source is None:
            yield unknown((*path, "cites", index), _NO_SOURCE, siglum, sources)
        elif found is None:
            known = [f"{siglum}.{passage.id}" for passage in source.passages]
            yield unknown((*path, "cites", index), f"{siglum} has no passage", cite, known)
        else:
            games.append(found.game)
    basis = item.get("basis")
    # Of a list with a wrong citation nobody can tell what it was to show.
    if not games or len(games) < len(cast("list[Value]", cites)):
        return
    if basis in ON_THE_POINT and all(game is not None for game in games):
        named = listed(sorted({str(game) for game in games}))
        yield finding(
            (*path, "basis"),
            f"{basis} needs a passage on Penneech itself, but every citation is of another game "
            f"({named}); that is an analogy",
        )
    if basis == Basis.ANALOGY and all(game is None for game in games):
        yield finding(
            (*path, "basis"),
            "analogy needs a passage on another game, but every citation is on Penneech itself; "
            "write stated or implied",
        )
