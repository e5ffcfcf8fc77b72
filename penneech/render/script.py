"""How cards and names are written on a screen: signs or letters, with colours or without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from penneech.cards import Suit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from penneech.cards import Card

RED = frozenset((Suit.DIAMONDS, Suit.HEARTS))
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Script:
    """How cards are written: with suit signs where the output can carry them, else in letters."""

    signs: bool
    colours: bool = True

    @classmethod
    def of(cls, encoding: str | None, *, plain: bool) -> Script:
        """The script for an output of that encoding; plain is letters without colours."""
        return cls(signs=not plain and carries_signs(encoding), colours=not plain)

    def card(self, card: Card | None, trumps: Suit | None = None) -> Text:
        """One card, red where its suit is, bold if it is a trump."""
        if card is None:
            return Text("??", style="dim")
        text = self.written(card)
        if not self.colours:
            return Text(text)
        red = "red" if card.suit in RED else ""
        return Text(text, style=f"bold {red}" if card.suit is trumps else red)

    def written(self, card: Card) -> str:
        """One card as it is written in a sentence."""
        return card.sign if self.signs else str(card)

    def hand(self, cards: Iterable[Card | None]) -> Text:
        """A hand, suit by suit, in each the highest card first; hidden cards last."""
        held = list(cards)
        order = {suit: place for place, suit in enumerate(Suit)}
        seen = [card for card in held if card is not None]
        known = sorted(seen, key=lambda card: (order[card.suit], -card.rank))
        hidden: list[Card | None] = [None] * (len(held) - len(known))
        return Text(" ").join(self.card(card) for card in [*known, *hidden])

    def between(self) -> str:
        """What stands between two statements of a line."""
        return " · " if self.signs else ", "


def carries_signs(encoding: str | None) -> bool:
    """Whether an output of that encoding can carry the suit signs."""
    try:
        "♣♦♥♠·".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def printable(text: str) -> str:
    """A text from a file as a screen can hold it: no control characters, not too long."""
    plain = "".join(mark if mark.isprintable() else "?" for mark in text[:_LONGEST_NAME])
    return plain if len(text) <= _LONGEST_NAME else f"{plain}..."
