"""The files that hold records: their texts, and how they are replaced without ever being half."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import IO, TYPE_CHECKING, NamedTuple

from penneech.errors import Fault, FileFaultsError
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
"""The ending of a file with one record a line; every other file is one record."""

RECORD, PACKS = "record", "file of packs"
"""What a text should be, as messages call it."""

_MARK = b"\xef\xbb\xbf"


class RecordText(NamedTuple):
    """The text of one record, and where it stands.

    `line` is the number of its line in a `.jsonl`, 0 for a file that is one record.
    """

    path: FilePath
    line: int
    text: str

    def fault(self, message: str, offset: int, path: Path = ()) -> Fault:
        """A fault at an offset of the text."""
        from penneech.files.yamlfile import dotted, file_name  # noqa: PLC0415  # only faulty files need it

        line, column = line_and_column(self.text, offset)
        return Fault(file_name(self.path), self.line or line, column, dotted(path), message)


def texts_of(path: FilePath, what: str = RECORD) -> Iterator[RecordText]:
    """The texts of a file's records, read one after the other; empty lines are passed over.

    Args:
        path: the file.
        what: what it should hold, for messages.

    Raises:
        FileFaultsError: when the file cannot be read, is no UTF-8, has too long a record, or none.
    """
    empty = True
    by_line = path.suffix.lower() == ONE_A_LINE
    try:
        with open_file(path) as stream:
            for number, data in enumerate(_pieces(stream, by_line=by_line), 1):
                line = number if by_line else 0
                if len(data) > SIZE_LIMIT:
                    raise _refused(path, _too_long(what, by_line=by_line), line)
                if data.isspace():
                    continue
                text = _decoded(path, data.removeprefix(_MARK) if number == 1 else data, line)
                if text.strip():
                    empty = False
                    yield RecordText(path, line, text)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise _refused(path, f"cannot be read: {reason.lower()}") from error
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
        with path.open("w", encoding="ascii", newline="\n") as stream:
            yield stream
        return
    # A link is followed, so that the file that it names is replaced and not the link.
    target = FilePath(os.path.realpath(path))
    clear_unfinished(target.parent)
    with (
        beside(target, stopped=partial_of(target)) as part,
        part.open("w", encoding="ascii", newline="\n") as stream,
    ):
        yield stream


def partial_of(path: FilePath) -> FilePath:
    """Where the work is kept that was stopped while a file was written.

    >>> partial_of(FilePath("games.jsonl")).name
    'games.partial.jsonl'
    """
    return path.with_name(f"{path.stem}.partial{path.suffix}")


def _pieces(stream: IO[bytes], *, by_line: bool) -> Iterator[bytes]:
    """The bytes of each record, one byte more than is allowed at most."""
    while data := stream.readline(SIZE_LIMIT + 1) if by_line else stream.read(SIZE_LIMIT + 1):
        yield data
        if not by_line or len(data) > SIZE_LIMIT:
            return


def _too_long(what: str, *, by_line: bool) -> str:
    text = f"more than {SIZE_LIMIT:,} bytes for one {what}"
    many = "; a file with a record in each line is named .jsonl"
    return text if by_line or what != RECORD else f"{text}{many}"


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
