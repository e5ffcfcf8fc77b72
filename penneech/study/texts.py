"""The texts of a study, beside its rows: each is written whole, or it is said why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.errors import StudyError, reason
from penneech.files.beside import write_whole

if TYPE_CHECKING:
    from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write a file of a study whole; one that has this text already is left.

    Raises:
        StudyError: when it cannot be written.
    """
    try:
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        raise StudyError(f"{path} cannot be written ({reason(error)})") from None
