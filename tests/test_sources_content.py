"""The shipped sources: whole in both languages, and every rule point read, silent or unseen."""

from __future__ import annotations

import re
from itertools import chain

import pytest
import yaml

from penneech.paths import shipped
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS

FILES = {path.stem: path for path in sorted(shipped("sources").glob("*.yaml"))}
SOURCES = {
    siglum: yaml.safe_load(path.read_text(encoding="utf-8")) for siglum, path in FILES.items()
}
SEEN = sorted(siglum for siglum, source in SOURCES.items() if source["seen"] != "unseen")
UNSEEN = sorted(set(SOURCES) - set(SEEN))
QUOTED = ("C74", "C87")
POINTS = (*RULE_POINTS, *INVARIANTS, *PARAMETERS)
LINKS = {
    "reprint",
    "reissue",
    "reconstruction",
    "combination",
    "translation",
    "description",
    "allusion",
}

each_source = pytest.mark.parametrize("siglum", sorted(SOURCES))
each_seen_source = pytest.mark.parametrize("siglum", SEEN)


def readings(siglum, *, analogies=False):
    """What a source says of Penneech itself, or with `analogies` of the volume's other games."""
    passages = (p for p in SOURCES[siglum]["passages"] if ("game" in p) == analogies)
    return list(chain.from_iterable(p["readings"] for p in passages))


def left(siglum, how):
    return [entry["point"] for entry in SOURCES[siglum][how]]


def texts(node, path=()):
    """Every bilingual text of a source, with the way to it."""
    if isinstance(node, dict) and {"en", "it"} & set(node):
        yield path, node
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from texts(value, (*path, key))
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from texts(value, (*path, number))


def test_the_eight_witnesses_are_seen_and_the_seven_others_are_not():
    assert SEEN == ["C74", "C87", "GmR", "Pag", "Par", "WpE", "WpE20", "WpI"]
    assert UNSEEN == ["Bal", "C54", "C76", "C80", "E22", "HG98", "Hol"]


@each_source
def test_a_source_is_named_by_its_siglum(siglum):
    source = SOURCES[siglum]
    assert re.fullmatch(r"[A-Z][A-Za-z0-9]*", siglum)
    assert source["siglum"] == source["csl"]["id"] == siglum
    assert source["csl"]["type"]
    assert source["csl"]["title"]


@each_source
def test_a_source_begins_with_the_schema_that_editors_read(siglum):
    first = FILES[siglum].read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../variants/schema/source.schema.json"


@each_source
def test_every_text_stands_in_english_and_italian(siglum):
    found = dict(texts(SOURCES[siglum]))
    assert ("title",) in found
    for path, text in found.items():
        assert set(text) == {"en", "it"}, path
        assert all(words == words.strip() and words for words in text.values()), path


@each_source
def test_how_much_was_read_is_not_said_again_of_the_copy(siglum):
    again = re.compile(
        r"read whole|seen in part|^not seen|^copy of|letto per intero|letta per intero"
        r"|vist[ao] in parte|^non vist|^esemplare",
        re.IGNORECASE,
    )
    for language, words in SOURCES[siglum]["copy"].items():
        assert not again.search(words), language


@each_source
def test_what_would_fail_a_claim_is_a_whole_sentence(siglum):
    for claim in SOURCES[siglum]["claims"]:
        assert not claim["fails"]["en"].startswith("That ")
        assert not claim["fails"]["it"].startswith("Che ")


@each_source
def test_no_two_passages_or_claims_share_an_id(siglum):
    source = SOURCES[siglum]
    for kind in ("passages", "claims"):
        ids = [entry["id"] for entry in source[kind]]
        assert len(ids) == len(set(ids))
        assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in ids)


@each_source
def test_lemmas_are_short_and_from_the_two_old_books_only(siglum):
    for passage in SOURCES[siglum]["passages"]:
        if siglum in QUOTED:
            assert 1 <= len(passage["lemma"].split()) <= 8, passage["id"]
        else:
            assert "lemma" not in passage, passage["id"]


@each_source
def test_every_passage_has_a_locator_and_says_something(siglum):
    where = "page" if siglum in QUOTED else "section"
    for passage in SOURCES[siglum]["passages"]:
        assert set(passage["locator"]) == {where}, passage["id"]
        assert passage["says"], passage["id"]


@each_source
def test_readings_are_those_of_the_rule_space(siglum):
    for reading in readings(siglum) + readings(siglum, analogies=True):
        point = reading["point"]
        assert point in POINTS
        assert reading["certainty"] in {"high", "medium", "low"}
        assert reading["resp"] == "editor"
        if point in RULE_POINTS:
            assert reading["reading"] in set(RULE_POINTS[point])


@each_source
def test_an_inference_is_explained(siglum):
    of_the_game = [r for r in readings(siglum) if r["point"] in RULE_POINTS]
    assert all("note" in r for r in of_the_game if r["certainty"] != "high")


@each_source
def test_every_rule_point_is_either_read_or_silent_or_unseen(siglum):
    read = {r["point"] for r in readings(siglum)}
    silent, unseen = left(siglum, "silent"), left(siglum, "unseen")
    for point in RULE_POINTS:
        stands = [point in read, silent.count(point) == 1, unseen.count(point) == 1]
        assert stands.count(True) == 1, point
    assert len(silent) == len(set(silent))
    assert len(unseen) == len(set(unseen))


@each_seen_source
def test_invariants_and_parameters_are_accounted_for_too(siglum):
    read = {r["point"] for r in readings(siglum)}
    everything = [*read, *left(siglum, "silent"), *left(siglum, "unseen")]
    assert sorted(everything) == sorted(POINTS)


@pytest.mark.parametrize("siglum", UNSEEN)
def test_an_unseen_witness_says_nothing_yet(siglum):
    source = SOURCES[siglum]
    assert source["passages"] == source["silent"] == source["claims"] == []
    assert left(siglum, "unseen") == list(RULE_POINTS)


@pytest.mark.parametrize("siglum", [s for s in SEEN if SOURCES[s]["seen"] == "whole"])
def test_a_source_read_whole_leaves_nothing_unseen(siglum):
    assert SOURCES[siglum]["unseen"] == []


@each_source
def test_a_source_descends_from_known_sources_by_known_links(siglum):
    for descent in SOURCES[siglum]["descends"]:
        assert descent["from"] in SOURCES
        assert descent["link"] in LINKS
        assert descent["certainty"] in {"certain", "likely", "inferred"}


@each_source
def test_no_source_descends_from_itself(siglum):
    ancestors, new = set(), {siglum}
    while new:
        new = {d["from"] for s in new for d in SOURCES[s]["descends"]} - ancestors
        ancestors |= new
    assert siglum not in ancestors


@each_source
def test_a_claim_has_a_figure_and_what_would_fail_it(siglum):
    for claim in SOURCES[siglum]["claims"]:
        assert claim["metric"]
        assert set(claim["expect"]) in ({"at_least"}, {"at_most"}, {"curve", "between"}, {"curve"})
        assert ("threshold" in claim) == (set(claim["expect"]) != {"curve"})
        assert claim["fails"]
        assert claim["locator"]


def test_the_playing_time_is_a_curve_and_no_verdict():
    claim = next(c for c in SOURCES["WpE"]["claims"] if c["id"] == "playing_time")
    assert claim["expect"] == {"curve": "minutes_a_game", "between": [12, 15]}


def test_the_chapter_of_1687_is_that_of_1674():
    first = [p for p in SOURCES["C74"]["passages"] if "game" not in p]
    second = SOURCES["C87"]["passages"]
    assert [(p["id"], p["lemma"]) for p in first] == [(p["id"], p["lemma"]) for p in second]
    assert {p["locator"]["page"] for p in first} == {"148", "148-149", "149"}
    assert {p["locator"]["page"] for p in second} == {"104", "105"}
    of_1674, of_1687 = ([(r["point"], r["reading"]) for r in readings(s)] for s in QUOTED)
    assert of_1674 == of_1687


def test_analogies_speak_of_other_games_and_never_settle_a_silence():
    spoken_of = {r["point"] for r in readings("C74", analogies=True)}
    silent = set(left("C74", "silent"))
    assert {"first_dealer", "following", "honours_credit", "first_turn_up"} <= spoken_of & silent
    games = {p["game"] for p in SOURCES["C74"]["passages"] if "game" in p}
    assert "Penneech" not in games


def test_following_suit_divides_the_witnesses():
    said = {
        siglum: {r["reading"] for r in readings(siglum) if r["point"] == "following"}
        for siglum in SEEN
    }
    assert said == {
        "C74": set(),
        "C87": set(),
        "Par": {"follow_or_trump"},
        "Pag": {"must_follow"},
        "WpE": {"follow_or_trump"},
        "WpE20": {"must_follow"},
        "WpI": {"follow_or_trump"},
        "GmR": {"follow_or_trump_forced"},
    }


def test_honours_outside_trumps_divide_cotton_from_parlett():
    def highest(siglum):
        return {
            r["reading"]
            for r in readings(siglum)
            if r["point"] == "honours" and r["certainty"] == "high"
        }

    assert highest("C74") == highest("Pag") == {"trumps_only"}
    assert highest("Par") == {"all_suits"}
