"""What the other has played makes worlds likelier or less likely, by the page's reckoning."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import Dice, rules
from table import cards, one_deal, states
from table import readings as readings_of

pytest.importorskip("numba")

import numpy as np

from penneech.engine.state import Phase
from penneech.kernel import inferring, searching
from penneech.players.greedy import SCALE, merits_of
from penneech.players.infer import choices_of
from penneech.players.pimc import sight_of
from penneech.players.view import view_of

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
seeds = st.integers(0, 2**64 - 1)


def plain_likelihood(view, card):
    """How likely a player is to play a card by the page, from what the reference engine reckons."""
    scale = SCALE
    if view.led is None:
        seen = {*view.hand, *view.turn_ups, *view.laid_aside[0], *view.laid_aside[1]}
        seen |= {card for trick in view.history for card in (trick.led, trick.reply)}
        scale *= 52 - len(seen)
    strengths = view.umpire.strengths[view.turn_up.index]
    worth = {
        one: Fraction(round(merit * scale), scale) - Fraction(8, SCALE) * strengths[one.index]
        for one, merit in merits_of(view).items()
    }
    best = max(worth.values())
    like = {one: Fraction(7, 8) ** min(160, int(8 * (best - own))) for one, own in worth.items()}
    return Fraction(1, 20) / len(like) + Fraction(19, 20) * like[card] / sum(like.values())


def weight_of_truth(view, hand):
    """The weight of the world in which the other holds these cards."""
    row = [int(searching.CODES[card.index]) for card in hand]
    row += [int(searching.CODES[view.led.index])] if view.led else []
    own = [int(searching.CODES[card.index]) for card in view.hand]
    pair = (own, row) if view.led is None else (row, own)
    hands = np.array([pair], np.uint8)
    return inferring.weights_of(view.rules, sight_of(view), choices_of(view), hands)[0]


def check_weights(by, seed):
    """Each state's true world weighs what the page says; how many were looked at."""
    before, likely, deal_was, looked = None, [1, 1], None, 0
    for game in states(by, seed):
        if (game.number, game.attempt) != deal_was:
            before, likely, deal_was = None, [Fraction(1), Fraction(1)], (game.number, game.attempt)
        if game.deal.phase is Phase.THROW_UP:
            continue
        if before is not None:
            played = game.deal.led
            if played is None:
                trick = game.deal.history[-1]
                played = trick.led if trick.leader is before.me else trick.reply
            likely[before.me] *= plain_likelihood(before, played)
        before = view_of(game)
        if choices_of(before):
            weight = weight_of_truth(before, game.deal.hands[before.me.other])
            assert weight == pytest.approx(float(likely[before.me.other]), rel=1e-9)
            looked += 1
    return looked


@examples(4 if SLOW else 40)
@given(by=rules(), seed=seeds)
def test_a_world_weighs_what_the_other_would_have_played_in_it(by, seed):
    check_weights(by, seed)


@pytest.mark.parametrize("following", readings_of("following"))
def test_weights_are_those_of_the_page_under_every_reading_of_following(following):
    from table import rules as usual  # noqa: PLC0415  # its name is taken above

    by = usual(hand_size=4, following=following)
    assert sum(check_weights(by, seed) for seed in range(2 if SLOW else 12)) > 20


def test_who_did_not_take_a_trick_that_it_could_have_taken_hardly_holds_the_card():
    view = view_of(one_deal("KS 3C", "2S 9C", "4H 5H 6H", "KS 2S", honours="all_suits").game)
    with_ace, without = (weight_of_truth(view, cards(held)) for held in ("AS", "9C"))
    assert with_ace < without / 10


def test_a_single_legal_card_tells_nothing_more():
    # The spade had to be played, whatever else the hand held.
    view = view_of(
        one_deal("3S KC 4C", "2S 9C 8D", "4H 5H 6H 7H", "3S 2S", following="must_follow").game
    )
    assert weight_of_truth(view, cards("9C 8D")) == weight_of_truth(view, cards("AC AD")) == 1


# --- Taking worlds by their weights --------------------------------------------------------------


@examples(5 if SLOW else 50)
@given(seed=seeds, many=st.integers(1, 40), drawn=st.integers(1, 60))
def test_a_world_is_taken_as_often_as_its_weight_asks_but_for_one(seed, many, drawn):
    dice = Dice(seed)
    weights = np.array([float(1 + dice.throw(100)) for _ in range(drawn)])
    taken = np.empty(many, np.int64)
    inferring.take(weights, taken)
    assert taken.tolist() == sorted(taken.tolist())
    counts = Counter(taken.tolist())
    for world, weight in enumerate(weights):
        assert abs(counts[world] - many * weight / weights.sum()) < 1 + 1e-9


def test_a_world_that_weighs_nothing_beside_the_others_is_not_taken():
    taken = np.empty(8, np.int64)
    inferring.take(np.array([1e-30, 1.0, 1e-30, 3.0]), taken)
    assert taken.tolist() == [1, 1, 3, 3, 3, 3, 3, 3]


def test_before_the_other_has_played_the_worlds_are_the_first_that_are_drawn():
    view = view_of(one_deal("9S 2S 3C KD", "8S 3S 5C QD", "4H QH 5H 6H 8H").game)
    assert choices_of(view) == []
    sight = sight_of(view)
    for one, other in zip(
        inferring.likely_worlds(view.rules, sight, [], 5, 6),
        searching.worlds(sight, 5, 6),
        strict=True,
    ):
        assert np.array_equal(one, other)


def test_worlds_are_taken_from_eight_times_as_many():
    game = one_deal("9S 2S 3C KD", "8S 3S 5C QD", "4H QH 5H 6H 8H", "9S").game
    view = view_of(game)
    sight, choices = sight_of(view), choices_of(view)
    drawn = {str(pair) for pair in searching.worlds(sight, 5, 48)[0].tolist()}
    taken = {
        str(pair) for pair in inferring.likely_worlds(view.rules, sight, choices, 5, 6)[0].tolist()
    }
    assert taken <= drawn
    assert not taken <= {str(pair) for pair in searching.worlds(sight, 5, 6)[0].tolist()}


# --- What the other has played --------------------------------------------------------------------


def test_choices_are_told_as_the_table_saw_them():
    # B, the elder hand, leads and wins; A wins the second trick and leads to the third.
    table = one_deal("9S 2S 3C", "8S 3S 5C", "4H QH 5H 6H", "9S 8S 2S 3S 5C")
    first, second, third = choices_of(view_of(table.game))
    eight, three, five = (card.index for card in cards("8S 3S 5C"))
    nine, two = (card.index for card in cards("9S 2S"))
    assert [choice.card for choice in (first, second, third)] == [eight, three, five]
    assert [choice.led for choice in (first, second, third)] == [nine, two, None]
    assert [choice.trick for choice in (first, second, third)] == [0, 1, 2]
    held = [{i for i in range(52) if choice.held >> i & 1} for choice in (first, second, third)]
    assert held == [{eight, three, five}, {three, five}, {five}]
    seen = [{i for i in range(52) if not choice.unseen >> i & 1} for choice in (first, second)]
    turned = [card.index for card in cards("4H QH")]
    assert seen[0] == {turned[0], nine}
    assert seen[1] == {*turned, nine, eight, two}
