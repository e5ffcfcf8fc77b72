"""The command that writes rulebooks: `rulebook`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from penneech.cli.documents import (
    file_format,
    is_device,
    printed,
    refuse_unknown,
    several,
    write_one,
)
from penneech.cli.options import folder_options
from penneech.cli.streams import STDOUT, is_standard_output
from penneech.cli.suggesting import variant_names, words, words_or_files
from penneech.errors import PenneechError
from penneech.extras import installing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from penneech.render.content import Document

LANGUAGES = ("en", "it")
FORMATS = ("md", "html", "pdf")
ENDINGS = {form: form for form in FORMATS}


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Which documents are asked for."""

    variants: tuple[str, ...]
    languages: tuple[str, ...]
    formats: tuple[str, ...]
    variants_dir: Path | None
    sources_dir: Path | None

    @property
    def number(self) -> int:
        return len(self.variants) * len(self.languages) * len(self.formats)


@click.command()
@click.argument("variants", metavar="VARIANT...", nargs=-1, shell_complete=variant_names)
@click.option("--all", "every", is_flag=True, help="Every variant: the shipped, and your own.")
@click.option(
    "--lang",
    "languages",
    metavar="en,it",
    shell_complete=words(*LANGUAGES),
    callback=several("language", LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language, or several.",
)
@click.option(
    "--format",
    "formats",
    metavar="md,html,pdf",
    shell_complete=words(*FORMATS),
    callback=several("format", FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="Format, or several. Unless told, the ending of a file named with --out decides.",
)
@click.option(
    "--out",
    metavar="FILE or DIR",
    shell_complete=words_or_files(),
    default=STDOUT,
    help="Where to write; standard output unless told. A path that ends in .md, .html or .pdf is a "
    "file, for one rulebook; any other is a folder, made if it is missing (with / behind it if its "
    "name has an ending), in which each rulebook is named VARIANT.LANGUAGE.FORMAT.",
)
@folder_options
@click.pass_context
def rulebook(  # noqa: PLR0913  # one argument an option, as click passes them
    context: click.Context,
    variants: tuple[str, ...],
    languages: tuple[str, ...],
    formats: tuple[str, ...],
    out: str,
    *,
    every: bool,
    variants_dir: Path | None,
    sources_dir: Path | None,
) -> None:
    """Write the rulebook of a variant, with worked examples and the evidence for each rule.

    VARIANT is an id (see `penneech variants`) or the path of a file of your own. PDF needs the
    extra `pdf`.
    """
    file = file_format(out, ENDINGS)
    if file is not None and context.get_parameter_source("formats") is ParameterSource.DEFAULT:
        formats = (file,)
    names = _names(variants, variants_dir, every=every)
    wanted = _Wanted(names, languages, formats, variants_dir, sources_dir)
    if is_standard_output(out):
        if wanted.number > 1:
            raise click.UsageError(f"{wanted.number} rulebooks need a folder; name one with --out")
        _refuse_on_screen(formats)
        for _, setting in _documents(wanted):
            document = setting()
            if isinstance(document, str):
                click.echo(printed(document, formats[0]), nl=False)
        return
    if file is None:
        refuse_unknown(out, ENDINGS)
    place = Path(out)
    is_one = file is not None or is_device(place)
    if is_one:
        _refuse_in_file(wanted, out, file)
    _write_all(wanted, place, is_one=is_one)


def _write_all(wanted: _Wanted, place: Path, *, is_one: bool) -> None:
    """Write the rulebooks, each as soon as it is set."""
    failed = 0
    for name, setting in _documents(wanted):
        try:
            document = setting()
        except PenneechError as error:
            if wanted.number == 1:
                raise
            # One that cannot be set keeps nobody from having the others.
            failed += 1
            click.echo(f"Error: {name}: {error}", err=True)
        else:
            write_one(place, place if is_one else place / name, document)
    if failed:
        left = wanted.number - failed
        raise PenneechError(
            f"{failed} of {wanted.number} rulebooks could not be set; {left} are written"
        )


def _names(variants: tuple[str, ...], folder: Path | None, *, every: bool) -> tuple[str, ...]:
    """The variants that are asked for, each once."""
    if every:
        from penneech.variant import variant_ids  # noqa: PLC0415  # keeps --help quick

        variants = (*variant_ids(folder), *variants)
    if not variants:
        raise click.UsageError("Missing argument 'VARIANT...'; --all takes every variant")
    return tuple(dict.fromkeys(variants))


def _refuse_on_screen(formats: Sequence[str]) -> None:
    """Refuse what is no text: a screen cannot show it, and some shells change it on its way."""
    if "pdf" in formats:
        raise click.UsageError("a PDF needs a file or a folder; name one with --out")


def _refuse_in_file(wanted: _Wanted, out: str, form: str | None) -> None:
    """Refuse what does not go into the one file that is named."""
    if wanted.number > 1:
        raise click.UsageError(
            f"{out} is one file, and {wanted.number} rulebooks are asked for: name a folder with "
            f"--out, without an ending like .{form or wanted.formats[0]}"
        )
    if form is not None and wanted.formats != (form,):
        raise click.UsageError(f"{out} ends in .{form}, and --format says {wanted.formats[0]}")


def _renderers(formats: Sequence[str]) -> dict[str, Callable[[Document], str | bytes]]:
    """What sets a document in each format, without reading more than is asked for."""
    from penneech.render.html import render_html  # noqa: PLC0415  # keeps --help quick
    from penneech.render.markdown import render_markdown  # noqa: PLC0415  # the same

    renderers: dict[str, Callable[[Document], str | bytes]] = {
        "md": render_markdown,
        "html": render_html,
    }
    if "pdf" in formats:
        try:
            from penneech.render.pdf import render_pdf  # noqa: PLC0415  # in an extra
        except ModuleNotFoundError as error:
            if error.name != "typst":
                raise
            raise PenneechError(
                f"a rulebook as PDF needs typst; install it with: {installing('pdf')}"
            ) from error
        renderers["pdf"] = render_pdf
    return renderers


def _documents(wanted: _Wanted) -> Iterator[tuple[str, Callable[[], str | bytes]]]:
    """The documents one by one: each one's file name, and what sets it."""
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.render.rulebook import compose_rulebook  # noqa: PLC0415  # the same
    from penneech.variant import load_variant  # noqa: PLC0415  # the same

    renderers = _renderers(wanted.formats)
    sources = load_sources(wanted.sources_dir)
    folders = {"variants_dir": wanted.variants_dir, "sources_dir": wanted.sources_dir}
    found = [load_variant(name, **folders) for name in wanted.variants]
    _refuse_namesakes(wanted.variants, [variant.id for variant in found])
    for variant in found:
        for language in wanted.languages:
            document = compose_rulebook(variant, language, sources)
            for form in wanted.formats:
                yield f"{variant.id}.{language}.{form}", partial(renderers[form], document)


def _refuse_namesakes(names: Sequence[str], ids: Sequence[str]) -> None:
    """Refuse two variants of one id: the rulebook of the second would replace that of the first."""
    first: dict[str, str] = {}
    for name, variant in zip(names, ids, strict=True):
        other = first.setdefault(variant, name)
        if other != name:
            raise PenneechError(
                f"{other} and {name} both have the id {variant}, and so their rulebooks would have "
                "one name; give one of them another id, or write them one at a time"
            )
