"""The stemma as data: the sources in the order of time, and what each of them descends from.

A dated source stands at its year. An undated one stands as late as its descent allows: after all
that it descends from, and before the first dated source that descends from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import chain
from math import inf
from typing import TYPE_CHECKING

from penneech.witnesses import LinkCertainty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.apparatus import Sources
    from penneech.files.yamlscalar import Value
    from penneech.witnesses import Descent, Source

_CERTAINTIES = tuple(LinkCertainty)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the stemma, from a source to one that descends from it.

    `is_main` marks one line of each source: its surest, and of those as sure the latest.
    """

    parent: str
    child: str
    descent: Descent
    is_main: bool

    @property
    def is_broken(self) -> bool:
        """Whether it is drawn as a broken line: whatever is less than certain."""
        return self.descent.certainty is not LinkCertainty.CERTAIN


@dataclass(frozen=True, slots=True)
class Stemma:
    """The sources in the order of time, and the lines between them in the order of the children."""

    sources: tuple[Source, ...]
    lines: tuple[Line, ...]

    def lines_to(self, siglum: str) -> tuple[Line, ...]:
        """The lines from what a source descends from, the main one first."""
        return tuple(one for one in self.lines if one.child == siglum)

    def main_parent(self, siglum: str) -> str | None:
        """What a source hangs from in the drawing."""
        return next((one.parent for one in self.lines_to(siglum) if one.is_main), None)

    def stands_alone(self, siglum: str) -> bool:
        """Whether nothing is known of a source's descent, nor of anything that descends from it."""
        return not any(siglum in (one.parent, one.child) for one in self.lines)


def stemma_of(sources: Sources) -> Stemma:
    """Put the sources in the order of time, and draw the lines between them."""
    order = in_time(sources)
    places = {siglum: place for place, siglum in enumerate(order)}
    lines = chain.from_iterable(_lines(sources[siglum], places) for siglum in order)
    return Stemma(tuple(sources[siglum] for siglum in order), tuple(lines))


def _lines(source: Source, places: dict[str, int]) -> Iterator[Line]:
    """The lines to a source, the main one first."""
    found = sorted(
        (one for one in source.descends if one.siglum in places),
        key=lambda one: (_CERTAINTIES.index(one.certainty), -places[one.siglum]),
    )
    for number, descent in enumerate(found):
        yield Line(descent.siglum, source.siglum, descent, is_main=number == 0)


def in_time(sources: Sources) -> tuple[str, ...]:
    """The sigla in the order of time; of one year, in the order of the alphabet."""
    parents = {
        siglum: {one.siglum for one in source.descends if one.siglum in sources}
        for siglum, source in sources.items()
    }
    children: dict[str, list[str]] = {siglum: [] for siglum in sources}
    for siglum, above in parents.items():
        for parent in above:
            children[parent].append(siglum)
    latest = _latest(sources, children)
    ready = [(latest[siglum], siglum) for siglum, above in parents.items() if not above]
    heapify(ready)
    order: list[str] = []
    while ready:
        _, siglum = heappop(ready)
        order.append(siglum)
        for child in children[siglum]:
            parents[child].discard(siglum)
            if not parents[child]:
                heappush(ready, (latest[child], child))
    return tuple(order)


def _latest(sources: Sources, children: dict[str, list[str]]) -> dict[str, tuple[float, int]]:
    """When each source can have been at the latest: its year, or that of its first dated child.

    The second figure puts the undated before the dated of the same year, and those with many
    generations below them first.
    """
    known: dict[str, tuple[float, int]] = {}
    waiting = list(sources)
    while waiting:
        siglum = waiting[-1]
        missing = [child for child in children[siglum] if child not in known]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        year = first_year(sources[siglum])
        below = [known[child] for child in children[siglum]]
        soonest = min(below, default=(inf, 1))
        known[siglum] = (soonest[0], soonest[1] - 1) if year is None else (float(year), 0)
    return known


def first_year(source: Source) -> int | None:
    """The year of a source, the first of a span; None where it has no date."""
    issued = source.csl.get("issued")
    parts: Value = issued.get("date-parts") if isinstance(issued, dict) else None
    match parts:
        case [[first, *_], *_] if str(first).lstrip("-").isdigit():
            return int(str(first))
        case _:
            return None
