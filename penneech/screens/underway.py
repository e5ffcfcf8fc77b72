"""A game at a screen: what is played, where it is kept, and how it is not lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from penneech.errors import PenneechError
from penneech.files.typed import as_typed
from penneech.screens.keeping import Keeping, free_name
from penneech.screens.refusing import told

if TYPE_CHECKING:
    from penneech.screens.opening import Opening
    from penneech.screens.session import Session


class Underway:
    """A game that somebody plays, with its file.

    Args:
        opening: what was asked for; the game begins, or goes on, as it says.

    Raises:
        PenneechError: when it cannot begin, or be gone on with.
    """

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.session: Session = opening.session()
        self.keeping = opening.keeping(self.session)
        self.let_go = False
        """Whether the person has said that the game may be lost."""

    def again(self) -> None:
        """Begin another game between the same players; it has no file yet."""
        self.session = self.session.rematch()
        self.keeping = Keeping()

    @property
    def would_be_lost(self) -> bool:
        """Whether leaving now would lose something that a person has done."""
        session = self.session
        return (
            not (self.let_go or session.is_over)
            and session.has_chosen
            and not self.keeping.has(session)
        )

    def save(self, path: Path | None = None) -> str:
        """Save the game, and give a line that says where and how it goes on.

        Raises:
            PenneechError: when the file cannot be written.
        """
        return self._saved(self.keeping.save(self.session, path), "turn.saved")

    def set_aside(self) -> str:
        """Save the game in a file of its own, since it is being left without a word.

        No file is replaced, not even the game's own: nobody has said that it may be. Where nothing
        can be written in the folder at hand it is tried in the person's own.

        Returns:
            A line that says where, or why not; empty where nothing would be lost.
        """
        if not self.would_be_lost:
            return ""
        try:
            return self._set_aside_in(Path())
        except PenneechError as error:
            try:
                return self._set_aside_in(Path.home())
            except (PenneechError, RuntimeError):  # RuntimeError: nobody knows the person's own
                return self._text("leave.not_aside", why=told(error, self.opening.words))

    def _set_aside_in(self, folder: Path) -> str:
        path = self.keeping.save(self.session, free_name(folder))
        return self._saved(path, "leave.aside")

    def _saved(self, path: Path, key: str) -> str:
        return self._text(key, file=str(path), quoted=as_typed(str(path)))

    def _text(self, key: str, **figures: str) -> str:
        return self.opening.words.text(f"play.{key}", **figures)
