"""The pages and what they do: addresses, forms and cookies."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from functools import cache, partial
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from penneech.cards import parse_card
from penneech.errors import CardError, PenneechError
from penneech.records import record_from_data, record_text
from penneech.screens.review import solved, unsolvable
from penneech.screens.rulings import Grounds
from penneech.screens.session import OPPONENTS, Session
from penneech.screens.sitting import PERSON, Waits
from penneech.screens.web import pages
from penneech.screens.web.guard import MOST_BYTES, Guard
from penneech.screens.web.pages import LANGUAGES, Reader, voice_at
from penneech.screens.web.tables import FullError, StaleError
from penneech.screens.withheld import withheld

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractAsyncContextManager

    from starlette.requests import Request

    from penneech.advice.hindsight import SolvedDeal
    from penneech.events import Player
    from penneech.screens.opening import Opening
    from penneech.screens.web.tables import Place, Tables
    from penneech.variant import Variant

LANGUAGE = "language"
SEE_OTHER, BAD, FORBIDDEN, MISSING, CONFLICT, REFUSED, FULL = 303, 400, 403, 404, 409, 422, 503
YEAR = 365 * 24 * 60 * 60
MOST_FIELDS, MOST_TEXT = 8, 2_000
MOST_REVIEWS = 64
AT_ONCE, PATIENCE = 2, 20.0
"""So many hints and reviews are worked out at once; who waits longer is sent away for a while."""

WAITING = 4
"""Seconds after which a page is read again that waits for the other person."""

WAITING_LONG = 30
"""The same while nobody has taken the other seat: the invitation is still to be copied."""


class Pages:
    """What the server answers.

    Args:
        tables: its games.
        opening: where the variants and sources are found.
    """

    def __init__(self, tables: Tables, opening: Opening) -> None:
        self._tables = tables
        self._opening = opening
        self._reviews: OrderedDict[str, list[SolvedDeal]] = OrderedDict()
        self._working = threading.BoundedSemaphore(AT_ONCE)

    @property
    def _offered(self) -> dict[str, Variant]:
        return _offered_by(self._opening)

    def routes(self) -> list[Route]:
        """The addresses."""
        one = "/games/{game}"
        return [
            Route("/", self.home),
            Route("/games", self.begin, methods=["POST"]),
            Route("/games/load", self.load, methods=["POST"]),
            Route(one, self.game),
            Route(f"{one}/hint", self.hint),
            Route(f"{one}/rules", self.rules),
            Route(f"{one}/review", self.review),
            Route(f"{one}/record", self.record),
            Route(f"{one}/again", self.again, methods=["POST"]),
            Route(f"{one}/invitation/{{invitation}}", self.invitation),
            Route(f"{one}/invitation/{{invitation}}", self.take_seat, methods=["POST"]),
            Route(f"{one}/{{what}}", self.act, methods=["POST"]),
            Route("/variants/{variant}/rulebook", self.rulebook),
        ]

    def home(self, request: Request) -> Response:
        """Where a game is begun."""
        reader = reader_of(request)
        return _page(request, pages.home_page(reader, list(self._offered.values())))

    def rulebook(self, request: Request) -> Response:
        """The rulebook of a variant that is offered."""
        variant = self._offered.get(request.path_params["variant"])
        if variant is None:
            raise HTTPException(MISSING)
        language = reader_of(request).language
        page, policy = pages.rulebook_page(variant, language, self._opening.sources_dir)
        return _page(request, page, headers={"content-security-policy": policy})

    async def begin(self, request: Request) -> Response:
        """Begin a game."""
        form = await _form(request)
        return await run_in_threadpool(self._begin, request, form)

    def _begin(self, request: Request, form: dict[str, str]) -> Response:
        variant = self._offered.get(form.get("variant", ""))
        opponent = form.get("opponent", "")
        if variant is None or opponent not in (*OPPONENTS, PERSON):
            return self._refuse_home(request, reader_of(request).text("web.unknown_choice"))
        make = partial(Session.new, variant.rules, opponent, variant=variant.id)
        return self._seated(request, make)

    async def load(self, request: Request) -> Response:
        """Go on with a game that was saved."""
        async with request.form(max_files=1, max_fields=1, max_part_size=MOST_BYTES) as form:
            sent = form.get("record")
            data = await sent.read() if isinstance(sent, UploadFile) else b""
        return await run_in_threadpool(self._load, request, data)

    def _load(self, request: Request, data: bytes) -> Response:
        return self._seated(request, partial(_loaded, data, reader_of(request)))

    def _seated(self, request: Request, make: Callable[[], Session]) -> Response:
        """Begin a game, and give its first seat to who asked."""
        try:
            game, token = self._tables.begin(make())
        except FullError as error:
            return self._refuse_home(request, str(error), FULL)
        except PenneechError as error:
            return self._refuse_home(request, str(error))
        return _with_seat(request, game, token)

    def _refuse_home(self, request: Request, fault: str, status: int = REFUSED) -> Response:
        offered = list(self._offered.values())
        reader = Reader(reader_of(request).language, "/")
        return _page(request, pages.home_page(reader, offered, fault), status)

    def game(self, request: Request) -> Response:
        """A game as who sits there sees it."""
        return self._game_page(request, self._place(request))

    def hint(self, request: Request) -> Response:
        """The same, with what a strong player would do."""
        place = self._place(request)
        reader = reader_of(request)
        try:
            with _Working(self._working):
                hint = voice_at(place, reader).advice(place.session.advise())
        except PenneechError:
            hint = [reader.text("hint.nothing")]
        return self._game_page(request, place, hint=hint)

    async def act(self, request: Request) -> Response:
        """Play a card, answer, deal, take a lead back, or let the computer reply."""
        form = await _form(request)
        return await run_in_threadpool(self._act, request, form)

    def _act(self, request: Request, form: dict[str, str]) -> Response:
        game, player = self._seat(request)
        reader = reader_of(request)
        what = _change(request.path_params["what"], form)
        number = form.get("number", "")
        if what is None or not (number.isascii() and number.isdecimal() and len(number) < 10):  # noqa: PLR2004  # no game lasts so long
            raise HTTPException(BAD)
        try:
            self._tables.change(game, player, int(number), what)
        except StaleError:
            note, status = reader.text("web.stale"), CONFLICT
        except PenneechError as error:
            note, status = self._why(game, player, reader, form, error), REFUSED
        else:
            return RedirectResponse(f"/games/{game}", SEE_OTHER)
        return self._game_page(request, self._tables.place(game, player), note=note, status=status)

    def _why(
        self, game: str, player: Player, reader: Reader, form: dict[str, str], error: PenneechError
    ) -> str:
        """Why something is refused; of a card of the hand in the words of the play."""
        place = self._tables.place(game, player)
        try:
            card = parse_card(form.get("card", ""))
        except CardError:
            return str(error)
        face = place.session.face
        if card in face.hand:
            return voice_at(place, reader).refused(face, card)
        return reader.text("refused.no_card", text=pages.written(card))

    def rules(self, request: Request) -> Response:
        """The rules that bear on the moment."""
        place = self._place(request)
        variant = self._variant(place.session)
        grounds = None if variant is None else Grounds(variant, self._opening.sources_dir)
        return _page(request, pages.rules_page(place, reader_of(request), grounds))

    def review(self, request: Request) -> Response:
        """The game card by card, when it is over."""
        place, reader = self._place(request), reader_of(request)
        if not place.session.is_over:
            raise HTTPException(CONFLICT, reader.text("web.not_over"))
        why = unsolvable(voice_at(place, reader))
        deals = None if why else self._solved(place)
        return _page(request, pages.review_page(place, reader, deals, why))

    def _solved(self, place: Place) -> list[SolvedDeal]:
        found = self._reviews.get(place.game)
        if found is None:
            with _Working(self._working):
                found = self._reviews.get(place.game) or solved(place.session)
            self._reviews[place.game] = found
            while len(self._reviews) > MOST_REVIEWS:
                self._reviews.popitem(last=False)
        return found

    def record(self, request: Request) -> Response:
        """The game as a record; until it is over the hidden cards and the seed are left out."""
        place = self._place(request)
        session = place.session
        if not session.moment or (session.waits is Waits.DEAL and not session.face.history):
            # A record tells of void hands only with those that follow, which are not dealt yet.
            raise HTTPException(CONFLICT, reader_of(request).text("web.deal_first"))
        record, name = session.save(), "penneech-game.json"
        if not session.is_over:
            record, name = withheld(record, session.facing), "penneech-view.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(record_text(record) + "\n", media_type="application/json", headers=headers)

    async def again(self, request: Request) -> Response:
        """Another game by the same rules, with cards that nothing shown so far tells of."""
        await _form(request)
        return await run_in_threadpool(self._again, request)

    def _again(self, request: Request) -> Response:
        place = self._place(request)
        session = place.session
        if not session.is_over:
            raise HTTPException(CONFLICT, reader_of(request).text("web.not_over"))
        opponent = session.players[session.facing.other]
        variant = session.heading.variant
        # The seed of a game that is over may be known, so the next has one of its own.
        make = partial(Session.new, session.rules, opponent, variant=variant)
        return self._seated(request, make)

    def invitation(self, request: Request) -> Response:
        """Where the other seat is taken; to look at the page does not use the invitation up."""
        game, invitation = request.path_params["game"], request.path_params["invitation"]
        is_open = self._tables.is_invited(game, invitation)
        page = pages.invitation_page(reader_of(request), is_open=is_open)
        return _page(request, page, 200 if is_open else 410)

    async def take_seat(self, request: Request) -> Response:
        """Take the other seat."""
        await _form(request)
        return await run_in_threadpool(self._take_seat, request)

    def _take_seat(self, request: Request) -> Response:
        game, invitation = request.path_params["game"], request.path_params["invitation"]
        if not self._tables.is_invited(game, invitation):
            return self.invitation(request)
        if self._tables.sits(game, _token(request, game)) is not None:
            # Who sits there already keeps the seat, and the invitation stays for the other.
            return RedirectResponse(f"/games/{game}", SEE_OTHER)
        token = self._tables.take_seat(game, invitation)
        if token is None:
            return self.invitation(request)
        return _with_seat(request, game, token)

    def _seat(self, request: Request) -> tuple[str, Player]:
        """The game that is asked for, and whose seat the reader holds.

        Raises:
            HTTPException: when there is no such game, or the reader has no seat there.
        """
        game = request.path_params["game"]
        player = self._tables.sits(game, _token(request, game))
        if player is None:
            if self._tables.exists(game):
                raise HTTPException(FORBIDDEN, reader_of(request).text("web.no_seat"))
            raise HTTPException(MISSING)
        return game, player

    def _place(self, request: Request) -> Place:
        return self._tables.place(*self._seat(request))

    def _variant(self, session: Session) -> Variant | None:
        """The variant that a game is played by, if it is one of those that are offered."""
        found = self._offered.get(session.heading.variant or "")
        return found if found is not None and found.rules == session.rules else None

    def _game_page(
        self,
        request: Request,
        place: Place,
        *,
        note: str = "",
        hint: list[str] | None = None,
        status: int = 200,
    ) -> Response:
        reader = Reader(reader_of(request).language, f"/games/{place.game}")
        invitation = None
        if place.session.is_apart:
            token = self._tables.invitation(place.game, _token(request, place.game))
            base = f"{request.url.scheme}://{request.url.netloc}"
            invitation = token and f"{base}/games/{place.game}/invitation/{token}"
        page = pages.game_page(
            place,
            reader,
            note=note,
            hint=hint,
            invitation=invitation,
            has_rulebook=self._variant(place.session) is not None,
        )
        # A page that waits for the other person is read again after a while, without a script.
        headers = {}
        if place.session.is_apart and place.session.waits in (Waits.OTHER, Waits.DEAL):
            seconds = WAITING if invitation is None else WAITING_LONG
            headers["refresh"] = f"{seconds}; url=/games/{place.game}"
        return _page(request, page, status, headers)


@cache
def _offered_by(opening: Opening) -> dict[str, Variant]:
    """The variants by their ids; they are read once, when the first page is asked for."""
    return {variant.id: variant for variant in opening.offered()}


class _Working:
    """Keeps the number of searches low that are worked on at once."""

    def __init__(self, working: threading.BoundedSemaphore) -> None:
        self._working = working

    def __enter__(self) -> None:
        if not self._working.acquire(timeout=PATIENCE):
            raise HTTPException(FULL)

    def __exit__(self, *error: object) -> None:
        self._working.release()


def reader_of(request: Request) -> Reader:
    """Who reads: the language as chosen, as kept, or as the browser asks for it."""
    chosen = [request.query_params.get(LANGUAGE, ""), request.cookies.get(LANGUAGE, "")]
    asked = request.headers.get("accept-language", "")[:200].lower().split(",")
    chosen += [part.strip()[:2] for part in asked]
    language = next((name for name in chosen if name in LANGUAGES), LANGUAGES[0])
    return Reader(language, request.url.path)


def _page(
    request: Request, page: str, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    response = HTMLResponse(page, status, headers)
    chosen = request.query_params.get(LANGUAGE)
    if chosen in LANGUAGES:
        _set_cookie(request, response, LANGUAGE, str(chosen), "/")
    return response


def _set_cookie(request: Request, response: Response, name: str, value: str, path: str) -> None:
    response.set_cookie(
        name, value, max_age=YEAR, path=path, httponly=True, samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def _with_seat(request: Request, game: str, token: str) -> Response:
    response = RedirectResponse(f"/games/{game}", SEE_OTHER)
    _set_cookie(request, response, "seat", token, f"/games/{game}")
    return response


def _token(request: Request, game: str) -> str:
    return request.cookies.get("seat", "") if game else ""


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form, of which ours have few and short ones."""
    length = request.headers.get("content-length", "0")
    if len(length) > 8 or int(length) > MOST_TEXT:  # noqa: PLR2004
        raise HTTPException(413)
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return {name: value for name, value in form.items() if isinstance(value, str)}


def _change(what: str, form: dict[str, str]) -> Callable[[Session], object] | None:
    """What a form asks for; None for what nobody can ask for."""
    if what == "play":
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


def _loaded(data: bytes, reader: Reader) -> Session:
    """A game as its file has it.

    Raises:
        PenneechError: when it is no record, is a view, or belongs to two people: who loads it could
            know the other's cards.
    """
    try:
        parsed = json.loads(data)
        record = record_from_data(parsed)
    except (ValueError, RecursionError) as error:
        raise PenneechError(reader.text("web.no_record")) from error
    if record.is_view:
        raise PenneechError(reader.text("web.a_view"))
    if record.heading.players == (PERSON, PERSON):
        raise PenneechError(reader.text("web.two_people_loaded"))
    return Session.load(record)


def _problem(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    reader = Reader(reader_of(request).language, "/")
    told = error.detail if isinstance(error, HTTPException) else ""
    if status not in (FORBIDDEN, CONFLICT):
        key = f"web.status.{status}"
        told = reader.text(key if reader.words.has(f"play.{key}") else "web.status.400")
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    return _page(request, pages.problem_page(reader, told), status, headers)


def web_app(
    tables: Tables,
    opening: Opening,
    *,
    names: Iterable[str] = (),
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> Starlette:
    """The server's program.

    Args:
        tables: its games.
        opening: where the variants and sources are found.
        names: by what names it may be asked besides that of the own machine.
        lifespan: what is done at its begin and end.
    """
    static = StaticFiles(packages=[("penneech.screens.web", "static")])
    return Starlette(
        routes=[*Pages(tables, opening).routes(), Mount("/static", static)],
        middleware=[Middleware(Guard, names=tuple(names))],
        exception_handlers={HTTPException: _problem, PenneechError: _problem},
        lifespan=lifespan,
    )
