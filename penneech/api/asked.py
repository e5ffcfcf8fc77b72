"""What callers give, seen to at the door: each slip is one sentence, before anything is begun."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.errors import PenneechError, StudyError, quoted, whole
from penneech.records import Record
from penneech.study.workers import MOST_WORKERS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from typing import SupportsIndex


def path_of(path: str | PathLike[str]) -> Path:
    """The path that is given.

    Raises:
        TypeError: for what is no path.
        PenneechError: for one that no file can have.
    """
    try:
        one = Path(path)
    except TypeError:
        raise TypeError(f"a path is a text or a pathlib.Path, not {quoted(path)}") from None
    try:
        name = os.fsencode(one)
    except UnicodeEncodeError:
        name = b"\0"
    if b"\0" in name:
        raise PenneechError(f"{quoted(str(one))} is the name of no file: no system can write it")
    return one


def folder_of(path: str | PathLike[str] | None) -> Path | None:
    """The folder that is given, if one is."""
    return None if path is None else path_of(path)


def text_of(text: str, what: str) -> str:
    """The text that is given.

    Args:
        text: what should be one.
        what: how messages call it: `the name of a player`.

    Raises:
        TypeError: for what is no text.
    """
    if isinstance(text, str):
        return text
    raise TypeError(f"{what} is a text, not {quoted(text)}")


def workers_of(workers: SupportsIndex) -> int:
    """How many are to play at once.

    Raises:
        StudyError: for more or fewer than can.
        TypeError: for what is no whole number.
    """
    number = whole(workers, "the number of workers")
    if 1 <= number <= MOST_WORKERS:
        return number
    raise StudyError(f"{number} workers cannot play; give a number from 1 to {MOST_WORKERS}")


def record_of(record: Record) -> Record:
    """The record that is given.

    Raises:
        TypeError: for anything else.
    """
    if isinstance(record, Record):
        return record
    raise TypeError(
        f"a record is wanted, as penneech.play and penneech.read_records give it, "
        f"not {quoted(record)}"
    )


def records_of(records: Record | Iterable[Record]) -> list[Record]:
    """The record or the records that are given.

    Raises:
        TypeError: for anything else.
    """
    if isinstance(records, Record | str | bytes) or not hasattr(records, "__iter__"):
        return [record_of(records)]  # type: ignore[arg-type]  # it is looked at
    return [record_of(one) for one in records]
