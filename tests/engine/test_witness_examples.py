"""The examples that the witnesses give, each under the shipped variant of its own witness."""

from __future__ import annotations

import pytest
from table import DEALER, ELDER, hand_of, one_deal, rules

from penneech.engine import scoring
from penneech.events import Player
from penneech.variant import load_variant

COTTON, WIKIPEDIA_EN, WIKIPEDIA_IT = "cotton-1674", "wikipedia-en", "wikipedia-it"
GAMERULES = "gamerules"


def by(variant, **changes):
    """The readings of a shipped variant; hands are thrown up only where that is the example."""
    of_variant = load_variant(variant).rules.resolved()["rules"]
    return of_variant | {"redeal": "never"} | changes


FIVE_AND_TWO = (
    "4S 5S 6S 8S 9S 3C 2C",
    "2D 3D 4D 5D 6D 8D TC",
    "2H 3H 4H 5H 6H 8H 9H TH",
    "4S 2D 5S 3D 6S 4D 8S 5D 9S 6D 3C TC 8D 2C",
)
"""Hearts are trumps. The elder hand takes five tricks with spades to which the dealer discards;
then its club is taken by the dealer's ten, and the dealer's diamond stands."""


# --- The Italian article -------------------------------------------------------------------------


def test_wpi_second_player_may_follow_in_spades_or_trump_the_five_of_spades():
    table = one_deal("5S 2C 3C", "9S 2D KC", "TD 4H 5H 6H", "5S", **by(WIKIPEDIA_IT))
    assert table.legal == "2D 9S"


def test_wpi_second_player_with_no_spade_and_no_trump_plays_what_he_likes():
    # Clubs are trumps and the seven of spades is led.
    table = one_deal("7S 2C 3C", "9H 2D KD", "TC 4H 5H 6H", "7S", **by(WIKIPEDIA_IT))
    assert table.legal == "2D KD 9H"


def test_wpi_five_tricks_are_ten_cards_three_over_seven_and_two_tricks_none():
    assert scoring.excess(rules(**by(WIKIPEDIA_IT)), (5, 2), Player.A) == 3
    assert scoring.excess(rules(**by(WIKIPEDIA_IT)), (5, 2), Player.B) == 0


def test_wpi_five_tricks_are_three_points_in_a_deal():
    table = one_deal(*FIVE_AND_TWO, **by(WIKIPEDIA_IT))
    assert table.takers == "BBBBBAA"
    assert table.told == ["elder 3 excess - 7"]


# --- GameRules -----------------------------------------------------------------------------------


def test_gmr_five_tricks_with_their_trumps_are_fifteen_cards_eight_over_seven():
    table = one_deal(*FIVE_AND_TWO, **by(GAMERULES))
    assert table.takers == "BBBBBAA"
    assert table.told == ["elder 8 excess - 7"]


def test_gmr_only_the_majority_of_tricks_scores_its_cards_beyond_seven():
    assert scoring.excess(rules(**by(GAMERULES)), (5, 2), Player.A) == 8
    # Three tricks are nine cards, two beyond seven, and score nothing.
    assert scoring.excess(rules(**by(GAMERULES)), (3, 4), Player.A) == 0


def test_gmr_trump_card_goes_to_the_winner_of_its_trick():
    table = one_deal("9S 2S", "8S 3S", "7D AH 5H", "9S 8S 2S 3S", **by(GAMERULES))
    assert table.told[:2] == ["elder 14 turn_up 7D 1", "dealer 5 turn_up AH 2"]


# --- Cotton --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "points"), [("AH", 5), ("KH", 4), ("QH", 3), ("JH", 2)])
def test_c74_who_won_the_last_trick_reckons_five_four_three_for_ace_king_queen_turned(card, points):
    table = one_deal("9S 2S", "8S 3S", f"4H {card} 5C", "9S 8S", **by(COTTON))
    assert table.told == [f"elder {points} turn_up {card} 1"]


@pytest.mark.parametrize(("card", "points"), [("AH", 5), ("KH", 4), ("QH", 3), ("JH", 2)])
def test_c74_the_same_are_reckoned_when_turned_after_all_the_cards_are_played(card, points):
    table = one_deal("9S", "8S", f"4H {card}", "9S 8S", **by(COTTON))
    assert table.told == [f"elder {points} turn_up {card} 1"]


def test_c74_seven_of_diamonds_is_fourteen_turned_up_and_seven_in_hand_if_diamonds_be_trumps():
    assert one_deal("9S 2S", "8S 3S", "4H 7D 5C", "9S 8S", **by(COTTON)).told == [
        "elder 14 turn_up 7D 1"
    ]
    assert one_deal("7D", "8D", "4D 5C", "7D 8D", **by(COTTON)).told == [
        "elder 7 penneech_in_hand 7D 1"
    ]
    assert one_deal("7D", "8D", "4H 5C", "7D 8D", **by(COTTON)).told == []


def test_c74_seven_of_diamonds_wins_all_others_if_trump_and_all_diamonds_if_not():
    assert one_deal("AS", "7D", "4D 5C", "AS 7D", **by(COTTON)).takers == "A"
    assert one_deal("AD", "7D", "4D 5C", "AD 7D", **by(COTTON)).takers == "A"
    assert one_deal("AD", "7D", "4H 5C", "AD 7D", **by(COTTON)).takers == "A"
    assert one_deal("2H", "7D", "4H 5C", "2H 7D", **by(COTTON)).takers == "B"


def test_c74_one_is_reckoned_for_every_card_over_ones_own_seven_of_the_fourteen():
    table = one_deal(*FIVE_AND_TWO, **by(COTTON))
    assert table.told == ["elder 3 excess - 7"]


def test_c74_who_has_neither_ace_nor_face_may_throw_up_and_deal_again():
    cotton = by(COTTON, redeal="no_ace_or_face")
    assert one_deal("TS 9S", "KS 2S", "4H 5C 6C", **cotton).asked == "elder"
    assert one_deal("JS 9S", "KS 2S", "4H 5C 6C", **cotton).asked is None


def test_wpi_player_without_ace_or_figure_asks_for_new_cards_of_his_own():
    italian = by(WIKIPEDIA_IT, redeal="no_ace_or_face")
    table = one_deal("TS 9S", "KS 2S", "4H 5C 6C 8C", **italian).say("throw")
    assert (hand_of(table, ELDER), hand_of(table, DEALER)) == ("5C 4H", "2S KS")


def test_gmr_player_with_no_card_above_ten_may_demand_a_redeal():
    gamerules = by(GAMERULES, redeal="nothing_above_ten")
    assert one_deal("TS 9S", "KS 2S", "4H 5C 6C", **gamerules).asked == "elder"
    # The seven of diamonds ranks above the ten.
    assert one_deal("TS 7D", "KS 2S", "4H 5C 6C", **gamerules).asked is None


# --- The English article -------------------------------------------------------------------------


def test_wpe_penneech_out_of_trumps_scores_nothing_but_ranks_as_the_highest_diamond():
    table = one_deal("AD", "7D", "4H 5C", "AD 7D", **by(WIKIPEDIA_EN))
    assert (table.takers, table.told) == ("A", ["dealer 5 trick AD 1"])


def test_wpe_winner_of_the_last_trick_scores_for_a_counting_card_turned_next():
    table = one_deal("AS", "KS", "4H 7D", "AS KS", **by(WIKIPEDIA_EN))
    assert table.told[-1] == "elder 14 turn_up 7D 1"
