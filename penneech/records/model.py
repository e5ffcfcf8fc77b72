"""A record: one game as it was played, with all that is needed to play it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from penneech.errors import RecordError
from penneech.schema.record import FORMAT, VERSION

if TYPE_CHECKING:
    from penneech.cards import Card
    from penneech.engine.state import Game
    from penneech.events import Cut, Event, Pair, Player, Scored
    from penneech.rules import Rules

__all__ = [
    "FORMAT",
    "UNSEEN",
    "VERSION",
    "DealRecord",
    "Heading",
    "Record",
    "Replayed",
    "SeenCards",
    "SeenHands",
    "Step",
    "ThrownUpEntry",
    "Viewed",
    "seen",
]

UNSEEN = "??"
"""How a view writes a card that its reader has not seen."""

SeenCards: TypeAlias = "tuple[Card | None, ...]"
"""Cards in order; in a view None stands for a card that its reader has not seen."""

SeenHands: TypeAlias = tuple[SeenCards, SeenCards]
"""A hand for each player, A's first, in the order in which it was dealt."""


@dataclass(frozen=True, slots=True)
class ThrownUpEntry:
    """One throwing up of a hand: both hands as they were then, and what had been turned."""

    by: Player
    dealer: Player
    hands: SeenHands
    turn_ups: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal that got hands to play.

    Args:
        dealer: who dealt the hands that were played.
        thrown_up: every throwing up before, in order.
        hands: the hands that were played.
        turn_ups: the cards that were turned, in order. Where `pack` is given and the record has not
            been verified, they are the cards that can have been turned at most.
        plays: the cards led and played, in order.
        events: the points in the order in which they were earned; None where only totals were kept.
        score: the points of the deal; None where only those of the whole game were kept.
        pack: the order of the pack (52 cards), where it was given instead of hands and turn-ups.
    """

    dealer: Player
    thrown_up: tuple[ThrownUpEntry, ...]
    hands: SeenHands
    turn_ups: tuple[Card, ...]
    plays: tuple[Card, ...]
    events: tuple[Scored, ...] | None
    score: Pair | None
    pack: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """All that a record says of a game besides the cards and the points.

    What a record set up by hand leaves out is None (of `cut`: empty).

    Args:
        variant: the id of the variant, for people; the record's `rules` say what was played.
        names: how A and B are called.
        players: who chose the cards at A and at B, like `greedy` or `human`.
        seed: the seed of packs, cuts and luck, 0 to 2^64 - 1.
        game: the game's number under that seed.
        swapped: whether the players have changed places.
        start_score: the points that A and B began with.
        start_dealer: the first dealer where one was given; None where the cut or luck decided.
        cut: the cuts for the first deal, in order, the last of them with a winner.
        generator: what wrote the record.
    """

    variant: str | None = None
    names: tuple[str, str] | None = None
    players: tuple[str, str] | None = None
    seed: int | None = None
    game: int | None = None
    swapped: bool | None = None
    start_score: Pair = (0, 0)
    start_dealer: Player | None = None
    cut: tuple[Cut, ...] = ()
    generator: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One game.

    Args:
        heading: who played, and how the game began.
        rules: the rules it was played by, complete.
        deals: the deals in order; the last may be unfinished.
        score: the totals of the game, A's first, the points it began with included; None where a
            record set up by hand leaves them out.
        winner: who won; None for a game that is not finished or was given up undecided, and where
            the totals are left out.
    """

    heading: Heading
    rules: Rules
    deals: tuple[DealRecord, ...]
    score: Pair | None
    winner: Player | None

    @property
    def tells_winner(self) -> bool:
        """Whether it says who has won; that nobody has, it says with the totals alone."""
        return self.score is not None or self.winner is not None

    @property
    def is_view(self) -> bool:
        """Whether some card is hidden, so that the record can be read but not played."""
        return any(
            None in hand
            for deal in self.deals
            for hands in (deal.hands, *[entry.hands for entry in deal.thrown_up])
            for hand in hands
        )

    @property
    def hidden(self) -> int:
        """How many places of hands have hidden cards."""
        return sum(
            hand.count(None)
            for deal in self.deals
            for hands in (deal.hands, *[entry.hands for entry in deal.thrown_up])
            for hand in hands
        )


Step: TypeAlias = "tuple[Game, tuple[Event, ...]]"
"""A game after a deal or a choice, and the facts that happened."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that holds, played again by the engine.

    Args:
        record: the record with nothing left out: hands, turn-ups, events and scores as played.
        deals: for each deal of the record the engine's steps: a step for each attempt at dealing,
            each answer to the question of throwing up, and each card.
        game: the game as the record leaves it.
    """

    record: Record
    deals: tuple[tuple[Step, ...], ...]
    game: Game


@dataclass(frozen=True, slots=True)
class Viewed:
    """A view against which nothing can be said, whatever its hidden cards were.

    Args:
        record: the view, as it is.
        unchecked: what could not be checked, since it depends on the hidden cards.
    """

    record: Record
    unchecked: tuple[str, ...]

    @property
    def reserve(self) -> str:
        """What could not be checked, as the end of a sentence; empty if everything was."""
        return f"; not checked: {', '.join(self.unchecked)}" if self.unchecked else ""


def seen(cards: SeenCards) -> tuple[Card, ...]:
    """The cards, all of them known.

    Raises:
        RecordError: when one of them is hidden.
    """
    known = tuple([card for card in cards if card is not None])
    if len(known) < len(cards):
        raise RecordError(
            f"some cards are hidden ({UNSEEN}): a view can be read, but it cannot be played"
        )
    return known
