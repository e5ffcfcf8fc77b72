"""The server's program: its addresses, and what stands before them."""

from __future__ import annotations

import sqlite3
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from penneech.errors import PenneechError
from penneech.screens.web import beginning, ending, playing, seats
from penneech.screens.web.answers import broken_file, problem, refusal
from penneech.screens.web.guard import Guard
from penneech.screens.web.house import House

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractAsyncContextManager

    from starlette.requests import Request
    from starlette.responses import Response

    from penneech.screens.opening import Opening
    from penneech.screens.web.tables import Tables

GET, POST = ["GET"], ["POST"]
METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"})
NOT_DONE_HERE = 405
ONE = "/games/{game}"
ADDRESSES = (
    ("/", GET, beginning.home),
    ("/games", POST, beginning.begin),
    ("/games/load", POST, beginning.load),
    ("/variants/{variant}/rulebook", GET, beginning.rulebook),
    ("/variants/{variant}/figures", GET, beginning.figures),
    (ONE, GET, playing.game),
    (f"{ONE}/hint", GET, playing.hint),
    (f"{ONE}/rules", GET, playing.rules),
    (f"{ONE}/review", GET, ending.review),
    (f"{ONE}/record", GET, ending.record),
    (f"{ONE}/again", POST, beginning.again),
    (f"{ONE}/invitation/{{invitation}}", GET, seats.invitation),
    (f"{ONE}/invitation/{{invitation}}", POST, seats.take_seat),
    (f"{ONE}/{{what}}", POST, playing.act),
)
"""Where what is answered; the first that fits answers."""


def _routes(path: str, ways: list[tuple[list[str], Callable[..., object]]]) -> Iterator[Route]:
    """What answers at an address; whatever else is asked there is refused there.

    Else it would come to an address that fits it too, as `/games/load` fits `/games/{game}`.
    """
    for methods, what in ways:
        yield Route(path, what, methods=methods)
    offered = {method for methods, _ in ways for method in methods}
    offered |= {"HEAD"} if "GET" in offered else set()

    def refused(_: Request) -> Response:
        raise HTTPException(NOT_DONE_HERE, headers={"allow": ", ".join(sorted(offered))})

    yield Route(path, refused, methods=sorted(METHODS - offered))


def web_app(
    tables: Tables,
    opening: Opening,
    *,
    names: Iterable[str] = (),
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> Guard:
    """The server's program.

    Args:
        tables: its games.
        opening: where the variants and sources are found.
        names: by what names it may be asked besides that of the own machine.
        lifespan: what is done at its begin and end.
    """
    house = House(tables, opening)
    routes = [
        route
        for path, ways in groupby(ADDRESSES, key=itemgetter(0))
        for route in _routes(path, [(methods, partial(what, house)) for _, methods, what in ways])
    ]
    static = StaticFiles(packages=[("penneech.screens.web", "static")])
    app = Starlette(
        routes=[*routes, Mount("/static", static)],
        exception_handlers={
            HTTPException: problem,
            PenneechError: problem,
            # The file of the games fails, or holds what no server wrote.
            sqlite3.Error: broken_file,
            ValueError: broken_file,
            Exception: problem,
        },
        lifespan=lifespan,
    )
    # It stands before all that Starlette does, so that no answer goes out without its heads.
    return Guard(app, refusal, tuple(names))
