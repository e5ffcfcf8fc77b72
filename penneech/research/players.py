"""The computer players of the ladder where chance is a player, as OpenSpiel's bots and policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.chance import Luck
from penneech.engine.state import Phase
from penneech.players.registry import opponent_named
from penneech.research.choices import KEEP, THROW_UP
from penneech.research.seen import knowing_absent, view_for

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.state import Game
    from penneech.players.protocol import PlayerAtTable
    from penneech.players.view import View
    from penneech.research.position import Position


def choice_of(player: PlayerAtTable, view: View, luck: Luck, *, asked: bool) -> int:
    """What a computer player chooses, by what it sees.

    Args:
        player: the player.
        view: what it sees.
        luck: its luck.
        asked: whether it is asked whether to throw up.
    """
    if asked:
        return THROW_UP if player.throws_up(view, luck) else KEEP
    return player.card(view, luck).index


class SeatedPlayer:
    """A computer player of the ladder at a table where chance is a player.

    Args:
        name: its name, like `greedy` or `pimc:16`.
        seed: of its luck, 0 to 2^64 - 1.

    Raises:
        PenneechError: when there is no such player, or it would see all cards.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        self.player = opponent_named(name)
        self._seed, self._games = seed, 0

    def restart(self) -> None:
        """Begin the next game, with other luck."""
        self._games += 1

    def choice(self, position: Position, draw: int = 0) -> int:
        """What it chooses in a position in which it is to move.

        Args:
            position: the game.
            draw: which of its lucks it has; the same position and draw give the same choice.

        Raises:
            ValueError: when nobody is to move.
        """
        if position.to_move is None or position.game is None:
            raise ValueError("nobody is to move")
        return self.choice_in(position.game, position.table.pack, draw)

    def choice_in(self, game: Game, pack: tuple[Card, ...], draw: int = 0) -> int:
        """What it chooses in a game in which it is to move.

        Args:
            game: the game.
            pack: the cards that are played with.
            draw: as for `choice`.

        Raises:
            ValueError: when no deal is in play.
        """
        if game.deal is None:
            raise ValueError("nobody is to move")
        me, asked = game.deal.to_move, game.deal.phase is Phase.THROW_UP
        view = view_for(game, me, len(pack))
        assert view is not None  # noqa: S101  # a deal is in play
        luck = Luck.of(self._seed, self._games + draw, me)
        return choice_of(self.player, knowing_absent(view, pack), luck, asked=asked)
