"""How high a card ranks, and who wins a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from penneech.rules import PenneechRank, Rules

if TYPE_CHECKING:
    from penneech.cards import Card, Suit

ABOVE_THE_ACE = 15
"""The strength of a penneech that beats every other card of its suit."""


def strength(rules: Rules, card: Card, trumps: Suit) -> int:
    """How high a card ranks within its own suit.

    Returns:
        The card's rank, 2 to 14, or 15 for a penneech that ranks above the ace.
    """
    if card is not rules.penneech.card:
        return card.rank
    match rules.penneech_rank:
        case PenneechRank.TOP_DIAMOND:
            return ABOVE_THE_ACE
        case PenneechRank.TOP_WHEN_TRUMP:
            return ABOVE_THE_ACE if card.suit is trumps else card.rank
        case PenneechRank.PLAIN:
            return card.rank
        case _:
            assert_never(rules.penneech_rank)


def reply_wins(strengths: tuple[int, ...], led: Card, reply: Card, trumps: Suit) -> bool:
    """Whether the second card takes the trick: highest trump, else highest of the suit led.

    Args:
        strengths: how high each card ranks within its suit, by the card's index.
        led: the card led.
        reply: the card played to it.
        trumps: the trumps of the trick.
    """
    if reply.suit is led.suit:
        return strengths[reply.index] > strengths[led.index]
    return reply.suit is trumps
