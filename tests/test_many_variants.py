"""Studies of folders of variants, and looks at some of what a study has."""

from __future__ import annotations

import json
import shutil

import pytest
from commands import run as penneech
from test_study import files_of, rows_of

from penneech.cli import studying
from penneech.study.manifest import design_of
from penneech.study.store import Store
from penneech.study.widest import narrowed, widest


def write(folder, name, **parameters):
    """A variant of the reader's own: cotton-1674 with other parameters."""
    folder.mkdir(parents=True, exist_ok=True)
    listed = "".join(
        f"  {key}: {{value: {value}, basis: conjecture, cites: [], note: {{en: mine}}}}\n"
        for key, value in parameters.items()
    )
    text = f"id: {name}\nextends: cotton-1674\nparameters:\n{listed}"
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder / f"{name}.yaml"


@pytest.fixture
def mine(tmp_path):
    """A folder with three variants, one of them in a folder within, and with other things."""
    folder = tmp_path / "mine"
    write(folder, "short", target=21)
    write(folder, "long", target=91)
    write(folder / "within", "tiny", hand_size=3)
    (folder / "notes.txt").write_text("not a variant", encoding="utf-8")
    (folder / "X.yaml").write_text("siglum: X\nkind: manuscript\n", encoding="utf-8")
    return folder


def compare(*words, games=6):
    return penneech(
        "compare", *words, "--games", games, "--workers", "1", "--players", "greedy", "--json"
    )


def rows(folder):
    return rows_of(Store(folder, design_of(folder)))


def test_a_folder_stands_for_every_variant_in_it(mine, tmp_path):
    answer = compare("parlett", mine, "--out", tmp_path / "x")
    assert answer.status == 0
    assert list(json.loads(answer.out)["variants"]) == ["parlett", "long", "short", "tiny"]


def test_a_folder_and_its_files_one_by_one_make_the_same_rows_in_any_order(mine, tmp_path):
    compare("parlett", mine, "--out", tmp_path / "x")
    files = (mine / "within" / "tiny.yaml", mine / "short.yaml", mine / "long.yaml")
    compare(*files, "parlett", "--out", tmp_path / "y")
    few = compare(mine / "short.yaml", "--out", tmp_path / "z")
    assert few.status == 0
    assert rows(tmp_path / "x") == rows(tmp_path / "y")
    assert rows(tmp_path / "z")["short"] == rows(tmp_path / "x")["short"]
    assert {
        path: data for path, data in files_of(tmp_path / "x").items() if path.startswith("rows")
    } == {path: data for path, data in files_of(tmp_path / "y").items() if path.startswith("rows")}


def test_a_variant_that_is_named_and_in_a_folder_plays_once(mine, tmp_path):
    answer = compare(mine / "short.yaml", mine, "--out", tmp_path / "x")
    assert list(json.loads(answer.out)["variants"]) == ["short", "long", "tiny"]


def test_a_shipped_variant_is_meant_though_a_folder_has_its_name(mine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(mine, tmp_path / "parlett")
    assert list(json.loads(compare("parlett", "--out", "x").out)["variants"]) == ["parlett"]
    found = compare("./parlett", "--out", "y")
    assert list(json.loads(found.out)["variants"]) == ["long", "short", "tiny"]


def test_a_folder_without_variants_is_told_in_one_line(tmp_path):
    (tmp_path / "empty").mkdir()
    answer = compare(tmp_path / "empty", "--out", tmp_path / "x")
    assert (answer.status, answer.out) == (2, "")
    assert "empty has no variants in it" in answer.err
    assert len(answer.err.splitlines()) == 1


def test_a_faulty_variant_in_a_folder_is_named(mine, tmp_path):
    (mine / "bad.yaml").write_text("id: bad\nextends: nobody\n", encoding="utf-8")
    answer = compare(mine, "--out", tmp_path / "x")
    assert answer.status != 0
    assert "bad.yaml" in answer.err
    assert not (tmp_path / "x").exists()


def many(folder, count):
    for number in range(count):
        write(folder, f"v{number:03d}", target=1 + number)
    return folder


def test_of_many_variants_those_are_shown_that_differ_most(tmp_path, monkeypatch):
    monkeypatch.setattr(studying, "SCREENFUL", 8)
    monkeypatch.setattr(studying, "SHOWN", 3)
    folder = many(tmp_path / "many", 12)
    words = ("compare", "cotton-1674", folder, "--games", "20", "--workers", "1")
    words += ("--out", tmp_path / "x")
    out = penneech(*words).out
    assert [line.split()[0] for line in out.splitlines() if line.startswith(("v", "c"))][:5] == [
        "variant",
        "cotton-1674",
        "v000",
        "v001",
        "v002",
    ]
    assert "v003" not in out
    assert "Of 13 variants these are cotton-1674 and the 3 that differ most from it" in out
    full = penneech(*words, "--full").out
    assert "v011" in full
    assert "differ most" not in full
    everything = json.loads((tmp_path / "x" / "summary.json").read_text())
    assert len(everything["variants"]) == 13


def _summary(gaps):
    found = {
        variant: {
            "points": {"value": value, "called": called},
            "more": {"value": 99, "called": True},
        }
        for variant, (value, called) in gaps.items()
    }
    return {
        "outcomes": {"points": {"smallest": 0.5}, "more": {"smallest": 0.1}},
        "intervals": {"simultaneous": ["points"]},
        "variants": dict.fromkeys(["base", *gaps]),
        "differences": {"base": "base", "variants": found},
    }


def test_the_widest_are_those_whose_called_primary_differences_are_largest():
    found = _summary({"a": (1.0, True), "b": (-3.0, True), "c": (9.0, False), "d": (2.0, True)})
    assert widest(found, 2) == ["b", "d"]
    assert widest(found, 9) == ["a", "b", "c", "d"]
    few = narrowed(found, ["d", "b"])
    assert list(few["variants"]) == ["base", "b", "d"]
    assert list(few["differences"]["variants"]) == ["b", "d"]


def test_a_look_at_fewer_games_leaves_what_is_written_as_it_is(tmp_path):
    words = ("parlett", "cotton-1674", "--out", tmp_path / "x")
    compare(*words, games=30)
    before = files_of(tmp_path / "x")
    fewer = penneech("compare", *words, "--games", "10", "--workers", "1")
    assert fewer.out.startswith("10 games of each variant")
    assert "A look at 10 of the 30 games that were asked for" in fewer.out
    assert "is left as it is" in fewer.out
    after = files_of(tmp_path / "x")
    assert {name for name in after if after[name] != before[name]} <= {"manifest.json"}
    again = penneech("compare", *words, "--games", "30", "--workers", "1")
    assert again.out.startswith("30 games of each variant")
    assert "Written to" in again.out
    assert files_of(tmp_path / "x")["summary.json"] == before["summary.json"]
