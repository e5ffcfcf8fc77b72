"""Work that goes on beside the screen, so that it never stands still."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

LONG_THOUGHT = 1.2
"""Seconds after which a search is not only a search: it is being compiled."""

_threads: list[Thread] = []


class Told(Message):
    """Something was worked out beside the screen; `tell` shows it."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell = tell
        super().__init__()


def in_thread(work: Callable[[], None]) -> None:
    """Do some work in a thread that nobody waits for.

    Textual's own workers are waited for at the end, which may be in the midst of compiling.
    """
    thread = Thread(target=work, daemon=True)
    _threads.append(thread)
    thread.start()


def is_at_work() -> bool:
    """Whether some work is still going on."""
    _threads[:] = [thread for thread in _threads if thread.is_alive()]
    return bool(_threads)
