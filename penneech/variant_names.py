"""Which variants there are: their files by id, and which of them a name or a path means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from penneech.errors import UnknownNameError
from penneech.files.spelling import listed, meant, nearest, shown
from penneech.holdings import ENDINGS, held

if TYPE_CHECKING:
    from collections.abc import Mapping

_ORDER = (
    "cotton-1674",
    "parlett",
    "wikipedia-en",
    "wikipedia-it",
    "gamerules",
    "pagat",
    "cotton-bare",
    "cotton-all-fours",
    "cotton-counted",
    "cotton-last-turn-literal",
    "seven-in-hand",
    "seven-if-ever-trump",
    "honours-turned-up-only",
    "excess-with-turn-ups",
    "wikipedia-en-2020",
)
"""The order in which people expect the variants; others follow by the alphabet."""


def variant_files(folder: Path | None) -> dict[str, Path]:
    """The variant files by id; those of a folder, if given, stand for the shipped ones.

    Sources may lie in the same folder; they are none.

    Raises:
        FileFaultsError: when the folder is not there.
    """
    found = held("variants", folder)
    places = {name: index for index, name in enumerate(_ORDER)}
    return dict(sorted(found.items(), key=lambda item: (places.get(item[0], len(places)), item[0])))


def path_meant(name_or_path: str | Path) -> Path | None:
    """The path that was given, or nothing where it was a name."""
    if isinstance(name_or_path, Path):
        return name_or_path
    is_path = name_or_path.lower().endswith(ENDINGS) or any(mark in name_or_path for mark in "/\\")
    return Path(name_or_path) if is_path else None


def unknown_variant(name: str, known: Mapping[str, Path]) -> UnknownNameError:
    """What to say of a name that nobody knows: which is near, or which file may be meant."""
    file = _file_meant(name)
    text = f"no variant is called {shown(name)}{file or _name_meant(name, known)}"
    return UnknownNameError(text).known_as(
        "a_variant_file" if file else "no_variant",
        name=shown(name),
        names=listed(known),
        meant="" if file else nearest(name, known) or "",
    )


def _file_meant(name: str) -> str:
    """Say how a file of that name, in the folder at hand, is asked for; empty if there is none."""
    here, whole = Path(f"{name}.yaml"), Path(name)
    if _is_file(whole):
        named = whole.stem if whole.stem.lower().endswith(ENDINGS) else f"{whole.stem}.yaml"
        return f"; the name of the file {whole} must end in .yaml: rename it to {named}"
    return f"; for the file {here} write ./{here}" if _is_file(here) else ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for the system, or with a NUL in it
        return False


def _name_meant(name: str | Path, known: Mapping[str, Path]) -> str:
    """Say which name is near, if one is, and then which there are."""
    guess = meant(name, known)
    return f"{guess} There are {listed(known)}" if guess else f"; there are {listed(known)}"
