"""The choices of a player as numbers: a card by its place in pack order, then throw up and keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import PACK
from penneech.engine.game import play, throw_up
from penneech.engine.state import Phase
from penneech.rules import Redeal

if TYPE_CHECKING:
    from penneech.engine.state import Game
    from penneech.events import Event
    from penneech.rules import Rules

THROW_UP, KEEP = len(PACK), len(PACK) + 1
"""The two answers of a player who is asked whether to throw up the hand."""

WORDS = {THROW_UP: "throw up", KEEP: "keep"}


def choices_under(rules: Rules) -> int:
    """How many choices there are under these rules: the cards, and the answers where one is asked.

    >>> from penneech.variant import load_variant
    >>> choices_under(load_variant("parlett").rules)
    54
    """
    return len(PACK) if rules.redeal is Redeal.NEVER else len(PACK) + len(WORDS)


def open_choices(game: Game) -> list[int]:
    """What the player to move may choose, in rising order; nothing when nobody is to move."""
    deal = game.deal
    if deal is None or game.needs_pack:
        return []
    if deal.phase is Phase.THROW_UP:
        return [THROW_UP, KEEP]
    return [card.index for card in deal.legal]


def chosen(game: Game, choice: int) -> tuple[Game, tuple[Event, ...]]:
    """The game after a choice of the player to move, and what happened.

    Raises:
        IllegalPlayError: when that may not be chosen now; the message names the rule.
    """
    if choice in WORDS:
        return throw_up(game, wanted=choice == THROW_UP)
    return play(game, PACK[choice])


def word_for(choice: int) -> str:
    """A choice as people write it: a card, `throw up` or `keep`.

    >>> word_for(18), word_for(53)
    ('7D', 'keep')
    """
    return WORDS.get(choice) or str(PACK[choice])
