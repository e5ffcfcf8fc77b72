"""The help of the whole command line as Markdown, for a page of the documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from penneech.cli import penneech
from penneech.cli.options import NO
from penneech.cli.statuses import NEGATIVE, STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH = 84
"""Letters in a line, so that it fits between the contents of a site."""


def help_page() -> str:
    """What `--help` says of every command, as Markdown."""
    blocks = [
        f"## {name}\n\n```text\n{text.rstrip()}\n```\n"
        for name, text in _helps("penneech", penneech)
    ]
    return "\n".join(blocks)


def statuses_page() -> str:
    """What the exit statuses mean, as Markdown."""
    lines = ["| status | meaning |", "| --- | --- |"]
    lines += [f"| {status} | {meaning} |" for status, meaning in STATUSES]
    lines += ["", f"| command | {NO}, where |", "| --- | --- |"]
    lines += [f"| `penneech {name}` | {when} |" for name, when in NEGATIVE.items()]
    return "\n".join(lines)


def _helps(
    name: str, command: click.Command, parent: click.Context | None = None
) -> Iterator[tuple[str, str]]:
    """The help of a command, then of those under it."""
    context = click.Context(
        command,
        info_name=name if parent is None else name.rpartition(" ")[2],
        parent=parent,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    yield name, command.get_help(context)
    if isinstance(command, click.Group):
        for under in command.list_commands(context):
            found = command.get_command(context, under)
            if found is not None:
                yield from _helps(f"{name} {under}", found, context)
