"""The distribution of the deals a game takes, as rows of bars."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from penneech.render.plots import Bar, Plot, Row, Scale, Tick, across, cut, in_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_BARS = 30
"""Bars of a distribution; beyond, one bar stands for several numbers of deals."""

MOST_NAMED = 8
"""Bars that have their numbers under them."""

BARS_ROW = 64
"""Pixels that a row takes."""

BARS_HIGH = 34
"""Pixels of the highest bar."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How many games had how many deals, and what that comes to."""

    counts: tuple[tuple[int, int], ...]

    @property
    def games(self) -> int:
        """All games."""
        return sum(games for _, games in self.counts)

    def quantile(self, share: float) -> int:
        """The least number of deals that at least this share of the games do not exceed."""
        running = 0
        for deals, games in self.counts:
            running += games
            if running >= share * self.games:
                return deals
        raise ValueError("no games")

    def between(self, first: int, last: int | None) -> int:
        """The games with at least `first` deals and, unless it is None, fewer than `last`."""
        return sum(
            games
            for deals, games in self.counts
            if first <= deals and (last is None or deals < last)
        )


def bins(spreads: Sequence[Spread]) -> list[tuple[int, int | None]]:
    """The classes of numbers of deals: each from one number up to, not including, another.

    The last has no end where some games are much longer than nearly all.
    """
    first = min(spread.counts[0][0] for spread in spreads)
    usual = max(spread.quantile(0.995) for spread in spreads)
    longest = max(spread.counts[-1][0] for spread in spreads)
    width = -(-(usual + 1 - first) // MOST_BARS)
    edges = list(range(first, usual + 1, width))
    found: list[tuple[int, int | None]] = [(edge, edge + width) for edge in edges]
    if found[-1][1] is not None and longest >= found[-1][1]:
        found.append((found[-1][1], None))
    return found


def class_name(start: int, end: int | None) -> str:
    """How a class of numbers of deals is written.

    >>> class_name(4, 5), class_name(4, 6), class_name(4, None)
    ('4', '4\u20135', '4+')
    """
    if end is None:
        return f"{start}+"
    return str(start) if end == start + 1 else f"{start}\N{EN DASH}{end - 1}"


def bars(
    found: Sequence[tuple[str, str, Spread, float | None]],
    classes: Sequence[tuple[int, int | None]],
) -> tuple[Plot, ...]:
    """The distribution of deals a game, a row of bars a variant, its mean and middle games.

    Args:
        found: of each variant its name, its figures in words, its games by deals, and their mean.
        classes: the classes of numbers of deals, from `bins`.
    """
    low, width = classes[0][0], (classes[0][1] or 0) - classes[0][0]
    by = Scale(low, low + width * len(classes))
    shares = [[spread.between(*one) / spread.games for one in classes] for _, _, spread, _ in found]
    most = max(map(max, shares))
    rows = []
    for place, (name, figure, spread, mean) in enumerate(found):
        drawn = []
        for nth, share in enumerate(shares[place]):
            if share:
                start, high = low + nth * width, BARS_HIGH * share / most
                drawn.append(
                    Bar(
                        across(by.at(start) + 0.15),
                        across(by.at(start + width) - by.at(start) - 0.3),
                        f"{BARS_HIGH - high:.1f}",
                        f"{high:.1f}",
                    )
                )
        # A number of deals lies in the middle of its bar.
        middle = 0.5 if width == 1 else 0.0
        few, many = spread.quantile(0.05), spread.quantile(0.95)
        rows.append(
            Row(
                cut(name),
                figure,
                point="" if mean is None else by.x(mean + middle),
                low=by.x(few + middle),
                high=by.x(many + middle),
                bars=tuple(drawn),
            )
        )
    return in_parts(Plot("bars", tuple(rows), tuple(_class_ticks(by, classes)), 0), BARS_ROW)


def _class_ticks(by: Scale, classes: Sequence[tuple[int, int | None]]) -> Iterable[Tick]:
    """Some of the classes, named in the middle of their bars."""
    width = (classes[0][1] or 0) - classes[0][0]
    every = ceil(len(classes) / MOST_NAMED)
    for nth in range(0, len(classes), every):
        start, end = classes[nth]
        label = class_name(start, end)
        yield Tick(
            across((by.at(by.low + nth * width) + by.at(by.low + (nth + 1) * width)) / 2), label
        )
