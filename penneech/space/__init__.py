"""The rule space: walk over its readings, and over those of them that can differ.

A label is one reading for each rule point. Many labels cannot differ in play (`equivalences.py`
says which, and why); of those that cannot, one stands for all: the representative.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, product
from math import prod
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, TypeAlias

from penneech.rules import FORBIDDEN, PACK_SIZE, PARAMETERS, RULE_POINTS, Rules, cards_needed
from penneech.space.equivalences import EQUIVALENCES, Equivalence, Keeps, Within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from enum import StrEnum

Group: TypeAlias = tuple[str, ...]
"""Rule points that hang together, in the order of the catalogue."""

Choice: TypeAlias = "tuple[StrEnum, ...]"
"""A reading for each rule point of a group."""

_POINTS = tuple(RULE_POINTS)
_FIGURES = (*PARAMETERS, "_honour_points")
_FIRST_READINGS = tuple([next(iter(kind)) for kind in RULE_POINTS.values()])

_NAMES = (*_POINTS, *_FIGURES)
_NEW, _SET = object.__new__, object.__setattr__
_figures = attrgetter(*_FIGURES)


def with_readings(parameters: Rules, readings: Iterable[StrEnum]) -> Rules:
    """Rules with these readings, which must be an allowed combination, and the same parameters.

    Args:
        parameters: rules whose parameters are taken over; their readings do not matter.
        readings: a reading for each rule point, in the order of the catalogue.
    """
    # The space is walked by the million: what is allowed by construction is not checked again.
    made = _NEW(Rules)
    for name, value in zip(_NAMES, (*readings, *_figures(parameters)), strict=True):
        _SET(made, name, value)
    return made


def with_reading(rules: Rules, point: str, reading: StrEnum) -> Rules:
    """The rules with another reading of one rule point, which must be allowed with the others."""
    return with_readings(
        rules, [reading if name == point else getattr(rules, name) for name in _POINTS]
    )


def is_allowed(rules: Rules) -> bool:
    """Whether the readings go together, and the pack is large enough for them."""
    if cards_needed(rules.hand_size, rules.redeal_scope) > PACK_SIZE:
        return False
    for (point, reading), (other, needed) in FORBIDDEN:
        if getattr(rules, point) == reading and getattr(rules, other) != needed:
            return False
    return True


def labels(parameters: Rules) -> Iterator[Rules]:
    """Walk over every allowed combination of readings, the last rule point fastest.

    Args:
        parameters: rules whose parameters are kept; their readings do not matter.
    """
    return _walk(parameters, ())


def count_labels(parameters: Rules) -> int:
    """How many labels there are: 7,464,960, or half as many for hands of more than ten cards."""
    return _count(parameters, ())


def walk(
    parameters: Rules, within: Within | str, keeps: Keeps | str = Keeps.DISTRIBUTION
) -> Iterator[Rules]:
    """Walk over the representatives: one of all the rules that cannot differ from each other.

    Args:
        parameters: rules whose parameters are kept; their readings do not matter.
        within: `deal` or `game`: whether a single deal is looked at, or whole games.
        keeps: `games` to tell rules apart that differ only in the packs that make the same games.
    """
    return _walk(parameters, _used(within, keeps))


def count(parameters: Rules, within: Within | str, keeps: Keeps | str = Keeps.DISTRIBUTION) -> int:
    """How many representatives there are.

    With the historical parameters 40,500 within a deal, and within a game 291,600: 8,100 that
    differ in following, ranks and points, times 9 ways of throwing up (never; and for each of two
    kinds of hand three dealers of both hands, or the own hand alone), times 4 ends of the game.
    """
    return _count(parameters, _used(within, keeps))


def canonical(rules: Rules, within: Within | str, keeps: Keeps | str = Keeps.DISTRIBUTION) -> Rules:
    """The representative of all rules that cannot differ from these.

    Args:
        rules: any rules; their parameters are kept.
        within: `deal` or `game`: whether a single deal is looked at, or whole games.
        keeps: `games` to allow only equivalences under which the same packs make the same games.
    """
    for equivalence in reasons(rules, within, keeps):
        rules = with_reading(rules, equivalence.point, equivalence.standing)
    return rules


def reasons(
    rules: Rules, within: Within | str, keeps: Keeps | str = Keeps.DISTRIBUTION
) -> tuple[Equivalence, ...]:
    """The equivalences that lead, one after the other, from these rules to their representative."""
    used, found = _used(within, keeps), []
    while joining := [some for some in used if some.joins(rules)]:
        # Each step goes to an earlier reading, so this ends.
        found.append(joining[0])
        rules = with_reading(rules, joining[0].point, joining[0].standing)
    return tuple(found)


def choices_of(parameters: Rules, points: Sequence[str]) -> list[Choice]:
    """The readings of some rule points that are allowed together, the last point fastest.

    Args:
        parameters: rules whose parameters are kept; their readings do not matter.
        points: the rule points, in the order of the catalogue.
    """
    return _choices(parameters, tuple(points), ())


@cache
def _used(within: Within | str, keeps: Keeps | str) -> tuple[Equivalence, ...]:
    """The equivalences that may be used: those that say as much, or more."""
    in_deal, by_chance = Within(within) is Within.DEAL, Keeps(keeps) is Keeps.DISTRIBUTION
    return tuple(
        [
            some
            for some in EQUIVALENCES
            if (in_deal or some.within is Within.GAME) and (by_chance or some.keeps is Keeps.GAMES)
        ]
    )


@cache
def _groups(used: tuple[Equivalence, ...]) -> tuple[Group, ...]:
    """The rule points, those together that a forbidden combination or a condition joins.

    Within a group nothing but the group's own readings decides what is allowed and what stands for
    others; so the space is the product of its groups.
    """
    groups = [{point} for point in _POINTS]
    joined = [{point, other} for (point, _), (other, _) in FORBIDDEN]
    joined += [{some.point, *some.reads} for some in used]
    for points in joined:
        apart = [group for group in groups if not group & points]
        groups = [*apart, set().union(*[group for group in groups if group & points])]
    ordered = [tuple([point for point in _POINTS if point in group]) for group in groups]
    return tuple(sorted(ordered, key=lambda group: _POINTS.index(group[0])))


def _choices(parameters: Rules, group: Group, used: Sequence[Equivalence]) -> list[Choice]:
    """The allowed readings of a group that no others stand for."""
    found = [with_readings(parameters, _FIRST_READINGS)]
    for given, point in enumerate(group, 1):
        # A condition is asked as soon as all that it looks at is given: most of the space is
        # passed over unseen.
        told = {*group[:given]}
        asked = [some for some in used if point in some.looks_at <= told]
        found = [
            rules
            for before in found
            for reading in RULE_POINTS[point]
            if is_allowed(rules := with_reading(before, point, reading))
            and not any(some.joins(rules) for some in asked)
        ]
    return [tuple([getattr(rules, point) for point in group]) for rules in found]


def _count(parameters: Rules, used: tuple[Equivalence, ...]) -> int:
    return prod(len(_choices(parameters, group, used)) for group in _groups(used))


def _walk(parameters: Rules, used: tuple[Equivalence, ...]) -> Iterator[Rules]:
    groups = _groups(used)
    places = [point for group in groups for point in group]
    in_order = itemgetter(*[places.index(point) for point in _POINTS])
    for choices in product(*[_choices(parameters, group, used) for group in groups]):
        yield with_readings(parameters, in_order(tuple(chain.from_iterable(choices))))
