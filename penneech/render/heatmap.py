"""Pairs of rule points as a heat map: what each has alone, and what each two have together."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from penneech.render.crucial import ranked, share_text
from penneech.render.drawing import LETTER, Drawing, printed

if TYPE_CHECKING:
    from collections.abc import Mapping

CELL, HEIGHT, MARGIN, HEAD = 58, 30, 16, 70
FIGURES = 220

_DARK = 0.45
_WHITE, _BLUE = (255, 255, 255), (20, 74, 124)


def heat_map(outcome: Mapping[str, Any], grounds: str) -> str:
    """Draw the map of one outcome, the rule points that matter most first, the shares beside it."""
    names = ranked(outcome)
    left = MARGIN + LETTER * max(map(len, names)) + 40
    right = left + CELL * len(names)
    drawing = Drawing(
        f"{outcome['title']}: shares of the variance over the readings, %",
        "On the diagonal what a rule point does alone; elsewhere what two do together beyond that.",
    )
    drawing.text(MARGIN, 26, f"{outcome['title']}: shares of the variance, %", "head")
    drawing.text(MARGIN, 44, grounds, "small")
    pairs = {frozenset(pair["factors"]): pair["share"] for pair in outcome["pairs"]}
    for column in range(len(names)):
        drawing.text(left + CELL * (column + 0.5), HEAD - 6, str(column + 1), "small mid")
    for text, x in (("alone", right + FIGURES / 2), ("in all", right + FIGURES)):
        drawing.text(x, HEAD - 6, text, "small end")
    for row, name in enumerate(names):
        top = HEAD + HEIGHT * row
        drawing.text(left - 10, top + 20, f"{name}  {row + 1}", "end")
        found = outcome["factors"][name]
        for column, other in enumerate(names):
            share = found["alone"] if row == column else pairs[frozenset((name, other))]
            _square(drawing, (left + CELL * column, top), share["value"])
        drawing.text(right + FIGURES / 2, top + 20, printed(share_text(found["alone"])), "end")
        drawing.text(right + FIGURES, top + 20, printed(share_text(found["total"])), "end")
    return drawing.svg(right + FIGURES + MARGIN, HEAD + HEIGHT * len(names) + MARGIN)


def _square(drawing: Drawing, corner: tuple[float, float], share: float | None) -> None:
    x, y = corner
    # The root of a share: small ones would all be white else.
    depth = sqrt(min(max(share or 0.0, 0.0), 1.0))
    colour = "#" + "".join(
        f"{round(pale + (deep - pale) * depth):02x}"
        for pale, deep in zip(_WHITE, _BLUE, strict=True)
    )
    drawing.box((x, y), (CELL, HEIGHT), "frame", colour)
    text = "-" if share is None else f"{round(100 * share, 1) + 0.0:.1f}"
    drawing.text(x + CELL / 2, y + 20, printed(text), "mid pale" if depth > _DARK else "mid")
