"""The files that hold records: their texts, and how they are replaced without ever being half."""

from __future__ import annotations

import errno
import os
import re
import sys
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import IO, TYPE_CHECKING, NamedTuple

from penneech.errors import Fault, FileFaultsError, UnreadableFileError
from penneech.files.beside import beside, clear_unfinished
from penneech.files.opening import open_file
from penneech.records.strictjson import line_and_column

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.files.yamltree import Path

SIZE_LIMIT = 2 << 20
"""Bytes of one record; the longest games have half as many.

They are games of a thousand deals in which no card has points, so that nobody ever wins. With hands
of one card, of which nine deals in ten can be thrown up, such a game takes 0.9 MB; with hands of 17
cards 0.5 MB; with the hands of 7 that history knows 0.3 MB, and a game to 61 some 4 kB. Indented,
with each card in a line of its own, all but the first still have room.
"""

ONE_A_LINE = ".jsonl"
"""The ending of a file with one record a line."""

NOTATION = ".txt"
"""The ending of a file of games in notation; every other file is one record in JSON."""

_GAME = re.compile(rb"penneech[ \t]+[0-9]")
"""How a line begins that begins a game in notation, where a file has several."""

RECORD, PACKS = "record", "file of packs"
"""What a text should be, as messages call it."""

STDIN = FilePath("-")
"""What stands for standard input where a file may be named; it may be of either kind."""

_MARK = b"\xef\xbb\xbf"


class RecordText(NamedTuple):
    """The text of one record, and where it stands.

    Args:
        path: the file.
        line: the number of its line, or of the line in which it begins, where a file may have
            several; 0 for a file that is one record.
        text: what stands there.
        is_notation: whether it is a game in notation; else it is JSON.
    """

    path: FilePath
    line: int
    text: str
    is_notation: bool = False

    def fault(self, message: str, offset: int, path: Path = ()) -> Fault:
        """A fault at an offset of the text."""
        from penneech.files.yamlfile import dotted, file_name  # noqa: PLC0415  # only faulty files need it

        line, column = line_and_column(self.text, offset)
        if self.is_notation:
            line += max(self.line, 1) - 1
        elif self.line:
            line = self.line
        return Fault(file_name(self.path), line, column, dotted(path), message)


def texts_of(path: FilePath, what: str = RECORD) -> Iterator[RecordText]:
    """The texts of a file's records, read one after the other; empty lines are passed over.

    Args:
        path: the file; `-` is standard input.
        what: what it should hold, for messages.

    Raises:
        UnreadableFileError: when the file cannot be read.
        FileFaultsError: when it is no UTF-8, has too long a record, or none.
    """
    empty = True
    form = _form_of(path)
    try:
        with _opened(path) as stream:
            first = b""
            if path == STDIN:
                first = stream.readline(SIZE_LIMIT + 1)
                form = _form_of_line(first)
            for line, data in _pieces(stream, first, form):
                if len(data) > SIZE_LIMIT:
                    raise _refused(path, _too_long(what, form), line)
                if data.isspace():
                    continue
                text = _decoded(path, data.removeprefix(_MARK) if line < 2 else data, line)  # noqa: PLR2004  # the beginning
                if text.strip():
                    empty = False
                    yield RecordText(path, line, text, is_notation=form == NOTATION)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        refused = _refused(path, f"cannot be read: {reason.lower()}")
        raise UnreadableFileError(refused.faults) from error
    if empty:
        raise _refused(path, f"empty: it holds no {what}")


@contextmanager
def replacing(path: FilePath) -> Iterator[IO[str]]:
    """Write a file anew; the old one stands until the new one is whole.

    Whatever goes wrong, the old file is left as it was. Who stops the work by the keyboard finds
    what was written so far in `partial_of(path)`.

    Raises:
        OSError: when it cannot be written.
    """
    # A device or a pipe has no old content to save, and what stands behind a descriptor no name.
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        return
    # A link is followed, so that the file that it names is replaced and not the link.
    target = FilePath(os.path.realpath(path))
    clear_unfinished(target.parent)
    with (
        beside(target, stopped=partial_of(target)) as part,
        part.open("w", encoding="utf-8", newline="\n") as stream,
    ):
        yield stream


def partial_of(path: FilePath) -> FilePath:
    """Where the work is kept that was stopped while a file was written.

    >>> partial_of(FilePath("games.jsonl")).name
    'games.partial.jsonl'
    """
    return path.with_name(f"{path.stem}.partial{path.suffix}")


@contextmanager
def _opened(path: FilePath) -> Iterator[IO[bytes]]:
    """The bytes of a file, or those of standard input, which stays open."""
    if path != STDIN:
        with open_file(path) as stream:
            yield stream
    elif sys.stdin is None:  # a program without a console may have none
        raise OSError(errno.EBADF, "there is no standard input")
    else:
        yield sys.stdin.buffer


def _form_of(path: FilePath) -> str:
    """How the records of a file are written, by its ending: one a line, in notation, or one."""
    ending = path.suffix.lower()
    return ending if ending in (ONE_A_LINE, NOTATION) else ""


def _form_of_line(first: bytes) -> str:
    """The same, by the first line of standard input."""
    line = first.removeprefix(_MARK).strip()
    if line[:1] not in (b"{", b"[", b""):
        return NOTATION
    return ONE_A_LINE if line.endswith(b"}") else ""  # a record that goes on ends in a comma


def _pieces(stream: IO[bytes], first: bytes, form: str) -> Iterator[tuple[int, bytes]]:
    """The bytes of each record, one byte more than is allowed at most, after its line's number.

    Args:
        stream: where they stand.
        first: what was read of them already: a line, or nothing.
        form: how they are written.
    """
    most = SIZE_LIMIT + 1
    if form == NOTATION:
        yield from _games(stream, first)
        return
    if form != ONE_A_LINE:
        yield 0, first + stream.read(most - len(first))
        return
    number = 0
    while data := first or stream.readline(most):
        first, number = b"", number + 1
        yield number, data
        if len(data) > SIZE_LIMIT:
            return


def _games(stream: IO[bytes], first: bytes) -> Iterator[tuple[int, bytes]]:
    """The games of a text in notation, each from the line that begins it; one alone has line 0."""
    lines: list[bytes] = []
    number = size = begins = 0
    begun = several = False
    while size <= SIZE_LIMIT and (line := first or stream.readline(SIZE_LIMIT + 1)):
        first, number = b"", number + 1
        words = line.removeprefix(_MARK).strip()
        if begun and _GAME.match(words):
            yield max(begins, 1), b"".join(lines)
            lines, begins, size, several = [], number, 0, True
        begun = begun or not (words.startswith(b"#") or not words)
        lines.append(line)
        size += len(line)
    yield begins if several else 0, b"".join(lines)


def _too_long(what: str, form: str) -> str:
    text = f"more than {SIZE_LIMIT:,} bytes for one {what}"
    many = "; a file with a record in each line is named .jsonl"
    return text if form or what != RECORD else f"{text}{many}"


def _decoded(path: FilePath, data: bytes, line: int) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        wrong = data[error.start : error.start + 1].hex().upper()
        text = f"byte {wrong} is not UTF-8; save the file as UTF-8"
        raise _refused(path, text, line or before.count(b"\n") + 1, column) from error


def _refused(path: FilePath, message: str, line: int = 0, column: int = 1) -> FileFaultsError:
    from penneech.files.yamlfile import file_name  # noqa: PLC0415  # only faulty files need it

    return FileFaultsError([Fault(file_name(path), line, column if line else 0, "", message)])
