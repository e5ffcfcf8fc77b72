"""The board on which points are pegged, and when pegging wins the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from penneech.events import Event, Player, Scored, Source
from penneech.rules import GameEnd, Rules

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.umpire import Umpire
    from penneech.events import Pair

# Looking a member up through its class costs a tenth of a microsecond in Python 3.11, and this
# module and deal.py are where the reference engine spends its time: they bind such names once.
TURN_UP = Source.TURN_UP
make = tuple.__new__  # a named tuple's own way round its Python constructor: half the time


class Board:
    """The pegging of one move: it gathers facts in order and stops when the game is won.

    It lives within one transition and is never seen from outside, so it may change in place.
    Under `turn_ups_then_count` it puts off all that is not a turn-up until the count.
    """

    __slots__ = ("_umpire", "events", "put_off", "score", "winner")

    def __init__(
        self, umpire: Umpire, score: Pair, put_off: tuple[Scored, ...], events: list[Event]
    ) -> None:
        self.events = events
        self.score = score
        self.put_off = put_off
        self.winner: Player | None = None
        self._umpire = umpire

    def earn(
        self, player: Player, points: int, source: Source, card: Card | None, trick: int
    ) -> None:
        """Peg what a player has earned, now or at the count; no points are no event."""
        if not points or self.winner is not None:
            return
        scored = make(Scored, (player, points, source, card, trick))
        if self._umpire.counts_later and source is not TURN_UP:
            self.put_off = (*self.put_off, scored)
        else:
            self._peg(player, points, scored)

    def count(self, elder: Player) -> None:
        """Peg what was put off: the elder hand's whole count first, then the dealer's."""
        for player in (elder, elder.other):
            for scored in self.put_off:
                if scored.player is player and self.winner is None:
                    self._peg(player, scored.points, scored)
        self.put_off = ()

    def _peg(self, player: Player, points: int, scored: Scored) -> None:
        a, b = self.score
        self.score = score = (a, b + points) if player else (a + points, b)
        self.events.append(scored)
        umpire = self._umpire
        if umpire.pegs_win and score[player] >= umpire.target:
            self.winner = player


def winner_after_deal(rules: Rules, score: Pair, elder: Player) -> Player | None:
    """Who has won when scores are compared at the end of a deal; None: another deal is played.

    Args:
        rules: the rules that are played by.
        score: the totals, A's first.
        elder: the elder hand of that deal.
    """
    there = [player for player in Player if score[player] >= rules.target]
    match rules.game_end:
        case GameEnd.FIRST_TO_PEG | GameEnd.TURN_UPS_THEN_COUNT:
            return None
        case GameEnd.DEAL_END_HIGHER:
            if len(there) == len(Player):
                return None if score[0] == score[1] else Player(score[1] > score[0])
        case GameEnd.DEAL_END_ELDER_FIRST:
            if len(there) == len(Player):
                return elder
        case _:
            assert_never(rules.game_end)
    return there[0] if there else None
