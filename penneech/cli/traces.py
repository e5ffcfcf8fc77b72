"""The command that makes a game of a study again: `trace`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from penneech.cli.suggesting import variants_of_a_study, words_or_files
from penneech.errors import PenneechError, reason, visible


@click.command()
@click.argument("study", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--variant",
    required=True,
    metavar="ID",
    shell_complete=variants_of_a_study,
    help="Which of the study's variants.",
)
@click.option(
    "--game", type=click.IntRange(min=0), required=True, metavar="N", help="The game's number."
)
@click.option(
    "--swapped", is_flag=True, help="The game in which the two players have changed places."
)
@click.option(
    "--records",
    metavar="FILE",
    default="-",
    shell_complete=words_or_files(),
    help="Where the record goes; - is standard output.",
)
def trace(study: Path, variant: str, game: int, swapped: bool, records: str) -> None:  # noqa: FBT001  # click passes flags so
    """Write the full record of one game of STUDY, played again by the reference engine.

    STUDY is the folder of a study that `penneech compare` made. The game must come out with the
    very row that the study has of it. See it card by card with `penneech replay`.
    """
    from penneech.cli.streams import is_standard_output  # noqa: PLC0415  # keeps --help quick
    from penneech.records import record_text  # noqa: PLC0415  # the same
    from penneech.render.files import write_document  # noqa: PLC0415  # the same
    from penneech.study.tracing import traced  # noqa: PLC0415  # the same

    if not is_standard_output(records):
        _refuse_another(Path(records))
    text = record_text(traced(study, variant, game, swapped=swapped)) + "\n"
    if is_standard_output(records):
        click.echo(text, nl=False)
        if sys.stdout.isatty():
            click.echo(
                "Card by card it is shown by: penneech trace ... | penneech replay -", err=True
            )
        return
    try:
        write_document(Path(records), text)
    except OSError as error:
        raise PenneechError(f"{records} cannot be written: {reason(error)}") from error
    click.echo(visible(f"Written to {records}."))


def _refuse_another(path: Path) -> None:
    """Refuse a file that is there and is no record, as those of the study itself are none.

    Raises:
        PenneechError: for such a file.
    """
    from penneech.records import checked_records  # noqa: PLC0415  # keeps --help quick

    try:
        if path.is_file() and path.stat().st_size:
            next(checked_records(path, check=False))
    except (PenneechError, OSError):
        raise PenneechError(
            f"{path} is there already and holds no record, so it is left as it is; name another "
            "file with --records"
        ) from None
