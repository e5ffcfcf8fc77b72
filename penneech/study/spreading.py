"""Work cut into pieces, and spread over threads or processes; the answers are the same for all."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for_end
from typing import TYPE_CHECKING, TypeVar

from penneech.errors import StudyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

_START = "spawn"
"""How processes begin: afresh, as Windows must, so that all systems do alike."""

_QUEUED = 2
"""Pieces handed out for each worker: one in work, one waiting, so that none is ever idle."""

_LOOK_EVERY = 0.5
"""Seconds after which Ctrl-C is heeded on systems where waiting holds it up."""


def spread(
    work: Callable[[Piece], Answer], pieces: Iterable[Piece], workers: int, *, threads: bool = False
) -> Iterator[tuple[Piece, Answer]]:
    """Do all the pieces, and give each with its answer, in no particular order.

    Args:
        work: a function of some module, which a fresh process can find by its name.
        pieces: what to give it; taken one by one as they are needed.
        workers: how many work side by side; one works in this very process.
        threads: whether they are threads, which is worth while for compiled code alone.

    Raises:
        StudyError: when a worker is lost.
    """
    if workers == 1:
        for piece in pieces:
            yield piece, work(piece)
        return
    if threads:
        with ThreadPoolExecutor(workers) as crew:
            try:
                yield from _fed(crew, work, iter(pieces), workers)
            finally:
                crew.shutdown(wait=False, cancel_futures=True)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context(_START), _begin)
    try:
        yield from _fed(pool, work, iter(pieces), workers)
    except BrokenProcessPool:
        raise StudyError(
            "a worker process was ended from outside or ran out of memory; give the command again, "
            "perhaps with fewer --workers"
        ) from None
    finally:
        # They hold nothing but the piece in work, so they need not be waited for.
        for child in set(active_children()) - others:
            child.kill()
        pool.shutdown(cancel_futures=True)


def _fed(
    pool: Executor,
    work: Callable[[Piece], Answer],
    pieces: Iterator[Piece],
    workers: int,
) -> Iterator[tuple[Piece, Answer]]:
    pending: dict[Future[Answer], Piece] = {}

    def feed() -> None:
        while len(pending) < _QUEUED * workers:
            try:
                piece = next(pieces)
            except StopIteration:
                return
            pending[pool.submit(work, piece)] = piece

    with _undisturbed():
        feed()
    while pending:
        done, _ = wait(pending, timeout=_LOOK_EVERY, return_when=FIRST_COMPLETED)
        ready = [(pending.pop(future), future.result()) for future in done]
        feed()
        yield from ready


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let the processes that begin now never see Ctrl-C, which a terminal sends to all of them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    """Make ready a worker process: deaf to Ctrl-C, and gone when its parent is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)
