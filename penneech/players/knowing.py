"""What a player can tell of the hidden cards from all that it has seen.

A set of cards is a whole number here, in which bit i stands for the card of index i.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from penneech.cards import PACK
from penneech.engine.legality import may_throw_up
from penneech.engine.state import MAX_REDEALS
from penneech.rules import Following

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.cards import Card, Suit
    from penneech.engine.state import Trick
    from penneech.engine.umpire import Umpire
    from penneech.players.view import View

ALL_CARDS = (1 << len(PACK)) - 1


class Knowledge(NamedTuple):
    """Where the cards that a player has not seen may lie: in the other's hand or in the stock.

    Each way to lay them that fits all of this is as likely as any other, as long as nothing is made
    of which of its cards the other chose to play.

    Args:
        hidden: the cards that the player has not seen.
        possible: those of them that the other may hold.
        certain: those that the other is sure to hold: the penneech, when it has been told.
        needed: the other holds at least one of these; empty when nothing is known of that kind.
        holds: how many cards the other holds.
    """

    hidden: int
    possible: int
    certain: int
    needed: int
    holds: int


def knowledge_of(view: View) -> Knowledge:
    """What the player who looks can tell of the hidden cards.

    It is told by the voids that the other's replies have shown under this reading of `following`;
    by who scored the penneech, or that nobody did, when its suit was first turned under
    `held_when_trump`; and by a hand that was kept though it might have been thrown up had it no ace
    or face. Computer players throw up whenever they may; should the other's cards show that it did
    not, nothing is made of that. Hands that both have seen are out of play.
    """
    hidden = ALL_CARDS & ~_seen(view)
    possible = hidden & ~_voids(view)
    penneech = 1 << view.umpire.penneech.index & hidden
    certain = penneech if view.other_held else 0
    if view.other_held is False:
        possible &= ~penneech
    holds = len(view.hand) - (view.led is not None)
    needed = _needed(view) & possible
    if needed & certain or holds == certain.bit_count():
        needed = 0
    return Knowledge(hidden, possible, certain, needed, holds)


def set_of(cards: Iterable[Card]) -> int:
    """The set of these cards."""
    together = 0
    for card in cards:
        together |= 1 << card.index
    return together


def _seen(view: View) -> int:
    seen = set_of(view.hand) | set_of(view.turn_ups)
    seen |= set_of(view.laid_aside[0]) | set_of(view.laid_aside[1])
    for trick in view.history:
        seen |= 1 << trick.led.index | 1 << trick.reply.index
    return seen if view.led is None else seen | 1 << view.led.index


def _voids(view: View) -> int:
    """The cards of the suits that the other has shown it does not hold, by its replies."""
    following, me = view.umpire.rules.following, view.me
    void = 0
    if following is not Following.FREE:
        for trick in view.history:
            if trick.leader is me:
                for suit in _void_in(following, trick):
                    void |= OF_SUIT[suit]
    return void


def _void_in(following: Following, trick: Trick) -> tuple[Suit, ...]:
    """The suits that a reply shows its player not to hold."""
    led, reply, trumps = trick.led.suit, trick.reply.suit, trick.turn_up.suit
    if reply is led or following is Following.FREE:
        return ()
    if following is Following.MUST_FOLLOW:
        return (led,)
    if reply is trumps:
        # Where the suit led or a trump may be played as one likes, a trump tells nothing.
        return (led,) if following is Following.FOLLOW_ELSE_TRUMP else ()
    return (led,) if following is Following.FOLLOW_OR_TRUMP else (led, trumps)


def _needed(view: View) -> int:
    """The cards of which the other must hold one, since it kept its hand and has played none."""
    other = view.me.other
    keeping = keeping_of(view.umpire)
    if view.attempt == MAX_REDEALS or view.laid_aside[other]:
        return 0
    played = [trick.reply if trick.leader is view.me else trick.led for trick in view.history]
    if view.led is not None:
        played.append(view.led)
    return 0 if set_of(played) & keeping else keeping


@lru_cache(maxsize=512)
def keeping_of(umpire: Umpire) -> int:
    """The cards any of which keeps a hand from being thrown up."""
    return set_of([card for card in PACK if not may_throw_up(umpire.rules, (card,))])


OF_SUIT = {suit: set_of([card for card in PACK if card.suit is suit]) for suit in
           dict.fromkeys(card.suit for card in PACK)}  # fmt: skip
