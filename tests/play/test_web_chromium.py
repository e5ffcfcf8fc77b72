"""The game in a real browser, against the server as the command starts it; scripts are off."""

from __future__ import annotations

import signal
import sys

import pytest
from chromium import browsing, go_on, needs_chromium, serving
from playwright.sync_api import expect

WIDTHS = (360, 1440)


@needs_chromium
def test_a_game_is_played_to_its_end_by_keyboard_alone_through_a_kill_and_back(tmp_path):
    with browsing() as [page]:
        said = []
        page.on("console", lambda message: said.append(message.text))
        with serving(tmp_path) as (address, _):
            page.goto(address)
            page.get_by_role("button", name="Begin the game").press("Enter")
            for _ in range(6):
                go_on(page)
            game, shown = page.url.removeprefix(address), page.inner_text("main")
        # The server was killed. The cookie is the machine's, whatever its port.
        with serving(tmp_path) as (address, _):
            page.goto(address + game)
            assert page.inner_text("main") == shown
            go_on(page)
            page.go_back()
            assert page.goto(address + game).status == 200
            while go_on(page):
                pass
            page.get_by_role("link", name="summary").click()
            expect(page.get_by_role("heading", level=1)).to_have_text("The game card by card")
        assert said == []


@needs_chromium
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_the_window(tmp_path, scheme):
    with serving(tmp_path) as (address, _), browsing(color_scheme=scheme) as [page]:
        page.goto(address)
        page.get_by_role("button", name="Begin the game").click()
        go_on(page)
        for where in (address, page.url, page.url + "/rules", page.url + "/hint"):
            page.goto(where)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                box = page.locator("html").evaluate("html => html.scrollWidth")
                assert box <= width, where


@needs_chromium
def test_two_browsers_play_one_game(tmp_path):
    with serving(tmp_path) as (address, _), browsing(2) as [one, two]:
        one.goto(address)
        one.get_by_label("another person").check()
        one.get_by_role("button", name="Begin the game").click()
        two.goto(one.locator("#link").input_value())
        two.get_by_role("button", name="Sit down").click()
        game = one.url
        for _ in range(12):
            for page in (one, two):
                page.goto(game)
                if page.locator("button.card, .actions form button").count():
                    go_on(page)
        for page in (one, two):
            page.goto(game)
        assert one.locator("h1").inner_text() == two.locator("h1").inner_text()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_the_server_ends_with_ctrl_c_and_tells_nothing_of_the_games(tmp_path):
    with serving(tmp_path) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    said = [line for line in err.splitlines() if line and "penneech: compiling" not in line]
    assert (out, said) in [("", []), ("", ["Stopped."])]
