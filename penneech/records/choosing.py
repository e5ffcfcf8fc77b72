"""Chooses a different card for each of several places, where not every card will do for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.cards import Card


def one_for_each(wants: Sequence[Sequence[Card]]) -> list[Card] | None:
    """A card for each place, all of them different; None if there are none such.

    Where a place has no card left, those that have its cards change to others where they can, so
    that cards are found whenever there are any (a matching in a graph of two sides).

    Args:
        wants: for each place the cards that will do.
    """
    holders: dict[Card, int] = {}

    def seat(place: int, tried: set[Card]) -> bool:
        for card in wants[place]:
            if card not in holders:
                holders[card] = place
                return True
        for card in wants[place]:
            if card not in tried:
                tried.add(card)
                if seat(holders[card], tried):
                    holders[card] = place
                    return True
        return False

    if not all(seat(place, set()) for place in range(len(wants))):
        return None
    by_place = {place: card for card, place in holders.items()}
    return [by_place[place] for place in range(len(wants))]
