"""Reads records from files: `.json` is one game, `.jsonl` one a line, `.txt` games in notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.errors import Fault, FileFaultsError, RecordError, UnreadableFileError
from penneech.records.checking import verify, verify_view
from penneech.records.faulty import (
    FAULT_LIMIT,
    LOOKED_THROUGH,
    Wrong,
    only,
    parsed,
    placed,
    refused,
    refused_data,
)
from penneech.records.files import PACKS, texts_of
from penneech.records.form import compare_check, packs_of_data, record_of_data
from penneech.records.model import FORMAT, Replayed, Viewed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path as FilePath

    from penneech.cards import Card
    from penneech.files.yamlscalar import Value
    from penneech.records.files import RecordText
    from penneech.records.model import Record


def read_records(path: FilePath, *, check: bool = True) -> Iterator[Record]:
    """Read the records of a file, one after the other; the engine plays each again.

    What a record leaves out is filled in. A view, which cannot be played, is left as it is.

    Args:
        path: a `.jsonl` file has a record in each line, any other file is one record.
        check: whether a `check` that is there must be right.

    Raises:
        FileFaultsError: at the first record that has not the form, or does not hold.
    """
    for _, found in checked_records(path, check=check):
        yield found.record


def numbered_records(path: FilePath, *, check: bool = True) -> Iterator[tuple[int, Record]]:
    """The same, each after the number of its line; 0 where a file is one record."""
    for line, found in checked_records(path, check=check):
        yield line, found.record


def checked_records(
    path: FilePath, *, check: bool = True
) -> Iterator[tuple[int, Replayed | Viewed]]:
    """The same, as the engine played them again, and with what was not checked of the views."""
    for text in texts_of(path):
        yield text.line, _checked(text, check=check)


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found in a file of records.

    Args:
        games: how many records hold.
        views: those of them that are views.
        faults: everything that is wrong with the others.
        is_read: whether the file could be read.
    """

    games: int
    views: tuple[Viewed, ...]
    faults: tuple[Fault, ...]
    is_read: bool = True

    @property
    def summary(self) -> str:
        """How many games there are, and what of them was not checked since cards are hidden."""
        of = f"of {self.games} game{'' if self.games == 1 else 's'}"
        if not self.views:
            return of
        if self.games == 1:
            return f"{of}, a view{self.views[0].reserve}"
        some = f"{len(self.views)} of them {'a view' if len(self.views) == 1 else 'views'}"
        return f"{of}, {some}, checked as far as the hidden cards allow"


def look_through(path: FilePath, *, check: bool = True) -> Looked:
    """Read a whole file of records, whatever is wrong with some of them."""
    games, views = 0, []
    faults: list[Fault] = []
    left, unread, is_read = LOOKED_THROUGH, 0, True
    try:
        for text in texts_of(path):
            if len(faults) >= FAULT_LIMIT:
                unread += 1
                continue
            try:
                found = _checked(text, check=check, most=left)
                games += 1
                views += [found] if isinstance(found, Viewed) else []
            except FileFaultsError as error:
                faults += error.faults
                left -= len(text.text)
    except FileFaultsError as error:
        faults += error.faults
        is_read = not isinstance(error, UnreadableFileError)
    return Looked(games, tuple(views), (*_some(path, faults, unread),), is_read)


def _some(path: FilePath, faults: list[Fault], unread: int) -> Iterator[Fault]:
    """Not too many faults, and how much more there is."""
    from penneech.files.yamlfile import file_name  # noqa: PLC0415  # only faulty files need it

    yield from faults[: FAULT_LIMIT + 1]
    rest = [(len(faults) - FAULT_LIMIT - 1, "fault like these", "faults like these")]
    rest += [(unread, "line that was not looked at", "lines that were not looked at")]
    for number, one, several in rest:
        if number > 0:
            text = f"and {number:,} more {one if number == 1 else several}"
            yield Fault(file_name(path), 0, 0, "", text)


def record_from_data(data: Value, *, check: bool = True) -> Record:
    """Make a record of plain data; the engine does not play it.

    Args:
        data: the data.
        check: whether a `check` that is there must be right.

    Raises:
        FileFaultsError: with everything that has not the form.
    """
    try:
        record = record_of_data(data)
        if check:
            compare_check(data)
    except RecordError as error:
        raise refused_data(data, error) from error
    return record


def read_packs(path: FilePath) -> tuple[tuple[Card, ...], ...]:
    """Read packs from a JSON file: a list of lists of 52 cards, the first card dealt first.

    Raises:
        FileFaultsError: at the first thing that does not fit.
    """
    packs: list[tuple[Card, ...]] = []
    for text in texts_of(path, PACKS):
        data = parsed(text)
        try:
            packs += packs_of_data(data)
        except RecordError as error:
            raise FileFaultsError(placed(text, [_no_pack(data, error)])) from error
    return tuple(packs)


def _no_pack(data: Value, error: RecordError) -> Wrong:
    if isinstance(data, dict) and data.get("format") == FORMAT:
        text = "a record stands where packs are wanted, a list of lists of 52 cards"
        return Wrong((), of_key=False, text=text)
    return only(error)


def _checked(text: RecordText, *, check: bool, most: int = LOOKED_THROUGH) -> Replayed | Viewed:
    """Read and check a record; it is looked through for all faults if it is no longer than that."""
    data = parsed(text)
    if text.is_notation and isinstance(data, dict) and "rules" not in data:
        line = "write a line like `variant: parlett` above the first deal, or ask penneech which"
        text_of_fault = f"nothing says by which rules this game was played; {line}"
        raise FileFaultsError([text.fault(text_of_fault, 0)])
    try:
        record = record_of_data(data)
        found = verify_view(record) if record.is_view else verify(record)
        if isinstance(found, Replayed):
            _compare_winner(data, found)
        # Last, since a replay can tell what was altered, and this only that something was.
        if check:
            compare_check(data)
    except RecordError as error:
        raise refused(text, data, error, most=most) from error
    return found


def _compare_winner(data: Value, found: Replayed) -> None:
    """A record may leave out who won, but not say that nobody did where somebody has."""
    winner = found.game.winner
    if (
        isinstance(data, dict)
        and "winner" in data
        and data["winner"] is None
        and winner is not None
    ):
        text = f"{winner.name} has won by the rules; by the record nobody has won"
        raise RecordError(text, path=("winner",))
