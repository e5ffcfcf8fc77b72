"""What stands before the pages: names, forms from elsewhere, sizes, and what a page may load."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from browser import (
    HERE,
    Browser,
    served,
    session_of,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient

from penneech.screens.opening import Opening
from penneech.screens.web import app as app_module
from penneech.screens.web import guard, house, playing, reviews, store
from penneech.screens.web.app import web_app
from penneech.screens.web.guard import neighbourhood
from penneech.screens.web.house import House
from penneech.screens.web.store import Store
from penneech.screens.web.tables import Tables


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io"])
def test_a_foreign_host_is_refused(server, host):
    app, _ = server
    answer = Browser(app).client.get("/", headers={"host": host})
    assert answer.status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8674", "localhost", "[::1]:80", "192.168.1.7:8674"])
def test_the_own_machine_and_addresses_in_figures_are_answered(server, host):
    app, _ = server
    assert Browser(app).client.get("/", headers={"host": host}).status_code == 200


def test_a_name_that_was_told_is_answered_and_no_other(tmp_path):
    tables = Tables(Store(tmp_path / "games.sqlite3"))
    app = web_app(tables, Opening(None, "greedy"), names=["Games.example.org"])
    client = Browser(app).client
    assert client.get("/", headers={"host": "games.example.org:443"}).status_code == 200
    assert client.get("/", headers={"host": "example.org"}).status_code == 421


@pytest.mark.parametrize(
    "heads",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:8675"},
        {"origin": HERE, "sec-fetch-site": "cross-site"},
        {"origin": HERE, "sec-fetch-site": "same-site"},
    ],
)
def test_a_form_on_a_foreign_page_is_refused_and_changes_nothing(server, heads):
    app, tables = server
    browser = Browser(app).begin()
    before = session_of(tables, browser).save()
    answer = browser.post(*browser.buttons[0], headers=heads)
    assert answer.status_code == 403
    assert session_of(tables, browser).save() == before


def test_every_answer_forbids_what_is_not_its_own_and_has_no_style_or_script_in_it(server):
    app, _ = server
    browser = Browser(app).begin()
    for where in ("/", browser.game, f"{browser.game}/rules", "/nowhere", "/static/penneech.css"):
        answer = browser.get(where)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; ")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        own = re.sub(r'<script src="/static/[\w./]+" defer></script>', "", answer.text)
        assert not re.search(r"<script|<style|\sstyle=|\son\w+=|javascript:|hx-on|js:", own)


def test_the_rulebooks_own_style_is_allowed_and_no_other(server):
    app, _ = server
    answer = Browser(app).get("/variants/parlett/rulebook")
    assert answer.text.count("<style>") == 1
    assert answer.headers["content-security-policy"].count("'sha256-") == 1
    assert " style=" not in answer.text


def test_too_long_a_request_is_refused(server):
    app, _ = server
    browser = Browser(app).begin()
    long = "x" * (guard.MOST_BYTES + 1)
    assert browser.post("/games", {"variant": long}).status_code == 413
    assert browser.post("/games", {"variant": "x" * 5000}).status_code == 413

    def pieces():
        yield b'--b\r\nContent-Disposition: form-data; name="record"; filename="a"\r\n\r\n'
        for _ in range(40):
            yield b"x" * 100_000

    heads = {"content-type": "multipart/form-data; boundary=b"}
    assert browser.client.post("/games/load", content=pieces(), headers=heads).status_code == 413


def test_who_asks_too_often_is_told_to_wait(server, monkeypatch):
    app, _ = server
    monkeypatch.setattr(guard, "BURST", 5.0)
    monkeypatch.setattr(guard, "EACH_SECOND", 0.0)
    browser = Browser(app)
    answers = [browser.get("/static/seven.svg").status_code for _ in range(7)]
    assert answers == [*[200] * 5, 429, 429]


@settings(max_examples=20)
@given(
    st.sampled_from(["/games", "/games/load", "{game}/play", "{game}/deal", "{game}/x"]),
    st.dictionaries(
        st.sampled_from(["number", "card", "variant", "opponent", "record"]), st.text(max_size=40)
    ),
)
def test_no_form_whatever_it_says_makes_the_server_stumble(tmp_path_factory, where, fields):
    app, _ = served(tmp_path_factory.mktemp("games"))
    browser = Browser(app).begin()
    answer = browser.post(where.format(game=browser.game), fields)
    assert answer.status_code in (200, 400, 409, 422)
    assert browser.look().status_code == 200


def test_a_page_weighs_less_than_two_hundred_kilobytes_with_all_that_it_loads(server):
    app, _ = server
    browser = Browser(app).begin()
    while not any("play" in where for where, _ in browser.buttons):
        browser.press(browser.buttons[0])
    page = browser.look()
    loads = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text))
    weight = len(page.content) + sum(len(browser.get(where).content) for where in loads)
    assert "/static/vendor/htmx.min.js" in loads
    assert weight < 200_000


def test_what_is_vendored_is_the_version_that_its_note_names():
    vendor = files("penneech.screens.web") / "static" / "vendor"
    version = re.search(r"htmx ([\d.]+),", (vendor / "README.md").read_text())[1]
    assert f'"{version}"' in (vendor / "htmx.min.js").read_text()
    assert "BSD" in (vendor / "htmx.LICENSE.txt").read_text()


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:80@evil.example", "[::1", "[::1]evil", "127.0.0.1:x", "127.0.0.1:999999", "::1",
     "127.0.0.1/x", "127.0.0.1#x", "127.0.0.1?x", "127.0.0.1 ", "2130706433", "0x7f.1"],
)  # fmt: skip
def test_what_is_no_name_with_a_port_is_no_name_of_this_server(server, host):
    app, _ = server
    answer = Browser(app).client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert "evil" not in answer.text


@pytest.mark.parametrize("encoding", ["punycode", "idna", "undefined", "utf-8", "x"])
def test_a_form_in_parts_that_names_an_encoding_is_refused_before_it_is_read(server, encoding):
    app, _ = server
    body = b'--b\r\nContent-Disposition: form-data; name="record"\r\n\r\n-' + b"a" * 100_000
    heads = {"content-type": f"multipart/form-data; boundary=b; Charset={encoding}"}
    answer = Browser(app).client.post("/games/load", content=body + b"\r\n--b--\r\n", headers=heads)
    assert answer.status_code == 400


@pytest.mark.parametrize("where", ["/games", "{game}/play", "{game}/again", "/nowhere"])
def test_a_long_body_that_does_not_say_how_long_it_is_is_refused(server, where):
    app, _ = server
    browser = Browser(app).begin()
    heads = {"content-type": "application/x-www-form-urlencoded"}
    answer = browser.client.post(
        where.format(game=browser.game), content=iter([b"&" * 1_000] * 3), headers=heads
    )
    assert answer.status_code in (404, 413)
    assert browser.look().status_code == 200


def test_the_encoding_that_a_browsers_script_names_is_understood(server):
    app, _ = server
    browser = Browser(app)
    heads = {"content-type": "application/x-www-form-urlencoded;charset=UTF-8"}
    form = b"variant=parlett&opponent=greedy"
    assert browser.client.post("/games", content=form, headers=heads).status_code == 200


def test_one_address_begins_so_many_games_and_others_go_on(server, monkeypatch):
    app, _ = server
    monkeypatch.setattr(guard, "GAMES_AT_ONCE", 3.0)
    monkeypatch.setattr(guard, "GAMES_EACH_SECOND", 0.0)
    browser = Browser(app)
    form = {"variant": "parlett", "opponent": "greedy"}
    begun = [browser.post("/games", form).status_code for _ in range(5)]
    assert begun == [200, 200, 200, 429, 429]
    assert browser.post("/games/load").status_code == 429
    assert browser.post("/games/x/again").status_code == 429
    assert browser.get("/").status_code == 200


def test_in_a_day_no_address_alone_fills_the_file_of_the_games():
    assert guard.GAMES_AT_ONCE + guard.GAMES_EACH_SECOND * store.IN_USE < store.MOST_GAMES
    assert guard.LOADING in {path for path, *_ in app_module.ADDRESSES}


def test_addresses_of_one_house_are_counted_as_one():
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1")
    assert neighbourhood("2001:db8::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1") == "192.0.2.1"
    assert neighbourhood("192.0.2.1") != neighbourhood("192.0.2.2")
    assert neighbourhood("testclient") == "testclient"
    assert len(neighbourhood("x" * 10_000)) == guard.MOST_ADDRESS


def test_what_goes_wrong_is_told_on_a_page_that_tells_nothing_of_it(server, monkeypatch):
    _, tables = server

    def fails(*_):
        raise TypeError("the ace of diamonds")

    addresses = [("/", ["GET"], fails), *app_module.ADDRESSES[1:]]
    monkeypatch.setattr(app_module, "ADDRESSES", addresses)
    failing = web_app(tables, Opening(None, "greedy"))
    client = TestClient(failing, base_url=HERE, raise_server_exceptions=False)
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "diamonds" not in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'self'; ")
    assert answer.headers["cache-control"] == "no-store"


def test_so_many_wait_for_a_hint_and_the_next_is_sent_away_at_once(server):
    _, tables = server
    one, waiting = House(tables, Opening(None, "greedy")), house.AT_ONCE + house.MOST_WAITING
    for _ in range(waiting):
        assert one._waiting.acquire(blocking=False)  # noqa: SLF001  # as who waits has it
    with pytest.raises(HTTPException) as sent_away, one.working():
        pass
    assert sent_away.value.status_code == 503
    one._waiting.release()  # noqa: SLF001  # as who waits has it
    with one.working():
        pass


def test_so_many_reviews_are_made_and_the_next_is_sent_away_at_once(server, monkeypatch):
    app, _ = server
    browser = Browser(app).begin()
    while browser.buttons:
        browser.press(browser.buttons[0])
    monkeypatch.setattr(reviews, "MOST_WAITING", 0)
    answer = browser.get(f"{browser.game}/review")
    assert answer.status_code == 503
    assert "too much to do" in answer.text


@pytest.mark.parametrize(("passed", "waits"), [(0.0, 0.0), (0.02, 0.08), (0.1, 0.0), (0.25, 0.05)])
def test_where_a_player_searches_answers_are_given_at_full_steps(passed, waits):
    assert playing.until_even(passed) == pytest.approx(waits, abs=1e-9)


def test_an_opponent_that_searches_answers_no_sooner_where_it_has_no_choice(server, monkeypatch):
    app, tables = server
    waited = []

    async def noted(seconds):
        waited.append(seconds)

    monkeypatch.setattr(playing.asyncio, "sleep", noted)
    browser = Browser(app).begin()
    browser.press(browser.buttons[0])
    assert waited == []
    monkeypatch.setattr(tables, "is_quick", lambda _: False)
    browser.press(browser.buttons[0])
    assert len(waited) == 1
    assert 0 <= waited[0] <= playing.EVEN


def test_from_a_rulebook_a_way_leads_back(server):
    app, _ = server
    browser = Browser(app).begin()
    link = re.search(r'href="(/variants/parlett/rulebook[^"]*)"', browser.page.text)[1]
    page = browser.get(link).text
    assert f'href="{browser.game}"' in page
    assert 'href="/"' in page
    for odd in ("//evil.example", "x/../..", 'x"onload="', ""):
        page = browser.get("/variants/parlett/rulebook", params={"game": odd}).text
        assert "/games/" not in page
        assert 'href="/"' in page
    assert ">All" in browser.get("/variants/parlett/rulebook?language=it").text
