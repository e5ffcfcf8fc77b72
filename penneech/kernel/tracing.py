"""What the compiled code writes down, read back as events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.cards import PACK, Card, Suit
from penneech.events import (
    Cut,
    DealEnded,
    Dealt,
    Event,
    GameEnded,
    Played,
    Player,
    Scored,
    Source,
    ThrownUp,
    TrickWon,
    TurnedUp,
)
from penneech.kernel.packing import card_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

SUITS, SOURCES = tuple(Suit), tuple(Source)


def events_of(trace: Sequence[int]) -> tuple[Event, ...]:
    """The events of a trace, in order.

    Args:
        trace: the numbers that the compiled code wrote down: each event's kind, in the order of
            `playing.DEALT` and its neighbours, and then what belongs to it.
    """
    numbers = iter(trace)
    return tuple([_READERS[kind](numbers) for kind in numbers])


def _cards(numbers: Iterator[int], count: int) -> tuple[Card, ...]:
    return tuple([card_of(next(numbers)) for _ in range(count)])


def _dealt(numbers: Iterator[int]) -> Dealt:
    dealer, attempt, size = Player(next(numbers)), next(numbers), next(numbers)
    dealt = _cards(numbers, 2 * size)
    hands = dealt[0::2], dealt[1::2]
    return Dealt(dealer, attempt, hands if dealer is Player.B else hands[::-1])


def _thrown_up(numbers: Iterator[int]) -> ThrownUp:
    player, size, drawn = Player(next(numbers)), next(numbers), next(numbers)
    return ThrownUp(player, _cards(numbers, size), _cards(numbers, drawn))


def _turned_up(numbers: Iterator[int]) -> TurnedUp:
    return TurnedUp(Player(next(numbers)), card_of(next(numbers)), next(numbers))


def _played(numbers: Iterator[int]) -> Played:
    return Played(Player(next(numbers)), card_of(next(numbers)), next(numbers))


def _trick_won(numbers: Iterator[int]) -> TrickWon:
    player, trick, trumps = Player(next(numbers)), next(numbers), SUITS[next(numbers)]
    led, reply = _cards(numbers, 2)
    return TrickWon(player, trick, trumps, led, reply)


def _scored(numbers: Iterator[int]) -> Scored:
    player, points, source = Player(next(numbers)), next(numbers), SOURCES[next(numbers)]
    code = next(numbers)
    return Scored(player, points, source, None if code < 0 else card_of(code), next(numbers))


def _deal_ended(numbers: Iterator[int]) -> DealEnded:
    return DealEnded((next(numbers), next(numbers)))


def _game_ended(numbers: Iterator[int]) -> GameEnded:
    winner = next(numbers)
    score = next(numbers), next(numbers)
    return GameEnded(None if winner < 0 else Player(winner), score)


def _cut(numbers: Iterator[int]) -> Cut:
    return Cut(PACK[next(numbers)], PACK[next(numbers)])


_READERS: tuple[Callable[[Iterator[int]], Event], ...] = (
    _dealt,
    _thrown_up,
    _turned_up,
    _played,
    _trick_won,
    _scored,
    _deal_ended,
    _game_ended,
    _cut,
)
"""One for each kind of event, in the order of `playing.DEALT` and its neighbours."""
