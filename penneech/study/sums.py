"""What the rows of a study add up to, variant by variant: all that outcomes are reckoned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from penneech.study import outcomes as reckoned
from penneech.study.intervals import SharedTotals, Totals, by_game

if TYPE_CHECKING:
    from typing import Self

    from penneech.study.design import Design, Entry
    from penneech.study.outcomes import Ints, Outcome, Parts, Rows
    from penneech.study.store import Store

AnyAdded = TypeVar("AnyAdded", bound="Added")

WINDOW = 20_000
"""Game numbers that are held at once; a study of any length needs no more room than these."""


@dataclass(slots=True)
class Added:
    """What the rows of a variant add up to, in whatever table they are."""

    totals: list[Totals]
    shared: list[SharedTotals]

    @classmethod
    def nothing(cls, outcomes: tuple[Outcome, ...]) -> Self:
        """No rows yet."""
        return cls([Totals() for _ in outcomes], [SharedTotals() for _ in outcomes])

    def add(self, outcomes: tuple[Outcome, ...], rows: Rows, swaps: int) -> list[Parts]:
        """Add rows, and give what they come to by game number."""
        parts = [by_game(outcome.reckon(rows), swaps) for outcome in outcomes]
        for totals, part in zip(self.totals, parts, strict=True):
            totals.add(part)
        return parts

    def pair(self, parts: list[Parts], others: list[Parts]) -> None:
        """Add what the same games come to in two variants."""
        for shared, part, other in zip(self.shared, parts, others, strict=True):
            shared.add(part, other)


@dataclass(slots=True)
class Sums(Added):
    """All that a variant's rows add up to, in the table that has a row a game."""

    histogram: Ints | None = None
    rows: int = 0
    unfinished: int = 0
    forced_hands: int = 0

    def add(self, outcomes: tuple[Outcome, ...], rows: Rows, swaps: int) -> list[Parts]:
        """Add rows, and give what they come to by game number."""
        # In a class with slots the short form of super does not find its class.
        parts = Added.add(self, outcomes, rows, swaps)
        deals = reckoned.deals_histogram(rows)
        self.histogram = deals if self.histogram is None else self.histogram + deals
        self.rows += len(rows["game"])
        self.unfinished += int((rows["ended"] == 0).sum())
        self.forced_hands += int(rows["forced_hands"].sum())
        return parts


def added(  # noqa: PLR0913, PLR0917  # of what, up to where, and what for
    design: Design,
    store: Store,
    first: Entry,
    games: int,
    outcomes: tuple[Outcome, ...],
    kind: type[AnyAdded],
) -> dict[str, AnyAdded]:
    """Add up all rows of a table, a window of game numbers at a time.

    Args:
        design: what was played.
        store: where the rows are.
        first: the variant that the others are compared with, one of the design's.
        games: how many game numbers are added up, from 0 on.
        outcomes: what is reckoned from the rows.
        kind: what they are added up to.
    """
    sums = {entry.id: kind.nothing(outcomes) for entry in design.entries}
    for start in range(0, games, WINDOW):
        end = min(start + WINDOW, games)
        base = sums[first.id].add(outcomes, store.read(first, start, end), design.swaps)
        for entry in design.entries:
            if entry is not first:
                rows = store.read(entry, start, end)
                sums[entry.id].pair(sums[entry.id].add(outcomes, rows, design.swaps), base)
    return sums
