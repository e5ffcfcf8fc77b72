"""A deal and a game in progress, as frozen values."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from penneech.cards import Card, Suit
    from penneech.engine.legality import Hand
    from penneech.engine.umpire import Umpire
    from penneech.events import Pair, Player, Scored
    from penneech.rules import Rules

Hands: TypeAlias = tuple["Hand", "Hand"]
"""A hand for each player, A's first."""

MAX_REDEALS = 100
"""After so many redeals in a row a hand must be played."""

MAX_DEALS = 1000
"""A game that is not over after so many deals stops with no winner."""


class Phase(Enum):
    """What a deal waits for: a choice to throw up, a lead, a reply; or nothing any more."""

    THROW_UP = auto()
    LEAD = auto()
    REPLY = auto()
    VOID = auto()
    OVER = auto()


class Trick(NamedTuple):
    """A complete trick: the card it was played under, who led, both cards, and who took it."""

    turn_up: Card
    leader: Player
    led: Card
    reply: Card
    winner: Player


class Deal(NamedTuple):
    """A deal in progress.

    `pack` is the whole pack of this attempt and `top` the place of the stock's top card; `hands`
    are kept in pack order; `legal` are the cards that the player to move may play; `score` are the
    totals of the game as pegged so far; `put_off` is what is still to be counted under
    `turn_ups_then_count`; `winner` is who has won the game, if anyone.
    """

    umpire: Umpire
    dealer: Player
    pack: tuple[Card, ...]
    attempt: int
    laid_aside: Hands
    score: Pair
    phase: Phase
    to_move: Player
    hands: Hands
    legal: Hand
    top: int
    turn_ups: tuple[Card, ...]
    led: Card | None
    tricks: Pair
    history: tuple[Trick, ...]
    put_off: tuple[Scored, ...]
    winner: Player | None

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.umpire.rules

    @property
    def elder(self) -> Player:
        """The player who did not deal."""
        return self.dealer.other

    @property
    def turn_up(self) -> Card | None:
        """The card turned last, or None while none is turned."""
        return self.turn_ups[-1] if self.turn_ups else None

    @property
    def trumps(self) -> Suit | None:
        """The suit of the card turned last, or None while none is turned."""
        return self.turn_ups[-1].suit if self.turn_ups else None


class Game(NamedTuple):
    """A game in progress: `number` is the deal's number from 0, `deal` the deal in play.

    `dealer` deals the next attempt or the next deal; `deal` is None before the first pack, and
    stays the last deal until the next pack is dealt.
    """

    umpire: Umpire
    dealer: Player
    number: int
    attempt: int
    score: Pair
    deal: Deal | None
    needs_pack: bool
    winner: Player | None
    over: bool

    @property
    def rules(self) -> Rules:
        """The rules that are played by."""
        return self.umpire.rules
