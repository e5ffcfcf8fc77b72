"""Which rules bear on a moment of a game: the one that governs the choice, and those that scored.

They are named by their ids, as variants have them; what they say stands in the catalogue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from penneech.events import GameEnded, Scored, Source, ThrownUp, TrickWon
from penneech.rules import FirstTurnUp, RedealScope, TurnUpCredit
from penneech.screens.sitting import Waits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.events import Event
    from penneech.rules import Rules
    from penneech.screens.face import Face

FOLLOWING, THROWING = "following", "redeal"


def bearing(face: Face, last: Iterable[Event]) -> tuple[str, ...]:
    """The ids of the rules that bear on a moment, the one that governs the choice first.

    Args:
        face: the table.
        last: what has happened since the last choice.
    """
    found = [*_governing(face), *_behind(face.rules, last)]
    return tuple(dict.fromkeys(found))


def _governing(face: Face) -> Iterator[str]:
    match face.waits:
        case Waits.ANSWER:
            yield THROWING
            yield "redeal_scope"
            if face.rules.redeal_scope is RedealScope.BOTH_HANDS:
                yield "redeal_dealer"
        case Waits.CARD | Waits.COMPUTER | Waits.OTHER | Waits.CURTAIN if face.led is not None:
            yield FOLLOWING
            yield "turn_up_is_trumps"
        case Waits.CARD | Waits.COMPUTER | Waits.OTHER | Waits.CURTAIN:
            yield "winner_leads" if face.history else "elder_leads"
            yield "turn_up_is_trumps"
        case Waits.DEAL:
            yield "deal_alternates"
        case Waits.NOTHING:
            yield "game_end"
        case _:
            assert_never(face.waits)


def _behind(rules: Rules, last: Iterable[Event]) -> Iterator[str]:
    """The rules by which something has just happened."""
    for fact in last:
        match fact:
            case Scored():
                yield from rules_of(rules, fact)
            case ThrownUp():
                yield from (THROWING, "redeal_scope", "redeal_dealer")
            case TrickWon() if rules.penneech.card in (fact.led, fact.reply):
                yield "penneech_rank"
            case GameEnded():
                yield "game_end"
            case _:
                pass


def rules_of(rules: Rules, scored: Scored) -> tuple[str, ...]:
    """The ids of the rules by which points were scored."""
    match scored.source:
        case Source.TURN_UP:
            return _of_turn_up(rules, scored.trick)
        case Source.TRICK:
            return ("honours", "honours_credit")
        case Source.PENNEECH_IN_HAND:
            return ("penneech_in_hand",)
        case Source.EXCESS:
            return ("excess_cards", "excess_claim")
        case _:
            assert_never(scored.source)


def _of_turn_up(rules: Rules, trick: int) -> tuple[str, ...]:
    """The first and the last turn-up have rules of their own."""
    first = 0 if rules.first_turn_up is FirstTurnUp.DEALER else 1
    turner = rules.turn_up_credit is TurnUpCredit.TURNER
    if trick == first and (not turner or not first):
        return ("first_turn_up",)
    if trick == rules.hand_size:
        # Under `trick_winner` the last trick's own turn-up has the same number.
        return ("last_turn_up",) if turner else ("last_turn_up", "turn_up_credit")
    return ("turn_up_credit",)
