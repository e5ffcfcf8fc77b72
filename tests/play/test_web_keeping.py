"""Games that are kept: restarts, files of games, records and views."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from dataclasses import replace

import pytest
from browser import (
    MANY,
    Browser,
    invited,
    served,
    session_of,
)
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice
from test_session import SEEDS, TELLTALE, moments, seen_by, step

from penneech.cards import PACK
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.records import record_from_data, record_text, verify, verify_view
from penneech.screens.session import Session
from penneech.screens.sitting import Waits
from penneech.screens.web import store, tables
from penneech.screens.web.store import Kept, Store
from penneech.screens.web.tables import Tables
from penneech.screens.withheld import withheld
from penneech.variant import load_variant


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
    # The cards are not the seed's, and nobody is led to think so.
    assert whole.heading.seed is None


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


def test_a_file_of_an_earlier_version_goes_on(tmp_path):
    path = tmp_path / "games.sqlite3"
    first = Store(path)
    session = Session.new(load_variant("parlett").rules, variant="parlett", seed=11)
    session.deal()
    kept = Kept(record_text(session.save()), session.moment, 0, apart=False)
    assert first.add("g", kept, (Player.A, "token"), None)
    first.close()
    with sqlite3.connect(path) as base:
        base.execute("ALTER TABLE games DROP COLUMN secret")
    base.close()
    place = Tables(Store(path)).place("g", Player.A)
    assert place.session.save() == session.save()
    assert place.session.secret is None


def test_a_file_that_others_could_read_is_its_owners_alone_afterwards(tmp_path):
    path = tmp_path / "games.sqlite3"
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o666)
    Store(path)
    assert path.stat().st_mode & 0o077 == 0
    assert all(one.stat().st_mode & 0o077 == 0 for one in tmp_path.iterdir())


def test_a_file_from_which_others_cannot_be_shut_out_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite3"
    path.touch()
    path.chmod(0o644)
    monkeypatch.setattr(store.Path, "chmod", lambda *_: None)
    with pytest.raises(PenneechError, match="others may read it"):
        Store(path)


def test_a_file_that_has_grown_very_large_makes_room_or_takes_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "MOST_SIZE", 300_000)
    games, long = Store(tmp_path / "games.sqlite3"), Kept("x" * 100_000, 0, 0, apart=False)
    added = [games.add(str(n), long, (Player.A, "token"), None) for n in range(6)]
    assert added[0]
    assert not added[-1]
    monkeypatch.setattr(store, "IN_USE", -1)
    assert games.add("another", long, (Player.A, "token"), None)
    assert games.find("0") is None


def test_games_that_are_held_ready_take_no_more_than_they_may(tmp_path, monkeypatch):
    app, kept = served(tmp_path)
    players = [Browser(app).begin() for _ in range(4)]
    monkeypatch.setattr(tables, "MOST_HELD", 2_000)
    players.append(Browser(app).begin())
    assert not kept.is_quick(players[0].id)
    assert kept.is_quick(players[-1].id)
    # Who comes back to one that was put away finds it as it was left.
    for one in players:
        assert one.look().status_code == 200
        assert one.press(one.buttons[0]).status_code == 200


def test_two_servers_begin_on_one_file_at_once(tmp_path):
    path, faults = tmp_path / "games.sqlite3", []

    def begin():
        try:
            Store(path).close()
        except PenneechError as error:
            faults.append(error)

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_an_opponent_that_would_think_for_very_long_is_not_loaded(server):
    app, tables = server
    session = Session.new(load_variant("parlett").rules, variant="parlett", seed=11)
    session.deal()
    for name, status in (("pimc:9999", 422), ("infer:129", 422), ("random", 200)):
        heading = replace(session.heading, players=("human", name), names=None)
        text = record_text(replace(session.save(), heading=heading)).encode()
        files = {"record": ("game.json", text, "application/json")}
        answer = Browser(app).post("/games/load", files=files)
        assert answer.status_code == status
        assert ("think too long" in answer.text) is (status == 422)
    assert tables.in_use.is_set()


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


def test_a_store_that_nobody_holds_lets_go_of_its_file(tmp_path):
    games = Store(tmp_path / "games.sqlite3")
    base = games._base  # noqa: SLF001  # whether it is open cannot be seen from outside
    del games
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        base.execute("SELECT 1")


def test_two_servers_on_one_file_hear_a_move_once(tmp_path):
    app, _ = served(tmp_path)
    other = Tables(Store(tmp_path / "games.sqlite3"))
    browser = Browser(app).begin()
    place = other.place(browser.id, Player.A)
    button = browser.buttons[0]
    browser.press(button)
    assert other.place(browser.id, Player.A).number == place.number + 1
