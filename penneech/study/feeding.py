"""Keeping those busy who do the work, wherever they are: threads, processes, a cluster."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from penneech.errors import PenneechError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future
    from types import FrameType

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

SILENCE = 60.0
"""Seconds without a single answer after which it is said what is waited for; then twice as many."""

_LOOK_EVERY = 0.2
"""Seconds between two looks at whether the run was interrupted."""

_QUEUED = 2
"""Pieces handed out for each place: one in work, one waiting, so that none is ever idle."""


class Interruption:
    """Notes Ctrl-C instead of breaking off in the middle of something; a second one breaks off."""

    def __init__(self) -> None:
        self.came = False

    def note(self, signum: int, frame: FrameType | None) -> None:  # noqa: ARG002  # the signal's
        """Take the signal."""
        if self.came:
            raise KeyboardInterrupt
        self.came = True

    @classmethod
    @contextmanager
    def noted(cls) -> Iterator[Interruption]:
        """Note Ctrl-C for as long as this lasts; only a program's main thread can."""
        interruption = cls()
        if threading.current_thread() is not threading.main_thread():
            yield interruption
            return
        before = signal.signal(signal.SIGINT, interruption.note)
        try:
            yield interruption
        finally:
            # Nothing is known of a handler that was not set by Python.
            signal.signal(signal.SIGINT, signal.SIG_DFL if before is None else before)


def _gone(_: object, error: Exception) -> Exception:
    return error


@dataclass(frozen=True, slots=True)
class Crew(Generic[Piece, Answer]):
    """Those who do the pieces of some work, like the chunks of a study.

    Args:
        pool: where pieces are handed in.
        work: what is done with a piece there; None is the answer to one that was given up.
        places: how many pieces can be in work at once; asked again and again, as workers come.
        lost: the errors of a piece that got lost with whoever had it.
        tries: how often such a piece is handed in.
        told: the error that a user is told of, made of a piece and of what went wrong with it.
        state: what there is to say of the crew when nothing comes back from it.
    """

    pool: Executor
    work: Callable[[Piece], Answer | None]
    places: Callable[[], int]
    lost: tuple[type[Exception], ...] = ()
    tries: int = 1
    told: Callable[[Piece, Exception], Exception] = _gone
    state: Callable[[], str] = str


def fed(
    crew: Crew[Piece, Answer],
    pieces: Iterator[Piece],
    interruption: Interruption,
    say: Callable[[str], object] = lambda text: None,  # noqa: ARG005  # nobody listens
) -> Iterator[tuple[Piece, Answer]]:
    """Keep a crew busy, and give back what it has done; in no particular order.

    Args:
        crew: who does it.
        pieces: what is to be done; each says by `str` what it is.
        interruption: ends it between two pieces.
        say: told what is waited for when nothing comes back for long.

    Raises:
        PenneechError: when a game cannot be played, or a piece is lost once too often.
    """
    out = _HandedOut(crew, pieces)
    with _undisturbed():
        out.feed()
    patience = _Patience(say, crew.state)
    while out.pending and not interruption.came:
        done, _ = wait(out.pending, timeout=_LOOK_EVERY, return_when=FIRST_COMPLETED)
        patience.looked(bool(done), (piece for piece, _ in out.pending.values()))
        ready = [found for future in done if (found := out.taken(future)) is not None]
        out.feed()
        yield from ready


@dataclass(slots=True)
class _HandedOut(Generic[Piece, Answer]):
    """What a crew has in hand: each future's piece, and how often it was handed in."""

    crew: Crew[Piece, Answer]
    pieces: Iterator[Piece]
    pending: dict[Future[Answer | None], tuple[Piece, int]] = field(default_factory=dict)

    def feed(self) -> None:
        """Hand in as many pieces as keep all places busy."""
        while len(self.pending) < _QUEUED * self.crew.places():
            piece = next(self.pieces, None)
            if piece is None:
                return
            self._hand_in(piece, 1)

    def _hand_in(self, piece: Piece, time: int) -> None:
        try:
            future = self.crew.pool.submit(self.crew.work, piece)
        except Exception as error:
            raise self.crew.told(piece, error) from error
        self.pending[future] = piece, time

    def taken(self, future: Future[Answer | None]) -> tuple[Piece, Answer] | None:
        """The answer to a piece that is done; None for one given up, or that is handed in again.

        Raises:
            PenneechError: when it cannot be done, or is lost once too often.
        """
        piece, time = self.pending.pop(future)
        try:
            answer = future.result()
        except PenneechError:
            raise
        except Exception as error:
            if isinstance(error, self.crew.lost) and time < self.crew.tries:
                self._hand_in(piece, time + 1)
                return None
            raise self.crew.told(piece, error) from error
        return None if answer is None else (piece, answer)


class _Patience:
    """Says what is waited for when nothing comes back for long, and then ever more seldom."""

    def __init__(self, say: Callable[[str], object], state: Callable[[], str]) -> None:
        self._say, self._state = say, state
        self._since, self._until = monotonic(), SILENCE

    def looked(self, came: bool, waiting: Iterator[object]) -> None:  # noqa: FBT001  # the one fact
        """Take note of a look, at which something had come or not."""
        waited = monotonic() - self._since
        if came:
            self._since, self._until = monotonic(), SILENCE
        elif waited >= self._until:
            self._until *= 2
            first, *others = waiting
            text = f"Nothing has come back for {waited:.0f} s; waiting for {first}"
            more = f" and {len(others)} more pieces of work" if others else ""
            state = self._state()
            self._say(
                f"{text}{more}{'; ' * bool(state)}{state}. Ctrl-C stops, and keeps what is written."
            )


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let the processes and threads that begin now never see Ctrl-C, which a terminal sends to all.

    The signal is held back, not lost, and what begins in the meantime goes on holding it back.
    Windows has nothing of the kind; there the workers learn to ignore it as they begin.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
