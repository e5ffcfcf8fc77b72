"""A browser without scripts: it reads pages, keeps cookies, and sends forms."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from starlette.testclient import TestClient
from test_session import seen_by

from penneech.cards import Rank, Suit, parse_card
from penneech.events import Player
from penneech.screens.opening import Opening
from penneech.screens.web.app import web_app
from penneech.screens.web.store import Store
from penneech.screens.web.tables import Tables

MANY = 4000
"""More forms than any game has."""

HERE = "http://127.0.0.1:8674"
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
RANKS += ["knave", "queen", "king", "ace"]
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}

NAMED = re.compile(rf"({'|'.join(RANKS)}) of ({'|'.join(SUITS)})", re.IGNORECASE)
WRITTEN = re.compile(r"(?<![0-9A-Za-z#&;-])(10|[2-9TJQKA])([CDHS♣♦♥♠])(?![A-Za-z0-9])")
DRAWN = re.compile(r'class="rank"[^>]*>(\w+)</text>\s*<use href="#pip-(.)"')


def cards_in(text):
    """Every card that a text tells of, in words, in signs or drawn."""
    found = {parse_card(rank + suit) for rank, suit in WRITTEN.findall(text)}
    found |= {parse_card(rank + suit) for rank, suit in DRAWN.findall(text)}
    for rank, suit in NAMED.findall(text):
        letter = list(Rank)[RANKS.index(rank.lower())].letter
        found.add(parse_card(letter + Suit(SUITS[suit.lower()]).value))
    return found


class _Forms(HTMLParser):
    """The forms of a page: each with its address, and the fields for each of its buttons."""

    def __init__(self):
        super().__init__()
        self.forms, self._action, self._fields = [], None, {}

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self._action, self._fields = given["action"], {}
        elif tag == "input" and given.get("type") == "hidden":
            self._fields[given["name"]] = given["value"]
        elif tag == "button" and self._action:
            own = {given["name"]: given["value"]} if "name" in given else {}
            self.forms.append((self._action, {**self._fields, **own}))


def forms_in(page):
    """What the buttons of a page send, in order: address and fields."""
    parser = _Forms()
    parser.feed(page)
    return parser.forms


class Browser:
    """One person at a browser.

    Args:
        app: the server's program.
        here: by what name the server is asked.
    """

    def __init__(self, app, here=HERE):
        self.client = TestClient(app, base_url=here, headers={"origin": here})
        self.heard = []
        self.page = None

    def hear(self, answer):
        """Note every byte of an answer, and of those that led to it."""
        for one in (*answer.history, answer):
            heads = "\n".join(f"{name}: {value}" for name, value in one.headers.items())
            self.heard.append((one.url.path, heads, one.content))
        return answer

    def get(self, address, **more):
        return self.hear(self.client.get(address, **more))

    def post(self, address, data=None, **more):
        return self.hear(self.client.post(address, data=data or {}, **more))

    def begin(self, variant="parlett", opponent="greedy"):
        self.page = self.post("/games", {"variant": variant, "opponent": opponent})
        assert self.page.status_code == 200, self.page.text
        return self

    @property
    def game(self):
        """The address of the game."""
        return "/games/" + str(self.page.url).split("/games/")[1].split("/")[0].split("?")[0]

    @property
    def id(self):
        return self.game.removeprefix("/games/")

    @property
    def buttons(self):
        """What can be done on the page, without what begins another game."""
        return [(where, what) for where, what in forms_in(self.page.text) if "/again" not in where]

    def press(self, button):
        self.page = self.post(*button)
        return self.page

    def look(self):
        self.page = self.get(self.game)
        return self.page


def served(folder, **more):
    """A server's program, and its tables."""
    tables = Tables(Store(folder / "games.sqlite3"))
    return web_app(tables, Opening(None, "greedy", **more)), tables


def session_of(tables, browser, player=Player.A):
    return tables.place(browser.id, player).session


def tell_nothing_hidden(tables, browser, player=Player.A):
    """See that no byte so far tells of a card that has not been shown, or of the seed."""
    session = session_of(tables, browser, player)
    seen = seen_by(session, player)
    seed, secret = session.heading.seed, session.secret
    for where, heads, body in browser.heard:
        everything = heads + body.decode()
        assert secret is None or secret.hex() not in everything.lower()
        if not session.is_over:
            assert str(seed) not in everything
            assert f"{seed:x}" not in everything.lower()
        # What rules say names cards too, but is the same whatever is hidden: see below.
        if not where.endswith("/rules"):
            told = cards_in(body.decode())
            if b"<html" not in body:  # a record has its rules in it, and in them the penneech
                told.discard(session.rules.penneech.card)
            assert told <= seen
    browser.heard.clear()


def invited(browser):
    """The invitation that stands on a page."""
    link = browser.page.text.split('readonly value="')[1].split('"')[0]
    return link.removeprefix(HERE)
