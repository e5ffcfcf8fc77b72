"""People at browsers without scripts, for `serving.py`: many of them in one process.

A page is fetched, one of its forms is sent with its cookie, the redirection is followed.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import NamedTuple

VARIANT, SEED = "parlett", 1674

PATIENCE = 120.0
"""Seconds after which an answer is taken never to come."""

AT_ONCE = 0.02
"""Seconds of thought of who plays alone: one address may ask 200 times a second, and no more."""


class Answer(NamedTuple):
    """What the server said: the status, its headers by their names in small letters, the body."""

    status: int
    heads: dict[str, str]
    body: bytes


class WrongError(Exception):
    """An answer that is not the expected one."""


class Line:
    """One connection to the server, kept open, with the cookies that came over it.

    It is no more than that, so that the measuring takes little of the machine.

    Args:
        port: where the server is.
        own: the address from which it is asked.
    """

    def __init__(self, port: int, own: str = "127.0.0.1") -> None:
        self._port, self._own = port, own
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookies: dict[str, str] = {}

    async def ask(self, path: str, form: str | None = None) -> Answer:
        """Send one request, and read the whole answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._own, 0)
            )
        reader, writer = self._streams
        writer.write(self._request(path, form))
        async with asyncio.timeout(PATIENCE):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            heads: dict[str, str] = {}
            for line in head[1:-2]:
                name, _, value = line.partition(": ")
                heads[name.lower()] = value
                if name.lower() == "set-cookie":
                    cookie, _, kept = value.partition(";")[0].partition("=")
                    self.cookies[cookie] = kept
            body = await reader.readexactly(int(heads.get("content-length", "0")))
        if heads.get("connection") == "close":
            self.close()
        return Answer(int(head[0].split(" ")[1]), heads, body)

    def _request(self, path: str, form: str | None) -> bytes:
        here = f"127.0.0.1:{self._port}"
        lines = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", f"Host: {here}"]
        lines += ["Accept: text/html", "Accept-Language: en", "Accept-Encoding: identity"]
        if self.cookies:
            lines.append("Cookie: " + "; ".join(f"{k}={v}" for k, v in self.cookies.items()))
        if form is not None:
            lines += [f"Origin: http://{here}", "Sec-Fetch-Site: same-origin"]
            lines += ["Content-Type: application/x-www-form-urlencoded"]
            lines += [f"Content-Length: {len(form)}"]
        return ("\r\n".join(lines) + "\r\n\r\n" + (form or "")).encode()

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


FORM = re.compile(rb'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(rb'<input type="hidden" name="(\w+)" value="([^"]*)"')
BUTTON = re.compile(rb'<button type="submit"(?: name="(\w+)" value="([^"]*)")?')
PLAYED = ("play", "throw", "keep", "deal", "reply")
"""The forms by which a game goes on."""


class Form(NamedTuple):
    """A button of a page: the address of its form, and what it sends."""

    path: str
    content: str

    @property
    def does(self) -> str:
        """What it does: the last part of its address."""
        return self.path.rpartition("/")[2]


def forms_of(page: bytes) -> list[Form]:
    """The buttons of a page by which its game goes on."""
    found = []
    for where, inner in FORM.findall(page):
        hidden = [f"{name.decode()}={value.decode()}" for name, value in HIDDEN.findall(inner)]
        for name, value in BUTTON.findall(inner):
            own = [f"{name.decode()}={value.decode()}"] if name else []
            found.append(Form(where.decode(), "&".join([*hidden, *own])))
    return [form for form in found if form.does in PLAYED]


@dataclass(slots=True)
class Tally:
    """What came of the moves.

    Args:
        moves: for each what its form does, and the seconds that it took.
        ended: the games that were played to their ends, by their addresses.
        begun: how many games were begun.
        hints: the seconds that each hint took.
        errors: what was not as expected.
    """

    moves: list[tuple[str, float]] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    begun: int = 0
    hints: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Player:
    """A person at a browser, who sends any form that the page has.

    Args:
        line: the connection.
        tally: where the moves are noted.
        pause: seconds of thinking between a page and a form.
        luck: chooses among the forms.
        asks: whether a hint is asked for before each card.
    """

    def __init__(
        self, line: Line, tally: Tally, pause: float, luck: random.Random, *, asks: bool = False
    ) -> None:
        self._line, self._tally, self._pause, self._luck = line, tally, pause, luck
        self._asks, self.here = asks, "/"

    async def game(self, opponent: str, until: float) -> None:
        """Begin a game, and play until it is over or the time is."""
        page = await self.sent("/games", f"variant={VARIANT}&opponent={opponent}")
        self._tally.begun += 1
        while forms := forms_of(page.body):
            if time.monotonic() > until:
                return
            form = self._luck.choice(forms)
            if self._asks and form.does == "play":
                await self._hint()
            await asyncio.sleep(self._pause)
            begun = time.perf_counter()
            page = await self.sent(form.path, form.content)
            self._tally.moves.append((form.does, time.perf_counter() - begun))
        if b"/review" not in page.body:
            raise WrongError("a page on which nothing can be done, and its game is not over")
        self._tally.ended.append(self.here)

    async def _hint(self) -> None:
        begun = time.perf_counter()
        page = await self._line.ask(f"{self.here}/hint")
        if page.status != HTTPStatus.OK:
            raise WrongError(f"GET hint: {page.status}")
        self._tally.hints.append(time.perf_counter() - begun)

    async def sent(self, path: str, content: str) -> Answer:
        """Send a form, and fetch the page to which its answer leads."""
        answer = await self._line.ask(path, content)
        if answer.status != HTTPStatus.SEE_OTHER:
            raise WrongError(f"POST {path.rpartition('/')[2]}: {answer.status}")
        self.here = answer.heads["location"]
        page = await self._line.ask(self.here)
        if page.status != HTTPStatus.OK:
            raise WrongError(f"GET a game: {page.status}")
        return page

    async def games(self, opponent: str, until: float, most: int | None) -> None:
        """Play one game after the other until the time is over, or so many."""
        played = 0
        while time.monotonic() < until and (most is None or played < most):
            try:
                await self.game(opponent, until)
            except (WrongError, OSError, EOFError, TimeoutError, ValueError) as error:
                self._tally.errors.append(f"{type(error).__name__}: {error}")
                return
            played += 1


async def play_at_once(  # noqa: PLR0913  # all that a load is
    port: int,
    opponent: str,
    *,
    games: int,
    seconds: float,
    pause: float = AT_ONCE,
    most: int | None = None,
    asks: bool = False,
) -> Tally:
    """Let so many people play at once.

    Args:
        port: where the server is.
        opponent: the computer player.
        games: how many games are played at once.
        seconds: after which time all stop.
        pause: how long each thinks, in seconds.
        most: how many games each plays at most.
        asks: whether they ask for hints.
    """
    tally, until = Tally(), time.monotonic() + seconds
    lines = [Line(port, f"127.1.{n // 250}.{n % 250 + 1}") for n in range(games)]
    people = [
        Player(line, tally, pause, random.Random(SEED + n), asks=asks)  # no secret
        for n, line in enumerate(lines)
    ]
    await asyncio.gather(*[person.games(opponent, until, most) for person in people])
    for line in lines:
        line.close()
    return tally


async def asked(port: int, path: str) -> Answer:
    """What is answered to somebody who has just come."""
    line = Line(port)
    try:
        return await line.ask(path)
    finally:
        line.close()
