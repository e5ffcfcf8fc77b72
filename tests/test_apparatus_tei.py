"""The apparatus in TEI P5: what points to what, and the rules read back."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from apparatus_parts import NASTY, nasty_apparatus
from fixture_tei import write
from hypothesis import given
from lxml import etree
from rulebook_parts import variant as changed_variant
from strategies import resolved_rules

from penneech.apparatus import load_sources
from penneech.edition.critical import critical_apparatus
from penneech.edition.tei_rules import rules_in_tei
from penneech.errors import FileFaultsError
from penneech.evidence import Text
from penneech.render.critical.tei.document import apparatus_tei
from penneech.render.inert import inert
from penneech.rules import PARAMETERS, RULE_POINTS, Rules
from penneech.variant import shipped_variants

TEI = "{http://www.tei-c.org/ns/1.0}"
ID = "{http://www.w3.org/XML/1998/namespace}id"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@cache
def shipped(language="en", points=()):
    return apparatus_tei(critical_apparatus(load_sources(), shipped_variants(), points), language)


def root_of(text):
    return etree.fromstring(text.encode())


def dangling(root):
    """Pointers to what is not in the document."""
    ids = {element.get(ID) for element in root.iter() if element.get(ID)}
    return {
        pointer
        for element in root.iter(etree.Element)
        for value in element.attrib.values()
        for pointer in value.split()
        if pointer.startswith("#") and pointer[1:] not in ids
    }


@pytest.mark.parametrize("points", [(), ("following",)])
def test_every_pointer_points_to_something_in_the_document(points):
    root = root_of(shipped("en", points))
    assert not dangling(root)
    ids = [element.get(ID) for element in root.iter() if element.get(ID)]
    assert len(ids) == len(set(ids))


def test_the_rules_of_every_variant_are_read_back_as_they_are(tmp_path):
    for language in ("en", "it"):
        read = rules_in_tei(write(tmp_path, shipped(language)))
        assert read == {one.id: one.rules for one in shipped_variants()}
        assert {name: rules.digest() for name, rules in read.items()} == {
            one.id: one.digest() for one in shipped_variants()
        }


@given(resolved_rules())
def test_any_rules_are_read_back_as_they_are(tmp_path_factory, resolved):
    rules = Rules.from_resolved(resolved)
    figures = {name: value for name, value in resolved.items() if name != "rules"}
    one = changed_variant(resolved["rules"], **figures)
    one = replace(
        one,
        settings={
            name: replace(each, value=resolved["rules"][name])
            for name, each in one.settings.items()
        },
        parameters={
            name: replace(each, value=resolved[name]) for name, each in one.parameters.items()
        },
    )
    text = apparatus_tei(critical_apparatus({}, [one]), "en")
    path = write(tmp_path_factory.mktemp("tei"), text)
    assert rules_in_tei(path) == {one.id: rules}
    assert not dangling(root_of(text))


def test_an_altered_rule_is_not_read_back_in_silence(tmp_path):
    for before, after, told in (
        (">follow_or_trump<", ">must_follow<", "digest"),
        (">follow_or_trump<", ">anything<", "following"),
        ('type="target"', 'type="targets"', "missing: target"),
        ('subtype="turned_up"', 'subtype="turned"', "penneech"),
        (">61<", ">sixty-one<", "target"),
    ):
        text = shipped()
        assert before in text
        with pytest.raises(FileFaultsError, match=told):
            rules_in_tei(write(tmp_path, text.replace(before, after)))


def test_what_has_no_rules_says_so(tmp_path):
    for text in ('<TEI xmlns="http://www.tei-c.org/ns/1.0"/>', shipped("en", ("ace_high",))):
        with pytest.raises(FileFaultsError, match="no rules of variants"):
            rules_in_tei(write(tmp_path, text))
    with pytest.raises(FileFaultsError, match="not whole; missing: first_dealer"):
        rules_in_tei(write(tmp_path, shipped("en", ("following",))))


def test_apps_hold_words_of_the_witnesses_and_nothing_else():
    sources = load_sources()
    words = {
        one.lemma: one for name in ("C74", "C87") for one in sources[name].passages if one.lemma
    }
    losses = {text for one in sources["C74"].losses for text in (one.reads, one.supplied)}
    for app in root_of(shipped()).iter(f"{TEI}app"):
        for reading in (*app.iter(f"{TEI}lem"), *app.iter(f"{TEI}rdg")):
            for gap in reading.iter(f"{TEI}gap"):
                gap.text = "\N{BULLET}" * int(gap.get("quantity"))
            assert "".join(reading.itertext()) in {*words, *losses}
            assert set(reading.get("wit").split()) <= {"#C74", "#C87"}


def test_the_letter_that_c74_has_lost_is_supplied_by_c87():
    app = next(one for one in root_of(shipped()).iter(f"{TEI}app") if one.get("type") == "loss")
    lemma, reading = app.find(f"{TEI}lem"), app.find(f"{TEI}rdg")
    assert (lemma.get("wit"), lemma.text) == ("#C87", "till all the seven")
    assert (reading.get("wit"), reading.text) == ("#C74", "till all the seve")
    assert reading.find(f"{TEI}gap").get("reason") == "illegible"
    assert app.getparent().get(ID) == "C74.fresh_trump"


def test_silence_and_what_was_not_read_are_values_of_their_own():
    root = root_of(shipped())
    found = {
        one.get("type"): one.get("inst").split()
        for one in root.iter(f"{TEI}interp")
        if one.getparent().get("n") == "following" and one.get("type")
    }
    assert found["silent"] == ["#C74", "#C87"]
    assert "#Bal" in found["unseen"]
    assert "#C74" not in found["unseen"]


def test_who_says_so_is_the_witness_a_reporter_or_the_editor():
    root = root_of(shipped())
    resp = {one.get(ID): (one.get("resp"), one.get("cert")) for one in root.iter(f"{TEI}certainty")}
    assert resp["certainty-C74.honours-honours-trumps_only"] == ("#C74", "high")
    assert resp["certainty-C74.honours-honours-turned_up_only"] == ("#resp-editor", "low")
    assert resp["certainty-Par.following-following-follow_or_trump"] == ("#WpE", "medium")
    assert resp["certainty-WpE20.following-following-must_follow"] == ("#resp-editor", "high")
    assert resp["certainty-C74.picket_follow-following-must_follow"][0] == "#resp-editor"


def test_the_witnesses_are_named_by_their_copies():
    root = root_of(shipped())
    named = {one.get(ID): one.findtext(f"{TEI}orgName") for one in root.iter(f"{TEI}witness")}
    assert named["C74"] == "Harvard University Libraries"
    assert named["C87"] == "British Library"
    assert set(named) == set(load_sources())


def test_an_interpretation_and_its_passages_point_to_each_other():
    root = root_of(shipped())
    by_id = {one.get(ID): one for one in root.iter() if one.get(ID)}
    for interp in root.iter(f"{TEI}interp"):
        if interp.getparent().get("type") != "readings":
            continue
        for passage in (interp.get("inst") or "").split():
            assert f"#{interp.get(ID)}" in by_id[passage[1:]].get("ana").split()


def test_the_rules_have_an_interp_for_every_point_and_figure():
    root = root_of(shipped())
    group = next(one for one in root.iter(f"{TEI}interpGrp") if one.get(ID) == "rules-parlett")
    assert {one.get("type") for one in group} == {*RULE_POINTS, *PARAMETERS}


def test_nothing_in_a_text_becomes_markup_or_acts():
    root = root_of(apparatus_tei(nasty_apparatus(), "en"))
    division = next(one for one in root.iter(f"{TEI}div") if one.get("type") == "variant")
    assert division.findtext(f"{TEI}p") == inert(NASTY)


def test_a_text_that_has_no_italian_is_marked_as_english():
    own = replace(shipped_variants()[0], summary=Text("Only English."))
    root = root_of(apparatus_tei(critical_apparatus(load_sources(), [own]), "it"))
    division = next(one for one in root.iter(f"{TEI}div") if one.get("type") == "variant")
    assert division.find(f"{TEI}p").get(LANG) == "en"


def test_the_same_files_give_the_same_bytes():
    again = apparatus_tei(critical_apparatus(load_sources(), shipped_variants()), "en")
    assert again == shipped()
