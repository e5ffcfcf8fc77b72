"""The command `serve`: games in the browser."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import click

from penneech.cli.options import folder_options
from penneech.errors import PenneechError, visible
from penneech.extras import installing

HOST, PORT = "127.0.0.1", 8674
NEEDED = ("starlette", "uvicorn", "python_multipart")


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, metavar="N",
    help="Port; 0 takes one that is free.",
)  # fmt: skip
@click.option(
    "--host", default=HOST, show_default=True, metavar="H",
    help="Address at which it can be reached; unless told from this machine alone.",
)  # fmt: skip
@click.option(
    "--db", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="File in which the games are kept; unless told in your own folder of data.",
)  # fmt: skip
@click.option(
    "--name", "names", multiple=True, metavar="NAME",
    help="Name by which it is asked besides, as through a server before it; may be repeated.",
)  # fmt: skip
@folder_options
def serve(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    port: int,
    host: str,
    db: Path | None,
    names: tuple[str, ...],
    variants_dir: Path | None,
    sources_dir: Path | None,
) -> None:
    """Play in the browser: alone, or two people, each in a browser of their own.

    The games are kept, and go on after the server was stopped. It is stopped with Ctrl-C, or by
    SIGTERM or SIGHUP.
    """
    try:
        # Starlette reads forms with it, and misses it only when the first comes.
        import python_multipart  # noqa: F401, PLC0415  # to see whether it is there

        from penneech.screens.web.serving import serve_games  # noqa: PLC0415  # keeps --help quick
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise PenneechError(
            f"serve needs {error.name}; install it with: {installing('web')}"
        ) from error
    from penneech.screens.opening import Opening  # noqa: PLC0415  # the same
    from penneech.screens.stopping import Stopped, stoppable  # noqa: PLC0415  # the same
    from penneech.screens.web.store import usual_place  # noqa: PLC0415  # the same

    opening = Opening(None, "greedy", variants_dir=variants_dir, sources_dir=sources_dir)
    place = db or usual_place()
    try:
        # Else such a signal would end the process with its file of games still open.
        with stoppable():
            serve_games(opening, place, host, port, names, _say)
    except Stopped as stopped:
        with suppress(OSError):  # the window may be gone
            click.echo("Stopped.", err=True)
        sys.exit(stopped.status)


def _say(address: str) -> None:
    click.echo(visible(f"Penneech is at {address} (Ctrl-C stops it)."))
