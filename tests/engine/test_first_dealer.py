"""Who deals first: the four readings of `first_dealer`."""

from __future__ import annotations

from itertools import pairwise

import pytest
from table import cards, rules

from penneech.chance import coin
from penneech.engine.game import first_dealer
from penneech.events import Cut, Player
from penneech.players.table import cut_for_deal
from penneech.rules import FirstDealer

BY_CUT = [reading for reading in FirstDealer if reading is not FirstDealer.RANDOM]


def dealer_by(reading, a, b):
    """The name of who deals when A cuts the one card and B the other; None: cut again."""
    dealer = first_dealer(FirstDealer(reading), Cut(*cards(f"{a} {b}")))
    return None if dealer is None else dealer.name


@pytest.mark.parametrize("reading", ["cut_lowest_ace_low", "cut_lowest_ace_high"])
def test_lower_cut_deals_where_the_lowest_cut_deals(reading):
    assert dealer_by(reading, "5C", "9H") == "A"
    assert dealer_by(reading, "KS", "QS") == "B"
    assert dealer_by(reading, "TD", "JD") == "A"


def test_higher_cut_deals_under_cut_highest_ace_high():
    assert dealer_by("cut_highest_ace_high", "5C", "9H") == "B"
    assert dealer_by("cut_highest_ace_high", "KS", "QS") == "A"
    assert dealer_by("cut_highest_ace_high", "TD", "JD") == "B"


@pytest.mark.parametrize(
    ("reading", "against_king", "against_two"),
    [
        ("cut_lowest_ace_low", "A", "A"),
        ("cut_lowest_ace_high", "B", "B"),
        ("cut_highest_ace_high", "A", "A"),
    ],
)
def test_ace_is_lowest_in_the_cut_only_under_ace_low(reading, against_king, against_two):
    # A cuts the ace.
    assert dealer_by(reading, "AS", "KS") == against_king
    assert dealer_by(reading, "AS", "2S") == against_two


@pytest.mark.parametrize("reading", BY_CUT)
def test_equal_ranks_are_cut_again_since_suits_do_not_count(reading):
    assert dealer_by(reading, "5C", "5S") is None
    assert dealer_by(reading, "AD", "AH") is None
    assert dealer_by(reading, "KD", "KH") is None


@pytest.mark.parametrize("reading", BY_CUT)
def test_penneech_is_a_seven_in_the_cut(reading):
    assert dealer_by(reading, "7D", "7S") is None
    assert dealer_by(reading, "7D", "8D") == dealer_by(reading, "7S", "8S")
    assert dealer_by(reading, "7D", "6D") == dealer_by(reading, "7S", "6S")
    assert dealer_by(reading, "7D", "AD") == dealer_by(reading, "7S", "AS")


@pytest.mark.parametrize("reading", BY_CUT)
def test_cutting_the_other_way_round_gives_the_other_dealer(reading):
    ranks = "23456789TJQKA"
    for one in ranks:
        for other in ranks:
            first = dealer_by(reading, f"{one}C", f"{other}D")
            second = dealer_by(reading, f"{other}C", f"{one}D")
            assert (first is None) == (second is None) == (one == other)
            assert first is None or first != second


@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("cut_lowest_ace_low", "A23456789TJQK"),
        ("cut_lowest_ace_high", "23456789TJQKA"),
        ("cut_highest_ace_high", "AKQJT98765432"),
    ],
)
def test_cuts_rank_in_the_readings_order(reading, order):
    # Each rank deals against the next in this order.
    assert [dealer_by(reading, f"{one}C", f"{two}C") for one, two in pairwise(order)] == ["A"] * 12


def test_nobody_cuts_under_random():
    with pytest.raises(ValueError, match="nobody cuts"):
        first_dealer(FirstDealer.RANDOM, Cut(*cards("5C 9H")))
    cuts, dealer = cut_for_deal(rules(first_dealer="random"), seed=3, game=8)
    assert (cuts, dealer) == ((), coin(3, 8))


def test_either_player_may_deal_first_under_random():
    dealers = {cut_for_deal(rules(first_dealer="random"), 1, game)[1] for game in range(20)}
    assert dealers == {Player.A, Player.B}


def test_players_cut_until_the_ranks_differ_and_the_last_cut_decides():
    again = 0
    for game in range(400):
        cuts, dealer = cut_for_deal(rules(first_dealer="cut_lowest_ace_low"), 1, game)
        assert all(cut.a.rank is cut.b.rank for cut in cuts[:-1])
        assert all(cut.a is not cut.b for cut in cuts)
        assert dealer is first_dealer(FirstDealer.CUT_LOWEST_ACE_LOW, cuts[-1])
        again += len(cuts) > 1
    # Three of the 51 other cards have the rank of the first: 400 x 3/51 = 23.5 games are expected.
    assert 8 <= again <= 45


def test_cards_go_back_before_they_are_cut_again():
    # Were the cards kept out, no card could come in two cuts of a game. Over so many games that
    # are cut more than once a card comes again (it does in about one of 13 of them).
    games = (cut_for_deal(rules(), 1, game)[0] for game in range(2000))
    again = [[card for cut in cuts for card in cut] for cuts in games if len(cuts) > 1]
    assert any(len(set(cut)) < len(cut) for cut in again)
