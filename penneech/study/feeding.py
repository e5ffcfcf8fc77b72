"""Keeping those busy who play a study, wherever they are: threads, processes, a cluster."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from penneech.errors import PenneechError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future
    from types import FrameType

    from penneech.study.rows import Chunk

SILENCE = 60.0
"""Seconds without a single chunk after which it is said what is waited for; then twice as many."""

_LOOK_EVERY = 0.2
"""Seconds between two looks at whether the run was interrupted."""

_QUEUED = 2
"""Chunks handed out for each place: one in work, one waiting, so that none is ever idle."""


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


def _gone(_: Chunk, error: Exception) -> Exception:
    return error


@dataclass(frozen=True, slots=True)
class Crew:
    """Those who play the chunks of a study.

    Args:
        pool: where chunks are handed in.
        play: what is done with a chunk there.
        places: how many chunks can be in work at once; asked again and again, as workers come.
        lost: the errors of a chunk that got lost with whoever played it.
        tries: how often such a chunk is handed in.
        told: the error that a user is told of, made of a chunk and of what went wrong with it.
        state: what there is to say of the crew when nothing comes back from it.
    """

    pool: Executor
    play: Callable[[Chunk], bytes | None]
    places: Callable[[], int]
    lost: tuple[type[Exception], ...] = ()
    tries: int = 1
    told: Callable[[Chunk, Exception], Exception] = _gone
    state: Callable[[], str] = str


def fed(
    crew: Crew,
    chunks: Iterator[Chunk],
    interruption: Interruption,
    say: Callable[[str], object],
) -> Iterator[tuple[Chunk, bytes]]:
    """Keep a crew busy, and give back what it has done; in no particular order.

    Args:
        crew: who plays.
        chunks: what is to be played.
        interruption: ends it between two chunks.
        say: told what is waited for when nothing comes back for long.

    Raises:
        PenneechError: when a game cannot be played, or a chunk is lost once too often.
    """
    out = _HandedOut(crew, chunks)
    with _undisturbed():
        out.feed()
    patience = _Patience(say, crew.state)
    while out.pending and not interruption.came:
        done, _ = wait(out.pending, timeout=_LOOK_EVERY, return_when=FIRST_COMPLETED)
        patience.looked(bool(done), (chunk for chunk, _ in out.pending.values()))
        ready = [found for future in done if (found := out.taken(future)) is not None]
        out.feed()
        yield from ready


@dataclass(slots=True)
class _HandedOut:
    """What a crew has in hand: each future's chunk, and how often it was handed in."""

    crew: Crew
    chunks: Iterator[Chunk]
    pending: dict[Future[bytes | None], tuple[Chunk, int]] = field(default_factory=dict)

    def feed(self) -> None:
        """Hand in as many chunks as keep all places busy."""
        while len(self.pending) < _QUEUED * self.crew.places():
            chunk = next(self.chunks, None)
            if chunk is None:
                return
            self._hand_in(chunk, 1)

    def _hand_in(self, chunk: Chunk, time: int) -> None:
        try:
            future = self.crew.pool.submit(self.crew.play, chunk)
        except Exception as error:
            raise self.crew.told(chunk, error) from error
        self.pending[future] = chunk, time

    def taken(self, future: Future[bytes | None]) -> tuple[Chunk, bytes] | None:
        """The rows of a chunk that is done; None for one that was given up, or is handed in again.

        Raises:
            PenneechError: when it cannot be played, or is lost once too often.
        """
        chunk, time = self.pending.pop(future)
        try:
            rows = future.result()
        except PenneechError:
            raise
        except Exception as error:
            if isinstance(error, self.crew.lost) and time < self.crew.tries:
                self._hand_in(chunk, time + 1)
                return None
            raise self.crew.told(chunk, error) from error
        return None if rows is None else (chunk, rows)


class _Patience:
    """Says what is waited for when nothing comes back for long, and then ever more seldom."""

    def __init__(self, say: Callable[[str], object], state: Callable[[], str]) -> None:
        self._say, self._state = say, state
        self._since, self._until = monotonic(), SILENCE

    def looked(self, came: bool, waiting: Iterator[Chunk]) -> None:  # noqa: FBT001  # the one fact
        """Take note of a look, at which something had come or not."""
        waited = monotonic() - self._since
        if came:
            self._since, self._until = monotonic(), SILENCE
        elif waited >= self._until:
            self._until *= 2
            first, *others = waiting
            text = f"Nothing has come back for {waited:.0f} s; waiting for {named(first)}"
            more = f" and {len(others)} more pieces of work" if others else ""
            state = self._state()
            self._say(
                f"{text}{more}{'; ' * bool(state)}{state}. Ctrl-C stops, and keeps what is written."
            )


def named(chunk: Chunk) -> str:
    """A chunk in words."""
    return f"games {chunk.first} to {chunk.last - 1} of {chunk.variant}"


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
