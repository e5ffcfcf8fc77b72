"""What happens at the table: frozen facts, in the order in which they happen.

They are named tuples rather than dataclasses because a game makes some forty of them a deal, and
a tuple is made in less than half the time (measured in `benchmarks/values.py`).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from penneech.cards import Card, Suit


class Player(IntEnum):
    """The two players; they keep their names whoever deals."""

    A = 0
    B = 1

    @property
    def other(self) -> Player:
        """The opponent."""
        return _OTHER[self]


_OTHER = (Player.B, Player.A)

Pair: TypeAlias = tuple[int, int]
"""A figure for each player, A's first."""


class Seat(StrEnum):
    """The two seats of a deal: the elder hand leads first, the dealer has dealt."""

    ELDER = "elder"
    DEALER = "dealer"


class Source(StrEnum):
    """What points are scored for."""

    TURN_UP = "turn_up"
    TRICK = "trick"
    PENNEECH_IN_HAND = "penneech_in_hand"
    EXCESS = "excess"


class Cut(NamedTuple):
    """Both players cut a card for the first deal."""

    a: Card
    b: Card


class Dealt(NamedTuple):
    """The dealer dealt a hand to each player; `hands` are A's and B's, in the order dealt."""

    dealer: Player
    attempt: int
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]


class ThrownUp(NamedTuple):
    """A player threw up a hand; `drawn` are the cards taken instead under `own_hand`."""

    player: Player
    hand: tuple[Card, ...]
    drawn: tuple[Card, ...]


class TurnedUp(NamedTuple):
    """A card was turned: by the dealer (trick 0), or by the winner of the trick of that number."""

    player: Player
    card: Card
    trick: int


class Played(NamedTuple):
    """A player led or played a card to the trick of that number (1 for the first)."""

    player: Player
    card: Card
    trick: int


class TrickWon(NamedTuple):
    """A player took the trick of that number, played under these trumps."""

    player: Player
    trick: int
    trumps: Suit
    led: Card
    reply: Card


class Scored(NamedTuple):
    """A player pegged points for one card, or for one count of cards (then `card` is None).

    `trick` is the number of tricks completed when the points were earned; a trick's own points have
    its number.
    """

    player: Player
    points: int
    source: Source
    card: Card | None
    trick: int


class DealEnded(NamedTuple):
    """A deal was over: the totals of the game, A's and B's, as they stood then."""

    score: Pair


class GameEnded(NamedTuple):
    """The game was over; `winner` is None when it was given up undecided."""

    winner: Player | None
    score: Pair


Event: TypeAlias = (
    Cut | Dealt | ThrownUp | TurnedUp | Played | TrickWon | Scored | DealEnded | GameEnded
)
