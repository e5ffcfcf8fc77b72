"""A repository of one's own: variants and sources side by side, and the hook that checks them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from commands import run

from penneech.files.firstkey import first_key

HOOKS = Path(__file__).parents[1] / ".pre-commit-hooks.yaml"
VARIANT = """\
id: mine
extends: parlett
rules:
  honours: {reading: trumps_only, basis: stated, cites: [Ltr.honours]}
"""
LETTER = """\
# yaml-language-server: $schema=schema/source.schema.json

siglum: Ltr
kind: manuscript
seen: whole
title: {en: A letter}
csl: {id: Ltr, type: personal_communication, title: A letter}
licence: {id: CC0-1.0}
passages:
  - id: honours
    locator: {page: "1"}
    says: {en: Honours of the trump suit alone count.}
    readings:
      - {point: honours, reading: trumps_only, certainty: high, resp: editor}
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A repository with everything in its own folder, as far as Git tracks it."""
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(VARIANT, encoding="utf-8")
    Path("Ltr.yaml").write_text(LETTER, encoding="utf-8")
    Path(".pre-commit-config.yaml").write_text("repos: []\n", encoding="utf-8")
    run("schema", "--write", "schema")
    run("simulate", "mine.yaml", "--sources", ".", "--seed", 1, "--records", "games.jsonl")
    return tmp_path


def hooked(folder, *arguments):
    """The hook as pre-commit runs it: on the tracked files that it wants, after its arguments."""
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    names = sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())
    wanted = [
        name
        for name in names
        if re.search(hook["files"], name) and not re.search(hook["exclude"], name)
    ]
    program, *words = hook["entry"].split()
    assert program == "penneech"
    return wanted, run(*words, *(arguments or hook["args"]), *wanted)


def test_the_hook_checks_variants_and_sources_that_lie_side_by_side(own):
    wanted, answer = hooked(own)
    assert wanted == ["Ltr.yaml", "games.jsonl", "mine.yaml"]
    assert (answer.status, answer.err) == (0, "")
    Path("mine.yaml").write_text(VARIANT.replace("Ltr.h", "Ltr.x"), encoding="utf-8")
    _, answer = hooked(own)
    assert answer.status == 1
    assert re.match(r"mine\.yaml:4:\d+: .*Ltr\.xonours", answer.err)


def test_the_hook_takes_other_folders(own):
    for name, folder in (("mine.yaml", "variants"), ("Ltr.yaml", "sources")):
        Path(folder).mkdir()
        Path(name).rename(Path(folder, name))
    _, answer = hooked(own, "--variants", "variants", "--sources", "sources")
    assert (answer.status, answer.err) == (0, "")


@pytest.mark.usefixtures("own")
def test_of_a_folder_with_both_each_command_takes_what_it_asks_for():
    there = ("--variants", ".", "--sources", ".")
    assert "mine" in run("variants", *there).out
    assert "Ltr" not in run("variants", *there).out
    assert run("sources", "list", "--sources", ".").out.count("Ltr") == 1
    assert "mine" not in run("sources", "list", "--sources", ".").out
    assert run("variants", "mine", *there).status == 0
    assert run("cite", "Ltr", "mine", *there).status == 0


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("option", ["--variants", "--sources"])
def test_a_folder_that_is_named_twice_is_not_silently_the_last(option):
    answer = run("diff", "parlett", "pagat", option, ".", option, "schema")
    assert answer.status == 2
    assert f"Invalid value for '{option}': it names one folder, and . and schema" in answer.err


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("id: a\n", "id"),
        ("\ufeff# one\r\n\r\n---\r\nsiglum: A\r\n", "siglum"),
        ('%YAML 1.2\n---\n"id": a\n', "id"),
        ("# only\n", None),
        ("- id: a\n", None),
        ("", None),
    ],
)
def test_the_first_key_is_found_behind_remarks(text, key, tmp_path):
    file = tmp_path / "a.yaml"
    file.write_bytes(text.encode())
    assert first_key(file) == key
    assert first_key(tmp_path) is None
