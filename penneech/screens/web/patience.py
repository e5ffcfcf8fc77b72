"""Who opens connections and asks for nothing is not waited for, so that others are answered.

A request that has begun to come and does not end, and very many connections from one address, would
else take up all that a server takes in at once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

PATIENCE = 15.0
"""Seconds in which the whole of a request's head must have come."""

MOST_OF_ONE = 128
"""Connections from one address at once: a browser opens six, and a house has some browsers."""

_open: Counter[str] = Counter()


class PatientProtocol(HttpToolsProtocol):
    """A connection that is closed when nothing whole comes of it."""

    _timer: TimerHandle | None = None
    _peer: str = ""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        """Count the connection, and wait for its first request."""
        super().connection_made(transport)
        self._peer = str((transport.get_extra_info("peername") or ("",))[0])
        _open[self._peer] += 1
        if _open[self._peer] > MOST_OF_ONE:
            transport.close()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._wait_no_more()
        _open[self._peer] -= 1
        if _open[self._peer] <= 0:
            del _open[self._peer]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; a request whose head is whole is not hurried."""
        super().data_received(data)
        cycle: Any = self.cycle
        if cycle is not None and not cycle.response_complete:
            self._wait_no_more()
        elif self._timer is None:
            self._wait()

    def on_response_complete(self) -> None:
        """What comes next is another request, if one does; uvicorn waits for its beginning."""
        self._wait_no_more()
        super().on_response_complete()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._give_up)

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        transport: Any = self.transport
        if not transport.is_closing():
            transport.close()
