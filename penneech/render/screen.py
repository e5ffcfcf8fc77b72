"""The screen that tables are printed on: as wide as it is, and plain where it is none."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.console import RenderableType

PAGE, LEAST = 100, 20
"""Columns of a page that is written to a file or to another program, and the fewest that it has."""


def show(content: RenderableType) -> None:
    """Print something for people to read: as wide as the terminal is, or as COLUMNS says."""
    console = Console(highlight=False, emoji=False, markup=False)
    if console.is_terminal:
        console.print(content)
        return
    columns = os.environ.get("COLUMNS", "")
    console.width = max(int(columns), LEAST) if columns.isdecimal() and int(columns) else PAGE
    with console.capture() as caught:
        console.print(content)
    # Cells are padded to their columns; a file has no use for the blanks at the ends of lines.
    lines = (line.rstrip() for line in caught.get().splitlines())
    sys.stdout.write("\n".join(lines).strip("\n") + "\n")
