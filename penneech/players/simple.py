"""The players that do not think: `random`, and one who plays what is written."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.errors import PenneechError

if TYPE_CHECKING:
    from collections.abc import Iterable

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


class ScriptedPlayer:
    """Plays the cards that are written down, in order; for replaying a game move by move.

    Args:
        cards: what the player plays, the first first.
        throwing: what the player answers each time a hand might be thrown up; never, when told
            nothing more.
    """

    name = "scripted"

    def __init__(self, cards: Iterable[Card], throwing: Iterable[bool] = ()) -> None:
        self._cards = deque(cards)
        self._throwing = deque(throwing)

    def throws_up(self, view: View, luck: Luck) -> bool:  # noqa: ARG002  # the protocol's signature
        """Answer as it is written."""
        return self._throwing.popleft() if self._throwing else False

    def card(self, view: View, luck: Luck) -> Card:  # noqa: ARG002  # the protocol's signature
        """Play the next card that is written.

        Raises:
            PenneechError: when nothing more is written.
        """
        if not self._cards:
            raise PenneechError(f"no card is written for {view.me.name} in deal {view.number + 1}")
        return self._cards.popleft()
