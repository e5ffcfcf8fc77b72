"""What has gone before in a deal, as far as best play depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.kernel.solving import Standing

if TYPE_CHECKING:
    from penneech.engine.state import Deal
    from penneech.events import Player
    from penneech.players.view import View


def standing_of(seen: View | Deal, leader: Player) -> Standing:
    """What has gone before, from the side of the player who leads or has led to this trick."""
    penneech = seen.umpire.penneech
    taken = 0
    for trick in seen.history:
        if trick.led is penneech or trick.reply is penneech:
            taken = 1 if trick.winner is leader else -1
    return Standing(
        (seen.tricks[leader], seen.tricks[leader.other]),
        any(card.suit is penneech.suit for card in seen.turn_ups[:-1]),
        taken,
    )
