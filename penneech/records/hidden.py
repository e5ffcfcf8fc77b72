"""The hidden cards of a view: what they can have been, as far as the cards that are seen tell.

Who played which card follows from the cards turned, led and played, and with it most of a hidden
hand. For what is left over any cards are taken that go with all the rest. The engine can then play
the deal, and a view is refused only if it holds with no cards at all in the hidden places.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.cards import PACK
from penneech.engine.legality import legal_cards, may_throw_up
from penneech.errors import RecordError
from penneech.records.choosing import one_for_each
from penneech.records.part_hands import Layout
from penneech.records.plays import plays_of
from penneech.rules import PenneechInHand, RedealTiming

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.cards import Card
    from penneech.events import Player
    from penneech.records.model import DealRecord, SeenHands
    from penneech.records.part_hands import Both, Lot, PartHand
    from penneech.records.plays import Play
    from penneech.rules import Rules

Whole: TypeAlias = "dict[PartHand, tuple[Card, ...]]"
"""Hands with cards in their hidden places."""


class _Way(NamedTuple):
    """One way in which the hidden cards can bear upon what happened.

    Args:
        asked: a player whose hidden hand can be thrown up.
        holder: who has the penneech among the hidden cards of the hand that was played.
        kept: whether no hidden hand that was played can be thrown up.
    """

    asked: Player | None = None
    holder: Player | None = None
    kept: bool = False


class HiddenDeal:
    """One deal of a view.

    Args:
        rules: the rules it was played by.
        deal: what the record says of it.
        is_open: whether it may stop before its end.

    Attributes:
        unsure: the players of whom nobody can tell whether they followed as they should.
        thrown: how many hidden hands were thrown up, of which nobody can tell whether they might.

    Raises:
        RecordError: when what is seen cannot be, whatever is hidden; the path begins at the deal.
    """

    def __init__(self, rules: Rules, deal: DealRecord, *, is_open: bool) -> None:
        self.unsure: list[Player] = []
        self._rules, self._deal, self._is_open = rules, deal, is_open
        layout = Layout(rules, deal)
        self._entries, self._lots, self._hands = layout.entries, layout.lots, layout.hands
        self._replies: dict[PartHand, list[tuple[tuple[Card, ...], Play]]] = {}
        if any(hand.hidden for hand in self._hands):
            plays = list(plays_of(rules, deal))
            self._seat(plays)
            for hand in self._hands:
                self._follow(hand, plays)
        entries = zip(deal.thrown_up, self._entries, strict=True)
        self._thrown = {hands[entry.by] for entry, hands in entries if hands[entry.by].hidden}

    @property
    def thrown(self) -> int:
        """How many hidden hands were thrown up."""
        return len(self._thrown)

    def ways(self) -> Iterator[DealRecord]:
        """The deal with cards in the hidden places, once for each way that can make a difference.

        Raises:
            RecordError: when there is none.
        """
        *void, last = self._lots
        before: Whole = {}
        for lot in void:
            before |= self._chosen(lot, _Way()) or {}
        found = [cards for way in self._possible() if (cards := self._chosen(last, way))]
        if not found:
            text = f"no cards can be the hidden ones, if every reply kept to {self._following}"
            raise RecordError(f"as far as it goes: {text}", path=("plays",))
        for cards in found:
            yield self._whole(before | cards)

    @property
    def _following(self) -> str:
        return f"following={self._rules.following}"

    def _seat(self, plays: list[Play]) -> None:
        """Put every card that was played into the hand that it came from."""
        places = dict(self._lots[-1].places)
        for i, play in enumerate(plays):
            card, hand = play.card, self._hands[play.player]
            if places.get(card, hand.place) != hand.place:
                why = f", but {places[card]}"
            elif card in hand.cards or hand.hidden:
                why = ""
            else:
                left = [str(held) for held in hand.known if places[held] == hand.place]
                why = f": {' or '.join(left) or 'no card is left'}"
            if why:
                text = f"trick {play.trick}: {card} is not in {hand.player.name}'s hand{why}"
                raise RecordError(text, path=("plays", i))
            if card not in hand.cards:
                hand.cards[hand.hidden[0]] = card
            places[card] = f"played to trick {play.trick}"

    def _follow(self, hand: PartHand, plays: list[Play]) -> None:
        """Look at the replies from a hand of which some cards are still hidden."""
        replies = self._replies[hand] = []
        held = list(hand.known)
        for i, play in enumerate(plays):
            if play.player is not hand.player or not hand.hidden:
                continue
            legal = legal_cards(self._rules.following, tuple(held), play.led, play.turn_up.suit)
            if play.card not in legal:
                text = f"trick {play.trick}: {play.card} breaks {self._following}"
                raise RecordError(f"{text}: {' or '.join(map(str, legal))}", path=("plays", i))
            if play.led is not None:
                replies.append((tuple(held), play))
            held.remove(play.card)
        if hand.hidden and not all(self._follows(hand, card) for card in self._lots[-1].left):
            self.unsure.append(hand.player)

    def _follows(self, hand: PartHand, card: Card) -> bool:
        """Whether every reply was legal if a hidden card of the hand was this one."""
        following = self._rules.following
        return all(
            play.card in legal_cards(following, (*held, card), play.led, play.turn_up.suit)
            for held, play in self._replies.get(hand, ())
        )

    def _possible(self) -> Iterator[_Way]:
        """The ways that can make a difference."""
        hidden = [hand.player for hand in self._hands if hand.hidden]
        may_be_asking = self._may_be_asking
        asked: list[Player | None] = [*(hidden if may_be_asking else ()), None]
        scores = self._rules.penneech_in_hand is PenneechInHand.HELD_WHEN_TRUMP
        holders: list[Player | None] = [*(hidden if scores else ()), None]
        yield from (_Way(*both) for both in product(asked, holders))
        if may_be_asking:
            yield from (_Way(None, holder, kept=True) for holder in holders)

    @property
    def _may_be_asking(self) -> bool:
        """Whether the record can have broken off while a player is asked to throw up."""
        deal = self._deal
        if not self._is_open or deal.plays or deal.events:
            return False
        after = self._rules.redeal_timing is RedealTiming.AFTER_TURN_UP
        return after or deal.pack is not None or not deal.turn_ups

    def _chosen(self, lot: Lot, way: _Way) -> Whole | None:
        """Cards for the hidden places of a lot, if there are any that go with all the rest.

        Where none can have been thrown up, others are given, and the engine will object.
        """
        if not lot.is_hidden:
            return {hand: hand.known for hand in lot.hands}
        left = lot.left
        for thrown in (self._thrown, ()):
            wants = [self._wants(hand, left, way, thrown=hand in thrown) for hand in lot.hands]
            cards = one_for_each([some for places in wants for some in places])
            if cards is not None:
                given = iter(cards)
                return {
                    hand: tuple([next(given) if card is None else card for card in hand.cards])
                    for hand in lot.hands
                }
        return None

    def _wants(
        self, hand: PartHand, left: list[Card], way: _Way, *, thrown: bool
    ) -> list[list[Card]]:
        """For each hidden place of a hand the cards that can be there."""
        rules, penneech = self._rules, self._rules.penneech.card
        is_played = hand in self._hands
        some = [card for card in left if self._follows(hand, card)] if is_played else left
        if thrown or (is_played and way.asked is hand.player):
            some = [card for card in some if card in self._bad]
        wants = [some] * len(hand.hidden)
        if is_played and rules.penneech_in_hand is PenneechInHand.HELD_WHEN_TRUMP:
            wants = [[card for card in some if card is not penneech]] * len(hand.hidden)
            if wants and way.holder is hand.player:
                wants[0] = [card for card in some if card is penneech]
        if wants and is_played and way.kept:
            wants[-1] = [card for card in wants[-1] if card not in self._bad]
        return wants

    @cached_property
    def _bad(self) -> frozenset[Card]:
        """The cards that a hand may have which is thrown up."""
        return frozenset(card for card in PACK if may_throw_up(self._rules, (card,)))

    def _whole(self, cards: Whole) -> DealRecord:
        def pair(hands: Both) -> SeenHands:
            return cards[hands[0]], cards[hands[1]]

        entries = [
            replace(entry, hands=pair(hands))
            for entry, hands in zip(self._deal.thrown_up, self._entries, strict=True)
        ]
        return replace(self._deal, thrown_up=tuple(entries), hands=pair(self._hands))
