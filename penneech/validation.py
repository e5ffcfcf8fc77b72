"""Checks any file that Penneech reads: variants, sources and records."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.apparatus import VARIABLE as SOURCES_VARIABLE
from penneech.apparatus import source_files
from penneech.errors import Fault, FileFaultsError
from penneech.files.spelling import shown
from penneech.files.yamlfile import file_name, read_yaml
from penneech.paths import own
from penneech.source_files import read_source
from penneech.variants import load_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

YAML_ENDINGS = (".yaml", ".yml")
RECORD_ENDINGS = (".json", ".jsonl")
_SCHEMA_ENDING = ".schema.json"


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a file: its kind and name, or its faults.

    Records have no name; the number of games stands there.
    """

    path: Path
    kind: str
    name: str
    faults: tuple[Fault, ...] = ()

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
        ending = path.suffix.lower()
        if ending in RECORD_ENDINGS:
            return _check_records(path)
        if ending not in YAML_ENDINGS:
            message = f"variants and sources end in {' or '.join(YAML_ENDINGS)}, records in "
            message += " or ".join(RECORD_ENDINGS)
            return _invalid(path, "file", [Fault(file_name(path), 0, 0, "", message)])
        kind = _kind(path)
        if kind == "source":
            known = {*source_files(own(sources_dir, SOURCES_VARIABLE)), *_stems(path.parent)}
            return Checked(path, kind, read_source(path, known).siglum)
        variant = load_variant(path, variants_dir=variants_dir, sources_dir=sources_dir)
        return Checked(path, kind, variant.id)
    except FileFaultsError as error:
        return _invalid(path, "file", error.faults)


def files_in(paths: Iterator[Path]) -> Iterator[Path]:
    """The files to check: those named, and of a folder all that Penneech may read.

    JSON Schemas lie beside the variants and are no records.
    """
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                if name.endswith((*YAML_ENDINGS, *RECORD_ENDINGS)) and not name.endswith(
                    _SCHEMA_ENDING
                ):
                    yield Path(folder, name)


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
    raise FileFaultsError([*document.faults, document.fault((), message)])


def _stems(folder: Path) -> Iterator[str]:
    return (path.stem for path in folder.glob("*.y*ml"))


def _check_records(path: Path) -> Checked:
    # Records lie above variants: only here are both known.
    from penneech.records import read_records, record_faults  # noqa: PLC0415

    try:
        games = sum(1 for _ in read_records(path))
    except FileFaultsError:
        return _invalid(path, "record", record_faults(path))
    return Checked(path, "record", f"of {games} game{'' if games == 1 else 's'}")


def _invalid(path: Path, kind: str, faults: list[Fault] | tuple[Fault, ...]) -> Checked:
    return Checked(path, kind, "", tuple(faults))
