"""The game in the browser: whole games by forms alone, seats, and what leaves the server."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from dataclasses import replace

import pytest
from browser import HERE, Browser, cards_in, forms_in, served
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Dice
from test_session import SEEDS, TELLTALE, exchanged, moments, seen_by, step

from penneech.cards import PACK
from penneech.errors import PenneechError
from penneech.events import Dealt, Player
from penneech.records import record_from_data, record_text, verify, verify_view
from penneech.screens.opening import Opening
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.screens.web import guard, pages, store
from penneech.screens.web.app import web_app
from penneech.screens.web.pages import Reader
from penneech.screens.web.store import Kept, Store
from penneech.screens.web.tables import Place, Tables
from penneech.screens.withheld import withheld
from penneech.variant import load_variant, variant_ids

MANY = 4000
"""More forms than any game has."""


@pytest.fixture
def server(tmp_path):
    return served(tmp_path)


def session_of(tables, browser, player=Player.A):
    return tables.place(browser.id, player).session


def tell_nothing_hidden(tables, browser, player=Player.A):
    """See that no byte so far tells of a card that has not been shown, or of the seed."""
    session = session_of(tables, browser, player)
    seen = seen_by(session, player)
    seed = session.heading.seed
    for where, heads, body in browser.heard:
        everything = heads + body.decode()
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


@pytest.mark.parametrize("variant", variant_ids())
def test_a_whole_game_is_played_by_forms_alone_and_tells_no_hidden_card(server, variant):
    app, tables = server
    browser, dice = Browser(app).begin(variant), Dice(len(variant))
    for _ in range(MANY):
        tell_nothing_hidden(tables, browser)
        if session_of(tables, browser).is_over:
            break
        if not dice.throw(6):
            browser.get(f"{browser.game}/rules")
        if not dice.throw(6):
            browser.get(f"{browser.game}/record")
        assert browser.press(dice.pick(browser.buttons)).status_code == 200
    assert session_of(tables, browser).is_over
    assert browser.buttons == []


def test_the_record_is_whole_only_when_the_game_is_over(server):
    app, tables = server
    browser = Browser(app).begin("cotton-1674")
    browser.press(browser.buttons[0])
    while not session_of(tables, browser).is_over:
        answer = browser.get(f"{browser.game}/record")
        if answer.status_code == 200:
            record = record_from_data(answer.json())
            assert record.is_view or not session_of(tables, browser).face.others
            assert record.heading.seed is None
            verify_view(record)
        browser.press(browser.buttons[0])
    whole = record_from_data(browser.get(f"{browser.game}/record").json())
    assert verify(whole).game.over
    assert whole.heading.seed is not None


@given(TELLTALE, st.sampled_from(["greedy", "human"]), SEEDS)
def test_a_view_holds_and_names_no_card_that_its_reader_has_not_seen(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed):
        if session.waits is Waits.DEAL and not session.face.history:
            continue
        for player in Player:
            view = withheld(session.save(), player)
            if session.is_over or not view.is_view:
                continue
            data = record_text(view)
            named = {card for card in PACK if f'"{card}"' in data} - {some_rules.penneech.card}
            assert named <= seen_by(session, player)
            verify_view(record_from_data(json.loads(data)))


@given(TELLTALE, st.sampled_from(["greedy", "human"]), SEEDS, st.sampled_from(["en", "it"]))
def test_pages_are_the_same_whatever_the_hidden_cards_and_the_seed_are(
    some_rules, opponent, seed, language
):
    reader = Reader(language, "/")
    for session in moments(some_rules, opponent, seed, most=12):
        for player in Player if opponent == "human" else [Player.A]:
            seat = session.seen_by(player, apart=opponent == "human")
            sitting = seat._sitting  # noqa: SLF001  # its hidden cards are exchanged
            if sitting.game.deal is None or seat.waits is Waits.NOTHING:
                continue
            *before, (game, facts) = sitting.steps
            other = exchanged(game, player, seed)
            facts = tuple(concealed(fact, other, player) for fact in facts)
            before = [(old, tuple(concealed(f, other, player) for f in fs)) for old, fs in before]
            changed = Session(
                sitting.__class__(
                    sitting.rules,
                    replace(sitting.heading, seed=7, game=3),
                    sitting.opening,
                    (*before, (other, facts)),
                    player,
                    sitting.apart,
                )
            )
            one, two = (Place("game", place, 5) for place in (seat, changed))
            assert pages.game_page(one, reader) == pages.game_page(two, reader)
            assert pages.rules_page(one, reader, None) == pages.rules_page(two, reader, None)


def concealed(fact, game, player):
    """A fact with the other's hand as it is in another game."""
    if not isinstance(fact, Dealt):
        return fact
    hands = [fact.hands[0], fact.hands[1]]
    hands[player.other] = game.deal.hands[player.other]
    return fact._replace(hands=tuple(hands))


def test_a_repeated_or_late_move_gets_409_and_changes_nothing(server):
    app, tables = server
    browser = Browser(app).begin()
    old = None
    for _ in range(12):
        button = browser.buttons[0]
        browser.press(button)
        before = session_of(tables, browser).save()
        for stale in (button, old):
            if stale is not None:
                answer = browser.post(*stale)
                assert answer.status_code == 409
                assert "nothing was changed" in answer.text
        assert session_of(tables, browser).save() == before
        assert [what for _, what in forms_in(browser.look().text)]
        old = button


def test_of_many_that_send_one_move_at_once_one_is_heard(server):
    app, _ = server
    browser = Browser(app).begin()
    where, what = browser.buttons[0]
    cookies = dict(browser.client.cookies)
    answers = []

    def send():
        # Each thread is a tab of the same browser.
        tab = Browser(app)
        tab.client.cookies.update(cookies)
        answers.append(tab.client.post(where, data=what, follow_redirects=False).status_code)

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [303, *[409] * 7]


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("play", {"card": "7X"}, 400),
        ("play", {"card": "7D", "number": "x"}, 400),
        ("play", {}, 400),
        ("burn", {}, 400),
        ("keep", {}, 422),
        ("undo", {}, 422),
        ("reply", {}, 422),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence_and_changes_nothing(
    server, what, fields, status
):
    app, tables = server
    browser = Browser(app).begin()
    while session_of(tables, browser).waits is not Waits.CARD:
        browser.press(browser.buttons[0])
    before = session_of(tables, browser).save()
    number = tables.place(browser.id, Player.A).number
    answer = browser.post(f"{browser.game}/{what}", {"number": str(number), **fields})
    assert answer.status_code == status
    assert "Traceback" not in answer.text
    assert session_of(tables, browser).save() == before


def test_a_card_that_may_not_be_played_is_refused_with_the_rule(server):
    app, tables = server
    browser = Browser(app).begin()
    for _ in range(MANY):
        session = session_of(tables, browser)
        barred = set(session.face.hand) - set(session.legal)
        if session.waits is Waits.CARD and barred:
            break
        browser.press(browser.buttons[-1] if session.is_over else browser.buttons[0])
        if session.is_over:
            browser.begin()
    number = tables.place(browser.id, Player.A).number
    card = str(min(barred, key=str))
    answer = browser.post(f"{browser.game}/play", {"number": number, "card": card})
    assert answer.status_code == 422
    assert "(following: " in answer.text
    assert session_of(tables, browser).save() == session.save()


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
        assert not re.search(r"<script|<style|\sstyle=|\son\w+=|javascript:", answer.text)


def test_the_rulebooks_own_style_is_allowed_and_no_other(server):
    app, _ = server
    answer = Browser(app).get("/variants/parlett/rulebook")
    assert answer.text.count("<style>") == 1
    assert answer.headers["content-security-policy"].count("'sha256-") == 1
    assert " style=" not in answer.text


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


def test_a_restart_loses_no_game_at_any_moment(tmp_path):
    app, tables = served(tmp_path)
    browser = Browser(app).begin("cotton-1674")
    for _ in range(MANY):
        page = browser.look().text
        again, tables = served(tmp_path)
        after = Browser(again)
        after.client.cookies.update(browser.client.cookies)
        after.page = browser.page
        assert after.look().text == page
        browser = after
        if not browser.buttons:
            break
        browser.press(browser.buttons[0])
    assert session_of(tables, browser).is_over


@given(TELLTALE, st.sampled_from(["greedy", "human"]), SEEDS)
def test_a_game_comes_back_as_it_was_kept_at_any_moment(some_rules, opponent, seed):
    for session in moments(some_rules, opponent, seed, most=12):
        record = record_from_data(json.loads(record_text(session.save())))
        back = Session.restore(record, session.moment, apart=opponent == "human")
        for player in Player:
            seats = [one.seen_by(player, apart=opponent == "human") for one in (session, back)]
            assert seats[0].face == seats[1].face
            assert seats[0].events() == seats[1].events()


def invited(browser):
    """The invitation that stands on a page."""
    link = browser.page.text.split('readonly value="')[1].split('"')[0]
    return link.removeprefix(HERE)


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


def test_a_rematch_has_a_seed_of_its_own(server):
    app, tables = server
    browser = Browser(app).begin()
    while browser.buttons:
        browser.press(browser.buttons[0])
    old = session_of(tables, browser).heading
    again = next(form for form in forms_in(browser.page.text) if "/again" in form[0])
    browser.press(again)
    new = session_of(tables, browser).heading
    assert new.seed != old.seed
    assert new.players == old.players


def test_a_saved_game_is_gone_on_with_and_a_view_or_a_game_of_two_is_not(server):
    app, tables = server

    def load(record):
        text = record if isinstance(record, bytes) else record_text(record).encode()
        return Browser(app), {"record": ("game.json", text, "application/json")}

    session, dice = Session.new(load_variant("parlett").rules, variant="parlett", seed=11), Dice(3)
    for _ in range(9):
        step(session, dice)
    browser, files = load(session.save())
    browser.page = browser.post("/games/load", files=files)
    assert browser.page.status_code == 200
    assert session_of(tables, browser).face.hand == session.face.hand
    two = Session.new(load_variant("parlett").rules, "human", seed=11)
    step(two, dice)
    for refused in (
        withheld(session.save(), Player.A),
        two.save(),
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b"",
    ):
        browser, files = load(refused)
        answer = browser.post("/games/load", files=files)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text


def test_pages_speak_italian_when_asked_and_keep_to_it(server):
    app, _ = server
    browser = Browser(app)
    assert "Comincia la partita" in browser.get("/?language=it").text
    assert "Comincia la partita" in browser.get("/").text
    fresh = Browser(app)
    assert "Comincia" in fresh.get("/", headers={"accept-language": "it-IT,en;q=0.5"}).text
    assert "Begin the game" in fresh.get("/", headers={"accept-language": "de"}).text
    browser.begin()
    assert '<html lang="it">' in browser.page.text


def test_a_hint_is_given_and_changes_nothing(server):
    app, tables = server
    browser = Browser(app).begin()
    while session_of(tables, browser).waits is not Waits.CARD:
        browser.press(browser.buttons[0])
    before = session_of(tables, browser).save()
    assert " would play " in browser.get(f"{browser.game}/hint").text
    assert session_of(tables, browser).save() == before


def test_a_lead_is_taken_back_until_the_reply_is_shown(server):
    app, tables = server
    browser = Browser(app).begin()
    while not any("undo" in where for where, _ in browser.buttons):
        browser.press(browser.buttons[0])
    undo = next(form for form in browser.buttons if "undo" in form[0])
    moment = session_of(tables, browser).moment
    assert browser.press(undo).status_code == 200
    assert session_of(tables, browser).moment == moment - 1
    assert browser.post(*undo).status_code == 409


def test_a_full_server_puts_away_what_was_left_long_ago_and_nothing_in_use(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "MOST_GAMES", 2)
    kept, games = Kept("{}", 0, 0, apart=False), Store(tmp_path / "games.sqlite3")
    assert games.add("a", kept, (Player.A, "a"), None)
    assert games.add("b", kept, (Player.A, "b"), None)
    assert not games.add("c", kept, (Player.A, "c"), None)
    monkeypatch.setattr(store, "IN_USE", -1)
    assert games.add("c", kept, (Player.A, "c"), None)
    assert games.find("a") is None
    assert games.seat_of("a", "a") is None
    assert games.find("b") is not None


def test_the_file_has_no_token_and_is_its_owners_alone(tmp_path):
    app, _ = served(tmp_path)
    browser = Browser(app).begin("parlett", "human")
    secrets = [browser.client.cookies["seat"], invited(browser).rpartition("/")[2]]
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        assert not any(secret.encode() in data for secret in secrets)
        assert path.stat().st_mode & 0o077 == 0


def test_a_file_that_holds_something_else_is_refused(tmp_path):
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (a)")
    base.close()
    for path in (other, tmp_path):
        with pytest.raises(PenneechError, match=re.escape(str(path))):
            Store(path)


def test_two_servers_on_one_file_hear_a_move_once(tmp_path):
    app, _ = served(tmp_path)
    other = Tables(Store(tmp_path / "games.sqlite3"))
    browser = Browser(app).begin()
    place = other.place(browser.id, Player.A)
    button = browser.buttons[0]
    browser.press(button)
    assert other.place(browser.id, Player.A).number == place.number + 1


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
