"""The player who does not think: `random`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.chance import Luck
    from penneech.players.view import View


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal card, each as likely as the others, and throws up whenever it may."""

    name: str = "random"

    def throws_up(self, view: View, luck: Luck) -> bool:  # noqa: ARG002  # the protocol's signature
        """Throw up every hand that may be thrown up."""
        return True

    def card(self, view: View, luck: Luck) -> Card:
        """Draw one of the legal cards."""
        legal = view.legal
        return legal[luck.pick(view.number, len(view.history), len(legal))]
