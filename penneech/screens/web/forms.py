"""Forms: what a page sends, read with bounds, and what it asks for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from penneech.cards import parse_card
from penneech.errors import CardError
from penneech.records import record_from_data
from penneech.records.strictjson import JsonError, parse
from penneech.screens.session import Session
from penneech.screens.sitting import PERSON
from penneech.screens.web.answers import BAD
from penneech.screens.web.guard import MOST_BYTES
from penneech.screens.web.refusals import ToldError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from penneech.screens.web.pages import Reader

MOST_WORLDS = 128
"""So many worlds may a loaded game's opponent search: as many as the strongest that is offered."""

PLAY = "play"
"""What a form asks for that sends a card."""

MOST_FIELDS = 8
MOST_DIGITS = 9
"""Of the number of a state: no game lasts so long."""


async def fields_of(request: Request) -> dict[str, str]:
    """The fields of a form, of which ours have few and short ones."""
    _refuse_encodings(request)
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


async def file_of(request: Request) -> bytes:
    """The file that a form sends; nothing where it sends none."""
    _refuse_encodings(request)
    async with request.form(max_files=1, max_fields=1, max_part_size=MOST_BYTES) as form:
        sent = form.get("record")
        return await sent.read() if isinstance(sent, UploadFile) else b""


def _refuse_encodings(request: Request) -> None:
    """Of a form in parts no browser names an encoding, and some would take very long to read."""
    for kind in request.headers.getlist("content-type"):
        if "multipart" in kind.lower() and "charset" in kind.lower():
            raise HTTPException(BAD)


def number_in(form: dict[str, str]) -> int | None:
    """The number of the state that a form was made for; None for what is no number."""
    text = form.get("number", "")
    fits = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if fits else None


def change_in(what: str, form: dict[str, str]) -> Callable[[Session], object] | None:
    """What a form asks for; None for what nobody can ask for."""
    if what == PLAY:
        try:
            card = parse_card(form.get("card", "")[:4])
        except CardError:
            return None
        return lambda session: session.play(card)
    changes: dict[str, Callable[[Session], object]] = {
        "throw": lambda session: session.throw_up(wanted=True),
        "keep": lambda session: session.throw_up(wanted=False),
        "deal": lambda session: session.deal(),
        "undo": lambda session: session.undo(),
        "reply": lambda session: session.go_on(),
    }
    return changes.get(what)


def game_in(data: bytes, reader: Reader) -> Session:
    """A game as its file has it.

    Raises:
        PenneechError: when it is no record, is a view, or belongs to two people: who loads it could
            know the other's cards.
    """
    try:
        parsed = parse(data.decode(json.detect_encoding(data)))
        record = record_from_data(parsed)
    except (ValueError, JsonError) as error:
        raise ToldError(reader.text("web.no_record")) from error
    if record.is_view:
        raise ToldError(reader.text("web.a_view"))
    heading = record.heading
    if heading.players is None or heading.seed is None or heading.game is None:
        raise ToldError(reader.text("web.refused.incomplete"))
    if PERSON not in heading.players:
        raise ToldError(reader.text("web.refused.no_person"))
    for name in heading.players:
        worlds = name.partition(":")[2]
        if worlds.isdecimal() and int(worlds[:MOST_DIGITS]) > MOST_WORLDS:
            raise ToldError(reader.text("web.refused.thinks_long", name=name, most=MOST_WORLDS))
    if heading.players == (PERSON, PERSON):
        raise ToldError(reader.text("web.two_people_loaded"))
    return Session.load(record)
