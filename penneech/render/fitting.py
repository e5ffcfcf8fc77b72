"""Figures in rows: a table where the screen is wide enough, else a block for each row.

No figure and no name is ever cut: a figure without its last digits is another figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich import box
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text as Line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console, ConsoleOptions, RenderResult

_GAPS = (2, 1, 0)
"""Blanks between two columns beside the one that is always there."""

_UNBOUNDED = 10_000

_TYPEWRITTEN = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
"""The rule under the heads where the output has no lines to draw with, and as narrow."""


@dataclass(frozen=True, slots=True)
class FittingTable:
    """Rows of figures, each with a name or two.

    Args:
        names: what the names are, like "variant"; a first name that repeats itself stands once.
        heads: what the figures are, at most two lines each.
        rows: of each row the names and the figures.
        nothing: what stands where there is no figure; in a block it needs no line of its own.
    """

    names: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    nothing: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table with the widest gaps that the screen has room for, or the blocks."""
        unbounded = options.update(max_width=_UNBOUNDED)
        for gap in _GAPS:
            table = self._table(gap)
            table.box = _TYPEWRITTEN if options.ascii_only else box.SIMPLE_HEAD
            if Measurement.get(console, unbounded, table).maximum <= options.max_width:
                yield table
                return
        yield from self._blocks(options.max_width)

    def _table(self, gap: int) -> Table:
        table = Table(show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
        for name in self.names:
            table.add_column(name, no_wrap=True)
        for head in self.heads:
            table.add_column(head, justify="right", no_wrap=True)
        before = ""
        for names, figures in self.rows:
            first = "" if names[0] == before else names[0]
            before = names[0]
            table.add_row(first, *names[1:], *figures)
        return table

    def _blocks(self, width: int) -> Iterator[Line]:
        """Each row as a block: its names, and under them its figures, one a line."""
        titles = [head.replace("\n", " ") for head in self.heads]
        across = max(map(len, titles))
        widest = max((len(figure) for _, figures in self.rows for figure in figures), default=0)
        aligned = len(f"  {'':{across}}  {'':{widest}}") <= width
        for names, figures in self.rows:
            yield Line(", ".join(names), overflow="fold")
            told = [pair for pair in zip(titles, figures, strict=True) if pair[1] != self.nothing]
            for title, figure in told or [(self.nothing, "")]:
                text = f"{title:{across}}  {figure:>{widest}}" if aligned else f"{title} {figure}"
                yield Line(f"  {text.rstrip()}", overflow="fold")
