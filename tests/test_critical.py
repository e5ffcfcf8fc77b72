"""The critical apparatus as data: who reads what, who is silent, who was not read, who chose."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from apparatus_parts import point, shipped_apparatus

from penneech.apparatus import load_sources
from penneech.edition.beside import Comparison, side_by_side
from penneech.edition.critical import ALL_POINTS, Agreement, PointKind, critical_apparatus
from penneech.edition.discussion import FILE, discussion
from penneech.edition.standing import Standing, Voice, canonical, of_witness
from penneech.errors import PenneechError, UnknownNameError
from penneech.evidence import Basis, Certainty
from penneech.files.yamlfile import read_yaml
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.variant import shipped_variants
from penneech.witnesses import LEMMA_WORDS, Silence


def readings(name):
    """The readings of a point: who has them, and who can be read so."""
    return {
        group.reading: (
            " ".join(one.source.siglum for one in group.firm),
            " ".join(one.source.siglum for one in group.possible),
        )
        for group in point(name).groups
    }


def sigla(name, standing):
    return " ".join(one.source.siglum for one in point(name).standing(standing))


def test_every_rule_point_parameter_and_invariant_has_an_entry():
    assert [one.id for one in shipped_apparatus().points] == list(ALL_POINTS)
    assert (*RULE_POINTS, *PARAMETERS, *INVARIANTS) == ALL_POINTS
    assert shipped_apparatus().is_whole


def test_every_witness_stands_somewhere_at_every_point():
    for one in shipped_apparatus().points:
        assert {each.source.siglum for each in one.witnessings} == set(load_sources())
        assert not one.standing(Standing.NOT_RECORDED)


def test_witnesses_that_agree_stand_together():
    assert readings("following") == {
        "must_follow": ("WpE20 Pag", ""),
        "follow_or_trump": ("Par WpE WpI", ""),
        "follow_or_trump_forced": ("GmR", ""),
    }
    assert readings("honours")["turned_up_only"] == ("", "C74 C87")


def test_silent_is_not_unseen():
    assert sigla("following", Standing.SILENT) == "C74 C87"
    assert "C74" not in sigla("following", Standing.UNSEEN)
    assert "Par" in sigla("redeal_dealer", Standing.UNSEEN)
    assert sigla("redeal_dealer", Standing.SILENT) == "C74 C87 WpE GmR"


def test_a_reading_of_low_certainty_is_neither_agreement_nor_division():
    assert point("penneech_in_hand").agreement is Agreement.ALL
    assert readings("penneech_in_hand")["held_when_trump"] == ("", "C74 C87")
    assert readings("game_end")["turn_ups_then_count"] == ("", "C74 C87")
    assert point("game_end").agreement is Agreement.DIVIDED


def test_agreement_tells_all_from_those_that_speak():
    assert point("hand_size").agreement is Agreement.ALL
    assert point("redeal_dealer").agreement is Agreement.SPEAKING
    assert point("following").agreement is Agreement.DIVIDED
    assert point("elder_first_card").agreement is Agreement.NOBODY


def test_who_says_so_is_told():
    following = {
        one.source.siglum: one for group in point("following").groups for one in group.firm
    }
    assert following["Pag"].voice is Voice.SOURCE
    assert following["Par"].voice is Voice.REPORT
    assert following["Par"].reporters == ("WpE",)
    assert following["WpE20"].reporters == ("unknown",)
    scope = of_witness("C74", point("redeal_scope").witnessings).testimonies[0]
    assert (scope.voice, scope.basis) == (Voice.EDITOR, Basis.IMPLIED)
    honours = of_witness("C74", point("honours").witnessings).testimonies
    assert [one.certainty for one in honours] == [Certainty.HIGH, Certainty.LOW]
    assert [one.voice for one in honours] == [Voice.SOURCE, Voice.EDITOR]


def test_the_words_of_both_old_editions_stand_together_with_both_pages():
    lemma = next(one for one in point("honours").lemmas if one.words.startswith("The Ace"))
    assert [(one.siglum, str(one.locator)) for one in lemma.passages] == [
        ("C74", "p. 148"),
        ("C87", "p. 104"),
    ]
    assert point("following").lemmas == ()


def test_lemmas_have_eight_words_at_most():
    assert all(
        len(one.words.split()) <= 8 for each in shipped_apparatus().points for one in each.lemmas
    )


def test_analogies_are_cited_and_are_no_witness():
    analogies = {
        one.reading: [place.passage.game for place in one.places]
        for one in point("following").analogies
    }
    assert analogies["follow_or_trump"] == ["All-Fours"]
    assert analogies["must_follow"][0] == "Picket"
    assert not any(
        place.passage.game
        for one in shipped_apparatus().points
        for group in one.groups
        for each in (*group.firm, *group.possible)
        for place in each.places
    )


def test_conjectures_stand_apart():
    choices = point("excess_cards").conjectures
    assert [one.variants for one in choices] == [("excess-with-turn-ups",)]
    assert point("first_dealer").untold == ("random",)


def test_every_variant_chooses_at_every_point_and_says_from_whom_it_has_it():
    for one in shipped_apparatus().points:
        chosen = [name for choice in one.choices for name in choice.variants]
        assert sorted(chosen) == sorted(variant.id for variant in shipped_variants())
    must = [one for one in point("following").choices if one.reading == "must_follow"]
    assert must[0].setting.origin.variant == "cotton-1674"
    assert "cotton-counted" in must[0].variants


def test_choices_are_those_of_the_rules():
    for variant in shipped_variants():
        for name in RULE_POINTS:
            assert variant.id in point(name).chosen_by(variant.rules.reading(name))


def test_every_point_has_a_discussion_in_both_languages():
    assert list(read_yaml(FILE).top) == list(ALL_POINTS)
    assert all(discussion(name).en and discussion(name).it for name in ALL_POINTS)


def test_a_discussion_quotes_the_old_editions_in_a_few_words_with_their_pages():
    quotations = re.compile("[\u201c\xab]([^\u201d\xbb]+)[\u201d\xbb](.{0,45})")
    for name in ALL_POINTS:
        for text in (discussion(name).en, discussion(name).it):
            for words, after in quotations.findall(text):
                assert len(words.split()) <= LEMMA_WORDS
                assert "(p" in after or len(words.split()) == 1, (name, words)


def test_a_point_is_chosen_by_its_name_and_a_misspelt_one_is_told():
    assert [one.id for one in shipped_apparatus(("target", "following")).points] == [
        "following",
        "target",
    ]
    with pytest.raises(UnknownNameError, match=r"'folowing'.*did you mean following"):
        critical_apparatus(load_sources(), (), ("folowing",))


def test_a_source_that_says_nothing_of_a_point_is_not_called_silent():
    sources = load_sources()
    mute = replace(sources["WpE"], silent=())
    found = critical_apparatus({**sources, "WpE": mute}, (), ("redeal_dealer",)).points[0]
    assert of_witness("WpE", found.witnessings).standing is Standing.NOT_RECORDED


def test_a_readers_own_silence_is_shown():
    sources = load_sources()
    own = replace(sources["HG98"], seen="whole", silent=(Silence("honours", None),), unseen=())
    found = critical_apparatus({**sources, "HG98": own}, (), ("honours",)).points[0]
    assert of_witness("HG98", found.witnessings).standing is Standing.SILENT


def test_values_have_one_form_in_sources_and_variants():
    for name in PARAMETERS:
        told = {one.reading for one in point(name).groups}
        assert {one.reading for one in point(name).choices} == told
    assert canonical({"Q": 3, "A": 5}) == "A5 Q3"
    assert canonical({}) == "none"


def test_two_witnesses_stand_side_by_side():
    both = side_by_side(shipped_apparatus(), "C74", "Par")
    compared = {side.point.id: side.comparison for side in both.sides}
    assert compared["honours"] is Comparison.DIFFERENT
    assert compared["penneech_rank"] is Comparison.SAME
    # What C74 has of the end of the game is possible at most, and Par has something else.
    assert compared["game_end"] is Comparison.ONE_SPEAKS
    assert compared["following"] is Comparison.ONE_SPEAKS
    assert compared["redeal_dealer"] is Comparison.NEITHER
    assert sum(both.count(one) for one in Comparison) == len(ALL_POINTS)
    game_end = side_by_side(shipped_apparatus(), "C74", "C87").sides[15]
    assert game_end.comparison is Comparison.POSSIBLY_SAME


def test_c74_and_c87_never_differ():
    both = side_by_side(shipped_apparatus(), "C74", "C87")
    assert both.count(Comparison.DIFFERENT) == both.count(Comparison.ONE_SPEAKS) == 0


def test_two_witnesses_must_be_two_and_known():
    with pytest.raises(UnknownNameError, match="'Parl'"):
        side_by_side(shipped_apparatus(), "C74", "Parl")
    with pytest.raises(PenneechError, match="C74 is named twice"):
        side_by_side(shipped_apparatus(), "C74", "C74")


def test_kinds_are_those_of_the_rule_space():
    assert {one.kind for one in shipped_apparatus().points} == set(PointKind)


def test_the_basis_of_a_reading_is_the_one_that_variants_give_the_passage():
    for one in shipped_apparatus().points:
        for choice in one.choices:
            if choice.setting.basis is not Basis.STATED:
                continue
            cited = {cite.partition(".")[0] for cite in choice.setting.cites}
            found = {
                testimony.source.siglum
                for group in one.groups
                if group.reading == choice.reading
                for testimony in group.firm
                if testimony.basis is Basis.STATED
            }
            assert found & cited, (one.id, choice.setting.origin)
