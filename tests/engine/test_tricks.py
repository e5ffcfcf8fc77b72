"""Who takes a trick: highest trump, else the highest card of the suit led; and the penneech."""

from __future__ import annotations

import pytest
from table import cards, one_deal, readings, rules, trick_won

from penneech.cards import PACK, Suit
from penneech.engine.trick import reply_wins
from penneech.engine.umpire import umpire_of
from penneech.events import TrickWon

EVERY_RANK = readings("penneech_rank")

# --- The plain rule -----------------------------------------------------------------------------


def test_highest_card_of_the_suit_led_wins_when_no_trump_is_played():
    assert trick_won("9S", "TS", "2H") == "reply"
    assert trick_won("TS", "9S", "2H") == "lead"


def test_ace_is_high():
    assert trick_won("KS", "AS", "2H") == "reply"
    assert trick_won("2S", "AS", "2H") == "reply"
    assert trick_won("AS", "2S", "2H") == "lead"


def test_court_cards_rank_king_queen_knave_above_the_ten():
    assert trick_won("QS", "KS", "2H") == "reply"
    assert trick_won("JS", "QS", "2H") == "reply"
    assert trick_won("TS", "JS", "2H") == "reply"


def test_discard_of_a_suit_neither_led_nor_trumps_never_wins():
    assert trick_won("2S", "AC", "3H") == "lead"
    assert trick_won("2S", "AD", "3H") == "lead"


def test_lowest_trump_beats_the_ace_of_the_suit_led():
    assert trick_won("AS", "2H", "KH") == "reply"


def test_a_trump_led_falls_to_a_higher_trump_alone():
    assert trick_won("9H", "TH", "3H") == "reply"
    assert trick_won("9H", "8H", "3H") == "lead"
    assert trick_won("2H", "AS", "3H") == "lead"


def test_suit_turned_is_trumps_for_the_next_trick_and_for_that_one_only():
    # Hearts: 2S falls to 3H. Clubs: 5H falls to 4C, and a heart is no trump any more. Spades:
    # 6C stands against the nine of hearts.
    table = one_deal("2S 4C 6C", "3H 5H 9H", "8H 8C 8S 8D", "2S 3H 5H 4C 6C 9H", following="free")
    assert table.takers == "ABB"


def test_winner_of_a_trick_leads_to_the_next_and_turns_its_trumps():
    # The elder hand B leads 2S; A takes it, turns the nine of clubs, and is to lead.
    table = one_deal("2S 4C", "3S 5S", "8H 9C TD", "2S 3S")
    assert (table.turned, table.turners) == ("8H 9C", "AA")
    assert table.now.to_move.name == "A"
    assert table.play("5S 4C").takers == "AB"


def test_leader_who_wins_leads_again():
    assert one_deal("3S 4C", "2S 5S", "8H 9C TD", "3S 2S").now.to_move.name == "B"


# --- The penneech while diamonds are trumps ------------------------------------------------------


@pytest.mark.parametrize(
    ("rank", "winner"), [("top_diamond", "reply"), ("top_when_trump", "reply"), ("plain", "lead")]
)
def test_penneech_in_trumps_beats_the_ace_of_trumps_led_unless_plain(rank, winner):
    assert trick_won("AD", "7D", "3D", penneech_rank=rank) == winner


@pytest.mark.parametrize(
    ("rank", "winner"), [("top_diamond", "lead"), ("top_when_trump", "lead"), ("plain", "reply")]
)
def test_penneech_led_in_trumps_stands_against_the_ace_of_trumps_unless_plain(rank, winner):
    assert trick_won("7D", "AD", "3D", penneech_rank=rank) == winner


@pytest.mark.parametrize("rank", EVERY_RANK)
def test_penneech_played_to_another_suit_while_diamonds_are_trumps_wins(rank):
    assert trick_won("AS", "7D", "3D", penneech_rank=rank) == "reply"


# --- The penneech out of trumps ------------------------------------------------------------------


@pytest.mark.parametrize("high", ["8D", "TD", "JD", "KD", "AD"])
def test_penneech_out_of_trumps_beats_every_diamond_under_top_diamond(high):
    assert trick_won(high, "7D", "3C", penneech_rank="top_diamond") == "reply"
    assert trick_won("7D", high, "3C", penneech_rank="top_diamond") == "lead"


@pytest.mark.parametrize("rank", ["top_when_trump", "plain"])
@pytest.mark.parametrize("high", ["8D", "TD", "JD", "KD", "AD"])
def test_penneech_out_of_trumps_is_a_seven_under_top_when_trump_and_plain(rank, high):
    assert trick_won(high, "7D", "3C", penneech_rank=rank) == "lead"
    assert trick_won("7D", high, "3C", penneech_rank=rank) == "reply"


@pytest.mark.parametrize("rank", EVERY_RANK)
@pytest.mark.parametrize("turned", ["3C", "3D"])
def test_penneech_beats_the_six_of_diamonds_under_every_reading(rank, turned):
    assert trick_won("6D", "7D", turned, penneech_rank=rank) == "reply"
    assert trick_won("7D", "6D", turned, penneech_rank=rank) == "lead"


@pytest.mark.parametrize("rank", EVERY_RANK)
def test_penneech_led_out_of_trumps_falls_to_the_lowest_trump(rank):
    assert trick_won("7D", "2C", "3C", penneech_rank=rank) == "reply"


@pytest.mark.parametrize("rank", EVERY_RANK)
def test_penneech_discarded_to_a_suit_led_never_wins(rank):
    assert trick_won("2S", "7D", "3C", penneech_rank=rank) == "lead"
    assert trick_won("2C", "7D", "3C", penneech_rank=rank) == "lead"


@pytest.mark.parametrize("rank", EVERY_RANK)
def test_penneech_does_not_lend_its_rank_to_the_other_sevens(rank):
    assert trick_won("8S", "7S", "3C", penneech_rank=rank) == "lead"
    assert trick_won("8S", "7S", "3S", penneech_rank=rank) == "lead"


# --- Another card that is the penneech -----------------------------------------------------------


def penneech(card):
    return {"card": card, "turned_up": 14, "in_hand": 7}


@pytest.mark.parametrize(
    ("rank", "in_clubs", "in_hearts"),
    [
        ("top_diamond", "reply", "reply"),
        ("top_when_trump", "reply", "lead"),
        ("plain", "lead", "lead"),
    ],
)
def test_king_that_is_the_penneech_ranks_by_its_own_suit(rank, in_clubs, in_hearts):
    changes = {"penneech": penneech("KC"), "penneech_rank": rank}
    assert trick_won("AC", "KC", "3C", **changes) == in_clubs
    assert trick_won("AC", "KC", "3H", **changes) == in_hearts
    assert trick_won("AC", "KC", "3D", **changes) == in_hearts


@pytest.mark.parametrize("rank", EVERY_RANK)
def test_ace_that_is_the_penneech_beats_its_suit_and_no_other(rank):
    changes = {"penneech": penneech("AC"), "penneech_rank": rank}
    assert trick_won("KC", "AC", "3C", **changes) == "reply"
    assert trick_won("KC", "AC", "3H", **changes) == "reply"
    assert trick_won("2S", "AC", "3H", **changes) == "lead"


def test_seven_of_diamonds_is_a_plain_seven_when_another_card_is_the_penneech():
    assert trick_won("8D", "7D", "3D", penneech=penneech("2C")) == "lead"
    assert trick_won("AC", "2C", "3H", penneech=penneech("2C")) == "reply"


# --- Every trick there is ------------------------------------------------------------------------


def suit_in_order(card, *, raised):
    """The cards of a suit from the lowest, with the penneech on top where it is raised."""
    ranks = [rank + str(card)[1] for rank in "23456789TJQKA"]
    return [*(text for text in ranks if text != str(card)), str(card)] if raised else ranks


@pytest.mark.parametrize("rank", EVERY_RANK)
@pytest.mark.parametrize("card", ["7D", "AC"])
def test_every_pair_of_cards_under_every_trumps_ranks_as_it_is_written(rank, card):
    umpire = umpire_of(rules(penneech_rank=rank, penneech=penneech(card)))
    (top,) = cards(card)
    for turn_up in PACK[::13]:
        raised = {"top_diamond": True, "top_when_trump": turn_up.suit is top.suit, "plain": False}
        order = suit_in_order(top, raised=raised[rank])
        for suit in set(Suit) - {top.suit}:
            order += [rank + suit for rank in "23456789TJQKA"]
        place = {text: i for i, text in enumerate(order)}
        for led in PACK:
            for reply in PACK:
                if led is reply:
                    continue
                higher = place[str(reply)] > place[str(led)]
                expected = higher if led.suit is reply.suit else reply.suit is turn_up.suit
                wins = reply_wins(umpire.strengths[turn_up.index], led, reply, turn_up.suit)
                assert wins is expected, (led, reply, turn_up)


def test_trick_is_told_with_its_trumps_its_cards_and_its_number():
    won = one_deal("3S 4C", "2S 5S", "8H 9C TD", "3S 2S 4C 5S").of(TrickWon)
    assert [(fact.trick, str(fact.trumps), str(fact.led), str(fact.reply)) for fact in won] == [
        (1, "H", "3S", "2S"),
        (2, "C", "4C", "5S"),
    ]
