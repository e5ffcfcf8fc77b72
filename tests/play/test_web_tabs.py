"""Two tabs, Back and refresh in the middle of a trick, and what htmx does in place."""

from __future__ import annotations

import re
import time
from contextlib import contextmanager

import pytest
from chromium import PATIENCE, browsing, housed, needs_chromium
from playwright.sync_api import expect
from strategies import Dice
from test_session import step

from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.variant import load_variant

ACTION = "button.card, .actions form button"
STALE = "The game has gone on since that page was made: nothing was changed."

by_both = pytest.mark.parametrize("scripts", [False, True], ids=["no scripts", "scripts"])


def begun(opponent="greedy", wanted=lambda one: one.waits is Waits.CARD):
    """A game that has come to a point."""
    session, dice = Session.new(load_variant("parlett").rules, opponent, seed=8), Dice(8)
    while not wanted(session):
        step(session, dice)
    return session


@contextmanager
def at_table(folder, session, *, scripts, number=1):
    """So many tabs of one browser at a game, and the numbers of what was said wrongly."""
    with housed(folder) as house, browsing(scripts=scripts) as [page]:
        said = []
        tabs = [page, *(page.context.new_page() for _ in range(number - 1))]
        for tab in tabs:
            tab.on("console", lambda message: said.append(message.text))
            tab.on("pageerror", lambda error: said.append(str(error)))
            tab.goto(house.seat(tab, session) if tab is page else page.url)
        yield house, tabs
        # What is refused or does not come the browser notes by itself.
        own = [text for text in said if not text.startswith(("Failed to load", "htmx: htmx:error"))]
        assert own == []


def comes_true(page, what):
    """Wait until something holds in a page; a promise would be waited for without an end."""
    end = time.monotonic() + PATIENCE
    while not page.evaluate(what):
        assert time.monotonic() < end, what
        page.wait_for_timeout(20)


def press(page):
    """Do the first thing that can be done, with the keyboard; the status of the answer."""
    button = page.locator(ACTION).first
    button.focus()
    if page.evaluate("typeof htmx") == "undefined":
        with page.expect_response(is_move) as answer, page.expect_navigation():
            page.keyboard.press("Enter")
        return answer.value.status
    page.evaluate("window.swapped = false")
    noted = "() => { window.swapped = true; }"
    page.evaluate(f"document.addEventListener('htmx:after:swap', {noted}, {{once: true}})")
    with page.expect_response(is_move) as answer:
        page.keyboard.press("Enter")
    comes_true(page, "window.swapped")
    return answer.value.status


def is_move(response):
    return response.request.method == "POST"


def state(house, page):
    """The game as the server has it."""
    game = re.search(r"/games/([^/]+)", page.url)[1]
    place = house.tables.place(game, house.tables.place(game, 0).session.facing)
    return place.number, place.session.save()


def shown(page):
    """What the page tells, without what it says before all else."""
    return page.evaluate(
        """() => {
          const main = document.getElementById("main").cloneNode(true);
          for (const note of main.querySelectorAll(".note")) note.remove();
          return main.textContent.replace(/\\s+/g, " ").trim();
        }"""
    )


@needs_chromium
@by_both
def test_a_move_from_a_tab_that_is_out_of_date_changes_nothing_and_shows_the_game(
    tmp_path, scripts
):
    with at_table(tmp_path, begun(), scripts=scripts, number=3) as (house, (one, two, fresh)):
        for first, second in ((one, two), (two, one), (one, two), (two, one)):
            # Both show the game as it stands; one of them moves, and then the other is late.
            assert press(first) == 303
            before = state(house, first)
            assert press(second) == 409
            expect(second.get_by_role("alert")).to_contain_text(STALE)
            assert state(house, first) == before
            fresh.reload()
            expect(first.locator(".turn")).to_have_text(fresh.inner_text(".turn"))
            assert shown(first) == shown(second) == shown(fresh)


@needs_chromium
@by_both
def test_refresh_and_back_in_the_middle_of_a_trick_show_the_game_as_it_stands(tmp_path, scripts):
    led = begun(wanted=lambda one: one.waits is Waits.COMPUTER and one.may_undo)
    with at_table(tmp_path, led, scripts=scripts) as (house, (page,)):
        before, there = state(house, page), shown(page)
        page.reload()
        assert shown(page) == there
        page.get_by_role("link", name="rule", exact=True).click()
        page.go_back()
        assert shown(page) == there
        assert state(house, page) == before
        assert press(page) == 303
        expect(page.get_by_role("button", name="See the reply")).to_have_count(0)
        now, there = state(house, page), shown(page)
        assert now[0] == before[0] + 1
        game = re.search(r".*/games/[^/]+", page.url)[0]
        page.get_by_role("link", name="rule", exact=True).click()
        page.go_back()
        assert shown(page) == there
        page.go_back()
        page.goto(game)
        assert shown(page) == there
        page.reload()
        assert shown(page) == there
        assert state(house, page) == now


@needs_chromium
def test_an_old_page_that_back_brings_moves_nothing_that_has_moved(tmp_path):
    with at_table(tmp_path, begun(), scripts=False) as (house, (page,)):
        for _ in range(3):
            assert press(page) == 303
        page.go_back()
        before = state(house, page)
        status = press(page)
        after = state(house, page)
        # Whether Back shows the old page or asks for the new one is the browser's affair.
        assert (status, after[0]) in {(409, before[0]), (303, before[0] + 1)}
        if status == 409:
            assert after == before
            expect(page.get_by_role("alert")).to_contain_text(STALE)


@needs_chromium
def test_with_scripts_moves_happen_in_place_and_are_said_aloud(tmp_path):
    with at_table(tmp_path, begun(), scripts=True) as (_, (page,)):
        page.evaluate("window.here = 'the same page'")
        for _ in range(6):
            said = page.inner_text("#said")
            assert press(page) == 303
            expect(page.locator("#said")).not_to_have_text(said)
            expect(page.locator("#said")).to_contain_text(page.inner_text(".turn"))
            # The keyboard is where the next choice is.
            comes_true(page, "document.activeElement.matches('[autofocus]')")
        while not page.locator("#hint").count():
            assert press(page) == 303
            expect(page.locator("#said")).to_contain_text(page.inner_text(".turn"))
        page.locator("#hint").focus()
        page.keyboard.press("Enter")
        expect(page.locator(".hint")).to_contain_text("would play")
        expect(page.locator("#said")).to_contain_text("would play")
        assert page.evaluate("window.here") == "the same page"


@needs_chromium
def test_with_scripts_what_the_other_person_does_comes_without_a_reload(tmp_path):
    session = begun("human", lambda one: one.waits is Waits.CURTAIN)
    with housed(tmp_path) as house, browsing(2, scripts=True) as [one, two]:
        game, token = house.tables.begin(session)
        one.goto(house.sit(one, game, token))
        one.evaluate("window.here = 'the same page'")
        two.goto(one.locator("#link").input_value())
        two.get_by_role("button", name="Sit down").click()
        # The invitation is used up, and the first browser hears of it.
        expect(one.locator("#link")).to_have_count(0, timeout=60_000)
        log = one.get_by_role("list", name="What happened")
        log.focus()
        while two.locator(ACTION).count():
            assert press(two) == 303
            expect(two.locator("#said")).to_contain_text(two.inner_text(".turn"))
        expect(one.locator("button.card").first).to_be_visible(timeout=60_000)
        expect(log).to_be_focused()
        expect(one.locator("#said")).to_contain_text("B ")
        assert one.evaluate("window.here") == "the same page"


@needs_chromium
def test_with_scripts_a_server_that_is_gone_is_told_of_and_the_page_stays(tmp_path):
    with at_table(tmp_path, begun(), scripts=True) as (_, (page,)):
        page.route("**/games/**", lambda route: route.abort())
        there = shown(page)
        page.locator(ACTION).first.click()
        expect(page.locator("#silence")).to_be_visible()
        expect(page.locator("#said")).to_contain_text("The server does not answer.")
        page.unroute("**/games/**")
        assert shown(page) == there
        assert press(page) == 303
        expect(page.locator("#silence")).to_be_hidden()
