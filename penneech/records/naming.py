"""How a game is called wherever it is spoken of: by its own number, or by its line in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penneech.records.model import Heading


def game_name(heading: Heading, line: int = 0) -> str:
    """How a game is called; nothing if it has no number and is alone in its file.

    Args:
        heading: what its record says of it.
        line: the number of its line in a file of many records, else 0.
    """
    if heading.game is None:
        return f"line {line}" if line else ""
    return f"game {heading.game}" + " (seats swapped)" * bool(heading.swapped)


def number_of(heading: Heading, line: int) -> int:
    """The number by which a game is asked for: its own, or that of its line."""
    return line if heading.game is None else heading.game


def game_title(heading: Heading, line: int = 0) -> str:
    """What stands above a game: its name, or that it has none."""
    name = game_name(heading, line)
    return f"{name[:1].upper()}{name[1:]}" or "A game"
