"""Studies on a cluster: the same rows, nothing lost, nothing doubled, no other version."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from concurrent.futures import CancelledError, Executor, Future
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from clusters import scheduler, workers
from commands import run as penneech
from test_study import design_of, files_of, rows_of, study

import penneech as package
from penneech.errors import PenneechError, StudyError
from penneech.study import cluster as clustering
from penneech.study import feeding
from penneech.study.cluster import cluster, stamp
from penneech.study.feeding import Crew, Interruption, fed
from penneech.study.manifest import opened
from penneech.study.run import run

GAMES = 200


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("cluster")


@pytest.fixture(scope="module")
def address(place):
    with scheduler(place, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="1") as (address, _):
        yield address


@pytest.fixture(scope="module")
def alone(place):
    """The study that the clusters must make, played in one process."""
    return study(place / "alone", design_of(games=GAMES))


def played_by(address, folder, tell=print, **changes):
    """Play that study on a cluster; whether it was completed."""
    design = design_of(games=GAMES)
    with cluster(address) as crew:
        return run(design, opened(folder, design, ""), 1, tell, crew=replace(crew, **changes))


def after(count, do):
    """Do something when so many chunks have come back."""
    told = []

    def tell(games):
        told.append(games)
        if len(told) == count + 1:
            do()

    return tell


def other_version(folder):
    """A copy of the package with a line more, put where a worker finds it first."""
    copy = folder / "other"
    if not copy.exists():
        shutil.copytree(
            Path(package.__file__).parent, copy / "penneech", ignore=shutil.ignore_patterns("*.pyc")
        )
        with (copy / "penneech" / "chance.py").open("a", encoding="utf-8") as file:
            file.write("\n# another version\n")
    return str(copy)


def test_a_cluster_makes_the_files_of_one_process(address, place, alone, tmp_path):
    with workers(address, place):
        assert played_by(address, tmp_path / "x")
    assert files_of(tmp_path / "x") == files_of(alone.folder)


def test_a_worker_of_a_cluster_that_is_killed_loses_and_doubles_nothing(
    address, place, alone, tmp_path
):
    with workers(address, place) as processes:
        assert played_by(address, tmp_path / "x", after(2, processes[0].kill))
    assert files_of(tmp_path / "x") == files_of(alone.folder)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_worker_of_a_cluster_that_hangs_is_named_and_loses_nothing_once_it_is_ended(
    address, place, alone, tmp_path, monkeypatch
):
    monkeypatch.setattr(feeding, "SILENCE", 0.5)
    design, told = design_of(games=GAMES), []
    with workers(address, place) as processes, cluster(address) as crew:

        def say(text):
            told.append(text)
            if "Nothing has come back" in text and "waiting for games" in text:
                processes[0].kill()

        assert run(
            design,
            opened(tmp_path / "x", design, ""),
            1,
            after(1, lambda: processes[0].send_signal(signal.SIGSTOP)),
            crew=crew,
            say=say,
        )
    assert any("at work tcp://127.0.0.1:" in text for text in told)
    assert files_of(tmp_path / "x") == files_of(alone.folder)


def dying(chunk):
    """Plays all games but those of one chunk, which takes its worker with it."""
    # At several such chunks each of the workers might die of another one, and no chunk be given up.
    if chunk.first and chunk.variant == "cotton-1674" and chunk.last == GAMES:
        os._exit(1)
    return feeding_play(chunk)


def feeding_play(chunk):
    from penneech.study.rows import play_chunk  # noqa: PLC0415  # on the worker

    return play_chunk(chunk)


def test_a_chunk_that_kills_the_workers_of_a_cluster_is_given_up_and_the_rest_kept(
    address, place, alone, tmp_path
):
    with (
        workers(address, place, count=3),
        pytest.raises(StudyError, match="2 workers died that played them") as told,
    ):
        played_by(address, tmp_path / "x", work=dying)
    assert str(told.value).startswith("games ")
    assert "the same command goes on" in str(told.value)
    store = study(tmp_path / "x", design_of(games=GAMES))
    assert rows_of(store) == rows_of(alone)


def test_a_cluster_with_another_version_is_refused_before_anything_is_played(
    address, place, tmp_path
):
    with (
        workers(address, place, 1),
        workers(address, place, 1, PYTHONPATH=other_version(place)),
        pytest.raises(StudyError) as told,
    ):
        played_by(address, tmp_path / "x")
    assert str(told.value).startswith("worker tcp://127.0.0.1:")
    assert stamp() in str(told.value)
    assert "must be installed there" in str(told.value)
    assert not list((tmp_path / "x").rglob("*.parquet"))


def test_a_worker_that_joins_a_cluster_late_with_another_version_is_refused(
    address, place, alone, tmp_path
):
    with ExitStack() as there:
        there.enter_context(workers(address, place, 1))

        def join():
            there.enter_context(workers(address, place, 1, PYTHONPATH=other_version(place)))

        with pytest.raises(StudyError, match=r"^worker tcp://.* has penneech"):
            played_by(address, tmp_path / "x", after(1, join))
    store = study(tmp_path / "x", design_of(games=GAMES))
    assert rows_of(store) == rows_of(alone)


def test_a_worker_without_penneech_is_refused_by_its_address(address, place, tmp_path):
    empty = place / "empty" / "penneech"
    empty.mkdir(parents=True)
    (empty / "__init__.py").touch()
    with (
        workers(address, place, 1, PYTHONPATH=str(empty.parent)),
        pytest.raises(StudyError, match=r"worker tcp://127.0.0.1:\d+ cannot tell which penneech"),
    ):
        played_by(address, tmp_path / "x")


def test_a_cluster_whose_scheduler_ends_is_told_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(clustering, "CONNECT", 1.0)
    with (
        scheduler(tmp_path) as (address, process),
        workers(address, tmp_path),
        pytest.raises(StudyError, match="answers no more") as told,
    ):
        played_by(address, tmp_path / "x", after(1, process.kill))
    assert "\n" not in str(told.value)
    assert list((tmp_path / "x").rglob("*.parquet"))


def test_a_cluster_without_workers_is_told_how_to_start_one(address, monkeypatch):
    monkeypatch.setattr(clustering, "CONNECT", 0.5)
    text = f"no workers; start one with: dask worker {address}"
    with pytest.raises(StudyError, match=text), cluster(address):
        pass


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("tcp://127.0.0.1:1", "no cluster answers at tcp://127.0.0.1:1 within 0 s; start one with"),
        ("127.0.0.1:8786", "write it like tcp://127.0.0.1:8786"),
        ("tls://127.0.0.1:8786", "write it like tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1", "write it like tcp://127.0.0.1:8786"),
    ],
)
def test_no_cluster_at_the_address_is_one_clear_error(tmp_path, monkeypatch, where, said):
    monkeypatch.setattr(clustering, "CONNECT", 0.4)
    answer = penneech(
        "compare", "parlett", "--games", "2", "--cluster", where, "--out", tmp_path / "x"
    )
    assert (answer.status, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert said in answer.err


def test_a_cluster_without_its_extra_is_told_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    text = r'install it with: .*\[cluster\]"$'
    with pytest.raises(PenneechError, match=text), cluster("tcp://127.0.0.1:8786"):
        pass


def test_a_finished_study_is_shown_though_the_cluster_is_gone(tmp_path):
    words = ("compare", "parlett", "--games", "2", "--out", tmp_path / "x")
    first = penneech(*words, "--workers", "1")
    assert penneech(*words, "--cluster", "tcp://127.0.0.1:1") == first


def test_compare_on_a_cluster_tells_what_it_tells_without_one(address, place, tmp_path):
    words = ("compare", "cotton-1674", "parlett", "--games", "60", "--json", "--out")
    with workers(address, place, 1):
        there = penneech(*words, tmp_path / "x", "--cluster", address)
    here = penneech(*words, tmp_path / "y", "--workers", "1")
    found, wanted = (json.loads(answer.out) for answer in (there, here))
    assert found | {"folder": ""} == wanted | {"folder": ""}


class Silent(Executor):
    """Takes all work and does none; or loses it all."""

    def __init__(self, error=None):
        self.taken = 0
        self.error = error

    def submit(self, *_):
        self.taken += 1
        future = Future()
        if self.error is not None:
            future.set_exception(self.error)
        return future


def chunks():
    design = design_of(games=GAMES)
    return design.chunks([(entry, 0, GAMES) for entry in design.entries])


def test_a_cluster_that_hangs_is_said_what_it_is_waited_for_and_ctrl_c_ends_it(monkeypatch):
    monkeypatch.setattr(feeding, "SILENCE", 0.3)
    interruption, said = Interruption(), []

    def say(text):
        said.append(text)
        if len(said) == 2:
            interruption.note(signal.SIGINT, None)

    crew = Crew(Silent(), feeding_play, lambda: 2, state=lambda: "the cluster has 2 workers")
    assert list(fed(crew, chunks(), interruption, say)) == []
    assert said[0].startswith("Nothing has come back for ")
    assert "waiting for games 0 to 24 of cotton-1674 and 3 more" in said[0]
    assert said[0].endswith("; the cluster has 2 workers. Ctrl-C stops, and keeps what is written.")


def test_a_chunk_that_a_cluster_loses_is_handed_in_again_a_bounded_number_of_times():
    pool = Silent(CancelledError())
    crew = Crew(
        pool,
        feeding_play,
        lambda: 1,
        lost=(CancelledError,),
        tries=3,
        told=lambda chunk, _: StudyError(f"lost {chunk.first}"),
    )
    with pytest.raises(StudyError, match="lost 0"):
        list(fed(crew, chunks(), Interruption(), print))
    assert 3 <= pool.taken <= 2 * 3


def test_ctrl_c_ends_a_study_on_a_cluster_and_the_same_command_goes_on(
    address, place, alone, tmp_path
):
    with workers(address, place):
        assert not played_by(
            address, tmp_path / "x", after(1, lambda: signal.raise_signal(signal.SIGINT))
        )
        assert played_by(address, tmp_path / "x")
    assert files_of(tmp_path / "x") == files_of(alone.folder)


def test_the_stamp_of_a_cluster_is_of_the_code_and_not_of_how_its_lines_end(tmp_path, monkeypatch):
    copy = tmp_path / "penneech" / "study"
    copy.mkdir(parents=True)
    monkeypatch.setattr(clustering, "__file__", str(copy / "cluster.py"))
    found = []
    for text in (b"a\nb\n", b"a\r\nb\r\n", b"a\nc\n"):
        (copy / "rows.py").write_bytes(text)
        found.append(stamp.__wrapped__())
    assert found[0] == found[1] != found[2]
