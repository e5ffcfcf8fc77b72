"""Two copies collated as one text in TEI, each difference in its place (parallel segmentation).

The text is that of the reader's first copy in normal letters, so the document is the reader's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from penneech import __version__
from penneech.render.critical.naming import Naming
from penneech.render.critical.tei.header import PROJECT, encoding_description
from penneech.render.critical.tei.markup import make, name_of, written
from penneech.transcription.plain import BROKEN, LOST_LETTER, normalise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element

    from penneech.edition.collation import Collated, Copy, Pair, Token


def collation_tei(collated: Collated, language: str) -> str:
    """Give a collation as TEI P5: the text of both copies, with an `app` for each difference."""
    naming = Naming(language)
    words, copies = naming.words, (collated.a, collated.b)
    title = words.text("collation.title", a=copies[0].siglum, b=copies[1].siglum)
    file_description = make(
        "fileDesc",
        make("titleStmt", make("title", title)),
        make("editionStmt", make("edition", f"Penneech {__version__}", n=__version__)),
        make(
            "publicationStmt",
            make("publisher", PROJECT),
            make("availability", make("p", words.text("tei.own")), status="unknown"),
        ),
        make("sourceDesc", make("listWit", *(_witness(one) for one in copies))),
    )
    return written(
        make(
            "TEI",
            make(
                "teiHeader",
                file_description,
                encoding_description(naming, method="parallel-segmentation"),
            ),
            make("text", make("body", make("ab", *_text(collated), lang="en"))),
            lang=language,
        )
    )


def _witness(copy: Copy) -> _Element:
    titles = copy.book.titles[:1] or (copy.chapter.head,)
    return make("witness", make("title", titles[0]), f", {copy.chapter.head}", id=copy.siglum)


def _text(collated: Collated) -> Iterator[_Element | str]:
    """The running text, with the beginning of each page of either copy."""
    pages = ["", ""]
    copies = (collated.a, collated.b)
    begun = False
    for number, pair in enumerate(collated.pairs):
        for side, token in enumerate((pair.a, pair.b)):
            if token is not None and token.page.number != pages[side]:
                pages[side] = token.page.number
                yield make("pb", n=token.page.number, ed=f"#{copies[side].siglum}")
        if begun and _stands_apart(pair):
            yield " "
        begun = True
        if pair.agrees and pair.a is not None:
            yield _letters(pair.a)
        else:
            yield _app(pair, copies, number)


def _stands_apart(pair: Pair) -> bool:
    """Whether a blank goes before it; there is none before a mark of punctuation."""
    token = pair.a or pair.b
    return token is None or token.is_word


def _letters(token: Token) -> str:
    """The letters as an editor writes them, the words broken at line-ends made whole."""
    return normalise(token.printed.replace(BROKEN, ""))


def _app(pair: Pair, copies: tuple[Copy, Copy], number: int) -> _Element:
    """A difference; where a copy has lost a letter, the one that has it gives the lemma."""
    sides = [(pair.a, copies[0]), (pair.b, copies[1])]
    if pair.a is not None and pair.a.has_lost and pair.b is not None and not pair.b.has_lost:
        sides.reverse()
    (lemma, with_it), (other, against) = sides
    return make(
        "app",
        make("lem", *_reading(lemma), wit=f"#{with_it.siglum}"),
        make("rdg", *_reading(other), wit=f"#{against.siglum}"),
        type=pair.kind,
        id=name_of("app", str(number + 1)),
    )


def _reading(token: Token | None) -> Iterator[_Element | str]:
    """A token's letters, with a gap for each that is lost; nothing where the copy has nothing."""
    if token is None:
        return
    for number, part in enumerate(_letters(token).split(LOST_LETTER)):
        if number:
            yield make("gap", reason="illegible", unit="character", quantity="1")
        yield part
