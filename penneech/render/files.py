"""Writes a document to a file, so that the old one stands until the new one is whole."""

from __future__ import annotations

import os
from pathlib import Path

from penneech.files.beside import beside, clear_unfinished


def write_document(path: Path, document: str | bytes) -> None:
    """Write a file anew; text in UTF-8 and with the same line ends everywhere.

    Raises:
        OSError: when it cannot be written; the old file is then as it was.
    """
    data = document.encode() if isinstance(document, str) else document
    # A device or a pipe has no old content to save, and what stands behind a descriptor no name.
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    # A link is followed, so that the file that it names is replaced and not the link.
    target = Path(os.path.realpath(path))
    clear_unfinished(target.parent)
    with beside(target) as part:
        part.write_bytes(data)
