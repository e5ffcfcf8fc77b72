"""Two copies collated, composed as a document, as rows, and as a text with its apparatus in TEI."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, assert_never

from penneech import __version__
from penneech.edition.collation import Kind
from penneech.render.asprinted import LINE_END
from penneech.render.content import (
    Document,
    Given,
    Inlines,
    Paragraph,
    Plain,
    Quoted,
    Section,
    Table,
    Terms,
)
from penneech.render.critical.naming import Naming
from penneech.render.critical.page import SILENT
from penneech.render.critical.rows import as_csv
from penneech.transcription.plain import BROKEN
from penneech.transcription.printed import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from penneech.edition.collation import Collated, Copy, Difference, Pair, Token
    from penneech.render.content import Block

COLUMNS = ("number", "kind", "page_a", "printed_a", "normal_a", "page_b", "printed_b", "normal_b")
"""What each column holds is told in docs/reference/apparatus.md."""

SAME = "same"
"""The kind of a pair that agrees."""


def collation_csv(collated: Collated) -> str:
    """Give every word and point of both copies as CSV, a row a place, in the first copy's order."""
    rows = (_row(number, pair) for number, pair in enumerate(collated.pairs, start=1))
    return as_csv(COLUMNS, rows)


def _row(number: int, pair: Pair) -> Iterator[str]:
    yield str(number)
    yield SAME if pair.agrees else pair.kind
    for token in (pair.a, pair.b):
        if token is None:
            yield from ("", "", "")
        else:
            yield from (token.page.number, shown(token), token.normal)


def shown(token: Token) -> str:
    """A token as printed, with a sign where its line ends."""
    return token.printed.replace(BROKEN, LINE_END)


def compose_collation(collated: Collated, language: str) -> Document:
    """Compose a collation in a language: what was counted, and every difference."""
    naming = Naming(language)
    words, a, b = naming.words, collated.a.siglum, collated.b.siglum
    return Document(
        language=language,
        title=words.say("collation.title", a=a, b=b),
        description=words.text("collation.description"),
        opening=(Paragraph(words.say("collation.intro")),),
        sections=(
            Section("summary", words.say("sections.summary"), tuple(_summary(collated, naming))),
            Section(
                "differences",
                words.say("sections.differences"),
                tuple(_differences(collated, naming)),
            ),
            Section(
                "copies",
                words.say("sections.copies"),
                tuple(_copy(one, naming) for one in (collated.a, collated.b)),
            ),
        ),
        notes=(),
        after=(_colophon(naming),),
        labels=naming.labels(),
    )


def _summary(collated: Collated, naming: Naming) -> Iterator[Block]:
    words, a, b = naming.words, collated.a, collated.b
    agreeing = collated.agreeing(words=True)
    counted = (
        (words.say("collation.words", siglum=a.siglum), a.words),
        (words.say("collation.words", siglum=b.siglum), b.words),
        (words.say("collation.agree"), agreeing),
        (words.say("collation.alike"), collated.alike),
        (words.say("collation.form"), agreeing - collated.alike),
        (words.say("collation.points", siglum=a.siglum), a.points),
        (words.say("collation.points", siglum=b.siglum), b.points),
        (words.say("collation.points_agree"), collated.agreeing(words=False)),
    )
    number = len(collated.differences)
    told = words.say(
        "collation.told",
        agree=agreeing,
        a_words=a.words,
        b_words=b.words,
        a=a.siglum,
        b=b.siglum,
    )
    how_many = words.say("collation.differ_n", n=number) if number else words.say("collation.none")
    yield Paragraph((*told, Plain(" "), *how_many))
    yield Table(
        words.say("collation.counted"),
        (words.say("collation.what"), words.say("collation.number")),
        tuple((said, (Plain(str(count)),)) for said, count in counted),
        (1,),
    )


def _differences(collated: Collated, naming: Naming) -> Iterator[Block]:
    words = naming.words
    if not collated.differences:
        yield Paragraph(words.say("collation.none"))
        return
    heads = (
        words.say("collation.after"),
        (Plain(collated.a.siglum),),
        (Plain(collated.b.siglum),),
        words.say("collation.kind"),
    )
    rows = tuple(_difference(one, collated, naming) for one in collated.differences)
    yield Table(words.say("collation.caption"), heads, rows)


def _difference(one: Difference, collated: Collated, naming: Naming) -> tuple[Inlines, ...]:
    before = _running(one.before)
    return (
        (Quoted(before),) if before else (Plain(SILENT),),
        _reading(one.pair.a),
        _reading(one.pair.b),
        (Plain(_kind(one.pair, collated, naming)),),
    )


def _running(tokens: tuple[Token, ...]) -> str:
    """Tokens one after another, points close to the word before."""
    text = ""
    for token in tokens:
        text += f" {shown(token)}" if text and token.is_word else shown(token)
    return text


def _reading(token: Token | None) -> Inlines:
    if token is None:
        return (Plain("—"),)
    return (Quoted(shown(token)), Plain(", "), Given(str(token.page)))


def _kind(pair: Pair, collated: Collated, naming: Naming) -> str:
    match pair.kind:
        case Kind.ABSENT:
            siglum = collated.a.siglum if pair.a is None else collated.b.siglum
            return naming.words.text("collation.omitted", siglum=siglum)
        case Kind.NUMBER:
            return naming.words.text("collation.number_kind")
        case Kind.LOST | Kind.WORD | Kind.POINT as kind:
            return naming.words.text(f"collation.{kind}")
        case _ as never:
            assert_never(never)


def _copy(copy: Copy, naming: Naming) -> Paragraph:
    span = copy.chapter.span
    place = Place(span, copy.book.print.pages_of(span))
    said = naming.words.say(
        "collation.heading",
        siglum=copy.siglum,
        head=Given(copy.chapter.head),
        pages=Given(str(place)),
        file=Given(PurePath(copy.book.file).name),
    )
    return Paragraph(said)


def _colophon(naming: Naming) -> Section:
    items = ((naming.words.say("colophon.made"), (Plain(f"Penneech {__version__}, collatex"),)),)
    return Section("colophon", naming.words.say("sections.colophon"), (Terms(items),))
