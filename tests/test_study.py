"""Studies: the same rows whoever plays them, nothing lost, nothing taken for whole that is not."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from itertools import islice, pairwise
from multiprocessing import active_children
from pathlib import Path

import duckdb
import pytest
from loading import HANGS

from penneech.errors import PenneechError, SeedError, StudyError, UnknownNameError
from penneech.files.beside import BEGINNING, ENDING
from penneech.players.registry import player_named
from penneech.study import run as running
from penneech.study import sums
from penneech.study.design import MOST_GAMES, Entry, plan
from penneech.study.manifest import opened
from penneech.study.match import Match, record_of_game
from penneech.study.rowfiles import RowFiles
from penneech.study.rows import COLUMNS
from penneech.study.run import run
from penneech.study.store import Store
from penneech.study.summary import summarise
from penneech.variant import load_variant

GAMES = 60
IDS = ("cotton-1674", "parlett")
PLAYERS = ("greedy", "random")


def design_of(*ids, games=GAMES, players=PLAYERS, seed=5):
    entries = [Entry(name, load_variant(name).rules) for name in ids or IDS]
    return plan(entries, players, seed, games)


def study(folder, design=None, **how):
    """Play a study, and give its store as one finds it afterwards."""
    design = design_of() if design is None else design
    assert run(design, opened(folder, design, ""), how.pop("workers", 1), **how)
    return Store(folder, design)


def rows_of(store, design=None):
    """All rows of a study, by variant."""
    design = store.design if design is None else design
    return {
        entry.id: {
            name: list(column) for name, column in store.read(entry, 0, design.games).items()
        }
        for entry in design.entries
    }


def files_of(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A study that was played without interruption, on one process."""
    folder = tmp_path_factory.mktemp("study") / "whole"
    return study(folder)


@pytest.fixture
def copy(played, tmp_path):
    """A copy of it, to be spoilt."""
    return Path(shutil.copytree(played.folder, tmp_path / "copy"))


def chunk_file(folder, variant="parlett", first=25):
    return folder / "rows" / variant / f"{first:09d}.parquet"


def unfinished(folder, token):
    return folder / f"{BEGINNING}{token}{ENDING}"


@pytest.mark.parametrize(
    ("workers", "start"), [(2, "spawn"), (7, "spawn"), (2, "fork"), (3, "fork")]
)
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_files_do_not_depend_on_the_processes(played, tmp_path, workers, start):
    if start == "fork" and not hasattr(os, "fork"):
        return
    study(tmp_path / "x", workers=workers, start=start)
    assert files_of(tmp_path / "x") == files_of(played.folder)


@pytest.mark.parametrize("hash_seed", ["1", "4242"])
def test_files_do_not_depend_on_the_order_of_sets(played, tmp_path, hash_seed):
    script = "from test_study import study; import sys, pathlib; study(pathlib.Path(sys.argv[1]))"
    environment = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "PYTHONPATH": str(Path(__file__).parent),
    }
    subprocess.run(  # noqa: S603  # this very interpreter
        [sys.executable, "-c", script, str(tmp_path / "x")], env=environment, check=True
    )
    assert files_of(tmp_path / "x") == files_of(played.folder)


def test_rows_do_not_depend_on_the_variants_beside_them_or_on_their_order(played, tmp_path):
    there = rows_of(played)
    alone = rows_of(study(tmp_path / "x", design_of("parlett")))
    turned = rows_of(study(tmp_path / "y", design_of("parlett", "pagat", "cotton-1674")))
    assert alone["parlett"] == there["parlett"] == turned["parlett"]
    assert turned["cotton-1674"] == there["cotton-1674"]


def test_the_order_of_the_variants_makes_no_other_study(played, copy):
    design = design_of("parlett", "cotton-1674")
    assert design.digest() == played.design.digest()
    store = opened(copy, design, "")
    assert store.missing() == 0
    assert summarise(design, store)["differences"]["base"] == "parlett"


def test_a_row_is_the_game_that_a_record_has(played):
    for entry in played.design.entries:
        rows = played.read(entry, 0, GAMES)
        for at in (0, 1, 37, 2 * GAMES - 1):
            game, swapped = divmod(at, 2)
            players = (player_named(PLAYERS[0]), player_named(PLAYERS[1]))
            match = Match(entry.rules, entry.id, players, 5, GAMES, swap=True)
            record = record_of_game(match, game, swapped=bool(swapped))
            assert (rows["game"][at], rows["swapped"][at]) == (game, swapped)
            assert (rows["score_a"][at], rows["score_b"][at]) == record.score
            assert rows["winner"][at] == record.winner
            assert rows["deals"][at] == len(record.deals)
            assert rows["redeals"][at] == sum(len(deal.thrown_up) for deal in record.deals)


def test_the_dealer_and_the_packs_stay_when_the_players_change_places(tmp_path):
    design = design_of("parlett", players=("greedy", "greedy"))
    once = study(tmp_path / "x", design)
    twice = study(tmp_path / "y", design_of("parlett"))
    assert design.swaps == 1
    first_dealers = list(once.read(design.entries[0], 0, GAMES)["first_dealer"])
    rows = twice.read(design.entries[0], 0, GAMES)
    assert list(rows["swapped"]) == [0, 1] * GAMES
    assert list(rows["first_dealer"]) == [dealer for dealer in first_dealers for _ in range(2)]


def test_points_by_source_and_seat_are_the_scores(played):
    for entry in played.design.entries:
        rows = played.read(entry, 0, GAMES)
        by_source = sum(rows[name] for name in list(COLUMNS)[11:19])
        assert list(by_source) == list(rows["score_a"] + rows["score_b"])
        assert rows["ended"].all()


def _in_a_read_only_folder(monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr("penneech.study.store.beside", refuse)
    monkeypatch.setattr("penneech.files.beside.beside", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)


def test_a_complete_study_needs_no_writing_to_be_opened(copy, monkeypatch):
    _in_a_read_only_folder(monkeypatch)
    before = files_of(copy)
    for games in (GAMES, 23):
        design = design_of(games=games)
        store = opened(copy, design, "another command")
        assert run(design, store, 1)
        assert summarise(design, store)["games"] == games
        assert not store.has_grown
    with pytest.raises(StudyError, match=r"manifest\.json cannot be written"):
        opened(copy, design_of(games=GAMES + 1), "")
    assert files_of(copy) == before


def test_a_study_that_is_not_there_must_be_written(tmp_path, monkeypatch):
    _in_a_read_only_folder(monkeypatch)
    with pytest.raises(StudyError, match=r"manifest\.json cannot be written"):
        opened(tmp_path, design_of(), "")


def test_a_complete_study_is_not_played_again(copy, monkeypatch):
    monkeypatch.setattr(running, "play_chunk", None)
    before = files_of(copy)
    told = []
    design = design_of()
    assert run(design, opened(copy, design, ""), 2, told.append)
    assert told == [design.total]
    assert files_of(copy) == before


def test_a_resumed_study_is_that_of_one_go(played, copy):
    chunk_file(copy).unlink()
    chunk_file(copy, "cotton-1674", 50).unlink()
    chunk_file(copy, "cotton-1674", 0).unlink()
    study(copy)
    assert files_of(copy) == files_of(played.folder)


def test_what_a_killed_run_left_half_written_is_never_read_and_is_cleared_away(played, copy):
    path = chunk_file(copy)
    whole = path.read_bytes()
    path.rename(unfinished(path.parent, "123"))
    unfinished(path.parent, "124").write_bytes(whole[: len(whole) // 2])
    unfinished(copy, "125").write_bytes(b"{")
    store = study(copy)
    assert rows_of(store) == rows_of(played)
    assert not list(copy.rglob("*.part"))


def test_ctrl_c_stops_between_chunks_and_the_same_command_goes_on(played, tmp_path):
    folder, design = tmp_path / "x", design_of()
    for workers in (1, 2):
        store = opened(folder, design, "")
        told = []

        def interrupt(games, told=told):
            told.append(games)
            if len(told) == 2:
                signal.raise_signal(signal.SIGINT)

        assert not run(design, store, workers, interrupt)
        assert 0 < store.missing() < design.total
        assert not active_children()
    study(folder)
    assert files_of(folder) == files_of(played.folder)


def test_a_second_ctrl_c_breaks_off(tmp_path):
    design = design_of()

    def interrupt(_):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run(design, opened(tmp_path / "x", design, ""), 2, _after_first(interrupt))
    assert signal.getsignal(signal.SIGINT) is before
    assert not active_children()


def _after_first(do):
    told = []

    def tell(games):
        told.append(games)
        if len(told) > 1:
            do(games)

    return tell


def test_a_killed_worker_is_told_in_one_sentence_and_loses_nothing(played, tmp_path):
    folder, design = tmp_path / "x", design_of()

    def kill(_):
        for child in active_children():
            child.kill()

    with pytest.raises(StudyError, match="worker process was ended") as told:
        run(design, opened(folder, design, ""), 2, _after_first(kill))
    assert "\n" not in str(told.value)
    assert 0 < Store(folder, design).missing() < design.total
    study(folder, workers=2)
    assert files_of(folder) == files_of(played.folder)


def test_workers_end_when_the_study_is_killed(tmp_path):
    script = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[2])\n"
        "from test_study import design_of, opened, run\n"
        "if __name__ == '__main__':\n"
        "    design = design_of(games=400)\n"
        "    tell = lambda games: print(games, flush=True)\n"
        "    run(design, opened(pathlib.Path(sys.argv[1]), design, ''), 2, tell)\n"
    )
    program = tmp_path / "program.py"
    program.write_text(script, encoding="utf-8")
    with subprocess.Popen(  # noqa: S603  # this very interpreter
        [sys.executable, str(program), str(tmp_path / "x"), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        process.stdout.readline()
        process.stdout.readline()  # some games are written
        process.kill()
    deadline = time.monotonic() + HANGS
    while time.monotonic() < deadline and _group_lives(process.pid):
        time.sleep(0.05)
    assert not _group_lives(process.pid)
    store = Store(tmp_path / "x", design_of(games=400))
    assert store.missing() < store.design.total


def _group_lives(group):
    if not Path("/proc").is_dir():
        return False
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rsplit(")", 1)[1].split()[:3]
        except OSError:
            continue
        if int(its_group) == group and state != "Z":
            return True
    return False


def test_more_games_are_added_to_those_that_are_there(played, tmp_path):
    folder = tmp_path / "x"
    study(folder, design_of(games=23))
    before = rows_of(Store(folder, design_of(games=23)))
    store = study(folder)
    assert rows_of(store) == rows_of(played)
    assert summarise(store.design, store) == summarise(played.design, played)
    assert rows_of(store, design_of(games=23)) == before
    assert json.loads((folder / "manifest.json").read_text())["asked"] == [23, 60]


def test_fewer_games_are_the_first_of_those_that_are_there(copy, tmp_path):
    few = design_of(games=23)
    alone = study(tmp_path / "x", few)
    store = opened(copy, few, "")
    assert store.missing() == 0
    assert summarise(few, store) == summarise(few, alone)
    assert json.loads((copy / "manifest.json").read_text())["games"] == 60


def test_a_look_at_fewer_games_leaves_the_command_that_makes_the_whole(tmp_path):
    for games, command in ((60, "all"), (23, "some"), (70, "more")):
        opened(tmp_path, design_of(games=games), command)
        kept = json.loads((tmp_path / "manifest.json").read_text())
        assert kept["command"] == {"some": "all"}.get(command, command)
    assert kept["asked"] == [60, 23, 70]


def test_a_study_that_is_not_complete_says_how_many_games_all_variants_have(copy):
    chunk_file(copy).unlink()
    design = design_of()
    found = summarise(design, opened(copy, design, ""))
    assert (found["games"], found["asked"], found["complete"]) == (25, 60, False)
    assert found["variants"]["cotton-1674"]["rows"] == 2 * 25
    chunk_file(copy, first=0).unlink()
    assert summarise(design, opened(copy, design, "")) is None


def test_a_summary_does_not_depend_on_how_many_rows_are_held_at_once(played, monkeypatch):
    whole = summarise(played.design, played)
    monkeypatch.setattr(sums, "WINDOW", 7)
    assert summarise(played.design, played) == whole


def test_a_summary_has_every_outcome_and_only_plain_data(played):
    found = summarise(played.design, played)
    assert json.loads(json.dumps(found)) == found
    parlett = found["variants"]["parlett"]["outcomes"]
    assert set(parlett) == set(found["outcomes"])
    for figures in parlett.values():
        assert figures["low"] is None or figures["low"] <= figures["value"] <= figures["high"]
    gap = found["differences"]["variants"]["parlett"]["points_a_deal"]
    cotton = found["variants"]["cotton-1674"]["outcomes"]["points_a_deal"]["value"]
    assert gap["value"] == pytest.approx(parlett["points_a_deal"]["value"] - cotton)
    assert gap["called"]
    assert gap["worth_naming"]


def test_two_variants_of_the_same_rules_come_out_the_same(tmp_path):
    design = design_of("cotton-1674", "pagat", games=30)
    found = summarise(design, study(tmp_path / "x", design))["differences"]["variants"]["pagat"]
    assert all(
        (one["value"], one["low"], one["called"]) == (0, None, False) for one in found.values()
    )


def test_rows_and_manifest_hold_no_clock(played, tmp_path):
    time.sleep(1.1)
    study(tmp_path / "x")
    assert files_of(tmp_path / "x") == files_of(played.folder)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, "seed 5, not 6"),
        ({"players": ("random", "greedy")}, "players greedy,random, not random,greedy"),
        ({"ids": ("cotton-1674",)}, "it has also parlett"),
        ({"ids": (*IDS, "gamerules")}, "it lacks gamerules"),
    ],
)
def test_a_folder_of_another_study_is_refused_in_one_sentence(copy, change, said):
    design = design_of(*change.pop("ids", IDS), **change)
    before = files_of(copy)
    with pytest.raises(StudyError, match=said) as told:
        opened(copy, design, "")
    assert str(copy) in str(told.value)
    assert "--out" in str(told.value)
    assert "\n" not in str(told.value)
    assert files_of(copy) == before


@pytest.mark.parametrize("key", ["generator", "chance", "version"])
def test_a_folder_of_another_version_is_refused(copy, key):
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest[key] = 99
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(StudyError, match=r"another study.*99"):
        opened(copy, design_of(), "")


def test_a_variant_whose_rules_have_changed_is_refused(copy):
    rules = load_variant("gamerules").rules
    entries = [Entry("cotton-1674", load_variant("cotton-1674").rules), Entry("parlett", rules)]
    with pytest.raises(StudyError, match="its parlett has other rules"):
        opened(copy, plan(entries, PLAYERS, 5, GAMES), "")


def _target(manifest):
    manifest["variants"][1]["target"] = 99


def _without_a_parameter(manifest):
    del manifest["variants"][0]["excess_over"]


def _remark(manifest):
    manifest["remark"] = "of 1674"


def _digest(manifest):
    manifest["digest"] = "0" * 64


def _asked(manifest):
    manifest["asked"] = "many"


def _asked_too_much(manifest):
    manifest["asked"] = [MOST_GAMES + 1]


def _games(manifest):
    manifest["games"] = 61


def _command(manifest):
    del manifest["command"]


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (_target, "variants.parlett.target is 99, not 61"),
        (_without_a_parameter, "variants.cotton-1674.excess_over is missing"),
        (_remark, "remark does not belong in it"),
        (_digest, 'digest is "0000'),
        (_asked, "asked is no list of numbers"),
        (_asked_too_much, "asked is no list of numbers"),
        (_games, "games is 61, not 60"),
        (_command, "command is missing"),
    ],
)
def test_a_manifest_that_was_altered_is_refused_and_left_as_it_is(copy, alter, said):
    path = copy / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    alter(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")
    before = files_of(copy)
    with pytest.raises(StudyError, match=r"manifest\.json was altered") as told:
        opened(copy, design_of(), "")
    assert said in str(told.value)
    assert "\n" not in str(told.value)
    assert files_of(copy) == before


def test_a_seed_that_is_a_number_is_told_from_one_that_is_a_text(copy):
    path = copy / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["seed"] = int(manifest["seed"])
    path.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(StudyError, match=r'seed the number 5, not "5" \(text\)'):
        opened(copy, design_of(), "")


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"format": "x"}', "\xff"])
def test_a_manifest_that_is_none_is_refused(copy, text):
    (copy / "manifest.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(StudyError, match="manifest"):
        opened(copy, design_of(), "")


def test_of_two_studies_that_begin_at_once_in_one_folder_the_second_is_refused(
    tmp_path, monkeypatch
):
    one, other = (design_of("parlett", games=4, seed=seed) for seed in (1, 2))
    begin = Store.begin_json

    def late(store, path, value):
        monkeypatch.undo()
        opened(tmp_path / "it", one, "one")
        return begin(store, path, value)

    monkeypatch.setattr(Store, "begin_json", late)
    with pytest.raises(StudyError, match=r"holds another study \(seed 1, not 2\)"):
        opened(tmp_path / "it", other, "other")
    opened(tmp_path / "it", one, "one")


def test_a_folder_with_other_things_in_it_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear reader", encoding="utf-8")
    with pytest.raises(StudyError, match="not empty and holds no study"):
        opened(tmp_path, design_of(), "")


def test_a_file_where_the_folder_should_be_is_refused(tmp_path):
    (tmp_path / "x").write_text("", encoding="utf-8")
    with pytest.raises(StudyError, match="x"):
        opened(tmp_path / "x", design_of(), "")
    with pytest.raises(StudyError, match="y"):
        opened(tmp_path / "x" / "y", design_of(), "")


def _cut(path):
    path.write_bytes(path.read_bytes()[:-40])


def _empty(path):
    path.write_bytes(b"")


def _scramble(path):
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 255
    path.write_bytes(content)


def _alter(path):
    """Write other figures, in good order, under the same marks."""
    with duckdb.connect() as database:
        marks = database.execute(
            "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)", [str(path)]
        ).fetchall()
        listed = ", ".join(f"{key}: '{value}'" for key, value in marks)
        database.execute(
            "CREATE TABLE altered AS SELECT * REPLACE (score_a + (game = 30)::INT AS score_a) "
            "FROM read_parquet(?)",
            [str(path)],
        )
        database.execute(f"COPY altered TO '{path}' (FORMAT parquet, KV_METADATA {{{listed}}})")


def _move(path):
    path.rename(path.with_name("000000026.parquet"))


def _other_columns(path):
    with duckdb.connect() as database:
        database.execute(f"COPY (SELECT 1 AS letter) TO '{path}' (FORMAT parquet)")


def _no_rows(path):
    with duckdb.connect() as database:
        database.execute("CREATE TABLE none AS SELECT * FROM read_parquet(?) LIMIT 0", [str(path)])
        database.execute(f"COPY none TO '{path}' (FORMAT parquet)")


@pytest.mark.parametrize(
    "spoil", [_cut, _empty, _scramble, _alter, _move, _other_columns, _no_rows]
)
def test_a_damaged_file_of_rows_is_named_in_one_line(copy, played, spoil):
    path = chunk_file(copy)
    spoil(path)
    with pytest.raises(StudyError, match="damaged") as told:
        opened(copy, design_of(), "").missing()
    assert path.parent.name in str(told.value)
    assert path.stem[:-1] in str(told.value)
    assert "\n" not in str(told.value)
    shutil.rmtree(path.parent)
    study(copy)
    assert files_of(copy) == files_of(played.folder)


def test_games_that_another_command_took_away_are_not_taken_for_double(copy):
    store = opened(copy, design_of(), "")
    assert store.missing() == 0
    path = chunk_file(copy, first=50)
    with duckdb.connect() as database:
        database.execute("CREATE TABLE few AS FROM read_parquet(?) WHERE game < 55", [str(path)])
        database.execute(f"COPY few TO '{path}' (FORMAT parquet)")
    with pytest.raises(StudyError, match="fewer games than it had: another command"):
        store.read(store.design.entries[1], 0, GAMES)


def test_a_file_of_another_study_is_taken_for_damaged(copy, tmp_path):
    other = study(tmp_path / "x", design_of(seed=6))
    shutil.copy(chunk_file(other.folder), chunk_file(copy))
    with pytest.raises(StudyError, match="no part of this study"):
        opened(copy, design_of(), "").missing()


def marks_of(path):
    with duckdb.connect() as database:
        return dict(
            database.execute(
                "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)", [str(path)]
            ).fetchall()
        )


def mark(path, marks):
    """Write the same rows under other marks."""
    listed = ", ".join(f"{key}: '{value}'" for key, value in marks.items())
    with duckdb.connect() as database:
        database.execute("CREATE TABLE kept AS SELECT * FROM read_parquet(?)", [str(path)])
        database.execute(f"COPY kept TO '{path}' (FORMAT parquet, KV_METADATA {{{listed}}})")


def test_a_file_of_rows_says_which_variant_and_which_rules_its_games_are_of(played):
    for entry in played.design.entries:
        marks = marks_of(chunk_file(played.folder, entry.id))
        assert marks["variant"] == entry.id
        assert marks["rules"] == entry.rules.digest()


def test_a_file_of_another_variant_is_refused(copy):
    shutil.copy(chunk_file(copy, "cotton-1674"), chunk_file(copy, "parlett"))
    with pytest.raises(StudyError, match="out of place: its games are of cotton-1674") as told:
        opened(copy, design_of(), "").missing()
    assert str(chunk_file(copy, "parlett")) in str(told.value)
    assert "delete it" in str(told.value)


@pytest.mark.parametrize("lacking", ["variant", "rules"])
def test_a_file_that_does_not_say_of_which_variant_it_is_is_refused(copy, lacking):
    path = chunk_file(copy)
    mark(path, {key: value for key, value in marks_of(path).items() if key != lacking})
    with pytest.raises(StudyError, match="of an older version: it does not say") as told:
        opened(copy, design_of(), "").missing()
    assert str(path) in str(told.value)
    assert "delete it" in str(told.value)


def test_a_file_of_other_rules_is_refused(copy):
    path = chunk_file(copy)
    mark(path, {**marks_of(path), "rules": load_variant("pagat").rules.digest()})
    with pytest.raises(StudyError, match="played by other rules"):
        opened(copy, design_of(), "").missing()


def test_a_file_that_cannot_be_read_is_not_taken_for_damaged(copy):
    path = chunk_file(copy)
    path.unlink()
    path.mkdir()
    with pytest.raises(StudyError, match="cannot be read") as told:
        opened(copy, design_of(), "").missing()
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_a_folder_of_rows_that_cannot_be_read_is_told_and_not_taken_for_empty(copy, monkeypatch):
    look = Path.iterdir

    def refuse(path):
        if path.name == "parlett":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path)

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(StudyError, match=os.strerror(errno.EACCES)) as told:
        opened(copy, design_of(), "").missing()
    assert str(copy / "rows" / "parlett") in str(told.value)


class Refusing:
    """A database that answers every question with a fault."""

    def __init__(self, fault):
        self.fault = fault

    def register(self, *_):
        pass

    def execute(self, *_):
        raise self.fault


def refusing(fault):
    store = Store(Path("x"), design_of())
    store._rows._database = Refusing(fault)  # noqa: SLF001  # no real one fails when it is asked to
    return store


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'IO Error: Async write failed for range [offset=0, size=9]: {"exception_type":"IO",'
            f'"exception_message":"Could not write","errno":"{errno.ENOSPC}"}}',
            os.strerror(errno.ENOSPC),
        ),
        ('IO Error: Something else: {"exception_type":"IO"}', "IO Error: Something else"),
        ("IO Error: Something else\nand more", "IO Error: Something else"),
    ],
)
def test_what_the_database_says_of_a_disk_is_said_in_plain_words(tmp_path, monkeypatch, text, said):
    monkeypatch.chdir(tmp_path)
    store = refusing(duckdb.IOException(text))
    chunk = next(store.design.chunks(store.gaps(store.design.entries[0])))
    with pytest.raises(StudyError) as told:
        store.write(chunk, b"")
    assert f"000000000.parquet cannot be written ({said});" in str(told.value)
    assert not list(tmp_path.rglob("*.part"))


def test_a_fault_of_the_database_that_no_file_explains_is_told_in_one_sentence(copy, monkeypatch):
    answer, asked = RowFiles._answer, []  # noqa: SLF001  # no real one fails when it is asked to

    def once(rows, query, take):
        asked.append(query)
        if len(asked) == 1:
            raise duckdb.OutOfMemoryException('Out of Memory Error: {"exception_type":"OOM"}')
        return answer(rows, query, take)

    monkeypatch.setattr(RowFiles, "_answer", once)
    with pytest.raises(StudyError, match=r"cannot be read \(Out of Memory Error\)$"):
        opened(copy, design_of(), "").missing()


def test_rows_are_written_into_the_very_file_that_is_locked(tmp_path):
    path = tmp_path / "x.parquet"
    path.touch()
    before = path.stat().st_ino
    RowFiles().write(path, bytes(4 * len(COLUMNS)), {})
    assert path.stat().st_size > 0
    assert path.stat().st_ino == before


def test_ctrl_c_while_the_database_works_is_ctrl_c():
    store = refusing(RuntimeError("Query interrupted"))
    with pytest.raises(KeyboardInterrupt):
        store._rows.read([Path("x.parquet")], 0, 1)  # noqa: SLF001  # as above
    with pytest.raises(RuntimeError, match="else"):
        refusing(RuntimeError("something else"))._rows.read([Path("x.parquet")], 0, 1)  # noqa: SLF001  # the fault is raised within


def test_a_full_disk_is_told_in_one_sentence_and_loses_nothing(played, tmp_path, monkeypatch):
    folder, design = tmp_path / "x", design_of()
    place = Path.replace
    moved = []

    def replace(part, path):
        moved.append(path)
        if len(moved) == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return place(part, path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace)
        with pytest.raises(StudyError, match=os.strerror(errno.ENOSPC)) as told:
            run(design, opened(folder, design, ""), 1)
    assert "\n" not in str(told.value)
    store = study(folder)
    store.write_summary({})
    (folder / "summary.json").unlink()
    assert files_of(folder) == files_of(played.folder)


def test_a_database_that_cannot_write_is_told_in_one_sentence(tmp_path):
    design = design_of()
    store = opened(tmp_path / "x", design, "")
    (tmp_path / "x" / "rows").write_text("in the way", encoding="utf-8")
    with pytest.raises(StudyError, match="cannot be written") as told:
        run(design, store, 1)
    assert "\n" not in str(told.value)


NAMES = ["it's [a] study; é", "[ab]", "{a,b}"]
if os.name != "nt":
    NAMES += ["a*b", "a?b", "**", "a\\b"]


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_may_have_any_name(tmp_path, played, name):
    for other in ("a", "b", "aXb"):
        shutil.copytree(played.folder, tmp_path / other)
        mark(chunk_file(tmp_path / other), {"study": "another"})
    shutil.copytree(played.folder, tmp_path / name)
    chunk_file(tmp_path / name).unlink()
    assert rows_of(study(tmp_path / name)) == rows_of(played)
    assert rows_of(Store(tmp_path / name, design_of())) == rows_of(played)


def test_a_game_that_cannot_be_played_is_named(tmp_path, monkeypatch):
    def refuse(*_):
        raise PenneechError("no such card")

    monkeypatch.setattr("penneech.study.rows.play_row", refuse)
    design = design_of()
    with pytest.raises(PenneechError, match="cotton-1674, game 0: no such card"):
        run(design, opened(tmp_path / "x", design, ""), 1)


def test_what_cannot_be_planned_is_refused():
    entry = Entry("parlett", load_variant("parlett").rules)
    with pytest.raises(StudyError, match="0 games"):
        plan([entry], PLAYERS, 1, 0)
    with pytest.raises(StudyError, match="-3 games"):
        plan([entry], PLAYERS, 1, -3)
    with pytest.raises(StudyError, match="no variant"):
        plan([], PLAYERS, 1, 1)
    with pytest.raises(SeedError):
        plan([entry], PLAYERS, 2**64, 1)
    with pytest.raises(UnknownNameError, match="greedy"):
        plan([entry], ("gredy", "random"), 1, 1)
    with pytest.raises(StudyError, match="two different variants are called parlett"):
        plan([entry, Entry("parlett", load_variant("gamerules").rules)], PLAYERS, 1, 1)
    assert plan([entry, entry], PLAYERS, 1, 1).entries == (entry,)


@pytest.mark.parametrize("games", [1, 24, 60, 250, 1000, 2600, 100_000])
def test_chunks_cover_every_game_once_low_numbers_first(games):
    design = design_of(games=games)
    chunks = list(design.chunks([(entry, 0, games) for entry in design.entries]))
    for entry in design.entries:
        numbers = [(c.first, c.last) for c in chunks if c.variant == entry.id]
        assert numbers[0][0] == 0
        assert numbers[-1][1] == games
        assert all(one[1] == two[0] for one, two in pairwise(numbers))
    assert [chunk.first for chunk in chunks] == sorted(chunk.first for chunk in chunks)
    assert max(chunk.last - chunk.first for chunk in chunks) <= 2500


def test_chunks_of_very_many_games_are_cut_one_at_a_time():
    design = design_of(games=MOST_GAMES)
    tracemalloc.start()
    chunks = list(islice(design.chunks([(one, 0, MOST_GAMES) for one in design.entries]), 6))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [(chunk.variant, chunk.first) for chunk in chunks[:3]] == [
        ("cotton-1674", 0),
        ("parlett", 0),
        ("cotton-1674", 10_000),
    ]
    assert most < 1 << 20
