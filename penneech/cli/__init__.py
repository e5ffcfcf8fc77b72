"""The command line: argument parsing only, one module a group of commands.

A command's module is imported when the command is used, so that `penneech --help` is quick.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

import click

from penneech import __version__
from penneech.cli.options import COMPLETION, STOPPED, WRONG_USE
from penneech.cli.streams import LostOutputError, watched_streams
from penneech.errors import PenneechError, reason, visible

COMMANDS = {
    "variants": ("penneech.cli.variants", "List the variants, or show one with its evidence."),
    "init": ("penneech.cli.starting", "Write a variant file of your own to start from."),
    "validate": ("penneech.cli.files", "Check variant, source and record files."),
    "schema": ("penneech.cli.files", "Print the JSON Schemas, write them, or check for drift."),
    "diff": ("penneech.cli.variants", "Show where two variants differ, with the evidence."),
    "simulate": ("penneech.cli.games", "Play games and write full records."),
    "compare": ("penneech.cli.studies", "Play the same deals under each variant (the main job)."),
    "claims": ("penneech.cli.claiming", "Test on play what the sources assert about it."),
    "trace": ("penneech.cli.traces", "Make one game of a study again, card by card."),
    "explain": ("penneech.cli.explaining", "Tell which rule points make two variants differ."),
    "cruxes": ("penneech.cli.weighing", "Tell which rule points matter over all readings."),
    "which": ("penneech.cli.readings", "Tell which readings a recorded play fits."),
    "replay": ("penneech.cli.games", "Check a record and show it card by card."),
    "rescore": ("penneech.cli.readings", "Score a record's cards under another reading."),
    "convert": ("penneech.cli.converting", "Write records as JSON, or in notation for people."),
    "advise": ("penneech.cli.advising", "Tell the next card as a player would choose it."),
    "solve": ("penneech.cli.advising", "Find best play, and where each player lost points."),
    "rulebook": ("penneech.cli.rulebooks", "Write the rulebook of a variant."),
    "apparatus": ("penneech.cli.edition", "Write what each witness has at each rule point."),
    "stemma": ("penneech.cli.edition", "Draw the descent of the sources."),
    "cite": ("penneech.cli.citing", "Cite the edition, a reading with its digest, or a source."),
    "sources": ("penneech.cli.sources", "List the sources; check lemmas against a TEI copy."),
    "play": ("penneech.cli.playing", "Play a game in the terminal."),
    "serve": ("penneech.cli.serving", "Play a game in the browser."),
    "docs": ("penneech.cli.publishing", "Make the generated documents again, or check them."),
    "completion": ("penneech.cli.completing", "Let the shell complete what you type."),
    "manual": ("penneech.cli.manual", "Print the manual page."),
    "bench": ("penneech.cli.speeds", "Measure the speeds on this machine."),
}
"""Each command: the module that holds it (under its own name), and its line in the help."""

SETTINGS: dict[str, Any] = {"max_content_width": 100, "help_option_names": ["-h", "--help"]}


class _Commands(click.Group):
    """A group whose commands are imported when they are first used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name][0]), cmd_name)
        if not isinstance(command, click.Command):
            raise TypeError(cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from penneech.files.spelling import meant  # noqa: PLC0415  # only where it is wanted

            ctx.fail(f"No such command: {args[0]}{meant(args[0], list(COMMANDS))}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, COMMANDS[name][1]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


@click.group(cls=_Commands, context_settings=SETTINGS)
@click.version_option(__version__, prog_name="penneech")
def penneech() -> None:
    """Run the rules of Penneech: read its sources, compare its readings, play the game.

    Penneech is a two-player English trick game of 1674 whose trump suit changes with every trick.
    """


def context_of_all() -> click.Context:
    """The context of the whole command line, as it is run in: its help is `-h` and `--help`.

    A command keeps the help option of the first context that asks for it, so none may be made with
    other settings.
    """
    return click.Context(penneech, info_name="penneech", **SETTINGS)


def main() -> None:
    """Run the command line; a fault becomes a line on standard error, never a traceback."""
    if COMPLETION in os.environ:
        _complete()
    with watched_streams():
        status = 0
        try:
            status = _status()
            sys.stdout.flush()
        except LostOutputError as lost:
            if not lost.is_unread:
                _say(f"standard output cannot be written: {lost}")
                status = WRONG_USE
    sys.exit(status)


def _complete() -> None:
    """Tell a shell what it asks for, as click writes it; a fault is not for it to read."""
    with suppress(KeyError, ValueError, OSError, PenneechError):
        # It may ask without saying about what, or about what is no UTF-8.
        penneech.main(prog_name="penneech")
    sys.exit(WRONG_USE)


def _status() -> int:
    """Run the command that was asked for, and give the status with which it ends."""
    try:
        # Out of its standalone mode click hands back the status with which a command left.
        status = penneech.main(prog_name="penneech", standalone_mode=False)
    except SystemExit as end:
        status = end.code
    except click.ClickException as error:
        _tell(error)
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        status = STOPPED
    except PenneechError as error:
        _say(str(error))
        status = WRONG_USE
    except ImportError as error:
        # A package is there and cannot be used, like a Numba that wants an older NumPy.
        _say(visible(f"a package that this needs cannot be used: {error}"))
        status = WRONG_USE
    except OSError as error:
        # Wherever a file is used its faults are told in better words than these.
        place = "" if error.filename is None else f"{error.filename}: "
        _say(visible(place + reason(error)))
        status = WRONG_USE
    return status if isinstance(status, int) else 0


def _tell(error: click.ClickException) -> None:
    """Show what click says of wrong use; it quotes arguments, and nothing in them may act."""
    if type(error).show is click.UsageError.show:
        # It sets out what may be chosen on lines of their own.
        said = " ".join(error.format_message().split())
        error = click.UsageError(visible(said), getattr(error, "ctx", None))
    error.show()


def _say(fault: str) -> None:
    click.echo(f"Error: {fault}", err=True)
