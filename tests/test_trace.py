"""A game of a study, made again: the record and the row are of one game."""

import json
import os
import shutil

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
from penneech.variant import load_variant

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
    with duckdb.connect() as database:
        rows = database.read_parquet(f"{folder}/rows/{variant}/*.parquet")
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


def test_a_folder_of_something_else_is_refused_with_what_trace_can_be_told(tmp_path):
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    answer = run("trace", tmp_path, "--variant", "parlett", "--game", 0)
    assert answer.status == 2
    assert answer.err.rstrip().endswith("holds no study; name the folder of a study")


@pytest.mark.parametrize("name", ["manifest.json", "rows/parlett/*.parquet", "mine.txt"])
def test_no_file_that_is_no_record_is_written_over(folder, tmp_path, name):
    copy = tmp_path / "it"
    shutil.copytree(folder, copy)
    (copy / "mine.txt").write_text("mine", encoding="utf-8")
    file = next(copy.glob(name))
    before = file.read_bytes()
    answer = run("trace", copy, "--variant", "parlett", "--game", 0, "--records", file)
    assert answer.status == 2
    assert "holds no record, so it is left as it is" in answer.err
    assert file.read_bytes() == before


def test_a_record_is_written_over(folder, tmp_path):
    words = ["trace", folder, "--variant", "parlett", "--records", tmp_path / "it.json", "--game"]
    assert run(*words, 0).status == run(*words, 1).status == 0
    (record,) = read_records(tmp_path / "it.json")
    assert record == traced(folder, "parlett", 1)


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


@pytest.fixture
def copy(folder, tmp_path):
    return shutil.copytree(folder, tmp_path / "copy")


def rows_of(copy, variant="parlett"):
    return sorted((copy / "rows" / variant).iterdir())


def test_a_gap_does_not_hide_the_games_that_are_there(copy):
    rows_of(copy)[0].unlink()
    assert traced(copy, "parlett", 29).heading.game == 29
    with pytest.raises(StudyError, match="has not yet played game 3 of parlett"):
        traced(copy, "parlett", 3)


def test_a_folder_of_rows_that_no_variant_has_is_refused(copy):
    shutil.copytree(copy / "rows" / "parlett", copy / "rows" / "evil")
    with pytest.raises(StudyError, match="out of place: its games are of parlett"):
        traced(copy, "parlett", 3)


def test_rows_without_a_number_of_a_game_are_damaged(copy):
    path = rows_of(copy)[0]
    with duckdb.connect() as database:
        held = database.sql(f"FROM parquet_kv_metadata('{path}')").fetchall()
        marks = ", ".join(f"{key.decode()}: '{value.decode()}'" for _, key, value in held)
        empty = f"SELECT * REPLACE (NULL::INTEGER AS game) FROM read_parquet('{path}')"  # noqa: S608  # our own names
        database.execute(f"CREATE TABLE empty AS {empty}")
        database.execute(f"COPY empty TO '{path}' (FORMAT parquet, KV_METADATA {{{marks}}})")
    with pytest.raises(StudyError, match="is damaged"):
        traced(copy, "parlett", 3)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
@pytest.mark.parametrize("name", ["manifest.json", "rows/parlett/000000000.parquet"])
def test_a_named_pipe_in_a_study_is_refused_and_not_waited_for(copy, name):
    (copy / name).unlink()
    os.mkfifo(copy / name)
    with pytest.raises(StudyError, match=r"it is a named pipe|is no file"):
        traced(copy, "parlett", 3)


@pytest.mark.parametrize("altered", [{"asked": []}, {"players": "gg"}, {"variants": "abc"}])
def test_an_altered_manifest_is_refused_in_plain_words(copy, altered):
    path = copy / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_bytes()), **altered}), encoding="utf-8")
    with pytest.raises(StudyError, match="was altered: it is not as it was written"):
        traced(copy, "parlett", 3)


def test_a_manifest_without_end_is_not_read_to_its_end(copy):
    (copy / "manifest.json").write_bytes(b"[" + b"1," * 2_500_000)
    with pytest.raises(StudyError, match="more than 4,000,000 bytes"):
        traced(copy, "parlett", 3)


def test_what_cannot_be_written_is_named(folder, tmp_path):
    done = run("trace", folder, "--variant", "parlett", "--game", 1, "--records", tmp_path / "a/b")
    assert done.status == 2
    assert f"{tmp_path / 'a/b'} cannot be written: no such file or directory" in done.err
