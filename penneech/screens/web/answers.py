"""Answers: a page set for who asks, the cookies that go with it, and what cannot be done."""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from penneech.screens.web import pages
from penneech.screens.web.pages import LANGUAGES, Reader

if TYPE_CHECKING:
    from starlette.types import Scope

LANGUAGE = "language"
SEE_OTHER, BAD, FORBIDDEN, MISSING, CONFLICT, GONE = 303, 400, 403, 404, 409, 410
TOO_LONG, REFUSED, WRONG, FULL = 413, 422, 500, 503
YEAR = 365 * 24 * 60 * 60

_LOG = logging.getLogger("uvicorn.error")
"""What is told to whoever serves."""


def reader_of(request: Request, here: str | None = None) -> Reader:
    """Who reads: the language as chosen, as kept, or as the browser asks for it.

    Args:
        request: what is asked.
        here: the address to which the answer belongs, where it is not that of the request.
    """
    chosen = [request.query_params.get(LANGUAGE, ""), request.cookies.get(LANGUAGE, "")]
    asked = request.headers.get("accept-language", "")[:200].lower().split(",")
    chosen += [part.strip()[:2] for part in asked]
    language = next((name for name in chosen if name in LANGUAGES), LANGUAGES[0])
    return Reader(language, request.url.path if here is None else here)


def answer(
    request: Request, page: str, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A page as an answer; a language that was chosen is kept."""
    response = HTMLResponse(page, status, headers)
    chosen = request.query_params.get(LANGUAGE)
    if chosen in LANGUAGES:
        keep_cookie(request, response, LANGUAGE, str(chosen), "/")
    return response


def keep_cookie(request: Request, response: Response, name: str, value: str, path: str) -> None:
    """Let the browser keep something that no script may read."""
    response.set_cookie(
        name, value, max_age=YEAR, path=path, httponly=True, samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def problem(request: Request, error: Exception) -> Response:
    """What cannot be done, in a sentence, with the way back to the game that it is about."""
    status = error.status_code if isinstance(error, HTTPException) else WRONG
    told = error.detail if isinstance(error, HTTPException) else ""
    if status not in (FORBIDDEN, CONFLICT):
        told = ""
    reader = reader_of(request, "/")
    game = request.path_params.get("game", "") if status not in (FORBIDDEN, MISSING) else ""
    page = pages.problem_page(reader, told or _status_told(reader, status), game)
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    return answer(request, page, status, headers)


def broken_file(request: Request, error: Exception) -> Response:
    """What is said where the file of the games cannot be used; whoever serves is told the cause."""
    _LOG.error("the file of the games cannot be used: %s", _cause(error))
    return problem(request, error)


def _cause(error: Exception) -> str:
    """What went wrong with the file, and nothing of what stands in it.

    Of a text that it cannot read SQLite quotes the beginning, and a game has the hidden cards.
    """
    return f"{type(error).__name__}: {str(error).partition(' with text ')[0]}"


def refusal(scope: Scope, status: int) -> Response:
    """What is said to who is not answered at all; nothing of the request is trusted or kept."""
    return HTMLResponse(_refusal_page(reader_of(Request(scope), "/"), status), status)


@cache
def _refusal_page(reader: Reader, status: int) -> str:
    """Such pages are the same whatever was asked, and to send them costs next to nothing."""
    return pages.problem_page(reader, _status_told(reader, status))


def _status_told(reader: Reader, status: int) -> str:
    key = f"web.status.{status}"
    return reader.text(key if reader.words.has(f"play.{key}") else f"web.status.{BAD}")
