"""The packs of a recorded deal: from hands and turn-ups back to the order of the cards, and on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from penneech.cards import PACK
from penneech.errors import RecordError
from penneech.events import Player
from penneech.records.model import UNSEEN, seen
from penneech.rules import LastTurnUp, RedealScope, RedealTiming, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from penneech.cards import Card
    from penneech.records.model import DealRecord, SeenCards, SeenHands

A, B = Player
MOST_SHOWN = 20
"""More cards than any hand has are not written out in a message."""


def packs_of(rules: Rules, deal: DealRecord) -> tuple[tuple[Card, ...], ...]:
    """The packs of a deal, one for each attempt at dealing, the first card dealt first.

    Cards that nobody saw come last, in pack order: the record does not tell theirs.

    Raises:
        RecordError: when a hand is hidden or has the wrong number of cards, or a card is there
            twice; the text names the card and where it is.
    """
    if rules.redeal_scope is RedealScope.OWN_HAND:
        return (_own_hand_pack(rules, deal),)
    void = [
        _pack(rules, entry.dealer, entry.hands, turned_for(rules, entry.turn_ups))
        for entry in deal.thrown_up
    ]
    turned = turned_for(rules, deal.turn_ups)
    last = deal.pack or _pack(rules, deal.dealer, deal.hands, turned)
    return (*void, last)


def from_pack(rules: Rules, deal: DealRecord) -> DealRecord:
    """The deal with the hands, and the most turn-ups, that its pack gives."""
    pack, size = deal.pack or (), 2 * rules.hand_size
    elders, dealers = pack[0:size:2], pack[1:size:2]
    hands = (dealers, elders) if deal.dealer is A else (elders, dealers)
    stock = pack[size:]
    if rules.redeal_scope is RedealScope.OWN_HAND:
        lying = _lying(rules)
        for entry in deal.thrown_up:
            drawn = stock[lying : lying + rules.hand_size]
            stock = stock[:lying] + stock[lying + rules.hand_size :]
            hands = (hands[0], drawn) if entry.by else (drawn, hands[1])
    most = rules.hand_size + (rules.last_turn_up is not LastTurnUp.NOTHING)
    turned = min(len(deal.plays) // 2 + 1, most)
    return replace(deal, hands=hands, turn_ups=stock[:turned])


def cards_text(cards: Sequence[Card | None]) -> str:
    """Cards in a row, as the files write them; of a very long row the beginning."""
    texts = [UNSEEN if card is None else str(card) for card in cards[:MOST_SHOWN]]
    return " ".join(texts + ["..."] * (len(cards) > MOST_SHOWN)) or "no card"


def _own_hand_pack(rules: Rules, deal: DealRecord) -> tuple[Card, ...]:
    """The one pack of a deal whose thrown hands were replaced from the stock."""
    if deal.pack:
        return deal.pack
    turned = turned_for(rules, deal.turn_ups)
    if not deal.thrown_up:
        return _pack(rules, deal.dealer, deal.hands, turned)
    lying = _lying(rules)
    drawn = [
        (card, f"drawn by {entry.by.name}")
        for entry in deal.thrown_up
        for card in seen(deal.hands[entry.by])
    ]
    stock = [*turned[:lying], *drawn, *turned[lying:]]
    return _pack(rules, deal.dealer, deal.thrown_up[0].hands, stock)


def _lying(rules: Rules) -> int:
    """How many cards lie turned while hands may be thrown up."""
    return int(rules.redeal_timing is RedealTiming.AFTER_TURN_UP)


def turned_for(rules: Rules, turn_ups: tuple[Card, ...]) -> list[tuple[Card, str]]:
    """The turn-ups, each with what it was turned for."""
    last = rules.hand_size
    return [
        (card, f"turned for trick {i}" if i <= last else f"turned after trick {last}")
        for i, card in enumerate(turn_ups, 1)
    ]


def wrong_size(rules: Rules, player: Player, hand: SeenCards) -> str:
    """What to say of a hand that has not as many cards as the rules deal; nothing if it has."""
    if len(hand) == rules.hand_size:
        return ""
    text = f"{player.name}'s hand has {len(hand)} cards ({cards_text(hand)}); hand_size is"
    return f"{text} {rules.hand_size}"


def there_twice(places: Iterable[tuple[Card, str]]) -> str:
    """What to say of a card that is in two places of one pack; nothing if none is.

    Args:
        places: cards, each with where it is.
    """
    first: dict[Card, str] = {}
    for card, place in places:
        if card in first:
            return f"{card} is there twice: {first[card]} and {place}"
        first[card] = place
    return ""


def _pack(
    rules: Rules, dealer: Player, hands: SeenHands, stock: list[tuple[Card, str]]
) -> tuple[Card, ...]:
    elders, dealers = (_hand(rules, hands, player) for player in (dealer.other, dealer))
    pack = [card for pair in zip(elders, dealers, strict=True) for card in pair]
    pack += [card for card, _ in stock]
    there = set(pack)
    if len(there) < len(pack):
        raise _twice(hands, stock)
    return (*pack, *[card for card in PACK if card not in there])


def _hand(rules: Rules, hands: SeenHands, player: Player) -> tuple[Card, ...]:
    hand = seen(hands[player])
    wrong = wrong_size(rules, player, hand)
    if wrong:
        raise RecordError(wrong, path=("hands", player.name))
    return hand


def _twice(hands: SeenHands, stock: list[tuple[Card, str]]) -> RecordError:
    held = [(card, f"in {who.name}'s hand") for who in Player for card in seen(hands[who])]
    key = "hands" if there_twice(held) else "turn_ups"
    return RecordError(there_twice(held + stock), path=(key,))
