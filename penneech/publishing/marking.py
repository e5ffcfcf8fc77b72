"""Pieces of Markdown that the made pages are put together from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech.render.inert import inert
from penneech.render.markdown import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


CONTENTS = "<!-- contents -->"
"""Stands over a list of links: the site puts the linked pages into its contents."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table; the cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def cell(text: str) -> str:
    r"""A text as it stands in a cell; code in backquotes is kept.

    >>> cell("`a|b` | <b>")
    '`a/b` \\| \\<b\\>'
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escaped(text)
    return "".join(code(part) if n % 2 else escaped(part) for n, part in enumerate(parts))


def code(text: str) -> str:
    """A name or a value in a letter of its own."""
    return f"`{inert(text).replace('`', chr(39)).replace('|', '/')}`"


def listed_codes(names: Iterable[str]) -> str:
    """Names one after the other, with commas."""
    return ", ".join(code(name) for name in names)
