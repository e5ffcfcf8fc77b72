"""One deal as it lies on the table: who dealt, the cards, and the plays, whatever the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.cards import PACK
from penneech.events import Player
from penneech.records.model import seen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.cards import Card
    from penneech.engine.legality import Hand
    from penneech.engine.state import Hands
    from penneech.events import Pair, Scored
    from penneech.records import DealRecord


class Laid(NamedTuple):
    """One deal as it lies on the table, all throwing up done.

    Args:
        number: the deal's number in the record, from 1.
        dealer: who dealt.
        hands: the hands that were played, A's first.
        pack: the same hands as they would have been dealt, and the stock as far as it was seen;
            below it the cards that nobody saw, in pack order.
        known: how many cards of the pack were seen.
        plays: the cards led and played.
        turn_ups: the cards that were turned; None where the record gives the pack instead.
        events: what was scored, in order; None where the record does not say.
        score: the points of the deal; None where the record does not say.
        asked: whether the record breaks off while a player is asked to throw up.
    """

    number: int
    dealer: Player
    hands: Hands
    pack: tuple[Card, ...]
    known: int
    plays: tuple[Card, ...]
    turn_ups: tuple[Card, ...] | None
    events: tuple[Scored, ...] | None
    score: Pair | None
    asked: bool

    @property
    def elder(self) -> Player:
        """The player who did not deal."""
        return self.dealer.other

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards to be turned, in order; those that nobody saw come last."""
        return self.pack[len(self.hands[0]) + len(self.hands[1]) :]

    def holder(self, card: Card) -> Player | None:
        """Who was dealt a card."""
        return next((player for player in Player if card in self.hands[player]), None)


def lay(
    deal: DealRecord, number: int, hands: Hands, stock: tuple[Card, ...], *, asked: bool = False
) -> Laid:
    """Lay a recorded deal on the table.

    Args:
        deal: the record of it.
        number: its number in the record, from 1.
        hands: the hands that were played.
        stock: the cards turned, or to be turned, as far as they are known.
        asked: whether the record breaks off while a player is asked to throw up.
    """
    elders, dealers = hands[deal.dealer.other], hands[deal.dealer]
    seen_cards = [card for pair in zip(elders, dealers, strict=True) for card in pair]
    seen_cards += stock
    rest = [card for card in PACK if card not in set(seen_cards)]
    return Laid(
        number=number,
        dealer=deal.dealer,
        hands=hands,
        pack=(*seen_cards, *rest),
        known=len(seen_cards),
        plays=deal.plays,
        turn_ups=deal.turn_ups if deal.pack is None else None,
        events=deal.events,
        score=deal.score,
        asked=asked,
    )


def lay_as_recorded(deal: DealRecord, number: int) -> Laid:
    """Lay a deal on the table with the hands and turn-ups that the record gives.

    Raises:
        RecordError: when some of the cards are hidden.
    """
    hands = (seen(deal.hands[0]), seen(deal.hands[1]))
    return lay(deal, number, hands, deal.turn_ups)


def replies(laid: Laid) -> Iterable[tuple[int, Hand, Card, Card, Card]]:
    """Every reply: the trick's number, the hand it came from, the reply, the lead, the turn-up."""
    left = {player: list(laid.hands[player]) for player in Player}
    for place, card in enumerate(laid.plays):
        player = laid.holder(card)
        if player is None or card not in left[player]:
            return
        if place % 2:
            trick = place // 2
            yield trick + 1, tuple(left[player]), card, laid.plays[place - 1], laid.stock[trick]
        left[player].remove(card)
