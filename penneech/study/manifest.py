"""The manifest of a study: what the folder holds, and whether a design goes on with it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from penneech.study.design import StudyError
from penneech.study.rows import COLUMNS
from penneech.study.store import PART, Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from penneech.study.design import Design

FORMAT, VERSION = "penneech-study", 1
NAME = "manifest.json"
_LONGEST = 60


def opened(folder: Path, design: Design, command: str) -> Store:
    """Open the folder of a study, or make it; only a study of the same design goes on.

    Args:
        folder: where the study is or shall be.
        design: what is to be played.
        command: the command that makes the study again.

    Raises:
        StudyError: when the folder holds something else, or cannot be written.
    """
    store = Store(folder, design)
    kept = _kept(folder)
    asked = [design.games]
    if kept is not None:
        differing = list(_differences(kept, design))
        if differing:
            raise StudyError(
                f"{folder} holds another study ({'; '.join(differing)}); "
                "name another folder with --out"
            )
        before = kept.get("asked")
        asked = [number for number in _list(before) if isinstance(number, int)]
        asked += [design.games] if design.games not in asked else []
        if design.games < max(asked):
            command = str(kept.get("command"))
    manifest = _manifest(design, asked, command)
    if manifest != kept:
        store.write_json(folder / NAME, manifest)
    return store


def _manifest(design: Design, asked: list[int], command: str) -> dict[str, object]:
    settings = design.settings()
    return {
        "format": FORMAT,
        "version": VERSION,
        "generator": settings["generator"],
        "chance": settings["chance"],
        "digest": design.digest(),
        "seed": str(design.seed),
        "players": settings["players"],
        "games": max(asked),
        "asked": asked,
        "rows_a_game": design.swaps,
        "variants": [
            {"id": entry.id, "digest": entry.rules.digest(), **entry.rules.resolved()}
            for entry in sorted(design.entries, key=lambda entry: entry.id)
        ],
        "columns": COLUMNS,
        "command": command,
    }


def _kept(folder: Path) -> Mapping[str, object] | None:
    """The manifest that is there, or None for a folder that is new or empty."""
    path = folder / NAME
    try:
        if not path.exists():
            others = [p for p in folder.iterdir() if p.suffix != PART] if folder.exists() else []
            if others:
                raise StudyError(
                    f"{folder} is not empty and holds no study; name another folder with --out"
                )
            return None
        kept = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise StudyError(
            f"{path} is damaged: it is not JSON; name another folder with --out"
        ) from None
    except OSError as error:
        raise StudyError(f"{folder} cannot be read ({error.strerror})") from None
    if not isinstance(kept, dict) or kept.get("format") != FORMAT:
        raise StudyError(f"{path} is no manifest of a study; name another folder with --out")
    return kept


def _differences(kept: Mapping[str, object], design: Design) -> Iterator[str]:
    """What keeps a study from going on with this design, each in a few words."""
    settings = design.settings()
    if kept.get("version") != VERSION:
        yield f"format version {kept.get('version')}, not {VERSION}"
    for key in ("generator", "chance"):
        if kept.get(key) != settings[key]:
            yield f"made by {kept.get(key)}, not {settings[key]}"
    if kept.get("seed") != str(design.seed):
        yield f"seed {kept.get('seed')}, not {design.seed}"
    names = _list(kept.get("players"))
    if names != list(design.players):
        yield f"players {','.join(map(str, names))}, not {','.join(design.players)}"
    yield from _variant_differences(kept.get("variants"), design)


def _variant_differences(kept: object, design: Design) -> Iterator[str]:
    variants = [one for one in _list(kept) if isinstance(one, dict)]
    there = {str(one.get("id")): one.get("digest") for one in variants}
    wanted = {entry.id: entry.rules.digest() for entry in design.entries}
    extra = [name for name in there if name not in wanted]
    missing = [name for name in wanted if name not in there]
    changed = [name for name in wanted if name in there and there[name] != wanted[name]]
    for names, text in (
        (extra, "it has also {}"),
        (missing, "it lacks {}"),
        (changed, "its {} has other rules"),
    ):
        if names:
            yield text.format(_some(names))


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _some(names: list[str]) -> str:
    text = ", ".join(names)
    return text if len(text) <= _LONGEST else f"{names[0]} and {len(names) - 1} more variants"
