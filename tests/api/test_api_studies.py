"""The Python surface: studies and explanations, as data, tables and pictures."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest
from commands import run

import penneech
from penneech.errors import PenneechError, StudyError, UnknownNameError


@pytest.fixture(scope="module")
def study():
    return penneech.compare("cotton-1674", "parlett", games=40, seed=3)


def test_a_comparison_has_the_figures_of_the_command(study, tmp_path):
    told = json.loads(
        run(
            "compare", "cotton-1674", "parlett", "--games", "40", "--seed", "3", "--json",
            "--out", str(tmp_path / "study"),
        ).out
    )  # fmt: skip
    assert study.to_dict() == {key: value for key, value in told.items() if key != "folder"}


def test_every_figure_is_in_the_table(study):
    rows = {(row["variant"], row["outcome"]): row for row in study.table()}
    for variant, own in study.summary["variants"].items():
        for name, figure in own["outcomes"].items():
            assert rows[variant, name]["value"] == figure["value"]
    assert rows["cotton-1674", "deals_a_game"]["difference"] is None
    gap = study.summary["differences"]["variants"]["parlett"]["deals_a_game"]
    assert rows["parlett", "deals_a_game"]["difference"] == gap["value"]
    assert len(study.to_pandas()) == len(rows)


def test_rows_are_there_as_arrays_and_to_be_asked_in_sql(study):
    rows = study.games("parlett")
    assert rows["deals"].shape == (40,)
    question = "select avg(deals) from games where variant = 'parlett'"
    database = study.to_duckdb()
    ((mean,),) = database.sql(question).fetchall()
    assert mean == pytest.approx(rows["deals"].mean())
    with pytest.raises(UnknownNameError, match="parlett"):
        study.games("pagat")


def test_the_name_of_a_folder_is_no_part_of_a_question(tmp_path):
    for name in ("o'brien", "x']); drop table games; --", "a*", "[ab]", "both ' and \""):
        study = penneech.compare("parlett", "gamerules", games=2, out=tmp_path / name)
        with study.to_duckdb() as database:
            ((many,),) = database.sql("select count(*) from games").fetchall()
        assert many == 4


def test_a_game_of_a_study_is_made_again(study):
    record = study.trace("parlett", 7)
    assert len(record.deals) == study.games("parlett")["deals"][7]
    with pytest.raises(PenneechError):
        study.trace("parlett", 40)


def test_a_notebook_shows_the_variants_and_what_differs(study):
    text = study._repr_markdown_()
    assert "| cotton-1674 |" in text
    assert "| parlett |" in text
    assert "deals a game" in study._repr_html_()


def test_a_study_is_drawn_outcome_by_outcome(study):
    svg = study.plot()._repr_svg_()
    assert "deals a game, against cotton-1674" in svg
    assert svg.count("<circle") == 1
    assert "difference, in points" in study.plot("points_a_deal").svg
    with pytest.raises(UnknownNameError, match="deals_a_game"):
        study.plot("deals")
    alone = penneech.compare("parlett", games=5).plot().svg
    assert ">parlett<" in alone
    assert "difference" not in alone


def test_a_study_in_a_folder_goes_on(tmp_path):
    penneech.compare("parlett", games=10, out=tmp_path / "s")
    more = penneech.compare("parlett", games=20, out=tmp_path / "s")
    assert more.summary["games"] == 20
    assert (tmp_path / "s" / "report.html").exists()
    with pytest.raises(StudyError):
        penneech.compare("pagat", games=10, out=tmp_path / "s")


def test_a_study_without_a_folder_leaves_none(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    study = penneech.compare("parlett", games=5)
    assert study.folder.is_dir()
    del study
    assert not list(tmp_path.iterdir())


def test_an_explanation_has_the_figures_of_the_command():
    found = penneech.explain("cotton-1674", "parlett", outcomes=["deals_a_game"], games=30, seed=2)
    told = json.loads(
        run(
            "explain", "cotton-1674", "parlett", "--outcome", "deals_a_game", "--games", "30",
            "--seed", "2", "--json",
        ).out
    )  # fmt: skip
    assert json.loads(json.dumps(found.to_dict())) == told
    assert {row["rule_points"] for row in found.table()} == {"redeal", "following", "honours"}
    assert len(found.to_pandas()) == 3
    assert found.plot()._repr_svg_().startswith("<svg")
    assert "honours" in found._repr_html_()


def test_a_share_that_is_nothing_is_zero_in_the_table():
    found = penneech.explain("cotton-1674", "parlett", outcomes=["deals_a_game"], games=30, seed=2)
    shares = found.shares["deals_a_game"]
    left = shares.factors[0]._replace(value=7.4e-17, low=-0.25, high=-1e-18)
    rest = replace(shares, factors=(left, *shares.factors[1:]))
    row = replace(found, shares={"deals_a_game": rest}).table()[0]
    assert [str(row[key]) for key in ("value", "low", "high")] == ["0.0", "-0.25", "0.0"]


def test_an_outcome_that_nobody_knows_is_refused():
    with pytest.raises(UnknownNameError, match="deals_a_game"):
        penneech.explain("cotton-1674", "parlett", outcomes=["deals"])


def test_pandas_is_asked_for_where_it_is_missing(study, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(PenneechError, match="pip install pandas"):
        study.to_pandas()
