"""The first key of a YAML file, by which variants (`id`) and sources (`siglum`) are told apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from penneech.files.opening import open_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BEGINNING = 10_000
"""Bytes, remarks included."""

_KEY = re.compile(r"""(?:[ \t]*(?:#[^\n]*|---|%[^\n]*)?\n)*["']?(\w+)["']?[ \t]*:""")


def files_without(first: str, folder: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    """The files of a folder with these endings, but for hidden ones and those of another kind.

    Args:
        first: the key that files of the other kind begin with.
        folder: whose variants and sources may lie side by side.
        endings: in small letters, like `.yaml`.
    """
    for path in sorted(folder.iterdir()):
        is_one = path.suffix.lower() in endings and not path.name.startswith(".")
        if is_one and first_key(path) != first:
            yield path


def first_key(path: Path) -> str | None:
    """The first key of a file; None where there is none, or nobody can tell."""
    try:
        with open_file(path) as stream:
            beginning = stream.read(_BEGINNING)
    except OSError:
        return None  # whoever reads the file says why it cannot be read
    text = beginning.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    found = _KEY.match(text)
    return found[1] if found else None
