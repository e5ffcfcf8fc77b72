"""A player who plays what is written, for games that are set out by hand."""

from __future__ import annotations

from collections import deque


class ScriptedPlayer:
    """Plays the cards that are written down, in order.

    Args:
        cards: what the player plays, the first first.
        throwing: what the player answers each time a hand might be thrown up; never, when told
            nothing more.
    """

    name = "scripted"

    def __init__(self, cards, throwing=()):
        self._cards = deque(cards)
        self._throwing = deque(throwing)

    def throws_up(self, view, luck):  # noqa: ARG002  # the protocol's signature
        """Answer as it is written."""
        return self._throwing.popleft() if self._throwing else False

    def card(self, view, luck):  # noqa: ARG002  # the protocol's signature
        """Play the next card that is written; a game that goes on beyond it is a fault."""
        assert self._cards, f"no card is written for {view.me.name} in deal {view.number + 1}"
        return self._cards.popleft()
