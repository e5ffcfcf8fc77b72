"""The commands on sources: `sources list`, `sources show`, and `sources check`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from penneech.cli.options import json_option, language_option, sources_option
from penneech.cli.suggesting import source_names

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_NEGATIVE = 1


@click.group()
def sources() -> None:
    """List the sources, show one with its passages, or check lemmas against a TEI copy."""


@sources.command("list", short_help="List the sources, and how much of each was read.")
@sources_option
@language_option
@json_option
def list_sources(
    sources_dir: Path | None,
    language: str,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """List the witnesses: what each is, how much of it was read, and what is recorded from it."""
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.render.source_data import heading_data  # noqa: PLC0415  # the same
    from penneech.render.source_tables import sources_table  # noqa: PLC0415  # the same

    every = load_sources(sources_dir).values()
    if as_json:
        _write([heading_data(source) for source in every])
    else:
        show(sources_table(every, language))


@sources.command("show", short_help="Show one source: what it says and leaves open.")
@click.argument("siglum", shell_complete=source_names)
@sources_option
@language_option
@json_option
def show_source(
    siglum: str,
    sources_dir: Path | None,
    language: str,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Show a source: what it is, what it says, and what it leaves open.

    SIGLUM is the short name that citations begin with, like C74.
    """
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.errors import UnknownNameError  # noqa: PLC0415  # the same
    from penneech.files.spelling import listed, meant  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.render.source_data import source_data  # noqa: PLC0415  # the same
    from penneech.render.source_tables import source_page  # noqa: PLC0415  # the same

    known = load_sources(sources_dir)
    source = known.get(siglum)
    if source is None:
        guess = meant(siglum, known) or f"; the sigla are {listed(known)}"
        raise UnknownNameError(f"no source has the siglum {siglum}{guess}")
    if as_json:
        _write(source_data(source))
    else:
        show(source_page(source, language))


@sources.command("check", short_help="Check a source's lemmas against your own TEI copy.")
@click.argument("file", type=_FILE, metavar="FILE.xml")
@click.option(
    "--source",
    "siglum",
    metavar="SIGLUM",
    shell_complete=source_names,
    help="Compare with this source, whatever the file is.",
)
@click.option("--chapter", is_flag=True, help="Show the whole chapter on Penneech first.")
@sources_option
@language_option
@json_option
def check(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    file: Path,
    siglum: str | None,
    chapter: bool,  # noqa: FBT001  # click passes flags so
    sources_dir: Path | None,
    language: str,
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Check a source's lemmas against your own TEI copy, and show its passages as printed.

    FILE.xml is a transcription of the printed book, as the Text Creation Partnership gives them
    out. Which source it is a copy of is known by its catalogue number, else by title and year,
    else by the lemmas that it has. Exit status 1 if a lemma does not stand where the source says.
    """
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.render.collation import CollationPage, collation_data  # noqa: PLC0415  # the same
    from penneech.render.screen import show  # noqa: PLC0415  # the same
    from penneech.transcription.lemmas import collate  # noqa: PLC0415  # the same
    from penneech.transcription.tei import read_book  # noqa: PLC0415  # the same

    known = load_sources(sources_dir)
    collation = collate(read_book(file), known, siglum)
    if as_json:
        _write(collation_data(collation, chapter=chapter))
    else:
        show(CollationPage(collation, language, chapter=chapter))
    if collation.wanting:
        sys.exit(_NEGATIVE)


def _write(data: object) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=True))
