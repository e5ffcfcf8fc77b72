"""The page on the architecture: its picture is the contract's, and its pack is dealt as it says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import duckdb
import pytest
from commands import run

from penneech.chance import shuffled
from penneech.publishing.layers import layers_of, picture_of, saying
from penneech.publishing.making import MakingError

ROOT = Path(__file__).parents[1]
PAGE = " ".join((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").split())
LAYERS = layers_of((ROOT / ".importlinter").read_text(encoding="utf-8"))

CONTRACT = """[importlinter:contract:layers]
layers =
    above
    one | other
    below
"""


@pytest.fixture
def project(tmp_path):
    """A project of four modules, of which one is a package."""
    (tmp_path / ".importlinter").write_text(CONTRACT, encoding="utf-8")
    package = tmp_path / "penneech"
    (package / "below").mkdir(parents=True)
    for path in ("above.py", "one.py", "other.py", "below/__init__.py"):
        name = path.partition(".")[0].partition("/")[0]
        (package / path).write_text(f'"""What `{name}` is.\n\nMore."""\n', encoding="utf-8")
    return tmp_path


# --- The picture ---------------------------------------------------------------------------------


def test_layers_are_read_from_above_and_those_of_one_line_are_one():
    assert layers_of(CONTRACT) == [["above"], ["one", "other"], ["below"]]


def test_the_picture_has_every_module_in_the_order_of_the_contract(project):
    svg = picture_of(project)
    names = ["above", "one", "other", "below"]
    assert [word for word in re.findall(r">(\w+)</text>", svg) if word in names] == names
    assert re.findall(r"What (\w+) is<", svg) == names
    assert "<desc>From above: above; one and other; below.</desc>" in svg


def test_the_picture_follows_the_contract(project):
    before = picture_of(project)
    apart = CONTRACT.replace("one | other", "one\n    other")
    (project / ".importlinter").write_text(apart, encoding="utf-8")
    assert picture_of(project) != before


def test_a_module_of_the_contract_that_is_not_there_is_named(project):
    (project / "penneech" / "one.py").unlink()
    with pytest.raises(MakingError, match="layer one"):
        picture_of(project)


def test_every_module_has_a_layer_and_a_line_of_its_own():
    there = {
        path.stem if path.suffix else path.name
        for path in (ROOT / "penneech").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    named = [name for layer in LAYERS for name in layer]
    assert sorted(there - {"__init__", "__main__"}) == sorted(named)
    sayings = [saying(ROOT, name) for name in named]
    assert len(set(sayings)) == len(sayings)


def test_the_table_of_the_page_has_each_module_once_and_in_an_order_that_holds():
    rows = re.findall(r"\| ((?:`\w+`(?:, )?)+) \|", PAGE)
    told = [name for row in rows for name in re.findall(r"\w+", row)]
    place = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    assert sorted(told) == sorted(place)
    # A row that begins with an upper layer stands above the others.
    firsts = [min(place[name] for name in re.findall(r"\w+", row)) for row in rows]
    assert firsts == sorted(firsts)


# --- The life of one pack ------------------------------------------------------------------------


def test_the_pack_of_the_page_is_the_one_that_its_seed_makes():
    assert f"first cards are {' '.join(map(str, shuffled(1, 7, 0, 0)[:6]))}." in PAGE
    assert str(shuffled(1, 7, 0, 0)[14]) == "TS"


def test_the_pack_lives_as_the_page_tells(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = re.findall(r"penneech (compare [^`]+?|trace [^`]+?) (?:```|penneech)", PAGE)
    assert [line.partition(" ")[0] for line in lines] == ["compare", "trace"]
    for line in lines:
        assert run(*line.split()).status == 0
    folder = Path("studies/pack")
    (rows,) = (folder / "rows" / "parlett").iterdir()
    assert rows.as_posix() in PAGE
    figures = ("deals", "score_a", "score_b", "winner", "penneech_in_hand_elder")
    question = f"select {', '.join(figures)} from '{rows}' where game = 7"  # noqa: S608  # our own names
    with duckdb.connect() as database:
        [found] = database.sql(question).fetchall()
    for name, figure in zip(figures, found, strict=True):
        assert f"`{name}` {figure}" in PAGE
    summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    points = summary["variants"]["parlett"]["outcomes"]["points_a_deal"]
    shown = "is {value:.2f}, between `low` {low:.2f} and `high` {high:.2f}".format_map(points)
    assert shown in PAGE
    assert (folder / "report.html").is_file()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert {"digest", "seed", "players", "games", "variants"} <= set(manifest)
    record = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert (record["seed"], record["game"]) == ("1", 7)
    sheet = run("replay", "game.json", "--deal", "1").out
    assert "8D 7D 2D 6H 3H 6S 4S" in PAGE
    hand = re.search(r"B's hand +(.+)", sheet)[1]
    assert hand.translate(str.maketrans("♣♦♥♠", "CDHS")) == "8D 7D 2D 6H 3H 6S 4S"
    assert re.search(r"excess of cards +20 +20", sheet)
