"""Which cards may be played, and which hands may be thrown up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, assert_never

from penneech.cards import Rank
from penneech.rules import Following, Redeal, Rules

if TYPE_CHECKING:
    from penneech.cards import Card, Suit

LAST_PLAIN_RANK = Rank.TEN
"""The ranks above the ten are those that the texts call "ace or face"."""

Hand: TypeAlias = tuple["Card", ...]

Legality: TypeAlias = Callable[[Hand, "Suit", "Suit"], Hand]
"""Of a hand, the suit led and the trumps: the cards that may be played, in the hand's order.

There is one for each reading of `following`; none ever answers with no card while one is held.
"""


def free(hand: Hand, led: Suit, trumps: Suit) -> Hand:  # noqa: ARG001  # the others' signature
    """Any card may be played."""
    return hand


def must_follow(hand: Hand, led: Suit, trumps: Suit) -> Hand:  # noqa: ARG001  # the others' signature
    """The suit led must be followed by who holds it; who does not may play any card."""
    return tuple([card for card in hand if card.suit is led]) or hand


def follow_or_trump(hand: Hand, led: Suit, trumps: Suit) -> Hand:
    """Who holds the suit led must follow it or play a trump; who does not may play any card."""
    allowed, holds_led = [], False
    for card in hand:
        if card.suit is led:
            holds_led = True
            allowed.append(card)
        elif card.suit is trumps:
            allowed.append(card)
    return tuple(allowed) if holds_led else hand


def follow_or_trump_forced(hand: Hand, led: Suit, trumps: Suit) -> Hand:
    """The suit led or a trump must be played by who holds either."""
    return tuple([card for card in hand if card.suit is led or card.suit is trumps]) or hand


def follow_else_trump(hand: Hand, led: Suit, trumps: Suit) -> Hand:
    """The suit led must be followed; who cannot must trump; who can do neither may discard."""
    return tuple([card for card in hand if card.suit is led]) or must_follow(hand, trumps, trumps)


LEGALITY: dict[Following, Legality] = {
    Following.FREE: free,
    Following.MUST_FOLLOW: must_follow,
    Following.FOLLOW_OR_TRUMP: follow_or_trump,
    Following.FOLLOW_OR_TRUMP_FORCED: follow_or_trump_forced,
    Following.FOLLOW_ELSE_TRUMP: follow_else_trump,
}


def legal_cards(following: Following, hand: Hand, led: Card | None, trumps: Suit) -> Hand:
    """The cards of the hand that may be led, or played to the card led.

    Args:
        following: the reading of the rule point of that name.
        hand: the cards held, in any order.
        led: the card led to this trick, or None for the leader, who may lead anything.
        trumps: the suit of the card that was turned for this trick.
    """
    return hand if led is None else LEGALITY[following](hand, led.suit, trumps)


def may_throw_up(rules: Rules, hand: Hand) -> bool:
    """Whether a hand as dealt is bad enough to be thrown up.

    Under `nothing_above_ten` a hand that holds the penneech is not: it ranks above the ten.
    """
    for card in hand:
        if card.rank > LAST_PLAIN_RANK:
            return False
    match rules.redeal:
        case Redeal.NEVER:
            return False
        case Redeal.NO_ACE_OR_FACE:
            return True
        case Redeal.NOTHING_ABOVE_TEN:
            return rules.penneech.card not in hand
        case _:
            assert_never(rules.redeal)
