"""What stands before the pages: whom the server answers, how much it reads, and how often.

A page of somebody else's can make a browser ask a server on the reader's own machine; so the name
that the server was asked by, and the page that a form stood on, must be its own.
"""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 200_000
"""The longest that a file may be which is sent: a record of a game to 1000 points has a fifth."""

MOST_TEXT = 2_000
"""The longest that any other request may be: our forms have few and short fields."""

LOADING = "/games/load"
"""Where a file is sent."""

BURST, EACH_SECOND = 1_000.0, 200.0
"""So many requests at once, and then so many a second, does the server take from one address."""

GAMES_AT_ONCE, GAMES_EACH_SECOND = 100.0, 0.2
"""The same of games that are begun: in a day no address alone fills the file of the games."""

MOST_ADDRESSES = 4096
MOST_ADDRESS = 64
"""Characters of an address; a server before this one may say anything."""

POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)
"""What a page may load and do: nothing but what is the server's own."""

HEADERS = {
    "x-content-type-options": "nosniff",
    # The form's own page must be told to the server, which checks it; nobody else learns it.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

FOREIGN, TOO_LONG, MISDIRECTED, TOO_OFTEN = 403, 413, 421, 429
_WITH = {TOO_LONG: {"connection": "close"}, TOO_OFTEN: {"retry-after": "2"}}
"""What is said in the head of such an answer."""

LOCAL = ("localhost", "127.0.0.1", "::1")

_HOST = re.compile(r"(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9._-]{1,255}))(?::[0-9]{1,5})?")
"""What stands in a Host header, without capitals; anything else could come back in an address."""


class _TooLongError(HTTPException):
    """The body of a request is longer than it may be."""

    def __init__(self) -> None:
        super().__init__(TOO_LONG, headers=_WITH[TOO_LONG])


class Guard:
    """Refuses what is not for this server, and says in every answer what a page may do.

    Args:
        app: what answers the rest.
        page: what a refusal looks like, by its status.
        names: by what names it may be asked, besides that of the own machine and any address in
            figures (which no stranger can make point here).
    """

    def __init__(
        self, app: ASGIApp, page: Callable[[Scope, int], Response], names: Iterable[str] = ()
    ) -> None:
        self._app = app
        self._page = page
        self._names = frozenset(name.lower() for name in (*LOCAL, *names))
        self._asked = _Measure()
        self._begun = _Measure()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(message, scope["path"])
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            answer = self._page(scope, refusal)
            answer.headers.update(_WITH.get(refusal, {}))
            await answer(scope, receive, sent)
            return
        # Who goes away while sending is nobody who could be answered.
        with suppress(ClientDisconnect):
            await self._app(scope, _bounded(receive, _most(scope)), sent)

    def _refusal(self, scope: Scope) -> int | None:
        """The status with which a request is refused; None where it is not."""
        headers = _heads(scope)
        host = headers.get("host", [])
        if len(host) != 1 or not self._is_own(host[0]) or not scope["path"].startswith("/"):
            return MISDIRECTED
        if scope["method"] not in ("GET", "HEAD") and not _is_from_here(headers, host[0]):
            return FOREIGN
        if not _is_short(headers, _most(scope)):
            return TOO_LONG
        address = neighbourhood(client[0] if (client := scope.get("client")) else "")
        if not self._asked.takes(address, BURST, EACH_SECOND):
            return TOO_OFTEN
        if _begins(scope) and not self._begun.takes(address, GAMES_AT_ONCE, GAMES_EACH_SECOND):
            return TOO_OFTEN
        return None

    def _is_own(self, host: str) -> bool:
        name = _name_in(host)
        return name in self._names or _is_address(name)


class _Measure:
    """How often something was asked from each address of late."""

    def __init__(self) -> None:
        self._taken: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def takes(self, address: str, at_once: float, each_second: float) -> bool:
        """Whether once more is not too often; if it is not, it is counted."""
        now = time.monotonic()
        left, when = self._taken.pop(address, (at_once, now))
        left = min(at_once, left + (now - when) * each_second)
        may = left >= 1
        self._taken[address] = (left - 1 if may else left, now)
        while len(self._taken) > MOST_ADDRESSES:
            self._taken.popitem(last=False)
        return may


def _heads(scope: Scope) -> dict[str, list[str]]:
    heads: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        heads.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return heads


def neighbourhood(address: str) -> str:
    """What stands for an address where it is counted: of IPv6 a house has 2^64 of them."""
    return _neighbourhood(address[:MOST_ADDRESS])


@lru_cache(maxsize=1024)
def _neighbourhood(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or found.packed[:8].hex())


def _name_in(host: str) -> str:
    """The name in a Host header, without the port; empty where it is none."""
    found = _HOST.fullmatch(host.lower())
    return (found[1] or found[2]) if found else ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _most(scope: Scope) -> int:
    """How long the body of a request may be."""
    return MOST_BYTES if scope["path"] == LOADING else MOST_TEXT


def _begins(scope: Scope) -> bool:
    """Whether a request asks for another game."""
    path = scope["path"]
    return scope["method"] == "POST" and (path in ("/games", LOADING) or path.endswith("/again"))


def _is_from_here(headers: dict[str, list[str]], host: str) -> bool:
    """Whether a form stood on a page of this server; who is no browser says nothing of it."""
    site = headers.get("sec-fetch-site", ["same-origin"])
    if site not in (["same-origin"], ["none"]):
        return False
    origin = headers.get("origin", [])
    return not origin or origin in ([f"http://{host}"], [f"https://{host}"])


def _is_short(headers: dict[str, list[str]], most: int) -> bool:
    length = headers.get("content-length", ["0"])[0]
    return length.isascii() and length.isdecimal() and int(length[:16]) <= most


def _bounded(receive: Receive, most: int) -> Receive:
    """Reads no more of a body than it may have."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise _TooLongError
        return message

    return bounded


def _add_headers(message: Message, path: str) -> None:
    present = {name.lower() for name, _ in message["headers"]}
    headers = {"content-security-policy": POLICY, **HEADERS}
    if not path.startswith("/static/"):
        headers["cache-control"] = "no-store"
    message["headers"] = [
        *message["headers"],
        *(
            (name.encode(), value.encode())
            for name, value in headers.items()
            if name.encode() not in present
        ),
    ]
