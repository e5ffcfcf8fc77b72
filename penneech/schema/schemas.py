"""The JSON Schemas of variants, sources and records: generated, never written by hand.

They come from the rule space, the bounds and the catalogue, so that a new reading is known to the
loader, to editors and to other people's checks at once. They keep to what draft-7 readers
understand; editors show the catalogue's sentences as descriptions.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from penneech.errors import UnknownNameError
from penneech.files.beside import beside, clear_unfinished
from penneech.files.opening import open_file
from penneech.files.shape import validator_of
from penneech.files.spelling import listed, meant

if TYPE_CHECKING:
    from pathlib import Path

    from jsonschema.protocols import Validator

    from penneech.catalogue import Catalogue
    from penneech.files.shape import Schema
    from penneech.files.yamlscalar import Value

KINDS = ("variant", "source", "record")
"""The kinds of files, each with a schema of its own."""


@cache
def schema(kind: str, *, described: bool = False) -> Schema:
    """The schema of a kind of file.

    Args:
        kind: one of `KINDS`.
        described: whether to put in the catalogue's sentences, which checking does not need.

    Raises:
        UnknownNameError: for another kind.
    """
    match kind:
        case "variant":
            from penneech.schema.variant import variant_schema  # noqa: PLC0415  # one at a time

            return variant_schema(_catalogue() if described else None)
        case "source":
            from penneech.schema.source import source_schema  # noqa: PLC0415  # one at a time

            return source_schema(_catalogue() if described else None)
        case "record":
            from penneech.schema.record import record_schema  # noqa: PLC0415  # one at a time

            return record_schema()
        case _:
            raise UnknownNameError(
                f"no schema {kind!r}; there are {listed(KINDS)}{meant(kind, KINDS)}"
            )


@cache
def validator(kind: str) -> Validator:
    """The validator of a kind of file, for the findings in its values.

    Raises:
        UnknownNameError: as `schema`.
    """
    return validator_of(schema(kind))


def schema_text(kind: str) -> str:
    """The text of a schema's file, the same bytes each time."""
    return json.dumps(_typed(schema(kind, described=True)), indent=2, ensure_ascii=False) + "\n"


def _typed(value: Value) -> Value:
    """The same schema in which words to choose from are said to be texts.

    Checking does not need it; an editor writes a key by itself only where it knows the type.
    """
    if isinstance(value, list):
        return [_typed(one) for one in value]
    if not isinstance(value, dict):
        return value
    words = value.get("enum")
    is_words = isinstance(words, list) and all(isinstance(word, str) for word in words)
    own: Schema = {"type": "string"} if is_words and "type" not in value else {}
    return own | {key: _typed(one) for key, one in value.items()}


def file_of(kind: str, folder: Path) -> Path:
    """The file of a schema in a folder."""
    return folder / f"{kind}.schema.json"


def write_schemas(folder: Path) -> list[Path]:
    """Write all schemas into a folder, making it where it is missing.

    Returns:
        The files.

    Raises:
        OSError: when they cannot be written; each is then the old one or the new one, and whole.
    """
    folder.mkdir(parents=True, exist_ok=True)
    clear_unfinished(folder)
    written = [file_of(kind, folder) for kind in KINDS]
    for kind, path in zip(KINDS, written, strict=True):
        with beside(path) as part:
            part.write_text(schema_text(kind), encoding="utf-8", newline="\n")
    return written


def drifted(folder: Path) -> list[Path]:
    """The files of a folder that are missing or differ from what would be written now."""
    return [file_of(kind, folder) for kind in KINDS if not _is_current(kind, folder)]


def _is_current(kind: str, folder: Path) -> bool:
    try:
        with open_file(file_of(kind, folder)) as stream:
            found = stream.read()
    except OSError:
        return False
    # A checkout on Windows may have other line ends; they are no drift.
    return found.replace(b"\r\n", b"\n") == schema_text(kind).encode("utf-8")


@cache
def _catalogue() -> Catalogue:
    from penneech.catalogue import load_catalogue  # noqa: PLC0415  # only for the descriptions

    return load_catalogue()
