"""What every player can do: throw up a hand or keep it, and choose a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.chance import Luck
    from penneech.players.view import View


class PlayerAtTable(Protocol):
    """A player, human or not; it decides by what it sees and by luck of its own."""

    @property
    def name(self) -> str:
        """The name by which the player is asked for, like `greedy`."""
        ...

    def throws_up(self, view: View, luck: Luck) -> bool:
        """Whether to throw up the hand, when that is allowed."""
        ...

    def card(self, view: View, luck: Luck) -> Card:
        """The card to play, one of `view.legal`."""
        ...
