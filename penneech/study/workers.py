"""The workers of this machine, threads or processes: how many, how they begin, how they end."""

from __future__ import annotations

import gc
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait as wait_for_end
from typing import TYPE_CHECKING

from penneech.errors import StudyError
from penneech.study.timing import ROOM_FOR_GARBAGE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

MOST_WORKERS = 61
"""Windows can wait for no more processes at once."""

START = "spawn"
"""How worker processes begin: afresh, as Windows must, so that all systems do alike."""


def default_workers() -> int:
    """As many processes as this one may have processors."""
    if hasattr(os, "sched_getaffinity"):
        count = len(os.sched_getaffinity(0))
    else:
        count = os.cpu_count() or 1
    return min(count, MOST_WORKERS)


@contextmanager
def threads(workers: int) -> Iterator[Executor]:
    """Threads, for the kernel: it does not need Python's lock, and is made ready only once."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def processes(workers: int, advice: str, start: str = START) -> Iterator[Executor]:
    """Processes, which are ended whatever happens.

    Args:
        workers: how many.
        advice: what is said to do, or to know, when one of them is lost.
        start: how they begin: `spawn`, `fork` or `forkserver`.

    Raises:
        StudyError: when one is lost.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context(start), _begin)
    try:
        yield pool
    except BrokenProcessPool:
        raise StudyError(
            f"a worker process was ended from outside or ran out of memory; {advice}"
        ) from None
    finally:
        # They hold nothing but the piece in work, so they need not be waited for.
        for child in set(active_children()) - others:
            child.kill()
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Make ready a worker process: deaf to Ctrl-C, and gone when its parent is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Play makes many small values and no rings of them: looking for rings costs a twelfth.
    gc.set_threshold(ROOM_FOR_GARBAGE)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for_end([parent.sentinel])
        os._exit(1)
