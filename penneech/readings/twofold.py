"""A game scored twice: event by event, as it was and as it would be under other rules."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.events import Pair, Player, Scored, Source
    from penneech.readings.said import Sentence
    from penneech.rules import Rules


class Kind(StrEnum):
    """What the other rules would not have had so."""

    FIRST_DEALER = "first_dealer"
    THROWN_UP = "thrown_up"
    ILLEGAL = "illegal"
    TRICK_WINNER = "trick_winner"
    TURN_UP = "turn_up"
    ORDER = "order"
    GAME_OVER = "game_over"
    GOES_ON = "goes_on"


class Note(NamedTuple):
    """One thing that the other rules would not have had so, at its place.

    Args:
        trick: the number of the trick; 0 before the first lead.
        kind: what kind of thing it is.
        point: the rule point by whose reading it is so; empty where many of them have a part in it.
        text: what is to be said.
    """

    trick: int
    kind: Kind
    point: str
    text: Sentence


class Twice(NamedTuple):
    """One score as it was and as it would be; None where there is none."""

    was: Scored | None
    would_be: Scored | None

    @property
    def differs(self) -> bool:
        """Whether anything about it is different."""
        return self.was != self.would_be

    @property
    def either(self) -> Scored:
        """The score as it was, or else as it would be."""
        found = self.was or self.would_be
        assert found is not None  # noqa: S101  # one of them is there
        return found


class DealTwice(NamedTuple):
    """One deal scored twice.

    Args:
        number: the deal's number, from 1.
        dealer: who dealt.
        notes: what the other rules would not have had so, in order.
        scores: every score of either side, in order.
        was: the points of the deal.
        would_be: the same under the other rules; None where they have ended the game before.
        total_was: the totals of the game after the deal.
        total_would_be: the same under the other rules; None where they have ended it before.
    """

    number: int
    dealer: Player
    notes: tuple[Note, ...]
    scores: tuple[Twice, ...]
    was: Pair
    would_be: Pair | None
    total_was: Pair
    total_would_be: Pair | None

    @property
    def differs(self) -> bool:
        """Whether anything in the deal is different."""
        return bool(self.notes) or any(twice.differs for twice in self.scores)


class GameTwice(NamedTuple):
    """One game scored twice.

    Args:
        rules: the other rules.
        deals: its deals.
        score_was: the last totals.
        score_would_be: the same under the other rules.
        winner_was: who won, if anyone.
        winner_would_be: the same under the other rules.
    """

    rules: Rules
    deals: tuple[DealTwice, ...]
    score_was: Pair
    score_would_be: Pair
    winner_was: Player | None
    winner_would_be: Player | None

    @property
    def differs(self) -> bool:
        """Whether anything in the game is different."""
        return any(deal.differs for deal in self.deals)


def beside(was: Sequence[Scored], would_be: Sequence[Scored]) -> tuple[Twice, ...]:
    """Put the scores of both sides beside each other.

    A card scores at most once a deal as a turn-up, and at most once otherwise; a count, once for
    each player. So the scores that belong together are those for the same card or count.
    """
    there = {_what(scored): scored for scored in would_be}
    pairs = [Twice(scored, there.pop(_what(scored), None)) for scored in was]
    pairs += [Twice(None, scored) for scored in there.values()]
    return tuple(sorted(pairs, key=lambda twice: twice.either.trick))


def in_another_order(was: Sequence[Scored], would_be: Sequence[Scored]) -> bool:
    """Whether the same scores are earned, but not in the same order."""
    return list(was) != list(would_be) and set(was) == set(would_be)


def _what(scored: Scored) -> tuple[Source, int, int]:
    """What is scored: a card, or a player's count."""
    if scored.card is None:
        return scored.source, -1, scored.player
    return scored.source, scored.card.index, -1
