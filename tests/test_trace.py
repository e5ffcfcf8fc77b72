"""A game of a study, made again: the record and the row are of one game."""

import json

import duckdb
import pytest
from commands import run

from penneech.errors import StudyError, UnknownNameError
from penneech.records import read_records
from penneech.study import tracing
from penneech.study.design import Entry, plan
from penneech.study.manifest import opened
from penneech.study.run import run as play
from penneech.study.tracing import traced
from penneech.variants import load_variant

VARIANTS = ("parlett", "cotton-counted")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("study") / "kept"
    entries = [Entry(name, load_variant(name).rules) for name in VARIANTS]
    design = plan(entries, ("greedy", "random"), 7, 30)
    play(design, opened(place, design, "penneech compare"), 1, lambda games: None)  # noqa: ARG005  # nobody looks on
    return place


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("game", "swapped"), [(0, False), (17, True), (29, False)])
def test_a_traced_game_has_the_score_that_its_row_has(folder, variant, game, swapped):
    record = traced(folder, variant, game, swapped=swapped)
    rows = duckdb.read_parquet(f"{folder}/rows/{variant}/*.parquet")
    row = rows.filter(f"game = {game} AND swapped = {int(swapped)}")
    (found,) = row.select("score_a, score_b, winner, deals").fetchall()
    winner = -1 if record.winner is None else int(record.winner)
    assert found == (*record.score, winner, len(record.deals))
    assert record.heading.swapped is swapped
    assert record.heading.players[int(swapped)] == "greedy"


@pytest.mark.parametrize(
    ("ask", "error", "told"),
    [
        (("parlet", 0), UnknownNameError, "did you mean parlett"),
        (("parlett", 30), StudyError, "games 0 to 29 of parlett, and no game 30"),
    ],
)
def test_a_game_that_the_study_lacks_is_refused(folder, ask, error, told):
    with pytest.raises(error, match=told):
        traced(folder, *ask)


def test_a_folder_without_a_study_is_refused(tmp_path):
    with pytest.raises(StudyError, match="holds no study"):
        traced(tmp_path, "parlett", 0)


def test_a_game_that_comes_out_otherwise_than_its_row_is_no_trace(folder, monkeypatch):
    def altered(*given):
        row = play_row(*given)
        return [*row[:-1], row[-1] + 1]

    play_row = tracing.play_row
    monkeypatch.setattr(tracing, "play_row", altered)
    with pytest.raises(StudyError, match="otherwise than its row: lead_changes "):
        traced(folder, "parlett", 3)


def test_the_command_writes_a_record_that_replays(folder, tmp_path):
    record = tmp_path / "game.json"
    done = run("trace", folder, "--variant", "parlett", "--game", 5, "--records", record)
    assert done.status == 0, done.err
    assert next(iter(read_records(record))).heading.game == 5
    assert run("replay", record).status == 0
    shown = run("trace", folder, "--variant", "parlett", "--game", 5)
    assert json.loads(shown.out) == json.loads(record.read_text(encoding="utf-8"))
