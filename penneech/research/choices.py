"""The choices of a player as numbers: a card by its place in pack order, then throw up and keep."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from penneech.cards import PACK
from penneech.engine.game import play, throw_up
from penneech.engine.state import Phase
from penneech.errors import IllegalPlayError, quoted
from penneech.rules import Redeal

if TYPE_CHECKING:
    from penneech.engine.state import Game
    from penneech.events import Event
    from penneech.rules import Rules

THROW_UP, KEEP = len(PACK), len(PACK) + 1
"""The two answers of a player who is asked whether to throw up the hand."""

WORDS = {THROW_UP: "throw up", KEEP: "keep"}


class ChoiceError(IllegalPlayError, ValueError):
    """A choice or a draw that is not open: what learning programs know as a wrong value.

    `rule` names the rule that is broken; `choice` where it is no choice at all, `draw` for a draw.
    """


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


def checked_choice(game: Game, choice: object) -> int:
    """The choice as a number, where the player to move may choose it.

    Args:
        game: a game in which somebody is to choose.
        choice: what was given for a choice; whole numbers of every kind will do.

    Raises:
        ChoiceError: when it is no choice, or not open now; the message names the rule.
    """
    count, number = choices_under(game.umpire.rules), whole_number(choice)
    if number is None or not 0 <= number < count:
        text = f"{quoted(choice)} is no choice; give a whole number from 0 to {count - 1}"
        raise ChoiceError(f"{text}, of those that are open: {open_words(game)}", rule="choice")
    if number not in open_choices(game):
        try:
            chosen(game, number)
        except IllegalPlayError as error:
            text = f"{number} is not open: {error}; open are {open_words(game)}"
            raise ChoiceError(text, rule=error.rule) from None
    return number


def whole_number(value: object) -> int | None:
    """A whole number of any kind, numpy's too, as a number of Python; None for anything else.

    >>> whole_number(7), whole_number(7.0), whole_number("7")
    (7, None, None)
    """
    try:
        return index(value)  # type: ignore[arg-type]  # whether it can be is what is asked
    except TypeError:
        return None


def open_words(game: Game) -> str:
    """What is open to the player to move, number and word: `18 (7D), 20 (9D)`."""
    return ", ".join(f"{choice} ({word_for(choice)})" for choice in open_choices(game))


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
