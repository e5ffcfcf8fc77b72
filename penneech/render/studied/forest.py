"""Intervals one under the other as a figure of its own: of differences, or of figures.

A difference is measured from nothing, a figure from the bounds that are claimed for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from penneech.render.amounts import UNTOLD, amount, difference, factor, reach, unit_of
from penneech.render.drawing import LETTER, Drawing, ticks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from penneech.study.summary import Difference

LINE, GAP, HEAD, FOOT, MARGIN = 22, 6, 66, 48, 16
"""Pixels: of a line, between rows, above the first row, below the last, and at the sides."""
ACROSS, FIGURES = 400, 150
DOT, ENDS = 5.0, 4.0
_KEY = 24
_PALE = "#eef1f4"


class Shown(NamedTuple):
    """What a figure shows.

    Args:
        title: the outcome.
        grounds: who played how much.
        unit: of the outcome.
        smallest: the smallest difference worth naming, if there is one.
        rows: of each variant a difference for each player, by name. A filled dot is what is worth
            naming.
        bounds: lines that are drawn beside the rows: nothing, or what is claimed of a figure.
        signed: whether the rows are differences, and are written with their signs.
    """

    title: str
    grounds: str
    unit: str
    smallest: float | None
    rows: Mapping[str, Mapping[str, Difference]]
    bounds: tuple[float, ...] = (0.0,)
    signed: bool = True

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in order."""
        return tuple(next(iter(self.rows.values())))


class _Scale(NamedTuple):
    left: float
    low: float
    high: float

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.left + ACROSS * min(max(share, 0.0), 1.0)


def forest(shown: Shown, description: str) -> str:
    """Draw the rows of each variant, one under the other, as an SVG file."""
    players, several = shown.players, len(shown.players) > 1
    names = max(map(len, shown.rows))
    more = max(map(len, players)) + 2 if several else 0
    scale = _scale(shown, MARGIN + LETTER * (names + more) + 10)
    height = LINE * len(players) + (GAP if several else 0)
    top, bottom = HEAD, HEAD + height * len(shown.rows)
    drawing = Drawing(shown.title, description)
    drawing.text(MARGIN, 26, shown.title, "head")
    drawing.text(MARGIN, 44, shown.grounds, "small")
    _ground(drawing, shown, scale, (top, bottom))
    for place, (name, gaps) in enumerate(shown.rows.items()):
        y = top + height * place
        drawing.text(MARGIN, y + LINE / 2 + 5, name)
        for nth, player in enumerate(players):
            middle = y + LINE * (nth + 0.5)
            if several:
                drawing.text(scale.left - 10, middle + 4, player, "small end")
            _mark(drawing, scale, (middle, gaps[player]), shown)
    return drawing.svg(scale.left + ACROSS + FIGURES + MARGIN, bottom + FOOT)


def _scale(shown: Shown, left: float) -> _Scale:
    scale, bounds = factor(shown.unit), list(shown.bounds)
    if shown.smallest is not None:
        bounds += [-shown.smallest, shown.smallest]
    for gaps in shown.rows.values():
        for gap in gaps.values():
            bounds += [x for x in (gap["value"], gap["low"], gap["high"]) if x is not None]
    low, high = scale * min(bounds), scale * max(bounds)
    room = (high - low) * 0.04 or 1.0
    return _Scale(left, low - room, high + room)


def _ground(drawing: Drawing, shown: Shown, scale: _Scale, between: tuple[float, float]) -> None:
    """What lies behind the rows: the band of what is not worth naming, the grid, nothing."""
    top, bottom = between
    if shown.smallest is not None:
        reach = factor(shown.unit) * shown.smallest
        start, end = scale.at(-reach), scale.at(reach)
        drawing.box((start, top), (end - start, bottom - top), "band", _PALE)
    for value, label in ticks(scale.low, scale.high):
        x = scale.at(value)
        drawing.line((x, top), (x, bottom), "grid")
        drawing.text(x, bottom + 16, label, "small mid")
    for bound in shown.bounds:
        x = scale.at(factor(shown.unit) * bound)
        drawing.line((x, top), (x, bottom), "line")
    what = "difference, in" if shown.signed else "in"
    drawing.text(scale.left, bottom + 34, f"{what} {unit_of(shown.unit)}", "small")


def _mark(drawing: Drawing, scale: _Scale, placed: tuple[float, Difference], shown: Shown) -> None:
    """A row: a line as long as its interval, a dot, and the figure at the right."""
    middle, gap = placed
    times = factor(shown.unit)
    if shown.signed:
        figure = difference(gap, shown.unit) + ("*" if gap["worth_naming"] else "")
    elif gap["value"] is None:
        figure = UNTOLD
    else:
        figure = amount(gap["value"], shown.unit) + reach(gap, shown.unit)
    drawing.text(scale.left + ACROSS + FIGURES, middle + 4, figure, "end")
    if gap["value"] is None:
        return
    if gap["low"] is not None and gap["high"] is not None:
        ends = scale.at(times * gap["low"]), scale.at(times * gap["high"])
        drawing.line((ends[0], middle), (ends[1], middle), "line")
        for x in ends:
            drawing.line((x, middle - ENDS), (x, middle + ENDS), "line")
    kind = "up" if gap["worth_naming"] else "down"
    drawing.dot((scale.at(times * gap["value"]), middle), DOT, kind)
