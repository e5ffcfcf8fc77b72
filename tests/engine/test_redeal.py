"""Hands thrown up: which, when, what becomes of the cards, who deals again, and where it ends."""

from __future__ import annotations

import pytest
from table import DEALER, ELDER, Table, cards, hand_of, line, readings

from penneech.engine.game import throw_up
from penneech.engine.legality import may_throw_up
from penneech.engine.state import MAX_REDEALS, Phase
from penneech.errors import IllegalPlayError
from penneech.events import Dealt, GameEnded, Player, Scored, ThrownUp, TurnedUp
from penneech.players.view import view_of

GOOD, BAD, WITH_PENNEECH = "KS 2S", "TS 9S", "7D TS"
BAD_TOO = "3C 4C"


def table(redeal="no_ace_or_face", **changes):
    """A table for hands of two cards, where bad hands may be thrown up."""
    return Table(redeal=redeal, **{"hand_size": 2, **changes})


def thrown(at):
    """Who threw up what, and drew what."""
    return [
        f"{fact.player.name}: {line(fact.hand)} -> {line(fact.drawn) or 'void'}"
        for fact in at.of(ThrownUp)
    ]


# --- Which hands --------------------------------------------------------------------------------


def test_no_hand_is_ever_thrown_up_under_never():
    assert table("never").deal(BAD, BAD_TOO, "5H 6H 8H").asked is None


@pytest.mark.parametrize("reading", ["no_ace_or_face", "nothing_above_ten"])
@pytest.mark.parametrize("good", ["AS 2S", "KS 2S", "QS 2S", "JS 2S", "2S JC"])
def test_hand_with_an_ace_or_a_face_is_not_thrown_up(reading, good):
    assert table(reading).deal(good, "KC 2C", "5H 6H 8H").asked is None


@pytest.mark.parametrize("reading", ["no_ace_or_face", "nothing_above_ten"])
def test_hand_of_ten_and_below_may_be_thrown_up(reading):
    assert table(reading).deal("TS 9S", "KC 2C", "5H 6H 8H").asked == "elder"


@pytest.mark.parametrize("rank", readings("penneech_rank"))
def test_hand_that_holds_the_penneech_may_be_thrown_up_under_no_ace_or_face(rank):
    at = table("no_ace_or_face", penneech_rank=rank)
    assert at.deal(WITH_PENNEECH, "KC 2C", "5H 6H 8H").asked == "elder"


@pytest.mark.parametrize("rank", readings("penneech_rank"))
def test_hand_that_holds_the_penneech_may_not_be_thrown_up_under_nothing_above_ten(rank):
    at = table("nothing_above_ten", penneech_rank=rank)
    assert at.deal(WITH_PENNEECH, "KC 2C", "5H 6H 8H").asked is None


def test_it_is_the_card_named_as_penneech_that_saves_a_hand_under_nothing_above_ten():
    two_of_clubs = {"card": "2C", "turned_up": 14, "in_hand": 7}
    at = table("nothing_above_ten", penneech=two_of_clubs)
    assert not may_throw_up(at.game.rules, cards("2C 3C"))
    assert may_throw_up(at.game.rules, cards("7D 3C"))


@pytest.mark.parametrize("reading", ["no_ace_or_face", "nothing_above_ten"])
@pytest.mark.parametrize("card", ["AD", "JS"])
def test_penneech_that_is_an_ace_or_a_face_keeps_its_hand_from_being_thrown_up(reading, card):
    at = table(reading, penneech={"card": card, "turned_up": 14, "in_hand": 7})
    assert not may_throw_up(at.game.rules, cards(f"{card} 2C"))


@pytest.mark.parametrize("reading", ["no_ace_or_face", "nothing_above_ten"])
def test_ace_or_face_is_a_matter_of_rank_and_not_of_card_points(reading):
    at = table(reading, card_points={"T": 10, "A": 0})
    assert may_throw_up(at.game.rules, cards("TS 2C"))
    assert not may_throw_up(at.game.rules, cards("AS 2C"))
    assert not may_throw_up(at.game.rules, cards("JS 2C"))


# --- Who is asked, in which order ---------------------------------------------------------------


def test_elder_hand_is_asked_first_then_the_dealer():
    at = table().deal(BAD, BAD_TOO, "5H 6H 8H")
    assert at.asked == "elder"
    assert at.say("keep").asked == "dealer"
    assert at.say("keep").asked is None
    assert (at.now.phase, at.now.to_move) == (Phase.LEAD, ELDER)
    assert at.turned == "5H"


def test_dealer_alone_is_asked_when_the_elder_hand_is_good():
    at = table().deal(GOOD, BAD_TOO, "5H 6H 8H")
    assert at.asked == "dealer"
    assert at.say("keep").now.phase is Phase.LEAD


def test_elder_hand_alone_is_asked_when_the_dealers_hand_is_good():
    at = table().deal(BAD_TOO, GOOD, "5H 6H 8H")
    assert at.asked == "elder"
    assert at.say("keep").now.phase is Phase.LEAD


def test_dealer_is_not_asked_once_the_elder_hand_has_voided_the_deal():
    at = table().deal(BAD, BAD_TOO, "5H 6H 8H").say("throw")
    assert at.now.phase is Phase.VOID
    assert at.game.needs_pack
    assert thrown(at) == ["B: 9S TS -> void"]


def test_both_are_asked_anew_after_a_void_deal():
    at = table().deal(BAD, BAD_TOO, "5H 6H 8H").say("keep", "throw")
    at.deal(BAD, BAD_TOO, "5H 6H 8H")
    assert at.asked == "elder"
    assert at.say("keep").asked == "dealer"


def test_nobody_throws_up_who_is_not_asked():
    for at in (table().deal(GOOD, "KC 2C", "5H 6H 8H"), table().deal(BAD, GOOD, "5H").say("throw")):
        with pytest.raises(IllegalPlayError, match="no hand may be thrown up now") as refused:
            throw_up(at.game, wanted=True)
        assert refused.value.rule == "redeal"


def test_no_card_is_played_while_a_hand_may_be_thrown_up():
    at = table().deal(BAD, BAD_TOO, "5H 6H 8H")
    with pytest.raises(IllegalPlayError, match="no card is due"):
        at.play("TS")


# --- When ---------------------------------------------------------------------------------------


def test_nothing_is_turned_before_the_question_under_before_turn_up():
    at = table(redeal_timing="before_turn_up").deal(BAD, BAD_TOO, "KH 6H 8H")
    assert (at.turned, view_of(at.game).turn_ups) == ("", ())
    assert at.say("keep").turned == ""
    assert at.say("keep").turned == "KH"


def test_turn_up_is_seen_and_not_scored_before_the_question_under_after_turn_up():
    at = table(redeal_timing="after_turn_up").deal(BAD, BAD_TOO, "KH 6H 8H")
    assert (at.turned, line(view_of(at.game).turn_ups)) == ("KH", "KH")
    assert at.of(TurnedUp) == [TurnedUp(DEALER, *cards("KH"), 0)]
    assert (at.told, at.now.score) == ([], (0, 0))
    assert at.say("keep").told == []
    assert at.say("keep").told == ["dealer 4 turn_up KH 0"]
    assert at.turned == "KH"


def test_turn_up_of_a_void_deal_counts_for_nobody():
    at = table(redeal_timing="after_turn_up").deal(BAD, BAD_TOO, "KH 6H 8H").say("keep", "throw")
    at.deal(GOOD, "KC 2C", "3H 6H 8H")
    assert (at.told, at.now.score, at.turned) == ([], (0, 0), "KH 3H")


def test_turn_up_that_would_win_counts_only_when_nobody_throws_up_any_more():
    # The dealer has 57 and has turned a king.
    at = table(redeal_timing="after_turn_up", dealer_has=57).deal(BAD, BAD_TOO, "KH 6H 8H")
    assert not at.over
    kept = table(redeal_timing="after_turn_up", dealer_has=57).deal(BAD, BAD_TOO, "KH 6H 8H")
    assert kept.say("keep", "keep").winner == "dealer"
    at.say("throw").deal(GOOD, "KC 2C", "3H 6H 8H")
    assert not at.over
    assert at.now.phase is Phase.LEAD


def test_penneech_held_in_a_void_deal_counts_for_nobody():
    at = table(redeal_timing="after_turn_up", penneech_in_hand="held_when_trump")
    at.deal(WITH_PENNEECH, BAD_TOO, "2D 6H 8H").say("throw").deal(GOOD, "KC 2C", "3D 6H 8H")
    assert at.told == []


@pytest.mark.parametrize("timing", readings("redeal_timing"))
def test_penneech_held_counts_once_both_hands_are_kept(timing):
    at = table(redeal_timing=timing, penneech_in_hand="held_when_trump")
    at.deal(WITH_PENNEECH, BAD_TOO, "2D 6H 8H").say("keep")
    assert at.told == []
    assert at.say("keep").told == ["elder 7 penneech_in_hand 7D 0"]


# --- Both hands, and who deals again ------------------------------------------------------------


def test_whole_pack_is_dealt_again_under_both_hands():
    at = table(redeal_scope="both_hands").deal(BAD, GOOD, "5H 6H 8H").say("throw")
    at.deal("KC 2C", BAD_TOO, "9H 6H 8H")
    assert [fact.attempt for fact in at.of(Dealt)] == [0, 1]
    assert (hand_of(at, ELDER), hand_of(at, DEALER)) == ("2C KC", "3C 4C")
    assert at.now.laid_aside == ((), ())
    assert at.game.number == 0


@pytest.mark.parametrize(
    ("reading", "dealers"), [("same_dealer", "AA"), ("next_dealer", "AB"), ("thrower", "AB")]
)
def test_who_deals_again_when_the_elder_hand_throws_up(reading, dealers):
    at = table(redeal_dealer=reading).deal(BAD, GOOD, "5H").say("throw").deal(GOOD, "KC 2C", "5H")
    assert at.dealers == dealers
    assert at.now.to_move.name == ("B" if dealers[-1] == "A" else "A")


@pytest.mark.parametrize(
    ("reading", "dealers"), [("same_dealer", "AA"), ("next_dealer", "AB"), ("thrower", "AA")]
)
def test_who_deals_again_when_the_dealer_throws_up(reading, dealers):
    at = table(redeal_dealer=reading).deal(GOOD, BAD, "5H").say("throw").deal(GOOD, "KC 2C", "5H")
    assert at.dealers == dealers
    assert at.now.to_move.name == ("B" if dealers[-1] == "A" else "A")


@pytest.mark.parametrize(
    ("reading", "throwers", "dealers"),
    [
        # Who throws up each time, by seat; A deals first.
        ("same_dealer", ("elder", "elder"), "AAA"),
        ("same_dealer", ("dealer", "elder"), "AAA"),
        ("next_dealer", ("elder", "elder"), "ABA"),
        ("next_dealer", ("dealer", "dealer"), "ABA"),
        ("thrower", ("elder", "elder"), "ABA"),
        ("thrower", ("elder", "dealer"), "ABB"),
        ("thrower", ("dealer", "dealer"), "AAA"),
        ("thrower", ("dealer", "elder"), "AAB"),
    ],
)
def test_dealer_leader_and_next_dealer_are_right_after_two_redeals(reading, throwers, dealers):
    at = table(redeal_dealer=reading)
    for seat in throwers:
        at.deal(*((BAD, GOOD) if seat == "elder" else (GOOD, BAD)), "5H 6H 8H").say("throw")
    at.deal(GOOD, "KC 3C", "5H 6H 8H")
    assert at.dealers == dealers
    leader = {"A": "B", "B": "A"}[dealers[-1]]
    assert at.now.to_move.name == leader
    # The dealer discards clubs to the two spades of the elder hand, who takes both tricks.
    at.play("KS 3C 2S KC")
    assert at.takers == leader * 2
    assert at.game.dealer.name == leader
    assert at.game.number == 1


@pytest.mark.parametrize("reading", readings("redeal_dealer"))
def test_redeal_does_not_change_the_score_or_the_number_of_the_deal(reading):
    at = table(redeal_dealer=reading, elder_has=30, dealer_has=20)
    at.deal(BAD, GOOD, "5H").say("throw")
    assert (at.game.score, at.game.number, at.game.attempt) == ((20, 30), 0, 1)


def test_turner_of_the_first_card_is_the_one_who_dealt_in_the_end():
    at = table(redeal_dealer="next_dealer").deal(BAD, GOOD, "5H").say("throw")
    at.deal(GOOD, "KC 2C", "QH 6H 8H")
    assert (at.turners, at.told, at.now.score) == ("B", ["dealer 3 turn_up QH 0"], (0, 3))


# --- One's own hand -----------------------------------------------------------------------------


def own(**changes):
    return table(redeal_scope="own_hand", **changes)


def test_thrown_hand_is_laid_aside_and_as_many_cards_are_taken_from_the_stock():
    at = own().deal(BAD, GOOD, "5H 6H 8H 9H 2H").say("throw")
    assert thrown(at) == ["B: 9S TS -> 5H 6H"]
    assert (hand_of(at, ELDER), line(at.now.laid_aside[ELDER])) == ("5H 6H", "9S TS")
    assert at.now.laid_aside[DEALER] == ()
    assert at.turned == "8H"
    assert at.play("6H 2S").turned == "8H 9H"


def test_elder_hand_draws_before_the_dealer_and_both_before_the_turn_up_under_before_turn_up():
    at = own(redeal_timing="before_turn_up")
    at.deal(BAD, BAD_TOO, "2H 3H 4H 5H 6H 8H 9H").say("throw", "throw")
    assert thrown(at) == ["B: 9S TS -> 2H 3H", "A: 3C 4C -> 4H 5H"]
    assert at.turned == "6H"
    assert at.play("3H 5H").turned == "6H 8H"


def test_cards_are_drawn_from_below_the_turn_up_under_after_turn_up():
    at = own(redeal_timing="after_turn_up")
    at.deal(BAD, BAD_TOO, "2H 3H 4H 5H 6H 8H 9H").say("throw", "throw")
    assert thrown(at) == ["B: 9S TS -> 3H 4H", "A: 3C 4C -> 5H 6H"]
    assert at.turned == "2H"
    assert at.play("4H 6H").turned == "2H 8H"


def test_dealer_draws_from_the_top_when_the_elder_hand_keeps():
    at = own().deal(BAD, BAD_TOO, "2H 3H 4H 5H 6H").say("keep", "throw")
    assert thrown(at) == ["A: 3C 4C -> 2H 3H"]
    assert at.turned == "4H"


@pytest.mark.parametrize("timing", readings("redeal_timing"))
def test_each_is_asked_once_and_a_new_hand_is_never_thrown_up_again(timing):
    # All of the stock is below the knave, so the new hands are bad too.
    at = own(redeal_timing=timing).deal(BAD, BAD_TOO, "2H 3H 4H 5H 6H 8H 9H")
    assert at.asked == "elder"
    assert at.say("throw").asked == "dealer"
    assert at.say("throw").asked is None
    assert at.now.phase is Phase.LEAD
    again = own(redeal_timing=timing).deal(BAD, GOOD, "2H 3H 4H 5H 6H 8H 9H").say("throw")
    assert (again.asked, again.now.phase) == (None, Phase.LEAD)


def test_dealer_may_throw_up_after_the_elder_hand_has():
    assert own().deal(BAD, BAD_TOO, "2H 3H 4H 5H 6H").say("throw", "keep").asked is None


@pytest.mark.parametrize("reading", readings("redeal_dealer"))
def test_same_player_deals_and_the_elder_hand_leads_whoever_takes_a_new_hand(reading):
    for seats in (("throw", "keep"), ("keep", "throw"), ("throw", "throw")):
        at = own(redeal_dealer=reading).deal(BAD, BAD_TOO, "2H 3H 4H 5H 6H 8H 9H").say(*seats)
        assert (at.dealers, at.now.to_move, at.now.attempt) == ("A", ELDER, 0)


def test_drawn_cards_are_told_in_the_order_of_the_stock_and_held_in_pack_order():
    at = own().deal(BAD, GOOD, "6H 2C 8H 9H 2H").say("throw")
    assert thrown(at) == ["B: 9S TS -> 6H 2C"]
    assert hand_of(at, ELDER) == "2C 6H"


def test_turn_up_that_lies_there_counts_for_the_dealer_when_both_have_been_asked():
    at = own(redeal_timing="after_turn_up").deal(BAD, BAD_TOO, "KH 3H 4H 5H 6H 8H 9H")
    assert at.say("throw").told == []
    assert at.say("throw").told == ["dealer 4 turn_up KH 0"]


def test_penneech_laid_aside_is_held_by_nobody():
    at = own(penneech_in_hand="held_when_trump", redeal_timing="after_turn_up")
    assert at.deal("7D 2S", "KS 3S", "2D 3H 4H 5H").say("throw").told == []


def test_penneech_drawn_is_held_at_the_turn_up_that_lies_there():
    at = own(penneech_in_hand="held_when_trump", redeal_timing="after_turn_up")
    at.deal(BAD, GOOD, "2D 7D 4H 5H").say("throw")
    assert at.told == ["elder 7 penneech_in_hand 7D 0"]


def test_penneech_laid_aside_is_played_to_no_trick():
    at = own(penneech_in_hand="won_if_ever_trump")
    at.deal("7D 2S", "KC QC", "2H 3H 4D 5D 6D").say("throw").play("3H KC 2H QC")
    assert (at.turned, at.takers) == ("4D 5D 6D", "BB")
    assert at.told == ["elder 4 trick KC 1", "elder 3 trick QC 2"]


# --- Where it ends ------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", readings("redeal_timing"))
def test_after_a_hundred_redeals_in_a_row_a_hand_must_be_played(timing):
    at = table(redeal_timing=timing)
    for _ in range(100):
        at.deal(BAD, BAD_TOO, "5H 6H 8H")
        assert at.asked == "elder"
        at.say("throw")
    at.deal(BAD, BAD_TOO, "5H 6H 8H")
    assert (at.asked, at.now.phase, at.now.attempt) == (None, Phase.LEAD, MAX_REDEALS)
    assert (len(at.of(ThrownUp)), len(at.of(Dealt))) == (100, 101)


def test_ninety_nine_redeals_leave_one_more():
    at = table()
    for _ in range(99):
        at.deal(GOOD, BAD, "5H 6H 8H").say("throw")
    assert at.deal(GOOD, BAD, "5H 6H 8H").asked == "dealer"


def test_redeals_are_reckoned_afresh_in_every_deal():
    at = table()
    for _ in range(100):
        at.deal(BAD, GOOD, "5H 6H 8H").say("throw")
    at.deal(BAD, GOOD, "5H 6H 8H").play("TS KS")
    assert at.takers == "A"
    at.play("2S 9S")
    assert (at.game.number, at.game.attempt) == (1, 0)
    assert at.deal(BAD, BAD_TOO, "5H 6H 8H").asked == "elder"


def test_redeal_is_told_before_anything_of_the_new_deal():
    at = table(redeal_timing="after_turn_up").deal(BAD, GOOD, "5H").say("throw")
    at.deal(GOOD, "KC 2C", "QH")
    kinds = [type(fact) for fact in at.facts]
    assert kinds == [Dealt, TurnedUp, ThrownUp, Dealt, TurnedUp, Scored]
    assert not at.of(GameEnded)
    assert at.now.dealer is Player.A
