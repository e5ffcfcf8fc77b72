"""The `infer:N` players: they sample worlds, the likelier ones more often, by what was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from penneech.players.knowing import ALL_CARDS, set_of
from penneech.players.pimc import SamplingPlayer, sight_of

if TYPE_CHECKING:
    from penneech.chance import Luck
    from penneech.kernel.inferring import Choice
    from penneech.kernel.searching import Numbers, Sight
    from penneech.players.view import View


@dataclass(frozen=True, slots=True)
class InferringPlayer(SamplingPlayer):
    """Perfect-information Monte Carlo that makes something of what the other chose to play.

    It draws eight times as many worlds as it reckons with, each as likely as the others, and asks
    of each how likely the other was to play in it the cards that it has played. By that it takes
    its worlds from them, and goes on as `pimc:N` does. Where the other has played nothing yet, it
    plays as `pimc:N`.

    Args:
        worlds: how many worlds it reckons with for each choice, 1 to 4,096.
    """

    @property
    def name(self) -> str:
        """The name by which the player is asked for, like `infer:32`."""
        return f"infer:{self.worlds}"

    def sampled(self, view: View, luck: Luck) -> tuple[Sight, Numbers, Numbers]:
        """What the player sees, and the worlds over which it reckons, as `pimc:N` has it."""
        from penneech.kernel import inferring  # noqa: PLC0415  # who does not search need not wait

        sight, key = sight_of(view), luck.worlds(view.number, len(view.history))
        choices = choices_of(view)
        return sight, *inferring.likely_worlds(view.rules, sight, choices, key, self.worlds)


def choices_of(view: View) -> list[Choice]:
    """The choices of cards that the other has made in this deal, in order."""
    from penneech.kernel.inferring import Choice  # noqa: PLC0415  # who does not search need not wait

    unseen = ALL_CARDS & ~set_of(view.laid_aside[0]) & ~set_of(view.laid_aside[1])
    choices = []
    for number, turned in enumerate(view.turn_ups):
        unseen &= ~(1 << turned.index)
        led, reply, leads = view.led, None, view.led is not None
        if number < len(view.history):
            trick = view.history[number]
            led, reply, leads = trick.led, trick.reply, trick.leader is not view.me
        if led is None:
            break
        if not leads:
            unseen &= ~(1 << led.index)
        card = led if leads else reply
        assert card is not None  # noqa: S101  # the player to move has not replied
        before = None if leads else led.index
        choices.append(Choice(card.index, before, turned.index, number, unseen, 0))
        unseen &= ~set_of([led] if reply is None else [led, reply])
    held = 0
    for nth in reversed(range(len(choices))):
        held |= 1 << choices[nth].card
        choices[nth] = choices[nth]._replace(held=held)
    return choices
