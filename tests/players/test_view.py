"""What a player sees of the table, and that no hidden card is in it anywhere."""

from __future__ import annotations

import enum
import gc
import types

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules
from table import DEALER, ELDER, Table, line, one_deal, states, with_other_hidden_cards

from penneech.cards import PACK, Card
from penneech.players.view import View, view_of

NOT_DATA = (
    type,
    enum.Enum,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
)
"""What leads from a value to the whole program: the pack itself is to be found there."""


def cards_in(value):
    """Every card that can be reached from a value, through any object and any field."""
    found, seen, waiting = set(), set(), [value]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, NOT_DATA):
            continue
        seen.add(id(thing))
        if isinstance(thing, Card):
            found.add(thing)
        else:
            waiting += gc.get_referents(thing)
    return found


def seen_by(deal, player):
    """The cards that a player has a right to know, written out one kind after the other."""
    played = [card for trick in deal.history for card in (trick.led, trick.reply)]
    on_the_table = [deal.led] if deal.led else []
    laid_aside = [*deal.laid_aside[0], *deal.laid_aside[1]]
    return {*deal.hands[player], *deal.turn_ups, *played, *on_the_table, *laid_aside}


@examples(15)
@given(rules(), st.integers(0, 2**64 - 1))
def test_no_hidden_card_is_anywhere_in_a_view(some_rules, seed):
    for game in states(some_rules, seed):
        deal, view = game.deal, view_of(game)
        assert len(view) == len(View._fields)
        allowed = seen_by(deal, deal.to_move) | {some_rules.penneech.card}
        assert cards_in(view) <= allowed
        assert seen_by(deal, deal.to_move) <= cards_in(view)


@examples(15)
@given(rules(), st.integers(0, 2**64 - 1))
def test_a_view_is_the_same_whatever_is_hidden(some_rules, seed):
    for game in states(some_rules, seed):
        assert view_of(with_other_hidden_cards(game, seed)) == view_of(game)


def test_the_walk_finds_a_card_wherever_it_is_hidden():
    # The test above is worth what this walk is worth.
    deal = one_deal("9S 2S", "8S 3S", "4H QH 5H").now
    assert cards_in(deal) == set(PACK)
    assert cards_in({"a": [(deal,)]}) == set(PACK)
    assert cards_in(deal.umpire) == {deal.rules.penneech.card}


# --- What is in it -------------------------------------------------------------------------------


def test_elder_hand_sees_its_own_cards_and_the_turn_up():
    table = one_deal("9S 2S", "8S 3S", "4H QH 5H")
    view = view_of(table.game)
    assert (view.me, view.dealer, view.number) == (ELDER, DEALER, 0)
    assert (line(view.hand), line(view.legal)) == ("2S 9S", "2S 9S")
    assert (str(view.turn_up), view.trumps.value, line(view.turn_ups)) == ("4H", "H", "4H")
    assert (view.led, view.history, view.tricks, view.score) == (None, (), (0, 0), (0, 0))
    assert view.in_stock == 52 - 5
    assert view.rules is table.game.rules


def test_second_player_sees_the_card_led_and_what_may_be_played():
    table = one_deal("9S 2S", "8S 3C", "4H QH 5H", "9S", following="must_follow")
    view = view_of(table.game)
    assert (view.me, str(view.led)) == (DEALER, "9S")
    assert (line(view.hand), line(view.legal)) == ("3C 8S", "8S")


def test_tricks_and_points_and_turn_ups_are_seen_as_they_come():
    view = view_of(one_deal("9S 2S", "8S 3S", "4H QH 5H", "9S 8S").game)
    assert (line(view.turn_ups), view.tricks, view.score) == ("4H QH", (0, 1), (0, 3))
    (trick,) = view.history
    assert (str(trick.turn_up), str(trick.led), str(trick.reply)) == ("4H", "9S", "8S")
    assert (trick.leader, trick.winner) == (ELDER, ELDER)
    assert view.in_stock == 52 - 6


def test_points_that_are_put_off_are_seen_as_such():
    table = one_deal("KS 2S", "8S 3S", "4H 5H 6H", "KS 8S", game_end="turn_ups_then_count")
    view = view_of(table.game)
    assert view.score == (0, 0)
    assert [(scored.player, scored.points) for scored in view.put_off] == [(ELDER, 4)]


def test_who_is_asked_to_throw_up_sees_the_hand_and_no_card_to_play():
    table = Table(hand_size=2, redeal="no_ace_or_face").deal("9S 2S", "8S 3S", "4H QH 5H")
    view = view_of(table.game)
    assert (line(view.hand), view.legal, view.turn_ups) == ("2S 9S", (), ())
    with pytest.raises(IndexError):
        _ = view.turn_up


def test_hands_that_are_laid_aside_have_been_seen_by_both():
    table = Table(hand_size=2, redeal="no_ace_or_face", redeal_scope="own_hand")
    table.deal("9S 2S", "8S 3S", "4H QH 5H 6H 8H").say("throw")
    view = view_of(table.game)
    assert (view.me, line(view.laid_aside[ELDER]), view.laid_aside[DEALER]) == (DEALER, "2S 9S", ())
    assert line(view.hand) == "3S 8S"
    # Two hands of two were dealt, and two cards taken from the stock.
    assert view.in_stock == 52 - 6


def test_hands_of_a_void_deal_are_not_in_the_view_of_the_next():
    table = Table(hand_size=2, redeal="no_ace_or_face")
    table.deal("9S 2S", "KS 3S", "4H").say("throw").deal("KC 2C", "KD 3D", "4S 5S 6S")
    assert "9S" not in {str(card) for card in cards_in(view_of(table.game))}


def test_number_of_the_deal_is_seen():
    table = Table(hand_size=1).deal("9S", "8S", "4H 5H").play("9S 8S").deal("9S", "8S", "4H 5H")
    assert view_of(table.game).number == 1


@pytest.mark.parametrize("plays", ["", "9S 8S"])
def test_nobody_looks_while_nobody_is_to_move(plays):
    table = Table(hand_size=1)
    with pytest.raises(ValueError, match="nobody is to move"):
        view_of(table.game)
    if plays:
        table.deal("9S", "8S", "4H 5H").play(plays)
        with pytest.raises(ValueError, match="nobody is to move"):
            view_of(table.game)


def test_nobody_looks_at_a_void_deal():
    table = Table(hand_size=2, redeal="no_ace_or_face").deal("9S 2S", "KS 3S", "4H").say("throw")
    with pytest.raises(ValueError, match="nobody is to move"):
        view_of(table.game)


def test_penneech_that_the_other_holds_is_not_known_before_it_is_played_or_counted():
    readings = {"penneech_in_hand": "held_when_trump", "game_end": "turn_ups_then_count"}
    table = one_deal("9S 2S", "7D 3S", "4D 5H 6H", **readings)
    assert view_of(table.game).put_off == ()
    table.play("9S")
    assert len(view_of(table.game).put_off) == 1
    table.play("7D")
    assert len(view_of(table.game).put_off) == 1
