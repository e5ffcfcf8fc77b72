"""Options and exit statuses that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., object]")

NO = 1
"""The exit status of a negative answer."""

MOST_SEED = 2**64 - 1


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
