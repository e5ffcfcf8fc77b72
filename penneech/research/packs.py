"""Packs of which the cards are drawn as they are needed, and packs of fewer than 52 cards."""

from __future__ import annotations

import re
from typing import Any, Self, SupportsIndex, overload

from penneech.cards import PACK, Card, Rank, Suit
from penneech.errors import PenneechError
from penneech.files.spelling import shown

NAMED = {"full": PACK, "tiny": tuple(c for c in PACK if c.suit in "DS" and c.rank.letter in "7QKA")}
"""The packs that have names: all 52 cards, and eight with the penneech among them."""

TINY_HAND = 2
"""How many cards each player gets of the pack `tiny`, unless told."""


class CardsDueError(Exception):
    """The engine has come to cards of the pack that are not drawn yet.

    `places` are those that it asked for together: what it does with them does not depend on their
    order.
    """

    def __init__(self, places: tuple[int, ...]) -> None:
        self.places = places
        super().__init__(f"the cards at {places} are not drawn")


class DrawnPack(tuple[Card, ...]):
    """A pack as the engine takes it, of which only some cards are drawn.

    The engine's transitions are pure, so a move that comes to a card that is not drawn can be made
    again when it is. So the engine itself says when a card is drawn, and nobody else has to know.
    """

    __slots__ = ()

    @classmethod
    def undrawn(cls, size: int) -> Self:
        """A pack of that size of which no card is drawn."""
        return tuple.__new__(cls, [None] * size)

    def drawing(self, place: int, card: Card) -> Self:
        """The pack with the card at this place drawn."""
        cards: list[Card | None] = list(self)
        cards[place] = card
        return tuple.__new__(type(self), cards)

    def drawn(self) -> dict[int, Card]:
        """The cards that are drawn, by their places."""
        cards: tuple[Card | None, ...] = tuple(self)
        return {place: card for place, card in enumerate(cards) if card is not None}

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Card: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Card, ...]: ...
    def __getitem__(self, key: SupportsIndex | slice, /) -> Card | tuple[Card, ...]:
        """The cards at these places.

        Raises:
            CardsDueError: when some of them are not drawn.
        """
        found: Any = super().__getitem__(key)
        if found is None or (isinstance(key, slice) and None in found):
            wanted = range(len(self))[key]
            places = wanted if isinstance(wanted, range) else (wanted,)
            known = self.drawn()
            raise CardsDueError(tuple([place for place in places if place not in known]))
        drawn: Card | tuple[Card, ...] = found
        return drawn


def pack_named(name: str) -> tuple[Card, ...]:
    """The cards of a pack: `full`, `tiny`, or ranks and suits like `AKQ7-DS`, in pack order.

    Several kinds are joined by a plus: `AK7-DS+Q-S`.

    Raises:
        PenneechError: for a text that names no pack.

    >>> print(*pack_named("AK-DS+7-D"))
    7D KD AD KS AS
    """
    if name in NAMED:
        return NAMED[name]
    letters = "".join(rank.letter for rank in Rank)
    signs = "".join(suit.value for suit in Suit)
    kinds = [re.fullmatch(f"([{letters}]+)-([{signs}]+)", kind) for kind in name.split("+")]
    told = [kind.groups() for kind in kinds if kind is not None]
    if len(told) < len(kinds):
        raise PenneechError(
            f"{shown(name)} names no pack; write {', '.join(NAMED)}, or ranks and suits like "
            "AKQ7-DS"
        )
    return tuple(
        card for card in PACK
        if any(card.rank.letter in ranks and card.suit.value in suits for ranks, suits in told)
    )  # fmt: skip
