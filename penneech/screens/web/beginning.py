"""Where a game begins: the first page, the rulebooks, a new game, a saved one, another."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from penneech.errors import PenneechError
from penneech.screens.session import OPPONENTS, Session
from penneech.screens.sitting import PERSON
from penneech.screens.web import pages
from penneech.screens.web.answers import CONFLICT, FULL, MISSING, REFUSED, answer, reader_of
from penneech.screens.web.forms import fields_of, file_of, game_in
from penneech.screens.web.refusals import refused
from penneech.screens.web.seats import place_of, seated
from penneech.screens.web.tables import FullError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from penneech.screens.web.house import House
    from penneech.variant import Variant


def home(house: House, request: Request) -> Response:
    """Where a game is begun."""
    return answer(request, pages.home_page(reader_of(request), house.titles))


def rulebook(house: House, request: Request) -> Response:
    """The rulebook of a variant that is offered."""
    variant = _asked(house, request)
    reader, game = reader_of(request), request.query_params.get("game", "")
    page, policy = pages.rulebook_page(variant, reader, house.opening.sources_dir, game)
    return answer(request, page, headers={"content-security-policy": policy})


def figures(house: House, request: Request) -> Response:
    """What play has made of a variant that is offered."""
    variant = _asked(house, request)
    return answer(request, pages.figures_page(variant, house.offered.values(), reader_of(request)))


def _asked(house: House, request: Request) -> Variant:
    variant = house.offered.get(request.path_params["variant"])
    if variant is None:
        raise HTTPException(MISSING)
    return variant


async def begin(house: House, request: Request) -> Response:
    """Begin a game."""
    form = await fields_of(request)
    return await run_in_threadpool(_begin, house, request, form)


def _begin(house: House, request: Request, form: dict[str, str]) -> Response:
    variant = house.offered.get(form.get("variant", ""))
    opponent = form.get("opponent", "")
    if variant is None or opponent not in (*OPPONENTS, PERSON):
        return _refuse(house, request, reader_of(request).text("web.unknown_choice"))
    make = partial(Session.new, variant.rules, opponent, variant=variant.id, secretly=True)
    return _seated(house, request, make)


async def load(house: House, request: Request) -> Response:
    """Go on with a game that was saved."""
    data = await file_of(request)
    make = partial(game_in, data, reader_of(request))
    return await run_in_threadpool(_seated, house, request, make)


async def again(house: House, request: Request) -> Response:
    """Another game by the same rules, with cards that nothing shown so far tells of."""
    await fields_of(request)
    return await run_in_threadpool(_again, house, request)


def _again(house: House, request: Request) -> Response:
    session = place_of(house, request).session
    if not session.is_over:
        raise HTTPException(CONFLICT, reader_of(request).text("web.not_over"))
    opponent = session.players[session.facing.other]
    # Whatever may be known of a game that is over, the next has a secret of its own.
    name = session.heading.variant
    make = partial(Session.new, session.rules, opponent, variant=name, secretly=True)
    return _seated(house, request, make)


def _seated(house: House, request: Request, make: Callable[[], Session]) -> Response:
    """Begin a game, and give its first seat to who asked."""
    try:
        game, token = house.tables.begin(make())
    except FullError as error:
        return _refuse(house, request, refused(error, reader_of(request)), FULL)
    except PenneechError as error:
        return _refuse(house, request, refused(error, reader_of(request)))
    return seated(request, game, token)


def _refuse(house: House, request: Request, fault: str, status: int = REFUSED) -> Response:
    page = pages.home_page(reader_of(request, "/"), house.titles, fault)
    return answer(request, page, status)
