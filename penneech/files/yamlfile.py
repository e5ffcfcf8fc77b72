"""Reads a YAML file of Penneech with the place of everything in it, and trusts nothing.

A file is data from strangers: its size, depth and number of values are bounded, aliases and tags
are not read, and whatever it holds it can only be refused, with a place and a reason.
"""

from __future__ import annotations

import hashlib
import re
from codecs import BOM_UTF8
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import yaml

from penneech.errors import Fault, FileFaultsError, UnreadableFileError, reason
from penneech.files.opening import open_file
from penneech.files.spelling import MISSING_SPACE, shown
from penneech.files.yamlscalar import UNPRINTABLE, code
from penneech.files.yamltree import Builder, Place, TooMuchError, Tree, events

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path as FilePath

    from penneech.files.yamlscalar import Value
    from penneech.files.yamltree import Path

SIZE_LIMIT = 500_000
"""Bytes; a larger file is refused before it is read."""
FAULT_LIMIT = 100
"""Of more faults than these only the number is told."""

LOADER: type[yaml.CSafeLoader | yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser in C where the installation has it, else the slower one with the same meaning."""

_PLAIN_KEY = re.compile(r"[\w(), -]{1,60}")


@dataclass(frozen=True, slots=True)
class Document:
    """What a YAML file holds, where each value stands, and the faults found while reading it.

    `file` is the name that messages use. A value whose reading was refused is in `refused`; what
    stands there instead is no further fault.
    """

    file: str
    top: Mapping[str, Value]
    values: Mapping[Path, Place]
    keys: Mapping[Path, Place]
    faults: tuple[Fault, ...]
    refused: frozenset[Path]

    def place(self, path: Path, *, of_key: bool = False) -> Place:
        """The place of a value, or of its key; of what stands around it where there is none."""
        for length in range(len(path), 0, -1):
            # What is missing is missed at the key of the mapping that should hold it.
            tables = (self.keys, self.values) if of_key or length < len(path) else (self.values,)
            for table in tables:
                if path[:length] in table:
                    return table[path[:length]]
        return self.values.get((), Place(1, 1))

    def value_at(self, path: Path) -> Value:
        """The value at a path that is there."""
        value: Value = dict(self.top)
        for element in path:
            # A path of this document fits its values: keys for mappings, positions for lists.
            value = cast("dict[str | int, Value]", value)[element]
        return value

    def is_refused(self, path: Path) -> bool:
        """Whether the value, or one around it, was refused while reading."""
        return any(path[:length] in self.refused for length in range(len(path) + 1))

    def fault(self, path: Path, message: str, *, of_key: bool = False) -> Fault:
        """Make the fault of a value, with its place."""
        return Fault(self.file, *self.place(path, of_key=of_key), dotted(path), message)


def dotted(path: Path) -> str:
    """Write a path as messages do.

    >>> dotted(("rules", "honours", "cites", 0))
    'rules.honours.cites[0]'
    """
    text = ""
    for element in path:
        if isinstance(element, int):
            text += f"[{element}]"
        else:
            name = element if _PLAIN_KEY.fullmatch(element) else shown(element)
            text += f".{name}" if text else name
    return text


def stamp(path: FilePath) -> str:
    """What a file holds, in short: with another stamp it is read again.

    The time of the last change would not do: two changes can fall within one tick of the clock.
    Nothing for a file that cannot be read.
    """
    try:
        return hashlib.sha256(_bytes(path, file_name(path))).hexdigest()
    except FileFaultsError:
        return ""


def read_yaml(path: FilePath) -> Document:
    """Read a file; faults that leave a document to look at are in the document.

    Raises:
        FileFaultsError: when there is no document to look at: the file cannot be opened, is too
            large, is no text, breaks off in a fault of syntax, or is no mapping.
    """
    file = file_name(path)
    return _read(_bytes(path, file), file)


@lru_cache(maxsize=64)
def _read(data: bytes, file: str) -> Document:
    return read_text(_text(file, data), file)


def read_text(text: str, file: str) -> Document:
    """Read the text of a file, like `read_yaml`."""
    _refuse_unprintable(text, file)
    tree, stopped = _tree(text, file)
    found = [Fault(file, *place, dotted(at), message) for place, at, message in tree.faults]
    if stopped is None and not found and not isinstance(tree.value, dict):
        found = [_no_mapping(tree, file)]
    if stopped is not None or not isinstance(tree.value, dict):
        raise FileFaultsError(in_order([*found, *(stopped or ())]))
    return Document(file, tree.value, tree.values, tree.keys, tuple(found), frozenset(tree.refused))


def file_name(path: FilePath) -> str:
    """The name of a file for messages: short where it lies below the working folder."""
    try:
        return str(path.relative_to(path.cwd())) if path.is_absolute() else str(path)
    except (ValueError, OSError):
        return str(path)


def in_order(faults: Iterable[Fault], beyond: int = 0) -> list[Fault]:
    """Sort faults by their place and keep the first; the last line tells how many more there are.

    The same fault found twice is told once.

    Args:
        faults: in any order.
        beyond: faults that were found beside these.
    """
    ordered = sorted(
        dict.fromkeys(faults), key=lambda fault: (fault.file, fault.line, fault.column, fault.path)
    )
    more = len(ordered) - FAULT_LIMIT + beyond
    if more <= 0 or (not beyond and more == 1):
        return ordered
    message = f"and {more:,} more fault{'s' if more > 1 else ''}; mend these first"
    last = Fault(ordered[0].file, 0, 0, "", message)
    return [*ordered[:FAULT_LIMIT], last]


def _refused(file: str, message: str, line: int = 0, column: int = 0) -> FileFaultsError:
    return FileFaultsError([Fault(file, line, column, "", message)])


def _bytes(path: FilePath, file: str) -> bytes:
    """Read the bytes of a file, after a look at its size.

    Raises:
        FileFaultsError: when it cannot be read, or is too large.
    """
    try:
        size = path.stat().st_size
        if size > SIZE_LIMIT:
            raise _refused(file, f"{size:,} bytes; a file of Penneech has at most {SIZE_LIMIT:,}")
        with open_file(path) as stream:
            data = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        refused = _refused(file, f"cannot be read: {reason(error)}")
        raise UnreadableFileError(refused.faults) from error
    except ValueError as error:  # a name with a NUL
        raise _refused(file, f"cannot be read: {error}") from error
    if len(data) > SIZE_LIMIT:
        raise _refused(file, f"longer than {SIZE_LIMIT:,} bytes, the most that a file may have")
    return data


def _text(file: str, data: bytes) -> str:
    """Decode UTF-8 with or without byte order mark, and UTF-16 with one (an old Windows habit).

    Raises:
        FileFaultsError: for anything else, at the first byte that does not fit.
    """
    if data.startswith(b"{\\rtf"):
        raise _refused(file, "this is RTF, as word processors write it; save it as plain text")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise _refused(file, "not a text: broken UTF-16; save the file as UTF-8") from error
    if b"\0" in data:
        raise _refused(file, "a binary file, not a text: it has NUL bytes")
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        wrong = data[error.start : error.start + 1]
        seems = wrong.decode("cp1252", "ignore")
        old = f" (in Windows-1252 it is {shown(seems)})" if seems else ""
        raise _refused(
            file,
            f"byte {wrong.hex().upper()} is not UTF-8{old}; save the file as UTF-8",
            *_place_after(data[: error.start].decode()),
        ) from error


def _refuse_unprintable(text: str, file: str) -> None:
    found = UNPRINTABLE.search(text.replace("\r", "\n"))
    if found is not None:
        message = f"the unprintable character {code(found[0])}; is it a text?"
        raise _refused(file, message, *_place_after(text[: found.start()]))


def _place_after(before: str) -> Place:
    """The place of what follows the beginning of a text."""
    before = re.sub(r"\r\n?", "\n", before)
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))


def _tree(text: str, file: str) -> tuple[Tree, list[Fault] | None]:
    """Build the tree; beside it what stopped the reading early, if anything did."""
    builder = Builder()
    try:
        for event in events(text, LOADER):
            builder.take(event)
    except TooMuchError:
        return builder.tree, []
    # ValueError and OverflowError: the parser in Python, for an escape beyond Unicode.
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        return builder.tree, [_syntax_fault(error, text, file)]
    return builder.tree, None


def _no_mapping(tree: Tree, file: str) -> Fault:
    if tree.value is None:
        return Fault(
            file,
            0,
            0,
            "",
            "the file is empty; a variant begins with `id:`, a source with `siglum:`",
        )
    place = tree.values[()]
    spaceless = re.match(r"[A-Za-z]\w*:(?=[^\s:/])", str(tree.value))
    if spaceless is not None:
        message = f"{MISSING_SPACE}, where lines of `key: value` should stand"
        return Fault(file, place.line, place.column + spaceless.end() - 1, "", message)
    return Fault(file, *place, "", f"{shown(tree.value)}, where lines of `key: value` should stand")


def _syntax_fault(error: Exception, text: str, file: str) -> Fault:
    from penneech.files.yamlsyntax import explain  # noqa: PLC0415  # only faulty files need it

    place, message = explain(error, text)
    return Fault(file, *place, "", message)
