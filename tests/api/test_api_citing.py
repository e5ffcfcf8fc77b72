"""The Python surface: citations, in the forms of the command."""

from __future__ import annotations

import json

import pytest
from commands import run

import penneech
from penneech.errors import PenneechError, UnknownNameError
from penneech.render.citation import FORMS


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_citation_is_that_of_the_command(form, language):
    cited = penneech.cite("parlett", "C74", language=language, with_sources=True)
    told = run("cite", "parlett", "C74", "--with-sources", "--format", form, "--lang", language)
    assert cited.form(form) == told.out


def test_where_nothing_is_named_the_edition_is_cited():
    assert str(penneech.cite()) == run("cite").out
    assert repr(penneech.cite()) == "<Citation of penneech>"


def test_values_are_cited_as_their_names_are(tmp_path):
    own = tmp_path / "mine.yaml"
    own.write_text("id: mine\nextends: parlett\n", encoding="utf-8")
    values = penneech.load("parlett"), penneech.sources()["C74"], penneech.load(own)
    assert penneech.cite(*values) == penneech.cite("parlett", "C74", own)
    assert penneech.cite("C74", "C74") == penneech.cite("C74")
    assert penneech.cite("C74").to_dict() == json.loads(run("cite", "C74", "--json").out)


def test_a_study_is_cited_with_its_digest():
    study = penneech.compare("parlett", "pagat", games=2)
    (item,) = penneech.cite(study).to_dict()
    assert study.summary["digest"] in item["note"]
    assert item["title"] == "Penneech: 2 variants compared"


def test_the_ending_of_a_file_tells_the_form(tmp_path):
    cited = penneech.cite("C74")
    cited.save(tmp_path / "c74.bib")
    assert (tmp_path / "c74.bib").read_text(encoding="utf-8") == cited.form("bibtex")
    with pytest.raises(UnknownNameError, match=r"\.bib"):
        cited.save(tmp_path / "c74.docx")
    with pytest.raises(PenneechError, match="cannot be written"):
        cited.save(tmp_path / "none" / "c74.bib")


def test_what_nobody_knows_is_refused_with_the_nearest():
    with pytest.raises(UnknownNameError, match="no variant and no source is"):
        penneech.cite("parlet")
    with pytest.raises(UnknownNameError, match="there are text"):
        penneech.cite().form("endnote")
    with pytest.raises(UnknownNameError, match="there are en"):
        penneech.cite(language="fr")


def test_a_notebook_shows_the_references():
    cited = penneech.cite("C74", "Par")
    assert cited._repr_html_().count('class="csl-entry"') == 2
    assert cited._repr_markdown_().count("\n\n") == 1
