"""The speeds of this machine, on a screen or as data."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from penneech.extras import installing
from penneech.render.columns import Column, Columns
from penneech.study.speeds import MILLISECONDS, ROWS
from penneech.study.speeds import WITHOUT_NUMBA as ALONE
from penneech.study.workloads import VARIANT

if TYPE_CHECKING:
    from rich.console import RenderableType

    from penneech.study.speeds import Speeds


def left_out() -> str:
    """Why there is one row without Numba, and what to do for the others."""
    return f"the other speeds are those of Numba: {installing('fast')}"


def speeds_data(speeds: Speeds) -> dict[str, float | None]:
    """The medians; None where a row cannot be measured without Numba."""
    return {key: _rounded(key, speeds.median(key)) for key in ROWS}


def _rounded(key: str, figure: float | None) -> float | None:
    if figure is None:
        return None
    return round(figure, 3) if key in MILLISECONDS else round(figure)


def speeds_sheet(speeds: Speeds) -> RenderableType:
    """The medians with their ranges, for a screen of 80 columns."""
    count = len(speeds.rounds[ALONE])
    turns = "one round" if count == 1 else f"medians of {count} rounds"
    title = Text(f"Speeds under {VARIANT}: {turns}, one core", style="bold")
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    machine += f"; kernel in its {speeds.form} form" if speeds.form else ""
    heads = (
        Column(""), Column("median", on_right=True), Column("least", on_right=True),
        Column("greatest", on_right=True), Column(""),
    )  # fmt: skip
    parts: list[RenderableType] = [title, Text(machine), Text()]
    parts.append(Columns(heads, [_row(speeds, key) for key in ROWS if speeds.rounds[key]]))
    if not speeds.form:
        parts += [Text(), Text(f"Note: {left_out()}")]
    elif speeds.compiled:
        text = f"It was compiled first, in {speeds.compiled:.1f} s; that is not in the figures."
        parts += [Text(), Text(text)]
    return Group(*parts)


def _row(speeds: Speeds, key: str) -> list[Text]:
    figures = speeds.rounds[key]
    shown = (speeds.median(key), min(figures), max(figures))
    unit = "ms" if key in MILLISECONDS else "/s"
    return [Text(ROWS[key]), *[Text(_figure(key, one or 0.0)) for one in shown], Text(unit)]


def _figure(key: str, figure: float) -> str:
    """Four figures that count, or all of a smaller number."""
    if key in MILLISECONDS:
        return f"{figure:.2f}"
    most = 10 ** max(0, len(str(int(figure))) - 4)
    return f"{round(figure / most) * most:,}"
