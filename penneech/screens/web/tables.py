"""The tables of a server: its games, each changed by one request at a time.

A change names the number of the state that it was made for. Where another has come first it is
refused, so that a repeated or late request changes nothing.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from penneech.errors import PenneechError
from penneech.records import record_from_data, record_text
from penneech.screens.session import Session, searches
from penneech.screens.sitting import PERSON, Waits
from penneech.screens.web.log import Log
from penneech.screens.web.store import Kept, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from penneech.events import Player
    from penneech.screens.web.store import Store

MOST_OPEN = 512
"""So many games are held ready; others are read from the file when they are wanted."""

MOST_HELD = 20_000_000
"""Of so many bytes as records: one that is held takes some thirty times as much memory."""


class StaleError(PenneechError):
    """A change was made for a state of the game that is past."""


class FullError(PenneechError):
    """No room is left for another game."""


@dataclass(slots=True)
class _Table:
    """A game that is held ready; the lock is held while it is changed."""

    session: Session
    number: int
    size: int
    lock: threading.Lock = field(default_factory=threading.Lock)
    log: Log = field(default_factory=Log)


@dataclass(frozen=True, slots=True)
class Place:
    """A game as a person at one of its seats finds it.

    Args:
        game: its id.
        session: the game with that person before the screen.
        number: the number of its state.
        log: what has been told of the game so far.
    """

    game: str
    session: Session
    number: int
    log: Log = field(default_factory=Log, compare=False)


class Tables:
    """All games of a server.

    Args:
        store: where they are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._open: OrderedDict[str, _Table] = OrderedDict()
        self._lock = threading.Lock()
        self.in_use = threading.Event()
        """Set when somebody sits at one of them for the first time."""

    def begin(self, session: Session) -> tuple[str, str]:
        """Begin a game; two people in it play apart.

        Args:
            session: the game, with whoever begins it before the screen.

        Returns:
            Its id, and the token of the seat.

        Raises:
            FullError: when there is no room.
        """
        game, token = secrets.token_urlsafe(9), secrets.token_urlsafe(32)
        apart = session.players == (PERSON, PERSON)
        session = session.seen_by(session.facing, apart=apart)
        _go_on(session)
        kept = _kept(session, 0)
        invitation = invitation_of(token) if apart else None
        if not self._store.add(game, kept, (session.facing, token), invitation):
            raise FullError("this server holds as many games as it can: come back later")
        self._hold(game, _Table(session, 0, len(kept.record)))
        return game, token

    def is_quick(self, game: str) -> bool:
        """Whether what is asked of a game is done at once: it is held ready, and nobody searches.

        The server then does it where it reads requests, without another thread.
        """
        table = self._open.get(game)
        return table is not None and not any(map(searches, table.session.players))

    def sits(self, game: str, token: str) -> Player | None:
        """Whose seat a token proves."""
        return self._store.seat_of(game, token)

    def exists(self, game: str) -> bool:
        """Whether there is such a game."""
        return self._store.number(game) is not None

    def invitation(self, game: str, token: str) -> str | None:
        """The invitation to the other seat, for who began the game; None once it is used."""
        found = invitation_of(token)
        return found if self._store.is_invited(game, found) else None

    def is_invited(self, game: str, invitation: str) -> bool:
        """Whether an invitation can still be used."""
        return self._store.is_invited(game, invitation)

    def take_seat(self, game: str, invitation: str) -> str | None:
        """Take the other seat.

        Returns:
            The token of the seat; None when the invitation has been used.
        """
        token = secrets.token_urlsafe(32)
        with self._at(game) as table:
            player = table.session.facing.other
            taken = self._store.take_seat(game, invitation, player, token)
        return token if taken else None

    def place(self, game: str, player: Player) -> Place:
        """The game as it stands, for who sits there."""
        with self._at(game) as table:
            return self._place(game, table, player)

    def change(
        self, game: str, player: Player, number: int, what: Callable[[Session], object]
    ) -> Place:
        """Change a game, and let the computer player go on.

        Args:
            game: its id.
            player: who sits there.
            number: the number of the state that the change is made for.
            what: makes the change; when it raises an error nothing is changed.

        Returns:
            The game after it.

        Raises:
            StaleError: when that state is past.
            PenneechError: when the change cannot be made.
        """
        with self._at(game) as table:
            if number != table.number:
                raise StaleError("the game has gone on since")
            session = self._place(game, table, player).session
            what(session)
            _go_on(session)
            kept = _kept(session, number + 1)
            if not self._store.change(game, kept):
                raise StaleError("the game has gone on since")
            if session.moment <= table.session.moment:
                # A lead was taken back: what other readers were told of it is not so any more.
                table.log = Log()
            # The seat that opened the game stays the one that the table is seen from.
            table.session = session.seen_by(table.session.facing, apart=session.is_apart)
            table.number, table.size = kept.number, len(kept.record)
            return Place(game, session, kept.number, table.log)

    def _place(self, game: str, table: _Table, player: Player) -> Place:
        session = table.session
        seen = session.seen_by(player, apart=session.is_apart)
        return Place(game, seen, table.number, table.log)

    @contextmanager
    def _at(self, game: str) -> Iterator[_Table]:
        """A table while nobody else changes it, as the file has it."""
        table = self._held(game)
        with table.lock:
            if self._store.number(game) != table.number:  # another server has the same file
                table.session, table.number, table.size = self._read(game)
                table.log = Log()
            yield table

    def _held(self, game: str) -> _Table:
        with self._lock:
            table = self._open.get(game)
            if table is not None:
                self._open.move_to_end(game)
                return table
        return self._hold(game, _Table(*self._read(game)))

    def _hold(self, game: str, table: _Table) -> _Table:
        self.in_use.set()
        with self._lock:
            table = self._open.setdefault(game, table)
            self._open.move_to_end(game)
            size = sum(one.size for one in self._open.values())
            while len(self._open) > MOST_OPEN or (size > MOST_HELD and len(self._open) > 1):
                size -= self._open.popitem(last=False)[1].size
        return table

    def _read(self, game: str) -> tuple[Session, int, int]:
        kept = self._store.find(game)
        if kept is None:
            raise PenneechError("there is no such game")
        record = record_from_data(json.loads(kept.record))
        session = Session.restore(record, kept.moment, apart=kept.apart, secret=kept.secret)
        return session, kept.number, len(kept.record)


def invitation_of(token: str) -> str:
    """The invitation to the other seat, which only who holds this one can tell."""
    return digest(f"invitation {token}")[:43]


def _kept(session: Session, number: int) -> Kept:
    record = record_text(session.save())
    return Kept(record, session.moment, number, session.is_apart, session.secret)


def _go_on(session: Session) -> None:
    """Let the computer player choose, but wait where a lead can still be taken back."""
    while session.waits is Waits.COMPUTER and not session.may_undo:
        session.go_on()
