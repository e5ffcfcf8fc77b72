"""The files of the edition: those that came with it, and the reader's own that stand for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from penneech.errors import Fault, FileFaultsError
from penneech.files.firstkey import files_without
from penneech.paths import shipped

if TYPE_CHECKING:
    from pathlib import Path

ENDINGS = (".yaml", ".yml")
"""What the name of such a file ends in."""

_OTHERS_BEGIN = {"variants": "siglum", "sources": "id"}
"""The key that files of the other kind begin with: both may lie in one folder."""


def held(kind: Literal["variants", "sources"], folder: Path | None) -> dict[str, Path]:
    """The files of one kind by the names that they have before their ending.

    Args:
        kind: which they are.
        folder: of the reader, whose files stand for shipped ones of the same names.

    Raises:
        FileFaultsError: when that folder is not there.
    """
    if folder is not None and not folder.is_dir():
        raise FileFaultsError([Fault(str(folder), 0, 0, "", f"no such folder of {kind}")])
    return {
        path.stem: path
        for place in (shipped(kind), folder)
        if place is not None
        for path in files_without(_OTHERS_BEGIN[kind], place, ENDINGS)
    }
