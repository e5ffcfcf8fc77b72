"""The games of a server in one SQLite file: a restart loses none.

Whoever holds a seat proves it by a token of which the file has only the SHA-256. The file itself
has the hidden cards and the seeds, and belongs to its owner alone.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
import sys
import threading
import time
import weakref
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from penneech.errors import PenneechError
from penneech.events import Player

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    moment INTEGER NOT NULL,
    number INTEGER NOT NULL,
    apart INTEGER NOT NULL,
    invitation TEXT,
    changed REAL NOT NULL,
    secret BLOB
) STRICT;
CREATE TABLE IF NOT EXISTS seats (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT;
CREATE INDEX IF NOT EXISTS games_by_change ON games (changed);
"""

MOST_GAMES = 20_000
"""So many games are kept; for a new one that with the oldest last move makes room."""

MOST_SIZE = 2_000_000_000
"""Bytes that the games take at most; 20,000 as long as they usually are take a tenth of it."""

IN_USE = 24 * 60 * 60
"""Seconds since its last move for which a game is never put away."""

OURS = 0x50454E4E  # PENN
"""What the head of the file says it is: not every SQLite file holds games."""


WHOLE = "ok"
"""What SQLite says of a file in which it finds no fault."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


@dataclass(frozen=True, slots=True)
class Kept:
    """A game as it is kept.

    Args:
        record: the text of its record, hidden cards and seed in it.
        moment: how many deals and choices there have been.
        number: how often it has changed; every change names the one before it.
        apart: whether two people play, each at a screen of their own.
        secret: what its packs are drawn by; None where they are those of the record's seed.
    """

    record: str
    moment: int
    number: int
    apart: bool
    secret: bytes | None = None


def usual_place() -> Path:
    """The file in the user's own folder of data.

    Raises:
        PenneechError: when the user has no folder.
    """
    try:
        home = Path.home()
    except RuntimeError as error:
        raise PenneechError(
            "you have no home folder in which the games could be kept; name a file with --db"
        ) from error
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "penneech" / "games.sqlite3"


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _keep_to_owner(path: Path) -> None:
    """See that a file, made here or before, and those that SQLite has beside it are not for others.

    Raises:
        OSError: when it cannot be made, or others may read it and that cannot be changed.
    """
    # Those beside it get the rights of the file when they are made.
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    if sys.platform == "win32":
        return  # there a folder of the user's own has rights for the user alone
    for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        if one.exists() and one.stat().st_mode & 0o077:
            one.chmod(0o600)
            if one.stat().st_mode & 0o077:
                raise PermissionError(errno.EPERM, "others may read it, and that cannot be changed")


def _unusable(path: Path, error: OSError | sqlite3.Error) -> PenneechError:
    """The error of a file that cannot be opened, read or written as one of games."""
    if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 255 in _DAMAGED:
        return _damaged(path)
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return PenneechError(
        f"{path} cannot hold the games: {why.lower()}; mend that, or name another file with --db"
    )


def _damaged(path: Path) -> PenneechError:
    return PenneechError(
        f"{path} is damaged, or no file of games; put back a copy of it, or name another with --db"
    )


class Store:
    """The games in one file.

    Args:
        path: the file; it is made if it is missing.

    Raises:
        PenneechError: when it cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _keep_to_owner(path)
            self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            # Neither one that nobody closed nor one that is refused below holds the file on.
            weakref.finalize(self, self._base.close)
        except (OSError, sqlite3.Error) as error:
            raise _unusable(path, error) from error
        try:
            self._prepare(path)
        except BaseException as error:
            self._base.close()
            if isinstance(error, UnicodeDecodeError):  # SQLite complains of a name that is no text
                raise _damaged(path) from error
            if isinstance(error, sqlite3.Error):
                raise _unusable(path, error) from error
            raise

    def _prepare(self, path: Path) -> None:
        base = self._base
        # Before all else: another server may be at the file.
        base.execute("PRAGMA busy_timeout = 5000")
        # Tables first: a server that begins beside this one names the file before it has any.
        tables = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        (kind,) = base.execute("PRAGMA application_id").fetchone()
        if tables and kind != OURS:
            raise PenneechError(f"{path} holds something else than games; name another with --db")
        # Who writes into a damaged file may spoil in it what is still whole.
        if tables and base.execute("PRAGMA quick_check(1)").fetchone() != (WHOLE,):
            raise _damaged(path)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        base.execute("PRAGMA foreign_keys = ON")
        base.execute(f"PRAGMA application_id = {OURS}")
        base.executescript(_SCHEMA)
        with base:
            base.execute("BEGIN IMMEDIATE")
            columns = base.execute("SELECT name FROM pragma_table_info('games')").fetchall()
            if ("secret",) not in columns:
                # A file of an earlier version: its games go on by their seeds.
                base.execute("ALTER TABLE games ADD COLUMN secret BLOB")

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._base.close()

    def add(self, game: str, kept: Kept, seat: tuple[Player, str], invitation: str | None) -> bool:
        """Keep a new game.

        Args:
            game: its id.
            kept: the game.
            seat: who holds a seat in it, and the token.
            invitation: the token for the other seat, if it is to be taken.

        Returns:
            Whether there was room.
        """
        with self._lock, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            if not self._has_room():
                return False
            self._base.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game,
                    kept.record,
                    kept.moment,
                    kept.number,
                    int(kept.apart),
                    None if invitation is None else digest(invitation),
                    time.time(),
                    kept.secret,
                ),
            )
            self._seat(game, *seat)
        return True

    def _has_room(self) -> bool:
        """Whether another game can be kept; the one that was left longest ago makes room."""
        games = self._base.execute("SELECT count(*) FROM games").fetchone()[0]
        if games < MOST_GAMES and self._size() < MOST_SIZE:
            return True
        oldest = "SELECT id FROM games WHERE changed < ? ORDER BY changed LIMIT 1"
        gone = self._base.execute(
            f"DELETE FROM games WHERE id IN ({oldest})",  # noqa: S608  # nothing of a user's is in it
            (time.time() - IN_USE,),
        )
        return gone.rowcount > 0

    def _size(self) -> int:
        """How many bytes of the file are taken."""
        pages, free, size = (
            self._base.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def _seat(self, game: str, player: Player, token: str) -> None:
        self._base.execute("INSERT INTO seats VALUES (?, ?, ?)", (game, int(player), digest(token)))

    def find(self, game: str) -> Kept | None:
        """A game by its id."""
        query = "SELECT record, moment, number, apart, secret FROM games WHERE id = ?"
        with self._lock, closing(self._base.execute(query, (game,))) as rows:
            row = rows.fetchone()
        if row is None:
            return None
        record, moment, number, apart, secret = row
        return Kept(str(record), int(moment), int(number), bool(apart), secret)

    def number(self, game: str) -> int | None:
        """How often a game has changed."""
        row = self._one("SELECT number FROM games WHERE id = ?", game)
        return None if row is None else int(row[0])

    def change(self, game: str, kept: Kept) -> bool:
        """Keep a game's next state; what is kept must be the state before it.

        Returns:
            Whether it was.
        """
        with self._lock:
            done = self._base.execute(
                "UPDATE games SET record = ?, moment = ?, number = ?, changed = ?"
                " WHERE id = ? AND number = ?",
                (kept.record, kept.moment, kept.number, time.time(), game, kept.number - 1),
            )
            return done.rowcount == 1

    def seat_of(self, game: str, token: str) -> Player | None:
        """Whose seat in a game a token proves."""
        row = self._one(
            "SELECT player FROM seats WHERE game = ? AND token = ?", game, digest(token)
        )
        return None if row is None else Player(int(row[0]))

    def is_invited(self, game: str, invitation: str) -> bool:
        """Whether an invitation can still be used."""
        row = self._one(
            "SELECT 1 FROM games WHERE id = ? AND invitation = ?", game, digest(invitation)
        )
        return row is not None

    def take_seat(self, game: str, invitation: str, player: Player, token: str) -> bool:
        """Use an invitation up.

        Returns:
            Whether it could still be used.
        """
        with self._lock, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            done = self._base.execute(
                "UPDATE games SET invitation = NULL WHERE id = ? AND invitation = ?",
                (game, digest(invitation)),
            )
            if done.rowcount != 1:
                return False
            self._seat(game, player, token)
            return True

    def _one(self, query: str, *values: str) -> tuple[str | int, ...] | None:
        with self._lock, closing(self._base.execute(query, values)) as rows:
            found: tuple[str | int, ...] | None = rows.fetchone()
            return found
