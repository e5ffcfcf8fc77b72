"""The pack, and how a card is written, read and shown."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penneech.cards import PACK, Card, Rank, Suit, in_pack_order, parse_card
from penneech.errors import CardError, PenneechError


def test_pack_is_fifty_two_cards_clubs_diamonds_hearts_spades_from_two_to_ace():
    written = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    assert [str(card) for card in PACK] == written
    assert [card.index for card in PACK] == list(range(52))


def test_card_is_written_rank_then_suit():
    card = PACK[18]
    assert (str(card), repr(card), card.sign) == ("7D", "Card(7D)", "7♦")
    assert (card.rank, card.suit) == (Rank.SEVEN, Suit.DIAMONDS)


def test_ten_is_a_letter_in_files_and_a_figure_on_screens():
    ten = parse_card("TS")
    assert (str(ten), ten.sign) == ("TS", "10♠")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("7D", "7D"),
        ("7d", "7D"),
        ("10D", "TD"),
        ("10d", "TD"),
        ("td", "TD"),
        ("7♦", "7D"),
        ("10♦", "TD"),
        ("q♥", "QH"),
        ("a♣", "AC"),
        ("K♠", "KS"),
        ("K♤", "KS"),
        ("A♡", "AH"),
        ("7♢", "7D"),
        ("2♧", "2C"),
        ("7♦\ufe0f", "7D"),
        ("7♦\ufe0e", "7D"),
        (" as ", "AS"),
    ],
)
def test_card_may_be_typed_in_small_letters_with_ten_in_figures_and_with_the_suits_sign(text, card):
    assert parse_card(text) is parse_card(card)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "D",
        "D7",
        "1D",
        "0D",
        "11D",
        "100D",
        "110D",
        "7X",
        "77D",
        "7DD",
        "XD",
        "♦",
        "7 D",
        "10",
        "??",
    ],
)
def test_text_that_names_no_card_is_refused_with_what_is_allowed(text):
    with pytest.raises(CardError) as refused:
        parse_card(text)
    assert str(refused.value) == (
        f"{text!r} is not a card; write rank then suit, like 7D, TD or AS "
        "(ranks 2-9 T J Q K A, suits C D H S)"
    )
    assert isinstance(refused.value, PenneechError)


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_is_refused(text):
    try:
        assert parse_card(text) in PACK
    except CardError:
        assert text not in {str(card) for card in PACK}


@pytest.mark.parametrize("card", PACK)
def test_every_card_is_read_as_it_is_written_and_shown(card):
    assert parse_card(str(card)) is card
    assert parse_card(card.sign) is card
    assert parse_card(str(card).lower()) is card


def test_there_is_one_object_for_each_card_in_copies_and_pickles_too():
    for card in PACK:
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301  # our own bytes


def test_cards_are_not_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        PACK[0].rank = Rank.ACE


def test_a_hand_is_held_in_pack_order():
    some = [parse_card(text) for text in ("2S", "AC", "7D", "2C")]
    assert [str(card) for card in in_pack_order(some)] == ["2C", "AC", "7D", "2S"]


def test_ace_is_the_highest_rank_and_two_the_lowest():
    assert sorted(Rank) == [Rank(value) for value in range(2, 15)]
    assert max(Rank) is Rank.ACE
    assert Rank.KNAVE < Rank.QUEEN < Rank.KING < Rank.ACE


def test_ranks_are_read_as_they_are_written():
    assert [Rank.of(letter) for letter in "23456789TJQKA"] == list(Rank)
    assert [rank.letter for rank in Rank] == list("23456789TJQKA")
    assert (Rank.of("10"), Rank.of("t"), Rank.of("a")) == (Rank.TEN, Rank.TEN, Rank.ACE)


@pytest.mark.parametrize("text", ["", "1", "0", "11", "X", "AK", "1010", "7D"])
def test_what_is_no_rank_is_refused(text):
    with pytest.raises(CardError, match="is not a rank; ranks are 2 to 9, T, J, Q, K, A"):
        Rank.of(text)


def test_suits_have_their_signs():
    assert [suit.sign for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.value for suit in Suit] == ["C", "D", "H", "S"]


def test_a_card_made_apart_is_not_the_packs():
    # Cards compare by identity: nobody is to make a second seven of diamonds.
    assert Card(Rank.SEVEN, Suit.DIAMONDS, 18) != PACK[18]
