"""The signals by which a program is told to stop: a game that is under way is then kept."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

_NAMES = ("SIGTERM", "SIGHUP", "SIGBREAK")
_KILLED = 128
"""A shell adds the number of a signal to this, and so tells that a program ended by it."""


class Stopped(BaseException):
    """The program is told to stop; like the interrupt of the keyboard it is no fault of anybody's.

    Args:
        number: the number of the signal.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)

    @property
    def status(self) -> int:
        """The exit status that says so."""
        return exit_status(self.number)


def exit_status(number: int) -> int:
    """The exit status of a program that a signal has ended."""
    return _KILLED + number


def heeded() -> list[signal.Signals]:
    """The signals of this system that tell to stop, without those that are ignored, as by nohup."""
    known = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    return [one for one in known if signal.getsignal(one) is not signal.SIG_IGN]


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, a signal that tells to stop raises `Stopped`, once; further ones are passed over."""
    numbers = heeded()

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        del frame
        for one in numbers:
            signal.signal(one, signal.SIG_IGN)
        raise Stopped(number)

    before: dict[signal.Signals, Callable[[int, FrameType | None], object] | int | None] = {}
    try:
        for one in numbers:
            before[one] = signal.signal(one, stop)
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
