"""What cards and counts are worth, and to whom; one small function for each kind of score.

The order in which scores are earned is the business of the deal (`deal.py`), how they are pegged
that of the board (`board.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from penneech.rules import (
    ExcessCards,
    ExcessClaim,
    FirstTurnUp,
    Honours,
    LastTurnUp,
    PenneechInHand,
    Rules,
    TurnUpCredit,
)

if TYPE_CHECKING:
    from penneech.cards import Card, Suit
    from penneech.events import Pair, Player


def honour_in_trick(rules: Rules, card: Card, trumps: Suit) -> int:
    """The points of an honour in a trick played under these trumps."""
    match rules.honours:
        case Honours.ALL_SUITS:
            return rules.honour_points(card)
        case Honours.TRUMPS_ONLY:
            return rules.honour_points(card) if card.suit is trumps else 0
        case Honours.TURNED_UP_ONLY:
            return 0
        case _:
            assert_never(rules.honours)


def penneech_in_trick(rules: Rules, trumps: Suit) -> int:
    """The in-hand points of the penneech in the trick to which it is played."""
    if rules.penneech_in_hand is PenneechInHand.WON_WHEN_TRUMP and trumps is rules.penneech_suit:
        return rules.penneech.in_hand
    return 0


def card_in_trick(rules: Rules, card: Card, trumps: Suit) -> int:
    """The points of one card, led or played, in a trick played under these trumps."""
    if card is rules.penneech.card:
        return penneech_in_trick(rules, trumps)
    return honour_in_trick(rules, card, trumps)


def turn_up(rules: Rules, card: Card) -> int:
    """The points of a card turned up for a trick, to whoever is credited with it."""
    if card is rules.penneech.card:
        return rules.penneech.turned_up
    return rules.honour_points(card)


def last_turn_up(rules: Rules, card: Card) -> int:
    """The points of the card turned up after the last trick."""
    match rules.last_turn_up:
        case LastTurnUp.HONOURS_AND_PENNEECH:
            return turn_up(rules, card)
        case LastTurnUp.HONOURS_ONLY:
            return rules.honour_points(card)
        case LastTurnUp.NOTHING:
            return 0
        case _:
            assert_never(rules.last_turn_up)


def dealer_scores_first_turn_up(rules: Rules) -> bool:
    """Whether the dealer reckons the card that the dealer turns."""
    return rules.first_turn_up is FirstTurnUp.DEALER


def turner_scores(rules: Rules) -> bool:
    """Whether the winner of a trick reckons the card turned for the next one."""
    return rules.turn_up_credit is TurnUpCredit.TURNER


def trick_winner_scores_turn_up(rules: Rules, trick: int) -> bool:
    """Whether the winner of the trick of that number reckons the card it was played under."""
    if rules.turn_up_credit is TurnUpCredit.TURNER:
        return False
    return trick > 1 or rules.first_turn_up is FirstTurnUp.FIRST_TRICK_WINNER


def held_penneech(rules: Rules, turned: tuple[Card, ...]) -> int:
    """The in-hand points of a penneech that is held when the last of these cards is turned.

    They are scored once a deal, at the first diamond turned for a trick: a player who holds the
    penneech at a later one held it at the first.
    """
    if rules.penneech_in_hand is not PenneechInHand.HELD_WHEN_TRUMP:
        return 0
    diamonds = [card for card in turned if card.suit is rules.penneech_suit]
    return rules.penneech.in_hand if diamonds == [turned[-1]] else 0


def penneech_at_end(rules: Rules, turned_for_tricks: tuple[Card, ...]) -> int:
    """What the winner of the penneech's trick scores for it at the end of the deal."""
    if rules.penneech_in_hand is not PenneechInHand.WON_IF_EVER_TRUMP:
        return 0
    ever = any(card.suit is rules.penneech_suit for card in turned_for_tricks)
    return rules.penneech.in_hand if ever else 0


def excess(rules: Rules, tricks: Pair, player: Player) -> int:
    """One point for each card that the player counts over `excess_over`, where that is allowed.

    Args:
        rules: the rules that are played by.
        tricks: the tricks won by A and by B.
        player: who counts.
    """
    won = tricks[player]
    match rules.excess_claim:
        case ExcessClaim.EITHER_PLAYER:
            pass
        case ExcessClaim.TRICK_MAJORITY:
            if 2 * won <= tricks[0] + tricks[1]:
                return 0
        case _:
            assert_never(rules.excess_claim)
    match rules.excess_cards:
        case ExcessCards.TRICK_CARDS:
            counted = 2 * won
        case ExcessCards.TRICK_CARDS_AND_TURN_UPS:
            counted = 3 * won
        case _:
            assert_never(rules.excess_cards)
    return max(0, counted - rules.excess_over)
