"""Checks any file that Penneech reads: variants, sources and records."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.apparatus import VARIABLE as SOURCES_VARIABLE
from penneech.apparatus import load_sources, ring_faults, source_files
from penneech.errors import Fault, FileFaultsError, UnreadableFileError, reason
from penneech.files.opening import open_file
from penneech.files.spelling import shown
from penneech.files.yamlfile import file_name, in_order, read_yaml, stamp
from penneech.paths import own
from penneech.records.files import NOTATION
from penneech.remarks import remarks
from penneech.schema.filefaults import entries, told
from penneech.source_files import read_source
from penneech.variant import load_variant
from penneech.variant_files import read_draft

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

YAML_ENDINGS = (".yaml", ".yml")
RECORD_ENDINGS = (".json", ".jsonl")
_SCHEMA_ENDING = ".schema.json"
_STUDY = re.compile(rb'\s*\{\s*"format"\s*:\s*"penneech-(study|summary)')
_NO_GAME = re.compile(rb"(?:\s|#.*\n|---)*[\"']?(?:id|siglum)[\"']?\s*:")
"""How a variant or a source begins, whatever its file is called."""
_BEGINNING = 200
"""Bytes within which a file of JSON says what it is."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a file: its kind and name, or its faults; remarks are no faults.

    Records have no name; the number of games stands there. Of a file that cannot be read nobody
    can tell whether it holds.
    """

    path: Path
    kind: str
    name: str
    faults: tuple[Fault, ...] = ()
    remarks: tuple[Fault, ...] = ()
    is_read: bool = True

    @property
    def is_valid(self) -> bool:
        """Whether the file holds."""
        return not self.faults


def check_file(
    path: Path, *, variants_dir: Path | None = None, sources_dir: Path | None = None
) -> Checked:
    """Check one file, of whatever kind it is; the kinds are told apart by their first keys.

    Args:
        path: the file.
        variants_dir: of the reader's own variants, for parents.
        sources_dir: of the reader's own sources, for citations.
    """
    try:
        return _checked(path, variants_dir, sources_dir)
    except UnreadableFileError as error:
        return _unread(path, error.faults)
    except FileFaultsError as error:
        return _invalid(path, "file", error.faults)
    except OSError as error:
        return _unread(path, [_fault(path, f"cannot be read: {reason(error)}")])


def _checked(path: Path, variants_dir: Path | None, sources_dir: Path | None) -> Checked:
    if path.is_dir():
        os.scandir(path).close()  # the system says why, if it cannot be read
        return _invalid(path, "folder", [_fault(path, "a folder, where a file should be")])
    ending = path.suffix.lower()
    renamed = Path(path.stem).suffix.lower() in (*YAML_ENDINGS, *RECORD_ENDINGS)
    if ending == NOTATION and not renamed:
        with open_file(path) as stream:
            renamed = _NO_GAME.match(stream.read(_BEGINNING)) is not None
    if ending in RECORD_ENDINGS or (ending == NOTATION and not renamed):
        return _check_records(path)
    if ending not in YAML_ENDINGS:
        message = f"variants and sources end in {' or '.join(YAML_ENDINGS)}, records in "
        message += f"{', '.join(RECORD_ENDINGS)} or {NOTATION}"
        if renamed and Path(path.stem).suffix:
            message += f"; rename it to {path.stem}"
        return _invalid(path, "file", [_fault(path, message)])
    kind = _kind(path)
    if kind == "source":
        files = source_files(own(sources_dir, SOURCES_VARIABLE)) | _beside(path)
        source = read_source(path, set(files))
        return Checked(path, kind, source.siglum, ring_faults(source, files))
    try:
        sources = load_sources(sources_dir)
    except FileFaultsError as error:
        # Without the sources its citations cannot be looked up, but all else can be checked.
        draft = read_draft(path, stamp(path))
        return _invalid(path, kind, [*told(draft.document, draft.found), *error.faults])
    variant = load_variant(path, variants_dir=variants_dir, sources_dir=sources_dir)
    return Checked(path, kind, variant.id, remarks=tuple(remarks(variant, sources)))


def files_in(paths: Iterator[Path]) -> Iterator[Path]:
    """The files to check: those named, and of a folder all that Penneech may read.

    JSON Schemas lie beside the variants and are no records; nor are the manifest and the summary of
    a study. A folder that cannot be read is among
    the files, so that the check of it says so.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        closed: list[OSError] = []
        for folder, folders, names in os.walk(path, onerror=closed.append):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if _is_read(name.lower()) and not _is_of_a_study(Path(folder, name)):
                    yield Path(folder, name)
        yield from (Path(error.filename) for error in closed)


def variants_in(folder: Path) -> Iterator[Path]:
    """The files of a folder that are variants, or that nobody can read: loading them says why."""
    for path in files_in(iter([folder])):
        if path.suffix.lower() in YAML_ENDINGS and not _is_surely_a_source(path):
            yield path


def _is_surely_a_source(path: Path) -> bool:
    try:
        return _kind(path) == "source"
    except FileFaultsError:
        return False


def _is_read(name: str) -> bool:
    return name.endswith((*YAML_ENDINGS, *RECORD_ENDINGS)) and not name.endswith(_SCHEMA_ENDING)


def _is_of_a_study(path: Path) -> bool:
    """Whether a JSON file says in its first words that it belongs to a study."""
    if path.suffix.lower() != ".json":
        return False
    try:
        with open_file(path) as stream:
            return _STUDY.match(stream.read(_BEGINNING)) is not None
    except OSError:
        return False  # its own check says why it cannot be read


def _kind(path: Path) -> str:
    """Tell a source from a variant.

    Raises:
        FileFaultsError: when it is neither, or cannot be read.
    """
    document = read_yaml(path)
    for key in document.top:
        if key in {"siglum", "id"}:
            return "source" if key == "siglum" else "variant"
    first = next(iter(document.top), None)
    message = (
        "neither a variant, which begins with `id:`, nor a source, which begins with `siglum:`"
    )
    message += f"; this file begins with {shown(first)}" if first is not None else ""
    raise FileFaultsError(in_order([*document.faults, document.fault((), message)]))


def _beside(path: Path) -> dict[str, Path]:
    """The sources in the same folder that a source descends from, near or far, by siglum."""
    beside = {other.stem: other for other in path.parent.glob("*.y*ml")}
    found: dict[str, Path] = {}
    asked = [path]
    while asked:
        for siglum in _named_in(asked.pop()):
            if siglum in beside and siglum not in found and _is_source(beside[siglum]):
                found[siglum] = beside[siglum]
                asked.append(beside[siglum])
    return found


def _named_in(path: Path) -> list[str]:
    """The sigla that the file of a source says it descends from."""
    try:
        named = [item.get("from") for _, item in entries(read_yaml(path).top.get("descends"))]
    except FileFaultsError:
        return []
    return [siglum for siglum in named if isinstance(siglum, str)]


def _is_source(path: Path) -> bool:
    try:
        return _kind(path) == "source"
    except FileFaultsError:
        return True  # nobody can tell; its own faults are told where it is checked itself


def _check_records(path: Path) -> Checked:
    # Records lie above variants: only here are both known.
    from penneech.records import look_through  # noqa: PLC0415  # slow to import

    found = look_through(path)
    if not found.is_read:
        return _unread(path, found.faults)
    if found.faults:
        return _invalid(path, "record", found.faults)
    return Checked(path, "record", found.summary)


def _unread(path: Path, faults: Sequence[Fault]) -> Checked:
    return replace(_invalid(path, "file", faults), is_read=False)


def _fault(path: Path, message: str) -> Fault:
    return Fault(file_name(path), 0, 0, "", message)


def _invalid(path: Path, kind: str, faults: Sequence[Fault]) -> Checked:
    return Checked(path, kind, "", tuple(faults))
