"""The Python surface: what callers give by mistake, and what they may not change by mistake."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import numpy as np
import pytest

import penneech
from penneech.errors import PenneechError, SeedError, StudyError, UnknownNameError

NO_NAMES = ["a\0b", "a\ud800b"]
"""No file of any system can be called so."""


@pytest.fixture(scope="module")
def record():
    return penneech.play("parlett", seed=1)


@pytest.fixture(scope="module")
def study():
    return penneech.compare("parlett", "pagat", games=10, seed=3)


def changeable(value):
    """The lists and dictionaries in a value, which could be changed."""
    if isinstance(value, list | dict):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from changeable(getattr(value, field.name))
    elif isinstance(value, tuple | Mapping):
        for one in value.values() if isinstance(value, Mapping) else value:
            yield from changeable(one)


def test_what_is_done_to_the_sources_changes_nothing_elsewhere():
    before = str(penneech.cite("C74"))
    mine = penneech.sources()
    mine["C74"].csl["author"].clear()
    for source in mine.values():
        for value in changeable(source):
            value.clear()
    mine.clear()
    assert str(penneech.cite("C74")) == before
    assert penneech.load("parlett").id == "parlett"
    again = [list(changeable(source)) for source in penneech.sources().values()]
    assert all(map(all, again))


def test_a_variant_is_closed_and_can_be_copied():
    one = penneech.load("parlett")
    before = one.to_dict()
    with pytest.raises(TypeError):
        one.settings["redeal"] = None
    for again in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):  # noqa: S301  # our own
        assert again == one
        with pytest.raises(TypeError):
            again.settings["redeal"] = None
    for value in changeable(one):
        value.clear()
    assert penneech.load("parlett").to_dict() == before


def test_numbers_of_numpy_are_numbers(record):
    for of in (np.int64, np.uint64, np.int32):
        assert penneech.play("parlett", seed=of(1), game=of(0)) == record
        game = penneech.Game("parlett", seed=of(1), game=of(0))
        assert json.loads(json.dumps(game.record().to_dict()))["game"] == 0
    seed = np.uint64(2**64 - 1)
    kept = penneech.play("parlett", seed=seed, game=seed)
    assert kept == penneech.play("parlett", seed=2**64 - 1, game=2**64 - 1)
    one = penneech.compare("parlett", games=np.int32(3), seed=np.uint64(1), workers=np.int64(1))
    assert one.to_dict() == penneech.compare("parlett", games=3).to_dict()
    assert one.trace("parlett", np.uint8(2)) == one.trace("parlett", 2)
    two = penneech.compare("parlett", games=3, players="greedy,random")
    rows = two.games("parlett")
    for game, swapped in zip(rows["game"], rows["swapped"], strict=True):
        again = two.trace("parlett", game, swapped=swapped)
        assert json.loads(json.dumps(again.to_dict()))["swapped"] is bool(swapped)
    assert "np." not in (one.folder / "manifest.json").read_text("utf-8")
    asked = penneech.explain("cotton-1674", "parlett", games=np.int64(2), seed=np.uint64(1)).asked
    assert (type(asked.games), type(asked.seed)) == (int, int)


def test_a_record_that_is_written_can_be_read(tmp_path):
    for name in ("game.json", "game.txt"):
        for seed, game in ((True, 0), (2**64 - 1, 2**64 - 1)):
            record = penneech.play("parlett", seed=seed, game=game)
            record.save(tmp_path / name)
            assert penneech.read_records(tmp_path / name)[0].heading.seed == seed
    for number in (-1, 2**64):
        for begin in (penneech.play, penneech.Game):
            with pytest.raises(SeedError, match="game number"):
                begin("parlett", seed=1, game=number)


def test_a_comparison_has_its_own_games_and_no_more(tmp_path):
    penneech.compare("parlett", "pagat", games=40, out=tmp_path / "s")
    one = penneech.compare("parlett", "pagat", games=20, out=tmp_path / "s")
    with one.to_duckdb() as database:
        found = database.sql("select count(*), max(game) from games").fetchall()
    assert found == [(40, 19)]
    assert one.trace("parlett", 19).heading.game == 19
    for game in (20, -1):
        with pytest.raises(StudyError, match="games 0 to 19"):
            one.trace("parlett", game)


def test_a_game_that_two_commands_played_is_there_once_and_a_lost_one_is_told_of(tmp_path):
    one = penneech.compare("parlett", "pagat", games=5, out=tmp_path / "s")
    (rows,) = (tmp_path / "s" / "rows" / "pagat").glob("*.parquet")
    twice = rows.with_name("000000003.parquet")
    twice.write_bytes(rows.read_bytes())
    with one.to_duckdb() as database:
        assert database.sql("select count(*) from games").fetchall() == [(10,)]
    twice.unlink()
    rows.unlink()
    with pytest.raises(StudyError, match="compare the variants again"):
        one.to_duckdb()


def test_rows_in_a_database_outlive_a_study_that_has_no_folder():
    database = penneech.compare("parlett", games=5).to_duckdb()
    assert database.sql("select count(*) from games").fetchall() == [(5,)]


def test_rows_that_are_gone_are_told_of(tmp_path):
    one = penneech.compare("parlett", games=5, out=tmp_path / "s")
    (tmp_path / "s").rename(tmp_path / "t")
    for ask in (one.to_duckdb, lambda: one.games("parlett"), lambda: one.trace("parlett", 1)):
        with pytest.raises(StudyError) as told:
            ask()
        assert "\n" not in str(told.value)


def test_a_summary_that_is_given_is_the_callers_own(study):
    study.to_dict()["variants"].clear()
    assert study.to_dict()["variants"]


def test_studies_are_copied_and_pickled_where_their_rows_stay(study, tmp_path):
    again = copy.deepcopy(penneech.compare("parlett", games=5))
    assert len(again.games("parlett")["deals"]) == 5
    with pytest.raises(TypeError, match="out=FOLDER"):
        pickle.dumps(study)
    kept = penneech.compare("parlett", games=5, out=tmp_path / "s")
    one = pickle.loads(pickle.dumps(kept))  # noqa: S301  # our own
    assert one.table() == kept.table()
    assert one.games("parlett")["deals"].tolist() == kept.games("parlett")["deals"].tolist()


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],  # noqa: S301  # our own
)
def test_a_copy_of_a_game_goes_on_by_itself(copied):
    game = penneech.Game("parlett", seed=1)
    game.play_by("random")
    other, before = copied(game), game.record()
    while not other.is_over:
        other.play_by("random")
    assert game.record() == before
    while not game.is_over:
        game.play_by("random")
    assert game.record() == other.record()


def test_folders_may_be_texts(tmp_path):
    (tmp_path / "mine.yaml").write_text("id: mine\nextends: parlett\n", "utf-8")
    one = penneech.load("mine", variants_dir=str(tmp_path))
    assert one == penneech.load("mine", variants_dir=tmp_path)
    assert one in penneech.variants(variants_dir=str(tmp_path))
    assert penneech.sources(str(tmp_path)) == penneech.sources()
    assert penneech.load(one) is one


def test_one_outcome_may_be_a_text():
    found = penneech.explain("cotton-1674", "parlett", outcomes="deals_a_game", games=2)
    assert [one.name for one in found.asked.outcomes] == ["deals_a_game"]


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (lambda _: penneech.which("game.json"), "penneech.read_records"),
        (lambda one: penneech.which([one, "game.json"]), "penneech.read_records"),
        (lambda _: penneech.which(3), "penneech.read_records"),
        (lambda _: penneech.solve("game.json"), "penneech.read_records"),
        (lambda one: penneech.solve(one, 5), "the name of a player"),
        (lambda one: penneech.rescore([one], "pagat"), "penneech.read_records"),
        (lambda one: penneech.rescore(one, one), "a variant is its id"),
        (penneech.cite, "is cited"),
        (lambda _: penneech.compare(["parlett", "pagat"]), "each by itself"),
        (lambda one: penneech.load(one.rules), "a variant is its id"),
        (lambda one: penneech.play(one.rules), "a variant is its id"),
        (lambda _: penneech.play("parlett", 5), "players are named"),
        (lambda _: penneech.play("parlett", [5, 6]), "the name of a player"),
        (lambda _: penneech.play("parlett", seed=1.0), "a seed is a whole number"),
        (lambda _: penneech.play("parlett", seed=1, game="1"), "a whole number"),
        (lambda _: penneech.compare("parlett", games=2.5), "a whole number"),
        (lambda _: penneech.Game("parlett").throw_up(wanted="no"), "True or False"),
        (lambda _: penneech.Game("parlett").play(3), "a card is a text"),
        (lambda _: penneech.Game("parlett").play_by(3), "the name of a player"),
        (lambda _: penneech.explain("parlett", "pagat", outcomes=3), "outcomes are named"),
        (lambda _: penneech.read_records(3), "a path is"),
        (lambda _: penneech.load("parlett", variants_dir=3), "a path is"),
    ],
)
def test_a_thing_of_another_kind_is_named_in_a_sentence(record, slip, told):
    with pytest.raises(TypeError, match=told) as found:
        slip(record)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("workers", [0, -1, 10**9])
def test_as_many_workers_as_the_command_takes(workers):
    with pytest.raises(StudyError, match="from 1 to 61"):
        penneech.compare("parlett", games=2, workers=workers)
    with pytest.raises(StudyError, match="from 1 to 61"):
        penneech.explain("cotton-1674", "parlett", games=2, workers=workers)


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_no_file_can_have_is_refused(record, study, name):
    for use in (
        lambda: record.save(f"{name}.json"),
        lambda: study.plot().save(Path(f"{name}.svg")),
        lambda: penneech.cite().save(f"{name}.bib"),
        lambda: penneech.compare("parlett", games=2, out=name),
        lambda: penneech.read_records(f"{name}.json"),
        lambda: penneech.load(f"{name}.yaml"),
        lambda: penneech.load(name),
        lambda: penneech.cite(f"{name}.yaml"),
        lambda: penneech.cite(name),
        lambda: penneech.load("parlett", variants_dir=name),
        lambda: penneech.variants(sources_dir=name),
        lambda: penneech.sources(name),
    ):
        with pytest.raises(PenneechError) as told:
            use()
        assert "\n" not in str(told.value)


def test_rules_that_there_are_not_are_refused_by_name(record):
    with pytest.raises(UnknownNameError, match="redeal"):
        penneech.load("parlett").setting("nope")
    with pytest.raises(UnknownNameError, match="redeal"):
        penneech.which(record).readings("nope")
