"""Faults around a served game: a damaged or full file, a clock that goes back, hostile texts."""

from __future__ import annotations

import asyncio
import errno
import os
import random
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml
from browser import HERE, Browser, invited, served, session_of
from lxml import html
from starlette.testclient import TestClient

from penneech.cards import PACK
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.records import record_text
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.screens.web import guard, store
from penneech.screens.web.store import Store, usual_place
from penneech.variant import load_variant

PAGE = 4096
"""Bytes of a page of SQLite's."""


def with_a_game(folder, moves=9):
    """A file with a game in it, and who plays it."""
    app, tables = served(folder)
    browser = Browser(app).begin("parlett")
    for _ in range(moves):
        browser.press(browser.buttons[0])
    browser.look()
    tables._store.close()  # noqa: SLF001  # as a server that ends
    return folder / "games.sqlite3", browser


def _cut(path):
    path.write_bytes(path.read_bytes()[: 2 * PAGE + 100])


def _head_lost(path):
    path.write_bytes(random.Random(1).randbytes(PAGE) + path.read_bytes()[PAGE:])


def _page_lost(path):
    data = bytearray(path.read_bytes())
    data[2 * PAGE : 3 * PAGE] = random.Random(1).randbytes(PAGE)
    path.write_bytes(data)


def _page_empty(path):
    data = bytearray(path.read_bytes())
    data[PAGE : 2 * PAGE] = bytes(PAGE)
    path.write_bytes(data)


def _text(path):
    path.write_text("Dear reader,\n" * 500, encoding="utf-8")


def _name_that_is_no_text(path):
    data = path.read_bytes().replace(b"games_by_change", b"games_by_chang\xff")
    path.write_bytes(data.replace(b"CREATE INDEX", b"CREATE INDEY"))


@pytest.mark.parametrize(
    "spoil", [_cut, _head_lost, _page_lost, _page_empty, _text, _name_that_is_no_text]
)
def test_a_damaged_file_of_games_is_refused_in_one_sentence_and_left_as_it_is(tmp_path, spoil):
    path, _ = with_a_game(tmp_path)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(PenneechError) as told:
        Store(path)
    assert str(told.value) == (
        f"{path} is damaged, or no file of games; put back a copy of it, or name another with --db"
    )
    assert path.read_bytes() == before


def test_an_empty_file_is_a_new_one(tmp_path):
    (tmp_path / "games.sqlite3").touch()
    app, _ = served(tmp_path)
    assert Browser(app).begin().buttons


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_file_of_games_that_cannot_be_written_is_told_in_one_sentence(
    tmp_path, monkeypatch, number
):
    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(store.os, "open", refuse)
    with pytest.raises(PenneechError, match="cannot hold the games") as told:
        Store(tmp_path / "games.sqlite3")
    assert os.strerror(number).lower() in str(told.value)
    assert "\n" not in str(told.value)


def test_a_damaged_byte_of_a_game_is_never_shown_as_another_game(tmp_path):
    """A record has a check, so a byte of it that turned over is noticed when the game is read."""
    path, browser = with_a_game(tmp_path)
    data, page, address = path.read_bytes(), browser.page.text, browser.game
    start = data.index(b'{"format":"penneech-record"')
    luck = random.Random(2)
    answered = set()
    for _ in range(25):
        spoilt = bytearray(data)
        # What SQLite moved when the record grew lies about too; the record itself is one of these.
        spoilt[luck.randrange(start, start + 2000)] ^= 1 << luck.randrange(8)
        path.write_bytes(spoilt)
        app, tables = served(tmp_path)
        there = TestClient(app, base_url=HERE, cookies=browser.client.cookies)
        answer = there.get(address)
        answered.add(answer.status_code)
        assert answer.status_code == 500 or answer.text == page
        tables._store.close()  # noqa: SLF001  # as a server that ends
    assert 500 in answered


def test_what_is_told_of_a_damaged_file_names_no_hidden_card(tmp_path, caplog):
    path, browser = with_a_game(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"generator":"p', b'"generator":"\xff'))
    app, tables = served(tmp_path)
    there = TestClient(app, base_url=HERE, cookies=browser.client.cookies)
    answer = there.get(browser.game)
    assert answer.status_code == 500
    assert "the file of the games cannot be used: OperationalError: Could not decode" in caplog.text
    for told in (caplog.text, answer.text):
        assert "penneech-record" not in told
        assert not [card for card in PACK if f'"{card}"' in told]
    tables._store.close()  # noqa: SLF001  # as a server that ends


def test_on_a_full_disk_a_move_is_refused_and_nothing_is_half_done(server, caplog):
    app, tables = server
    browser = Browser(app).begin("parlett")
    base = tables._store._base  # noqa: SLF001  # no disk is full when it is asked to be
    base.execute("PRAGMA max_page_count = 1")  # it takes as many as the file has by now
    begun = [browser]
    while begun[-1].page.status_code == 200:
        assert len(begun) < 50
        other = Browser(app)
        other.page = other.post("/games", {"variant": "parlett", "opponent": "greedy"})
        begun.append(other)
    assert begun.pop().page.status_code == 500
    assert "full" in caplog.text
    assert base.execute("SELECT count(*) FROM games").fetchone() == (len(begun),)
    while browser.page.status_code == 200:
        number = tables.place(browser.id, Player.A).number
        shown = browser.look().text
        assert browser.buttons, "the record grew, and yet there was room"
        browser.press(browser.buttons[0])
    assert browser.page.status_code == 500
    assert browser.look().text == shown
    assert tables.place(browser.id, Player.A).number == number
    assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    base.execute("PRAGMA max_page_count = 100000")
    assert browser.press(browser.buttons[0]).status_code == 200
    assert tables.place(browser.id, Player.A).number == number + 1


def test_a_clock_that_is_set_back_loses_and_stops_no_game(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "MOST_GAMES", 2)
    app, _ = served(tmp_path)
    first = Browser(app).begin()
    year = 365 * 24 * 60 * 60
    past = store.time.time() - 40 * year
    for module in (store, guard):
        monkeypatch.setattr(module.time, "time", lambda: past)
    second = Browser(app).begin()
    for browser in (first, second, first):
        assert browser.press(browser.buttons[0]).status_code == 200
    # None of them was left long ago, whatever the clock says: there is no room.
    refused = Browser(app).post("/games", {"variant": "parlett", "opponent": "greedy"})
    assert refused.status_code in {422, 503}
    for browser in (first, second):
        assert browser.look().status_code == 200


def test_without_a_home_a_file_for_the_games_is_asked_for(monkeypatch):
    def nobody():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody)
    with pytest.raises(PenneechError, match="name a file with --db"):
        usual_place()


NASTY = "<svg/onload=alert(1)>&<script>alert(2)</script>\" onclick='x'"


@pytest.fixture
def nasty(tmp_path):
    """A server that offers a variant with hostile texts wherever its author may write one."""
    data = {
        "id": "nasty",
        "extends": "parlett",
        "title": {"en": NASTY, "it": NASTY},
        "summary": {"en": NASTY, "it": NASTY},
        "rules": {
            "following": {
                "reading": "free",
                "basis": "conjecture",
                "note": {"en": NASTY, "it": NASTY},
            }
        },
    }
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "nasty.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    return served(tmp_path, variants_dir=folder)


def test_hostile_texts_of_a_variant_are_inert_on_every_page(nasty):
    app, _ = nasty
    browser = Browser(app).begin("nasty")
    where = [
        "/", "/variants/nasty/rulebook", "/variants/nasty/figures",
        browser.game, f"{browser.game}/rules",
    ]  # fmt: skip
    told = 0
    for address in where:
        for language in ("en", "it"):
            page = browser.get(f"{address}?language={language}")
            assert page.status_code == 200
            told += "&lt;svg/onload" in page.text
            assert "<svg/onload" not in page.text
            assert "<script>alert" not in page.text
            assert not html.fromstring(page.content).xpath("//@*[starts-with(name(), 'on')]")
    assert told >= 6


def test_hostile_texts_of_a_saved_game_are_inert(server):
    app, _ = server
    session = Session.new(load_variant("parlett").rules, variant=NASTY, seed=5)
    session.deal()
    files = {"record": ("game.json", record_text(session.save()).encode(), "application/json")}
    browser = Browser(app)
    for page in (
        browser.post("/games/load", files=files),
        browser.get("/variants/" + NASTY.replace("/", "%2F") + "/rulebook"),
        browser.post("/games", {"variant": NASTY, "opponent": NASTY}),
    ):
        assert page.status_code < 500
        assert "<svg/onload" not in page.text
        assert "<script>alert" not in page.text


PATHS = [
    "/static/../app.py",
    "/static/..%2fapp.py",
    "/static/%2e%2e/app.py",
    "/static/%2e%2e%2f%2e%2e%2fvoice.py",
    "/static/..\\app.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/....//app.py",
    "/static/\x00",
    "/variants/../../variants/parlett.yaml/rulebook",
    "/variants/%2e%2e%2fparlett/rulebook",
    "/games/../variants",
    "/games/%2e%2e/record",
    "/%2e%2e/%2e%2e/etc/passwd",
]


@pytest.mark.parametrize("decoded", [False, True], ids=["as sent", "decoded"])
@pytest.mark.parametrize("path", PATHS)
def test_no_address_leads_out_of_what_is_served(server, path, decoded):
    """A server hands on a path as it was sent, or with its signs decoded; either way."""
    app, _ = server
    there, sent = unquote(path) if decoded else path, []
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": there, "raw_path": path.encode(), "query_string": b"",
        "root_path": "", "headers": [(b"host", b"127.0.0.1:8674")],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8674),
    }  # fmt: skip

    async def receive():  # as ASGI has it
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):  # as ASGI has it
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    assert 400 <= sent[0]["status"] < 500
    body = b"".join(one.get("body", b"") for one in sent)
    assert b"from __future__" not in body
    assert b"root:" not in body


def test_a_card_that_is_not_held_and_a_move_out_of_turn_are_refused(server):
    app, tables = server
    first = Browser(app).begin("parlett", "human")
    second = Browser(app)
    second.page = second.get(invited(first))
    second.page = second.post(*second.buttons[0])
    people = {Player.A: first, Player.B: second}
    while session_of(tables, first).waits is not Waits.CARD:
        for browser in people.values():
            browser.look()
        browser = next(one for one in people.values() if one.buttons)
        browser.press(browser.buttons[0])
    session = session_of(tables, first)
    before, number = session.save(), tables.place(first.id, Player.A).number
    held = {player: set(session.seen_by(player, apart=True).face.hand) for player in people}
    to_move = next(
        player
        for player, browser in people.items()
        if browser.look() and any("/play" in where for where, _ in browser.buttons)
    )
    sent = {"number": str(number)}
    foreign = next(card for card in PACK if card not in held[to_move])
    own = next(iter(held[to_move.other]))
    for player, card in ((to_move, foreign), (to_move.other, own), (to_move.other, foreign)):
        answer = people[player].post(f"{first.game}/play", {**sent, "card": str(card)})
        assert answer.status_code == 422
    assert session_of(tables, first).save() == before
    assert tables.place(first.id, Player.A).number == number
