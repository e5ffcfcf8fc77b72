"""The command `serve`: what it refuses, in one line."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from penneech.cli.serving import serve
from penneech.errors import PenneechError
from penneech.screens.web.serving import _bound

ROOT = Path(__file__).parents[2]


def refused(*words, before="pass"):
    """What `serve` says when it cannot begin."""
    code = f"import sys; {before}; from penneech.cli import main; main()"
    ended = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", code, "serve", *map(str, words)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        timeout=120,
    )
    assert ended.returncode == 2
    assert ended.stdout == ""
    return ended.stderr


@pytest.mark.parametrize("module", ["starlette", "uvicorn", "python_multipart"])
def test_without_its_extra_it_says_how_to_install_it(tmp_path, module):
    said = refused("--db", tmp_path / "games", before=f"sys.modules[{module!r}] = None")
    assert said.count("\n") == 1
    assert re.search(r'install it with: .*\[web\]"\n\Z', said)


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("--port", port, "--db", tmp_path / "games")
    assert said.count("\n") == 1
    assert f"port {port}" in said


def test_a_host_that_is_not_this_machine_is_told_in_one_line(tmp_path):
    said = refused("--host", "192.0.2.1", "--db", tmp_path / "games")
    assert said.count("\n") == 1
    assert "192.0.2.1" in said


def test_a_file_that_cannot_hold_the_games_is_told_in_one_line(tmp_path):
    said = refused("--port", 0, "--db", tmp_path / "file" / "games", before=made(tmp_path))
    assert said.count("\n") == 1
    assert "cannot hold the games" in said


def made(folder):
    """Code that puts a file where a folder is wanted."""
    return f"open({str(folder / 'file')!r}, 'w').close()"


def test_unless_told_otherwise_it_answers_this_machine_alone():
    (host,) = [option for option in serve.params if option.name == "host"]
    assert host.default == "127.0.0.1"
    with _bound(host.default, 0) as bound:
        assert bound.getsockname()[0] == "127.0.0.1"


def test_no_host_at_all_is_not_every_host():
    with pytest.raises(PenneechError, match="cannot take"):
        _bound("", 0)
