"""Cards counted over one's own hand: `excess_cards`, `excess_claim` and `excess_over`."""

from __future__ import annotations

import pytest
from table import one_deal, readings, rules

from penneech.engine import scoring
from penneech.events import Player

CLUBS = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC"]
SPADES = ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS"]
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 2D 3D"


def tricks(elders, of=7, **changes):
    """A deal in which the elder hand takes the first tricks, so many of so many, and no others.

    Hearts are trumps throughout; the dealer discards spades to the elder hand's clubs, then trumps
    once, and leads spades to the end. Nothing but the excess can score.
    """
    mine, theirs = CLUBS[:of], SPADES[:of]
    if elders < of:
        theirs[elders] = "TH"
    first = [f"{club} {spade}" for club, spade in zip(mine, theirs, strict=True)]
    later = [f"{spade} {club}" for club, spade in zip(mine, theirs, strict=True)]
    plays = " ".join(first[: elders + 1] + later[elders + 1 :])
    return one_deal(" ".join(mine), " ".join(theirs), HEARTS, plays, following="free", **changes)


def excess(elders, of=7, **changes):
    return tricks(elders, of, **changes).told


@pytest.mark.parametrize("claim", readings("excess_claim"))
@pytest.mark.parametrize(
    ("won", "told"),
    [
        (6, ["elder 5 excess - 7"]),
        (5, ["elder 3 excess - 7"]),
        (4, ["elder 1 excess - 7"]),
        (3, ["dealer 1 excess - 7"]),
        (2, ["dealer 3 excess - 7"]),
        (1, ["dealer 5 excess - 7"]),
        (0, ["dealer 7 excess - 7"]),
    ],
)
def test_two_cards_are_counted_for_a_trick_under_trick_cards(won, told, claim):
    assert excess(won, excess_cards="trick_cards", excess_claim=claim) == told


@pytest.mark.parametrize(
    ("won", "told"),
    [
        (6, ["elder 11 excess - 7"]),
        (5, ["elder 8 excess - 7"]),
        (4, ["elder 5 excess - 7", "dealer 2 excess - 7"]),
        (3, ["elder 2 excess - 7", "dealer 5 excess - 7"]),
        (2, ["dealer 8 excess - 7"]),
        (0, ["dealer 14 excess - 7"]),
    ],
)
def test_three_cards_are_counted_for_a_trick_under_trick_cards_and_turn_ups(won, told):
    assert excess(won, excess_cards="trick_cards_and_turn_ups") == told


@pytest.mark.parametrize("cards", readings("excess_cards"))
def test_either_player_may_score_an_excess_under_either_player(cards):
    # Four tricks of eight each, over five: eight cards are three more, twelve are seven more.
    told = excess(4, 8, excess_over=5, excess_cards=cards, excess_claim="either_player")
    points = {"trick_cards": 3, "trick_cards_and_turn_ups": 7}[cards]
    assert told == [f"elder {points} excess - 8", f"dealer {points} excess - 8"]


@pytest.mark.parametrize(
    ("won", "told"), [(4, ["elder 5 excess - 7"]), (3, ["dealer 5 excess - 7"])]
)
def test_only_the_winner_of_most_tricks_scores_an_excess_under_trick_majority(won, told):
    changes = {"excess_cards": "trick_cards_and_turn_ups", "excess_claim": "trick_majority"}
    assert excess(won, **changes) == told


def test_half_of_the_tricks_is_no_majority():
    changes = {"excess_cards": "trick_cards_and_turn_ups", "excess_claim": "trick_majority"}
    assert excess(4, 8, **changes) == []
    assert excess(5, 8, **changes) == ["elder 8 excess - 8"]
    assert excess(3, 8, **changes) == ["dealer 8 excess - 8"]


def test_elder_hands_excess_is_counted_first_though_the_dealers_is_greater():
    told = excess(3, excess_cards="trick_cards_and_turn_ups")
    assert [line.split()[0] for line in told] == ["elder", "dealer"]


def test_three_cards_are_counted_for_the_last_trick_though_nothing_is_turned_after_it():
    changes = {"excess_cards": "trick_cards_and_turn_ups", "last_turn_up": "nothing"}
    assert excess(7, **changes) == ["elder 14 excess - 7"]


def test_as_many_cards_as_excess_over_are_no_excess():
    assert excess(4, 8, excess_over=8) == []
    assert excess(4, 8, excess_over=7) == ["elder 1 excess - 8", "dealer 1 excess - 8"]


@pytest.mark.parametrize(("over", "points"), [(0, 10), (1, 9), (9, 1), (10, 0), (60, 0)])
def test_one_point_is_scored_for_each_card_over_excess_over(over, points):
    told = excess(5, excess_over=over, excess_claim="trick_majority")
    assert told == ([f"elder {points} excess - 7"] if points else [])


def test_each_counts_for_the_tricks_of_the_whole_deal():
    # By name: A took two of seven and B five, whoever is the elder hand.
    five_two = rules()
    assert scoring.excess(five_two, (2, 5), Player.A) == 0
    assert scoring.excess(five_two, (2, 5), Player.B) == 3
    assert scoring.excess(five_two, (5, 2), Player.A) == 3


@pytest.mark.parametrize("over", [8, 9, 17])
def test_excess_of_two_players_needs_fewer_cards_than_a_hand(over):
    # Of eight tricks at most one player can have more than eight cards.
    for won in range(9):
        both = [
            scoring.excess(rules(excess_over=over), (won, 8 - won), player) for player in Player
        ]
        assert not all(both)


def test_excess_names_no_card_and_the_number_of_the_last_trick():
    assert excess(1, 1, excess_over=1) == ["elder 1 excess - 1"]
    assert excess(2, 2, excess_over=1) == ["elder 3 excess - 2"]
