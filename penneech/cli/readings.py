"""The commands that set a recorded play against other readings: `which` and `rescore`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.folders import folder_options, json_option
from penneech.errors import FileFaultsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.records import Record
    from penneech.rules import Rules

NO = 1
"""The exit status of a negative answer."""

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_no_check = click.option("--no-check", is_flag=True, help="Pass over the records' own check.")


@click.command()
@click.argument("records", nargs=-1, required=True, type=_FILE, metavar="RECORD...")
@_no_check
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
    size, target, points) are believed. Events and the scores of deals may be missing too. Exit 1
    if no rules agree.
    """
    from penneech.readings.which import which_of_all  # noqa: PLC0415  # keeps --help quick
    from penneech.render.remaining import (  # noqa: PLC0415  # the same
        fit_of,
        remaining_data,
        remaining_lines,
    )
    from penneech.variants import load_variant, variant_ids  # noqa: PLC0415  # the same

    judged: list[Rules] = []
    try:
        remaining = which_of_all(_noted(records, judged, check=not no_check))
    except FileFaultsError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(NO)
    fits = []
    for name in variant_ids(variants_dir):
        rules = load_variant(name, variants_dir=variants_dir, sources_dir=sources_dir).rules
        fits.append(fit_of(name, rules, remaining, judged))
    if as_json:
        click.echo(json.dumps(remaining_data(remaining, len(judged), fits), indent=2))
    else:
        for line in remaining_lines(remaining, len(judged), fits):
            click.echo(line)
    if not remaining.cases:
        sys.exit(NO)


def _noted(paths: tuple[Path, ...], judged: list[Rules], *, check: bool) -> Iterator[Record]:
    """The records of the files; of each that was judged its parameters are noted."""
    from penneech.readings.asked import asked_records  # noqa: PLC0415  # keeps --help quick

    for path in paths:
        for record in asked_records(path, check=check):
            judged.append(record.rules)
            yield record


@click.command()
@click.argument("record", type=_FILE)
@click.option("--variant", "variant", required=True, metavar="V", help="Score it by this variant.")
@click.option(
    "--game", type=click.IntRange(min=0), metavar="N", help="Only the game of this number."
)
@_no_check
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
    from penneech.readings.rescore import rescore as score_again  # noqa: PLC0415  # keeps --help quick
    from penneech.render.rescored import twice_data, twice_sheet  # noqa: PLC0415  # the same
    from penneech.render.scoresheet import Script, printable  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.variants import load_variant  # noqa: PLC0415  # the same

    other = load_variant(variant, variants_dir=variants_dir, sources_dir=sources_dir)
    script = Script.of(sys.stdout.encoding, plain=False)
    data = []
    try:
        games = list(_games(record, game, check=not no_check))
    except FileFaultsError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(NO)
    for place, (number, found) in enumerate(games):
        if place and not as_json:
            click.echo()
        twice = score_again(found, other.rules)
        if as_json:
            data.append(twice_data(twice, number, other.id))
            continue
        own = printable(found.heading.variant or "as recorded")
        own = "as recorded" if own == other.id else own
        heading = f"Game {number}: {own}, scored by {other.id}"
        show(twice_sheet(twice, heading, (own, other.id), script))
    if as_json:
        click.echo(json.dumps({"record": str(record), "games": data}, indent=2))


def _games(path: Path, game: int | None, *, check: bool) -> Iterator[tuple[int, Record]]:
    """The games of a file with their numbers: all, or those of one number."""
    from penneech.records import read_records  # noqa: PLC0415  # keeps --help quick

    shown = False
    for place, found in enumerate(read_records(path, check=check)):
        number = place if found.heading.game is None else found.heading.game
        if game in (None, number):
            shown = True
            yield number, found
    if not shown:
        raise click.BadParameter(f"{path} has no game {game}", param_hint="--game")
