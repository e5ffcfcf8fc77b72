"""The server's program: its addresses, and what stands before them."""

from __future__ import annotations

import sqlite3
from functools import partial
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
    from collections.abc import Callable, Iterable
    from contextlib import AbstractAsyncContextManager

    from penneech.screens.opening import Opening
    from penneech.screens.web.tables import Tables

GET, POST = ["GET"], ["POST"]
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
        Route(path, partial(what, house), methods=methods) for path, methods, what in ADDRESSES
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
