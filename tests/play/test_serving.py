"""The server at work, in a process of its own: many games at once, and a server that is killed."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from penneech.records import record_from_data, verify
from penneech.screens.session import Session

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
AT_ONCE = 20
PATIENCE = 600
"""Seconds after which the server is taken to hang; how fast it is the script measures."""


@pytest.fixture
def serving(monkeypatch):
    """The script that drives a server and measures it."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    script = importlib.import_module("serving")
    monkeypatch.setattr("browsers.PATIENCE", PATIENCE)
    return script


def kept_in(db):
    """The games in a file, by their ids."""
    with closing(sqlite3.connect(db)) as base:
        rows = base.execute("SELECT id, record, moment, apart, secret FROM games").fetchall()
    return {
        game: Session.restore(
            record_from_data(json.loads(record)), moment, apart=bool(apart), secret=secret
        )
        for game, record, moment, apart, secret in rows
    }


def test_many_games_at_once_all_end_without_an_error_and_are_all_kept(serving, tmp_path):
    with serving.serving(tmp_path / "games") as server:
        tally = asyncio.run(
            serving.play_at_once(server.port, "greedy", games=AT_ONCE, seconds=PATIENCE, most=1)
        )
    assert tally.errors == []
    assert (tally.begun, len(set(tally.ended))) == (AT_ONCE, AT_ONCE)
    kept = kept_in(tmp_path / "games")
    assert {f"/games/{game}" for game in kept} == set(tally.ended)
    for session in kept.values():
        assert session.is_over
        assert verify(session.save()).game.over


def test_a_server_that_is_killed_loses_no_move_that_it_answered(serving, tmp_path):
    db = tmp_path / "games"

    async def some_moves(port):
        """Play in some games until the server answers no more, and say what was shown last."""
        lines = [serving.Line(port) for _ in range(4)]
        pages = []
        for line in lines:
            begun = await line.ask("/games", "variant=parlett&opponent=greedy")
            where = begun.heads["location"]
            for _ in range(7):
                page = await line.ask(where)
                form = serving.forms_of(page.body)[0]
                assert (await line.ask(form.path, form.content)).status == 303
            pages.append((where, line.cookies, (await line.ask(where)).body))
            line.close()
        return pages

    async def looked_at(port, pages):
        found = []
        for where, cookies, _ in pages:
            line = serving.Line(port)
            line.cookies = cookies
            found.append((await line.ask(where)).body)
            line.close()
        return found

    with serving.serving(db) as server:
        shown = asyncio.run(some_moves(server.port))
        server.process.kill()
        server.process.wait()
    with serving.serving(db) as server:
        assert asyncio.run(looked_at(server.port, shown)) == [page for _, _, page in shown]


@pytest.mark.skipif(os.name == "nt", reason="there no such signal can be sent")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_server_that_is_told_to_stop_leaves_all_games_in_the_one_file(name, serving, tmp_path):
    db, number = tmp_path / "games", getattr(signal, name)

    async def begin_one(port):
        line = serving.Line(port)
        begun = await line.ask("/games", "variant=parlett&opponent=greedy")
        line.close()
        return begun.heads["location"]

    command = [sys.executable, "-m", "penneech", "serve", "--port", "0", "--db", str(db)]
    with subprocess.Popen(  # noqa: S603  # our own program
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            port = int(process.stdout.readline().split("/ ")[0].rpartition(":")[2])
            where = asyncio.run(begin_one(port))
            assert db.with_name("games-wal").stat().st_size
            process.send_signal(number)
            _, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, err.strip()) == (128 + number, "Stopped.")
    assert [one.name for one in tmp_path.iterdir()] == ["games"]
    assert [f"/games/{game}" for game in kept_in(db)] == [where]


def test_what_is_not_as_expected_is_an_error(serving, tmp_path):
    with serving.serving(tmp_path / "games") as server:
        tally = asyncio.run(
            serving.play_at_once(server.port, "nobody", games=2, seconds=PATIENCE, most=1)
        )
    assert tally.errors == ["WrongError: POST games: 422"] * 2
    assert tally.ended == []


def test_the_95th_percentile_is_the_least_time_that_95_of_100_do_not_pass(serving):
    assert serving.spread([n / 1000 for n in range(1, 101)])["p95_ms"] == 95.0
    assert serving.spread([0.002])["p95_ms"] == 2.0
    assert serving.spread([n / 1000 for n in range(1, 22)])["p95_ms"] == 20.0
