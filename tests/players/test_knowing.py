"""What a player can tell of hidden cards: all that it has seen, and no more."""

from __future__ import annotations

from itertools import combinations

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules
from table import DEALER, ELDER, Table, cards, one_deal, states, with_other_hidden_cards
from table import readings as readings_of

from penneech.cards import PACK
from penneech.engine.legality import legal_cards, may_throw_up
from penneech.engine.state import MAX_REDEALS, Phase
from penneech.players.knowing import knowledge_of, set_of
from penneech.players.view import view_of

seeds = st.integers(0, 2**64 - 1)


def named(some):
    """The cards of a set, in pack order."""
    return " ".join(str(card) for card in PACK if some >> card.index & 1)


def known(*hands_stock_and_plays, **changes):
    return knowledge_of(view_of(one_deal(*hands_stock_and_plays, **changes).game))


def could_hold(view, hand):
    """Whether the other may hold these cards: every reply it made was legal, the pegs agree."""
    rules, me = view.rules, view.me
    later = [view.led] if view.led else []
    suits = [card.suit for card in view.turn_ups]
    first = suits.index(rules.penneech.card.suit) if rules.penneech.card.suit in suits else None
    for number in reversed(range(len(view.history) + 1)):
        held = [*hand, *later]
        if first == number and view.other_held is not None:
            before = held
            if number < len(view.history):
                trick = view.history[number]
                before = [*held, trick.reply if trick.leader is me else trick.led]
            if (rules.penneech.card in before) is not view.other_held:
                return False
        if number == len(view.history):
            continue
        trick = view.history[number]
        if trick.leader is me:
            held = [*held, trick.reply]
            if trick.reply not in legal_cards(rules.following, held, trick.led, trick.turn_up.suit):
                return False
            later.append(trick.reply)
        else:
            later.append(trick.led)
    return True


def kept(view, hand):
    """Whether the other would have kept the hand it was dealt, had it now these cards."""
    if view.attempt == MAX_REDEALS or view.laid_aside[view.me.other]:
        return True
    played = [trick.reply if trick.leader is view.me else trick.led for trick in view.history]
    return not may_throw_up(view.rules, (*hand, *played, *([view.led] if view.led else [])))


def hands_that_fit(view):
    """Every hand that the other may hold, by trying each; as sets."""
    seen = {*view.hand, *view.turn_ups, *view.laid_aside[0], *view.laid_aside[1], view.led}
    seen |= {card for trick in view.history for card in (trick.led, trick.reply)}
    hidden = [card for card in PACK if card not in seen]
    count = len(view.hand) - (view.led is not None)
    could = [hand for hand in combinations(hidden, count) if could_hold(view, hand)]
    return {set_of(hand) for hand in ([hand for hand in could if kept(view, hand)] or could)}


def hands_known(known):
    """Every hand that fits what is known."""
    possible = [card for card in PACK if known.possible >> card.index & 1]
    hands = map(set_of, combinations(possible, known.holds))
    return {
        hand
        for hand in hands
        if hand & known.certain == known.certain and (not known.needed or hand & known.needed)
    }


def told_states(some_rules, seed):
    """States in which a card is to be played and the other holds two cards at most."""
    for game in states(some_rules, seed):
        deal = game.deal
        if deal.phase is not Phase.THROW_UP and len(deal.hands[deal.to_move.other]) <= 2:
            yield game


@pytest.mark.parametrize("following", readings_of("following"))
@examples(8)
@given(data=st.data())
def test_what_is_known_is_all_that_can_be_told_and_no_more(following, data):
    by = data.draw(rules(following=following))
    for game in told_states(by, data.draw(seeds)):
        view = view_of(game)
        assert hands_known(knowledge_of(view)) == hands_that_fit(view)


@examples(12)
@given(by=rules(penneech_in_hand="held_when_trump"), seed=seeds)
def test_a_penneech_told_by_the_pegs_is_known_and_no_other(by, seed):
    for game in told_states(by, seed):
        view = view_of(game)
        assert hands_known(knowledge_of(view)) == hands_that_fit(view)


@examples(25)
@given(by=rules(), seed=seeds)
def test_what_is_known_is_true(by, seed):
    for game in states(by, seed):
        if game.deal.phase is Phase.THROW_UP:
            continue
        view, deal = view_of(game), game.deal
        known = knowledge_of(view)
        other = deal.hands[deal.to_move.other]
        held = set_of(other)
        assert held & ~known.possible == 0
        assert known.certain & ~held == 0
        assert known.holds == len(other)
        assert known.hidden == held | set_of(deal.pack[deal.top :])
        # Somebody who keeps a bad hand may be believed to hold what it needs, while it still can.
        if kept(view, other):
            assert not known.needed or known.needed & held


@examples(25)
@given(by=rules(), seed=seeds)
def test_what_is_known_does_not_depend_on_what_is_hidden(by, seed):
    for game in states(by, seed):
        if game.deal.phase is not Phase.THROW_UP:
            same = view_of(with_other_hidden_cards(game, seed))
            assert knowledge_of(view_of(game)) == knowledge_of(same)


# --- Voids, by example ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("following", "void"),
    [
        ("free", ""),
        ("must_follow", "S"),
        ("follow_or_trump", "S"),
        ("follow_or_trump_forced", "HS"),
        ("follow_else_trump", "HS"),
    ],
)
def test_a_discard_shows_voids(following, void):
    table = one_deal("9S AS 8S", "2C 3D 4D", "5H 6D 8D JC", "9S 2C", following=following)
    found = knowledge_of(view_of(table.game))
    assert {card.suit for card in PACK if (found.hidden & ~found.possible) >> card.index & 1} == {
        suit for suit in dict.fromkeys(card.suit for card in PACK) if suit.value in void
    }


@pytest.mark.parametrize(
    ("following", "void"),
    [
        ("free", ""),
        ("must_follow", "S"),
        ("follow_or_trump", ""),
        ("follow_or_trump_forced", ""),
        ("follow_else_trump", "S"),
    ],
)
def test_a_trump_shows_a_void_only_where_it_may_not_be_played_as_one_likes(following, void):
    table = Table(hand_size=2, following=following).deal("9S AS", "2H 3D", "5H 6D 8D")
    table.play("9S 2H 3D")
    found = knowledge_of(view_of(table.game))
    assert view_of(table.game).me is ELDER
    assert {
        card.suit.value for card in PACK if (found.hidden & ~found.possible) >> card.index & 1
    } == set(void)


# --- Hands that were kept ------------------------------------------------------------------------


def test_a_hand_that_was_kept_holds_an_ace_or_a_face():
    found = known("9S AS 8S", "2C 3D KD", "5H 6D 8D JC", redeal="no_ace_or_face")
    assert named(found.needed) == "JC QC KC AC JD QD KD AD JH QH KH AH JS QS KS"


def test_where_the_penneech_ranks_above_the_ten_it_keeps_a_hand():
    found = known("9S AS 8S", "2C 3D KD", "5H 6D 8D JC", redeal="nothing_above_ten")
    assert "7D" in named(found.needed)


def test_nothing_more_is_told_when_a_face_has_been_played():
    assert known("AS 9S", "KS 3D", "5H 6D 8D", "AS KS", redeal="no_ace_or_face").needed == 0


def test_nothing_is_told_where_no_hand_may_be_thrown_up_once_a_card_is_played():
    assert known("9S AS 8S", "2S 3D KD", "5H 6D 8D JC", "9S 2S", redeal="never").needed == 0


def test_a_hand_taken_from_the_stock_may_be_anything():
    table = Table(hand_size=2, redeal="no_ace_or_face", redeal_scope="own_hand")
    table.deal("9S AS", "8S 3S", "4H QH 5H 6H 8H").say("throw")
    found = knowledge_of(view_of(table.game))
    assert view_of(table.game).me is ELDER
    assert (found.needed, named(found.hidden & set_of(cards("8S 3S")))) == (0, "")


def test_after_a_hundred_redeals_a_hand_may_be_anything():
    low = tuple(sorted(PACK, key=lambda card: card.rank))
    table = Table(hand_size=2, redeal="no_ace_or_face")
    for _ in range(100):
        table.deal("2C 2D", "2H 2S", "3C").say("throw")
    table.deal("2C 2D", "2H 2S", "3C 3D 3H")
    assert low[:4] == cards("2C 2D 2H 2S")
    view = view_of(table.game)
    assert (view.attempt, knowledge_of(view).needed) == (100, 0)


def test_who_kept_a_bad_hand_after_all_is_believed_to_hold_anything():
    # When the dealer has led the second of its two low cards, it can hold no ace and no face.
    table = Table(hand_size=2, redeal="no_ace_or_face").deal("3S AS", "8S 9S", "4H 5H 6H")
    table.say("keep").play("3S 8S")
    assert view_of(table.game).me is DEALER
    table.play("9S")
    found = knowledge_of(view_of(table.game))
    assert view_of(table.game).me is ELDER
    assert (found.holds, found.needed) == (0, 0)


def test_who_kept_a_bad_hand_after_all_may_have_no_room_for_what_it_needs():
    # The pegs have told that the dealer's last card is the penneech, so it is neither ace nor face.
    changes = {"redeal": "no_ace_or_face", "penneech_in_hand": "held_when_trump"}
    table = Table(hand_size=2, **changes).deal("9S AS", "7D 3S", "5D 6D 8D")
    table.say("keep").play("9S 3S")
    found = knowledge_of(view_of(table.game))
    assert (named(found.certain), found.holds, found.needed) == ("7D", 1, 0)


# --- The penneech in hand ------------------------------------------------------------------------

HELD = {"penneech_in_hand": "held_when_trump"}


def test_who_pegs_for_holding_the_penneech_is_known_to_hold_it():
    found = known("9S AS", "7D 3S", "5D 6D 8D", **HELD)
    assert named(found.certain) == "7D"


def test_where_nobody_pegs_the_other_does_not_hold_the_penneech():
    found = known("9S AS", "2D 3S", "5D 6D 7D", **HELD)
    assert (found.certain, found.possible & set_of(cards("7D"))) == (0, 0)
    assert found.hidden & set_of(cards("7D"))


def test_nothing_is_told_before_a_diamond_is_turned():
    found = known("9S AS", "7D 3S", "5H 6D 8D", **HELD)
    assert (found.certain, bool(found.possible & set_of(cards("7D")))) == (0, True)


@pytest.mark.parametrize(
    "changes",
    [
        {"game_end": "turn_ups_then_count"},
        {"penneech": {"card": "7D", "turned_up": 14, "in_hand": 0}},
    ],
)
def test_nothing_is_told_by_points_that_are_not_pegged(changes):
    found = known("9S AS", "7D 3S", "5D 6D 8D", **HELD, **changes)
    assert (found.certain, bool(found.possible & set_of(cards("7D")))) == (0, True)


def test_nothing_is_told_while_a_hand_may_still_be_thrown_up():
    changes = {"redeal": "no_ace_or_face", "redeal_timing": "after_turn_up", **HELD}
    table = Table(hand_size=2, **changes).deal("9S 8S", "7D 3S", "5D 6D 8D")
    assert view_of(table.game).other_held is None
