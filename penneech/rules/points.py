"""The rule points and their readings, the parameters, and what is the same in every reading."""

from __future__ import annotations

from enum import StrEnum


class FirstDealer(StrEnum):
    """Who deals first."""

    CUT_LOWEST_ACE_LOW = "cut_lowest_ace_low"
    CUT_LOWEST_ACE_HIGH = "cut_lowest_ace_high"
    CUT_HIGHEST_ACE_HIGH = "cut_highest_ace_high"
    RANDOM = "random"


class Redeal(StrEnum):
    """Which hands may be thrown up."""

    NEVER = "never"
    NO_ACE_OR_FACE = "no_ace_or_face"
    NOTHING_ABOVE_TEN = "nothing_above_ten"


class RedealTiming(StrEnum):
    """Whether a hand is thrown up before or after the first turn-up is seen."""

    BEFORE_TURN_UP = "before_turn_up"
    AFTER_TURN_UP = "after_turn_up"


class RedealScope(StrEnum):
    """Whether both hands are dealt again, or the thrown hand alone is replaced."""

    BOTH_HANDS = "both_hands"
    OWN_HAND = "own_hand"


class RedealDealer(StrEnum):
    """Who deals again when both hands are void."""

    SAME_DEALER = "same_dealer"
    NEXT_DEALER = "next_dealer"
    THROWER = "thrower"


class PenneechRank(StrEnum):
    """Where the penneech ranks in its suit."""

    TOP_DIAMOND = "top_diamond"
    TOP_WHEN_TRUMP = "top_when_trump"
    PLAIN = "plain"


class Following(StrEnum):
    """What the second player to a trick may play."""

    FREE = "free"
    MUST_FOLLOW = "must_follow"
    FOLLOW_OR_TRUMP = "follow_or_trump"
    FOLLOW_OR_TRUMP_FORCED = "follow_or_trump_forced"
    FOLLOW_ELSE_TRUMP = "follow_else_trump"


class Honours(StrEnum):
    """Which honours score when won in tricks."""

    ALL_SUITS = "all_suits"
    TRUMPS_ONLY = "trumps_only"
    TURNED_UP_ONLY = "turned_up_only"


class HonoursCredit(StrEnum):
    """Who scores an honour in a trick."""

    TRICK_WINNER = "trick_winner"
    HOLDER = "holder"


class PenneechInHand(StrEnum):
    """When the penneech scores its in-hand points."""

    WON_WHEN_TRUMP = "won_when_trump"
    WON_IF_EVER_TRUMP = "won_if_ever_trump"
    HELD_WHEN_TRUMP = "held_when_trump"


class TurnUpCredit(StrEnum):
    """Who scores a turned-up honour or penneech."""

    TURNER = "turner"
    TRICK_WINNER = "trick_winner"


class FirstTurnUp(StrEnum):
    """Who scores the turn-up that the dealer turns."""

    NOBODY = "nobody"
    DEALER = "dealer"
    FIRST_TRICK_WINNER = "first_trick_winner"


class LastTurnUp(StrEnum):
    """What the card turned after the last trick is worth to its winner."""

    HONOURS_AND_PENNEECH = "honours_and_penneech"
    HONOURS_ONLY = "honours_only"
    NOTHING = "nothing"


class ExcessCards(StrEnum):
    """What a player counts at the end of the deal."""

    TRICK_CARDS = "trick_cards"
    TRICK_CARDS_AND_TURN_UPS = "trick_cards_and_turn_ups"


class ExcessClaim(StrEnum):
    """Who may score for counted cards in excess."""

    EITHER_PLAYER = "either_player"
    TRICK_MAJORITY = "trick_majority"


class GameEnd(StrEnum):
    """How points are pegged and how the game is won."""

    FIRST_TO_PEG = "first_to_peg"
    TURN_UPS_THEN_COUNT = "turn_ups_then_count"
    DEAL_END_HIGHER = "deal_end_higher"
    DEAL_END_ELDER_FIRST = "deal_end_elder_first"


RULE_POINTS: dict[str, type[StrEnum]] = {
    "first_dealer": FirstDealer,
    "redeal": Redeal,
    "redeal_timing": RedealTiming,
    "redeal_scope": RedealScope,
    "redeal_dealer": RedealDealer,
    "penneech_rank": PenneechRank,
    "following": Following,
    "honours": Honours,
    "honours_credit": HonoursCredit,
    "penneech_in_hand": PenneechInHand,
    "turn_up_credit": TurnUpCredit,
    "first_turn_up": FirstTurnUp,
    "last_turn_up": LastTurnUp,
    "excess_cards": ExcessCards,
    "excess_claim": ExcessClaim,
    "game_end": GameEnd,
}
"""The sixteen rule points in the order of the catalogue, each with its readings."""

PARAMETERS = ("hand_size", "target", "card_points", "penneech", "excess_over")
"""The parameters in the order of the catalogue."""

INVARIANTS = (
    "two_players",
    "pack_52",
    "ace_high",
    "deal_singly",
    "elder_first_card",
    "elder_leads",
    "winner_leads",
    "deal_alternates",
    "turn_up_is_trumps",
)
"""What is the same in every reading, though not all of it is stated."""
