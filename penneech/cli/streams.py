"""Standard output and standard error as they are found: closed, full, or with no reader left.

While a command runs the two are watched, so that a fault of theirs is never taken for one of a
file: what standard output does not take ends the command, and what standard error does not take is
lost, since there is nobody to tell.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import current_thread
from typing import TYPE_CHECKING, TextIO, cast

from penneech.cli.fallback import forgive_consoles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

READER_GONE = {errno.EPIPE, errno.EINVAL} if os.name == "nt" else {errno.EPIPE}
"""What the system says when nobody reads a pipe any more: on Windows, an invalid argument."""

STDOUT = "-"
"""What stands for standard output where a file may be named."""

_OUTPUT_NAMES = {STDOUT, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}


class LostOutputError(Exception):
    """Standard output takes no more, because of `fault`.

    It is no OSError: whoever writes a file and looks out for its faults must not catch this one.
    """

    def __init__(self, fault: OSError) -> None:
        self.fault = fault
        super().__init__(fault.strerror or str(fault))

    @property
    def is_unread(self) -> bool:
        """Whether the reader (`head`, a pager) has gone, which is no fault."""
        return self.fault.errno in READER_GONE


class _Watched:
    """A stream that is closed when it fails: the interpreter must not try again as it ends."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._fault: OSError | None = None

    def __getattr__(self, name: str) -> object:
        if name == "buffer":  # click would write past us
            raise AttributeError(name)
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        # To find out what a stream takes, click writes nothing to it, and catches what comes.
        if text != "":
            self._attempt(lambda: self._stream.write(text))
        return len(text)

    def flush(self) -> None:
        self._attempt(self._stream.flush)

    def _attempt(self, work: Callable[[], object]) -> None:
        if self._fault is None:
            try:
                work()
            except OSError as error:
                self._fault = error
                with suppress(OSError):
                    self._stream.close()
        if self._fault is not None:
            self._lost(self._fault)

    def _lost(self, fault: OSError) -> None:
        """Nobody can be told."""


class _Output(_Watched):
    """Standard output: its failure ends the command."""

    def _lost(self, fault: OSError) -> None:
        raise LostOutputError(fault)


class _OfThisThread(_Watched):
    """Standard error for the thread that made it; what others write is lost."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._thread = current_thread()

    def _attempt(self, work: Callable[[], object]) -> None:
        if current_thread() is self._thread:
            super()._attempt(work)


@contextmanager
def other_threads_unheard() -> Iterator[None]:
    """Keep from standard error what other threads say, which may outlive the screen they say it to.

    One that compiles a player would write over what is said when a game has been left.
    """
    before = sys.stderr
    sys.stderr = cast("TextIO", _OfThisThread(before))
    try:
        yield
    finally:
        sys.stderr = before


@contextmanager
def watched_streams() -> Iterator[None]:
    """Watch both streams while a command runs; a closed one is written to nowhere."""
    forgive_consoles()
    before = sys.stdout, sys.stderr
    with ExitStack() as opened:
        # The system gives the number of a closed stream to the next file that is opened. It must be
        # this one: what is meant for a screen would else find its way into somebody's records.
        out, err = (
            opened.enter_context(Path(os.devnull).open("w", encoding="utf-8"))
            if cast("TextIO | None", stream) is None
            else stream
            for stream in before
        )
        watched = _Output(_buffered(out)), _Watched(err)
        sys.stdout, sys.stderr = (cast("TextIO", stream) for stream in watched)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


def _buffered(stream: TextIO) -> TextIO:
    """Give a stream a buffer where it has none (PYTHONUNBUFFERED).

    Without one Python takes no notice when the system has room for a part of a text only.
    """
    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, io.RawIOBase):
        return stream
    buffer = io.BufferedWriter(raw)
    return io.TextIOWrapper(buffer, stream.encoding, stream.errors, line_buffering=True)


def is_standard_output(name: str) -> bool:
    """Whether a name for a file means standard output, which must not be opened a second time."""
    return name in _OUTPUT_NAMES


def carries_every_letter() -> bool:
    """Whether standard output is in UTF-8, or keeps letters without any encoding."""
    return sys.stdout.encoding is None or codecs.lookup(sys.stdout.encoding).name == "utf-8"
