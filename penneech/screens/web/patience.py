"""Who opens connections and asks for nothing whole is not waited for, so that others are answered.

A request that has begun to come and does not end, an answer that nobody takes, and very many
connections would else take up all that a server takes in at once. uvicorn bounds none of these.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from penneech.screens.web.guard import MOST_BYTES, neighbourhood

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

PATIENCE = 15.0
"""Seconds in which the whole of a request's head must have come."""

BODY_PATIENCE = 60.0
"""Seconds in which the rest of it must have come: a long game over a slow line."""

TAKING_PATIENCE = 30.0
"""Seconds in which an answer must be taken of which so much waits that none is added."""

MOST_HEAD = 65_536
"""Bytes of a request's head, cookies of many games in it."""

MOST_WHOLE = 4 * MOST_BYTES
"""Bytes of a request with all that it is wrapped in: the body itself is counted by the guard."""

MOST_OF_ONE = 128
"""Connections from one address at once: a browser opens six, and a house has some browsers."""

MOST_IN_ALL = 512
"""Connections from all addresses; the system gives a process some more than these."""

_open: Counter[str] = Counter()


class _TooLongHeadError(Exception):
    """A request's head is longer than it may be."""


class PatientProtocol(HttpToolsProtocol):
    """A connection that is closed when nothing whole comes of it."""

    _timer: TimerHandle | None = None
    _taking: TimerHandle | None = None
    _peer: str = ""
    _in_head: bool = False
    _head: int = 0
    _whole: int = 0

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Count the connection, and wait for its first request."""
        super().connection_made(transport)
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        self._peer = neighbourhood(peer)
        _open[self._peer] += 1
        if _open[self._peer] > MOST_OF_ONE or _open.total() > MOST_IN_ALL:
            transport.close()
            return
        self._wait(PATIENCE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._wait_no_more()
        self.resume_writing()
        _open[self._peer] -= 1
        if _open[self._peer] <= 0:
            del _open[self._peer]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came, if it is not too much for one request."""
        self._whole += len(data)
        if self._whole > MOST_WHOLE:
            self.transport.abort()
            return
        super().data_received(data)
        if self._in_head:
            self._head += len(data)
        if self._head > MOST_HEAD:
            self.transport.abort()
        elif self._timer is None and self._is_idle():
            # What came is the beginning of another request, or more of one that was refused.
            self._wait(PATIENCE)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._head, self._whole = True, 0, 0

    def on_url(self, url: bytes) -> None:
        """Take a part of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a line of the head, or one that follows the body."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole; the rest of the request may take longer."""
        self._in_head, self._head = False, 0
        self._wait(BODY_PATIENCE)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is whole, and is not hurried."""
        self._wait_no_more()
        self._whole = 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """What comes next is another request, if one does; uvicorn waits for its beginning."""
        self._wait_no_more()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """So much of an answer waits to be taken that no more is added to it."""
        super().pause_writing()
        if self._taking is None:
            later = asyncio.get_running_loop().call_later
            self._taking = later(TAKING_PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """The answer is being taken."""
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        super().resume_writing()

    def _count(self, more: int) -> None:
        """Count what a head has in its lines: many may come at once.

        Raises:
            _TooLongHeadError: uvicorn answers that the request is none, and closes the connection.
        """
        self._head += more
        if self._head > MOST_HEAD:
            raise _TooLongHeadError

    def _is_idle(self) -> bool:
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete

    def _wait(self, seconds: float) -> None:
        self._wait_no_more()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._give_up)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        self.transport.abort()
