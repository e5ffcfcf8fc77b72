"""Rulings worked by hand from the rule points, against which the slow umpire is itself tested.

Unless a ruling says otherwise A deals and B is the elder hand, the rules are those of Parlett's
page without redeals, and each event is told as "player points source card trick".
"""

from __future__ import annotations

import random
from itertools import repeat

import pytest
from twin.slow_umpire import (
    MOST_DEALS,
    MOST_REDEALS,
    PACK,
    READINGS,
    first_dealer_from_cut,
    umpire_game,
)

BASE = {
    "first_dealer": "cut_lowest_ace_low",
    "redeal": "never",
    "redeal_timing": "before_turn_up",
    "redeal_scope": "both_hands",
    "redeal_dealer": "same_dealer",
    "penneech_rank": "top_diamond",
    "following": "follow_or_trump",
    "honours": "all_suits",
    "honours_credit": "trick_winner",
    "penneech_in_hand": "won_when_trump",
    "turn_up_credit": "turner",
    "first_turn_up": "dealer",
    "last_turn_up": "honours_and_penneech",
    "excess_cards": "trick_cards",
    "excess_claim": "either_player",
    "game_end": "first_to_peg",
}
PARAMETERS = {
    "hand_size": 2,
    "target": 61,
    "card_points": {"A": 5, "K": 4, "Q": 3, "J": 2},
    "penneech": {"card": "7D", "turned_up": 14, "in_hand": 7},
    "excess_over": 7,
}


def variant(**changes):
    rules = {point: changes.pop(point, reading) for point, reading in BASE.items()}
    parameters = {name: changes.pop(name, value) for name, value in PARAMETERS.items()}
    assert not changes
    return {"rules": rules, **parameters}


def pack(elder, dealer, stock):
    """Lay a pack for two hands and the top of the stock; the other cards lie below, in order."""
    hands = zip(elder.split(), dealer.split(), strict=True)
    top = [card for both in hands for card in both] + stock.split()
    return top + [card for card in PACK if card not in top]


class Table:
    """Two players who play and throw up as they are told, and note what they are asked."""

    def __init__(self, plays="", throws=""):
        self.plays, self.throws = iter(plays.split()), iter(throws)
        self.legal, self.asked = [], []

    def choose(self, deal, legal):
        self.legal.append((deal, " ".join(legal)))
        return next(self.plays)  # raises if a card is asked for after the last that was given

    def may_throw(self, deal, player):
        self.asked.append((deal, player))
        return next(self.throws) == "y"


def umpired(packs, plays, throws="", *, dealer="A", start=(0, 0), **changes):
    """Give the game, and the table that played it."""
    table = Table(plays, throws)
    score = {"A": start[0], "B": start[1]}
    game = umpire_game(variant(**changes), packs, dealer, score, table.choose, table.may_throw)
    return game, table


def one_deal(*hands_and_stock, plays, **changes):
    game, _ = umpired([pack(*hands_and_stock)], plays, **changes)
    (deal,) = game["deals"]
    return game, deal


def told(deal):
    return [
        f"{e['player']} {e['points']} {e['source']} {e['card'] or '-'} {e['trick']}"
        for e in deal["events"]
    ]


# --- Who wins a trick ---------------------------------------------------------------------------


def winner_of_trick(led, reply, turned, **changes):
    """Name the winner: with nothing else to score, the two cards won are the only event."""
    silent = {"hand_size": 1, "card_points": {}, "excess_over": 0, "last_turn_up": "nothing"}
    penneech = {"card": changes.pop("penneech", "7D"), "turned_up": 0, "in_hand": 0}
    _, deal = one_deal(
        led, reply, turned, plays=f"{led} {reply}", penneech=penneech, **silent, **changes
    )
    (event,) = deal["events"]
    assert (event["points"], event["source"]) == (2, "excess")
    return {"B": "lead", "A": "reply"}[event["player"]]


@pytest.mark.parametrize(
    ("rank", "winner"), [("top_diamond", "reply"), ("top_when_trump", "lead"), ("plain", "lead")]
)
def test_penneech_out_of_trumps_beats_every_diamond_only_where_it_is_the_top_diamond(rank, winner):
    assert winner_of_trick("AD", "7D", "3C", penneech_rank=rank) == winner


@pytest.mark.parametrize(
    ("rank", "winner"), [("top_diamond", "lead"), ("top_when_trump", "lead"), ("plain", "reply")]
)
def test_penneech_when_trump_beats_the_ace_of_trumps_unless_plain(rank, winner):
    assert winner_of_trick("7D", "AD", "3D", penneech_rank=rank) == winner


@pytest.mark.parametrize("rank", READINGS["penneech_rank"].split())
def test_penneech_out_of_trumps_falls_to_a_trump_and_loses_as_a_discard(rank):
    assert winner_of_trick("7D", "2C", "3C", penneech_rank=rank) == "reply"
    assert winner_of_trick("2S", "7D", "3C", penneech_rank=rank) == "lead"


def test_highest_trump_wins_else_the_highest_of_the_suit_led():
    assert winner_of_trick("9S", "TS", "2H") == "reply"
    assert winner_of_trick("AS", "KS", "2H") == "lead"
    assert winner_of_trick("9S", "AC", "2H") == "lead"
    assert winner_of_trick("AS", "2H", "3H") == "reply"
    assert winner_of_trick("4H", "2H", "3H") == "lead"


def test_another_card_named_as_penneech_takes_the_place_of_the_seven_of_diamonds():
    assert winner_of_trick("AC", "2C", "3H", penneech="2C") == "reply"
    assert winner_of_trick("AD", "7D", "3H", penneech="2C") == "lead"


def test_the_suit_turned_after_each_trick_is_trumps_for_the_next_and_its_winner_leads():
    # Hearts: 2S 3S, A wins. A leads 4S, clubs are trumps: B's 2C wins, and B leads 5S.
    hands = ("2S 2C 5S", "3S 4S 6S", "4H 5C 6D 8H")
    _, deal = one_deal(
        *hands, plays="2S 3S 4S 2C 5S 6S", hand_size=3, excess_over=1, following="free"
    )
    assert told(deal) == ["B 1 excess - 3", "A 3 excess - 3"]


# --- What may be played -------------------------------------------------------------------------

SUIT_AND_TRUMP, TRUMP_ONLY, SUIT_ONLY, NEITHER = "4C 3D 9S", "4C 3D 2H", "4C 2H 9S", "4C 2H 6H"


@pytest.mark.parametrize(
    ("following", "hand", "legal"),
    [
        ("free", SUIT_AND_TRUMP, "4C 3D 9S"),
        ("free", TRUMP_ONLY, "4C 3D 2H"),
        ("free", SUIT_ONLY, "4C 2H 9S"),
        ("free", NEITHER, "4C 2H 6H"),
        ("must_follow", SUIT_AND_TRUMP, "9S"),
        ("must_follow", TRUMP_ONLY, "4C 3D 2H"),
        ("must_follow", SUIT_ONLY, "9S"),
        ("must_follow", NEITHER, "4C 2H 6H"),
        ("follow_or_trump", SUIT_AND_TRUMP, "3D 9S"),
        ("follow_or_trump", TRUMP_ONLY, "4C 3D 2H"),
        ("follow_or_trump", SUIT_ONLY, "9S"),
        ("follow_or_trump", NEITHER, "4C 2H 6H"),
        ("follow_or_trump_forced", SUIT_AND_TRUMP, "3D 9S"),
        ("follow_or_trump_forced", TRUMP_ONLY, "3D"),
        ("follow_or_trump_forced", SUIT_ONLY, "9S"),
        ("follow_or_trump_forced", NEITHER, "4C 2H 6H"),
        ("follow_else_trump", SUIT_AND_TRUMP, "9S"),
        ("follow_else_trump", TRUMP_ONLY, "3D"),
        ("follow_else_trump", SUIT_ONLY, "9S"),
        ("follow_else_trump", NEITHER, "4C 2H 6H"),
    ],
)
def test_replies_to_a_spade_when_diamonds_are_trumps(following, hand, legal):
    assert legal_replies("5S", hand, "TD", following=following) == legal


def legal_replies(led, hand, turned, **changes):
    """List what may be played to a lead; a reply that is no card ends the game there."""
    elder = f"{led} 8H 9H"
    seen = []

    def choose(_deal, legal):
        seen.append(" ".join(legal))
        return led if len(seen) == 1 else "??"

    with pytest.raises(ValueError, match=r"\?\? was chosen"):
        umpire_game(
            variant(hand_size=3, **changes),
            [pack(elder, hand, turned)],
            "A",
            {"A": 0, "B": 0},
            choose,
            lambda *_: False,
        )
    return seen[1]


def test_italian_article_a_spade_led_under_diamonds_may_be_followed_or_trumped():
    assert legal_replies("5S", "AC 9S 7D", "TD", following="follow_or_trump") == "7D 9S"


def test_italian_article_without_spade_or_trump_the_second_player_discards_what_he_likes():
    assert legal_replies("7S", "4D 2H KH", "TC", following="follow_or_trump") == "4D 2H KH"


@pytest.mark.parametrize("following", [r for r in READINGS["following"].split() if r != "free"])
def test_a_trump_led_must_be_followed_in_trumps(following):
    assert legal_replies("5S", "4C 3D 9S", "TS", following=following) == "9S"


def test_the_penneech_is_a_diamond_to_follow_with_whatever_it_beats():
    assert legal_replies("AD", "4C 7D 9S", "TS", following="must_follow") == "7D"


def test_any_card_may_be_led_and_legal_cards_stand_in_pack_order():
    game_pack = pack("AS 3C 9H", "3S 2C 3H", "4D 5D 6D 8D")
    _, table = umpired([game_pack], "3C 2C 9H 3H AS 3S", hand_size=3)
    assert [legal for _, legal in table.legal] == ["3C 9H AS", "2C", "9H AS", "3H", "AS", "3S"]
    assert {deal for deal, _ in table.legal} == {0}


# --- Honours in tricks --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("honours", "first_king", "second_king"),
    [("all_suits", True, True), ("trumps_only", False, False), ("turned_up_only", False, False)],
)
def test_kings_of_no_trump_suit_count_only_under_all_suits(honours, first_king, second_king):
    # Hearts are trumps, then spades: the king of spades falls under hearts, the other under spades.
    _, deal = one_deal("KH KS", "2H 2S", "4H 5S 6C", plays="KS 2S KH 2H", honours=honours)
    expected = [(first_king, "B 4 trick KS 1"), (second_king, "B 4 trick KH 2")]
    assert told(deal) == [line for counts, line in expected if counts]


def test_kings_of_the_suit_that_was_trumps_in_their_trick_count_under_trumps_only():
    _, deal = one_deal("KH KS", "2H 2S", "4H 5S 6C", plays="KH 2H KS 2S", honours="trumps_only")
    assert told(deal) == ["B 4 trick KH 1", "B 4 trick KS 2"]


def test_honours_that_count_only_as_turn_ups_still_count_as_turn_ups():
    _, deal = one_deal("KH KS", "2H 2S", "4H QS 6C", plays="KH 2H KS 2S", honours="turned_up_only")
    assert told(deal) == ["B 3 turn_up QS 1"]


@pytest.mark.parametrize(("credit", "king"), [("trick_winner", "A"), ("holder", "B")])
def test_a_king_lost_to_an_ace_is_credited_to_winner_or_holder(credit, king):
    _, deal = one_deal("KS", "AS", "2H 3H", plays="KS AS", hand_size=1, honours_credit=credit)
    assert told(deal) == [f"{king} 4 trick KS 1", "A 5 trick AS 1"]


def test_two_honours_and_an_honour_turned_next_are_three_events():
    # The second trick, under clubs, is A's and worth nothing.
    _, deal = one_deal("KS 2S", "QS 3S", "4H JC 5C", plays="KS QS 2S 3S")
    assert told(deal) == ["B 4 trick KS 1", "B 3 trick QS 1", "B 2 turn_up JC 1"]
    assert deal["score"] == {"A": 0, "B": 9}


def test_an_honour_worth_nothing_is_no_event_won_or_turned():
    _, deal = one_deal(
        "AS QS", "2S 3S", "4H AH QH", plays="AS 2S QS 3S", card_points={"A": 0, "K": 4}
    )
    assert told(deal) == []


def test_any_rank_may_be_made_an_honour():
    _, deal = one_deal("TS 9S", "2S 3S", "4H TH 8H", plays="TS 2S 9S 3S", card_points={"T": 1})
    assert told(deal) == ["B 1 trick TS 1", "B 1 turn_up TH 1"]


# --- The penneech in hand -----------------------------------------------------------------------


@pytest.mark.parametrize("stock", ["4C 5C 6C", "4C 5D 6C"])
def test_penneech_played_out_of_trumps_scores_nothing_when_it_must_be_won_when_trump(stock):
    # Diamonds may be trumps in the second trick: the penneech went to the first.
    _, deal = one_deal("7D 9S", "2D 3S", stock, plays="7D 2D 9S 3S")
    assert told(deal) == []


def test_penneech_won_when_trump_is_scored_in_its_trick():
    _, deal = one_deal("7D 9S", "AD 3S", "4D 5C 6C", plays="7D AD 9S 3S")
    assert told(deal) == ["B 7 penneech_in_hand 7D 1", "B 5 trick AD 1"]


def test_penneech_played_second_is_scored_after_the_card_led():
    _, deal = one_deal("AD 3S", "7D 9S", "4D 5C 6C", plays="AD 7D 9S 3S")
    assert told(deal) == ["A 5 trick AD 1", "A 7 penneech_in_hand 7D 1"]


def test_plain_penneech_is_scored_by_who_wins_it_not_by_who_played_it():
    plain = {"penneech_rank": "plain", "honours_credit": "holder"}
    _, deal = one_deal("7D 3S", "8D 2S", "4D 5C 6C", plays="7D 8D 2S 3S", **plain)
    assert told(deal) == ["A 7 penneech_in_hand 7D 1"]


def test_plain_penneech_if_ever_trump_is_scored_by_who_won_its_trick():
    plain = {"penneech_rank": "plain", "penneech_in_hand": "won_if_ever_trump"}
    _, deal = one_deal("7D 3S", "8D 2S", "4D 5C 6C", plays="7D 8D 2S 3S", **plain)
    assert told(deal) == ["A 7 penneech_in_hand 7D 2"]


def test_penneech_if_ever_trump_is_scored_after_the_last_turn_up_and_before_the_excess():
    _, deal = one_deal(
        "7D AS",
        "2D 3S",
        "4C 5D KH",
        plays="7D 2D AS 3S",
        penneech_in_hand="won_if_ever_trump",
        excess_over=3,
    )
    assert told(deal) == [
        "B 5 trick AS 2",
        "B 4 turn_up KH 2",
        "B 7 penneech_in_hand 7D 2",
        "B 1 excess - 2",
    ]


def test_diamonds_trumps_before_the_penneech_is_played_are_ever_trumps_too():
    _, deal = one_deal(
        "9S 7D", "3S 2D", "4D 5C 6H", plays="9S 3S 7D 2D", penneech_in_hand="won_if_ever_trump"
    )
    assert told(deal) == ["B 7 penneech_in_hand 7D 2"]


def test_penneech_if_ever_trump_wins_no_game_before_the_end_of_the_deal():
    # B has the penneech and 54 after the first trick; A takes the king in the second, with 57.
    game, deal = one_deal(
        "7D KS",
        "2D AS",
        "4D 5C 6H",
        plays="7D 2D KS AS",
        start=(57, 54),
        penneech_in_hand="won_if_ever_trump",
    )
    assert told(deal) == ["A 4 trick KS 2"]
    assert game["winner"] == "A"


def test_a_diamond_turned_last_was_trumps_in_no_trick():
    _, deal = one_deal(
        "7D 9S", "2D 3S", "4C 5C 6D", plays="7D 2D 9S 3S", penneech_in_hand="won_if_ever_trump"
    )
    assert told(deal) == []


def test_penneech_held_at_a_diamond_turned_for_a_trick_scores_though_not_played_to_it():
    _, deal = one_deal(
        "7D 9S", "8S 3S", "4D 5C 6H", plays="9S 3S 7D 8S", penneech_in_hand="held_when_trump"
    )
    assert told(deal) == ["B 7 penneech_in_hand 7D 0"]


def test_penneech_held_scores_after_a_later_turn_up_with_the_number_of_tricks_completed():
    _, deal = one_deal(
        "9S 3S", "2S 7D", "4C KD 6H", plays="9S 2S 3S 7D", penneech_in_hand="held_when_trump"
    )
    assert told(deal) == ["B 4 turn_up KD 1", "A 7 penneech_in_hand 7D 1"]


def test_penneech_played_before_a_diamond_is_turned_is_no_longer_held():
    _, deal = one_deal(
        "9S 7D", "2S 2D", "4C 5D 6H", plays="7D 2D 9S 2S", penneech_in_hand="held_when_trump"
    )
    assert told(deal) == []


def test_penneech_held_scores_once_a_deal_and_after_the_dealers_turn_up():
    # Diamonds are turned for both tricks, and the penneech then wins under diamonds.
    _, deal = one_deal(
        "9S 7D", "2S 2D", "KD 5D 6D", plays="9S 2S 7D 2D", penneech_in_hand="held_when_trump"
    )
    assert told(deal) == ["A 4 turn_up KD 0", "B 7 penneech_in_hand 7D 0"]


def test_penneech_turned_up_or_in_the_stock_is_held_by_nobody():
    held = {"penneech_in_hand": "held_when_trump", "first_turn_up": "nobody"}
    _, deal = one_deal("9S 8S", "2S 3S", "7D 5D 6D", plays="9S 2S 8S 3S", **held)
    assert told(deal) == []


def test_a_diamond_turned_last_is_turned_for_no_trick():
    _, deal = one_deal(
        "9S 7D", "2S 2D", "4C 5C 6D", plays="9S 2S 7D 2D", penneech_in_hand="held_when_trump"
    )
    assert told(deal) == []


# --- Turn-ups -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("credit", "first", "expected"),
    [
        ("turner", "dealer", ["A 4 turn_up KH 0", "B 3 turn_up QH 1", "A 5 turn_up AH 2"]),
        ("turner", "nobody", ["B 3 turn_up QH 1", "A 5 turn_up AH 2"]),
        (
            "trick_winner",
            "first_trick_winner",
            ["B 4 turn_up KH 1", "A 3 turn_up QH 2", "A 5 turn_up AH 2"],
        ),
        ("trick_winner", "nobody", ["A 3 turn_up QH 2", "A 5 turn_up AH 2"]),
    ],
)
def test_turn_ups_go_to_their_turner_or_to_the_winner_of_the_trick_under_them(
    credit, first, expected
):
    # B wins the first trick, A the second.
    _, deal = one_deal(
        "9S 2S",
        "8S 3S",
        "KH QH AH",
        plays="9S 8S 2S 3S",
        turn_up_credit=credit,
        first_turn_up=first,
    )
    assert told(deal) == expected
    assert deal["turn_ups"] == ["KH", "QH", "AH"]


@pytest.mark.parametrize(
    ("credit", "first"), [("trick_winner", "dealer"), ("turner", "first_trick_winner")]
)
def test_the_two_forbidden_combinations_are_refused(credit, first):
    with pytest.raises(ValueError, match="does not go with"):
        umpired([], "", turn_up_credit=credit, first_turn_up=first)


@pytest.mark.parametrize(
    ("reading", "last", "expected"),
    [
        ("honours_and_penneech", "KH", ["A 4 turn_up KH 2"]),
        ("honours_and_penneech", "7D", ["A 14 turn_up 7D 2"]),
        ("honours_only", "KH", ["A 4 turn_up KH 2"]),
        ("honours_only", "7D", []),
        ("nothing", "KH", []),
        ("nothing", "7D", []),
    ],
)
@pytest.mark.parametrize("credit", ["turner", "trick_winner"])
def test_the_last_turn_up_goes_to_the_last_winner_for_what_its_reading_says(
    reading, last, expected, credit
):
    _, deal = one_deal(
        "9S 2S",
        "8S 3S",
        f"4H 5H {last}",
        plays="9S 8S 2S 3S",
        last_turn_up=reading,
        turn_up_credit=credit,
        first_turn_up="nobody",
    )
    assert told(deal) == expected
    assert deal["turn_ups"] == ["4H", "5H"] + ([] if reading == "nothing" else [last])


def test_penneech_turned_first_is_fourteen_to_the_dealer():
    _, deal = one_deal("9S 2S", "8S 3S", "7D 5H 6H", plays="9S 8S 2S 3S")
    assert told(deal) == ["A 14 turn_up 7D 0"]


def test_penneech_turned_between_tricks_scores_even_if_the_last_one_may_only_be_an_honour():
    _, deal = one_deal(
        "9S 2S", "8S 3S", "4H 7D 6H", plays="9S 8S 2S 3S", last_turn_up="honours_only"
    )
    assert told(deal) == ["B 14 turn_up 7D 1"]


def test_a_deal_of_one_card_each_has_a_first_and_a_last_turn_up():
    _, deal = one_deal("KS", "QS", "JH AH", plays="KS QS", hand_size=1)
    assert told(deal) == [
        "A 2 turn_up JH 0",
        "B 4 trick KS 1",
        "B 3 trick QS 1",
        "B 5 turn_up AH 1",
    ]


def test_in_a_trick_come_the_lead_the_reply_its_turn_up_and_the_last_turn_up():
    _, deal = one_deal(
        "KS",
        "QS",
        "JH AH",
        plays="KS QS",
        hand_size=1,
        turn_up_credit="trick_winner",
        first_turn_up="first_trick_winner",
    )
    assert told(deal) == [
        "B 4 trick KS 1",
        "B 3 trick QS 1",
        "B 2 turn_up JH 1",
        "B 5 turn_up AH 1",
    ]


# --- A penneech that is an ace ------------------------------------------------------------------

ACE = {"card": "AS", "turned_up": 14, "in_hand": 7}


def test_an_ace_that_is_the_penneech_is_seven_in_its_trumps_and_no_honour():
    _, deal = one_deal("AS AH", "KS 2H", "4S 5C JD", plays="AS KS AH 2H", penneech=ACE)
    assert told(deal) == [
        "B 7 penneech_in_hand AS 1",
        "B 4 trick KS 1",
        "B 5 trick AH 2",
        "B 2 turn_up JD 2",
    ]


def test_an_ace_that_is_the_penneech_is_worth_nothing_out_of_trumps():
    _, deal = one_deal("AS AH", "KS 2H", "4C 5C 6D", plays="AS KS AH 2H", penneech=ACE)
    assert told(deal) == ["B 4 trick KS 1", "B 5 trick AH 2"]


def test_an_ace_that_is_the_penneech_is_fourteen_turned_and_nothing_where_honours_alone_count():
    stock = "4C 5C AS"
    _, deal = one_deal("9H 8H", "2H 3H", stock, plays="9H 2H 8H 3H", penneech=ACE)
    assert told(deal) == ["B 14 turn_up AS 2"]
    only = {"penneech": ACE, "last_turn_up": "honours_only"}
    _, deal = one_deal("9H 8H", "2H 3H", stock, plays="9H 2H 8H 3H", **only)
    assert told(deal) == []


def test_a_hand_with_the_ace_that_is_the_penneech_has_an_ace():
    _, table = umpired(
        [pack("AS 2H", "KH 3H", "4C 5C 6C")],
        "AS 3H 2H KH",
        penneech=ACE,
        redeal="no_ace_or_face",
    )
    assert table.asked == []


# --- The excess ---------------------------------------------------------------------------------

SEVEN = ("6S 7S 8S 9S TS 2C 3C", "2S 3S 4S 5S 4D 9C TC", "2H 3H 4H 5H 6H 8H 9H TH")
FIVE_AND_TWO = "8S 2S 9S 3S TS 4S 7S 5S 6S 4D 2C 9C TC 3C"  # B, five times; A; A
FOUR_AND_THREE = "8S 2S 9S 3S TS 4S 7S 5S 2C 9C TC 3C 4D 6S"  # B, four times; A, three times


@pytest.mark.parametrize(
    ("plays", "cards", "claim", "expected"),
    [
        (FIVE_AND_TWO, "trick_cards", "either_player", ["B 3 excess - 7"]),
        (FIVE_AND_TWO, "trick_cards", "trick_majority", ["B 3 excess - 7"]),
        (FIVE_AND_TWO, "trick_cards_and_turn_ups", "either_player", ["B 8 excess - 7"]),
        (FIVE_AND_TWO, "trick_cards_and_turn_ups", "trick_majority", ["B 8 excess - 7"]),
        (FOUR_AND_THREE, "trick_cards", "either_player", ["B 1 excess - 7"]),
        (
            FOUR_AND_THREE,
            "trick_cards_and_turn_ups",
            "either_player",
            ["B 5 excess - 7", "A 2 excess - 7"],
        ),
        (FOUR_AND_THREE, "trick_cards_and_turn_ups", "trick_majority", ["B 5 excess - 7"]),
    ],
)
def test_italian_article_ten_cards_are_three_and_gamerules_fifteen_are_eight(
    plays, cards, claim, expected
):
    _, deal = one_deal(*SEVEN, plays=plays, hand_size=7, excess_cards=cards, excess_claim=claim)
    assert told(deal) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [("either_player", ["B 1 excess - 2", "A 1 excess - 2"]), ("trick_majority", [])],
)
def test_with_an_even_hand_both_may_have_an_excess_and_nobody_a_majority(claim, expected):
    _, deal = one_deal(
        "9S 2S", "8S 3S", "4H 5H 6H", plays="9S 8S 2S 3S", excess_over=1, excess_claim=claim
    )
    assert told(deal) == expected


def test_one_trick_of_one_is_a_majority_and_no_trick_is_no_excess_over_nought():
    _, deal = one_deal(
        "9S",
        "8S",
        "4H 5H",
        plays="9S 8S",
        hand_size=1,
        excess_over=0,
        excess_claim="trick_majority",
        excess_cards="trick_cards_and_turn_ups",
    )
    assert told(deal) == ["B 3 excess - 1"]


# --- Throwing up --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("redeal", "hand", "asked"),
    [
        ("never", "2C 3D", False),
        ("no_ace_or_face", "2C 3D", True),
        ("nothing_above_ten", "2C TD", True),
        ("no_ace_or_face", "2C JD", False),
        ("nothing_above_ten", "2C JD", False),
        ("no_ace_or_face", "2C AD", False),
        ("no_ace_or_face", "2C 7D", True),
        ("nothing_above_ten", "2C 7D", False),
    ],
)
@pytest.mark.parametrize("rank", ["top_diamond", "plain"])
def test_only_a_player_who_may_throw_up_is_asked(redeal, hand, asked, rank):
    first, second = hand.split()
    _, table = umpired(
        [pack(hand, "KC 4D", "5H 6H 8H")],
        f"{first} KC 4D {second}",
        "n",
        redeal=redeal,
        penneech_rank=rank,
        following="free",
    )
    assert table.asked == ([(0, "B")] if asked else [])


def test_what_makes_a_hand_good_is_the_ranks_of_ace_and_faces_not_the_card_points():
    _, table = umpired(
        [pack("TC TD", "KC 4D", "5H 6H 8H")],
        "TC KC 4D TD",
        "n",
        redeal="no_ace_or_face",
        card_points={"T": 10},
    )
    assert table.asked == [(0, "B")]


VOID = pack("2C 3D", "KS 4C", "KH 5H 6H")
GOOD = pack("KC 9S", "KD 8S", "QH 6H 8H")
GOOD_PLAYS = "KC KD 9S 8S"  # under hearts B wins both: 4 and 4


@pytest.mark.parametrize(("timing", "seen"), [("before_turn_up", []), ("after_turn_up", ["KH"])])
def test_a_hand_thrown_up_voids_the_deal_and_its_turn_up_counts_for_nobody(timing, seen):
    game, table = umpired(
        [VOID, GOOD], GOOD_PLAYS, "y", redeal="no_ace_or_face", redeal_timing=timing
    )
    (deal,) = game["deals"]
    assert deal["thrown_up"] == [
        {
            "by": "B",
            "dealer": "A",
            "hands": {"A": ["KS", "4C"], "B": ["2C", "3D"]},
            "turn_ups": seen,
        }
    ]
    assert deal["hands"] == {"A": ["KD", "8S"], "B": ["KC", "9S"]}
    assert deal["turn_ups"] == ["QH", "6H", "8H"]
    assert told(deal) == ["A 3 turn_up QH 0", "B 4 trick KC 1", "B 4 trick KD 1"]
    assert table.asked == [(0, "B")]


def test_a_turn_up_that_would_win_the_game_is_lost_with_a_hand_thrown_up_after_it():
    # The king would be 61 to A; the queen of the next deal makes 60, and B's tricks 8.
    game, _ = umpired(
        [VOID, GOOD],
        GOOD_PLAYS,
        "y",
        start=(57, 0),
        redeal="no_ace_or_face",
        redeal_timing="after_turn_up",
    )
    assert game["score"] == {"A": 60, "B": 8}
    assert game["winner"] is None


def test_the_elder_hand_is_asked_first_and_both_are_asked_anew_after_a_redeal():
    neither_good = pack("2C 3D", "4C 5D", "KH 5H 6H")
    game, table = umpired(
        [neither_good, neither_good, neither_good],
        "2C 4C 5D 3D",
        "nyynn",
        redeal="no_ace_or_face",
    )
    assert [player for _, player in table.asked] == ["B", "A", "B", "B", "A"]
    assert [entry["by"] for entry in game["deals"][0]["thrown_up"]] == ["A", "B"]


def test_penneech_in_a_hand_of_a_void_deal_is_not_held():
    void = pack("7D 3D", "KS 4C", "4D 5H 6H")
    game, _ = umpired(
        [void, GOOD],
        GOOD_PLAYS,
        "y",
        redeal="no_ace_or_face",
        redeal_timing="after_turn_up",
        penneech_in_hand="held_when_trump",
    )
    assert told(game["deals"][0]) == ["A 3 turn_up QH 0", "B 4 trick KC 1", "B 4 trick KD 1"]


@pytest.mark.parametrize(
    ("reading", "entries", "dealers"),
    [
        # First the dealer's hand can be thrown up, then the elder's, then none.
        ("same_dealer", [("A", "A"), ("A", "B")], ["A", "B"]),
        ("next_dealer", [("A", "A"), ("B", "A")], ["A", "B"]),
        ("thrower", [("A", "A"), ("A", "B")], ["B", "A"]),
    ],
)
def test_who_deals_again_and_who_deals_next_after_two_redeals(reading, entries, dealers):
    packs = [
        pack("KC", "3C", "5H 6H"),
        pack("3C", "KC", "5H 6H"),
        pack("KC", "KD", "5H 6H"),
        pack("KC", "KD", "5H 6H"),
    ]
    game, _ = umpired(
        packs, "KC KD KC KD", "yy", hand_size=1, redeal="no_ace_or_face", redeal_dealer=reading
    )
    first, second = game["deals"]
    assert [(entry["dealer"], entry["by"]) for entry in first["thrown_up"]] == entries
    assert [first["dealer"], second["dealer"]] == dealers
    elder = {"A": "B", "B": "A"}[dealers[0]]
    assert first["hands"][elder] == ["KC"]
    assert second["thrown_up"] == []


# Own hands: B, the elder, holds two threes and draws KH QH; A holds two fours and draws 6S 8S.
OWN = {"redeal": "no_ace_or_face", "redeal_scope": "own_hand"}


def test_thrown_hands_are_laid_aside_and_the_elder_draws_first_from_the_top_of_the_stock():
    game, table = umpired(
        [pack("3C 3D", "4C 4S", "KH QH 6S 8S 9H TH JH")], "KH 6S QH 8S", "yy", **OWN
    )
    (deal,) = game["deals"]
    assert deal["thrown_up"] == [
        {"by": "B", "dealer": "A", "hands": {"A": ["4C", "4S"], "B": ["3C", "3D"]}, "turn_ups": []},
        {"by": "A", "dealer": "A", "hands": {"A": ["4C", "4S"], "B": ["KH", "QH"]}, "turn_ups": []},
    ]
    assert deal["hands"] == {"A": ["6S", "8S"], "B": ["KH", "QH"]}
    assert deal["turn_ups"] == ["9H", "TH", "JH"]
    assert told(deal) == ["B 4 trick KH 1", "B 3 trick QH 2", "B 2 turn_up JH 2"]
    assert table.asked == [(0, "B"), (0, "A")]


def test_cards_are_drawn_from_below_a_turn_up_that_lies_on_the_stock():
    game, _ = umpired(
        [pack("3C 3D", "4C 4S", "JD KH QH 6S 8S 9H TH")],
        "KH 6S QH 8S",
        "yy",
        redeal_timing="after_turn_up",
        **OWN,
    )
    (deal,) = game["deals"]
    assert [entry["turn_ups"] for entry in deal["thrown_up"]] == [["JD"], ["JD"]]
    assert deal["hands"] == {"A": ["6S", "8S"], "B": ["KH", "QH"]}
    assert deal["turn_ups"] == ["JD", "9H", "TH"]
    assert told(deal) == ["A 2 turn_up JD 0", "B 4 trick KH 1", "B 3 trick QH 2"]


def test_a_new_hand_is_never_thrown_up_again_and_one_player_alone_may_draw():
    # The dealer alone throws up, once, though the two cards drawn are no better.
    game, table = umpired([pack("3C 3D", "4C 4S", "5H 6H 8H 9H TH")], "3C 5H 6H 3D", "ny", **OWN)
    assert table.asked == [(0, "B"), (0, "A")]
    assert game["deals"][0]["hands"] == {"A": ["5H", "6H"], "B": ["3C", "3D"]}
    assert game["deals"][0]["turn_ups"] == ["8H", "9H", "TH"]


@pytest.mark.parametrize(
    ("elder", "stock", "plays", "expected"),
    [
        ("7D 2C", "4D KH 3H 8S 9S", "KH 4S 3H 5S", ["B 4 trick KH 1"]),
        ("2D 2C", "4D 7D 3H 8S 9S", "7D 4S 3H 5S", ["B 7 penneech_in_hand 7D 0"]),
    ],
)
def test_penneech_laid_aside_is_out_of_play_and_one_drawn_is_held(elder, stock, plays, expected):
    game, _ = umpired(
        [pack(elder, "4S 5S", stock)],
        plays,
        "yn",
        redeal_timing="after_turn_up",
        penneech_in_hand="held_when_trump",
        **OWN,
    )
    assert told(game["deals"][0]) == expected


def test_after_a_hundred_redeals_in_a_row_a_hand_must_be_played():
    packs = repeat(pack("3C", "KD", "5H 6H"), 2 * (MOST_REDEALS + 1))
    game, table = umpired(
        packs, "3C KD 3C KD", "y" * 2 * MOST_REDEALS, hand_size=1, redeal="no_ace_or_face"
    )
    assert [len(deal["thrown_up"]) for deal in game["deals"]] == [100, 100]
    assert table.asked == [(0, "B")] * 100 + [(1, "A")] * 100


def test_a_deal_that_gets_no_hand_to_play_is_left_out_with_its_throw_ups():
    game, table = umpired([GOOD, VOID], GOOD_PLAYS, "y", redeal="no_ace_or_face")
    assert table.asked == [(1, "A")]
    assert len(game["deals"]) == 1
    assert game["winner"] is None
    assert game["score"] == {"A": 3, "B": 8}


def test_without_a_pack_there_is_no_deal():
    game, _ = umpired([], "", start=(47, 60))
    assert game == {"deals": [], "score": {"A": 47, "B": 60}, "winner": None}


# --- The end of the game ------------------------------------------------------------------------

# Under clubs B wins KS QS, which are 4 and 3, and turns the second card; then come 2H 3H.
KINGS_AND_QUEENS = ("KS 2H", "QS 3H")


@pytest.mark.parametrize(
    ("start", "second", "events", "turned", "total"),
    [
        (57, "5C", ["B 4 trick KS 1"], ["4C"], 61),
        (54, "5C", ["B 4 trick KS 1", "B 3 trick QS 1"], ["4C"], 61),
        (
            50,
            "AD",
            ["B 4 trick KS 1", "B 3 trick QS 1", "B 5 turn_up AD 1"],
            ["4C", "AD"],
            62,
        ),
    ],
    ids=["lead", "reply", "turn-up"],
)
def test_the_event_that_reaches_the_target_ends_the_game_and_no_more_is_played_or_turned(
    start, second, events, turned, total
):
    game, deal = one_deal(*KINGS_AND_QUEENS, f"4C {second} KC", plays="KS QS", start=(60, start))
    assert told(deal) == events
    assert deal["plays"] == ["KS", "QS"]
    assert deal["turn_ups"] == turned
    assert deal["hands"] == {"A": ["QS", "3H"], "B": ["KS", "2H"]}
    assert game["winner"] == "B"
    assert game["score"] == {"A": 60, "B": total}


def test_the_first_turn_up_may_end_the_game_before_a_card_is_played():
    game, deal = one_deal(*KINGS_AND_QUEENS, "AC 5C 6C", plays="", start=(56, 60))
    assert (told(deal), deal["plays"], deal["turn_ups"]) == (["A 5 turn_up AC 0"], [], ["AC"])
    assert game["winner"] == "A"


def test_the_penneech_held_may_end_the_game_before_a_card_is_played():
    game, deal = one_deal(
        "7D 2H", "QS 3H", "4D 5C 6C", plays="", start=(0, 54), penneech_in_hand="held_when_trump"
    )
    assert deal["turn_ups"] == ["4D"]
    assert deal["score"] == {"A": 0, "B": 7}
    assert game["winner"] == "B"


def test_a_turn_up_credited_to_its_trick_may_end_the_game_before_the_next_is_turned():
    game, deal = one_deal(
        *KINGS_AND_QUEENS,
        "KC 5C 6C",
        plays="KS QS",
        start=(0, 57),
        honours="turned_up_only",
        turn_up_credit="trick_winner",
        first_turn_up="first_trick_winner",
    )
    assert (told(deal), deal["turn_ups"]) == (["B 4 turn_up KC 1"], ["KC"])
    assert game["winner"] == "B"


def test_the_last_reply_may_end_the_game_before_the_last_card_is_turned():
    game, deal = one_deal("9S 2S", "8S AS", "4H 5H KH", plays="9S 8S 2S AS", start=(56, 60))
    assert (told(deal), deal["turn_ups"]) == (["A 5 trick AS 2"], ["4H", "5H"])
    assert game["winner"] == "A"


def test_the_last_turn_up_may_end_the_game_before_the_excess():
    game, deal = one_deal(
        "9S 2S", "8S 3S", "4H 5H KH", plays="9S 8S 2S 3S", start=(57, 60), excess_over=1
    )
    assert (told(deal), deal["turn_ups"]) == (["A 4 turn_up KH 2"], ["4H", "5H", "KH"])
    assert game["winner"] == "A"


def test_in_the_excess_the_elder_hand_reaches_the_target_before_the_dealer():
    game, deal = one_deal(
        "9S 2S", "8S 3S", "4H 5H 6H", plays="9S 8S 2S 3S", start=(60, 60), excess_over=1
    )
    assert (told(deal), deal["turn_ups"]) == (["B 1 excess - 2"], ["4H", "5H", "6H"])
    assert (game["winner"], game["score"]) == ("B", {"A": 60, "B": 61})


def test_an_end_in_the_excess_turns_no_last_card_where_none_is_turned():
    game, deal = one_deal(
        "9S 2S",
        "8S 3S",
        "4H 5H 6H",
        plays="9S 8S 2S 3S",
        start=(60, 0),
        excess_over=1,
        last_turn_up="nothing",
    )
    assert told(deal) == ["B 1 excess - 2", "A 1 excess - 2"]
    assert deal["turn_ups"] == ["4H", "5H"]
    assert game["winner"] == "A"


# B wins KS QS under hearts and turns JH; A wins 2S AS and turns KC; each has one card of excess.
COUNTED = ("KS 2S", "QS AS", "4H JH KC")
COUNTED_RULES = {
    "plays": "KS QS 2S AS",
    "excess_over": 1,
    "game_end": "turn_ups_then_count",
}


def test_the_elder_hands_whole_count_comes_before_the_dealers_and_keeps_its_tricks():
    game, deal = one_deal(*COUNTED, **COUNTED_RULES)
    assert told(deal) == [
        "B 2 turn_up JH 1",
        "A 4 turn_up KC 2",
        "B 4 trick KS 1",
        "B 3 trick QS 1",
        "B 1 excess - 2",
        "A 5 trick AS 2",
        "A 1 excess - 2",
    ]
    assert game["score"] == {"A": 10, "B": 10}


def test_in_the_count_the_event_that_reaches_the_target_ends_the_game_after_all_is_played():
    # B has 53 + 2 + 4 = 59 and 3 more; A, with 52 + 4 and 6 to count, comes too late.
    game, deal = one_deal(*COUNTED, start=(52, 53), **COUNTED_RULES)
    assert told(deal)[2:] == ["B 4 trick KS 1", "B 3 trick QS 1"]
    assert deal["plays"] == ["KS", "QS", "2S", "AS"]
    assert deal["turn_ups"] == ["4H", "JH", "KC"]
    assert (game["winner"], game["score"]) == ("B", {"A": 56, "B": 62})


def test_a_turn_up_ends_the_game_in_the_play_and_nothing_is_counted_then():
    game, deal = one_deal(*COUNTED, start=(0, 59), **{**COUNTED_RULES, "plays": "KS QS"})
    assert told(deal) == ["B 2 turn_up JH 1"]
    assert (deal["plays"], deal["turn_ups"]) == (["KS", "QS"], ["4H", "JH"])
    assert (game["winner"], game["score"]) == ("B", {"A": 0, "B": 61})


def test_honours_won_that_would_reach_the_target_wait_for_the_count():
    # B would have 64 after the first trick; A pegs the last turn-up first, and has 61.
    game, deal = one_deal(*COUNTED, start=(57, 57), **COUNTED_RULES)
    assert told(deal) == ["B 2 turn_up JH 1", "A 4 turn_up KC 2"]
    assert game["winner"] == "A"


def test_the_penneech_held_is_no_turn_up_and_waits_for_the_count():
    game, deal = one_deal(
        "7D",
        "2D",
        "4D 5H",
        plays="7D 2D",
        hand_size=1,
        start=(0, 54),
        penneech_in_hand="held_when_trump",
        game_end="turn_ups_then_count",
    )
    assert told(deal) == ["B 7 penneech_in_hand 7D 0"]
    assert (deal["plays"], deal["turn_ups"]) == (["7D", "2D"], ["4D", "5H"])
    assert game["winner"] == "B"


def test_penneech_if_ever_trump_is_counted_between_honours_and_excess_of_its_winner():
    _, deal = one_deal(
        "7D KS",
        "2D AS",
        "4C 5D 6H",
        plays="7D 2D KS AS",
        excess_over=1,
        penneech_in_hand="won_if_ever_trump",
        game_end="turn_ups_then_count",
        honours_credit="holder",
    )
    assert told(deal) == [
        "B 4 trick KS 2",
        "B 7 penneech_in_hand 7D 2",
        "B 1 excess - 2",
        "A 5 trick AS 2",
        "A 1 excess - 2",
    ]


# A turns JC, which is 2; B wins the king and turns QH, which are 4 and 3.
LATE = pack("KS", "2S", "JC QH")
LATE_EVENTS = ["A 2 turn_up JC 0", "B 4 trick KS 1", "B 3 turn_up QH 1"]


@pytest.mark.parametrize(
    ("game_end", "start", "winner"),
    [
        ("deal_end_higher", (60, 50), "A"),
        ("deal_end_higher", (50, 60), "B"),
        ("deal_end_higher", (60, 56), "B"),
        ("deal_end_higher", (60, 54), "A"),
        ("deal_end_higher", (60, 55), None),
        ("deal_end_higher", (40, 35), None),
        ("deal_end_elder_first", (60, 50), "A"),
        ("deal_end_elder_first", (60, 56), "B"),
        ("deal_end_elder_first", (60, 54), "B"),
        ("deal_end_elder_first", (60, 55), "B"),
        ("first_to_peg", (59, 60), "A"),
        ("turn_ups_then_count", (58, 58), "B"),
    ],
)
def test_who_wins_a_deal_in_which_both_may_reach_the_target(game_end, start, winner):
    game, _ = umpired([LATE], "KS 2S", hand_size=1, start=start, game_end=game_end)
    assert game["winner"] == winner


def test_a_deal_compared_at_its_end_is_played_out_though_a_player_is_at_the_target():
    game, _ = umpired([LATE], "KS 2S", hand_size=1, start=(60, 56), game_end="deal_end_higher")
    (deal,) = game["deals"]
    assert told(deal) == LATE_EVENTS
    assert deal["turn_ups"] == ["JC", "QH"]
    assert game["score"] == {"A": 62, "B": 63}


def test_equal_totals_at_the_target_call_for_another_deal():
    # 62 each; then B deals, and A wins the trick and turns the knave of hearts.
    packs = [LATE, pack("3S", "2S", "4H JH"), LATE]
    game, _ = umpired(packs, "KS 2S 3S 2S", hand_size=1, start=(60, 55), game_end="deal_end_higher")
    assert [deal["score"] for deal in game["deals"]] == [{"A": 2, "B": 7}, {"A": 2, "B": 0}]
    assert (game["winner"], game["score"]) == ("A", {"A": 64, "B": 62})


def test_the_elder_hand_that_wins_is_that_of_the_deal_as_it_was_played():
    # B throws up and then deals: B turns the knave, A is elder and wins with fewer points.
    game, _ = umpired(
        [pack("3C", "KD", "5H 6H"), LATE],
        "KS 2S",
        "yn",
        hand_size=1,
        start=(54, 60),
        redeal="no_ace_or_face",
        redeal_dealer="next_dealer",
        game_end="deal_end_elder_first",
    )
    assert game["score"] == {"A": 61, "B": 62}
    assert game["winner"] == "A"


def test_players_deal_by_turns_and_the_score_runs_on():
    # B, elder in the first deal and dealer in the second: KC and KD fall to the elder each time.
    game, table = umpired([GOOD, GOOD], f"{GOOD_PLAYS} {GOOD_PLAYS}", start=(10, 20))
    assert [deal["dealer"] for deal in game["deals"]] == ["A", "B"]
    assert [deal["score"] for deal in game["deals"]] == [{"A": 3, "B": 8}, {"A": 8, "B": 3}]
    assert game["score"] == {"A": 21, "B": 31}
    assert [deal for deal, _ in table.legal] == [0] * 4 + [1] * 4


def test_a_game_that_nobody_can_win_stops_after_a_thousand_deals():
    nothing = {"card": "7D", "turned_up": 0, "in_hand": 0}
    plays = "2C 3C " * MOST_DEALS
    game, table = umpired(
        repeat(PACK), plays, hand_size=1, card_points={}, penneech=nothing, excess_over=60
    )
    assert len(game["deals"]) == 1000
    assert len(table.legal) == 2000
    assert game["winner"] is None


# --- The cut ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "cuts", "dealer"),
    [
        ("cut_lowest_ace_low", [("AC", "2C")], "A"),
        ("cut_lowest_ace_high", [("AC", "2C")], "B"),
        ("cut_highest_ace_high", [("AC", "2C")], "A"),
        ("cut_lowest_ace_low", [("KC", "QS")], "B"),
        ("cut_lowest_ace_high", [("KC", "QS")], "B"),
        ("cut_highest_ace_high", [("KC", "QS")], "A"),
        ("cut_lowest_ace_low", [("5C", "5H"), ("2C", "KD")], "A"),
        ("cut_lowest_ace_low", [("7D", "AD"), ("2C", "KD")], "B"),
        ("cut_highest_ace_high", [("7D", "8D")], "B"),
        ("cut_lowest_ace_high", [("5C", "5H")], None),
        ("random", [], None),
    ],
)
def test_who_deals_first_by_the_cut(reading, cuts, dealer):
    assert first_dealer_from_cut(reading, cuts) == dealer
    as_recorded = [{"A": cut_a, "B": cut_b} for cut_a, cut_b in cuts]
    assert first_dealer_from_cut(reading, as_recorded) == dealer


def test_one_card_cannot_be_cut_twice_from_one_pack():
    with pytest.raises(ValueError, match="cut twice"):
        first_dealer_from_cut("cut_lowest_ace_low", [("5C", "5C")])


# --- The umpire over the whole space ------------------------------------------------------------


def random_variant(chance):
    changes = {point: chance.choice(readings.split()) for point, readings in READINGS.items()}
    credit = changes["turn_up_credit"]
    changes["first_turn_up"] = chance.choice(
        ["nobody", {"turner": "dealer", "trick_winner": "first_trick_winner"}[credit]]
    )
    most = 10 if changes["redeal_scope"] == "own_hand" else 17
    changes["hand_size"] = chance.choice([1, 2, 3, 7, most])
    changes["excess_over"] = chance.choice([0, 1, 7, 20])
    changes["penneech"] = {"card": chance.choice(PACK), "turned_up": 14, "in_hand": 7}
    return changes


@pytest.mark.parametrize("seed", range(60))
def test_a_game_is_the_same_as_far_as_it_goes_when_it_ends_sooner(seed):
    """The end of a game cuts it short, and changes nothing before."""
    chance = random.Random(seed)
    changes = random_variant(chance)
    changes["game_end"] = chance.choice(["first_to_peg", "turn_ups_then_count"])
    cards = chance.sample(PACK, 52)

    def deal_up_to(target):
        tape = random.Random(seed)
        (deal,) = umpire_game(
            variant(target=target, **changes),
            [cards],
            "A",
            {"A": 0, "B": 0},
            lambda _deal, legal: tape.choice(legal),
            lambda _deal, _player: changes["redeal_scope"] == "own_hand",
        )["deals"]
        return deal

    whole = deal_up_to(1000)
    for target in (1, 5, 12, 25):
        cut = deal_up_to(target)
        for part in ("turn_ups", "plays", "events"):
            assert cut[part] == whole[part][: len(cut[part])]
        for player in "AB":
            points = [e["points"] for e in cut["events"] if e["player"] == player]
            assert cut["score"][player] == sum(points)
            assert sum(points[:-1]) < target
        assert max(cut["score"].values()) >= target or cut == whole


@pytest.mark.parametrize("seed", range(40))
def test_seats_exchanged_give_the_same_game_exchanged(seed):
    changes = random_variant(random.Random(seed))

    def game_from(dealer):
        chance, answers = random.Random(seed), random.Random(seed)
        packs = (chance.sample(PACK, 52) for _ in range(6))
        return umpire_game(
            variant(**changes),
            packs,
            dealer,
            {"A": 30, "B": 30},
            lambda _deal, legal: answers.choice(legal),
            lambda _deal, _player: answers.random() < 1 / 2,
        )

    def exchanged(part):
        match part:
            case dict():
                return {{"A": "B", "B": "A"}.get(k, k): exchanged(v) for k, v in part.items()}
            case list():
                return [exchanged(item) for item in part]
            case "A" | "B":
                return {"A": "B", "B": "A"}[part]
            case _:
                return part

    assert exchanged(game_from("A")) == game_from("B")
