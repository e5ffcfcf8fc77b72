"""The command that writes rulebooks: `rulebook`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from penneech.cli.folders import folder_options
from penneech.errors import PenneechError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LANGUAGES = ("en", "it")
FORMATS = ("md", "html")
STDOUT = "-"


def _several(
    what: str, allowed: tuple[str, ...]
) -> Callable[[click.Context, click.Parameter, str], tuple[str, ...]]:
    """Read an option that names one thing or several with commas between them."""

    def convert(context: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
        names = [name.strip().lower() for name in value.split(",")]
        for name in names:
            if name not in allowed:
                text = f"{name!r} is not a {what}; allowed: {', '.join(allowed)}"
                raise click.BadParameter(text, ctx=context, param=option)
        return tuple(dict.fromkeys(names))

    return convert


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
@click.argument("variants", metavar="VARIANT...", nargs=-1, required=True)
@click.option(
    "--lang",
    "languages",
    metavar="en,it",
    callback=_several("language", LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language, or several.",
)
@click.option(
    "--format",
    "formats",
    metavar="md,html",
    callback=_several("format", FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="Format, or several. Unless told, the ending of a file named with --out decides.",
)
@click.option(
    "--out",
    metavar="FILE or DIR",
    help="Where to write; standard output unless told. A path that ends in .md or .html is a file, "
    "for one rulebook; any other is a folder, made if it is missing, in which each rulebook is "
    "named VARIANT.LANGUAGE.FORMAT.",
)
@folder_options
@click.pass_context
def rulebook(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    context: click.Context,
    variants: tuple[str, ...],
    languages: tuple[str, ...],
    formats: tuple[str, ...],
    out: str | None,
    variants_dir: Path | None,
    sources_dir: Path | None,
) -> None:
    """Write the rulebook of a variant, with worked examples and the evidence for each rule.

    VARIANT is an id (see `penneech variants`) or the path of a file of your own.
    """
    file = None if out is None else _file_format(out)
    if file is not None and context.get_parameter_source("formats") is ParameterSource.DEFAULT:
        formats = (file,)
    wanted = _Wanted(variants, languages, formats, variants_dir, sources_dir)
    if out is None or out == STDOUT:
        if wanted.number > 1:
            raise click.UsageError(f"{wanted.number} rulebooks need a folder; name one with --out")
        for _, text in _documents(wanted):
            click.echo(text, nl=False)
        return
    if file is not None:
        _refuse_in_file(wanted, out, file)
    for name, text in _documents(wanted):
        _write(Path(out), Path(out) / name if file is None else Path(out), text)


def _file_format(out: str) -> str | None:
    """The format that a path's ending tells; None where it names a folder."""
    ending = Path(out).suffix.lower().removeprefix(".")
    return ending if ending in FORMATS and not out.endswith(("/", "\\")) else None


def _refuse_in_file(wanted: _Wanted, out: str, form: str) -> None:
    """Refuse what does not go into the one file that is named."""
    if wanted.number > 1:
        raise click.UsageError(
            f"{out} is one file, and {wanted.number} rulebooks are asked for: name a folder with "
            "--out, without .md or .html at its end"
        )
    if wanted.formats != (form,):
        raise click.UsageError(f"{out} ends in .{form}, and --format says {wanted.formats[0]}")


def _documents(wanted: _Wanted) -> Iterator[tuple[str, str]]:
    """The documents one by one, each with its file's name."""
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.render.html import render_html  # noqa: PLC0415  # the same
    from penneech.render.markdown import render_markdown  # noqa: PLC0415  # the same
    from penneech.render.rulebook import compose_rulebook  # noqa: PLC0415  # the same
    from penneech.variants import load_variant  # noqa: PLC0415  # the same

    renderers = {"md": render_markdown, "html": render_html}
    sources = load_sources(wanted.sources_dir)
    folders = {"variants_dir": wanted.variants_dir, "sources_dir": wanted.sources_dir}
    found = [load_variant(name, **folders) for name in wanted.variants]
    for variant in found:
        for language in wanted.languages:
            document = compose_rulebook(variant, language, sources)
            for form in wanted.formats:
                yield f"{variant.id}.{language}.{form}", renderers[form](document)


def _write(out: Path, path: Path, text: str) -> None:
    from penneech.render.files import write_document  # noqa: PLC0415  # keeps --help quick

    try:
        if path != out:
            out.mkdir(parents=True, exist_ok=True)
        write_document(path, text)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PenneechError(f"{path} cannot be written: {reason}") from error
    click.echo(f"Written to {path}.")
