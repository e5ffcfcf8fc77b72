"""Rulebooks: every field of a variant stands where its rule stands, and no old value is left."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import yaml
from rulebook_parts import BASE, FIGURES, LANGUAGES, RANKS, body, section, text_of, variant

import penneech.render.rulebook
import penneech.render.wording
from penneech.catalogue import load_catalogue
from penneech.evidence import Basis, Text
from penneech.render.edition import Edition
from penneech.render.rulebook import compose_rulebook
from penneech.rules import FORBIDDEN, PARAMETERS, RULE_POINTS
from penneech.variant import shipped_variants

PLACE = {
    **dict.fromkeys(("penneech_rank", "card_points", "penneech"), "players"),
    "first_dealer": "first-dealer",
    "hand_size": "deal",
    **dict.fromkeys([point for point in RULE_POINTS if point.startswith("redeal")], "throwing-up"),
    **dict.fromkeys(("following", "last_turn_up"), "play"),
    **dict.fromkeys(("honours", "honours_credit", "penneech_in_hand"), "scoring"),
    **dict.fromkeys(("turn_up_credit", "first_turn_up"), "scoring"),
    **dict.fromkeys(("excess_cards", "excess_claim", "excess_over"), "excess"),
    **dict.fromkeys(("target", "game_end"), "game"),
}
"""The section in which each rule stands."""


def partners(point, reading):
    """What must stand beside a reading for it to be allowed."""
    beside = {"first_turn_up": "nobody"} if point == "turn_up_credit" else {}
    for (first, one), (second, needed) in FORBIDDEN:
        if (first, one) == (point, reading):
            beside |= {second: needed}
    return beside


READING_CHANGES = [
    pytest.param(point, old.value, new.value, id=f"{point}-{old.value}-{new.value}")
    for point, kind in RULE_POINTS.items()
    for old in kind
    for new in kind
    if new is not old and old.value == BASE.rules.reading(point)
]


@pytest.mark.parametrize(("point", "old", "new"), READING_CHANGES)
def test_a_changed_reading_changes_its_section_and_leaves_no_old_sentence(point, old, new):
    before = variant({**partners(point, old), point: old})
    after = variant({**partners(point, new), point: new})
    for language in LANGUAGES:
        was, now = (compose_rulebook(one, language) for one in (before, after))
        assert section(was, PLACE[point]) != section(now, PLACE[point])
        rulebook = text_of(now)
        edition = Edition(after, {}, language)
        entries = load_catalogue().readings[point]
        for reading, entry in entries.items():
            template = edition.words.of(entry.sentence)
            sentence = text_of(edition.words.filled(template, edition.figures))
            assert (sentence in rulebook) == (reading == new), reading
        note = text_of(next(note for note in now.notes if note.id == point))
        assert new in note
        assert not re.search(rf"\b{old}\b", note)


POINTS = FIGURES["card_points"]
PENNEECH = FIGURES["penneech"]
FIGURE_CHANGES = [
    *[("hand_size", value, ("11", "34")) for value in (1, 6, 17)],
    *[("target", value, ("97",)) for value in (1, 96, 1000)],
    *[("excess_over", value, ("13",)) for value in (0, 1, 60)],
    *[
        ("card_points", {**POINTS, rank: value}, (str(POINTS[rank]),) if rank in POINTS else ())
        for rank in RANKS
        for value in (0, 1, 100)
    ],
    ("card_points", {}, ("23", "29", "41", "43")),
    ("card_points", {"3": 1}, ("23", "29", "41", "43")),
    *[("penneech", {**PENNEECH, "turned_up": value}, ("53",)) for value in (0, 1, 100)],
    *[("penneech", {**PENNEECH, "in_hand": value}, ("59",)) for value in (0, 1, 100)],
    *[
        ("penneech", {**PENNEECH, "card": card}, ("the four of clubs", "il quattro di fiori"))
        for card in ("KS", "AD", "TH", "2C")
    ],
]


@pytest.fixture
def without_examples(monkeypatch):
    """Leave the examples out, where a test asks for what stands before and after them."""
    monkeypatch.setattr(penneech.render.rulebook, "worked_examples", lambda *_: ())


@pytest.mark.usefixtures("without_examples")
@pytest.mark.parametrize(("name", "value", "gone"), FIGURE_CHANGES)
def test_a_changed_figure_changes_its_section_and_leaves_no_old_one(name, value, gone):
    before, after = variant(**FIGURES), variant(**{**FIGURES, name: value})
    for language in LANGUAGES:
        was, now = (compose_rulebook(one, language) for one in (before, after))
        assert section(was, PLACE[name]) != section(now, PLACE[name])
        stated = f"{body(now)} {text_of(now.notes)}"
        for old in gone:
            assert not re.search(rf"\b{old}\b", stated), old


@pytest.mark.usefixtures("without_examples")
@pytest.mark.parametrize("name", PARAMETERS)
def test_a_figure_is_stated_by_its_own_sentence_in_both_languages(name):
    told = variant(**FIGURES)
    for language in LANGUAGES:
        edition = Edition(told, {}, language)
        sentence = text_of(edition.sentence(name)[:-1])
        assert sentence in text_of(compose_rulebook(told, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_redeals_nothing_is_said_of_their_terms(language):
    document = compose_rulebook(variant({"redeal": "never"}), language)
    edition = Edition(variant(), {}, language)
    for point in ("redeal_timing", "redeal_scope", "redeal_dealer"):
        assert text_of(edition.sentence(point)[0]) not in text_of(document)
    assert len(document.sections[3].blocks) == 1
    assert "example-redeal" not in [block.id for block in document.sections[-1].blocks[1:]]


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (1, ("two hands of 1 card and", "1 turn-up for the trick.", "the deal has 1 trick.")),
        (2, ("two hands of 2 cards and", "2 turn-ups for the tricks.", "for 2 tricks, until")),
    ],
)
def test_one_is_singular_and_two_are_plural(n, words):
    document = compose_rulebook(variant({"last_turn_up": "nothing"}, hand_size=n), "en")
    assert all(part in body(document) for part in words)
    italian = body(compose_rulebook(variant(hand_size=n), "it"))
    assert ("1 carta" in italian) == (n == 1)
    assert ("2 carte" in italian) == (n == 2)


def test_a_penneech_that_is_a_king_is_taken_out_of_the_honours():
    told = variant(penneech={"card": "KS", "turned_up": 14, "in_hand": 7})
    document = compose_rulebook(told, "en")
    players = section(document, "players")
    assert "king (K), but not the king of spades, which is the penneech" in players
    assert "K♠ king of spades A♠" in players
    assert "spades are trumps" in section(document, "scoring")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_variant_without_honours_speaks_of_none(language):
    document = compose_rulebook(variant(card_points={}), language)
    rows = document.sections[5].blocks[-1].rows
    assert len(rows) == 5  # the penneech turned up three times and in hand, and the excess
    assert [note.id for note in document.notes if note.id.startswith("honours")] == []


def test_an_excess_that_cannot_be_is_said_to_score_never():
    document = compose_rulebook(variant(hand_size=2), "en")
    assert "the excess never scores" in section(document, "excess")
    assert "each card counted" not in section(document, "scoring")


@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_every_setting_has_a_note_or_a_word_that_it_is_moot(told):
    for language in LANGUAGES:
        document = compose_rulebook(told, language)
        noted = {note.id for note in document.notes}
        moot = set(Edition(told, {}, language).moot)
        settings = {**told.settings, **told.parameters, **told.invariants}
        assert noted | moot == settings.keys()
        assert not noted & moot
        for setting in settings.values():
            if setting.note is not None:
                assert (setting.note.en if language == "en" else setting.note.it) in text_of(
                    document
                )


@pytest.mark.usefixtures("without_examples")
@pytest.mark.parametrize("name", ["following", "redeal_timing", "target", "ace_high"])
@pytest.mark.parametrize(
    "change",
    [
        {"basis": Basis.CONJECTURE},
        {"cites": ("C74.excess",)},
        {"note": Text("A new reason.", "Una nuova ragione.")},
    ],
    ids=lambda change: next(iter(change)),
)
def test_changed_evidence_changes_its_note_and_no_other(name, change):
    tables = {
        table: {
            key: replace(one, **change) if key == name else one
            for key, one in getattr(BASE, table).items()
        }
        for table in ("settings", "parameters", "invariants")
    }
    for language in LANGUAGES:
        was, now = (
            {note.id: text_of(note) for note in compose_rulebook(one, language).notes}
            for one in (BASE, replace(BASE, **tables))
        )
        assert [key for key in was if was[key] != now[key]] == [name]


@pytest.mark.usefixtures("without_examples")
@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_a_citation_is_given_once_in_a_note(told):
    for language in LANGUAGES:
        for note in compose_rulebook(told, language).notes:
            for part in note.parts:
                cited = text_of(part)
                if cited.startswith(("Cited: ", "Si cita: ")):
                    given = re.split(r" ?; ", cited.partition(": ")[2].rstrip(" ."))
                    assert len(set(given)) == len(given)


@pytest.mark.usefixtures("without_examples")
@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_how_much_of_a_source_was_read_is_said_once(told):
    for language, said in (
        ("en", r"read whole|(read|seen) in part|not seen"),
        ("it", r"lett\w per intero|(lett|vist|vedut)\w in parte|non (vist|vedut)\w"),
    ):
        (terms,) = next(
            part for part in compose_rulebook(told, language).after if part.id == "sources"
        ).blocks
        for term, description in terms.items:
            assert len(re.findall(said, text_of(description).lower())) == 1, text_of(term)


def test_phrases_have_both_languages_and_the_same_names_in_each():
    phrases = yaml.safe_load(penneech.render.wording.FILE.read_text(encoding="utf-8"))

    def forms(node, path=()):
        if "en" in node:
            yield path, node
        else:
            for key, inner in node.items():
                yield from forms(inner, (*path, key))

    for path, given in forms(phrases):
        assert given.keys() == {"en", "it"}, path
        names = [set(re.findall(r"\{\{ (\w+) \}\}", str(given[one]))) for one in LANGUAGES]
        assert names[0] == names[1], path
        assert isinstance(given["en"], dict) == isinstance(given["it"], dict), path
