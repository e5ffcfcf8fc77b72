"""What stands before the pages: whom the server answers, how much it reads, and how often.

A page of somebody else's can make a browser ask a server on the reader's own machine; so the name
that the server was asked by, and the page that a form stood on, must be its own.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 2_000_000
"""The longest that a request may be: a long game as a record."""

BURST, EACH_SECOND = 1_000.0, 200.0
"""So many requests at once, and then so many a second, does the server take from one address."""

MOST_ADDRESSES = 4096

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


class _TooLongError(Exception):
    """The body of a request is longer than it may be."""


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
        self._taken: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = False

        async def sent(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                _add_headers(message, scope["path"])
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            try:
                await self._app(scope, _bounded(receive), sent)
            except _TooLongError:
                if began:
                    raise
                refusal = TOO_LONG
        if refusal is not None:
            answer = self._page(scope, refusal)
            answer.headers.update(_WITH.get(refusal, {}))
            await answer(scope, receive, sent)

    def _refusal(self, scope: Scope) -> int | None:
        """The status with which a request is refused; None where it is not."""
        headers = _heads(scope)
        host = headers.get("host", [])
        if len(host) != 1 or not self._is_own(host[0]):
            return MISDIRECTED
        if scope["method"] not in ("GET", "HEAD") and not _is_from_here(headers, host[0]):
            return FOREIGN
        if not _is_short(headers):
            return TOO_LONG
        if not self._may_ask(scope):
            return TOO_OFTEN
        return None

    def _is_own(self, host: str) -> bool:
        name = _name_in(host)
        if name.lower() in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    def _may_ask(self, scope: Scope) -> bool:
        """Whether this address has not asked too often."""
        client = scope.get("client")
        address = client[0] if client else ""
        now = time.monotonic()
        left, when = self._taken.pop(address, (BURST, now))
        left = min(BURST, left + (now - when) * EACH_SECOND)
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


def _name_in(host: str) -> str:
    """The name in a Host header, without the port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_from_here(headers: dict[str, list[str]], host: str) -> bool:
    """Whether a form stood on a page of this server; who is no browser says nothing of it."""
    site = headers.get("sec-fetch-site", ["same-origin"])
    if site not in (["same-origin"], ["none"]):
        return False
    origin = headers.get("origin", [])
    return not origin or origin in ([f"http://{host}"], [f"https://{host}"])


def _is_short(headers: dict[str, list[str]]) -> bool:
    length = headers.get("content-length", ["0"])[0]
    return length.isascii() and length.isdecimal() and int(length[:16]) <= MOST_BYTES


def _bounded(receive: Receive) -> Receive:
    """Reads no more of a body than it may have."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MOST_BYTES:
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
