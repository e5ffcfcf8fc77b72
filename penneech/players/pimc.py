"""The `pimc:N` players: they sample worlds, and play what is best over all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.players.knowing import knowledge_of

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.chance import Luck
    from penneech.kernel.searching import Numbers, Sight
    from penneech.players.view import View

MOST_WORLDS = 4096
MOST_CARDS = 10
"""The largest hand that can be searched; `kernel.solving`, which need not be loaded, has it too."""


@dataclass(frozen=True, slots=True)
class SamplingPlayer:
    """Perfect-information Monte Carlo: it thinks of ways in which the hidden cards may lie.

    It draws so many worlds that fit all that it has seen, each as likely as the others, finds best
    play in each as if all cards lay open, and plays the card that is worth most on the mean. Of
    cards that are equally good it plays the first in pack order. It plays for the points of the
    deal and does not look at the score. It throws up every hand that may be thrown up.

    Args:
        worlds: how many worlds it draws for each choice, 1 to 4,096.
    """

    worlds: int

    @property
    def name(self) -> str:
        """The name by which the player is asked for, like `pimc:32`."""
        return f"pimc:{self.worlds}"

    def throws_up(self, view: View, luck: Luck) -> bool:  # noqa: ARG002  # the protocol's signature
        """Throw up every hand that may be thrown up."""
        return True

    def card(self, view: View, luck: Luck) -> Card:
        """Choose the card that is worth most on the mean.

        Raises:
            PenneechError: for hands of more than ten cards.
        """
        if len(view.legal) == 1:
            return view.legal[0]
        totals = self.totals(view, luck)
        return max(view.legal, key=totals.__getitem__)

    def totals(self, view: View, luck: Luck) -> dict[Card, int]:
        """What each legal card is worth to the player, added up over all worlds.

        Returns:
            Points, by card in pack order: the player's less the other's, from this card to the end
            of the deal.

        Raises:
            PenneechError: for hands of more than ten cards.
        """
        from penneech.kernel import searching  # noqa: PLC0415  # who does not search need not wait

        totals = searching.worths_over(view.rules, *self.sampled(view, luck))
        return {
            card: total
            for card, total in zip(view.hand, totals, strict=True)
            if total is not None
        }  # fmt: skip

    def sampled(self, view: View, luck: Luck) -> tuple[Sight, Numbers, Numbers]:
        """What the player sees, and the worlds over which it reckons.

        Returns:
            What it sees, in numbers; hands and turn-ups, as `searching.worlds` gives them.
        """
        from penneech.kernel import searching  # noqa: PLC0415  # who does not search need not wait

        sight, key = sight_of(view), luck.worlds(view.number, len(view.history))
        return sight, *searching.worlds(sight, key, self.worlds)


def sight_of(view: View) -> Sight:
    """What a player sees and knows, in the kernel's numbers."""
    from penneech.kernel.searching import Sight  # noqa: PLC0415  # Numba comes when it is needed
    from penneech.players.standing import standing_of  # noqa: PLC0415  # Numba comes when it is needed

    known = knowledge_of(view)
    return Sight(
        hand=[card.index for card in view.hand],
        led=None if view.led is None else view.led.index,
        turned=view.turn_up.index,
        holds=known.holds,
        hidden=known.hidden,
        possible=known.possible,
        certain=known.certain,
        needed=known.needed,
        standing=standing_of(view, view.me if view.led is None else view.me.other),
    )
