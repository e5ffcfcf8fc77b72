"""Options and exit statuses that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from penneech.cli.naming import two_players
from penneech.cli.suggesting import outcome_names, player_names

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., object]")

NO, WRONG_USE, STOPPED = 1, 2, 130
"""The exit statuses of a negative answer, of what cannot be done as it was asked for, and of what
Ctrl-C has stopped, as shells know it."""

MOST_SEED = 2**64 - 1

_FOLDER = click.Path(path_type=Path)

COMPLETION = "_PENNEECH_COMPLETE"
"""What a shell sets that asks how a line may go on."""


def folder_options(command: Command) -> Command:
    """Give a command `--variants` and `--sources` (arguments `variants_dir`, `sources_dir`)."""
    return _folder_option("variants")(sources_option(command))


def sources_option(command: Command) -> Command:
    """Give a command `--sources` alone (argument `sources_dir`)."""
    return _folder_option("sources")(command)


def _folder_option(what: str) -> Callable[[Command], Command]:
    return click.option(
        f"--{what}",
        f"{what}_dir",
        type=_FOLDER,
        metavar="DIR",
        # It may be given again only to be told that it may not: the last would else be taken.
        multiple=True,
        callback=_one_folder,
        help=f"Folder of your own {what} (or PENNEECH_{what.upper()}).",
    )


def _one_folder(
    context: click.Context, option: click.Parameter, folders: tuple[Path, ...]
) -> Path | None:
    """The one folder that is named, if any."""
    if len(folders) > 1:
        named = " and ".join(str(one) for one in folders)
        text = f"it names one folder, and {named} are named; put the files into one"
        raise click.BadParameter(text, ctx=context, param=option)
    return folders[0] if folders else None


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


def game_option(command: Command) -> Command:
    """Give a command `--game`, which chooses one game of a file of records."""
    return click.option(
        "--game",
        type=click.IntRange(min=0),
        metavar="N",
        help="Only the game of this number; of this line, where the games have no numbers.",
    )(command)


def deal_option(command: Command) -> Command:
    """Give a command `--deal`, which chooses one deal of a game."""
    return click.option(
        "--deal", type=click.IntRange(min=1), metavar="N", help="Only the deal of this number."
    )(command)


def no_check_option(command: Command) -> Command:
    """Give a command `--no-check`, which reads records that were edited."""
    return click.option(
        "--no-check", is_flag=True, help="Pass over the record's own check, as after editing it."
    )(command)


def seed_option(text: str) -> Callable[[Command], Command]:
    """Give a command `--seed`, with what it is the seed of."""
    return click.option("--seed", type=click.IntRange(0, MOST_SEED), metavar="S", help=text)


def study_seed_option(command: Command) -> Command:
    """Give a command the `--seed` of a study, which is 1 unless told."""
    return click.option(
        "--seed", type=int, default=1, show_default=True, help="Seed of packs and cuts."
    )(command)


def study_players_option(command: Command) -> Command:
    """Give a command the `--players` of a study."""
    return click.option(
        "--players",
        metavar="P,Q",
        shell_complete=player_names,
        callback=two_players,
        default="greedy,greedy",
        show_default=True,
        help="Two players, like greedy,random; if they differ, each number is played twice, seats "
        "swapped.",
    )(command)


def outcome_option(command: Command) -> Command:
    """Give a command `--outcome` (argument `outcomes`), which may be given several times."""
    return click.option(
        "--outcome",
        "outcomes",
        metavar="O",
        shell_complete=outcome_names,
        multiple=True,
        help="An outcome of docs/reference/outcomes.md by its key; may be given again.",
    )(command)


def workers_option(command: Command) -> Command:
    """Give a command `--workers`."""
    return click.option(
        "--workers", type=click.IntRange(1, 61), help="Processes; one a processor if not told."
    )(command)
