"""What can score at all: questions about rules that their parameters answer without a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import Rank
from penneech.rules import (
    ExcessCards,
    ExcessClaim,
    FirstTurnUp,
    Honours,
    LastTurnUp,
    PenneechInHand,
    PenneechRank,
)

if TYPE_CHECKING:
    from penneech.rules import Rules


def has_honours(rules: Rules) -> bool:
    """Whether any card scores as an honour: of the four of a rank one may be the penneech."""
    return any(points for _, points in rules.card_points)


def turn_ups_score(rules: Rules) -> bool:
    """Whether any card is worth something when it is turned up for a trick."""
    return has_honours(rules) or rules.penneech.turned_up > 0


def honours_score_in_tricks(rules: Rules) -> bool:
    """Whether any honour scores when it is played."""
    return has_honours(rules) and rules.honours is not Honours.TURNED_UP_ONLY


def penneech_may_lose(rules: Rules) -> bool:
    """Whether another diamond may beat the penneech while diamonds are trumps."""
    is_plain = rules.penneech_rank is PenneechRank.PLAIN
    return is_plain and rules.penneech.card.rank is not Rank.ACE


def trump_honours_may_be_lost(rules: Rules) -> bool:
    """Whether some honour of trumps can be beaten: any but an ace, and an ace by the penneech."""
    if any(points and rank is not Rank.ACE for rank, points in rules.card_points):
        return True
    return not (rules.penneech.card.rank is Rank.ACE or rules.penneech_rank is PenneechRank.PLAIN)


def counted_a_trick(rules: Rules) -> int:
    """How many cards are counted for each trick won."""
    return 2 if rules.excess_cards is ExcessCards.TRICK_CARDS else 3


def excess_implies_majority(rules: Rules) -> bool:
    """Whether only the winner of more than half of the tricks can count over `excess_over`."""
    fewest = rules.excess_over // counted_a_trick(rules) + 1
    return 2 * fewest > rules.hand_size


def players_with_excess(rules: Rules) -> int:
    """How many players at most score for excess in one deal."""
    fewest = rules.excess_over // counted_a_trick(rules) + 1
    if fewest > rules.hand_size:
        return 0
    shared = rules.excess_claim is ExcessClaim.EITHER_PLAYER and 2 * fewest <= rules.hand_size
    return 2 if shared else 1


def most_scores(rules: Rules) -> int:
    """How many times at most anything is scored in one deal (or two, where it may be more)."""
    if honours_score_in_tricks(rules):
        return 2
    turned = rules.hand_size - 1 + (rules.first_turn_up is not FirstTurnUp.NOBODY)
    excess, in_hand = players_with_excess(rules), int(rules.penneech.in_hand > 0)
    if has_honours(rules):
        turned += rules.last_turn_up is not LastTurnUp.NOTHING
        return min(2, turned + in_hand + excess)
    turned += rules.last_turn_up not in {LastTurnUp.HONOURS_ONLY, LastTurnUp.NOTHING}
    # Then the penneech alone scores as a card, and is either turned up or held.
    by_turn = int(rules.penneech.turned_up > 0 and turned > 0)
    return min(2, max(by_turn, in_hand) + excess)


def count_follows_the_pegging(rules: Rules) -> bool:
    """Whether all that is not a turn-up is earned after the play, the elder hand's before."""
    if honours_score_in_tricks(rules):
        return False
    ever = rules.penneech_in_hand is PenneechInHand.WON_IF_EVER_TRUMP
    return rules.penneech.in_hand == 0 or (ever and players_with_excess(rules) == 0)
