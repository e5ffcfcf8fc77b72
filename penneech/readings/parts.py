"""What a deal earns, in parts that do not depend on each other.

Who takes the tricks depends on the cards and on `penneech_rank`. Given that, each kind of points
depends on one or two rule points alone; so the engine plays a deal a few times, each time under
another reading of every kind, and knows what it earns under all of their combinations.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, assert_never

from penneech.engine.umpire import umpire_of
from penneech.events import Source
from penneech.readings.pegging import course
from penneech.readings.said import Reason
from penneech.rules import RULE_POINTS, Following, GameEnd, Redeal
from penneech.space import choices_of, with_readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from enum import StrEnum

    from penneech.cards import Card
    from penneech.engine.umpire import Umpire
    from penneech.events import Pair, Scored
    from penneech.readings.laid import Laid
    from penneech.readings.relation import Choice
    from penneech.rules import Rules

RANK, END = "penneech_rank", "game_end"

PARTS: tuple[tuple[str, ...], ...] = (
    ("honours", "honours_credit"),
    ("penneech_in_hand",),
    ("turn_up_credit", "first_turn_up"),
    ("last_turn_up",),
    ("excess_cards", "excess_claim"),
)
"""Rule points that decide together on one kind of points."""

HONOURS, IN_HAND, TURN_UPS, LAST_TURN_UP, EXCESS = range(len(PARTS))

SCORING_POINTS = (RANK, *[point for part in PARTS for point in part], END)
"""All the rule points that decide on points, in the order of the catalogue."""

Choices: TypeAlias = "tuple[Choice, ...]"
"""A choice for each part."""


class Earned(NamedTuple):
    """What one deal earns under one `penneech_rank`, before any game ends.

    Args:
        parts: for each part what is scored under each choice.
        turned: how many cards are turned under each choice of `last_turn_up`.
        is_over: whether the deal is played to its end.
    """

    parts: tuple[dict[Choice, frozenset[Scored]], ...]
    turned: dict[Choice, int]
    is_over: bool


def scoring_rules(parameters: Rules, rank: str, choices: Choices, end: str) -> Rules:
    """Rules with these readings; any card may be played, and no hand is thrown up.

    Args:
        parameters: rules whose parameters are kept.
        rank: the reading of `penneech_rank`.
        choices: the readings of each part.
        end: the reading of `game_end`.
    """
    readings: dict[str, str] = {
        **_USUAL,
        RANK: rank,
        **{
            point: reading
            for points, choice in zip(PARTS, choices, strict=True)
            for point, reading in zip(points, choice, strict=True)
        },
        END: end,
    }
    return with_readings(
        parameters, [_MEMBERS[point][reading] for point, reading in readings.items()]
    )


@lru_cache(maxsize=8)
def part_choices(parameters: Rules) -> tuple[tuple[Choice, ...], ...]:
    """The allowed choices of each part."""
    return tuple(
        [
            tuple([tuple([str(reading) for reading in choice]) for choice in choices])
            for choices in (choices_of(parameters, points) for points in PARTS)
        ]
    )


def earned(parameters: Rules, laid: Laid, rank: str) -> Earned | Reason:
    """Play a deal under every choice of every part.

    Returns:
        What it earns; or, where the cards are not played so under this `penneech_rank`, why not.
    """
    found: tuple[dict[Choice, frozenset[Scored]], ...] = tuple([{} for _ in PARTS])
    turned: dict[Choice, int] = {}
    is_over = False
    for picked, umpire in _turns(parameters, rank):
        way = course(umpire, laid)
        if isinstance(way, Reason):
            return way
        events = [moment.scored for moment in way.moments]
        for part, (table, choice) in enumerate(zip(found, picked, strict=True)):
            if choice not in table:
                table[choice] = of_part(events, part, last_card(laid))
        turned[picked[LAST_TURN_UP]] = way.turned
        is_over = way.is_over
    return Earned(found, turned, is_over)


@lru_cache(maxsize=24)
def _turns(parameters: Rules, rank: str) -> tuple[tuple[Choices, Umpire], ...]:
    """Choices of all parts at once, in so few turns that each choice of each part has one."""
    choices = part_choices(parameters)
    turns = range(max(len(some) for some in choices))
    picked = [tuple([some[turn % len(some)] for some in choices]) for turn in turns]
    # Under this end of the game nothing is put off and no peg stops the play.
    end = GameEnd.DEAL_END_HIGHER
    return tuple([(some, umpire_of(scoring_rules(parameters, rank, some, end))) for some in picked])


def of_part(events: Iterable[Scored], part: int, last: Card) -> frozenset[Scored]:
    """Those of the events that one part decides on."""
    return frozenset([event for event in events if _part_of(event, last) == part])


def last_card(laid: Laid) -> Card:
    """The card that is turned after the last trick, if one is."""
    return laid.stock[len(laid.hands[0])]


def points_of_all(events: frozenset[Scored]) -> Pair:
    """The points that A and B earn by these events."""
    points = [0, 0]
    for event in events:
        points[event.player] += event.points
    return points[0], points[1]


def _part_of(event: Scored, last: Card) -> int:
    match event.source:
        case Source.TRICK:
            return HONOURS
        case Source.PENNEECH_IN_HAND:
            return IN_HAND
        case Source.TURN_UP:
            return LAST_TURN_UP if event.card is last else TURN_UPS
        case Source.EXCESS:
            return EXCESS
        case _:
            assert_never(event.source)


_USUAL = {point: next(iter(kind)).value for point, kind in RULE_POINTS.items()} | {
    "redeal": Redeal.NEVER.value,
    "following": Following.FREE.value,
}
_MEMBERS: Mapping[str, Mapping[str, StrEnum]] = {
    point: {reading.value: reading for reading in kind} for point, kind in RULE_POINTS.items()
}
