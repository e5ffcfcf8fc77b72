"""Files that are replaced whole, and what is left of those that were not."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from penneech.files import beside as replacing
from penneech.files.beside import BEGINNING, ENDING, beside, clear_unfinished, write_new
from penneech.records import files as records
from penneech.render.files import write_document

WINDOWS = sys.platform == "win32"


def unfinished(folder):
    return sorted(folder.glob(f"{BEGINNING}*{ENDING}"))


@contextmanager
def writer(folder):
    """Another process that has begun to write `a.txt` and waits."""
    script = (
        "import sys, pathlib; from penneech.files.beside import beside\n"
        "with beside(pathlib.Path(sys.argv[1]) / 'a.txt') as part:\n"
        "    part.write_text('half'); print('begun', flush=True); sys.stdin.read()\n"
    )
    with subprocess.Popen(  # noqa: S603  # this very interpreter
        [sys.executable, "-c", script, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline().strip() == b"begun"
        try:
            yield process
        finally:
            process.kill()


def long_ago(path):
    then = time.time() - replacing.QUIET - 1
    os.utime(path, (then, then))


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")
    with beside(target) as part:
        part.write_text("new", encoding="utf-8")
        assert target.read_text(encoding="utf-8") == "old"
    assert target.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_replaces_none(tmp_path, monkeypatch, links):
    def no_links(*_):
        raise PermissionError

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    target = tmp_path / "new" / "a.txt"
    assert write_new(target, b"first")
    assert not write_new(target, b"second")
    assert target.read_bytes() == b"first"
    assert list(target.parent.iterdir()) == [target]


def test_work_that_fails_leaves_the_old_file_and_nothing_else(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old", encoding="utf-8")

    def fail():
        with beside(target) as part:
            part.write_text("new", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("moment", ["while it is written", "as it is moved"])
def test_work_that_is_stopped_by_the_keyboard_is_kept_where_that_is_wanted(
    tmp_path, monkeypatch, moment
):
    def stop(*_):
        raise KeyboardInterrupt

    def work():
        with beside(tmp_path / "a.txt", tmp_path / "kept.txt") as part:
            part.write_text("half", encoding="utf-8")
            if moment == "while it is written":
                stop()
            monkeypatch.setattr(os, "fsync", stop)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]
    assert (tmp_path / "kept.txt").read_text(encoding="utf-8") == "half"


def test_a_file_keeps_its_rights_and_a_new_one_gets_those_of_any_other(tmp_path):
    if WINDOWS:
        return
    old, new, other = (tmp_path / name for name in ("old", "new", "other"))
    old.touch(0o640)
    other.touch()
    for target in (old, new):
        with beside(target) as part:
            part.write_text("x", encoding="utf-8")
            assert part.stat().st_mode == (old if target is old else other).stat().st_mode
    assert old.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode == other.stat().st_mode


def test_a_file_whose_name_is_as_long_as_can_be_is_replaced(tmp_path):
    target = tmp_path / ("é" * 127)
    with beside(target) as part:
        part.write_text("x", encoding="utf-8")
    assert list(tmp_path.iterdir()) == [target]


def test_what_a_killed_process_left_is_cleared_away_and_what_a_living_one_writes_is_not(tmp_path):
    with writer(tmp_path) as process:
        assert len(unfinished(tmp_path)) == 1
        clear_unfinished(tmp_path)
        assert len(unfinished(tmp_path)) == 1
        process.kill()
        process.wait()
        assert len(unfinished(tmp_path)) == 1
        if WINDOWS:
            long_ago(unfinished(tmp_path)[0])
        clear_unfinished(tmp_path)
    assert not list(tmp_path.iterdir())


def test_two_processes_may_write_the_same_file_at_once(tmp_path):
    with writer(tmp_path) as process:
        write_document(tmp_path / "a.txt", "mine")
        assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "mine"
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "half"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def _document(path):
    write_document(path, "x")


def _records(path):
    with records.replacing(path) as stream:
        stream.write("x")


@pytest.mark.parametrize("write", [_document, _records])
def test_the_next_work_clears_away_what_a_killed_process_left(tmp_path, write):
    left = tmp_path / f"{BEGINNING}1{ENDING}"
    left.write_text("half", encoding="utf-8")
    long_ago(left)
    write(tmp_path / "b.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["b.jsonl"]


def test_where_there_are_no_locks_only_what_is_long_untouched_is_cleared_away(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(replacing, "_locked", lambda _: None, raising=False)
    old, fresh = (tmp_path / f"{BEGINNING}{token}{ENDING}" for token in "12")
    old.touch()
    fresh.touch()
    long_ago(old)
    clear_unfinished(tmp_path)
    assert list(tmp_path.iterdir()) == [fresh]
    with beside(tmp_path / "a.txt") as part:
        part.write_text("x", encoding="utf-8")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "x"


def test_a_file_that_another_took_for_abandoned_before_it_was_locked_is_made_again(
    tmp_path, monkeypatch
):
    if WINDOWS:
        return
    lock, taken = replacing._locked, []  # noqa: SLF001  # what happens between is at stake

    def late(descriptor):
        if not taken:
            taken.extend(unfinished(tmp_path))
            taken[0].unlink()
        return lock(descriptor)

    monkeypatch.setattr(replacing, "_locked", late)
    with beside(tmp_path / "a.txt") as part:
        assert part not in taken
        part.write_text("x", encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_nothing_else_is_cleared_away(tmp_path):
    for name in ("photo.part", f"{BEGINNING}notes.txt", "a.txt"):
        (tmp_path / name).touch()
        long_ago(tmp_path / name)
    (tmp_path / f"{BEGINNING}x{ENDING}").mkdir()
    clear_unfinished(tmp_path)
    clear_unfinished(tmp_path / "nowhere")
    assert len(list(tmp_path.iterdir())) == 4
