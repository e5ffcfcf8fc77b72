"""What the answers of a server share: games, variants, and how much is worked on at once."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from penneech.screens.web.answers import FULL
from penneech.screens.web.reviews import Reviews

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.requests import Request
    from starlette.responses import Response

    from penneech.screens.opening import Opening
    from penneech.screens.session import Session
    from penneech.screens.web.tables import Tables
    from penneech.variant import Title, Variant

AT_ONCE, PATIENCE = 2, 20.0
"""So many hints are worked out at once; who waits longer is sent away for a while."""

MOST_WAITING = 8
"""So many wait for theirs; more are sent away at once, since each that waits holds a thread."""


class House:
    """What the answers of one server share.

    Args:
        tables: its games.
        opening: where the variants and sources are found.
    """

    def __init__(self, tables: Tables, opening: Opening) -> None:
        self.tables = tables
        self.opening = opening
        self.reviews = Reviews()
        self._working = threading.BoundedSemaphore(AT_ONCE)
        self._waiting = threading.BoundedSemaphore(AT_ONCE + MOST_WAITING)

    @property
    def offered(self) -> dict[str, Variant]:
        """The variants by their ids; they are read and checked once."""
        return offered_by(self.opening)

    @property
    def titles(self) -> tuple[Title, ...]:
        """What the variants call themselves, in the order in which they are offered."""
        return _titles_by(self.opening)

    def variant_of(self, session: Session) -> Variant | None:
        """The variant that a game is played by, if it is one of those that are offered."""
        found = self.offered.get(session.heading.variant or "")
        return found if found is not None and found.rules == session.rules else None

    async def at_table(
        self, request: Request, what: Callable[..., Response], *more: object
    ) -> Response:
        """Do at once what is asked of a game, or in a thread where it may take a while.

        To hand a quick thing to a thread and back takes longer than the thing.

        Args:
            request: what is asked; the game stands in its address.
            what: does it, with this house, the request, and `more`.
            *more: whatever else it is given.
        """
        if self.tables.is_quick(request.path_params["game"]):
            return what(self, request, *more)
        return await run_in_threadpool(what, self, request, *more)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Keep the number of searches low that are worked on at once.

        Raises:
            HTTPException: when too many wait already.
        """
        if not self._waiting.acquire(blocking=False):
            raise HTTPException(FULL)
        try:
            if not self._working.acquire(timeout=PATIENCE):
                raise HTTPException(FULL)
            try:
                yield
            finally:
                self._working.release()
        finally:
            self._waiting.release()


_reading = threading.Lock()


def offered_by(opening: Opening) -> dict[str, Variant]:
    """The variants that are offered, by their ids; who asks while they are read waits for them."""
    with _reading:
        return _read_by(opening)


@cache
def _read_by(opening: Opening) -> dict[str, Variant]:
    return {variant.id: variant for variant in opening.offered()}


@cache
def _titles_by(opening: Opening) -> tuple[Title, ...]:
    return opening.titles()
