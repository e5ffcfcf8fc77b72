"""The full factorial of a declared space, with what cannot differ played once.

A *label* is a level of each factor. Labels that cannot differ are one *cell*: it is played once,
and counts for all of its labels with their weights. A factor whose levels never differ, whatever
the others are, is *idle*: it has no effect at all, and no place in the array of labels.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from penneech.errors import StudyError
from penneech.rules import RULE_POINTS
from penneech.space.equivalences import EQUIVALENCES, Within
from penneech.study.between import played_as

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from penneech.rules import Rules
    from penneech.study.declared import Factor, Level, Space

    Places: TypeAlias = NDArray[np.int32]

MOST_LABELS = 2_000_000
"""Labels, idle factors set aside, that are reckoned with: the array of their figures must find
room."""

MOST_SHEETS = 400


@dataclass(frozen=True, slots=True)
class Group:
    """Factors of rule points that an equivalence joins.

    Args:
        factors: the factors.
        classes: of each combination of their levels the number of its class.
        standing: of each class the levels of the combination that stands for it.
    """

    factors: tuple[Factor, ...]
    classes: Places
    standing: tuple[tuple[Level, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The part of a space with the same parameters."""

    levels: dict[Factor, Level]
    groups: tuple[Group, ...]
    first: int

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return prod(len(group.standing) for group in self.groups)


@dataclass(frozen=True, slots=True)
class Factorial:
    """All cells of a space.

    Args:
        space: the space.
        within: `deal` or `game`: what is played.
        factors: the factors that may have an effect, in the order of the catalogue.
        idle: those that cannot.
        cell_of: of each label, one axis a factor of `factors`, its cell.
        sheets: what the cells are made of.
    """

    space: Space
    within: Within
    factors: tuple[Factor, ...]
    idle: tuple[Factor, ...]
    cell_of: Places
    sheets: tuple[Sheet, ...]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.sheets[-1].first + self.sheets[-1].cells

    def rules(self, first: int, last: int) -> Iterator[Rules]:
        """The rules of the cells `first` to `last` - 1."""
        for sheet in self.sheets:
            base = self.space.with_levels(self.space.base, sheet.levels)
            for cell in range(max(first, sheet.first), min(last, sheet.first + sheet.cells)):
                rest = cell - sheet.first
                chosen: dict[Factor, Level] = {}
                for group in reversed(sheet.groups):
                    rest, place = divmod(rest, len(group.standing))
                    chosen.update(zip(group.factors, group.standing[place], strict=True))
                yield self.space.with_levels(base, chosen)


def factorial(space: Space, within: Within | str) -> Factorial:
    """Find the cells of a space.

    Raises:
        StudyError: when there are too many labels, or nothing is left open.
    """
    if not space.factors:
        raise StudyError("every rule point of the space has a single reading: nothing is left open")
    within = Within(within)
    outer = [factor for factor in space.factors if not set(factor.names) <= set(RULE_POINTS)]
    inner = [factor for factor in space.factors if factor not in outer]
    joined = _joined(inner)
    if prod(len(factor.levels) for factor in outer) > MOST_SHEETS:
        raise StudyError(f"more than {MOST_SHEETS} combinations of parameters; list fewer values")
    sheets, first = [], 0
    for some in product(*[factor.levels for factor in outer]):
        levels = dict(zip(outer, some, strict=True))
        base = space.with_levels(space.base, levels)
        groups = tuple([_group(space, base, factors, within) for factors in joined])
        sheets.append(Sheet(levels, groups, first))
        first += sheets[-1].cells
    return _assembled(space, within, outer, sheets)


def _joined(factors: Sequence[Factor]) -> list[tuple[Factor, ...]]:
    """The factors, those together that some equivalence looks at together."""
    groups = [{i} for i in range(len(factors))]
    for some in EQUIVALENCES:
        met = {i for i, factor in enumerate(factors) if some.looks_at & set(factor.names)}
        apart = [group for group in groups if not group & met]
        joined = [group for group in groups if group & met]
        groups = [*apart, set().union(*joined)] if joined else apart
    return [tuple([factors[i] for i in sorted(group)]) for group in sorted(groups, key=min)]


def _group(space: Space, base: Rules, factors: tuple[Factor, ...], within: Within) -> Group:
    import numpy as np  # noqa: PLC0415  # slow to import

    known: dict[Rules, int] = {}
    standing: list[tuple[Level, ...]] = []
    numbers = []
    for levels in product(*[factor.levels for factor in factors]):
        rules = space.with_levels(base, dict(zip(factors, levels, strict=True)))
        found = played_as(rules, within)
        if found not in known:
            known[found] = len(standing)
            standing.append(levels)
        numbers.append(known[found])
    shape = [len(factor.levels) for factor in factors]
    return Group(factors, np.array(numbers, np.int32).reshape(shape), tuple(standing))


def _assembled(
    space: Space, within: Within, outer: Sequence[Factor], sheets: Sequence[Sheet]
) -> Factorial:
    """Set the sheets side by side, without the axes of idle factors."""
    import numpy as np  # noqa: PLC0415  # slow to import

    idle = {
        factor
        for group in sheets[0].groups
        for factor in group.factors
        if all(_is_idle(factor, sheet) for sheet in sheets)
    }
    inner = [factor for group in sheets[0].groups for factor in group.factors]
    kept = [factor for factor in inner if factor not in idle]
    labels = prod(len(factor.levels) for factor in (*outer, *kept))
    if labels > MOST_LABELS:
        raise StudyError(
            f"{labels:,} labels that may differ are more than {MOST_LABELS:,}; leave fewer rule "
            "points or parameters open in a file of your own"
        )
    parts = np.concatenate([_sheet_cells(sheet, idle).ravel() for sheet in sheets])
    placed = [*outer, *kept]
    cells = parts.reshape([len(factor.levels) for factor in placed])
    order = [factor for factor in space.factors if factor in placed]
    cells = cells.transpose([placed.index(factor) for factor in order])
    resting = tuple([factor for factor in space.factors if factor in idle])
    return Factorial(
        space, within, tuple(order), resting, np.ascontiguousarray(cells), tuple(sheets)
    )


def _is_idle(factor: Factor, sheet: Sheet) -> bool:
    for group in sheet.groups:
        if factor in group.factors:
            axis = group.factors.index(factor)
            return bool((group.classes == group.classes.take([0], axis=axis)).all())
    return False


def _sheet_cells(sheet: Sheet, idle: set[Factor]) -> Any:  # noqa: ANN401  # an array
    import numpy as np  # noqa: PLC0415  # slow to import

    cells = np.full((), sheet.first, np.int32)
    scale = sheet.cells
    for group in sheet.groups:
        scale //= len(group.standing)
        places = tuple([0 if factor in idle else slice(None) for factor in group.factors])
        own = np.asarray(group.classes[places], np.int32) * np.int32(scale)
        cells = cells[(..., *[None] * own.ndim)] + own
    return cells
