"""Playing a study: chunk after chunk, on one process or many, until it is done or interrupted."""

from __future__ import annotations

import gc
import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for_end
from typing import TYPE_CHECKING

from penneech.errors import StudyError
from penneech.study.rows import play_chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor, Future
    from types import FrameType

    from penneech.study.design import Design
    from penneech.study.rows import Chunk
    from penneech.study.store import Store

MOST_WORKERS = 61
"""Windows can wait for no more processes at once."""

START = "spawn"
"""How worker processes begin: afresh, as Windows must, so that all systems do alike."""

_LOOK_EVERY = 0.2
"""Seconds between two looks at whether the run was interrupted."""

_QUEUED = 2
"""Chunks handed out for each worker: one in work, one waiting, so that none is ever idle."""

_ROOM_FOR_GARBAGE = 100_000


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


def default_workers() -> int:
    """As many processes as this one may have processors."""
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    return min(count, MOST_WORKERS)


def run(
    design: Design,
    store: Store,
    workers: int,
    tell: Callable[[int], object] = lambda games: None,  # noqa: ARG005  # nobody listens
    start: str = START,
) -> bool:
    """Play what the store lacks, and write each chunk as soon as it is done.

    Args:
        design: what is to be played.
        store: where the rows go.
        workers: how many processes play; one plays in this very process.
        tell: told how many more games are done, also of those that were there before.
        start: how processes begin: `spawn`, `fork` or `forkserver`.

    Returns:
        Whether the study is complete; it is not when it was interrupted.

    Raises:
        StudyError: when a worker is lost, or the rows cannot be written.
        PenneechError: when a game cannot be played.
    """
    missing = store.missing()
    tell(design.total - missing)
    chunks = design.chunks([gap for entry in design.entries for gap in store.gaps(entry)])
    with Interruption.noted() as interruption:
        if workers == 1 or missing == 0:
            done = _alone(chunks, interruption)
        else:
            done = _together(chunks, workers, start, interruption)
        for chunk, rows in done:
            store.write(chunk, rows)
            tell((chunk.last - chunk.first) * chunk.swaps)
        return not interruption.came


def _alone(chunks: Iterator[Chunk], interruption: Interruption) -> Iterator[tuple[Chunk, bytes]]:
    """Play in this process."""
    for chunk in chunks:
        rows = play_chunk(chunk, lambda: interruption.came)
        if rows is None:
            return
        yield chunk, rows


def _together(
    chunks: Iterator[Chunk], workers: int, start: str, interruption: Interruption
) -> Iterator[tuple[Chunk, bytes]]:
    """Play in worker processes, and end them whatever happens."""
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context(start), _begin_work)
    try:
        yield from _fed(pool, chunks, workers, interruption)
    except BrokenProcessPool:
        raise StudyError(
            "a worker process was ended from outside or ran out of memory; what was written before "
            "is whole, and the same command goes on from there"
        ) from None
    finally:
        # They hold nothing but the chunk in work, so they need not be waited for.
        for child in set(active_children()) - others:
            child.kill()
        pool.shutdown(cancel_futures=True)


def _fed(
    pool: Executor, chunks: Iterator[Chunk], workers: int, interruption: Interruption
) -> Iterator[tuple[Chunk, bytes]]:
    """Keep any executor busy, and give back what it has done; in no particular order."""
    pending: dict[Future[bytes | None], Chunk] = {}

    def feed() -> None:
        while len(pending) < _QUEUED * workers:
            chunk = next(chunks, None)
            if chunk is None:
                return
            pending[pool.submit(play_chunk, chunk)] = chunk

    with _undisturbed():
        feed()
    while pending and not interruption.came:
        done, _ = wait(pending, timeout=_LOOK_EVERY, return_when=FIRST_COMPLETED)
        ready = [(pending.pop(future), future.result()) for future in done]
        feed()
        for chunk, rows in ready:
            if rows is not None:
                yield chunk, rows


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


def _begin_work() -> None:
    """Make ready a worker process: deaf to Ctrl-C, and gone when its parent is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Play makes many small values and no rings of them: looking for rings costs a twelfth.
    gc.set_threshold(_ROOM_FOR_GARBAGE)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)
