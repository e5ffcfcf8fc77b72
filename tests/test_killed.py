"""Studies that are killed, by the signal that nothing can catch, at moments of all kinds."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from loading import HANGS
from test_study import files_of

from penneech.study.manifest import design_of
from penneech.study.store import Store

WORDS = ("compare", "cotton-1674", "parlett", "--games", "400", "--players", "greedy,random")
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


def begun(folder, *words):
    return subprocess.Popen(  # noqa: S603  # this very interpreter
        [sys.executable, "-m", "penneech", *WORDS, "--out", str(folder), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def kill(process):
    """Kill a command and the workers it has started; they have no say in it."""
    if os.name == "nt":
        process.kill()
    else:
        os.killpg(process.pid, KILL)
    process.communicate()


def finished(folder):
    with begun(folder, "--workers", "2") as process:
        out, err = process.communicate(timeout=10 * HANGS)
    assert (process.returncode, err) == (0, b"")
    return out


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The study of one uninterrupted run, and what it printed."""
    folder = tmp_path_factory.mktemp("killed") / "whole"
    return folder, finished(folder)


def wait_for(process, condition):
    deadline = time.monotonic() + HANGS
    while not condition() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def parquets(folder):
    return list(folder.rglob("*.parquet"))


MOMENTS = {
    "before anything is written": lambda folder: folder.exists(),
    "as the manifest is written": lambda folder: any(folder.glob("*")),
    "as a chunk is being written": lambda folder: any(folder.rglob("*/.penneech-*.part")),
    "after the first chunk": parquets,
    "amid the chunks": lambda folder: len(parquets(folder)) > 6,
    "as the summary is written": lambda folder: len(parquets(folder)) >= 32,
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_study_that_is_killed_goes_on_to_that_of_an_uninterrupted_run(moment, whole, tmp_path):
    folder = tmp_path / "x"
    for workers in ("1", "2"):
        process = begun(folder, "--workers", workers)
        wait_for(process, lambda: MOMENTS[moment](folder))
        kill(process)
        if (folder / "manifest.json").exists():
            design = design_of(folder)
            # Whatever has its name is whole, and what is there is from game 0 on.
            store = Store(folder, design)
            for entry in design.entries:
                games = store.played(entry)
                assert games == 0 or list(store.read(entry, 0, games)["game"][::2]) == list(
                    range(games)
                )
    assert finished(folder).splitlines()[:-1] == whole[1].splitlines()[:-1]
    assert files_of(folder) == files_of(whole[0])


def test_again_and_again_killed_a_study_loses_at_most_the_chunks_in_work(whole, tmp_path):
    folder = tmp_path / "x"
    lost = 0
    for _ in range(6):
        before = {path.name for path in parquets(folder)}
        process = begun(folder, "--workers", "1")
        count = len(parquets(folder))
        wait_for(process, lambda count=count: len(parquets(folder)) > count + 1)
        over = process.poll() is not None
        kill(process) if not over else process.communicate()
        assert before <= {path.name for path in parquets(folder)}
        lost += len(parquets(folder)) == count
        if over:
            break
    assert lost <= 1
    finished(folder)
    assert files_of(folder) == files_of(whole[0])


def test_what_a_killed_study_has_is_told_of_a_prefix_of_the_games(whole, tmp_path):
    folder = tmp_path / "x"
    shutil.copytree(whole[0], folder)
    (folder / "summary.json").unlink()
    store = Store(folder, design_of(folder))
    gone = sorted((folder / "rows" / "parlett").iterdir())[3]
    first = int(gone.stem)
    gone.unlink()
    with begun(folder, "--games", str(first), "--workers", "1", "--json") as process:
        out, _ = process.communicate(timeout=HANGS)
    found = json.loads(out)
    assert (found["games"], found["asked"]) == (first, first)
    assert {one["rows"] for one in found["variants"].values()} == {first * store.design.swaps}
    assert not gone.exists()


def test_two_commands_in_one_folder_make_the_study_of_one(whole, tmp_path):
    folder = tmp_path / "x"
    both = [begun(folder, "--workers", workers) for workers in ("1", "2")]
    for process in both:
        _, err = process.communicate(timeout=10 * HANGS)
        assert (process.returncode, err) == (0, b"")
    assert files_of(folder) == files_of(whole[0])


def test_of_two_commands_in_one_folder_the_one_that_is_killed_takes_nothing_with_it(
    whole, tmp_path
):
    folder = tmp_path / "x"
    one, other = (begun(folder, "--workers", "1") for _ in range(2))
    wait_for(one, lambda: len(parquets(folder)) > 3)
    kill(one)
    _, err = other.communicate(timeout=10 * HANGS)
    assert (other.returncode, err) == (0, b"")
    found = files_of(folder)
    # Of the one that was killed an unfinished file may lie there until the next begins.
    assert {name: data for name, data in found.items() if not name.endswith(".part")} == files_of(
        whole[0]
    )
    finished(folder)
    assert files_of(folder) == files_of(whole[0])
