"""The command `play`: a game in the terminal."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from penneech.cli.options import (
    MOST_SEED,
    STOPPED,
    WRONG_USE,
    folder_options,
    language_option,
    no_check_option,
    seed_option,
)
from penneech.cli.statuses import status_of
from penneech.cli.streams import other_threads_unheard
from penneech.cli.suggesting import variant_names, words
from penneech.errors import FileFaultsError, PenneechError, UnknownNameError, visible

if TYPE_CHECKING:
    from penneech.screens.opening import Opening
    from penneech.screens.underway import Underway

OPPONENT = "greedy"

_FOR_NOW = {"en": "the table is being laid", "it": "si prepara il tavolo"}


@click.command()
@click.argument("variant", required=False, shell_complete=variant_names)
@click.option(
    "--opponent",
    metavar="P",
    shell_complete=words("greedy", "random", "pimc:32", "pimc:128"),
    help="greedy, random, pimc:32 or pimc:128; greedy unless told (pimc needs the extra fast).",
)
@click.option("--two", is_flag=True, help="Two people at this screen.")
@seed_option("Seed of the cards and of the opponent's luck; a fresh one unless told.")
@click.option(
    "--game",
    type=click.IntRange(0, MOST_SEED),
    metavar="N",
    help="Number of the game under that seed; 0 unless told.",
)
@click.option(
    "--load",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Go on with a game that was saved.",
)
@no_check_option
@click.option("--plain", is_flag=True, help="Line by line, as for a screen reader or a pipe.")
@click.option("--letters", is_flag=True, help="Letters and plain strokes, no suit signs.")
@click.option(
    "--colours",
    type=click.Choice(["dark", "light"]),
    help="Colours for a dark or a light window; as the window says, else dark.",
)
@language_option
@folder_options
def play(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    variant: str | None,
    opponent: str | None,
    two: bool,  # noqa: FBT001  # click passes flags so
    seed: int | None,
    game: int | None,
    load: Path | None,
    no_check: bool,  # noqa: FBT001  # click passes flags so
    plain: bool,  # noqa: FBT001  # the same
    letters: bool,  # noqa: FBT001  # the same
    colours: str | None,
    language: str,
    variants_dir: Path | None,
    sources_dir: Path | None,
) -> None:
    """Play a game by the rules of VARIANT, in the terminal.

    VARIANT is an id from the list, or the path of a file of your own; without one it is chosen from
    the list. In the game ? shows the keys: among them are a hint, the rule that applies with its
    citation, and saving. Where there is no terminal the game is played line by line.
    """
    if two and opponent is not None:
        raise click.UsageError("--two is for two people; leave --opponent out")
    if load is not None and (opponent is not None or two or seed is not None or game):
        raise click.UsageError("--load goes on with its own players and cards; leave those out")
    if no_check and load is None:
        raise click.UsageError("--no-check is for a game that is gone on with; name it with --load")
    on_screen = not plain and _has_terminal()
    if on_screen:
        _say_for_now(language)
    from penneech.screens.opening import Opening  # noqa: PLC0415  # keeps --help quick

    opening = Opening(
        variant=variant,
        opponent="human" if two else opponent or OPPONENT,
        seed=seed,
        game=game or 0,
        load=load,
        edited=no_check,
        language=language,
        letters=letters,
        variants_dir=variants_dir,
        sources_dir=sources_dir,
    )
    try:
        opening.check()
    except PenneechError as error:
        faulty = load is not None and isinstance(error, FileFaultsError)
        _refuse(error, opening, status_of(error) if faulty else WRONG_USE)
    if not on_screen:
        _play_plain(opening)
    else:
        _play_on_screen(opening, colours)


def _refuse(error: PenneechError, opening: Opening, status: int) -> NoReturn:
    from penneech.screens.refusing import told  # noqa: PLC0415  # only where something is wrong

    _take_back()
    click.echo(f"Error: {told(error, opening.words)}", err=True)
    sys.exit(status)


def _say_for_now(language: str) -> None:
    """Say that something comes, before whatever takes a moment, reading the phrases included."""
    click.echo(f"Penneech: {_FOR_NOW[language]} ...", nl=False, err=True)


def _take_back() -> None:
    """Take that away again; where nobody has said it nothing is lost."""
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)


def _has_terminal() -> bool:
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    seen = all(stream is not None and stream.isatty() for stream in streams)
    return seen and os.environ.get("TERM") != "dumb"


def _play_plain(opening: Opening) -> None:
    from penneech.render.script import Script  # noqa: PLC0415  # the same
    from penneech.screens.plain.game import PlainGame  # noqa: PLC0415  # keeps --help quick
    from penneech.screens.stopping import Stopped, stoppable  # noqa: PLC0415  # the same
    from penneech.screens.underway import Underway  # noqa: PLC0415  # the same

    console = _Lines()
    if not opening.is_chosen:
        chosen = _choose(opening, console)
        if chosen is None:
            return
        opening = chosen
    underway = Underway(opening)
    script = Script.of(sys.stdout.encoding, plain=opening.letters)
    game = PlainGame(console, underway, opening.grounds(), script)
    with stoppable():
        try:
            game.run()
            status = 0
        except Stopped as stopped:
            status = stopped.status
        except KeyboardInterrupt:
            status = STOPPED
        finally:
            # Whoever did not say that the game may be lost finds it again.
            _say_last(underway.set_aside(), underway)
    if status:
        sys.exit(status)


def _play_on_screen(opening: Opening, colours: str | None) -> None:
    from penneech.screens.terminal.app import PlayApp  # noqa: PLC0415  # keeps --help quick
    from penneech.screens.terminal.strokes import can_be_drawn  # noqa: PLC0415  # the same

    assert sys.__stderr__ is not None  # noqa: S101  # it is a terminal, and the screen stands there
    if not can_be_drawn(sys.__stderr__.encoding):
        opening = replace(opening, letters=True)
    app = PlayApp(opening, light=_is_light(colours))
    _take_back()
    with other_threads_unheard():
        try:
            app.run()
        finally:
            app.set_aside()
            _say_last(app.last_words, app.underway)
        status = app.return_code or 0
        if app.is_still_thinking:
            # A search that is being compiled cannot be stopped, and Python would wait for it.
            os._exit(status)
    if status:
        sys.exit(status)


def _is_light(colours: str | None) -> bool:
    """Whether the window is light: as told, or as some terminals say of themselves."""
    if colours is not None:
        return colours == "light"
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return background in {"7", "15"}


def _choose(opening: Opening, console: _Lines) -> Opening | None:
    """Let the person choose a variant from the list; None when nothing is chosen."""
    from penneech.screens.refusing import told  # noqa: PLC0415  # keeps --help quick
    from penneech.screens.voice import numbered  # noqa: PLC0415  # the same

    words = opening.words
    console.say(words.text("play.choose.title"))
    offered = opening.offered()
    for number, one in enumerate(offered, 1):
        title = one.title.get(opening.language)
        console.say(f"{number} {one.id}: {title}. {one.summary.get(opening.language)}")
    names = [one.id for one in offered]
    while True:
        typed = console.ask(words.text("play.choose.prompt"))
        name = (typed or "q").strip()
        if name in {"q", "quit", "esci"}:
            return None
        if 0 < numbered(name) <= len(names):
            name = names[numbered(name) - 1]
        try:
            chosen = opening.of(name)
            chosen.check()
        except UnknownNameError:
            console.say(words.text("play.choose.unknown", text=name))
        except PenneechError as error:
            console.say(told(error, words))
        else:
            return chosen


def _say_last(words: str, underway: Underway | None) -> None:
    """Say where the game is kept, and how the same cards come again.

    Nobody may be there to read it, since a window that is closed tells its program to stop.
    """
    try:
        if words:
            click.echo(visible(words))
        if underway is not None and underway.session.moment:
            opening = underway.opening
            command = opening.command(underway.session)
            again = opening.words.text("play.leave.seed", command=command)
            if command:
                click.echo(visible(again), err=True)
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        os._exit(WRONG_USE)


class _Lines:
    """Standard input and output, line by line."""

    def say(self, line: str = "") -> None:
        click.echo(visible(line))

    def clear(self) -> None:
        if sys.stdout.isatty():
            click.clear()
            click.echo("\033[3J", nl=False)  # what has left the screen upwards, too
        else:
            click.echo()

    def ask(self, prompt: str) -> str | None:
        stdin = sys.stdin
        is_terminal = stdin is not None and stdin.isatty()
        # What is typed ends the line of the prompt; what comes from a pipe does not.
        click.echo(prompt.rstrip() + " ", nl=not is_terminal)
        sys.stdout.flush()
        line = stdin.readline() if stdin is not None else ""
        return line.rstrip("\n") if line else None

    def show(self, content: object) -> None:
        from penneech.render.screen import show  # noqa: PLC0415  # keeps --help quick

        show(content)  # type: ignore[arg-type]  # whatever Rich can render
