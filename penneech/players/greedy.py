"""The `greedy` player: it looks at the trick in hand and no further."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from penneech.cards import PACK, Suit
from penneech.engine.trick import reply_wins
from penneech.rules import ExcessCards

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.chance import Luck
    from penneech.engine.umpire import Umpire
    from penneech.players.view import View

SCALE = 52
"""Points are reckoned in 52nds, so that the mean of a turn-up is a whole number."""

ALL_CARDS = (1 << 52) - 1


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Takes the most that this trick can bring, and spends the lowest card that brings it.

    A trick is worth the points of its two cards as the rules credit them, the turn-up where its
    winner reckons it, the mean of the card that its winner turns, and half a point for each card
    that the excess counts.

    Replying, it reckons each legal card exactly: what falls to it less what falls to the other.
    Leading, it takes the chance that a card is beaten to be k x b / u (at most 1), where u cards
    are unseen, b of them would beat the card, and the other player holds k. Of cards that are
    equally good it plays the lowest, of equally low ones the first in pack order. It throws up
    every hand that may be thrown up, knows nothing of the score, and needs no luck.
    """

    name: str = "greedy"

    def throws_up(self, view: View, luck: Luck) -> bool:  # noqa: ARG002  # the protocol's signature
        """Throw up every hand that may be thrown up."""
        return True

    def card(self, view: View, luck: Luck) -> Card:  # noqa: ARG002  # the protocol's signature
        """Choose the card that brings most in this trick."""
        if len(view.legal) == 1:
            return view.legal[0]
        merits = _of_leads(view) if view.led is None else _of_replies(view, view.led)
        return view.legal[merits.index(max(merits))]


@dataclass(frozen=True, slots=True)
class Prices:
    """What `greedy` reckons once for each variant, in 52nds of a point.

    Args:
        next_turn: the mean worth to its turner of a card turned for the next trick.
        last_turn: the mean worth of the card turned after the last trick.
        cards: half a point for each card of a trick that the excess counts.
        beaters: for each turn-up and each card led, by their indexes, the set of cards that beat
            the card led; bit i of a set stands for the card of index i.
    """

    next_turn: int
    last_turn: int
    cards: int
    beaters: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=512)
def prices_of(umpire: Umpire) -> Prices:
    """The prices under these rules."""
    by_suit = {}
    for turn_up in PACK[:: len(PACK) // len(Suit)]:
        strengths, trumps = umpire.strengths[turn_up.index], turn_up.suit
        by_suit[trumps] = tuple(
            sum(1 << reply.index for reply in PACK if reply_wins(strengths, led, reply, trumps))
            for led in PACK
        )
    counted = 3 if umpire.rules.excess_cards is ExcessCards.TRICK_CARDS_AND_TURN_UPS else 2
    return Prices(
        next_turn=sum(umpire.turned) if umpire.turner_scores else 0,
        last_turn=sum(umpire.turned_last),
        cards=counted * SCALE // 2,
        beaters=tuple(by_suit[card.suit] for card in PACK),
    )


def trick_worth(view: View, prices: Prices) -> int:
    """What taking this trick is worth beside its two cards, in 52nds of a point."""
    umpire, number = view.umpire, len(view.history) + 1
    worth = prices.cards
    worth += prices.last_turn if number == umpire.hand_size else prices.next_turn
    if not umpire.turner_scores and (number > 1 or umpire.trick_winner_scores_first):
        worth += SCALE * umpire.turned[view.turn_up.index]
    return worth


def merits_of(view: View) -> dict[Card, float]:
    """What `greedy` takes each legal card to bring in this trick, to the player less the other."""
    if view.led is not None:
        points = [value / SCALE for value, _ in _of_replies(view, view.led)]
    else:
        hidden = _unseen(view).bit_count()
        points = [value / (SCALE * hidden) for value, _ in _of_leads(view)]
    return dict(zip(view.legal, points, strict=True))


Merit: TypeAlias = tuple[int, int]
"""What a card brings, then how low it ranks: the greater is played."""


def _of_replies(view: View, led: Card) -> list[Merit]:
    """The merit of each legal reply; what it brings in 52nds of a point."""
    umpire, index = view.umpire, view.turn_up.index
    strengths, worth = umpire.strengths[index], umpire.in_trick[index]
    stake, trumps = trick_worth(view, prices_of(umpire)), view.trumps
    merits = []
    for card in view.legal:
        wins = reply_wins(strengths, led, card, trumps)
        value = stake if wins else -stake
        for owner, played in ((-1, led), (1, card)):
            to_holder = umpire.holder_scores and played is not umpire.penneech
            side = owner if to_holder else (1 if wins else -1)
            value += side * SCALE * worth[played.index]
        merits.append((value, -strengths[card.index]))
    return merits


def _of_leads(view: View) -> list[Merit]:
    """The merit of each lead; what it brings in 52nds of a point by the number of unseen cards."""
    umpire, index = view.umpire, view.turn_up.index
    strengths, worth, prices = umpire.strengths[index], umpire.in_trick[index], prices_of(umpire)
    unseen = _unseen(view)
    hidden, held = unseen.bit_count(), len(view.hand)
    stake, beaters = trick_worth(view, prices), prices.beaters[index]
    merits = []
    for card in view.legal:
        beaten = min(hidden, held * (beaters[card.index] & unseen).bit_count())
        points = SCALE * worth[card.index]
        mine = 0 if not umpire.holder_scores or card is umpire.penneech else points
        value = mine * hidden + (stake + points - mine) * (hidden - 2 * beaten)
        merits.append((value, -strengths[card.index]))
    return merits


def _unseen(view: View) -> int:
    """The set of cards that the player has not seen; bit i stands for the card of index i."""
    seen = [*view.hand, *view.turn_ups, *view.laid_aside[0], *view.laid_aside[1]]
    for trick in view.history:
        seen += (trick.led, trick.reply)
    unseen = ALL_CARDS
    for card in seen:
        unseen ^= 1 << card.index
    return unseen
