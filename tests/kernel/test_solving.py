"""Best play with all cards seen, against plain minimax over the reference engine."""

from __future__ import annotations

import os
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import Dice, rules
from table import cards, pack
from table import readings as readings_of
from table import rules as usual

pytest.importorskip("numba")

from plain_minimax import begun, worths

from penneech.cards import PACK, parse_card
from penneech.chance import shuffled
from penneech.engine.deal import play
from penneech.engine.state import Phase
from penneech.errors import PenneechError
from penneech.events import Player
from penneech.kernel import solving
from penneech.kernel.packing import card_of, code
from penneech.kernel.solving import ILLEGAL, Standing, solve, solve_leads, solve_replies
from penneech.rules import RULE_POINTS
from penneech.variant import load_variant, variant_ids

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"
READINGS = [(point, reading) for point in RULE_POINTS for reading in readings_of(point)]
EXCESSES = list(product(readings_of("excess_cards"), readings_of("excess_claim"), (0, 3, 7)))


def solved(deal):
    """What the solver says of the deal as it stands, by card."""
    mover, other = deal.to_move, deal.to_move.other
    leader, replier = (mover, other) if deal.led is None else (other, mover)
    penneech = deal.umpire.penneech
    takers = [trick.winner for trick in deal.history if penneech in (trick.led, trick.reply)]
    return solve(
        deal.rules,
        deal.hands[leader],
        deal.hands[replier],
        (deal.turn_ups[-1], *deal.pack[deal.top :]),
        led=deal.led,
        standing=Standing(
            (deal.tricks[leader], deal.tricks[replier]),
            any(card.suit is penneech.suit for card in deal.turn_ups[:-1]),
            sum(1 if taker is leader else -1 for taker in takers),
        ),
    )


def walk(by, dealt, dice):
    """A deal, card by card, each of them any that may be played."""
    deal = begun(by, dealt)
    while deal.phase is not Phase.OVER:
        yield deal
        deal, _ = play(deal, dice.pick(deal.legal))


def holding(dealt, size, want):
    """The pack, with a card dealt to a player who will not play it at once."""
    at, place = dealt.index(want), 2 * size - 1
    swapped = list(dealt)
    swapped[at], swapped[place] = swapped[place], swapped[at]
    return tuple(swapped)


def agree(by, seed, *, whole=False):
    """Assert that solver and minimax agree at each card of a deal, or at its first lead alone."""
    dealt = shuffled(seed, 0, 0, 0)
    if seed % 2:
        dealt = holding(dealt, by.hand_size, by.penneech.card)
    known = {}
    for deal in walk(by, dealt, Dice(seed)):
        assert solved(deal) == worths(deal, known), (by, seed, deal)
        if not whole:
            return


@pytest.mark.parametrize(("point", "reading"), READINGS)
def test_every_reading_of_every_point_is_solved_as_minimax_does(point, reading):
    more = {"turn_up_credit": "trick_winner"} if reading == "first_trick_winner" else {}
    if point == "turn_up_credit":
        more = {"first_turn_up": "nobody"}
    for size in (1, 2, 3):
        by = usual(**{point: reading}, **more, hand_size=size, excess_over=size)
        for seed in range(2 if SLOW else 12):
            agree(by, seed, whole=True)


@pytest.mark.parametrize(("counted", "claim", "over"), EXCESSES)
def test_an_excess_that_depends_on_the_number_of_tricks_is_solved(counted, claim, over):
    for size in (2, 3) if SLOW else (2, 3, 4):
        by = usual(hand_size=size, excess_cards=counted, excess_claim=claim, excess_over=over)
        for seed in range(1 if SLOW else 4):
            agree(by, seed, whole=True)


@settings(max_examples=15 if SLOW else 1000 if LONG else 100, deadline=None)
@given(by=rules(), seed=st.integers(0, 2**32))
def test_all_rules_of_the_space_are_solved_as_minimax_does(by, seed):
    assume(by.hand_size <= (3 if SLOW else 4))
    agree(by, seed, whole=True)


@pytest.mark.parametrize("variant", sorted(variant_ids()))
def test_the_last_four_tricks_of_every_variant_are_solved_as_minimax_does(variant):
    by = load_variant(variant).rules
    for seed in range(1 if SLOW else 6):
        known = {}
        for deal in walk(by, shuffled(seed, 0, 0, 0), Dice(seed)):
            if len(deal.history) >= by.hand_size - (3 if SLOW else 4):
                assert solved(deal) == worths(deal, known)


@pytest.mark.skipif(SLOW, reason="full hands take too long with the compiler off")
@pytest.mark.parametrize("variant", sorted(variant_ids()))
def test_full_hands_of_every_variant_are_solved_as_minimax_does(variant):
    for seed in range(4 if LONG else 1):
        agree(load_variant(variant).rules, 1674 + seed)


def set_up(elder, dealer, stock, **changes):
    """A deal of these cards under the usual rules, but for these changes, ready for its lead."""
    return begun(usual(hand_size=len(elder.split()), **changes), pack(elder, dealer, stock))


def after(deal, plays):
    """The deal after these cards are played."""
    for card in cards(plays):
        deal, _ = play(deal, card)
    return deal


def in_letters(worths):
    return {str(card): worth for card, worth in worths.items()}


def test_a_penneech_taken_before_counts_at_the_end_where_diamonds_were_ever_trumps():
    deal = set_up("7D 2C", "3D 4C", "5D 2H 3H", penneech_in_hand="won_if_ever_trump")
    then = after(deal, "7D 3D")
    assert in_letters(solved(then)) == in_letters(worths(then, {})) == {"2C": 7}
    then = after(then, "2C")
    assert in_letters(solved(then)) == in_letters(worths(then, {})) == {"4C": -7}


def test_a_penneech_held_when_diamonds_were_turned_before_is_not_scored_again():
    deal = set_up("7D 2C", "3S 4C", "5D 2D 3H", penneech_in_hand="held_when_trump")
    assert in_letters(solved(deal)) == in_letters(worths(deal, {}))
    then = after(deal, "2C 4C")
    assert in_letters(solved(then)) == in_letters(worths(then, {}))
    later = set_up("7D 2C", "3S 4C", "5H 2D 3H", penneech_in_hand="held_when_trump")
    assert solved(later)[parse_card("2C")] == solved(deal)[parse_card("2C")] + 7


def test_a_penneech_held_at_the_turn_is_its_holders_though_another_takes_it():
    changes = {"penneech_in_hand": "held_when_trump", "penneech_rank": "plain"}
    deal = set_up("7D 2C", "9D 4C", "5H 2D 3H", **changes)
    # Leading 2C the elder hand holds the 7D at the turn, and loses it to the 9D.
    assert in_letters(solved(deal)) == in_letters(worths(deal, {})) == {"7D": 0, "2C": 7}


def test_points_too_many_for_a_byte_are_solved():
    by = usual(hand_size=3, card_points={"A": 100, "K": 90, "Q": 80, "J": 70})
    assert solving._tables(by).number is np.uint16  # noqa: SLF001  # how wide the figures are shows nowhere else
    assert solving._tables(usual()).number is np.uint8  # noqa: SLF001  # how wide the figures are shows nowhere else
    for seed in range(4):
        agree(by, seed, whole=True)


def many(size, count, seed=5):
    """Hands and stocks of so many deals, as codes."""
    codes = [[code(card) for card in shuffled(seed, 0, deal % 999, deal // 999)]
             for deal in range(count)]  # fmt: skip
    packs = np.array(codes, np.uint8)
    hands = np.stack([packs[:, 0 : 2 * size : 2], packs[:, 1 : 2 * size : 2]], axis=1)
    return np.ascontiguousarray(hands), np.ascontiguousarray(packs[:, 2 * size : 3 * size + 1])


@pytest.mark.parametrize("solver", [solve_leads, solve_replies])
@pytest.mark.parametrize("excess", readings_of("excess_cards"))
def test_many_deals_at_once_are_worth_what_each_is_alone(solver, excess):
    by = usual(hand_size=3, excess_cards=excess, excess_over=3)
    hands, stocks = many(3, 130)
    alone = [solver(by, hands[[deal]], stocks[[deal]])[0] for deal in range(130)]
    for count in (1, 63, 64, 65, 130):
        together = solver(by, hands[:count], stocks[:count])
        assert (together == np.array(alone[:count])).all()


def test_no_deals_have_no_worths():
    hands, stocks = many(3, 1)
    assert solve_leads(usual(hand_size=3), hands[:0], stocks[:0]).shape == (0, 3)


def test_the_order_in_which_hands_are_given_does_not_matter():
    hands, stocks = many(4, 20)
    by = usual(hand_size=4, following="follow_else_trump")
    turned = np.ascontiguousarray(hands[:, :, ::-1])
    assert (solve_leads(by, turned, stocks)[:, ::-1] == solve_leads(by, hands, stocks)).all()


@pytest.mark.skipif(SLOW, reason="larger hands take too long with the compiler off")
@pytest.mark.parametrize("size", [8, 10])
@pytest.mark.parametrize("excess", readings_of("excess_cards"))
def test_a_larger_hand_is_worth_what_its_best_reply_and_the_rest_are(size, excess):
    by = usual(hand_size=size, excess_cards=excess, excess_over=size)
    deal = begun(by, shuffled(8, 0, 0, 0))
    leads = solved(deal)
    lead = min(leads, key=lambda card: card.index)
    after, _ = play(deal, lead)
    replies = solved(after)
    assert leads[lead] == -max(replies.values())
    reply = max(replies, key=lambda card: replies[card])
    then, _ = play(after, reply)
    gained = (then.score[0] - deal.score[0]) - (then.score[1] - deal.score[1])
    best = max(solved(then).values()) * (1 if then.to_move is Player.A else -1)
    assert replies[reply] == gained + best


def test_a_reply_against_the_rule_is_marked():
    by = usual(hand_size=2, following="must_follow")
    hands = [[[code(card) for card in cards(hand)] for hand in ("2S 9H", "TH AC")]]
    stocks = [[code(card) for card in cards("3C 4C 5C")]]
    found = solve_replies(by, np.array(hands, np.uint8), np.array(stocks, np.uint8))
    assert found[0, 1] == ILLEGAL
    assert found[0, 0] > ILLEGAL


def test_codes_stand_for_all_cards():
    assert [card_of(code(card)) for card in PACK] == list(PACK)


def test_too_large_hands_are_refused_in_one_sentence():
    by = usual(hand_size=12)
    with pytest.raises(PenneechError, match="hands of at most 10 cards; these have 12"):
        solve_leads(by, *many(12, 1))


def test_hands_that_are_not_what_is_left_are_refused():
    with pytest.raises(ValueError, match="hands of 3 after 2 tricks are not of 7"):
        solve_leads(usual(), *many(3, 1), Standing((1, 1)))
