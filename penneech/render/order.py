"""The order in which points are pegged or counted, told only of what the variant has.

The order itself is the engine's (`engine/deal.py`, `engine/board.py`); here it is put into a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import PACK
from penneech.engine import scoring
from penneech.events import Player
from penneech.render.content import Paragraph, Steps
from penneech.render.edition import can_exceed
from penneech.rules import (
    FirstTurnUp,
    GameEnd,
    Honours,
    HonoursCredit,
    PenneechInHand,
    TurnUpCredit,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.render.content import Block
    from penneech.render.edition import Edition
    from penneech.rules import Rules

TWO_IN_ONE = frozenset({"led_then_played", "cards_led_first", "excess_by_turns"})
"""Items that tell an order by themselves."""


def order_of_scoring(edition: Edition) -> tuple[Block, ...]:
    """What is pegged or counted before what, where that may decide the game; else nothing."""
    rules, words = edition.rules, edition.words
    items = order_items(rules)
    if not items[1:] and not TWO_IN_ONE.intersection(items):
        return ()
    suit = words.suit(rules.penneech_suit)
    intro = words.say(f"order_of_scoring.{rules.game_end}", target=rules.target)
    steps = tuple(words.say(f"order_of_scoring.{item}", suit=suit) for item in items)
    return (Paragraph(intro), Steps(steps))


def order_items(rules: Rules) -> tuple[str, ...]:
    """The names of what is pegged or counted, in its order; none where no order matters."""
    match rules.game_end:
        case GameEnd.FIRST_TO_PEG:
            return tuple(_pegged(rules))
        case GameEnd.TURN_UPS_THEN_COUNT:
            return tuple(_counted(rules))
        case _:
            return ()


def _pegged(rules: Rules) -> Iterator[str]:
    """From the cards of a trick to the count: each comes before what follows it."""
    if _honours_score_in_tricks(rules):
        yield "led_then_played"
    elif _penneech_scores(rules, PenneechInHand.WON_WHEN_TRUMP):
        yield "penneech_in_trick"
    if _turn_up_of_the_trick_scores(rules):
        yield "turn_up_of_the_trick"
    yield from _then_turned(rules)
    if _penneech_scores(rules, PenneechInHand.HELD_WHEN_TRUMP):
        yield "penneech_held"
    if _penneech_scores(rules, PenneechInHand.WON_IF_EVER_TRUMP):
        yield "penneech_at_end"
    if can_exceed(rules):
        yield "excess_by_turns" if _both_can_exceed(rules) else "excess"


def _counted(rules: Rules) -> Iterator[str]:
    """The count of one player, after the play."""
    in_trick = _penneech_scores(rules, PenneechInHand.WON_WHEN_TRUMP)
    held = _penneech_scores(rules, PenneechInHand.HELD_WHEN_TRUMP)
    honours = _honours_score_in_tricks(rules)
    # A holder has one honour in a trick, but may win the penneech with it.
    if honours and (in_trick or rules.honours_credit is HonoursCredit.TRICK_WINNER):
        yield "cards_led_first"
    elif honours or in_trick or held:
        yield "cards"
    if _penneech_scores(rules, PenneechInHand.WON_IF_EVER_TRUMP):
        yield "penneech_at_end"
    if can_exceed(rules):
        yield "excess"


def _then_turned(rules: Rules) -> Iterator[str]:
    """The card that is turned after a trick, if its turner may score it."""
    turner = rules.turn_up_credit is TurnUpCredit.TURNER and _turn_ups_score(rules)
    last = _last_turn_up_scores(rules)
    if turner and (rules.hand_size > 1 or rules.first_turn_up is FirstTurnUp.DEALER):
        yield "turned_next"
    elif last:
        yield "turned_last"


def _turn_up_of_the_trick_scores(rules: Rules) -> bool:
    first = rules.first_turn_up is FirstTurnUp.FIRST_TRICK_WINNER
    under = rules.turn_up_credit is TurnUpCredit.TRICK_WINNER
    return under and _turn_ups_score(rules) and (rules.hand_size > 1 or first)


def _turn_ups_score(rules: Rules) -> bool:
    return _honours_have_points(rules) or rules.penneech.turned_up > 0


def _last_turn_up_scores(rules: Rules) -> bool:
    return any(scoring.last_turn_up(rules, card) for card in PACK)


def _honours_score_in_tricks(rules: Rules) -> bool:
    return rules.honours is not Honours.TURNED_UP_ONLY and _honours_have_points(rules)


def _honours_have_points(rules: Rules) -> bool:
    return any(points > 0 for _, points in rules.card_points)


def _penneech_scores(rules: Rules, reading: PenneechInHand) -> bool:
    return rules.penneech_in_hand is reading and rules.penneech.in_hand > 0


def _both_can_exceed(rules: Rules) -> bool:
    counts = ((won, rules.hand_size - won) for won in range(rules.hand_size + 1))
    return any(all(scoring.excess(rules, tricks, player) for player in Player) for tricks in counts)
