"""What a notebook shows: small sheets of tables, set as HTML, as Markdown and as plain text.

Every text is escaped here and nowhere else, so that what a file says is never taken for markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from penneech.api.asked import path_of
from penneech.errors import PenneechError, reason
from penneech.render.files import write_document
from penneech.render.inert import inert
from penneech.render.markdown import begun, escaped

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_TABLE = Markup("<table>{}<thead><tr>{}</tr></thead><tbody>{}</tbody></table>")
_CAPTION = Markup('<caption style="text-align:left">{}</caption>')
_ROW = Markup("<tr>{}{}</tr>")
_HEAD = Markup('<th scope="{}" style="text-align:{}">{}</th>')
_CELL = Markup('<td style="text-align:{}">{}</td>')


@dataclass(frozen=True, slots=True)
class Grid:
    """One table; the first cell of each row names the row.

    Args:
        columns: the heads.
        rows: the cells, as many in each row as there are heads.
        caption: what the table is.
        figures: whether all columns but the first are figures, set to the right.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is shown of a value: a title, a line or two, tables, and remarks.

    Args:
        title: the name of what is shown.
        lead: what stands before the tables.
        grids: the tables.
        notes: what stands after them.
    """

    title: str
    lead: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    notes: tuple[str, ...] = ()

    def html(self) -> str:
        """The sheet as a piece of HTML."""
        parts = [Markup("<p><strong>{}</strong></p>").format(inert(self.title))]
        parts += [Markup("<p>{}</p>").format(inert(line)) for line in self.lead]
        parts += [_table(grid) for grid in self.grids]
        parts += [Markup("<p><small>{}</small></p>").format(inert(line)) for line in self.notes]
        return Markup('<div class="penneech">{}</div>').format(Markup("\n").join(parts))

    def markdown(self) -> str:
        """The sheet as Markdown."""
        parts = [f"**{escaped(self.title)}**", *[begun(escaped(line)) for line in self.lead]]
        parts += [_rows(grid) for grid in self.grids]
        parts += [begun(escaped(line)) for line in self.notes]
        return "\n\n".join(parts) + "\n"


class Shown:
    """A value that a notebook shows as a sheet."""

    __slots__ = ()

    def sheet(self) -> Sheet:
        """What is shown of it."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self.sheet().html()

    def _repr_markdown_(self) -> str:
        return self.sheet().markdown()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: a notebook shows it, and `save` writes it to a file.

    Args:
        svg: the whole of it.
    """

    svg: str

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file, which is replaced when the new one is whole.

        Raises:
            PenneechError: when it cannot be written.
        """
        target = path_of(path)
        try:
            write_document(target, self.svg)
        except OSError as error:
            raise PenneechError(f"{path} cannot be written: {reason(error)}") from error

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Drawing({len(self.svg):,} characters of SVG)"


def _table(grid: Grid) -> Markup:
    side = "right" if grid.figures else "left"
    heads = [_HEAD.format("col", "left" if not n else side, inert(h)) for n, h in _numbered(grid)]
    rows = [
        _ROW.format(
            _HEAD.format("row", "left", inert(first)),
            Markup("").join(_CELL.format(side, inert(cell)) for cell in others),
        )
        for first, *others in grid.rows
    ]
    caption = _CAPTION.format(inert(grid.caption)) if grid.caption else Markup("")
    return _TABLE.format(caption, Markup("").join(heads), Markup("\n").join(rows))


def _numbered(grid: Grid) -> Sequence[tuple[int, str]]:
    return list(enumerate(grid.columns))


def _rows(grid: Grid) -> str:
    rules = [":--", *["--:" if grid.figures else ":--"] * (len(grid.columns) - 1)]
    cells = [_line(grid.columns), f"| {' | '.join(rules)} |", *map(_line, grid.rows)]
    caption = [begun(escaped(grid.caption)), ""] if grid.caption else []
    return "\n".join([*caption, *cells])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"
