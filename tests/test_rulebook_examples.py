"""The worked examples of rulebooks: the variant's own figures, and sums that come out."""

from __future__ import annotations

import re

import pytest
from rulebook_parts import FIGURES, LANGUAGES, RANKS, section, variant

from penneech.render.examples import examples_of
from penneech.render.rulebook import compose_rulebook
from penneech.variant import shipped_variants


def test_examples_speak_of_the_variants_own_figures():
    told = variant(**{**FIGURES, "penneech": {**FIGURES["penneech"], "in_hand": 3}})
    for language, words in (("en", "97 or more"), ("it", "97 o più")):
        examples = section(compose_rulebook(told, language), "examples")
        assert words in examples
        assert not re.search(r"\b(61|59|14) (points|punti)", examples)


@pytest.mark.parametrize("told", shipped_variants(), ids=lambda told: told.id)
def test_the_points_of_an_examples_deals_add_up_to_its_scores(told):
    found = examples_of(told.rules)
    deals = [deal for deal in (found.redeal, found.deal, found.excess, found.end) if deal]
    assert len(deals) >= 3
    for deal in deals:
        for player in (0, 1):
            pegged = sum(peg.scored.points for peg in deal.pegs if peg.scored.player == player)
            assert deal.before[player] + pegged == deal.after[player]
            assert not deal.pegs or deal.pegs[-1].total == deal.after
    assert found.end.winner is not None


SCORELESS = {"card": "7D", "turned_up": 0, "in_hand": 0}
EXTREMES = [
    ({}, {"hand_size": 1, "target": 1, "excess_over": 0}),
    ({"redeal": "nothing_above_ten"}, {"hand_size": 17, "target": 1000}),
    ({}, {"card_points": {}, "penneech": SCORELESS, "excess_over": 60}),
    ({"redeal_scope": "own_hand", "game_end": "turn_ups_then_count"}, {"hand_size": 10}),
    ({"honours": "all_suits", "redeal": "never"}, {"card_points": dict.fromkeys(RANKS, 100)}),
]


@pytest.mark.parametrize(("rules", "figures"), EXTREMES)
def test_extreme_variants_have_three_examples_at_least(rules, figures):
    for language in LANGUAGES:
        document = compose_rulebook(variant(rules, **figures), language)
        assert len(document.sections[-1].blocks) > 3
