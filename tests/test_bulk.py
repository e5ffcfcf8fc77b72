"""Studies that the kernel plays are those that the reference engine plays, byte for byte."""

from __future__ import annotations

import signal
import threading
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rules
from test_study import design_of, files_of, study

from penneech import kernel
from penneech.study import bulk, rows
from penneech.study import run as running
from penneech.study.design import Entry, plan
from penneech.study.manifest import opened
from penneech.study.rows import Chunk, play_chunk
from penneech.study.run import run
from penneech.study.store import Store
from penneech.variant import shipped_variants

PAIRS = [("random", "random"), ("greedy", "greedy"), ("greedy", "random"), ("random", "greedy")]
ALL = [Entry(one.id, one.rules) for one in shipped_variants()]
needs_numba = pytest.mark.skipif(not kernel.available(), reason="needs the extra fast")


def without_numba(monkeypatch):
    monkeypatch.setattr(kernel, "available", lambda: False)


def both(chunk):
    """The rows of a chunk as the kernel plays it, and as the reference engine does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bulk, "FEW", 0)
        patch.setattr(bulk, "BETWEEN_LOOKS", 2)
        assert bulk.plays_in_bulk(chunk.players, chunk.last - chunk.first)
        in_bulk = play_chunk(chunk)
        without_numba(patch)
        assert not bulk.plays_in_bulk(chunk.players, chunk.last - chunk.first)
        return in_bulk, play_chunk(chunk)


@pytest.fixture(scope="session")
def reference(tmp_path_factory):
    """Studies of all shipped variants by the reference engine, by their players."""
    folder = tmp_path_factory.mktemp("reference")
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        without_numba(patch)
        for players in [("greedy", "random"), ("greedy", "greedy")]:
            name = "-".join(players)
            found[players] = study(folder / name, plan(ALL, players, 5, 28)).folder
    return found


@given(by=rules(), seed=st.integers(0, 2**64 - 1), data=st.data())
@settings(max_examples=60)
@needs_numba
def test_rows_do_not_depend_on_the_kernel_under_any_rules(by, seed, data):
    players = data.draw(st.sampled_from(PAIRS))
    first = data.draw(st.integers(0, 999_999_990))
    last = first + data.draw(st.integers(1, 5))
    swaps = 1 if players[0] == players[1] else 2
    one, other = both(Chunk("a-variant", by, players, seed, first, last, swaps))
    assert one == other


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("players", [("greedy", "random"), ("greedy", "greedy")])
@needs_numba
def test_files_do_not_depend_on_the_kernel_under_any_shipped_variant(
    tmp_path, monkeypatch, reference, workers, players
):
    monkeypatch.setattr(bulk, "FEW", 20)
    study(tmp_path / "x", plan(ALL, players, 5, 28), workers=workers)
    assert files_of(tmp_path / "x") == files_of(reference[players])


@needs_numba
def test_what_the_kernel_began_the_reference_engine_ends(tmp_path, monkeypatch, reference):
    monkeypatch.setattr(bulk, "FEW", 20)
    players = ("greedy", "greedy")
    study(tmp_path / "x", plan(ALL, players, 5, 28), workers=2)
    for entry in ALL[::2]:
        (tmp_path / "x" / "rows" / entry.id / "000000000.parquet").unlink()
    without_numba(monkeypatch)
    study(tmp_path / "x", plan(ALL, players, 5, 28))
    assert files_of(tmp_path / "x") == files_of(reference[players])


@needs_numba
def test_the_kernel_is_made_ready_once_and_before_any_thread_plays(tmp_path, monkeypatch):
    monkeypatch.setattr(bulk, "FEW", 0)
    called = []
    play = kernel.play_games

    def noted(by, players, seed, first, last, **how):
        called.append((threading.current_thread() is threading.main_thread(), last - first))
        return play(by, players, seed, first, last, **how)

    monkeypatch.setattr(kernel, "play_games", noted)
    study(tmp_path / "x", design_of(games=60), workers=2)
    assert called[0] == (True, 0)
    assert len(called) > 1
    assert not any(in_main for in_main, _ in called[1:])


@needs_numba
def test_ctrl_c_is_heeded_while_the_kernel_plays(tmp_path, monkeypatch):
    monkeypatch.setattr(bulk, "FEW", 20)
    monkeypatch.setattr(bulk, "BETWEEN_LOOKS", 10)
    play, called = kernel.play_games, []

    def interrupted(*what, **how):
        called.append(what)
        if len(called) == 2:
            signal.raise_signal(signal.SIGINT)
        return play(*what, **how)

    monkeypatch.setattr(kernel, "play_games", interrupted)
    design = design_of("parlett", games=30, players=("greedy", "greedy"))
    store = opened(tmp_path / "x", design, "")
    assert not run(design, store, 1)
    assert store.missing() == design.total
    assert len(called) == 2
    monkeypatch.setattr(kernel, "play_games", play)
    for workers in (1, 2):
        told = []

        def interrupt(games, told=told):
            told.append(games)
            if len(told) == 2:
                signal.raise_signal(signal.SIGINT)

        design = design_of(games=500)
        store = opened(tmp_path / "y", design, "")
        assert not run(design, store, workers, interrupt)
        assert 0 < store.missing() < design.total
    assert running.run(design, Store(tmp_path / "y", design), 2)


def test_few_games_do_not_load_the_kernel(monkeypatch):
    monkeypatch.setattr(rows, "bulk_rows", None)
    design = design_of(games=bulk.FEW)
    for entry in design.entries:
        for chunk in design.chunks([(entry, 0, bulk.FEW)]):
            assert play_chunk(chunk) is not None


def test_players_that_search_are_the_reference_engines():
    assert not bulk.plays_in_bulk(("greedy", "pimc:8"), 10_000)
    assert not bulk.plays_in_bulk(("open", "open"), 10_000)


@pytest.mark.parametrize("games", [1000, 100_000, 10_000_000])
def test_the_kernel_has_no_say_in_how_games_are_cut_into_files(monkeypatch, games):
    def cut():
        design = design_of("parlett", games=games)
        return [(one.first, one.last) for one in design.chunks([(design.entries[0], 0, games)])]

    before = cut()
    without_numba(monkeypatch)
    assert cut() == before
    assert before[0][0] == 0
    assert before[-1][1] == games
    assert all(one[1] == two[0] for one, two in pairwise(before))
    assert all(last - first <= max(250, games // 64, 25) for first, last in before)


@needs_numba
def test_what_players_search_with_is_compiled_before_worker_processes_begin(monkeypatch):
    from penneech.kernel import caching  # noqa: PLC0415  # it needs numba

    played = []
    monkeypatch.setattr(rows, "play_row", lambda *what: played.append(what))
    for kept, players, times in [
        (True, ("greedy", "pimc:2"), 0),
        (False, ("greedy", "random"), 0),
        (False, ("greedy", "pimc:2"), 1),
    ]:
        monkeypatch.setattr(caching, "is_kept", lambda _, kept=kept: kept)
        played.clear()
        bulk.make_ready_to_search(ALL[0].rules, players)
        assert len(played) == times
