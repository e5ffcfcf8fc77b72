"""The command that prints the manual page: `manual`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from penneech import __version__
from penneech.cli.options import NO
from penneech.cli.statuses import NEGATIVE, STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator

_ACTIVE = str.maketrans({"\\": "\\e", "-": "\\-"})
_VARIABLES = (
    ("PENNEECH_VARIANTS", "The folder of your own variants, as --variants."),
    ("PENNEECH_SOURCES", "The folder of your own sources, as --sources."),
    ("NO_COLOR", "No colours, whatever it is set to."),
    ("COLUMNS", "How wide tables are that do not go to a terminal."),
)


@click.command()
def manual() -> None:
    """Print the manual page, as man reads it.

    It has the help of every command, the exit statuses, and the variables of the environment:
    penneech manual > penneech.1, then man ./penneech.1
    """
    click.echo(manual_page(), nl=False)


def manual_page() -> str:
    """The manual page in roff."""
    # Imported here, since the group imports the commands.
    from penneech.cli import context_of_all, penneech  # noqa: PLC0415  # which imports this module

    context = context_of_all()
    lines = [
        f'.TH PENNEECH 1 "" "penneech {__version__}" "User commands"',
        ".SH NAME",
        f"penneech {_plain('-')} {_plain(_first_line(penneech))}",
        ".SH SYNOPSIS",
        ".B penneech",
        "COMMAND [OPTIONS] [ARGUMENTS]",
        ".SH DESCRIPTION",
        *_paragraphs(penneech.help or ""),
        ".SH COMMANDS",
        *(line for name in penneech.list_commands(context) for line in _command(context, name)),
        ".SH EXIT STATUS",
        *_terms(STATUSES),
        *_terms([(f"{NO} of {name}", f"{when}.") for name, when in NEGATIVE.items()]),
        ".SH ENVIRONMENT",
        *_terms(_VARIABLES),
    ]
    return "\n".join(lines) + "\n"


def _command(parent: click.Context, name: str) -> Iterator[str]:
    """A command: how it is called, what it does, its options; then those under it."""
    group = parent.command
    assert isinstance(group, click.Group)  # noqa: S101  # only groups come here
    command = group.get_command(parent, name)
    assert command is not None  # noqa: S101  # the group has listed it
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {_plain(context.command_path)} {_plain(usage)}".rstrip()
    yield from _paragraphs(command.help or "")
    options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
    records = [one.get_help_record(context) for one in options]
    yield from _terms([record for record in records if record is not None])
    if isinstance(command, click.Group):
        for under in command.list_commands(context):
            yield from _command(context, under)


def _first_line(command: click.Command) -> str:
    return (command.help or "").partition("\n")[0].rstrip(".")


def _paragraphs(text: str) -> Iterator[str]:
    for place, paragraph in enumerate(re.split(r"\n\s*\n", text.replace("\b", "").strip())):
        if place:
            yield ".PP"
        yield _plain(" ".join(paragraph.split()))


def _terms(rows: list[tuple[str, str]] | tuple[tuple[str, str], ...]) -> Iterator[str]:
    for term, said in rows:
        yield from (".TP", f".B {_plain(term)}", _plain(said) or ".")


def _plain(text: str) -> str:
    r"""A text in which nothing means anything to roff.

    >>> print(_plain(".a-b"))
    \&.a\-b
    """
    safe = " ".join(text.split()).translate(_ACTIVE)
    return f"\\&{safe}" if safe[:1] in (".", "'") else safe
