"""The stemma: the order of time, the lines, and the three ways in which it is set."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET  # what is read is our own
from dataclasses import replace

import pytest
from apparatus_parts import NASTY

from penneech.apparatus import load_sources
from penneech.edition.stemma import first_year, in_time, stemma_of
from penneech.evidence import Text
from penneech.render.critical.lanes import spots
from penneech.render.critical.naming import Naming
from penneech.render.critical.stemma_drawing import descent_in_words, stemma_svg
from penneech.render.critical.stemma_text import stemma_markdown, stemma_mermaid
from penneech.witnesses import Descent, Link, LinkCertainty

SVG = "{http://www.w3.org/2000/svg}"
STEMMA = stemma_of(load_sources())


def chain(length):
    """Sources of which each descends from the one before."""
    model = replace(load_sources()["Pag"], passages=(), unseen=(), descends=())
    made = {}
    for number in range(length):
        line = Descent(f"S{number - 1}", Link.REPRINT, LinkCertainty.CERTAIN, None)
        above = (line,) if number else ()
        made[f"S{number}"] = replace(model, siglum=f"S{number}", descends=above)
    return made


def test_sources_stand_in_the_order_of_time_and_the_undated_after_what_they_descend_from():
    order = in_time(load_sources())
    dated = [name for name in order if first_year(load_sources()[name]) is not None]
    years = [first_year(load_sources()[name]) for name in dated]
    assert years == sorted(years)
    for name, source in load_sources().items():
        for one in source.descends:
            assert order.index(one.siglum) < order.index(name)
    assert order.index("Par") < order.index("WpE20")


def test_every_witness_is_there_the_unseen_too():
    assert {one.siglum for one in STEMMA.sources} == set(load_sources())
    assert all(STEMMA.stands_alone(name) for name in ("Bal", "E22", "HG98"))


def test_a_source_hangs_from_the_surest_of_what_it_descends_from():
    assert STEMMA.main_parent("Par") == "C74"
    assert STEMMA.main_parent("WpE") == "WpE20"
    assert [one.parent for one in STEMMA.lines_to("WpE")] == ["WpE20", "Par", "C74"]


def test_whatever_is_less_than_certain_is_a_broken_line():
    broken = {(one.parent, one.child) for one in STEMMA.lines if one.is_broken}
    assert ("C74", "C87") in broken
    assert ("Par", "WpE") not in broken


def test_no_line_that_goes_down_a_lane_passes_through_another_source():
    for sources in (load_sources(), chain(40)):
        stemma = stemma_of(sources)
        places = spots(stemma)
        taken = {(one.row, one.lane) for one in places.values()}
        assert len(taken) == len(places)
        for line in stemma.lines:
            above, below = places[line.parent], places[line.child]
            if line.is_main:
                between = {(row, below.lane) for row in range(above.row + 1, below.row)}
                assert not between & taken, line


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_drawing_has_every_source_with_its_date_and_every_line_with_its_kind(language):
    naming = Naming(language)
    root = ET.fromstring(stemma_svg(STEMMA, naming))  # noqa: S314  # our own
    texts = [one.text for one in root.iter(f"{SVG}text")]
    for source in STEMMA.sources:
        assert source.siglum in texts
        assert naming.dated(source) in texts
    drawn = [one for one in root.iter(f"{SVG}path") if one.find(f"{SVG}title") is not None]
    assert len(drawn) == len(STEMMA.lines)
    for certainty in LinkCertainty:
        wanted = sum(one.descent.certainty is certainty for one in STEMMA.lines)
        assert sum(certainty in one.get("class").split() for one in drawn) == wanted
    assert f"{SVG}rect" in {one.tag for one in root.iter() if one.get("class") == "mark"}


def test_the_drawing_says_in_words_what_it_shows():
    root = ET.fromstring(stemma_svg(STEMMA, Naming("en")))  # noqa: S314  # our own
    assert root.get("role") == "img"
    names = root.get("aria-labelledby").split()
    told = {one.get("id"): one.text for one in root.iter() if one.get("id")}
    assert set(names) <= set(told)
    assert "C87, 1687" in told["stemma-told"]
    assert "Reprint of C74 (likely)" in told["stemma-told"]


def test_the_drawing_is_for_light_and_for_dark():
    assert "prefers-color-scheme:dark" in stemma_svg(STEMMA, Naming("en"))


def test_mermaid_has_a_node_for_each_source_and_breaks_uncertain_lines():
    text = stemma_mermaid(STEMMA, Naming("en"))
    assert text.startswith("flowchart TD\n")
    assert 'w_C74 -.->|"reprint, likely"| w_C87' in text
    assert 'w_Par -->|"drawn on, certain"| w_WpE' in text
    assert len(re.findall(r"^  w_\w+\[", text, re.MULTILINE)) == len(STEMMA.sources)


def test_markdown_has_the_diagram_and_the_same_as_a_list():
    text = stemma_markdown(STEMMA, Naming("it"))
    assert "```mermaid\nflowchart TD\n" in text
    assert "- **C87**, 1687, " in text
    assert "Discendenza ignota." in text


def test_what_is_not_known_of_a_descent_is_said():
    naming, sources = Naming("en"), load_sources()
    assert descent_in_words(sources["Bal"], STEMMA, naming) == "descent not known"
    assert "nothing older" in descent_in_words(sources["C74"], STEMMA, naming)


def test_nothing_in_a_title_acts():
    sources = load_sources()
    nasty = {**sources, "Bal": replace(sources["Bal"], title=Text(NASTY))}
    stemma, naming = stemma_of(nasty), Naming("en")
    svg, mermaid = stemma_svg(stemma, naming), stemma_mermaid(stemma, naming)
    ET.fromstring(svg)  # noqa: S314  # our own
    line = next(one for one in mermaid.splitlines() if one.startswith("  w_Bal["))
    assert line.count('"') == 2
    for text in (svg, mermaid):
        assert "\u202e" not in text
        assert "<b>" not in text


def test_many_generations_are_drawn():
    svg = stemma_svg(stemma_of(chain(300)), Naming("en"))
    assert svg.count("<title>S") == 299
