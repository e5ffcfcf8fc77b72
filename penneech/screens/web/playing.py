"""A game in progress: as it stands, a hint, the rules of the moment, and what is done there."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from penneech.cards import parse_card
from penneech.errors import CardError, PenneechError
from penneech.screens.web import pages
from penneech.screens.web.answers import BAD, CONFLICT, REFUSED, SEE_OTHER, answer, reader_of
from penneech.screens.web.forms import PLAY, change_in, fields_of, number_in
from penneech.screens.web.pages import voice_at
from penneech.screens.web.refusals import refused
from penneech.screens.web.seats import link_to_other_seat, place_of, seat_of
from penneech.screens.web.tables import StaleError

if TYPE_CHECKING:
    from starlette.requests import Request

    from penneech.screens.web.house import House
    from penneech.screens.web.pages import Reader
    from penneech.screens.web.tables import Place

UNCHANGED = 204

EVEN = 0.1
"""Seconds of a step at which moves are answered where a player searches: it seldom takes two."""


async def game(house: House, request: Request) -> Response:
    """A game as who sits there sees it; nothing where that is what the page shows already."""
    return await house.at_table(request, _game)


def _game(house: House, request: Request) -> Response:
    place = place_of(house, request)
    shown = request.query_params.get("seen")
    if shown is not None and shown == pages.seen(place, _link(house, request, place)):
        return Response(status_code=UNCHANGED)
    return _shown(house, request, place)


def hint(house: House, request: Request) -> Response:
    """The same, with what a strong player would do."""
    place, reader = place_of(house, request), reader_of(request)
    try:
        with house.working():
            found = voice_at(place, reader).advice(place.session.advise())
    except PenneechError:
        found = [reader.text("hint.nothing")]
    return _shown(house, request, place, hint=found)


def rules(house: House, request: Request) -> Response:
    """The rules that bear on the moment."""
    from penneech.screens.rulings import Grounds  # noqa: PLC0415  # a server is to start quickly

    place = place_of(house, request)
    variant = house.variant_of(place.session)
    grounds = None if variant is None else Grounds(variant, house.opening.sources_dir)
    return answer(request, pages.rules_page(place, reader_of(request), grounds))


async def act(house: House, request: Request) -> Response:
    """Play a card, answer, deal, take a lead back, or let the computer reply."""
    form = await fields_of(request)
    quick, began = house.tables.is_quick(request.path_params["game"]), time.monotonic()
    response = await house.at_table(request, _act, form)
    if not quick:
        # A player that searches is quick where its hand leaves it no choice, which is hidden.
        await asyncio.sleep(until_even(time.monotonic() - began))
    return response


def until_even(passed: float) -> float:
    """How long an answer waits yet that was found in so many seconds: it is given at full steps."""
    return -passed % EVEN


def _act(house: House, request: Request, form: dict[str, str]) -> Response:
    game, player = seat_of(house, request)
    reader = reader_of(request)
    what, number = change_in(request.path_params["what"], form), number_in(form)
    if what is None or number is None:
        raise HTTPException(BAD)
    try:
        house.tables.change(game, player, number, what)
    except StaleError:
        note, status = reader.text("web.stale"), CONFLICT
    except PenneechError as error:
        place = house.tables.place(game, player)
        card = form.get("card", "") if request.path_params["what"] == PLAY else ""
        note, status = _why(place, reader, card, error), REFUSED
    else:
        return RedirectResponse(f"/games/{game}", SEE_OTHER)
    return _shown(house, request, house.tables.place(game, player), note=note, status=status)


def _why(place: Place, reader: Reader, sent: str, error: PenneechError) -> str:
    """Why something is refused; of a card of the hand in the words of the play."""
    try:
        card = parse_card(sent)
    except CardError:
        return refused(error, reader)
    face = place.session.face
    if card in face.hand:
        return voice_at(place, reader).refused(face, card)
    return reader.text("refused.no_card", text=pages.written(card))


def _shown(  # noqa: PLR0913  # all that a page may tell besides
    house: House,
    request: Request,
    place: Place,
    *,
    note: str = "",
    hint: list[str] | None = None,
    status: int = 200,
) -> Response:
    page = pages.game_page(
        place,
        reader_of(request, f"/games/{place.game}"),
        note=note,
        hint=hint,
        invitation=_link(house, request, place),
        has_rulebook=house.variant_of(place.session) is not None,
    )
    return answer(request, page, status)


def _link(house: House, request: Request, place: Place) -> str | None:
    return link_to_other_seat(house, request, place.game) if place.session.is_apart else None
