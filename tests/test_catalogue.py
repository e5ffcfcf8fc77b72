"""The catalogue: every name of the rule space, twice, in sentences that can be filled."""

from __future__ import annotations

import re
from pathlib import Path

import jinja2
import pytest
import yaml

import penneech
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS

PATH = Path(penneech.__file__).parent / "catalogue.yaml"
CATALOGUE = yaml.safe_load(PATH.read_text(encoding="utf-8"))
LANGUAGES = {"en", "it"}
BASES = ["stated", "implied", "analogy", "silent", "unseen", "conjecture"]
SOURCES = ["turn_up", "trick", "penneech_in_hand", "excess"]
PLACEHOLDERS = {
    "hand_size": "HAND_SIZE",
    "target": "TARGET",
    "excess_over": "EXCESS_OVER",
    "card_points": "CARD_POINTS",
    "honours": "HONOURS",
    "penneech": "PENNEECH",
    "penneech_suit": "PENNEECH_SUIT",
    "penneech_turned_up": "PENNEECH_TURNED_UP",
    "penneech_in_hand": "PENNEECH_IN_HAND",
}
NEEDED = {
    ("rules", "penneech_rank", "top_diamond"): {"penneech", "penneech_suit"},
    ("rules", "penneech_rank", "top_when_trump"): {"penneech", "penneech_suit"},
    ("rules", "penneech_rank", "plain"): {"penneech"},
    ("rules", "penneech_in_hand", "won_when_trump"): {"penneech_suit", "penneech_in_hand"},
    ("rules", "penneech_in_hand", "won_if_ever_trump"): {"penneech_suit", "penneech_in_hand"},
    ("rules", "penneech_in_hand", "held_when_trump"): {"penneech_suit", "penneech_in_hand"},
    ("rules", "honours", "all_suits"): {"honours"},
    ("rules", "honours", "trumps_only"): {"honours"},
    ("rules", "honours", "turned_up_only"): {"honours"},
    ("rules", "excess_claim", "either_player"): {"excess_over"},
    ("rules", "excess_claim", "trick_majority"): {"excess_over"},
    ("rules", "game_end", "first_to_peg"): {"target"},
    ("rules", "game_end", "turn_ups_then_count"): {"target"},
    ("rules", "game_end", "deal_end_higher"): {"target"},
    ("rules", "game_end", "deal_end_elder_first"): {"target"},
    ("parameters", "hand_size"): {"hand_size"},
    ("parameters", "target"): {"target"},
    ("parameters", "card_points"): {"card_points"},
    ("parameters", "penneech"): {"penneech", "penneech_turned_up", "penneech_in_hand"},
    ("parameters", "excess_over"): {"excess_over"},
}
"""What a sentence must show, so that a change of the figure or the card is seen there."""

# The historical figures and card: right in most variants, wrong in a reader's own.
FIXED = re.compile(
    r"\b(seven|fourteen|sixty|diamonds?|sette|quattordici|sessant\w+|quadri)\b", re.IGNORECASE
)


def entries():
    """Every entry with the way to it, readings under their rule point."""
    for section, content in CATALOGUE.items():
        for name, entry in content.items():
            yield (section, name), entry
            for reading, inner in entry.get("readings", {}).items():
                yield (section, name, reading), inner


ENTRIES = dict(entries())
SENTENCES = [
    pytest.param(path, language, id=f"{'.'.join(path)}.{language}")
    for path, entry in ENTRIES.items()
    if "sentence" in entry
    for language in sorted(LANGUAGES)
]
each_sentence = pytest.mark.parametrize(("path", "language"), SENTENCES)


def fill(text):
    """Fill a sentence, and refuse a name that it may not use."""
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)  # noqa: S701  # no page is made
    return environment.from_string(text).render(PLACEHOLDERS)


def used(text):
    return set(re.findall(r"\{\{ (\w+) \}\}", text))


def test_the_catalogue_has_five_parts():
    parts = ["rules", "parameters", "invariants", "bases", "sources_of_points"]
    assert list(CATALOGUE) == parts


def test_every_rule_point_stands_in_the_order_of_the_rule_space():
    assert list(CATALOGUE["rules"]) == list(RULE_POINTS)


@pytest.mark.parametrize("point", RULE_POINTS)
def test_every_reading_of_a_rule_point_has_its_sentence_and_no_other_does(point):
    readings = [reading.value for reading in RULE_POINTS[point]]
    assert list(CATALOGUE["rules"][point]["readings"]) == readings


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("parameters", list(PARAMETERS)),
        ("invariants", list(INVARIANTS)),
        ("bases", BASES),
        ("sources_of_points", SOURCES),
    ],
)
def test_the_other_parts_name_exactly_what_there_is(section, names):
    assert list(CATALOGUE[section]) == names


def fields(path):
    """What an entry holds."""
    match path:
        case ("rules", _):
            return {"title", "question", "readings"}
        case ("parameters", _):
            return {"title", "question", "sentence"}
        case ("sources_of_points", _):
            return {"title"}
        case _:
            return {"title", "sentence"}


@pytest.mark.parametrize("path", ENTRIES, ids=".".join)
def test_every_entry_holds_its_fields_in_both_languages(path):
    entry = ENTRIES[path]
    assert set(entry) == fields(path)
    for field in set(entry) - {"readings"}:
        assert set(entry[field]) == LANGUAGES
        assert all(text.strip() == text and text for text in entry[field].values())


@pytest.mark.parametrize("path", ENTRIES, ids=".".join)
def test_questions_ask_titles_do_not_end_and_sentences_do(path):
    entry = ENTRIES[path]
    for language in LANGUAGES:
        assert not entry["title"][language].endswith(".")
        assert entry.get("question", {}).get(language, "?").endswith("?")
        assert entry.get("sentence", {}).get(language, ".").endswith(".")


@each_sentence
def test_a_sentence_is_filled_without_an_unknown_name(path, language):
    filled = fill(ENTRIES[path]["sentence"][language])
    assert not re.search(r"[{}]", filled)


@each_sentence
def test_no_sentence_writes_a_figure_or_a_card_that_a_variant_may_change(path, language):
    written = re.sub(r"\{\{.*?\}\}", "", ENTRIES[path]["sentence"][language])
    assert not re.search(r"\d", written)
    assert not FIXED.search(written)


@each_sentence
def test_a_sentence_shows_the_figures_it_depends_on_alike_in_both_languages(path, language):
    assert used(ENTRIES[path]["sentence"][language]) == NEEDED.get(path, set())


def test_every_placeholder_is_used_somewhere():
    assert set().union(*NEEDED.values()) == set(PLACEHOLDERS)


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_two_readings_of_a_rule_point_have_the_same_words(language):
    for point in RULE_POINTS:
        readings = CATALOGUE["rules"][point]["readings"].values()
        for field in ("title", "sentence"):
            words = [reading[field][language] for reading in readings]
            assert len(set(words)) == len(words)


def test_no_text_is_left_in_the_other_language():
    for path, entry in ENTRIES.items():
        if "sentence" in entry:
            assert entry["sentence"]["en"] != entry["sentence"]["it"], path


def test_sentences_are_set_with_typographic_apostrophes():
    assert "'" not in PATH.read_text(encoding="utf-8").partition("rules:")[2]
