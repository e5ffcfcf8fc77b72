"""The reviews of games that are over: each is worked out once, beside the answers.

The first that a machine works out takes as long as compiling takes, and nobody's request waits for
that: who asks is told that it is being made, and asks again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeAlias

from penneech.errors import PenneechError

if TYPE_CHECKING:
    from penneech.advice.hindsight import SolvedDeal
    from penneech.screens.session import Session

    Review: TypeAlias = Future[list[SolvedDeal]]

MOST_KEPT = 64
"""So many reviews are kept; of those that are made the one asked for longest ago makes room."""

AT_ONCE = 2
"""So many are worked on at once."""

MOST_WAITING = 32
"""So many wait for that; more are told to come back, since each that waits is a thread."""

QUICK = 1.0
"""Seconds for which an answer waits: what is compiled already is there by then."""


class BusyError(PenneechError):
    """So many reviews are being worked out that another would wait too long."""


class Reviews:
    """The reviews of a server's games."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._working = threading.BoundedSemaphore(AT_ONCE)
        self._reviews: OrderedDict[str, Review] = OrderedDict()

    def of(self, game: str, session: Session) -> list[SolvedDeal] | None:
        """The deals of a game beside best play.

        Args:
            game: its id.
            session: the game, which is over.

        Returns:
            The deals; None while they are being worked out.

        Raises:
            PenneechError: when they cannot be.
            BusyError: when too many others are being worked out.
        """
        review = self._asked(game, session)
        try:
            return review.result(QUICK)
        except TimeoutError:
            if not review.done():
                return None
            raise

    def _asked(self, game: str, session: Session) -> Review:
        with self._lock:
            review = self._reviews.get(game)
            if review is None or (review.done() and review.exception()):
                if sum(not one.done() for one in self._reviews.values()) >= MOST_WAITING:
                    raise BusyError("too many reviews are being made")
                review = self._reviews[game] = Future()
                # A server that is stopped does not wait for it.
                threading.Thread(target=self._work, args=(review, session), daemon=True).start()
            self._reviews.move_to_end(game)
            made = [name for name, one in self._reviews.items() if one.done()]
            for name in made[: max(0, len(self._reviews) - MOST_KEPT)]:
                del self._reviews[name]
            return review

    def _work(self, review: Review, session: Session) -> None:
        from penneech.screens.review import solved  # noqa: PLC0415  # a server is to start quickly

        with self._working:
            try:
                review.set_result(solved(session))
            except Exception as error:  # noqa: BLE001  # whoever asked is told
                review.set_exception(error)
