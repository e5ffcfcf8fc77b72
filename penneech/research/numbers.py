"""What a player sees, in numbers: named fields of a fixed size, one after another.

The two sides of a field stand in an order that the reader gives: the player who looks first, or A
first. A set of cards is 52 numbers in pack order, 1 for a card that is in it. Counts are given as
shares, so that most lie between 0 and 1; a score may pass the target, and then its share passes 1.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from penneech.cards import PACK
from penneech.engine.state import MAX_DEALS, MAX_REDEALS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from penneech.cards import Card
    from penneech.engine.state import Trick
    from penneech.events import Player
    from penneech.players.view import View

    Numbers: TypeAlias = npt.NDArray[np.float32]
    Sides: TypeAlias = tuple[Player, Player]
    Put: TypeAlias = Callable[[Numbers, View, Sides], None]

CARDS = len(PACK)


class Field(NamedTuple):
    """A field of what a player sees.

    Args:
        name: its name.
        shape: how many numbers it holds, in rows where there are two figures.
        is_secret: whether only the player who looks may see it.
        says: what it tells.
        put: how it is filled; it holds nothing before.
    """

    name: str
    shape: tuple[int, ...]
    is_secret: bool
    says: str
    put: Put

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return prod(self.shape)


def observed(hand_size: int, *, in_order: bool = False) -> tuple[Field, ...]:
    """The fields of what a player sees.

    Args:
        hand_size: how many cards each player gets.
        in_order: whether all tricks of the deal come too, in the order in which they were played.
    """
    return (*FIELDS, *_tricks(hand_size)) if in_order else FIELDS


def size_of(fields: Iterable[Field]) -> int:
    """How many numbers these fields hold together."""
    return sum(field.size for field in fields)


def places_in(fields: Sequence[Field], numbers: Numbers) -> dict[str, Numbers]:
    """Each field by its name: a window, in its own shape, on its place among the numbers."""
    places, begin = {}, 0
    for field in fields:
        places[field.name] = numbers[begin : begin + field.size].reshape(field.shape)
        begin += field.size
    return places


def fill(fields: Iterable[Field], places: Mapping[str, Numbers], view: View, sides: Sides) -> None:
    """Put what a player sees into the places of these fields, which hold nothing before.

    Args:
        fields: the fields.
        places: their places by name, as `places_in` gives them.
        view: what the player sees.
        sides: which player stands first in the fields that have two sides, and which second.
    """
    for field in fields:
        field.put(places[field.name], view, sides)


def _cards(of: Callable[[View], Iterable[Card]]) -> Put:
    def put(place: Numbers, view: View, sides: Sides) -> None:  # noqa: ARG001  # as all are
        for card in of(view):
            place[card.index] = 1

    return put


def _cards_by_side(of: Callable[[View, Player], Iterable[Card]]) -> Put:
    def put(place: Numbers, view: View, sides: Sides) -> None:
        for row, side in zip(place, sides, strict=True):
            for card in of(view, side):
                row[card.index] = 1

    return put


def _by_side(of: Callable[[View, Player], float]) -> Put:
    def put(place: Numbers, view: View, sides: Sides) -> None:
        place[:] = [of(view, side) for side in sides]

    return put


def _share(of: Callable[[View], float]) -> Put:
    def put(place: Numbers, view: View, sides: Sides) -> None:  # noqa: ARG001  # as all are
        place[0] = of(view)

    return put


def _each_trick(of: Callable[[Trick], Card]) -> Put:
    def put(place: Numbers, view: View, sides: Sides) -> None:  # noqa: ARG001  # as all are
        for row, trick in zip(place, view.history, strict=False):
            row[of(trick).index] = 1

    return put


def _leaders(place: Numbers, view: View, sides: Sides) -> None:
    for row, trick in zip(place, view.history, strict=False):
        row[sides.index(trick.leader)] = 1


def _other_held(place: Numbers, view: View, sides: Sides) -> None:  # noqa: ARG001  # as all are
    if view.other_held is not None:
        place[int(not view.other_held)] = 1


def _played(view: View, side: Player) -> list[Card]:
    return [trick.led if trick.leader is side else trick.reply for trick in view.history]


def _later(view: View, side: Player) -> float:
    earned = sum(scored.points for scored in view.put_off if scored.player is side)
    return earned / view.rules.target


SECRET, OPEN = True, False

FIELDS = (
    Field("dealer", (2,), OPEN, "who dealt: 1 at that side",
          _by_side(lambda view, side: view.dealer is side)),
    Field("hand", (CARDS,), SECRET, "the player's own cards", _cards(lambda view: view.hand)),
    Field("led", (CARDS,), OPEN, "the card led to this trick",
          _cards(lambda view: () if view.led is None else (view.led,))),
    Field("turn_up", (CARDS,), OPEN, "the card turned last, whose suit is trumps",
          _cards(lambda view: view.turn_ups[-1:])),
    Field("turned", (CARDS,), OPEN, "all cards turned in this deal",
          _cards(lambda view: view.turn_ups)),
    Field("played", (2, CARDS), OPEN, "the cards that each side has played to complete tricks",
          _cards_by_side(_played)),
    Field("out", (2, CARDS), OPEN, "the hand that each side threw up and that was laid aside",
          _cards_by_side(lambda view, side: view.laid_aside[side])),
    Field("other_held", (2,), SECRET, "the pegs have told that the other player held the penneech "
          "when its suit was first turned; that the other did not", _other_held),
    Field("tricks", (2,), OPEN, "tricks won in this deal, by hand_size",
          _by_side(lambda view, side: view.tricks[side] / view.rules.hand_size)),
    Field("score", (2,), OPEN, "points pegged in the game, by target",
          _by_side(lambda view, side: view.score[side] / view.rules.target)),
    Field("later", (2,), SECRET, "points earned that are counted after the play, by target, as far "
          "as the player knows of them", _by_side(_later)),
    Field("stock", (1,), OPEN, "cards left in the stock, by 52",
          _share(lambda view: view.in_stock / CARDS)),
    Field("attempt", (1,), OPEN, "times that both hands were dealt again, by 100",
          _share(lambda view: view.attempt / MAX_REDEALS)),
    Field("deal", (1,), OPEN, "deals that went before, by 1,000",
          _share(lambda view: view.number / MAX_DEALS)),
)  # fmt: skip
"""What a player sees at one time."""


def _tricks(hand_size: int) -> tuple[Field, ...]:
    cards = (hand_size, CARDS)
    return (
        Field("tricks_turn_up", cards, OPEN, "the turn-up of each trick",
              _each_trick(lambda trick: trick.turn_up)),
        Field("tricks_leader", (hand_size, 2), OPEN, "who led to each trick", _leaders),
        Field("tricks_led", cards, OPEN, "the card led to each trick",
              _each_trick(lambda trick: trick.led)),
        Field("tricks_reply", cards, OPEN, "the card played to each lead",
              _each_trick(lambda trick: trick.reply)),
    )  # fmt: skip
