"""The fifteen shipped variants: their readings, and the evidence that each reading is given."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
import yaml

from penneech.paths import shipped
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS

FIRST_LINE = "# yaml-language-server: $schema=schema/variant.schema.json"
LANGUAGES = {"en", "it"}
BASES = {"stated", "implied", "analogy", "silent", "unseen", "conjecture"}
MARKS = {
    "s": "stated",
    "i": "implied",
    "a": "analogy",
    "-": "silent",
    "u": "unseen",
    "c": "conjecture",
}
MAY_CITE_NOTHING = {"silent", "unseen", "conjecture"}
LEMMA_WORDS = 8

BASE_VARIANTS = ("cotton-1674", "parlett", "wikipedia-en", "wikipedia-it", "gamerules", "pagat")
# One row a rule point, one cell a base variant in the order above; a mark stands for the basis,
# and a reading that is the same as in the cell before is not written again.
TABLE = """
first_dealer     | cut_lowest_ace_low a | s | s | s | cut_lowest_ace_high i | cut_lowest_ace_low u
redeal           | no_ace_or_face s | nothing_above_ten s | no_ace_or_face s | s
                 | nothing_above_ten s | no_ace_or_face s
redeal_timing    | before_turn_up - | s | after_turn_up i | before_turn_up i | after_turn_up i
                 | before_turn_up i
redeal_scope     | both_hands i | i | i | own_hand i | both_hands i | i
redeal_dealer    | same_dealer a | u | - | s | - | s
penneech_rank    | top_diamond s | s | s | - | s | s
following        | must_follow a | follow_or_trump s | s | s | follow_or_trump_forced s
                 | must_follow s
honours          | trumps_only s | all_suits s | i | s | s | trumps_only s
honours_credit   | trick_winner - | s | s | i | s | i
penneech_in_hand | won_when_trump i | s | i | i | s | s
turn_up_credit   | turner s | s | s | s | trick_winner s | turner u
first_turn_up    | dealer a | s | i | nobody i | first_trick_winner s | dealer u
last_turn_up     | honours_and_penneech i | u | s | s | s | u
excess_cards     | trick_cards s | u | s | s | trick_cards_and_turn_ups s | trick_cards u
excess_claim     | either_player i | u | i | s | trick_majority s | either_player u
game_end         | first_to_peg - | s | i | deal_end_higher i | first_to_peg s | i
"""
CHILDREN = {
    "cotton-bare": ("cotton-1674", {"following": "free -", "first_turn_up": "nobody -"}),
    "cotton-all-fours": ("cotton-1674", {"following": "follow_or_trump a"}),
    "cotton-counted": ("cotton-1674", {"game_end": "turn_ups_then_count i"}),
    "cotton-last-turn-literal": ("cotton-1674", {"last_turn_up": "honours_only i"}),
    "seven-in-hand": ("cotton-1674", {"penneech_in_hand": "held_when_trump i"}),
    "seven-if-ever-trump": ("cotton-1674", {"penneech_in_hand": "won_if_ever_trump i"}),
    "honours-turned-up-only": ("cotton-1674", {"honours": "turned_up_only i"}),
    "excess-with-turn-ups": ("cotton-1674", {"excess_cards": "trick_cards_and_turn_ups c"}),
    "wikipedia-en-2020": (
        "wikipedia-en",
        {"following": "must_follow s", "last_turn_up": "nothing i"},
    ),
}
FIGURES = {
    "hand_size": 7,
    "target": 61,
    "card_points": {"A": 5, "K": 4, "Q": 3, "J": 2},
    "penneech": {"card": "7D", "turned_up": 14, "in_hand": 7},
    "excess_over": 7,
}

PATHS = {path.stem: path for path in sorted(shipped("variants").glob("*.yaml"))}
VARIANTS = {name: yaml.safe_load(path.read_text(encoding="utf-8")) for name, path in PATHS.items()}


def passages():
    """Every passage of every source, by its full name."""
    for path in sorted(shipped("sources").glob("*.yaml")):
        source = yaml.safe_load(path.read_text(encoding="utf-8"))
        for passage in source["passages"]:
            yield f"{source['siglum']}.{passage['id']}", passage


PASSAGES = dict(passages())
SIGLA = {path.stem for path in shipped("sources").glob("*.yaml")}


def read_table():
    """The table as (reading, basis) by rule point and base variant."""
    rows = re.sub(r"\n +\|", " |", TABLE.strip()).splitlines()
    for row in rows:
        point, *cells = (cell.strip() for cell in row.split("|"))
        reading, found = "", []
        for cell in cells:
            *named, mark = cell.split()
            reading = named[0] if named else reading
            found.append((reading, MARKS[mark]))
        yield point, dict(zip(BASE_VARIANTS, found, strict=True))


class Evidence(NamedTuple):
    """One setting or invariant of one variant, with its evidence."""

    variant: str
    section: str
    name: str
    entry: dict


def evidence(variant):
    """The evidence of a variant, entry by entry."""
    for section in ("rules", "parameters", "invariants"):
        for name, entry in VARIANTS[variant].get(section, {}).items():
            yield Evidence(variant, section, name, entry)


each_variant = pytest.mark.parametrize("variant", VARIANTS)


def on_the_point(given, cite):
    """The readings that a cited passage carries on the point it is cited for."""
    return [found for found in PASSAGES[cite]["readings"] if found["point"] == given.name]


def test_the_fifteen_variants_are_shipped_and_no_other():
    assert sorted(VARIANTS) == sorted([*BASE_VARIANTS, *CHILDREN])


def test_the_table_of_the_test_has_every_rule_point():
    assert [point for point, _ in read_table()] == list(RULE_POINTS)


@pytest.mark.parametrize(("point", "row"), list(read_table()), ids=list(RULE_POINTS))
@pytest.mark.parametrize("variant", BASE_VARIANTS)
def test_a_base_variant_reads_each_point_as_the_table_says(variant, point, row):
    entry = VARIANTS[variant]["rules"][point]
    assert (entry["reading"], entry["basis"]) == row[variant]


@pytest.mark.parametrize("variant", BASE_VARIANTS)
def test_a_base_variant_gives_every_point_parameter_and_invariant_in_order(variant):
    content = VARIANTS[variant]
    assert "extends" not in content
    assert list(content["rules"]) == list(RULE_POINTS)
    assert list(content["parameters"]) == list(PARAMETERS)
    assert list(content["invariants"]) == list(INVARIANTS)


@pytest.mark.parametrize("variant", BASE_VARIANTS)
def test_every_historical_variant_has_the_same_figures(variant):
    parameters = VARIANTS[variant]["parameters"]
    assert {name: entry["value"] for name, entry in parameters.items()} == FIGURES


@pytest.mark.parametrize("variant", CHILDREN)
def test_a_child_states_only_its_differences(variant):
    content = VARIANTS[variant]
    parent, differences = CHILDREN[variant]
    stated = {
        point: (entry["reading"], entry["basis"]) for point, entry in content["rules"].items()
    }
    expected = {point: text.split() for point, text in differences.items()}
    assert set(content) == {"id", "extends", "title", "summary", "witnesses", "rules"}
    assert content["extends"] == parent
    assert stated == {point: (reading, MARKS[mark]) for point, (reading, mark) in expected.items()}
    for point, (reading, _) in stated.items():
        assert VARIANTS[parent]["rules"][point]["reading"] != reading


@each_variant
def test_a_variant_opens_with_its_schema_and_its_own_name(variant):
    text = PATHS[variant].read_text(encoding="utf-8")
    assert text.startswith(f"{FIRST_LINE}\nid: {variant}\n")
    assert VARIANTS[variant]["id"] == variant


@each_variant
def test_a_variant_has_a_title_and_a_summary_in_both_languages(variant):
    for field in ("title", "summary"):
        assert set(VARIANTS[variant][field]) == LANGUAGES
        assert all(VARIANTS[variant][field].values())


@each_variant
def test_the_witnesses_of_a_variant_are_sources(variant):
    witnesses = VARIANTS[variant]["witnesses"]
    assert witnesses
    assert set(witnesses) <= SIGLA


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_two_variants_have_the_same_title(language):
    titles = [content["title"][language] for content in VARIANTS.values()]
    assert len(set(titles)) == len(titles)


@each_variant
def test_an_entry_holds_its_evidence_and_nothing_else(variant):
    for given in evidence(variant):
        value = {"rules": {"reading"}, "parameters": {"value"}, "invariants": set()}[given.section]
        assert (
            value | {"basis", "cites"} <= set(given.entry) <= value | {"basis", "cites", "note"}
        ), given
        assert given.entry["basis"] in BASES, given


@each_variant
def test_a_note_stands_in_both_languages_wherever_a_reading_is_not_stated(variant):
    for given in evidence(variant):
        note = given.entry.get("note")
        assert note or given.entry["basis"] == "stated", given
        if note:
            assert set(note) == LANGUAGES, given
            assert all(text.endswith(".") for text in note.values()), given
            assert note["en"] != note["it"], given


@each_variant
def test_every_citation_is_a_passage_of_a_source(variant):
    for given in evidence(variant):
        cites = given.entry["cites"]
        assert set(cites) <= set(PASSAGES), given
        assert len(set(cites)) == len(cites), given
        assert cites or given.entry["basis"] in MAY_CITE_NOTHING, given


@each_variant
def test_stated_and_implied_cite_the_game_itself_on_the_point(variant):
    for given in evidence(variant):
        if given.entry["basis"] in {"stated", "implied"}:
            cites = given.entry["cites"]
            assert not any("game" in PASSAGES[cite] for cite in cites), given
            assert any(on_the_point(given, cite) for cite in cites), given


@each_variant
def test_an_analogy_cites_other_games_only(variant):
    for given in evidence(variant):
        if given.entry["basis"] == "analogy":
            assert all("game" in PASSAGES[cite] for cite in given.entry["cites"]), given


@each_variant
def test_what_is_cited_for_a_reading_has_that_reading(variant):
    for given in evidence(variant):
        if given.section == "rules" and given.entry["basis"] not in MAY_CITE_NOTHING:
            for cite in given.entry["cites"]:
                found = {carried["reading"] for carried in on_the_point(given, cite)}
                assert not found or given.entry["reading"] in found, given


@each_variant
def test_a_note_quotes_alike_in_both_languages_and_no_more_than_a_lemma(variant):
    for given in evidence(variant):
        note = given.entry.get("note", {"en": "", "it": ""})
        quoted = re.findall(r"“(.*?)”", note["en"])
        assert quoted == re.findall(r"«(.*?)»", note["it"]), given
        assert all(len(lemma.split()) <= LEMMA_WORDS for lemma in quoted), given
        # Only the two old books are quoted, always with the page.
        assert not quoted or re.search(r"\(pp?\. \d", note["en"]), given
        assert not quoted or re.search(r"\(pp?\. \d", note["it"]), given


@each_variant
def test_a_note_names_the_same_pages_in_both_languages(variant):
    for given in evidence(variant):
        note = given.entry.get("note", {"en": "", "it": ""})
        pages = {language: re.findall(r"\d{2,3}", text) for language, text in note.items()}
        assert pages["en"] == pages["it"], given


@each_variant
def test_notes_name_variants_that_exist(variant):
    text = PATHS[variant].read_text(encoding="utf-8")
    named = re.findall(r"\b(?:cotton|seven|wikipedia|honours|excess)-[a-z0-9-]+[a-z0-9]\b", text)
    assert set(named) <= set(VARIANTS)
