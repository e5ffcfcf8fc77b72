"""Figures as SVG files of their own: shapes and letters on white, the same each time."""

from __future__ import annotations

from html import escape
from math import ceil, floor
from typing import TYPE_CHECKING

from penneech.render.rounding import round_step

if TYPE_CHECKING:
    from collections.abc import Iterator

LETTER = 7.2
"""Pixels of a letter, about; names have room for wider ones."""

STYLE = (
    "text{font:13px sans-serif;fill:#111}.head{font-weight:bold;font-size:15px}"
    ".small{font-size:11px;fill:#444}.end{text-anchor:end}.mid{text-anchor:middle}.pale{fill:#fff}.grid{stroke:#ddd}"
    ".line{stroke:#111}.dash{stroke:#777;stroke-dasharray:3 3}.up{fill:#2b6ca3}.down{fill:#fff;"
    "stroke:#2b6ca3;stroke-width:1.5}.none{fill:#888}.frame{fill:none;stroke:#bbb}"
)
"""What goes up is filled and what goes down is hollow, so that it shows without colour, too."""

_MOST_TICKS = 6


class Drawing:
    """A figure that is being drawn; all places are in pixels from the upper left corner."""

    def __init__(self, title: str, description: str) -> None:
        self._head = (title, description)
        self._parts: list[str] = []

    def text(self, x: float, y: float, text: str, kind: str = "") -> None:
        """Put letters; `kind` names styles, like `end` for letters that end at the place."""
        self._parts.append(f'<text x="{x:.1f}" y="{y:.1f}"{_kind(kind)}>{escape(text)}</text>')

    def line(self, start: tuple[float, float], end: tuple[float, float], kind: str) -> None:
        """Draw a line."""
        (x1, y1), (x2, y2) = start, end
        self._parts.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"{_kind(kind)}/>'
        )

    def box(
        self, corner: tuple[float, float], size: tuple[float, float], kind: str, fill: str = ""
    ) -> None:
        """Draw a rectangle, perhaps of a colour of its own."""
        (x, y), (width, height) = corner, size
        colour = f' style="fill:{fill}"' if fill else ""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
            f"{_kind(kind)}{colour}/>"
        )

    def dot(self, middle: tuple[float, float], radius: float, kind: str) -> None:
        """Draw a circle."""
        x, y = middle
        self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"{_kind(kind)}/>')

    def svg(self, width: float, height: float) -> str:
        """The file."""
        title, description = map(escape, self._head)
        body = "\n".join(self._parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img">\n'
            f"<title>{title}</title>\n<desc>{description}</desc>\n<style>{STYLE}</style>\n"
            f'<rect width="100%" height="100%" style="fill:#fff"/>\n{body}\n</svg>\n'
        )


def ticks(low: float, high: float) -> Iterator[tuple[float, str]]:
    """Round figures from a low to a high one, and how they are written.

    >>> [label for _, label in ticks(22.65, 26.54)]
    ['23', '24', '25', '26']
    """
    if high <= low:
        yield low, printed(f"{low:g}")
        return
    step = round_step((high - low) / _MOST_TICKS)
    for nth in range(ceil(low / step), floor(high / step) + 1):
        value = nth * step
        yield value, printed(f"{round(value, 10) + 0.0:g}")


def printed(figure: str) -> str:
    """A figure that was set for a screen, with the signs that print has.

    >>> printed("-0.62±0.15")
    '\N{MINUS SIGN}0.62 ± 0.15'
    """
    figure = figure.replace("-", "\N{MINUS SIGN}")
    return figure.replace("\N{PLUS-MINUS SIGN}", " \N{PLUS-MINUS SIGN} ")


def _kind(kind: str) -> str:
    return f' class="{kind}"' if kind else ""
