"""The Python surface: names, variants, differences, and what a notebook shows of them."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from commands import run

import penneech
from penneech import api
from penneech.errors import FileFaultsError, UnknownNameError
from penneech.evidence import Text


def printed_by(code):
    return subprocess.check_output([sys.executable, "-c", code], text=True).splitlines()  # noqa: S603  # our own program


HOSTILE = '<script>alert("x")</script> & | `code` [a](b) \u202e\x07'


def test_every_name_is_found_and_the_three_lists_of_names_agree():
    stub = ast.parse(Path(penneech.__file__).with_suffix(".pyi").read_text("utf-8"))
    stubbed = {
        name.name for node in stub.body if isinstance(node, ast.ImportFrom) for name in node.names
    }
    assert set(penneech.__all__) == set(api.__all__) == stubbed
    for name in penneech.__all__:
        assert getattr(penneech, name) is getattr(api, name)
        assert name in dir(penneech)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = penneech.nothing


def test_every_name_and_all_that_it_has_stand_on_the_page():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "python.md").read_text("utf-8")
    told = re.findall(
        r"^\.\. auto(?:function|class):: penneech\.(\w+)$((?:\n   :.*)*)", page, re.MULTILINE
    )
    assert {name for name, _ in told} == set(penneech.__all__)
    for name, options in told:
        one = getattr(penneech, name)
        assert one.__doc__, name
        if isinstance(one, type) and ":members:" in options:
            chosen = re.search(r":members: *(.*)", options)[1]
            own = {key for key in vars(one) if not key.startswith("_") and is_told(one, key)}
            listed = set(chosen.split(", ")) if chosen else own
            assert own <= listed, f"{name}: {own - listed}"


def is_told(kind, key):
    """Whether something of a class is for users: methods and properties, but not how it is made."""
    value = vars(kind)[key]
    return key != "sheet" and (isinstance(value, property) or inspect.isfunction(value))


def test_names_are_not_hidden_by_modules_that_are_loaded():
    code = (
        "import penneech, importlib, pkgutil\n"
        "for one in pkgutil.iter_modules(penneech.__path__):\n"
        "    if one.name != '__main__': importlib.import_module('penneech.' + one.name)\n"
        "print([one for one in penneech.__all__ if hasattr(getattr(penneech, one), '__path__')])\n"
        "print([one for one in penneech.__all__ if not callable(getattr(penneech, one))])"
    )
    assert printed_by(code) == ["[]", "[]"]


def test_importing_the_package_loads_nothing_that_is_slow():
    code = "import sys, penneech; print({'numpy', 'yaml', 'click'} & set(sys.modules))"
    assert printed_by(code) == ["set()"]


def test_a_variant_is_loaded_by_id_by_path_and_again_by_itself(tmp_path):
    one = penneech.load("parlett")
    assert penneech.load(one.path) == one
    own = tmp_path / "mine.yaml"
    own.write_text("id: mine\nextends: parlett\nrules: {}\n", "utf-8")
    mine = penneech.load(own)
    assert mine.rules == one.rules
    assert repr(mine).startswith("<Variant mine")


def test_an_unknown_variant_is_refused_with_those_there_are():
    with pytest.raises(UnknownNameError, match="parlett"):
        penneech.load("parlet")


def test_a_faulty_file_is_refused_with_its_place(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text("id: mine\nextends: parlett\nrules: {following: never}\n", "utf-8")
    with pytest.raises(FileFaultsError, match=r"mine\.yaml:3:"):
        penneech.load(own)


def test_variants_come_in_the_order_of_the_edition_and_as_the_command_has_them():
    answer = json.loads(run("variants", "--json").out)
    assert [one.id for one in penneech.variants()] == [one["id"] for one in answer]


@pytest.mark.parametrize("one", penneech.variants(), ids=lambda one: one.id)
def test_a_variant_is_the_same_data_as_its_command_gives(one):
    assert json.loads(run("variants", one.id, "--json").out) == one.to_dict()


def test_a_rulebook_is_that_of_the_command():
    text = penneech.load("parlett").rulebook("it", "md")
    assert text == run("rulebook", "parlett", "--lang", "it").out


@pytest.mark.parametrize(("language", "form"), [("fr", "md"), ("en", "docx")])
def test_a_rulebook_in_another_language_or_form_is_refused(language, form):
    with pytest.raises(UnknownNameError, match="there are"):
        penneech.load("parlett").rulebook(language, form)


def test_a_difference_is_that_of_the_command():
    found = penneech.diff("cotton-1674", "parlett")
    assert found.to_dict() == json.loads(run("diff", "cotton-1674", "parlett", "--json").out)
    assert [one.id for one in found.rules] == ["redeal", "following", "honours"]
    assert len(found) == 3


def test_the_difference_of_a_variant_from_itself_shows_no_table():
    found = penneech.diff("parlett", "parlett")
    assert len(found) == 0
    assert "<table" not in found._repr_html_()


def test_what_a_file_says_is_never_markup_in_a_notebook():
    one = replace(penneech.load("parlett"), title=Text(HOSTILE), summary=Text(HOSTILE), id=HOSTILE)
    html, markdown = one._repr_html_(), one._repr_markdown_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert markdown.count("<script") == markdown.count(r"\<script") > 0
    assert "[a](b)" not in markdown
    for text in (html, markdown):
        assert "\u202e" not in text
        assert "\x07" not in text


def test_a_notebook_shows_every_rule_of_a_variant():
    one = penneech.load("gamerules")
    for text in (one._repr_html_(), one._repr_markdown_().replace("\\", "")):
        for setting in (*one.settings.values(), *one.parameters.values()):
            assert setting.id in text
            assert setting.reading in text
