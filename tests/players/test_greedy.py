"""`greedy` does what its docstring says: by examples worked by hand, and by a plain reckoning."""

from __future__ import annotations

from fractions import Fraction

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from strategies import rules
from table import one_deal, states

from penneech.cards import PACK
from penneech.chance import Luck
from penneech.engine import scoring
from penneech.engine.state import Phase
from penneech.engine.trick import strength
from penneech.players.greedy import GreedyPlayer
from penneech.players.view import view_of
from penneech.rules import ExcessCards, FirstTurnUp, HonoursCredit, TurnUpCredit

NO_LUCK = Luck(0)


def choice(*hands_stock_and_plays, **changes):
    """What greedy plays next."""
    table = one_deal(*hands_stock_and_plays, **changes)
    return str(GreedyPlayer().card(view_of(table.game), NO_LUCK))


# --- Replying ------------------------------------------------------------------------------------

STOCK = "4H 5H 6H 8H"


def test_takes_the_trick_with_the_lowest_card_that_takes_it():
    assert choice("5S 8C 8D", "6S 8S TS", STOCK, "5S") == "6S"


def test_gives_the_lowest_card_when_the_trick_cannot_be_taken():
    assert choice("AS 8C 8D", "6S 3S TS", STOCK, "AS") == "3S"


def test_takes_with_an_honour_that_scores_rather_than_with_a_low_card():
    # The queen brings three more than the nine.
    assert choice("5S 8C 8D", "9S QS 2C", STOCK, "5S") == "QS"


def test_keeps_an_honour_out_of_a_trick_that_is_lost():
    assert choice("AS 8C 8D", "KS 3S QS", STOCK, "AS") == "3S"


def test_plays_an_honour_to_a_lost_trick_where_its_holder_scores_it():
    assert choice("AS 8C 8D", "KS 3S QS", STOCK, "AS", honours_credit="holder") == "KS"


def test_takes_with_a_low_card_where_honours_do_not_score():
    assert choice("5S 8C 8D", "9S QS 2C", STOCK, "5S", honours="turned_up_only") == "9S"


def test_of_cards_equally_low_plays_the_first_in_pack_order():
    assert choice("AS 8C 8D", "3D 3C 4D", STOCK, "AS") == "3C"


def test_keeps_the_penneech_that_ranks_above_the_ace_and_spends_it_where_it_is_a_seven():
    # A discard to the ace of spades: under plain the seven is the lower card.
    hands = ("AS 8C 8S", "7D 9D 9C", STOCK, "AS")
    assert choice(*hands) == "9C"
    assert choice(*hands, penneech_rank="plain") == "7D"


def test_trumps_in_when_it_cannot_follow():
    assert choice("AS 8C 8D", "2H 3C 4D", STOCK, "AS") == "2H"


def test_reckons_half_a_point_for_each_card_that_the_excess_counts_and_the_mean_of_a_turn_up():
    # The next card turned is worth 70/52 on the mean, and the cards of a trick 1, or 1 1/2 with
    # its turn-up. To take the trick with the two of hearts is 1 + 70/52 = 2.35; to lose it and
    # score the ace as its holder is 5 - 2.35 = 2.65. With 2.85 at stake, 2.15 is less.
    hands = ("9S 8C 8D", "2H AC 3D", STOCK, "9S")
    holder = {"honours_credit": "holder"}
    assert choice(*hands, **holder, excess_cards="trick_cards") == "AC"
    assert choice(*hands, **holder, excess_cards="trick_cards_and_turn_ups") == "2H"
    # What the card turned after the last trick is worth does not matter before the last trick.
    assert choice(*hands, **holder, excess_cards="trick_cards", last_turn_up="nothing") == "AC"
    nobodys = {"turn_up_credit": "trick_winner", "first_turn_up": "nobody"}
    assert choice(*hands, **holder, **nobodys, excess_cards="trick_cards_and_turn_ups") == "AC"


@pytest.mark.parametrize(("ace", "played"), [(19, "8D"), (20, "AS")])
def test_reckons_the_penneech_for_the_winner_and_honours_for_the_holder(ace, played):
    # A plain penneech is led in trumps. A turn-up is worth (4 x 19 + 14)/52 = 1.73 on the mean: to
    # take the trick is 1 + 1.73 + 7 = 9.73, to score the ace and lose it 19 - 9.73 = 9.27. With an
    # ace of twenty it is 1 + 1.81 + 7 = 9.81 against 10.19.
    table = one_deal(
        "7D 8C 9C", "8D AS 3C", "4D 5H 6H 8H", "7D",
        penneech_rank="plain", honours_credit="holder", following="free", card_points={"A": ace},
    )  # fmt: skip
    assert str(GreedyPlayer().card(view_of(table.game), NO_LUCK)) == played


def test_reckons_the_turn_up_of_the_trick_where_its_winner_scores_it_and_then_no_mean():
    # A queen is turned: 1 + 3 for the trick is more than 5 - 4. With a ten turned, or a queen that
    # nobody scores, it is 1 against 5 - 1.
    hands = ("9S 8C 8D", "2H AC 3D")
    changes = {"honours_credit": "holder", "turn_up_credit": "trick_winner"}
    first = {"first_turn_up": "first_trick_winner"}
    assert choice(*hands, "QH 5H 6H 8H", "9S", **changes, **first) == "2H"
    assert choice(*hands, "TH 5H 6H 8H", "9S", **changes, **first) == "AC"
    assert choice(*hands, "QH 5H 6H 8H", "9S", **changes, first_turn_up="nobody") == "AC"


def test_plays_the_only_card_there_is():
    assert choice("AS 8C 8D", "KS 3C 4D", STOCK, "AS", following="must_follow") == "KS"


# --- Leading -------------------------------------------------------------------------------------


def test_leads_what_brings_most_by_the_chance_that_it_is_beaten():
    # 49 cards are unseen and the other holds 2. The ace of spades is beaten by 12 hearts: 24/49.
    # The three by 12 hearts and 10 spades: 44/49. With the stake of a trick, each wins it
    # 1 - 2 x that of the time: 1/49 of (stake + 5) is more than -39/49 of the stake.
    assert choice("AS 3S", "8C 8D", "2H 5H 6H") == "AS"


def test_leads_a_low_card_when_every_lead_is_surely_beaten():
    # Seven cards each: 7 x 12 hearts is more than the 44 cards unseen, whatever is led.
    hands = ("AS 3S 4S 5S 6S 8S 9S", "2C 3C 4C 5C 6C 8C 9C")
    assert choice(*hands, "2H 5H 6H 8H 9H TH 3D 4D") == "3S"


def test_leads_the_honour_that_scores_for_its_holder_though_it_is_beaten():
    hands = ("KS 3S 4S 5S 6S 8S 9S", "2C 3C 4C 5C 6C 8C 9C")
    stock = "2H 5H 6H 8H 9H TH 3D 4D"
    assert choice(*hands, stock, honours_credit="holder") == "KS"
    assert choice(*hands, stock, honours_credit="trick_winner") == "3S"


# --- A plain reckoning of the docstring ----------------------------------------------------------


def plain_stake(view):
    """What taking the trick is worth beside its two cards."""
    some_rules, number = view.rules, len(view.history) + 1
    turner = some_rules.turn_up_credit is TurnUpCredit.TURNER
    stake = Fraction(3 if some_rules.excess_cards is not ExcessCards.TRICK_CARDS else 2, 2)
    if number == some_rules.hand_size:
        stake += Fraction(sum(scoring.last_turn_up(some_rules, card) for card in PACK), 52)
    elif turner:
        stake += Fraction(sum(scoring.turn_up(some_rules, card) for card in PACK), 52)
    first = some_rules.first_turn_up is FirstTurnUp.FIRST_TRICK_WINNER
    if not turner and (number > 1 or first):
        stake += scoring.turn_up(some_rules, view.turn_ups[-1])
    return stake


def beats(some_rules, led, reply, trumps):
    """Whether the reply takes the trick."""
    if reply.suit is not led.suit:
        return reply.suit is trumps
    return strength(some_rules, reply, trumps) > strength(some_rules, led, trumps)


def plain_worth(view, card):
    """What a card of the trick is worth, and whether that is its holder's in any case."""
    points = scoring.card_in_trick(view.rules, card, view.trumps)
    by_holder = view.rules.honours_credit is HonoursCredit.HOLDER
    return points, by_holder and card is not view.rules.penneech.card


def plain_reply(view, card):
    """What falls to the player who plays this card, less what falls to the other."""
    wins = 1 if beats(view.rules, view.led, card, view.trumps) else -1
    value = wins * plain_stake(view)
    for played, side in ((view.led, -1), (card, 1)):
        points, to_holder = plain_worth(view, played)
        value += points * (side if to_holder else wins)
    return value


def plain_lead(view, card):
    """The same for a lead, by the chance that it is beaten."""
    seen = {*view.hand, *view.turn_ups, *view.laid_aside[0], *view.laid_aside[1]}
    seen |= {played for trick in view.history for played in (trick.led, trick.reply)}
    unseen = [other for other in PACK if other not in seen]
    beaters = sum(beats(view.rules, card, other, view.trumps) for other in unseen)
    chance = min(Fraction(1), Fraction(len(view.hand) * beaters, len(unseen)))
    points, to_holder = plain_worth(view, card)
    wins = 1 - 2 * chance
    return wins * plain_stake(view) + points * (1 if to_holder else wins)


def plain_choice(view):
    """The best card; of equally good ones the lowest, of these the first in pack order."""
    value = plain_lead if view.led is None else plain_reply
    lowest_first = sorted(
        view.legal, key=lambda card: (strength(view.rules, card, view.trumps), card.index)
    )
    return max(lowest_first, key=lambda card: value(view, card))


@examples(15)
@given(rules(), st.integers(0, 2**64 - 1))
def test_greedy_plays_what_its_docstring_says(some_rules, seed):
    for game in states(some_rules, seed):
        if game.deal.phase is not Phase.THROW_UP:
            view = view_of(game)
            assert GreedyPlayer().card(view, NO_LUCK) is plain_choice(view)
