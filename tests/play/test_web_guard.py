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

from penneech.screens.opening import Opening
from penneech.screens.web import guard
from penneech.screens.web.app import web_app
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
