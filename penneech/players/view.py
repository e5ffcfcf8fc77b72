"""What the player to move sees: no hidden card is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.engine.state import Phase
from penneech.events import Source

if TYPE_CHECKING:
    from penneech.cards import Card, Suit
    from penneech.engine.legality import Hand
    from penneech.engine.state import Deal, Game, Hands, Trick
    from penneech.engine.umpire import Umpire
    from penneech.events import Pair, Player, Scored
    from penneech.rules import Rules

THROW_UP, VOID, OVER = Phase.THROW_UP, Phase.VOID, Phase.OVER


class View(NamedTuple):
    """The table as the player to move sees it.

    Args:
        umpire: who knows the rules.
        me: the player who looks.
        dealer: who dealt.
        number: the deal's number in the game, from 0.
        hand: the player's own cards, in pack order.
        legal: those of them that may be played now; none while the question is throwing up.
        led: the card led to the trick, or None when the player leads or is asked to throw up.
        turn_ups: the cards turned so far; the last one's suit is trumps.
        history: the complete tricks.
        tricks: the tricks won by A and by B.
        score: the totals pegged so far, A's first.
        put_off: what has been earned but is to be counted after the play, as far as it is known:
            that the other player holds the penneech is not.
        laid_aside: the hands thrown up in this deal and laid aside, A's first; both saw them.
        in_stock: how many cards are left in the stock.
        attempt: how many times both hands have been dealt again in this deal.
        other_held: whether the other player held the penneech when its suit was first turned;
            None where the pegs have not told.
    """

    umpire: Umpire
    me: Player
    dealer: Player
    number: int
    hand: Hand
    legal: Hand
    led: Card | None
    turn_ups: tuple[Card, ...]
    history: tuple[Trick, ...]
    tricks: Pair
    score: Pair
    put_off: tuple[Scored, ...]
    laid_aside: Hands
    in_stock: int
    attempt: int
    other_held: bool | None

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.umpire.rules

    @property
    def turn_up(self) -> Card:
        """The card that was turned for this trick.

        Raises:
            IndexError: when none is turned yet, since a hand may still be thrown up.
        """
        return self.turn_ups[-1]

    @property
    def trumps(self) -> Suit:
        """The suit of the turn-up."""
        return self.turn_ups[-1].suit


PACK_SIZE = 52


def view_of(game: Game) -> View:
    """The table as the player to move sees it.

    Raises:
        ValueError: when nobody is to move.
    """
    deal = game.deal
    if deal is None or deal.phase is VOID or deal.phase is OVER:
        raise ValueError("nobody is to move")
    me, umpire = deal.to_move, deal.umpire
    # A turn-up that is seen before hands are thrown up is not reckoned until they are not.
    told = umpire.held_counts and not umpire.counts_later and deal.phase is not THROW_UP
    seen = (
        umpire, me, deal.dealer, game.number, deal.hands[me], deal.legal, deal.led,
        deal.turn_ups, deal.history, deal.tricks, deal.score,
        deal.put_off and known_put_off(deal, me), deal.laid_aside, PACK_SIZE - deal.top,
        deal.attempt, _told_of_other(deal, me) if told else None,
    )  # fmt: skip
    # Made round the named tuple's Python constructor, which would take half of the time.
    return tuple.__new__(View, seen)


def known_put_off(deal: Deal, me: Player) -> tuple[Scored, ...]:
    """What is to be counted later, but for the other's penneech until it has been played."""
    penneech = deal.umpire.penneech
    played = [deal.led, *(card for trick in deal.history for card in (trick.led, trick.reply))]
    if penneech in played:
        return deal.put_off
    return tuple(
        scored
        for scored in deal.put_off
        if scored.player is me or scored.source is not Source.PENNEECH_IN_HAND
    )


def _told_of_other(deal: Deal, me: Player) -> bool | None:
    """Whether the other pegged for the penneech when its suit was first turned, if it was."""
    penneech = deal.umpire.penneech
    suits = [card.suit for card in deal.turn_ups]
    if penneech.suit not in suits or not deal.rules.penneech.in_hand:
        return None
    other, first = me.other, suits.index(penneech.suit)
    since = [trick.led if trick.leader is other else trick.reply for trick in deal.history[first:]]
    return penneech in (*deal.hands[other], *since) or deal.led is penneech
