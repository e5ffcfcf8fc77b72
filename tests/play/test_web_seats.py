"""Seats: cookies, invitations, and two people each in a browser of their own."""

from __future__ import annotations

import threading

from browser import (
    HERE,
    MANY,
    Browser,
    cards_in,
    invited,
    session_of,
    tell_nothing_hidden,
)

from penneech.events import Player
from penneech.screens.web.store import Store
from penneech.screens.web.tables import Tables


def test_seats_are_held_by_cookies_that_no_script_reads(server):
    app, _ = server
    for here, secure in ((HERE, False), ("https://localhost", True)):
        browser = Browser(app, here).begin()
        cookie = browser.page.history[0].headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert ("Secure" in cookie) is secure
        token = cookie.split("=")[1].split(";")[0]
        assert len(token) >= 43
        assert token not in browser.page.text


def test_without_a_seat_a_game_is_not_shown(server):
    app, _ = server
    game = Browser(app).begin().game
    stranger = Browser(app)
    for where in ("", "/hint", "/rules", "/review", "/record"):
        answer = stranger.get(game + where)
        assert answer.status_code == 403
        assert not cards_in(answer.text)
    assert stranger.post(f"{game}/play", {"number": "1", "card": "7D"}).status_code == 403
    assert stranger.get("/games/nosuchgame").status_code == 404


def test_two_people_play_each_in_a_browser_and_neither_sees_the_others_cards(server):
    app, tables = server
    one, two = Browser(app).begin("cotton-1674", "human"), Browser(app)
    link = invited(one)
    assert two.get(link).status_code == 200
    two.page = two.post(link)
    assert two.page.status_code == 200
    assert two.game == one.game
    people = {Player.A: one, Player.B: two}
    for _ in range(MANY):
        for player, browser in people.items():
            browser.look()
            tell_nothing_hidden(tables, browser, player)
        able = [browser for browser in people.values() if browser.buttons]
        if not able:
            break
        assert able[0].press(able[0].buttons[0]).status_code == 200
    assert session_of(tables, one).is_over


def test_an_invitation_is_used_once_and_not_by_who_gave_it(server):
    app, _ = server
    one, two, three = Browser(app).begin("parlett", "human"), Browser(app), Browser(app)
    link = invited(one)
    # To look at it, as programs do that show a link beforehand, does not use it up.
    assert [two.get(link).status_code for _ in range(3)] == [200] * 3
    assert str(one.post(link).url).endswith(one.game)
    assert two.post(link).status_code == 200
    assert three.post(link).status_code == 410
    assert three.get(link).status_code == 410
    assert three.get(one.game).status_code == 403
    assert "readonly" not in one.look().text
    assert two.post(f"{link}x").status_code == 410


def test_the_other_has_seen_a_lead_that_is_played_to_a_second_browser(server):
    app, tables = server
    one, two = Browser(app).begin("parlett", "human"), Browser(app)
    two.page = two.post(invited(one))
    while session_of(tables, one).face.led is None:
        able = next(browser for browser in (one, two) if browser.look() and browser.buttons)
        able.press(able.buttons[0])
    assert not any("undo" in where for where, _ in (*one.buttons, *two.buttons))


def test_of_many_that_take_one_seat_at_once_one_gets_it(server):
    app, _ = server
    one = Browser(app).begin("parlett", "human")
    link, answers = invited(one), []
    people = [Browser(app) for _ in range(8)]

    def sit_down(browser):
        answers.append(browser.client.post(link, follow_redirects=False).status_code)

    threads = [threading.Thread(target=sit_down, args=(browser,)) for browser in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, *[410] * 7]
    seen = [browser.get(one.game).status_code for browser in people]
    assert sorted(seen) == [200, *[403] * 7]


def test_two_servers_on_one_file_give_one_seat_once(server, tmp_path):
    app, tables = server
    one = Browser(app).begin("parlett", "human")
    game, invitation = one.id, invited(one).rpartition("/")[2]
    other = Tables(Store(tmp_path / "games.sqlite3"))
    assert other.take_seat(game, invitation) is not None
    assert tables.take_seat(game, invitation) is None
    assert tables.invitation(game, one.client.cookies["seat"]) is None
