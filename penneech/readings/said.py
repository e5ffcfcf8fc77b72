"""What is said of a game: sentences whose cards stay cards, which each output writes its way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from penneech.cards import Card, parse_card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from penneech.events import Player

_CARD = re.compile(r"\b([2-9TJQKA][CDHS])\b")


class Sentence(NamedTuple):
    """A sentence in pieces: words, and cards."""

    pieces: tuple[str | Card, ...]

    def written(self, card: Callable[[Card], str]) -> str:
        """The sentence, each card as `card` writes it."""
        return "".join([one if isinstance(one, str) else card(one) for one in self.pieces])

    def __str__(self) -> str:
        """Write the sentence with its cards as the files write them."""
        return self.written(str)


class Reason(NamedTuple):
    """Why something is not so, and where that is seen.

    Args:
        what: what is to be said.
        deal: the number of the deal; 0 for what is of the whole game.
        trick: the number of the trick; 0 for what is of the whole deal.
        game: how the game is called, among several or by its number; empty where it has no name.
    """

    what: Sentence
    deal: int = 0
    trick: int = 0
    game: str = ""

    def written(self, card: Callable[[Card], str]) -> str:
        """The reason after its place, each card as `card` writes it."""
        deal = f"deal {self.deal}" if self.deal else ""
        trick = f"trick {self.trick}" if self.trick else ""
        place = ", ".join([part for part in (self.game, deal, trick) if part])
        return f"{place}: {self.what.written(card)}" if place else self.what.written(card)

    def __str__(self) -> str:
        """Write the reason with its cards as the files write them."""
        return self.written(str)


def say(*parts: str | Card | Sentence) -> Sentence:
    """Make a sentence of its parts.

    >>> str(say(parse_card("4S"), " may not be played"))
    '4S may not be played'
    """
    pieces: list[str | Card] = []
    for part in parts:
        pieces += part.pieces if isinstance(part, Sentence) else (part,)
    return Sentence(tuple(pieces))


def in_deal(number: int, text: str) -> Reason:
    """Why something is not so, as is seen in a deal."""
    return Reason(say(text), number)


def row(cards: Iterable[Card], between: str = " ") -> Sentence:
    """Cards one after the other."""
    pieces = [piece for card in cards for piece in (between, card)]
    return Sentence(tuple(pieces[1:]))


def quoted(text: str) -> Sentence:
    """A sentence that was written with its cards as the files write them."""
    pieces = _CARD.split(text)
    return Sentence(tuple([parse_card(one) if i % 2 else one for i, one in enumerate(pieces)]))


def forbidden(card: Card, allowed: Iterable[Card]) -> Sentence:
    """A card that may not be played, and those that may."""
    return say(card, " may not be played; ", row(allowed, " or "), " must be")


def another_winner(would: Player, was: Player) -> Sentence:
    """A trick that would be another player's."""
    return say(f"the winner of the trick would be {would.name}, not {was.name}")


def not_turned_last(card: Card) -> Sentence:
    """A card that would not be turned up once all tricks are taken."""
    return say(card, " would not be turned up after the last trick")


def turned_otherwise(turned: int, there: Sequence[Card], tricks: int) -> Sentence:
    """Other turn-ups than there are: mostly it is the one after the last trick.

    Args:
        turned: how many cards would be turned up.
        there: those that were.
        tricks: how many tricks the deal has.
    """
    match turned - tricks, len(there) - tricks:
        case 1, 0:
            return say("a card would be turned up after the last trick, and none was")
        case 0, 1:
            return not_turned_last(there[-1])
        case _:
            return say(f"{turned} cards would be turned up, not {len(there)}")
