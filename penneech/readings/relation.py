"""Choices of readings that are possible together: what is free, and what is bound together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from penneech.rules import RULE_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable

Choice: TypeAlias = tuple[str, ...]
"""A reading for each of some rule points."""

Box: TypeAlias = tuple[tuple[str, ...], ...]
"""For each of some rule points the readings that are possible, whatever the others of the box."""

_ORDER = {
    point: {reading.value: place for place, reading in enumerate(kind)}
    for point, kind in RULE_POINTS.items()
}


@dataclass(frozen=True)
class Relation:
    """The choices that are possible for some rule points.

    Args:
        points: the rule points, in the order of the catalogue.
        choices: a reading for each of them, in that order.
    """

    points: tuple[str, ...]
    choices: frozenset[Choice]

    def __len__(self) -> int:
        """How many choices there are."""
        return len(self.choices)

    def readings(self, point: str) -> tuple[str, ...]:
        """The readings of one rule point that some choice has, in the order of the catalogue."""
        place = self.points.index(point)
        return _in_order(point, {choice[place] for choice in self.choices})

    def project(self, points: Iterable[str]) -> Relation:
        """What is possible for some of the points, whatever the others."""
        kept = [point for point in self.points if point in set(points)]
        if len(kept) == len(self.points):
            return self
        places = [self.points.index(point) for point in kept]
        found = frozenset([tuple([choice[place] for place in places]) for choice in self.choices])
        return Relation(tuple(kept), found)

    @cached_property
    def factors(self) -> tuple[Relation, ...]:
        """The finest parts that are independent: any choice of one goes with any of the others.

        Rule points of one part are bound together. There is one finest way to part them, so it does
        not matter in which order it is looked for.
        """
        if not self.choices:
            return ()
        found, left = [], self
        # Most points go with anything; to take them out first leaves little to search.
        for point in self.points:
            rest = left.project([other for other in left.points if other != point])
            alone = left.project([point])
            if len(alone) * len(rest) == len(left):
                found.append(alone)
                left = rest
        found += _bound_parts(left)
        return tuple(sorted(found, key=lambda part: self.points.index(part.points[0])))

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """The choices once more in few rows: each row joins what differs in one point alone.

        Every choice is in one row exactly.
        """
        tries = []
        for start in range(len(self.points)):
            places = [*range(start, len(self.points)), *range(start)]
            rows = {tuple([frozenset([reading]) for reading in choice]) for choice in self.choices}
            for place in places:
                rows = _merged(rows, place)
            tries.append(rows)
        fewest = min(tries, key=len)
        boxes = [
            tuple([_in_order(point, some) for point, some in zip(self.points, row, strict=True)])
            for row in fewest
        ]
        return tuple(sorted(boxes, key=self._place))

    def _place(self, box: Box) -> list[list[int]]:
        return [
            [_ORDER[point][reading] for reading in readings]
            for point, readings in zip(self.points, box, strict=True)
        ]


def _bound_parts(relation: Relation) -> list[Relation]:
    """The finest independent parts of a relation, by search."""
    # Two points of which some pair of readings is missing are bound; that finds nearly all.
    blocks = [frozenset([point]) for point in relation.points]
    for pair in combinations(relation.points, 2):
        one, other = (relation.project([point]) for point in pair)
        if len(relation.project(pair)) < len(one) * len(other):
            blocks = _joined(blocks, set(pair))
    found = []
    while blocks:
        part = _part_of_first(relation, blocks)
        found.append(relation.project(part))
        blocks = [block for block in blocks if not block & part]
    return found


def _part_of_first(relation: Relation, blocks: list[frozenset[str]]) -> frozenset[str]:
    """The smallest union of blocks with the first of them that is independent of the rest."""
    first, *others = blocks
    whole = relation.project(frozenset().union(*blocks))
    for many in range(len(others)):
        for more in combinations(others, many):
            part = first.union(*more)
            rest = frozenset(whole.points) - part
            if len(relation.project(part)) * len(relation.project(rest)) == len(whole):
                return part
    return frozenset(whole.points)


def product_of(parts: Iterable[Relation]) -> Relation:
    """All choices of independent parts together, the points in the order of the catalogue."""
    points: tuple[str, ...] = ()
    choices: list[Choice] = [()]
    for part in parts:
        points += part.points
        choices = [choice + more for choice in choices for more in part.choices]
    in_order = sorted(range(len(points)), key=lambda place: list(RULE_POINTS).index(points[place]))
    return Relation(
        tuple([points[place] for place in in_order]),
        frozenset([tuple([choice[place] for place in in_order]) for choice in choices]),
    )


def _in_order(point: str, readings: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(readings, key=_ORDER[point].__getitem__))


def _joined(blocks: list[frozenset[str]], points: set[str]) -> list[frozenset[str]]:
    together = frozenset().union(*[block for block in blocks if block & points])
    return [together, *[block for block in blocks if not block & points]]


_Row: TypeAlias = tuple[frozenset[str], ...]


def _merged(rows: set[_Row], place: int) -> set[_Row]:
    """Join the rows that differ at this place alone."""
    alike: dict[_Row, frozenset[str]] = {}
    for row in rows:
        others = row[:place] + row[place + 1 :]
        alike[others] = alike.get(others, frozenset()) | row[place]
    return {(*others[:place], some, *others[place:]) for others, some in alike.items()}
