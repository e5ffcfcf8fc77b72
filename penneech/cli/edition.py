"""The commands of the critical edition: `apparatus` and `stemma`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penneech.cli.documents import Asked, document_options, formats_asked, write_documents
from penneech.cli.options import folder_options, json_option, sources_option
from penneech.cli.suggesting import point_names, witness_names, words_or_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from penneech.edition.beside import SideBySide
    from penneech.edition.collation import Collated
    from penneech.edition.critical import CriticalApparatus
    from penneech.edition.stemma import Stemma

APPARATUS_FORMATS = {"md": "md", "html": "html", "csv": "csv", "json": "json", "tei": "xml"}
STEMMA_FORMATS = {"md": "md", "svg": "svg", "mermaid": "mmd", "json": "json"}


def _two(what: str, example: str) -> Callable[..., tuple[str, str] | None]:
    """Read an option that names two things with a comma between them."""

    def convert(
        context: click.Context, option: click.Parameter, value: str | None
    ) -> tuple[str, str] | None:
        if value is None:
            return None
        names = [name.strip() for name in value.split(",")]
        if len(names) != 2 or not all(names):  # noqa: PLR2004  # two
            text = f"{value!r} names no two {what}; write them like {example}"
            raise click.BadParameter(text, ctx=context, param=option)
        return names[0], names[1]

    return convert


def _names(
    context: click.Context, option: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Read an option that may be given again, and may name several with commas between them."""
    del context, option
    names = (name.strip() for value in values for name in value.split(","))
    return tuple(dict.fromkeys(name for name in names if name))


@click.command()
@click.option(
    "--point",
    "points",
    metavar="POINT",
    shell_complete=point_names,
    multiple=True,
    callback=_names,
    help="A rule point, parameter or invariant; give it again for more. All unless told.",
)
@click.option(
    "--between",
    metavar="A,B",
    shell_complete=witness_names,
    callback=_two("witnesses", "C74,Par"),
    help="Two witnesses side by side, by their sigla.",
)
@click.option(
    "--collate",
    "copies",
    metavar="FILE,FILE",
    shell_complete=words_or_files(),
    callback=_two("files", "A34637.xml,B02403.xml"),
    help="The chapter in two TEI copies of your own, word by word, instead of the apparatus.",
)
@document_options(APPARATUS_FORMATS, "md", "apparatus.LANGUAGE.FORMAT (TEI: .xml)")
@folder_options
@json_option
@click.pass_context
def apparatus(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    context: click.Context,
    points: tuple[str, ...],
    between: tuple[str, str] | None,
    copies: tuple[str, str] | None,
    languages: tuple[str, ...],
    formats: tuple[str, ...],
    out: str,
    variants_dir: Path | None,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Write the critical apparatus of the rules: what each witness has at each point.

    For every point: the words of the old editions, each witness's reading with its certainty and
    who says so, silences, what was not read, analogies, conjectures, the choice of each variant, a
    discussion. `--format tei` gives TEI P5; `--json` is `--format json`.
    """
    if copies is not None and (between is not None or points):
        raise click.UsageError("--collate compares texts; it goes with no --point and no --between")
    formats = _formats(context, formats, out, APPARATUS_FORMATS, as_json=as_json)
    if copies is not None and "json" in formats:
        raise click.UsageError("--collate is for md, html, csv and tei; the CSV has every word")
    if between is not None and "tei" in formats:
        raise click.UsageError(
            "--between is for md, html, csv and json; the TEI has all witnesses, each by its siglum"
        )
    asked = Asked(languages, formats, out, APPARATUS_FORMATS)
    if copies is not None:
        write_documents(asked, _collations(copies, asked, sources_dir))
        return
    write_documents(asked, _apparatuses(points, between, asked, variants_dir, sources_dir))


@click.command()
@document_options(STEMMA_FORMATS, "md", "stemma.LANGUAGE.FORMAT (Mermaid: .mmd)")
@sources_option
@json_option
@click.pass_context
def stemma(  # noqa: PLR0913, PLR0917  # one argument an option, as click passes them
    context: click.Context,
    languages: tuple[str, ...],
    formats: tuple[str, ...],
    out: str,
    sources_dir: Path | None,
    as_json: bool,  # noqa: FBT001  # click passes flags so
) -> None:
    """Draw the descent of the sources, with dates; what is not certain is a broken line.

    Formats: a drawing (svg), a Mermaid diagram (mermaid), both the diagram and a list (md), or data
    for programs (json).
    """
    formats = _formats(context, formats, out, STEMMA_FORMATS, as_json=as_json)
    asked = Asked(languages, formats, out, STEMMA_FORMATS)
    write_documents(asked, _stemmas(asked, sources_dir))


def _formats(
    context: click.Context,
    formats: tuple[str, ...],
    out: str,
    endings: Mapping[str, str],
    *,
    as_json: bool,
) -> tuple[str, ...]:
    """The formats that are asked for; `--json` is one of them by another name."""
    return ("json",) if as_json else formats_asked(context, formats, out, endings)


def _apparatuses(
    points: tuple[str, ...],
    between: tuple[str, str] | None,
    asked: Asked,
    variants_dir: Path | None,
    sources_dir: Path | None,
) -> Iterator[tuple[str, str, str]]:
    """The apparatus, or two witnesses of it, in each language and format."""
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.edition.beside import side_by_side  # noqa: PLC0415  # the same
    from penneech.edition.critical import critical_apparatus  # noqa: PLC0415  # the same
    from penneech.variant import load_variant, variant_ids  # noqa: PLC0415  # the same

    folders = {"variants_dir": variants_dir, "sources_dir": sources_dir}
    variants = [load_variant(name, **folders) for name in variant_ids(variants_dir)]
    whole = critical_apparatus(load_sources(sources_dir), variants, points)
    both = None if between is None else side_by_side(whole, *between)
    name = "apparatus" if between is None else "-".join(between)
    for language in asked.languages:
        for form in asked.formats:
            text = (
                _apparatus_text(whole, language, form)
                if both is None
                else _sides_text(both, whole, language, form)
            )
            yield f"{name}.{language}.{APPARATUS_FORMATS[form]}", form, text


def _apparatus_text(whole: CriticalApparatus, language: str, form: str) -> str:
    from penneech.render.critical.data import apparatus_data  # noqa: PLC0415  # keeps --help quick
    from penneech.render.critical.page import compose_apparatus, page_with_stemma  # noqa: PLC0415  # the same
    from penneech.render.critical.rows import apparatus_csv  # noqa: PLC0415  # the same
    from penneech.render.critical.tei.document import apparatus_tei  # noqa: PLC0415  # the same
    from penneech.render.markdown import render_markdown  # noqa: PLC0415  # the same

    match form:
        case "json":
            return _as_json(apparatus_data(whole))
        case "tei":
            return apparatus_tei(whole, language)
        case "csv":
            return apparatus_csv(whole, language)
        case "html":
            return page_with_stemma(whole, language)
        case _:
            return render_markdown(compose_apparatus(whole, language))


def _sides_text(both: SideBySide, whole: CriticalApparatus, language: str, form: str) -> str:
    from penneech.render.critical.data import sides_data  # noqa: PLC0415  # keeps --help quick
    from penneech.render.critical.rows import sides_csv  # noqa: PLC0415  # the same
    from penneech.render.critical.sides import compose_sides  # noqa: PLC0415  # the same
    from penneech.render.html import render_html  # noqa: PLC0415  # the same
    from penneech.render.markdown import render_markdown  # noqa: PLC0415  # the same

    if form == "json":
        return _as_json(sides_data(both))
    if form == "csv":
        return sides_csv(both, language)
    document = compose_sides(both, whole, language)
    return render_html(document) if form == "html" else render_markdown(document)


def _collations(
    copies: tuple[str, str], asked: Asked, sources_dir: Path | None
) -> Iterator[tuple[str, str, str]]:
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.edition.collation import collate_copies  # noqa: PLC0415  # the same
    from penneech.transcription.tei import read_book  # noqa: PLC0415  # the same

    books = [read_book(Path(name)) for name in copies]
    collated = collate_copies(books, load_sources(sources_dir))
    name = f"collation-{collated.a.siglum}-{collated.b.siglum}"
    for language in asked.languages:
        for form in asked.formats:
            text = _collation_text(collated, language, form)
            yield f"{name}.{language}.{APPARATUS_FORMATS[form]}", form, text


def _collation_text(collated: Collated, language: str, form: str) -> str:
    from penneech.render.critical.collated import collation_csv, compose_collation  # noqa: PLC0415  # keeps --help quick
    from penneech.render.critical.tei.collation import collation_tei  # noqa: PLC0415  # the same
    from penneech.render.html import render_html  # noqa: PLC0415  # the same
    from penneech.render.markdown import render_markdown  # noqa: PLC0415  # the same

    match form:
        case "tei":
            return collation_tei(collated, language)
        case "csv":
            return collation_csv(collated)
        case _:
            document = compose_collation(collated, language)
            return render_html(document) if form == "html" else render_markdown(document)


def _stemmas(asked: Asked, sources_dir: Path | None) -> Iterator[tuple[str, str, str]]:
    from penneech.apparatus import load_sources  # noqa: PLC0415  # keeps --help quick
    from penneech.edition.stemma import stemma_of  # noqa: PLC0415  # the same

    drawn = stemma_of(load_sources(sources_dir))
    for language in asked.languages:
        for form in asked.formats:
            yield (
                f"stemma.{language}.{STEMMA_FORMATS[form]}",
                form,
                _stemma_text(drawn, language, form),
            )


def _stemma_text(drawn: Stemma, language: str, form: str) -> str:
    from penneech.render.critical.data import stemma_data  # noqa: PLC0415  # keeps --help quick
    from penneech.render.critical.naming import Naming  # noqa: PLC0415  # the same
    from penneech.render.critical.stemma_drawing import stemma_svg  # noqa: PLC0415  # the same
    from penneech.render.critical.stemma_text import stemma_markdown, stemma_mermaid  # noqa: PLC0415  # the same

    naming = Naming(language)
    match form:
        case "json":
            return _as_json(stemma_data(drawn))
        case "svg":
            return stemma_svg(drawn, naming)
        case "mermaid":
            return stemma_mermaid(drawn, naming)
        case _:
            return stemma_markdown(drawn, naming)


def _as_json(data: object) -> str:
    """Data as a document: in ASCII, since nobody says in it what its encoding is."""
    return json.dumps(data, indent=2) + "\n"
