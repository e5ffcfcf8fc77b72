"""Files are read, and nothing that is no file: what may never end, or never begin."""

from __future__ import annotations

import os
import socket
import sys

import pytest
from loading import run

from penneech.files.opening import open_file

only_posix = pytest.mark.skipif(sys.platform == "win32", reason="such things have names elsewhere")


def pipe(path):
    os.mkfifo(path)


def bound_socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


def endless(path):
    path.symlink_to("/dev/zero")


KINDS = {"a named pipe": pipe, "a socket": bound_socket, "a device": endless}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder to work in: the name of a socket must not be long."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_opened_for_its_bytes(tmp_path):
    (tmp_path / "f").write_bytes(b"\xff\r\n")
    with open_file(tmp_path / "f") as stream:
        assert stream.read() == b"\xff\r\n"


@only_posix
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ["yaml", "json", "jsonl"])
def test_what_is_no_file_is_said_and_not_waited_for(monkeypatch, capsys, here, kind, ending):
    path = here / f"f.{ending}"
    KINDS[kind](path)
    said = f"f.{ending}: cannot be read: it is {kind}; name a file\n"
    assert run(monkeypatch, capsys, "validate", path.name) == (2, "", said)


@only_posix
@pytest.mark.parametrize("kind", KINDS)
def test_a_transcription_is_a_file_too(monkeypatch, capsys, here, kind):
    KINDS[kind](here / "f.xml")
    status, out, err = run(monkeypatch, capsys, "sources", "check", "f.xml")
    assert (status, out) == (2, "")
    assert err == f"Error: f.xml: cannot be read: it is {kind}; name a file\n"


@only_posix
def test_in_a_folder_the_files_beside_a_pipe_are_read(monkeypatch, capsys, here):
    pipe(here / "a.yaml")
    (here / "b.yaml").write_text("id: b\n", encoding="utf-8")
    status, _, err = run(monkeypatch, capsys, "validate", ".")
    assert status == 2
    assert err.startswith("a.yaml: cannot be read: it is a named pipe; name a file\nb.yaml:1:1: ")


@only_posix
@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="this system names no open files")  # noqa: PTH110  # as the system has it
def test_what_a_shell_hands_over_is_read(here):
    """`penneech replay /dev/stdin` after a pipe, and `penneech replay <(...)`."""
    reading, writing = os.pipe()
    os.write(writing, b"a game")
    os.close(writing)
    with open_file(type(here)(f"/dev/fd/{reading}")) as stream:
        assert stream.read() == b"a game"
    os.close(reading)
