"""The folder of a census: its manifest says what is played in it, and only that goes on there."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from penneech.errors import StudyError, reason
from penneech.files.beside import clear_unfinished, is_unfinished, write_new
from penneech.files.opening import open_file
from penneech.study.cellfiles import CELLS, CellFiles

if TYPE_CHECKING:
    from pathlib import Path

    from penneech.study.census import Census

FORMAT, MANIFEST = "penneech-cruxes", "manifest.json"

MANIFEST_LIMIT = 4_000_000
"""Bytes; the manifest of the coherent space has under one tenth of a million."""


def opened(folder: Path, census: Census) -> CellFiles:
    """Open the folder of a census, or make it.

    Raises:
        StudyError: when it belongs to something else, or cannot be read or written.
    """
    wanted = {"format": FORMAT, "version": 1, "digest": census.digest(), **census.plain()}
    text = json.dumps(wanted, indent=2) + "\n"
    kept = _manifest(folder)
    if kept is None:
        kept = _begun(folder, text)
    if kept is not None and kept.get("digest") != wanted["digest"]:
        raise StudyError(
            f"{folder} holds something else, played with other settings; name another folder "
            "with --out, or delete this one"
        )
    if kept is not None and kept != json.loads(text):
        raise StudyError(
            f"{folder / MANIFEST} was altered: it is not as it was written; name another folder "
            "with --out, or delete this one"
        )
    try:
        (folder / CELLS).mkdir(exist_ok=True)
    except OSError as error:
        raise StudyError(f"{folder} cannot be made ({reason(error)})") from None
    for one in (folder, folder / CELLS):
        clear_unfinished(one)
    return CellFiles(folder, census)


def _begun(folder: Path, text: str) -> dict[str, Any] | None:
    """Write the manifest; of two that begin at once the second gets what the first has written.

    Raises:
        StudyError: when it cannot be written, or the folder holds something else by now.
    """
    try:
        mine = write_new(folder / MANIFEST, text.encode("utf-8"))
    except OSError as error:
        raise StudyError(f"{folder} cannot be made ({reason(error)})") from None
    return None if mine else _manifest(folder)


def _manifest(folder: Path) -> dict[str, Any] | None:
    """The manifest that is there, or None for a folder that is new or empty.

    Raises:
        StudyError: when it cannot be read, or the folder holds something else.
    """
    path = folder / MANIFEST
    try:
        if not path.exists():
            names = [one.name for one in folder.iterdir()] if folder.is_dir() else []
            # What another has begun in the meantime is looked at below.
            if not all(map(is_unfinished, names)) and not path.exists():
                raise StudyError(f"{folder} is not empty, and no folder of cruxes; name another")
            if not path.exists():
                return None
        with open_file(path) as stream:
            found = json.loads(stream.read(MANIFEST_LIMIT))
    except OSError as error:
        raise StudyError(f"{error.filename or path} cannot be read ({reason(error)})") from None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise StudyError(f"{path} is damaged; name another folder with --out, or delete this one")
    return found
