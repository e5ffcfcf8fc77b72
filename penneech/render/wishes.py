"""What makes an example worth telling: marks for deals, tricks and turn-ups, 0 for unsuitable.

A wish looks for what sets the variant's readings apart from the others, so that the example is one
which another reading would have decided in another way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.cards import Rank
from penneech.engine import scoring
from penneech.engine.legality import legal_cards
from penneech.events import Cut, Player, Source
from penneech.rules import (
    ExcessClaim,
    Following,
    GameEnd,
    LastTurnUp,
    PenneechInHand,
    RedealDealer,
    Rules,
)

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.render.story import ToldDeal, ToldTrick

FEW_CARDS, FEW_PEGS = 6, 12
"""A hand, and a list of points, that a reader takes in at a glance."""


class Found(NamedTuple):
    """A trick or a turn-up worth telling, with the deal that it is from.

    `trick` is the trick's number; of a turn-up, the number of tricks played when it was turned.
    """

    deal: ToldDeal
    trick: int

    @property
    def told(self) -> ToldTrick:
        """The trick itself."""
        return self.deal.tricks[self.trick - 1]

    @property
    def turned(self) -> Card:
        """The turn-up itself."""
        return self.deal.turn_ups[self.trick]


Cutting: TypeAlias = tuple[tuple[Cut, ...], Player]
"""The cuts for a deal, and who deals."""


def cuts(rules: Rules, cutting: Cutting) -> int:
    """Wish for an ace among the last two cards, since it is high or low, and for a tie before."""
    del rules
    *before, last = cutting[0]
    has_ace = (last.a.rank is Rank.ACE) or (last.b.rank is Rank.ACE)
    return 1 + 2 * has_ace + (len(before) == 1)


def redeal(rules: Rules, deal: ToldDeal) -> int:
    """Wish for one hand thrown up, by the player whose doing so tells most about who deals."""
    throwings = [throwing for throwing in deal.throwings if throwing.thrown]
    if len(throwings) != 1 or len(throwings[0].thrown) != 1:
        return 0
    thrown = throwings[0].thrown[0]
    by_elder = thrown.player is not throwings[0].dealer
    wanted = by_elder is (rules.redeal_dealer is not RedealDealer.NEXT_DEALER)
    return 1 + wanted + 2 * (rules.penneech.card in thrown.hand)


def following(rules: Rules, found: Found) -> int:
    """Wish for a second player who holds the suit led, a trump and more."""
    trick = found.told
    holds = any(card.suit is trick.led.suit for card in trick.reply_hand)
    return _marks_choice(rules, trick) if holds else 0


def void(rules: Rules, found: Found) -> int:
    """Wish for a second player without the suit led, who holds a trump and more."""
    trick = found.told
    holds = any(card.suit is trick.led.suit for card in trick.reply_hand)
    return 0 if holds or len(trick.reply_hand) == 1 else _marks_choice(rules, trick)


def _marks_choice(rules: Rules, trick: ToldTrick) -> int:
    """Marks for each other reading that would allow other cards, most for another ruling."""
    others = [
        legal_cards(reading, trick.reply_hand, trick.led, trick.turn_up.suit)
        for reading in Following
        if reading is not rules.following
    ]
    apart = sum(legal != trick.legal for legal in others)
    against = sum(trick.reply not in legal for legal in others)
    few = len(trick.reply_hand) <= FEW_CARDS
    return 1 + 8 * apart + 3 * against + 2 * few + bool(trick.earned)


def penneech_turned(rules: Rules, found: Found) -> int:
    """Wish for a penneech turned up for a later trick, by another than wins that trick."""
    if found.turned is not rules.penneech.card or not rules.penneech.turned_up:
        return 0
    tricks = found.deal.tricks
    if not found.trick:
        return 1 + (len(tricks) > 0)
    if found.trick >= len(tricks):
        return 1 + _is_literal(rules)
    apart = found.told.winner is not tricks[found.trick].winner
    return 4 + apart


def penneech_held(rules: Rules, found: Found) -> int:
    """Wish for a penneech that scores by being held, and is not played to the next trick."""
    scores = any(
        peg.scored.source is Source.PENNEECH_IN_HAND and peg.scored.trick == found.trick
        for peg in found.deal.pegs
    )
    held = rules.penneech_in_hand is PenneechInHand.HELD_WHEN_TRUMP
    if not held or not scores or found.trick >= len(found.deal.tricks):
        return 0
    trick = found.deal.tricks[found.trick]
    return 1 + (rules.penneech.card not in (trick.led, trick.reply))


def penneech_as_trump(rules: Rules, found: Found) -> int:
    """Wish for the penneech among trumps against a card that usually ranks above it."""
    is_trump = found.told.turn_up.suit is rules.penneech_suit
    return _marks_penneech(rules, found.told) if is_trump else 0


def penneech_else(rules: Rules, found: Found) -> int:
    """Wish for the penneech out of trumps against a card of its suit that usually beats it."""
    is_trump = found.told.turn_up.suit is rules.penneech_suit
    return 0 if is_trump else _marks_penneech(rules, found.told)


def _marks_penneech(rules: Rules, trick: ToldTrick) -> int:
    penneech = rules.penneech.card
    if penneech not in (trick.led, trick.reply):
        return 0
    other = trick.reply if trick.led is penneech else trick.led
    if other.suit is not penneech.suit:
        return 1 + (other.suit is trick.turn_up.suit)
    return 5 if other.rank > penneech.rank else 3


def whole_deal(rules: Rules, deal: ToldDeal) -> int:
    """Wish for a deal with something of everything."""
    if not deal.complete:
        return 1 + len(deal.tricks) if deal.tricks else 0
    sources = {peg.scored.source for peg in deal.pegs}
    first, last = deal.turn_ups[0], deal.turn_ups[-1]
    marks = 20 + 2 * len(sources) + 3 * _scores_turned(rules, first)
    if rules.last_turn_up is not LastTurnUp.NOTHING:
        marks += 2 * _scores_turned(rules, last)
        marks += 6 * (_is_literal(rules) and last is rules.penneech.card)
    marks += any(_scores_turned(rules, card) for card in deal.turn_ups[1:-1])
    return marks + (len(deal.pegs) <= FEW_PEGS)


def _is_literal(rules: Rules) -> bool:
    """Whether the penneech is worth less when it is turned last."""
    penneech = rules.penneech.card
    return scoring.last_turn_up(rules, penneech) < scoring.turn_up(rules, penneech)


def _scores_turned(rules: Rules, card: Card) -> bool:
    return scoring.turn_up(rules, card) > 0


def excess(rules: Rules, deal: ToldDeal) -> int:
    """Wish for a count that another reading would settle in another way."""
    pegs = [peg for peg in deal.pegs if peg.scored.source is Source.EXCESS]
    if not deal.complete or not pegs:
        return 0
    both_have_some = min(deal.won(player) for player in Player) > 0
    if rules.excess_claim is ExcessClaim.TRICK_MAJORITY:
        loser = min(Player, key=deal.won)
        return 1 + both_have_some + 3 * (3 * deal.won(loser) > rules.excess_over)
    return 1 + both_have_some + 3 * (len(pegs) > 1)


def end(rules: Rules, deal: ToldDeal) -> int:
    """Wish for an end that another way of pegging would have changed."""
    there = [player for player in Player if deal.after[player] >= rules.target]
    counted = bool(deal.pegs) and deal.pegs[-1].counted
    match rules.game_end:
        case GameEnd.FIRST_TO_PEG:
            return 1 + 3 * (not deal.complete) + (1 < len(deal.tricks) < rules.hand_size)
        case GameEnd.TURN_UPS_THEN_COUNT:
            return 1 + 3 * counted + (deal.winner is deal.elder)
        case GameEnd.DEAL_END_HIGHER | GameEnd.DEAL_END_ELDER_FIRST:
            lower = deal.winner is not None and deal.after[deal.winner] < max(deal.after)
            return 1 + 3 * (len(there) == len(Player)) + 2 * lower + _overtaken(rules, deal)


def _overtaken(rules: Rules, deal: ToldDeal) -> bool:
    """Whether the one who was first at the target did not win."""
    for peg in deal.pegs:
        if peg.total is not None and max(peg.total) >= rules.target:
            return peg.scored.player is not deal.winner
    return False
