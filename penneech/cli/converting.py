"""The command that writes records in another form: `convert`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.options import no_check_option
from penneech.cli.statuses import status_of
from penneech.cli.streams import STDOUT, is_standard_output
from penneech.cli.suggesting import words_or_files
from penneech.errors import FileFaultsError, PenneechError, reason, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.records import Record

_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
_BY_ENDING = {".json": "json", ".jsonl": "json", ".txt": "text"}


@click.command()
@click.argument("record", type=_FILE)
@click.option(
    "--to",
    "form",
    type=click.Choice(["json", "text"]),
    help="json, a game a line, or text, games in notation. Unless told, the ending of --out tells "
    "(.jsonl, .json, .txt), and without it text.",
)
@click.option(
    "--out",
    metavar="FILE",
    default=STDOUT,
    shell_complete=words_or_files(),
    help="Where to write; standard output unless told.",
)
@no_check_option
def convert(
    record: Path,
    form: str | None,
    out: str,
    no_check: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Write the games of RECORD as JSON, or in notation, a few lines a deal.

    RECORD is a .json, .jsonl or .txt file, or - for standard input. Each game is checked card by
    card, and what it leaves out is filled in; exit 1 if one does not hold. The notation is
    described in docs/reference/notation.md.
    """
    ending = Path(out).suffix.lower()
    if form is None and ending not in _BY_ENDING and ending and not is_standard_output(out):
        text = "the ending tells how games are written: .jsonl or .json, or .txt for notation"
        raise click.UsageError(f"{out}: {text}; name it otherwise, or say it with --to")
    wanted = form or _BY_ENDING.get(ending, "text")
    try:
        if is_standard_output(out):
            for text in _texts(record, wanted, check=not no_check):
                click.echo(text, nl=False)
        else:
            _write(Path(out), record, wanted, check=not no_check)
    except FileFaultsError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(status_of(error))


def _texts(path: Path, form: str, *, check: bool) -> Iterator[str]:
    """The games in their new form, one after the other."""
    from penneech.records import read_records, record_text  # noqa: PLC0415  # keeps --help quick
    from penneech.records.notation import notation_of  # noqa: PLC0415  # the same

    games: Iterator[Record] = read_records(path, check=check)
    for place, game in enumerate(games):
        if form == "json":
            yield record_text(game) + "\n"
        else:
            yield "\n" * bool(place) + notation_of(game)


def _write(out: Path, path: Path, form: str, *, check: bool) -> None:
    from penneech.records import replacing  # noqa: PLC0415  # keeps --help quick

    games = 0
    try:
        with replacing(out) as stream:
            for text in _texts(path, form, check=check):
                if games and out.suffix.lower() == ".json":
                    raise PenneechError(
                        f"a .json file holds one game; for several name it {out.stem}.jsonl"
                    )
                stream.write(text)
                games += 1
    except OSError as error:
        raise PenneechError(f"{out} cannot be written: {reason(error)}") from error
    click.echo(visible(f"Written to {out}."))
