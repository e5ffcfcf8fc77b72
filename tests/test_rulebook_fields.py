"""Every field of a variant, changed alone, changes its rulebook in every form and language.

Here the forms are read as a reader has them: the text of the page, of the Markdown, and of print.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from rulebook_forms import TEXTS, pdf_text, print_text, squeezed
from rulebook_parts import BASE, FIGURES, LANGUAGES, section, text_of, variant
from test_rulebook import FIGURE_CHANGES, PLACE, partners

import penneech.render.rulebook
from penneech.catalogue import load_catalogue
from penneech.evidence import Basis, Text
from penneech.render.edition import Edition
from penneech.render.rulebook import compose_rulebook
from penneech.rules import PARAMETERS, RULE_POINTS


@pytest.fixture(autouse=True)
def without_examples(monkeypatch):
    """Leave the examples out: they are played, and are tested by what was played."""
    monkeypatch.setattr(penneech.render.rulebook, "worked_examples", lambda *_: ())


def without_differences(document):
    """The document without the page that tells what other variants say."""
    after = tuple(part for part in document.after if part.id != "differences")
    return replace(document, after=after)


def sentence(edition, entry):
    return text_of(edition.words.filled(edition.words.of(entry.sentence), edition.figures))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("point", RULE_POINTS)
def test_of_each_rule_every_form_says_the_reading_and_no_other(point, language):
    sections = []
    for reading in RULE_POINTS[point]:
        told = variant({**partners(point, reading.value), point: reading.value})
        document = without_differences(compose_rulebook(told, language))
        sections.append(section(document, PLACE[point]))
        edition = Edition(told, {}, language)
        entries = load_catalogue().readings[point].items()
        for text in TEXTS:
            found = text(document)
            said = [name for name, entry in entries if sentence(edition, entry) in found]
            assert said == [reading.value], text.__name__
            names = {one.value for one in RULE_POINTS[point]}
            assert re.search(rf"\b{reading.value}\b", found), text.__name__
            shown = {name for name in names if re.search(rf"\b{name}\b(?! \w+ ace)", found)}
            # Some words are readings of two points: `dealer`, `trick_winner`, `holder`.
            assert not {name for name in shown - {reading.value} if "_" in name} - SHARED
    assert len(set(sections)) == len(sections)


SHARED = {
    name
    for kind in RULE_POINTS.values()
    for name in (one.value for one in kind)
    if sum(name in {one.value for one in other} for other in RULE_POINTS.values()) > 1
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "value", "gone"), FIGURE_CHANGES)
def test_of_each_figure_every_form_says_the_new_one_and_nowhere_the_old(
    name, value, gone, language
):
    was, now = variant(**FIGURES), variant(**{**FIGURES, name: value})
    before, after = (without_differences(compose_rulebook(one, language)) for one in (was, now))
    said = text_of(Edition(now, {}, language).sentence(name)[:-1])
    for text in TEXTS:
        found = text(after)
        assert said in found, text.__name__
        assert found != text(before)
        for old in gone:
            assert not re.search(rf"\b{old}\b", found), (text.__name__, old)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*RULE_POINTS, *PARAMETERS])
def test_the_pdf_itself_says_it(name, language):
    """A reading of each point, and a value of each figure, in the section that has it."""
    if name in RULE_POINTS:
        reading = [one.value for one in RULE_POINTS[name]][-1]
        told = variant({**partners(name, reading), name: reading})
    else:
        told = variant(**FIGURES)
    document = compose_rulebook(told, language)
    here = [part for part in document.sections if part.id == PLACE[name]]
    pages = pdf_text(replace(document, sections=tuple(here), after=()))
    edition = Edition(told, {}, language)
    said = squeezed(text_of(edition.sentence(name)[:-1]))
    # A sentence may run over the end of a page, with notes between.
    text = "".join(pages)
    half = len(said) // 2
    assert said in text or (said[:half] in text and said[half:] in text) or split(said, pages)


def split(said, pages):
    """Whether a sentence begins on a page and ends on the next."""
    return any(
        said[:cut] in one and said[cut:] in two
        for one, two in pairwise(pages)
        for cut in range(1, len(said))
    )


OLD, NEW = Text("Old words here.", "Parole vecchie qui."), Text("New ones now.", "Nuove adesso.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", ["title", "summary", "note", "witnesses", "id"])
def test_of_each_text_every_form_says_the_new_one_and_nowhere_the_old(field, language):
    def changed(text):
        match field:
            case "note":
                point = replace(BASE.settings["following"], note=text)
                return replace(BASE, settings={**BASE.settings, "following": point})
            case "witnesses":
                return replace(variant(), witnesses=("GmR",) if text is NEW else ("WpI",))
            case "id":
                return replace(BASE, id="new-name" if text is NEW else "old-name")
            case _:
                return replace(BASE, **{field: text})

    old, new = (without_differences(compose_rulebook(changed(one), language)) for one in (OLD, NEW))
    words = {"witnesses": ("WpI", "GmR"), "id": ("old-name", "new-name")}
    gone, come = words.get(field, (OLD.get(language), NEW.get(language)))
    for text in TEXTS:
        assert gone in text(old), text.__name__
        assert come in text(new), text.__name__
        assert gone not in text(new), text.__name__


EVERYTHING = [*BASE.settings, *BASE.parameters, *BASE.invariants]


@pytest.mark.parametrize("name", EVERYTHING)
def test_changed_evidence_of_any_setting_changes_its_note_in_every_form(name):
    moot = Edition(BASE, {}, "en").moot
    assert name not in moot
    for change in (
        {"basis": Basis.CONJECTURE, "note": NEW},
        {"cites": ("C74.excess", "C87.excess")},
        {"note": NEW},
    ):
        tables = {
            table: {
                key: replace(one, **change) if key == name else one
                for key, one in getattr(BASE, table).items()
            }
            for table in ("settings", "parameters", "invariants")
        }
        for language in LANGUAGES:
            was, now = (
                {note.id: note for note in compose_rulebook(one, language).notes}
                for one in (BASE, replace(BASE, **tables))
            )
            differing = [key for key in was if was[key] != now[key]]
            assert differing == [name] or all(
                getattr(BASE.setting(name), key) == value for key, value in change.items()
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_others_say_stands_on_the_page_of_differences_alone(language):
    document = compose_rulebook(BASE, language)
    found = print_text(without_differences(document))
    for other in ("wikipedia-it", "follow_or_trump", "excess-with-turn-ups"):
        assert not re.search(rf"\b{other}\b", found)
