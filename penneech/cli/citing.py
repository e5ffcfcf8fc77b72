"""The command that tells how the edition, a reading of it, or a source is cited: `cite`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from penneech.cli.documents import printed, refuse_foreign, write_one
from penneech.cli.options import folder_options, json_option, language_option
from penneech.cli.streams import STDOUT, is_standard_output
from penneech.cli.suggesting import variant_and_source_names, words_or_files
from penneech.errors import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.edition.citing import Csl
    from penneech.render.citation import Form

_FORMS = ("text", "html", "bibtex", "ris", "csl")


@click.command()
@click.argument(
    "names", metavar="[VARIANT|SIGLUM]...", nargs=-1, shell_complete=variant_and_source_names
)
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMS),
    default="text",
    show_default=True,
    help="text, html, or a form that reference managers import; csl is CSL-JSON, as --json. Unless "
    "told, the ending of a file named with --out decides.",
)
@click.option(
    "--with-sources", is_flag=True, help="Cite also all the sources that a variant rests on."
)
@click.option(
    "--out",
    metavar="FILE",
    shell_complete=words_or_files(),
    default=STDOUT,
    help="Where to write: .txt, .html, .bib, .ris or .json; standard output unless told.",
)
@folder_options
@language_option
@json_option
@click.pass_context
def cite(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    context: click.Context,
    names: tuple[str, ...],
    form: Form,
    with_sources: bool,  # noqa: FBT001  # click passes flags so
    out: str,
    variants_dir: Path | None,
    sources_dir: Path | None,
    language: str,
    as_json: bool,  # noqa: FBT001  # the same
) -> None:
    """Tell how to cite the edition, a reading of the game in it, or a source.

    VARIANT is an id (see `penneech variants`) or the path of a file of your own; SIGLUM a source's
    short name, like C74. With neither, the edition itself is cited. A reading is cited with the
    digest of its rules, by which anyone can tell whether they have changed since.
    """
    from penneech.render.citation import ENDINGS, citations  # noqa: PLC0415  # keeps --help quick

    if as_json:
        form = "csl"
    elif context.get_parameter_source("form") is ParameterSource.DEFAULT:
        form = ENDINGS.get(Path(out).suffix.lower(), form)  # type: ignore[assignment]  # an ending that is not known leaves the form
    refuse_foreign(out, [*(ending.removeprefix(".") for ending in ENDINGS), "txt"])
    cited = list(_cited(names, (variants_dir, sources_dir), language, more=with_sources))
    text = citations(list({one["id"]: one for one in cited}.values()), form, language)
    if is_standard_output(out):
        click.echo(printed(text, form), nl=False)
        return
    write_one(Path(out), Path(out), text)


def _cited(
    names: tuple[str, ...], folders: tuple[Path | None, Path | None], language: str, *, more: bool
) -> Iterator[Csl]:
    """What is named, as CSL-JSON; the edition itself where nothing is."""
    from penneech.edition.cited import named  # noqa: PLC0415  # keeps --help quick
    from penneech.edition.citing import toolkit  # noqa: PLC0415  # the same

    if not names:
        yield toolkit(language)
        return
    variants_dir, sources_dir = folders
    for name in names:
        found = named(name, language, more=more, variants_dir=variants_dir, sources_dir=sources_dir)
        yield from found.items
        if found.own is not None:
            text = f"{found.own} has no author of its own: write your name before the title."
            click.echo(visible(f"Note: {text}"), err=True)
