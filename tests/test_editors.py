"""What editors make of the schemas: tried in yaml-language-server itself, where it is installed.

It is found by its name, or by YAML_LANGUAGE_SERVER, which may lead to one that is not on the path
(`npm install yaml-language-server`).
"""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import jsonschema
import pytest
from commands import run
from language_server import Editor

from penneech.rules import PARAMETERS, RULE_POINTS
from penneech.schema.schemas import KINDS, schema, schema_text

ROOT = Path(__file__).parents[1]
SERVER = os.environ.get("YAML_LANGUAGE_SERVER") or shutil.which("yaml-language-server")
LINE = "# yaml-language-server: $schema=schema/{}.schema.json\n"

OWN = """\
id: mine
extends: parlett
title: {en: Mine}
rules:
  following:
    reading: must_folow
    basis: conjecture
    note: {en: Why not.}
  honours:
    reading: all_suits
    basis: conjecture
  """
FIGURES = """\
id: mine
extends: parlett
parameters:
  target:
    value: """
SOURCE = """\
siglum: Own
passages:
  - id: a
    readings:
      - point: following
        reading: """


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    if SERVER is None:
        pytest.skip("yaml-language-server is not installed; YAML_LANGUAGE_SERVER may name it")
    folder = tmp_path_factory.mktemp("edited")
    assert run("init", "mine", "--extends", "parlett", "--out", folder).status == 0
    assert run("schema", "--write", folder / "schema").status == 0
    with Editor(SERVER, folder) as opened:
        opened.folder = folder
        yield opened


def opened(editor, name, kind, text):
    """A file with the line that names its schema, open; and what is found wrong in it."""
    path = editor.folder / name
    return path, editor.open(path, LINE.format(kind) + text)


def test_what_init_writes_has_no_fault_in_the_editor(editor):
    file = editor.folder / "mine.yaml"
    assert editor.open(file, file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("folder", ["variants", "sources"])
def test_what_is_shipped_has_no_fault_in_the_editor(editor, folder):
    for file in sorted((ROOT / folder).glob("*.yaml"))[:4]:
        assert editor.open(file, file.read_text(encoding="utf-8")) == []


def test_a_wrong_reading_and_a_missing_note_are_told_where_they_stand(editor):
    _, found = opened(editor, "wrong.yaml", "variant", OWN)
    told = {one["range"]["start"]["line"]: one["message"] for one in found}
    assert '"must_follow"' in told[6]
    assert told[9] == "every basis but stated needs a note that says why"


def test_readings_and_bases_complete_with_what_they_mean(editor):
    path, _ = opened(editor, "complete.yaml", "variant", OWN)
    readings = {one["label"]: one["documentation"] for one in editor.complete(path, 6, 13)}
    assert list(readings) == [str(one) for one in RULE_POINTS["following"]]
    assert "must follow suit" in readings["must_follow"]
    assert "cites" not in {one["label"] for one in editor.complete(path, 6, 13)}


def test_a_rule_point_completes_with_its_question_and_what_must_stand_in_it(editor):
    path, _ = opened(editor, "points.yaml", "variant", OWN)
    points = {one["label"]: one for one in editor.complete(path, 12, 2)}
    assert set(points) >= set(RULE_POINTS) - {"following", "honours"}
    assert points["redeal"]["documentation"] == "Which hands may be thrown up?"
    assert points["redeal"]["insertText"] == "redeal:\n  reading: $1\n  basis: $2"


def test_a_figure_completes_with_that_of_cotton(editor):
    path, _ = opened(editor, "figures.yaml", "variant", FIGURES)
    assert "61" in {one["label"] for one in editor.complete(path, 5, 11)}


def test_a_reading_is_explained_under_the_pointer(editor):
    path, _ = opened(editor, "hover.yaml", "variant", OWN.replace("must_folow", "must_follow"))
    assert "What may the second player to a trick play?" in editor.hover(path, 5, 5)
    reading = editor.hover(path, 6, 16)
    assert "`must_follow`: The second player to a trick must follow suit" in reading
    assert reading.count("must follow suit, that is, play a card of the suit led, if able; a") == 1
    assert "What it rests on." in editor.hover(path, 7, 14)


def test_in_a_source_the_readings_of_the_point_are_offered(editor):
    path, _ = opened(editor, "own.yaml", "source", SOURCE)
    offered = [one["label"] for one in editor.complete(path, 6, 17)]
    assert offered == [str(one) for one in RULE_POINTS["following"]]


# --- Without any editor --------------------------------------------------------------------------


def test_every_shipped_file_names_a_schema_that_is_there():
    for file in (*(ROOT / "variants").glob("*.yaml"), *(ROOT / "sources").glob("*.yaml")):
        first = file.read_text(encoding="utf-8").partition("\n")[0]
        named = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
        assert named, file
        assert (file.parent / named[1]).is_file()


@pytest.mark.parametrize("kind", KINDS)
def test_what_editors_are_told_besides_allows_what_the_schema_allows(kind):
    told = json.loads(schema_text(kind))
    jsonschema.Draft7Validator.check_schema(told)
    assert bare(told) == bare(json.loads(json.dumps(schema(kind))))


def bare(value):
    """A schema without what only editors read."""
    for_editors = {"enumDescriptions", "markdownDescription", "description", "title", "examples"}
    if isinstance(value, list):
        return [one for one in map(bare, value) if one != {"if": {}, "then": {}}]
    if not isinstance(value, dict):
        return value
    if "then" in value and set(bare(value["then"])) <= {"properties"} and is_idle(value["then"]):
        return {"if": {}, "then": {}}
    kept = {
        key: named(one) if key in {"properties", "definitions"} else bare(one)
        for key, one in value.items()
        if key not in for_editors
    }
    if "enum" in kept and kept.get("type") == "string":
        del kept["type"]
    if kept.get("allOf") == []:
        del kept["allOf"]
    return kept


def named(schemas):
    """Schemas by name, which may be called as any keyword."""
    return {name: bare(one) for name, one in schemas.items()}


def is_idle(then):
    """Whether a consequence forbids nothing."""
    return all(bare(one) == {} for one in then.get("properties", {"": {"type": ""}}).values())


def test_every_reading_and_every_point_is_explained():
    told = json.loads(schema_text("variant"))["properties"]
    for point, readings in RULE_POINTS.items():
        own = told["rules"]["properties"][point]
        reading = own["properties"]["reading"]
        assert own["description"].endswith("?")
        assert len(reading["enumDescriptions"]) == len(list(readings))
        assert all(said.endswith(".") for said in reading["enumDescriptions"])
    for name in PARAMETERS:
        own = told["parameters"]["properties"][name]
        assert own["title"]
        jsonschema.Draft7Validator(own["properties"]["value"]).validate(
            own["properties"]["value"]["examples"][0]
        )
