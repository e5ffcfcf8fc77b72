"""The server at its work: it takes an address of the machine, and answers until it is stopped."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

from penneech.errors import PenneechError, reason
from penneech.screens.stopping import heeded
from penneech.screens.web.app import web_app
from penneech.screens.web.house import offered_by
from penneech.screens.web.patience import PatientProtocol
from penneech.screens.web.store import Store
from penneech.screens.web.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from penneech.screens.opening import Opening

AT_ONCE = 512
"""So many requests are taken in at once; more are sent away."""


def serve_games(  # noqa: PLR0913, PLR0917  # all that a server is begun with
    opening: Opening,
    path: Path,
    host: str,
    port: int,
    names: Iterable[str],
    say: Callable[[str], None],
) -> None:
    """Answer until the server is stopped.

    Args:
        opening: where the variants and sources are found.
        path: the file of the games.
        host: the address of this machine at which it can be reached.
        port: the port there; 0 takes one that is free.
        names: by what names it may be asked, besides that address.
        say: tells the address of the first page, when it can be reached.

    Raises:
        PenneechError: when the file or the address cannot be used.
    """
    bound = _bound(host, port)
    store = Store(path)
    try:
        shown = f"[{host}]" if ":" in host else host
        tables = Tables(store)
        app = web_app(tables, opening, names=[host, *names])
        config = uvicorn.Config(app, **settings())
        address = f"http://{shown}:{bound.getsockname()[1]}/"

        def begun() -> None:
            say(address)
            # A server that is stopped does not wait for it.
            threading.Thread(target=_make_ready, args=(opening, tables), daemon=True).start()

        _Server(config, begun).run(sockets=[bound])
    finally:
        bound.close()
        store.close()


def settings() -> dict[str, Any]:
    """How uvicorn serves; what it is not told here it takes from nowhere else."""
    # What it has to say is that a stranger sent no form, which the stranger is told.
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
    return {
        "http": PatientProtocol,
        "ws": "none",
        "lifespan": "off",
        # Addresses in the log would tell of invitations, and strangers could fill it.
        "access_log": False,
        "log_level": "error",
        "server_header": False,
        "limit_concurrency": AT_ONCE,
        "timeout_keep_alive": 10,
        # A server on this machine may stand before it, and nobody else speaks for others.
        "forwarded_allow_ips": "127.0.0.1,::1",
    }


def _make_ready(opening: Opening, tables: Tables) -> None:
    """Do beside the answers what the first of them would else wait for.

    The variants are read and checked while the first page is looked at. What searches is fetched,
    or compiled, when somebody has sat down: until then a server needs a third of the memory.
    """
    try:
        rules = next(iter(offered_by(opening).values())).rules
    except PenneechError:
        return  # whoever begins a game is told
    tables.in_use.wait()
    from penneech.screens.review import make_ready  # noqa: PLC0415  # a server is to start quickly

    make_ready(rules)


class _Server(uvicorn.Server):
    """A server that tells of itself once it answers, and can be stopped from then on."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        self._tell()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let every signal that tells to stop do as Ctrl-C does: what was asked is answered first.

        Each is raised again when all is answered, and whoever began the server hears it then.
        """
        with super().capture_signals():
            before = {}
            if threading.current_thread() is threading.main_thread():
                before = {one: signal.signal(one, self.handle_exit) for one in heeded()}
            try:
                yield
            finally:
                for one, handler in before.items():
                    signal.signal(one, handler)


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind)
        if sys.platform == "win32":
            # There the other would let a second program answer at the same port.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # An answer goes in two pieces; else the second waits for a word that the first has come,
        # which the other side gives 40 ms later.
        bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        bound.bind(address)
        bound.listen(AT_ONCE)
    except (OSError, UnicodeError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise PenneechError(
            f"the server cannot take {host}, port {port}: {why}; name another with --host or --port"
        ) from error
    return bound
