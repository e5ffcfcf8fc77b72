"""The manifest of a study: what the folder holds, and whether a design goes on with it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

from penneech.errors import PenneechError, StudyError
from penneech.files.beside import is_unfinished
from penneech.files.opening import open_file
from penneech.rules import Rules
from penneech.study.design import MOST_GAMES, Entry, plan
from penneech.study.rowfiles import unreadable
from penneech.study.rows import COLUMNS
from penneech.study.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from penneech.study.design import Design

FORMAT, VERSION = "penneech-study", 1
PAIRS = "penneech-study-of-pairs"
"""The format of the manifest of a folder that has a study of each of several pairs of players."""

NAME = "manifest.json"
SIZE_LIMIT = 4_000_000
"""Bytes; the manifest of a study of a thousand variants has under one million."""

ELSEWHERE = "name another folder with --out"
"""What to do where a folder cannot be played into."""

_NAMING = "name the folder of a study"
_LONGEST = 60
_ABSENT = object()


def opened(folder: Path, design: Design, command: str) -> Store:
    """Open the folder of a study, or make it; only a study of the same design goes on.

    What killed runs left unfinished is cleared away. A study that has all the games that are asked
    for needs no writing, so it opens even where nothing can be written.

    Args:
        folder: where the study is or shall be.
        design: what is to be played.
        command: the command that makes the study again.

    Raises:
        StudyError: when the folder holds something else, or cannot be written.
    """
    try:
        str(folder).encode("utf-8")
    except UnicodeEncodeError:
        raise StudyError(f"{folder} has a name that is not UTF-8; name another folder") from None
    store = Store(folder, design)
    kept = read_manifest(folder)
    asked = [design.games]
    # Of two that begin at once in one folder the second finds what the first has written.
    if kept is None and not store.begin_json(folder / NAME, _manifest(design, asked, command)):
        kept = read_manifest(folder)
    if kept is not None:
        _check(folder, kept, design)
        before = _asked(kept)
        command = command if design.games >= max(before) else str(kept["command"])
        asked = before if design.games in before else before + asked
    try:
        store.write_json(folder / NAME, _manifest(design, asked, command))
    except StudyError:
        if kept is None or store.missing():
            raise
    store.clear_away()
    return store


def remember(store: Store, command: str) -> None:
    """See that a study that was played still knows how many games it was asked for.

    Another that began in the folder at the same moment may have written over it.

    Raises:
        StudyError: when the folder holds something else by now, or cannot be written.
    """
    opened(store.folder, store.design, command)


def design_of(folder: Path) -> Design:
    """The design of the study in a folder, with every game that was ever asked for.

    Raises:
        StudyError: when the folder holds no study, one of another version, or an altered one.
    """
    kept = read_manifest(folder, advice=_NAMING)
    if kept is None:
        raise StudyError(f"{folder} holds no study; {_NAMING}")
    try:
        variants = cast("list[Mapping[str, object]]", kept["variants"])
        entries = [Entry(str(one["id"]), Rules.from_resolved(_resolved(one))) for one in variants]
        first, second = map(str, _list(kept["players"]))
        design = plan(entries, (first, second), int(str(kept["seed"])), max(_asked(kept)))
    except PenneechError as error:
        raise StudyError(f"{folder / NAME} cannot be read: {error}") from None
    except (KeyError, TypeError, ValueError):
        raise StudyError(f"{folder / NAME} was altered: it is not as it was written") from None
    _check(folder, kept, design, _NAMING)
    return design


def most_asked(folder: Path) -> int:
    """How many games the study in a folder was ever asked for; 0 where there is none yet.

    Raises:
        StudyError: when the folder holds something else.
    """
    kept = read_manifest(folder)
    return 0 if kept is None else max(_asked(kept), default=0)


def _resolved(variant: Mapping[str, object]) -> Mapping[str, object]:
    return {key: value for key, value in variant.items() if key not in {"id", "digest"}}


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


def read_manifest(
    folder: Path, wanted: str = FORMAT, advice: str = ELSEWHERE
) -> Mapping[str, object] | None:
    """The manifest that is there, or None for a folder that is new or empty.

    Args:
        folder: of the study.
        wanted: the format that it must have.
        advice: what to do where there is something else.

    Raises:
        StudyError: when the folder holds something else.
    """
    path = folder / NAME
    try:
        if not path.exists():
            names = [path.name for path in folder.iterdir()] if folder.exists() else []
            # What another has begun in the meantime is looked at below.
            if not all(map(is_unfinished, names)) and not path.exists():
                raise StudyError(f"{folder} is not empty and holds no study; {advice}")
            if not path.exists():
                return None
        with open_file(path) as stream:
            data = stream.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise StudyError(f"{path} is damaged: it has more than {SIZE_LIMIT:,} bytes")
        kept = json.loads(data)
    except (ValueError, RecursionError):
        raise StudyError(f"{path} is damaged: it is not JSON; {advice}") from None
    except OSError as error:
        raise unreadable(folder, error) from None
    if not isinstance(kept, dict) or kept.get("format") not in {FORMAT, PAIRS}:
        raise StudyError(f"{path} is no manifest of a study; {advice}")
    if kept["format"] != wanted:
        raise _of_another_kind(folder, kept)
    return kept


def _of_another_kind(folder: Path, kept: Mapping[str, object]) -> StudyError:
    """Tell a study of one pair of players from a folder that has one of each of several pairs."""
    if kept["format"] == FORMAT:
        return StudyError(f"{folder} holds a study by one pair of players; {ELSEWHERE}")
    pairs = [one for one in _list(kept.get("pairs")) if isinstance(one, dict)]
    folders = ", ".join(str(folder / str(one.get("folder"))) for one in pairs)
    return StudyError(
        f"{folder} holds a study of each of several pairs of players ({folders}); name one of "
        "those, or another folder"
    )


def altered(path: Path, what: str, advice: str = ELSEWHERE) -> StudyError:
    """The error of a manifest that is not as it was written."""
    return StudyError(f"{path} was altered: {what}; put that right, or {advice}")


def _check(
    folder: Path, kept: Mapping[str, object], design: Design, advice: str = ELSEWHERE
) -> None:
    """See that a manifest is of this design, and as it was written.

    Raises:
        StudyError: when it is not.
    """
    differing = list(_differences(kept, design))
    if differing:
        raise StudyError(f"{folder} holds another study ({'; '.join(differing)}); {advice}")
    what = next(_alterations(kept, design), None)
    if what is not None:
        raise altered(folder / NAME, what, advice)


def _differences(kept: Mapping[str, object], design: Design) -> Iterator[str]:
    """What keeps a study from going on with this design, each in a few words."""
    settings = design.settings()
    if kept.get("version") != VERSION:
        yield f"format version {_unlike(kept.get('version'), VERSION)}"
    for key in ("generator", "chance"):
        if kept.get(key) != settings[key]:
            yield f"made by {kept.get(key)}, not {settings[key]}"
    if kept.get("seed") != str(design.seed):
        yield f"seed {_unlike(kept.get('seed'), str(design.seed))}"
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


def _unlike(there: object, wanted: object) -> str:
    """Two values that differ; of a number and a text that are written alike also the kinds."""
    if str(there) != str(wanted):
        return f"{there}, not {wanted}"
    first, second = (
        f'"{value}" (text)' if isinstance(value, str) else f"the number {value}"
        for value in (there, wanted)
    )
    return f"{first}, not {second}"


def _alterations(kept: Mapping[str, object], design: Design) -> Iterator[str]:
    """Whatever in a manifest of this design is not as it was written, in a few words."""
    asked, command = _asked(kept), kept.get("command")
    if not asked:
        yield "asked is no list of numbers of games"
    elif not isinstance(command, str):
        yield "command is missing"
    else:
        yield from _parted("", kept, _manifest(design, asked, command))


def _parted(path: str, there: object, wanted: object) -> Iterator[str]:
    """Where two pieces of plain data differ."""
    if isinstance(there, dict) and isinstance(wanted, dict):
        for key in {**wanted, **there}:
            place = f"{path}.{key}".removeprefix(".")
            yield from _parted(place, there.get(key, _ABSENT), wanted.get(key, _ABSENT))
    elif isinstance(there, list) and isinstance(wanted, list) and len(there) == len(wanted):
        for i, (one, other) in enumerate(zip(there, wanted, strict=True)):
            name = other.get("id", i) if isinstance(other, dict) else i
            yield from _parted(f"{path}.{name}", one, other)
    elif there is _ABSENT:
        yield f"{path} is missing"
    elif wanted is _ABSENT:
        yield f"{path} does not belong in it"
    elif there != wanted:
        yield f"{path} is {_shown(there)}, not {_shown(wanted)}"


def _asked(kept: Mapping[str, object]) -> list[int]:
    """The numbers of games that were ever asked for; none where that cannot be said."""
    found = _list(kept.get("asked"))
    asked = [games for games in found if type(games) is int and 0 < games <= MOST_GAMES]
    return asked if asked == kept.get("asked") else []


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _some(names: list[str]) -> str:
    text = ", ".join(names)
    return text if len(text) <= _LONGEST else f"{names[0]} and {len(names) - 1} more variants"
