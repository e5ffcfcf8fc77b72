"""What is refused at the table: in whole sentences, since people read them, and by which rule."""

from __future__ import annotations

import pytest
from table import Table, cards, one_deal, rules

from penneech.cards import PACK
from penneech.engine.game import deal_pack, first_dealer, new_game
from penneech.errors import IllegalPlayError, RulesError
from penneech.events import Cut, Player
from penneech.rules import FirstDealer

BAD = ("9S", "8S", "TH TC")


def asking():
    return Table(hand_size=1, redeal="no_ace_or_face").deal(*BAD)


@pytest.mark.parametrize(
    ("done", "sentence", "rule"),
    [
        (lambda: Table().play("7D"), "no deal is in play", "turn"),
        (lambda: Table().say("throw"), "no deal is in play", "turn"),
        (lambda: Table().say("keep"), "no deal is in play", "turn"),
        (lambda: one_deal(*BAD).deal(*BAD), "no pack is to be dealt now", "deal"),
        (lambda: one_deal(*BAD, "9S").deal(*BAD), "no pack is to be dealt now", "deal"),
        (lambda: one_deal(*BAD).say("throw"), "no hand may be thrown up now", "redeal"),
        (lambda: one_deal(*BAD).say("keep"), "no hand may be thrown up now", "redeal"),
        (lambda: asking().play("9S"), "9S cannot be played now: no card is due", "turn"),
        (
            lambda: asking().say("throw").play("8S"),
            "8S cannot be played now: no card is due",
            "turn",
        ),
        (
            lambda: one_deal(*BAD, "9S 8S").play("5S"),
            "5S cannot be played now: no card is due",
            "turn",
        ),
        (lambda: one_deal(*BAD).play("8S"), "8S is not in B's hand: 9S", "hand"),
        (lambda: one_deal(*BAD, "9S").play("9S"), "9S is not in A's hand: 8S", "hand"),
        (
            lambda: one_deal("9S 2C", "8S 3D", "TH TC TS", "9S").play("3D"),
            "3D breaks following=follow_or_trump: 8S",
            "following=follow_or_trump",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence_and_by_its_rule(done, sentence, rule):
    with pytest.raises(IllegalPlayError) as refused:
        done()
    assert (str(refused.value), refused.value.rule) == (sentence, rule)


def test_a_pack_too_small_is_refused_with_what_a_deal_can_use():
    with pytest.raises(RulesError) as refused:
        deal_pack(new_game(rules(), Player.A), PACK[:21])
    assert refused.value.faults == ((("pack",), "21 cards are too few; a deal can use 22"),)


@pytest.mark.parametrize("score", [(-1, 5), (5, 61)])
def test_a_score_outside_the_game_is_refused_with_what_is_allowed(score):
    with pytest.raises(RulesError) as refused:
        new_game(rules(), Player.A, score)
    sentence = f"the scores {score[0]},{score[1]} must be from 0 to 60"
    assert refused.value.faults == ((("score",), sentence),)


def test_a_cut_under_random_is_refused_with_the_reading():
    with pytest.raises(ValueError, match="nobody cuts") as refused:
        first_dealer(FirstDealer.RANDOM, Cut(*cards("5C 9H")))
    assert str(refused.value) == "under first_dealer=random nobody cuts"
