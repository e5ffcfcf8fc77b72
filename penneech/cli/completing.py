"""The command that lets a shell complete what is typed: `completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from penneech.cli.options import COMPLETION

SHELLS = {
    "bash": 'eval "$(penneech completion bash)"    # in ~/.bashrc',
    "zsh": 'eval "$(penneech completion zsh)"     # in ~/.zshrc',
    "fish": "penneech completion fish | source     # in ~/.config/fish/config.fish",
}
"""Each shell, and the line that makes it complete in every new window."""


@click.command(epilog="\b\nIn every new window:\n" + "\n".join(SHELLS.values()))
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print the script by which SHELL completes commands, options and names.

    Let it be read when a window is opened, with the line for your shell that stands below.
    """
    # Imported here, since the group imports the commands.
    from penneech.cli import penneech  # noqa: PLC0415  # which imports this module

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  # click has all three
    source = kind(penneech, {}, "penneech", COMPLETION).source()
    # Names with a comma in them, like greedy,random, are not to be cut there.
    click.echo(source.replace('string split ","', 'string split --max 1 ","'))
