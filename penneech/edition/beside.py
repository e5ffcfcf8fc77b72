"""Two witnesses side by side: what each has at every point, and whether they agree."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from penneech.edition.standing import of_witness
from penneech.errors import PenneechError, UnknownNameError
from penneech.files.spelling import listed, meant

if TYPE_CHECKING:
    from penneech.edition.critical import ApparatusPoint, CriticalApparatus
    from penneech.edition.standing import Witnessing
    from penneech.witnesses import Source


class Comparison(StrEnum):
    """How two witnesses stand to each other at a point."""

    SAME = "same"
    POSSIBLY_SAME = "possibly_same"
    DIFFERENT = "different"
    ONE_SPEAKS = "one_speaks"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Side:
    """A point, what each of two witnesses has there, and how they compare."""

    point: ApparatusPoint
    a: Witnessing
    b: Witnessing

    @property
    def comparison(self) -> Comparison:
        """How the two compare; what is only possible is neither agreement nor difference."""
        firm_a, firm_b = ({one.reading for one in side.firm} for side in (self.a, self.b))
        if firm_a & firm_b:
            return Comparison.SAME
        all_a, all_b = ({one.reading for one in side.testimonies} for side in (self.a, self.b))
        if all_a & all_b:
            return Comparison.POSSIBLY_SAME
        if firm_a and firm_b:
            return Comparison.DIFFERENT
        return Comparison.ONE_SPEAKS if firm_a or firm_b else Comparison.NEITHER


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Two witnesses, point by point."""

    a: Source
    b: Source
    sides: tuple[Side, ...]

    def count(self, comparison: Comparison) -> int:
        """At how many points they compare so."""
        return sum(one.comparison is comparison for one in self.sides)


def side_by_side(apparatus: CriticalApparatus, a: str, b: str) -> SideBySide:
    """Put two witnesses beside each other.

    Raises:
        UnknownNameError: for a siglum that no source has.
        PenneechError: for one siglum twice.
    """
    for siglum in (a, b):
        if siglum not in apparatus.sources:
            raise UnknownNameError(
                f"no source has the siglum {siglum!r}{meant(siglum, apparatus.sources)}; "
                f"there are {listed(apparatus.sources)}"
            )
    if a == b:
        raise PenneechError(f"{a} is named twice; name two witnesses, like C74,Par")
    sides = tuple(
        Side(point, of_witness(a, point.witnessings), of_witness(b, point.witnessings))
        for point in apparatus.points
    )
    return SideBySide(apparatus.sources[a], apparatus.sources[b], sides)
