"""What is left of a game: the review card by card, and its record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from penneech.records import record_text
from penneech.screens.sitting import Waits
from penneech.screens.web import pages
from penneech.screens.web.answers import CONFLICT, FULL, answer, reader_of
from penneech.screens.web.pages import voice_at
from penneech.screens.web.reviews import BusyError
from penneech.screens.web.seats import place_of
from penneech.screens.withheld import withheld

if TYPE_CHECKING:
    from starlette.requests import Request

    from penneech.screens.web.house import House

LOOK_AGAIN = 2
"""Seconds after which a page looks again whose review is being made."""

ACCEPTED = 202


def review(house: House, request: Request) -> Response:
    """The game card by card, when it is over."""
    from penneech.screens.review import unsolvable  # noqa: PLC0415  # a server is to start quickly

    place, reader = place_of(house, request), reader_of(request)
    if not place.session.is_over:
        raise HTTPException(CONFLICT, reader.text("web.not_over"))
    why = unsolvable(voice_at(place, reader))
    if why:
        return answer(request, pages.review_page(place, reader, [], why))
    try:
        deals = house.reviews.of(place.game, place.session)
    except BusyError as error:
        raise HTTPException(FULL) from error
    if deals is None:
        again = {"refresh": f"{LOOK_AGAIN}; url=/games/{place.game}/review"}
        return answer(request, pages.making_page(place, reader), ACCEPTED, again)
    return answer(request, pages.review_page(place, reader, deals))


def record(house: House, request: Request) -> Response:
    """The game as a record; until it is over the hidden cards and the seed are left out."""
    session = place_of(house, request).session
    if not session.moment or (session.waits is Waits.DEAL and not session.face.history):
        # A record tells of void hands only with those that follow, which are not dealt yet.
        raise HTTPException(CONFLICT, reader_of(request).text("web.deal_first"))
    kept, name = session.save(), "penneech-game.json"
    if session.secret is not None:
        # Its cards are not the seed's, by which only the computer player has chosen.
        kept = replace(kept, heading=replace(kept.heading, seed=None, game=None))
    if not session.is_over:
        kept, name = withheld(kept, session.facing), "penneech-view.json"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(record_text(kept) + "\n", media_type="application/json", headers=headers)
