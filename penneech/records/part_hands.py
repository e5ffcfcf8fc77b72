"""The hands of a view, as far as they are seen: laid out by the packs from which they came."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.cards import PACK
from penneech.errors import RecordError
from penneech.events import Player
from penneech.records.packs import cards_text, from_pack, there_twice, turned_for, wrong_size
from penneech.rules import RedealScope

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.records.model import DealRecord, SeenHands
    from penneech.rules import Rules


class PartHand:
    """A hand of which a part may be hidden; it is made out while a deal is looked at.

    Args:
        player: whose it is.
        place: where its cards are, for messages.
        size: how many cards it has.
    """

    def __init__(self, player: Player, place: str, size: int) -> None:
        self.player, self.place = player, place
        self.cards: list[Card | None] = [None] * size

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards that are known."""
        return tuple([card for card in self.cards if card is not None])

    @property
    def hidden(self) -> list[int]:
        """The places of the others."""
        return [place for place, card in enumerate(self.cards) if card is None]


Both: TypeAlias = tuple[PartHand, PartHand]
"""A hand for each player, A's first."""


class Lot(NamedTuple):
    """The hands that came from one pack, and the cards that were turned from it."""

    hands: list[PartHand]
    turned: list[tuple[Card, str]]

    @property
    def is_hidden(self) -> bool:
        """Whether some card of the hands is hidden."""
        return any(hand.hidden for hand in self.hands)

    @property
    def places(self) -> list[tuple[Card, str]]:
        """Every card that is known, with where it is."""
        return [(card, hand.place) for hand in self.hands for card in hand.known] + self.turned

    @property
    def left(self) -> list[Card]:
        """The cards of the pack that are nowhere known."""
        known = {card for card, _ in self.places}
        return [card for card in PACK if card not in known]


class Layout:
    """The hands of one deal.

    Args:
        rules: the rules it was played by.
        deal: what the record says of it.

    Raises:
        RecordError: when what is seen cannot be; the path begins at the deal.
    """

    def __init__(self, rules: Rules, deal: DealRecord) -> None:
        self.entries: list[Both] = []
        self.lots: list[Lot] = []
        self._rules, self._deal = rules, deal
        own = rules.redeal_scope is RedealScope.OWN_HAND
        self.hands = self._from_one_pack() if own else self._from_many_packs()
        for lot in self.lots:
            twice = there_twice(lot.places) if lot.is_hidden else ""
            if twice:
                raise _error(twice, "hands")

    def _from_many_packs(self) -> Both:
        """Both hands are dealt again after a throwing up."""
        for i, entry in enumerate(self._deal.thrown_up):
            hands = self._dealt()
            self._see(hands, entry.hands, "thrown_up", i)
            self.entries.append(hands)
            self.lots.append(Lot([*hands], turned_for(self._rules, entry.turn_ups)))
        hands = self._dealt()
        self._see(hands, self._deal.hands)
        self.lots.append(Lot([*hands], turned_for(self._rules, self._deal.turn_ups)))
        return hands

    def _from_one_pack(self) -> Both:
        """Only the hand that is thrown up is replaced."""
        deal, hands = self._deal, self._dealt()
        if deal.pack is not None:
            self._see(hands, from_pack(self._rules, replace(deal, thrown_up=())).hands)
        lot = Lot([*hands], turned_for(self._rules, deal.turn_ups))
        for i, entry in enumerate(deal.thrown_up):
            self._see(hands, entry.hands, "thrown_up", i)
            self.entries.append(hands)
            name = entry.by.name
            if any(other.by is entry.by for other in deal.thrown_up[:i]):
                text = f"throwing up {i + 1}: {name} has thrown up a hand before"
                raise _error(text, "thrown_up", i)
            hands[entry.by].place = f"thrown up by {name}"
            drawn = PartHand(entry.by, f"drawn by {name}", self._rules.hand_size)
            hands = (hands[0], drawn) if entry.by else (drawn, hands[1])
            lot.hands.append(drawn)
        self._see(hands, deal.hands)
        self.lots.append(lot)
        return hands

    def _dealt(self) -> Both:
        size = self._rules.hand_size
        a, b = (PartHand(who, f"in {who.name}'s hand", size) for who in Player)
        return a, b

    def _see(self, hands: Both, seen: SeenHands, *path: str | int) -> None:
        """Take in what the record shows of two hands at one of its places."""
        for hand, cards in zip(hands, seen, strict=True):
            name = hand.player.name
            text = wrong_size(self._rules, hand.player, cards)
            both = [] if text else list(zip(hand.cards, cards, strict=True))
            if any(card and other and card is not other for card, other in both):
                text = f"{name}'s hand is {cards_text(hand.cards)}; the record has"
                text = f"{text} {cards_text(cards)}"
            if text:
                raise _error(text, *path, "hands", name)
            hand.cards = [other or card for card, other in both]


def _error(text: str, *path: str | int) -> RecordError:
    return RecordError(f"before trick 1: {text}", path=path)
