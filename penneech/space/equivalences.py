"""Readings that cannot differ: which, under which rules, and why.

An equivalence says that some readings of one rule point make the same games once the other rules
and the parameters are such and such. The players are taken to choose by their cards, and to throw
up a hand whenever they may. Only what can be proved stands here; `space.py` makes use of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from penneech.cards import Rank
from penneech.rules import (
    RULE_POINTS,
    FirstTurnUp,
    GameEnd,
    Honours,
    LastTurnUp,
    PenneechInHand,
    Redeal,
    RedealScope,
)
from penneech.space.scorable import (
    count_follows_the_pegging,
    excess_implies_majority,
    has_honours,
    honours_score_in_tricks,
    most_scores,
    penneech_may_lose,
    trump_honours_may_be_lost,
    turn_ups_score,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from penneech.rules import Rules


class Within(StrEnum):
    """How much of the play is looked at."""

    DEAL = "deal"
    """A single deal played to its last card: which seat takes which trick and earns what."""
    GAME = "game"
    """Whole games: what each player earns in every deal, and who wins."""


class Keeps(StrEnum):
    """What stays the same when one reading stands for another."""

    GAMES = "games"
    """The same packs and the same choices make the same tricks, points and winner."""
    DISTRIBUTION = "distribution"
    """Other packs make the same games, as many of them: what is likely stays as likely."""


def _always(_: Rules) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Some readings of one rule point that cannot differ while a condition holds.

    Args:
        id: a name for it.
        point: the rule point.
        readings: the readings; the first stands for the others.
        sentence: why, in the game's language.
        reads: the other rule points that the condition looks at.
        holds: the condition; it looks at the parameters and at `reads`, at nothing else.
        within: `deal` when only a single deal cannot differ, `game` when whole games cannot.
        keeps: whether the games are the same, or only what is likely.
    """

    id: str
    point: str
    readings: tuple[str, ...]
    sentence: str
    reads: tuple[str, ...] = ()
    holds: Callable[[Rules], bool] = _always
    within: Within = Within.GAME
    keeps: Keeps = Keeps.GAMES

    @property
    def standing(self) -> StrEnum:
        """The reading that stands for all of them."""
        return RULE_POINTS[self.point](self.readings[0])

    @property
    def looks_at(self) -> frozenset[str]:
        """All rule points that it is about."""
        return frozenset((self.point, *self.reads))

    def joins(self, rules: Rules) -> bool:
        """Whether the rules have one of the readings that another stands for, and it may."""
        return getattr(rules, self.point) in self.readings[1:] and self.holds(rules)


def _all(point: str) -> tuple[str, ...]:
    return tuple([reading.value for reading in RULE_POINTS[point]])


_WON = (PenneechInHand.WON_WHEN_TRUMP, PenneechInHand.WON_IF_EVER_TRUMP)
_COMPARED = (GameEnd.DEAL_END_HIGHER, GameEnd.DEAL_END_ELDER_FIRST)
_CAN_SCORE = ("honours", "first_turn_up", "last_turn_up", "excess_cards", "excess_claim")

EQUIVALENCES: tuple[Equivalence, ...] = (
    Equivalence(
        "first_deal_is_luck", "first_dealer", _all("first_dealer"),
        "However the first dealer is found, each player deals first in half of all games.",
        keeps=Keeps.DISTRIBUTION,
    ),
    Equivalence(
        "court_penneech", "redeal", (Redeal.NO_ACE_OR_FACE, Redeal.NOTHING_ABOVE_TEN),
        "A penneech that is itself an ace or a face never lies in a hand without one.",
        holds=lambda rules: rules.penneech.card.rank > Rank.TEN,
    ),
    Equivalence(
        "no_redeal_no_timing", "redeal_timing", _all("redeal_timing"),
        "Where no hand is thrown up, it does not matter when it might be.",
        ("redeal",), lambda rules: rules.redeal is Redeal.NEVER,
    ),
    Equivalence(
        "void_deals_count_nothing", "redeal_timing", _all("redeal_timing"),
        "A bad hand is thrown up whatever is turned, and what was turned in a void deal counts "
        "for nobody.",
        ("redeal_scope",), lambda rules: rules.redeal_scope is RedealScope.BOTH_HANDS,
    ),
    Equivalence(
        "stock_cards_are_alike", "redeal_timing", _all("redeal_timing"),
        "A bad hand is thrown up whatever is turned, and any card of the stock is as likely to be "
        "turned as to be drawn.",
        ("redeal_scope",), lambda rules: rules.redeal_scope is RedealScope.OWN_HAND,
        keeps=Keeps.DISTRIBUTION,
    ),
    Equivalence(
        "no_redeal_no_scope", "redeal_scope", _all("redeal_scope"),
        "Where no hand is thrown up, none is replaced.",
        ("redeal",), lambda rules: rules.redeal is Redeal.NEVER,
    ),
    Equivalence(
        "no_redeal_no_dealer", "redeal_dealer", _all("redeal_dealer"),
        "Where no hand is thrown up, nobody deals again.",
        ("redeal",), lambda rules: rules.redeal is Redeal.NEVER,
    ),
    Equivalence(
        "own_hand_no_dealer", "redeal_dealer", _all("redeal_dealer"),
        "Where the thrown hand alone is replaced, nobody deals again.",
        ("redeal_scope",), lambda rules: rules.redeal_scope is RedealScope.OWN_HAND,
    ),
    Equivalence(
        "seats_have_no_names", "redeal_dealer", _all("redeal_dealer"),
        "Who deals again changes who sits where, and not what the elder hand and the dealer get.",
        within=Within.DEAL,
    ),
    Equivalence(
        "ace_is_top", "penneech_rank", _all("penneech_rank"),
        "An ace that is the penneech is the highest of its suit as it is.",
        holds=lambda rules: rules.penneech.card.rank is Rank.ACE,
    ),
    Equivalence(
        "one_card_no_choice", "following", _all("following"),
        "Who holds a single card plays it.",
        holds=lambda rules: rules.hand_size == 1,
    ),
    Equivalence(
        "worthless_honours", "honours", _all("honours"),
        "Where no rank has points, no honour scores anywhere.",
        holds=lambda rules: not has_honours(rules),
    ),
    Equivalence(
        "no_honours_no_credit", "honours_credit", _all("honours_credit"),
        "Where no honour scores in a trick, nobody is credited with one.",
        ("honours",), lambda rules: not honours_score_in_tricks(rules),
    ),
    Equivalence(
        "never_lost_no_credit", "honours_credit", _all("honours_credit"),
        "Where the ace of trumps alone scores in a trick and nothing beats it, who plays it wins "
        "the trick.",
        ("honours", "penneech_rank"),
        lambda rules: rules.honours is Honours.TRUMPS_ONLY and not trump_honours_may_be_lost(rules),
    ),
    Equivalence(
        "worthless_in_hand", "penneech_in_hand", _all("penneech_in_hand"),
        "Where the penneech has no points in hand, it does not matter when they score.",
        holds=lambda rules: rules.penneech.in_hand == 0,
    ),
    Equivalence(
        "one_trick_is_every_trick", "penneech_in_hand", _WON,
        "With a single trick, diamonds are trumps in it or in none.",
        holds=lambda rules: rules.hand_size == 1, within=Within.DEAL,
    ),
    Equivalence(
        "one_trick_held_is_won", "penneech_in_hand", _all("penneech_in_hand"),
        "With a single trick, a penneech that is held under diamonds is played to it, and wins it "
        "unless another card may beat it.",
        ("penneech_rank",),
        lambda rules: rules.hand_size == 1 and not penneech_may_lose(rules), within=Within.DEAL,
    ),
    Equivalence(
        "one_trick_is_compared", "penneech_in_hand", _WON,
        "With a single trick, diamonds are trumps in it or in none; and where scores are compared "
        "when the deal is over, it does not matter in which order they were earned.",
        ("game_end",),
        lambda rules: rules.hand_size == 1 and rules.game_end in _COMPARED,
    ),
    Equivalence(
        "one_trick_held_is_compared", "penneech_in_hand", _all("penneech_in_hand"),
        "With a single trick, a penneech that is held under diamonds is played to it, and wins it "
        "unless another card may beat it; and where scores are compared when the deal is over, it "
        "does not matter in which order they were earned.",
        ("penneech_rank", "game_end"),
        lambda rules: rules.hand_size == 1 and rules.game_end in _COMPARED
        and not penneech_may_lose(rules),
    ),
    Equivalence(
        "worthless_turn_ups", "turn_up_credit", _all("turn_up_credit"),
        "Where no card has points when it is turned up, nobody is credited with one.",
        ("first_turn_up",),
        lambda rules: not turn_ups_score(rules) and rules.first_turn_up is FirstTurnUp.NOBODY,
    ),
    Equivalence(
        "one_trick_one_turn_up", "turn_up_credit", _all("turn_up_credit"),
        "With a single trick, the card turned for it is the first, and nobody scores that.",
        ("first_turn_up",),
        lambda rules: rules.hand_size == 1 and rules.first_turn_up is FirstTurnUp.NOBODY,
    ),
    Equivalence(
        "worthless_first_turn_up", "first_turn_up", _all("first_turn_up"),
        "Where no card has points when it is turned up, it does not matter who would score the "
        "first.",
        holds=lambda rules: not turn_ups_score(rules),
    ),
    Equivalence(
        "worthless_last_penneech", "last_turn_up",
        (LastTurnUp.HONOURS_AND_PENNEECH, LastTurnUp.HONOURS_ONLY),
        "Where a penneech turned up has no points, it has none when it is turned last.",
        holds=lambda rules: rules.penneech.turned_up == 0,
    ),
    Equivalence(
        "worthless_last_honours", "last_turn_up", (LastTurnUp.HONOURS_ONLY, LastTurnUp.NOTHING),
        "Where no rank has points, a last turn-up that counts for honours alone is worth nothing.",
        holds=lambda rules: not has_honours(rules),
    ),
    Equivalence(
        "nothing_in_excess", "excess_cards", _all("excess_cards"),
        "Where all the cards of a deal are not over `excess_over`, nobody has an excess.",
        holds=lambda rules: 3 * rules.hand_size <= rules.excess_over,
    ),
    Equivalence(
        "excess_is_majority", "excess_claim", _all("excess_claim"),
        "Where nobody counts over `excess_over` without most of the tricks, it does not matter "
        "whether they are asked for.",
        ("excess_cards",), excess_implies_majority,
    ),
    Equivalence(
        "deal_has_no_end_of_game", "game_end", _all("game_end"),
        "A deal that is played to its last card has the same points in whatever order.",
        within=Within.DEAL,
    ),
    Equivalence(
        "nothing_scores", "game_end", _all("game_end"),
        "Where nothing scores, nobody wins.",
        _CAN_SCORE, lambda rules: most_scores(rules) == 0,
    ),
    Equivalence(
        "one_score_one_player", "game_end", _COMPARED,
        "Where a deal has one score at most, both players never reach the target in one deal.",
        _CAN_SCORE, lambda rules: most_scores(rules) <= 1,
    ),
    Equivalence(
        "count_is_last_anyway", "game_end", (GameEnd.FIRST_TO_PEG, GameEnd.TURN_UPS_THEN_COUNT),
        "Where all that is not a turn-up is earned after the play, and the elder hand's first, it "
        "does not matter whether it is put off.",
        ("honours", "penneech_in_hand", "excess_cards", "excess_claim"), count_follows_the_pegging,
    ),
)  # fmt: skip
"""Every equivalence, in the order of the rule points."""
