"""The shares of a difference as a waterfall: from one variant to the other, a step a rule point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.render.attributed import figures_of, in_order
from penneech.render.drawing import LETTER, Drawing, printed, ticks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penneech.render.attributed import Found
    from penneech.study.attribution import Asked
    from penneech.study.outcomes import Outcome
    from penneech.study.shares import Shares

ROW, HEAD, FOOT, MARGIN = 28, 44, 40, 16
ACROSS, FIGURES = 420, 120


def waterfall(names: tuple[str, str], wanted: Asked, found: Found) -> str:
    """Draw the shares of all outcomes, one under the other, with the figures beside them."""
    order = in_order(wanted, found)
    factors = [" + ".join(wanted.between.factors[i]) for i in order]
    rows = [names[0], *factors, names[1]]
    left = MARGIN + LETTER * max(map(len, rows)) + 10
    title = f"From {names[0]} to {names[1]}"
    drawing = Drawing(
        title, "A bar a rule point, from where the ones above have led; filled bars lead up."
    )
    told = [one for one in wanted.outcomes if found[one.name].whole.value is not None]
    height = HEAD + ROW * len(rows) + FOOT
    for place, outcome in enumerate(told):
        _panel(drawing, (left, place * height), rows, outcome, found[outcome.name], order)
    return drawing.svg(left + ACROSS + FIGURES + MARGIN, max(1, len(told)) * height)


def _panel(  # noqa: PLR0913, PLR0917  # where, and what
    drawing: Drawing,
    corner: tuple[float, float],
    rows: Sequence[str],
    outcome: Outcome,
    shares: Shares,
    order: Sequence[int],
) -> None:
    left, top = corner
    scale = 100 if outcome.unit == "share" else 1
    steps = [(scale * (shares.factors[i].value or 0)) for i in order]
    halves = [scale * (shares.factors[i].half_width or 0) for i in order]
    totals = [scale * (shares.first.value or 0)]
    for step in steps:
        totals.append(totals[-1] + step)
    reaches = [
        total + sign * half
        for total, half in zip(totals[1:], halves, strict=True)
        for sign in (-1, 1)
    ]
    low, high = min(*totals, *reaches), max(*totals, *reaches)
    room = (high - low) * 0.05 or 1.0
    low, high = low - room, high + room

    def at(value: float) -> float:
        return left + ACROSS * (value - low) / (high - low)

    unit = "%" if outcome.unit == "share" else outcome.unit
    drawing.text(MARGIN, top + 26, f"{outcome.title} ({unit})", "head")
    bottom = top + HEAD + ROW * len(rows)
    for value, label in ticks(low, high):
        drawing.line((at(value), top + HEAD), (at(value), bottom), "grid")
        drawing.text(at(value), bottom + 16, label, "small mid")
    figures = figures_of(outcome, shares, order)
    figures = [*figures[:-2], figures[-1]]
    for place, (name, figure) in enumerate(zip(rows, figures, strict=True)):
        middle = top + HEAD + ROW * (place + 0.5)
        drawing.text(left - 10, middle + 4, name, "end")
        drawing.text(left + ACROSS + FIGURES, middle + 4, printed(figure), "end")
        if place in (0, len(rows) - 1):
            x = at(totals[0 if place == 0 else -1])
            drawing.box((x - 3, middle - 9), (6, 18), "none")
            continue
        before, after = at(totals[place - 1]), at(totals[place])
        kind = "up" if after > before else "down"
        drawing.box((min(before, after), middle - 8), (max(abs(after - before), 1), 16), kind)
        half = halves[place - 1]
        if not half:
            continue
        ends = at(totals[place] - half), at(totals[place] + half)
        drawing.line((ends[0], middle), (ends[1], middle), "line")
        for x in ends:
            drawing.line((x, middle - 4), (x, middle + 4), "line")
    for place, total in enumerate(totals):
        y = top + HEAD + ROW * (place + 0.5)
        drawing.line((at(total), y + 9), (at(total), y + ROW - 9), "dash")
