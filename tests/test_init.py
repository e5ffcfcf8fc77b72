"""A variant file to start from: valid as it stands, and with any of its remarks made rules."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import jsonschema
import pytest
import yaml
from commands import run

import penneech
from penneech.render.starting import POINT, variant_to_start_from
from penneech.rules import PARAMETERS, RULE_POINTS
from penneech.schema.schemas import schema_text


def made(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("parent", [one.id for one in penneech.variants()])
def test_what_is_begun_has_the_rules_of_its_parent(parent, language, tmp_path):
    answer = run("init", "mine", "--extends", parent, "--out", tmp_path, "--lang", language)
    assert answer.status == 0
    assert run("validate", tmp_path / "mine.yaml").err == ""
    assert penneech.load(tmp_path / "mine.yaml").rules == penneech.load(parent).rules
    schema = (tmp_path / "schema" / "variant.schema.json").read_text("utf-8")
    assert schema == schema_text("variant")
    jsonschema.validate(
        yaml.safe_load((tmp_path / "mine.yaml").read_text("utf-8")), yaml.safe_load(schema)
    )


@pytest.mark.parametrize(
    ("point", "reading"), [(p, r) for p, kind in RULE_POINTS.items() for r in kind]
)
def test_each_remark_can_be_made_a_rule(point, reading, tmp_path):
    text = variant_to_start_from("mine", penneech.load("cotton-1674"))
    if point != POINT:
        pattern = rf"  # {point}:\n  #   reading: \w+\n  #   basis: conjecture\n  #   note: .*\n"
        (block,) = re.findall(pattern, text)
        text = text.replace(block, block.replace("  # ", "  "))
    text = re.sub(rf"(\n  {point}:\n    reading:) \w+", rf"\1 {reading}", text)
    path = made(tmp_path, text)
    answer = run("validate", path)
    if answer.status:
        assert "go together" in answer.err or "cannot" in answer.err or "only" in answer.err
    else:
        assert penneech.load(path).rules.reading(point) == reading


@pytest.mark.parametrize("name", PARAMETERS)
def test_each_parameter_can_be_made_one(name, tmp_path):
    text = variant_to_start_from("mine", penneech.load("cotton-1674"))
    (block,) = re.findall(rf"#   {name}:\n#     value: .*\n#     basis: .*\n#     note: .*\n", text)
    text = text.replace("# parameters:", "parameters:")
    path = made(tmp_path, text.replace(block, re.sub("(?m)^# ", "", block)))
    assert run("validate", path).err == ""
    assert penneech.load(path).parameters[name].origin.variant == "mine"


def test_a_file_that_is_there_is_left_alone(tmp_path):
    path = made(tmp_path, "mine\n")
    answer = run("init", "mine", "--out", tmp_path)
    assert answer.status == 2
    assert "is there already" in answer.err
    assert path.read_text("utf-8") == "mine\n"


def test_a_file_in_the_place_of_the_folder_is_said_to_be_none(tmp_path):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    answer = run("init", "mine", "--out", file)
    assert answer.status == 2
    assert answer.err.rstrip().endswith("file is no folder; name one with --out")
    answer = run("init", "mine", "--out", file / "more")
    assert answer.status == 2
    assert "more cannot be made" in answer.err


@pytest.mark.parametrize("name", ["My Reading", "parlett", "../x", "", "x" * 200])
def test_a_name_that_is_no_id_is_refused(name, tmp_path):
    answer = run("init", name, "--out", tmp_path)
    assert answer.status == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_how_to_ask(shell):
    assert "_PENNEECH_COMPLETE" in run("completion", shell).out


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("ru", {"rulebook"}),
        ("variants parl", {"parlett"}),
        ("diff cotton-1674 wiki", {"wikipedia-en", "wikipedia-it", "wikipedia-en-2020"}),
        ("compare cotton-a", {"cotton-all-fours"}),
        ("rulebook cotton-b", {"cotton-bare"}),
        ("simulate parlett --players greedy,ra", {"greedy,random"}),
        ("sources show Pa", {"Pag", "Par"}),
        ("simulate parlett --pl", {"--players"}),
    ],
)
def test_a_shell_completes_commands_options_and_names(line, wanted):
    words = ["penneech", *line.split()]
    told = {
        "_PENNEECH_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-m", "penneech"],
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        check=False,
    )
    assert {item.partition(",")[2] for item in done.stdout.splitlines()} == wanted
    assert done.stderr == ""
