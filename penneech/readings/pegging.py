"""A deal's points in the order in which they are earned, and what pegging makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.engine import deal as deals
from penneech.engine.board import Board, winner_after_deal
from penneech.engine.state import Phase
from penneech.events import Scored, TurnedUp
from penneech.readings.said import Reason, another_winner, say

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.state import Deal
    from penneech.engine.umpire import Umpire
    from penneech.events import Event, Pair, Player
    from penneech.readings.laid import Laid


class Moment(NamedTuple):
    """One score, and how far the deal had come.

    Args:
        scored: what is scored.
        plays: how many cards had been led and played.
        turned: how many cards had been turned.
    """

    scored: Scored
    plays: int
    turned: int


class Course(NamedTuple):
    """How a deal goes that no peg stops.

    Args:
        moments: what is scored, in the order in which it is earned.
        plays: how many cards are led and played.
        turned: how many cards are turned.
        is_over: whether the deal is played to its end.
    """

    moments: tuple[Moment, ...]
    plays: int
    turned: int
    is_over: bool


class Outcome(NamedTuple):
    """How a deal leaves the game.

    Args:
        events: what was pegged, in order.
        score: the totals.
        winner: who has won, if anyone.
        plays: how many cards were played before the game was over.
        turned: how many cards were turned before.
        is_over: whether the deal is over, by its last card or by the end of the game.
    """

    events: tuple[Scored, ...]
    score: Pair
    winner: Player | None
    plays: int
    turned: int
    is_over: bool


def course(umpire: Umpire, laid: Laid) -> Course | Reason:
    """Play a deal whose umpire knows an end of the game that puts nothing off and stops no play.

    Returns:
        How the deal goes; or, where a card may not be played then, why not.
    """
    deal, facts = deals.deal_hands(umpire, laid.dealer, laid.pack, (0, 0))
    moments: list[Moment] = []
    turned = _note(moments, facts, 0, 0)
    for plays, card in enumerate(laid.plays, 1):
        if card not in deal.legal:
            return _refusal(laid, deal, card, plays)
        deal, facts = deals.play(deal, card)
        turned = _note(moments, facts, plays, turned)
    return Course(tuple(moments), len(laid.plays), turned, deal.phase is Phase.OVER)


def peg(umpire: Umpire, way: Course, elder: Player, before: Pair) -> Outcome:
    """Peg a deal's points, up to the one that ends the game if one does.

    Args:
        umpire: who knows how the game ends.
        way: how the deal goes.
        elder: the elder hand of the deal.
        before: the totals before the deal, A's first.
    """
    board = Board(umpire, before, (), [])
    plays, turned, is_over = way.plays, way.turned, way.is_over
    for moment in way.moments:
        board.earn(*moment.scored)
        if board.winner is not None:
            (_, plays, turned), is_over = moment, True
            break
    if is_over:
        board.count(elder)
    winner = board.winner
    if is_over and winner is None:
        winner = winner_after_deal(umpire.rules, board.score, elder)
    pegged = tuple([fact for fact in board.events if isinstance(fact, Scored)])
    return Outcome(pegged, board.score, winner, plays, turned, is_over)


def _refusal(laid: Laid, deal: Deal, card: Card, plays: int) -> Reason:
    """Why a card may not be played; who leads is who won the trick before."""
    player, trick = laid.holder(card), (plays + 1) // 2
    if deal.phase is Phase.OVER:
        return Reason(say(card, " could not be played: no card is due"), laid.number, trick)
    if player is None or player is deal.to_move or deal.phase is not Phase.LEAD:
        text = f" could not be played by {deal.to_move.name}, who does not hold it"
        return Reason(say(card, text), laid.number, trick)
    if not deal.history:
        text = f"{deal.to_move.name}, the elder hand, would lead, not {player.name}"
        return Reason(say(text), laid.number, trick)
    return Reason(another_winner(deal.to_move, player), laid.number, trick - 1)


def _note(moments: list[Moment], facts: tuple[Event, ...], plays: int, turned: int) -> int:
    for fact in facts:
        if isinstance(fact, TurnedUp):
            turned += 1
        elif isinstance(fact, Scored):
            moments.append(Moment(fact, plays, turned))
    return turned
