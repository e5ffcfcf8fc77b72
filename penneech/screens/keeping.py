"""The file in which a game is kept while people play it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from penneech.errors import PenneechError, reason
from penneech.records import Viewed, checked_records, record_text, replacing
from penneech.records.model import UNSEEN

if TYPE_CHECKING:
    from penneech.records import Record
    from penneech.screens.session import Session

FIRST_NAME = "penneech-game"


class Keeping:
    """Where a game is saved: always the same file once it has one.

    Args:
        path: the file that it was loaded from, if it was.
        saved: the game that is in it.
    """

    def __init__(self, path: Path | None = None, saved: Record | None = None) -> None:
        self.path = path
        self._saved = saved
        self._own = set() if path is None else {_place(path)}

    def save(self, session: Session, path: Path | None = None) -> Path:
        """Write the game down; an older state of it is replaced when the new one is whole.

        Args:
            session: the game.
            path: the file; unless it is given the one used before, or one that is not there yet.

        Raises:
            PenneechError: when the file cannot be written, or is there and not this game's own.
        """
        target, record = path or self.path or free_name(Path()), session.save()
        if target.is_file() and _place(target) not in self._own:
            told = PenneechError(f"{target} is there already, and is left as it is; name another")
            raise told.known_as("is_there", file=str(target))
        try:
            with replacing(target) as stream:
                stream.write(record_text(record) + "\n")
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            told = PenneechError(f"{target} cannot be written: {why}")
            raise told.known_as("not_written", file=str(target), why=why) from error
        self.path, self._saved = target, record
        self._own.add(_place(target))
        return target

    def has(self, session: Session) -> bool:
        """Whether the file has the game as it stands; a lead may have been taken back since."""
        return self._saved is not None and self._saved == session.save()


def _place(path: Path) -> str:
    """Where a file is, however it is named."""
    return os.path.realpath(path)


def free_name(folder: Path) -> Path:
    """The name of a file in that folder that is not there yet."""
    number, path = 1, folder / f"{FIRST_NAME}.json"
    while os.path.lexists(path):  # where nothing can be looked up the writing will say so
        number += 1
        path = folder / f"{FIRST_NAME}-{number}.json"
    return path


def kept_record(path: Path, *, check: bool = True) -> Record:
    """The game that a file keeps.

    Args:
        path: the file.
        check: whether the record's own check is compared.

    Raises:
        FileFaultsError: when the file does not hold a record that holds.
        PenneechError: for several games, and for a view.
    """
    found = [game for _, game in checked_records(path, check=check)]
    if len(found) != 1:
        raise PenneechError(
            f"{path} holds {len(found)} games; a file with one can be gone on with"
        ).known_as("many_games", file=str(path), games=len(found))
    if isinstance(found[0], Viewed):
        raise PenneechError(
            f"{path} is a view, with cards hidden ({UNSEEN}): "
            "only a whole record can be gone on with"
        ).known_as("a_view", file=str(path), mark=UNSEEN)
    return found[0].record
