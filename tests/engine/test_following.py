"""What may be led and played: the five readings of `following`."""

from __future__ import annotations

import pytest
from table import ELDER, cards, line, one_deal, readings

from penneech.cards import Suit, parse_card
from penneech.engine.game import play
from penneech.engine.legality import legal_cards
from penneech.errors import IllegalPlayError
from penneech.rules import Following

SUIT_AND_TRUMP, TRUMP_ONLY, SUIT_ONLY, NEITHER = "4C 3D 9S", "4C 2D 3H", "4C 2H 9S", "4C 2H 6H"


def replies(led, hand, turned, **changes):
    """What may be played to a lead, when the one hand is the lead and two other cards."""
    elder = f"{led} 8H 9H"
    return one_deal(elder, hand, f"{turned} QH QC QS", led, **changes).legal


@pytest.mark.parametrize("hand", [SUIT_AND_TRUMP, TRUMP_ONLY, SUIT_ONLY, NEITHER])
def test_any_card_may_be_played_under_free(hand):
    assert replies("5S", hand, "TD", following="free") == hand


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        (SUIT_AND_TRUMP, "9S"),
        (TRUMP_ONLY, TRUMP_ONLY),
        (SUIT_ONLY, "9S"),
        (NEITHER, NEITHER),
    ],
)
def test_suit_led_must_be_followed_if_held_under_must_follow_and_is_no_duty_to_trump(hand, legal):
    assert replies("5S", hand, "TD", following="must_follow") == legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        (SUIT_AND_TRUMP, "3D 9S"),
        (TRUMP_ONLY, TRUMP_ONLY),
        (SUIT_ONLY, "9S"),
        (NEITHER, NEITHER),
    ],
)
def test_holder_of_the_suit_led_follows_or_trumps_under_follow_or_trump_else_plays_any(hand, legal):
    assert replies("5S", hand, "TD", following="follow_or_trump") == legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [(SUIT_AND_TRUMP, "3D 9S"), (TRUMP_ONLY, "2D"), (SUIT_ONLY, "9S"), (NEITHER, NEITHER)],
)
def test_holder_of_either_follows_or_trumps_under_follow_or_trump_forced(hand, legal):
    assert replies("5S", hand, "TD", following="follow_or_trump_forced") == legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [(SUIT_AND_TRUMP, "9S"), (TRUMP_ONLY, "2D"), (SUIT_ONLY, "9S"), (NEITHER, NEITHER)],
)
def test_who_cannot_follow_must_trump_under_follow_else_trump(hand, legal):
    assert replies("5S", hand, "TD", following="follow_else_trump") == legal


@pytest.mark.parametrize(
    ("reading", "legal"),
    [
        ("free", "4C 3D 9S"),
        ("must_follow", "3D"),
        ("follow_or_trump", "3D"),
        ("follow_or_trump_forced", "3D"),
        ("follow_else_trump", "3D"),
    ],
)
def test_trumps_led_are_followed_like_any_suit(reading, legal):
    assert replies("5D", SUIT_AND_TRUMP, "TD", following=reading) == legal


@pytest.mark.parametrize("reading", readings("following"))
def test_who_has_no_trump_plays_any_card_to_trumps_led(reading):
    assert replies("5D", SUIT_ONLY, "TD", following=reading) == SUIT_ONLY


@pytest.mark.parametrize("reading", ["must_follow", "follow_else_trump"])
def test_penneech_is_a_diamond_to_follow_with_whatever_its_rank(reading):
    for rank in readings("penneech_rank"):
        changes = {"following": reading, "penneech_rank": rank}
        assert replies("2D", "4C 7D 9S", "TC", **changes) == "7D"


@pytest.mark.parametrize("rank", readings("penneech_rank"))
def test_penneech_is_no_trump_while_another_suit_is_trumps(rank):
    changes = {"following": "follow_or_trump_forced", "penneech_rank": rank}
    assert replies("5S", "4C 7D 9S", "TC", **changes) == "4C 9S"


def test_second_player_need_not_beat_the_card_led():
    assert replies("TS", "2S KS 3D", "8D", following="must_follow") == "2S KS"


@pytest.mark.parametrize("reading", readings("following"))
def test_any_card_may_be_led(reading):
    table = one_deal("4C 3D 9S", "5C 4D 8S", "TD QC QD QH", following=reading)
    assert table.legal == "4C 3D 9S"


@pytest.mark.parametrize("reading", readings("following"))
def test_winner_of_a_trick_may_lead_any_card_whatever_is_trumps_now(reading):
    # B's 9S wins; clubs are turned; B may lead a club, a diamond, or the spade.
    table = one_deal("4C 3D 9S TS", "5C 4D 8S 2S", "TD TC QD QH JH", "9S 8S", following=reading)
    assert table.legal == "4C 3D TS"


def test_trumps_of_the_trick_itself_may_be_played_not_those_of_the_trick_before():
    # Hearts are trumps in the first trick, clubs in the second, where a spade is led again.
    table = one_deal("9S TS 2D", "8S 3S 4H", "TH TC QD QH", "9S 8S TS", following="follow_or_trump")
    assert table.legal == "3S"


@pytest.mark.parametrize(
    ("reading", "legal"),
    [
        ("free", "4C 2D 9S"),
        ("must_follow", "9S"),
        ("follow_or_trump", "2D 9S"),
        ("follow_or_trump_forced", "2D 9S"),
        ("follow_else_trump", "9S"),
    ],
)
def test_legal_cards_are_asked_for_by_the_name_of_the_reading(reading, legal):
    hand, led = cards("4C 2D 9S"), parse_card("5S")
    assert line(legal_cards(Following(reading), hand, led, Suit.DIAMONDS)) == legal
    assert legal_cards(Following(reading), hand, None, Suit.DIAMONDS) == hand


@pytest.mark.parametrize("reading", list(Following))
def test_legality_leaves_the_order_of_the_hand(reading):
    hand = tuple(parse_card(card) for card in ("9S", "4C", "3D", "2S"))
    legal = legal_cards(reading, hand, parse_card("5S"), Suit.DIAMONDS)
    assert list(legal) == [card for card in hand if card in legal]
    assert legal_cards(reading, hand, None, Suit.DIAMONDS) == hand


@pytest.mark.parametrize(
    ("reading", "card", "allowed"),
    [
        ("must_follow", "3D", "9S"),
        ("follow_or_trump", "4C", "3D or 9S"),
        ("follow_or_trump_forced", "4C", "3D or 9S"),
        ("follow_else_trump", "4C", "9S"),
    ],
)
def test_card_that_breaks_the_rule_is_refused_with_the_rules_name(reading, card, allowed):
    table = one_deal("5S 8H 9H", SUIT_AND_TRUMP, "TD QH QC QS", "5S", following=reading)
    with pytest.raises(IllegalPlayError) as refused:
        play(table.game, parse_card(card))
    assert str(refused.value) == f"{card} breaks following={reading}: {allowed}"
    assert refused.value.rule == f"following={reading}"


def test_trumper_in_default_is_told_of_the_trump():
    table = one_deal("5S 8H 9H", TRUMP_ONLY, "TD QH QC QS", "5S", following="follow_else_trump")
    with pytest.raises(IllegalPlayError, match=r"^4C breaks following=follow_else_trump: 2D$"):
        play(table.game, parse_card("4C"))


def test_card_that_is_not_held_is_refused_as_such():
    table = one_deal("5S 8H", "9S 3D", "TD QH QC", following="free")
    with pytest.raises(IllegalPlayError, match=r"^9S is not in B's hand: 8H or 5S$") as refused:
        play(table.game, parse_card("9S"))
    assert refused.value.rule == "hand"
    table.play("5S")
    assert table.now.to_move is not ELDER
    with pytest.raises(IllegalPlayError, match=r"^5S is not in A's hand: 3D or 9S$"):
        play(table.game, parse_card("5S"))


def test_refused_card_leaves_the_deal_as_it_was():
    table = one_deal("5S 8H", "9S 3D", "TD QH QC", "5S", following="must_follow")
    before = table.now
    with pytest.raises(IllegalPlayError):
        play(table.game, parse_card("3D"))
    assert table.now is before
    assert table.play("9S").takers == "A"
