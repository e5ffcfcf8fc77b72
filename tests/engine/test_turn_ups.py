"""Cards turned up: who scores them, the first, those between, and the last."""

from __future__ import annotations

import pytest
from table import cards, one_deal, readings, rules

from penneech.engine import scoring
from penneech.errors import RulesError
from penneech.events import TurnedUp

SPADES = ("9S 2S", "8S 3S")
"""The elder hand takes the first trick with the nine, the dealer the second with the three."""

PLAYS = "9S 8S 2S 3S"

TO_THE_TRICK = {"turn_up_credit": "trick_winner", "first_turn_up": "first_trick_winner"}


# --- turn_up_credit -----------------------------------------------------------------------------


def test_winner_of_the_trick_before_scores_a_turn_up_under_turner():
    told = one_deal(*SPADES, "4H QH 5H", PLAYS, turn_up_credit="turner").told
    assert told == ["elder 3 turn_up QH 1"]


def test_winner_of_the_trick_under_it_scores_a_turn_up_under_trick_winner():
    told = one_deal(
        *SPADES, "4H QH 5H", PLAYS, turn_up_credit="trick_winner", first_turn_up="nobody"
    ).told
    assert told == ["dealer 3 turn_up QH 2"]


def test_turn_up_is_scored_at_once_under_turner_and_after_its_trick_under_trick_winner():
    at_once = one_deal(*SPADES, "4H QH 5H", "9S 8S", turn_up_credit="turner")
    later = one_deal(*SPADES, "4H QH 5H", "9S 8S", **TO_THE_TRICK)
    assert (at_once.told, later.told) == (["elder 3 turn_up QH 1"], [])
    assert (at_once.turned, later.turned) == ("4H QH", "4H QH")


# --- first_turn_up ------------------------------------------------------------------------------


@pytest.mark.parametrize("credit", readings("turn_up_credit"))
def test_nobody_scores_the_first_turn_up_under_nobody(credit):
    told = one_deal(*SPADES, "KH 4H 5H", PLAYS, turn_up_credit=credit, first_turn_up="nobody").told
    assert told == []


def test_dealer_scores_the_first_turn_up_before_play_under_dealer():
    assert one_deal(*SPADES, "KH 4H 5H", first_turn_up="dealer").told == ["dealer 4 turn_up KH 0"]


def test_winner_of_the_first_trick_scores_the_first_turn_up_under_first_trick_winner():
    table = one_deal(*SPADES, "KH 4H 5H", **TO_THE_TRICK)
    assert table.told == []
    assert table.play("9S 8S").told == ["elder 4 turn_up KH 1"]


def test_dealer_may_be_the_winner_of_the_first_trick():
    assert one_deal("2S", "3S", "KH 4H", "2S 3S", **TO_THE_TRICK).told == ["dealer 4 turn_up KH 1"]


@pytest.mark.parametrize(
    ("first", "credit"), [("dealer", "trick_winner"), ("first_trick_winner", "turner")]
)
def test_first_turn_up_that_goes_only_with_another_credit_is_refused(first, credit):
    with pytest.raises(RulesError, match=f"first_turn_up: {first} goes only with turn_up_credit"):
        one_deal(*SPADES, "KH 4H 5H", first_turn_up=first, turn_up_credit=credit)


# --- last_turn_up -------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{}, TO_THE_TRICK])
@pytest.mark.parametrize(
    ("reading", "king", "seven"),
    [
        ("honours_and_penneech", ["dealer 4 turn_up KH 2"], ["dealer 14 turn_up 7D 2"]),
        ("honours_only", ["dealer 4 turn_up KH 2"], []),
        ("nothing", [], []),
    ],
)
def test_card_turned_last_is_its_turners_under_either_credit(reading, king, seven, changes):
    # The dealer takes the last trick.
    for card, told in (("KH", king), ("7D", seven)):
        table = one_deal(*SPADES, f"4H 5H {card}", PLAYS, last_turn_up=reading, **changes)
        assert table.told == told


def test_no_card_is_turned_after_the_last_trick_under_nothing():
    table = one_deal(*SPADES, "4H 5H KH", PLAYS, last_turn_up="nothing")
    assert (table.turned, table.now.top) == ("4H 5H", 6)


@pytest.mark.parametrize("reading", ["honours_and_penneech", "honours_only"])
def test_one_card_is_turned_after_the_last_trick_by_its_winner(reading):
    table = one_deal(*SPADES, "4H 5H 6H KH", PLAYS, last_turn_up=reading)
    last = table.of(TurnedUp)[-1]
    assert (table.turned, last.player.name, last.trick) == ("4H 5H 6H", "A", 2)
    assert table.told == []


@pytest.mark.parametrize("card", ["AH", "7D", "9S"])
def test_card_that_would_be_turned_last_is_worth_nothing_under_nothing(card):
    assert scoring.last_turn_up(rules(last_turn_up="nothing"), *cards(card)) == 0


def test_card_turned_last_is_worth_nothing_to_the_winner_of_a_trick_under_it():
    # There is no such trick: the elder hand took the trick before, the dealer the last.
    table = one_deal(*SPADES, "4H QH KH", PLAYS, **TO_THE_TRICK)
    assert table.told == ["dealer 3 turn_up QH 2", "dealer 4 turn_up KH 2"]


def test_only_the_last_card_turned_is_under_the_reading_of_the_last():
    # The penneech is turned between the tricks; an ace is turned last.
    table = one_deal(*SPADES, "4H 7D AH", PLAYS, last_turn_up="honours_only")
    assert table.told == ["elder 14 turn_up 7D 1", "dealer 5 turn_up AH 2"]
    nothing = one_deal(*SPADES, "4H 7D AH", PLAYS, last_turn_up="nothing")
    assert nothing.told == ["elder 14 turn_up 7D 1"]


@pytest.mark.parametrize("last", readings("last_turn_up"))
def test_penneech_turned_first_is_fourteen_whatever_the_last_may_be(last):
    assert one_deal(*SPADES, "7D 4H 5H", last_turn_up=last).told == ["dealer 14 turn_up 7D 0"]


@pytest.mark.parametrize(
    ("credit", "first", "by_number"),
    [
        ("turner", "nobody", (False, False, False)),
        ("turner", "dealer", (False, False, False)),
        ("trick_winner", "nobody", (False, True, True)),
        ("trick_winner", "first_trick_winner", (True, True, True)),
    ],
)
def test_whether_a_tricks_winner_scores_its_turn_up_by_the_number_of_the_trick(
    credit, first, by_number
):
    some_rules = rules(turn_up_credit=credit, first_turn_up=first)
    scores = [scoring.trick_winner_scores_turn_up(some_rules, number) for number in (1, 2, 7)]
    assert tuple(scores) == by_number


# --- What they are worth ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "points"), [("AH", 5), ("KC", 4), ("QS", 3), ("JD", 2), ("7D", 14)]
)
def test_turned_up_ace_king_queen_knave_and_penneech_score_in_every_suit(card, points):
    told = one_deal("9S TS", "8S 4S", f"4H {card} 5H", "9S 8S").told
    assert told == [f"elder {points} turn_up {card} 1"]


@pytest.mark.parametrize("card", ["TD", "7S", "7H", "8D", "2C"])
def test_any_other_card_turned_up_scores_nothing(card):
    assert one_deal("9S 5S", "6S 4S", f"4H {card} 5H", "9S 6S").told == []


@pytest.mark.parametrize("rank", readings("penneech_rank"))
def test_penneech_turned_up_is_fourteen_whatever_its_rank(rank):
    assert one_deal(*SPADES, "7D 4H 5H", penneech_rank=rank).told == ["dealer 14 turn_up 7D 0"]


@pytest.mark.parametrize(
    ("last", "told"),
    [("honours_and_penneech", ["dealer 9 turn_up AH 2"]), ("honours_only", []), ("nothing", [])],
)
def test_ace_that_is_the_penneech_is_turned_for_its_own_points_and_is_no_honour(last, told):
    ace = {"card": "AH", "turned_up": 9, "in_hand": 7}
    table = one_deal(*SPADES, "4H 5H AH", PLAYS, last_turn_up=last, penneech=ace)
    assert table.told == told
    assert one_deal(*SPADES, "AH 5H 6H", penneech=ace).told == ["dealer 9 turn_up AH 0"]


def test_penneech_worth_nothing_turned_up_is_no_event():
    naught = {"card": "7D", "turned_up": 0, "in_hand": 7}
    assert one_deal(*SPADES, "7D 5H 6H", penneech=naught).told == []


def test_turn_ups_of_a_whole_deal_under_each_credit():
    # The elder hand takes the first and the third trick, the dealer the second.
    hands = ("9S 2S 9D", "8S 3S 8D")
    stock, plays = "AH KH QH JH", "9S 8S 2S 3S 8D 9D"
    assert one_deal(*hands, stock, plays).told == [
        "dealer 5 turn_up AH 0",
        "elder 4 turn_up KH 1",
        "dealer 3 turn_up QH 2",
        "elder 2 turn_up JH 3",
    ]
    assert one_deal(*hands, stock, plays, **TO_THE_TRICK).told == [
        "elder 5 turn_up AH 1",
        "dealer 4 turn_up KH 2",
        "elder 3 turn_up QH 3",
        "elder 2 turn_up JH 3",
    ]


def test_deal_of_one_card_each_has_a_first_turn_up_and_a_last():
    assert one_deal("9S", "8S", "KH QH", "9S 8S").told == [
        "dealer 4 turn_up KH 0",
        "elder 3 turn_up QH 1",
    ]
    assert one_deal("9S", "8S", "KH QH", "9S 8S", **TO_THE_TRICK).told == [
        "elder 4 turn_up KH 1",
        "elder 3 turn_up QH 1",
    ]
