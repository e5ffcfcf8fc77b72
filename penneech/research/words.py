"""A position in words: as it is, and as one player sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import PACK
from penneech.events import Player
from penneech.research.choices import word_for
from penneech.research.table import FirstDeal
from penneech.rules import FirstDealer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.cards import Card
    from penneech.players.view import View
    from penneech.research.position import Position


def whole(position: Position) -> str:
    """A position with all its cards open, a line for each thing."""
    view = position.view(Player.A)
    game = position.game
    if view is None or game is None or game.deal is None:
        lines = ["no card is dealt"]
        if game is not None:
            lines.append(f"{game.dealer.name} deals")
    else:
        hands = [f"{player.name} holds {line(game.deal.hands[player])}" for player in Player]
        lines = [*_open(view, position.table.rules.target), *hands]
        if position.is_over:
            lines.append("it is over" if game.winner is None else f"{game.winner.name} has won")
        elif position.to_move is not None and position.is_asked(position.to_move):
            lines.append(f"{position.to_move.name} may throw up")
    return "\n".join([*lines, *_waiting(position)])


def told(position: Position, player: Player, *, secret: bool = True, public: bool = True) -> str:
    """The table as a player sees it, in one line.

    Args:
        position: the game.
        player: who looks.
        secret: whether what only this player sees is told.
        public: whether what both see is told.
    """
    view = position.view(player)
    parts: list[str] = [f"seen by {player.name}"] if secret else []
    if view is not None and public:
        parts += _open(view, position.table.rules.target)
    if view is not None and secret:
        parts += _own(view)
        if position.is_asked(player):
            parts.append("may throw up")
    return "; ".join(parts)


def seen_by(view: View, *, asked: bool) -> str:
    """The table as a player sees it, a line for each thing.

    Args:
        view: what the player sees.
        asked: whether the player is asked whether to throw up.
    """
    lines = [f"deal {view.number + 1}, seen by {view.me.name}"]
    lines += [*_open(view, view.rules.target), *_own(view)]
    if asked:
        lines.append("may throw up the hand, or keep it")
    elif view.legal:
        lines.append(f"may play {line(view.legal)}")
    return "\n".join(lines)


def word_for_draw(position: Position, draw: int) -> str:
    """What chance brings, as people write it."""
    if position.game is not None or position.cut is not None:
        return str(PACK[draw])
    rules, first = position.table.rules, position.table.first_deal
    by_luck = first is FirstDeal.COIN or rules.first_dealer is FirstDealer.RANDOM
    return f"{Player(draw).name} deals first" if by_luck else str(PACK[draw])


def line(cards: Iterable[Card]) -> str:
    """Cards in a line; a dash for none."""
    return " ".join(map(str, cards)) or "-"


def _open(view: View, target: int) -> Iterator[str]:
    """What both players see."""
    again = f", again for the {view.attempt}. time" if view.attempt else ""
    yield f"A {view.score[0]}, B {view.score[1]} of {target}"
    yield f"{view.dealer.name} dealt{again}"
    for player in Player:
        if view.laid_aside[player]:
            yield f"{player.name} threw up {line(view.laid_aside[player])}"
    if view.turn_ups:
        yield f"turned {line(view.turn_ups)}"
    for number, trick in enumerate(view.history, 1):
        played = f"{trick.leader.name} {trick.led}, {trick.leader.other.name} {trick.reply}"
        yield f"trick {number} {played}, to {trick.winner.name}"
    if view.led is not None:
        yield f"led {view.led}"


def _own(view: View) -> Iterator[str]:
    """What only the player who looks sees."""
    yield f"hand {line(view.hand)}"
    for scored in view.put_off:
        yield f"to be counted {scored.player.name} {scored.points}"
    if view.other_held is not None:
        yield f"the other {'held' if view.other_held else 'did not hold'} the penneech"


def _waiting(position: Position) -> Iterator[str]:
    if position.game is None:
        yield f"cut {position.cut}" if position.cut is not None else "to be cut"
    elif position.due:
        if position.pending is not None:
            yield f"chosen {word_for(position.pending)}"
        drawn = position.pack.drawn()
        yield f"drawn {line(card for card in drawn.values())}"
