"""Short cells in columns: what a rich table without borders shows, at a small part of its cost.

A file of games has thousands of such tables, and rich measures and wraps every cell several times.
Where the cells have no room side by side, a rich table is made after all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console, ConsoleOptions, RenderableType

GAP = 2
"""Blanks between columns."""


def _styled(cell: Text, console: Console) -> Iterable[Segment]:
    return Segment.apply_style(cell.render(console), console.get_style(cell.style))


class Column(NamedTuple):
    """The head of a column, and whether its cells stand on the right."""

    name: str
    on_right: bool = False


class Columns:
    """Rows of cells, each of one line, under the names of their columns."""

    def __init__(self, columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> None:
        self._columns, self._rows = columns, rows

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> Iterator[Segment | RenderableType]:
        """Give the cells row by row, for rich."""
        heads = [Text(column.name, style="bold dim") for column in self._columns]
        lines = [heads, *self._rows]
        widths = [max(cell.cell_len for cell in cells) for cells in zip(*lines, strict=True)]
        if sum(widths) + GAP * (len(widths) - 1) > options.max_width:
            yield self.table()
            return
        # An output without colours has no use for the pieces of which a cell is made.
        plain = console.color_system is None
        for line in lines:
            blanks = 0
            for cell, width, (_, on_right) in zip(line, widths, self._columns, strict=True):
                more = width - cell.cell_len
                if cell:
                    yield Segment(" " * (blanks + more * on_right))
                    yield from (Segment(cell.plain),) if plain else _styled(cell, console)
                    blanks = GAP + more * (not on_right)
                else:
                    blanks += GAP + width
            yield Segment.line()

    def table(self) -> Table:
        """The same as a rich table."""
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), show_edge=False)
        for name, on_right in self._columns:
            table.add_column(name, justify="right" if on_right else "left", header_style="dim")
        for row in self._rows:
            table.add_row(*row)
        return table
