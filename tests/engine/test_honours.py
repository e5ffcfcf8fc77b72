"""Honours in tricks: which score (`honours`), and for whom (`honours_credit`)."""

from __future__ import annotations

import pytest
from table import one_deal, readings

from penneech.events import Played, Scored, TrickWon, TurnedUp

TWO_KINGS = ("KH KS", "2H 2S", "4H 5S 6C")
"""Hearts are trumps in the first trick, spades in the second; the elder hand wins both."""


@pytest.mark.parametrize("plays", ["KH 2H KS 2S", "KS 2S KH 2H"])
def test_honours_of_every_suit_score_in_tricks_under_all_suits(plays):
    first, second = plays.split()[0::2]
    table = one_deal(*TWO_KINGS, plays, honours="all_suits")
    assert table.told == [f"elder 4 trick {first} 1", f"elder 4 trick {second} 2"]


def test_honours_of_the_suit_that_is_trumps_in_their_trick_score_under_trumps_only():
    table = one_deal(*TWO_KINGS, "KH 2H KS 2S", honours="trumps_only")
    assert table.told == ["elder 4 trick KH 1", "elder 4 trick KS 2"]


def test_honours_of_a_suit_that_was_or_will_be_trumps_do_not_score_under_trumps_only():
    # The king of spades falls under hearts, the king of hearts under spades.
    assert one_deal(*TWO_KINGS, "KS 2S KH 2H", honours="trumps_only").told == []


@pytest.mark.parametrize("plays", ["KH 2H KS 2S", "KS 2S KH 2H"])
def test_no_honour_scores_in_a_trick_under_turned_up_only(plays):
    assert one_deal(*TWO_KINGS, plays, honours="turned_up_only").told == []


@pytest.mark.parametrize("reading", readings("honours"))
def test_honours_turned_up_score_under_every_reading(reading):
    # The dealer turns a knave, the elder hand a queen; a ten and a nine are played.
    table = one_deal("TS 9S", "8S 5S", "JH QC 6C", "TS 8S 9S 5S", honours=reading)
    assert table.told == ["dealer 2 turn_up JH 0", "elder 3 turn_up QC 1"]


def test_ace_is_five_king_four_queen_three_knave_two_and_the_ten_nothing():
    table = one_deal(
        "AS KS QS JS TS", "2S 3S 4S 5S 6S", "2H 3H 4H 5H 6H 8H", "AS 2S KS 3S QS 4S JS 5S TS 6S",
        excess_over=10,
    )  # fmt: skip
    assert table.told == [
        "elder 5 trick AS 1",
        "elder 4 trick KS 2",
        "elder 3 trick QS 3",
        "elder 2 trick JS 4",
    ]


# --- For whom -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("credit", "king"), [("trick_winner", "dealer"), ("holder", "elder")])
def test_honour_led_and_lost_is_the_winners_under_trick_winner_and_its_players_under_holder(
    credit, king
):
    table = one_deal("KS", "AS", "2H 3H", "KS AS", honours_credit=credit)
    assert table.told == [f"{king} 4 trick KS 1", "dealer 5 trick AS 1"]


@pytest.mark.parametrize(("credit", "queen"), [("trick_winner", "elder"), ("holder", "dealer")])
def test_honour_played_and_lost_is_the_winners_under_trick_winner_and_its_players_under_holder(
    credit, queen
):
    table = one_deal("AS", "QS", "2H 3H", "AS QS", honours_credit=credit)
    assert table.told == ["elder 5 trick AS 1", f"{queen} 3 trick QS 1"]


@pytest.mark.parametrize(("credit", "ace"), [("trick_winner", "elder"), ("holder", "dealer")])
def test_honour_discarded_to_a_low_card_is_credited_alike(credit, ace):
    table = one_deal("2S", "AC", "2H 3H", "2S AC", honours_credit=credit)
    assert table.told == [f"{ace} 5 trick AC 1"]


@pytest.mark.parametrize(("credit", "queen"), [("trick_winner", "dealer"), ("holder", "elder")])
def test_holder_has_no_more_than_trumps_under_trumps_only(credit, queen):
    # Hearts are trumps: the queen of hearts scores, the ace of spades played later does not.
    table = one_deal(
        "QH KS", "KH AS", "2H 3D 3C", "QH KH AS KS", honours="trumps_only", honours_credit=credit
    )
    assert table.told == [f"{queen} 3 trick QH 1", "dealer 4 trick KH 1"]


@pytest.mark.parametrize("credit", readings("honours_credit"))
def test_credit_is_moot_where_no_honour_scores_in_tricks(credit):
    table = one_deal("KS", "AS", "2H 3H", "KS AS", honours="turned_up_only", honours_credit=credit)
    assert table.told == []


@pytest.mark.parametrize("credit", readings("honours_credit"))
def test_turned_honours_go_to_the_turner_whatever_the_credit_of_honours_in_tricks(credit):
    table = one_deal("2S", "3S", "QH KC", "2S 3S", honours_credit=credit)
    assert table.told == ["dealer 3 turn_up QH 0", "dealer 4 turn_up KC 1"]


# --- In order, none lost ------------------------------------------------------------------------


def test_two_honours_in_a_trick_and_an_honour_turned_next_are_three_events_in_order():
    table = one_deal("KS 2S", "QS 3S", "4H JC 5C")
    table.facts.clear()
    table.play("KS QS")
    kinds = [Played, Played, TrickWon, Scored, Scored, TurnedUp, Scored]
    assert [type(fact) for fact in table.facts] == kinds
    scored = [(fact.player.name, fact.points, str(fact.card)) for fact in table.of(Scored)]
    assert scored == [("B", 4, "KS"), ("B", 3, "QS"), ("B", 2, "JC")]
    assert table.now.score == (0, 9)


def test_card_led_scores_before_the_card_played_though_the_latter_wins():
    assert one_deal("JS", "AS", "2H 3H", "JS AS").told == [
        "dealer 2 trick JS 1",
        "dealer 5 trick AS 1",
    ]


def test_two_honours_and_the_turn_up_of_their_trick_are_three_events_under_trick_winner():
    # The turn-up of the trick comes after both cards; the next one counts in its own trick.
    table = one_deal(
        "KS 2S", "QS 3S", "JH AC 5C", "KS QS 2S 3S",
        turn_up_credit="trick_winner", first_turn_up="first_trick_winner",
    )  # fmt: skip
    assert table.told == [
        "elder 4 trick KS 1",
        "elder 3 trick QS 1",
        "elder 2 turn_up JH 1",
        "dealer 5 turn_up AC 2",
    ]


def test_two_honours_of_two_holders_are_two_events_for_two_players():
    table = one_deal("KS", "AS", "2H 3H", "KS AS", honours_credit="holder")
    assert table.now.score == (5, 4)


# --- Parameters ---------------------------------------------------------------------------------


def test_honour_worth_nothing_is_no_event_won_or_turned():
    table = one_deal("AS", "2S", "AH AC", "AS 2S", card_points={"A": 0, "K": 4})
    assert table.told == []


def test_rank_without_points_is_no_honour():
    assert one_deal("AS", "KS", "2H QC", "AS KS", card_points={"A": 5}).told == [
        "elder 5 trick AS 1"
    ]


def test_any_rank_may_be_an_honour():
    table = one_deal("TS", "2S", "3H TC", "TS 2S", card_points={"T": 10, "2": 1})
    assert table.told == ["elder 10 trick TS 1", "elder 1 trick 2S 1", "elder 10 turn_up TC 1"]


def test_rank_of_the_penneech_may_be_an_honour_in_the_other_suits():
    # The sevens are worth one; the seven of diamonds, out of trumps, is worth nothing.
    table = one_deal("7S 7D", "2S 2D", "3H 3C 3S", "7S 2S 7D 2D", card_points={"7": 1})
    assert table.told == ["elder 1 trick 7S 1"]


@pytest.mark.parametrize("reading", readings("honours"))
def test_ace_that_is_the_penneech_is_no_honour_in_a_trick(reading):
    penneech = {"card": "AS", "turned_up": 14, "in_hand": 7}
    table = one_deal("AS AC", "2S 2C", "3H 3C 3D", "AS 2S AC 2C", penneech=penneech,
                     honours=reading)  # fmt: skip
    assert table.told == ([] if reading == "turned_up_only" else ["elder 5 trick AC 2"])
