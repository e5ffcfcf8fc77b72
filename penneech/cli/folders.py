"""The options that name the reader's own folders, the same for every command."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., object]")

_FOLDER = click.Path(path_type=Path)


def folder_options(command: Command) -> Command:
    """Give a command `--variants` and `--sources` (arguments `variants_dir`, `sources_dir`)."""
    for option, name, variable in (
        ("--sources", "sources_dir", "PENNEECH_SOURCES"),
        ("--variants", "variants_dir", "PENNEECH_VARIANTS"),
    ):
        command = click.option(
            option,
            name,
            type=_FOLDER,
            metavar="DIR",
            help=f"Folder of your own {option[2:]} (or {variable}).",
        )(command)
    return command


def language_option(command: Command) -> Command:
    """Give a command `--lang` (argument `language`)."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(["en", "it"]),
        default="en",
        show_default=True,
        help="Language of titles, questions and notes.",
    )(command)


def json_option(command: Command) -> Command:
    """Give a command `--json` (argument `as_json`)."""
    return click.option("--json", "as_json", is_flag=True, help="Answer as JSON.")(command)
