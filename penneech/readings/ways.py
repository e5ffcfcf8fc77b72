"""Ways to score a whole record: what the record cannot tell apart is one way."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from penneech.readings.parts import END, PARTS, RANK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from penneech.events import Pair
    from penneech.readings.parts import Choices
    from penneech.readings.relation import Choice


class Alike(NamedTuple):
    """Choices of one part that the record cannot tell apart.

    Args:
        choices: the choices.
        points: what each deal earns by this part.
        before_last: what all deals but the last earn by it.
    """

    choices: tuple[Choice, ...]
    points: tuple[Pair, ...]
    before_last: Pair


class Way(NamedTuple):
    """One way to score the whole record: a rank, what is alike in each part, and an end."""

    rank: str
    parts: tuple[Alike, ...]
    end: str

    @property
    def choices(self) -> Choices:
        """A choice of each part that stands for those that are alike."""
        return tuple([alike.choices[0] for alike in self.parts])


def readings_of(ways: Iterable[Way]) -> set[tuple[str, str]]:
    """Every reading that some way has, with its rule point."""
    parts = {
        id(alike): (points, alike)
        for way in ways
        for points, alike in zip(PARTS, way.parts, strict=True)
    }
    found = {
        (point, reading)
        for points, alike in parts.values()
        for choice in alike.choices
        for point, reading in zip(points, choice, strict=True)
    }
    return found | {(RANK, way.rank) for way in ways} | {(END, way.end) for way in ways}


def labels_of(way: Way) -> Iterator[Choice]:
    """Every choice of the scoring points that a way stands for, in the order of the catalogue."""
    for choices in product(*[alike.choices for alike in way.parts]):
        yield (way.rank, *[reading for choice in choices for reading in choice], way.end)


def sum_of(pairs: Iterable[Pair]) -> Pair:
    """The sum of some points of A and B."""
    a = b = 0
    for more_a, more_b in pairs:
        a, b = a + more_a, b + more_b
    return a, b
