"""The apparatus composed as a document: a table of everything, an entry a point, the witnesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import __version__
from penneech.edition.citing import part, source
from penneech.edition.critical import PointKind
from penneech.edition.standing import Standing
from penneech.edition.stemma import stemma_of
from penneech.evidence import Text
from penneech.paths import shipped
from penneech.render.bibliography import reference
from penneech.render.citation import page_metadata
from penneech.render.content import (
    Code,
    Command,
    Document,
    Given,
    Link,
    Paragraph,
    Plain,
    Points,
    Quoted,
    Section,
    Strong,
    Table,
    Terms,
)
from penneech.render.critical.entry import entry, firm_or_possible
from penneech.render.critical.naming import Naming, sigla
from penneech.render.critical.stemma_drawing import drawn_stemma, lines_of_text
from penneech.render.html import render_html
from penneech.render.wording import sequence
from penneech.rules import INVARIANTS, PARAMETERS, RULE_POINTS
from penneech.witnesses import Seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.edition.citing import Csl
    from penneech.edition.critical import ApparatusPoint, CriticalApparatus
    from penneech.edition.standing import Witnessing
    from penneech.edition.stemma import Stemma
    from penneech.render.content import Block, Inlines
    from penneech.render.wording import Words
    from penneech.variant import Variant
    from penneech.witnesses import Loss, Source

SILENT, UNREAD, UNKNOWN = "\N{EN DASH}", "\N{WHITE CIRCLE}", ""
"""How tables mark a witness that does not speak."""

_TABLES = {
    PointKind.RULE: "overview.rules",
    PointKind.PARAMETER: "overview.figures",
    PointKind.INVARIANT: "overview.invariants",
}
_NAMES = {
    PointKind.RULE: tuple(RULE_POINTS),
    PointKind.PARAMETER: PARAMETERS,
    PointKind.INVARIANT: tuple(INVARIANTS),
}
"""The points of each kind, in the order of the rule space, which their numbers tell."""
_DIGITS = 12
_DESCENT = "descent"
_FIGURE = '<div class="wide broad" tabindex="0" role="region" aria-labelledby="stemma-name">'


def compose_apparatus(apparatus: CriticalApparatus, language: str) -> Document:
    """Compose the apparatus in a language."""
    naming = Naming(language)
    words = naming.words
    tail = (
        _descent_section(apparatus, naming),
        _witness_list(apparatus, naming),
        _variant_list(apparatus, naming),
    )
    return Document(
        language=language,
        title=words.say("apparatus.title"),
        description=words.text("apparatus.description"),
        opening=tuple(_opening(apparatus, naming)),
        sections=tuple(_sections(apparatus, naming)),
        notes=(),
        after=(*tail, _colophon(apparatus, naming)),
        labels=naming.labels(),
        metadata=page_metadata(
            _cited(words, language), [source(one) for one in apparatus.sources.values()]
        ),
    )


def _cited(words: Words, language: str) -> Csl:
    """What a page of the apparatus says of itself to reference managers."""
    return part("apparatus", words.text("apparatus.title"), language)


def page_with_stemma(apparatus: CriticalApparatus, language: str) -> str:
    """Set the apparatus as an HTML page, with the stemma drawn in it."""
    page = render_html(compose_apparatus(apparatus, language))
    drawing = drawn_stemma(stemma_of(apparatus.sources), Naming(language))
    figure = f"\n{_FIGURE}\n{drawing}</div>"
    before, heading, rest = page.partition(f'<h2 id="{_DESCENT}-title">')
    title, end, after = rest.partition("</h2>")
    return f"{before}{heading}{title}{end}{figure}{after}"


def _opening(apparatus: CriticalApparatus, naming: Naming) -> Iterator[Block]:
    yield Paragraph(naming.words.say("apparatus.opening"))
    if not apparatus.is_whole:
        names = ", ".join(point.id for point in apparatus.points)
        yield Paragraph(naming.words.say("apparatus.some", points=names))


def _sections(apparatus: CriticalApparatus, naming: Naming) -> Iterator[Section]:
    yield _overview(apparatus, naming)
    losses = [loss for source in apparatus.sources.values() for loss in source.losses]
    if losses:
        yield _losses(losses, naming)
    for point in apparatus.points:
        # Its number is the same wherever it stands, so that it can be cited.
        yield entry(point, naming, _NAMES[point.kind].index(point.id) + 1)


def _overview(apparatus: CriticalApparatus, naming: Naming) -> Section:
    words = naming.words
    read = [one for one in apparatus.sources.values() if one.seen is not Seen.UNSEEN]
    blocks: list[Block] = [Paragraph(words.say("apparatus.signs"))]
    for kind, caption in _TABLES.items():
        points = [point for point in apparatus.points if point.kind is kind]
        if points:
            blocks.append(_matrix(points, read, naming, caption))
    unread = [one for one in apparatus.sources.values() if one.seen is Seen.UNSEEN]
    if unread:
        blocks.append(Paragraph(words.say("overview.unseen", sigla=sigla(unread))))
    return Section("overview", words.say("sections.overview"), tuple(blocks))


def _matrix(
    points: list[ApparatusPoint], read: list[Source], naming: Naming, caption: str
) -> Table:
    words = naming.words
    names = [(Plain(one.siglum),) for one in read]
    heads = (words.say("overview.point"), words.say("overview.agreement"), *names)
    rows = []
    for point in points:
        by_siglum = {one.source.siglum: one for one in point.witnessings}
        cells = (cell(by_siglum[one.siglum], naming) for one in read)
        agreement = words.say(f"agreement.{point.agreement}")
        rows.append(((Code(point.id),), agreement, *cells))
    return Table(words.say(caption), heads, tuple(rows))


def cell(one: Witnessing, naming: Naming) -> Inlines:
    """What a witness has, in the fewest signs."""
    match one.standing:
        case Standing.SPEAKS:
            said = (_short(firm_or_possible(each), naming) for each in one.testimonies)
            return sequence([(text,) for text in said])
        case Standing.SILENT:
            return (Plain(SILENT),)
        case Standing.UNSEEN:
            return (Plain(UNREAD),)
        case Standing.NOT_RECORDED:
            return (Plain(UNKNOWN),)


def _short(reading: str, naming: Naming) -> Code | Plain:
    bare = reading.rstrip("?")
    key = f"witness.{bare}"
    if bare in ("holds", "against", "own_cards"):
        return Plain(naming.words.text(key) + reading[len(bare) :])
    return Code(reading)


def _losses(losses: list[Loss], naming: Naming) -> Section:
    words = naming.words
    blocks: list[Block] = [Paragraph(words.say("losses.intro"))]
    for loss in losses:
        said = words.say(
            "losses.loss",
            siglum=(Strong(loss.siglum),),
            place=Given(str(loss.locator)),
            supplied=Quoted(loss.supplied),
            by=loss.by,
            reads=Quoted(loss.reads),
        )
        note = () if loss.note is None else (Plain(" "), naming.given(loss.note))
        blocks.append(Paragraph((*said, *note)))
    return Section("text", words.say("sections.losses"), tuple(blocks))


def _descent_section(apparatus: CriticalApparatus, naming: Naming) -> Section:
    words, stemma = naming.words, stemma_of(apparatus.sources)
    lines = tuple((Given(line),) for line in lines_of_text(stemma, naming))
    blocks = (Paragraph(words.say("stemma.intro")), Points(lines))
    return Section(_DESCENT, words.say("sections.descent"), blocks)


def _witness_list(apparatus: CriticalApparatus, naming: Naming) -> Section:
    stemma = stemma_of(apparatus.sources)
    items = tuple(witness_terms(one, stemma, naming) for one in apparatus.sources.values())
    return Section("witnesses", naming.words.say("sections.witnesses"), (Terms(items),))


def witness_terms(source: Source, stemma: Stemma, naming: Naming) -> tuple[Inlines, Inlines]:
    """A witness: its siglum and title; its bibliography, copy, how it was read, its descent."""
    words = naming.words
    # The address follows as a link, the note in the language in which it is written.
    shown = {key: value for key, value in source.csl.items() if key not in ("URL", "note")}
    parts: list[Inlines] = [(Given(reference(shown)),)]
    url, note = source.csl.get("URL"), source.csl.get("note")
    if isinstance(url, str):
        parts.append((Link(url),))
    if isinstance(note, str):
        parts.append((naming.given(Text(note)),))
    if source.copy is not None:
        parts.append((naming.given(source.copy),))
    parts.append(words.say(f"seen.{source.seen}"))
    parts += descent(source, stemma, naming)
    term = (Strong(source.siglum), Plain(", "), naming.given(source.title))
    return term, sequence(parts, " ")


def descent(source: Source, stemma: Stemma, naming: Naming) -> list[Inlines]:
    """What a source descends from, each line a sentence with its certainty and its note."""
    words = naming.words
    found: list[Inlines] = []
    for line in stemma.lines_to(source.siglum):
        link = words.text(f"link.{line.descent.link}", parent=line.parent)
        certainty = words.text(f"linked.{line.descent.certainty}")
        said: Inlines = (Plain(f"{link[:1].upper()}{link[1:]} ({certainty})."),)
        if line.descent.note is not None:
            said += (Plain(" "), naming.given(line.descent.note))
        found.append(said)
    return found


def _variant_list(apparatus: CriticalApparatus, naming: Naming) -> Section:
    items = tuple(_variant_terms(one, naming) for one in apparatus.variants)
    return Section("variants", naming.words.say("sections.variants"), (Terms(items),))


def _variant_terms(variant: Variant, naming: Naming) -> tuple[Inlines, Inlines]:
    words = naming.words
    parts: list[Inlines] = [(naming.given(variant.summary),)] if variant.summary.en else []
    if variant.extends is not None:
        parts.append((*words.say("variant.extends", parent=variant.extends), Plain(".")))
    digest = (*words.say("variant.digest"), Plain(" "), Code(variant.digest()[:_DIGITS]))
    parts.append((*digest, Plain(".")))
    return (Strong(variant.id), Plain(", "), naming.given(variant.title)), sequence(parts, " ")


def own_folders(apparatus: CriticalApparatus) -> str:
    """The options by which a reader's own sources and variants are named, if there are any."""
    return "".join(
        f" --{folder} DIR"
        for folder, files in (
            ("sources", apparatus.sources.values()),
            ("variants", apparatus.variants),
        )
        if any(one.path.parent != shipped(folder) for one in files)
    )


def _colophon(apparatus: CriticalApparatus, naming: Naming) -> Section:
    words = naming.words
    points = "" if apparatus.is_whole else "".join(f" --point {one.id}" for one in apparatus.points)
    made_again = (
        f"penneech apparatus{points}{own_folders(apparatus)} --lang {naming.language} --format"
    )
    items: tuple[tuple[Inlines, Inlines], ...] = (
        (words.say("colophon.witnesses"), (Plain(sigla(apparatus.sources.values())),)),
        (words.say("colophon.command"), (Command(made_again),)),
        (words.say("colophon.made"), (Plain(f"Penneech {__version__}"),)),
    )
    return Section("colophon", words.say("sections.colophon"), (Terms(items),))
