"""The commands that set a recorded play against other readings: `which` and `rescore`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.options import NO, folder_options, game_option, json_option, no_check_option
from penneech.cli.progress import progress
from penneech.cli.statuses import status_of
from penneech.cli.suggesting import variant_names
from penneech.errors import FileFaultsError, PenneechError, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from penneech.readings.twofold import GameTwice
    from penneech.records import Record
    from penneech.rules import Rules

_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


@click.command()
@click.argument("records", nargs=-1, required=True, type=_FILE, metavar="RECORD...")
@no_check_option
@folder_options
@json_option
def which(
    records: tuple[Path, ...],
    no_check: bool,  # noqa: FBT001  # click passes flags so
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Tell under which readings the games of RECORD... are legal and scored as recorded.

    What a record says of its own rules is not looked at, and may be missing; its parameters (hand
    size, target, points) are believed. Exit 1 if no rules agree.

    A record written by hand may leave out whatever nobody wrote down: rules, names, seed, cut,
    start, the events and scores of deals, the totals and the winner. What is left out rules
    nothing out. Each deal needs its dealer, hands, turn-ups and plays. There is a short example in
    docs/reference/files.md. RECORD - is standard input.
    """
    from penneech.readings.which import which_of_all  # noqa: PLC0415  # keeps --help quick
    from penneech.render.remaining import (  # noqa: PLC0415  # the same
        fit_of,
        remaining_data,
        remaining_lines,
    )
    from penneech.render.script import Script  # noqa: PLC0415  # the same
    from penneech.variant import load_variant, variant_ids  # noqa: PLC0415  # the same

    judged: list[Rules] = []
    try:
        with progress("games", None) as advance:
            named = _named(records, judged, check=not no_check)
            remaining = which_of_all(_counted(named, advance))
    except FileFaultsError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(status_of(error))
    fits = []
    for name in variant_ids(variants_dir):
        rules = load_variant(name, variants_dir=variants_dir, sources_dir=sources_dir).rules
        fits.append(fit_of(name, rules, remaining, judged))
    if as_json:
        click.echo(json.dumps(remaining_data(remaining, len(judged), fits), indent=2))
    else:
        card = Script.of(sys.stdout.encoding, plain=False).written
        for line in remaining_lines(remaining, len(judged), fits, card):
            click.echo(line)
    if not remaining.cases:
        sys.exit(NO)


def _counted(
    games: Iterator[tuple[str, Record]], advance: Callable[[int], object]
) -> Iterator[tuple[str, Record]]:
    """The games once more; when the next is asked for, one more is done."""
    for game in games:
        yield game
        advance(1)


def _named(
    paths: tuple[Path, ...], judged: list[Rules], *, check: bool
) -> Iterator[tuple[str, Record]]:
    """The records of the files after their names; of each that was judged the rules are noted."""
    from penneech.files.yamlfile import file_name  # noqa: PLC0415  # keeps --help quick
    from penneech.readings.asked import asked_records  # noqa: PLC0415  # the same
    from penneech.records import game_name  # noqa: PLC0415  # the same

    for path in paths:
        # Two files may both have a game of one number.
        file = [visible(file_name(path))] if len(paths) > 1 else []
        for line, record in asked_records(path, check=check):
            judged.append(record.rules)
            own = game_name(record.heading, line)
            yield ", ".join([*file, own] if own else file), record


@click.command()
@click.argument("record", type=_FILE)
@click.option(
    "--variant",
    "variant",
    required=True,
    metavar="V",
    shell_complete=variant_names,
    help="Score it by this variant.",
)
@game_option
@no_check_option
@folder_options
@json_option
def rescore(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    record: Path,
    variant: str,
    game: int | None,
    no_check: bool,  # noqa: FBT001  # click passes flags so
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Score the cards of RECORD under another variant, and show the difference event by event.

    Who dealt, led and played what is kept; what the other rules would not have had so is said at
    its place.
    """
    from penneech.records import game_title  # noqa: PLC0415  # keeps --help quick
    from penneech.render.rescored import twice_data, twice_sheet  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.render.script import Script, printable  # noqa: PLC0415  # the same
    from penneech.variant import load_variant  # noqa: PLC0415  # the same

    other = load_variant(variant, variants_dir=variants_dir, sources_dir=sources_dir)
    script = Script.of(sys.stdout.encoding, plain=False)
    data = []
    try:
        games = list(_games(record, game, check=not no_check))
    except FileFaultsError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(status_of(error))
    for place, (line, found) in enumerate(games):
        twice = _again(line, found, other.rules)
        if as_json:
            data.append(twice_data(twice, found.heading.game, line, other.id))
            continue
        if place:
            click.echo()
        own = printable(found.heading.variant or "as recorded")
        own = "as recorded" if own == other.id else own
        heading = f"{game_title(found.heading, line)}: {own}, scored by {other.id}"
        show(twice_sheet(twice, heading, (own, other.id), script))
    if as_json:
        click.echo(json.dumps({"record": str(record), "games": data}, indent=2))


def _again(line: int, record: Record, rules: Rules) -> GameTwice:
    from penneech.readings.rescore import rescore as score_again  # noqa: PLC0415  # keeps --help quick
    from penneech.records import game_name  # noqa: PLC0415  # the same

    try:
        return score_again(record, rules)
    except PenneechError as error:
        name = game_name(record.heading, line)
        is_named = not name or str(error).startswith(name)
        raise PenneechError(str(error) if is_named else f"{name}: {error}") from error


def _games(path: Path, game: int | None, *, check: bool) -> Iterator[tuple[int, Record]]:
    """The games of a file with the numbers of their lines: all, or those of one number."""
    from penneech.records import number_of, numbered_records  # noqa: PLC0415  # keeps --help quick

    shown = False
    for line, found in numbered_records(path, check=check):
        if game in (None, number_of(found.heading, line)):
            shown = True
            yield line, found
    if not shown:
        raise click.BadParameter(f"{path} has no game {game}", param_hint="--game")
