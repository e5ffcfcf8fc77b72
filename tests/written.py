"""All readings, written out by hand: what the twins and the code are held to."""

from __future__ import annotations

READINGS = {
    "first_dealer": "cut_lowest_ace_low cut_lowest_ace_high cut_highest_ace_high random",
    "redeal": "never no_ace_or_face nothing_above_ten",
    "redeal_timing": "before_turn_up after_turn_up",
    "redeal_scope": "both_hands own_hand",
    "redeal_dealer": "same_dealer next_dealer thrower",
    "penneech_rank": "top_diamond top_when_trump plain",
    "following": "free must_follow follow_or_trump follow_or_trump_forced follow_else_trump",
    "honours": "all_suits trumps_only turned_up_only",
    "honours_credit": "trick_winner holder",
    "penneech_in_hand": "won_when_trump won_if_ever_trump held_when_trump",
    "turn_up_credit": "turner trick_winner",
    "first_turn_up": "nobody dealer first_trick_winner",
    "last_turn_up": "honours_and_penneech honours_only nothing",
    "excess_cards": "trick_cards trick_cards_and_turn_ups",
    "excess_claim": "either_player trick_majority",
    "game_end": "first_to_peg turn_ups_then_count deal_end_higher deal_end_elder_first",
}
