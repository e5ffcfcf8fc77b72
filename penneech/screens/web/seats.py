"""Seats: who holds one by a cookie, and how the other is taken by an invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from penneech.screens.web import pages
from penneech.screens.web.answers import (
    FORBIDDEN,
    GONE,
    MISSING,
    SEE_OTHER,
    answer,
    keep_cookie,
    reader_of,
)
from penneech.screens.web.forms import fields_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from penneech.events import Player
    from penneech.screens.web.house import House
    from penneech.screens.web.tables import Place

SEAT = "seat"


def seat_of(house: House, request: Request) -> tuple[str, Player]:
    """The game that is asked for, and whose seat the reader holds.

    Raises:
        HTTPException: when there is no such game, or the reader has no seat there.
    """
    game = request.path_params["game"]
    player = house.tables.sits(game, _token(request))
    if player is None:
        if house.tables.exists(game):
            raise HTTPException(FORBIDDEN, reader_of(request).text("web.no_seat"))
        raise HTTPException(MISSING)
    return game, player


def place_of(house: House, request: Request) -> Place:
    """The game that is asked for, as who asks finds it.

    Raises:
        HTTPException: as `seat_of`.
    """
    return house.tables.place(*seat_of(house, request))


def seated(request: Request, game: str, token: str) -> Response:
    """Show a game to who has just got a seat there, and let the browser keep it."""
    response = RedirectResponse(f"/games/{game}", SEE_OTHER)
    keep_cookie(request, response, SEAT, token, f"/games/{game}")
    return response


def link_to_other_seat(house: House, request: Request, game: str) -> str | None:
    """The address of the invitation, for who began the game; None once it is used."""
    invitation = house.tables.invitation(game, _token(request))
    base = f"{request.url.scheme}://{request.url.netloc}"
    return invitation and f"{base}/games/{game}/invitation/{invitation}"


def invitation(house: House, request: Request) -> Response:
    """Where the other seat is taken; to look at the page does not use the invitation up."""
    is_open = house.tables.is_invited(*_invited(request))
    page = pages.invitation_page(reader_of(request), is_open=is_open)
    return answer(request, page, 200 if is_open else GONE)


async def take_seat(house: House, request: Request) -> Response:
    """Take the other seat."""
    await fields_of(request)
    return await run_in_threadpool(_take_seat, house, request)


def _take_seat(house: House, request: Request) -> Response:
    game, invited = _invited(request)
    if not house.tables.is_invited(game, invited):
        return invitation(house, request)
    if house.tables.sits(game, _token(request)) is not None:
        # Who sits there already keeps the seat, and the invitation stays for the other.
        return RedirectResponse(f"/games/{game}", SEE_OTHER)
    token = house.tables.take_seat(game, invited)
    if token is None:
        return invitation(house, request)
    return seated(request, game, token)


def _invited(request: Request) -> tuple[str, str]:
    return request.path_params["game"], request.path_params["invitation"]


def _token(request: Request) -> str:
    return request.cookies.get(SEAT, "")
