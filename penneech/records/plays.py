"""Who played which card: what the cards turned, led and played tell, whatever the hands were."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.engine.trick import reply_wins
from penneech.engine.umpire import umpire_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.cards import Card
    from penneech.events import Player
    from penneech.records.model import DealRecord
    from penneech.rules import Rules


class Play(NamedTuple):
    """One card led or played.

    Args:
        player: whose it was.
        card: the card.
        trick: the trick's number, from 1.
        led: the card to which it was played; None for a lead.
        turn_up: the card that was turned for the trick.
    """

    player: Player
    card: Card
    trick: int
    led: Card | None
    turn_up: Card


def plays_of(rules: Rules, deal: DealRecord) -> Iterator[Play]:
    """The plays of a deal, in order, as far as there are cards turned for them."""
    strengths, leader = umpire_of(rules).strengths, deal.dealer.other
    for place, turn_up in enumerate(deal.turn_ups[: rules.hand_size]):
        cards = deal.plays[2 * place : 2 * place + 2]
        led: Card | None = None
        for player, card in zip((leader, leader.other), cards, strict=False):
            yield Play(player, card, place + 1, led, turn_up)
            led = card
        if len(cards) == 2 and reply_wins(strengths[turn_up.index], *cards, turn_up.suit):  # noqa: PLR2004  # a lead and a reply
            leader = leader.other
