"""`compare --all`: the outcomes from samples, what they rest on, and nothing lost of them."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path

import duckdb
import pytest

pytest.importorskip("numba")

from commands import run
from test_querying import OF_ALL
from test_study import files_of

from penneech import kernel
from penneech.study import chances, further
from penneech.study.costly import OF_CHANCES, OF_CHOICES, OF_REPLAYS, STEPS
from penneech.study.design import Entry, plan
from penneech.study.further import play, samples
from penneech.variant import load_variant

VARIANTS = ("parlett", "gamerules")
WORDS = ("compare", *VARIANTS, "--games", "12", "--seed", "3")
COSTLY = [one.name for one in (*OF_CHANCES, *OF_CHOICES, *OF_REPLAYS, *(one for *_, one in STEPS))]


@pytest.fixture(autouse=True)
def few(monkeypatch):
    monkeypatch.setattr(further, "REPLAYS_GAMES", 40)
    monkeypatch.setattr(further, "CHOICES_GAMES", 5)
    monkeypatch.setattr(further, "LADDER_GAMES", 3)


def compare(*words):
    """Run the command in this process; give its status and what it wrote."""
    return run(*WORDS, *words)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The study of two variants with all outcomes, made by one process."""
    made = tmp_path_factory.mktemp("all") / "study"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(further, "REPLAYS_GAMES", 40)
        patch.setattr(further, "CHOICES_GAMES", 5)
        patch.setattr(further, "LADDER_GAMES", 3)
        assert compare("--workers", "1", "--out", made, "--all").status == 0
    return made


@pytest.fixture
def copy(folder, tmp_path):
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def summary_of(folder):
    return json.loads((folder / "summary.json").read_text(encoding="utf-8"))


def test_every_costly_outcome_is_in_the_summary_and_exploratory(folder):
    summary = summary_of(folder)
    assert list(summary["outcomes"])[-len(COSTLY) :] == COSTLY
    for name in COSTLY:
        assert not summary["outcomes"][name]["primary"]
        for found in summary["variants"].values():
            assert found["outcomes"][name]["value"] is not None
        assert summary["differences"]["variants"]["gamerules"][name]["value"] is not None


def test_the_summary_says_how_many_games_each_outcome_rests_on_and_where_they_are(folder):
    outcomes = summary_of(folder)["outcomes"]
    rests = {name: (one["games"], one["table"]) for name, one in outcomes.items()}
    assert rests["points_a_deal"] == (12, "rows")
    assert rests["drama"] == (12, "chances")
    assert rests["spread"] == (5, "choices")
    assert rests["cards_share"] == (40, "replays")
    assert rests["ladder.pimc:2.pimc:1"] == (3, "ladder/pimc-2-vs-pimc-1/rows")
    for _, table in rests.values():
        for variant in VARIANTS:
            assert list((folder / table / variant).glob("*.parquet"))


def test_the_summary_says_how_exact_the_chances_are(folder):
    for found in summary_of(folder)["variants"].values():
        assert found["prospects"]["deals"] == 100_000
        assert 0 < found["prospects"]["error"] <= found["prospects"]["largest_error"] < 0.01


def test_the_page_has_the_costly_outcomes_and_says_what_they_rest_on(folder):
    for full in ((), ("--full",)):
        status, out, _ = compare("--out", folder, "--all", *full)
        words = " ".join(out.split())
        assert status == 0
        assert "How games are won: exploratory" in words
        assert "Choice and cards: exploratory" in words
        assert "Skill: exploratory" in words
        assert "100,000 deals of each variant; their standard error is at most" in words
        assert "5 games, 32 worlds a card" in words
        rows = [line for line in out.splitlines() if line.startswith(VARIANTS)]
        assert len(rows) >= 8
        assert all(len(line) <= 80 for line in rows)


def test_without_all_nothing_of_it_is_played_or_shown(tmp_path):
    status, out, _ = compare("--out", tmp_path / "x", "--workers", 1)
    assert status == 0
    assert "How games are won" not in out
    assert {path.name for path in (tmp_path / "x").iterdir() if path.is_dir()} == {"rows"}
    assert not set(COSTLY) & set(summary_of(tmp_path / "x")["outcomes"])


def test_a_study_takes_all_later_and_is_the_one_that_had_it_at_once(tmp_path, folder):
    compare("--out", tmp_path / "x", "--workers", 1)
    compare("--out", tmp_path / "x", "--workers", 1, "--all")
    assert files_of(tmp_path / "x") == files_of(folder)


def test_files_do_not_depend_on_the_processes(tmp_path, folder):
    compare("--out", tmp_path / "x", "--workers", 2, "--all")
    assert files_of(tmp_path / "x") == files_of(folder)


def test_what_is_missing_is_made_again_and_nothing_else(copy, folder):
    for table in ("chances/parlett", "choices/gamerules", "ladder/pimc-4-vs-pimc-2/rows/parlett"):
        (copy / table / "000000000.parquet").unlink()
    compare("--out", copy, "--workers", 1, "--all")
    assert files_of(copy) == files_of(folder)


def test_what_a_killed_run_left_half_written_is_cleared_away(copy, folder):
    path = copy / "chances" / "parlett" / "000000000.parquet"
    (path.parent / ".penneech-123.part").write_bytes(path.read_bytes()[:100])
    path.unlink()
    compare("--out", copy, "--workers", 1, "--all")
    assert files_of(copy) == files_of(folder)


def test_a_damaged_table_is_named_in_one_line(copy):
    path = copy / "choices" / "parlett" / "000000000.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    status, _, err = compare("--out", copy, "--workers", 1, "--all")
    assert status == 2
    assert err.count("\n") == 1
    assert "choices/parlett/000000000.parquet is damaged" in err.replace("\\", "/")


def test_without_numba_it_is_refused_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel, "available", lambda: False)
    status, _, err = compare("--out", tmp_path / "x", "--players", "greedy", "--all")
    assert status == 2
    assert "--all needs Numba" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "x" / "rows").exists()


def test_ctrl_c_stops_it_and_the_same_command_goes_on(tmp_path):
    design = plan(
        [Entry(name, load_variant(name).rules) for name in VARIANTS], ("greedy", "random"), 3, 30
    )
    found = samples(design, tmp_path / "x", lambda step: str(step.games))
    told = []

    def interrupt(games):
        told.append(games)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    assert not play(found, 1, interrupt)
    assert any(one.store.missing() for one in found)
    assert play(found, 1, told.append)
    assert not any(one.store.missing() for one in found)


def test_players_that_search_have_their_chances_from_fewer_games(monkeypatch, tmp_path):
    monkeypatch.setattr(further, "CHANCES_GAMES_SEARCHED", 2)
    monkeypatch.setattr("penneech.study.prospects.FEW_DEALS", 20)
    chances.known_prospects.cache_clear()
    design = plan([Entry("parlett", load_variant("parlett").rules)], ("pimc:2", "pimc:2"), 3, 12)
    first = samples(design, tmp_path / "x", lambda _: "")[0]
    assert first.design.games == 2
    assert play([first], 1, lambda _: None)
    rows = first.store.read(design.entries[0], 0, 2)
    assert rows["ended"].tolist() == [1, 1]
    chances.known_prospects.cache_clear()


def test_the_command_of_a_study_and_of_the_steps_of_its_ladder_is_kept(folder):
    def command(*parts):
        return json.loads(folder.joinpath(*parts, "manifest.json").read_bytes())["command"]

    start = "penneech compare parlett gamerules --games"
    assert command() == f"{start} 12 --players greedy,greedy --seed 3 --all"
    assert command("ladder", "pimc-2-vs-pimc-1") == f"{start} 3 --players pimc:2,pimc:1 --seed 3"


def test_variants_with_hands_too_large_to_be_searched_take_no_step(tmp_path, monkeypatch):
    monkeypatch.setattr(further, "LARGEST_HAND", 6)
    design = plan([Entry("parlett", load_variant("parlett").rules)], ("greedy", "greedy"), 3, 12)
    found = samples(design, tmp_path / "x", lambda _: "")
    assert [one.table for one in found] == ["chances", "choices", "replays"]


def test_the_question_of_the_docs_to_a_table_is_answered(folder):
    with duckdb.connect() as database:
        found = database.sql(OF_ALL.replace("studies/mine", folder.as_posix())).fetchall()
    assert len(found) == 10
    assert [one[2] for one in found] == sorted((one[2] for one in found), reverse=True)


def test_pairs_agree_on_nothing_that_other_players_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(further, "STEPS", STEPS[:1])
    pairs = ("--players", "greedy", "--players", "random")
    answer = compare("--out", tmp_path / "x", "--workers", 1, "--all", *pairs, "--json")
    assert answer.status == 0
    outcomes = json.loads(answer.out)["agreement"]["outcomes"]
    assert {"points_a_deal", "drama", "spread"} <= set(outcomes)
    assert "cards_share" not in outcomes
    assert not any(name.startswith("ladder") for name in outcomes)
