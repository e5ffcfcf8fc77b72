"""A game given out before it is over, without its seed and the cards its reader has not seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from penneech.rules import RedealScope

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.events import Player
    from penneech.records import DealRecord, Record, ThrownUpEntry
    from penneech.records.model import SeenCards, SeenHands


def withheld(record: Record, reader: Player) -> Record:
    """The record as a view for one of its players: a hidden card is None.

    Seen are the reader's own hands, every card that was played, and a hand that was thrown up. The
    other hand of a void deal is never shown. The seed would tell all the rest.
    """
    scope = record.rules.redeal_scope
    deals = tuple([_deal(deal, reader, scope) for deal in record.deals])
    return replace(record, heading=replace(record.heading, seed=None), deals=deals)


def _deal(deal: DealRecord, reader: Player, scope: RedealScope) -> DealRecord:
    played = frozenset(deal.plays)
    void = scope is RedealScope.BOTH_HANDS
    entries = [_entry(entry, reader, frozenset() if void else played) for entry in deal.thrown_up]
    return replace(
        deal, thrown_up=tuple(entries), hands=_hands(deal.hands, reader, played), pack=None
    )


def _entry(entry: ThrownUpEntry, reader: Player, played: frozenset[Card]) -> ThrownUpEntry:
    if entry.by is not reader:
        return entry  # the reader's own hand, and the one that was shown
    return replace(entry, hands=_hands(entry.hands, reader, played))


def _hands(hands: SeenHands, reader: Player, shown: frozenset[Card]) -> SeenHands:
    other: SeenCards = tuple([card if card in shown else None for card in hands[reader.other]])
    return (other, hands[reader]) if reader else (hands[reader], other)
