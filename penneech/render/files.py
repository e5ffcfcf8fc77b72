"""Writes a document to a file, so that the old one stands until the new one is whole."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path


def write_document(path: Path, text: str) -> None:
    """Write a file anew, in UTF-8 and with the same line ends everywhere.

    Raises:
        OSError: when it cannot be written; the old file is then as it was.
    """
    # A link is followed, so that the file that it names is replaced and not the link.
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():  # a device or a pipe has no old content to save
        target.write_text(text, encoding="utf-8", newline="\n")
        return
    part = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
