"""The screen that tables are printed on: as wide as it is, and plain where it is none."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.console import RenderableType

PAGE = 100
"""Columns of a page that is written to a file or to another program."""
LINE = 1000
"""Columns enough for any row, so that a search in the lines of a table finds whole rows."""


def show(content: RenderableType, *, unbroken: bool = False) -> None:
    """Print something for people to read.

    Args:
        content: a table, a text, or several of them.
        unbroken: whether each row of a table keeps to one line where there is no terminal.
    """
    console = Console(highlight=False, emoji=False, markup=False)
    if console.is_terminal:
        console.print(content)
        return
    console.width = LINE if unbroken else PAGE
    with console.capture() as caught:
        console.print(content)
    # Cells are padded to their columns; a file has no use for the blanks at the ends of lines.
    lines = (line.rstrip() for line in caught.get().splitlines())
    sys.stdout.write("\n".join(lines).strip("\n") + "\n")
