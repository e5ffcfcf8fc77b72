"""Variants: reconstructions of the game, each a reading for every rule point, with its evidence."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from os.path import realpath
from typing import TYPE_CHECKING, NamedTuple, cast

from penneech.apparatus import load_sources, shipped_sources
from penneech.errors import FileFaultsError
from penneech.evidence import Text
from penneech.files.yamlfile import read_yaml, stamp
from penneech.holdings import ENDINGS
from penneech.inheritance import combined_findings, rules_of
from penneech.paths import own, shipped
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS, Rules
from penneech.schema.filefaults import finding, told, unknown
from penneech.schema.parts import LONGEST_NAME, NAME
from penneech.variant_files import citation_findings, read_draft
from penneech.variant_names import path_meant, unknown_variant, variant_files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from penneech.apparatus import Sources
    from penneech.errors import Fault
    from penneech.evidence import Setting
    from penneech.files.shape import Finding
    from penneech.inheritance import Given
    from penneech.variant_files import Draft

VARIABLE = "PENNEECH_VARIANTS"
"""Names the folder of the reader's own variants."""

CHAIN_LIMIT = 32
"""How many variants may extend one another."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A reconstruction: its rules, and for each of them what it rests on.

    `settings` holds the rule points, `parameters` and `invariants` the rest, each by its id and in
    the order of the rule space. `extends` is the id of the parent, and `lineage` all ids from this
    variant to its base. A base made by a reader may leave invariants out.
    """

    id: str
    title: Text
    summary: Text
    witnesses: tuple[str, ...]
    extends: str | None
    lineage: tuple[str, ...]
    settings: Mapping[str, Setting] = field(hash=False)
    parameters: Mapping[str, Setting] = field(hash=False)
    invariants: Mapping[str, Setting] = field(hash=False)
    rules: Rules
    path: Path

    def setting(self, name: str) -> Setting:
        """The setting of a rule point, parameter or invariant.

        Raises:
            KeyError: when this variant has none.
        """
        return {**self.settings, **self.parameters, **self.invariants}[name]

    def resolved(self) -> dict[str, object]:
        """The resolved form of the rules: plain data, with no id and no evidence."""
        return self.rules.resolved()

    def digest(self) -> str:
        """The digest of the resolved form."""
        return self.rules.digest()


class Title(NamedTuple):
    """What a variant says of itself in a list: its id, its title, and a sentence."""

    id: str
    title: Text
    summary: Text


def variant_titles(variants_dir: Path | None = None) -> tuple[Title, ...]:
    """The variants as a list shows them, in the order of `variant_ids`.

    Their files are read and not checked, so that the list is there at once; of a file that cannot
    be read it has the id.
    """
    files = variant_files(own(variants_dir, VARIABLE))
    return tuple([_title(name, path) for name, path in files.items()])


def _title(name: str, path: Path) -> Title:
    try:
        top = read_yaml(path).top
    except FileFaultsError:
        return Title(name, Text(name), Text(""))
    title = Text.of(top.get("title"))
    return Title(name, title if title.en else Text(name), Text.of(top.get("summary")))


def load_variant(
    name_or_path: str | Path,
    *,
    variants_dir: Path | None = None,
    sources_dir: Path | None = None,
) -> Variant:
    """Load a variant by its id or by the path of its file.

    Args:
        name_or_path: an id, looked for in the reader's own folder and then among the shipped; or a
            path: whatever ends in .yaml or .yml, or has a stroke in it.
        variants_dir: the reader's own folder; else the one that PENNEECH_VARIANTS names, if any.
        sources_dir: of own sources; else the one that PENNEECH_SOURCES names, if any.

    Raises:
        UnknownNameError: when nobody knows the name.
        FileFaultsError: with all faults of the file, and of its parents.
    """
    folder = own(variants_dir, VARIABLE)
    path = path_meant(name_or_path)
    if path is None:
        known = variant_files(folder)
        if name_or_path not in known:
            raise unknown_variant(str(name_or_path), known)
        path = known[str(name_or_path)]
    return _load(path, folder, load_sources(sources_dir))


def shipped_variants() -> tuple[Variant, ...]:
    """All shipped variants, the bases first, in the order of the edition."""
    return _shipped(tuple((path, stamp(path)) for path in variant_files(None).values()))


def variant_ids(variants_dir: Path | None = None) -> tuple[str, ...]:
    """The ids of the shipped variants in the order of the edition, and of the reader's own."""
    return tuple(variant_files(own(variants_dir, VARIABLE)))


@lru_cache(maxsize=4)
def _shipped(files: tuple[tuple[Path, str], ...]) -> tuple[Variant, ...]:
    sources = shipped_sources()
    return tuple(_load(path, None, sources) for path, _ in files)


def _load(path: Path, folder: Path | None, sources: Sources) -> Variant:
    """Read a file and its parents, check them all, and put the variant together.

    Raises:
        FileFaultsError: with the faults of the file, then of its parents.
    """
    drafts, found, faults = _chain(path, folder)
    settings: dict[str, Setting] = {}
    values: Given = {}
    by_file: list[Sequence[Fault]] = [faults]
    for draft in reversed(drafts):
        settings |= draft.settings
        values |= {name: (value, draft.id) for name, value in draft.values.items()}
        own_findings = [
            *draft.found,
            *(found if draft is drafts[0] else ()),
            *citation_findings(draft, sources),
            *combined_findings(draft, values),
        ]
        by_file.append(told(draft.document, own_findings))
    everything = [fault for faults_of_one in reversed(by_file) for fault in faults_of_one]
    if everything:
        raise FileFaultsError(everything)
    return _variant(drafts, settings)


def _chain(path: Path, folder: Path | None) -> tuple[list[Draft], list[Finding], Sequence[Fault]]:
    """Read a file and its parents, up to the base or to where the chain breaks.

    Returns:
        The drafts, the file's own first; what to say of the chain in that file; and the faults of
        a parent that cannot be read at all.

    Raises:
        FileFaultsError: when the file itself cannot be read.
    """
    drafts = [read_draft(path, stamp(path))]
    while drafts[-1].extends is not None:
        child = drafts[-1]
        parent = _parent_file(child, folder)
        names = [draft.id for draft in drafts]
        if parent is None:
            return drafts, _unknown_parent(drafts, folder), ()
        if realpath(parent) in {realpath(draft.path) for draft in drafts}:
            ring = " -> ".join([*names, parent.stem])
            return drafts, [finding(("extends",), f"the variants extend one another: {ring}")], ()
        if len(drafts) >= CHAIN_LIMIT:
            message = f"more than {CHAIN_LIMIT} variants extend one another, from {names[0]} on"
            return drafts, [finding(("extends",), message)], ()
        try:
            drafts.append(read_draft(parent, stamp(parent)))
        except FileFaultsError as error:
            return drafts, [], error.faults
    return drafts, [], ()


def _parent_file(child: Draft, folder: Path | None) -> Path | None:
    """Look for the parent in the child's folder, then in the reader's own, then among the shipped.

    A name with a stroke or the like is no name; the child's own faults say so.
    """
    name = str(child.extends)
    if not _is_name(name):
        return None
    for place in (child.path.parent, folder, shipped("variants")):
        for ending in ENDINGS:
            if place is not None and (place / f"{name}{ending}").is_file():
                return place / f"{name}{ending}"
    return None


def _is_name(text: str) -> bool:
    return len(text) <= LONGEST_NAME and re.fullmatch(NAME[1:-1], text) is not None


def _unknown_parent(drafts: list[Draft], folder: Path | None) -> list[Finding]:
    """Say in the first file that the chain of parents breaks off."""
    *before, last = drafts
    if not _is_name(str(last.extends)):
        return []
    known = list(variant_files(folder))
    through = f"{' -> '.join(draft.id for draft in drafts)}: " if before else ""
    return [unknown(("extends",), f"{through}no variant is called", last.extends, known)]


def _variant(drafts: list[Draft], settings: Mapping[str, Setting]) -> Variant:
    """Make a variant of checked drafts, the variant's own first."""
    first = drafts[0]
    top = first.document.top
    witnesses = next(
        (d.document.top["witnesses"] for d in drafts if "witnesses" in d.document.top), []
    )
    return Variant(
        id=first.id,
        title=Text.of(top["title"]) if "title" in top else Text(first.id),
        summary=Text.of(top.get("summary")),
        witnesses=tuple(cast("list[str]", witnesses)),
        extends=first.extends,
        lineage=tuple(draft.id for draft in drafts),
        settings={point: settings[point] for point in RULE_POINTS},
        parameters={name: settings[name] for name in PARAMETERS},
        invariants={name: settings[name] for name in INVARIANTS if name in settings},
        rules=rules_of(settings),
        path=first.path,
    )
