"""The words of a game that is played, and the rules that are cited while it goes on."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules
from test_session import OPPONENTS, SEEDS, at_a_lead, moments, parlett

from penneech.cards import Suit
from penneech.catalogue import load_catalogue
from penneech.events import GameEnded, Player, Scored
from penneech.render.wording import Words, _phrases
from penneech.rules import INVARIANTS, RULE_POINTS
from penneech.screens.bearing import bearing, rules_of
from penneech.screens.opening import Opening
from penneech.screens.rulings import Grounds, rulings
from penneech.screens.sitting import Waits
from penneech.screens.voice import PHRASES, Voice
from penneech.variant import load_variant, shipped_variants

LANGUAGES = ("en", "it")


def names_in(form):
    texts = [form] if isinstance(form, str) else form.values()
    return {name for text in texts for name in re.findall(r"\{\{ (\w+) \}\}", text)}


def test_phrases_of_the_play_have_both_languages_and_the_same_names_in_each():
    for key, forms in _phrases(PHRASES).items():
        assert set(forms) == set(LANGUAGES), key
        one, other = (names_in(forms[language]) - {"n"} for language in LANGUAGES)
        assert one == other, key


def test_what_is_typed_means_one_command_only_where_it_can_be_typed():
    always = ("hint", "undo", "rule", "table", "save", "help", "quit")
    for language in LANGUAGES:
        words = Words(language, PHRASES)
        for some in (("throw", "keep"), ("again", "review")):
            typed = [
                word for name in (*always, *some)
                for word in words.text(f"play.typed.{name}").split()
            ]  # fmt: skip
            assert len(typed) == len(set(typed)), language


@given(rules(), OPPONENTS, SEEDS, st.sampled_from(LANGUAGES))
def test_whatever_happens_there_are_words_for_it(some_rules, opponent, seed, language):
    told = 0
    for session in moments(some_rules, opponent, seed):
        voice = Voice(session, language, str)
        face = session.face
        lines = [*voice.happened(told), voice.turn(face), voice.duty(face), voice.score(face.score)]
        assert all(line and "{{" not in line for line in lines)
        told = session.moment
        if session.waits is Waits.CARD:
            refused = [voice.refused(face, card) for card in face.hand if card not in face.legal]
            assert all(f"following: {some_rules.following}" in line for line in refused)


@given(rules(), OPPONENTS, SEEDS)
def test_the_log_is_the_same_whether_it_is_told_at_once_or_bit_by_bit(some_rules, opponent, seed):
    told, lines = 0, []
    for session in moments(some_rules, opponent, seed):
        if session.has_two_people or session.moment == 0:
            continue
        voice = Voice(session, "en", str)
        lines += voice.happened(told)
        told = session.moment
        assert lines == list(voice.happened())


@given(rules(), OPPONENTS, SEEDS, st.sampled_from(LANGUAGES))
def test_every_moment_has_rules_that_bear_on_it(some_rules, opponent, seed, language):
    known = {*RULE_POINTS, *INVARIANTS}
    for session in moments(some_rules, opponent, seed, most=12):
        names = bearing(session.face, session.events(max(session.moment - 1, 0)))
        assert names
        assert set(names) <= known
        found = rulings(Voice(session, language, str), names, None)
        assert [one.grounds for one in found] == [()] * len(names)
        assert all(one.sentence and "{{" not in one.sentence for one in found)


@pytest.mark.parametrize("variant", [one.id for one in shipped_variants()])
def test_the_rules_of_a_shipped_variant_are_told_with_their_grounds(variant):
    opening = Opening(variant, "greedy", seed=3)
    session = at_a_lead(opening.session())
    found = rulings(opening.spoken(session), (*RULE_POINTS, *INVARIANTS), opening.grounds())
    for name, one in zip((*RULE_POINTS, *INVARIANTS), found, strict=True):
        assert name in one.title
        assert one.grounds[0].partition("Basis: ")[2], one


def test_the_rule_of_following_governs_a_reply_and_that_of_leading_a_lead():
    session = at_a_lead(parlett())
    assert bearing(session.face, ())[0] in {"elder_leads", "winner_leads"}
    session.play(session.legal[0])
    assert bearing(session.face, ())[0] == "following"
    while not session.is_over:
        before = session.moment
        if session.waits is Waits.COMPUTER:
            session.go_on()
        elif session.waits is Waits.DEAL:
            session.deal()
        elif session.waits is Waits.ANSWER:
            session.throw_up(wanted=True)
        else:
            session.play(session.legal[0])
        last = session.events(before)
        for fact in last:
            if isinstance(fact, Scored):
                assert set(rules_of(session.rules, fact)) <= set(bearing(session.face, last))
    assert any(isinstance(fact, GameEnded) for fact in last)
    assert bearing(session.face, last)[0] == "game_end"


def test_points_are_scored_by_the_rule_of_their_kind():
    some = load_variant("gamerules").rules
    by = {
        source: rules_of(some, Scored(Player.A, 2, source, None, 3))[0]
        for source in load_catalogue().point_sources
    }
    assert by == {
        "turn_up": "turn_up_credit",
        "trick": "honours",
        "penneech_in_hand": "penneech_in_hand",
        "excess": "excess_cards",
    }


def test_a_rule_without_its_variant_has_no_grounds_and_with_another_ones_none_either(tmp_path):
    session = at_a_lead(parlett())
    kept = tmp_path / "kept.json"
    opening = Opening("parlett", "greedy", seed=5)
    opening.keeping(session).save(session, kept)
    assert Opening(None, "greedy", load=kept).grounds() == Grounds(load_variant("parlett"))


def test_you_are_spoken_to_and_two_people_are_called_by_their_letters():
    alone, two = parlett(), parlett("human")
    assert Voice(alone, "en", str).name(Player.A) == "You"
    assert Voice(alone, "it", str).name(Player.A) == "Tu"
    assert Voice(alone, "en", str).name(Player.B) == "greedy"
    assert [Voice(two, "en", str).name(player) for player in Player] == ["A", "B"]


def test_suits_are_said_in_words():
    voice = Voice(parlett(), "it", str)
    assert [voice.suit(suit) for suit in Suit] == ["fiori", "quadri", "cuori", "picche"]
