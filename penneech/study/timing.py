"""How speeds are measured: processor time, on one core, undisturbed by looks for garbage."""

from __future__ import annotations

import gc
import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOM_FOR_GARBAGE = 100_000

# Windows counts processor time in steps of a sixty-fourth of a second.
clock = time.perf_counter if sys.platform == "win32" else time.process_time


def rate(some: Callable[[int, int], int], seconds: float, least: int) -> float:
    """How many a second: more and more are done until the time is over.

    Args:
        some: works from a number on, so many times, and tells how many are done by that.
        seconds: how long, in processor time.
        least: how many times it works at once at the least.
    """
    first, many, done, spent = 0, least, 0, 0.0
    while True:
        start = clock()
        done += some(first, many)
        took = clock() - start
        first, spent = first + many, spent + took
        if spent >= seconds:
            return done / spent if spent else 0.0
        if took < seconds / 8:
            many *= 2


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process, and those that it starts, on one core, where the system lets us."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def few_looks_for_garbage() -> Iterator[None]:
    """Look for rings of values as seldom as the processes of a study do."""
    before = gc.get_threshold()
    gc.set_threshold(ROOM_FOR_GARBAGE)
    try:
        yield
    finally:
        gc.set_threshold(*before)
