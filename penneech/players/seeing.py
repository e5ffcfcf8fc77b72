"""The `open` player: it sees all cards, and so shows how much there is to be won at the most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.chance import Luck
    from penneech.engine.state import Deal
    from penneech.players.view import View


@dataclass(frozen=True, slots=True)
class OpenPlayer:
    """Plays as if all cards lay open, to it and to the other: a bound, and nobody's opponent.

    It is no player as the protocol has it, since it cannot choose a card from a View: `play_game`
    hands it the deal itself, and whoever seats players by the protocol cannot seat it. Of cards
    that are equally good it plays the first in pack order. It plays for the points of the deal and
    does not look at the score. It throws up every hand that may be thrown up, and needs no luck.
    """

    name: str = "open"

    def throws_up(self, view: View, luck: Luck) -> bool:  # noqa: ARG002  # as the protocol has it
        """Throw up every hand that may be thrown up."""
        return True

    def card_of(self, deal: Deal) -> Card:
        """Choose the best card, with both hands and the stock open.

        Raises:
            PenneechError: for hands of more than ten cards.
        """
        if len(deal.legal) == 1:
            return deal.legal[0]
        return max(deal.legal, key=open_worths(deal).__getitem__)


def open_worths(deal: Deal) -> dict[Card, int]:
    """What each legal card is worth to its player in a deal whose cards all lie open.

    Returns:
        Points: the player's less the other's, from this card to the end of the deal, if both play
        best.

    Raises:
        PenneechError: for hands of more than ten cards.
    """
    from penneech.kernel.solving import solve  # noqa: PLC0415  # who does not search need not wait
    from penneech.players.standing import standing_of  # noqa: PLC0415  # Numba comes when it is needed

    leader = deal.to_move if deal.led is None else deal.to_move.other
    return solve(
        deal.rules,
        deal.hands[leader],
        deal.hands[leader.other],
        (deal.turn_ups[-1], *deal.pack[deal.top :]),
        led=deal.led,
        standing=standing_of(deal, leader),
    )
