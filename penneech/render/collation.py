"""Shows a book compared with a source: each lemma, its page, and the passage as it was printed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, Final, assert_never

from rich.text import Text as Line

from penneech.render.asprinted import LEMMA, LINE_END, as_printed, bare
from penneech.transcription.lemmas import GAME, Recognition, Status, heads_near
from penneech.transcription.plain import LOST_LETTER
from penneech.transcription.printed import Place, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console, ConsoleOptions

    from penneech.transcription.compositor import Chapter
    from penneech.transcription.lemmas import Collation, Finding

_INDENT: Final = 6
_GOOD, _BAD, _NAME, _HEADING = "green", "bold red", "bold", "bold underline"

_SAID = {
    "en": {
        Status.FOUND: "found",
        Status.OTHER_PAGE: "WRONG PAGE",
        Status.NOT_FOUND: "NOT FOUND",
        Recognition.CHOSEN: "compared with the source that was named",
        Recognition.NUMBER: "known by its catalogue number",
        Recognition.TITLE: "known by its title and year",
        Recognition.LEMMAS: "known only by the lemmas that it has",
        "no_chapter": "No chapter is headed PENNEECH.",
        "near": "A heading near it: {head}",
        "no_near": "None of the {number} headings in the book is near it.",
        "lost": "In this copy something of it is lost ({mark}), which agrees with any letter.",
        "elsewhere": "It stands on {place}; the source says {wanted}.",
        "outside": "It stands on {place}, in no chapter on the game:",
        "nearest": "Nearest to it, on {place}:",
        "nothing": "Nothing in the text is near it.",
        "cut": "The chapter goes on, and is longer than any on the game can be.",
        "mark": "a letter that cannot be read in this copy",
        "line_end": "a word broken at the end of a printed line",
        "all": "All {number} lemmas stand where {siglum} says.",
        "some": "{found} of {number} lemmas stand where {siglum} says. Not these: {cites}.",
    },
    "it": {
        Status.FOUND: "trovato",
        Status.OTHER_PAGE: "ALTRA PAGINA",
        Status.NOT_FOUND: "NON TROVATO",
        Recognition.CHOSEN: "confrontato con la fonte indicata",
        Recognition.NUMBER: "riconosciuto dal numero di catalogo",
        Recognition.TITLE: "riconosciuto da titolo e anno",
        Recognition.LEMMAS: "riconosciuto soltanto dai lemmi che contiene",
        "no_chapter": "Nessun capitolo ha PENNEECH nel titolo.",
        "near": "Un titolo simile: {head}",
        "no_near": "Nessuno dei {number} titoli del libro gli somiglia.",
        "lost": "In questo esemplare una parte è perduta ({mark}): vale per qualsiasi lettera.",
        "elsewhere": "Sta a {place}; la fonte dice {wanted}.",
        "outside": "Sta a {place}, fuori da un capitolo sul gioco:",
        "nearest": "Il luogo più vicino, a {place}:",
        "nothing": "Nulla nel testo gli somiglia.",
        "cut": "Il capitolo continua, ed è più lungo di quanto possa essere quello sul gioco.",
        "mark": "una lettera illeggibile in questo esemplare",
        "line_end": "una parola spezzata alla fine di una riga stampata",
        "all": "Tutti i {number} lemmi stanno dove dice {siglum}.",
        "some": "{found} lemmi su {number} stanno dove dice {siglum}. Non questi: {cites}.",
    },
}


_WIDEST: Final = 80
_LONGEST: Final = 50_000
"""Letters of a chapter that are shown; the two that there are have 3,000 each."""


@dataclass(frozen=True, slots=True)
class CollationPage:
    """A collation for a screen, as wide as the screen is, up to 80 columns."""

    collation: Collation
    language: str
    chapter: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Line]:
        """Give the lines of the page."""
        width = max(min(options.max_width, _WIDEST), 2 * _INDENT)
        yield from collation_lines(self.collation, self.language, width=width, chapter=self.chapter)


def collation_lines(
    collation: Collation, language: str, *, width: int = 80, chapter: bool = False
) -> Iterator[Line]:
    """Give a collation line by line: what was compared, each passage, and the sum at the end.

    Args:
        collation: the comparison.
        language: `en` or `it`.
        width: the most columns of a line.
        chapter: whether the whole chapter on Penneech goes before the passages.
    """
    yield from _opening(collation, language, width)
    if chapter and collation.chapter is not None:
        yield Line()
        lemmas = [one.place.span for one in collation.findings if one.place and one.found]
        text = collation.book.print, _shown(collation.chapter), lemmas
        yield from _indented(as_printed(*text, width=width - _INDENT))
        if _shown(collation.chapter) != collation.chapter.span:
            yield from _filled(_SAID[language]["cut"], width, "dim")
    for game, findings in groupby(collation.findings, key=lambda one: one.passage.game):
        yield Line()
        yield Line(game or GAME.capitalize(), _HEADING)
        for sentence, together in groupby(findings, key=lambda one: _sentence(collation, one)):
            yield Line()
            yield from _passage_lines(collation, sentence, list(together), language, width)
    yield Line()
    yield from _closing(collation, language, width)


def _shown(chapter: Chapter) -> Span:
    """As much of a chapter as is shown."""
    return Span(chapter.span.start, min(chapter.span.end, chapter.span.start + _LONGEST))


def _indented(lines: Iterable[Line]) -> Iterator[Line]:
    for line in lines:
        yield Line(" " * _INDENT) + line if line else line


def _filled(text: str, width: int, style: str = "") -> Iterator[Line]:
    for line in wrap(text, width, break_on_hyphens=False, break_long_words=False):
        yield Line(line, style)


def _opening(collation: Collation, language: str, width: int) -> Iterator[Line]:
    source, book, chapter = collation.source, collation.book, collation.chapter
    said = _SAID[language]
    yield Line.assemble((source.siglum, _NAME), "  ", source.title.get(language))
    yield from _filled(f"{book.file}: {said[collation.recognition]}", width)
    if chapter is not None:
        place = Place(chapter.span, book.print.pages_of(chapter.span))
        yield from _filled(f"{chapter.head} ({place})", width)
        return
    yield Line(said["no_chapter"], _BAD)
    heads = heads_near(book)
    if not heads:
        yield Line(said["no_near"].format(number=len(book.chapters)))
    for head in heads:
        yield from _filled(said["near"].format(head=head), width)


def _sentence(collation: Collation, finding: Finding) -> Span | None:
    if finding.place is None:
        return None
    return collation.book.print.sentence(finding.place.span)


def _passage_lines(
    collation: Collation,
    sentence: Span | None,
    findings: list[Finding],
    language: str,
    width: int,
) -> Iterator[Line]:
    """Lemmas that stand in the same sentence, and under them the sentence as printed."""
    for one in findings:
        yield from _finding_lines(collation, one, language, width - _INDENT)
    if sentence is not None:
        yield Line()
        lemmas = [one.place.span for one in findings if one.place]
        text = as_printed(collation.book.print, sentence, lemmas, width=width - _INDENT)
        yield from _indented(text)


def _finding_lines(
    collation: Collation, finding: Finding, language: str, width: int
) -> Iterator[Line]:
    passage = finding.passage
    yield Line.assemble(
        (_SAID[language][finding.status], _GOOD if finding.found else _BAD),
        "  ",
        (passage.cite, _NAME),
        f", {passage.locator}",
    )
    yield from _indented(_filled(f'"{passage.lemma}"', width, LEMMA))
    yield from _indented(_filled(_remark(collation, finding, language), width))


def _remark(collation: Collation, finding: Finding, language: str) -> str:
    """What is to be said of a lemma beyond its being found."""
    said, place = _SAID[language], finding.place
    match finding.status:
        case Status.FOUND:
            return said["lost"].format(mark=LOST_LETTER) if place is not None and place.lost else ""
        case Status.OTHER_PAGE:
            return said["elsewhere"].format(place=place, wanted=finding.passage.locator)
        case Status.NOT_FOUND if place is None:
            return said["nothing"]
        case Status.NOT_FOUND:
            outside = collation.chapter is None and finding.passage.game is None
            return said["outside" if outside and finding.whole else "nearest"].format(place=place)
        case _:
            assert_never(finding.status)


def _closing(collation: Collation, language: str, width: int) -> Iterator[Line]:
    said, wanting, number = _SAID[language], collation.wanting, len(collation.findings)
    sentences = {_sentence(collation, one) for one in collation.findings} - {None}
    book = collation.book.print
    shown = bare(line for one in sentences if one for line in as_printed(book, one))
    if LOST_LETTER in shown:
        yield Line(f"{LOST_LETTER}   {said['mark']}", "dim")
    if LINE_END in shown:
        yield Line(f"{LINE_END}  {said['line_end']}", "dim")
    cites = ", ".join(one.passage.cite for one in wanting)
    text = said["some" if wanting else "all"].format(
        number=number,
        found=number - len(wanting),
        siglum=collation.source.siglum,
        cites=cites,
    )
    yield from _filled(text, width, _BAD if wanting else _GOOD)


def collation_data(collation: Collation, *, chapter: bool = False) -> dict[str, object]:
    """Give a collation as data for JSON; pages are printed numbers, lines end with a line feed."""
    book, found = collation.book, collation.chapter
    return {
        "file": book.file,
        "source": collation.source.siglum,
        "recognition": collation.recognition.value,
        "chapter": found
        and {
            "head": found.head,
            "pages": [page.number for page in book.print.pages_of(found.span)],
            **({"printed": bare(as_printed(book.print, _shown(found)))} if chapter else {}),
        },
        "headings_near": [] if found else list(heads_near(book)),
        "lemmas": len(collation.findings),
        "found": len(collation.findings) - len(collation.wanting),
        "passages": [_finding_data(collation, one) for one in collation.findings],
    }


def _finding_data(collation: Collation, finding: Finding) -> dict[str, object]:
    passage, place = finding.passage, finding.place
    sentence = _sentence(collation, finding)
    return {
        "cite": passage.cite,
        "game": passage.game,
        "page": passage.locator.page,
        "lemma": passage.lemma,
        "status": finding.status.value,
        "place": place and {"pages": [page.number for page in place.pages], "lost": place.lost},
        "printed": sentence and bare(as_printed(collation.book.print, sentence)),
    }
