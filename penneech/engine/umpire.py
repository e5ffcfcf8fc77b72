"""An umpire who knows one variant by heart: every answer that does not depend on the play.

The rule functions of this package are written to be read. An umpire asks each of them once for each
card and suit, so that in play a ruling is a look-up; nothing is decided here that they do not say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from penneech.cards import PACK, Suit
from penneech.engine import scoring
from penneech.engine.legality import LEGALITY
from penneech.engine.trick import strength
from penneech.rules import (
    GameEnd,
    HonoursCredit,
    LastTurnUp,
    PenneechInHand,
    RedealScope,
    RedealTiming,
    Rules,
    cards_needed,
)

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.legality import Legality

ByCard: TypeAlias = tuple[int, ...]
"""A figure for each card, by its index."""

ByTurnUp: TypeAlias = tuple[ByCard, ...]
"""A row of figures for each turn-up, by its index; only its suit matters."""


@dataclass(frozen=True, slots=True, eq=False)
class Umpire:
    """The rules of one variant, looked up; there is one umpire for them, compared by identity.

    Args:
        rules: the rules themselves.
        legality: which cards of a hand may be played to a card led.
        strengths: how high each card ranks within its suit under each turn-up.
        in_trick: the points of each card in a trick played under each turn-up.
        turned: the points of each card turned up for a trick.
        turned_last: the points of each card turned up after the last trick.
        holder_scores: whether an honour in a trick is scored by the player who played it.
        pegs_win: whether the peg that reaches the target wins at once.
        counts_later: whether all but turn-ups is counted after the play.
    """

    rules: Rules
    legality: Legality
    strengths: ByTurnUp
    in_trick: ByTurnUp
    turned: ByCard
    turned_last: ByCard
    penneech: Card
    hand_size: int
    need: int
    target: int
    dealer_scores_first: bool
    turner_scores: bool
    trick_winner_scores_first: bool
    turns_last: bool
    held_counts: bool
    holder_scores: bool
    both_hands_void: bool
    turn_up_is_seen: bool
    pegs_win: bool
    counts_later: bool


@lru_cache(maxsize=512)
def umpire_of(rules: Rules) -> Umpire:
    """The umpire for these rules; asked again for the same rules, the same umpire comes."""
    suits = {
        suit: (
            tuple([strength(rules, card, suit) for card in PACK]),
            tuple([scoring.card_in_trick(rules, card, suit) for card in PACK]),
        )
        for suit in Suit
    }
    ends = rules.game_end
    return Umpire(
        rules=rules,
        legality=LEGALITY[rules.following],
        strengths=tuple([suits[card.suit][0] for card in PACK]),
        in_trick=tuple([suits[card.suit][1] for card in PACK]),
        turned=tuple([scoring.turn_up(rules, card) for card in PACK]),
        turned_last=tuple([scoring.last_turn_up(rules, card) for card in PACK]),
        penneech=rules.penneech.card,
        hand_size=rules.hand_size,
        target=rules.target,
        need=cards_needed(rules.hand_size, rules.redeal_scope),
        dealer_scores_first=scoring.dealer_scores_first_turn_up(rules),
        turner_scores=scoring.turner_scores(rules),
        trick_winner_scores_first=scoring.trick_winner_scores_turn_up(rules, 1),
        turns_last=rules.last_turn_up is not LastTurnUp.NOTHING,
        held_counts=rules.penneech_in_hand is PenneechInHand.HELD_WHEN_TRUMP,
        holder_scores=rules.honours_credit is HonoursCredit.HOLDER,
        both_hands_void=rules.redeal_scope is RedealScope.BOTH_HANDS,
        turn_up_is_seen=rules.redeal_timing is RedealTiming.AFTER_TURN_UP,
        pegs_win=ends in (GameEnd.FIRST_TO_PEG, GameEnd.TURN_UPS_THEN_COUNT),
        counts_later=ends is GameEnd.TURN_UPS_THEN_COUNT,
    )
