"""Finds variants/ and sources/, in a checkout or inside an installed wheel."""

from __future__ import annotations

import os
from pathlib import Path

from penneech.errors import InstallationError

_PACKAGE = Path(__file__).resolve().parent
_ROOTS = (_PACKAGE / "_data", _PACKAGE.parent)


def shipped(folder: str) -> Path:
    """The folder of that name that came with Penneech: `variants` or `sources`.

    Raises:
        InstallationError: when the installation is incomplete.
    """
    for root in _ROOTS:
        if (root / folder).is_dir():
            return root / folder
    raise InstallationError(
        f"the folder {folder}/ is missing from this installation of Penneech; install Penneech anew"
    )


def own(option: Path | None, variable: str) -> Path | None:
    """The reader's own folder: the option if given, else the environment variable, else none."""
    if option is not None:
        return option
    named = os.environ.get(variable)
    return Path(named) if named else None
