"""The in-hand points of the penneech: the three readings of `penneech_in_hand`."""

from __future__ import annotations

import pytest
from table import ELDER, cards, hand_of, one_deal, readings, rules

from penneech.engine import scoring

SEVEN = ["elder 7 penneech_in_hand 7D 1"]


def won(*hands_and_stock, **changes):
    return one_deal(*hands_and_stock, penneech_in_hand="won_when_trump", **changes).told


def ever(*hands_and_stock, **changes):
    return one_deal(*hands_and_stock, penneech_in_hand="won_if_ever_trump", **changes).told


def held(*hands_and_stock, **changes):
    return one_deal(*hands_and_stock, penneech_in_hand="held_when_trump", **changes).told


# --- Won when diamonds are trumps ---------------------------------------------------------------


def test_penneech_played_while_diamonds_are_trumps_scores_in_its_trick_under_won_when_trump():
    assert won("7D 9S", "8D 3S", "4D 5C 6C", "7D 8D 9S 3S") == SEVEN


@pytest.mark.parametrize("stock", ["4C 5C 6C", "4C 5D 6D"])
def test_penneech_played_out_of_trumps_scores_nothing_under_won_when_trump(stock):
    # Diamonds may be trumps in the trick after.
    assert won("7D 9S", "8D 3S", stock, "7D 8D 9S 3S") == []


def test_diamonds_trumps_in_the_trick_before_do_not_help_under_won_when_trump():
    assert won("7D 9S", "8D 3S", "4D 5C 6C", "9S 3S 7D 8D") == []


def test_penneech_trumped_in_with_scores_seven_for_its_player_under_won_when_trump():
    # A nine of spades is led; the dealer plays the penneech for a trump.
    assert won("9S 2S", "7D 3C", "4D 5C 6C", "9S 7D 3C 2S") == ["dealer 7 penneech_in_hand 7D 1"]


def test_penneech_led_scores_before_an_honour_played_to_it():
    assert won("7D", "AD", "4D 5C", "7D AD") == [*SEVEN, "elder 5 trick AD 1"]


def test_penneech_played_scores_after_an_honour_led():
    assert won("AD", "7D", "4D 5C", "AD 7D") == [
        "dealer 5 trick AD 1",
        "dealer 7 penneech_in_hand 7D 1",
    ]


@pytest.mark.parametrize("credit", readings("honours_credit"))
def test_plain_penneech_that_is_lost_scores_for_the_winner_and_never_for_its_holder(credit):
    lost = ("7D", "8D", "4D 5C", "7D 8D")
    plain = {"penneech_rank": "plain", "honours_credit": credit}
    assert won(*lost, **plain) == ["dealer 7 penneech_in_hand 7D 1"]
    assert ever(*lost, **plain) == ["dealer 7 penneech_in_hand 7D 1"]


@pytest.mark.parametrize("credit", readings("honours_credit"))
def test_plain_penneech_played_to_a_higher_diamond_scores_for_the_leader(credit):
    taken = ("8D", "7D", "4D 5C", "8D 7D")
    assert won(*taken, penneech_rank="plain", honours_credit=credit) == SEVEN


@pytest.mark.parametrize("reading", readings("honours"))
def test_penneech_scores_whatever_honours_score(reading):
    assert won("7D", "8D", "4D 5C", "7D 8D", honours=reading) == SEVEN
    assert ever("7D", "8D", "4D 5C", "7D 8D", honours=reading) == SEVEN
    assert held("7D", "8D", "4D 5C", "7D 8D", honours=reading) == ["elder 7 penneech_in_hand 7D 0"]


# --- Won, if diamonds are ever trumps -----------------------------------------------------------


@pytest.mark.parametrize(
    ("stock", "plays"),
    [
        ("4D 5C 6C", "7D 8D 9S 3S"),  # in its own trick
        ("4C 5D 6C", "7D 8D 9S 3S"),  # in a later trick
        ("4D 5C 6C", "9S 3S 7D 8D"),  # in an earlier trick
    ],
)
def test_winner_of_the_penneech_scores_at_the_end_if_diamonds_were_ever_trumps(stock, plays):
    assert ever("7D 9S", "8D 3S", stock, plays) == ["elder 7 penneech_in_hand 7D 2"]


@pytest.mark.parametrize("stock", ["4C 5C 6C", "4C 5C 6D"])
def test_penneech_is_worth_nothing_if_diamonds_were_trumps_in_no_trick(stock):
    # A diamond turned after the last trick is trumps in no trick.
    assert ever("7D 9S", "8D 3S", stock, "7D 8D 9S 3S") == []


def test_it_is_the_winner_of_the_penneechs_trick_who_scores_not_who_won_under_diamonds():
    # Clubs: the dealer trumps the penneech. Diamonds: the elder hand wins.
    trumped = ever("7D 9D", "2C 8D", "4C 5D 6C", "7D 2C 8D 9D", following="free")
    assert trumped == ["dealer 7 penneech_in_hand 7D 2"]


def test_penneech_if_ever_trumps_comes_after_the_last_turn_up_and_before_the_excess():
    told = ever("7D AS", "2D 3S", "4C 5D KH", "7D 2D AS 3S", excess_over=3)
    assert told == [
        "elder 5 trick AS 2",
        "elder 4 turn_up KH 2",
        "elder 7 penneech_in_hand 7D 2",
        "elder 1 excess - 2",
    ]


def test_penneech_in_the_stock_is_won_by_nobody():
    assert ever("9D", "8D", "4D 5C 7D", "9D 8D") == []


def test_penneech_turned_for_a_trick_is_not_won_with_it():
    # It is fourteen to the dealer as a turn-up; diamonds are trumps, and that is all.
    for told in (won, ever, held):
        assert told("9D", "8D", "7D 5C", "9D 8D") == ["dealer 14 turn_up 7D 0"]


def test_penneech_if_ever_trumps_wins_no_game_before_the_end_of_the_deal():
    # The elder hand with 54 takes the penneech under diamonds; the dealer with 57 a king after it.
    table = one_deal(
        "7D KS", "2D AS", "4D 5C 6H", "7D 2D KS AS", penneech_in_hand="won_if_ever_trump",
        elder_has=54, dealer_has=57,
    )  # fmt: skip
    assert (table.told, table.winner) == (["dealer 4 trick KS 2"], "dealer")


# --- Held when a diamond is turned --------------------------------------------------------------


def test_penneech_held_at_the_first_turn_up_scores_before_a_card_is_led():
    table = one_deal("7D 9S", "8S 3S", "4D 5C 6H", penneech_in_hand="held_when_trump")
    assert table.told == ["elder 7 penneech_in_hand 7D 0"]
    assert hand_of(table, ELDER) == "7D 9S"


def test_penneech_held_need_not_be_played_to_that_trick():
    assert held("7D 9S", "8S 3S", "4D 5C 6H", "9S 3S 7D 8S") == ["elder 7 penneech_in_hand 7D 0"]


def test_penneech_held_by_the_dealer_scores_for_the_dealer():
    assert held("8S 3S", "7D 9S", "4D 5C 6H") == ["dealer 7 penneech_in_hand 7D 0"]


def test_penneech_held_scores_after_the_dealers_turn_up():
    assert held("7D 9S", "8S 3S", "KD 5C 6H") == [
        "dealer 4 turn_up KD 0",
        "elder 7 penneech_in_hand 7D 0",
    ]


def test_penneech_held_scores_after_a_later_turn_up_with_the_number_of_tricks_completed():
    # The elder hand takes the first trick and turns the king; the dealer holds the penneech.
    assert held("9S 3S", "2S 7D", "4C KD 6H", "9S 2S") == [
        "elder 4 turn_up KD 1",
        "dealer 7 penneech_in_hand 7D 1",
    ]


def test_penneech_played_before_a_diamond_is_turned_is_no_longer_held():
    assert held("9S 7D", "2S 2D", "4C 5D 6H", "7D 2D 9S 2S") == []


def test_penneech_led_to_the_trick_after_which_a_diamond_is_turned_is_not_held():
    assert held("7D 9S 8S", "2D 3S 2S", "4C 5D 6H 8H", "7D 2D") == []


def test_penneech_held_scores_once_a_deal():
    # Diamonds are turned for all three tricks, and the penneech then wins under diamonds.
    assert held("9S 8S 7D", "2S 3S 2D", "4D 5D 6D 8H", "9S 2S 8S 3S 7D 2D") == [
        "elder 7 penneech_in_hand 7D 0"
    ]


def test_penneech_held_at_the_last_turn_up_before_it_is_played_scores():
    assert held("9S 8S 7D", "2S 3S 2D", "4C 5C 6D 8H", "9S 2S 8S 3S 7D 2D") == [
        "elder 7 penneech_in_hand 7D 2"
    ]


def test_diamond_turned_after_the_last_trick_finds_nobody_holding():
    assert held("9S 7D", "2S 2D", "4C 5C 6D", "9S 2S 7D 2D") == []


def test_penneech_held_scores_nothing_more_when_it_is_won():
    assert held("7D 9S", "AD 3S", "4D 5C 6H", "7D AD 9S 3S") == [
        "elder 7 penneech_in_hand 7D 0",
        "elder 5 trick AD 1",
    ]


def test_penneech_held_comes_after_the_turn_up_of_the_trick_under_trick_winner():
    # The king of clubs is the first trick's own turn-up; then the queen of diamonds is turned.
    told = held(
        "9S 3S", "2S 7D", "KC QD 6H", "9S 2S 3S 7D",
        turn_up_credit="trick_winner", first_turn_up="first_trick_winner",
    )  # fmt: skip
    assert told == [
        "elder 4 turn_up KC 1",
        "dealer 7 penneech_in_hand 7D 1",
        "dealer 3 turn_up QD 2",
    ]


@pytest.mark.parametrize(
    ("reading", "points"),
    [("won_when_trump", 0), ("won_if_ever_trump", 0), ("held_when_trump", 7)],
)
def test_only_the_first_diamond_turned_makes_a_penneech_held_score_and_under_one_reading(
    reading, points
):
    some_rules = rules(penneech_in_hand=reading)
    assert scoring.held_penneech(some_rules, cards("2D")) == points
    assert scoring.held_penneech(some_rules, cards("3C 2D")) == points
    assert scoring.held_penneech(some_rules, cards("2D 3C")) == 0
    assert scoring.held_penneech(some_rules, cards("2D 3D")) == 0
    assert scoring.held_penneech(some_rules, cards("3C 4C")) == 0


@pytest.mark.parametrize(
    ("reading", "points"),
    [("won_when_trump", 0), ("won_if_ever_trump", 7), ("held_when_trump", 0)],
)
def test_any_diamond_turned_for_a_trick_makes_it_score_at_the_end_under_one_reading(
    reading, points
):
    some_rules = rules(penneech_in_hand=reading)
    assert scoring.penneech_at_end(some_rules, cards("2D 3C")) == points
    assert scoring.penneech_at_end(some_rules, cards("3C 2D")) == points
    assert scoring.penneech_at_end(some_rules, cards("3C 4H")) == 0


# --- Parameters ---------------------------------------------------------------------------------


def other(card, in_hand=7):
    return {"card": card, "turned_up": 14, "in_hand": in_hand}


def test_penneech_of_clubs_looks_to_clubs_and_not_to_diamonds():
    hands = ("2C 9S", "3C 3S")
    for stock, scores in (("4C 5D 6H", True), ("4D 5H 6H", False)):
        penneech = other("2C")
        assert won(*hands, stock, "2C 3C", penneech=penneech) == (
            ["elder 7 penneech_in_hand 2C 1"] if scores else []
        )
        assert ever(*hands, stock, "2C 3C 9S 3S", penneech=penneech) == (
            ["elder 7 penneech_in_hand 2C 2"] if scores else []
        )
        assert held(*hands, stock, penneech=penneech) == (
            ["elder 7 penneech_in_hand 2C 0"] if scores else []
        )


@pytest.mark.parametrize(
    ("stock", "told"), [("4S 5C", ["elder 7 penneech_in_hand AS 1"]), ("4H 5C", [])]
)
def test_ace_that_is_the_penneech_scores_seven_in_its_trumps_and_never_five(stock, told):
    for reading in readings("honours"):
        assert won("AS", "2S", stock, "AS 2S", penneech=other("AS"), honours=reading) == told


@pytest.mark.parametrize("told", [won, ever, held])
def test_penneech_worth_nothing_in_hand_is_no_event(told):
    assert told("7D", "8D", "4D 5C", "7D 8D", penneech=other("7D", in_hand=0)) == []


@pytest.mark.parametrize("told", [won, ever, held])
def test_penneech_is_worth_what_the_parameter_says(told):
    (line,) = told("7D", "8D", "4D 5C", "7D 8D", penneech=other("7D", in_hand=11))
    assert line.startswith("elder 11 penneech_in_hand 7D")
