"""The geometry of a report's plots; a template draws them (`plots.svg.j2`).

A plot is SVG without a viewBox: what lies across is given in hundredths of the width, what lies
down in pixels. So its letters are as large on a telephone as on a wide screen, and its colours are
those of the page, by day, by night and on paper.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor
from typing import TYPE_CHECKING

from penneech.render.rounding import round_step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from penneech.study.summary import Difference

LEFT, RIGHT = 3.0, 97.0
"""Where a scale begins and ends, in hundredths of the width."""

MOST_ROWS = 40
"""Rows of a plot; a study of more variants shows those that differ most."""

LONGEST = 30
"""Letters of a name beside its figure on a telephone; longer ones are cut in the middle."""

ROOM_FOR_A_FIGURE = 11.0
"""A part this wide, in hundredths, has room for its figure."""

_MOST_TICKS = 5


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark of the scale: where, and what stands at it."""

    x: str
    label: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Figures from one number to another, and the ticks between them."""

    low: float
    high: float
    ticks: tuple[Tick, ...] = ()

    def at(self, value: float) -> float:
        """Where a figure lies, in hundredths of the width."""
        share = (value - self.low) / (self.high - self.low)
        return LEFT + (RIGHT - LEFT) * min(max(share, 0.0), 1.0)

    def x(self, value: float) -> str:
        """The same, as SVG wants it."""
        return across(self.at(value))

    def width(self, low: float, high: float) -> str:
        """How wide it is from one figure to another."""
        return across(self.at(high) - self.at(low))


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a row: from where, how wide; a height and top in pixels; its figure if it has room.

    `kind` is the number of its pattern.
    """

    x: str
    width: str
    top: str = "0"
    height: str = "0"
    kind: int = 0
    middle: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a plot: its name above, its figure at the right, its top in pixels, its marks.

    Args:
        name: the variant, cut where it is long.
        figure: what stands at the right.
        top: pixels from the top of the plot.
        point: where the dot is, if there is one.
        low, high: where its line begins and ends, if there is one.
        filled: whether the dot is filled.
        bars: the bars.
    """

    name: str
    figure: str
    top: int = 0
    point: str = ""
    low: str = ""
    high: str = ""
    filled: bool = False
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot, or a part of a high one: its scale and rows, and what lies behind all rows.

    Args:
        kind: `forest`, `bars` or `stack`.
        rows: from the top.
        ticks: of the scale below.
        height: pixels.
        zero: where nothing lies, if that is drawn.
        band: where differences are too small to be worth naming: from where and how wide.
    """

    kind: str
    rows: tuple[Row, ...]
    ticks: tuple[Tick, ...]
    height: int
    zero: str = ""
    band: tuple[str, str] | None = None


def across(hundredths: float) -> str:
    """A length across, in hundredths of the width.

    >>> across(12.3456), across(-0.0)
    ('12.35%', '0.00%')
    """
    return f"{round(hundredths, 2) + 0.0:.2f}%"


def cut(name: str, longest: int = LONGEST) -> str:
    """Cut a long name in the middle, where names of one family are most alike.

    >>> cut("cotton-1674"), len(cut("x" * 64))
    ('cotton-1674', 30)
    """
    if len(name) <= longest:
        return name
    before = (longest - 1) // 2
    return f"{name[:before]}\N{HORIZONTAL ELLIPSIS}{name[before + 1 - longest :]}"


def scale(values: Iterable[float], write: str = "g", factor: float = 1.0) -> Scale:
    """A scale that has all the figures, from tick to tick.

    Args:
        values: at least one.
        write: how ticks are written, as formats are: `g`, or `+g` with a sign.
        factor: what ticks are multiplied by before they are written: 100 for shares in hundredths.

    >>> [tick.label for tick in scale([-0.3, 3.9]).ticks]
    ['-1', '0', '1', '2', '3', '4']
    """
    known = list(values)
    low, high = min(known), max(known)
    if low == high:
        low, high = low - 0.5 / factor, high + 0.5 / factor
    step = round_step((high - low) / _MOST_TICKS)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    whole = Scale(first * step, last * step)
    ticks = [
        Tick(whole.x(n * step), f"{round(n * step * factor, 9) + 0.0:{write if n else 'g'}}")
        for n in range(first, last + 1)
    ]
    return Scale(whole.low, whole.high, tuple(ticks))


TOP, FOOT = 8, 30
"""Pixels above the first row, and below the last."""

HIGHEST = 660
"""Pixels for the rows of a plot; a higher one is drawn in parts, each of which fits on a page."""

FOREST_ROW, STACK_ROW = 38, 48
"""Pixels that a row takes."""


def in_parts(whole: Plot, row: int) -> tuple[Plot, ...]:
    """The plot in as many parts as it needs, each with its own scale, alike in size.

    Args:
        whole: the plot, its rows not yet in their places.
        row: the pixels that a row takes.
    """
    parts = ceil(len(whole.rows) * row / HIGHEST)
    many = ceil(len(whole.rows) / parts)
    found = []
    for first in range(0, len(whole.rows), many):
        rows = tuple(
            replace(one, top=TOP + place * row)
            for place, one in enumerate(whole.rows[first : first + many])
        )
        found.append(replace(whole, rows=rows, height=TOP + len(rows) * row + FOOT))
    return tuple(found)


def forest(
    found: Sequence[tuple[str, str, Difference]], smallest: float | None, factor: float
) -> tuple[Plot, ...]:
    """Differences with their intervals, one above the other, and where nothing lies.

    Args:
        found: of each variant its name, its difference in words, and the difference.
        smallest: the smallest difference worth naming, if there is one.
        factor: 100 for shares, else 1.
    """
    bounds = [0.0]
    for _, _, gap in found:
        bounds += [one for one in (gap["value"], gap["low"], gap["high"]) if one is not None]
    if smallest is not None:
        bounds += [-smallest, smallest]
    by = scale(bounds, "+g", factor)
    rows = []
    for name, figure, gap in found:
        value, low, high = gap["value"], gap["low"], gap["high"]
        rows.append(
            Row(
                cut(name),
                figure,
                point="" if value is None else by.x(value),
                low="" if low is None else by.x(low),
                high="" if high is None else by.x(high),
                filled=gap["worth_naming"],
            )
        )
    band = None if smallest is None else (by.x(-smallest), by.width(-smallest, smallest))
    return in_parts(Plot("forest", tuple(rows), by.ticks, 0, by.x(0), band), FOREST_ROW)


def stack(found: Sequence[tuple[str, str, Sequence[float]]], write: str) -> tuple[Plot, ...]:
    """Parts of a whole side by side, a bar a variant.

    Args:
        found: of each variant its name, its whole in words, and its parts, none below nothing.
        write: how a part is written in its bar, as formats are.
    """
    by = scale([0.0, *(sum(parts) for _, _, parts in found)])
    rows = []
    for name, figure, parts in found:
        drawn, start = [], 0.0
        for kind, part in enumerate(parts):
            begin, wide = by.at(start), by.at(start + part) - by.at(start)
            if part:
                text = f"{part:{write}}" if wide >= ROOM_FOR_A_FIGURE else ""
                drawn.append(
                    Bar(
                        across(begin),
                        across(wide),
                        kind=kind,
                        middle=across(begin + wide / 2),
                        figure=text,
                    )
                )
            start += part
        rows.append(Row(cut(name), figure, bars=tuple(drawn)))
    return in_parts(Plot("stack", tuple(rows), by.ticks, 0), STACK_ROW)
